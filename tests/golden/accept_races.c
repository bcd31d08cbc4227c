// options: --tcr-accept=omp -fopenmp
/* Sums that threads update at the same time, with nothing that keeps them apart. */
static double of_thread;
#pragma omp threadprivate(of_thread)
void simple_lock(void);

double races(const double *x, int n)
{
    double s = 0, t = 1, u = 0;
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        s += x[i];
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        t *= x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (x[i] > 2)
            count++;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            u -= x[i];
    }
    return s + t + u + count;
}

/* Written out; moved by the same amount; by some iterations. */
double more_races(const double *x, int n, int at)
{
    double s = 0, t = 0, u = 2, v = 0, w = 0;
    int count = 0, some = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        s = s + i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        t = x[i] + t - 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        u = u * x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        count++;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (i == 5)
            some += 3;
        if (i == at)
            some += 4;
    }
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (i == 5)
                v += x[k];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (i == (int)x[i])
            w += x[i];
    return s + t + u + v + w + count + some;
}

/* None here: one iteration alone updates, or what is computed is no sum. */
double of_one(const double *x, int n, int at)
{
    double s = 0, t = 0, u = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (i == at)
            s += 3;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (n - 1 == i)
            for (int k = 0; k < n; k++)
                t = t + x[k];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        u = x[i] - u;
    return s + t + u;
}

/* None here: the threads have their own, wait for each other, or are one. */
static double of_team(const double *x, int n)
{
    double s = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

double no_races(const double *x, int n)
{
    double s = 0, w = 0;
    int steps = 0;
#pragma omp parallel
    {
        double mine = 0;
#pragma omp for
        for (int i = 0; i < n; i++)
            mine += x[i] * mine;
#pragma omp critical
        s += mine + of_team(x, n);
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        of_thread += x[i];
#pragma omp parallel for firstprivate(w)
    for (int i = 0; i < n; i++)
        w += x[i];
#pragma omp parallel for default(none) shared(n, x) firstprivate(w)
    for (int i = 0; i < n; i++)
        w += x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
        {
            w += s;
            s += x[i];
        }
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        simple_lock();
        s += x[i];
        simple_lock();
    }
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < n; i++)
        s = s + x[i];
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < n; i++)
        steps++;
#pragma omp parallel if (0)
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            s += x[i];
        s *= 2;
    }
#pragma omp simd
    for (int i = 0; i < n; i++)
        s += x[i];
#pragma omp parallel for ordered
    for (int i = 0; i < n; i++)
#pragma omp ordered
        s += x[i];
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < n; i++)
        s += x[i];
    return s + steps;
}

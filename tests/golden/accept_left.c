// options: --tcr-accept=omp,acc --tcr-report -fopenmp
/* What says nothing to us stays with the compiler; the report has it. */
double left(double *a, const double *b, int n)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma omp barrier
#pragma omp single
        a[0] = 1;
    }
#pragma omp parallel for reduction(+ : s)
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += b[i];
#pragma omp nonsense reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += b[i];
#pragma acc loop reduction(+ : s) something(
    for (int i = 0; i < n; i++)
        s += b[i];
#pragma acc data copyin(b [0:n])
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            a[i] = b[i];
    }
    return s;
}

/* the threads share the iterations by hand */
long by_hand(const double *x, int n, int thread, int threads)
{
    long k = 0;
#pragma omp parallel reduction(+ : k)
    for (int i = thread * n / threads; i < (thread + 1) * n / threads; i++)
        k += x[i] > 0;
    return k;
}

double tiles(int n, double *a, const double *b)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
#pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
        s += b[i];
#pragma omp target teams distribute parallel for
#pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
        a[i] += b[i];
#pragma omp parallel for
#pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
        a[i] += b[i];
    return s;
}

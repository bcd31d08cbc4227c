// compiler: gcc
// options: --tcr-accept=omp -fopenmp
/* What OpenMP's constructs become, and the text that takes their place. */
double parallel_for(const double *a, int n)
{
    double s = 0, t;
    int i;
#pragma omp parallel for reduction(+ : s) private(t) schedule(static) if (n > 100)
    for (i = 0; i < n; i++) {
        t = a[i] * a[i];
        s += t;
    }
    return s;
}

double team(const double *a, int n, double w)
{
    double s = 0;
#pragma omp parallel default(none) shared(s, a, n, w)
    {
        double v = w * 2;
#pragma omp for reduction(+ : s) nowait
        for (int i = 0; i < n; i++)
            s += v * a[i];
    }
    return s;
}

double region(const double *a, int n)
{
    double s = 0, m = 0;
#pragma omp parallel reduction(+ : s) reduction(max : m)
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            s += a[i];
    }
#pragma omp target map(tofrom : s) map(to : a[0 : n])
#pragma omp teams distribute parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s + m;
}

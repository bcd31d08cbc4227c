// options: --tcr-accept=omp -fopenmp
/* A target region that is taken loop by loop. */
double taken(const double *a, double *b, int n)
{
    double s = 0, own = 1;
    int k = 3;
#pragma omp target teams map(to : a [0:n]) map(tofrom : b [0:n], s) private(k) thread_limit(64)
    {
        own = 2;
        k = n / 2;
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[i] * own;
#pragma omp distribute parallel for
        for (int i = 0; i < k; i++)
            b[i] += 1;
        b[0] = 4;
    }
    return s + own + k;
}

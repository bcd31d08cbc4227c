// options: --tcr-accept=omp -fopenmp
/* What keeps target regions with the compiler. */
void kept(const double *a, double *b, int n)
{
    double own[4] = {0}, *d = b;
#pragma omp target nowait map(to : a [0:n])
    {
        b[1] = 0;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[i];
    }
#pragma omp target firstprivate(own)
    {
        own[1] = 0;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            b[i] = own[i % 4];
    }
#pragma omp target is_device_ptr(d)
    {
        d[1] = 0;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            d[i] = i;
    }
#pragma omp target parallel
    {
#pragma omp sections
        {
            b[1] = 0;
        }
#pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = i;
    }
#pragma omp target
    {
        b[1] = 0;
#pragma omp loop
        for (int i = 0; i < n; i++)
            b[i] = i;
    }
#pragma omp target data map(tofrom : b [0:n])
    {
#pragma omp target teams
        {
            b[1] = 0;
#pragma omp distribute parallel for
            for (int i = 0; i < n; i++)
                b[i] = i;
        }
    }
}

// options: --tcr-accept=omp --tcr-report -fopenmp
// compiler: gcc
/* One clause that cannot be honoured, and all data directives stay with the compiler. */
void left(double *a, int n)
{
#pragma omp target data map(always, to : a[0 : n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma omp target update from(a[0 : n])
    }
}

// options: --tcr-accept=omp --tcr-report -fopenmp
// compiler: gcc
/* One target construct that the host runs, and all data directives stay with the compiler. */
void left(double *a, int n)
{
#pragma omp target enter data map(to : a[0 : n])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target
    a[0] = 1;
#pragma omp target update from(a[0 : n])
#pragma omp target exit data map(release : a[0 : n])
}

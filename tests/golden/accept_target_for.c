// options: --tcr-accept=omp --tcr-report -fopenmp
// compiler: gcc
/* A loop in a target construct that nobody shares: the message says what keeps the data directives. */
void left(double *a, int n)
{
#pragma omp target enter data map(to : a[0 : n])
#pragma omp target
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target exit data map(from : a[0 : n])
}

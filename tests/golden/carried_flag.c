// options: --tcr-accept=omp --tcr-report -fopenmp
/* A flag that saves other iterations their work, and one that marks the first. */
int all_same(const double *x, int n)
{
    int same = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (same && x[i] != x[0])
            same = 0;
    return same;
}
void differences(const double *x, double *y, int n)
{
    int first = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        y[i] = first ? 0 : x[i] - x[i - 1];
        first = 0;
    }
}

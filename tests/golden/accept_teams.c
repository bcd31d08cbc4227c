// compiler: gcc
// options: --tcr-accept=omp -fopenmp
/* Where a team's threads count its loops: in regions that have them or may call them, but for those
 * that a thread may leave by another way. */
void orphan(double *y, int n)
{
    int i;
#pragma omp for
    for (i = 0; i < n; i++)
        y[i] *= 2;
}

void regions(double *y, int n)
{
#pragma omp parallel default(none) shared(y, n)
    {
        orphan(y, n);
#pragma omp parallel
        for (int k = 0; k < 3; k++)
            orphan(y, n);
    }
#pragma omp parallel
#pragma omp single
    {
        y[0] = n;
    }
#pragma omp parallel
    {
        orphan(y, n);
#pragma omp cancel parallel
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] += 1;
}

// compiler: gcc
// options: --tcr-accept=omp -fopenmp
/* Regions at which compilers find something wrong, which they would not find any more in a block of
 * ours or behind a clause of ours: they stay as they are. */
void fill(int n, int *x)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        x[i] = i;
}

void declares(int n, int *x)
{
#pragma omp parallel
    int first = x[0];
    fill(n, x);
}

void comma(int n, int *x)
{
#pragma omp parallel, num_threads(2)
    fill(n, x);
}

void right(int n, int *x)
{
#pragma omp parallel num_threads(2)
    fill(n, x);
}

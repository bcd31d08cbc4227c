// compiler: gcc
// options: --tcr-accept=omp --tcr-openmp=on -fopenmp
void set(int n, const double *a, const double *b, double *c)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

/* The program says who computes it. */
void by_two(int n, const double *a, const double *b, double *c)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

// options: --tcr-accept=omp --tcr-report -fopenmp
/* Rows that the loop allocates, and the last place of a maximum: what is said of them. */
#include <stdlib.h>

void rows(double **a, int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        a[i] = malloc(m * sizeof *a[i]);
        for (int k = 0; k < m; k++)
            a[i][k] = i * k;
    }
}

int last(const double *x, int n)
{
    double best = -1;
    int at = -1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
        if (x[i] >= best) {
            best = x[i];
            at = i;
        }
    }
    return at;
}

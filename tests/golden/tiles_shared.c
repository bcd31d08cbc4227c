// options: --tcr-accept=omp --tcr-report -fopenmp
/* Tiles that a construct shares by two loops are two levels. */
#include <stdlib.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

void product(int n, double (*a)[n], double (*b)[n], double (*c)[n])
{
#pragma omp parallel for collapse(2)
    for (int ii = 0; ii < n; ii += 8)
        for (int jj = 0; jj < n; jj += 8)
            for (int i = ii; i < ii + 8 && i < n; i++)
                for (int j = jj; j < jj + 8 && j < n; j++) {
                    double s = 0;
                    for (int k = 0; k < n; k++)
                        s += a[i][k] * b[k][j];
                    c[i][j] = s;
                }
}

void transposed(size_t n, size_t tile, const double *a, double *b)
{
#pragma omp parallel for collapse(2)
    for (size_t ii = 0; ii < n; ii += tile)
        for (size_t jj = 0; jj < n; jj += tile)
            for (size_t i = ii; i < MIN(ii + tile, n); i++)
                for (size_t j = jj; j < MIN(jj + tile, n); j++)
                    b[j * n + i] = a[i * n + j];
}

void inside(int n, double *u, const double *v)
{
    int i, j, ii, jj;
#pragma omp parallel for collapse(2) private(i, j)
    for (ii = 0; ii < n; ii += 16)
        for (jj = 0; jj < n; jj += 16)
            for (i = MAX(1, ii); i < MIN(ii + 16, n - 1); i++)
                for (j = MAX(1, jj); j < MIN(jj + 16, n - 1); j++)
                    u[i * n + j] = 0.25 * (v[(i - 1) * n + j] + v[(i + 1) * n + j] +
                                           v[i * n + j - 1] + v[i * n + j + 1]);
}

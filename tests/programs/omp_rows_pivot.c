/* Elimination by rows behind pointers: the pivot's row is read, the rows below it are written, and
 * rows at the edge come from their neighbours.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 5
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double *vec, **mat;

static mat matrix(int n, int together)
{
    mat a = malloc(n * sizeof *a);
    vec all = malloc((size_t)n * n * sizeof *all);
    for (int i = 0; i < n; i++)
        a[i] = together ? all + (size_t)i * n : malloc(n * sizeof **a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = i == j ? n + i : 1.0 / (1 + i + j);
    return a;
}

static void factors(mat a, int n)
{
    for (int k = 0; k < n; k++) {
#pragma omp parallel for
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
}

static void cholesky(mat a, int n)
{
    for (int k = 0; k < n; k++) {
        double s = a[k][k];
        for (int p = 0; p < k; p++)
            s -= a[k][p] * a[k][p];
        a[k][k] = sqrt(s);
#pragma omp parallel for
        for (int i = k + 1; i < n; i++) {
            double t = a[i][k];
            for (int p = 0; p < k; p++)
                t -= a[i][p] * a[k][p];
            a[i][k] = t / a[k][k];
        }
    }
}

static void edges(mat a, int n)
{
#pragma omp parallel for
    for (int j = 1; j < n - 1; j++) {
        a[0][j] = a[1][j];
        a[n - 1][j] = a[n - 2][j];
    }
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        a[i][0] = a[0][1] + a[n - 1][i];
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) {
        const double *first = a[0];
        for (int j = 1; j < n - 1; j++)
            a[i][j] *= first[j] / a[n - 1][n - 1];
    }
}

static double sum(mat a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += a[i][j] * (i + 2 * j);
    return s;
}

int main(void)
{
    int n = 24;
    for (int together = 0; together < 2; together++) {
        mat a = matrix(n, together), b = matrix(n, together);
        factors(a, n);
        cholesky(b, n);
        printf("%.10g %.10g ", sum(a, n), sum(b, n));
        edges(a, n);
        printf("%.10g\n", sum(a, n));
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */

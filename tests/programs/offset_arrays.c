/* Numerical Recipes: arrays that begin at 1, matrices of row pointers.
 * flags: -std=c89 -pedantic -O2
 */
#include <stdio.h>
#include <stdlib.h>

static double *vector(long nl, long nh)
{
    double *v = (double *)malloc((size_t)(nh - nl + 1) * sizeof(double));
    return v - nl;
}

static double **matrix(long nrl, long nrh, long ncl, long nch)
{
    long i, nrow = nrh - nrl + 1, ncol = nch - ncl + 1;
    double **m = (double **)malloc((size_t)nrow * sizeof(double *));
    m -= nrl;
    m[nrl] = (double *)malloc((size_t)(nrow * ncol) * sizeof(double));
    m[nrl] -= ncl;
    for (i = nrl + 1; i <= nrh; i++)
        m[i] = m[i - 1] + ncol;
    return m;
}

static double trace(double **a, int n)
{
    double t = 0.0;
    int i;
#pragma tcr reduce(+ : t)
    for (i = 1; i <= n; i++)
        t += a[i][i];
    return t;
}

static double frobenius(double **a, int m, int n)
{
    double s = 0.0;
    int i, j;
#pragma tcr reduce(+ : s)
    for (i = 1; i <= m; i++)
        for (j = 1; j <= n; j++)
            s += a[i][j] * a[i][j];
    return s;
}

static double bilinear(double *x, double **a, double *y, int n)
{
    double s = 0.0, row;
    int i, j;
#pragma tcr reduce(+ : s) private(row, j)
    for (i = 1; i <= n; i++) {
        row = 0.0;
        for (j = 1; j <= n; j++)
            row += a[i][j] * y[j];
        s += x[i] * row;
    }
    return s;
}

static double lower(double **a, int n)
{
    double s = 0.0;
    int i, j;
#pragma tcr reduce(+ : s)
    for (i = 2; i <= n; i++)
        for (j = 1; j < i; j++)
            s += a[i][j];
    return s;
}

int main(void)
{
    enum { N = 23 };
    double *x = vector(1, N), *y = vector(1, N), **a = matrix(1, N, 1, N);
    int i, j;
    for (i = 1; i <= N; i++) {
        x[i] = i;
        y[i] = N - i;
        for (j = 1; j <= N; j++)
            a[i][j] = (i * 3 + j * 5) % 11 - 5;
    }
    printf("%g %g %g %g\n", trace(a, N), frobenius(a, N, N), bilinear(x, a, y, N), lower(a, N));
    printf("%g %g\n", frobenius(a, 3, 7), lower(a, 1));
    return 0;
}
/* SPDX-License-Identifier: MIT */

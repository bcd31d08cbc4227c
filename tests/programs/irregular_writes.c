/* Loops that write arrays and read at places that come out of memory: matrix times vector,
 * permutations, and what must keep its order because the arrays are one, or may be.
 * flags: -O1 -std=gnu17
 * device: 4
 */
#include <stdio.h>
#include <stdlib.h>

static double grid[400], image[400];

static double *numbers(int n, int k)
{
    double *x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = (i * 13 + k) % 23 - 11;
    return x;
}
static double total(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * 0.75 + x[i];
    return s;
}

static void spmv(int n, const int *row, const int *col, const double *val, const double *x,
                 double *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            t += val[k] * x[col[k]];
        y[i] = t;
    }
}
/* one step of conjugate gradients */
static double update(int n, double *x, double *r, const double *p, const double *q, const int *perm,
                     double alpha)
{
    double rr = 0;
#pragma tcr reduce(+ : rr)
    for (int i = 0; i < n; i++) {
        x[i] += alpha * p[perm[i]];
        r[i] -= alpha * q[perm[i]];
        rr += r[i] * r[i];
    }
    return rr;
}
/* y may be x, or lie in it */
static void permute(int n, const int *idx, const double *x, double *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        y[i] = x[idx[i]] + 1;
}
static void permute_all(int n, int m, const int *idx, const double *x, double *y)
{
#pragma tcr loop copyin(x [0:m])
    for (int i = 0; i < n; i++)
        y[i] = x[idx[i]] + 1;
}
/* Gauss-Seidel in the order of the rows */
static void sweep(int n, const int *row, const int *col, const double *val, double *x)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double t = 1;
        for (int k = row[i]; k < row[i + 1]; k++)
            t -= 0.01 * val[k] * x[col[k]];
        x[i] = t;
    }
}

int main(void)
{
    enum { N = 400 };
    double *x = numbers(2 * N, 1), *y = numbers(N, 2), *val = numbers(8 * N, 3);
    double *r = numbers(N, 4);
    int *row = malloc((N + 1) * sizeof *row), *col = malloc(8 * N * sizeof *col), nnz = 0;
    int *idx = malloc(N * sizeof *idx);
    for (int i = 0; i < N; i++) {
        row[i] = nnz;
        for (int j = i % 50; j < N; j += 60)
            col[nnz++] = j;
        idx[i] = (i * 7 + 300) % N;
        grid[i] = i % 9;
    }
    row[N] = nnz;
    spmv(N, row, col, val, x, y);
    printf("%.15g\n", total(y, N));
    printf("%.15g\n", update(N, y, r, x, val, idx, 0.5));
    printf("%.15g %.15g\n", total(r, N), total(y, N));
    permute(N, idx, x, y);
    printf("%.15g\n", total(y, N));
    permute_all(N, N, idx, x, y);
    permute(N, idx, y, y);
    printf("%.15g\n", total(y, N));
    permute(N, idx, x, x + N / 2);
    printf("%.15g\n", total(x, 2 * N));
    permute(N, idx, grid, image);
    permute_all(N, N, idx, image, grid);
    permute_all(N, N, idx, grid, grid);
    printf("%.15g %.15g\n", total(grid, N), total(image, N));
    sweep(N, row, col, val, x);
    printf("%.15g\n", total(x, 2 * N));
    return 0;
}
/* SPDX-License-Identifier: MIT */

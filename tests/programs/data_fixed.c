/* SPDX-License-Identifier: MIT */
/* What the host reads in front of loops, and loops before have written where data directives keep
 * it: pivots, bounds, factors, and places out of such tables.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 */
#include <stdio.h>

/* data_fixed_acc.c has OpenACC's in their place. */
#define SAID(...) _Pragma(#__VA_ARGS__)
#ifndef LOOP
#define LOOP(...) SAID(omp target teams distribute parallel for __VA_ARGS__)
#define DATA(...) SAID(omp target data map(tofrom : __VA_ARGS__))
#endif

#define N 12

struct grid {
    int n;
    double *x, scale[4];
};

static double a[N * N], m[N * N], x[N], factor[4], rows[3][N];
static int count[4], at[4];
static struct grid grid = {N, x, {1, 1, 1, 1}};

/* Gaussian elimination: a[n * t + t] is another loop's. */
static void eliminate(int n)
{
    for (int t = 0; t < n - 1; t++) {
    LOOP()
        for (int i = t + 1; i < n; i++)
            m[n * i + t] = a[n * i + t] / a[n * t + t];
    LOOP()
        for (int i = t + 1; i < n; i++)
            for (int j = t; j < n; j++)
                a[n * i + j] -= m[n * i + t] * a[n * t + j];
    }
}

/* What later loops of this file read is computed where the data is. */
static void prepare(int n)
{
    LOOP()
    for (int i = 0; i < 4; i++) {
        factor[i] = n + i;
        count[i] = n - i;
        at[i] = 3 - i;
        grid.scale[i] = 0.5 * (i + 1);
    }
}

static double use(struct grid *g, const int *of)
{
    double s = 0;

    LOOP(reduction(+ : s))
    for (int i = 0; i < count[1]; i++)
        s += factor[at[2]] * i;
    LOOP()
    for (int i = of[3]; i < of[0]; i++)
        g->x[i] = i * g->scale[at[1]];
    LOOP(collapse(2))
    for (int k = 0; k < at[0]; k++)
        for (int i = 0; i < of[2]; i++)
            rows[k][i] += k + i * factor[3];
    register struct grid own = {3, 0, {0}}; /* it has no address */
    LOOP(reduction(+ : s))
    for (int i = 0; i < own.n; i++)
        s += x[i];
    return s;
}

static double sum(const double *v, int n)
{
    double s = 0;

    for (int i = 0; i < n; i++)
        s += (i % 5 + 1) * v[i];
    return s;
}

int main(void)
{
    double s = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[N * i + j] = i == j ? 10 : 1.0 / (i + j + 1);
    DATA(a, m, x, factor, rows, count, at, grid)
    {
        eliminate(N);
        prepare(8);
        s += use(&grid, count);
        prepare(N);
        s += use(&grid, count);
    }
    printf("%.10g %.10g %.10g %.10g %.10g\n", s, sum(a, N * N), sum(m, N * N), sum(x, N),
           sum(rows[0], 3 * N));
    return 0;
}

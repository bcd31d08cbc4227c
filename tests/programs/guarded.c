// SPDX-License-Identifier: MIT
/* Elements that a condition leaves to some of the iterations: interior points, blocks that end
 * early, halves of an array.  Each is written once, and what conditions exclude is not touched,
 * though the subscript alone would leave the array.
 *
 * refused: carried
 */
#include <stdio.h>
#include <stdlib.h>

static void interior(double *out, const double *in, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i > 0 && i < n - 1)
            out[i] = in[i - 1] + in[i + 1];
}

static void either(double *restrict out, const double *restrict in, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        if (i > 0 && i < n - 1)
            out[i] = in[i - 1] - in[i + 1];
        else
            out[i] = -1;
    }
}

static void shifted(double *out, const double *in, int n, int from, int to)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i >= from && i < to)
            out[i - from] = in[to - 1 - i];
}

static void planes(double *out, const double *in, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (i > 0 && i < n - 1 && j > 0 && j < m - 1)
                out[i * m + j] = in[i * m + j - 1] + in[i * m + j + 1] + in[(i - 1) * m + j] +
                                 in[(i + 1) * m + j];
}

static void skips(double *out, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        if (i == 3 || i >= n - 2)
            continue;
        out[i] += i;
    }
}

/* Halves are apart, whatever the compiler knows of n. */
static void halves(double *a, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i >= n / 2)
            a[i] = 2 * a[i - n / 2];
}

/* These depend on their order: each takes what the one before it has left. */
static void chained(double *a, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i > 0)
            a[i] = a[i - 1] / 2 + 1;
}

static void in_place(double *to, const double *from, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i > 1 && i < n - 1)
            to[i] = from[i - 2] * 0.5;
}

static void never(double *out, const double *in, int n, int from)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i >= from)
            out[i] = in[i - from];
}

static double sum(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * 0.999 + a[i];
    return s;
}

static void fill(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = (i * 37 % 101) * 0.25;
}

int main(void)
{
    enum { N = 700, M = 31 };
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    double *grid = calloc(M * M, sizeof *grid), *next = calloc(M * M, sizeof *next);
    fill(a, N);
    fill(b, N);
    fill(grid, M * M);
    interior(b, a, N);
    printf("%.10g\n", sum(b, N));
    either(b, a, N);
    printf("%.10g\n", sum(b, N));
    shifted(b, a, N, 100, 350);
    printf("%.10g\n", sum(b, N));
    planes(next, grid, M, M);
    printf("%.10g\n", sum(next, M * M));
    skips(b, N);
    halves(a, N);
    printf("%.10g %.10g\n", sum(a, N), sum(b, N));
    chained(a, N);
    printf("%.10g\n", sum(a, N));
    in_place(a, a, N);
    printf("%.10g\n", sum(a, N));
    in_place(b, a, N);
    never(b, a, N, N + 5);
    never(b, a, N, 0);
    printf("%.10g\n", sum(b, N));
    for (int n = 0; n < 4; n++) {
        interior(b, a, n);
        either(b, a, n);
        shifted(b, a, n, 1, n);
        halves(b, n);
        chained(b, n);
        planes(next, grid, n, n);
    }
    printf("%.10g %.10g\n", sum(b, N), sum(next, M * M));
    free(a);
    free(b);
    free(grid);
    free(next);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Tiles that a construct shares by two loops, collapse(2): the loops in a tile begin and end as
 * programs write it.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 3
 */
#include <stdio.h>
#include <stdlib.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void product(int n, double (*a)[n], double (*b)[n], double (*c)[n])
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

static void transposed(size_t n, size_t tile, const double *a, double *b)
{
#pragma omp parallel for collapse(2)
    for (size_t ii = 0; ii < n; ii += tile)
        for (size_t jj = 0; jj < n; jj += tile)
            for (size_t i = ii; i < MIN(ii + tile, n); i++)
                for (size_t j = jj; j < MIN(jj + tile, n); j++)
                    b[j * n + i] = a[i * n + j];
}

static void inside(int n, double *u, const double *v)
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

int main(void)
{
    enum { N = 50, ROOM = 64 * 64 }; /* the last tiles end behind the matrix */
    static double a[ROOM], b[ROOM], c[ROOM];
    double s[3] = {0};
    for (int i = 0; i < N * N; i++) {
        a[i] = i % 13;
        b[i] = i % 7;
    }
    for (int t = 0; t < 3; t++) {
        if (t == 0)
            product(N, (double(*)[N])a, (double(*)[N])b, (double(*)[N])c);
        else if (t == 1)
            transposed(N, 16, a, c);
        else
            inside(N, c, a);
        for (int i = 0; i < N * N; i++)
            s[t] += c[i] * (i % 5);
    }
    printf("%g %g %g\n", s[0], s[1], s[2]);
    return 0;
}

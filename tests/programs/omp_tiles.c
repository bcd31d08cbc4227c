/* Loops over tiles, whose inner bounds are one of two, and places that a remainder or a table
 * gives: the ends of what such an access may touch are not places that all iterations write.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 4 (and one whose iterations do meet)
 */
#include <stdio.h>
#include <stdlib.h>

#define TILE 8
#define MIN(a, b) ((a) < (b) ? (a) : (b))
enum { NX = 24, NY = 20, Q = 9 };

static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static double f[NX][NY][Q], to[NX][NY][Q];

static void tiles(const double *a, double *b, int n)
{
#pragma omp parallel for
    for (int ii = 0; ii < n; ii += TILE)
        for (int i = ii; i < MIN(ii + TILE, n); i++)
            b[i] = 2 * a[i];
}

static void any_tiles(const double *a, double *b, int n, int tile)
{
#pragma omp parallel for
    for (int ii = 0; ii < n; ii += tile) {
        int end = ii + tile > n ? n : ii + tile;
        for (int i = ii; i < end; i++)
            b[i] -= a[i] / 3;
    }
}

static void stream(void)
{
    int i, j, q;
#pragma omp parallel for private(j, q)
    for (i = 0; i < NX; i++)
        for (j = 0; j < NY; j++)
            for (q = 0; q < Q; q++) {
                int ii = (i + cx[q] + NX) % NX, jj = (j + cy[q] + NY) % NY;
                to[ii][jj][q] = f[i][j][q];
            }
}

/* The innermost loop chooses one of a row's elements; which it is, a table says. */
static void turned(void)
{
    static const int from[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
#pragma omp parallel for
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++)
            for (int q = 0; q < Q; q++)
                f[i][j][from[q]] = to[i][j][q] + q;
}

/* Here they do meet: the last of them counts. */
static void shared_end(const double *a, double *b, int n)
{
#pragma omp parallel for num_threads(1)
    for (int ii = 0; ii < n; ii += TILE)
        for (int i = n - 1; i < MIN(ii + TILE, n); i++)
            b[i] += a[ii];
}

int main(void)
{
    int n = 1003;
    double *a = malloc((n + 64) * sizeof *a), *b = calloc(n + 64, sizeof *b), s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i * 37 % 101;
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++)
            for (int q = 0; q < Q; q++)
                f[i][j][q] = i * 3 + j * 5 % 7 + q;
    tiles(a, b, n);
    any_tiles(a, b, n, 16);
    any_tiles(a, b, n - 1, 7);
    stream();
    turned();
    shared_end(a, b, n);
    for (int i = 0; i < n; i++)
        s = s / 2 + b[i];
    printf("%.17g ", s);
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++)
            for (int q = 0; q < Q; q++)
                s = s / 2 + to[i][j][q] / (i + 1) + f[i][j][q];
    printf("%.17g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */

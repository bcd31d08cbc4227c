/* Tiles of rows and columns, whose last ones end where the whole does, in two and three dimensions:
 * by a macro, by ?:, by an if, by a function, downwards.  All of them are apart.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 9
 */
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define LEAST(a, b)                                                                                \
    ({                                                                                             \
        __typeof__(a) a_ = (a);                                                                    \
        __typeof__(b) b_ = (b);                                                                    \
        a_ < b_ ? a_ : b_;                                                                         \
    })
enum { ROWS = 45, COLUMNS = 37 };

static double grid[ROWS][COLUMNS], other[ROWS][COLUMNS];

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void turn(int n, double *restrict a, const double *restrict b)
{
    int ii, jj, i, j;
#pragma omp parallel for private(jj, i, j)
    for (ii = 0; ii < n; ii += 8)
        for (jj = 0; jj < n; jj += 8)
            for (i = ii; i < MIN(ii + 8, n); i++)
                for (j = jj; j < MIN(jj + 8, n); j++)
                    a[i * n + j] = 2 * b[j * n + i];
}

static void both(int n, int m, double *restrict a, const double *restrict b)
{
#pragma omp parallel for collapse(2)
    for (int ii = 0; ii < n; ii += 8)
        for (int jj = 0; jj < m; jj += 16)
            for (int i = ii; i < LEAST(ii + 8, n); i++)
                for (int j = jj; j < LEAST(jj + 16, m); j++)
                    a[i * m + j] += b[i * m + j] / 3;
}

static void fixed(void)
{
#pragma omp parallel for collapse(2)
    for (int ii = 0; ii < ROWS; ii += 16)
        for (int jj = 0; jj < COLUMNS; jj += 16) {
            int last = ii + 16, end;
            if (last > ROWS)
                last = ROWS;
            if (jj + 16 < COLUMNS)
                end = jj + 16;
            else
                end = COLUMNS;
            for (int i = ii; i < last; i++)
                for (int j = jj; j < end; j++)
                    grid[i][j] = 0.5 * other[i][j] + i;
        }
}

static void columns(int size)
{
#pragma omp parallel for
    for (int jj = 0; jj < COLUMNS; jj += size)
        for (int i = 0; i < ROWS; i++)
            for (int j = jj; j <= smaller(jj + size, COLUMNS) - 1; j++)
                other[i][j] = grid[i][j] - j;
}

static void cubes(int n, int m, int l, double *restrict a, const double *restrict b)
{
#pragma omp parallel for collapse(3)
    for (int ii = 0; ii < n; ii += 4)
        for (int jj = 0; jj < m; jj += 4)
            for (int kk = 0; kk < l; kk += 8)
                for (int i = ii; i < MIN(ii + 4, n); i++)
                    for (int j = jj; j < MIN(jj + 4, m); j++)
                        for (int k = kk; k < MIN(kk + 8, l); k++)
                            a[(i * m + j) * l + k] = 1 + 2 * b[(i * m + j) * l + k];
}

static void by_number(int n, int size, double *restrict a, const double *restrict b)
{
    int tiles = (n + size - 1) / size;
#pragma omp parallel for
    for (int t = 0; t < tiles; t++) {
        int begin = t * size, end = MIN(begin + size, n);
        for (int i = begin; i < end; i++)
            a[i] = b[i] * 3;
    }
}

static void inner(int n, double *restrict a, const double *restrict b)
{
#pragma omp parallel for
    for (int ii = 1; ii < n - 1; ii += 8)
        for (int jj = 1; jj < n - 1; jj += 8)
            for (int i = ii; i < MIN(MIN(ii + 8, n - 1), n); i++)
                for (int j = jj; j < MIN(n - 1, jj + 8); j++)
                    a[i * n + j] = (b[i * n + j - 1] + b[i * n + j + 1] + b[(i - 1) * n + j] +
                                    b[(i + 1) * n + j]) /
                                   4;
}

static void sums(int n, double *restrict a, const double *restrict b)
{
#pragma omp parallel for
    for (int ii = 0; ii < n; ii += 8)
        for (int jj = 0; jj < n; jj += 8)
            for (int i = ii; i < MIN(ii + 8, n); i++)
                for (int j = jj; j < MIN(jj + 8, n); j++)
                    a[i] += b[i * n + j];
}

static void down(int n, double *restrict a, const double *restrict b)
{
#pragma omp parallel for
    for (int ii = n - 1; ii >= 0; ii -= 8)
        for (int i = ii; i >= (ii - 7 > 0 ? ii - 7 : 0); i--)
            a[i] -= b[i];
}

int main(void)
{
    enum { N = 61, M = 43 };
    double *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), s = 0;
    for (int i = 0; i < N * N; i++) {
        a[i] = i % 13;
        b[i] = i * 37 % 101;
    }
    for (int i = 0; i < ROWS * COLUMNS; i++)
        other[i / COLUMNS][i % COLUMNS] = i * 7 % 17;
    turn(N, a, b);
    both(N, M, a, b);
    fixed();
    columns(5);
    cubes(13, 11, 19, a, b);
    by_number(N * M, 100, b, a);
    inner(N, a, b);
    sums(N, a, b);
    down(N, a, b);
    for (int i = 0; i < N * N; i++)
        s += a[i] * (i % 7 + 1) + b[i] * (i % 5 + 1);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        s += (grid[i / COLUMNS][i % COLUMNS] + 2 * other[i / COLUMNS][i % COLUMNS]) * (i % 3 + 1);
    printf("%.10g\n", s);
    free(a);
    free(b);
    return 0;
}
/* SPDX-License-Identifier: MIT */

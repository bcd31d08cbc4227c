// SPDX-License-Identifier: MIT
// Shapes that write arrays: updates, stencils, permutations.
#include <math.h>

#include "shapes.h"

#include "../program.h"

static void axpy(long n, double a, const double *x, double *y)
{
#pragma omp parallel for
    for (long i = 0; i < n; i++)
        y[i] += a * x[i];
}

static double axpys(long n, long calls)
{
    double *x = vector(n), *y = vector(n);

    for (long i = 0; i < n; i++) {
        x[i] = (double)(i % 11);
        y[i] = 0.0;
    }
    for (long c = 0; c < calls; c++)
        axpy(n, 1.0 / (double)(c + 1), x, y);
    const double result = digest(y, n);
    free(x);
    free(y);
    return result;
}

#define STATIC_LENGTH 4000000
static double sa[STATIC_LENGTH], sb[STATIC_LENGTH], sc[STATIC_LENGTH];

// Arrays of the program's own, as old codes have them.
static double triad(long n, long calls)
{
    for (long i = 0; i < n; i++) {
        sb[i] = (double)(i % 13);
        sc[i] = (double)(i % 7);
    }
    for (long c = 0; c < calls; c++) {
        const double scalar = 0.5 + (double)c;

#pragma omp parallel for
        for (long i = 0; i < n; i++)
            sa[i] = sb[i] + scalar * sc[i];
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            sb[i] = 0.5 * (sa[i] + sb[i]) / (1.0 + scalar);
    }
    return digest(sa, n) + digest(sb, n);
}

static double jacobi(long n, long calls)
{
    double *u = vector(n * n), *next = vector(n * n), change = 0.0;

#pragma omp parallel for
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            u[j * n + i] = next[j * n + i] = j == 0 ? 1.0 : 0.0;
    for (long c = 0; c < calls; c++) {
#pragma omp parallel for
        for (long j = 1; j < n - 1; j++) {
            for (long i = 1; i < n - 1; i++) {
                const long k = j * n + i;
                next[k] = 0.25 * (u[k - 1] + u[k + 1] + u[k - n] + u[k + n]);
            }
        }
        double *swap = u;
        u = next;
        next = swap;
        if (c % 50 == 49) {
            change = 0.0;
#pragma omp parallel for reduction(max : change)
            for (long k = 0; k < n * n; k++)
                change = fmax(change, fabs(u[k] - next[k]));
        }
    }
    const double result = digest(u, n * n) + change;
    free(u);
    free(next);
    return result;
}

// Seven points in three dimensions, in arrays of rows of planes.
static double jacobi3(long n, long calls)
{
    double *u = vector(n * n * n), *v = vector(n * n * n);

    for (long i = 0; i < n * n * n; i++)
        u[i] = v[i] = (double)(i % 5);
    for (long c = 0; c < calls; c++) {
        double(*a)[n][n] = (double(*)[n][n])u, (*b)[n][n] = (double(*)[n][n])v;

#pragma omp parallel for collapse(2)
        for (long z = 1; z < n - 1; z++)
            for (long y = 1; y < n - 1; y++)
                for (long x = 1; x < n - 1; x++)
                    b[z][y][x] = 0.1 * (a[z][y][x - 1] + a[z][y][x + 1] + a[z][y - 1][x] +
                                        a[z][y + 1][x] + a[z - 1][y][x] + a[z + 1][y][x]) +
                                 0.4 * a[z][y][x];
        double *swap = u;
        u = v;
        v = swap;
    }
    const double result = digest(u, n * n * n);
    free(u);
    free(v);
    return result;
}

static double permute(long n, long calls)
{
    double *x = vector(n), *y = vector(n), total = 0.0;
    int *to = allocate((size_t)n, sizeof *to);

    for (long i = 0; i < n; i++) {
        to[i] = (int)(n - 1 - i);
        x[i] = (double)(i % 100);
    }
    for (long c = 0; c < calls; c++) {
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            y[to[i]] = x[i] + 1.0;
        double *swap = x;
        x = y;
        y = swap;
        total += x[c % n]; // one element is read each time
    }
    total += digest(x, n);
    free(x);
    free(y);
    free(to);
    return total;
}

// One parallel region, several loops of a team in it, and some of them in a function.
static void team_part(const double *x, double *y, long n)
{
#pragma omp for nowait
    for (long i = 0; i < n; i++)
        y[i] = x[i] * 1.0001;
}

static double team(long n, long calls)
{
    double *x = vector(n), *y = vector(n), s = 0.0;

    for (long i = 0; i < n; i++)
        x[i] = 1.0 + (double)(i % 3);
    for (long c = 0; c < calls; c++) {
#pragma omp parallel
        {
            team_part(x, y, n);
#pragma omp barrier
#pragma omp for
            for (long i = 0; i < n; i++)
                x[i] = 0.5 * (x[i] + y[i]);
#pragma omp single
            s += x[n / 2];
        }
    }
    s += digest(x, n) + digest(y, n);
    free(x);
    free(y);
    return s;
}

const struct shape writing_shapes[] = {
    {"axpy_1e3_1e5", axpys, 1000, 100000, 500, 30, 1e-9},
    {"axpy_1e5_1e4", axpys, 100000, 10000, 3000, 5, 1e-9},
    {"axpy_1e7_2e2", axpys, 10000000, 200, 9000, 3, 1e-9},
    {"axpy_1e8_2", axpys, 100000000, 2, 10000, 1, 1e-9},
    {"triad_4e6_500", triad, STATIC_LENGTH, 500, 4000, 4, 1e-9},
    {"jacobi_4000_500", jacobi, 4000, 500, 50, 60, 1e-9},
    {"jacobi3_250_200", jacobi3, 250, 200, 16, 4, 1e-9},
    {"permute_1e7_1e2", permute, 10000000, 100, 5000, 4, 1e-9},
    {"team_1e6_1e3", team, 1000000, 1000, 3000, 4, 1e-9},
    {NULL, NULL, 0, 0, 0, 0, 0.0},
};

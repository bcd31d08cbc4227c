/*
 * jacobi.c: the temperature of a plate, by Jacobi's iteration.
 *
 *     make && ./jacobi [points a side]
 *
 * The edges are kept at x^2 - y^2, which is harmonic, so that the exact solution
 * is known.  Each sweep writes the new field and finds the largest change of any
 * point; the iteration ends when that is small.  Both fields stay on the device.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* One sweep from u to v, n x n points; the largest change. */
static double sweep(int n, double (*u)[n], double (*v)[n])
{
    double change = 0;

    #pragma tcr reduce(max:change)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double d;

            v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
            d = fabs(v[i][j] - u[i][j]);
            if (d > change)
                change = d;
        }
    return change;
}

static double edge(int n, int i, int j)
{
    double x = i / (n - 1.0), y = j / (n - 1.0);

    return x * x - y * y;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 24, sweeps = 0;

    if (n < 3 || n > 20000) {
        fprintf(stderr, "usage: %s [3 .. 20000]\n", argv[0]);
        return 1;
    }
    double (*u)[n] = malloc(sizeof(double[n][n])), (*v)[n] = malloc(sizeof(double[n][n]));
    double change = 1, error = 0;

    if (!u || !v)
        return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int inside = i > 0 && i < n - 1 && j > 0 && j < n - 1;

            u[i][j] = v[i][j] = inside ? 0 : edge(n, i, j);
        }

    #pragma tcr data copy(u[0:n][0:n]) copyin(v[0:n][0:n])
    for (; change > 1e-7; sweeps += 2) {
        sweep(n, u, v);
        change = sweep(n, v, u);
    }

    #pragma tcr reduce(max:error)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            error = fmax(error, fabs(u[i][j] - edge(n, i, j)));
    printf("%d x %d points, %d sweeps\n", n, n, sweeps);
    printf("largest error below 1e-3: %s\n", error < 1e-3 ? "yes" : "no");
    free(u);
    free(v);
    return 0;
}
/* SPDX-License-Identifier: MIT */

/*
 * potential.c: the potential between two plates, by Jacobi's method, in OpenACC.
 *
 *     make && ./potential [points a side] [most sweeps]
 *
 * Written as tutorials of OpenACC have it: a data region around the sweeps, and in it
 * `kernels` regions, in which the compiler looks for the parallel loops.  None of the
 * loops says that its iterations are independent, nor that `change` is a maximum and `energy` a sum.
 *
 * What --tcr-report says: each loop of the regions is a `device loop of 2 levels`; the
 * program's two pointers may overlap for all that the text tells, so that each call looks at
 * the addresses that it has (--tcr-dump=plan: `as asked at each call`).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Sweeps until no point changes by more than `least`; u and v have n x n points. */
static int solve(int n, double *u, double *v, double least, int most)
{
    double change = 1;
    int sweeps = 0;
#pragma acc data copy(u[0 : n * n]) copyin(v[0 : n * n])
    while (change > least && sweeps < most) {
        change = 0;
#pragma acc kernels
        {
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++) {
                    v[i * n + j] = 0.25 * (u[i * n + j - 1] + u[i * n + j + 1] +
                                           u[(i - 1) * n + j] + u[(i + 1) * n + j]);
                    change = fmax(change, fabs(v[i * n + j] - u[i * n + j]));
                }
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    u[i * n + j] = v[i * n + j];
        }
        sweeps++;
    }
    return sweeps;
}

/* Half of the sum of the squares of differences. */
static double field(int n, const double *u)
{
    double energy = 0;
#pragma acc kernels copyin(u[0 : n * n])
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1; j++) {
            double x = u[i * n + j + 1] - u[i * n + j], y = u[(i + 1) * n + j] - u[i * n + j];
            energy += 0.5 * (x * x + y * y);
        }
    return energy;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 60, most = argc > 2 ? atoi(argv[2]) : 400;
    if (n < 3 || n > 40000)
        return fprintf(stderr, "potential: points: 3 to 40000\n"), 2;
    double *u = calloc((size_t)n * n, sizeof *u), *v = calloc((size_t)n * n, sizeof *v);
    if (!u || !v)
        return fprintf(stderr, "potential: no memory\n"), 1;
    for (int j = 0; j < n; j++) {
        u[j] = v[j] = 1;
        u[(n - 1) * n + j] = v[(n - 1) * n + j] = -1;
    }
    int sweeps = solve(n, u, v, 1e-4, most);
    printf("%d sweeps, a quarter down %.6f, energy %.6f\n", sweeps, u[n / 4 * n + n / 2],
           field(n, u));
    free(u);
    free(v);
    return 0;
}
/* SPDX-License-Identifier: MIT */

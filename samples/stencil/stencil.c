/*
 * stencil.c: how good is the solution of a partial differential equation?
 *
 *     make && ./stencil         511 x 511 points, 500 sweeps
 *     ./stencil 33 200          33 x 33 points, 200 sweeps
 *
 * Solves the Poisson equation -u_xx - u_yy = f on the unit square, u = 0 on
 * its edge, by Jacobi sweeps, and prints norms of the residual and of the
 * error against the known solution sin(pi x) sin(pi y).  The norms are what
 * tcr takes over: a nest of two loops over two-dimensional arrays, four
 * variables in one pass.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct norms {
    double residual_2, residual_max, error_2, error_max;
};

static const double pi = 3.141592653589793;

/* Of an n x n field (edge included) with spacing h = 1 / (n - 1). */
static struct norms norms(int n, double u[n][n], double f[n][n], double exact[n][n])
{
    double h = 1.0 / (n - 1), scale = 1.0 / (h * h);
    double r2 = 0.0, rmax = 0.0, e2 = 0.0, emax = 0.0;
    struct norms result;

    #pragma tcr reduce(+:r2, e2) reduce(max:rmax, emax) collapse(2)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double sides = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
            double r = f[i][j] + scale * (sides - 4.0 * u[i][j]);
            double e = u[i][j] - exact[i][j];

            r2 += r * r;
            e2 += e * e;
            rmax = fmax(rmax, fabs(r));
            emax = fmax(emax, fabs(e));
        }
    result.residual_2 = h * sqrt(r2);
    result.residual_max = rmax;
    result.error_2 = h * sqrt(e2);
    result.error_max = emax;
    return result;
}

/* One Jacobi sweep from u into v. */
static void sweep(int n, double u[n][n], double v[n][n], double f[n][n])
{
    double h = 1.0 / (n - 1);

    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]
                              + h * h * f[i][j]);
}

static void fill(int n, double f[n][n], double exact[n][n])
{
    double h = 1.0 / (n - 1);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            exact[i][j] = sin(pi * i * h) * sin(pi * j * h);
            f[i][j] = 2.0 * pi * pi * exact[i][j];
        }
}

static void print(int sweeps, struct norms r)
{
    printf("%6d  %.5e  %.5e  %.5e  %.5e\n", sweeps, r.residual_2, r.residual_max, r.error_2,
           r.error_max);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 511;
    int sweeps = argc > 2 ? atoi(argv[2]) : 500;

    if (n < 3 || sweeps < 0) {
        fprintf(stderr, "usage: %s [POINTS [SWEEPS]]\n", argv[0]);
        return 1;
    }
    double (*u)[n] = calloc((size_t)n, sizeof *u);
    double (*v)[n] = calloc((size_t)n, sizeof *v);
    double (*f)[n] = calloc((size_t)n, sizeof *f);
    double (*exact)[n] = calloc((size_t)n, sizeof *exact);

    if (!u || !v || !f || !exact) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    fill(n, f, exact);
    printf("%d x %d\n", n, n);
    printf("sweeps  residual: 2, max           error: 2, max\n");
    print(0, norms(n, u, f, exact));
    for (int k = 1; k <= sweeps; k++) {
        double (*swap)[n] = u;

        sweep(n, u, v, f);
        u = v;
        v = swap;
        if (k == sweeps || k == sweeps / 2)
            print(k, norms(n, u, f, exact));
    }
    free(u);
    free(v);
    free(f);
    free(exact);
    return 0;
}
/* SPDX-License-Identifier: MIT */

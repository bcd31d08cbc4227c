/* A conjugate gradient solver on a stencil, after the textbooks.
 * flags: -O3 -std=c99 -fno-math-errno
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int nx, ny;
    double hx, hy;
} Grid;

#define IDX(g, i, j) ((size_t)(i) + (size_t)(j) * (size_t)((g)->nx + 2))

static void apply(const Grid *g, const double *x, double *y)
{
    for (int j = 1; j <= g->ny; j++)
        for (int i = 1; i <= g->nx; i++)
            y[IDX(g, i, j)] = 4 * x[IDX(g, i, j)] - x[IDX(g, i - 1, j)] - x[IDX(g, i + 1, j)] -
                              x[IDX(g, i, j - 1)] - x[IDX(g, i, j + 1)];
}

static double dot(const Grid *g, const double *x, const double *y)
{
    double sum = 0.0;
#pragma tcr reduce(+ : sum) collapse(2)
    for (int j = 1; j <= g->ny; j++)
        for (int i = 1; i <= g->nx; i++)
            sum += x[IDX(g, i, j)] * y[IDX(g, i, j)];
    return sum;
}

static double max_norm(const Grid *g, const double *r)
{
    double m = 0.0;
#pragma tcr reduce(max : m)
    for (int j = 1; j <= g->ny; j++) {
        for (int i = 1; i <= g->nx; i++) {
            double v = fabs(r[IDX(g, i, j)]);
            if (v > m)
                m = v;
        }
    }
    return m;
}

int main(void)
{
    Grid g = {12, 10, 1.0 / 13, 1.0 / 11};
    size_t n = (size_t)(g.nx + 2) * (size_t)(g.ny + 2);
    double *x = calloc(n, sizeof *x), *r = calloc(n, sizeof *r), *p = calloc(n, sizeof *p),
           *q = calloc(n, sizeof *q);
    if (!x || !r || !p || !q)
        return 1;
    for (int j = 1; j <= g.ny; j++)
        for (int i = 1; i <= g.nx; i++)
            r[IDX(&g, i, j)] = (i * j) % 5 - 2;
    memcpy(p, r, n * sizeof *p);
    double rho = dot(&g, r, r);
    int it;
    for (it = 0; it < 40 && max_norm(&g, r) > 1e-6; it++) {
        apply(&g, p, q);
        double alpha = rho / dot(&g, p, q);
        for (size_t k = 0; k < n; k++) {
            x[k] += alpha * p[k];
            r[k] -= alpha * q[k];
        }
        double old = rho;
        rho = dot(&g, r, r);
        for (size_t k = 0; k < n; k++)
            p[k] = r[k] + rho / old * p[k];
    }
    printf("%d %.6f\n", it < 40, dot(&g, x, x));
    free(x);
    free(r);
    free(p);
    free(q);
    return 0;
}
/* SPDX-License-Identifier: MIT */

// SPDX-License-Identifier: MIT
// One implicit step: (1 - dt div k grad) u = u0 by conjugate gradients.
#include <math.h>

#include "heat.h"

#include "../program.h"

// (1 + sum of k) u - sum of k times neighbours: the matrix without storing it.
#define APPLY(v)                                                                                   \
    ((1.0 + (kx[index + 1] + kx[index]) + (ky[index + x] + ky[index])) * v[index] -                \
     (kx[index + 1] * v[index + 1] + kx[index] * v[index - 1]) -                                   \
     (ky[index + x] * v[index + x] + ky[index] * v[index - x]))

static void temperatures(const int x, const int y, const double *density, const double *energy,
                         double *u, double *u0)
{
#pragma omp parallel for
    for (int jj = 1; jj < y - 1; ++jj) {
        for (int kk = 1; kk < x - 1; ++kk) {
            const int index = kk + jj * x;

            u[index] = energy[index] * density[index];
            u0[index] = u[index];
        }
    }
}

static void conductivities(const int x, const int y, const double rx, const double ry,
                           const double *density, double *w, double *kx, double *ky)
{
#pragma omp parallel for
    for (int jj = 1; jj < y - 1; ++jj) {
        for (int kk = 1; kk < x - 1; ++kk) {
            const int index = kk + jj * x;
            w[index] = 1.0 / density[index];
        }
    }
#pragma omp parallel for
    for (int jj = HALO; jj < y - 1; ++jj) {
        for (int kk = HALO; kk < x - 1; ++kk) {
            const int index = kk + jj * x;

            kx[index] = rx * (w[index - 1] + w[index]) / (2.0 * w[index - 1] * w[index]);
            ky[index] = ry * (w[index - x] + w[index]) / (2.0 * w[index - x] * w[index]);
        }
    }
}

static void first_residual(const int x, const int y, const double *u, double *w, double *r,
                           double *p, const double *kx, const double *ky, double *rro)
{
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (int jj = HALO; jj < y - HALO; ++jj) {
        for (int kk = HALO; kk < x - HALO; ++kk) {
            const int index = kk + jj * x;
            const double smvp = APPLY(u);

            w[index] = smvp;
            r[index] = u[index] - w[index];
            p[index] = r[index];
            sum += r[index] * p[index];
        }
    }
    *rro += sum;
}

static void apply_direction(const int x, const int y, const double *p, double *w, const double *kx,
                            const double *ky, double *pw)
{
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (int jj = HALO; jj < y - HALO; ++jj) {
        for (int kk = HALO; kk < x - HALO; ++kk) {
            const int index = kk + jj * x;
            const double smvp = APPLY(p);

            w[index] = smvp;
            sum += w[index] * p[index];
        }
    }
    *pw += sum;
}

static void go_along(const int x, const int y, const double alpha, double *u, const double *p,
                     double *r, const double *w, double *rrn)
{
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (int jj = HALO; jj < y - HALO; ++jj) {
        for (int kk = HALO; kk < x - HALO; ++kk) {
            const int index = kk + jj * x;

            u[index] += alpha * p[index];
            r[index] -= alpha * w[index];
            sum += r[index] * r[index];
        }
    }
    *rrn += sum;
}

static void next_direction(const int x, const int y, const double beta, const double *r, double *p)
{
#pragma omp parallel for
    for (int jj = HALO; jj < y - HALO; ++jj) {
        for (int kk = HALO; kk < x - HALO; ++kk) {
            const int index = kk + jj * x;
            p[index] = beta * p[index] + r[index];
        }
    }
}

void conduct_start(struct chunk *c, double dt)
{
    fill_halo(c, c->density, HALO);
    fill_halo(c, c->energy, HALO);
    temperatures(c->x, c->y, c->density, c->energy, c->u, c->u0);
    conductivities(c->x, c->y, dt / (c->dx * c->dx), dt / (c->dy * c->dy), c->density, c->w, c->kx,
                   c->ky);
    fill_halo(c, c->u, 1);
}

// Iterations until the residual has fallen by eps, and the last one's norm.
int conduct_solve(struct chunk *c, const struct settings *s, double *error)
{
    const int x = c->x, y = c->y;
    double rro = 0.0;
    int iteration = 0;

    first_residual(x, y, c->u, c->w, c->r, c->p, c->kx, c->ky, &rro);
    fill_halo(c, c->p, 1);
    const double start = rro;

    while (iteration < s->most_iterations) {
        double pw = 0.0, rrn = 0.0;

        apply_direction(x, y, c->p, c->w, c->kx, c->ky, &pw);
        const double alpha = rro / pw;
        go_along(x, y, alpha, c->u, c->p, c->r, c->w, &rrn);
        next_direction(x, y, rrn / rro, c->r, c->p);
        fill_halo(c, c->p, 1);
        rro = rrn;
        ++iteration;
        if (sqrt(fabs(rrn)) < s->eps * sqrt(start)) {
            break;
        }
    }
    *error = sqrt(rro / start);
    return iteration;
}

void conduct_finish(struct chunk *c)
{
    const int x = c->x, y = c->y;

#pragma omp parallel for
    for (int jj = HALO; jj < y - HALO; ++jj) {
        for (int kk = HALO; kk < x - HALO; ++kk) {
            const int index = kk + jj * x;
            c->energy[index] = c->u[index] / c->density[index];
        }
    }
    field_copy(x, y, c->energy0, c->energy);
}

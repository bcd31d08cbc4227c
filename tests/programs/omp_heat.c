/*
 * Implicit heat conduction by conjugate gradients: rows of a grid in a structure.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <omp.h>
typedef struct {
    int x, y, pad;
    double *density, *energy, *u, *p, *r, *w, *kx, *ky;
} chunk;
static void init(chunk *c)
{
    const int x = c->x, y = c->y;
#pragma omp parallel for
    for (int j = 0; j < y; ++j)
        for (int k = 0; k < x; ++k) {
            const int index = k + j * x;
            c->density[index] = 1 + (j * 7 + k * 3) % 5;
            c->energy[index] = 0.5 + (j + k) % 3;
            c->u[index] = c->energy[index] * c->density[index];
            c->w[index] = 1.0 / c->density[index];
        }
#pragma omp parallel for
    for (int j = 1; j < y - 1; ++j)
        for (int k = 1; k < x - 1; ++k) {
            const int index = k + j * x;
            c->kx[index] =
                0.3 * (c->w[index - 1] + c->w[index]) / (2.0 * c->w[index - 1] * c->w[index]);
            c->ky[index] =
                0.2 * (c->w[index - x] + c->w[index]) / (2.0 * c->w[index - x] * c->w[index]);
        }
}
#define SMVP(a)                                                                                    \
    ((1.0 + (c->kx[index + 1] + c->kx[index]) + (c->ky[index + x] + c->ky[index])) * a[index] -    \
     (c->kx[index + 1] * a[index + 1] + c->kx[index] * a[index - 1]) -                             \
     (c->ky[index + x] * a[index + x] + c->ky[index] * a[index - x]))
static double cg_init(chunk *c)
{
    const int x = c->x, y = c->y;
    double rro = 0;
#pragma omp parallel for
    for (int i = 0; i < x * y; i++) {
        c->p[i] = 0;
        c->r[i] = 0;
    }
#pragma omp parallel for reduction(+ : rro)
    for (int j = 1; j < y - 1; ++j)
        for (int k = 1; k < x - 1; ++k) {
            const int index = k + j * x;
            const double smvp = SMVP(c->u);
            c->w[index] = smvp;
            c->r[index] = c->u[index] - c->w[index];
            c->p[index] = c->r[index];
            rro += c->r[index] * c->p[index];
        }
    return rro;
}
static double cg_w(chunk *c)
{
    const int x = c->x, y = c->y;
    double pw = 0;
#pragma omp parallel for reduction(+ : pw)
    for (int j = 1; j < y - 1; ++j)
        for (int k = 1; k < x - 1; ++k) {
            const int index = k + j * x;
            const double smvp = SMVP(c->p);
            c->w[index] = smvp;
            pw += c->w[index] * c->p[index];
        }
    return pw;
}
static double cg_ur(chunk *c, double alpha)
{
    const int x = c->x, y = c->y;
    double rrn = 0;
#pragma omp parallel for reduction(+ : rrn)
    for (int j = 1; j < y - 1; ++j)
        for (int k = 1; k < x - 1; ++k) {
            const int index = k + j * x;
            c->u[index] += alpha * c->p[index];
            c->r[index] -= alpha * c->w[index];
            rrn += c->r[index] * c->r[index];
        }
    return rrn;
}
static void cg_p(chunk *c, double beta)
{
    const int x = c->x, y = c->y;
#pragma omp parallel for
    for (int j = 1; j < y - 1; ++j)
        for (int k = 1; k < x - 1; ++k) {
            const int index = k + j * x;
            c->p[index] = beta * c->p[index] + c->r[index];
        }
}
static void halo(chunk *c, double *a)
{
    const int x = c->x, y = c->y;
#pragma omp parallel
    {
#pragma omp for
        for (int k = 0; k < x; k++) {
            a[k] = a[x + k];
            a[(y - 1) * x + k] = a[(y - 2) * x + k];
        }
#pragma omp for
        for (int j = 0; j < y; j++) {
            a[j * x] = a[j * x + 1];
            a[j * x + x - 1] = a[j * x + x - 2];
        }
    }
}
int main(void)
{
    chunk c = {34, 28, 0};
    size_t n = (size_t)c.x * c.y * 8;
    double **all[] = {&c.density, &c.energy, &c.u, &c.p, &c.r, &c.w, &c.kx, &c.ky};
    for (int i = 0; i < 8; i++)
        *all[i] = calloc(1, n);
    init(&c);
    halo(&c, c.u);
    double rro = cg_init(&c), start = rro;
    int it;
    for (it = 0; it < 40 && rro > 1e-10 * start; it++) {
        halo(&c, c.p);
        double alpha = rro / cg_w(&c), rrn = cg_ur(&c, alpha);
        cg_p(&c, rrn / rro);
        rro = rrn;
    }
    double s = 0;
    for (int i = 0; i < c.x * c.y; i++)
        s += c.u[i] * (i % 13);
    printf("%d %.8g\n", it, s);
    return 0;
}
/* SPDX-License-Identifier: MIT */

/* SPDX-License-Identifier: MIT */
/* Stencils with a norm, a step of conjugate gradients, particles. */
#include "measure.h"
#include "nests.h"
#include "peers.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tcr.h"

static struct {
    int nx, ny;
    double *a, *b, *c, *d; /* what each pattern has, of nx x ny elements */
    double sum;
} s;

static const double ALPHA = 0.5;

static size_t size(void)
{
    return (size_t)s.nx * (size_t)s.ny * sizeof(double);
}

static int count(void)
{
    return s.nx * s.ny;
}

static void fill(double *array, unsigned long seed)
{
    for (int i = 0; i < count(); i++)
        array[i] = sixteenths(seed << 40 | (unsigned long)i);
    to_device(array, size());
}

/* ---- Jacobi's method: from a to d ---- */

static int call_stencil(void)
{
    s.sum = stencil_norm(s.ny, s.nx, s.a, s.d);
    return 0;
}

static int hand_stencil(void)
{
    return peer_kernels.stencil_norm ? peer_kernels.stencil_norm(s.ny, s.nx, tcr_deviceptr(s.a),
                                                                 tcr_deviceptr(s.d), &s.sum)
                                     : -1;
}

static void reset_stencil(void)
{
    s.sum = -1;
    spoil(s.d, size());
}

static int wrong_stencil(void)
{
    double norm = 0;
    const double *u = s.a;
    to_host(s.d, size());
    for (int j = 1; j < s.ny - 1; j++)
        for (int i = j * s.nx + 1; i < (j + 1) * s.nx - 1; i++) {
            double next = 0.25 * (u[i - s.nx] + u[i + s.nx] + u[i - 1] + u[i + 1]);
            if (s.d[i] != next)
                return 1;
            norm += (next - u[i]) * (next - u[i]);
        }
    return s.sum != norm;
}

/* ---- the heat equation: coefficients a and b, from c to d ---- */

static int call_faces(void)
{
    s.sum = stencil_faces(s.ny, s.nx, s.a, s.b, s.c, s.d);
    return 0;
}

static int hand_faces(void)
{
    return peer_kernels.stencil_faces
               ? peer_kernels.stencil_faces(s.ny, s.nx, tcr_deviceptr(s.a), tcr_deviceptr(s.b),
                                            tcr_deviceptr(s.c), tcr_deviceptr(s.d), &s.sum)
               : -1;
}

static void reset_faces(void)
{
    s.sum = -1;
    spoil(s.d, size());
}

static int wrong_faces(void)
{
    const double *kx = s.a, *ky = s.b, *p = s.c;
    double pw = 0;
    int nx = s.nx;
    to_host(s.d, size());
    for (int j = 1; j < s.ny - 1; j++)
        for (int i = j * nx + 1; i < (j + 1) * nx - 1; i++) {
            double w = (1.0 + (kx[i + 1] + kx[i]) + (ky[i + nx] + ky[i])) * p[i] -
                       (kx[i + 1] * p[i + 1] + kx[i] * p[i - 1]) -
                       (ky[i + nx] * p[i + nx] + ky[i] * p[i - nx]);
            if (s.d[i] != w)
                return 1;
            pw += w * p[i];
        }
    return s.sum != pw;
}

/* ---- a step of conjugate gradients: p is a, q is b, x is c, r is d ---- */

static int call_advance(void)
{
    s.sum = advance(count(), ALPHA, s.a, s.b, s.c, s.d);
    return 0;
}

static int hand_advance(void)
{
    return peer_kernels.advance
               ? peer_kernels.advance(count(), ALPHA, tcr_deviceptr(s.a), tcr_deviceptr(s.b),
                                      tcr_deviceptr(s.c), tcr_deviceptr(s.d), &s.sum)
               : -1;
}

static void reset_advance(void)
{
    s.sum = -1;
    fill(s.c, 3);
    fill(s.d, 4);
}

static int wrong_advance(void)
{
    double rr = 0;
    to_host(s.c, size());
    to_host(s.d, size());
    for (int i = 0; i < count(); i++) {
        double x = sixteenths(3ul << 40 | (unsigned long)i) + ALPHA * s.a[i];
        double r = sixteenths(4ul << 40 | (unsigned long)i) - ALPHA * s.b[i];
        if (s.c[i] != x || s.d[i] != r)
            return 1;
        rr += r * r;
    }
    return s.sum != rr;
}

/* ---- particles: a, four numbers each ---- */

static int call_kinetic(void)
{
    s.sum = kinetic(count() / 4, (double(*)[4])s.a);
    return 0;
}

static void reset_kinetic(void)
{
    s.sum = -1;
}

static int wrong_kinetic(void)
{
    double energy = 0;
    for (int i = 0; i + 3 < count(); i += 4)
        energy += 0.5 * s.a[i + 3] *
                  (s.a[i] * s.a[i] + s.a[i + 1] * s.a[i + 1] + s.a[i + 2] * s.a[i + 2]);
    return s.sum != energy;
}

int grids(long divisor)
{
    struct line lines[] = {{"5-point stencil, norm",
                            "",
                            16,
                            0,
                            LIMIT_COPY,
                            reset_stencil,
                            call_stencil,
                            wrong_stencil,
                            0,
                            {{"by hand", hand_stencil}}},
                           {"5-point A p, p.w",
                            "",
                            32,
                            0,
                            LIMIT_COPY,
                            reset_faces,
                            call_faces,
                            wrong_faces,
                            0,
                            {{"by hand", hand_faces}}},
                           {"x += ap, r -= aq, r.r",
                            "",
                            48,
                            0,
                            LIMIT_COPY,
                            reset_advance,
                            call_advance,
                            wrong_advance,
                            0,
                            {{"by hand", hand_advance}}},
                           {"particles, energy",
                            "",
                            8,
                            0,
                            LIMIT_READ,
                            reset_kinetic,
                            call_kinetic,
                            wrong_kinetic,
                            0,
                            {{0}}}};
    int bad = 0;
    s.nx = s.ny = (int)(4000 / sqrt((double)divisor));
    s.nx = s.ny = s.nx < 8 ? 8 : s.nx;
    double **all[] = {&s.a, &s.b, &s.c, &s.d};
    for (unsigned long k = 0; k < 4; k++) {
        *all[k] = resident(size());
        fill(*all[k], k + 1);
    }
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        lines[k].work *= count();
        if (k < 2)
            snprintf(lines[k].size, sizeof lines[k].size, "%d x %d", s.ny, s.nx);
        else
            snprintf(lines[k].size, sizeof lines[k].size, "%d", k == 3 ? count() / 4 : count());
        bad += measure(&lines[k]);
    }
    for (int k = 0; k < 4; k++)
        gone(*all[k]);
    return bad;
}

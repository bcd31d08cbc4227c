// SPDX-License-Identifier: MIT
// Fields of a chunk: memory, initial states, halo cells, and sums over the interior.
#include "heat.h"

#include "../program.h"

static double *field_new(int x, int y)
{
    double *field = allocate(CELLS(x, y), sizeof *field);

#pragma omp parallel for
    for (int jj = 0; jj < y; ++jj) {
        for (int kk = 0; kk < x; ++kk) {
            const int index = kk + jj * x;
            field[index] = 0.0;
        }
    }
    return field;
}

// A rectangle [x0, x1) x [y0, y1) of the unit square with this state.
struct state {
    double density, energy, x0, x1, y0, y1;
};

static const struct state states[] = {
    {100.0, 0.0001, 0.0, 1.0, 0.0, 1.0},
    {0.1, 25.0, 0.0, 1.0, 0.1, 0.2},
    {0.1, 0.1, 0.1, 0.6, 0.1, 0.6},
    {10.0, 2.0, 0.7, 0.9, 0.5, 0.8},
};

static void set_states(struct chunk *c)
{
    const int x = c->x, y = c->y;
    const int count = (int)(sizeof states / sizeof *states);

#pragma omp parallel for
    for (int jj = 0; jj < y; ++jj) {
        const double yy = (jj - HALO + 0.5) * c->dy;

        for (int kk = 0; kk < x; ++kk) {
            const double xx = (kk - HALO + 0.5) * c->dx;
            const int index = kk + jj * x;

            for (int ss = 0; ss < count; ++ss) {
                if (xx >= states[ss].x0 && xx < states[ss].x1 && yy >= states[ss].y0 &&
                    yy < states[ss].y1) {
                    c->density[index] = states[ss].density;
                    c->energy0[index] = states[ss].energy;
                } else if (ss == 0) {
                    c->density[index] = states[0].density;
                    c->energy0[index] = states[0].energy;
                }
            }
            c->energy[index] = c->energy0[index];
            c->volume[index] = c->dx * c->dy;
        }
    }
}

void chunk_make(struct chunk *c, const struct settings *s)
{
    double **fields[] = {&c->density, &c->energy0, &c->energy, &c->u,  &c->u0,    &c->p,
                         &c->r,       &c->w,       &c->kx,     &c->ky, &c->volume};

    c->x = c->y = s->cells + 2 * HALO;
    c->dx = c->dy = 1.0 / s->cells;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        *fields[i] = field_new(c->x, c->y);
    }
    set_states(c);
}

void chunk_free(struct chunk *c)
{
    double *fields[] = {c->density, c->energy0, c->energy, c->u,  c->u0,    c->p,
                        c->r,       c->w,       c->kx,     c->ky, c->volume};

    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        free(fields[i]);
    }
}

static void reflect_columns(const int x, const int y, const int depth, const int face,
                            double *field)
{
#pragma omp parallel for
    for (int jj = HALO - depth; jj < y - HALO + depth; ++jj) {
        for (int kk = 0; kk < depth; ++kk) {
            const int base = jj * x;

            if (face == LEFT) {
                field[base + (HALO - kk - 1)] = field[base + (HALO + kk)];
            } else {
                field[base + (x - HALO + kk)] = field[base + (x - HALO - 1 - kk)];
            }
        }
    }
}

static void reflect_rows(const int x, const int y, const int depth, const int face, double *field)
{
    for (int jj = 0; jj < depth; ++jj) {
        const int to = face == TOP ? y - HALO + jj : HALO - jj - 1;
        const int from = face == TOP ? y - HALO - 1 - jj : HALO + jj;

#pragma omp parallel for
        for (int kk = HALO - depth; kk < x - HALO + depth; ++kk) {
            field[kk + to * x] = field[kk + from * x];
        }
    }
}

// No heat flows through the walls: the halo is what lies behind a mirror.
void fill_halo(const struct chunk *c, double *field, int depth)
{
    for (int face = LEFT; face < FACES; ++face) {
        if (face == LEFT || face == RIGHT) {
            reflect_columns(c->x, c->y, depth, face, field);
        } else {
            reflect_rows(c->x, c->y, depth, face, field);
        }
    }
}

void field_copy(const int x, const int y, double *to, const double *from)
{
#pragma omp parallel for
    for (int jj = 0; jj < y; ++jj) {
        for (int kk = 0; kk < x; ++kk) {
            const int index = kk + jj * x;
            to[index] = from[index];
        }
    }
}

double field_dot(const int x, const int y, const double *a, const double *b)
{
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (int jj = HALO; jj < y - HALO; ++jj) {
        for (int kk = HALO; kk < x - HALO; ++kk) {
            const int index = kk + jj * x;
            sum += a[index] * b[index];
        }
    }
    return sum;
}

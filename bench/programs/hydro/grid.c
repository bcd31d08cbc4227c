// SPDX-License-Identifier: MIT
// The grid: memory, initial state, reflecting walls, and sums over its cells.
#include "hydro.h"

#include "../program.h"

enum { FIELDS = 19 };

static void field_list(struct grid *g, double **list[FIELDS])
{
    double **all[FIELDS] = {&g->density,   &g->energy,    &g->pressure,     &g->sound,
                            &g->viscosity, &g->density1,  &g->energy1,      &g->u,
                            &g->v,         &g->u1,        &g->v1,           &g->volume,
                            &g->flux_x,    &g->flux_y,    &g->mass_flux,    &g->energy_flux,
                            &g->node_mass, &g->node_flux, &g->momentum_flux};

    memcpy(list, all, sizeof all);
}

// A dense, hot square in a corner of thin gas.
static void initial_state(const struct grid *g)
{
    const int pitch = g->pitch;

#pragma omp parallel for
    for (int j = 0; j < g->ny; j++) {
        for (int i = 0; i < g->nx; i++) {
            const double x = (i - HALO + 0.5) * g->dx, y = (j - HALO + 0.5) * g->dy;
            const int hot = x < 0.4 && y < 0.3;

            g->density[j * pitch + i] = hot ? 1.0 : 0.2;
            g->energy[j * pitch + i] = hot ? 2.5 : 1.0;
        }
    }
}

void grid_make(struct grid *g, int nx, int ny)
{
    double **list[FIELDS];

    g->nx = nx + 2 * HALO;
    g->ny = ny + 2 * HALO;
    g->pitch = g->nx + 1;
    g->dx = 1.0 / nx;
    g->dy = 1.0 / ny;
    field_list(g, list);
    const size_t size = (size_t)g->pitch * (size_t)(g->ny + 1);
    for (int f = 0; f < FIELDS; f++) {
        double *field = *list[f] = allocate(size, sizeof(double));

#pragma omp parallel for schedule(static)
        for (size_t i = 0; i < size; i++)
            field[i] = 0.0;
    }
    initial_state(g);
}

void grid_free(struct grid *g)
{
    double **list[FIELDS];

    field_list(g, list);
    for (int f = 0; f < FIELDS; f++)
        free(*list[f]);
}

void halo_cells(const struct grid *g, double *field)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;

    for (int k = 0; k < HALO; k++) {
#pragma omp parallel for
        for (int i = 0; i < nx; i++) {
            field[(HALO - 1 - k) * pitch + i] = field[(HALO + k) * pitch + i];
            field[(ny - HALO + k) * pitch + i] = field[(ny - HALO - 1 - k) * pitch + i];
        }
    }
    for (int k = 0; k < HALO; k++) {
#pragma omp parallel for
        for (int j = 0; j < ny; j++) {
            field[j * pitch + HALO - 1 - k] = field[j * pitch + HALO + k];
            field[j * pitch + nx - HALO + k] = field[j * pitch + nx - HALO - 1 - k];
        }
    }
}

// Corners on a wall are their own mirror images: a velocity across the wall is 0 there.
void halo_corners(const struct grid *g, double *field, int negate_x, int negate_y)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;
    const double sx = negate_x ? -1.0 : 1.0, sy = negate_y ? -1.0 : 1.0;

#pragma omp parallel for
    for (int i = 0; i <= nx; i++) {
        if (negate_y)
            field[HALO * pitch + i] = field[(ny - HALO) * pitch + i] = 0.0;
        for (int k = 1; k <= HALO; k++) {
            field[(HALO - k) * pitch + i] = sy * field[(HALO + k) * pitch + i];
            field[(ny - HALO + k) * pitch + i] = sy * field[(ny - HALO - k) * pitch + i];
        }
    }
#pragma omp parallel for
    for (int j = 0; j <= ny; j++) {
        double *row = field + j * pitch;

        if (negate_x)
            row[HALO] = row[nx - HALO] = 0.0;
        for (int k = 1; k <= HALO; k++) {
            row[HALO - k] = sx * row[HALO + k];
            row[nx - HALO + k] = sx * row[nx - HALO - k];
        }
    }
}

struct sums grid_sums(const struct grid *g)
{
    const int pitch = g->pitch;
    double mass = 0.0, internal = 0.0, kinetic = 0.0, pressure = 0.0;
    const double cell = g->dx * g->dy;

#pragma omp parallel for reduction(+ : mass, internal, kinetic, pressure)
    for (int j = HALO; j < g->ny - HALO; j++) {
        for (int i = HALO; i < g->nx - HALO; i++) {
            const int c = j * pitch + i;
            double square = 0.0;

            for (int l = 0; l < 2; l++) {
                for (int k = 0; k < 2; k++) {
                    const int n = c + l * pitch + k;
                    square += 0.25 * (g->u[n] * g->u[n] + g->v[n] * g->v[n]);
                }
            }
            mass += cell * g->density[c];
            internal += cell * g->density[c] * g->energy[c];
            kinetic += 0.5 * cell * g->density[c] * square;
            pressure += cell * g->pressure[c];
        }
    }
    return (struct sums){mass, internal, kinetic, pressure};
}

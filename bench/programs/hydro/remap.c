// SPDX-License-Identifier: MIT
// The remap: what the moving faces have swept goes back to the cells of the fixed grid, in one
// direction after the other. Second order in cells (van Leer's limiter), first order at corners.
#include <math.h>

#include "hydro.h"

#include "../program.h"

// The value at the face of a donor cell, from its neighbours up and down the wind.
static inline double limited(double up, double donor, double down, double courant)
{
    const double behind = donor - up, ahead = down - donor;

    if (behind * ahead <= 0.0)
        return donor;
    const double slope =
        copysign(fmin(fabs(behind), fmin(fabs(ahead), 0.25 * fabs(behind + ahead))), ahead);
    return donor + (1.0 - courant) * slope;
}

// Mass and energy through the faces below each cell in the sweep's direction, whose neighbour is at
// `step`.
static void cell_fluxes(const struct grid *g, const int step, const double *flux)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;
    const double *density = g->density1, *energy = g->energy1;

#pragma omp parallel for
    for (int j = HALO; j <= ny - HALO; j++) {
        for (int i = HALO; i <= nx - HALO; i++) {
            const int c = j * pitch + i;
            int up, donor, down;

            if (flux[c] > 0.0) {
                up = c - 2 * step;
                donor = c - step;
                down = c;
            } else {
                up = c + step;
                donor = c;
                down = c - step;
            }
            const double courant = fabs(flux[c]) / g->volume[donor];
            const double mass =
                flux[c] * limited(density[up], density[donor], density[down], courant);

            g->mass_flux[c] = mass;
            g->energy_flux[c] = mass * limited(energy[up], energy[donor], energy[down], courant);
        }
    }
}

static void move_cells(const struct grid *g, const int step, const double *flux)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;

#pragma omp parallel for
    for (int j = HALO; j < ny - HALO; j++) {
        for (int i = HALO; i < nx - HALO; i++) {
            const int c = j * pitch + i;
            const double before = g->density1[c] * g->volume[c];
            const double after = before + g->mass_flux[c] - g->mass_flux[c + step];

            g->energy1[c] =
                (g->energy1[c] * before + g->energy_flux[c] - g->energy_flux[c + step]) / after;
            g->volume[c] = g->volume[c] - flux[c + step] + flux[c];
            g->density1[c] = after / g->volume[c];
        }
    }
}

static void node_masses(const struct grid *g, const int step, const int across)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;
    const double *mass_flux = g->mass_flux;

#pragma omp parallel for
    for (int j = HALO - 1; j <= ny - HALO; j++) {
        for (int i = HALO - 1; i <= nx - HALO; i++) {
            const int n = j * pitch + i;
            g->node_flux[n] = 0.25 * (mass_flux[n - across] + mass_flux[n] +
                                      mass_flux[n - across + step] + mass_flux[n + step]);
        }
    }
#pragma omp parallel for
    for (int j = HALO; j <= ny - HALO; j++) {
        for (int i = HALO; i <= nx - HALO; i++) {
            const int n = j * pitch + i;
            double mass = 0.0;

            for (int l = 0; l < 2; l++)
                for (int k = 0; k < 2; k++)
                    mass += 0.25 * g->density1[n - l * pitch - k] * g->volume[n - l * pitch - k];
            g->node_mass[n] = mass;
        }
    }
}

static void move_momentum(const struct grid *g, const int step, double *velocity)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;
    const double *node_flux = g->node_flux, *node_mass = g->node_mass;
    double *momentum = g->momentum_flux;

#pragma omp parallel for
    for (int j = HALO - 1; j <= ny - HALO; j++) {
        for (int i = HALO - 1; i <= nx - HALO; i++) {
            const int n = j * pitch + i;
            const int donor = node_flux[n] > 0.0 ? n : n + step;
            momentum[n] = node_flux[n] * velocity[donor];
        }
    }
#pragma omp parallel for
    for (int j = HALO; j <= ny - HALO; j++) {
        for (int i = HALO; i <= nx - HALO; i++) {
            const int n = j * pitch + i;
            const double before = node_mass[n] - node_flux[n - step] + node_flux[n];
            velocity[n] = (velocity[n] * before + momentum[n - step] - momentum[n]) / node_mass[n];
        }
    }
}

static void sweep(const struct grid *g, int step, int across, double *flux)
{
    halo_cells(g, g->density1);
    halo_cells(g, g->energy1);
    halo_cells(g, g->volume);
    cell_fluxes(g, step, flux);
    move_cells(g, step, flux);
    halo_cells(g, g->density1);
    halo_cells(g, g->volume);
    halo_cells(g, g->mass_flux);
    node_masses(g, step, across);
    move_momentum(g, step, g->u1);
    move_momentum(g, step, g->v1);
    halo_corners(g, g->u1, 1, 0);
    halo_corners(g, g->v1, 0, 1);
}

// Both sweeps, and their result as the state of the next step.
void remap(const struct grid *g, int first_x)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;

    for (int s = 0; s < 2; s++) {
        if ((s == 0) == (first_x != 0))
            sweep(g, 1, pitch, g->flux_x);
        else
            sweep(g, pitch, 1, g->flux_y);
    }
#pragma omp parallel for
    for (int j = 0; j < ny; j++) {
        for (int i = 0; i < nx; i++) {
            g->density[j * pitch + i] = g->density1[j * pitch + i];
            g->energy[j * pitch + i] = g->energy1[j * pitch + i];
        }
    }
#pragma omp parallel for
    for (int j = 0; j <= ny; j++) {
        for (int i = 0; i <= nx; i++) {
            g->u[j * pitch + i] = g->u1[j * pitch + i];
            g->v[j * pitch + i] = g->v1[j * pitch + i];
        }
    }
}

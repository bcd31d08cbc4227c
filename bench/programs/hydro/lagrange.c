// SPDX-License-Identifier: MIT
// The Lagrangian step: equation of state, artificial viscosity, work, acceleration.
#include <math.h>

#include "hydro.h"

#include "../program.h"

static inline double least(double a, double b)
{
    return a < b ? a : b;
}

void ideal_gas(const struct grid *g, const double *density, const double *energy)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;
    double *pressure = g->pressure, *sound = g->sound;

#pragma omp parallel for
    for (int j = 0; j < ny; j++) {
        for (int i = 0; i < nx; i++) {
            const int c = j * pitch + i;
            const double v = 1.0 / density[c];

            pressure[c] = (GAMMA - 1.0) * density[c] * energy[c];
            const double by_energy = (GAMMA - 1.0) * density[c];
            const double by_volume = -density[c] * pressure[c];
            sound[c] = sqrt(v * v * (pressure[c] * by_energy - by_volume));
        }
    }
}

// A pressure where the flow is compressed, along the gradient of the real one.
void viscosity(const struct grid *g)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;
    const double *u = g->u, *v = g->v;

#pragma omp parallel for
    for (int j = HALO; j < ny - HALO; j++) {
        for (int i = HALO; i < nx - HALO; i++) {
            const int c = j * pitch + i;
            const double du = 0.5 * (u[c + 1] + u[c + pitch + 1] - u[c] - u[c + pitch]);
            const double dv = 0.5 * (v[c + pitch] + v[c + pitch + 1] - v[c] - v[c + 1]);
            const double compression = du / g->dx + dv / g->dy;
            double q = 0.0;

            if (compression < 0.0) {
                const double px = (g->pressure[c + 1] - g->pressure[c - 1]) / (2.0 * g->dx);
                const double py = (g->pressure[c + pitch] - g->pressure[c - pitch]) / (2.0 * g->dy);
                const double norm = sqrt(px * px + py * py) + 1e-30;
                const double length = (fabs(px) * g->dx + fabs(py) * g->dy) / norm;
                const double strain = (du * fabs(px) + dv * fabs(py)) / norm;

                q = 2.0 * g->density[c] * strain * strain;
                q += 0.3 * g->density[c] * g->sound[c] * length * -compression;
            }
            g->viscosity[c] = q;
        }
    }
}

double time_step(const struct grid *g)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;
    const double dx = g->dx, dy = g->dy;
    double dt = 0.01;

#pragma omp parallel for reduction(min : dt)
    for (int j = HALO; j < ny - HALO; j++) {
        for (int i = HALO; i < nx - HALO; i++) {
            const int c = j * pitch + i;
            const double cc = g->sound[c] * g->sound[c] + 2.0 * g->viscosity[c] / g->density[c];
            const double by_sound = 0.5 * least(dx, dy) / fmax(sqrt(cc), 1e-12);
            const double us = fmax(fabs(g->u[c]), fabs(g->u[c + pitch + 1]));
            const double vs = fmax(fabs(g->v[c]), fabs(g->v[c + pitch + 1]));
            const double by_flow = 0.5 * least(dx / fmax(us, 1e-12), dy / fmax(vs, 1e-12));
            const double here = least(by_sound, by_flow);

            if (here < dt)
                dt = here;
        }
    }
    return dt;
}

// Densities and energies after DT, in which the corners move with the mean of both velocities.
void work(const struct grid *g, double dt, const double *u, const double *v, const double *u1,
          const double *v1)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;
    const double cell = g->dx * g->dy;

#pragma omp parallel for
    for (int j = HALO; j < ny - HALO; j++) {
        for (int i = HALO; i < nx - HALO; i++) {
            const int c = j * pitch + i, below = c, above = c + pitch;
            const double left = g->dy * (u[below] + u[above] + u1[below] + u1[above]) * 0.25 * dt;
            const double right =
                g->dy * (u[below + 1] + u[above + 1] + u1[below + 1] + u1[above + 1]) * 0.25 * dt;
            const double bottom =
                g->dx * (v[below] + v[below + 1] + v1[below] + v1[below + 1]) * 0.25 * dt;
            const double top =
                g->dx * (v[above] + v[above + 1] + v1[above] + v1[above + 1]) * 0.25 * dt;
            const double total = right - left + top - bottom;
            const double change = (g->pressure[c] + g->viscosity[c]) / g->density[c] * total / cell;

            g->volume[c] = cell + total;
            g->energy1[c] = g->energy[c] - change;
            g->density1[c] = g->density[c] * cell / g->volume[c];
        }
    }
}

void accelerate(const struct grid *g, double dt)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;
    const double *p = g->pressure, *q = g->viscosity;

#pragma omp parallel for
    for (int j = HALO; j <= ny - HALO; j++) {
        for (int i = HALO; i <= nx - HALO; i++) {
            const int n = j * pitch + i;
            const double mass = 0.25 * g->dx * g->dy *
                                (g->density[n - pitch - 1] + g->density[n - pitch] + g->density[n] +
                                 g->density[n - 1]);
            const double by_mass = 0.5 * dt / mass;

            g->u1[n] = g->u[n] - by_mass * g->dy *
                                     (p[n] - p[n - 1] + p[n - pitch] - p[n - pitch - 1] + q[n] -
                                      q[n - 1] + q[n - pitch] - q[n - pitch - 1]);
            g->v1[n] = g->v[n] - by_mass * g->dx *
                                     (p[n] - p[n - pitch] + p[n - 1] - p[n - pitch - 1] + q[n] -
                                      q[n - pitch] + q[n - 1] - q[n - pitch - 1]);
        }
    }
}

// The volume that each face sweeps.
void face_fluxes(const struct grid *g, double dt)
{
    const int nx = g->nx, ny = g->ny, pitch = g->pitch;

#pragma omp parallel for
    for (int j = HALO; j < ny - HALO; j++) {
        for (int i = HALO; i <= nx - HALO; i++) {
            const int c = j * pitch + i;
            g->flux_x[c] =
                0.25 * dt * g->dy * (g->u[c] + g->u[c + pitch] + g->u1[c] + g->u1[c + pitch]);
        }
    }
#pragma omp parallel for
    for (int j = HALO; j <= ny - HALO; j++) {
        for (int i = HALO; i < nx - HALO; i++) {
            const int c = j * pitch + i;
            g->flux_y[c] = 0.25 * dt * g->dx * (g->v[c] + g->v[c + 1] + g->v1[c] + g->v1[c + 1]);
        }
    }
}

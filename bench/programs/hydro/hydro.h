// SPDX-License-Identifier: MIT
// Compressible flow of an ideal gas on a staggered 2-D grid: density, energy and pressure in cells,
// velocities at their corners. A Lagrangian step (predictor, corrector) and a remap in two sweeps.
#ifndef HYDRO_H
#define HYDRO_H

#define HALO 2
#define GAMMA 1.4

// Cells, with the halo, are nx x ny; corners have one more in each direction. Both have rows of
// `pitch`.
struct grid {
    int nx, ny, pitch;
    double dx, dy;
    double *density, *energy, *pressure, *sound, *viscosity;
    double *density1, *energy1; // after the Lagrangian step
    double *u, *v, *u1, *v1;
    double *volume; // of a cell after the Lagrangian step
    double *flux_x, *flux_y;
    double *mass_flux, *energy_flux;
    double *node_mass, *node_flux, *momentum_flux;
};

struct sums {
    double mass, internal, kinetic, pressure;
};

// grid.c
void grid_make(struct grid *g, int nx, int ny);
void grid_free(struct grid *g);
void halo_cells(const struct grid *g, double *field);
void halo_corners(const struct grid *g, double *field, int negate_x, int negate_y);
struct sums grid_sums(const struct grid *g);

// lagrange.c
void ideal_gas(const struct grid *g, const double *density, const double *energy);
void viscosity(const struct grid *g);
double time_step(const struct grid *g);
void work(const struct grid *g, double dt, const double *u, const double *v, const double *u1,
          const double *v1);
void accelerate(const struct grid *g, double dt);
void face_fluxes(const struct grid *g, double dt);

// remap.c
void remap(const struct grid *g, int first_x);

#endif

// SPDX-License-Identifier: MIT
// hydro [CELLS [STEPS]]: an explosion in a closed box of CELLS x CELLS.
#include "hydro.h"

#include "../program.h"

static double one_step(const struct grid *g, int step)
{
    ideal_gas(g, g->density, g->energy);
    halo_cells(g, g->density);
    halo_cells(g, g->energy);
    halo_cells(g, g->pressure);
    viscosity(g);
    halo_cells(g, g->viscosity);
    const double dt = time_step(g);

    // predictor: pressures half a step ahead
    work(g, 0.5 * dt, g->u, g->v, g->u, g->v);
    ideal_gas(g, g->density1, g->energy1);
    halo_cells(g, g->pressure);
    accelerate(g, dt);
    halo_corners(g, g->u1, 1, 0);
    halo_corners(g, g->v1, 0, 1);
    // corrector: the whole step with the mean of both velocities
    work(g, dt, g->u, g->v, g->u1, g->v1);
    face_fluxes(g, dt);
    remap(g, step % 2 == 0);
    return dt;
}

int main(int argc, char **argv)
{
    const int cells = (int)number(argc, argv, 1, 3840);
    const int steps = (int)number(argc, argv, 2, 100);
    struct grid g;
    double time = 0.0;

    const double start = omp_get_wtime();
    grid_make(&g, cells, cells);
    const double made = omp_get_wtime();
    for (int step = 0; step < steps; step++) {
        const double dt = one_step(&g, step);

        time += dt;
        if (step % 20 == 0) {
            const struct sums s = grid_sums(&g);
            printf("step %4d: time %.6e, dt %.3e, mass %.6e, energy %.6e\n", step, time, dt, s.mass,
                   s.internal + s.kinetic);
        }
    }
    const struct sums s = grid_sums(&g);
    const double end = omp_get_wtime();

    print_check("time", time, 1e-9);
    print_check("mass", s.mass, 1e-9);
    print_check("internal", s.internal, 1e-8);
    print_check("kinetic", s.kinetic, 1e-7);
    print_check("pressure", s.pressure, 1e-8);
    print_time("setup", made - start);
    print_time("steps", end - made);
    grid_free(&g);
    return 0;
}

// SPDX-License-Identifier: MIT
// heat_cg [CELLS [STEPS [ITERATIONS]]]: implicit heat conduction on CELLS x CELLS cells.
#include <math.h>

#include "heat.h"

#include "../program.h"

struct totals {
    double volume, mass, energy, temperature;
};

static struct totals summary(const struct chunk *c)
{
    const int x = c->x, y = c->y;
    double volume = 0.0, mass = 0.0, energy = 0.0, temperature = 0.0;

#pragma omp parallel for reduction(+ : volume, mass, energy, temperature)
    for (int jj = HALO; jj < y - HALO; ++jj) {
        for (int kk = HALO; kk < x - HALO; ++kk) {
            const int index = kk + jj * x;
            const double cell = c->volume[index];
            const double cell_mass = cell * c->density[index];

            volume += cell;
            mass += cell_mass;
            energy += cell_mass * c->energy[index];
            temperature += cell_mass * c->u[index];
        }
    }
    return (struct totals){volume, mass, energy, temperature};
}

int main(int argc, char **argv)
{
    struct settings s = {.dt = 5e-5, .eps = 1e-8};
    struct chunk c;

    s.cells = (int)number(argc, argv, 1, 4000);
    s.steps = (int)number(argc, argv, 2, 1);
    s.most_iterations = (int)number(argc, argv, 3, 10000);
    const double start = omp_get_wtime();
    chunk_make(&c, &s);
    const double made = omp_get_wtime();

    int iterations = 0;
    double error = 0.0;
    for (int step = 1; step <= s.steps; ++step) {
        conduct_start(&c, s.dt);
        const int taken = conduct_solve(&c, &s, &error);
        conduct_finish(&c);
        iterations += taken;
        // a probe in the middle, as codes write one a step
        const int probe = c.x / 2 + c.y / 2 * c.x;
        printf("step %3d: %5d iterations, residual %9.2e, probe %.9e\n", step, taken, error,
               c.u[probe]);
    }
    const struct totals t = summary(&c);
    const double end = omp_get_wtime();

    printf("iterations %d\n", iterations);
    print_check("volume", t.volume, 1e-10);
    print_check("mass", t.mass, 1e-10);
    print_check("energy", t.energy, 1e-6);
    print_check("temperature", t.temperature, 1e-6);
    print_time("setup", made - start);
    print_time("solve", end - made);
    chunk_free(&c);
    return 0;
}

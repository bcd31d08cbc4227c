// SPDX-License-Identifier: MIT
// Look-ups in tables: a binary search in the union of all nuclides' energies, then an interpolation
// for each nuclide of the material.
#include "lookup.h"

#include "../program.h"

static int by_energy(const void *a, const void *b)
{
    const double x = ((const struct point *)a)->energy, y = ((const struct point *)b)->energy;

    return (x > y) - (x < y);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void grids_make(struct tables *t)
{
    const int points = t->points;

#pragma omp parallel for
    for (int n = 0; n < t->nuclides; n++) {
        uint64_t seed = random_at(7, (uint64_t)n * (uint64_t)points * (CHANNELS + 1));
        struct point *grid = t->grid + (long)n * points;

        for (int i = 0; i < points; i++) {
            grid[i].energy = random_next(&seed);
            for (int c = 0; c < CHANNELS; c++)
                grid[i].xs[c] = random_next(&seed);
        }
        qsort(grid, (size_t)points, sizeof *grid, by_energy);
        grid[0].energy = 0.0;
        grid[points - 1].energy = 1.0;
    }
}

// The union of the energies, and for each the point below it of every nuclide.
static void union_make(struct tables *t)
{
    const int nuclides = t->nuclides, points = t->points;

    for (long i = 0; i < t->length; i++)
        t->energy[i] = t->grid[i].energy;
    qsort(t->energy, (size_t)t->length, sizeof *t->energy, by_value);
#pragma omp parallel for
    for (int n = 0; n < nuclides; n++) {
        const struct point *grid = t->grid + (long)n * points;
        int low = 0;

        for (long i = 0; i < t->length; i++) {
            while (low < points - 2 && grid[low + 1].energy <= t->energy[i])
                low++;
            t->index[i * nuclides + n] = low;
        }
    }
}

void tables_make(struct tables *t, int nuclides, int points)
{
    t->nuclides = nuclides;
    t->points = points;
    t->length = (long)nuclides * points;
    t->grid = allocate((size_t)t->length, sizeof *t->grid);
    t->energy = allocate((size_t)t->length, sizeof *t->energy);
    t->index = allocate((size_t)t->length * (size_t)nuclides, sizeof *t->index);
    grids_make(t);
    union_make(t);
}

void tables_free(struct tables *t)
{
    free(t->grid);
    free(t->energy);
    free(t->index);
}

static long search(const double *energy, long length, double wanted)
{
    long low = 0, high = length - 1;

    while (high - low > 1) {
        const long middle = low + (high - low) / 2;

        if (energy[middle] > wanted)
            high = middle;
        else
            low = middle;
    }
    return low;
}

static void micro(double energy, const struct point *low, double *xs)
{
    const struct point *high = low + 1;
    const double f = (high->energy - energy) / (high->energy - low->energy);

    for (int c = 0; c < CHANNELS; c++)
        xs[c] = high->xs[c] - f * (high->xs[c] - low->xs[c]);
}

static void macro(const struct tables *t, const struct materials *m, double energy, int material,
                  double *macro_xs)
{
    const long at = search(t->energy, t->length, energy);
    double micro_xs[CHANNELS];

    for (int c = 0; c < CHANNELS; c++)
        macro_xs[c] = 0.0;
    for (int j = 0; j < m->count[material]; j++) {
        const int n = m->nuclide[material * m->most + j];
        const double density = m->density[material * m->most + j];
        const int low = t->index[at * t->nuclides + n];

        micro(energy, &t->grid[(long)n * t->points + low], micro_xs);
        for (int c = 0; c < CHANNELS; c++)
            macro_xs[c] += micro_xs[c] * density;
    }
}

void tables_run(const struct tables *t, const struct materials *m, long lookups)
{
    unsigned long most_channels = 0;
    double total = 0.0;

#pragma omp parallel for schedule(dynamic, 100) reduction(+ : most_channels, total)
    for (long i = 0; i < lookups; i++) {
        uint64_t seed = random_at(1070, 2 * (uint64_t)i);
        const double energy = random_next(&seed);
        const int material = random_material(random_next(&seed));
        double xs[CHANNELS];
        int most = 0;

        macro(t, m, energy, material, xs);
        for (int c = 1; c < CHANNELS; c++) {
            if (xs[c] > xs[most])
                most = c;
        }
        most_channels += (unsigned long)most + 1;
        total += xs[0];
    }
    // two channels of the same size to the last bits would fall either way
    print_check("channels", (double)most_channels, 1e-6);
    print_check("total", total / (double)lookups, 1e-9);
}

// SPDX-License-Identifier: MIT
// Cross sections as a Monte Carlo transport code looks them up: by tables, or by resonance poles.
#ifndef LOOKUP_H
#define LOOKUP_H

#include <stdint.h>

#define CHANNELS 5
#define MATERIALS 12

// Of each material: its nuclides and their densities, `most` places a material.
struct materials {
    int count[MATERIALS];
    int most;
    int *nuclide;
    double *density;
};

// A nuclide's cross sections at an energy.
struct point {
    double energy;
    double xs[CHANNELS];
};

struct tables {
    int nuclides, points;
    long length;        // of the union: nuclides * points
    struct point *grid; // points of each nuclide, ascending
    double *energy;     // of the union, ascending
    int *index;         // for each energy of the union: the point of each nuclide below it
};

// random.c: numbers that depend on a seed alone, and how to get far ahead in them
uint64_t random_at(uint64_t seed, uint64_t n);
double random_next(uint64_t *seed);
int random_material(double roll);

// materials.c
void materials_make(struct materials *m, int nuclides);
void materials_free(struct materials *m);

// tables.c
void tables_make(struct tables *t, int nuclides, int points);
void tables_free(struct tables *t);
void tables_run(const struct tables *t, const struct materials *m, long lookups);

// poles.c
void poles_run(int nuclides, const struct materials *m, long lookups);

#endif

// SPDX-License-Identifier: MIT
// Implicit heat conduction on a square: fields with two layers of halo cells around them.
#ifndef HEAT_H
#define HEAT_H

#define HALO 2
#define CELLS(x, y) ((size_t)(x) * (size_t)(y))

enum face { LEFT, RIGHT, BOTTOM, TOP, FACES };

struct chunk {
    int x, y; // cells in a row, and rows, with the halo
    double dx, dy;
    double *density, *energy0, *energy;
    double *u, *u0;    // temperature: of this iteration, of the step's start
    double *p, *r, *w; // search direction, residual, A p
    double *kx, *ky;   // conductivities of the left and the lower faces, times dt / dx^2
    double *volume;
};

struct settings {
    int cells, steps, most_iterations;
    double dt, eps;
};

// fields.c
void chunk_make(struct chunk *c, const struct settings *s);
void chunk_free(struct chunk *c);
void fill_halo(const struct chunk *c, double *field, int depth);
void field_copy(int x, int y, double *to, const double *from);
double field_dot(int x, int y, const double *a, const double *b);

// conduct.c
void conduct_start(struct chunk *c, double dt);
int conduct_solve(struct chunk *c, const struct settings *s, double *error);
void conduct_finish(struct chunk *c);

#endif

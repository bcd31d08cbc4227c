// SPDX-License-Identifier: MIT
// md [CELLS [STEPS [lj|eam]]]: molecular dynamics of CELLS^3 unit cells of copper-like atoms (four
// each): Lennard-Jones, or an embedded-atom potential from tables; linked cells and velocity
// Verlet.
#include <math.h>

#include "program.h"

#define MOST_ATOMS 32 // in a linked cell
#define AROUND 27

typedef double real3[3];

struct table {
    int n;
    double start, by; // 1 / distance of the points
    double *values;
};

// Atom number a of linked cell c is at c * MOST_ATOMS + a in all arrays.
struct system {
    int boxes[3], total_boxes, atoms;
    double size[3], box[3]; // of the periodic cell, of a linked cell
    int *count;             // atoms of each linked cell
    int *neighbours;        // AROUND of each
    int *id;
    real3 *r, *p, *f;
    double *u;
    double *density,
        *embedding; // eam: sums of neighbours' densities, and derivatives of the energy
    struct table pair, rho, embed;
};

struct energies {
    double potential, kinetic;
};

static const double cutoff = 2.5, mass = 1.0, dt = 0.002;

// ---- linked cells ----

static int box_of(const struct system *s, const double *r)
{
    int at[3];

    for (int d = 0; d < 3; d++) {
        at[d] = (int)floor(r[d] / s->box[d]);
        if (at[d] >= s->boxes[d])
            at[d] = s->boxes[d] - 1;
        if (at[d] < 0)
            at[d] = 0;
    }
    return (at[2] * s->boxes[1] + at[1]) * s->boxes[0] + at[0];
}

static void put_atom(struct system *s, int id, const double *r, const double *p)
{
    const int box = box_of(s, r);
    const int at = box * MOST_ATOMS + s->count[box];

    if (s->count[box] == MOST_ATOMS) {
        fprintf(stderr, "linked cell %d is full\n", box);
        exit(EXIT_FAILURE);
    }
    s->count[box]++;
    s->id[at] = id;
    memcpy(s->r[at], r, sizeof(real3));
    memcpy(s->p[at], p, sizeof(real3));
}

static void neighbours_make(const struct system *s)
{
    const int *n = s->boxes;

    for (int box = 0; box < s->total_boxes; box++) {
        const int x = box % n[0], y = box / n[0] % n[1], z = box / (n[0] * n[1]);
        int k = 0;

        for (int dz = -1; dz <= 1; dz++)
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    s->neighbours[AROUND * box + k++] =
                        ((z + dz + n[2]) % n[2] * n[1] + (y + dy + n[1]) % n[1]) * n[0] +
                        (x + dx + n[0]) % n[0];
    }
}

// Atoms that have left their linked cell go to another one: from the last of a cell to the first.
static void redistribute(struct system *s)
{
    for (int box = 0; box < s->total_boxes; box++) {
        int a = 0;

        while (a < s->count[box]) {
            const int at = box * MOST_ATOMS + a;

            for (int d = 0; d < 3; d++) {
                if (s->r[at][d] < 0.0)
                    s->r[at][d] += s->size[d];
                else if (s->r[at][d] >= s->size[d])
                    s->r[at][d] -= s->size[d];
            }
            if (box_of(s, s->r[at]) == box) {
                a++;
                continue;
            }
            real3 r, p;
            const int id = s->id[at], last = box * MOST_ATOMS + --s->count[box];

            memcpy(r, s->r[at], sizeof r);
            memcpy(p, s->p[at], sizeof p);
            s->id[at] = s->id[last];
            memcpy(s->r[at], s->r[last], sizeof r);
            memcpy(s->p[at], s->p[last], sizeof p);
            put_atom(s, id, r, p);
        }
    }
}

// ---- setup ----

static double table_at(const struct table *t, double x, double *slope)
{
    double place = (x - t->start) * t->by;

    if (place < 1.0)
        place = 1.0;
    if (place > t->n - 3)
        place = t->n - 3;
    const int k = (int)place;
    const double f = place - k;
    const double *v = t->values + k;
    const double g1 = v[1] - v[-1], g2 = v[2] - v[0];

    *slope = 0.5 * (g1 + f * (g2 - g1)) * t->by;
    return v[0] + 0.5 * f * (g1 + f * (v[1] + v[-1] - 2.0 * v[0]));
}

static void table_make(struct table *t, int n, double start, double end)
{
    t->n = n;
    t->start = start;
    t->by = (n - 1) / (end - start);
    t->values = allocate((size_t)n, sizeof *t->values);
}

static void potentials_make(struct system *s)
{
    enum { POINTS = 2000 };

    table_make(&s->pair, POINTS, 0.5, cutoff);
    table_make(&s->rho, POINTS, 0.5, cutoff);
    table_make(&s->embed, POINTS, 0.0, 40.0);
    for (int i = 0; i < POINTS; i++) {
        const double r = 0.5 + (cutoff - 0.5) * i / (POINTS - 1), x = 1.0 - r / cutoff;

        s->pair.values[i] = 4.0 * exp(-4.0 * (r - 1.0)) * x * x;
        s->rho.values[i] = exp(-2.0 * (r - 1.0)) * x * x;
        s->embed.values[i] = -sqrt(40.0 * i / (POINTS - 1));
    }
}

static void system_make(struct system *s, int cells)
{
    const double lattice = 1.6,
                 base[4][3] = {{.25, .25, .25}, {.25, .75, .75}, {.75, .25, .75}, {.75, .75, .25}};
    unsigned seed = 12345;

    for (int d = 0; d < 3; d++) {
        s->size[d] = cells * lattice;
        s->boxes[d] = (int)(s->size[d] / cutoff);
        s->box[d] = s->size[d] / s->boxes[d];
    }
    s->total_boxes = s->boxes[0] * s->boxes[1] * s->boxes[2];
    const size_t places = (size_t)s->total_boxes * MOST_ATOMS;
    s->count = calloc((size_t)s->total_boxes, sizeof *s->count);
    s->neighbours = allocate((size_t)s->total_boxes * AROUND, sizeof *s->neighbours);
    s->id = allocate(places, sizeof *s->id);
    s->r = allocate(places, sizeof *s->r);
    s->p = allocate(places, sizeof *s->p);
    s->f = allocate(places, sizeof *s->f);
    s->u = allocate(places, sizeof *s->u);
    s->density = allocate(places, sizeof *s->density);
    s->embedding = allocate(places, sizeof *s->embedding);
    neighbours_make(s);
    potentials_make(s);
    for (s->atoms = 0; s->atoms < 4 * cells * cells * cells; s->atoms++) {
        const int cell = s->atoms / 4,
                  at[3] = {cell % cells, cell / cells % cells, cell / (cells * cells)};
        real3 r, p;

        for (int d = 0; d < 3; d++) {
            r[d] = (at[d] + base[s->atoms % 4][d]) * lattice;
            seed = seed * 1664525u + 1013904223u;
            p[d] = ((seed >> 8) / 16777216.0 - 0.5) * 1.5;
        }
        put_atom(s, s->atoms, r, p);
    }
}

static void system_free(struct system *s)
{
    void *all[] = {s->count,     s->neighbours,  s->id,         s->r,
                   s->p,         s->f,           s->u,          s->density,
                   s->embedding, s->pair.values, s->rho.values, s->embed.values};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

// ---- forces ----

// The vector from atom j to atom i, the shorter way around, and its length squared.
static inline double distance2(const struct system *s, const double *ri, const double *rj,
                               double *d)
{
    double r2 = 0.0;

    for (int m = 0; m < 3; m++) {
        d[m] = ri[m] - rj[m];
        if (d[m] > 0.5 * s->size[m])
            d[m] -= s->size[m];
        else if (d[m] < -0.5 * s->size[m])
            d[m] += s->size[m];
        r2 += d[m] * d[m];
    }
    return r2;
}

static double lj_force(const struct system *s)
{
    const double rc2 = cutoff * cutoff, rc6 = 1.0 / (rc2 * rc2 * rc2), shift = rc6 * (rc6 - 1.0);
    double potential = 0.0;

#pragma omp parallel for reduction(+ : potential)
    for (int box = 0; box < s->total_boxes; box++) {
        for (int a = 0; a < s->count[box]; a++) {
            const int i = box * MOST_ATOMS + a;

            s->f[i][0] = s->f[i][1] = s->f[i][2] = 0.0;
            s->u[i] = 0.0;
            for (int k = 0; k < AROUND; k++) {
                const int other = s->neighbours[AROUND * box + k];

                for (int b = 0; b < s->count[other]; b++) {
                    const int j = other * MOST_ATOMS + b;
                    double d[3];
                    const double r2 = distance2(s, s->r[i], s->r[j], d);

                    if (r2 > rc2 || i == j)
                        continue;
                    const double ir2 = 1.0 / r2, ir6 = ir2 * ir2 * ir2;
                    const double force = 24.0 * ir6 * ir2 * (2.0 * ir6 - 1.0);

                    s->u[i] += 0.5 * 4.0 * (ir6 * (ir6 - 1.0) - shift);
                    for (int m = 0; m < 3; m++)
                        s->f[i][m] += force * d[m];
                }
            }
            potential += s->u[i];
        }
    }
    return potential;
}

static void eam_densities(struct system *s)
{
#pragma omp parallel for
    for (int box = 0; box < s->total_boxes; box++) {
        for (int a = 0; a < s->count[box]; a++) {
            const int i = box * MOST_ATOMS + a;
            double sum = 0.0, energy = 0.0, d[3], slope;

            for (int k = 0; k < AROUND; k++) {
                const int other = s->neighbours[AROUND * box + k];

                for (int b = 0; b < s->count[other]; b++) {
                    const int j = other * MOST_ATOMS + b;
                    const double r2 = distance2(s, s->r[i], s->r[j], d);

                    if (r2 > cutoff * cutoff || i == j)
                        continue;
                    const double r = sqrt(r2);
                    energy += 0.5 * table_at(&s->pair, r, &slope);
                    sum += table_at(&s->rho, r, &slope);
                }
            }
            s->density[i] = sum;
            s->u[i] = energy;
        }
    }
}

static double eam_force(struct system *s)
{
    double potential = 0.0;

    eam_densities(s);
#pragma omp parallel for reduction(+ : potential)
    for (int box = 0; box < s->total_boxes; box++) {
        for (int a = 0; a < s->count[box]; a++) {
            const int i = box * MOST_ATOMS + a;

            s->u[i] += table_at(&s->embed, s->density[i], &s->embedding[i]);
            potential += s->u[i];
        }
    }
#pragma omp parallel for
    for (int box = 0; box < s->total_boxes; box++) {
        for (int a = 0; a < s->count[box]; a++) {
            const int i = box * MOST_ATOMS + a;
            double f[3] = {0.0, 0.0, 0.0}, d[3], pair_slope, rho_slope;

            for (int k = 0; k < AROUND; k++) {
                const int other = s->neighbours[AROUND * box + k];

                for (int b = 0; b < s->count[other]; b++) {
                    const int j = other * MOST_ATOMS + b;
                    const double r2 = distance2(s, s->r[i], s->r[j], d);

                    if (r2 > cutoff * cutoff || i == j)
                        continue;
                    const double r = sqrt(r2);
                    table_at(&s->pair, r, &pair_slope);
                    table_at(&s->rho, r, &rho_slope);
                    const double force =
                        pair_slope + (s->embedding[i] + s->embedding[j]) * rho_slope;
                    for (int m = 0; m < 3; m++)
                        f[m] -= force * d[m] / r;
                }
            }
            for (int m = 0; m < 3; m++)
                s->f[i][m] = f[m];
        }
    }
    return potential;
}

// ---- time ----

static void advance_momenta(const struct system *s, double by)
{
#pragma omp parallel for
    for (int box = 0; box < s->total_boxes; box++) {
        for (int i = MOST_ATOMS * box; i < MOST_ATOMS * box + s->count[box]; i++) {
            s->p[i][0] += by * s->f[i][0];
            s->p[i][1] += by * s->f[i][1];
            s->p[i][2] += by * s->f[i][2];
        }
    }
}

static void advance_places(const struct system *s, double by)
{
#pragma omp parallel for
    for (int box = 0; box < s->total_boxes; box++) {
        for (int i = MOST_ATOMS * box; i < MOST_ATOMS * box + s->count[box]; i++) {
            s->r[i][0] += by * s->p[i][0] / mass;
            s->r[i][1] += by * s->p[i][1] / mass;
            s->r[i][2] += by * s->p[i][2] / mass;
        }
    }
}

static double kinetic_energy(const struct system *s)
{
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (int box = 0; box < s->total_boxes; box++) {
        for (int i = MOST_ATOMS * box; i < MOST_ATOMS * box + s->count[box]; i++)
            sum += (s->p[i][0] * s->p[i][0] + s->p[i][1] * s->p[i][1] + s->p[i][2] * s->p[i][2]) *
                   0.5 / mass;
    }
    return sum;
}

int main(int argc, char **argv)
{
    const int cells = (int)number(argc, argv, 1, 60);
    const int steps = (int)number(argc, argv, 2, 100);
    const int eam = argc > 3 && strcmp(argv[3], "eam") == 0;
    struct system s;
    double potential, force_time = 0.0, cell_time = 0.0;

    if (cells < 5) {
        fprintf(stderr, "md: at least 5 unit cells\n");
        return 2;
    }
    const double start = omp_get_wtime();
    system_make(&s, cells);
    const double made = omp_get_wtime();
    potential = eam ? eam_force(&s) : lj_force(&s);
    const double first = potential + kinetic_energy(&s);
    for (int step = 1; step <= steps; step++) {
        advance_momenta(&s, 0.5 * dt);
        advance_places(&s, dt);
        const double t0 = omp_get_wtime();
        redistribute(&s);
        const double t1 = omp_get_wtime();
        potential = eam ? eam_force(&s) : lj_force(&s);
        const double t2 = omp_get_wtime();
        advance_momenta(&s, 0.5 * dt);
        cell_time += t1 - t0;
        force_time += t2 - t1;
        if (step % 20 == 0) {
            const double kinetic = kinetic_energy(&s);
            printf("step %4d: energy %.9f, temperature %.6f\n", step,
                   (potential + kinetic) / s.atoms, kinetic / s.atoms / 1.5);
        }
    }
    const struct energies e = {potential, kinetic_energy(&s)};
    const double end = omp_get_wtime();

    printf("%d atoms, %d linked cells, energy %.9f at first\n", s.atoms, s.total_boxes,
           first / s.atoms);
    print_check("energy", (e.potential + e.kinetic) / s.atoms, 1e-7);
    print_check("potential", e.potential / s.atoms, 1e-5);
    print_check("kinetic", e.kinetic / s.atoms, 1e-4);
    print_time("setup", made - start);
    print_time("cells", cell_time);
    print_time("forces", force_time);
    print_time("steps", end - made);
    system_free(&s);
    return 0;
}

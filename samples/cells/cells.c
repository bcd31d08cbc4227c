/*
 * cells.c: a liquid of particles with Lennard-Jones forces, by linked cells.
 *
 *     make && ./cells [unit cells a side] [steps]
 *
 * The force between two particles is cut off at a distance R, so that a particle
 * need only look at those of its own cell and the 26 around it, where a cell is
 * wider than R.  The host sorts the particles into cells every few steps, as none
 * gets far meanwhile; the device computes forces, energy and virial, and moves
 * the particles.  Positions come to the host, and lists go to the device, for that
 * only.
 *
 * What --tcr-report says of push(): the particles are a `device loop of 1 level`,
 * the 27 cells around a particle are shared by `threads of a team`, whose sums of
 * forces, energy and virial are combined behind them, and those in a cell are one
 * thread's, since `the loop around it is shared`.
 *
 * Method: Hockney and Eastwood, "Computer Simulation Using Particles", 1981,
 * chapter 8; velocity Verlet (Swope, Andersen, Berens and Wilson, J. Chem. Phys.
 * 76 (1982), 637).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DENSITY 0.8442
#define R 2.5    /* where the force is cut off */
#define MARGIN 0.3 /* how much wider than that a cell is, at least */

enum { REBUILD = 10 }; /* steps until particles are sorted anew */

struct particles {
    int n;
    double side; /* of the periodic box */
    double *x, *y, *z, *vx, *vy, *vz, *fx, *fy, *fz;
};

/* Cell c has the particles member[first[c]] .. member[first[c + 1] - 1]. */
struct cells {
    int a_side, count;
    int *first, *member;
    int *of;     /* the cell of a particle */
    int *around; /* 27 a cell: itself and its neighbours */
};

struct sums {
    double potential, virial;
    long pairs;
};

/* The nearest of the periodic images. */
static double image(double d, double side)
{
    return d - side * round(d / side);
}

/* The forces on all particles. */
static struct sums push(const struct particles *p, const struct cells *g)
{
    double potential = 0, virial = 0, shift = 4 * (pow(R, -12) - pow(R, -6));
    long pairs = 0;

    #pragma tcr reduce(+:potential, virial, pairs)
    for (int i = 0; i < p->n; i++) {
        double fx = 0, fy = 0, fz = 0, e = 0, w = 0;
        const int *around = g->around + 27 * g->of[i];
        int near = 0;

        for (int c = 0; c < 27; c++)
            for (int k = g->first[around[c]]; k < g->first[around[c] + 1]; k++) {
                int j = g->member[k];
                double dx = image(p->x[i] - p->x[j], p->side);
                double dy = image(p->y[i] - p->y[j], p->side);
                double dz = image(p->z[i] - p->z[j], p->side);
                double r2 = dx * dx + dy * dy + dz * dz;

                if (r2 < R * R && j != i) {
                    double s2 = 1 / r2, s6 = s2 * s2 * s2, f = 24 * s6 * (2 * s6 - 1) * s2;

                    fx += f * dx;
                    fy += f * dy;
                    fz += f * dz;
                    e += 4 * s6 * (s6 - 1) - shift;
                    w += f * r2;
                    near++;
                }
            }
        p->fx[i] = fx;
        p->fy[i] = fy;
        p->fz[i] = fz;
        potential += 0.5 * e;
        virial += 0.5 * w;
        pairs += near;
    }
    return (struct sums){potential, virial, pairs / 2};
}

/* v += dt f (masses are 1); the kinetic energy. */
static double kick(const struct particles *p, double dt)
{
    double energy = 0;

    #pragma tcr reduce(+:energy)
    for (int i = 0; i < p->n; i++) {
        p->vx[i] += dt * p->fx[i];
        p->vy[i] += dt * p->fy[i];
        p->vz[i] += dt * p->fz[i];
        energy += 0.5 * (p->vx[i] * p->vx[i] + p->vy[i] * p->vy[i] + p->vz[i] * p->vz[i]);
    }
    return energy;
}

/* x += dt v; positions need not lie in the box. */
static void drift(const struct particles *p, double dt)
{
    #pragma tcr loop
    for (int i = 0; i < p->n; i++) {
        p->x[i] += dt * p->vx[i];
        p->y[i] += dt * p->vy[i];
        p->z[i] += dt * p->vz[i];
    }
}

/* ---- on the host ---- */

/* The slice of the box that holds x, of `count`. */
static int slice(double x, double side, int count)
{
    int k = (int)((x / side - floor(x / side)) * count);

    return k < count ? k : count - 1;
}

/* Sorts the particles into cells, by counting. */
static void sort(const struct particles *p, const struct cells *g)
{
    int m = g->a_side;

    for (int c = 0; c < g->count; c++)
        g->first[c] = 0;
    for (int i = 0; i < p->n; i++) {
        int a = slice(p->x[i], p->side, m), b = slice(p->y[i], p->side, m);

        g->of[i] = (a * m + b) * m + slice(p->z[i], p->side, m);
        g->first[g->of[i]]++;
    }
    for (int c = 1; c < g->count; c++) /* now where the next cell begins */
        g->first[c] += g->first[c - 1];
    g->first[g->count] = p->n;
    for (int i = p->n - 1; i >= 0; i--)
        g->member[--g->first[g->of[i]]] = i;
}

static void *memory(size_t count, size_t size)
{
    void *p = calloc(count, size);

    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static struct cells make_cells(const struct particles *p)
{
    int m = (int)(p->side / (R + MARGIN)), count = m * m * m;
    struct cells g = {m, count, memory((size_t)count + 1, sizeof(int)),
                      memory((size_t)p->n, sizeof(int)), memory((size_t)p->n, sizeof(int)),
                      memory(27 * (size_t)count, sizeof(int))};

    for (int c = 0; c < count; c++)
        for (int k = 0; k < 27; k++) {
            int a = (c / m / m + k / 9 + m - 1) % m, b = (c / m % m + k / 3 % 3 + m - 1) % m;

            g.around[27 * c + k] = (a * m + b) * m + (c % m + k % 3 + m - 1) % m;
        }
    return g;
}

/* The same numbers on every machine, within [0, 1). */
static double uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

/* A crystal of m^3 cubes with four particles each, a little shaken. */
static struct particles crystal(int m)
{
    struct particles p = {4 * m * m * m, m * cbrt(4 / DENSITY), 0, 0, 0, 0, 0, 0, 0, 0, 0};
    double **array[9] = {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.fx, &p.fy, &p.fz};
    unsigned state = 1;

    for (int k = 0; k < 9; k++)
        *array[k] = memory((size_t)p.n, sizeof(double));
    for (int i = 0; i < p.n; i++) {
        int cube = i / 4, corner = i % 4;
        double edge = p.side / m;

        p.x[i] = edge * (cube % m + (corner == 1 || corner == 2 ? 0.5 : 0) + 0.1 * uniform(&state));
        p.y[i] = edge * (cube / m % m + (corner == 2 || corner == 3 ? 0.5 : 0) + 0.1 * uniform(&state));
        p.z[i] = edge * (cube / m / m + (corner == 3 || corner == 1 ? 0.5 : 0) + 0.1 * uniform(&state));
        p.vx[i] = 3 * (uniform(&state) - 0.5);
        p.vy[i] = 3 * (uniform(&state) - 0.5);
        p.vz[i] = 3 * (uniform(&state) - 0.5);
    }
    return p;
}

/* How many pairs are nearer than R: each against each. */
static long near_pairs(const struct particles *p)
{
    long pairs = 0;

    #pragma tcr reduce(+:pairs)
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < i; j++) {
            double dx = image(p->x[i] - p->x[j], p->side);
            double dy = image(p->y[i] - p->y[j], p->side);
            double dz = image(p->z[i] - p->z[j], p->side);

            pairs += dx * dx + dy * dy + dz * dz < R * R;
        }
    return pairs;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 50;
    double dt = 0.002, kinetic, before, after;
    struct particles p;
    struct cells g;
    struct sums s;
    long all;

    if (m < 6 || m > 500 || steps < 0) {
        fprintf(stderr, "usage: %s [6 .. 500 unit cells a side] [steps]\n", argv[0]);
        return 1;
    }
    p = crystal(m);
    g = make_cells(&p);
    sort(&p, &g);

    #pragma tcr data copyin(p.x[0:p.n], p.y[0:p.n], p.z[0:p.n]) \
        copyin(p.vx[0:p.n], p.vy[0:p.n], p.vz[0:p.n]) create(p.fx[0:p.n], p.fy[0:p.n], p.fz[0:p.n]) \
        copyin(g.first[0:g.count + 1], g.member[0:p.n], g.of[0:p.n], g.around[0:27 * g.count])
    {
        s = push(&p, &g);
        kinetic = kick(&p, 0);
        before = s.potential + kinetic;
        for (int step = 1; step <= steps; step++) {
            kick(&p, dt / 2);
            drift(&p, dt);
            if (step % REBUILD == 0) {
                #pragma tcr update self(p.x[0:p.n], p.y[0:p.n], p.z[0:p.n])
                sort(&p, &g);
                #pragma tcr update device(g.first[0:g.count + 1], g.member[0:p.n], g.of[0:p.n])
            }
            s = push(&p, &g);
            kinetic = kick(&p, dt / 2);
        }
        after = s.potential + kinetic;
        all = near_pairs(&p);
    }
    printf("%d particles in %d cells, %d steps\n", p.n, g.count, steps);
    printf("%ld pairs, %s\n", s.pairs, s.pairs == all ? "none forgotten" : "some forgotten");
    printf("energy a particle %.4f, then %.4f\n", before / p.n, after / p.n);
    printf("temperature %.4f, pressure %.4f\n", kinetic / p.n * 2 / 3,
           (2 * kinetic + s.virial) / (3 * p.side * p.side * p.side));
    for (int k = 0; k < 9; k++)
        free((double *[]){p.x, p.y, p.z, p.vx, p.vy, p.vz, p.fx, p.fy, p.fz}[k]);
    free(g.first);
    free(g.member);
    free(g.of);
    free(g.around);
    return 0;
}
/* SPDX-License-Identifier: MIT */

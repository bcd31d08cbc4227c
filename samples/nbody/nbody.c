/*
 * nbody.c: a cluster of stars under their own gravity, all pairs.
 *
 *     make && ./nbody [stars] [steps]
 *
 * Leapfrog integration.  All coordinates stay on the device from the first step
 * to the last, and only sums come back: the energies of each step, whose total
 * must not drift, and the momentum at the end, which must not change.
 *
 * What --tcr-report says of the loops: that over the stars is a device loop of
 * one level, and that over their partners, which has four sums of local
 * variables, is shared by the threads of a team:
 *
 *     inner loop over j: threads of a team, by columns, sum 'sx', sum 'sy', ...
 *
 * So also a cluster of few stars keeps a device busy.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SOFTENING 0.05

/* n stars: arrays of one number each, so that neighbours in an array are neighbours of a loop. */
struct stars {
    int n;
    double *mass, *x, *y, *z, *vx, *vy, *vz, *ax, *ay, *az;
};

/* The accelerations of all stars; the potential energy. */
static double attract(const struct stars *s)
{
    double energy = 0;

    #pragma tcr reduce(+:energy)
    for (int i = 0; i < s->n; i++) {
        double sx = 0, sy = 0, sz = 0, depth = 0;

        for (int j = 0; j < s->n; j++) {
            double dx = s->x[j] - s->x[i], dy = s->y[j] - s->y[i], dz = s->z[j] - s->z[i];
            double near = 1 / sqrt(dx * dx + dy * dy + dz * dz + SOFTENING * SOFTENING);
            double pull = s->mass[j] * near * near * near;

            sx += pull * dx;
            sy += pull * dy;
            sz += pull * dz;
            if (j != i)
                depth += s->mass[j] * near;
        }
        s->ax[i] = sx;
        s->ay[i] = sy;
        s->az[i] = sz;
        energy -= 0.5 * s->mass[i] * depth;
    }
    return energy;
}

/* v += dt a; the kinetic energy. */
static double kick(const struct stars *s, double dt)
{
    double energy = 0;

    #pragma tcr reduce(+:energy)
    for (int i = 0; i < s->n; i++) {
        s->vx[i] += dt * s->ax[i];
        s->vy[i] += dt * s->ay[i];
        s->vz[i] += dt * s->az[i];
        energy += 0.5 * s->mass[i] *
                  (s->vx[i] * s->vx[i] + s->vy[i] * s->vy[i] + s->vz[i] * s->vz[i]);
    }
    return energy;
}

/* x += dt v */
static void drift(const struct stars *s, double dt)
{
    #pragma tcr loop
    for (int i = 0; i < s->n; i++) {
        s->x[i] += dt * s->vx[i];
        s->y[i] += dt * s->vy[i];
        s->z[i] += dt * s->vz[i];
    }
}

/* The length of the sum of all momenta. */
static double momentum(const struct stars *s)
{
    double px = 0, py = 0, pz = 0;

    #pragma tcr reduce(+:px, py, pz)
    for (int i = 0; i < s->n; i++) {
        px += s->mass[i] * s->vx[i];
        py += s->mass[i] * s->vy[i];
        pz += s->mass[i] * s->vz[i];
    }
    return sqrt(px * px + py * py + pz * pz);
}

/* The same numbers on every machine, within [0, 1). */
static double uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

/* Ten arrays in one block of memory, which is the caller's to free (mass); 0: there is none. */
static int make(struct stars *s, int n)
{
    double *all = calloc(10 * (size_t)n, sizeof *all), **array[10] = {
        &s->mass, &s->x, &s->y, &s->z, &s->vx, &s->vy, &s->vz, &s->ax, &s->ay, &s->az};
    double px = 0, py = 0, pz = 0;
    unsigned state = 1;

    if (!all)
        return 0;
    s->n = n;
    for (int k = 0; k < 10; k++)
        *array[k] = all + (size_t)k * (size_t)n;
    for (int i = 0; i < n; i++) {
        s->mass[i] = 1.0 / n;
        s->x[i] = uniform(&state);
        s->y[i] = uniform(&state);
        s->z[i] = uniform(&state);
        px += s->vx[i] = uniform(&state);
        py += s->vy[i] = uniform(&state);
        pz += s->vz[i] = uniform(&state);
    }
    for (int i = 0; i < n; i++) { /* the cluster as a whole is at rest */
        s->vx[i] -= px / n;
        s->vy[i] -= py / n;
        s->vz[i] -= pz / n;
    }
    return 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000, steps = argc > 2 ? atoi(argv[2]) : 20;
    double dt = 1e-3, kinetic, potential, before, after, moved;
    struct stars s;

    if (n < 2 || n > 10000000 || steps < 0 || !make(&s, n)) {
        fprintf(stderr, "usage: %s [2 .. 10000000 stars] [steps]\n", argv[0]);
        return 1;
    }

    #pragma tcr data copyin(s.mass[0:10 * n])
    {
        potential = attract(&s);
        kinetic = kick(&s, 0);
        before = kinetic + potential;
        for (int step = 0; step < steps; step++) {
            kick(&s, dt / 2);
            drift(&s, dt);
            potential = attract(&s);
            kinetic = kick(&s, dt / 2);
        }
        after = kinetic + potential;
        moved = momentum(&s);
    }
    printf("%d stars, %d steps\n", n, steps);
    printf("energy %.5f, then %.5f\n", before, after);
    printf("drift below 1e-5: %s\n", fabs(after - before) < 1e-5 * fabs(before) ? "yes" : "no");
    printf("momentum below 1e-12: %s\n", moved < 1e-12 ? "yes" : "no");
    free(s.mass);
    return 0;
}
/* SPDX-License-Identifier: MIT */

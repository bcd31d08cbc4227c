/*
 * particles.c: particles in a box, each a structure, that attract each other.
 *
 *     make && ./particles [number]
 *
 * Leapfrog integration of the softened gravity of all pairs.  The particles are
 * an array of structures that stays on the device; the energies come back.  The
 * total energy must not drift.
 *
 * Method: velocity Verlet (Swope, Andersen, Berens and Wilson, J. Chem. Phys. 76
 * (1982), 637).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct particle {
    double position[3], velocity[3], force[3];
    double mass;
};

#define SOFTENING 0.05

/* The forces on all particles; the potential energy. */
static double attract(int n, struct particle *p)
{
    double energy = 0;

    #pragma tcr reduce(+:energy)
    for (int i = 0; i < n; i++) {
        double force[3] = {0, 0, 0};

        for (int j = 0; j < n; j++) {
            double d[3], r2 = SOFTENING * SOFTENING, pull;

            for (int k = 0; k < 3; k++) {
                d[k] = p[j].position[k] - p[i].position[k];
                r2 += d[k] * d[k];
            }
            if (j == i)
                continue;
            pull = p[i].mass * p[j].mass / sqrt(r2);
            energy -= 0.5 * pull;
            for (int k = 0; k < 3; k++)
                force[k] += pull / r2 * d[k];
        }
        for (int k = 0; k < 3; k++)
            p[i].force[k] = force[k];
    }
    return energy;
}

/* Half a step of the velocities; the kinetic energy. */
static double kick(int n, struct particle *p, double dt)
{
    double energy = 0;

    #pragma tcr reduce(+:energy)
    for (int i = 0; i < n; i++) {
        struct particle *q = &p[i];

        for (int k = 0; k < 3; k++) {
            q->velocity[k] += 0.5 * dt / q->mass * q->force[k];
            energy += 0.5 * q->mass * q->velocity[k] * q->velocity[k];
        }
    }
    return energy;
}

static void drift(int n, struct particle *p, double dt)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            p[i].position[k] += dt * p[i].velocity[k];
}

/* The same numbers on every machine, within [0, 1). */
static double uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 128, steps = 20;
    double dt = 1e-3, before, after, kinetic = 0, potential;
    struct particle *p;
    unsigned state = 1;

    if (n < 2 || n > 1000000 || !(p = calloc((size_t)n, sizeof *p))) {
        fprintf(stderr, "usage: %s [2 .. 1000000]\n", argv[0]);
        return 1;
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) {
            p[i].position[k] = uniform(&state);
            p[i].velocity[k] = 0.1 * (uniform(&state) - 0.5);
        }
        p[i].mass = (0.5 + uniform(&state)) / n;
    }

    #pragma tcr data copy(p[0:n])
    {
        potential = attract(n, p);
        before = kick(n, p, 0) + potential;
        for (int s = 0; s < steps; s++) {
            kick(n, p, dt);
            drift(n, p, dt);
            potential = attract(n, p);
            kinetic = kick(n, p, dt);
        }
        after = kinetic + potential;
    }
    printf("%d particles, %d steps\n", n, steps);
    printf("energy %.4f, then %.4f\n", before, after);
    printf("drift below 1e-4: %s\n", fabs(after - before) < 1e-4 * fabs(before) ? "yes" : "no");
    free(p);
    return 0;
}
/* SPDX-License-Identifier: MIT */

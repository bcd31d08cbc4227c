/*
 * histogram.c: how far apart are particles in a box, and how do they push?
 *
 *     make && ./histogram [particles]
 *
 * Of all pairs: a histogram of the distances, which counts in integers; one of
 * the energies of soft springs, which adds up floating-point weights; and the
 * stress tensor.  All three are sections of arrays as reduction variables, the
 * first two at places that are computed, the third at constant ones.
 *
 * --tcr-report says of the pairs that they are a `device loop of 2 levels`: all
 * n x n of them are spread over the device.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BINS = 40 };
#define SIDE 12.0
#define REACH 4.0

struct particle {
    double x[3];
};

/* The nearest of the periodic images. */
static double image(double d)
{
    return d - SIDE * round(d / SIDE);
}

static double pairs(const struct particle *p, int n, long *distances, double *springs,
                    double stress[3][3])
{
    double energy = 0;

    #pragma tcr reduce(+:distances[0:BINS], springs[0:BINS], stress[0:3][0:3], energy)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double d[3], r2 = 0, r, push;
            int bin;

            for (int a = 0; a < 3; a++) {
                d[a] = image(p[i].x[a] - p[j].x[a]);
                r2 += d[a] * d[a];
            }
            r = sqrt(r2);
            if (i == j || r >= REACH)
                continue;
            bin = (int)(r * (BINS / REACH));
            distances[bin]++;
            springs[bin] += 0.5 * (REACH - r) * (REACH - r);
            push = r < 1 ? 1 - r : 0;
            energy += 0.5 * push * push;
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++)
                    stress[a][b] += r > 0 ? push / r * d[a] * d[b] : 0;
        }
    return energy;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000;
    struct particle *p = malloc((size_t)(n > 0 ? n : 1) * sizeof *p);
    long distances[BINS] = {0};
    double springs[BINS] = {0}, stress[3][3] = {{0}}, energy;
    unsigned long long state = 1;

    if (!p)
        return 1;
    for (int i = 0; i < n; i++)
        for (int a = 0; a < 3; a++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            p[i].x[a] = (double)(state >> 40) / (1 << 24) * SIDE;
        }
    energy = pairs(p, n, distances, springs, stress);
    printf("energy  %.9g\n", energy);
    for (int a = 0; a < 3; a++)
        printf("stress %12.6f %12.6f %12.6f\n", stress[a][0], stress[a][1], stress[a][2]);
    for (int k = 0; k < BINS; k++)
        printf("%4.1f .. %4.1f %8ld %12.3f\n", k * REACH / BINS, (k + 1) * REACH / BINS, distances[k],
               springs[k]);
    free(p);
    return 0;
}
/* SPDX-License-Identifier: MIT */

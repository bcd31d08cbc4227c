/*
 * montecarlo.c: pi from random points, with a counter-based generator.
 *
 *     make && ./montecarlo      20,000,000 points
 *     ./montecarlo 100000 7     100,000 points, seed 7
 *
 * A generator that keeps a state would tie each iteration to the one before.
 * A counter-based one computes the i-th number from i alone, so that the
 * iterations may run in any order, and the result does not depend on it: the
 * count of hits is an integer and the same on every machine.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The i-th output of SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, OOPSLA 2014). */
static inline uint64_t random_bits(uint64_t seed, uint64_t i)
{
    uint64_t z = seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* How many of n points of the unit square fall into the quarter circle.
 * Coordinates are 31-bit integers: squares and their sum are exact. */
static long long hits_in_circle(uint64_t seed, long long n)
{
    long long hits = 0;

    #pragma tcr reduce(+:hits)
    for (long long i = 0; i < n; i++) {
        uint64_t r = random_bits(seed, (uint64_t)i);
        uint64_t x = r >> 33;
        uint64_t y = r & UINT64_C(0x7fffffff);

        if (x * x + y * y < UINT64_C(1) << 62)
            hits++;
    }
    return hits;
}

int main(int argc, char **argv)
{
    long long n = argc > 1 ? atoll(argv[1]) : 20000000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    long long hits;
    double share;

    if (n < 1) {
        fprintf(stderr, "usage: %s [POINTS [SEED]]\n", argv[0]);
        return 1;
    }
    hits = hits_in_circle(seed, n);
    share = (double)hits / (double)n;
    printf("points %lld\n", n);
    printf("hits   %lld\n", hits);
    printf("pi     %.6f +- %.6f\n", 4.0 * share, 4.0 * sqrt(share * (1.0 - share) / (double)n));
    return 0;
}
/* SPDX-License-Identifier: MIT */

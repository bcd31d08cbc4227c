/* SPDX-License-Identifier: MIT */
/* Random numbers of generators whose state an iteration or an array holds: rand_r, erand48 and its
 * kin, which the device has as text where the C library's give the same (after lcong48 they do
 * not), and some of the program's own, whose numbers of 33 bits and more become int, or wrap
 * around.
 * flags: -O2 -fopenmp
 * accept: omp
 * device: 5
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };
static unsigned seeds[N];
static int faces[N];

static double uniform(unsigned *seed)
{
    return rand_r(seed) / (RAND_MAX + 1.0);
}

static int high_word(uint64_t *s)
{
    *s = *s * 6364136223846793005u + 1442695040888963407u;
    return (int)(*s >> 32);
}

static double of_48_bits(void)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        unsigned short state[3] = {(unsigned short)i, (unsigned short)(i >> 16), 7};
        s += erand48(state);
    }
    return s;
}

int main(void)
{
    static unsigned short changed[7] = {1, 2, 3, 4, 5, 6, 7};
    long inside = 0, difference = 0, sum = 0;
    unsigned hash = 0;

#pragma omp parallel for reduction(+ : inside)
    for (int i = 0; i < N; i++) {
        unsigned seed = (unsigned)i + 1;
        double x = uniform(&seed), y = uniform(&seed);
        inside += x * x + y * y < 1;
    }

#pragma omp parallel for reduction(+ : difference)
    for (int i = 0; i < N; i++) {
        unsigned short state[3] = {(unsigned short)i, (unsigned short)(i >> 16), 7};
        difference += nrand48(state) - jrand48(state);
    }

    for (int i = 0; i < N; i++)
        seeds[i] = (unsigned)i * 7;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        faces[i] = rand_r(&seeds[i]) % 6 + 1;
    for (int i = 0; i < N; i++)
        hash = hash * 31 + (unsigned)faces[i] + seeds[i];

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        uint64_t state = (uint64_t)i;
        sum += high_word(&state);
        sum += (int)((unsigned)i * 2654435761u) + (long)((unsigned)i * 1664525u + 1013904223u);
        sum += (int)((state & 0xffffffffffff) >> 16);
    }

    printf("%ld %ld %u %ld %.12g\n", inside, difference, hash, sum, of_48_bits());
    lcong48(changed);
    printf("%.12g\n", of_48_bits());
    return 0;
}

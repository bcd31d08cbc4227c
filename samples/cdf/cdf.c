/*
 * cdf.c: draws from a distribution that is given by weights.
 *
 *     make && ./cdf
 *
 * The running totals of the weights, an inclusive prefix sum, are the cumulative distribution.  A
 * number u below the total belongs to the first element whose running total is above u, which a
 * binary search finds; draws are independent of each other.  The weights are integers: so their
 * totals never decrease, and are the same on every machine.  (Sums of floating numbers are rounded,
 * and neighbouring prefixes in different ways: docs/numerics.md.)
 *
 * Method: inversion; Devroye, "Non-Uniform Random Variate Generation" (1986), chapter III.
 */
#include <stdio.h>
#include <stdlib.h>

enum { CLASSES = 100000, DRAWS = 1000000, GROUPS = 10 };

/* Running totals; the last one. */
static long cumulate(const int *restrict weight, long *restrict total, int n)
{
    long sum = 0;

#pragma tcr reduce(inscan, +:sum)
    for (int i = 0; i < n; i++) {
        sum += weight[i];
#pragma tcr scan inclusive(sum)
        total[i] = sum;
    }
    return sum;
}

/* The i-th of a sequence of numbers without order (splitmix64). */
static unsigned long noise(unsigned long i)
{
    unsigned long x = (i + 1) * 0x9e3779b97f4a7c15ul;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ul;
    x = (x ^ x >> 27) * 0x94d049bb133111ebul;
    return x ^ x >> 31;
}

/* The first element of total[0..n) that is above u. */
static int find(const long *total, int n, long u)
{
    int low = 0, high = n - 1;

    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (total[middle] > u)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

int main(void)
{
    int *weight = malloc(CLASSES * sizeof *weight);
    long *total = malloc(CLASSES * sizeof *total);
    long drawn[GROUPS] = {0}, expected[GROUPS] = {0}, all;

    if (!weight || !total)
        return 1;
    for (int i = 0; i < CLASSES; i++) /* rare ones among frequent ones */
        weight[i] = 1 + (i % 10) * (i % 10) + (i % 97 == 0 ? 500 : 0);
    all = cumulate(weight, total, CLASSES);

#pragma tcr reduce(+:drawn) copyin(total[0:CLASSES])
    for (long d = 0; d < DRAWS; d++) {
        const long u = (long)(noise((unsigned long)d) % (unsigned long)all);
        drawn[find(total, CLASSES, u) % GROUPS]++;
    }

    for (int i = 0; i < CLASSES; i++)
        expected[i % GROUPS] += weight[i];
    printf("total weight %ld\n", all);
    for (int g = 0; g < GROUPS; g++)
        printf("group %d: drawn %ld, expected %.0f\n", g, drawn[g],
               (double)expected[g] / (double)all * DRAWS);
    free(weight);
    free(total);
    return 0;
}
/* SPDX-License-Identifier: MIT */

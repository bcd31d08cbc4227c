// SPDX-License-Identifier: MIT
// A linear congruential generator (modulus 2^63), with jumps in logarithmic time.
#include "lookup.h"

#define MULTIPLIER 2806196910506780709ULL
#define MASK ((1ULL << 63) - 1)

uint64_t random_at(uint64_t seed, uint64_t n)
{
    uint64_t a = MULTIPLIER, c = 1, by = 1, plus = 0;

    while (n > 0) {
        if (n & 1) {
            by *= a;
            plus = plus * a + c;
        }
        c *= a + 1;
        a *= a;
        n >>= 1;
    }
    return (by * seed + plus) & MASK;
}

double random_next(uint64_t *seed)
{
    *seed = (MULTIPLIER * *seed + 1) & MASK;
    return (double)*seed / 9223372036854775808.0;
}

// How often a particle is in each material of a reactor.
int random_material(double roll)
{
    const double share[MATERIALS] = {0.140, 0.052, 0.275, 0.134, 0.154, 0.064,
                                     0.066, 0.055, 0.008, 0.015, 0.025, 0.012};
    double sum = 0.0;

    for (int i = 0; i < MATERIALS - 1; i++) {
        sum += share[i];
        if (roll < sum)
            return i;
    }
    return MATERIALS - 1;
}

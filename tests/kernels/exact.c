/* SPDX-License-Identifier: MIT */
#include "exact.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Carry on, so that each limb but the last is in [0, 2^32). */
static void normalise(struct exact *sum)
{
    int64_t carry = 0;
    for (int k = 0; k < EXACT_LIMBS - 1; k++) {
        const int64_t x = sum->limb[k] + carry;
        sum->limb[k] = x & 0xffffffff;
        carry = (x - sum->limb[k]) / ((int64_t)1 << 32);
    }
    sum->limb[EXACT_LIMBS - 1] += carry;
    sum->pending = 0;
}

void exact_add(struct exact *sum, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const unsigned exponent = (unsigned)(bits >> 52) & 0x7ff;
    const uint64_t fraction = bits & ((1ull << 52) - 1);
    const uint64_t significand = exponent ? fraction | 1ull << 52 : fraction;
    const unsigned at = exponent ? exponent - 1 : 0; /* x = significand * 2^(at - 1074) */
    const uint64_t low = (significand & 0xffffffff) << at % 32;
    const uint64_t high = (significand >> 32) << at % 32; /* below 2^53 */
    const int64_t sign = bits >> 63 ? -1 : 1;

    sum->limb[at / 32] += sign * (int64_t)(low & 0xffffffff);
    sum->limb[at / 32 + 1] += sign * (int64_t)((low >> 32) + (high & 0xffffffff));
    sum->limb[at / 32 + 2] += sign * (int64_t)(high >> 32);
    if (++sum->pending == 1u << 29)
        normalise(sum);
}

/* The magnitude in normalised limbs; true if the sum is negative. */
static bool magnitude(struct exact *sum)
{
    normalise(sum);
    const bool negative = sum->limb[EXACT_LIMBS - 1] < 0;
    if (negative) {
        for (int k = 0; k < EXACT_LIMBS; k++)
            sum->limb[k] = -sum->limb[k];
        normalise(sum);
    }
    return negative;
}

double exact_value(const struct exact *sum)
{
    struct exact copy = *sum;
    const bool negative = magnitude(&copy);
    int top = EXACT_LIMBS - 1;
    while (top > 0 && copy.limb[top] == 0)
        top--;
    if (copy.limb[top] == 0)
        return 0;
    if (top < 2) { /* exact in one step: at most 64 bits, rounded once */
        const uint64_t x = (uint64_t)copy.limb[1] << 32 | (uint64_t)copy.limb[0];
        const double value = ldexp((double)x, -1074);
        return negative ? -value : value;
    }
    if (top == EXACT_LIMBS - 1)
        return negative ? -(double)INFINITY : (double)INFINITY;
    /* The top 64 bits, of which the last says whether there is anything below. */
    const int room = __builtin_clzll((uint64_t)copy.limb[top]) - 32; /* 0 to 31 */
    const uint64_t next = (uint64_t)copy.limb[top - 2] << room;
    uint64_t x = (uint64_t)copy.limb[top] << 32 | (uint64_t)copy.limb[top - 1];
    x = x << room | next >> 32;
    bool below = (next & 0xffffffff) != 0;
    for (int k = 0; k < top - 2; k++)
        below |= copy.limb[k] != 0;
    x |= below;
    /* x * 2^e; a subnormal result has all of its bits in the limbs 0 and 1 */
    const int e = 32 * (top - 1) - 1074 - room;
    const double value = ldexp((double)x, e);
    return negative ? -value : value;
}

double exact_distance(const struct exact *sum, double x)
{
    struct exact copy = *sum;
    exact_add(&copy, -x);
    return fabs(exact_value(&copy));
}

/* SPDX-License-Identifier: MIT */
/* exact.h: sums of doubles without any rounding: a fixed-point number as wide as
 * the range of double. */
#ifndef TEST_EXACT_H
#define TEST_EXACT_H

#include <stdint.h>

/* Limb k counts 2^(32 k - 1074); limbs are of either sign. */
enum { EXACT_LIMBS = 68 };
struct exact {
    int64_t limb[EXACT_LIMBS];
    unsigned pending; /* additions since the limbs were last normalised */
};

/* x finite. */
void exact_add(struct exact *sum, double x);
/* To nearest, ties to even; beyond the range: an infinity. */
double exact_value(const struct exact *sum);
/* |sum - x|, to within a few units in the last place; x finite. */
double exact_distance(const struct exact *sum, double x);

#endif

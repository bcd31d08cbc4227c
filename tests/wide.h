/* SPDX-License-Identifier: MIT */
/*
 * wide.h: for tests, sums of double in integers of 2,560 bits, and whether a
 * number is such a sum, rounded to nearest even: its neighbours tell.
 */
#ifndef TESTS_WIDE_H
#define TESTS_WIDE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE_WORDS = 40, WIDE_UNIT = 1200 };

struct wide {
    unsigned long long w[WIDE_WORDS]; /* two's complement, multiples of 2^-1200 */
};

static inline void wide_add_at(struct wide *a, unsigned long long x, int bit, bool minus)
{
    struct wide b = {0};
    unsigned long long carry = minus;

    b.w[bit / 64] = x << bit % 64;
    if (bit % 64)
        b.w[bit / 64 + 1] = x >> (64 - bit % 64);
    for (int k = 0; k < WIDE_WORDS; k++) {
        unsigned long long y = minus ? ~b.w[k] : b.w[k], sum;

        carry = __builtin_add_overflow(a->w[k], carry, &sum);
        carry += __builtin_add_overflow(sum, y, &sum);
        a->w[k] = sum;
    }
}

/* a += times * x, of a finite x */
static inline void wide_add(struct wide *a, double x, int times)
{
    int exponent;
    double m = frexp(fabs(x), &exponent);

    if (x != 0)
        wide_add_at(a, (unsigned long long)ldexp(m, 53) * (unsigned)abs(times),
                    exponent - 53 + WIDE_UNIT, (x < 0) != (times < 0));
}

static inline int wide_sign(const struct wide *a)
{
    if (a->w[WIDE_WORDS - 1] >> 63)
        return -1;
    for (int k = 0; k < WIDE_WORDS; k++)
        if (a->w[k])
            return 1;
    return 0;
}

/* The number above x in the type, beyond the largest 2^1024 or 2^128 in steps. */
static inline double wide_above(double x, bool narrow)
{
    if (narrow)
        return (double)nextafterf((float)x, INFINITY);
    return nextafter(x, INFINITY);
}

static inline bool wide_is_even(double x, bool narrow)
{
    float f = (float)x;
    unsigned w;
    unsigned long long d;

    memcpy(&w, &f, sizeof w);
    memcpy(&d, &x, sizeof d);
    return narrow ? !(w & 1) : !(d & 1);
}

/* Is r the sum, rounded to nearest even? */
static inline bool wide_is_rounded(const struct wide *sum, double r, bool narrow)
{
    const double most = narrow ? (double)FLT_MAX : DBL_MAX;
    struct wide over = *sum, under = *sum;
    double up, down;

    if (wide_sign(sum) < 0) { /* of the opposite */
        struct wide minus = {0};
        unsigned long long carry = 1;

        for (int k = 0; k < WIDE_WORDS; k++)
            carry = __builtin_add_overflow(~sum->w[k], carry, &minus.w[k]);
        return wide_is_rounded(&minus, -r, narrow);
    }
    if (wide_sign(sum) == 0)
        return r == 0 && !signbit(r);
    if (isinf(r)) { /* at least most and half a step: 2 sum >= 2 most + step */
        wide_add(&over, -most, 1);
        wide_add(&over, -(most - -wide_above(-most, narrow)) / 2, 1);
        return r > 0 && wide_sign(&over) >= 0;
    }
    up = wide_above(r, narrow);
    down = -wide_above(-r, narrow);
    /* 2 sum - r - up <= 0 <= 2 sum - r - down */
    for (int k = WIDE_WORDS - 1; k >= 0; k--) {
        over.w[k] = over.w[k] << 1 | (k ? over.w[k - 1] >> 63 : 0);
        under.w[k] = under.w[k] << 1 | (k ? under.w[k - 1] >> 63 : 0);
    }
    wide_add(&over, r, -1);
    if (isinf(up)) {
        wide_add(&over, r, -1);
        wide_add(&over, r - down, -1);
    } else {
        wide_add(&over, up, -1);
    }
    wide_add(&under, r, -1);
    wide_add(&under, down, -1);
    if (wide_sign(&over) == 0 || wide_sign(&under) == 0)
        return wide_is_even(r, narrow);
    return wide_sign(&over) < 0 && wide_sign(&under) > 0;
}

#endif

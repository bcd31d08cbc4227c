/* SPDX-License-Identifier: MIT */
/*
 * odd.h: numbers that are none, and how results with them are compared.
 */
#ifndef FUZZ_ODD_H
#define FUZZ_ODD_H

#include "prelude.h"

/* A multiple of 1/8, and one of `each` one of those that the bits of `which` allow. */
FUZZ_OUTSIDE double fuzz_odd(uint64_t seed, long k, int which, int each)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 1e-310, -0.0, 1e-42};
    uint64_t h = fuzz_hash(seed + 77, (uint64_t)k);
    int pick = (int)(h >> 32) % 6;
    if (h % (uint64_t)each == 0 && (which >> pick & 1))
        return odd[pick];
    return fuzz_dyadic(seed, (uint64_t)k);
}

/* Subnormal numbers are lost in a sum of others, or are not, with its order. */
FUZZ_OUTSIDE void check_same(const char *name, double x, double ref, double within)
{
    printf("f %s %.17g %.17g %.3g ", name, x, ref, within);
    fuzz_verdict((isnan(x) && isnan(ref)) || x == ref || fabs(x - ref) <= within);
}

/* Another file defines it, too (run.sh), and that one counts. */
#ifdef FUZZ_INTERPOSED
#define FUZZ_REPLACED
#else
#define FUZZ_REPLACED __attribute__((weak))
#endif

#endif

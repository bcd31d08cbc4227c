/* SPDX-License-Identifier: MIT */
/*
 * affine.h: which bytes a loop nest touches.
 *
 * A subscript is affine in the loop variables, and each variable's range is
 * affine in the variables before it.  The least and greatest value of such an
 * expression follow by eliminating the variables innermost first: each is
 * replaced by the bound that its coefficient's sign asks for, as in
 * Fourier-Motzkin elimination with one bound a side.
 */
#ifndef TCR_AFFINE_H
#define TCR_AFFINE_H

#include <stdbool.h>
#include "../../include/tcr_region.h"

#pragma GCC visibility push(hidden)

struct tcr_nest {
    unsigned n;
    const struct tcr_range *loops;
    /* Most and fewest values that each variable takes, over all values of the
     * variables before it; < 1 where the loop may be, or is, empty. */
    long long most[TCR_MAX_LOOPS], fewest[TCR_MAX_LOOPS];
    bool holes; /* some loop is empty for some values: hulls may be too large */
};

/* Bytes [lo, hi) from a base address; lo >= hi: none. */
struct tcr_hull {
    long long lo, hi;
    bool soft; /* may reach beyond what is really touched */
};

/* Take over n loop ranges (kept by reference).  TCR_E_INVALID: a bound
 * overflows 64 bits, or n > TCR_MAX_LOOPS. */
int tcr_nest_init(struct tcr_nest *nest, const struct tcr_range *loops, unsigned n);

/* The hull of one access, whatever its limits.  TCR_E_INVALID: overflow. */
int tcr_hull_of(const struct tcr_nest *nest, const struct tcr_access *access,
                struct tcr_hull *hull);

/* Least and greatest value of variable k over all values of those before it. */
__extension__ typedef __int128 tcr_wide;
int tcr_nest_span(const struct tcr_nest *nest, unsigned k, tcr_wide *lo, tcr_wide *hi);

/* Only what is within [lo, hi). */
void tcr_hull_clip(struct tcr_hull *hull, long long lo, long long hi);

/* Enlarge `to` by `more`. */
void tcr_hull_join(struct tcr_hull *to, const struct tcr_hull *more);

/* Rough number of innermost iterations of n outer ones: with several loops
 * inside each other or side by side, the longest counts.  A figure for
 * estimates only. */
double tcr_nest_iterations(const struct tcr_nest *nest, long long n);
/* The same where loops are surely inside each other, since an access of the call moves with all of
 * them: so many times the access that is made most often, on average.  For estimates only. */
double tcr_nest_accesses(const struct tcr_nest *nest, const struct tcr_call *call);

#pragma GCC visibility pop

#endif

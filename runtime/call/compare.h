/* SPDX-License-Identifier: MIT */
/* compare.h: what compare.c keeps of a call, and compare_numbers.c compares. */
#ifndef TCR_COMPARE_H
#define TCR_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../../include/tcr_region.h"
#include "../map/plan.h"

#pragma GCC visibility push(hidden)

/* A stretch of host memory that the call may change. */
struct tcr_stretch {
    const struct tcr_base *base; /* or, of a reduced section, */
    const struct tcr_var *var;
    const char *types; /* of the base's elements */
    uintptr_t origin;  /* address of element 0 */
    uintptr_t host;
    size_t size;
    char *before, *device;
};

struct tcr_compare {
    struct tcr_region *region;
    const char *types;
    union tcr_slot *before, *device; /* one for each variable */
    bool begun, taken;
    double terms; /* iterations, inner loops included */
    double inner; /* the same, of one iteration */
    size_t n;
    struct tcr_stretch *stretch;
    unsigned lines;
    struct tcr_compare *around; /* announced and not yet taken, when this began: a handler's loop */
};

/* Of the process; for the line at exit. */
struct tcr_compare_total {
    _Atomic unsigned long long calls, values, differences, left;
    _Atomic unsigned lines;
};
extern struct tcr_compare_total tcr_compare_total;

/* The call that tcr_compare_start has announced; NULL: none. */
struct tcr_compare *tcr_compare_of(const struct tcr_region *region);
/* Keep what the loop writes, with the host's memory up to date.  False, and said once: it
 * cannot be compared. */
bool tcr_compare_keep(struct tcr_compare *c, struct tcr_plan *p);
/* The device has done the call: take its results, and put back what was kept. */
bool tcr_compare_take(struct tcr_compare *c, struct tcr_plan *p, const union tcr_slot *slots);
/* It is not compared, because of `why`: said once. */
void tcr_compare_left(const struct tcr_region *region, const char *why);

/* All that the device has left against what the host has, a line on standard error for each
 * of the first differences.  `now`: the variables, as tcr_compare_values has them. */
void tcr_compare_numbers(struct tcr_compare *c, const union tcr_slot *now);
static inline unsigned tcr_compare_flags(const struct tcr_region *region, unsigned k)
{
    return region->shapes ? region->shapes[k].flags : 0;
}

#pragma GCC visibility pop

#endif

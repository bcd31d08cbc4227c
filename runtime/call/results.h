/* SPDX-License-Identifier: MIT */
/* results.h: variables of several numbers: their slots, threads' copies, combining. */
#ifndef TCR_RESULTS_H
#define TCR_RESULTS_H

#include <stdbool.h>
#include "../../include/tcr_region.h"
#include "../../spec/contract.h"
#include "../ground/why.h"
#include "../map/plan.h"

#pragma GCC visibility push(hidden)

struct tcr_results {
    unsigned long long slots;        /* one for each number */
    unsigned long long fixed;        /* of them, those of variables without copies */
    unsigned long long copy;         /* bytes of one thread's copies of sections */
    unsigned long long words;        /* bytes of all threads' only copy; 0: they have their own */
    unsigned word[TCR_MAX_SECTIONS]; /* bytes of each section's words */
    unsigned n_sections;
    long long count[TCR_MAX_SECTIONS]; /* numbers of each */
};

/* Can the sections be memory, and their results be numbered?  To be asked before all else. */
int tcr_results_check(const struct tcr_region *region, const struct tcr_call *call,
                      struct tcr_why *why);
void tcr_results_plan(struct tcr_results *r, const struct tcr_region *region,
                      const struct tcr_call *call);
/* May the sums be what the C loop would give, as far as tensor cores matter? */
bool tcr_results_finite(const struct tcr_region *region, const union tcr_slot *slot);
/* Bits of tcr_grid.plain: result k is a sum of double that is not finite; perhaps it was only
 * too large on the way. */
unsigned tcr_results_overflowed(const struct tcr_region *region, const union tcr_slot *slot);
/* The loop may be run once only: what it reads, it may have written.  Is there a
 * result that the tensor cores could spoil, so that they must not be used? */
bool tcr_results_need_cores(const struct tcr_region *region);
/* The variable of && or || with a number other than 0 and 1 in it; NULL: none. */
const char *tcr_results_odd(const struct tcr_region *region, const struct tcr_call *call);
/* Did an update leave its section?  The names of the sections; NULL: no. */
const char *tcr_results_stray(const struct tcr_region *region, const union tcr_slot *slot);
/* Combine variables of several numbers with their targets; hand on the others. */
void tcr_results_store(const struct tcr_region *region, const struct tcr_call *call,
                       const union tcr_slot *from, union tcr_slot *to);

/* x op y, of floating numbers; of && and ||, 0 or 1. */
double tcr_results_real(unsigned op, double x, double y);
/* A result with one number at `at`, of any type but the two short floating ones. */
void tcr_results_combine(const struct tcr_var *v, void *at, const union tcr_slot *slot);

/* exact.c: a kernel's exact sum, and what the variable was before, rounded once. */
double tcr_exact_result(const union tcr_slot *slot, double first, unsigned type);

/* Variables of several numbers must not be what the loop reads. */
int tcr_results_apart(const struct tcr_plan *p, struct tcr_why *why);

#pragma GCC visibility pop

#endif

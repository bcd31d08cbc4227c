/* SPDX-License-Identifier: MIT */
/* cost.h: how much an iteration computes. */
#ifndef COST_H
#define COST_H

#include "../ir/region.h"

/* Rough operations of one iteration of the loop, with all that it calls.  Its functions are known.
 */
double cost_of(struct region *r);
/* How often the text says that it runs, at least once; 0: it does not say, or there is no loop. */
double cost_trips(const struct loop *l);

/* Is it a loop under OpenMP's `simd` alone, which is met by one thread, often deep in others?  Then
 * calls of fewer than cost_worth operations together are no device's, and a question where they run
 * takes longer than they do. */
bool cost_is_simd(const struct region *r);
extern const double cost_worth;

#endif

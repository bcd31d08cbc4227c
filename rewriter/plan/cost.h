/* SPDX-License-Identifier: MIT */
/* cost.h: how much an iteration computes. */
#ifndef COST_H
#define COST_H

#include "../ir/region.h"

/* Rough operations of one iteration of the loop, with all that it calls.  Its functions are known.
 */
double cost_of(struct region *r);

#endif

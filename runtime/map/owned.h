/* SPDX-License-Identifier: MIT */
/* owned.h: sections that a loop writes at places that nobody knows beforehand. */
#ifndef TCR_OWNED_H
#define TCR_OWNED_H

#include <stdbool.h>
#include "../device/stats.h"
#include "plan.h"

#pragma GCC visibility push(hidden)

/* When the sections are mapped, marks for the elements of those that are
 * written at unknown places, and copies of what is written in place; the latter put back
 * (false: there were none, or that failed); and given back. */
int tcr_owned_map(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why);
bool tcr_owned_restore(struct tcr_plan *p, struct tcr_lane *lane);
/* Have iterations of the region met too often for another try? */
int tcr_owned_promising(const struct tcr_stats *stats, struct tcr_why *why);
void tcr_owned_release(struct tcr_section *s);

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/* again.h: plans of calls that a region has had before. */
#ifndef TCR_AGAIN_H
#define TCR_AGAIN_H

#include "plan.h"

#pragma GCC visibility push(hidden)

/* Is it the plan of a call that is known?  Then it is made. */
bool tcr_plan_recall(struct tcr_plan *p);
/* It has been made. */
void tcr_plan_keep(const struct tcr_plan *p);

#pragma GCC visibility pop

#endif

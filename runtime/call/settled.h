/* SPDX-License-Identifier: MIT */
/* settled.h: what choose.c tells settled.c. */
#ifndef TCR_SETTLED_H
#define TCR_SETTLED_H

#include "../../include/tcr_region.h"
#include "../device/stats.h"
#include "model.h"

#pragma GCC visibility push(hidden)

/* Is everything to be noted, or said? */
bool tcr_settled_observed(void);
/* The host has the call: may the next ones do without a question? */
void tcr_settled_note(struct tcr_stats *s, const struct tcr_call *call, const struct tcr_answer *a);
/* A hash of their addresses, which is not 0. */
unsigned long long tcr_settled_bases(unsigned n, void *const *base);
/* Calls that were not looked at since this was last asked. */
double tcr_settled_skipped(struct tcr_stats *s);

#pragma GCC visibility pop

#endif

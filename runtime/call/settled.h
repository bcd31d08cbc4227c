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
/* A question has taken so long; or the device has had the call in that time.  s may be NULL. */
void tcr_settled_asked(struct tcr_stats *s, long long n, double seconds, bool taken);
/* All threads of a team have met for one, which has taken so long. */
void tcr_settled_met(struct tcr_stats *s, double seconds);
/* Have dear questions taken their share of the process's time, so that they wait, and is none asked
 * for? */
bool tcr_settled_spent(void);
/* Of how many iterations at most are calls whose questions wait, then?  Their arrays are the
 * host's, as far as the caller knows.  0: of none. */
long long tcr_settled_waits(struct tcr_stats *s);
/* Is one more not worth its time, and the host's loop right without it? */
bool tcr_settled_dear(const struct tcr_region *region, long long n, void *const *base);
/* Can the host read the memory at all bases?  The program's own driver tells, if it has opened one
 * since. */
bool tcr_settled_hosts(const struct tcr_region *region, void *const *base);
/* A hash of their addresses, which is not 0. */
unsigned long long tcr_settled_bases(unsigned n, void *const *base);
/* Calls that were not looked at since this was last asked. */
double tcr_settled_skipped(struct tcr_stats *s);

#pragma GCC visibility pop

#endif

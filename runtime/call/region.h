/* SPDX-License-Identifier: MIT */
/* region.h: executions of regions, of who is inside (inside.h). */
#ifndef TCR_RUNTIME_REGION_H
#define TCR_RUNTIME_REGION_H

#include <stdbool.h>
#include "../../include/tcr_region.h"
#include "../device/stats.h"

#pragma GCC visibility push(hidden)

/* tcr_region_enter and tcr_region_host, of who is inside. */
int tcr_region_wanted(const struct tcr_region *region);
void *tcr_region_host_begin(struct tcr_region *region, long long n, enum tcr_reason_kind kind,
                            const char *why);
/* As tcr_region_run, for the library's own regions: but where the host loop cannot have its data,
 * that is a negative error. */
int tcr_region_attempt(struct tcr_region *region, const struct tcr_call *call,
                       union tcr_slot *slots);
/* Has tcr_region_enter or tcr_region_settled just found that the host has the call anyway? */
bool tcr_region_is_settled(const struct tcr_region *region);
/* The host's loop is about to run, perhaps by several threads: what it may use is the host's. */
void tcr_region_to_host(const struct tcr_region *region);
/* agree.c: has this thread come to it as one of a team's, which share it? */
bool tcr_team_shares(const struct tcr_region *region);

#pragma GCC visibility pop

#endif

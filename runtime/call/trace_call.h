/* SPDX-License-Identifier: MIT */
/* trace_call.h: lines of TCR_TRACE for calls. */
#ifndef TCR_TRACE_CALL_H
#define TCR_TRACE_CALL_H

#include "../../include/tcr_region.h"
#include "../device/stats.h"
#include "../map/plan.h"

#pragma GCC visibility push(hidden)

/* The device has not taken the call because of `text`: in the trace once for
 * each new reason.  NULL: it has taken it. */
void tcr_trace_refused(const struct tcr_region *region, struct tcr_stats *stats,
                       enum tcr_reason_kind kind, const char *text);
/* The host loop begins, because of `why` unless tcr_trace_refused has just said
 * it.  For tcr_region_host_end; NULL when out of memory. */
void *tcr_trace_host(const struct tcr_region *region, struct tcr_stats *stats, long long n,
                     enum tcr_reason_kind kind, const char *why);
void tcr_trace_host_end(void *run);
/* A call that the device has done: at TCR_TRACE=2, a line with its sections. */
void tcr_trace_device(const struct tcr_plan *p, unsigned long long from, double seconds);

#pragma GCC visibility pop

#endif

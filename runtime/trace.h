/* SPDX-License-Identifier: MIT */
/* trace.h: lines of TCR_TRACE. */
#ifndef TCR_TRACE_H
#define TCR_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "../include/tcr_region.h"
#include "stats.h"

#pragma GCC visibility push(hidden)

/* One line on stderr at TCR_TRACE >= level. */
void tcr_trace(int level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* At once, so that lines of threads and processes do not mix. */
void tcr_write(FILE *to, const char *text, size_t size);
/* The device has not taken the call because of `text`: in the trace once for
 * each new reason.  NULL: it has taken it. */
void tcr_trace_refused(const struct tcr_region *region, struct tcr_stats *stats, const char *text);
/* The host loop begins, because of `why` unless tcr_trace_refused has just said
 * it.  For tcr_region_host_end; NULL when out of memory. */
void *tcr_trace_host(const struct tcr_region *region, struct tcr_stats *stats, long long n,
                     const char *why);
void tcr_trace_host_end(void *run);
struct tcr_plan;
/* A call that the device has done: at TCR_TRACE=2, a line with its sections. */
void tcr_trace_device(const struct tcr_plan *p, unsigned long long from, double seconds);
double tcr_now(void); /* seconds, monotonic */
/* Fork handler: its lock. */
void tcr_trace_fork(bool before);

#pragma GCC visibility pop

#endif

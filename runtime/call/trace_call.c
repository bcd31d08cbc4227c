/* SPDX-License-Identifier: MIT */
/* trace_call.c: the lines of TCR_TRACE for calls, on either side. */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include "../../base/keep_errno.h"
#include "../device/device.h"
#include "../device/narrow.h"
#include "../ground/env.h"
#include "../ground/held.h"
#include "../ground/inside.h"
#include "../ground/not_cancelled.h"
#include "../ground/thread_data.h"
#include "../ground/trace.h"
#include "choose.h"
#include "nvtx.h"
#include "summary.h"
#include "trace_call.h"

/* ---- one line for a call ---- */

/* Appends to `line`, as far as there is room. */
struct line {
    char text[1400];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *fmt, ...)
{
    size_t room = sizeof line->text - line->length;
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(line->text + line->length, room, fmt, ap);
    va_end(ap);
    if (n > 0)
        line->length += (size_t)n < room ? (size_t)n : room - 1;
}

/* "a[0:1000] copied": elements as far as the section is made of whole ones. */
static void add_section(struct line *line, const struct tcr_base *base, const struct tcr_section *s)
{
    static const char *const how[] = {
        [TCR_HOW_NOTHING] = "not read",  [TCR_HOW_AS_IS] = "a device pointer",
        [TCR_HOW_MIRROR] = "mirrored",   [TCR_HOW_PRESENT] = "present",
        [TCR_HOW_COPY] = "copied",       [TCR_HOW_SHARED] = "in another copy",
        [TCR_HOW_ROWS] = "row pointers",
    };
    long long lo = (long long)s->hull.lo, length = (long long)s->hull.hi - lo;
    long long size = base->elem_size;

    add(line, ", %s", base->name);
    if (s->how != TCR_HOW_NOTHING && s->how != TCR_HOW_AS_IS && size > 0 && lo % size == 0 &&
        length % size == 0)
        add(line, "[%lld:%lld]", lo / size, length / size);
    else if (s->how != TCR_HOW_NOTHING && s->how != TCR_HOW_AS_IS)
        add(line, "[bytes %lld:%lld]", lo, length);
    add(line, " %s", how[s->how]);
}

void tcr_trace_device(const struct tcr_plan *p, unsigned long long from, double seconds)
{
    const struct tcr_region *region = p->region;
    struct line line = {.length = 0};

    if (tcr_config.trace < 2)
        return;
    add(&line, "%s:%u: device: n = %lld, %llu bytes to, %llu from, %.3f ms", region->file,
        region->line, p->call->n, p->bytes_to, from, seconds * 1e3);
    if (p->must)
        add(&line, ", data on the device");
    else if (tcr_device_always())
        add(&line, ", TCR_TARGET=device");
    else
        add(&line, ", %s: host %.3g ms, device %.3g ms", p->trial ? "to find out" : "estimate",
            p->host_estimate * 1e3, p->device_estimate * 1e3);
    for (unsigned k = 0; k < region->n_bases; k++)
        if (!(region->bases[k].flags & TCR_BASE_CHILD))
            add_section(&line, &region->bases[k], &p->section[k]);
    tcr_trace(2, "%s", line.text);
}

/* ---- calls on the host ---- */

/* The reason that tcr_region_run has just found for this thread's next host loop. */
static _Thread_local struct {
    const struct tcr_region *region;
    char text[240];
} refused;
TCR_THREAD_DATA(refused);

struct host_run {
    const struct tcr_region *region;
    struct tcr_stats *stats;
    long long n;
    double start;
    bool range; /* of a profiler */
    struct tcr_asked asked;
    char reason[240];
};

void tcr_trace_refused(const struct tcr_region *region, struct tcr_stats *stats,
                       enum tcr_reason_kind kind, const char *text)
{
    refused.region = text ? region : NULL;
    if (!text || (tcr_config.trace == 0 && !tcr_config.noted))
        return;
    snprintf(refused.text, sizeof refused.text, "%s", text);
    if (tcr_stats_reason(stats, kind, text))
        tcr_trace(1, "%s:%u: host: %s", region->file, region->line, text);
}

void *tcr_trace_host(const struct tcr_region *region, struct tcr_stats *stats, long long n,
                     enum tcr_reason_kind kind, const char *why)
{
    struct host_run *run = malloc(sizeof *run);
    const struct tcr_asked asked = tcr_choose_take(region);

    if (refused.region == region) /* said by tcr_trace_refused */
        why = refused.text;
    else if (tcr_stats_reason(stats, kind, why))
        tcr_trace(1, "%s:%u: host: %s", region->file, region->line, why);
    refused.region = NULL;
    if (!run)
        return NULL;
    *run = (struct host_run){.region = region, .stats = stats, .n = n, .asked = asked};
    snprintf(run->reason, sizeof run->reason, "%s", why);
    run->range = tcr_nvtx_push(region, " host");
    run->start = tcr_now();
    return run;
}

void tcr_trace_host_end(void *token)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;
    struct host_run *run = token;
    double seconds;

    if (tcr_timed_end(token))
        return;
    seconds = tcr_now() - run->start;
    if (run->range)
        tcr_nvtx_pop();
    tcr_choose_host(&run->asked, seconds);
    if (run->stats)
        atomic_fetch_add_explicit(&run->stats->host_nanoseconds,
                                  (unsigned long long)(seconds * 1e9), memory_order_relaxed);
    if (run->n >= 0)
        tcr_trace(2, "%s:%u: host: n = %lld, %.3f ms: %s", run->region->file, run->region->line,
                  run->n, seconds * 1e3, run->reason);
    else
        tcr_trace(2, "%s:%u: host: %.3f ms: %s", run->region->file, run->region->line,
                  seconds * 1e3, run->reason);
    free(run);
}

void tcr_region_host_end(void *token)
{
    const bool held = tcr_held_for(token);

    if (token && !tcr_held_alone(token) && !tcr_narrow_end(token) && !tcr_timed_end(token) &&
        tcr_come_in()) {
        tcr_trace_host_end(token);
        tcr_go_out();
    }
    if (held)
        tcr_held_end();
}

/* SPDX-License-Identifier: MIT */
/*
 * interrupted.c: loops and directives that a signal handler reaches while its thread is inside
 * the runtime (inside.h).
 *
 * A loop is the host's.  What it needs must be in the host's memory: if some of it may be newer
 * on the device, or what it writes is there, the process ends with a message, for it cannot be
 * copied from here.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "affine.h"
#include "checked.h"
#include "inside.h"
#include "interrupted.h"
#include "present.h"
#include "transfer.h"

_Thread_local volatile sig_atomic_t tcr_inside;

/* Not by stdio, whose locks may be held, too. */
_Noreturn void tcr_interrupted_stop(const char *file, unsigned line, const char *what)
{
    char text[512];
    int length = snprintf(text, sizeof text,
                          "tcr: %s:%u: %s in a signal handler that has interrupted the runtime\n",
                          file, line, what);

    if (length > 0)
        (void)!write(STDERR_FILENO, text,
                     (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
    abort();
}

static const char needs[] = "the loop uses data that is on the device, and runs";

void tcr_interrupted_loop(const char *file, unsigned line, bool writes)
{
    if (tcr_present_perhaps(0, UINTPTR_MAX, !writes))
        tcr_interrupted_stop(file, line, needs);
}

void tcr_interrupted_object(uintptr_t at, unsigned long long size, bool writes)
{
    if (tcr_present_perhaps(at, tcr_end(at, size), !writes))
        tcr_interrupted_stop("signal handler", 0, needs);
}

/* Is what an access touches on the device, as far as that can be told? */
static bool is_there(const struct tcr_region *region, const struct tcr_call *call,
                     const struct tcr_nest *nest, const struct tcr_access *a)
{
    const struct tcr_base *b = &region->bases[a->base];
    bool writes = a->flags & TCR_ACCESS_WRITE;
    uintptr_t base = (uintptr_t)call->base[a->base];
    struct tcr_hull hull;

    if (a->flags & (TCR_ACCESS_INDEX | TCR_ACCESS_NEVER))
        return false;
    if (!nest || (a->flags & (TCR_ACCESS_WHOLE | TCR_ACCESS_SCATTER | TCR_ACCESS_ANYWHERE)) ||
        (b->flags & (TCR_BASE_ROWS | TCR_BASE_CHILD)) || tcr_hull_of(nest, a, &hull))
        return tcr_present_perhaps(0, UINTPTR_MAX, !writes);
    return hull.lo < hull.hi &&
           tcr_present_perhaps(tcr_clamped(base, hull.lo), tcr_clamped(base, hull.hi), !writes);
}

void tcr_interrupted_call(const struct tcr_region *region, const struct tcr_call *call)
{
    struct tcr_nest nest;
    bool known = tcr_nest_init(&nest, call->loops, call->n_loops) == 0;
    char byte;

    for (unsigned k = 0; k < region->n_bases; k++)
        if (region->bases[k].map == TCR_MAP_DEVICEPTR && call->base[k] &&
            !tcr_peek(&byte, (uintptr_t)call->base[k], 1))
            tcr_interrupted_stop(region->file, region->line,
                                 "the loop uses device memory, and runs");
    for (unsigned k = 0; k < call->n_accesses; k++)
        if (is_there(region, call, known ? &nest : NULL, &call->accesses[k]))
            tcr_interrupted_stop(region->file, region->line, needs);
}

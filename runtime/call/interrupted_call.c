/* SPDX-License-Identifier: MIT */
/*
 * interrupted_call.c: a loop that a signal handler reaches while its thread is inside the runtime,
 * and of which it is known what it uses.
 */
#include <stdint.h>
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "../ground/checked.h"
#include "../present/interrupted.h"
#include "interrupted_call.h"

/* Does not return if what an access touches is on the device, as far as that can be told. */
static void check(const struct tcr_region *region, const struct tcr_call *call,
                  const struct tcr_nest *nest, const struct tcr_access *a)
{
    const struct tcr_base *b = &region->bases[a->base];
    bool writes = a->flags & TCR_ACCESS_WRITE;
    uintptr_t base = (uintptr_t)call->base[a->base];
    struct tcr_hull hull;

    if (a->flags & (TCR_ACCESS_INDEX | TCR_ACCESS_NEVER))
        return;
    if (!nest || (a->flags & (TCR_ACCESS_WHOLE | TCR_ACCESS_SCATTER | TCR_ACCESS_ANYWHERE)) ||
        (b->flags & (TCR_BASE_ROWS | TCR_BASE_CHILD)) || tcr_hull_of(nest, a, &hull))
        tcr_interrupted_loop(region->file, region->line, writes);
    else if (hull.lo < hull.hi)
        tcr_interrupted_bytes(region->file, region->line, tcr_clamped(base, hull.lo),
                              tcr_clamped(base, hull.hi), writes);
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
        check(region, call, known ? &nest : NULL, &call->accesses[k]);
}

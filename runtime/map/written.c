/* SPDX-License-Identifier: MIT */
/*
 * written.c: what a loop writes.
 *
 * Where all of a stretch is surely written, or it is known which parts of it are (runs.c), the
 * device's bytes replace the host's.  Else (some under a condition, or at places that nobody
 * knows) only what the kernel has changed may be touched: the bytes between may be another
 * thread's, or no part of the array.  The copy that was sent tells which those are.
 */
#include <stdint.h>
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "../ground/checked.h"
#include "../present/present.h"
#include "plan.h"
#include "runs.h"

/* ---- which bytes ---- */

static void find_hulls(struct tcr_plan *p, const struct tcr_nest *nest)
{
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];
        struct tcr_section *s = &p->section[a->base];
        struct tcr_hull hull;

        if (a->flags & (TCR_ACCESS_INDEX | TCR_ACCESS_NEVER))
            continue;
        if (!(a->flags & TCR_ACCESS_WRITE)) {
            s->reads =
                s->reads || !(a->flags & TCR_ACCESS_CLAUSE) || (a->flags & TCR_ACCESS_ANYWHERE);
            continue;
        }
        s->reads = s->reads || (a->flags & TCR_ACCESS_SCATTER);
        if (a->flags & TCR_ACCESS_SCATTER)
            tcr_hull_join(&s->written, &s->hull);
        else if (tcr_hull_of(nest, a, &hull) == 0)
            tcr_hull_join(&s->written, &hull);
    }
    /* only when all are joined: of a group, the bytes between its accesses count, too */
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];

        if (tcr_access_writes(a) && a->limit_hi)
            tcr_hull_clip(&p->section[a->base].written, a->limit_lo, a->limit_hi);
    }
}

void tcr_written_find(struct tcr_plan *p, const struct tcr_nest *nest)
{
    if (!(p->region->flags & TCR_REGION_WRITES))
        return;
    find_hulls(p, nest);
    tcr_runs_dense(p, nest);
}

void tcr_written_gaps(struct tcr_plan *p)
{
    struct tcr_nest nest;
    bool known = false;

    if (!(p->region->flags & TCR_REGION_WRITES))
        return;
    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_section *s = &p->section[k];

        if (s->how != TCR_HOW_COPY || s->written.lo >= s->written.hi || s->dense)
            continue;
        if (!known && tcr_nest_init(&nest, p->call->loops, p->call->n_loops) != 0)
            return;
        known = true;
        tcr_runs_find(p, &nest, k);
    }
}

static bool is_exact(const struct tcr_section *s)
{
    return s->dense || s->n_runs > 0;
}

bool tcr_written_needs(const struct tcr_plan *p, unsigned k)
{
    const struct tcr_section *s = &p->section[k];
    unsigned map = p->region->bases[k].map;

    if (tcr_writes(p, k) || s->written.lo < s->written.hi)
        return s->reads || !is_exact(s);
    return map == TCR_MAP_AUTO || map == TCR_MAP_COPYIN || map == TCR_MAP_COPY;
}

bool tcr_written_keeps(const struct tcr_plan *p, unsigned k)
{
    const struct tcr_section *s = &p->section[k];

    return s->written.lo < s->written.hi &&
           (!is_exact(s) || (s->reads && s->size >= TCR_STAGED_LEAST));
}

/* ---- the host writes instead ---- */

void tcr_plan_host_writes(const struct tcr_plan *p)
{
    const struct tcr_region *region = p->region;
    bool known = true;

    for (unsigned k = 0; k < region->n_bases; k++)
        known = known && !(tcr_writes(p, k) && region->bases[k].parent >= 0);
    if (!known)
        tcr_present_host_loop(region->file, region->line, true);
    for (unsigned k = 0; known && k < region->n_bases; k++) {
        struct tcr_hull hull = p->section[k].hull;

        tcr_hull_join(&hull, &p->section[k].written);
        if (tcr_writes(p, k) && hull.lo < hull.hi) {
            uintptr_t base = (uintptr_t)p->call->base[k], from = tcr_clamped(base, hull.lo);

            tcr_present_host_writes(from, tcr_clamped(base, hull.hi) - from, region->file,
                                    region->line);
        }
    }
}

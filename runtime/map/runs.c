/* SPDX-License-Identifier: MIT */
/*
 * runs.c: which bytes a loop surely writes, whatever its data.
 *
 * The variables of the nest are taken by their strides, the smallest first.  What is dense up
 * to one is a run; from the first gap on, each variable repeats all that came before it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../ground/affine.h"
#include "plan.h"
#include "runs.h"

static bool moves_alike(const struct tcr_access *a, const struct tcr_access *b, unsigned n)
{
    return memcmp(a->offset.c, b->offset.c, n * sizeof *a->offset.c) == 0;
}

/* Does variable k take the same values, whatever those before it are?  Else it shears what the
 * nest writes: a[10 * i + j] for j from i to i + 9 leaves gaps. */
static bool is_straight(const struct tcr_nest *nest, unsigned k)
{
    if (nest->fewest[k] != nest->most[k])
        return false;
    for (unsigned j = 0; j < k; j++)
        if (nest->loops[k].lo.c[j] != 0 || nest->loops[k].hi.c[j] != 0)
            return false;
    return true;
}

/* The variable with the smallest stride that has not been taken; nest->n: none moves it. */
static unsigned next_variable(const struct tcr_nest *nest, const struct tcr_access *a,
                              const bool *done, tcr_wide *stride)
{
    unsigned next = nest->n;

    for (unsigned k = 0; k < nest->n; k++) {
        tcr_wide c = a->offset.c[k] < 0 ? -(tcr_wide)a->offset.c[k] : a->offset.c[k];

        if (!done[k] && c != 0 && (next == nest->n || c < *stride)) {
            next = k;
            *stride = c;
        }
    }
    return next;
}

/* Every byte between the first and the last of `size` bytes that move as `a` does? */
static bool covers(const struct tcr_nest *nest, const struct tcr_access *a, tcr_wide size)
{
    bool done[TCR_MAX_LOOPS] = {false};
    tcr_wide stride = 0;
    unsigned k;

    for (; (k = next_variable(nest, a, done, &stride)) < nest->n; done[k] = true) {
        if (stride > size || !is_straight(nest, k))
            return false;
        size += stride * (nest->most[k] - 1);
    }
    return true;
}

/* Add to [lo, hi) the writes next to it that move alike: a structure's members. */
static bool grow(const struct tcr_plan *p, const struct tcr_access *a, unsigned n, long long *lo,
                 long long *hi)
{
    bool grown = false;

    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *b = &p->call->accesses[k];
        long long from = b->offset.c0, to;

        if (b->base != a->base || !tcr_access_writes(b) || (b->flags & TCR_ACCESS_SOFT) ||
            !moves_alike(a, b, n) || __builtin_add_overflow(from, (long long)b->size, &to) ||
            from > *hi || to < *lo || (from >= *lo && to <= *hi))
            continue;
        *lo = from < *lo ? from : *lo;
        *hi = to > *hi ? to : *hi;
        grown = true;
    }
    return grown;
}

/* Access `seed` with those that move alike, next to it. */
static bool group_of(const struct tcr_plan *p, const struct tcr_nest *nest, unsigned seed,
                     struct tcr_access *all)
{
    const struct tcr_access *a = &p->call->accesses[seed];
    long long lo = a->offset.c0, hi = lo;

    while (grow(p, a, nest->n, &lo, &hi))
        ;
    *all = *a;
    all->offset.c0 = lo;
    all->size = (unsigned long long)hi - (unsigned long long)lo;
    return lo < hi;
}

static bool is_in(const struct tcr_access *a, const struct tcr_access *group, unsigned n)
{
    return a->base == group->base && moves_alike(a, group, n) && a->offset.c0 >= group->offset.c0 &&
           (tcr_wide)a->offset.c0 + (tcr_wide)a->size <=
               (tcr_wide)group->offset.c0 + (tcr_wide)group->size;
}

/* Is the whole of the base's written hull covered by a write and its neighbours? */
static bool is_dense(const struct tcr_plan *p, const struct tcr_nest *nest,
                     const struct tcr_access *group)
{
    const struct tcr_hull *written = &p->section[group->base].written;
    struct tcr_hull hull;

    return tcr_hull_of(nest, group, &hull) == 0 && covers(nest, group, (tcr_wide)group->size) &&
           hull.lo <= written->lo && hull.hi >= written->hi;
}

/* A write belongs to one group, whichever of its writes that is found from; there may be hundreds
 * of writes, and the last few groups are enough to know most of them again. */
void tcr_runs_dense(struct tcr_plan *p, const struct tcr_nest *nest)
{
    struct tcr_access group[8];
    unsigned n = 0;

    for (unsigned k = 0; k < p->call->n_accesses && !nest->holes; k++) {
        const struct tcr_access *a = &p->call->accesses[k];
        bool known =
            !tcr_access_writes(a) || (a->flags & TCR_ACCESS_SOFT) || p->section[a->base].dense;

        for (unsigned j = 0; j < sizeof group / sizeof *group && j < n && !known; j++)
            known = is_in(a, &group[j], nest->n);
        if (known)
            continue;
        const unsigned at = n++ % (sizeof group / sizeof *group);
        group_of(p, nest, k, &group[at]);
        p->section[a->base].dense = is_dense(p, nest, &group[at]);
    }
}

/* ---- with gaps ---- */

/* The runs of `size` bytes that move as `a` does. */
static bool find_runs(const struct tcr_nest *nest, const struct tcr_access *a, struct tcr_runs *r)
{
    bool done[TCR_MAX_LOOPS] = {false};
    tcr_wide span = (tcr_wide)a->size, stride = 0;
    struct tcr_hull hull;
    unsigned k;

    *r = (struct tcr_runs){.run = (size_t)a->size};
    if (tcr_hull_of(nest, a, &hull) != 0 || hull.lo >= hull.hi)
        return false;
    r->lo = hull.lo;
    for (; (k = next_variable(nest, a, done, &stride)) < nest->n; done[k] = true) {
        long long trips = nest->most[k];

        if (trips < 1 || !is_straight(nest, k))
            return false;
        if (trips == 1)
            continue;
        span += stride * (trips - 1);
        if (r->n == 0 && stride <= (tcr_wide)r->run) {
            r->run = (size_t)span;
            continue;
        }
        if (r->n == TCR_RUN_LEVELS || stride < span - stride * (trips - 1))
            return false;
        r->level[r->n].stride = (size_t)stride;
        r->level[r->n++].count = (size_t)trips;
    }
    return span == (tcr_wide)hull.hi - hull.lo;
}

/* Every write of base k is in one of the groups, whose runs are *r.  How many; 0: it is not so. */
static unsigned find_groups(const struct tcr_plan *p, const struct tcr_nest *nest, unsigned k,
                            struct tcr_runs r[TCR_RUNS_MOST])
{
    const unsigned unsure = TCR_ACCESS_SOFT | TCR_ACCESS_SCATTER | TCR_ACCESS_CLAUSE |
                            TCR_ACCESS_ANYWHERE | TCR_ACCESS_WHOLE | TCR_ACCESS_ATOMIC;
    struct tcr_access group[TCR_RUNS_MOST];
    unsigned n = 0;

    for (unsigned i = 0; i < p->call->n_accesses; i++) {
        const struct tcr_access *a = &p->call->accesses[i];
        bool known = false;

        if (a->base != k || !tcr_access_writes(a))
            continue;
        if ((a->flags & unsure) || a->limit_hi)
            return 0;
        for (unsigned j = 0; j < n && !known; j++)
            known = is_in(a, &group[j], nest->n);
        if (known)
            continue;
        if (n == TCR_RUNS_MOST || !group_of(p, nest, i, &group[n]) ||
            !find_runs(nest, &group[n], &r[n]))
            return 0;
        n++;
    }
    return n;
}

/* The last byte of the runs, and one more. */
static tcr_wide end_of(const struct tcr_runs *r)
{
    tcr_wide end = (tcr_wide)r->lo + (tcr_wide)r->run;

    for (unsigned k = 0; k < r->n; k++)
        end += (tcr_wide)r->level[k].stride * (tcr_wide)(r->level[k].count - 1);
    return end;
}

void tcr_runs_find(struct tcr_plan *p, const struct tcr_nest *nest, unsigned k)
{
    struct tcr_section *s = &p->section[k];
    struct tcr_runs found[TCR_RUNS_MOST];
    unsigned n = nest->holes || s->written.soft ? 0 : find_groups(p, nest, k, found);

    for (unsigned i = 0; i < n; i++) /* a clause may end before */
        if (found[i].lo < s->hull.lo || end_of(&found[i]) > (tcr_wide)s->hull.hi)
            n = 0;
    free(s->runs);
    s->runs = n ? malloc(n * sizeof *s->runs) : NULL;
    s->n_runs = s->runs ? n : 0;
    if (s->runs)
        memcpy(s->runs, found, n * sizeof *s->runs);
}

/* ---- from run to run ---- */

/* The runs of the lowest level from `at` on, which are those of one row. */
static void walk_row(const struct tcr_runs *r, long long at, long long lo, long long hi,
                     tcr_run_visit *visit, void *of)
{
    long long stride = r->n ? (long long)r->level[0].stride : 1;
    long long count = r->n ? (long long)r->level[0].count : 1, run = (long long)r->run;
    long long i = lo > at + run - 1 ? (lo - at - run) / stride : 0;

    for (; i < count && at + i * stride < hi; i++) {
        long long from = at + i * stride, to = from + run;

        from = from < lo ? lo : from;
        to = to < hi ? to : hi;
        if (from < to)
            visit(of, from, to);
    }
}

/* The same for the levels from 1 on, from the largest down. */
static void walk_level(const struct tcr_runs *r, unsigned level, long long at, long long lo,
                       long long hi, tcr_run_visit *visit, void *of)
{
    long long stride, span = (long long)r->run, i;

    if (level == 0) {
        walk_row(r, at, lo, hi, visit, of);
        return;
    }
    for (unsigned k = 0; k < level; k++)
        span += (long long)(r->level[k].stride * (r->level[k].count - 1));
    stride = (long long)r->level[level].stride;
    i = lo > at + span - 1 ? (lo - at - span) / stride : 0;
    for (; i < (long long)r->level[level].count && at + i * stride < hi; i++)
        walk_level(r, level - 1, at + i * stride, lo, hi, visit, of);
}

void tcr_runs_walk(const struct tcr_runs *r, long long lo, long long hi, tcr_run_visit *visit,
                   void *of)
{
    walk_level(r, r->n ? r->n - 1 : 0, r->lo, lo, hi, visit, of);
}

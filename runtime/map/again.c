/* SPDX-License-Identifier: MIT */
/*
 * again.c: plans of calls that a region has had before.
 *
 * Up to where the sections are looked for, a plan depends on nothing but the region and the numbers
 * of the call: the bases' addresses, the iterations, the ranges of the loops, the accesses.  Once
 * the device is there, a region keeps the plans of its last two calls, of which many loops have
 * two in turn, with arrays that change places.  What would depend on more is not kept: memory that
 * the loop follows (rows), objects that the host reads, and extents that only the heap knows.
 *
 * Numbers are compared as the bytes that the call has them in.  Where bytes between them differ, a
 * plan is made anew.  A thread that finds another one here makes its own plan.
 */
#include "again.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../device/device.h"
#include "../device/stats.h"

enum { ANSWERS = 2, MOST_BASES = 4, MOST_BYTES = 2048 };

struct answer {
    long long n;
    unsigned n_loops, n_accesses, n_levels;
    void *base[MOST_BASES];
    unsigned char ranges_and_accesses[MOST_BYTES];
    double bytes, move, move_least, iterations, accesses;
    uintptr_t device_only;
    bool must, apart;
    struct tcr_section section[MOST_BASES];
};

struct tcr_plans {
    atomic_flag busy;
    unsigned next, kept;
    struct answer of[ANSWERS];
};

static size_t bytes_of_loops(const struct tcr_call *call)
{
    return call->n_loops * sizeof *call->loops;
}

static size_t bytes_of_accesses(const struct tcr_call *call)
{
    return call->n_accesses * sizeof *call->accesses;
}

/* Of nothing there may be no address. */
static bool same_bytes(const void *a, const void *b, size_t n)
{
    return n == 0 || memcmp(a, b, n) == 0;
}

static void copy_bytes(void *to, const void *from, size_t n)
{
    if (n)
        memcpy(to, from, n);
}

/* What has been kept has room here (can_keep), and so has a call with as many of all. */
static bool is_same(const struct answer *a, const struct tcr_region *region,
                    const struct tcr_call *call)
{
    return a->n == call->n && a->n_loops == call->n_loops && a->n_accesses == call->n_accesses &&
           a->n_levels == call->n_levels &&
           same_bytes(a->base, call->base, region->n_bases * sizeof *call->base) &&
           same_bytes(a->ranges_and_accesses, call->loops, bytes_of_loops(call)) &&
           same_bytes(a->ranges_and_accesses + bytes_of_loops(call), call->accesses,
                      bytes_of_accesses(call));
}

/* The region's plans, if no other thread is at them. */
static struct tcr_plans *take(struct tcr_plans *all)
{
    return all && !atomic_flag_test_and_set_explicit(&all->busy, memory_order_acquire) ? all : NULL;
}

static void give_back(struct tcr_plans *all)
{
    atomic_flag_clear_explicit(&all->busy, memory_order_release);
}

static struct tcr_stats *stats_of(const struct tcr_region *region)
{
    return __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);
}

/* The plan has been begun. */
static void recall(struct tcr_plan *p, const struct answer *a)
{
    p->bytes = a->bytes;
    p->move = a->move;
    p->move_least = a->move_least;
    p->iterations = a->iterations;
    p->accesses = a->accesses;
    p->device_only = a->device_only ? a->device_only : p->device_only;
    p->must = a->must;
    p->apart = a->apart;
    copy_bytes(p->section, a->section, p->region->n_bases * sizeof *p->section);
}

static const struct answer *find(const struct tcr_plans *all, const struct tcr_plan *p)
{
    for (unsigned k = 0; k < all->kept; k++)
        if (is_same(&all->of[k], p->region, p->call))
            return &all->of[k];
    return NULL;
}

bool tcr_plan_recall(struct tcr_plan *p)
{
    struct tcr_stats *s = stats_of(p->region);
    struct tcr_plans *all = s ? atomic_load_explicit(&s->plans, memory_order_acquire) : NULL;
    const struct answer *known;

    if (p->call->n_fixed || !take(all))
        return false;
    known = find(all, p);
    if (known)
        recall(p, known);
    give_back(all);
    return known != NULL;
}

static bool can_keep(const struct tcr_plan *p)
{
    if (p->call->n_fixed || p->region->n_bases > MOST_BASES || p->lacks ||
        bytes_of_loops(p->call) + bytes_of_accesses(p->call) > MOST_BYTES)
        return false;
    for (unsigned k = 0; k < p->call->n_accesses; k++)
        if (p->call->accesses[k].flags & TCR_ACCESS_WHOLE)
            return false;
    for (unsigned k = 0; k < p->region->n_bases; k++)
        if (p->region->bases[k].flags & (TCR_BASE_ROWS | TCR_BASE_CHILD))
            return false;
    return true;
}

static void keep(struct answer *a, const struct tcr_plan *p)
{
    const struct tcr_call *call = p->call;

    a->n = call->n;
    a->n_loops = call->n_loops;
    a->n_accesses = call->n_accesses;
    a->n_levels = call->n_levels;
    copy_bytes(a->base, call->base, p->region->n_bases * sizeof *call->base);
    copy_bytes(a->ranges_and_accesses, call->loops, bytes_of_loops(call));
    copy_bytes(a->ranges_and_accesses + bytes_of_loops(call), call->accesses,
               bytes_of_accesses(call));
    a->bytes = p->bytes;
    a->move = p->move;
    a->move_least = p->move_least;
    a->iterations = p->iterations;
    a->accesses = p->accesses;
    a->device_only = p->device_only;
    a->must = p->must;
    a->apart = p->apart;
    copy_bytes(a->section, p->section, p->region->n_bases * sizeof *p->section);
}

/* The region's plans, or room for them; NULL: there is none. */
static struct tcr_plans *make(struct tcr_stats *s)
{
    struct tcr_plans *all = atomic_load_explicit(&s->plans, memory_order_acquire), *made;

    if (all)
        return all;
    made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    atomic_flag_clear(&made->busy);
    if (atomic_compare_exchange_strong(&s->plans, &all, made))
        return made;
    free(made); /* another thread was faster */
    return all;
}

void tcr_plan_keep(const struct tcr_plan *p)
{
    struct tcr_stats *s = stats_of(p->region);
    struct tcr_plans *all;

    if (!s || tcr_mode != TCR_MODE_READY || !can_keep(p))
        return;
    all = make(s);
    if (!take(all))
        return;
    if (!find(all, p)) { /* another thread may have made the same meanwhile */
        keep(&all->of[all->next], p);
        all->next = (all->next + 1) % ANSWERS;
        all->kept = all->kept < ANSWERS ? all->kept + 1 : ANSWERS;
    }
    give_back(all);
}

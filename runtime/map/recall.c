/* SPDX-License-Identifier: MIT */
/*
 * recall.c: answers of order.c that still hold.
 *
 * The answer depends on nothing but the numbers that walk() goes through: the region's flags, how
 * far the bases are from the first one, the ranges of the loops, the accesses, and where the fixed
 * objects are, and the blocks that the program has allocated around bases with unknown places, both
 * from the first base, too.  It does not depend on where the first base is: order.c
 * asks which bytes meet, and all of them move along with it.  Where what is touched leaves the
 * address space, the plan fails before the order is asked for, and if the answer was found for
 * another place, it is still true of the bytes.  So a call with the same numbers has the same
 * answer.  What is not among them is never used for a call that may be kept (can_keep): memory that
 * the loop follows (rows), extents that the heap does not know, and what is present.  "In order" is
 * kept as well, which is right for any call.
 *
 * A region has several answers, for loops that take turns with their arrays.  A thread that reads
 * one sees by its `turn` if another thread has changed it meanwhile (a sequence lock: Boehm, Can
 * Seqlocks Get Along With Programming Language Memory Models?, 2012).  Words are stored with
 * release and loaded with acquire: who sees a new word sees the turn that was set before it.
 */
#include "recall.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "../device/stats.h"
#include "../present/present.h"
#include "heap.h"

enum { ANSWERS = 8, MOST_WORDS = 4096 };

typedef _Atomic long long word;

struct tcr_orders {
    unsigned words; /* of each key */
    _Atomic unsigned next;
    struct {
        _Atomic unsigned turn; /* odd: being written; 0: nothing there as yet */
        _Atomic int order;
    } of[ANSWERS];
    word key[];
};

/* Compares a key, word by word, or writes it.  All that a known call costs is that comparison: the
 * compiler makes two functions of what does both, and there is no branch for a word. */
#define EITHER static inline __attribute__((always_inline))
struct cursor {
    word *at;
    bool write;
    unsigned long long differs; /* not 0: some word does */
};

EITHER void put(struct cursor *c, unsigned long long number)
{
    if (c->write)
        atomic_store_explicit(c->at++, (long long)number, memory_order_release);
    else
        c->differs |=
            (unsigned long long)atomic_load_explicit(c->at++, memory_order_acquire) ^ number;
}

EITHER void put_affine(struct cursor *c, const struct tcr_affine *a, unsigned n)
{
    put(c, (unsigned long long)a->c0);
    for (unsigned k = 0; k < n; k++)
        put(c, (unsigned long long)a->c[k]);
}

/* The block around the base of an access with an unknown place (extent.c). */
static bool find_whole(const struct tcr_access *a, const struct tcr_call *call, uintptr_t *lo,
                       uintptr_t *hi)
{
    *lo = *hi = 0;
    return call->base[a->base] && tcr_heap_find((uintptr_t)call->base[a->base], lo, hi);
}

static bool put_whole(struct cursor *c, const struct tcr_access *a, const struct tcr_call *call,
                      uintptr_t first)
{
    uintptr_t lo, hi;

    if (c->differs || !find_whole(a, call, &lo, &hi))
        return false;
    put(c, lo - first);
    put(c, hi - first);
    return true;
}

/* With what its flags, its limit and its group say that it has. */
EITHER bool put_access(struct cursor *c, const struct tcr_access *a, const struct tcr_call *call,
                       uintptr_t first)
{
    put(c, (unsigned long long)a->base << 32 | a->flags);
    put(c, a->size);
    put_affine(c, &a->offset, call->n_loops);
    put(c, (unsigned long long)a->limit_hi);
    put(c, a->group);
    if (a->limit_hi || (a->flags & TCR_ACCESS_INDEX))
        put(c, (unsigned long long)a->limit_lo);
    if (a->group)
        put(c, (unsigned long long)a->unit);
    if (a->flags & TCR_ACCESS_WITHIN) {
        put(c, (unsigned long long)a->within_lo);
        put(c, (unsigned long long)a->within_hi);
    }
    return a->flags & TCR_ACCESS_WHOLE ? put_whole(c, a, call, first) : !c->differs;
}

/* An object that is not there this time has a size of its own. */
EITHER void put_fixed(struct cursor *c, const struct tcr_fixed *f, uintptr_t first)
{
    put(c, f->at ? f->size : ~0ull);
    put(c, f->at ? (uintptr_t)f->at - first : 0);
}

/* True: all of it is the same, or has been written. */
EITHER bool walk(const struct tcr_region *region, const struct tcr_call *call, struct cursor c)
{
    const uintptr_t first = region->n_bases ? (uintptr_t)call->base[0] : 0;
    const unsigned n = call->n_loops;

    put(&c, (unsigned long long)n << 32 | call->n_accesses);
    put(&c, (unsigned long long)region->n_bases << 32 | call->n_fixed);
    put(&c, (unsigned long long)call->n_levels << 32 | region->flags);
    if (c.differs)
        return false;
    for (unsigned k = 0; k < region->n_bases; k++) {
        put(&c, (uintptr_t)call->base[k] - first);
        put(&c, region->bases[k].flags);
    }
    for (unsigned k = 0; k < n; k++) {
        put_affine(&c, &call->loops[k].lo, k);
        put_affine(&c, &call->loops[k].hi, k);
    }
    if (c.differs)
        return false;
    for (unsigned k = 0; k < call->n_accesses; k++)
        if (!put_access(&c, &call->accesses[k], call, first))
            return false;
    for (unsigned k = 0; k < call->n_fixed; k++)
        put_fixed(&c, &call->fixed[k], first);
    return c.differs == 0;
}

/* How many words that is at most; 0: more than are kept. */
static unsigned words_of(const struct tcr_region *region, const struct tcr_call *call)
{
    const unsigned long long n = call->n_loops;
    const unsigned long long words = 3 + 2ull * region->n_bases + n * (n + 1) +
                                     call->n_accesses * (11 + n) + 2ull * call->n_fixed;

    return words <= MOST_WORDS ? (unsigned)words : 0;
}

static struct tcr_orders *orders_of(const struct tcr_region *region)
{
    struct tcr_stats *s = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);

    return s ? atomic_load_explicit(&s->orders, memory_order_acquire) : NULL;
}

bool tcr_order_recall(const struct tcr_region *region, const struct tcr_call *call, int *order)
{
    struct tcr_orders *all = orders_of(region);

    if (!all || all->words != words_of(region, call) || tcr_present_any())
        return false;
    for (unsigned k = 0; k < ANSWERS; k++) {
        const unsigned turn = atomic_load_explicit(&all->of[k].turn, memory_order_acquire);
        bool same;

        if (turn == 0)
            return false; /* nor is there one behind it */
        same = walk(region, call, (struct cursor){&all->key[k * all->words], false, 0});
        *order = atomic_load_explicit(&all->of[k].order, memory_order_acquire);
        if (same && turn % 2 == 0 &&
            atomic_load_explicit(&all->of[k].turn, memory_order_relaxed) == turn)
            return true;
    }
    return false;
}

static bool no_rows(const struct tcr_region *region)
{
    for (unsigned k = 0; k < region->n_bases; k++)
        if (region->bases[k].flags & (TCR_BASE_ROWS | TCR_BASE_CHILD))
            return false;
    return true;
}

bool tcr_order_settled(const struct tcr_region *region, const struct tcr_call *call, int *order)
{
    *order = 0;
    if (!(region->flags & TCR_REGION_WRITES) || (region->flags & TCR_REGION_PROVED) ||
        (TCR_PROMISED_LEVELS(region->flags) >= call->n_levels && call->n_fixed == 0 &&
         no_rows(region)))
        return true;
    return tcr_order_recall(region, call, order);
}

/* ---- a new answer ---- */

/* Does the answer hang on the numbers alone? */
static bool can_keep(const struct tcr_region *region, const struct tcr_call *call)
{
    uintptr_t lo, hi;

    for (unsigned k = 0; k < call->n_accesses; k++)
        if ((call->accesses[k].flags & TCR_ACCESS_WHOLE) &&
            !find_whole(&call->accesses[k], call, &lo, &hi))
            return false;
    return no_rows(region) && !tcr_present_any() && call->n_loops <= TCR_MAX_LOOPS &&
           words_of(region, call) > 0;
}

/* The region's answers, or room for them; NULL: there is none. */
static struct tcr_orders *make_orders(const struct tcr_region *region, unsigned words)
{
    struct tcr_stats *s = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);
    struct tcr_orders *all = orders_of(region), *made;

    if (!s || all)
        return all;
    made = calloc(1, sizeof *made + ANSWERS * words * sizeof(word));
    if (!made)
        return NULL;
    made->words = words;
    if (atomic_compare_exchange_strong(&s->orders, &all, made))
        return made;
    free(made); /* another thread was faster */
    return all;
}

void tcr_order_keep(const struct tcr_region *region, const struct tcr_call *call, int order)
{
    const unsigned words = words_of(region, call);
    struct tcr_orders *all = can_keep(region, call) ? make_orders(region, words) : NULL;
    unsigned k, turn;

    if (!all || all->words != words)
        return;
    k = atomic_fetch_add_explicit(&all->next, 1, memory_order_relaxed) % ANSWERS;
    turn = atomic_load_explicit(&all->of[k].turn, memory_order_relaxed);
    if (turn % 2 || !atomic_compare_exchange_strong(&all->of[k].turn, &turn, turn + 1))
        return; /* another thread is at it */
    if (!walk(region, call, (struct cursor){&all->key[k * words], true, 0}))
        order = TCR_SEQUENTIAL; /* the block has gone */
    atomic_store_explicit(&all->of[k].order, order, memory_order_release);
    atomic_store_explicit(&all->of[k].turn, turn + 2 ? turn + 2 : 2, memory_order_release);
}

/* SPDX-License-Identifier: MIT */
/*
 * heap.c: the blocks that the program has allocated, as far as they are noted.
 *
 * Lists by a hash of the block's start: a free() of what was never noted finds
 * an empty list and takes no lock.  The block that holds an address is found by
 * a look at all of them, unless the address is its start.  A note may be out of
 * date, where a library frees a block of the program's; extent.c does not
 * believe it, and the next block at that place replaces it.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include "../../base/keep_errno.h"
#include "../ground/inside.h"
#include "../ground/thread_data.h"
#include "../mirror/mirror.h"
#include "../present/present.h"
#include "heap.h"
#include "huge.h"

#define LISTS (1u << 14)
#define SHARES 16u /* of the lists: a lock and a store of notes for each */
#define STORE_BYTES ((size_t)1 << 15)
/* The block around an address is looked for among so many, about. */
#define MOST_TO_SEARCH 200000u

struct note {
    struct note *next;          /* in its list; of unused ones */
    struct note *after, **here; /* in its share: the next one, and what points to this one */
    uintptr_t start;
    size_t size;
};

static struct note *_Atomic list[LISTS];
#define FOUR(...) __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__
static struct share {
    _Alignas(64) pthread_mutex_t lock;
    struct note *first; /* of all in its lists */
    size_t n;
    uintptr_t lo, hi; /* no block has ever been outside */
    struct note *unused, *fresh, *end;
} share[SHARES] = {FOUR(FOUR({.lock = PTHREAD_MUTEX_INITIALIZER}))};

static unsigned list_of(uintptr_t start)
{
    return (unsigned)((start >> 4) * 0x9e3779b97f4a7c15u >> 48) % LISTS;
}

/* Of the share's store; NULL: no memory. */
static struct note *new_note(struct share *s)
{
    TCR_KEEP_ERRNO; /* malloc() has not failed if we do */
    struct note *n = s->unused;
    void *more;

    if (n) {
        s->unused = n->next;
        return n;
    }
    if (s->fresh == s->end) {
        more = mmap(NULL, STORE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (more == MAP_FAILED)
            return NULL;
        s->fresh = more;
        s->end = s->fresh + STORE_BYTES / sizeof *n;
    }
    return s->fresh++;
}

/* Under the lock. */
static void enter(struct share *s, struct note *_Atomic *head, struct note *n)
{
    n->next = atomic_load_explicit(head, memory_order_relaxed);
    atomic_store_explicit(head, n, memory_order_relaxed);
    n->after = s->first;
    n->here = &s->first;
    if (n->after)
        n->after->here = &n->after;
    s->first = n;
    s->n++;
    if (s->hi == 0 || n->start < s->lo)
        s->lo = n->start;
    if (n->start + n->size > s->hi)
        s->hi = n->start + n->size;
}

/* The note of a block, taken out; NULL: there is none.  Under the lock. */
static struct note *take_out(struct share *s, struct note *_Atomic *head, uintptr_t start)
{
    struct note *n = atomic_load_explicit(head, memory_order_relaxed), *before = NULL;

    while (n && n->start != start) {
        before = n;
        n = n->next;
    }
    if (!n)
        return NULL;
    if (before)
        before->next = n->next;
    else
        atomic_store_explicit(head, n->next, memory_order_relaxed);
    *n->here = n->after;
    if (n->after)
        n->after->here = n->here;
    s->n--;
    return n;
}

void tcr_heap_add(const void *start, size_t size)
{
    unsigned k = list_of((uintptr_t)start);
    struct share *s = &share[k % SHARES];
    struct note *n;

    /* what the runtime itself allocates says nothing of the program's arrays */
    if (!start || size < TCR_HEAP_LEAST || !tcr_come_in())
        return;
    tcr_mirror_fresh((uintptr_t)start, size);
    pthread_mutex_lock(&s->lock);
    n = take_out(s, &list[k], (uintptr_t)start);
    if (!n)
        n = new_note(s);
    if (n) {
        n->start = (uintptr_t)start;
        n->size = size;
        enter(s, &list[k], n);
    }
    pthread_mutex_unlock(&s->lock);
    if (size >= TCR_HUGE_LEAST)
        tcr_huge(start, size);
    tcr_go_out();
}

size_t tcr_heap_remove(const void *start)
{
    unsigned k = list_of((uintptr_t)start);
    struct share *s = &share[k % SHARES];
    struct note *n;
    size_t size = 0;

    /* whoever frees a block knows that it has been allocated, and so its note */
    if (!atomic_load_explicit(&list[k], memory_order_relaxed) || !tcr_come_in())
        return 0;
    pthread_mutex_lock(&s->lock);
    n = take_out(s, &list[k], (uintptr_t)start);
    if (n) {
        size = n->size;
        n->next = s->unused;
        s->unused = n;
    }
    pthread_mutex_unlock(&s->lock);
    tcr_go_out();
    return size;
}

static size_t leave(const void *start, bool freed)
{
    size_t size = tcr_heap_remove(start);

    if (size) {
        TCR_KEEP_ERRNO;

        tcr_mirror_drop((uintptr_t)start, size, freed);
        tcr_mirror_lift((uintptr_t)start, size);
        tcr_present_freed((uintptr_t)start, size);
    }
    return size;
}

size_t tcr_heap_free(const void *start)
{
    return leave(start, true);
}

size_t tcr_heap_move(const void *start)
{
    return leave(start, false);
}

/* Is the address in the block, or just behind it?  The first counts for more. */
static bool holds(const struct note *n, uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    if (address < n->start || address - n->start > n->size)
        return false;
    *lo = n->start;
    *hi = n->start + n->size;
    return address < *hi;
}

static bool starts_there(uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    unsigned k = list_of(address);
    struct share *s = &share[k % SHARES];
    bool found = false;

    pthread_mutex_lock(&s->lock);
    for (const struct note *n = atomic_load_explicit(&list[k], memory_order_relaxed); n && !found;
         n = n->next)
        found = n->start == address && holds(n, address, lo, hi);
    pthread_mutex_unlock(&s->lock);
    return found;
}

bool tcr_heap_find(uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    uintptr_t from = 0, to = 0;
    bool found = starts_there(address, &from, &to);
    size_t looked = 0;

    for (unsigned k = 0; k < SHARES && !found && looked < MOST_TO_SEARCH; k++) {
        struct share *s = &share[k];

        pthread_mutex_lock(&s->lock);
        if (s->lo <= address && address <= s->hi) {
            looked += s->n;
            for (const struct note *n = s->first; n && !found; n = n->after)
                found = holds(n, address, &from, &to);
        }
        pthread_mutex_unlock(&s->lock);
    }
    if (to == 0)
        return false;
    *lo = from;
    *hi = to;
    return true;
}

/* ---- fork ---- */

static _Thread_local bool forked_inside; /* as in device.c */
TCR_THREAD_DATA(forked_inside);

static void lock_all(void)
{
    forked_inside = tcr_inside;
    if (forked_inside)
        return;
    for (unsigned k = 0; k < SHARES; k++)
        pthread_mutex_lock(&share[k].lock);
}

static void unlock_all(void)
{
    if (forked_inside)
        return;
    for (unsigned k = 0; k < SHARES; k++)
        pthread_mutex_unlock(&share[k].lock);
}

/* Early: handlers are called before a fork in the reverse order, and those of
 * the program may allocate. */
__attribute__((constructor(101))) static void start(void)
{
    pthread_atfork(lock_all, unlock_all, unlock_all);
}

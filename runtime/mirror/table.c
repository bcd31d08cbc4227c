/* SPDX-License-Identifier: MIT */
/*
 * table.c: all mirrors, by address, and their lock.
 *
 * Whoever has the lock touches no memory that may be protected, and waits for nobody who might:
 * the thread that answers faults needs the lock.  A signal handler that came in between could touch
 * some, so that signals wait, too.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "../ground/cancel.h"
#include "../ground/inside.h"
#include "../ground/signals.h"
#include "../ground/thread_data.h"
#include "mirror_private.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static _Thread_local bool locked, was_inside;
TCR_THREAD_DATA(locked);
TCR_THREAD_DATA(was_inside);
static _Thread_local struct tcr_cancel
    cancel; /* the thread's, before: copies are calls in which it may end */
TCR_THREAD_DATA(cancel);
static struct tcr_mirror **table;
static size_t n_table, room;
_Atomic unsigned long tcr_mirror_generation;

void tcr_mirror_lock(sigset_t *mask)
{
    if (mask)
        tcr_signals_off(mask);
    tcr_cancel_off(&cancel);
    pthread_mutex_lock(&lock);
    locked = true;
    was_inside = tcr_inside != 0; /* what is allocated or protected now is not the program's */
    tcr_inside = 1;
}

void tcr_mirror_unlock(const sigset_t *mask)
{
    locked = false;
    tcr_inside = was_inside;
    pthread_mutex_unlock(&lock);
    tcr_cancel_set_back(&cancel);
    if (mask)
        tcr_signals_on(mask);
}

bool tcr_mirror_was_inside(void)
{
    return was_inside;
}

bool tcr_mirror_locked(void)
{
    return locked;
}

void tcr_mirror_wait(void)
{
    locked = false;
    pthread_cond_wait(&change, &lock);
    locked = true;
}

void tcr_mirror_go_on(void)
{
    pthread_cond_broadcast(&change);
}

void tcr_mirror_changed(void)
{
    tcr_mirror_go_on();
    tcr_service_wake();
}

size_t tcr_mirror_at(uintptr_t at)
{
    size_t low = 0, high = n_table;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (table[middle]->hi <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t tcr_mirror_number(void)
{
    return n_table;
}

struct tcr_mirror *tcr_mirror_get(size_t k)
{
    return table[k];
}

bool tcr_mirror_insert(struct tcr_mirror *m)
{
    size_t k;

    if (n_table == room) {
        size_t more = room ? 2 * room : 16;
        struct tcr_mirror **larger = realloc(table, more * sizeof(*larger));

        if (!larger)
            return false;
        table = larger;
        room = more;
    }
    k = tcr_mirror_at(m->lo);
    memmove(table + k + 1, table + k, (n_table - k) * sizeof(*table));
    table[k] = m;
    n_table++;
    return true;
}

void tcr_mirror_remove(struct tcr_mirror *m)
{
    size_t k = tcr_mirror_at(m->lo);

    n_table--;
    memmove(table + k, table + k + 1, (n_table - k) * sizeof(*table));
}

struct tcr_mirror *tcr_mirror_in(uintptr_t lo, uintptr_t hi)
{
    size_t k = tcr_mirror_at(lo);

    return k < n_table && table[k]->lo < hi ? table[k] : NULL;
}

bool tcr_mirror_idle(uintptr_t lo, uintptr_t hi)
{
    for (size_t k = tcr_mirror_at(lo); k < n_table && table[k]->lo < hi; k++)
        if (table[k]->users > 0)
            return false;
    return true;
}

/* ---- fork ---- */

static sigset_t before_fork;

void tcr_mirror_fork(bool before)
{
    if (before)
        tcr_mirror_lock(&before_fork);
    else
        tcr_mirror_unlock(&before_fork);
}

/* SPDX-License-Identifier: MIT */
/*
 * guests.c: see guests.h.
 *
 * A guest may never say that it leaves: its thread is cancelled in a system call, or a handler of a
 * signal leaves by longjmp().  So a slot says which thread has it: by an address that is the
 * thread's own, and, as soon as the system may be asked, by its number.  Without a number a guest
 * whose thread was cancelled stays.
 */
#define _GNU_SOURCE
#include "guests.h"
#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "../../base/keep_errno.h"
#include "../ground/thread_data.h"

enum { SLOTS = 256, CROWD = SLOTS };

static struct slot {
    _Atomic uintptr_t lo, hi; /* hi == 0: free */
    _Atomic long thread;      /* its number, 0: not known */
    const void *_Atomic owner;
} slots[SLOTS];
static _Atomic int most;  /* slots that have ever been used */
static _Atomic int crowd; /* guests that have found none: they may be anywhere */

static _Thread_local long number; /* of this thread; 0: not yet asked */
TCR_THREAD_DATA(number);

static long this_thread(void)
{
    if (number == 0)
        number = syscall(SYS_gettid, 0, 0, 0, 0, 0, 0); /* what is left out might be an address */
    return number;
}

static void leave(struct slot *s)
{
    atomic_store(&s->thread, 0);
    atomic_store(&s->owner, NULL);
    atomic_store(&s->lo, 0);
    atomic_store(&s->hi, 0);
}

/* A thread that is no more has no guests. */
static void clear_of_dead(struct slot *s)
{
    long thread = atomic_load(&s->thread);
    TCR_KEEP_ERRNO;

    if (thread != 0 && syscall(SYS_tgkill, getpid(), thread, 0, 0, 0, 0) != 0 && errno == ESRCH &&
        atomic_compare_exchange_strong(&s->thread, &thread, 0))
        leave(s);
}

void tcr_guests_jump(void)
{
    const int n = atomic_load_explicit(&most, memory_order_relaxed);

    for (int k = 0; k < n; k++)
        if (atomic_load_explicit(&slots[k].hi, memory_order_relaxed) != 0 &&
            atomic_load_explicit(&slots[k].owner, memory_order_relaxed) == &number)
            leave(&slots[k]);
}

int tcr_guests_come(uintptr_t lo, uintptr_t hi, bool ask)
{
    for (int k = 0; k < SLOTS; k++) {
        uintptr_t none = 0;
        int seen = k;

        if (atomic_load_explicit(&slots[k].hi, memory_order_relaxed) != 0)
            continue;
        /* wide, until its start is known */
        if (!atomic_compare_exchange_strong(&slots[k].hi, &none, UINTPTR_MAX))
            continue;
        atomic_store(&slots[k].owner, &number);
        atomic_store(&slots[k].thread, ask ? this_thread() : number);
        atomic_store(&slots[k].lo, lo);
        atomic_store(&slots[k].hi, hi);
        while (seen <= k && !atomic_compare_exchange_weak(&most, &seen, k + 1))
            ;
        atomic_thread_fence(memory_order_seq_cst);
        return k;
    }
    atomic_fetch_add(&crowd, 1);
    return CROWD;
}

void tcr_guests_leave(int guest)
{
    if (guest == CROWD)
        atomic_fetch_sub(&crowd, 1);
    else if (guest >= 0)
        leave(&slots[guest]);
}

bool tcr_guests_in(uintptr_t lo, uintptr_t hi)
{
    int n;

    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load(&crowd) > 0)
        return true;
    n = atomic_load(&most);
    for (int k = 0; k < n; k++) {
        if (atomic_load(&slots[k].hi) <= lo || atomic_load(&slots[k].lo) >= hi)
            continue;
        clear_of_dead(&slots[k]);
        if (atomic_load(&slots[k].hi) > lo && atomic_load(&slots[k].lo) < hi)
            return true;
    }
    return false;
}

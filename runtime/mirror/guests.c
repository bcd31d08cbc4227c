/* SPDX-License-Identifier: MIT */
/* guests.c: see guests.h. */
#include <stdatomic.h>
#include "guests.h"

enum { SLOTS = 256, CROWD = SLOTS };

static struct slot {
    _Atomic uintptr_t lo, hi; /* hi == 0: free */
} slots[SLOTS];
static _Atomic int most;  /* slots that have ever been used */
static _Atomic int crowd; /* guests that have found none: they may be anywhere */

int tcr_guests_come(uintptr_t lo, uintptr_t hi)
{
    for (int k = 0; k < SLOTS; k++) {
        uintptr_t none = 0;
        int seen = k;

        if (atomic_load_explicit(&slots[k].hi, memory_order_relaxed) != 0)
            continue;
        /* wide, until its start is known */
        if (!atomic_compare_exchange_strong(&slots[k].hi, &none, UINTPTR_MAX))
            continue;
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
    if (guest == CROWD) {
        atomic_fetch_sub(&crowd, 1);
        return;
    }
    if (guest < 0)
        return;
    atomic_store(&slots[guest].lo, 0);
    atomic_store(&slots[guest].hi, 0);
}

bool tcr_guests_in(uintptr_t lo, uintptr_t hi)
{
    int n;

    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load(&crowd) > 0)
        return true;
    n = atomic_load(&most);
    for (int k = 0; k < n; k++)
        if (atomic_load(&slots[k].hi) > lo && atomic_load(&slots[k].lo) < hi)
            return true;
    return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * bars.c: memory of which there is no mirror: what a loop's call copies itself, while it lasts,
 * what data directives have on the device, and, until it is freed, what is a stack, or a buffer of
 * the system's, or has a protection of the program's.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/keep_errno.h"
#include "../ground/trace.h"
#include "mirror_private.h"

static struct tcr_mirror_call *calls; /* that have begun */
static struct range {
    uintptr_t lo, hi;
} * bars;
static size_t n_bars, room;
static bool everywhere; /* there was no memory for one */

void tcr_bars_add(struct tcr_mirror_call *call)
{
    call->next = calls;
    calls = call;
}

void tcr_bars_remove(struct tcr_mirror_call *call)
{
    struct tcr_mirror_call **link = &calls;

    while (*link != call)
        link = &(*link)->next;
    *link = call->next;
}

/* ---- for good ---- */

/* Disjoint ranges by address: programs say the same ones again and again (swapcontext()). */
static struct range *good;
static size_t n_good, good_room;
static _Atomic uintptr_t good_lo = UINTPTR_MAX, good_hi; /* around all that there have ever been */
static _Atomic unsigned long lifted;

/* What has been said, while nothing has been lifted since: it is asked without the lock, and
 * written under it.  Programs with many coroutines say a stack with each switch. */
enum { SAID = 8192 };
static struct said {
    _Atomic unsigned long turn; /* odd: it is being written */
    _Atomic uintptr_t lo, hi;
    _Atomic unsigned long lifted;
} said[SAID];

static struct said *said_of(uintptr_t lo)
{
    return &said[((uint64_t)lo >> 4) * 0x9e3779b97f4a7c15u >> 32 & (SAID - 1)];
}

static bool is_said(uintptr_t lo, uintptr_t hi)
{
    struct said *s = said_of(lo);
    const unsigned long turn = atomic_load(&s->turn);

    return turn % 2 == 0 && atomic_load(&s->lo) == lo && atomic_load(&s->hi) == hi &&
           atomic_load(&s->lifted) == atomic_load(&lifted) && atomic_load(&s->turn) == turn;
}

/* `then`: of `lifted`, when the range was noted. */
static void say(uintptr_t lo, uintptr_t hi, unsigned long then)
{
    struct said *s = said_of(lo);

    atomic_fetch_add(&s->turn, 1);
    atomic_store(&s->lo, lo);
    atomic_store(&s->hi, hi);
    atomic_store(&s->lifted, then);
    atomic_fetch_add(&s->turn, 1);
}

/* The first that ends at `lo` or behind it. */
static size_t good_at(uintptr_t lo)
{
    size_t low = 0, high = n_good;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (good[middle].hi < lo)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool good_in(uintptr_t lo, uintptr_t hi)
{
    size_t k = good_at(lo + 1);

    return k < n_good && good[k].lo < hi;
}

static bool good_reserve(size_t n)
{
    struct range *larger;

    if (n <= good_room)
        return true;
    larger = realloc(good, 2 * n * sizeof *larger);
    if (!larger)
        return false;
    good = larger;
    good_room = 2 * n;
    return true;
}

/* In the place of `n` ranges from `k` on. */
static void good_replace(size_t k, size_t n, const struct range *with, size_t n_with)
{
    if (!good_reserve(n_good + n_with)) {
        everywhere = true;
        return;
    }
    memmove(good + k + n_with, good + k + n, (n_good - k - n) * sizeof *good);
    if (n_with)
        memcpy(good + k, with, n_with * sizeof *good);
    n_good += n_with - n;
}

static void good_add(uintptr_t lo, uintptr_t hi)
{
    struct range all = {lo, hi};
    size_t k = good_at(lo), n = 0;

    for (; k + n < n_good && good[k + n].lo <= hi; n++) {
        all.lo = good[k + n].lo < all.lo ? good[k + n].lo : all.lo;
        all.hi = good[k + n].hi > all.hi ? good[k + n].hi : all.hi;
    }
    good_replace(k, n, &all, 1);
    if (lo < atomic_load(&good_lo))
        atomic_store(&good_lo, lo);
    if (hi > atomic_load(&good_hi))
        atomic_store(&good_hi, hi);
}

void tcr_bars_never(uintptr_t lo, uintptr_t hi)
{
    static bool said_so; /* under the lock, as all here */

    good_add(lo, hi);
    if (!said_so)
        tcr_trace(1,
                  "TCR_MIRROR: none of memory in huge pages, which cannot be protected in parts");
    said_so = true;
}

void tcr_mirror_bar_for_good(uintptr_t host, size_t size)
{
    TCR_KEEP_ERRNO;
    unsigned long then;
    sigset_t mask;

    /* where they are off but have been on, those that were there may not yet be gone */
    if ((tcr_mirror_is_off() && !tcr_mirror_live()) || is_said(host, host + size) ||
        tcr_mirror_locked() || tcr_service_is_me())
        return;
    tcr_mirror_lock(&mask);
    then = atomic_load(&lifted);
    good_add(host, host + size);
    while (!tcr_mirror_idle(host, host + size))
        tcr_mirror_wait();
    tcr_stretch_drop_all(host, host + size, false);
    say(host, host + size, then); /* to another thread, too, once there is no mirror any more */
    tcr_mirror_unlock(&mask);
}

void tcr_mirror_lift(uintptr_t host, size_t size)
{
    const uintptr_t end = host + size;
    TCR_KEEP_ERRNO;
    sigset_t mask;

    if (end <= atomic_load(&good_lo) || atomic_load(&good_hi) <= host || tcr_mirror_locked() ||
        tcr_service_is_me())
        return;
    tcr_mirror_lock(&mask);
    for (size_t k = good_at(host + 1); k < n_good && good[k].lo < end;) {
        const struct range was = good[k];
        struct range left[2];
        size_t n = 0;

        if (was.lo < host)
            left[n++] = (struct range){was.lo, host};
        if (was.hi > end)
            left[n++] = (struct range){end, was.hi};
        good_replace(k, 1, left, n);
        k += n;
        atomic_fetch_add(&lifted, 1);
        if (everywhere)
            break;
    }
    tcr_mirror_unlock(&mask);
}

/* ---- all of them ---- */

bool tcr_bars_in(uintptr_t lo, uintptr_t hi)
{
    if (everywhere || good_in(lo, hi))
        return true;
    for (size_t k = 0; k < n_bars; k++)
        if (bars[k].lo < hi && lo < bars[k].hi)
            return true;
    for (const struct tcr_mirror_call *c = calls; c; c = c->next)
        for (size_t k = 0; k < c->n; k++)
            if (!c->use[k].mirror && c->use[k].host < hi && lo < c->use[k].host + c->use[k].size)
                return true;
    return false;
}

static void add(uintptr_t lo, uintptr_t hi)
{
    if (n_bars == room) {
        size_t more = room ? 2 * room : 16;
        struct range *larger = realloc(bars, more * sizeof *bars);

        if (!larger) {
            everywhere = true;
            return;
        }
        bars = larger;
        room = more;
    }
    bars[n_bars++] = (struct range){lo, hi};
}

void tcr_mirror_bar(uintptr_t host, size_t size)
{
    sigset_t mask;

    if (tcr_mirror_locked() || tcr_service_is_me())
        return;
    tcr_mirror_lock(&mask);
    add(host, host + size);
    while (!tcr_mirror_idle(host, host + size))
        tcr_mirror_wait();
    tcr_stretch_drop_all(host, host + size, false);
    tcr_mirror_unlock(&mask);
}

void tcr_mirror_unbar(uintptr_t host, size_t size)
{
    sigset_t mask;

    tcr_mirror_lock(&mask);
    for (size_t k = n_bars; k-- > 0;)
        if (bars[k].lo == host && bars[k].hi == host + size) {
            bars[k] = bars[--n_bars];
            break;
        }
    tcr_mirror_unlock(&mask);
}

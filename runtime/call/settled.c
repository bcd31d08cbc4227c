/* SPDX-License-Identifier: MIT */
/*
 * settled.c: short calls that the host has, again and again.
 *
 * To find out what a call uses, and to estimate it, takes about a microsecond.  So when the host
 * has taken several short calls of a region in turn, the next ones are not looked at until the
 * kernel's coarse clock, which is read in some nanoseconds, has gone on by a tick (a few
 * milliseconds).  The first call of each tick is looked at and timed, and stands for the others.
 * A call with more iterations than those, or a long pause, in which a call may have been a long
 * one, ends it.
 *
 * Data that is present on the device, and memory that only the device can read, must be noticed
 * by every call.  There is none while no device is open and the program has no driver in it; later,
 * a call has to use the very arrays for which it was decided; where the device has one of those
 * (TCR_MIRROR), all calls are looked at.
 *
 * A question may also take longer than the loop: where an array has rows behind pointers, all of
 * them are read, and a nest with a hundred accesses has its sections and its order to be found out.
 * So when the host has had several calls of a region in turn, and a question has taken more than a
 * small share of the loop's time, or the loop was refused, the next question waits until all
 * of these together have taken less than that share of the process's time.  Where the threads of a
 * team meet for it, that is a part of what it takes.  A call with more
 * iterations than any before is looked at, and so is the first when the device is open.
 */
#define _GNU_SOURCE /* CLOCK_MONOTONIC_COARSE */
#include "settled.h"

#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/strict.h"
#include "../device/transfer.h"
#include "../ground/driver_here.h"
#include "../ground/env.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "../map/recall.h"
#include "../mirror/mirror.h"
#include "../present/memory.h"
#include "../present/present.h"
#include "choose.h"
#include "nvtx.h"

static const double longest = 0.5e-3; /* s of a call: for longer ones a question costs nothing */
static const double shortest = 50e-6; /* s: calls of a team for which it is worth not to ask */
static const uint64_t pause_ns = 10000000;
static const double share = 0.02; /* of a loop's time, and of the process's: for dear questions */

/* s: what dear questions have taken. */
static _Atomic double dear;

enum {
    FEWEST = 8, /* calls that are looked at before, and after a pause; twice as many after each */
    FEWEST_DEAR = 3, /* of those, where a question is dear */
    MOST = 256,
    MOST_MIXED = 8 /* calls of another size, in all: then every call is looked at */
};

static uint64_t tick(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

unsigned long long tcr_settled_bases(unsigned n, void *const *base)
{
    uint64_t hash = n;

    for (unsigned k = 0; k < n; k++)
        hash = (hash ^ (uintptr_t)base[k]) * 0x9e3779b97f4a7c15u + (hash >> 29);
    return hash | 1;
}

bool tcr_settled_observed(void)
{
    return tcr_config.noted || tcr_config.trace || tcr_config.compare || tcr_nvtx_on();
}

void tcr_settled_note(struct tcr_stats *s, const struct tcr_call *call, const struct tcr_answer *a)
{
    const uint64_t now = tick(), then = atomic_load(&s->examined);
    unsigned needed = atomic_load(&s->needed);

    if (tcr_settled_observed() || a->trial || !a->host_measured || a->host > longest)
        return;
    if (needed == 0 || now - then > pause_ns) {
        needed = needed == 0 ? FEWEST : 2 * needed < MOST ? 2 * needed : MOST;
        atomic_store(&s->needed, needed);
        atomic_store(&s->streak, 0);
    }
    atomic_store(&s->examined, now);
    if (atomic_fetch_add(&s->streak, 1) < needed)
        return;
    if (a->host <= shortest && call->n > atomic_load(&s->short_n))
        atomic_store(&s->short_n, call->n);
    if (atomic_load(&s->mixed) >= MOST_MIXED)
        return;
    atomic_store(&s->settled_n, call->n);
    atomic_store(&s->settled_bases, tcr_settled_bases(s->n_bases, call->base));
    atomic_store(&s->settled, now);
}

static struct tcr_stats *settled_stats(const struct tcr_region *region)
{
    struct tcr_stats *s = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);

    return s && atomic_load_explicit(&s->settled, memory_order_relaxed) != 0 &&
                   atomic_load_explicit(&s->settled, memory_order_relaxed) == tick()
               ? s
               : NULL;
}

bool tcr_settled(const struct tcr_region *region)
{
    return settled_stats(region) &&
           atomic_load_explicit(&tcr_mode, memory_order_relaxed) == TCR_MODE_IDLE &&
           !(region->flags & TCR_REGION_FORCE_DEVICE) && !tcr_present_any() &&
           !(tcr_backend->in_process && tcr_backend->in_process());
}

/* The host's loop would be right, but might be one of many that are better there. */
static bool any_mirrored(unsigned n, void *const *base)
{
    for (unsigned k = 0; k < n; k++)
        if (tcr_mirror_has((uintptr_t)base[k]))
            return true;
    return false;
}

/* Must every call of it be looked at, whatever its arrays are? */
static bool is_wanted(const struct tcr_region *region)
{
    return (region->flags & TCR_REGION_FORCE_DEVICE) || tcr_settled_observed() || tcr_present_any();
}

/* Must every call be looked at, whatever has been decided? */
static bool looked_at(const struct tcr_region *region, void *const *base)
{
    return is_wanted(region) || any_mirrored(region->n_bases, base);
}

/* The same arrays as when the host was found to be the faster. */
static bool same_arrays(const struct tcr_region *region, long long n, void *const *base)
{
    struct tcr_stats *s = settled_stats(region);

    return s && n <= atomic_load_explicit(&s->settled_n, memory_order_relaxed) &&
           atomic_load_explicit(&s->settled_bases, memory_order_relaxed) ==
               tcr_settled_bases(region->n_bases, base);
}

/* ---- dear questions ---- */

/* Can the host not read the memory there? */
static bool is_devices(const void *base)
{
    const enum tcr_pointer kind = tcr_memory_kind(base);
    char byte;

    return kind == TCR_POINTER_DEVICE ||
           (kind == TCR_POINTER_FOREIGN && !tcr_peek(&byte, (uintptr_t)base, 1));
}

bool tcr_settled_hosts(const struct tcr_region *region, void *const *base)
{
    struct tcr_why why = {.region = region};
    bool hosts = true;

    if (atomic_load(&tcr_mode) == TCR_MODE_IDLE && tcr_backend->in_process &&
        tcr_backend->in_process())
        tcr_device_open(&why);
    for (unsigned k = 0; k < region->n_bases && hosts; k++)
        hosts = !is_devices(base[k]);
    return hosts;
}

/* Has a question, or a meeting for it, taken more than its share of the loop's time? */
static bool is_too_long(struct tcr_stats *s, double seconds)
{
    return seconds > share * atomic_load_explicit(&s->host_seconds, memory_order_relaxed);
}

static void spend(double seconds)
{
    double before = atomic_load(&dear);

    while (!atomic_compare_exchange_weak(&dear, &before, before + seconds))
        ;
}

void tcr_settled_asked(struct tcr_stats *s, long long n, double seconds, bool taken)
{
    if (!s)
        return;
    if (taken) {
        atomic_store(&s->asked, 0);
        return;
    }
    if (atomic_load(&tcr_mode) == TCR_MODE_READY && !atomic_exchange(&s->asked_open, true))
        atomic_store(&s->asked, 0);
    atomic_store(&s->ask_seconds, seconds);
    atomic_store(&s->asked_n, n);
    if (n > atomic_load(&s->asked_most))
        atomic_store(&s->asked_most, n);
    /* the first may have had a device to wait for, or a table to read */
    if (atomic_fetch_add(&s->asked, 1) > 0 && is_too_long(s, seconds))
        spend(seconds);
}

void tcr_settled_met(struct tcr_stats *s, double seconds)
{
    atomic_store(&s->meet_seconds, seconds);
    if (atomic_load(&s->asked) > 0 && is_too_long(s, atomic_load(&s->ask_seconds) + seconds))
        spend(seconds);
}

/* Has it been asked often enough, and is a question dear? */
static bool is_dear(struct tcr_stats *s)
{
    const int mode = atomic_load_explicit(&tcr_mode, memory_order_relaxed);

    return s && atomic_load_explicit(&s->asked, memory_order_relaxed) >= FEWEST_DEAR &&
           (mode == TCR_MODE_IDLE ||
            (mode == TCR_MODE_READY &&
             atomic_load_explicit(&s->asked_open, memory_order_relaxed))) &&
           is_too_long(s, atomic_load_explicit(&s->ask_seconds, memory_order_relaxed) +
                              atomic_load_explicit(&s->meet_seconds, memory_order_relaxed));
}

static bool is_dear_for(struct tcr_stats *s, long long n)
{
    return is_dear(s) && n <= atomic_load_explicit(&s->asked_most, memory_order_relaxed);
}

/* Have dear questions taken their share of the process's time, and is none asked for?  While loops
 * have their data on the device, each one counts. */
bool tcr_settled_spent(void)
{
    return !tcr_present_any() && !tcr_choose_together() && !tcr_config.compare &&
           !tcr_device_always() && !tcr_strict_asks() &&
           atomic_load_explicit(&dear, memory_order_relaxed) > share * (tcr_now() - tcr_began);
}

bool tcr_settled_dear(const struct tcr_region *region, long long n, void *const *base)
{
    return is_dear_for(__atomic_load_n(&region->state, __ATOMIC_ACQUIRE), n) &&
           !(region->flags & TCR_REGION_FORCE_DEVICE) && tcr_settled_spent() &&
           tcr_settled_hosts(region, base);
}

long long tcr_settled_waits(struct tcr_stats *s)
{
    return is_dear(s) ? atomic_load_explicit(&s->asked_most, memory_order_relaxed) : 0;
}

/* ---- settled calls ---- */

bool tcr_settled_arrays(const struct tcr_region *region, long long n, void *const *base)
{
    return (same_arrays(region, n, base) && !looked_at(region, base)) ||
           tcr_settled_dear(region, n, base);
}

/* Is the host's loop the same, in whatever order the device might run its iterations? */
static bool any_order(const struct tcr_region *region, const struct tcr_call *call)
{
    int order;

    return TCR_PROMISED_LEVELS(region->flags) >= call->n_levels ||
           (tcr_order_settled(region, call, &order) && order == 0);
}

bool tcr_settled_call(const struct tcr_region *region, const struct tcr_call *call, int *order)
{
    if (!looked_at(region, call->base) && tcr_order_settled(region, call, order)) {
        /* no device ever has a loop whose iterations must stay in order */
        if (*order == TCR_SEQUENTIAL)
            return !tcr_strict_asks();
        if (same_arrays(region, call->n, call->base))
            return true;
    }
    *order = 0;
    return tcr_settled_dear(region, call->n, call->base) && any_order(region, call);
}

int tcr_region_few(const struct tcr_region *region)
{
    return atomic_load_explicit(&tcr_mode, memory_order_relaxed) != TCR_MODE_NEW &&
           !is_wanted(region) && !tcr_device_always() && !tcr_memory_any() &&
           tcr_config.strict != TCR_STRICT_ON;
}

void tcr_settled_ran(const struct tcr_region *region, long long n)
{
    struct tcr_stats *s = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);

    if (!s)
        return;
    if (atomic_load_explicit(&s->settled, memory_order_relaxed) == 0) {
        if (!is_dear_for(s, n) || n != atomic_load_explicit(&s->asked_n, memory_order_relaxed))
            return;
    } else if (n > 2 * atomic_load_explicit(&s->settled_n, memory_order_relaxed)) {
        atomic_store(&s->settled, 0);
        atomic_fetch_add(&s->mixed, 1);
    }
    /* what two threads lose of each other does not matter */
    atomic_store_explicit(&s->skipped, atomic_load_explicit(&s->skipped, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

double tcr_settled_skipped(struct tcr_stats *s)
{
    unsigned n = atomic_load_explicit(&s->skipped, memory_order_relaxed);

    if (n)
        atomic_store_explicit(&s->skipped, 0, memory_order_relaxed);
    return n;
}

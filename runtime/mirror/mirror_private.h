/* SPDX-License-Identifier: MIT */
/* mirror_private.h: what the files of this room share. */
#ifndef TCR_MIRROR_PRIVATE_H
#define TCR_MIRROR_PRIVATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../ground/env.h"
#include "mirror.h"
#include "pages.h"

#pragma GCC visibility push(hidden)

/* Of smaller objects there are no mirrors: with TCR_MIRROR=auto, those for which faults would cost
 * more than copies. */
static inline size_t tcr_mirror_least(void)
{
    return tcr_config.mirror == TCR_MIRROR_AUTO ? (size_t)64 << 10 : tcr_page_size;
}

struct tcr_mirror {
    uintptr_t lo, hi;      /* of the host's memory, what the device has room for */
    uintptr_t first, last; /* its whole pages */
    char *device;          /* of `lo`; NULL: not yet allocated */
    void *alloc;
    size_t alloc_size;
    char *ends;     /* what the device has of [lo, first), and behind it of [last, hi), */
    bool end_known; /* if that is known */
    bool wanted;    /* a fault waits until no call writes it: no call begins before that */
    unsigned users; /* uses of calls that have begun, */
    struct tcr_mirror_call *writer; /* and the call that writes it, then the only one */
    _Atomic double *back;           /* of the last call that wrote it (mirror.h) */
    struct tcr_habit *habit;        /* of the region that made it, until another call uses it */
    unsigned long turn;             /* of the last call that used it */
    uintptr_t touched;              /* where the next fault is expected, and */
    size_t step;                    /* how much it brings */
    unsigned faults;                /* since the last call that used it */
    /* Does it pay (TCR_MIRROR=auto)?  Seconds since the last call that used it in which data went
     * to and fro; sums over the last calls of that, and of what copies would have taken: */
    double cost, costs, copies;
    unsigned calls, rest, next_rest; /* for so many calls there is none */
};

/* ---- table.c: all mirrors, by address, and their lock ---- */

/* No signal that can wait is taken with the lock; `mask` keeps the thread's. */
/* NULL: they are off already. */
void tcr_mirror_lock(sigset_t *mask);
void tcr_mirror_unlock(const sigset_t *mask);
/* Does this thread have it? */
bool tcr_mirror_locked(void);
/* And was it within the runtime when it took it? */
bool tcr_mirror_was_inside(void);
/* Under the lock: give it back until something has changed that others wait for; and say so. */
void tcr_mirror_wait(void);
void tcr_mirror_changed(void);
void tcr_mirror_go_on(void); /* the same, for who wants to begin only */
/* Under the lock. */
size_t tcr_mirror_at(uintptr_t at); /* index of the first that ends behind `at` */
size_t tcr_mirror_number(void);
struct tcr_mirror *tcr_mirror_get(size_t k);
bool tcr_mirror_insert(struct tcr_mirror *m);
void tcr_mirror_remove(struct tcr_mirror *m);
/* One that has a byte of [lo, hi), or NULL. */
struct tcr_mirror *tcr_mirror_in(uintptr_t lo, uintptr_t hi);
/* Has nobody a use of a mirror in [lo, hi)? */
bool tcr_mirror_idle(uintptr_t lo, uintptr_t hi);
extern _Atomic unsigned long tcr_mirror_generation; /* of changes that open pages */

/* ---- bars.c: where there are no mirrors, under the lock ---- */

void tcr_bars_add(struct tcr_mirror_call *call);
void tcr_bars_remove(struct tcr_mirror_call *call);
bool tcr_bars_in(uintptr_t lo, uintptr_t hi);
/* Memory that cannot be protected: none there, until it is freed.  Says so once. */
void tcr_bars_never(uintptr_t lo, uintptr_t hi);

/* ---- choose.c ---- */

/* Which mirrors a call's uses shall have, and whether nobody is in the way; then make them. */
bool tcr_mirror_choose(struct tcr_mirror_call *call);
void tcr_mirror_take_up(struct tcr_mirror_call *call);

/* ---- worth.c: mirrors that cost more than they save ---- */

/* Under the lock.  So many bytes went to the device in that time. */
void tcr_worth_sent(struct tcr_mirror *m, size_t bytes, double seconds);
/* A call uses it, which would have copied so many bytes without. */
void tcr_worth_used(struct tcr_mirror *m, size_t bytes);
/* Shall a call do without, and copy? */
bool tcr_worth_rests(struct tcr_mirror *m);

/* ---- hosts.c ---- */

/* fork() is near: nobody begins. */
bool tcr_mirror_is_quiet(void);
/* Memory could not be read (written) by the system: could it now? */
bool tcr_mirror_peek(uintptr_t host, size_t size, bool writes);
/* In fork(), and in a child that does not know yet that it is one: open what both sides have, for
 * nobody else does.  False: it is neither, or the device has the newest of something. */
bool tcr_mirror_open_alone(uintptr_t lo, uintptr_t hi);
/* Called when device memory is short: is there some more now? */
bool tcr_mirror_evict(void);

/* ---- stretch.c: pages from one state to another, under the lock ---- */

/* What is needed to bring something back, before there is something.  Bound.  0 or an error. */
int tcr_stretch_ready(void);
/* Pinned memory for what comes back, until the lock is given back; NULL: not for so much. */
void *tcr_stretch_room(size_t size);
/* The device's side: memory for the mirror.  0 or an error. */
int tcr_stretch_allocate(struct tcr_mirror *m);
/* HOST to SAME, all of a mirror's whole pages in [lo, hi), which are host's or not.  0 or an error.
 */
int tcr_stretch_send(struct tcr_mirror *m, uintptr_t lo, uintptr_t hi, struct tcr_lane *lane,
                     unsigned long long *bytes, struct tcr_why *why);
/* Any to DEVICE.  False: the pages cannot be protected, or a guest is there; some may be. */
bool tcr_stretch_take(uintptr_t lo, uintptr_t hi);
/* DEVICE to SAME, or with `open` to HOST: copied back.  0 or an error. */
int tcr_stretch_fetch(struct tcr_mirror *m, uintptr_t lo, uintptr_t hi, bool open);
/* Any to HOST; what the device has is forgotten. */
void tcr_stretch_open(uintptr_t lo, uintptr_t hi);
/* In a child of fork(), which has no device. */
void tcr_stretch_child(uintptr_t lo, uintptr_t hi);
/* All of a mirror is the host's. */
int tcr_stretch_home(struct tcr_mirror *m, bool open);
void tcr_stretch_free(struct tcr_mirror *m);
/* Out of the table; `freed`: the host's bytes may be old.  Does not return if the data is lost. */
void tcr_stretch_drop(struct tcr_mirror *m, bool freed);
/* Drop all in [lo, hi) that are not used. */
void tcr_stretch_drop_all(uintptr_t lo, uintptr_t hi, bool freed);
_Noreturn void tcr_mirror_lost(uintptr_t lo, size_t size);

/* ---- force.c: writing to pages that nobody may touch ---- */

bool tcr_force_start(void);
bool tcr_force_write(uintptr_t to, const void *from, size_t size);
/* Can the word there be written as it is? */
bool tcr_force_writable(uintptr_t at);

/* ---- service.c: the thread that answers faults ---- */

bool tcr_service_start(void);
/* Have [lo, hi) opened for the host; returns when it is.  Any thread but the service's own; signal
 * handlers. */
void tcr_service_ask(uintptr_t lo, uintptr_t hi, bool write, bool fault);
/* Have everything opened, once there are no new mirrors; false: not in so many seconds. */
bool tcr_service_ask_all(double seconds);
/* Faults that wait for a call's end may go on. */
void tcr_service_wake(void);
bool tcr_service_is_me(void);
/* The host has waited from then on (tcr_mirror_waited). */
void tcr_service_waited(double from);
/* In a child of fork() there is none. */
void tcr_service_child(void);

/* ---- handler.c ---- */

bool tcr_handler_install(void);
/* Is this the process that installed it?  False in a child that has a copy of the memory. */
bool tcr_handler_alive(void);
/* Is it still in place? */
bool tcr_handler_stands(void);

/* ---- possible.c ---- */

/* From now on nothing is mirrored; said once. */
void tcr_mirror_off(const char *why);
bool tcr_mirror_is_on(void);
bool tcr_mirror_is_off(void); /* and will never be on */

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/*
 * mirror.h: arrays of the host that stay on the device between loops, without directives.
 *
 * A mirror is device memory for a part of one object of the host (TCR_MIRROR).  Of each page
 * that lies wholly in it the page map (pages.h) knows which side has the newest bytes; the host's
 * page is protected where the device needs to know of an access, and a fault tells (handler.c).
 * What is left of the object, at both ends, shares its pages with others: it is never protected,
 * and is copied at each call.  Nothing is left of a block with a mapping of its own.
 *
 *     HOST    host writable, its bytes are the newest (where a mirror begins)
 *       │ a kernel reads: protect, copy to the device     ▲ the host writes: a fault
 *       ▼                                                 │
 *     SAME    host readable, both are the same ───────────┘
 *       │ a kernel writes: no access          ▲ the host reads: a fault, copied back
 *       ▼                                     │
 *     DEVICE  host has no access, the device's bytes are the newest
 *
 * A loop's call begins with the memory that it uses, and ends when its results are in place.  In
 * between nobody drops a mirror that it uses, and no other call writes one that it uses, nor uses
 * one that it writes; of memory that it copies itself there is no mirror.
 */
#ifndef TCR_MIRROR_H
#define TCR_MIRROR_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../device/pool.h"
#include "../device/stats.h"
#include "../ground/why.h"

#pragma GCC visibility push(hidden)

struct tcr_mirror;

/* What a loop uses of one object. */
struct tcr_mirror_use {
    uintptr_t host; /* its bytes [host, host + size), */
    size_t size;
    uintptr_t lo, hi;   /* in the object [lo, hi); lo == hi: it may have no mirror */
    bool loose;         /* it is at least that: the program's variable may be larger */
    bool alone;         /* whole pages, which nobody else has a part of */
    uintptr_t from, to; /* what is written of it; from == to: nothing */
    bool needs; /* the device must have the host's bytes, else all of that is surely written */
    /* From the begin on: */
    struct tcr_mirror *mirror;  /* NULL: none, and there will be none until the end */
    uintptr_t want_lo, want_hi; /* what a mirror of it has to hold */
    bool had;   /* some of what is written was newer on the device before the kernel */
    void *kept; /* a copy of that, on the device */
    size_t kept_size;
};

/* Host pages whose bytes count again if the kernel fails. */
struct tcr_mirror_undo {
    uintptr_t lo, hi;
};

struct tcr_mirror_call {
    struct tcr_mirror_use *use;
    size_t n;
    struct tcr_habit *habit; /* the region's, or NULL */
    unsigned long turn;      /* counts the turns, from 1 */
    _Atomic double
        *back; /* grows by the seconds in which the host gets back what it writes; or NULL */
    bool begun, keeps; /* keeps: the kernel may find that its results must be forgotten */
    bool eager;        /* new mirrors are used at once; else (TCR_MIRROR=auto) by the next call, */
                       /* unless the habit says that there will be one */
    double once;       /* seconds in which new mirrors have been filled */
    struct tcr_mirror_undo *undo;
    size_t n_undo, undo_room;
    sigset_t mask;                /* the thread's, before */
    struct tcr_mirror_call *next; /* of those that have begun */
};

/* May there be mirrors in this process?  Says once why not.  The device is open. */
bool tcr_mirror_possible(void);
/* The program will do what no mirror can bear: there are none from now on. */
void tcr_mirror_stop(const char *why);
/* The same from within a handler, which may have interrupted whoever has a lock, and says nothing.
 * False: some data is still the device's, which a call of this very thread has, or which the driver
 * cannot bring before the handler returns. */
bool tcr_mirror_stop_here(void);
/* Is there any, or has there been one? */
bool tcr_mirror_live(void);

/* s, so far: in which the host has waited for data that came back, and for pages that it may write
 * again. */
double tcr_mirror_waited(void);
/* Has the device what is there? */
bool tcr_mirror_has(uintptr_t at);

/* Is the page there without access, since the device has the newest of it? */
bool tcr_mirror_hides(uintptr_t at);
/* Widen a range to whole pages. */
void tcr_mirror_pages(uintptr_t *lo, uintptr_t *hi);

/* Look up, or make, the mirrors of what a call uses; waits for other calls.  *bytes grows by what
 * will go to the device.  Until the end the thread takes no signals that can wait. */
void tcr_mirror_begin(struct tcr_mirror_call *call, double *bytes);
/* Bring the device up to date; from here on it has what the call writes. */
int tcr_mirror_prepare(struct tcr_mirror_call *call, struct tcr_lane *lane,
                       unsigned long long *bytes, struct tcr_why *why);
/* The device's address of a use. */
uintptr_t tcr_mirror_address(const struct tcr_mirror_use *use);
/* The kernel has run, and all is well: what the ends have become. */
int tcr_mirror_finish(struct tcr_mirror_call *call, struct tcr_lane *lane,
                      unsigned long long *bytes, struct tcr_why *why);
/* It has not: what it wrote is forgotten.  False: some of that was nowhere else. */
bool tcr_mirror_failed(struct tcr_mirror_call *call, struct tcr_lane *lane, bool started);
void tcr_mirror_end(struct tcr_mirror_call *call);

/* The host will use [host, host + size): in bulk, what single faults would bring. */
void tcr_mirror_to_host(uintptr_t host, size_t size, bool writes);
/* The host's data is brought back, and mirrors with any of it are dropped.  Not for signal
 * handlers.  `freed`: the data is of no use to anybody. */
void tcr_mirror_drop(uintptr_t host, size_t size, bool freed);
/* The same for whatever is at an address; a look at the page if nothing is. */
void tcr_mirror_drop_at(uintptr_t at);
/* A block begins there: what is left of older ones is forgotten. */
void tcr_mirror_fresh(uintptr_t host, size_t size);
/* The same, and none is made there until the range is given back. */
void tcr_mirror_bar(uintptr_t host, size_t size);
void tcr_mirror_unbar(uintptr_t host, size_t size);
/* The same, until it is lifted from all or a part of it; to be told again costs next to nothing. */
void tcr_mirror_bar_for_good(uintptr_t host, size_t size);
void tcr_mirror_lift(uintptr_t host, size_t size);

/* Somebody who cannot take a fault uses host memory: the kernel in a system call, a device's
 * driver. From begin to end it is the host's.  Any thread, also a signal handler. */
int tcr_mirror_guest_begin(uintptr_t host, size_t size, bool writes);
/* The same for at most a page, which seldom is in a mirror; NULL is nobody's. */
int tcr_mirror_guest_small(const void *at, size_t size, bool writes);
void tcr_mirror_guest_end(int guest);
/* The thread leaves system calls by longjmp(). */
void tcr_mirror_jump(void);
/* The system is about to replace the program, or to copy it in a way that nobody else notices. */
void tcr_mirror_all_to_host(bool drop);

/* fork(): before any lock is taken and when all are given back; its lock; in the child. */
void tcr_mirror_quiet(bool before);
void tcr_mirror_fork(bool before);
void tcr_mirror_child(void);

/* What the program believes of SIGSEGV while we have it (handler.c). */
int tcr_mirror_sigaction(int signal, const struct sigaction *act, struct sigaction *old);
/* Is the signal ours, so that the program must not block it? */
bool tcr_mirror_signals(void);

#pragma GCC visibility pop

#endif

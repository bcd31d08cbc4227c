/* SPDX-License-Identifier: MIT */
/* stats.h: what is known of a region's calls, for TCR_SUMMARY; its kernel. */
#ifndef TCR_STATS_H
#define TCR_STATS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include "../../include/tcr_region.h"

/* What kind of reason it is for which the host has a call. */
enum tcr_reason_kind {
    TCR_REASON_TIMES,   /* it is the faster, as estimated or measured */
    TCR_REASON_CHOICE,  /* somebody has asked for it, or there is nothing to be done */
    TCR_REASON_DEVICE,  /* there is no device, or it is not this process's */
    TCR_REASON_HINDERED /* something that refusals.md has a cure for */
};

/* Why calls ran on the host, and how many; never freed. */
struct tcr_reason {
    struct tcr_reason *next;
    enum tcr_reason_kind kind;
    unsigned long long count;
    char text[240];
};

/* How long a region's calls take, in parts of the estimate (call/model.h). */
enum { TCR_CLASSES = 64, TCR_KINDS = 32 };
enum tcr_side { TCR_SIDE_NONE, TCR_SIDE_HOST, TCR_SIDE_DEVICE };
struct tcr_kind {         /* of calls: within a factor of two in iterations and copies */
    _Atomic unsigned key; /* 0: free */
    _Atomic unsigned side;
    _Atomic unsigned n;     /* measured on the device: */
    _Atomic double device;  /* by that much longer than estimated */
    _Atomic double spent;   /* seconds on the device, */
    _Atomic double due;     /* and with how many the host is tried */
    _Atomic unsigned round; /* of trials of the device, */
    _Atomic unsigned tries; /* and how many there were */
};
struct tcr_model {
    _Atomic double back; /* s: in which the host waited for what the last calls wrote there */
    _Atomic double host[TCR_CLASSES]; /* by iterations */
    _Atomic unsigned host_n[TCR_CLASSES];
    struct tcr_kind kind[TCR_KINDS];
};

/* Where a kind's times are, or a free place, which is its own from now on; NULL: there is none. */
static inline struct tcr_kind *tcr_kind_place(struct tcr_model *m, unsigned key)
{
    for (struct tcr_kind *k = m->kind; k < m->kind + TCR_KINDS; k++) {
        unsigned none = 0;

        if (atomic_compare_exchange_strong(&k->key, &none, key) || none == key)
            return k;
    }
    return NULL;
}

/* Of the mirrors that a region's calls were the first to make, how many others have used, too: its
 * arrays may be new for each call, and used again before they are freed.  Under the mirrors' lock.
 */
struct tcr_habit {
    unsigned long made, met;
};

struct tcr_orders;
struct tcr_plans;

/* A kernel of tcr_region.plain_scan. */
struct tcr_plain_code {
    void *_Atomic function;
    unsigned per_multiprocessor; /* blocks; written before it */
};
enum tcr_plain_which { TCR_CODE_SHORT, TCR_CODE_LONG, TCR_CODE_PLAIN };

/* A region's statistics and kernel; made at its first call, never freed while
 * the process lives, so that it may outlast the region's own library. */
struct tcr_stats {
    struct tcr_stats *next;
    char *file;
    unsigned line, block; /* as the directive has them */
    unsigned number;      /* of the unit's regions, in the order of its text */
    const void *code;     /* with which, and the kernel's name, it is known again; may be NULL */
    char *kernel;
    _Atomic unsigned long long host_calls, device_calls;
    _Atomic unsigned long long interrupted; /* of the host's: calls in a signal handler */
    _Atomic unsigned long long host_nanoseconds, nanoseconds; /* of the calls; on the device */
    /* of the device's: those with its start, or the loading of their kernel */
    _Atomic unsigned long long first_calls, first_nanoseconds;
    _Atomic unsigned long long bytes_to, bytes_from;
    struct tcr_reason *reasons; /* in the order of their first; under summary.c's lock */
    void *_Atomic function;
    void *_Atomic product[3]; /* the kernels of tcr_region.product, by enum tcr_product_code */
    struct tcr_plain_code plain[TCR_CODE_PLAIN]; /* those of its plain prefix sums */
    unsigned per_multiprocessor;                 /* blocks; written before `function`, */
    unsigned threads;         /* of those blocks: as asked for, or what the device can hold */
    _Atomic bool left;        /* it has been said that it cannot be compared (compare.c) */
    _Atomic unsigned met;     /* calls in which iterations met (owned.c), */
    _Atomic unsigned stopped; /* or came to a path that only the host takes (extent.c), */
    _Atomic bool outgrown;    /* in one of these, for want of room; */
    _Atomic unsigned lacked;  /* or used what has no extent that anybody knows (the same) */
    unsigned n_bases;
    struct tcr_orders *_Atomic orders; /* of calls (map/recall.c) */
    struct tcr_plans *_Atomic plans;   /* the same (map/again.c) */
    struct tcr_model model;
    struct tcr_habit habit;
    _Atomic double host_seconds, device_seconds; /* of the last call, as known before it */
    _Atomic double there_seconds; /* on the device, if its data were there; an estimate */
    _Atomic bool met_device;      /* a call has been looked at since the device is open */
    /* calls that are not looked at (settled.c); times of the coarse clock in ns */
    _Atomic unsigned long long settled; /* all of this tick; 0: none */
    _Atomic unsigned long long examined;
    _Atomic unsigned long long settled_bases; /* a hash of their addresses */
    _Atomic long long settled_n;
    _Atomic unsigned skipped, streak, needed, mixed;
    _Atomic unsigned long long team; /* agree.c's word */
    _Atomic long long short_n;       /* iterations of calls that took the host some microseconds */
    /* questions that the host's calls ended with, since the device had one (settled.c) */
    _Atomic unsigned asked;
    _Atomic bool asked_open;               /* one since the device is open */
    _Atomic double ask_seconds;            /* of the last, */
    _Atomic double meet_seconds;           /* and of the last meeting of a team for one */
    _Atomic long long asked_n, asked_most; /* iterations, of the last, and the most */
};

/* Where a region's model adds up what the host has waited for data that it wrote; or NULL. */
static inline _Atomic double *tcr_stats_back(const struct tcr_region *region)
{
    struct tcr_stats *s = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);

    return s ? &s->model.back : NULL;
}

static inline struct tcr_habit *tcr_stats_habit(const struct tcr_region *region)
{
    struct tcr_stats *s = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);

    return s ? &s->habit : NULL;
}

#endif

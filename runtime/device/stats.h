/* SPDX-License-Identifier: MIT */
/* stats.h: what is known of a region's calls, for TCR_SUMMARY; its kernel. */
#ifndef TCR_STATS_H
#define TCR_STATS_H

#include <stdbool.h>

/* Why calls ran on the host, and how many; never freed. */
struct tcr_reason {
    struct tcr_reason *next;
    unsigned long long count;
    char text[240];
};

/* A region's statistics and kernel; made at its first call, never freed while
 * the process lives, so that it may outlast the region's own library. */
struct tcr_stats {
    struct tcr_stats *next;
    char *file;
    unsigned line, block; /* as the directive has them */
    const void *code;     /* with which, and the kernel's name, it is known again; may be NULL */
    char *kernel;
    _Atomic unsigned long long host_calls, device_calls;
    _Atomic unsigned long long interrupted; /* of the host's: calls in a signal handler */
    _Atomic unsigned long long host_nanoseconds, nanoseconds; /* of the calls; on the device */
    _Atomic unsigned long long bytes_to, bytes_from;
    struct tcr_reason *reasons; /* in the order of their first; under summary.c's lock */
    void *_Atomic function;
    void *_Atomic product;       /* the kernel of tcr_region.product */
    unsigned per_multiprocessor; /* blocks; written before `function`, */
    unsigned threads;            /* of those blocks: as asked for, or what the device can hold */
    _Atomic bool left;           /* it has been said that it cannot be compared (compare.c) */
    _Atomic unsigned met;        /* calls in which iterations met (owned.c), */
    _Atomic unsigned stopped;    /* or came to a path that only the host takes (extent.c) */
};

#endif

/* SPDX-License-Identifier: MIT */
/* copied.h: what data directives have copied, for TCR_SUMMARY. */
#ifndef TCR_COPIED_H
#define TCR_COPIED_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* A directive; one without a name stands for functions of tcr.h, and for what loops copy of data
 * that is present. */
struct tcr_copied {
    char file[48]; /* the end of it */
    unsigned line;
    unsigned long long times, to, from; /* executions; bytes */
    double seconds;                     /* of the copies */
};

/* Under tcr_present_lock: a directive begins, and ends (NULL). */
void tcr_copied_by(const char *file, unsigned line);
/* And a copy has been made. */
void tcr_copied_add(unsigned long long to, unsigned long long from, double seconds);
/* The directives that have copied something, the next after `last`; NULL: no more. */
const struct tcr_copied *tcr_copied_next(const struct tcr_copied *last);
/* The child of a fork starts counting anew. */
void tcr_copied_clear(void);

#pragma GCC visibility pop

#endif

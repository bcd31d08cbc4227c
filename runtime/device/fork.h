/* SPDX-License-Identifier: MIT */
/* fork.h: the runtime's locks, all of which are held while the process forks. */
#ifndef TCR_FORK_H
#define TCR_FORK_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tcr_fork_part {
    void (*lock)(bool before);  /* takes the part's locks, or gives them back */
    void (*child)(void);        /* in the child, while all are held; may be NULL */
    void (*quiet)(bool before); /* before any lock is taken, and when all are given back; NULL */
};

/* In the order in which the locks are taken, up to one without `lock`.  Most parts are in rooms
 * that need this one: the list is where all are known, in call/fork.c. */
extern const struct tcr_fork_part tcr_fork_parts[];

#pragma GCC visibility pop

#endif

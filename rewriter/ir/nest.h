/* SPDX-License-Identifier: MIT */
/*
 * nest.h: the loops of a region, and whether the iterations of each may run in any order.
 *
 * The distributed levels come first, outermost first; then the loops of the body and of the
 * functions that it calls, in the order in which access.c walks them.  A loop that is walked twice,
 * in two calls of a function, is two of these.
 */
#ifndef TCR_NEST_H
#define TCR_NEST_H

#include <stdbool.h>
#include <stddef.h>

struct loop;
struct stmt;

/* From the best to the worst. */
enum loop_order {
    ORDER_PROVED,   /* any order gives the same */
    ORDER_DECLARED, /* the program says so, with atomic operations */
    ORDER_CHECKED,  /* it depends on what only a call knows: addresses, extents, subscripts */
    ORDER_NO        /* only the text's order gives what the program says */
};

/* What speaks against any order. */
struct conflict {
    enum conflict_kind {
        CONFLICT_NONE,
        CONFLICT_ACCESSES, /* `write` is written, and `other` is read or written */
        CONFLICT_FIXED,    /* `write` may be what the host reads before the loop: `name` */
        CONFLICT_WRAP,     /* a subscript that the program computes modulo 2^32 */
        CONFLICT_SCALAR,   /* the variable `name`, which an iteration leaves to the next one */
        CONFLICT_EXIT,     /* an iteration may end the loop */
        CONFLICT_FORM      /* not a loop of that kind, or one too many */
    } kind;
    size_t access;             /* CONFLICT_ACCESSES: the written one, of the region's */
    int write, other;          /* bases */
    bool other_writes;         /* it is written, too */
    bool at_once;              /* CONFLICT_ACCESSES of the very same place in all iterations */
    size_t write_at, other_at; /* in source.text; other_at of the others, too */
    const char *name;
};

struct nest_loop {
    struct stmt *stmt;
    struct loop *loop;         /* NULL: not canonical */
    int range;                 /* of the region's, -1: its bounds are not affine */
    int open;                  /* then perhaps its variable without ends, else -1 */
    unsigned long long around; /* bit i: the region's nest[i] is around it */
    bool early;                /* an iteration may end it */
    /* Some variables are folded (analyse/fold.h): then the order says what holds of all else, and
     * without a copy of these for each of its lanes, nobody may run the loop in another one. */
    bool folds;
    enum loop_order order;
    struct conflict why; /* NONE: proved */
    /* ORDER_CHECKED, of an inner loop: any order gives the same in a call in which no base leads
     * into memory that another, written one leads into; `same`: or they are one and the same. */
    bool if_apart, or_same;
};

enum { NEST_MOST = 64 }; /* loops that are told from each other */

#endif

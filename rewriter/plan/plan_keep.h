/* SPDX-License-Identifier: MIT */
/* plan_keep.h: the parts of plan_keep.c. */
#ifndef TCR_PLAN_KEEP_H
#define TCR_PLAN_KEEP_H

#include "plan_private.h"

enum { KEEP_MOST_COUNTERS = 16, KEEP_MOST_BEFORE = 64 };

struct keep_search {
    struct plan *p;
    const struct plan_loop *shared; /* the loop of a team that all is in; NULL: the region's body */
    struct stmt *context;           /* its body */
    struct plan_counter counters[KEEP_MOST_COUNTERS];
    size_t n_counters;
    struct stmt *before[KEEP_MOST_BEFORE]; /* statements that an iteration surely has done */
    size_t n_before;
    struct stmt *loop; /* that is looked at */
    size_t first;      /* its first one of the plan's list */
    bool fits;
};

/* ---- which element it is (plan_keep_place.c) ---- */

/* x + c, or x + by + c, where `by` goes from lo to hi. */
struct subscript {
    const struct expr *x; /* NULL: none */
    const struct decl *by;
    long long c, lo, hi;
};

/* Loops whose variables are taken off. */
struct scope {
    const struct stmt *in;
    bool itself; /* that one, too */
};

struct subscript keep_split(const struct keep_search *s, const struct scope *in,
                            const struct expr *e);
/* The subscript of a kept place, split within its loop. */
struct subscript keep_subscript(const struct keep_search *s, const struct plan_keep *k);
/* The part of a kept place's subscript that is left when keep_split has taken the constant and the
 * counter off; NULL: nothing is left. */
const struct expr *keep_index(const struct keep_search *s, const struct plan_keep *k);
/* The part of an lvalue by which memory is reached; NULL: it is a variable's. */
const struct expr *keep_reaching(const struct expr *e);
/* Is the expression some of the elements?  Which; `in`: as it stands in that statement. */
bool keep_matches(const struct keep_search *s, const struct plan_keep *k, const struct expr *e,
                  struct subscript *at);
bool keep_matches_in(const struct keep_search *s, const struct plan_keep *k, const struct scope *in,
                     const struct expr *e, struct subscript *at);
/* Does its address say the same all through the loop, but for what is taken off? */
bool keep_is_fixed(struct keep_search *s, const struct plan_keep *k);

/* ---- has the iteration written all of them before? (plan_keep_before.c) ---- */

bool keep_is_sure(struct keep_search *s, const struct plan_keep *k);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * fold.h: reductions in an inner loop, with or without a directive of their own.
 *
 *     for (int k = rp[i]; k < rp[i + 1]; k++)    the loop
 *         s += v[k] * x[ci[k]];                  s is folded by +
 *
 * A variable of the region's text (or a place that the loop does not choose) that an
 * iteration of the loop only updates, always by one operator, and that nothing else in the loop
 * reads or writes.  Lanes can then share the loop's iterations: each has a copy, and the copies are
 * combined when the loop is done.  Sums of floating numbers are rounded in another order, as those
 * of a reduce clause are (docs/numerics.md), and of equal zeros a minimum may be the other one;
 * nothing else differs.
 *
 * Copies of sums, products and exclusive ors start from the operator's identity.  All others start
 * from the own value of the variable, which may be one that no update gives (all = 5 of all && e):
 * two that are equal leave it, and two that differ are combined by the operator.  A minimum of
 * floating numbers is then fmin's: a copy is a NaN only if the variable was one, and no update has
 * replaced it.
 */
#ifndef TCR_FOLD_H
#define TCR_FOLD_H

#include "../ir/region.h"

enum fold_kind {
    FOLD_OPERATOR, /* s += e, s = s * e, m = fmin(m, e), if (e < m) m = e, any |= e, ... */
    FOLD_BEST,     /* if (e < m) { m = e; at = k; }: others take values along with a minimum or
                      maximum; which iteration it was says which values they are */
    FOLD_CONSTANT, /* if (...) found = 1: set to one constant in all places */
    FOLD_PREFIX    /* updated as with OPERATOR, and other statements of the body read the value that
                      it has by then: s += e; b[k] = s */
};

struct fold {
    enum fold_kind kind;
    enum tcr_op op;      /* of OPERATOR, TCR_MIN or TCR_MAX of BEST */
    struct decl *var;    /* what is folded; NULL: */
    struct expr *place;  /* one occurrence of a place in memory, or in a local variable; OPERATOR
                            only */
    bool unsure;         /* perhaps no iteration comes to the place, which then need not be there */
    struct type *type;   /* a scalar, or complex with TCR_ADD */
    struct stmt *update; /* BEST: the if statement */
    struct decl **along; /* BEST: the other variables that it sets, */
    size_t n_along;
    bool last; /* BEST: of equal ones the last counts (<=, >=), not the first */
    bool tied; /* BEST: the text compares places of equal ones, so that one may be taken which is
                  no better than the value from before the loop */
};

struct folds {
    struct fold *list;
    size_t n;
};

/* The folds of an inner loop of the region's own text, which has been analysed (body_check, the
 * accesses).  Variables that it does not find folded are dependence_scalar.c's to judge. */
struct folds fold_find(struct region *r, const struct loop *l);
/* Does the loop fold the variable, whosever it is? */
bool fold_of_loop(struct region *r, const struct loop *l, const struct decl *d, struct fold *out);
/* Does the region's only level find the minimum or maximum with others along, of which the text
 * says which of equal ones counts: if (e > m || (e == m && i < at)) { m = e; at = i; }? */
bool fold_tied_best(struct region *r, const struct decl *d, struct fold *out);
/* Is some variable of the list a prefix sum? */
bool fold_has_prefix(const struct folds *f);
/* Is it a number that the text says, as FOLD_CONSTANT sets a variable to? */
bool fold_is_constant(const struct expr *e);
/* The fold of the list that is, or takes along, this variable; NULL. */
const struct fold *fold_of(const struct folds *f, const struct decl *d);
/* ---- sums and products that keep their order (fold_parts.c) ---- */

/* A part of an update: the rest of it is done in the order of the iterations, when several threads
 * have computed the parts of theirs. */
struct fold_part {
    struct expr *update, *part; /* part NULL: it has none (s++) */
    unsigned number;            /* of the update: below 32 */
};

struct fold_parts {
    struct fold_part *list; /* those of one update one after the other */
    size_t n;
    unsigned updates;
};

/* Does its result depend on the order of the updates, but for the sign of zero and NaN? */
bool fold_rounds(const struct fold *f);
/* All parts of such folds of the list; false: some can only be done as they are written. */
bool fold_find_parts(const struct loop *l, const struct folds *f, struct fold_parts *parts);

/* The base that a place is reached by; -1: it is not known. */
int fold_base(const struct expr *place);
/* The local variable that it is a part of; NULL: it is in memory. */
struct decl *fold_local(const struct expr *place);
/* Do these, parts of an address, say the same all through a loop of the region's own text?
 * `known`: is an expression one that does, whatever it is made of? */
bool fold_is_fixed(struct region *r, const struct stmt *loop, const struct expr *pointer,
                   const struct expr *index,
                   bool (*known)(const struct region *, const struct expr *));
/* Are they two different parts of one object, as far as the text tells? */
bool fold_are_apart(const struct expr *a, const struct expr *b);
/* Is the expression the place that one of the list folds?  Its index, -1. */
int fold_of_place(const struct folds *f, const struct expr *e);

#endif

/* SPDX-License-Identifier: MIT */
/* fold_private.h: what the fold*.c files share. */
#ifndef TCR_FOLD_PRIVATE_H
#define TCR_FOLD_PRIVATE_H

#include "body_private.h"
#include "fold.h"

/* May its value be computed where the text does not ask for it?  Then it changes nothing, reads
 * only places that are known before the loop, and does not divide integers. */
bool fold_is_idle(const struct expr *e);

/* May an iteration of the loop leave something in the variable that all of them share? */
bool fold_candidate(struct region *r, const struct loop *l, const struct decl *d);

/* The updates of a variable in a statement, all of the kind FOLD_OPERATOR and by one operator:
 * which that is, and how often they name the variable (0: there are no updates).  False: some
 * update is of another kind, is by a second operator, or reads the variable besides. */
bool fold_updates(struct region *r, const struct loop *l, const struct decl *d, struct stmt *s,
                  enum tcr_op *op, size_t *mentions);
/* Is the variable a prefix sum of the loop (fold_prefix.c)? */
bool fold_prefix(struct region *r, const struct loop *l, struct decl *d, struct fold *out);

/* The same of a part of the variable: is it a thread's own, and no pointer leads to it? */
bool fold_is_own(struct region *r, const struct loop *l, const struct decl *d);

/* ---- places (fold_place.c) ---- */

/* Is it one place in all iterations?  What else goes there is still to be asked. */
bool fold_place(struct region *r, const struct loop *l, const struct expr *place);
/* How often does the loop name the place, or the variable? */
size_t fold_mentions(const struct loop *l, const struct updated *of);
/* Does each iteration read or write it, or is it there anyway? */
bool fold_is_sure(const struct loop *l, const struct expr *place);
/* Drops places of which the loop makes other accesses. */
void fold_settle_places(const struct loop *l, struct folds *f);

/* ---- minima and maxima (fold_order.c): the operator, or -1 ---- */

/* x = rhs */
int fold_order_tree(const struct region *r, const struct updated *of, struct expr *rhs);
/* if (cond) assign */
int fold_order_if(const struct region *r, const struct updated *of, struct expr *cond,
                  struct expr *assign);
/* if (cond) { x = e; others = ...; }: is it a fold of the loop, with others? */
bool fold_best(struct region *r, const struct loop *l, const struct updated *of, struct stmt *s,
               struct fold *out);

#endif

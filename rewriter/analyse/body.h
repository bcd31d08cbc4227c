/* SPDX-License-Identifier: MIT */
/* body.h: what loop.c, linear.c and the body_*.c files ask about the variables of a loop. */
#ifndef TCR_BODY_H
#define TCR_BODY_H

#include "../ir/region.h"

/* A variable from outside of which every iteration has its own? */
bool body_is_private(const struct region *r, const struct decl *d);

/* linear.c: is some variable only moved, and in no list?  And: the privates that
 * every iteration moves by the same amount become the loop header's. */
bool linear_any(struct region *r);
void linear_take(struct region *r);

/* Refuses a loop whose threads move a variable that they share, `c++`, and do not wait for each
 * other (body_carried.c). */
bool body_check_moved(struct region *r);

/* Private variables whose last value is used after a loop that writes memory: its last iteration
 * writes them, too (body_last.c). */
void body_keep_last(struct region *r);

/* Minima and maxima with others along: the iterations say whose place it is (body_best.c).  Refuses
 * loops of which the host cannot do that one once more. */
bool body_keep_best(struct region *r);

/* Refuses variables that have names of ours (body_names.c). */
bool body_check_names(struct region *r);

#endif

/* body_private.h: what the body_*.c files share. */
#ifndef TCR_BODY_PRIVATE_H
#define TCR_BODY_PRIVATE_H

#include "region.h"

/* An assignment to something that is not a reduction variable. */
void body_check_target(struct region *r, struct expr *lhs);

/* For stmt_walk: the updates of one statement; ctx is the region. */
bool body_visit_update(struct stmt *s, void *ctx);

/* A variable from outside of which every iteration has its own? */
bool body_is_private(const struct region *r, const struct decl *d);

/* In private() or firstprivate()? */
bool body_is_listed(const struct region *r, const struct decl *d);

void body_add_private(struct region *r, struct decl *d, bool first);

/* Of one of the region's levels? */
bool body_is_loop_var(const struct region *r, const struct decl *d);

/* A structure or array from outside of which every iteration sets all that it
 * reads, and nobody reads it afterwards (body_out.c). */
bool body_sets_parts(struct region *r, struct decl *d);
/* What called functions write through their parameters is private, too. */
void body_add_handed(struct region *r);

/* Of a called function: does it point to an iteration's own variables, whoever calls? */
bool body_points_own(struct region *r, const struct expr *pointer);

/* A private variable must be assigned before it is read in every iteration
 * (body_flow.c).  `first`: it starts each iteration with its value before the loop. */
void body_check_private(struct region *r, struct decl *d, bool first);
/* Is no part of it read in any iteration before that assigns it? */
bool body_assigns_first(struct region *r, const struct decl *d);

/* a < b, a > b, a <= b, a >= b? */
bool body_is_order(const struct expr *e);
/* TCR_MIN or TCR_MAX where the call returns that of its two arguments, all of
 * type x; else -1 (body_order.c). */
int body_call_op(const struct region *r, const struct expr *e, const struct type *x);

bool body_is_lvalue(const struct expr *e);

/* A reduced element must be one and the same all the time, and the loop must
 * not read it by another name (body_alias.c). */
void body_check_element(struct region *r, const struct reduction *red);
void body_check_aliases(struct region *r);

#endif

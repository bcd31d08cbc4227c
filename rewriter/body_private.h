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

/* A private variable must be assigned before it is read in every iteration
 * (body_flow.c).  `first`: it starts each iteration with its value before the loop. */
void body_check_private(struct region *r, struct decl *d, bool first);

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

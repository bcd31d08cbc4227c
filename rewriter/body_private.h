/* body_private.h: what body.c and body_update.c share. */
#ifndef TCR_BODY_PRIVATE_H
#define TCR_BODY_PRIVATE_H

#include "region.h"

/* An assignment to something that is not a reduction variable. */
void body_check_target(struct region *r, struct expr *lhs);

/* For stmt_walk: the updates of one statement; ctx is the region. */
bool body_visit_update(struct stmt *s, void *ctx);

#endif

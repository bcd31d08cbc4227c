/* SPDX-License-Identifier: MIT */
/* moves.h: what one execution of a statement adds to a local variable, `*p++`,
 * `ix += incx`; linear.c asks it of the directive's loop, access_move.c of inner
 * ones. */
#ifndef TCR_MOVES_H
#define TCR_MOVES_H

#include "../ir/region.h"

struct moves {
    const struct decl *d;
    /* d += by, or -= ; by NULL: 1.  False: it is not known how much that is. */
    bool (*add)(struct moves *m, struct expr *by, bool minus);
    /* The same for an inner loop that moves it. */
    bool (*loop)(struct moves *m, struct stmt *s);
};

/* False: it is not moved by a known amount, the same each time. */
bool moves_stmt(struct moves *m, struct stmt *s);
bool moves_expr(struct moves *m, struct expr *e);
/* Of an assignment to d, or ++ or --. */
bool moves_assign(struct moves *m, struct expr *e);

#endif

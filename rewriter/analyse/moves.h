/* SPDX-License-Identifier: MIT */
/*
 * moves.h: what one iteration adds to a local variable, `*p++`, `ix += incx`, `q = p + 4; p = q`:
 * the way from its value at the end of the iteration back to that at the beginning, in static
 * single assignment.  linear.c asks it of the directive's loop, access_move.c of inner ones.
 */
#ifndef TCR_MOVES_H
#define TCR_MOVES_H

#include "../ir/region.h"
#include "../ir/ssa.h"

struct moves {
    const struct decl *d;
    /* d += by, or -= ; by NULL: 1.  False: it is not known how much that is. */
    bool (*add)(struct moves *m, struct expr *by, bool minus);
    /* The same for all iterations of an inner `for` loop, which moves_loop() knows. */
    bool (*loop)(struct moves *m, struct stmt *s);
};

/* Of the graph from its entry to its end.  False: it is not moved by a known amount, the same on
 * every path. */
bool moves_graph(struct moves *m, const struct ssa *s);
/* Of one iteration of a loop in the graph. */
bool moves_loop(struct moves *m, const struct ssa *s, const struct stmt *loop);

#endif

/* SPDX-License-Identifier: MIT */
/* ast_lifetime.h: is what is allocated an iteration's own while it runs? */
#ifndef TCR_AST_LIFETIME_H
#define TCR_AST_LIFETIME_H

#include "ast_alloc.h"

struct lifetime {
    enum alloc_how how;
    CXCursor call;      /* of the function that allocates */
    bool sometimes;     /* that stands below an `if`: the pointer may be another one, or NULL */
    CXCursor statement; /* whose list the memory lives as long as */
};

/* Of the pointer; false: it is not, or not surely. */
bool ast_lifetime(struct region *r, CXCursor variable, struct lifetime *out);

#endif

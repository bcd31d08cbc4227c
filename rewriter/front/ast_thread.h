/* SPDX-License-Identifier: MIT */
/* ast_thread.h: memory that each thread of a team has for the iterations that it runs. */
#ifndef TCR_AST_THREAD_H
#define TCR_AST_THREAD_H

#include "ast_private.h"

struct thread_memory {
    CXCursor variable; /* points to it, or is an */
    bool array;        /* of variable length */
    CXCursor size;     /* how large it is, */
    bool bytes;        /* in bytes, else in elements */
};

/* All that the region's loop has, from r->begin to r->end; *n of them (arena). */
struct thread_memory *ast_thread_memory(struct region *r, size_t *n);

#endif

/* SPDX-License-Identifier: MIT */
/* ast_thread.h: memory that each thread of a team has for the iterations that it runs. */
#ifndef TCR_AST_THREAD_H
#define TCR_AST_THREAD_H

#include "ast_private.h"

enum { THREAD_FACTORS = 3 };

struct thread_memory {
    CXCursor variable; /* points to it, or is an */
    bool array;        /* of variable length */
    CXCursor share;    /* the expression that chooses a thread's part; null: all of it is its own */
    CXCursor factors[THREAD_FACTORS]; /* how large it is is their product; none: `count` */
    size_t n_factors;
    long long count; /* elements */
    bool bytes;      /* the product is of bytes, else of elements */
};

/* All that the region's loop has, from r->begin to r->end; *n of them (arena). */
struct thread_memory *ast_thread_memory(struct region *r, size_t *n);
/* Is it a call for the thread's number, which only chooses memory of the list? */
bool ast_thread_number(struct region *r, CXCursor call, const struct thread_memory *list, size_t n);

#endif

/* SPDX-License-Identifier: MIT */
/* ast_scratch.h: memory that an iteration allocates and gives back, and arrays of variable length,
 * as the device has them: arrays of fixed length. */
#ifndef TCR_AST_SCRATCH_H
#define TCR_AST_SCRATCH_H

#include "ast_private.h"

/* Adds to the block what stands in front of a statement that allocates such memory or declares such
 * an array: its declaration, and the test whether the program asks for more. */
void ast_scratch_lead(struct region *r, CXCursor statement, struct stmt *block);
/* The variable of an array of variable length gets its type; NULL: the device cannot have it. */
struct decl *ast_scratch_array(struct region *r, CXCursor declared, struct decl *d);

/* A call that allocates such memory or gives it back, as the device has it; NULL: another call. */
struct expr *ast_scratch_call(struct region *r, CXCursor call);
/* Has a function in this part of the text such memory?  (As far as it has been built.) */
bool ast_has_scratch_in(struct region *r, size_t begin, size_t end);
/* Does the call give such memory back? */
bool ast_frees_scratch(struct region *r, CXCursor call);
/* Is c a test for such memory whose value is known? */
bool ast_tests_scratch(struct region *r, CXCursor c, long long *value);

/* a[i][k] of an array with rows of variable length; NULL: another subscript. */
struct expr *ast_scratch_cell(struct region *r, CXCursor subscript);
/* Does it name such an array? */
bool ast_scratch_has_rows(struct region *r, CXCursor name);
/* sizeof of an array of variable length; NULL: of something else. */
struct expr *ast_scratch_size(struct region *r, CXCursor query);

/* Before the region's tree is built: which memory its threads have (below).  An expression
 * that stands for such memory; NULL: another one. */
void ast_scratch_of_threads(struct region *r);
struct expr *ast_scratch_pointer(struct region *r, CXCursor c);
/* Afterwards: an iteration of the loop begins with the arrays that stand for it. */
void ast_scratch_rooms(struct region *r, struct stmt *loop);

/* The region's tree is whole: the arrays share the room that there is. */
void ast_scratch_share(struct region *r);

/* ---- memory that each thread of a team has for the iterations that it runs (ast_thread.c) ---- */

struct thread_memory {
    CXCursor variable; /* points to it, or is an */
    bool array;        /* of variable length */
    CXCursor size;     /* how large it is, */
    bool bytes;        /* in bytes, else in elements */
};

/* All that the region's loop has, from r->begin to r->end; *n of them (arena). */
struct thread_memory *ast_thread_memory(struct region *r, size_t *n);

#endif

/* SPDX-License-Identifier: MIT */
/* ast_alloc.h: calls that allocate memory and give it back, and the tests of pointers to it, as
 * they stand in the text. */
#ifndef TCR_AST_ALLOC_H
#define TCR_AST_ALLOC_H

#include "ast_private.h"

enum alloc_how {
    HOW_NONE,
    HOW_MALLOC,
    HOW_CALLOC,
    HOW_ALLOCA,
    HOW_LENGTH, /* declares an array */
    HOW_THREAD  /* it is a thread's own, before the loop */
};

/* Without brackets and conversions. */
CXCursor alloc_bare(struct ast *ast, CXCursor c);
/* Without brackets and conversions that are not written. */
CXCursor alloc_unbracketed(struct ast *ast, CXCursor c);
/* The name of the library's function that is called, or "". */
const char *alloc_library_name(struct region *r, CXCursor c);
/* The call, if it is one that allocates. */
enum alloc_how alloc_how(struct region *r, CXCursor c);
bool alloc_names(struct ast *ast, CXCursor c, CXCursor variable);
bool alloc_mentions(struct ast *ast, CXCursor c, CXCursor variable); /* somewhere below c */
bool alloc_is_null(struct ast *ast, CXCursor c);
/* p, !p, p == NULL and p != NULL, where p may be (p = ...): its value, if the memory is there. */
bool alloc_null_test(struct ast *ast, CXCursor c, CXCursor *pointer, CXCursor *setting,
                     long long *value);
/* free(p), perhaps if (p) free(p), and then p = NULL */
bool alloc_gives_back(struct region *r, CXCursor c, CXCursor variable);
/* variable = value, as a whole expression. */
bool alloc_assigns(struct ast *ast, CXCursor c, CXCursor variable, CXCursor *value);
/* variable = NULL, the same. */
bool alloc_sets_null(struct ast *ast, CXCursor c, CXCursor variable);
/* if ((p = ...) == NULL) and the like, without `else`: what follows it has the memory. */
bool alloc_set_in_test(struct region *r, CXCursor c, CXCursor *setting);
/* Does the statement set the variable to what is allocated there?  By which call? */
enum alloc_how alloc_sets(struct region *r, CXCursor c, CXCursor variable, CXCursor *call);
/* Does something below c assign the value of the expression at this place to what is no variable?
 */
bool alloc_stores(struct ast *ast, CXCursor c, size_t at);
/* An assignment to it, ++ and --, and its address. */
bool alloc_changes(struct ast *ast, CXCursor c, CXCursor variable);
/* ++ or -- */
bool alloc_counts(CXCursor c);

#endif

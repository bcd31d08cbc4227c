/* SPDX-License-Identifier: MIT */
/* ast_outline.h: what ast_outline.c and ast_outline_expr.c share. */
#ifndef TCR_AST_OUTLINE_H
#define TCR_AST_OUTLINE_H

#include "../ir/outline.h"
#include "ast_private.h"

struct builder {
    struct region *r; /* whose unit it is */
    struct outline *o;
    struct stmt *statement; /* that is being built: it gets those of its expressions */
    bool jumps;             /* the function calls setjmp() or the like */
};

struct stmt *outline_statement(struct builder *b, CXCursor c);
/* NULL: it is a constant, or of no concern to the function's variables. */
struct expr *outline_value(struct builder *b, CXCursor c);
struct expr *outline_condition(struct builder *b, CXCursor c); /* not NULL */
struct expr *outline_opaque(struct builder *b, CXCursor c);
struct type *outline_type(CXType t); /* its kind and size */
struct outline_var *outline_variable(struct ast *ast, CXCursor c);
struct outline_function *outline_function(struct region *r, CXCursor c);

#endif

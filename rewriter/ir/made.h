/* SPDX-License-Identifier: MIT */
/* made.h: expressions, statements and variables that the rewriter makes for itself, all of them at
 * one place of the program's text. */
#ifndef TCR_MADE_H
#define TCR_MADE_H

#include "ir.h"

/* The place. */
struct made {
    size_t begin, end;
};

/* Nodes of ir_alloc.  a, b: the operands; NULL: the kind has fewer. */
struct expr *made_expr(struct made at, enum expr_kind kind, struct type *type, struct expr *a,
                       struct expr *b);
struct expr *made_number(struct made at, struct type *type, long long value);
struct expr *made_variable(struct made at, struct decl *d);
struct expr *made_binary(struct made at, enum c_op op, struct type *type, struct expr *a,
                         struct expr *b);
/* An explicit conversion. */
struct expr *made_cast(struct made at, struct type *to, struct expr *a);

struct stmt *made_stmt(struct made at, enum stmt_kind kind);
/* A variable of the region's body. */
struct decl *made_decl(struct made at, enum decl_kind kind, const char *name, struct type *type);
/* Its declaration; init may be NULL. */
struct stmt *made_declaration(struct made at, struct decl *d, struct expr *init);

#endif

/* SPDX-License-Identifier: MIT */
/* made.c: see made.h. */
#include "made.h"

struct expr *made_expr(struct made at, enum expr_kind kind, struct type *type, struct expr *a,
                       struct expr *b)
{
    struct expr *e = expr_new(kind, type, at.begin, at.end);
    e->a = a;
    e->b = b;
    return e;
}

struct expr *made_number(struct made at, struct type *type, long long value)
{
    struct expr *e = made_expr(at, EXPR_INT, type, NULL, NULL);
    e->value = value;
    return e;
}

struct expr *made_variable(struct made at, struct decl *d)
{
    struct expr *e = made_expr(at, EXPR_VAR, d->type, NULL, NULL);
    e->decl = d;
    return e;
}

struct expr *made_binary(struct made at, enum c_op op, struct type *type, struct expr *a,
                         struct expr *b)
{
    struct expr *e = made_expr(at, EXPR_BINARY, type, a, b);
    e->op = op;
    return e;
}

struct expr *made_cast(struct made at, struct type *to, struct expr *a)
{
    return made_expr(at, EXPR_CAST, to, a, NULL);
}

struct stmt *made_stmt(struct made at, enum stmt_kind kind)
{
    struct stmt *s = ir_alloc(sizeof *s);
    *s = (struct stmt){.kind = kind, .begin = at.begin, .end = at.end};
    return s;
}

struct decl *made_decl(struct made at, enum decl_kind kind, const char *name, struct type *type)
{
    struct decl *d = ir_alloc(sizeof *d);
    *d = (struct decl){
        .kind = kind, .name = name, .type = type, .offset = at.begin, .in_region = true};
    return d;
}

struct stmt *made_declaration(struct made at, struct decl *d, struct expr *init)
{
    struct stmt *s = made_stmt(at, STMT_DECL);
    s->n_decls = 1;
    s->decls = ir_alloc(sizeof *s->decls);
    s->inits = ir_alloc(sizeof *s->inits);
    s->decls[0] = d;
    s->inits[0] = init;
    return s;
}

/* SPDX-License-Identifier: MIT */
/* ir_clone.c: copies of expressions, and of a function's body with variables of its own. */
#include <string.h>

#include "ir.h"

struct pair {
    const struct decl *from;
    struct decl *to;
};

struct clone {
    struct pair *pairs;
    size_t n;
};

static struct decl *own(struct clone *c, struct decl *d)
{
    struct decl *copy = ir_alloc(sizeof *copy);
    *copy = *d;
    copy->facts = NULL;
    struct pair added = {d, copy};
    IR_PUSH(c->pairs, c->n, added);
    return copy;
}

static struct decl *renamed(const struct clone *c, struct decl *d)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->pairs[i].from == d)
            return c->pairs[i].to;
    return d;
}

static struct expr *copy_expr(struct clone *c, const struct expr *e)
{
    if (!e)
        return NULL;
    struct expr *copy = ir_alloc(sizeof *copy);
    *copy = *e;
    copy->facts = NULL;
    copy->decl = renamed(c, e->decl);
    copy->a = copy_expr(c, e->a);
    copy->b = copy_expr(c, e->b);
    copy->c = copy_expr(c, e->c);
    if (e->n_args)
        copy->args = ir_alloc(e->n_args * sizeof *copy->args);
    for (size_t i = 0; i < e->n_args; i++)
        copy->args[i] = copy_expr(c, e->args[i]);
    return copy;
}

struct expr *expr_clone(const struct expr *e)
{
    struct clone c = {0};
    return copy_expr(&c, e);
}

static struct stmt *copy_stmt(struct clone *c, const struct stmt *s)
{
    if (!s)
        return NULL;
    struct stmt *copy = ir_alloc(sizeof *copy);
    *copy = *s;
    if (s->n_decls) {
        copy->decls = ir_alloc(s->n_decls * sizeof *copy->decls);
        copy->inits = ir_alloc(s->n_decls * sizeof *copy->inits);
    }
    for (size_t i = 0; i < s->n_decls; i++) {
        copy->decls[i] = own(c, s->decls[i]); /* its own initial value may name it */
        copy->inits[i] = copy_expr(c, s->inits[i]);
    }
    copy->init = copy_stmt(c, s->init);
    copy->expr = copy_expr(c, s->expr);
    copy->case_high = copy_expr(c, s->case_high);
    copy->step = copy_expr(c, s->step);
    copy->body = copy_stmt(c, s->body);
    copy->other = copy_stmt(c, s->other);
    if (s->n_list)
        copy->list = ir_alloc(s->n_list * sizeof *copy->list);
    for (size_t i = 0; i < s->n_list; i++)
        copy->list[i] = copy_stmt(c, s->list[i]);
    return copy;
}

struct stmt *stmt_clone(const struct stmt *body, struct decl **params, size_t n,
                        struct decl ***copies)
{
    struct clone c = {0};
    *copies = ir_alloc((n + 1) * sizeof **copies);
    for (size_t i = 0; i < n; i++)
        (*copies)[i] = own(&c, params[i]);
    struct stmt *copy = copy_stmt(&c, body);
    stmt_number(copy); /* its jumps are its own */
    return copy;
}

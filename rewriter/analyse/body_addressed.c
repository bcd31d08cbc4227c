/* SPDX-License-Identifier: MIT */
/*
 * body_addressed.c: sums, products and exclusive ors of numbers that functions update by address.
 *
 *     #pragma omp parallel for reduction(+ : sum)
 *     for (...)
 *         add(&sum, x[i]);
 *
 * The iteration has a sum of its own, which starts from 0 (a product from 1), as a thread's does.
 * It is added behind the body, and that is an update like any other:
 *
 *     double own = 0;
 *     add(&own, x[i]);
 *     sum = sum + own;
 */
#include "../ir/made.h"
#include "../source/operators.h"
#include "body.h"
#include "body_private.h"

struct address_search {
    const struct decl *d;
    const struct expr *name; /* the variable, in &variable */
};

static bool visit_address(struct expr *e, void *ctx)
{
    struct address_search *s = ctx;
    if (e->kind == EXPR_ADDR && e->a->kind == EXPR_VAR && e->a->decl == s->d)
        s->name = e->a;
    return !s->name;
}

void body_take_addressed(struct region *r, const struct reduce_clause *c, struct decl *d)
{
    struct address_search s = {.d = d};
    const struct type *t = d->type;
    enum c_op op = operator_of(c->op)->binary;
    bool zero = c->op == TCR_ADD || c->op == TCR_XOR;
    if (r->dir->origin != ORIGIN_OMP || !r->site.heeded || c->inscan || t->kind != TYPE_SCALAR ||
        t->is_volatile || t->is_atomic || type_is_bool(t) || !(zero || c->op == TCR_MUL) ||
        stmt_mentions(r->stmt, d) != stmt_mentions(r->body, d))
        return;
    stmt_walk_exprs(r->body, visit_address, &s);
    if (!s.name)
        return;
    struct made at = body_place(r);
    struct decl *own =
        body_own(r, d, made_cast(at, d->type, made_number(at, type_int(), zero ? 0 : 1)));
    struct stmt *block = r->best_block, *body = block->list[block->n_list - 1];
    struct stmt *both = made_stmt(at, STMT_COMPOUND), *add = made_stmt(at, STMT_EXPR);
    struct made name = {s.name->begin, s.name->end};
    add->expr =
        made_expr(at, EXPR_ASSIGN, d->type, made_variable(name, d),
                  made_binary(at, op, d->type, made_variable(name, d), made_variable(at, own)));
    add->expr->op = OP_ASSIGN;
    IR_PUSH(both->list, both->n_list, body);
    IR_PUSH(both->list, both->n_list, body_behind(r, body, add));
    block->list[block->n_list - 1] = both;
    r->cfg = NULL;
}

/* SPDX-License-Identifier: MIT */
/*
 * body_last.c: variables whose last value is used after a loop that writes memory, as of OpenMP's
 * lastprivate.
 *
 * The host cannot repeat the last iteration there.  So the iteration itself gives its value back:
 * `if (it is the last one) *&x = x;` is put behind the body, where the x on the left is the
 * program's, and that on the right is the iteration's own.
 */
#include "../front/ast.h"
#include "../ir/made.h"
#include "body_private.h"

struct made body_place(const struct region *r)
{
    return (struct made){r->body->begin, r->body->end};
}

/* ---- the last iteration ---- */

/* The loop's next value would end it: !((type of i)(i + step) REL upper). */
static struct expr *ends_after(const struct region *r, const struct loop *l)
{
    const struct induction *v = &l->vars[0];
    struct type *wide = type_long_long();
    struct expr *step = v->step ? made_cast(body_place(r), wide, expr_clone(v->step)) : NULL;
    if (!step)
        step = made_number(body_place(r), wide, v->step_const);
    struct expr *sum =
        made_binary(body_place(r), v->step && v->negated ? OP_SUB : OP_ADD, wide,
                    made_cast(body_place(r), wide, made_variable(body_place(r), v->var)), step);
    struct expr *next =
        made_cast(body_place(r), l->cmp_type, made_cast(body_place(r), v->var->type, sum));
    struct expr *over =
        made_expr(body_place(r), EXPR_UNARY, type_int(),
                  made_binary(body_place(r), l->rel, type_int(), next,
                              made_cast(body_place(r), l->cmp_type, expr_clone(l->upper))),
                  NULL);
    over->op = OP_NOT;
    return over;
}

static struct expr *is_last(const struct region *r)
{
    struct expr *all = ends_after(r, r->loops[0]);
    for (size_t i = 1; i < r->n_loops; i++)
        all = made_binary(body_place(r), OP_LAND, type_int(), all, ends_after(r, r->loops[i]));
    return all;
}

/* *&x = x */
static struct stmt *gives_back(const struct region *r, struct decl *d)
{
    struct decl *outer = ir_alloc(sizeof *outer);
    *outer = *d; /* d is the iteration's own */
    outer->facts = NULL;
    outer->binding = outer->private_at = 0;
    struct expr *at = made_expr(body_place(r), EXPR_ADDR, type_pointer_to(d->type),
                                made_variable(body_place(r), outer), NULL);
    struct expr *place = made_expr(body_place(r), EXPR_DEREF, d->type, at, NULL);
    struct stmt *s = made_stmt(body_place(r), STMT_EXPR);
    s->expr =
        made_expr(body_place(r), EXPR_ASSIGN, d->type, place, made_variable(body_place(r), d));
    s->expr->op = OP_ASSIGN;
    s->expr->once = true;
    return s;
}

/* ---- the body ---- */

struct behind {
    struct label *label;
    bool used;
};

/* What continues, goes on behind the body. */
static bool visit_continue(struct stmt *s, void *ctx)
{
    struct behind *b = ctx;
    if (s->kind == STMT_CONTINUE) {
        s->kind = STMT_GOTO;
        s->label = b->label;
        b->used = true;
    }
    return !stmt_is_loop(s);
}

struct stmt *body_behind(const struct region *r, struct stmt *body, struct stmt *last)
{
    struct label *label = ir_alloc(sizeof *label);
    *label = (struct label){.name = "tcr_last", .begin = r->body->end};
    struct behind b = {.label = label};
    stmt_walk(body, visit_continue, &b);
    if (!b.used)
        return last;
    struct stmt *s = made_stmt(body_place(r), STMT_LABEL);
    s->label = label;
    s->body = last;
    return s;
}

/* Can a condition of the program's numbers tell the last iteration? */
static bool is_told(const struct region *r)
{
    for (size_t i = 0; i < r->n_loops; i++)
        if (r->loops[i]->vars[0].var->type->kind != TYPE_SCALAR || r->loops[i]->linked)
            return false;
    for (size_t i = 0; i < r->n_lastprivates; i++) {
        const struct decl *d = r->lastprivates[i];
        if (d->type->kind != TYPE_SCALAR || d->type->is_volatile || d->type->is_atomic ||
            d->is_register || d->is_thread_local)
            return false;
    }
    return !r->dir->reproducible && !r->scan && !r->ends;
}

void body_keep_last(struct region *r)
{
    if (!r->n_lastprivates || !r->stores || !is_told(r))
        return;
    struct stmt *whole = body_block(r), *then = made_stmt(body_place(r), STMT_COMPOUND),
                *last = made_stmt(body_place(r), STMT_IF);
    for (size_t i = 0; i < r->n_lastprivates; i++)
        IR_PUSH(then->list, then->n_list, gives_back(r, r->lastprivates[i]));
    last->expr = is_last(r);
    last->body = then;
    last = body_behind(r, whole->list[whole->n_list - 1], last);
    IR_PUSH(whole->list, whole->n_list, last);
    r->gives_last = true;
    r->cfg = NULL;
}

/* SPDX-License-Identifier: MIT */
/*
 * plan_floats.c: sums of double whose terms are numbers that float has, which the
 * device adds up by groups (kernels/tiles/tile_f32.cuh).
 *
 * A lane's group is of iterations: so each of them adds once, at most, in a statement
 * of its own that no loop repeats.
 */
#include "plan_private.h"

struct terms {
    const struct region *r;
    const struct reduction *red;
    size_t mentions, updates; /* of the variable */
    size_t wanted;            /* mentions by updates that add a float */
};

static bool is_narrow(const struct type *t)
{
    return t->kind == TYPE_SCALAR &&
           (type_is_floating(t) ? scalar_of(t->scalar)->size <= 4 : scalar_of(t->scalar)->size < 4);
}

/* Conversions to these keep a number that float has, or cut off its fraction. */
static bool keeps_floats(const struct type *t)
{
    return t->kind == TYPE_SCALAR &&
           (t->scalar == TCR_F64 || t->scalar == TCR_I64 || t->scalar == TCR_I32);
}

static bool is_float_term(const struct expr *e)
{
    while (e->kind == EXPR_CAST && !is_narrow(e->type) && keeps_floats(e->type))
        e = e->a;
    return is_narrow(e->type);
}

static bool is_variable(const struct terms *t, const struct expr *e)
{
    return e->reduction >= 0 && &t->r->reductions[e->reduction] == t->red;
}

static bool visit(struct expr *e, void *ctx)
{
    struct terms *t = ctx;
    const struct expr *sum;

    t->mentions += is_variable(t, e);
    if (e->kind != EXPR_ASSIGN || !is_variable(t, e->a))
        return true;
    t->updates++;
    if (e->op == OP_ASSIGN_ADD || e->op == OP_ASSIGN_SUB)
        t->wanted += is_float_term(e->b);
    sum = expr_strip(e->b);
    if (e->op != OP_ASSIGN || sum->kind != EXPR_BINARY)
        return true;
    if ((sum->op == OP_ADD || sum->op == OP_SUB) && is_variable(t, expr_strip(sum->a)))
        t->wanted += 2u * is_float_term(sum->b);
    else if (sum->op == OP_ADD && is_variable(t, expr_strip(sum->b)))
        t->wanted += 2u * is_float_term(sum->a);
    return true;
}

bool plan_adds_floats(const struct region *r, const struct reduction *red)
{
    struct terms t = {.r = r, .red = red};

    if (stmt_has_loop(r->body) || stmt_has_label(r->body))
        return false;
    stmt_walk_exprs(r->body, visit, &t);
    return t.updates == 1 && t.wanted == t.mentions;
}

/* SPDX-License-Identifier: MIT */
/*
 * cost.c: how much an iteration computes, roughly: for the decision, before anything is measured.
 *
 * A loop whose length the text does not say counts 16 times, and 4 times in another such loop;
 * called functions count as what they are made of.  (r->ops and r->ops_flat, by which kernels are
 * shaped, take a call for 10 operations.)
 */
#include "cost.h"

#include "../front/ast.h"
#include "../ir/math_table.h"
#include "../source/operators.h"

/* The most that anything counts; what recursion, and functions that are not known, count. */
static const double most = 1e9, unknown_trips = 16, unknown_inner = 4, unknown_call = 10;

const double cost_worth = 1000; /* a call of a device takes the time of ten thousand */

struct cost {
    struct region *r;
    int around;
    double ops;
};

/* `around`: loops of unknown length around it */
static double stmt_cost(struct region *r, struct stmt *s, int around);

static double call_cost(const struct cost *c, const struct expr *e)
{
    struct device_function *f = e->math ? NULL : region_function(c->r, e->decl);
    if (e->math)
        return e->math->ops;
    if (!f || !f->body)
        return unknown_call;
    if (f->cost == 0) {
        f->cost = unknown_call; /* if it calls itself */
        f->cost = 2 + stmt_cost(c->r, f->body, c->around);
    }
    return f->cost;
}

static double operator_cost(const struct expr *e)
{
    const bool complex = e->type && type_is_complex(e->type);
    const enum c_op op = c_op_plain(e->op);
    if (op == OP_DIV)
        return complex ? 30 : 8;
    return !complex ? 1 : op == OP_MUL ? 6 : 2;
}

static bool visit(struct expr *e, void *ctx)
{
    struct cost *c = ctx;
    if (e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN || e->kind == EXPR_UNARY)
        c->ops += operator_cost(e);
    if (e->kind == EXPR_CALL)
        c->ops += call_cost(c, e);
    return true;
}

double cost_trips(const struct loop *l)
{
    long long lower, upper;
    if (!l || !l->n_vars || l->vars[0].step || !l->vars[0].step_const ||
        !expr_const(l->vars[0].lower, &lower) || !expr_const(l->upper, &upper))
        return 0;
    double n = ((double)upper - (double)lower) / (double)l->vars[0].step_const;
    return n < 0 ? -n : n > 0 ? n : 1;
}

/* The same of any loop, which need be no level of a nest.  One that may end early says nothing. */
static double stmt_trips(struct stmt *s)
{
    const char *why;
    if (s->loop || s->kind != STMT_FOR || stmt_breaks(s->body) || stmt_leaves(s))
        return cost_trips(s->loop);
    return cost_trips(loop_canonical(s, &why));
}

static double stmt_cost(struct region *r, struct stmt *s, int around)
{
    if (!s)
        return 0;
    const double known = stmt_is_loop(s) ? stmt_trips(s) : 1;
    const int inside = around + (known == 0);
    struct cost c = {r, inside, 0};
    expr_walk(s->expr, visit, &c);
    expr_walk(s->step, visit, &c);
    for (size_t i = 0; i < s->n_decls; i++)
        expr_walk(s->inits[i], visit, &c);
    for (size_t i = 0; i < s->n_list && c.ops < most; i++)
        c.ops += stmt_cost(r, s->list[i], inside);
    c.ops += stmt_cost(r, s->body, inside) + stmt_cost(r, s->other, inside);
    c.ops *= known > 0 ? known : around > 0 ? unknown_inner : unknown_trips;
    return c.ops < most ? c.ops : most;
}

double cost_of(struct region *r)
{
    return stmt_cost(r, r->body, 0);
}

bool cost_is_simd(const struct region *r)
{
    return r->dir->origin == ORIGIN_OMP && r->site.parts == PART_SIMD;
}

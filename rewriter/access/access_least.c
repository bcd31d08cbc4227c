/* SPDX-License-Identifier: MIT */
/*
 * access_least.c: values that are the smaller or the larger of two.
 *
 * The last tile of many ends where the whole does: MIN(i + 8, n).  Which of the two it is, only an
 * iteration knows; but it is at most each of them.  So the loop over a tile has 8 turns at most,
 * which keeps the tiles apart, and stays below n, which keeps rows apart (access_loop.c,
 * dependence_pair.c).
 */
#include "access_private.h"

/* Without conversions that leave every value as it is. */
static struct expr *plain(struct expr *e)
{
    e = expr_strip(e);
    while (e->kind == EXPR_CAST && type_is_integer(e->type) && type_is_integer(e->a->type)) {
        bool u = type_is_unsigned(e->type), v = type_is_unsigned(e->a->type);
        if (e->type->scalar == TCR_BOOL ||
            (u == v ? e->type->size < e->a->type->size : u || e->type->size <= e->a->type->size))
            break;
        e = expr_strip(e->a);
    }
    return e;
}

static bool is_that(struct expr *a, struct expr *b)
{
    return expr_same(plain(a), plain(b));
}

/* Add what a value that is compared as e is, or what it keeps to. */
static bool add(struct walker *w, struct limits *all, const struct expr *e, const struct value *v)
{
    enum { MOST = sizeof all->sum / sizeof *all->sum };
    struct value one = *v;
    if (v->limits && (v->limits->largest != all->largest || type_is_unsigned(e->type)))
        return false;
    if (!v->limits && (v->when || !access_compares(w, e, &one)))
        return false;
    const struct affine *sums = v->limits ? v->limits->sum : &one.aff;
    for (size_t i = 0; i < (v->limits ? v->limits->n : 1); i++) {
        if (all->n == MOST)
            return false;
        all->sum[all->n++] = sums[i];
    }
    return true;
}

void access_limit(struct walker *w, struct value *v, struct expr *cond, struct expr *then,
                  const struct value *b, struct expr *other, const struct value *c)
{
    cond = expr_strip(cond);
    if (v->kind != V_INT || !v->also || !expr_orders(cond) || expr_has_effects(cond) ||
        !type_is_integer(cond->a->type) || !type_is_integer(cond->b->type))
        return;
    bool left = is_that(cond->a, then) && is_that(cond->b, other);
    if (!left && !(is_that(cond->b, then) && is_that(cond->a, other)))
        return;
    struct limits *all = ir_alloc(sizeof *all);
    *all = (struct limits){.largest = c_op_is_less(cond->op) != left};
    if (add(w, all, left ? cond->a : cond->b, b) && add(w, all, left ? cond->b : cond->a, c))
        v->limits = all;
}

const struct limits *access_limits_moved(const struct limits *limits, const struct affine *by)
{
    struct limits *moved = ir_alloc(sizeof *moved);
    *moved = *limits;
    for (size_t i = 0; i < moved->n; i++)
        moved->sum[i] = affine_add(&moved->sum[i], by);
    return moved;
}

/* ---- if (end > n) end = n ---- */

/* The assignment to a local that is all there is in the statement. */
static struct expr *only_assignment(const struct stmt *s)
{
    while (s && s->kind == STMT_COMPOUND && s->n_list == 1)
        s = s->list[0];
    struct expr *e = s && s->kind == STMT_EXPR ? s->expr : NULL;
    bool plain = e && e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && e->a->kind == EXPR_VAR &&
                 !e->atomic && e->a->reduction < 0 && !expr_has_effects(e->b);
    return plain ? e : NULL;
}

struct clamp access_clamp(const struct stmt *s)
{
    struct expr *then = only_assignment(s->body), *other = only_assignment(s->other);
    if (!then || (s->other && (!other || other->a->decl != then->a->decl)) ||
        !type_is_integer(then->a->type) || then->a->type->is_volatile)
        return (struct clamp){0};
    return (struct clamp){
        .decl = then->a->decl, .then = then->b, .other = other ? other->b : then->a};
}

static struct value value_there(const struct flow *f, const struct decl *d)
{
    const struct value *v = access_flow_value(f, d);
    return v ? *v : value_unknown();
}

void access_clamp_values(struct clamp *c, const struct flow *then, const struct flow *other)
{
    if (!c->decl)
        return;
    c->b = value_there(then, c->decl);
    c->c = value_there(other, c->decl);
}

void access_clamped(struct walker *w, const struct stmt *s, const struct clamp *c)
{
    const struct value *now = c->decl ? access_value_of(w, c->decl) : NULL;
    if (!now)
        return;
    struct value v = *now;
    access_limit(w, &v, s->expr, c->then, &c->b, c->other, &c->c);
    if (v.limits)
        access_bind(w, c->decl, v);
}

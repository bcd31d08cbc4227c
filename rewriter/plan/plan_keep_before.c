/* SPDX-License-Identifier: MIT */
/*
 * plan_keep_before.c: has an iteration surely written the elements before the loop that keeps them
 * in registers (plan_keep.c)?  Then they are its own, and there: they may be read in front of it
 * and written behind it, whether the loop comes to them or not.
 */
#include "device_shape.h"
#include "plan_keep.h"

static bool assigns(const struct keep_search *s, const struct plan_keep *k, const struct scope *in,
                    const struct expr *e, long long at)
{
    struct subscript sub;
    while (e->kind == EXPR_CAST)
        e = e->a;
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA)
        return assigns(s, k, in, e->a, at) || assigns(s, k, in, e->b, at);
    if (e->kind != EXPR_ASSIGN || e->atomic)
        return false;
    return (keep_matches_in(s, k, in, e->a, &sub) && sub.lo <= at && at <= sub.hi) ||
           assigns(s, k, in, e->b, at);
}

static bool writes_surely(const struct keep_search *s, const struct plan_keep *k,
                          const struct scope *in, struct stmt *t, long long at)
{
    struct plan_counter c;
    if (t->kind == STMT_EXPR)
        return assigns(s, k, in, t->expr, at);
    if (t->kind == STMT_FOR && plan_counts(t, &c) && !stmt_breaks(t->body) && !stmt_leaves(t) &&
        !stmt_skips(t->body))
        return writes_surely(s, k, in, t->body, at);
    for (size_t i = 0; t->kind == STMT_COMPOUND && i < t->n_list; i++)
        if (writes_surely(s, k, in, t->list[i], at))
            return true;
    return false;
}

/* What its address is made of was the same there: variables that are only declared, and no memory.
 */
static bool visit_lasting(struct expr *e, void *ctx)
{
    struct keep_search *s = ctx;
    if (shape_is_argument(s->p->r, e))
        return false;
    if (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_CALL ||
        (e->kind == EXPR_VAR && region_may_write(s->p->r, s->context, e->decl)))
        s->fits = false;
    return s->fits;
}

static bool lasts(struct keep_search *s, const struct plan_keep *k)
{
    const struct expr *pointer = keep_reaching(k->place)->a, *index = keep_index(s, k);
    while (pointer->kind == EXPR_DECAY && pointer->a->kind == EXPR_INDEX) { /* rows of an array */
        s->fits = true;
        expr_walk(pointer->a->b, visit_lasting, s);
        if (!s->fits)
            return false;
        pointer = pointer->a->a;
    }
    s->fits = true;
    expr_walk((struct expr *)pointer, visit_lasting, s);
    if (index)
        expr_walk((struct expr *)index, visit_lasting, s);
    return s->fits;
}

bool keep_is_sure(struct keep_search *s, const struct plan_keep *k)
{
    if (!lasts(s, k))
        return false;
    for (long long at = k->lo; at <= k->hi; at++) {
        bool sure = !k->element[at - k->lo];
        for (size_t i = 0; i < s->n_before && !sure; i++) {
            const struct scope in = {s->before[i], true};
            sure = writes_surely(s, k, &in, s->before[i], at);
        }
        if (!sure)
            return false;
    }
    return true;
}

/* SPDX-License-Identifier: MIT */
/* plan_keep_place.c: which element of an array an expression is, as far as plan_keep.c wants to
 * know it, and is it the same all through a loop? */
#include "../analyse/fold.h"
#include "device_shape.h"
#include "plan_keep.h"

/* Without conversions that change nothing. */
static const struct expr *bare(const struct expr *e)
{
    while (e->kind == EXPR_CAST && e->implicit && e->type->kind == TYPE_SCALAR &&
           e->a->type->kind == TYPE_SCALAR && e->type->scalar == e->a->type->scalar)
        e = e->a;
    return e;
}

static bool is_small(long long k)
{
    return k >= -PLAN_MOST_KEPT && k <= PLAN_MOST_KEPT;
}

static bool is_in(const struct scope *in, const struct stmt *t)
{
    return t->begin >= in->in->begin && t->end <= in->in->end && (in->itself || t != in->in);
}

/* Takes a constant, or the variable of a counter, off. */
static bool take(const struct keep_search *s, const struct scope *in, const struct expr *e,
                 bool negative, struct subscript *out)
{
    long long k;
    if (expr_const(e, &k)) {
        if (!is_small(k))
            return false;
        out->c += negative ? -k : k;
        return true;
    }
    while (e->kind == EXPR_CAST && e->implicit)
        e = e->a;
    for (size_t i = 0; i < s->n_counters && e->kind == EXPR_VAR && !negative && !out->by; i++)
        if (s->counters[i].var == e->decl && is_in(in, s->counters[i].loop)) {
            out->by = e->decl;
            out->lo = s->counters[i].lo;
            out->hi = s->counters[i].hi;
            return true;
        }
    return false;
}

struct subscript keep_split(const struct keep_search *s, const struct scope *in,
                            const struct expr *e)
{
    struct subscript out = {0};
    e = bare(e);
    while (e) {
        bool sum = e->kind == EXPR_BINARY && e->op == OP_ADD;
        if (take(s, in, e, false, &out))
            e = NULL;
        else if ((sum && take(s, in, e->b, false, &out)) ||
                 (e->kind == EXPR_BINARY && e->op == OP_SUB && take(s, in, e->b, true, &out)))
            e = bare(e->a);
        else if (sum && take(s, in, e->a, false, &out))
            e = bare(e->b);
        else
            break;
    }
    out.x = e;
    out.lo += out.c;
    out.hi += out.c;
    return out;
}

struct subscript keep_subscript(const struct keep_search *s, const struct plan_keep *k)
{
    return keep_split(s, &(struct scope){k->loop, false}, k->place->b);
}

/* Is it element lo to hi of that row? */
bool keep_matches_in(const struct keep_search *s, const struct plan_keep *k, const struct scope *in,
                     const struct expr *e, struct subscript *at)
{
    const struct expr *of = k->place;
    *at = (struct subscript){0};
    if (e->kind != of->kind)
        return false;
    if (e->kind != EXPR_INDEX)
        return expr_same(e, of);
    if (e->b->type->kind != TYPE_SCALAR || e->b->type->scalar != of->b->type->scalar ||
        !expr_same(e->a, of->a))
        return false;
    *at = keep_split(s, in, e->b);
    struct subscript own = keep_subscript(s, k);
    return at->x && own.x ? expr_same(at->x, own.x) : !at->x && !own.x;
}

bool keep_matches(const struct keep_search *s, const struct plan_keep *k, const struct expr *e,
                  struct subscript *at)
{
    return keep_matches_in(s, k, &(struct scope){k->loop, false}, e, at);
}

/* ---- is it one place? ---- */

static bool visit_address(struct expr *e, void *ctx)
{
    struct keep_search *s = ctx;
    const struct region *r = s->p->r;
    if (shape_is_argument(r, e))
        return false;
    if (e->kind == EXPR_VAR && e->decl->kind != DECL_LOCAL && e->decl->kind != DECL_PARAM)
        s->fits = false;
    return s->fits;
}

const struct expr *keep_reaching(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    return e->kind == EXPR_INDEX || e->kind == EXPR_DEREF ? e : NULL;
}

const struct expr *keep_index(const struct keep_search *s, const struct plan_keep *k)
{
    return k->place->kind == EXPR_INDEX ? keep_subscript(s, k).x : keep_reaching(k->place)->b;
}

/* Does its address say the same all through the loop, but for what is taken off? */
bool keep_is_fixed(struct keep_search *s, const struct plan_keep *k)
{
    const struct expr *place = k->place, *e = keep_reaching(place), *index = keep_index(s, k);
    s->fits = !expr_has_effects(place);
    expr_walk(e->a, visit_address, s);
    if (index)
        expr_walk((struct expr *)index, visit_address, s);
    return s->fits && fold_is_fixed(s->p->r, s->loop, e->a, index, shape_is_argument);
}

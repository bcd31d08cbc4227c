/* SPDX-License-Identifier: MIT */
/*
 * access_call.c: calls whose functions have been walked before, with the same values.
 *
 * A function's body is walked for each call, so that a chain of functions that
 * each call the one before twice would be walked 2^n times.  All that a walk finds
 * is found by the first one with these values at a place like this: the others
 * take over its result.  Of a function that comes with ever new values no more
 * than MOST walks are done with what is known of them.
 */
#include "access_private.h"

enum { MOST = 200 };

/* A walk that has been done, and all that the body could see. */
struct call_walk {
    const struct value *args;
    size_t n_args;
    const struct binding *outer; /* what has a value and is not the function's own */
    size_t n_outer;
    const struct bound *bounds;
    size_t n_bounds;
    bool conditional, inner, header;
    unsigned long long inside; /* loops: not compared */
    struct value result;
};

struct call_walks {
    struct call_walk *list;
    size_t n;
};

/* ---- is it the same? ---- */

/* Both have been made bases: as arguments, they are used. */
static bool same_root(const struct root *a, const struct root *b)
{
    return a == b || (a->base >= 0 && a->base == b->base && a->rows_of < 0 && b->rows_of < 0 &&
                      a->elem->size == b->elem->size && a->size == b->size && a->is == b->is &&
                      a->extent == b->extent);
}

static bool same_one(const struct value *a, const struct value *b)
{
    if (a->kind != b->kind || a->when != b->when || a->is != b->is)
        return false;
    if (a->kind == V_INT)
        return a->wraps == b->wraps && a->grown == b->grown && affine_same(&a->aff, &b->aff);
    if (a->open != b->open || (a->open && !affine_same(&a->aff, &b->aff)))
        return false;
    return a->kind != V_POINTER ||
           (same_root(a->root, b->root) && a->known == b->known && a->member == b->member &&
            a->no_row == b->no_row && a->subscripted == b->subscripted && a->proto == b->proto &&
            (!a->known || affine_same(&a->aff, &b->aff)));
}

static bool same_value(const struct value *a, const struct value *b)
{
    for (; a && b; a = a->also, b = b->also)
        if (!same_one(a, b))
            return false;
    return a == b;
}

static bool same_bound(const struct bound *a, const struct bound *b)
{
    return affine_same(&a->sum, &b->sum) && hostint_same(a->lo, b->lo) &&
           hostint_same(a->hi, b->hi);
}

static bool same_walk(const struct call_walk *a, const struct call_walk *b)
{
    bool same = a->conditional == b->conditional && a->inner == b->inner &&
                a->header == b->header && a->n_args == b->n_args && a->n_outer == b->n_outer &&
                a->n_bounds == b->n_bounds;
    for (size_t i = 0; i < a->n_args && same; i++)
        same = same_value(&a->args[i], &b->args[i]);
    for (size_t i = 0; i < a->n_outer && same; i++)
        same = a->outer[i].decl == b->outer[i].decl &&
               same_value(a->outer[i].value, b->outer[i].value);
    for (size_t i = 0; i < a->n_bounds && same; i++)
        same = same_bound(&a->bounds[i], &b->bounds[i]);
    return same;
}

/* ---- walks ---- */

static struct call_walk walk_at(const struct walker *w, const struct value *args, size_t n)
{
    struct call_walk at = {.args = args,
                           .n_args = n,
                           .conditional = w->conditional > 0,
                           .inner = w->inner > 0,
                           .header = w->header,
                           .inside = w->inside};
    struct binding *outer = NULL;
    struct bound *bounds = NULL;
    for (size_t i = 0; i < w->flow.n; i++)
        if (w->flow.bindings[i].value && !w->flow.bindings[i].decl->in_region)
            IR_PUSH(outer, at.n_outer, w->flow.bindings[i]);
    for (size_t i = 0; i < w->n_bounds; i++)
        if (w->bounds[i].holds)
            IR_PUSH(bounds, at.n_bounds, w->bounds[i]);
    at.outer = outer;
    at.bounds = bounds;
    return at;
}

/* Two loads from a place that is not known may give pointers to different rows: each
 * must stay one of its own. */
static bool can_repeat(const struct value *result)
{
    for (const struct value *v = result; v; v = v->also)
        if (v->kind == V_POINTER && v->root->rows_of >= 0)
            return false;
    return true;
}

static const struct value *find(struct walker *w, const struct call_walks *walks,
                                const struct call_walk *at)
{
    for (size_t i = 0; i < walks->n; i++)
        if (same_walk(&walks->list[i], at)) {
            w->r->recalled |= at->inside & ~walks->list[i].inside;
            return &walks->list[i].result;
        }
    return NULL;
}

static struct value walk_new(struct walker *w, const struct device_function *f, struct call_walk at,
                             access_walk_body *walk)
{
    struct call_walks *walks = f->walks;
    for (size_t i = 0; i < at.n_args; i++)
        access_define(w, f->params[i], at.args[i]);
    at.result = walk(w, f);
    if (can_repeat(&at.result))
        IR_PUSH(walks->list, walks->n, at);
    return at.result;
}

/* As if nothing were known of the values, nor of where the call stands. */
static struct value walk_any(struct walker *w, const struct device_function *f, struct value *args,
                             size_t n, access_walk_body *walk)
{
    struct bound *bounds = w->bounds;
    size_t n_bounds = w->n_bounds;
    for (size_t i = 0; i < n; i++)
        args[i] = value_anywhere(
            &args[i], "a pointer that a function gets which is called in very many ways", 0);
    w->bounds = NULL;
    w->n_bounds = 0;
    w->conditional++;
    struct call_walk at = walk_at(w, args, n);
    const struct value *known = find(w, f->walks, &at);
    struct value result = known ? *known : walk_new(w, f, at, walk);
    w->conditional--;
    w->bounds = bounds;
    w->n_bounds = n_bounds;
    return result;
}

struct value access_walk_call(struct walker *w, struct device_function *called, struct value *args,
                              size_t n, access_walk_body *walk)
{
    if (!called->walks)
        called->walks = ir_alloc(sizeof *called->walks);
    const struct device_function f = *called; /* the table may move */
    struct call_walk at = walk_at(w, args, n);
    const struct value *known = find(w, f.walks, &at);
    if (known)
        return *known;
    return f.walks->n < MOST ? walk_new(w, &f, at, walk) : walk_any(w, &f, args, n, walk);
}

/* SPDX-License-Identifier: MIT */
/* access_set.c: values that are one of several, for control has come from
 * several sides, or for they lie between two ends. */
#include "access_private.h"

bool access_same_base(const struct value *a, const struct value *b)
{
    return a->kind == V_POINTER && b->kind == V_POINTER &&
           (a->root == b->root ||
            (a->root->is == b->root->is && a->root->rows_of == b->root->rows_of));
}

bool access_one_object(const struct value *a, const struct value *b)
{
    for (const struct value *u = a; u; u = u->also)
        for (const struct value *v = b; v; v = v->also)
            if (!access_same_base(u, v) || (u->root != v->root && u->root->rows_of >= 0))
                return false; /* two pointers to one row may lead to two copies of it */
    return true;
}

bool access_row_moves(const struct root *x, size_t loop)
{
    for (; x && x->rows_of >= 0; x = x->above)
        if (!hostint_is(x->at.c[loop], 0))
            return true;
    return false;
}

bool access_same_row(const struct root *x, const struct root *y)
{
    if (x == y)
        return true;
    return x && y && x->placed == y->placed &&
           (!x->placed || (affine_same(&x->at, &y->at) && access_same_row(x->above, y->above)));
}

/* The pointers that they come from are in one place. */
static bool same_row(const struct value *a, const struct value *b)
{
    return a->root->rows_of < 0 || (a->no_row == b->no_row && access_same_row(a->root, b->root));
}

static bool same(const struct value *a, const struct value *b)
{
    if (a->kind != b->kind || a->wraps != b->wraps || a->grown != b->grown || a->when != b->when)
        return false;
    if (a->kind == V_INT)
        return affine_same(&a->aff, &b->aff);
    if (a->open != b->open || (a->open && !affine_same(&a->aff, &b->aff)))
        return false;
    if (a->kind != V_POINTER)
        return true;
    return access_same_base(a, b) && same_row(a, b) && a->known == b->known &&
           a->member == b->member && a->proto == b->proto &&
           (!a->known || affine_same(&a->aff, &b->aff));
}

struct value value_anywhere(const struct value *v, const char *why, size_t at)
{
    if (v->kind == V_LOCAL)
        return *v;
    if (v->kind != V_POINTER)
        return value_unknown();
    for (const struct value *u = v->also; u; u = u->also)
        if (!access_same_base(v, u))
            return value_unknown();
    struct value all = *v;
    all.also = NULL;
    all.is = NULL;
    all.known = all.open = false;
    all.why = why;
    all.why_at = at;
    return all;
}

static void close(struct value *v, const void *nothing)
{
    (void)nothing;
    v->open = false;
}

struct value value_closed(const struct value *v)
{
    return value_edited(v, close, NULL);
}

struct value value_join(const struct value *a, const struct value *b)
{
    if (!a->also && !b->also && same(a, b) && a->is == b->is) {
        struct value one = *a;
        one.limits = NULL;
        return one;
    }
    if (a->open || b->open) { /* one of several has ends, or is not known */
        struct value x = value_closed(a), y = value_closed(b);
        return value_join(&x, &y);
    }
    struct value list = a->kind == V_NULL ? *b : *a; /* a null pointer is not followed */
    list.is = NULL;
    list.limits = NULL;
    if (a->kind == V_NULL || b->kind == V_NULL)
        return list;
    if (a->kind != b->kind)
        return value_unknown();
    if (a->kind != V_INT && a->kind != V_POINTER)
        return list;
    size_t n = 1;
    for (const struct value *v = a->also; v; v = v->also)
        n++;
    for (const struct value *v = b; v; v = v->also) {
        bool found = false;
        for (const struct value *u = &list; u && !found; u = u->also)
            found = same(u, v);
        if (found)
            continue;
        struct value *more = ir_alloc(sizeof *more);
        *more = *v;
        more->is = NULL;
        more->also = list.also;
        list.also = more;
        n++;
    }
    return n > ACCESS_MAX_VALUES ? value_anywhere(&list, "a pointer to one of many places", 0)
                                 : list;
}

static void set_when(struct value *v, const void *condition)
{
    v->when = condition;
}

static struct value value_when(const struct value *v, const struct symbol *condition)
{
    return value_edited(v, set_when, condition);
}

struct value access_each(struct walker *w, struct expr *e, const struct value *a,
                         const struct value *b, value_pair *fn)
{
    struct value out = {.kind = V_UNKNOWN};
    bool first = true;
    for (const struct value *x = a; x; x = x->also)
        for (const struct value *y = b; y; y = y->also) {
            struct value one = *x, other = *y;
            one.also = other.also = NULL;
            one.limits = other.limits = NULL;
            struct value v = fn(w, e, &one, &other);
            v = value_when(&v, symbol_both(one.when, other.when));
            out = first ? v : value_join(&out, &v);
            first = false;
        }
    return out;
}

struct value access_map(struct walker *w, struct expr *e, const struct value *a, value_one *fn)
{
    struct value one = *a;
    one.also = NULL;
    one.limits = NULL;
    struct value out = fn(w, e, &one);
    out = value_when(&out, one.when);
    for (const struct value *v = a->also; v; v = v->also) {
        one = *v;
        one.also = NULL;
        struct value more = fn(w, e, &one);
        more = value_when(&more, one.when);
        out = value_join(&out, &more);
    }
    return out;
}

struct value value_between(struct hostint lo, struct hostint hi)
{
    struct value a = value_integer(affine_const(lo)), b = value_integer(affine_const(hi));
    return value_join(&a, &b);
}

struct value value_edited(const struct value *list, value_edit *edit, const void *ctx)
{
    struct value out = *list;
    edit(&out, ctx);
    if (list->also) {
        struct value *more = ir_alloc(sizeof *more);
        *more = value_edited(list->also, edit, ctx);
        out.also = more;
    }
    return out;
}

static void set_proto(struct value *v, const void *proto)
{
    v->proto = proto;
}

struct value value_named(const struct value *v, const struct symbol *proto)
{
    return value_edited(v, set_proto, proto);
}

static void stride(struct value *v, const void *size)
{
    const long long *bytes = size;
    if (v->kind == V_POINTER && (v->root->elem->size <= 0 || *bytes % v->root->elem->size != 0))
        v->member = -1;
}

struct value value_striding(const struct value *v, long long size)
{
    return value_edited(v, stride, &size);
}

static void shift(struct value *v, const void *by)
{
    v->aff = affine_add(&v->aff, by);
    if (v->limits)
        v->limits = access_limits_moved(v->limits, by);
}

struct value value_shifted(const struct value *v, const struct affine *by)
{
    return value_edited(v, shift, by);
}

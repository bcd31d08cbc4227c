/* SPDX-License-Identifier: MIT */
/* access_base.c: bindings of locals, bases, captures and accesses of a region. */
#include "access_private.h"

#include <limits.h>
#include <string.h>

/* ---- facts ---- */

struct expr_facts *access_facts(struct region *r, struct expr *e)
{
    if (!e->facts) {
        struct expr_facts *f = ir_alloc(sizeof *f);
        *f = *expr_facts(e);
        f->of = e;
        e->facts = f;
        IR_PUSH(r->expr_facts, r->n_expr_facts, f);
    }
    return e->facts;
}

struct decl_facts *access_decl_facts(struct region *r, struct decl *d)
{
    if (!d->facts) {
        d->facts = ir_alloc(sizeof *d->facts);
        d->facts->of = d;
        IR_PUSH(r->decl_facts, r->n_decl_facts, d->facts);
    }
    return d->facts;
}

void access_drop_facts(const struct region *r)
{
    for (size_t i = 0; i < r->n_expr_facts; i++)
        r->expr_facts[i]->of->facts = NULL;
    for (size_t i = 0; i < r->n_decl_facts; i++)
        r->decl_facts[i]->of->facts = NULL;
}

void *access_differ(struct region *r, size_t at, const char *what)
{
    r->differ = !r->copies;
    if (!r->differ)
        return refuse(r, REFUSE_DEVICE, at, CODE_POINTER_DIFFERS, "%s", what);
    r->stopped = true;
    return NULL;
}

const char *access_other_object(const struct region *r, const struct expr *e)
{
    return ir_printf("'%s' is a different object for each call of the function",
                     region_quote(r, e->begin, e->end));
}

/* ---- names in the argument block ---- */

static const char *identifier_of(const char *text)
{
    char *out = ir_alloc(strlen(text) + 1), *p = out;
    for (const char *s = text; *s && p - out < 24; s++) {
        bool word = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
                    (*s >= '0' && *s <= '9') || *s == '_';
        if (word)
            *p++ = *s;
        else if (p > out && p[-1] != '_')
            *p++ = '_';
    }
    while (p > out && p[-1] == '_')
        p--;
    *p = 0;
    return p == out ? "x" : out;
}

static const char *field_name(struct region *r, char prefix, const char *text)
{
    const char *id = identifier_of(text);
    char *name = ir_printf("%c_%s", prefix, id);
    size_t *next = text_index_find(&r->name_index, name);
    while (next && text_index_find(&r->name_index, name))
        name = ir_printf("%c_%s_%zu", prefix, id, (*next)++);
    text_index_add(&r->name_index, name, 2);
    return name;
}

bool access_unsure(const struct walker *w)
{
    return w->conditional > 0 || w->inner > 0 || w->ends;
}

struct type *access_element(const struct expr *pointer)
{
    struct type *t = type_flat_element(pointer->type->of);
    return t->kind == TYPE_VOID ? type_unsigned_char() : t;
}

int access_capture(struct region *r, const struct symbol *s, bool sure, struct type *type)
{
    for (size_t i = 0; i < r->n_captures; i++)
        if (r->captures[i].symbol == s) {
            r->captures[i].sure |= sure; /* some place is surely reached */
            return (int)i;
        }
    struct capture c = {
        .symbol = s, .sure = sure, .type = type, .name = field_name(r, 'c', symbol_shown(s))};
    IR_PUSH(r->captures, r->n_captures, c);
    return (int)r->n_captures - 1;
}

bool access_set_capture(struct walker *w, struct expr *e, int capture)
{
    struct expr_facts *f = access_facts(w->r, e);
    if (f->capture >= 0 && f->capture != capture)
        return access_differ(w->r, e->begin, access_other_object(w->r, e));
    f->capture = capture;
    return true;
}

struct value access_captured(struct walker *w, struct expr *e, const struct symbol *s, bool sure)
{
    access_set_capture(w, e, access_capture(w->r, s, sure, e->type));
    return access_host_value(e, s, sure);
}

struct value access_host_value(const struct expr *e, const struct symbol *s, bool sure)
{
    if (!type_is_integer(e->type))
        return value_unknown();
    return value_integer(affine_const(hostint_of(sure ? symbol_sure(s) : symbol_guarded(s))));
}

static int push_base(struct region *r, struct base b)
{
    IR_PUSH(r->bases, r->n_bases, b);
    return (int)r->n_bases - 1;
}

/* ---- bases ---- */

static int base_of_rows(struct region *r, const struct root *root)
{
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].parent == root->rows_of && r->bases[i].pointer_at == root->pointer_at &&
            r->bases[i].elem->size == root->elem->size)
            return (int)i;
    r->bases[root->rows_of].rows = true;
    return push_base(r, (struct base){.elem = root->elem,
                                      .symbol = root->is,
                                      .shown = root->shown,
                                      .parent = root->rows_of,
                                      .pointer_at = root->pointer_at});
}

/* The pointer is really needed on the device. */
int access_need(struct walker *w, const struct value *v)
{
    struct region *r = w->r;
    struct root *root = v->root;
    if (root->base < 0 && root->rows_of >= 0) {
        root->base = base_of_rows(r, root);
    } else if (root->base < 0) {
        for (size_t i = 0; i < r->n_bases && root->base < 0; i++)
            if (r->bases[i].parent < 0 && r->bases[i].symbol == root->is)
                root->base = (int)i;
        if (root->base < 0)
            root->base = push_base(r, (struct base){.symbol = root->is,
                                                    .guarded = root->unsure || access_unsure(w),
                                                    .shown = root->shown,
                                                    .elem = root->elem,
                                                    .name = field_name(r, 'p', root->shown),
                                                    .parent = -1,
                                                    .extent = root->extent,
                                                    .elements = root->elements,
                                                    .object = root->object,
                                                    .complete = root->complete});
    }
    if (root->node) {
        struct expr_facts *f = access_facts(r, root->node);
        if (f->base >= 0 && f->base != root->base &&
            !access_differ(r, root->node->begin,
                           "this pointer is a different one for each call of the function"))
            return root->base;
        f->base = root->base;
    }
    return root->base;
}

void access_use(struct walker *w, const struct value *v)
{
    for (; v; v = v->also)
        if (v->kind == V_POINTER)
            access_need(w, v);
}

static bool same_row(const struct access *a, const struct access *b)
{
    return a->in_row == b->in_row &&
           (!a->in_row || (affine_same(&a->row, &b->row) && affine_same(&a->above, &b->above)));
}

static bool same_limits(const struct access *a, const struct access *b)
{
    return a->within == b->within &&
           (!a->within || (hostint_same(a->lo, b->lo) && hostint_same(a->hi, b->hi)));
}

/* `*list` has *n of them. */
static void add_access(struct access **list, size_t *n, struct access added)
{
    for (size_t i = 0; i < *n; i++) {
        struct access *a = *list + i;
        if (a->offset.c0.k == added.offset.c0.k && a->group == added.group &&
            a->base == added.base && a->size == added.size && a->write == added.write &&
            a->atomic == added.atomic && a->number == added.number && a->start == added.start &&
            same_row(a, &added) && a->when == added.when && same_limits(a, &added) &&
            a->end == added.end && a->once == added.once &&
            affine_same(&a->offset, &added.offset)) {
            a->soft = a->soft && added.soft;
            if (!added.constant || (a->constant && !expr_same(a->constant, added.constant)))
                a->constant = NULL;
            a->loops |= added.loops;
            return;
        }
    }
    IR_PUSH(*list, *n, added);
}

/* At a place that moves with variables without ends, if it is known at all. */
static void touch_open(struct walker *w, const struct value *at, struct access how)
{
    struct region *r = w->r;
    if (!value_sum(at) || how.group) {
        r->bases[how.base].lost_in |= w->inside;
        return;
    }
    how.offset = at->aff;
    how.loops = w->inside;
    add_access(&r->opens, &r->n_opens, how);
}

/* One of the places that `at` may be. */
static void touch(struct walker *w, const struct value *at, struct access how)
{
    struct region *r = w->r;
    int base = access_need(w, at);
    struct base *b = &r->bases[base];
    b->used = true;
    b->written |= how.write;
    b->atomic |= how.atomic;
    if (!at->known) {
        b->owned |= how.write;
        b->astray_in |= w->inside;
        if (!b->unbounded) {
            b->unbounded = true;
            b->unbounded_at = at->why_at ? at->why_at : how.at;
            b->unbounded_why = at->why;
        }
        how.base = base;
        touch_open(w, at, how);
        return;
    }
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        if (!hostint_is(at->aff.c[i], 0) && !r->ranges[i].exact)
            how.soft = true;
    how.base = base;
    how.offset = at->aff;
    how.in_row = at->root->rows_of >= 0 && at->root->placed && !at->no_row;
    if (how.in_row)
        how.row = at->root->at;
    if (how.in_row && at->root->above)
        how.above = at->root->above->at;
    how.when = symbol_both(at->when, how.when);
    how.loops = w->inside;
    add_access(&r->accesses, &r->n_accesses, how);
}

static bool same_place(const struct access *a, const struct access *b)
{
    return a->base == b->base && a->size == b->size && a->write == b->write &&
           a->atomic == b->atomic && same_row(a, b) && a->when == b->when &&
           affine_same(&a->offset, &b->offset);
}

/* Was the last group of accesses, from `begin` on, there before?  Then that is in these loops,
 * too. */
static bool is_repeated(const struct region *r, size_t begin)
{
    struct access *all = r->accesses, *last = all + begin;
    size_t n = r->n_accesses - begin;
    for (size_t i = 0; n > 0 && i + n <= begin; i++) {
        size_t k = 0;
        while (k < n && all[i + k].group && all[i + k].group == all[i].group &&
               all[i].unit == last->unit && same_place(&all[i + k], &last[k]))
            k++;
        for (size_t g = 0; k == n && g < n; g++)
            all[i + g].loops |= last[g].loops;
        if (k == n)
            return true;
    }
    return false;
}

/* All of the places; more than one: it may also be between them. */
static void touch_all(struct walker *w, const struct value *places, struct access how)
{
    struct region *r = w->r;
    size_t begin = r->n_accesses;
    how.soft |= places->also != NULL;
    if (places->also && r->stores) {
        how.group = ++r->n_groups;
        how.unit = places->root->elem->size;
    }
    for (const struct value *v = places; how.group && v; v = v->also)
        if (v->root != places->root || v->member < 0 || v->member != places->member ||
            v->root->elem->size <= 0)
            how.unit = 1;
    for (const struct value *v = places; v; v = v->also)
        touch(w, v, how);
    if (how.group && is_repeated(r, begin)) {
        r->n_accesses = begin;
        r->n_groups--;
    }
}

static struct hostint only_when(const struct symbol *when, struct hostint n, long long otherwise)
{
    return when ? hostint_choice(when, n, hostint_const(otherwise)) : n;
}

/* Where many places lie. */
struct hull {
    struct hostint least, most;
    const struct symbol *when; /* else there is none of them */
};

/* Of places in one object; false: not known. */
static bool hull_of(const struct walker *w, const struct value *places, struct hull *out)
{
    bool sure = false;
    for (const struct value *v = places; v; v = v->also) {
        struct affine a = v->aff, b = v->aff;
        if (!v->known || !access_same_base(places, v) || !access_end(w, &a, 0, false) ||
            !access_end(w, &b, 0, true))
            return false;
        sure |= !v->when;
        struct hostint low = only_when(v->when, a.c0, LLONG_MAX);
        struct hostint high = only_when(v->when, b.c0, LLONG_MIN);
        out->least = v == places ? low : hostint_min(out->least, low);
        out->most = v == places ? high : hostint_max(out->most, high);
    }
    out->when = sure ? NULL : hostint_compare(&w->r->symbols, OP_LE, out->least, out->most);
    return true;
}

/* The outermost two of many places in one object. */
static struct value outermost(const struct walker *w, struct value places)
{
    enum { FEW = 4 };
    struct hull hull;
    int n = 0;
    for (const struct value *v = &places; v; v = v->also)
        n++;
    if (n <= FEW || !hull_of(w, &places, &hull))
        return places;
    struct value lo = places, hi;
    lo.also = NULL;
    lo.when = hull.when;
    hi = lo;
    lo.aff = affine_const(hull.least);
    hi.aff = affine_const(hull.most);
    return value_join(&lo, &hi);
}

void access_touch_guarded(struct walker *w, const struct value *at, const struct value *places,
                          struct access how)
{
    struct hull hull;
    bool guarded = at->kind == V_POINTER && at->known && !at->also && !how.atomic &&
                   (places->also || !affine_same(&at->aff, &places->aff));
    if (!guarded || at->root->rows_of >= 0 || !hull_of(w, places, &hull)) {
        struct value few = how.write ? *places : outermost(w, *places);
        how.end = guarded;
        touch_all(w, &few, how);
        return;
    }
    how.within = true;
    how.lo = hull.least;
    how.hi = hostint_add(hull.most, hostint_const(how.size));
    how.when = hull.when;
    touch_all(w, at, how);
}

void access_read(struct walker *w, const struct value *at, long long size, struct expr *e)
{
    for (const struct value *v = at; v; v = v->also)
        access_need(w, v);
    access_note_place(w->r, e, at);
    access_note_plain(w, at, e, false);
    struct value places = access_within(w, *at, 0);
    access_touch_guarded(w, at, &places,
                         (struct access){.size = size,
                                         .soft = w->conditional > 0,
                                         .atomic = w->atomic,
                                         .number = e->type->kind != TYPE_POINTER,
                                         .start = at->start,
                                         .at = e->begin});
}

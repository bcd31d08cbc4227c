/* SPDX-License-Identifier: MIT */
/* plan_sections.c: what the device gets of the program's arrays, in words. */
#include "plan_private.h"

#include <string.h>

#include "../front/data.h"
#include "../ir/hostint.h"

static const char *base_intent(const struct base *b)
{
    bool guessed = b->map == TCR_MAP_AUTO || b->map == TCR_MAP_COPYIN;
    /* writes may leave bytes of the section as they were */
    return directive_map_word(!guessed ? b->map : b->written ? TCR_MAP_COPY : TCR_MAP_COPYIN);
}

static bool same_words(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \t");
        b += strspn(b, " \t");
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}

/* The section that a data clause gives, as the user wrote it. */
static const char *clause_extent(const struct region *r, const struct base *b)
{
    const struct directive *d = r->dir;
    for (size_t i = 0; i < d->n_data; i++)
        for (size_t k = 0; k < d->data[i].n_items; k++) {
            const struct item *it = &d->data[i].items[k];
            if (it->n_sections == 1 && same_words(it->base, b->shown)) {
                const struct section *s = &it->sections[0];
                if (s->is_index)
                    return ir_printf("[%s:1]", s->lo);
                return ir_printf("[%s:%s]", s->lo ? s->lo : "0", s->len ? s->len : "");
            }
        }
    return NULL;
}

/* e = what is returned + *add */
static const struct expr *peel(const struct expr *e, long long *add)
{
    long long k;
    e = expr_strip(e);
    while (e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB) && expr_const(e->b, &k)) {
        *add += e->op == OP_ADD ? k : -k;
        e = e->a;
    }
    return e;
}

/* The iterations of a loop over one variable that goes up by 1 from a constant:
 * what is returned + *add.  NULL: another loop. */
static const struct expr *counted_to(const struct loop *l, long long *add)
{
    const struct induction *v = &l->vars[0];
    long long from;
    bool below = l->rel == OP_LT || l->rel == OP_NE;
    if (v->step || v->step_const != 1 || v->var->type->kind == TYPE_POINTER ||
        !expr_const(v->lower, &from) || (!below && l->rel != OP_LE))
        return NULL;
    *add = (below ? 0 : 1) - from;
    return peel(l->upper, add);
}

static const char *sum_text(const struct region *r, const struct expr *e, long long add)
{
    long long k;
    if (expr_const(e, &k))
        return ir_printf("%lld", k + add);
    const char *text = region_quote(r, e->begin, e->end);
    bool plain = true;
    for (const char *c = text; *c; c++)
        plain &= text_word_char(*c) || strchr(".>", *c) || (*c == '-' && c[1] == '>');
    if (!add)
        return text;
    return ir_printf(plain ? "%s %c %lld" : "(%s) %c %lld", text, add < 0 ? '-' : '+',
                     add < 0 ? -add : add);
}

/* The bytes of all accesses of a base, but for one loop variable that moves
 * them by `stride` with each iteration of `loop`. */
struct hull {
    long long lo, hi, stride;
    size_t loop;
    bool known, any;
};

/* Does variable v of the ranges run from *lo to *hi, whatever the others? */
static bool fixed_range(const struct region *r, size_t v, long long *lo, long long *hi)
{
    const struct range *range = &r->ranges[v];
    long long add = 0, count;
    if (v < r->n_loops) {
        const struct expr *upper = counted_to(r->loops[v], &add);
        *lo = 0;
        *hi = upper && expr_const(upper, &count) ? count + add - 1 : -1;
        return *hi >= 0;
    }
    *lo = range->lo.c0.k;
    *hi = range->hi.c0.k;
    return !range->lo.c0.symbol && !range->hi.c0.symbol && affine_invariant(&range->lo) &&
           affine_invariant(&range->hi);
}

static void add_access(struct hull *h, const struct region *r, const struct access *a)
{
    long long lo = a->offset.c0.k, hi = lo + a->size, stride = 0, from, to;
    size_t loop = h->loop;
    h->known &= !a->offset.c0.symbol && !a->within;
    for (size_t v = 0; v < r->n_ranges; v++) {
        const struct hostint c = a->offset.c[v];
        if (!c.symbol && c.k == 0)
            continue;
        if (!c.symbol && fixed_range(r, v, &from, &to)) {
            lo += c.k * (c.k > 0 ? from : to);
            hi += c.k * (c.k > 0 ? to : from);
        } else if (!c.symbol && v < r->n_loops && c.k > 0 && !stride) {
            stride = c.k;
            loop = v;
        } else {
            h->known = false;
        }
    }
    h->known &= !h->any || (stride == h->stride && loop == h->loop);
    h->lo = h->any && h->lo < lo ? h->lo : lo;
    h->hi = h->any && h->hi > hi ? h->hi : hi;
    h->stride = stride;
    h->loop = loop;
    h->any = true;
}

/* The bytes of the array that it is; 0: it is no array of known length. */
static long long declared_bytes(const struct base *b)
{
    const struct decl *d = b->complete && b->object ? b->object->decl : NULL;
    return d && d->type->kind == TYPE_ARRAY && d->type->size > 0 ? d->type->size : 0;
}

/* From the subscripts, where that is short to say. */
static const char *computed_extent(const struct region *r, const struct base *b)
{
    struct hull h = {.known = true};
    long long size = b->elem->size, add = 0;
    for (size_t i = 0; i < r->n_accesses; i++)
        if (&r->bases[r->accesses[i].base] == b)
            add_access(&h, r, &r->accesses[i]);
    if (!h.any || !h.known || b->unbounded || b->parent >= 0 || size <= 0 || h.lo % size ||
        (h.hi - h.lo) % size || h.stride % size)
        return NULL;
    long long from = h.lo / size, width = (h.hi - h.lo) / size, stride = h.stride / size;
    long long declared = declared_bytes(b);
    if (h.lo >= 0 && h.lo < declared &&
        h.hi > declared) /* subscripts, each at its most, say too much */
        width = declared / size - from;
    if (stride == 0)
        return ir_printf("[%lld:%lld]", from, width);
    const struct expr *upper = counted_to(r->loops[h.loop], &add);
    if (!upper)
        return NULL;
    if (stride == 1)
        return ir_printf("[%lld:%s]", from, sum_text(r, upper, add + width - 1));
    return ir_printf("[%lld:(%s) * %lld + %lld]", from, sum_text(r, upper, add - 1), stride, width);
}

static const char *base_extent(const struct region *r, const struct base *b)
{
    if (b->clause_len)
        return clause_extent(r, b);
    if (b->map == TCR_MAP_DEVICEPTR || b->map == TCR_MAP_PRESENT)
        return NULL;
    return computed_extent(r, b);
}

/* Does the directive do anything with it?  OpenMP's and OpenACC's may name a pointer alone. */
static bool is_moved(const struct region *r, const struct item *it)
{
    bool moved = r->dir->origin == ORIGIN_TCR;
    for (size_t i = 0; i < r->n_items; i++)
        moved |= strcmp(r->items[i].name, it->text) == 0;
    return moved;
}

/* What the clauses of a directive for data name. */
static void add_items(struct plan *p)
{
    const struct directive *dir = p->r->dir;
    for (size_t i = 0; i < dir->n_data; i++)
        for (size_t k = 0; k < dir->data[i].n_items; k++) {
            const struct item *it = &dir->data[i].items[k];
            const char *extent = it->n_sections ? it->text + strlen(it->base) : NULL;
            struct plan_section s = {
                .base = it->base, .intent = dir->data[i].verb, .extent = extent, .clause = true};
            if (is_moved(p->r, it))
                IR_PUSH(p->sections, p->n_sections, s);
        }
}

void plan_sections(struct plan *p)
{
    const struct region *r = p->r;
    if (!directive_is_loop(r->dir))
        add_items(p);
    for (size_t i = 0; i < r->n_bases; i++) {
        const struct base *b = &r->bases[i];
        struct plan_section s = {.base = b->shown,
                                 .intent = base_intent(b),
                                 .extent = base_extent(r, b),
                                 .clause = b->clause_len != NULL,
                                 .rows = b->parent >= 0,
                                 .whole = b->whole};
        if (b->used)
            IR_PUSH(p->sections, p->n_sections, s);
    }
}

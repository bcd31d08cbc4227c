/* SPDX-License-Identifier: MIT */
/*
 * body_section.c: sections of arrays as reduction variables: h[0:n], p->s[0:6],
 * f[0:3][0:3], and whole arrays.
 *
 * The places of the section that the body updates are found by the array's
 * name; each then stands for the reduction variable, with subscripts of its
 * own.  Whether a subscript can leave the section is what access.c finds out.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "body_private.h"
#include "../ir/hostint.h"

/* ---- the numbers of a clause ---- */

static const char *skip(const char *s)
{
    return s + strspn(s, " \t\n");
}

static bool sum(const char **s, long long *k);

static bool factor(const char **s, long long *k)
{
    char *end;
    *s = skip(*s);
    if (**s == '(') {
        (*s)++;
        if (!sum(s, k) || *(*s = skip(*s)) != ')')
            return false;
        (*s)++;
        return true;
    }
    if (**s == '-') {
        (*s)++;
        bool ok = factor(s, k);
        *k = ok ? -*k : 0;
        return ok;
    }
    if (!isdigit((unsigned char)**s))
        return false;
    *k = strtoll(*s, &end, 0);
    *s = end + strspn(end, "uUlL");
    return !text_word_char(**s) && **s != '.' && *k < 1LL << 31;
}

static bool product(const char **s, long long *k)
{
    long long b;
    if (!factor(s, k))
        return false;
    for (*s = skip(*s); **s == '*'; *s = skip(*s)) {
        (*s)++;
        if (!factor(s, &b) || __builtin_mul_overflow(*k, b, k))
            return false;
    }
    return true;
}

static bool sum(const char **s, long long *k)
{
    long long b;
    if (!product(s, k))
        return false;
    for (*s = skip(*s); **s == '+' || **s == '-'; *s = skip(*s)) {
        bool minus = *(*s)++ == '-';
        if (!product(s, &b) || __builtin_add_overflow(*k, minus ? -b : b, k))
            return false;
    }
    return true;
}

/* The text as a number, if it is made of numbers, + - * and brackets. */
static struct hostint number(struct region *r, const char *text)
{
    const char *s = text;
    long long k;
    if (sum(&s, &k) && !*skip(s))
        return hostint_const(k);
    return hostint_of(symbol_quote(&r->symbols, text));
}

/* Elements of an array, by its size. */
static struct hostint length(const struct symbol *array)
{
    return hostint_of(
        symbol_binary(OP_DIV, symbol_sizeof(array), symbol_sizeof(symbol_deref(array))));
}

/* ---- places ---- */

/* *p and *(p + k) become p[0] and p[k]. */
static void as_subscript(struct expr *e)
{
    struct expr *p = expr_strip(e->a), *k = NULL;
    if (p->kind == EXPR_BINARY && p->op == OP_ADD) {
        bool left = p->a->type->kind == TYPE_POINTER;
        k = left ? p->b : p->a;
        p = left ? p->a : p->b;
    } else {
        k = expr_new(EXPR_INT, type_int(), e->begin, e->end);
    }
    e->kind = EXPR_INDEX;
    e->a = p;
    e->b = k;
}

/* The array or pointer below so many subscripts, or NULL; subs[0] is the first. */
static struct expr *array_below(struct expr *e, size_t n, struct expr **subs)
{
    for (size_t d = n; d-- > 0;) {
        if (e->kind != EXPR_INDEX)
            return NULL;
        subs[d] = e->b;
        struct expr *pointer = expr_strip(e->a);
        if (pointer->kind == EXPR_DECAY)
            e = pointer->a;
        else if (d == 0)
            e = pointer;
        else
            return NULL; /* through a pointer in memory: another object for each row */
    }
    return e;
}

struct expr *section_subscripts(const struct array_section *s, struct expr *e, struct expr **subs)
{
    return array_below(e, s->n_dims, subs);
}

void section_walk(const struct array_section *s, struct expr *e, expr_visit *visit, void *ctx)
{
    struct expr *subs[SECTION_DIMS];
    if (!s)
        return;
    section_subscripts(s, e, subs);
    for (size_t d = 0; d < s->n_dims; d++)
        expr_walk(subs[d], visit, ctx);
}

bool section_has_sibling(const struct region *r, const struct reduction *red)
{
    for (size_t i = 0; red->section && i < r->n_reductions; i++) {
        const struct array_section *other = r->reductions[i].section;
        if (other && other != red->section && expr_equal(other->base, red->section->base))
            return true;
    }
    return false;
}

struct place_search {
    struct array_section *section;
    int index;           /* of the reduction variable */
    struct expr *lvalue; /* the first place that may be the section's; else the first one */
    bool outside;        /* none of them may be */
    struct expr *whole;  /* the array itself, not one of its places */
};

/* Does a * lead to the array, so that it is a subscript in disguise? */
static bool below_star(const struct place_search *s, struct expr *e)
{
    struct expr *p = expr_strip(e->a);
    if (p->kind == EXPR_BINARY && p->op == OP_ADD)
        p = expr_strip(p->a->type->kind == TYPE_POINTER ? p->a : p->b);
    return expr_equal(p->kind == EXPR_DECAY ? p->a : p, s->section->base);
}

/* Is a subscript a number that the section surely does not have? */
static bool surely_outside(const struct array_section *s, struct expr *const *subs)
{
    long long at;
    for (size_t d = 0; d < s->n_dims; d++) {
        const struct section_dim *dim = &s->dims[d];
        if (!dim->lo.symbol && !dim->len.symbol && expr_const(subs[d], &at) &&
            (at < dim->lo.k || at - dim->lo.k >= dim->len.k))
            return true;
    }
    return false;
}

/* A place that several sections of one array may have is the last one's that may have it: an
 * update outside of it is found as the loop runs. */
static void take_place(struct place_search *s, struct expr *e, struct expr *const *subs)
{
    bool outside = surely_outside(s->section, subs);
    if (outside && e->reduction >= 0)
        return;
    if (!s->lvalue || (s->outside && !outside)) {
        s->lvalue = e;
        s->outside = outside;
    }
    e->reduction = s->index;
}

static bool visit_place(struct expr *e, void *ctx)
{
    struct place_search *s = ctx;
    struct expr *subs[SECTION_DIMS];
    if (e->kind == EXPR_DEREF && below_star(s, e))
        as_subscript(e);
    if (e->kind == EXPR_INDEX && e->type->kind != TYPE_ARRAY) {
        struct expr *array = array_below(e, s->section->n_dims, subs);
        if (array && expr_is_lvalue(array) && expr_equal(array, s->section->base)) {
            take_place(s, e, subs);
            for (size_t d = 0; d < s->section->n_dims; d++)
                expr_walk(subs[d], visit_place, s);
            return false;
        }
    }
    if (!s->whole && expr_is_lvalue(e) && expr_equal(e, s->section->base))
        s->whole = e;
    return true;
}

/* ---- the section's shape ---- */

static MUST_CHECK void *bad_shape(struct region *r, const struct item *it, const char *why)
{
    return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SECTION_SHAPE, "'%s': %s", it->text, why);
}

static MUST_CHECK void *no_length(struct region *r, const struct item *it)
{
    return bad_shape(r, it, "no length, and the array's own is not known; write [lower:length]");
}

/* One [lo:len] of the clause, applied to an object of type t. */
static struct section_dim clause_dim(struct region *r, const struct item *it, size_t d,
                                     const struct type *t, const struct symbol *object)
{
    const char *lo = it->sections[d].lo, *len = it->sections[d].len;
    struct section_dim dim = {.lo = number(r, lo && *lo ? lo : "0")};
    long long declared = t->kind == TYPE_ARRAY ? t->count : -2;
    if (it->sections[d].is_index)
        dim.len.k = 1;
    else if (len && *len)
        dim.len = number(r, len);
    else if (declared == -2 && !no_length(r, it))
        return dim;
    else if (declared >= 0 && !dim.lo.symbol)
        dim.len.k = declared - dim.lo.k;
    else
        dim.len = hostint_sub(length(object), dim.lo);
    dim.whole = declared >= 0 && hostint_is(dim.lo, 0) && hostint_is(dim.len, declared);
    dim.has_declared = t->kind == TYPE_ARRAY;
    if (dim.has_declared) /* that of a variable-length array is compared later */
        dim.declared = declared < 0 ? length(object) : hostint_const(declared);
    if (!dim.len.symbol && dim.len.k <= 0 && !bad_shape(r, it, "the section is empty"))
        return dim;
    if (declared >= 0 && !dim.lo.symbol && !dim.len.symbol &&
        (dim.lo.k < 0 || dim.lo.k > declared - dim.len.k) &&
        !bad_shape(r, it, "the section reaches beyond the array"))
        return dim;
    return dim;
}

/* The dimensions in the clause, and those below, which are taken whole. */
static bool find_dims(struct region *r, const struct item *it, size_t n, struct array_section *s)
{
    const struct type *t = s->base->type;
    const struct symbol *object = symbol_quote(&r->symbols, n ? it->base : it->text);
    for (size_t d = 0;; d++) {
        bool in_clause = d < n;
        if (!in_clause && t->kind != TYPE_ARRAY)
            break;
        if (d == SECTION_DIMS)
            return bad_shape(r, it, "more than four dimensions");
        if (t->kind != TYPE_ARRAY && t->kind != TYPE_POINTER)
            return bad_shape(r, it, "more subscripts than the array has dimensions");
        if (t->kind == TYPE_POINTER && d > 0)
            return bad_shape(r, it,
                             "its rows are reached through pointers, and need not follow each "
                             "other; use a two-dimensional array");
        if (!in_clause && t->count == -2)
            return no_length(r, it);
        struct section_dim whole = {.len = {.k = t->count}, .whole = true};
        if (!in_clause && t->count < 0)
            whole.len = length(object);
        s->dims[d] = in_clause ? clause_dim(r, it, d, t, object) : whole;
        if (r->stopped)
            return false;
        s->n_dims = d + 1;
        object = symbol_deref(object);
        t = t->of;
    }
    return true;
}

/* The numbers of the section must follow each other: behind the first dimension
 * of more than one row, all are whole.  Of variable lengths, the host asks. */
static bool check_contiguous(struct region *r, const struct item *it, struct array_section *s)
{
    size_t first = 0;
    while (first < s->n_dims && hostint_is(s->dims[first].len, 1))
        first++;
    for (size_t d = first + 1; d < s->n_dims; d++) {
        const struct section_dim *dim = &s->dims[d];
        if (dim->whole)
            continue;
        if (!dim->has_declared)
            return bad_shape(r, it, "its rows need not follow each other");
        if (!dim->lo.symbol && !dim->len.symbol && !dim->declared.symbol)
            return bad_shape(r, it, "its rows do not follow each other; take whole rows");
        const struct symbol *all = hostint_compare(&r->symbols, OP_EQ, dim->len, dim->declared);
        s->contiguous = symbol_both(s->contiguous,
                                    hostint_compare(&r->symbols, OP_EQ, dim->lo, hostint_const(0)));
        s->contiguous = symbol_both(s->contiguous, all);
    }
    return true;
}

/* All of an object of known size: to leave it is an error in the program. */
static bool is_object(const struct array_section *s)
{
    for (size_t d = 0; d < s->n_dims; d++)
        if (!s->dims[d].whole)
            return false;
    return true;
}

static long long count_of(const struct array_section *s)
{
    long long n = 1;
    for (size_t d = 0; d < s->n_dims; d++)
        if (s->dims[d].len.symbol || __builtin_mul_overflow(n, s->dims[d].len.k, &n))
            return -1;
    return n;
}

bool body_add_section(struct region *r, const struct item *it, size_t n, struct expr *base,
                      struct reduction *red)
{
    struct array_section *s = ir_alloc(sizeof *s);
    s->base = base;
    if (!find_dims(r, it, n, s) || !check_contiguous(r, it, s))
        return false;
    s->count = count_of(s);
    s->object = is_object(s);
    struct place_search search = {.section = s, .index = (int)r->n_reductions};
    stmt_walk_exprs(r->stmt, visit_place, &search);
    if (search.whole)
        return refuse(r, REFUSE_LOOP, search.whole->begin, CODE_REDUCTION_MISUSE,
                      "'%s' is a reduction variable, and the loop uses the array itself here; only "
                      "updates of its elements, by name, can be reduced",
                      red->text);
    red->section = s;
    red->lvalue = search.lvalue;
    return search.lvalue != NULL;
}

/* ---- uses ---- */

static bool visit_subscript(struct expr *e, void *ctx)
{
    body_check_expr(ctx, e);
    return false;
}

/* A subscript of an update is not a place to read what is reduced. */
static bool visit_subscripts(struct expr *e, void *ctx)
{
    struct region *r = ctx;
    if (e->reduction >= 0)
        section_walk(r->reductions[e->reduction].section, e, visit_subscript, r);
    return e->reduction < 0;
}

void body_check_sections(struct region *r)
{
    stmt_walk_exprs(r->stmt, visit_subscripts, r);
}

struct same_search {
    const struct expr *place;
    int red;
    bool differs;
};

static bool visit_same(struct expr *e, void *ctx)
{
    struct same_search *s = ctx;
    if (e->reduction == s->red && !expr_equal(e, s->place))
        s->differs = true;
    return !s->differs;
}

bool body_one_place(struct region *r, int red, const struct expr *place, struct expr *in)
{
    struct same_search s = {.place = place, .red = red};
    if (!r->reductions[red].section || !body_mentions(in, red))
        return true;
    while (s.place->kind == EXPR_CAST)
        s.place = s.place->a;
    expr_walk(in, visit_same, &s);
    return !s.differs && !expr_has_effects(s.place);
}

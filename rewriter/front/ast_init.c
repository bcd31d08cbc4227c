/* SPDX-License-Identifier: MIT */
/*
 * ast_init.c: initialisers.
 *
 * libclang shows them as they are written.  A list with designators becomes
 * one in the order of the members or elements; an EXPR_INIT without arguments
 * stands for the zero of what is left out.
 */
#include "ast_private.h"

#include <string.h>

enum { MOST_ELEMENTS = 4096 };

/* ---- designators ---- */

/* [first ... last] of an array, or a member. */
struct designator {
    long long first, last;
};

struct designation {
    CXCursor parts[16];
    size_t n;
    CXCursor value;
};

static size_t begin_of(struct ast *ast, CXCursor c)
{
    size_t begin, end;
    ast_extent(ast, c, &begin, &end);
    return begin;
}

/* .a.b = v, [k] = v: libclang has v, the members and the subscripts as
 * children, the value not always last. */
static bool is_designated(struct region *r, CXCursor c, struct designation *out)
{
    char first = r->src->text[begin_of(r->ast, c)];
    struct children kids = ast_children(r->ast, c);
    if (clang_getCursorKind(c) != CXCursor_UnexposedExpr || kids.n < 2 || kids.n > 16 ||
        (first != '.' && first != '['))
        return false;
    for (size_t i = 0; i < kids.n; i++) /* in the order of the text */
        for (size_t k = i + 1; k < kids.n; k++)
            if (begin_of(r->ast, kids.list[k]) < begin_of(r->ast, kids.list[i])) {
                CXCursor t = kids.list[i];
                kids.list[i] = kids.list[k];
                kids.list[k] = t;
            }
    out->n = kids.n - 1;
    memcpy(out->parts, kids.list, out->n * sizeof *out->parts);
    out->value = kids.list[out->n];
    return true;
}

/* Does the text between two subscripts make them a range? */
static bool is_range(struct region *r, CXCursor a, CXCursor b)
{
    size_t begin, end;
    ast_extent(r->ast, a, &begin, &end);
    return strstr(region_quote(r, end, begin_of(r->ast, b)), "...") != NULL;
}

/* The next designator, for an object of this type; *at moves past it. */
static bool designator(struct region *r, const struct designation *d, size_t *at,
                       const struct type *type, struct designator *out)
{
    CXCursor c = d->parts[(*at)++];
    if (type->kind == TYPE_RECORD && clang_getCursorKind(c) == CXCursor_MemberRef) {
        const struct field *f = ast_field(r->ast, clang_getCursorReferenced(c));
        const struct record *rec = type->record;
        if (!f || f < rec->fields || f >= rec->fields + rec->n_fields)
            return ast_unsupported(r, c, "a designator of an anonymous structure's member");
        out->first = out->last = f - rec->fields;
        return true;
    }
    if (type->kind != TYPE_ARRAY || !ast_evaluate(c, &out->first))
        return ast_unsupported(r, c, "this designator");
    out->last = out->first;
    if (*at < d->n && is_range(r, c, d->parts[*at]) && !ast_evaluate(d->parts[(*at)++], &out->last))
        return ast_unsupported(r, c, "this designator");
    return true;
}

/* ---- the list in order ---- */

static struct type *part_type(const struct type *t, size_t i)
{
    return t->kind == TYPE_ARRAY ? t->of : t->record->fields[i].type;
}

/* With room for part i of the object; zeros up to there. */
static bool reach(struct region *r, struct expr *list, long long i)
{
    const struct type *t = list->type;
    long long n = t->kind == TYPE_ARRAY ? t->count : (long long)t->record->n_fields;
    if (i < 0 || i >= n || i >= MOST_ELEMENTS)
        return refuse(r, REFUSE_LOOP, list->begin, CODE_UNSUPPORTED,
                      "an initialiser of this length");
    while ((long long)list->n_args <= i) {
        struct expr *zero = expr_new(EXPR_INIT, part_type(t, list->n_args), list->begin, list->end);
        IR_PUSH(list->args, list->n_args, zero);
    }
    return true;
}

static bool is_zero(const struct expr *e)
{
    return e->kind == EXPR_INIT && e->n_args == 0;
}

static struct expr *part_value(struct region *r, CXCursor c, struct type *type)
{
    bool list = clang_getCursorKind(c) == CXCursor_InitListExpr;
    bool aggregate = type->kind == TYPE_ARRAY || type->kind == TYPE_RECORD;
    struct expr *e = list && aggregate ? ast_init_list(r, c, type) : ast_initial(r, c, type);
    if (aggregate && !list && e->type->kind != TYPE_RECORD && e->kind != EXPR_INIT)
        return ast_or_zero(
            r, c, ast_unsupported(r, c, "designators among values without their own braces"));
    return e;
}

static bool put(struct region *r, struct expr *list, const struct designation *d, size_t at)
{
    struct designator which;
    if (!designator(r, d, &at, list->type, &which) || !reach(r, list, which.last))
        return false;
    for (long long i = which.first; i <= which.last; i++) {
        struct expr **slot = &list->args[i];
        if (at < d->n && (*slot)->kind == EXPR_INIT) {
            if (!put(r, *slot, d, at))
                return false;
            continue;
        }
        if (at < d->n || !is_zero(*slot))
            return ast_unsupported(r, d->value, "a member that is initialised twice");
        *slot = part_value(r, d->value, part_type(list->type, (size_t)i));
        if (which.first < which.last && expr_has_effects(*slot))
            return ast_unsupported(r, d->value, "a range of elements set with side effects");
    }
    return true;
}

/* Which part does a value without designator follow? */
static long long position(struct region *r, const struct designation *d, const struct type *type)
{
    size_t at = 0;
    struct designator which = {0};
    return designator(r, d, &at, type, &which) ? which.last : 0;
}

static struct expr *designated(struct region *r, CXCursor c, const struct children *kids,
                               struct type *type)
{
    struct designation d;
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    if (type->kind != TYPE_ARRAY && type->kind != TYPE_RECORD)
        return ast_unsupported(r, c, "this initialiser");
    struct expr *list = expr_new(EXPR_INIT, type, begin, end);
    long long next = 0;
    for (size_t i = 0; i < kids->n; i++) {
        if (is_designated(r, kids->list[i], &d)) {
            if (!put(r, list, &d, 0))
                return NULL;
            next = position(r, &d, type) + 1;
            continue;
        }
        if (!reach(r, list, next))
            return NULL;
        if (!is_zero(list->args[next]))
            return ast_unsupported(r, kids->list[i], "a member that is initialised twice");
        list->args[next] = part_value(r, kids->list[i], part_type(type, (size_t)next));
        next++;
    }
    return list;
}

struct expr *ast_init_list(struct region *r, CXCursor c, struct type *type)
{
    struct children kids = ast_children(r->ast, c);
    struct designation d;
    for (size_t i = 0; i < kids.n; i++)
        if (is_designated(r, kids.list[i], &d))
            return designated(r, c, &kids, type);
    struct expr *e = ast_expr_at(r, EXPR_INIT, c);
    e->type = type;
    e->n_args = kids.n;
    e->args = ir_alloc((kids.n + 1) * sizeof *e->args);
    bool records = type->kind == TYPE_ARRAY || type->kind == TYPE_RECORD;
    for (size_t i = 0; i < kids.n; i++) {
        bool list = clang_getCursorKind(kids.list[i]) == CXCursor_InitListExpr;
        bool inside = records && (type->kind == TYPE_ARRAY || i < type->record->n_fields);
        e->args[i] = list && inside ? ast_init_list(r, kids.list[i], part_type(type, i))
                     : inside       ? ast_initial(r, kids.list[i], part_type(type, i))
                                    : ast_expr(r, kids.list[i]);
    }
    return e;
}

/* (T){ ... } of a structure or union, as a value. */
struct expr *ast_literal(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    struct expr *e = ast_expr_at(r, EXPR_LITERAL, c);
    if (e->type->kind != TYPE_RECORD || kids.n == 0 ||
        clang_getCursorKind(kids.list[kids.n - 1]) != CXCursor_InitListExpr)
        return ast_unsupported(r, c, "a compound literal other than of a structure or union");
    e->a = ast_init_list(r, kids.list[kids.n - 1], e->type);
    return e;
}

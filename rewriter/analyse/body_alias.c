/* SPDX-License-Identifier: MIT */
/*
 * body_alias.c: the reduced object and its other names.
 *
 * A reduction combines into one object.  Its subscripts and pointers must not
 * change in the loop, the loop's bounds must not read it, and the loop must
 * not read it through another expression.
 */
#include <string.h>

#include "../front/ast.h"
#include "body_private.h"

/* ---- one object all the time ---- */

struct element {
    struct region *r;
    const struct expr *varies;
};

static bool visit_varying(struct expr *e, void *ctx)
{
    struct element *s = ctx;
    if (e->kind == EXPR_CALL ||
        (e->kind == EXPR_VAR && (e->decl->in_region || stmt_writes(s->r->stmt, e->decl))))
        s->varies = e;
    return !s->varies;
}

/* The parts that say which object is meant: subscripts, and pointers. */
static void find_varying(struct element *s, struct expr *e)
{
    switch (e->kind) {
    case EXPR_MEMBER:
    case EXPR_DECAY:
        find_varying(s, e->a);
        break;
    case EXPR_INDEX:
        find_varying(s, e->a);
        expr_walk(e->b, visit_varying, s);
        break;
    case EXPR_VAR:
        if (e->type->kind == TYPE_POINTER)
            visit_varying(e, s);
        break;
    default: /* what a pointer is made of */
        expr_walk(e, visit_varying, s);
    }
}

bool body_check_element(struct region *r, const struct reduction *red)
{
    struct element s = {.r = r};
    if (red->section)
        find_varying(&s, red->section->base);
    else if (red->lvalue->kind != EXPR_VAR)
        find_varying(&s, red->lvalue);
    if (s.varies)
        return refuse(
            r, REFUSE_LOOP, red->lvalue->begin, CODE_ARRAY_REDUCTION,
            "'%s' is not the same object in every iteration ('%s' changes); reduce the section "
            "of the array that the loop updates, as in reduce(+:a[0:n])",
            red->text, region_quote(r, s.varies->begin, s.varies->end));
    return true;
}

/* ---- bounds ---- */

static bool visit_header(struct expr *e, void *ctx)
{
    struct region *r = ctx;
    bool bad = e->reduction >= 0;
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct expr *x = r->reductions[i].lvalue;
        bad |= e->kind == EXPR_MEMBER && x->kind == EXPR_MEMBER && e->field == x->field;
    }
    if (bad)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_BOUND_CHANGES,
                      "the loop's bounds use '%s', which the loop reduces",
                      region_quote(r, e->begin, e->end));
    return true;
}

static void check_headers(struct region *r)
{
    for (size_t i = 0; i < r->n_loops; i++) {
        expr_walk(r->loops[i]->upper, visit_header, r);
        for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
            expr_walk(r->loops[i]->vars[k].lower, visit_header, r);
            expr_walk(r->loops[i]->vars[k].step, visit_header, r);
        }
    }
}

/* ---- reads by other names ---- */

/* The variable that an lvalue starts from, and the member of it (or of what it
 * points to) that is meant. */
static const struct decl *root_of(const struct expr *e, bool *subscripted,
                                  const struct field **field)
{
    *field = NULL;
    *subscripted = false;
    for (;; e = e->a) {
        *subscripted |= e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
        if (e->kind == EXPR_MEMBER)
            *field = e->field;
        if (e->kind == EXPR_VAR)
            return e->decl;
        if (!e->a)
            return NULL;
    }
}

struct alias_search {
    struct region *r;
    const struct reduction *red;
    const struct decl *root;
    const struct field *field;
    bool subscripted, in_union;
    int hops; /* pointers followed from the root */
};

static MUST_CHECK void *may_read(const struct alias_search *s, const struct expr *e)
{
    return refuse(s->r, REFUSE_LOOP, e->begin, CODE_REDUCTION_MISUSE,
                  "'%s' is a reduction variable, and the loop may read it here", s->red->text);
}

static int hops_of(const struct expr *e)
{
    int n = 0;
    for (; e; e = e->a)
        n += e->kind == EXPR_DEREF || (e->kind == EXPR_INDEX && e->a->kind != EXPR_DECAY);
    return n;
}

/* Of one variable, surely other members of it. */
static bool apart(const struct alias_search *s, const struct field *field)
{
    return field && s->field && field != s->field && !s->in_union;
}

/* A pointer to the reduced object is handed on: to a function, which
 * check_functions() has looked at for members, or (`kept`) to a pointer. */
static bool hands_on(const struct alias_search *s, const struct expr *e, bool kept)
{
    bool subscripted;
    const struct field *field;
    if (!e || e->type->kind != TYPE_POINTER || (s->field && !kept))
        return false;
    while (e->kind == EXPR_CAST || (e->kind == EXPR_BINARY && e->a->type->kind == TYPE_POINTER))
        e = e->a;
    if (e->kind == EXPR_DECAY || e->kind == EXPR_ADDR)
        return root_of(e->a, &subscripted, &field) == s->root && !apart(s, field);
    return s->subscripted && e->kind == EXPR_VAR && e->decl == s->root;
}

/* Does this lvalue, whose value is used, perhaps hold the reduced object? */
static bool overlaps(const struct alias_search *s, const struct expr *e)
{
    bool subscripted;
    const struct field *field;
    if (root_of(e, &subscripted, &field) != s->root || e->type->kind == TYPE_ARRAY ||
        e->type->kind == TYPE_POINTER)
        return false;
    if (hops_of(e) > s->hops) /* the list may lead back */
        return e->kind == EXPR_MEMBER && s->red->lvalue->kind == EXPR_MEMBER &&
               e->field == s->red->lvalue->field;
    if (apart(s, field))
        return false;
    return s->in_union || e->type->kind == TYPE_RECORD || subscripted == s->subscripted;
}

static bool visit_part(struct expr *e, void *ctx);

/* `part`: a member of e is selected, or its address taken; e itself is not read. */
static bool find_alias(struct alias_search *s, struct expr *e, bool part)
{
    if (!e)
        return true;
    if (e->reduction >= 0) {
        section_walk(s->r->reductions[e->reduction].section, e, visit_part, s);
        return true;
    }
    if (expr_is_lvalue(e) && !part && overlaps(s, e))
        return may_read(s, e);
    for (size_t i = 0; e->kind == EXPR_CALL && i < e->n_args; i++)
        if (hands_on(s, e->args[i], false))
            return may_read(s, e->args[i]);
    if (e->kind == EXPR_ASSIGN && hands_on(s, e->b, true))
        return may_read(s, e->b);
    find_alias(s, e->a, e->kind == EXPR_MEMBER || e->kind == EXPR_ADDR);
    find_alias(s, e->b, false);
    find_alias(s, e->c, false);
    for (size_t i = 0; i < e->n_args; i++)
        find_alias(s, e->args[i], false);
    return true;
}

static bool visit_part(struct expr *e, void *ctx)
{
    find_alias(ctx, e, false);
    return false;
}

static bool visit_alias(struct stmt *stmt, void *ctx)
{
    struct alias_search *s = ctx;
    find_alias(s, stmt->expr, false);
    find_alias(s, stmt->step, false);
    for (size_t i = 0; i < stmt->n_decls; i++) {
        if (hands_on(s, stmt->inits[i], true))
            return may_read(s, stmt->inits[i]);
        find_alias(s, stmt->inits[i], false);
    }
    return true;
}

static void check_element_aliases(struct region *r, const struct reduction *red)
{
    struct alias_search s = {.r = r, .red = red};
    for (const struct expr *e = red->lvalue; e; e = e->a)
        s.in_union |= e->kind == EXPR_MEMBER && e->a->type->kind == TYPE_RECORD &&
                      e->a->type->record->is_union;
    s.root = root_of(red->lvalue, &s.subscripted, &s.field);
    s.hops = hops_of(red->lvalue);
    if (s.root)
        stmt_walk(r->stmt, visit_alias, &s);
}

/* ---- a variable whose address a pointer holds ---- */

struct read_search {
    const struct region *r;
    const struct type *type; /* of the variable */
    const struct expr *found;
};

/* May an object of type a be read as type b? */
static bool same_scalar(const struct type *a, const struct type *b)
{
    if (a->kind != TYPE_SCALAR || b->kind != TYPE_SCALAR)
        return false;
    bool character = b->size == 1 && !type_is_bool(b);
    return a->scalar == b->scalar || character ||
           (type_is_integer(a) && type_is_integer(b) && a->size == b->size);
}

/* Has an object of type t one in it that may be read as `part`, a scalar or structure? */
static bool holds(struct type *t, const struct type *part)
{
    t = type_flat_element(t);
    if (t->kind != TYPE_RECORD)
        return same_scalar(t, part);
    if (part->kind == TYPE_RECORD && part->record == t->record)
        return true;
    for (size_t i = 0; i < t->record->n_fields; i++)
        if (holds(t->record->fields[i].type, part))
            return true;
    return false;
}

static bool visit_read(struct expr *e, void *ctx)
{
    struct read_search *s = ctx;
    struct type *t = type_flat_element((struct type *)s->type);
    struct expr *base = e;
    if (s->found)
        return false;
    if (e->reduction >= 0) {
        section_walk(s->r->reductions[e->reduction].section, e, visit_read, s);
        return false;
    }
    base = expr_object(base);
    if (base->kind != EXPR_DEREF && base->kind != EXPR_INDEX)
        return true;
    if (holds(t, type_flat_element(base->type)))
        s->found = e;
    expr_walk(base->a, visit_read, s);
    if (base->b)
        expr_walk(base->b, visit_read, s);
    return false;
}

/* An object of this type read through a pointer, in the loop or a function that it calls. */
static const struct expr *read_through_pointer(struct region *r, const struct type *type)
{
    struct read_search s = {.r = r, .type = type};
    stmt_walk_exprs(r->stmt, visit_read, &s);
    for (size_t i = 0; i < r->n_functions; i++)
        stmt_walk_exprs(r->functions[i].body, visit_read, &s);
    return s.found;
}

/* The last type that was asked about: most variables of a loop have one type. */
struct read_memo {
    const struct type *type;
    const struct expr *found;
};

static bool answers(const struct type *a, const struct type *b)
{
    return a == b || (a && a->kind == TYPE_SCALAR && b->kind == TYPE_SCALAR &&
                      a->scalar == b->scalar && strcmp(a->spelling, b->spelling) == 0);
}

static bool check_kept(struct region *r, struct read_memo *memo, struct decl *d, const char *what,
                       bool inside)
{
    if (!answers(memo->type, d->type))
        *memo = (struct read_memo){d->type, read_through_pointer(r, d->type)};
    const struct expr *e = memo->found;
    const struct stmt *keeper = e ? escape_keeper(r, d, inside) : NULL;
    if (keeper)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_REDUCTION_MISUSE,
                      "'%s' is %s, a pointer gets its address in line %u, and the loop may read it "
                      "through a pointer here",
                      d->name, what, source_position(r->src, keeper->begin).line);
    return true;
}

static void check_temporaries(struct region *r, struct read_memo *memo)
{
    for (size_t i = 0; i < r->n_privates; i++)
        check_kept(r, memo, r->privates[i], "assigned in every iteration", false);
    for (size_t i = 0; i < r->n_bests; i++) {
        for (size_t k = 0; k < r->bests[i].n_roots; k++)
            check_kept(r, memo, r->bests[i].roots[k],
                       k ? "set with a minimum or maximum" : "a minimum or maximum", true);
    }
    for (size_t i = 0; i < r->n_declarings; i++)
        check_kept(r, memo, r->declarings[i].var, "a reduction variable", true);
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            check_kept(r, memo, r->loops[i]->vars[k].var, "a loop variable", false);
}

/* The variable of which the reduced object is a part, without following pointers. */
static struct decl *whole_of(const struct reduction *red)
{
    const struct expr *e = red->lvalue;
    e = expr_object(e);
    return e->kind == EXPR_VAR ? e->decl : NULL;
}

void body_check_aliases(struct region *r)
{
    struct read_memo memo = {0};
    check_headers(r);
    check_temporaries(r, &memo);
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        struct decl *d = whole_of(red);
        if (!red->decl)
            check_element_aliases(r, red);
        if (d)
            check_kept(r, &memo, d, "a reduction variable", true);
    }
}

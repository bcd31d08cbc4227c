/* SPDX-License-Identifier: MIT */
/*
 * body_out.c: variables from outside of the loop that the iterations use for
 * themselves though they are not plainly assigned: structures and arrays set
 * part by part, and what a function sets that gets the address.
 */
#include "../front/ast.h"
#include "assigned.h"
#include "body_private.h"

/* ---- structures and arrays ---- */

static bool in_header(struct region *r, const struct decl *d)
{
    return stmt_mentions(r->stmt, d) != stmt_mentions(r->body, d);
}

static const struct decl *root_of(const struct expr *e)
{
    e = expr_object(e);
    return e->kind == EXPR_VAR ? e->decl : NULL;
}

bool body_sets_parts(struct region *r, struct decl *d)
{
    struct leaf leaves[TYPE_LEAVES];
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM;
    if (!local || d->is_thread_local || d->type->kind == TYPE_SCALAR || in_header(r, d) ||
        type_leaves(d->type, leaves) == 0)
        return false;
    for (size_t i = 0; i < r->n_reductions; i++)
        if (root_of(r->reductions[i].lvalue) == d)
            return false;
    return !assigned_in_iteration(r, d).read && !live_after(r, d);
}

/* ---- addresses handed to functions ---- */

struct write_search {
    struct region *r;
    const struct decl *p;
    bool found;
};

/* The pointer variable that a place or a pointer is computed from. */
static const struct decl *pointer_of(const struct expr *e)
{
    for (; e; e = e->a)
        if (e->kind == EXPR_VAR)
            return e->type->kind == TYPE_POINTER ? e->decl : NULL;
    return NULL;
}

static bool writes_through(struct region *r, const struct expr *call, size_t i);

static bool visit_write(struct expr *e, void *ctx)
{
    struct write_search *s = ctx;
    bool shared = e->atomic; /* what it writes is no iteration's own */
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->kind != EXPR_VAR && !shared)
        s->found |= pointer_of(e->a) == s->p;
    for (size_t i = 0; e->kind == EXPR_CALL && i < e->n_args && !s->found; i++)
        s->found = e->args[i] && e->args[i]->type->kind == TYPE_POINTER &&
                   pointer_of(e->args[i]) == s->p && writes_through(s->r, e, i);
    return !s->found;
}

/* Does the function called write what argument i points to? */
static bool writes_through(struct region *r, const struct expr *call, size_t i)
{
    if (call->math)
        return true;
    struct device_function *fn = ast_function(r, call->decl, call->begin);
    if (i >= fn->n_params || fn->params[i]->type->kind != TYPE_POINTER)
        return false;
    struct write_search s = {.r = r, .p = fn->params[i]};
    stmt_walk_exprs(fn->body, visit_write, &s);
    return s.found;
}

/* The variable from outside whose address an argument is, or NULL. */
static struct decl *handed(const struct region *r, const struct expr *e)
{
    while (e && e->kind == EXPR_CAST)
        e = e->a;
    if (!e || (e->kind != EXPR_ADDR && e->kind != EXPR_DECAY))
        return NULL;
    const struct decl *d = root_of(e->a);
    return d && !d->in_region && !body_is_private(r, d) ? (struct decl *)d : NULL;
}

static bool visit_call(struct expr *e, void *ctx)
{
    struct region *r = ctx;
    for (size_t i = 0; e->kind == EXPR_CALL && i < e->n_args; i++) {
        struct decl *d = handed(r, e->args[i]);
        if (!d || e->args[i]->type->kind != TYPE_POINTER || !writes_through(r, e, i))
            continue;
        if (region_is_level_var(r, d))
            return refuse(r, REFUSE_LOOP, e->args[i]->begin, CODE_NOT_CANONICAL,
                          "the loop variable '%s' is changed in the body", d->name);
        if (!e->math && !body_sets_parts(r, d) && body_in_array(e->args[i]->a))
            continue; /* of an array that all share: access.c finds out which element */
        bool plain = d->type->kind == TYPE_SCALAR && !live_after(r, d);
        if (!plain && !body_sets_parts(r, d))
            return refuse(
                r, REFUSE_LOOP, e->args[i]->begin, CODE_WRITES_MEMORY,
                "'%s', declared outside the loop, is written by '%s'; if every iteration needs "
                "its own, declare it inside or write private(%s)",
                d->name, e->decl->name, d->name);
        body_add_private(r, d, false);
    }
    return true;
}

void body_add_handed(struct region *r)
{
    stmt_walk_exprs(r->body, visit_call, r);
}

/* ---- pointers to an iteration's own variables ---- */

enum { MOST_CALLS = 8 }; /* one inside the other */

struct call_search {
    struct region *r;
    const struct decl *p;
    int depth;
    bool other; /* some call hands on something else */
};

static bool is_own(struct region *r, const struct expr *e, int depth);

static bool visit_argument(struct expr *e, void *ctx)
{
    struct call_search *s = ctx;
    if (e->kind != EXPR_CALL || e->math)
        return !s->other;
    struct device_function *fn = ast_function(s->r, e->decl, e->begin);
    for (size_t i = 0; i < fn->n_params; i++)
        if (fn->params[i] == s->p)
            s->other |= i >= e->n_args || stmt_writes(fn->body, s->p) ||
                        !is_own(s->r, e->args[i], s->depth);
    return !s->other;
}

/* In every call, and never set to something else. */
static bool is_own_parameter(struct region *r, const struct decl *p, int depth)
{
    struct call_search s = {.r = r, .p = p, .depth = depth + 1};
    if (depth == MOST_CALLS || p->kind != DECL_PARAM || !p->in_region)
        return false;
    stmt_walk_exprs(r->stmt, visit_argument, &s);
    for (size_t i = 0; i < r->n_functions && !s.other; i++)
        stmt_walk_exprs(r->functions[i].body, visit_argument, &s);
    return !s.other;
}

static bool is_own(struct region *r, const struct expr *e, int depth)
{
    while (e->kind == EXPR_CAST && e->a->type->kind == TYPE_POINTER)
        e = e->a;
    if (e->kind == EXPR_BINARY && e->a->type->kind == TYPE_POINTER)
        return is_own(r, e->a, depth);
    if (e->kind == EXPR_VAR)
        return is_own_parameter(r, e->decl, depth);
    const struct decl *d = e->kind == EXPR_ADDR || e->kind == EXPR_DECAY ? root_of(e->a) : NULL;
    return d && (d->in_region || body_is_private(r, d));
}

bool body_points_own(struct region *r, const struct expr *pointer)
{
    return is_own(r, pointer, 0);
}

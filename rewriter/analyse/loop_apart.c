/* SPDX-License-Identifier: MIT */
/* loop_apart.c: what an inner loop writes: may it be a level of its own, whose
 * iterations are shared among threads? */
#include "../ir/region.h"

#include "../front/ast.h"

struct store_search {
    struct region *r;
    struct loop *l;
    bool apart; /* so far */
};

static bool visit_own_var(struct expr *e, void *ctx)
{
    struct loop **l = ctx;
    if (e->kind == EXPR_VAR && *l && loop_var(*l, e->decl))
        *l = NULL;
    return *l;
}

/* Is it a place that the loop's variable chooses, or a plain variable? */
static bool visit_store(struct expr *e, void *ctx)
{
    struct store_search *s = ctx;
    if (e->kind == EXPR_CALL && !e->math && e->decl)
        s->apart = s->apart && !body_function_stores(s->r, ast_function(s->r, e->decl, e->begin));
    s->apart = s->apart && !e->atomic; /* in an iteration they keep their order */
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->kind != EXPR_VAR &&
        !body_is_item(s->r, e->a)) {
        const struct expr *of = expr_object(e->a);
        struct loop *l = s->l;
        expr_walk(e->a, visit_own_var, &l);
        if (l && !(of->kind == EXPR_VAR && of->decl->in_region))
            s->apart = false;
    }
    return s->apart;
}

/* Nothing that the loop writes stays where it is from iteration to iteration, as
 * far as its text tells: y[i] += a[i][j] * x[j] is no matter for several j at once. */
bool loop_writes_apart(struct region *r, struct loop *l)
{
    struct store_search s = {.r = r, .l = l, .apart = true};
    stmt_walk_exprs(l->stmt->body, visit_store, &s);
    return s.apart;
}

/* Does the loop, of few iterations, choose among the elements of a reduced
 * section?  Unrolled, it has a variable for each; among threads, none would. */
static bool visit_element(struct expr *e, void *ctx)
{
    struct store_search *s = ctx;
    struct loop *l = s->l;
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && body_is_element(s->r, e->a)) {
        expr_walk(e->a, visit_own_var, &l);
        s->apart = s->apart && l;
    }
    return s->apart;
}

bool loop_chooses_elements(struct region *r, struct loop *l)
{
    long long from, to;
    struct store_search s = {.r = r, .l = l, .apart = true};
    if (!expr_const(l->vars[0].lower, &from) || !expr_const(l->upper, &to))
        return false;
    stmt_walk_exprs(l->stmt->body, visit_element, &s);
    return !s.apart;
}

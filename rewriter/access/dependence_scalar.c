/* SPDX-License-Identifier: MIT */
/*
 * dependence_scalar.c: variables that an inner loop sets.
 *
 * One that every iteration sets before it reads it, and that nothing else mentions, is a temporary;
 * and so is a number that others mention, if they set it first, too.
 * Reduction variables may be updated in any order, and so may those that the loop folds, if each of
 * those who share the loop has a copy.  What else is set in an iteration, the next one
 * may read.  (Of the region's levels, body.c has looked at all that.)
 */
#include "../front/ast.h"
#include "../ir/ssa.h"
#include "dependence.h"

struct scalar_search {
    struct region *r;
    struct nest_loop *n;
    const struct folds *folds;
    struct conflict *why;
    bool found;
};

static bool declared_inside(const struct nest_loop *n, const struct decl *d)
{
    return d->offset >= n->stmt->begin && d->offset < n->stmt->end;
}

/* No use of it sees what an earlier iteration has left, or what it was before the loop; nor does
 * what follows the loop, but for `left` the region's end. */
static bool is_set_first(struct region *r, const struct nest_loop *n, const struct decl *d,
                         bool left)
{
    if (n->stmt->begin < r->begin || n->stmt->end > r->end) /* of a function that is called */
        return false;
    struct cfg *g = region_cfg(r);
    const struct ssa *s = ssa_of(g);
    const struct cfg_block *head = g->places[n->stmt->number].head;
    const struct ssa_value *phi = head ? ssa_phi(s, head, d) : NULL;
    return ssa_follows(s, d) && head && (!phi || (left && !phi->read));
}

static size_t called_mentions(const struct region *r, const struct decl *d)
{
    size_t all = 0;
    for (size_t i = 0; i < r->n_functions; i++)
        all += stmt_mentions(r->functions[i].body, d);
    return all;
}

/* Nothing of it is left from one iteration to the next, nor to what follows the loop. */
static bool is_temporary(struct region *r, const struct nest_loop *n, const struct decl *d)
{
    return !region_is_last(r, d) &&
           stmt_mentions(n->stmt->body, d) == stmt_mentions(r->stmt, d) + called_mentions(r, d) &&
           is_set_first(r, n, d, false);
}

/* A number that is set itself, and not through a pointer, and of which the region leaves nothing:
 * what follows the loop sets it first, too, or it would read a phi where the loop ends, which is
 * where it begins anew.  (A loop with other ends is no loop that is shared.) */
static bool is_number_anew(struct region *r, const struct nest_loop *n, const struct decl *d)
{
    return type_is_arithmetic(d->type) && !region_is_last(r, d) && called_mentions(r, d) == 0 &&
           is_set_first(r, n, d, true);
}

static void set_by(struct scalar_search *s, const struct expr *at, const struct decl *d)
{
    const bool itself = (at->kind == EXPR_ASSIGN || at->kind == EXPR_INCDEC) &&
                        at->a->kind == EXPR_VAR && at->a->decl == d;
    if (s->found || declared_inside(s->n, d) || loop_var(s->n->loop, d) ||
        is_temporary(s->r, s->n, d) || (itself && is_number_anew(s->r, s->n, d)))
        return;
    if (fold_of(s->folds, d)) {
        s->n->folds = true;
        return;
    }
    s->found = true;
    *s->why = (struct conflict){.kind = CONFLICT_SCALAR, .name = d->name, .write_at = at->begin};
}

static bool visit_set(struct expr *e, void *ctx)
{
    struct scalar_search *s = ctx;
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    bool address = e->kind == EXPR_ADDR || e->kind == EXPR_DECAY;
    if (sets && e->a->reduction < 0) {
        const struct expr *of = expr_object(e->a);
        if (fold_of_place(s->folds, e->a) >= 0)
            s->n->folds = true;
        else if (of->kind == EXPR_VAR && fold_base(e->a) < 0) /* of memory, the accesses tell */
            set_by(s, e, of->decl);
    }
    if (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY) { /* an element, and no address */
        expr_walk(e->b, visit_set, s);
        expr_walk(e->a->a, visit_set, s);
        return false;
    }
    if (address) {
        const struct expr *of = expr_object(e->a);
        if (of->kind == EXPR_VAR && of->decl->in_region && e->a->reduction < 0)
            set_by(s, e, of->decl);
    }
    if (e->kind == EXPR_VAR && decl_facts(e->decl)->points_local)
        set_by(s, e, e->decl);
    return !s->found;
}

bool dependence_scalar(struct region *r, struct nest_loop *n, const struct folds *folds,
                       struct conflict *why)
{
    struct scalar_search s = {.r = r, .n = n, .folds = folds, .why = why};
    stmt_walk_exprs(n->stmt, visit_set, &s);
    return s.found;
}

/* SPDX-License-Identifier: MIT */
/*
 * plan_flat.c: may a warp do the shared loops of several iterations of the levels as one
 * (kernels/spans.cuh)?
 *
 * It may where an iteration of the loop is the same whichever row it is done for: its number alone
 * says what it adds to the one variable that the loop folds.
 */
#include "plan_private.h"

#include "device_shape.h"

enum { WORD = 8 /* bytes of a term */ };

struct own_search {
    const struct plan *p;
    const struct plan_loop *at;
    bool found; /* what may be another one in another row */
};

static bool is_temporary(const struct plan *p, const struct plan_loop *at, const struct decl *d)
{
    return stmt_mentions(at->stmt->body, d) == stmt_mentions(p->r->stmt, d);
}

static bool visit_own(struct expr *e, void *ctx)
{
    struct own_search *s = ctx;
    if (shape_is_argument(s->p->r, e))
        return false;
    s->found |= e->kind == EXPR_STATEMENTS ||
                (e->kind == EXPR_VAR && e->decl != s->at->loop->vars[0].var &&
                 e->decl != s->at->folds.list[0].var && !is_temporary(s->p, s->at, e->decl));
    return !s->found;
}

static bool folds_a_word(const struct folds *f)
{
    const struct fold *one = f->list;
    return f->n == 1 && one->kind == FOLD_OPERATOR && one->var && !one->unsure &&
           one->type->kind == TYPE_SCALAR && !type_is_half(one->type) && one->type->size <= WORD;
}

static bool sums_words(const struct folds *f)
{
    return folds_a_word(f) && (f->list[0].op == TCR_ADD || f->list[0].op == TCR_MUL);
}

bool plan_flat(const struct plan *p, const struct plan_loop *at)
{
    const struct induction *v = &at->loop->vars[0];
    struct own_search own = {.p = p, .at = at};
    if (p->r->n_reductions || !p->probes || p->columns || p->ordered || p->prefixes || p->marks ||
        at->writes || v->step_const != 1 || !v->declared || !sums_words(&at->folds))
        return false;
    stmt_walk_exprs(at->stmt->body, visit_own, &own);
    return !own.found;
}

bool plan_few(const struct plan *p, const struct plan_loop *at)
{
    return !p->r->n_reductions && p->trips_range >= 0 && !p->columns && !p->ordered &&
           !p->prefixes && !p->marks && !at->writes && folds_a_word(&at->folds);
}

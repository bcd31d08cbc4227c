/* SPDX-License-Identifier: MIT */
/*
 * plan_prefix.c: shared loops with prefix sums (analyse/fold_prefix.c): what of the body says what
 * an iteration adds.
 *
 *     t = 2 * a[k];     both of them, as they change nothing but the thread's own variables;
 *     s += t;
 *     b[k] = s;         the rest
 *
 * The threads of a team run these statements for some iterations, find out what is in front of
 * each, and then run the whole body for them.  So what is run twice must come to the same: it
 * changes no memory, and reads none that the rest of the iteration has written before.
 */
#include "plan_private.h"

#include "device_shape.h"

/* What a statement does. */
struct deeds {
    const struct plan *p;
    const struct plan_loop *at;
    bool leaves;         /* it changes memory, or is not known well enough */
    bool reads_written;  /* it reads memory that the loop may write */
    struct decl *set[8]; /* variables */
    size_t n_set;
};

/* Updates go on in the same place if arrays may be one. */
static bool may_be_written(const struct deeds *d, const struct expr *e)
{
    int base = expr_facts(e)->through;
    return base < 0 || d->p->r->bases[base].written || d->at->or_same;
}

static void sets(struct deeds *d, const struct expr *e)
{
    const struct expr *of = expr_object(e->a);
    const size_t most = sizeof d->set / sizeof *d->set;
    if (e->a->reduction >= 0 || !shape_is_local(e->a) || of->kind != EXPR_VAR || d->n_set == most)
        d->leaves = true;
    else
        d->set[d->n_set++] = of->decl;
}

static bool visit_deed(struct expr *e, void *ctx)
{
    struct deeds *d = ctx;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC)
        sets(d, e);
    if (e->atomic || e->kind == EXPR_STATEMENTS || e->kind == EXPR_END || e->kind == EXPR_ADDR ||
        (e->kind == EXPR_CALL && !e->math))
        d->leaves = true;
    if ((e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && e->type->kind != TYPE_ARRAY &&
        !shape_is_local(e))
        d->reads_written |= may_be_written(d, e);
    return true;
}

static struct deeds deeds_of(const struct plan *p, const struct plan_loop *at, struct stmt *s)
{
    struct deeds d = {.p = p, .at = at};
    stmt_walk_exprs(s, visit_deed, &d);
    d.leaves |= stmt_has_loop(s);
    return d;
}

static bool sets_any(const struct deeds *d, const struct plan_loop *at, bool prefix)
{
    for (size_t k = 0; k < d->n_set; k++) {
        const struct fold *f = fold_of(&at->folds, d->set[k]);
        if (f && (f->kind == FOLD_PREFIX) == prefix)
            return true;
    }
    return false;
}

/* Does it look at a prefix sum, or at a variable that the rest of the iteration sets? */
static bool looks(const struct plan_loop *at, struct stmt *s, struct decl *const *rest, size_t n)
{
    for (size_t i = 0; i < at->folds.n; i++)
        if (at->folds.list[i].kind == FOLD_PREFIX && stmt_mentions(s, at->folds.list[i].var) &&
            !stmt_writes(s, at->folds.list[i].var))
            return true;
    for (size_t i = 0; i < n; i++)
        if (stmt_mentions(s, rest[i]))
            return true;
    return false;
}

/* With the arrays as the loop's order has them. */
static bool find_adds(const struct plan *p, struct plan_loop *at)
{
    struct stmt *body = at->stmt->body;
    struct decl **rest = NULL;
    size_t n_rest = 0;
    at->adds = NULL;
    at->n_adds = 0;
    at->stores = 0;
    if (stmt_skips(body))
        return false;
    for (size_t i = 0; i < body->n_list; i++) {
        struct stmt *s = body->list[i];
        struct deeds d = deeds_of(p, at, s);
        const bool update = sets_any(&d, at, true);
        if (!d.leaves && !sets_any(&d, at, false) && !looks(at, s, rest, n_rest) &&
            !(at->stores && d.reads_written)) {
            IR_PUSH(at->adds, at->n_adds, s);
            continue;
        }
        if (update)
            return false;
        for (size_t k = 0; k < d.n_set; k++)
            IR_PUSH(rest, n_rest, d.set[k]);
        for (size_t k = 0; k < s->n_decls; k++)
            IR_PUSH(rest, n_rest, s->decls[k]);
        if (d.leaves && !at->stores)
            at->stores = s->begin;
    }
    return true;
}

bool plan_prefix(const struct plan *p, struct plan_loop *at)
{
    const bool or_same = at->or_same;
    if (find_adds(p, at))
        return true;
    at->or_same = false;
    if (or_same && find_adds(p, at))
        return true;
    at->or_same = or_same;
    return false;
}

/* From where on what has been read ahead may have changed. */
void plan_prefix_reads(const struct plan *p, struct plan_loop *at)
{
    const struct deeds d = {.p = p, .at = at};
    for (size_t i = 0; i < at->n_early; i++) {
        at->early[i].until = may_be_written(&d, at->early[i].read) ? at->stores : 0;
        at->early_bytes += at->early[i].read->type->size;
    }
    at->width = 1;
}

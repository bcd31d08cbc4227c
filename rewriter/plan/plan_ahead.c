/* SPDX-License-Identifier: MIT */
/*
 * plan_ahead.c: reads of the levels' iterations that a thread makes ahead, for several of its
 * iterations at once (kernels/ahead.cuh).
 *
 * The device's compiler cannot: a write of one iteration might be what the next one reads.  That no
 * iteration touches what another one writes, the order of the levels says.  What an iteration
 * writes itself, it may read: of a place that may have been written before, only what is read in
 * front of that is read ahead.  Do two arrays overlap?  Where it cannot be told, each call finds
 * out.
 */
#include "plan_private.h"

#include "../access/dependence.h"
#include "../ir/hostint.h"
#include "device_shape.h"
#include "../../spec/contract.h"

enum { MOST_BYTES = 160 /* of an iteration's reads: registers */ };

/* ---- what the body does ---- */

struct body_search {
    bool fits;
};

static bool visit_body(struct expr *e, void *ctx)
{
    struct body_search *s = ctx;
    if (e->atomic || e->kind == EXPR_STATEMENTS || e->kind == EXPR_END ||
        (e->kind == EXPR_CALL && !e->math))
        s->fits = false;
    for (size_t i = 0; e->kind == EXPR_CALL && i < e->n_args; i++)
        if (e->args[i] && e->args[i]->type->kind == TYPE_POINTER)
            s->fits = false;
    return s->fits;
}

/* Its values are narrow, and many for the units of double.  (Where the loop writes, it has none.)
 */
static bool wants_tensor_cores(const struct plan *p, const struct plan_reduction *red)
{
    return red->form == PLAN_FORM_SUM &&
           (red->type == TCR_F16 || red->type == TCR_BF16 || (red->type == TCR_F32 && !p->writes));
}

/* Does it read and write as its text says, in its order? */
static bool is_plain(const struct plan *p)
{
    struct region *r = p->r;
    struct body_search s = {.fits = true};
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].atomic || r->bases[i].owned)
            return false;
    for (size_t i = 0; i < r->n_reductions; i++)
        if (wants_tensor_cores(p, &p->reductions[i]))
            return false;
    stmt_walk_exprs(r->body, visit_body, &s);
    return s.fits && !p->checks && !p->marks && !p->copies && !p->exact &&
           !stmt_has_label(r->body) && !stmt_has_goto(r->body) && !stmt_has_loop(r->body);
}

/* ---- writes ---- */

struct write {
    const struct expr *place; /* NULL: none */
    size_t n;
};

static bool visit_write(struct expr *e, void *ctx)
{
    struct write *w = ctx;
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->reduction < 0 &&
        !shape_is_local(e->a)) {
        w->place = e->a;
        w->n++;
    }
    return true;
}

static struct write write_of(struct stmt *s)
{
    struct write w = {0};
    stmt_walk_exprs(s, visit_write, &w);
    return w;
}

/* Is it an assignment to that place, whose parts are all read before? */
static bool assigns_last(const struct stmt *s, const struct write *w)
{
    return w->n == 1 && s->kind == STMT_EXPR && s->expr->kind == EXPR_ASSIGN &&
           s->expr->a == w->place;
}

/* The array that an lvalue is in, -1. */
static int base_of(const struct plan *p, const struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    int base = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF ? expr_facts(e)->through : -1;
    return base >= 0 && p->r->bases[base].parent < 0 && !p->r->bases[base].several ? base : -1;
}

enum meets { MEETS_NEVER, MEETS_ASK, MEETS_PERHAPS };

/* May that write be of what the read reads? */
static enum meets meets(const struct plan *p, const struct write *w, int read)
{
    int written = w->n == 1 ? base_of(p, w->place) : -1;
    if (written < 0 || read < 0 || written == read)
        return MEETS_PERHAPS;
    if (dependence_apart(p->r, dependence_base(&p->r->bases[written]),
                         dependence_base(&p->r->bases[read])))
        return MEETS_NEVER;
    return p->r->mapped && !p->proved ? MEETS_ASK : MEETS_PERHAPS;
}

/* ---- reads ---- */

/* Statements of the body. */
struct list {
    struct stmt **at;
    size_t n;
};

static struct list statements(const struct plan *p)
{
    struct stmt *body = p->r->body;
    if (body->kind == STMT_COMPOUND)
        return (struct list){body->list, body->n_list};
    struct stmt **one = ir_alloc(sizeof *one);
    *one = body;
    return (struct list){one, 1};
}

struct occurrence {
    const struct expr *of;
    bool found;
};

static bool visit_occurrence(struct expr *e, void *ctx)
{
    struct occurrence *s = ctx;
    s->found |= expr_equal(e, s->of);
    return !s->found;
}

/* Is it read behind statement k? */
static bool occurs_after(const struct list *list, size_t k, const struct expr *read)
{
    struct occurrence s = {.of = read};
    while (++k < list->n)
        stmt_walk_exprs(list->at[k], visit_occurrence, &s);
    return s.found;
}

/* What statement i reads first: up to where in the text it is what it was?  false: not even there.
 */
static bool lasts(struct plan *p, const struct list *list, size_t i, struct plan_early *e)
{
    int base = base_of(p, e->read);
    bool asks = false;
    for (size_t k = 0; k < list->n; k++) {
        struct write w = write_of(list->at[k]);
        enum meets m = w.n ? meets(p, &w, base) : MEETS_NEVER;
        asks |= m == MEETS_ASK && occurs_after(list, k, e->read);
        if (m != MEETS_PERHAPS)
            continue;
        bool last = assigns_last(list->at[k], &w);
        e->until = last ? list->at[k]->end : list->at[k]->begin;
        if (k < i || (k == i && !last))
            return false;
        break;
    }
    p->if_apart |= asks;
    return true;
}

static void find_reads(struct plan *p, struct plan_loop *at)
{
    struct list list = statements(p);
    for (size_t i = 0; i < list.n; i++) {
        size_t before = at->n_early, n = before;
        plan_early_reads(at, list.at[i]);
        for (size_t k = before; k < at->n_early; k++)
            if (lasts(p, &list, i, &at->early[k]))
                at->early[n++] = at->early[k];
        at->n_early = n;
        if (stmt_skips(list.at[i]))
            return;
    }
}

/* ---- how many at once ---- */

enum { ROWS = 4, ROWS_BYTES = 192 /* of all their reads: registers */, ROWS_OPERATIONS = 256 };

/* Does an access before this one read the same? */
static bool is_repeated(const struct region *r, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (!r->accesses[k].write && r->accesses[k].base == r->accesses[i].base &&
            r->accesses[k].in_row == r->accesses[i].in_row &&
            affine_same(&r->accesses[k].offset, &r->accesses[i].offset) &&
            affine_same(&r->accesses[k].row, &r->accesses[i].row))
            return true;
    return false;
}

/* Has another read of an iteration that, in the row before or behind this one? */
static bool is_read_in_other_row(const struct region *r, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (!r->accesses[k].write &&
            dependence_lags(r, r->n_loops - 2, &r->accesses[k], &r->accesses[i]))
            return true;
    return false;
}

/* Neighbours in a column read in part the same, which is then read once. */
static int rows_at_once(const struct plan *p, long long bytes)
{
    const struct region *r = p->r;
    long long again = 0;
    for (size_t i = 0; r->n_loops > 1 && i < r->n_accesses; i++)
        if (!r->accesses[i].write && !is_repeated(r, i) && is_read_in_other_row(r, i))
            again += r->accesses[i].size;
    for (int rows = ROWS; again && rows > 1; rows /= 2)
        if (rows * bytes - (rows - 1) * again <= ROWS_BYTES && rows * r->ops <= ROWS_OPERATIONS)
            return rows;
    return TCR_AHEAD_OF(bytes);
}

void plan_ahead(struct plan *p)
{
    struct plan_loop *at = ir_alloc(sizeof *at);
    struct stmt *stmt = ir_alloc(sizeof *stmt);
    bool several = p->r->n_loops > 1;
    stmt->body = p->r->body;
    p->if_apart = false;
    *at = (struct plan_loop){.stmt = stmt, .level = -1, .levels = p->r};
    if (p->r->ops > TCR_HEAVY_OPERATIONS || (!p->writes && !several) || !is_plain(p))
        return;
    find_reads(p, at);
    for (size_t i = 0; i < at->n_early; i++)
        at->early_bytes += at->early[i].read->type->size;
    if (at->early_bytes == 0 || at->early_bytes > MOST_BYTES)
        p->if_apart = false;
    else
        p->ahead = at;
    p->rows = rows_at_once(p, at->early_bytes);
}

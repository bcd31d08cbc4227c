/* SPDX-License-Identifier: MIT */
/*
 * plan_streams.c: reads that go through an array from element to element, one an
 * iteration.  The kernel loads them 16 bytes at a time (kernels/stream.cuh), and
 * the body takes iteration by iteration what it has loaded.
 *
 * A stream's bytes are read whether or not an iteration would: some read of the
 * place must be one that every iteration does.  And its address must be a matter of
 * the iteration's number alone.
 */
#include "plan_private.h"

#include "../ir/hostint.h"

/* Can the address be computed from loop variables and arguments? */
static bool is_plain(const struct region *r, const struct expr *e)
{
    if (!e)
        return true;
    if (e->reduction >= 0 || expr_facts(e)->from_record || expr_facts(e)->astray)
        return false;
    if (expr_facts(e)->capture >= 0 && e->type->kind == TYPE_SCALAR)
        return true;
    if (expr_facts(e)->base >= 0)
        return r->bases[expr_facts(e)->base].name != NULL;
    switch (e->kind) {
    case EXPR_INT:
        return true;
    case EXPR_VAR:
        return region_is_level_var(r, e->decl);
    case EXPR_BINARY:
        return e->op != OP_COMMA && is_plain(r, e->a) && is_plain(r, e->b);
    case EXPR_UNARY:
    case EXPR_CAST:
    case EXPR_DECAY:
        return is_plain(r, e->a);
    case EXPR_INDEX: /* of rows: a scalar would be a load */
        return e->type->kind == TYPE_ARRAY && is_plain(r, e->a) && is_plain(r, e->b);
    default:
        return false;
    }
}

/* Does every iteration surely touch the place? */
static bool is_sure(const struct region *r, int base, const struct affine *at, long long size)
{
    for (size_t i = 0; i < r->n_accesses; i++) {
        const struct access *a = &r->accesses[i];
        if (a->base == base && a->size == size && !a->soft && !a->when && !a->in_row &&
            affine_same(&a->offset, at))
            return true;
    }
    return false;
}

/* From one iteration to the next, does the place move by its own size? */
static bool is_next(const struct affine *at, long long size)
{
    for (int i = 1; i < TCR_MAX_LOOPS; i++)
        if (!hostint_is(at->c[i], 0))
            return false;
    return hostint_is(at->c[0], size);
}

static bool is_stream(const struct region *r, const struct expr *e)
{
    long long size = e->type->size;
    return (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && e->type->kind == TYPE_SCALAR &&
           (size == 1 || size == 2 || size == 4 || size == 8) && expr_facts(e)->read_at &&
           !expr_facts(e)->read_varies && expr_facts(e)->through >= 0 && !expr_facts(e)->astray &&
           !expr_facts(e)->from_record && r->bases[expr_facts(e)->through].parent < 0 &&
           is_next(expr_facts(e)->read_at, size) &&
           is_sure(r, expr_facts(e)->through, expr_facts(e)->read_at, size) && is_plain(r, e->a) &&
           is_plain(r, e->b);
}

static bool visit(struct expr *e, void *ctx)
{
    struct plan *p = ctx;
    size_t k = 0;
    if (!is_stream(p->r, e))
        return true;
    while (k < p->n_streams &&
           (expr_facts(p->streams[k])->through != expr_facts(e)->through ||
            p->streams[k]->type->scalar != e->type->scalar ||
            !affine_same(expr_facts(p->streams[k])->read_at, expr_facts(e)->read_at)))
        k++;
    if (k == p->n_streams)
        IR_PUSH(p->streams, p->n_streams, e);
    struct plan_read read = {e, k};
    IR_PUSH(p->reads, p->n_reads, read);
    return true;
}

static bool is_found(const struct plan *p, const struct access *a)
{
    for (size_t k = 0; k < p->n_streams; k++)
        if (expr_facts(p->streams[k])->through == a->base && p->streams[k]->type->size == a->size &&
            affine_same(expr_facts(p->streams[k])->read_at, &a->offset))
            return true;
    return false;
}

/* Neighbouring lanes then run iterations that are not neighbours: what they read
 * besides streams must not depend on the iteration, or it would be slower. */
static bool all_found(const struct plan *p)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].unbounded || r->bases[i].rows)
            return false;
    for (size_t i = 0; i < r->n_accesses; i++)
        if (!hostint_is(r->accesses[i].offset.c[0], 0) && !is_found(p, &r->accesses[i]))
            return false;
    return true;
}

void plan_streams(struct plan *p)
{
    struct region *r = p->r;
    if (r->n_loops != 1 || !r->n_reductions || p->writes || p->copies)
        return;
    stmt_walk_exprs(r->body, visit, p);
    if (!all_found(p))
        p->n_streams = p->n_reads = 0;
}

int plan_stream(const struct plan *p, const struct expr *read)
{
    for (size_t i = 0; i < p->n_reads; i++)
        if (p->reads[i].read == read)
            return (int)p->reads[i].stream;
    return -1;
}

/* SPDX-License-Identifier: MIT */
/*
 * emit_stream.c: reads that go through an array from element to element, one an
 * iteration.  The kernel loads them 16 bytes at a time (kernels/stream.cuh), and
 * the body takes iteration by iteration what it has loaded.
 *
 * A stream's bytes are read whether or not an iteration would: some read of the
 * place must be one that every iteration does.  And its address must be a matter of
 * the iteration's number alone.
 */
#include "emit_private.h"

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
    struct emitter *em = ctx;
    size_t k = 0;
    e->stream = -1;
    if (!is_stream(em->r, e))
        return true;
    while (k < em->n_streams &&
           (expr_facts(em->streams[k])->through != expr_facts(e)->through ||
            em->streams[k]->type->scalar != e->type->scalar ||
            !affine_same(expr_facts(em->streams[k])->read_at, expr_facts(e)->read_at)))
        k++;
    if (k == em->n_streams)
        IR_PUSH(em->streams, em->n_streams, e);
    e->stream = (int)k;
    return true;
}

static bool is_found(const struct emitter *em, const struct access *a)
{
    for (size_t k = 0; k < em->n_streams; k++)
        if (expr_facts(em->streams[k])->through == a->base &&
            em->streams[k]->type->size == a->size &&
            affine_same(expr_facts(em->streams[k])->read_at, &a->offset))
            return true;
    return false;
}

/* Neighbouring lanes then run iterations that are not neighbours: what they read
 * besides streams must not depend on the iteration, or it would be slower. */
static bool all_found(const struct emitter *em)
{
    const struct region *r = em->r;
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].unbounded || r->bases[i].rows)
            return false;
    for (size_t i = 0; i < r->n_accesses; i++)
        if (!hostint_is(r->accesses[i].offset.c[0], 0) && !is_found(em, &r->accesses[i]))
            return false;
    return true;
}

void emit_find_streams(struct emitter *em)
{
    struct region *r = em->r;
    if (r->n_loops != 1 || !r->n_reductions || region_writes(r) || emit_has_copies(r))
        return;
    stmt_walk_exprs(r->body, visit, em);
    if (!all_found(em))
        em->n_streams = 0;
}

void emit_stream_types(struct emitter *em)
{
    emit_put(em, "    typedef tcr_streams<");
    for (size_t k = 0; k < em->n_streams; k++)
        buf_printf(em->out, "%s%s", k ? ", " : "", emit_type(em, em->streams[k]->type));
    emit_put(em, "> streams;\n");
}

void emit_stream_place(struct emitter *em, size_t k)
{
    em->in_place = true;
    emit_address(em, em->streams[k], false);
    em->in_place = false;
}

bool emit_streamed(struct emitter *em, struct expr *e)
{
    if (em->n_streams == 0 || em->in_function || em->in_place || e->stream < 0)
        return false;
    buf_printf(em->out, "R.template at<%d>(", e->stream);
    em->in_place = true;
    emit_expr(em, e);
    em->in_place = false;
    emit_put(em, ")");
    return true;
}

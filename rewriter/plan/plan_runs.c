/* SPDX-License-Identifier: MIT */
/*
 * plan_runs.c: which of the reads that lanes make ahead go through memory in steps of one and the
 * same number of elements, from iteration to iteration of the shared loop: runs.
 *
 * Of a run, one look at its ends says whether all of it is in its section, and what it reads next
 * to each other is read in vectors of 16 bytes (kernels/runs.cuh).  A place is found by structure,
 * not from the accesses' affine places: the loop may begin anywhere, as the row of a sparse matrix
 * does.
 */
#include "plan_private.h"

#include "device_shape.h"

enum { VECTOR = 16, MOST_BYTES = 128 /* of a lane's vectors, with what they lead to */ };

struct run_search {
    const struct region *r;
    const struct plan_loop *at;
    const struct decl *var;
};

static bool moves(const struct run_search *s, struct expr *e)
{
    if (expr_mentions(e, s->var))
        return true;
    const struct stmt *body = s->at->stmt->body;
    for (size_t i = 0; body->kind == STMT_COMPOUND && i < body->n_list; i++)
        if (plan_early_needs(s->at, body->list[i], 0) &&
            expr_mentions(e, body->list[i]->decls[0]) && moves(s, body->list[i]->inits[0]))
            return true;
    return false;
}

/* Arithmetic of that type may come round past its end. */
static bool comes_round(const struct run_search *s, const struct type *t)
{
    return t->size < 8 && (type_is_unsigned(t) || s->r->facts->signed_wraps);
}

static bool linear(const struct run_search *s, struct expr *e, long long *by);

static bool linear_variable(const struct run_search *s, struct expr *e, long long *by)
{
    const struct stmt *body = s->at->stmt->body;
    *by = e->decl == s->var;
    for (size_t i = 0; !*by && body->kind == STMT_COMPOUND && i < body->n_list; i++)
        if (plan_early_needs(s->at, body->list[i], 0) && body->list[i]->decls[0] == e->decl)
            return body->list[i]->inits[0]->type->size <= e->type->size &&
                   linear(s, body->list[i]->inits[0], by);
    return true;
}

static bool linear_binary(const struct run_search *s, struct expr *e, long long *by)
{
    long long a, b, factor;
    if ((e->op != OP_ADD && e->op != OP_SUB && e->op != OP_MUL) || comes_round(s, e->type) ||
        !linear(s, e->a, &a) || !linear(s, e->b, &b))
        return false;
    if (e->op != OP_MUL)
        return !(e->op == OP_ADD ? __builtin_add_overflow(a, b, by)
                                 : __builtin_sub_overflow(a, b, by));
    return (a == 0 || b == 0) && expr_const(a ? e->b : e->a, &factor) &&
           !__builtin_mul_overflow(a + b, factor, by);
}

/* An integer's difference from one value of the loop's variable to the next. */
static bool linear(const struct run_search *s, struct expr *e, long long *by)
{
    *by = 0;
    if (!moves(s, e))
        return true;
    if (e->type->kind != TYPE_SCALAR || !type_is_integer(e->type) || type_is_bool(e->type))
        return false;
    switch (e->kind) {
    case EXPR_VAR:
        return linear_variable(s, e, by);
    case EXPR_CAST:
        return e->a->type->kind == TYPE_SCALAR && type_is_integer(e->a->type) &&
               e->type->size >= e->a->type->size && !comes_round(s, e->type) && linear(s, e->a, by);
    case EXPR_BINARY:
        return linear_binary(s, e, by);
    default:
        return false;
    }
}

bool plan_element(struct expr *e, struct expr **array, struct expr **index)
{
    if (e->kind == EXPR_INDEX) {
        *array = e->a;
        *index = e->b;
        return true;
    }
    if (e->kind != EXPR_BINARY || e->op != OP_ADD || e->type->kind != TYPE_POINTER)
        return false;
    bool first = e->a->type->kind == TYPE_POINTER;
    *array = first ? e->a : e->b;
    *index = first ? e->b : e->a;
    return true;
}

/* In elements. */
static bool step_of(const struct run_search *s, struct expr *e, long long *by)
{
    struct expr *array, *index;
    struct expr *at = e->kind == EXPR_INDEX ? e : e->a;
    return (at == e || at->kind == EXPR_BINARY) && plan_element(at, &array, &index) &&
           !moves(s, array) && linear(s, index, by);
}

bool plan_steps(const struct region *r, const struct plan_loop *at, struct expr *index,
                long long *by)
{
    const struct run_search s = {.r = r, .at = at, .var = at->loop->vars[0].var};
    return linear(&s, index, by);
}

/* So many elements of the narrowest run of neighbours are a vector; 1: there is none, or no room.
 * Where they only lead to others, single ones are better: most lanes have one then, and rows of
 * sparse matrices are short. */
static int width(const struct plan_loop *at)
{
    long long least = VECTOR;
    for (size_t i = 0; i < at->n_early; i++) {
        if (at->early[i].wave > 0)
            return 1;
        if (at->early[i].by == 1 && at->early[i].read->type->size < least)
            least = at->early[i].read->type->size;
    }
    return VECTOR / least * at->early_bytes > MOST_BYTES ? 1 : (int)(VECTOR / least);
}

void plan_runs(const struct plan *p, struct plan_loop *at)
{
    const struct induction *v = &at->loop->vars[0];
    struct run_search s = {.r = p->r, .at = at, .var = v->var};
    for (size_t i = 0; i < at->n_early; i++)
        if (at->early[i].wave > 0 || moves(&s, at->early[i].read))
            at->early_bytes += at->early[i].read->type->size;
    for (size_t i = 0; i < at->n_early; i++) {
        struct plan_early *e = &at->early[i];
        int base = expr_facts(e->read)->through;
        e->by = 0;
        if (e->wave == 0 && base >= 0 && !p->r->bases[base].owned && !p->columns &&
            step_of(&s, e->read, &e->by))
            e->by *= v->step_const;
        else
            e->by = 0;
        if (e->by > MOST_BYTES || e->by < -MOST_BYTES)
            e->by = 0;
    }
    at->width = p->columns || at->parts.n ? 1 : width(at);
}

/* Names the read a level's variable? */
static bool is_own(const struct region *r, struct expr *read)
{
    for (size_t i = 0; i < r->n_loops; i++)
        if (expr_mentions(read, r->loops[i]->vars[0].var))
            return true;
    return false;
}

void plan_passing(const struct plan *p, struct plan_loop *at)
{
    bool any = false; /* that all iterations of the nest have alike */
    for (size_t i = 0; i < at->n_early; i++)
        any = any || (at->early[i].by && !is_own(p->r, at->early[i].read));
    for (size_t i = 0; i < at->n_early; i++)
        at->early[i].passes = any && at->early[i].by && is_own(p->r, at->early[i].read);
}

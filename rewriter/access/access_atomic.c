/* SPDX-License-Identifier: MIT */
/*
 * access_atomic.c: memory that several iterations update atomically.
 *
 * If a loop accesses an object in no other way, iterations may meet in any element, and
 * nobody need know in which.  In a loop of OpenMP or OpenACC, plain reads of the object's
 * numbers become atomic, too, as they are on the host.  If the loop also writes the object by
 * plain assignments, or reads it as a part of a structure, these accesses must not meet others:
 * that is checked as for everything else that a loop writes.
 */
#include "access_private.h"

#include "../analyse/body.h"
#include "../ir/sharing.h"

void access_note_plain(struct walker *w, const struct value *at, const struct expr *lvalue,
                       bool write)
{
    bool number =
        lvalue->type->kind == TYPE_SCALAR && lvalue->type->size <= 8 && !expr_is_bit_field(lvalue);
    for (const struct value *v = at; v && !w->atomic; v = v->also) {
        struct base *b = &w->r->bases[v->root->base];
        b->apart |= write || !number;
        b->scalars |= !write && number;
    }
}

struct search {
    struct region *r;
    size_t n;
    enum c_op *op;          /* of each base: the operator of its updates so far */
    const struct expr *own; /* the loop takes the address of a variable that the construct copies */
};

static bool is_own(struct region *r, const struct expr *e)
{
    const struct expr *of = expr_object(e);
    return of->kind == EXPR_VAR && !of->decl->in_region &&
           (region_lists(r, of->decl) || sharing_keeps(r, of->decl, false));
}

/* The operator of an update that commutes with others of the same operator; OP_NONE: it does
 * not. */
static enum c_op commutes(const struct expr *e)
{
    bool integers = type_is_integer(e->a->type) && type_is_integer(e->b->type);
    if (!e->dropped || !integers)
        return OP_NONE;
    switch (e->op) {
    case OP_ASSIGN_ADD:
    case OP_ASSIGN_SUB:
        return OP_ASSIGN_ADD;
    case OP_ASSIGN_AND:
    case OP_ASSIGN_OR:
    case OP_ASSIGN_XOR:
        return e->op;
    default:
        return OP_NONE;
    }
}

static bool visit(struct expr *e, void *ctx)
{
    struct search *s = ctx;
    struct region *r = s->r;
    s->n += e->atomic;
    if (e->kind == EXPR_ADDR && is_own(r, e->a))
        s->own = e;
    enum c_op op = e->kind == EXPR_ASSIGN ? commutes(e) : OP_NONE;
    if (!e->atomic || r->keeps_text) {
        r->unordered |= e->atomic && !op;
        return true;
    }
    const struct expr *place = e->kind == EXPR_ASSIGN ? e->a : e;
    while (place->kind == EXPR_MEMBER)
        place = place->a;
    int base =
        place->kind == EXPR_INDEX || place->kind == EXPR_DEREF ? expr_facts(place)->through : -1;
    if (!op || base < 0 || (s->op[base] && s->op[base] != op))
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_SEQUENTIAL,
            "an atomic operation whose value, or whose order among others, matters; if it is a "
            "sum, list its variable or section in reduce(...), and do not use the operation's "
            "value");
    s->op[base] = op;
    return true;
}

struct waiting {
    const struct region *r;
    bool acts, looks;
};

static bool visit_waiting(struct expr *e, void *ctx)
{
    struct waiting *w = ctx;
    bool place = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
    w->acts |= e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || e->kind == EXPR_CALL;
    w->looks |= e->atomic ||
                (place && expr_facts(e)->through >= 0 && w->r->bases[expr_facts(e)->through].joint);
    return true;
}

/* Refuses a loop that only reads what other iterations may set: on a device these may not start
 * before this one has ended. */
static bool visit_loop(struct stmt *s, void *ctx)
{
    struct region *r = ctx;
    struct waiting w = {.r = r};
    if (s->kind != STMT_WHILE && s->kind != STMT_DO && s->kind != STMT_FOR)
        return true;
    expr_walk(s->expr, visit_waiting, &w);
    expr_walk(s->step, visit_waiting, &w);
    stmt_walk_exprs(s->body, visit_waiting, &w);
    if (w.looks && !w.acts)
        return refuse(
            r, REFUSE_LOOP, s->begin, CODE_CALL_SEQUENTIAL,
            "a loop that waits for what another iteration sets; let iterations not wait for "
            "each other");
    return true;
}

static bool check_operations(struct region *r)
{
    struct search s = {.r = r, .op = ir_alloc((r->n_bases + 1) * sizeof *s.op)};
    stmt_walk_exprs(r->body, visit, &s);
    stmt_walk(r->body, visit_loop, r);
    for (size_t i = 0; i < r->n_functions; i++)
        if (r->functions[i].called) {
            stmt_walk_exprs(r->functions[i].body, visit, &s);
            stmt_walk(r->functions[i].body, visit_loop, r);
        }
    if (s.n > 0 && s.own)
        return refuse(
            r, REFUSE_LOOP, s.own->begin, CODE_CALL_SEQUENTIAL,
            "an atomic operation, perhaps on a variable of which the construct has a copy");
    if (s.n > 0 && r->site.crowd)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_CALL_SEQUENTIAL,
                      "an atomic operation, in a loop that several threads run at the same time");
    r->fences = s.n > 1 || stmt_has_loop(r->body) || r->n_functions > 0;
    return true;
}

bool access_settle_atomics(struct region *r)
{
    bool some = false;
    for (size_t i = 0; i < r->n_bases; i++) {
        struct base *b = &r->bases[i];
        some |= b->atomic;
        b->joint =
            b->atomic && b->written && !b->apart && !b->several && (!b->scalars || r->keeps_text);
        r->unordered |= b->joint && b->scalars;
        for (size_t k = 0; k < r->n_accesses && b->joint; k++)
            r->accesses[k].atomic |= r->accesses[k].base == (int)i;
    }
    if (some && !check_operations(r))
        return false;
    return true;
}

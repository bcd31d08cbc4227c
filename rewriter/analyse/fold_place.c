/* SPDX-License-Identifier: MIT */
/*
 * fold_place.c: places in memory that an inner loop does not choose, as y[i] of a loop over k.
 *
 * One place of a base is folded if the loop makes no other access by that base; whether another
 * base may lead there is dependence_apart's to say.
 */
#include "fold_private.h"

/* The part of an lvalue by which memory is reached; NULL: it is a variable's. */
static const struct expr *reaching(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    return e->kind == EXPR_INDEX || e->kind == EXPR_DEREF ? e : NULL;
}

int fold_base(const struct expr *place)
{
    const struct expr *e = reaching(place);
    return e ? expr_facts(e)->through : -1;
}

/* ---- what says where it is ---- */

struct naming {
    struct region *r;
    const struct loop *l;
    unsigned long long loops; /* of the nest, which are `l` */
    bool varies;
};

static bool is_written(const struct naming *n, int base)
{
    bool written = base < 0;
    for (size_t i = 0; i < n->r->n_accesses && !written; i++) {
        const struct access *a = &n->r->accesses[i];
        written = a->write && a->base == base && a->loops & n->loops;
    }
    return written;
}

static bool visit_naming(struct expr *e, void *ctx);

/* Of an array that is only gone through, no value counts but its subscripts'. */
static void name_array(struct naming *n, struct expr *e)
{
    while (e->kind == EXPR_MEMBER || (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY)) {
        if (e->kind == EXPR_INDEX)
            expr_walk(e->b, visit_naming, n);
        e = e->kind == EXPR_MEMBER ? e->a : e->a->a;
    }
    if (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) {
        expr_walk(e->a, visit_naming, n);
        expr_walk(e->b, visit_naming, n);
    } else if (e->kind != EXPR_VAR) {
        n->varies = true;
    }
}

static bool visit_naming(struct expr *e, void *ctx)
{
    struct naming *n = ctx;
    const struct stmt *s = n->l->stmt;
    bool memory = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
    if (e->kind == EXPR_DECAY) {
        name_array(n, e->a);
        return false;
    }
    if (e->kind == EXPR_VAR)
        n->varies |= (e->decl->offset >= s->begin && e->decl->offset < s->end) ||
                     loop_var((struct loop *)n->l, e->decl) || stmt_writes(n->l->stmt, e->decl);
    n->varies |= (memory && (expr_facts(e)->astray || is_written(n, expr_facts(e)->through))) ||
                 e->type->is_volatile || e->kind == EXPR_CALL || e->kind == EXPR_HOST;
    return !n->varies;
}

/* Is it one place in all iterations?  Its own base is written, of course. */
static bool is_fixed(struct naming *n, const struct expr *place)
{
    const struct expr *e = reaching(place);
    if (expr_facts(e)->astray || expr_has_effects(place))
        return false;
    expr_walk(e->a, visit_naming, n);
    expr_walk(e->b, visit_naming, n);
    return !n->varies;
}

/* ---- what else goes there ---- */

struct occurrences {
    const struct updated *of;
    int base;
    size_t n;
    bool others; /* something else may go by the base */
};

static bool visit_access(struct expr *e, void *ctx)
{
    struct occurrences *o = ctx;
    if (body_is(o->of, e)) { /* what is read to find the place is of other bases */
        o->n++;
        return false;
    }
    bool memory = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
    int through = expr_facts(e)->through;
    o->others |=
        (memory && (through == o->base || through < -1)) || (e->kind == EXPR_CALL && !e->math);
    return true;
}

static struct occurrences find_occurrences(const struct loop *l, const struct updated *of)
{
    struct occurrences o = {.of = of, .base = fold_base(of->place)};
    stmt_walk_exprs(l->stmt, visit_access, &o);
    return o;
}

static bool is_alone(const struct region *r, const struct naming *n, const struct updated *of)
{
    const struct base *b = &r->bases[fold_base(of->place)];
    return !b->owned && !b->checked && !b->atomic && !b->joint && !b->several && !b->mixed &&
           !(b->astray_in & n->loops) && !find_occurrences(n->l, of).others;
}

/* ---- when it is updated ---- */

/* In each iteration?  Else there may be no such place, or another iteration of the directive's
 * loop may be the one that has it. */
static bool is_updated(const struct stmt *s, const struct updated *of)
{
    bool found = false;
    if (s->kind == STMT_EXPR)
        found = (s->expr->kind == EXPR_ASSIGN || s->expr->kind == EXPR_INCDEC) &&
                body_is(of, s->expr->a);
    for (size_t i = 0; i < s->n_list && !found; i++)
        found = is_updated(s->list[i], of);
    return found && (s->kind == STMT_EXPR || s->kind == STMT_COMPOUND);
}

size_t fold_place_mentions(const struct loop *l, const struct updated *of)
{
    return find_occurrences(l, of).n;
}

bool fold_place(struct region *r, const struct loop *l, const struct updated *of)
{
    struct naming n = {.r = r, .l = l};
    for (size_t i = 0; i < r->n_nest; i++)
        if (r->nest[i].stmt == l->stmt)
            n.loops |= 1ULL << i;
    return n.loops && of->type->kind == TYPE_SCALAR && !of->type->is_volatile &&
           !of->type->is_atomic && !expr_is_bit_field(of->place) && fold_base(of->place) >= 0 &&
           is_updated(l->stmt->body, of) && !stmt_skips(l->stmt->body) && is_fixed(&n, of->place) &&
           is_alone(r, &n, of);
}

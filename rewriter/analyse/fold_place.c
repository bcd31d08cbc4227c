/* SPDX-License-Identifier: MIT */
/*
 * fold_place.c: places that an inner loop does not choose: y[i] of a loop over k, p->sum, and parts
 * of local variables, as s[0].
 *
 * Places of one base, or of one variable, are folded if they are apart and the loop makes no other
 * access there; whether another base may lead to them is dependence_apart's to say.
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

struct decl *fold_local(const struct expr *place)
{
    const struct expr *of = expr_object(place);
    return of != place && of->kind == EXPR_VAR && fold_base(place) < 0 ? of->decl : NULL;
}

/* ---- what says where it is ---- */

struct naming {
    struct region *r;
    struct stmt *stmt;                                         /* the loop */
    unsigned long long loops;                                  /* of the nest, which are that one */
    bool (*known)(const struct region *, const struct expr *); /* NULL: nothing is */
    bool varies;
};

static bool is_written(const struct naming *n, int base)
{
    bool written = base < 0 || n->r->bases[base].owned;
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
    struct stmt *s = n->stmt;
    bool memory = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
    if (n->known && n->known(n->r, e))
        return false;
    if (e->kind == EXPR_DECAY) {
        name_array(n, e->a);
        return false;
    }
    if (e->kind == EXPR_VAR)
        n->varies |=
            (e->decl->offset >= s->begin && e->decl->offset < s->end) || stmt_writes(s, e->decl);
    n->varies |= (memory && (expr_facts(e)->astray || is_written(n, expr_facts(e)->through))) ||
                 e->type->is_volatile || e->kind == EXPR_CALL || e->kind == EXPR_HOST;
    return !n->varies;
}

/* Is it one place in all iterations?  Its own base is written, of course. */
static bool is_fixed(struct naming *n, const struct expr *place)
{
    const struct expr *e = reaching(place);
    if (expr_has_effects(place) || (e && expr_facts(e)->astray))
        return false;
    if (fold_local(place)) {
        name_array(n, (struct expr *)place);
    } else {
        expr_walk(e->a, visit_naming, n);
        expr_walk(e->b, visit_naming, n);
    }
    return !n->varies;
}

static struct naming naming(struct region *r, const struct stmt *loop)
{
    struct naming n = {.r = r, .stmt = (struct stmt *)loop};
    for (size_t i = 0; i < r->n_nest; i++)
        if (r->nest[i].stmt == loop)
            n.loops |= 1ULL << i;
    return n;
}

bool fold_is_fixed(struct region *r, const struct stmt *loop, const struct expr *pointer,
                   const struct expr *index,
                   bool (*known)(const struct region *, const struct expr *))
{
    struct naming n = naming(r, loop);
    n.known = known;
    expr_walk((struct expr *)pointer, visit_naming, &n);
    if (index)
        expr_walk((struct expr *)index, visit_naming, &n);
    return n.loops && !n.varies;
}

/* ---- what else goes there ---- */

static bool is_place(const struct expr *place, const struct expr *e)
{
    return body_is(&(struct updated){.place = place}, e);
}

struct mentions {
    const struct expr *of;
    size_t n;
};

static bool visit_mention(struct expr *e, void *ctx)
{
    struct mentions *m = ctx;
    bool is = is_place(m->of, e);
    m->n += is;
    return !is; /* what is read to find the place is not part of it */
}

size_t fold_mentions(const struct loop *l, const struct updated *of)
{
    struct mentions m = {.of = of->place};
    if (!of->place)
        return stmt_mentions(l->stmt, of->decl);
    stmt_walk_exprs(l->stmt, visit_mention, &m);
    return m.n;
}

/* x + k, or x with k = 0; NULL: a constant k alone. */
static const struct expr *split(const struct expr *e, long long *k)
{
    const struct expr *x = expr_strip(e);
    *k = 0;
    if (expr_const(x, k))
        return NULL;
    if (x->kind == EXPR_BINARY && x->op == OP_ADD && expr_const(x->b, k))
        return expr_strip(x->a);
    if (x->kind == EXPR_BINARY && x->op == OP_SUB && expr_const(x->b, k)) {
        *k = *k > -__LONG_LONG_MAX__ ? -*k : 0;
        return expr_strip(x->a);
    }
    return x;
}

/* Do two subscripts differ, by less than any type wraps around at? */
static bool differ(const struct expr *a, const struct expr *b)
{
    enum { NEAR = 1 << 20 };
    long long i, k;
    const struct expr *x = split(a, &i), *y = split(b, &k);
    bool close = i > -NEAR && i < NEAR && k > -NEAR && k < NEAR;
    return close && i != k && (x && y ? expr_equal(x, y) : !x && !y);
}

enum { MOST_STEPS = 16 };

/* Members and elements on the way from an object to a place. */
struct way {
    const struct expr *step[MOST_STEPS]; /* the last one first */
    size_t n;
    const struct expr *from; /* a variable, or a pointer */
};

static bool find_way(const struct expr *place, struct way *w)
{
    w->n = 0;
    while (w->n < MOST_STEPS && (place->kind == EXPR_MEMBER || place->kind == EXPR_INDEX)) {
        w->step[w->n++] = place;
        place = place->a;
        if (w->step[w->n - 1]->kind == EXPR_MEMBER)
            continue;
        if (place->kind != EXPR_DECAY)
            break;
        place = place->a;
    }
    w->from = place;
    return w->n < MOST_STEPS;
}

bool fold_are_apart(const struct expr *a, const struct expr *b)
{
    struct way x, y;
    if (!find_way(a, &x) || !find_way(b, &y) || !expr_equal(x.from, y.from))
        return false;
    while (x.n > 0 && y.n > 0) {
        const struct expr *p = x.step[--x.n], *q = y.step[--y.n];
        if (p->kind != q->kind)
            return false;
        if (p->kind == EXPR_MEMBER && p->field != q->field)
            return p->a->type->kind == TYPE_RECORD && !p->a->type->record->is_union;
        if (p->kind == EXPR_INDEX && !expr_equal(p->b, q->b))
            return differ(p->b, q->b);
    }
    return false;
}

/* ---- are the folds all that goes there? ---- */

struct company {
    const struct folds *folds;
    const struct fold *of;
    bool others;
};

static bool visit_company(struct expr *e, void *ctx)
{
    struct company *c = ctx;
    for (size_t i = 0; i < c->folds->n; i++)
        if (c->folds->list[i].place && is_place(c->folds->list[i].place, e))
            return false;
    const struct decl *local = fold_local(c->of->place);
    bool memory = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
    int through = expr_facts(e)->through;
    if (local)
        c->others |= e->kind == EXPR_VAR && e->decl == local;
    else
        c->others |= (memory && (through == fold_base(c->of->place) || through < -1)) ||
                     (e->kind == EXPR_CALL && !e->math);
    return true;
}

static bool is_same_object(const struct expr *a, const struct expr *b)
{
    return fold_local(a) == fold_local(b) && fold_base(a) == fold_base(b);
}

static bool is_alone(const struct loop *l, const struct folds *f, const struct fold *of)
{
    struct company c = {.folds = f, .of = of};
    for (size_t i = 0; i < f->n; i++) {
        const struct expr *other = f->list[i].place;
        if (&f->list[i] != of && other && is_same_object(other, of->place) &&
            !fold_are_apart(other, of->place))
            return false;
    }
    stmt_walk_exprs(l->stmt, visit_company, &c);
    return !c.others;
}

void fold_settle_places(const struct loop *l, struct folds *f)
{
    for (size_t i = 0; i < f->n;) {
        if (!f->list[i].place || is_alone(l, f, &f->list[i])) {
            i++;
            continue;
        }
        for (size_t k = i + 1; k < f->n; k++)
            f->list[k - 1] = f->list[k];
        f->n--;
        i = 0; /* that was company for the others */
    }
}

/* ---- is it there? ---- */

/* Is it surely read or written where the expression is evaluated? */
static bool is_met(const struct expr *e, const struct expr *place)
{
    if (!e || e->kind == EXPR_STATEMENTS)
        return false;
    if (is_place(place, e) || is_met(e->a, place))
        return true;
    if (e->kind == EXPR_COND || (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL)))
        return false;
    bool met = is_met(e->b, place);
    for (size_t i = 0; i < e->n_args && !met; i++)
        met = is_met(e->args[i], place);
    return met;
}

/* Does each iteration come to it?  `skips`: not any more. */
static bool is_sure(const struct stmt *s, const struct expr *place, bool *skips)
{
    bool met = (s->kind == STMT_EXPR || s->kind == STMT_IF) && is_met(s->expr, place);
    for (size_t i = 0; s->kind == STMT_DECL && i < s->n_decls; i++)
        met |= is_met(s->inits[i], place);
    for (size_t i = 0; s->kind == STMT_COMPOUND && i < s->n_list && !met && !*skips; i++) {
        met = is_sure(s->list[i], place, skips);
        *skips |= stmt_skips(s->list[i]);
    }
    return met;
}

/* Is it in a variable whatever the subscripts are? */
static bool is_within(const struct expr *place)
{
    long long k;
    while (place->kind == EXPR_MEMBER || place->kind == EXPR_INDEX) {
        const struct expr *of = place->kind == EXPR_MEMBER ? place->a : place->a->a;
        if (place->kind == EXPR_INDEX &&
            (!expr_const(place->b, &k) || k < 0 || place->type->size <= 0 ||
             k >= of->type->size / place->type->size))
            return false;
        place = of;
    }
    return true;
}

bool fold_is_sure(const struct loop *l, const struct expr *place)
{
    bool skips = false;
    return is_sure(l->stmt->body, place, &skips) || (fold_local(place) && is_within(place));
}

/* ---- all of it ---- */

static bool may_be_folded(struct region *r, const struct loop *l, const struct naming *n,
                          const struct expr *place)
{
    struct decl *local = fold_local(place);
    if (local)
        return fold_is_own(r, l, local);
    int base = fold_base(place);
    const struct base *b = base >= 0 ? &r->bases[base] : NULL;
    return b && n->loops && !b->owned && !b->checked && !b->atomic && !b->joint && !b->several &&
           !b->mixed && !(b->astray_in & n->loops);
}

bool fold_place(struct region *r, const struct loop *l, const struct expr *place)
{
    struct naming n = naming(r, l->stmt);
    return (place->type->kind == TYPE_SCALAR || type_is_complex(place->type)) &&
           !place->type->is_volatile && !place->type->is_atomic && !expr_is_bit_field(place) &&
           may_be_folded(r, l, &n, place) && is_fixed(&n, place);
}

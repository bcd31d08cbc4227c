/* SPDX-License-Identifier: MIT */
/*
 * fold_order.c: minima and maxima that an inner loop folds, with or without others that take
 * values along.
 *
 * What takes a NaN in the place of a number, as m > e ? m : e does, forgets all that was before:
 * no fold.  (body_order.c, for the directive's own reductions, looks for NaN while it runs.)
 */
#include "fold_private.h"

/* In place of an operator: none, or one that the variable itself goes with. */
enum { NONE = -1, ITSELF = -2 };

/* REL between what is folded and something without it. */
struct comparison {
    struct expr *cmp;
    bool negated, left;        /* !(x REL e); x is on the left */
    struct expr *with, *other; /* operands, with the conversion to a common type */
};

static bool takes_nan(const struct region *r, const struct type *t)
{
    return !type_is_integer(t) && !r->finite_math;
}

/* Without effects, and not by a function of the program: two of them have one value. */
static bool visit_call(struct expr *e, void *ctx)
{
    bool *calls = ctx;
    *calls |= e->kind == EXPR_CALL && !e->math;
    return !*calls;
}

static bool is_repeatable(struct expr *e)
{
    bool calls = false;
    expr_walk(e, visit_call, &calls);
    return !calls && !expr_has_effects(e);
}

static bool find_comparison(const struct updated *of, struct expr *cond, struct comparison *c)
{
    *c = (struct comparison){.cmp = expr_strip(cond)};
    for (; c->cmp->kind == EXPR_UNARY && c->cmp->op == OP_NOT; c->cmp = expr_strip(c->cmp->a))
        c->negated = !c->negated;
    if (!expr_orders(c->cmp))
        return false;
    c->left = body_names(c->cmp->a, of) > 0;
    c->with = c->left ? c->cmp->a : c->cmp->b;
    c->other = c->left ? c->cmp->b : c->cmp->a;
    return body_names(c->other, of) == 0 &&
           body_is(of, body_strip_kept(body_operand(c->with), of->type));
}

/* p && e REL x: the other conditions may be asked more often than in the text's order. */
static bool find_among(const struct updated *of, struct expr *cond, struct comparison *c)
{
    cond = expr_strip(cond);
    if (cond->kind != EXPR_BINARY || cond->op != OP_LAND)
        return find_comparison(of, cond, c);
    bool left = body_names(cond->a, of) > 0;
    struct expr *with = left ? cond->a : cond->b, *other = left ? cond->b : cond->a;
    return body_names(other, of) == 0 && (!left || fold_is_idle(other)) && find_among(of, with, c);
}

/* x is compared, and `value` takes its place, or stays out, if that holds. */
static int compared_op(const struct region *r, const struct updated *of, const struct comparison *c,
                       struct expr *value, bool kept_if_true)
{
    const struct type *as = c->with->type, *x = of->type;
    struct expr *t = body_just_assigned(c->other);
    if (x->kind != TYPE_SCALAR || as->kind != TYPE_SCALAR ||
        (type_is_integer(x) ? !type_is_integer(as) : !body_keeps(as, x)) ||
        !body_compared_alike(x, as, c->other))
        return NONE;
    if (!body_same_value(t ? t : c->other, value, x) || !is_repeatable(value) ||
        (!t && !is_repeatable(c->other)))
        return NONE;
    if (kept_if_true != c->negated && takes_nan(r, as))
        return NONE;
    if (type_is_integer(x) && !type_is_integer(body_operand(c->other)->type))
        return NONE;
    bool less = c_op_is_less(c->cmp->op) != c->negated;
    return less == (c->left == kept_if_true) ? TCR_MIN : TCR_MAX;
}

/* a REL b ? a : b with x as one of them. */
static int select_op(const struct region *r, const struct updated *of, struct expr *e)
{
    struct comparison c;
    bool then = body_names(e->b, of) > 0;
    struct expr *kept = then ? e->b : e->c, *value = then ? e->c : e->b;
    if (body_names(value, of) || !body_is(of, body_strip_kept(kept, of->type)) ||
        !(then ? find_comparison(of, e->a, &c) : find_among(of, e->a, &c)))
        return NONE;
    return compared_op(r, of, &c, value, then);
}

/* Of two ways, or one inside of the other. */
static int both(int a, int b)
{
    return a == ITSELF ? b : b == ITSELF || a == b ? a : NONE;
}

static int tree_op(const struct region *r, const struct updated *of, struct expr *e);

/* fmin(x, e), smaller(x, e) */
static int call_op(const struct region *r, const struct updated *of, struct expr *e)
{
    size_t last;
    struct expr *compared;
    int op = body_order_call(r, e, of->type, &last, &compared);
    if (op < 0)
        return NONE;
    size_t with = body_names(e->args[0], of) ? 0 : 1;
    if (body_names(e->args[1 - with], of) ||
        (compared && last != with && takes_nan(r, compared->a->type)))
        return NONE;
    int inner = tree_op(r, of, e->args[with]);
    return inner == NONE ? NONE : both(inner, op);
}

static int tree_op(const struct region *r, const struct updated *of, struct expr *e)
{
    e = body_strip_kept(e, of->type);
    if (body_is(of, e))
        return ITSELF;
    if (e->kind == EXPR_COND && body_names(e->a, of))
        return select_op(r, of, e);
    if (e->kind == EXPR_COND) {
        int then = tree_op(r, of, e->b), other = tree_op(r, of, e->c);
        return then == NONE || other == NONE ? NONE : both(then, other);
    }
    return call_op(r, of, e);
}

int fold_order_tree(const struct region *r, const struct updated *of, struct expr *rhs)
{
    if (of->type->kind != TYPE_SCALAR)
        return NONE;
    struct expr *integers = body_order_of_integers(rhs, of->type);
    int op = tree_op(r, of, integers ? integers : body_strip(rhs, of->type));
    return op < 0 ? NONE : op;
}

/* if (cond) x = e, where cond is the comparison */
static int assigned_op(const struct region *r, const struct updated *of, const struct comparison *c,
                       struct expr *assign)
{
    while (assign->kind == EXPR_CAST)
        assign = assign->a;
    if (assign->kind != EXPR_ASSIGN || assign->op != OP_ASSIGN || assign->atomic ||
        !body_is(of, assign->a) || body_names(assign->b, of))
        return NONE;
    return compared_op(r, of, c, assign->b, false);
}

int fold_order_if(const struct region *r, const struct updated *of, struct expr *cond,
                  struct expr *assign)
{
    struct comparison c;
    return find_among(of, cond, &c) ? assigned_op(r, of, &c, assign) : NONE;
}

/* ---- with others ---- */

struct best_search {
    struct region *r;
    const struct loop *l;
    const struct updated *of;
    struct fold *out;
    struct expr *set;        /* x = e */
    const struct expr *tie;  /* NULL; the comparison of places, i < at */
    const struct decl *tied; /* at, and what it is set to */
    const struct expr *tied_to;
};

/* One of the assignments; what it gives to others is of this iteration alone. */
static bool take_along(struct best_search *b, struct expr *e)
{
    while (e->kind == EXPR_CAST)
        e = e->a;
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA)
        return take_along(b, e->a) && take_along(b, e->b);
    if (e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN || e->atomic)
        return false;
    if (body_is(b->of, e->a)) {
        bool first = !b->set;
        b->set = e;
        return first;
    }
    struct decl *d = e->a->kind == EXPR_VAR ? e->a->decl : NULL;
    size_t mentions = d && b->tie && expr_mentions((struct expr *)b->tie, d) ? 2 : 1;
    if (!d || e->a->reduction >= 0 || !fold_candidate(b->r, b->l, d) ||
        stmt_mentions(b->l->stmt, d) != mentions || !fold_is_idle(e->b))
        return false;
    if (mentions == 2) {
        b->tied = d;
        b->tied_to = e->b;
    }
    IR_PUSH(b->out->along, b->out->n_along, d);
    return true;
}

static bool take_statement(struct best_search *b, struct stmt *s)
{
    bool ok = s->kind == STMT_EXPR || s->kind == STMT_COMPOUND || s->kind == STMT_NULL;
    if (s->kind == STMT_EXPR)
        return take_along(b, s->expr);
    for (size_t i = 0; ok && i < s->n_list; i++)
        ok = take_statement(b, s->list[i]);
    return ok;
}

/* Has the variable's type each value that is compared, as it is?  Rounded, two that differ would
 * be equal, and which of them came first would show. */
static bool is_exact(const struct updated *of, const struct comparison *c)
{
    const struct expr *t = body_just_assigned(c->other);
    const struct expr *e = body_strip_widening(body_operand(t ? (struct expr *)t : c->other));
    return e->type->kind == TYPE_SCALAR && body_keeps(of->type, e->type);
}

/* What may be done with what has been found: the operator, and the list of the others. */
static bool settle(struct best_search *b, const struct comparison *c, struct stmt *s)
{
    int op = assigned_op(b->r, b->of, c, b->set);
    if (op < 0)
        return false;
    b->out->kind = FOLD_BEST;
    b->out->update = s;
    b->out->var = (struct decl *)b->of->decl;
    b->out->op = (enum tcr_op)op;
    b->out->type = b->out->var->type;
    b->out->last = c_op_admits_equal(c->cmp->op) != c->negated;
    return true;
}

bool fold_best(struct region *r, const struct loop *l, const struct updated *of, struct stmt *s,
               struct fold *out)
{
    struct fold found = {.kind = FOLD_BEST};
    struct best_search b = {.r = r, .l = l, .of = of, .out = &found};
    struct comparison c;
    if (s->other || !of->decl || !take_statement(&b, s->body) || !b.set || !found.n_along ||
        stmt_mentions(l->stmt, of->decl) != 2 || !find_among(of, s->expr, &c) ||
        !is_exact(of, &c) || !settle(&b, &c, s))
        return false;
    *out = found;
    return true;
}

/* ---- which of equal ones ---- */

/* e == x && i < at: e and x are compared as in c; then i < at is a tie. */
static const struct expr *tie_of(const struct updated *of, const struct comparison *c,
                                 struct expr *e)
{
    e = expr_strip(e);
    struct expr *equal = e->kind == EXPR_BINARY && e->op == OP_LAND ? expr_strip(e->a) : NULL;
    struct expr *order = equal ? expr_strip(e->b) : NULL;
    if (!equal || equal->kind != EXPR_BINARY || equal->op != OP_EQ || !expr_orders(order) ||
        body_names(order, of))
        return NULL;
    bool left = body_names(equal->a, of) > 0;
    bool same = expr_same(left ? equal->a : equal->b, c->with) &&
                expr_same(left ? equal->b : equal->a, c->other);
    return same ? order : NULL;
}

/* e > x || (e == x && i < at), or the other way round; conditions may stand in front. */
static const struct expr *find_tie(const struct updated *of, struct expr *cond,
                                   struct comparison *c)
{
    cond = expr_strip(cond);
    if (cond->kind != EXPR_BINARY)
        return NULL;
    if (cond->op == OP_LAND && !body_names(cond->a, of))
        return fold_is_idle(cond->a) ? find_tie(of, cond->b, c) : NULL;
    for (int turn = 0; turn < 2 && cond->op == OP_LOR; turn++)
        if (find_comparison(of, turn ? cond->b : cond->a, c))
            return tie_of(of, c, turn ? cond->a : cond->b);
    return NULL;
}

/* The loop's own counter, or that as a wider number? */
static bool is_counter(const struct loop *l, const struct expr *e)
{
    const struct type *t = l->vars[0].var->type;
    for (; e->kind == EXPR_CAST; e = e->a)
        if (!type_is_integer(e->type) || e->type->size < t->size ||
            type_is_unsigned(e->type) != type_is_unsigned(t))
            return false;
    return e->kind == EXPR_VAR && e->decl == l->vars[0].var;
}

static bool is_var(const struct expr *e, const struct decl *d)
{
    while (e->kind == EXPR_CAST && type_is_integer(e->type) && e->type->size >= d->type->size &&
           type_is_unsigned(e->type) == type_is_unsigned(d->type))
        e = e->a;
    return e->kind == EXPR_VAR && e->decl == d;
}

/* i < at, with at = i: of equal ones the one with the smaller counter.  Is that the last one? */
static bool settle_tie(const struct best_search *b)
{
    const struct induction *v = &b->l->vars[0];
    const struct type *t = b->tied ? b->tied->type : NULL;
    if (!t || !type_is_integer(t) || type_is_bool(t) || t->size < v->var->type->size ||
        type_is_unsigned(t) != type_is_unsigned(v->var->type) || !is_counter(b->l, b->tied_to))
        return false;
    bool left = is_counter(b->l, b->tie->a);
    if (!is_counter(b->l, left ? b->tie->a : b->tie->b) ||
        !is_var(left ? b->tie->b : b->tie->a, b->tied))
        return false;
    bool least = c_op_is_less(b->tie->op) == left;
    bool falls = v->step ? v->negated : v->step_const < 0;
    b->out->last = least == falls;
    b->out->tied = true;
    /* the greatest key stands for "none" (kernels/first.cuh) */
    bool wide = type_is_integer(b->out->type) && b->out->type->size == 8;
    return !v->step && v->step_const != 0 && (b->out->last || !wide);
}

struct tied_search {
    struct region *r;
    struct updated of;
    struct fold *out;
    bool found;
};

static bool visit_tied(struct stmt *s, void *ctx)
{
    struct tied_search *t = ctx;
    struct fold found = {.kind = FOLD_BEST};
    struct best_search b = {.r = t->r, .l = t->r->loops[0], .of = &t->of, .out = &found};
    struct comparison c;
    if (s->kind != STMT_IF || s->other || stmt_has_loop(s) || t->found)
        return !t->found;
    b.tie = find_tie(&t->of, s->expr, &c);
    if (!b.tie || c_op_admits_equal(c.cmp->op) != c.negated || !take_statement(&b, s->body) ||
        !b.set || !is_exact(&t->of, &c) || !settle(&b, &c, s) || !settle_tie(&b))
        return true;
    t->found = true;
    *t->out = found;
    return false;
}

bool fold_tied_best(struct region *r, const struct decl *d, struct fold *out)
{
    struct tied_search t = {.r = r, .of = {.decl = d, .type = d->type}, .out = out};
    if (r->n_loops != 1 || r->loops[0]->n_vars != 1 || d->type->kind != TYPE_SCALAR ||
        !fold_candidate(r, r->loops[0], d) || stmt_mentions(r->stmt, d) != 3)
        return false;
    stmt_walk(r->body, visit_tied, &t);
    return t.found;
}

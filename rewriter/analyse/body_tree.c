/* SPDX-License-Identifier: MIT */
/*
 * body_tree.c: x = x + a - b, x = c ? x * a : x, x = x && p: is x, once, a term
 * of the tree of its operator, on each way that conditions without x choose?
 */
#include <string.h>

#include "body_private.h"
#include "fold.h"
#include "../ir/math_table.h"
#include "../source/operators.h"

/* A cast that cannot change what is stored in x in the end: to x's own type,
 * or within integers or within floating types to one of at least its width. */
static bool harmless_cast(const struct expr *e, const struct type *x)
{
    const struct type *t = e->type, *from = e->a->type;
    if (x->kind != TYPE_SCALAR)
        return e->implicit;
    if (t->kind != TYPE_SCALAR || from->kind != TYPE_SCALAR)
        return false;
    if (type_is_integer(t) != type_is_integer(x) || type_is_integer(from) != type_is_integer(x))
        return false;
    return t->scalar == x->scalar || t->size > x->size ||
           (t->scalar != TCR_BOOL && type_is_integer(t) && t->size == x->size);
}

struct expr *body_strip(struct expr *e, const struct type *x)
{
    while (e->kind == EXPR_CAST && harmless_cast(e, x))
        e = e->a;
    return e;
}

bool body_is_truth(const struct expr *e)
{
    long long k;
    e = expr_strip(e);
    if (e->kind == EXPR_BINARY && (expr_compares(e) || c_op_is(e->op, C_OP_LOGICAL)))
        return true;
    if (e->kind == EXPR_BINARY && e->op == OP_AND) /* what is no bit of one side goes */
        return body_is_truth(e->a) || body_is_truth(e->b);
    if (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_BITWISE))
        return body_is_truth(e->a) && body_is_truth(e->b);
    return (e->kind == EXPR_UNARY && e->op == OP_NOT) ||
           (expr_const(e, &k) && (k == 0 || k == 1)) || type_is_bool(e->type);
}

bool body_is_absorbing(const struct expr *e, enum tcr_op op)
{
    long long k;
    e = expr_strip(e);
    return operator_is(op, OPERATOR_LOGICAL) && expr_const(e, &k) && k == (op == TCR_LOR);
}

static bool takes_constant(const struct type *x, const struct expr *k)
{
    return fold_is_constant(k) &&
           (type_is_integer(x) ? type_is_integer(expr_strip(k)->type) : type_is_floating(x));
}

/* if (...) x = k, and x takes no other value: the same as x OP k where x OP k is k before the loop,
 * which the host looks at (emit_odd_test); the copies of OpenMP's threads start from the identity.
 * A share of a team's thread may have another value already. */
bool body_sets_constant(struct region *r, struct expr *e, int red)
{
    struct reduction *x = &r->reductions[red];
    bool order = operator_is(x->op, OPERATOR_ORDER);
    bool idempotent = order || x->op == TCR_OR || x->op == TCR_AND;
    bool device = false;
    for (size_t i = 0; i < r->dir->n_data; i++)
        device |= r->dir->data[i].map == TCR_MAP_DEVICEPTR;
    if (!idempotent || device || r->scan || r->site.team || !x->decl || e->atomic ||
        e->a->kind != EXPR_VAR || !takes_constant(x->type, e->b) ||
        (x->constant && !expr_same(x->constant, e->b)))
        return false;
    x->constant = e->b;
    struct expr *value = expr_new(order ? EXPR_COND : EXPR_BINARY, x->type, e->begin, e->end);
    struct expr *less = expr_new(EXPR_BINARY, type_int(), e->begin, e->end);
    less->op = x->op == TCR_MAX ? OP_LT : OP_GT;
    less->a = e->a;
    less->b = e->b;
    value->op = order ? OP_NONE : operator_of(x->op)->binary;
    value->a = order ? less : e->a;
    value->b = e->b;
    value->c = order ? e->a : NULL;
    e->b = value;
    return true;
}

struct tree {
    enum tcr_op op;
    struct updated of;
    bool combines, sets_constant;
};

static bool in_tree(struct tree *t, struct expr *e);

/* c ? x + a : x; for && and || also c ? x : 0, and x ? p : 0. */
static bool in_branches(struct tree *t, struct expr *e)
{
    bool settled_b = body_is_absorbing(e->b, t->op), settled_c = body_is_absorbing(e->c, t->op);
    if (body_names(e->a, &t->of)) {
        struct expr *p = t->op == TCR_LAND ? e->b : e->c;
        t->combines = true;
        return operator_is(t->op, OPERATOR_LOGICAL) &&
               body_is(&t->of, body_strip(e->a, t->of.type)) &&
               (t->op == TCR_LAND ? settled_c : settled_b) && body_is_truth(p) &&
               !body_names(p, &t->of);
    }
    if (settled_b && settled_c)
        return false;
    t->sets_constant |= settled_b || settled_c;
    return (settled_b || in_tree(t, e->b)) && (settled_c || in_tree(t, e->c));
}

static bool in_binary(struct tree *t, struct expr *e)
{
    bool left = body_names(e->a, &t->of) > 0;
    struct expr *with = left ? e->a : e->b, *other = left ? e->b : e->a;
    if (body_names(other, &t->of))
        return false;
    t->combines = true;
    if (e->op == operator_of(t->op)->binary ||
        (e->op == operator_of_bits(t->op) && body_is_truth(other)))
        return in_tree(t, with);
    return t->op == TCR_ADD && e->op == OP_SUB && !type_is_bool(t->of.type) && left &&
           in_tree(t, with);
}

static bool is_fma(const struct expr *e)
{
    const char *f = e->kind == EXPR_CALL && e->math ? e->math->device : NULL;
    return f && (strcmp(f, "fma") == 0 || strcmp(f, "fmaf") == 0);
}

static bool in_tree(struct tree *t, struct expr *e)
{
    e = body_strip(e, t->of.type);
    if (body_is(&t->of, e))
        return true;
    if (e->kind == EXPR_BINARY)
        return in_binary(t, e);
    if (e->kind == EXPR_COND)
        return in_branches(t, e);
    if (e->kind == EXPR_UNARY) /* x = -x */
        return t->op == TCR_MUL && e->op == OP_NEGATE && in_tree(t, e->a);
    return t->op == TCR_ADD && is_fma(e) && !body_names(e->args[0], &t->of) &&
           !body_names(e->args[1], &t->of) && in_tree(t, e->args[2]);
}

bool body_in_tree(struct region *r, struct expr *rhs, int red)
{
    struct reduction *x = &r->reductions[red];
    struct tree t = {.op = x->op, .of = {.reduction = red, .type = x->type}};
    if (!in_tree(&t, rhs))
        return false;
    x->sets_constant |= t.sets_constant;
    x->combines |= t.combines || !t.sets_constant;
    return true;
}

bool body_tree_of(struct expr *rhs, const struct updated *of, enum tcr_op op)
{
    struct tree t = {.op = op, .of = *of};
    return in_tree(&t, rhs);
}

/* _Bool x: + is || and ^ is exclusive or for operands 0 and 1 only. */
bool body_check_bool(struct region *r, struct expr *e, int red)
{
    const struct reduction *x = &r->reductions[red];
    if (!type_is_bool(x->type) || body_target(e) == red)
        return true;
    e = expr_strip(e);
    bool tree = e->kind == EXPR_BINARY && e->op == operator_of(x->op)->binary;
    if ((tree || e->kind == EXPR_COND) && body_mentions(e, red)) {
        if (e->kind == EXPR_COND)
            body_check_bool(r, e->c, red);
        else
            body_check_bool(r, e->a, red);
        body_check_bool(r, e->b, red);
    } else if ((x->op == TCR_ADD || x->op == TCR_XOR) && !body_is_truth(e)) {
        return body_misuse(r, e, red, "combines this _Bool with a value other than 0 and 1");
    }
    return true;
}

/* !e or e == 0? */
static bool is_negation(const struct expr *e)
{
    long long k;
    return (e->kind == EXPR_UNARY && e->op == OP_NOT) ||
           (e->kind == EXPR_BINARY && e->op == OP_EQ && expr_const(e->b, &k) && k == 0);
}

static bool is_not_zero(const struct expr *e)
{
    long long k;
    return e->kind == EXPR_BINARY && e->op == OP_NE && expr_const(e->b, &k) && k == 0;
}

/* Does the condition ask whether x is still what && or || start from, and
 * perhaps for more: !x && p? */
static bool asks_for_start(struct region *r, struct expr *cond, int red)
{
    enum tcr_op op = r->reductions[red].op;
    cond = expr_strip(cond);
    if (cond->kind == EXPR_BINARY && cond->op == OP_LAND) {
        bool left = body_mentions(cond->a, red) > 0;
        struct expr *other = left ? cond->b : cond->a;
        if (body_mentions(other, red) || !asks_for_start(r, left ? cond->a : cond->b, red))
            return false;
        if (left)
            body_check_guarded(r, other, red);
        body_check_expr(r, other);
        return true;
    }
    bool negated = false;
    for (; is_negation(cond) || is_not_zero(cond); cond = expr_strip(cond->a))
        negated ^= is_negation(cond);
    return cond->reduction == red && negated == (op == TCR_LOR);
}

bool body_flag_if(struct region *r, struct expr *cond, struct expr *assign)
{
    if (assign->kind != EXPR_ASSIGN || assign->op != OP_ASSIGN)
        return false;
    int red = body_target(assign->a);
    if (red < 0 || !operator_is(r->reductions[red].op, OPERATOR_LOGICAL) ||
        body_mentions(assign->b, red) || !body_is_truth(assign->b) ||
        !body_one_place(r, red, assign->a, cond) || !asks_for_start(r, cond, red))
        return false;
    body_check_guarded(r, assign->b, red);
    body_check_expr(r, assign->b);
    r->reductions[red].combines = true;
    return true;
}

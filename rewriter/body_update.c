/*
 * body_update.c: is every use of a reduction variable an update that its
 * operator allows?  Anything else keeps its sequential meaning: refused.
 */
#include <string.h>

#include "body_private.h"
#include "math_table.h"
#include "operators.h"

static int target(const struct expr *e)
{
    while (e->kind == EXPR_CAST)
        e = e->a;
    return e->reduction;
}

static bool visit_mentions(struct expr *e, void *ctx)
{
    int *left = ctx;
    if (e->reduction == left[0])
        left[1]++;
    return true;
}

static int mentions(struct expr *e, int reduction)
{
    int count[2] = {reduction, 0};
    expr_walk(e, visit_mentions, count);
    return count[1];
}

/* A cast that cannot change what is stored in x in the end: to x's own type,
 * or within integers or within floating types to one of at least its width. */
static bool harmless_cast(const struct expr *e, const struct type *x)
{
    const struct type *t = e->type, *from = e->a->type;
    if (e->implicit && !(type_is_floating(t) && type_is_floating(x)))
        return true;
    if (t->kind != TYPE_SCALAR || x->kind != TYPE_SCALAR || from->kind != TYPE_SCALAR)
        return false;
    if (type_is_integer(t) != type_is_integer(x) || type_is_integer(from) != type_is_integer(x))
        return false;
    return t->scalar == x->scalar || (t->scalar != TCR_BOOL && t->size >= x->size);
}

static bool is_bool(const struct type *t)
{
    return t->kind == TYPE_SCALAR && t->scalar == TCR_BOOL;
}

/* x itself? */
static bool is_x(const struct expr *e, int red, const struct type *x)
{
    while (e->kind == EXPR_CAST && harmless_cast(e, x))
        e = e->a;
    return e->reduction == red;
}

/* x occurs once in `e`, a tree of the operator, with positive sign. */
static bool in_tree(const struct expr *e, int red, enum tcr_op op, const struct type *x)
{
    if (is_x(e, red, x))
        return true;
    while (e->kind == EXPR_CAST && harmless_cast(e, x))
        e = e->a;
    if (e->kind != EXPR_BINARY)
        return false;
    if (strcmp(e->op, operator_of(op)->binary) == 0)
        return in_tree(e->a, red, op, x) || in_tree(e->b, red, op, x);
    return op == TCR_ADD && strcmp(e->op, "-") == 0 && !is_bool(x) && in_tree(e->a, red, op, x);
}

static enum tcr_op compare_op(const char *rel, bool x_left)
{
    /* the value taken is the one the comparison favours */
    bool less = *rel == '<';
    return less == x_left ? TCR_MIN : TCR_MAX;
}

bool body_is_order(const struct expr *e)
{
    return e->kind == EXPR_BINARY && (strcmp(e->op, "<") == 0 || strcmp(e->op, ">") == 0 ||
                                      strcmp(e->op, "<=") == 0 || strcmp(e->op, ">=") == 0);
}

static struct expr *strip_harmless(struct expr *e, const struct type *x)
{
    while (e->kind == EXPR_CAST && harmless_cast(e, x))
        e = e->a;
    return e;
}

/* Is what has been compared what x gets?  A cast to x's type makes no difference. */
static bool same_value(const struct expr *compared, struct expr *value, const struct type *x)
{
    return expr_equal(compared, expr_strip(value)) ||
           expr_equal(compared, expr_strip(strip_harmless(value, x)));
}

/* a REL b ? t : f with {a, b} = {t, f} = {x, e}; returns the operator or -1. */
static int select_op(struct expr *cond, struct expr *t, struct expr *f, int red,
                     const struct type *x)
{
    cond = expr_strip(cond);
    if (!body_is_order(cond))
        return -1;
    struct expr *a = expr_strip(cond->a), *b = expr_strip(cond->b);
    bool straight = same_value(a, t, x) && same_value(b, f, x);
    bool crossed = same_value(a, f, x) && same_value(b, t, x);
    if ((!straight && !crossed) || (a->reduction == red) == (b->reduction == red))
        return -1;
    bool less = *cond->op == '<';
    return less == straight ? TCR_MIN : TCR_MAX;
}

static _Noreturn void misuse(struct region *r, const struct expr *at, int red, const char *how)
{
    refuse(r, REFUSE_LOOP, at->begin, "reduction-misuse",
           "'%s' is a reduction variable for '%s', but the loop %s", r->reductions[red].text,
           operator_of(r->reductions[red].op)->name, how);
}

/* An iteration's own variable, handed on by its address? */
static bool hands_own(const struct region *r, const struct expr *e)
{
    while (e && e->kind == EXPR_CAST)
        e = e->a;
    if (!e || (e->kind != EXPR_ADDR && e->kind != EXPR_DECAY))
        return false;
    for (e = e->a; e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX || e->kind == EXPR_DECAY;)
        e = e->a;
    return e->kind == EXPR_VAR && (e->decl->in_region || body_is_private(r, e->decl));
}

struct effect_search {
    const struct region *r;
    bool found;
};

static bool visit_effect(struct expr *e, void *ctx)
{
    struct effect_search *s = ctx;
    s->found |= e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    for (size_t i = 0; e->kind == EXPR_CALL && i < e->n_args; i++)
        s->found |= hands_own(s->r, e->args[i]);
    return !s->found;
}

/* What is evaluated only if x says so must have no effects: x is another one
 * in every thread. */
static void check_guarded(struct region *r, struct expr *e, int red)
{
    struct effect_search s = {.r = r};
    expr_walk(e, visit_effect, &s);
    if (s.found)
        misuse(r, e, red, "lets its value decide whether something else happens");
}

static void check_expr(struct region *r, struct expr *e);

static void check_operands(struct region *r, struct expr *e, int red)
{
    /* the rest of the expression may mention other things, x only where matched */
    if (!e || target(e) == red)
        return;
    if (e->reduction >= 0)
        misuse(r, e, e->reduction, "also reads its value");
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) {
        if (target(e->a) >= 0)
            misuse(r, e, target(e->a), "uses the value of the update");
        body_check_target(r, e->a);
    }
    check_operands(r, e->a, red);
    check_operands(r, e->b, red);
    check_operands(r, e->c, red);
    for (size_t i = 0; i < e->n_args; i++)
        check_operands(r, e->args[i], red);
}

/* An integer that takes floating values is truncated at every step: the order
 * of the steps would show. */
static void check_truncation(struct region *r, const struct expr *e, int red, const struct type *t)
{
    if (type_is_integer(r->reductions[red].type) && !type_is_integer(t))
        refuse(r, REFUSE_LOOP, e->begin, "truncation",
               "integer '%s' is updated with a floating value, which is truncated in every "
               "iteration",
               r->reductions[red].text);
}

/* 0 or 1 whatever the variables' values? */
static bool is_truth(const struct expr *e)
{
    long long k;
    while (e->kind == EXPR_CAST && e->implicit)
        e = e->a;
    if (e->kind == EXPR_BINARY &&
        (body_is_order(e) || strcmp(e->op, "==") == 0 || strcmp(e->op, "!=") == 0 ||
         strcmp(e->op, "&&") == 0 || strcmp(e->op, "||") == 0))
        return true;
    if (e->kind == EXPR_BINARY && strchr("&|^", *e->op) && !e->op[1])
        return is_truth(e->a) && is_truth(e->b);
    return (e->kind == EXPR_UNARY && *e->op == '!') || (expr_const(e, &k) && (k == 0 || k == 1)) ||
           is_bool(e->type);
}

/* _Bool x: + is || and ^ is exclusive or for operands 0 and 1 only. */
static void check_bool(struct region *r, const struct expr *e, int red)
{
    const struct reduction *x = &r->reductions[red];
    if (!is_bool(x->type) || target(e) == red)
        return;
    while (e->kind == EXPR_CAST && e->implicit)
        e = e->a;
    bool tree = e->kind == EXPR_BINARY && strcmp(e->op, operator_of(x->op)->binary) == 0;
    if (tree && mentions((struct expr *)e, red)) {
        check_bool(r, e->a, red);
        check_bool(r, e->b, red);
    } else if ((x->op == TCR_ADD || x->op == TCR_XOR) && !is_truth(e)) {
        misuse(r, e, red, "combines this _Bool with a value other than 0 and 1");
    }
}

static bool can_hold(const struct type *t, const struct type *value)
{
    bool u = type_is_unsigned(t), v = type_is_unsigned(value);
    return t->scalar == value->scalar ||
           (t->scalar != TCR_BOOL && t->size > value->size && (v || !u)) ||
           (t->size == value->size && t->scalar != TCR_BOOL && u == v);
}

/* Integers: x is compared as type `as` with e and takes its value.  Unless
 * both is done in x's own type, no value may change by it. */
static void check_compared(struct region *r, const struct expr *e, int red, const struct type *as)
{
    const struct reduction *x = &r->reductions[red];
    if (!type_is_integer(x->type) || !type_is_integer(e->type) || as->scalar == x->type->scalar)
        return;
    bool held = can_hold(x->type, e->type) || is_truth(e);
    if (held && can_hold(as, x->type))
        return;
    refuse(r, REFUSE_LOOP, e->begin, "truncation",
           "'%s' of type '%s' is compared with a value of type '%s'; use one type for both",
           x->text, x->type->spelling, e->type->spelling);
}

/* x = e, with x of the reduction variables. */
static void check_plain_update(struct region *r, struct expr *e, int red)
{
    enum tcr_op op = r->reductions[red].op;
    const struct type *x = r->reductions[red].type;
    struct expr *rhs = expr_strip(e->b);
    int n = mentions(rhs, red);
    long long k;
    check_truncation(r, e, red, rhs->type);
    if (operator_is(op, OPERATOR_ORDER)) {
        int found = -1;
        rhs = strip_harmless(rhs, x);
        if (rhs->kind == EXPR_COND && n == 2)
            found = select_op(rhs->a, rhs->b, rhs->c, red, x);
        else if (n == 1 && body_call_op(r, rhs, x) >= 0 &&
                 (is_x(rhs->args[0], red, x) || is_x(rhs->args[1], red, x)))
            found = body_call_op(r, rhs, x);
        if (found < 0)
            misuse(r, e, red, "assigns it a value that is not its minimum or maximum with another");
        if (found != (int)op)
            misuse(r, e, red, found == TCR_MIN ? "takes the minimum" : "takes the maximum");
        if (rhs->kind == EXPR_COND) {
            struct expr *cond = expr_strip(rhs->a);
            bool x_left = expr_strip(cond->a)->reduction == red;
            check_compared(r, expr_strip(x_left ? cond->b : cond->a), red, cond->a->type);
        }
        r->reductions[red].drops_nan |= rhs->kind == EXPR_CALL && rhs->math;
    } else if (n == 0 && operator_is(op, OPERATOR_LOGICAL) && expr_const(rhs, &k) &&
               k == (op == TCR_LOR)) {
        r->reductions[red].sets_constant = true; /* if (...) found = 1; */
        return;
    } else if (n != 1 || !in_tree(rhs, red, op, x)) {
        misuse(r, e, red,
               n == 0 ? "assigns it without using its value" : "updates it with another operator");
    } else {
        check_bool(r, rhs, red);
        r->reductions[red].combines = true;
    }
    if (operator_is(op, OPERATOR_LOGICAL) || rhs->kind == EXPR_COND)
        check_guarded(r, rhs, red);
    check_operands(r, rhs, red);
}

static void check_compound_update(struct region *r, struct expr *e, int red)
{
    enum tcr_op op = r->reductions[red].op;
    const char *name = operator_of(op)->binary;
    bool fits = (*name && strncmp(e->op, name, strlen(name)) == 0 && e->op[strlen(name)] == '=') ||
                (op == TCR_ADD && strcmp(e->op, "-=") == 0 && !is_bool(r->reductions[red].type));
    if (!fits || operator_is(op, OPERATOR_LOGICAL))
        misuse(r, e, red, "updates it with another operator");
    if (mentions(e->b, red))
        misuse(r, e, red, "also reads its value");
    check_truncation(r, e, red, e->b->type);
    check_bool(r, e->b, red);
    check_expr(r, e->b);
}

/* An expression whose value is not used. */
static void check_void(struct region *r, struct expr *e)
{
    e = e->kind == EXPR_CAST ? e->a : e;
    int red = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC ? target(e->a) : -1;
    if (e->kind == EXPR_BINARY && strcmp(e->op, ",") == 0) {
        check_void(r, e->a);
        check_void(r, e->b);
    } else if (e->kind == EXPR_COND) {
        check_expr(r, e->a);
        check_void(r, e->b);
        check_void(r, e->c);
    } else if (e->kind == EXPR_BINARY && (strcmp(e->op, "&&") == 0 || strcmp(e->op, "||") == 0)) {
        check_expr(r, e->a);
        check_void(r, e->b);
    } else if (red < 0) {
        check_expr(r, e);
    } else if (e->kind == EXPR_INCDEC) {
        if (r->reductions[red].op != TCR_ADD || (*e->op == '-' && is_bool(e->a->type)))
            misuse(r, e, red, "updates it with another operator");
    } else if (strcmp(e->op, "=") == 0) {
        check_plain_update(r, e, red);
    } else {
        check_compound_update(r, e, red);
    }
}

/* An expression whose value counts. */
static void check_expr(struct region *r, struct expr *e)
{
    if (!e)
        return;
    if (e->reduction >= 0)
        misuse(r, e, e->reduction, "also reads its value");
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) {
        if (target(e->a) >= 0)
            misuse(r, e, target(e->a), "uses the value of the update");
        body_check_target(r, e->a);
    }
    check_expr(r, e->a);
    check_expr(r, e->b);
    check_expr(r, e->c);
    for (size_t i = 0; i < e->n_args; i++)
        check_expr(r, e->args[i]);
}

/* The comparison with x in a condition, which may ask for more: p && e REL x. */
static struct expr *comparison_in(struct region *r, struct expr *cond, int red)
{
    cond = expr_strip(cond);
    if (cond->kind != EXPR_BINARY || strcmp(cond->op, "&&") != 0)
        return body_is_order(cond) ? cond : NULL;
    bool left = mentions(cond->a, red) > 0;
    struct expr *found = comparison_in(r, left ? cond->a : cond->b, red);
    if (found && left)
        check_guarded(r, cond->b, red);
    if (found)
        check_expr(r, left ? cond->b : cond->a);
    return found;
}

/* if (e REL x) x = e; */
static bool check_if_update(struct region *r, struct stmt *s)
{
    struct stmt *then = s->body;
    while (then->kind == STMT_COMPOUND && then->n_list == 1)
        then = then->list[0];
    if (then->kind != STMT_EXPR)
        return false;
    struct expr *e = expr_strip(then->expr);
    if (e->kind != EXPR_ASSIGN || strcmp(e->op, "=") != 0 || target(e->a) < 0)
        return false;
    int red = target(e->a);
    enum tcr_op op = r->reductions[red].op;
    struct expr *cond = operator_is(op, OPERATOR_ORDER) ? comparison_in(r, s->expr, red) : NULL;
    if (!cond)
        return false;
    if (s->other)
        misuse(r, cond, red,
               "does something else where the comparison fails, which depends on the order; write "
               "separate if statements");
    struct expr *a = expr_strip(cond->a), *b = expr_strip(cond->b);
    bool x_left = a->reduction == red;
    struct expr *other = x_left ? b : a;
    if (x_left == (b->reduction == red))
        return false;
    if (!same_value(other, e->b, r->reductions[red].type))
        misuse(r, e, red, "compares one value and assigns another");
    check_truncation(r, e, red, other->type);
    check_compared(r, other, red, cond->a->type);
    enum tcr_op found = compare_op(cond->op, !x_left);
    if (found != op)
        misuse(r, e, red, found == TCR_MIN ? "takes the minimum" : "takes the maximum");
    check_expr(r, other);
    return true;
}

/* if (e > x) { x = e; where = i; }: more than one variable can say. */
static void check_position(struct region *r, struct stmt *s)
{
    struct expr *cond = expr_strip(s->expr);
    if (!body_is_order(cond) || s->body->kind != STMT_COMPOUND || s->body->n_list < 2)
        return;
    int red = expr_strip(cond->a)->reduction;
    if (red < 0)
        red = expr_strip(cond->b)->reduction;
    for (size_t i = 0; red >= 0 && i < s->body->n_list; i++) {
        struct stmt *t = s->body->list[i];
        if (t->kind == STMT_EXPR && t->expr->kind == EXPR_ASSIGN && target(t->expr->a) == red)
            misuse(r, cond, red,
                   "sets other variables along with it (the place of the minimum or maximum?), "
                   "which a reduction of one variable cannot do; find the value in one loop and "
                   "its place in a second");
    }
}

bool body_visit_update(struct stmt *s, void *ctx)
{
    struct region *r = ctx;
    switch (s->kind) {
    case STMT_EXPR:
        check_void(r, s->expr);
        break;
    case STMT_IF:
        if (check_if_update(r, s))
            return false;
        check_position(r, s);
        check_expr(r, s->expr);
        break;
    case STMT_FOR:
        check_expr(r, s->expr);
        if (s->step)
            check_void(r, s->step);
        break;
    case STMT_DECL:
        for (size_t i = 0; i < s->n_decls; i++)
            check_expr(r, s->inits[i]);
        break;
    default:
        check_expr(r, s->expr);
    }
    return true;
}

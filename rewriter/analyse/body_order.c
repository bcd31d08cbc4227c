/* SPDX-License-Identifier: MIT */
/*
 * body_order.c: minima and maxima: functions, the program's own or the
 * library's, that return the smaller or the larger of two values; selections
 * a REL b ? a : b; if (a REL x) x = a; and the first two inside of one another.
 *
 * What is NaN: x keeps its value where the comparison that would replace it
 * fails.  m > a ? m : a, which is how macros are written, lets a NaN in until
 * the next iteration, which forgets all that was before: the order shows.  So
 * the device looks for one where it compares, and if it meets one, the host has
 * the loop, in its order.
 */

#include "body_private.h"
#include "../ir/math_table.h"
#include "../source/operators.h"

static const struct expr *returned(const struct stmt *s)
{
    while (s && s->kind == STMT_COMPOUND && s->n_list == 1)
        s = s->list[0];
    return s && s->kind == STMT_RETURN ? s->expr : NULL;
}

static bool is_param(const struct expr *e, const struct decl *d)
{
    return e->kind == EXPR_VAR && e->decl == d;
}

/* double larger(double a, double b) { return a > b ? a : b; }, or with if:
 * the operator, or -1.  `last`: the argument returned where nothing compares. */
static int function_op(const struct device_function *f, const struct type *x, size_t *last,
                       struct expr **compared)
{
    const struct stmt *s = f->body;
    struct expr *cond = NULL;
    const struct expr *t = NULL, *e = NULL, *value = returned(s);
    if (f->n_params != 2 || f->params[0]->type->scalar != x->scalar ||
        f->params[1]->type->scalar != x->scalar || f->params[0]->type->kind != TYPE_SCALAR ||
        f->params[1]->type->kind != TYPE_SCALAR)
        return -1;
    if (value && value->kind == EXPR_COND) {
        cond = value->a;
        t = value->b;
        e = value->c;
    }
    while (s->kind == STMT_COMPOUND && s->n_list == 1)
        s = s->list[0];
    const struct stmt *test = s->kind == STMT_COMPOUND && s->n_list == 2 ? s->list[0] : s;
    if (test->kind == STMT_IF) {
        cond = test->expr;
        t = returned(test->body);
        e = test == s ? returned(test->other) : test->other ? NULL : returned(s->list[1]);
    }
    if (!cond || !t || !e || !expr_orders(cond))
        return -1;
    const struct decl *a = f->params[0], *b = f->params[1];
    bool swapped = is_param(cond->a, b) && is_param(cond->b, a);
    if (!swapped && !(is_param(cond->a, a) && is_param(cond->b, b)))
        return -1;
    bool first = is_param(t, swapped ? b : a) && is_param(e, swapped ? a : b);
    if (!first && !(is_param(t, swapped ? a : b) && is_param(e, swapped ? b : a)))
        return -1;
    *last = is_param(e, b);
    *compared = cond;
    return c_op_is_less(cond->op) == first ? TCR_MIN : TCR_MAX;
}

int body_order_call(const struct region *r, const struct expr *e, const struct type *x,
                    size_t *last, struct expr **compared)
{
    *last = e->n_args; /* fmax: none of them, if it is a NaN */
    *compared = NULL;
    if (e->kind != EXPR_CALL || e->n_args != 2)
        return -1;
    if (e->math)
        return e->math->device ? operator_of_function(e->math->device) : -1;
    for (size_t i = 0; i < r->n_functions; i++)
        if (r->functions[i].decl == e->decl && e->type->kind == TYPE_SCALAR &&
            e->type->scalar == x->scalar)
            return function_op(&r->functions[i], x, last, compared);
    return -1;
}

/* ---- what is compared, and what x gets ---- */

static bool can_hold(const struct type *t, const struct type *value)
{
    bool u = type_is_unsigned(t), v = type_is_unsigned(value);
    return t->scalar == value->scalar ||
           (t->scalar != TCR_BOOL && t->size > value->size && (v || !u)) ||
           (t->size == value->size && t->scalar != TCR_BOOL && u == v);
}

/* Has a floating type all values of an integer type, of which it has the double size? */
static bool exact(const struct type *floating, const struct type *integer)
{
    return (floating->scalar == TCR_F64 || floating->scalar == TCR_F32) &&
           floating->size >= 2 * integer->size;
}

bool body_keeps(const struct type *t, const struct type *x)
{
    if (t->kind != TYPE_SCALAR || x->kind != TYPE_SCALAR)
        return t->kind == x->kind;
    if (type_is_integer(x))
        return type_is_integer(t) ? can_hold(t, x) : exact(t, x);
    return !type_is_integer(t) && (t->scalar == x->scalar || t->size > x->size);
}

struct expr *body_strip_kept(struct expr *e, const struct type *x)
{
    while (e->kind == EXPR_CAST && body_keeps(e->type, x) &&
           (e->a->type->kind != TYPE_SCALAR || x->kind != TYPE_SCALAR ||
            type_is_integer(e->a->type) == type_is_integer(x)))
        e = e->a;
    return e;
}

struct expr *body_operand(struct expr *e)
{
    return e->kind == EXPR_CAST && e->implicit ? e->a : e;
}

struct expr *body_strip_widening(struct expr *e)
{
    while (e->kind == EXPR_CAST && e->type->kind == TYPE_SCALAR && body_keeps(e->type, e->a->type))
        e = e->a;
    return e;
}

bool body_same_value(struct expr *compared, struct expr *value, const struct type *x)
{
    struct expr *all = body_strip_widening(compared),
                *own = body_strip_widening(body_operand(compared));
    if (value->kind == EXPR_CAST && value->implicit && body_keeps(value->type, x) &&
        expr_same(own, body_strip_widening(value->a)))
        return true;
    for (struct expr *v = value;; v = v->a) {
        if (expr_same(all, body_strip_widening(v)) || expr_same(own, body_strip_widening(v)))
            return true;
        if (v->kind != EXPR_CAST || body_strip(v, x) == v)
            return false;
    }
}

struct expr *body_just_assigned(struct expr *compared)
{
    compared = body_strip_widening(body_operand(compared));
    bool plain = compared->kind == EXPR_ASSIGN && compared->op == OP_ASSIGN &&
                 compared->a->kind == EXPR_VAR && compared->a->reduction < 0;
    return plain ? compared->a : NULL;
}

/* ---- comparisons ---- */

/* A tree of minima or maxima with x in it; in place of an operator, one that
 * x itself goes with. */
enum { NONE = -1, ITSELF = -2 };

struct order {
    struct region *r;
    int red;
    const struct type *x;
    bool drops_nan;
};

/* Where this comparison fails, x gets the other value, a NaN, too.  Those of OpenMP and
 * OpenACC promise no order, and sums without rounding none either. */
static void sees_nan(const struct order *o, struct expr *compared)
{
    struct region *r = o->r;
    bool own =
        !r->keeps_text && !r->site.team && !r->dir->reproducible && !r->reductions[o->red].section;
    if (!own || r->finite_math || !type_is_floating(o->x) || !type_is_floating(compared->a->type))
        return;
    compared->sees_nan = true;
    r->sees_nan = true;
    r->reductions[o->red].takes_nan = true;
}

/* REL between a value with x and one without. */
struct comparison {
    struct expr *cmp;
    bool negated;
    bool x_left;
    struct expr *with, *other; /* operands, with the conversion to a common type */
};

static bool find_comparison(const struct order *o, struct expr *cond, struct comparison *c)
{
    *c = (struct comparison){.cmp = expr_strip(cond)};
    for (; c->cmp->kind == EXPR_UNARY && c->cmp->op == OP_NOT; c->cmp = expr_strip(c->cmp->a))
        c->negated = !c->negated;
    if (!expr_orders(c->cmp))
        return false;
    c->x_left = body_mentions(c->cmp->a, o->red) > 0;
    c->with = c->x_left ? c->cmp->a : c->cmp->b;
    c->other = c->x_left ? c->cmp->b : c->cmp->a;
    return body_mentions(c->with, o->red) > 0 && !body_mentions(c->other, o->red);
}

/* The comparison in a condition that may ask for more: p && e REL x. */
static bool find_among(const struct order *o, struct expr *cond, struct comparison *c)
{
    cond = expr_strip(cond);
    if (cond->kind != EXPR_BINARY || cond->op != OP_LAND)
        return find_comparison(o, cond, c);
    bool left = body_mentions(cond->a, o->red) > 0;
    if (body_mentions(left ? cond->b : cond->a, o->red) ||
        !find_among(o, left ? cond->a : cond->b, c))
        return false;
    if (left)
        body_check_guarded(o->r, cond->b, o->red);
    body_check_expr(o->r, left ? cond->b : cond->a);
    return true;
}

bool body_compared_alike(const struct type *x, const struct type *as, struct expr *other)
{
    const struct expr *e = body_strip_widening(body_operand(other));
    if (!type_is_integer(x) || !type_is_integer(e->type) || as->scalar == x->scalar)
        return true;
    return (can_hold(x, e->type) || body_is_truth(e)) && can_hold(as, x);
}

/* Integers: x is compared as type `as` with e and takes its value.  Unless
 * both is done in x's own type, no value may change by it. */
static bool check_compared(const struct order *o, const struct comparison *c)
{
    const struct reduction *x = &o->r->reductions[o->red];
    const struct expr *e = body_strip_widening(body_operand(c->other));
    return body_compared_alike(x->type, c->with->type, c->other) ||
           refuse(o->r, REFUSE_LOOP, e->begin, CODE_TRUNCATION,
                  "'%s' of type '%s' is compared with a value of type '%s'; use one type for both",
                  x->text, x->type->spelling, e->type->spelling);
}

/* x, or the tree with it, is compared and, if it stays, is `kept` (NULL: as it
 * is); else `value` takes its place: the operator, or NONE. */
static int compared_op(struct order *o, const struct comparison *c, struct expr *kept,
                       struct expr *value, bool kept_if_true)
{
    const struct type *as = c->with->type;
    struct expr *with = body_strip_kept(body_operand(c->with), o->x);
    bool itself = with->reduction == o->red;
    kept = kept ? body_strip_kept(kept, o->x) : with;
    if (itself ? kept->reduction != o->red : !expr_same(with, kept))
        return NONE;
    if (type_is_integer(o->x) ? !type_is_integer(as) : !body_keeps(as, o->x))
        return NONE;
    struct expr *t = itself ? body_just_assigned(c->other) : NULL;
    if (!body_same_value(t ? t : c->other, value, o->x))
        return NONE;
    if (c->negated && !kept_if_true && !type_is_integer(as) && !o->r->finite_math &&
        !body_misuse(o->r, c->cmp, o->red,
                     "takes a NaN too, as the comparison is negated; compare the other way round"))
        return NONE;
    if (kept_if_true && !c->negated) { /* nothing compares with a NaN */
        o->drops_nan = true;
        sees_nan(o, c->cmp);
    }
    bool less = c_op_is_less(c->cmp->op) != c->negated;
    return less == (c->x_left == kept_if_true) ? TCR_MIN : TCR_MAX;
}

/* ---- trees ---- */

static int tree_op(struct order *o, struct expr *e);

/* Of two ways, or one inside of the other. */
static int both(int a, int b)
{
    return a == ITSELF ? b : b == ITSELF || a == b ? a : NONE;
}

/* a REL b ? a : b with x in one of them. */
static int select_op(struct order *o, struct expr *e)
{
    struct comparison c;
    bool then = body_mentions(e->b, o->red) > 0;
    struct expr *kept = then ? e->b : e->c, *value = then ? e->c : e->b;
    if (body_mentions(value, o->red) ||
        !(then ? find_comparison(o, e->a, &c) : find_among(o, e->a, &c)))
        return NONE;
    check_compared(o, &c);
    int inner = tree_op(o, kept);
    if (inner == NONE)
        return NONE;
    body_check_guarded(o->r, e->b, o->red);
    body_check_guarded(o->r, e->c, o->red);
    return both(inner, compared_op(o, &c, kept, value, then));
}

static int tree_op(struct order *o, struct expr *e)
{
    e = body_strip_kept(e, o->x);
    if (e->reduction == o->red)
        return ITSELF;
    if (e->kind == EXPR_COND && body_mentions(e->a, o->red))
        return select_op(o, e);
    if (e->kind == EXPR_COND)
        return both(tree_op(o, e->b), tree_op(o, e->c));
    size_t last;
    struct expr *compared;
    int op = body_order_call(o->r, e, o->x, &last, &compared);
    if (op < 0)
        return NONE;
    size_t with = body_mentions(e->args[0], o->red) ? 0 : 1;
    if (body_mentions(e->args[1 - with], o->red))
        return NONE;
    o->drops_nan |= last != with;
    if (compared && last != with)
        sees_nan(o, compared);
    return both(tree_op(o, e->args[with]), op);
}

/* Is it a minimum or maximum of values of integers that x can hold? */
static bool chooses_integer(const struct expr *e, const struct type *x)
{
    if (e->kind == EXPR_CALL && e->n_args == 2 && e->math && e->math->device &&
        operator_of_function(e->math->device) >= 0)
        return chooses_integer(e->args[0], x) && chooses_integer(e->args[1], x);
    if (e->kind != EXPR_CAST || !body_keeps(e->type, e->a->type))
        return false;
    return type_is_integer(e->a->type) ? can_hold(x, e->a->type) : chooses_integer(e->a, x);
}

struct expr *body_order_of_integers(struct expr *e, const struct type *x)
{
    struct expr *value = e->kind == EXPR_CAST && e->type->scalar == x->scalar ? e->a : e;
    return type_is_integer(x) && !type_is_integer(value->type) && chooses_integer(value, x) ? value
                                                                                            : NULL;
}

int body_order_tree(struct region *r, struct expr *rhs, int red)
{
    struct order o = {.r = r, .red = red, .x = r->reductions[red].type};
    struct expr *integers = body_order_of_integers(rhs, o.x);
    int op = tree_op(&o, integers ? integers : body_strip(rhs, o.x));
    r->reductions[red].drops_nan |= o.drops_nan;
    return op < 0 ? -1 : op;
}

bool body_order_if(struct region *r, struct expr *cond, struct expr *assign, bool has_else)
{
    assign = assign->kind == EXPR_CAST ? assign->a : assign;
    if (assign->kind != EXPR_ASSIGN || assign->op != OP_ASSIGN || body_target(assign->a) < 0)
        return false;
    int red = body_target(assign->a);
    struct order o = {.r = r, .red = red, .x = r->reductions[red].type};
    enum tcr_op op = r->reductions[red].op;
    struct comparison c;
    if (!operator_is(op, OPERATOR_ORDER) || !find_among(&o, cond, &c) ||
        body_strip_kept(body_operand(c.with), o.x)->reduction != red ||
        body_mentions(assign->b, red) || !body_one_place(r, red, assign->a, cond))
        return false;
    if (has_else)
        return body_misuse(
            r, c.cmp, red,
            "does something else where the comparison fails, which depends on the order; "
            "write separate if statements");
    body_check_truncation(r, assign, red, body_operand(c.other)->type);
    int found = compared_op(&o, &c, NULL, assign->b, false);
    if (found < 0)
        return body_misuse(r, assign, red, "compares one value and assigns another");
    check_compared(&o, &c);
    if (found != (int)op)
        return body_misuse(r, assign, red,
                           found == TCR_MIN ? "takes the minimum" : "takes the maximum");
    body_check_guarded(r, assign->b, red);
    body_check_expr(r, c.other);
    body_check_expr(r, assign->b);
    r->reductions[red].combines = true;
    return true;
}

/* ---- counters ---- */

/* The last of a loop's numbers is the largest, if it counts up. */
static int order_of_counter(const struct loop *l)
{
    bool up = c_op_is_less(l->rel) || (l->rel == OP_NE && l->vars[0].step_const > 0);
    bool sure = l->rel != OP_NE || !l->vars[0].step;
    return !sure ? NONE : up ? TCR_MAX : TCR_MIN;
}

bool body_order_counter(struct region *r, struct expr *e, int red)
{
    struct reduction *x = &r->reductions[red];
    struct expr *i = body_strip_widening(e->b);
    const struct loop *l = r->loops[0];
    bool device = false;
    for (size_t k = 0; k < r->dir->n_data; k++)
        device |= r->dir->data[k].map == TCR_MAP_DEVICEPTR;
    if (device || !x->decl || r->n_loops != 1 || l->linked || i->kind != EXPR_VAR ||
        i->decl != l->vars[0].var || !type_is_integer(x->type) || type_is_unsigned(x->type) ||
        !type_is_integer(i->type) || type_is_unsigned(i->type) || x->type->size < i->type->size ||
        order_of_counter(l) != (int)x->op || e->op != OP_ASSIGN)
        return false;
    struct expr *less = expr_new(EXPR_BINARY, i->type, e->begin, e->end);
    struct expr *choice = expr_new(EXPR_COND, e->a->type, e->begin, e->end);
    less->op = x->op == TCR_MAX ? OP_LT : OP_GT;
    less->a = e->a;
    less->b = choice->b = e->b;
    choice->a = less;
    choice->c = e->a;
    e->b = choice;
    x->takes_counter = true;
    return true;
}

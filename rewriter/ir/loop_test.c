/* SPDX-License-Identifier: MIT */
/*
 * loop_test.c: loops that count down in their condition,
 *
 *     for (unsigned i = n; i-- > 0;)                 for (unsigned i = n; i > 0; i--)
 *         a[i] = ...                      as             a[i - 1] = ...
 *
 * or that count down until an unsigned variable wraps around,
 *
 *     for (unsigned i = n - 1; i < n; i--)           for (unsigned i = n; i > 0; i--)
 *
 * The body only reads the variable, which nobody else can name.
 */
#include "ir.h"
#include "made.h"
#include "region.h"

static bool visit_value(struct expr *e, void *ctx)
{
    const struct decl *d = ctx;
    if (e->kind != EXPR_VAR || e->decl != d)
        return true;
    struct made at = {e->begin, e->end};
    struct expr *less = made_binary(at, OP_SUB, d->type, made_variable(at, (struct decl *)d),
                                    made_number(at, d->type, 1));
    *e = *less;
    return false;
}

/* The variable that the loop's header declares, alone: an integer of a type that C counts in. */
static const struct decl *counter_of(const struct stmt *s)
{
    const struct stmt *init = s->init;
    const struct decl *d = init && init->kind == STMT_DECL && init->n_decls == 1 && init->inits[0]
                               ? init->decls[0]
                               : NULL;
    bool fits = d && type_is_integer(d->type) && !type_is_bool(d->type) && d->type->size >= 4 &&
                !d->type->is_volatile && !d->type->is_atomic && !d->addressed;
    return fits ? d : NULL;
}

/* d--, below conversions; NULL. */
static struct expr *decrement(struct expr *e, const struct decl *d)
{
    while (e->kind == EXPR_CAST && type_is_integer(e->type) && e->type->size >= d->type->size)
        e = e->a;
    bool is = e->kind == EXPR_INCDEC && e->op == OP_DECREMENT && e->postfix && !e->atomic &&
              e->a->kind == EXPR_VAR && e->a->decl == d;
    return is ? e : NULL;
}

/* d-- > 0, d-- != 0, 0 < d--, d--: false, something else. */
static bool move_test(struct stmt *s, const struct decl *d)
{
    struct expr *e = s->expr, *test = decrement(e, d);
    long long k;
    if (!test && e->kind == EXPR_BINARY) {
        bool left = decrement(e->a, d) != NULL;
        test = decrement(left ? e->a : e->b, d);
        bool above = e->op == OP_NE || e->op == (left ? OP_GT : OP_LT);
        if (!test || !above || !expr_const(left ? e->b : e->a, &k) || k != 0)
            return false;
        e->op = left ? OP_GT : OP_LT;
        *test = *test->a;
        return true;
    }
    if (!test || test != e)
        return false;
    struct made at = {e->end, e->end}; /* without a text of its own */
    s->expr = made_binary((struct made){e->begin, e->end}, OP_GT, type_int(), e->a,
                          made_number(at, d->type, 0));
    return true;
}

static bool keeps_value(const struct type *to, const struct type *from)
{
    bool same_sign = type_is_unsigned(to) == type_is_unsigned(from);
    return to->size > from->size ? same_sign || type_is_unsigned(from)
                                 : to->size == from->size && same_sign;
}

/* Below conversions that keep the value, or are those to the type of d. */
static struct expr *integer(struct expr *e, const struct decl *d)
{
    while (e->kind == EXPR_CAST && type_is_integer(e->type) && !type_is_bool(e->type) &&
           type_is_integer(e->a->type) &&
           (keeps_value(e->type, e->a->type) ||
            (type_is_unsigned(e->type) && e->type->size == d->type->size &&
             e->a->type->size <= d->type->size)))
        e = e->a;
    return e;
}

static bool is_step_down(struct expr *e, const struct decl *d)
{
    return e->kind == EXPR_INCDEC && e->op == OP_DECREMENT && !e->atomic &&
           e->a->kind == EXPR_VAR && e->a->decl == d;
}

/* T d = n - 1; d < n; d--, where T is unsigned, and n no wider: it begins at n, and ends at 0. */
static bool move_wrap(struct stmt *s, const struct decl *d)
{
    struct expr *first = integer(s->init->inits[0], d), *e = s->expr;
    long long k;
    if (!type_is_unsigned(d->type) || !is_step_down(s->step, d) || first->kind != EXPR_BINARY ||
        first->op != OP_SUB || !expr_const(first->b, &k) || k != 1 || e->kind != EXPR_BINARY ||
        e->op != OP_LT || e->a->kind != EXPR_VAR || e->a->decl != d)
        return false;
    struct expr *n = integer(first->a, d), *bound = integer(e->b, d);
    if (n->kind != EXPR_VAR || !expr_equal(n, bound) || n->decl == d ||
        stmt_writes(s->body, n->decl) || n->type->size > d->type->size ||
        first->type->size > d->type->size || e->b->type->size != d->type->size)
        return false;
    struct made at = {e->end, e->end}; /* without a text of its own */
    s->init->inits[0] = made_cast((struct made){n->begin, n->end}, (struct type *)d->type, n);
    s->expr = made_binary((struct made){e->begin, e->end}, OP_GT, type_int(), e->a,
                          made_number(at, d->type, 0));
    return true;
}

void stmt_move_test(struct stmt *s)
{
    const struct decl *d = s->expr ? counter_of(s) : NULL;
    if (!d)
        return;
    struct made at = {s->expr->begin, s->expr->end};
    if (stmt_writes(s->body, d) || !(s->step ? move_wrap(s, d) : move_test(s, d)))
        return;
    stmt_walk_exprs(s->body, visit_value, (void *)d);
    s->step = made_expr(at, EXPR_INCDEC, (struct type *)d->type,
                        made_variable(at, (struct decl *)d), NULL);
    s->step->op = OP_DECREMENT;
    s->step->postfix = true;
    s->tested = true;
}

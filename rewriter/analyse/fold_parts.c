/* SPDX-License-Identifier: MIT */
/*
 * fold_parts.c: what the threads of a team can compute of floating sums and products that keep the
 * order of the program (--tcr-inner=ordered).
 *
 *     s += v[k] * x[ci[k]];      each lane computes the product of its iteration,
 *                                then all of them add the products of all lanes, one by one
 *
 * So the update must be one that an iteration comes to at most once, and all but the variable in it
 * is computed beforehand: its parts.
 */
#include "fold_private.h"

enum { MOST_UPDATES = 32 }; /* a bit each says whether an iteration makes them */

struct order_search {
    struct fold_parts *parts;
    struct updated of;
    size_t mentions; /* of the variable, in updates */
    bool fits;
};

bool fold_rounds(const struct fold *f)
{
    bool floating =
        type_is_complex(f->type) || (f->type->kind == TYPE_SCALAR && !type_is_integer(f->type));
    return floating && (f->kind == FOLD_OPERATOR || f->kind == FOLD_PREFIX) &&
           (f->op == TCR_ADD || f->op == TCR_MUL);
}

static struct expr *without_casts(struct expr *e)
{
    while (e->kind == EXPR_CAST)
        e = e->a;
    return e;
}

static void add_part(struct order_search *s, struct expr *update, struct expr *part)
{
    /* the conversion is that of the update (emit_exact) */
    while (part && part->kind == EXPR_CAST && part->implicit && part->type->kind == TYPE_SCALAR)
        part = part->a;
    struct fold_part added = {.update = update, .part = part, .number = s->parts->updates};
    IR_PUSH(s->parts->list, s->parts->n, added);
}

/* x + e, e * x, ...: of those around x, the other operands. */
static bool add_tree(struct order_search *s, struct expr *update, struct expr *tree)
{
    struct expr *e = without_casts(tree);
    if (body_is(&s->of, e))
        return true;
    if (e->kind != EXPR_BINARY || (e->op != OP_ADD && e->op != OP_SUB && e->op != OP_MUL))
        return false;
    bool left = body_names(e->a, &s->of) > 0;
    add_part(s, update, left ? e->b : e->a);
    return add_tree(s, update, left ? e->a : e->b);
}

static void add_update(struct order_search *s, struct expr *e)
{
    s->mentions++;
    if (e->kind == EXPR_INCDEC) {
        add_part(s, e, NULL);
    } else if (e->op != OP_ASSIGN) {
        add_part(s, e, e->b);
    } else {
        s->fits &= body_names(e->b, &s->of) == 1 && add_tree(s, e, e->b);
        s->mentions++;
    }
    s->fits &= ++s->parts->updates <= MOST_UPDATES;
}

/* Whose value is not used. */
static void look_at_void(struct order_search *s, struct expr *e)
{
    e = e->kind == EXPR_CAST ? e->a : e;
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA)
        look_at_void(s, e->a);
    if (e->kind == EXPR_COND ||
        (e->kind == EXPR_BINARY && (e->op == OP_COMMA || c_op_is(e->op, C_OP_LOGICAL))))
        look_at_void(s, e->b);
    if (e->kind == EXPR_COND)
        look_at_void(s, e->c);
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && body_is(&s->of, e->a))
        add_update(s, e);
}

static bool visit_statement(struct stmt *t, void *ctx)
{
    struct order_search *s = ctx;
    if (t->kind == STMT_EXPR)
        look_at_void(s, t->expr);
    return !stmt_is_loop(t); /* which may come to it more than once */
}

bool fold_find_parts(const struct loop *l, const struct folds *f, struct fold_parts *parts)
{
    struct order_search s = {.parts = parts, .fits = true};
    for (size_t i = 0; i < f->n && s.fits; i++) {
        const struct fold *x = &f->list[i];
        if (!fold_rounds(x))
            continue;
        s.of = (struct updated){.decl = x->var, .place = x->place, .type = x->type};
        s.mentions = 0;
        stmt_walk(l->stmt->body, visit_statement, &s);
        s.fits &= s.mentions == fold_mentions(l, &s.of);
    }
    return s.fits;
}

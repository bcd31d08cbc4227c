/* SPDX-License-Identifier: MIT */
/*
 * reproducible.c: what the clause `reproducible` can promise for a loop.
 *
 * Sums of floating numbers are computed without rounding, on the host and on the
 * device, and rounded once.  So their bits are the same if the bits of what is
 * added are: the values that one iteration adds to a variable which starts at 0.
 * That asks for arithmetic which IEEE 754 defines, in the order that the program
 * has: no library's own rounding, no fused multiply-add on one side only.
 */

#include "../ir/math_table.h"
#include "../source/operators.h"
#include "../ir/region.h"

bool reproducible_sum(const struct region *r, const struct reduction *red)
{
    return r->dir->reproducible && red->op == TCR_ADD && !red->section &&
           red->type->kind == TYPE_SCALAR && type_is_floating(red->type);
}

bool reproducible_any(const struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (reproducible_sum(r, &r->reductions[i]))
            return true;
    return false;
}

/* ---- the variables ---- */

static bool is_floating(const struct type *t)
{
    return type_is_floating(t) || type_is_complex(t) || t->kind == TYPE_COMPLEX ||
           t->kind == TYPE_LONG_DOUBLE;
}

static bool check_variable(struct region *r, const struct reduction *red)
{
    const char *name = red->text;
    if (!is_floating(red->type) || operator_is(red->op, OPERATOR_LOGICAL))
        return true;
    if (red->op == TCR_MUL)
        return refuse(
            r, REFUSE_LOOP, r->pragma->begin, CODE_REPRODUCIBLE,
            "the product '%s' is rounded in every order in another way, and 'reproducible' is "
            "for sums; leave the clause out, or add logarithms",
            name);
    if (red->section)
        return refuse(
            r, REFUSE_LOOP, r->pragma->begin, CODE_REPRODUCIBLE,
            "'reproducible' is not implemented for sections with floating numbers, as '%s'; "
            "leave the clause out, or name single variables",
            name);
    if (!type_is_floating(red->type))
        return refuse(
            r, REFUSE_LOOP, r->pragma->begin, CODE_REPRODUCIBLE,
            "'reproducible' is not implemented for variables of type '%s', as '%s'; sum its "
            "parts in variables of type double",
            red->type->spelling, name);
    return true;
}

/* ---- the values ---- */

struct values {
    struct region *r;
    const struct expr *arithmetic, *product, *rounds, *quotient, *narrow;
};

static bool visit_value(struct expr *e, void *ctx)
{
    struct values *v = ctx;
    bool binary = e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN;
    if (e->kind == EXPR_CALL && e->math && e->math->rounds && !v->rounds)
        v->rounds = e;
    enum c_op plain = c_op_plain(e->op);
    if (!binary || !is_floating(e->type) || e->op == OP_ASSIGN)
        return true;
    if (!v->arithmetic)
        v->arithmetic = e;
    if (plain == OP_MUL && !v->product)
        v->product = e;
    if (plain == OP_DIV && type_is_complex(e->type) && !v->quotient)
        v->quotient = e;
    if (type_is_half(e->type) && !v->narrow)
        v->narrow = e;
    return true;
}

/* ---- fused multiply-adds ---- */

/* A product that is fused with a sum is not rounded by itself.  That makes no
 * difference where the other summand is 0, as the variable is that an iteration
 * adds to for the first time; so it is other sums that matter, with operands that
 * may be products, and further additions to the variable. */
struct fusions {
    const struct region *r;
    size_t *updates; /* of each variable */
    bool found;
};

/* Set by the iteration itself, perhaps to a product? */
static bool is_own(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->n_privates; i++)
        if (r->privates[i] == d)
            return !type_is_integer(d->type);
    return d->in_region && !type_is_integer(d->type);
}

static bool visit_operand(struct expr *e, void *ctx)
{
    struct fusions *f = ctx;
    f->found |= (e->kind == EXPR_BINARY && e->op == OP_MUL && is_floating(e->type)) ||
                (e->kind == EXPR_VAR && is_own(f->r, e->decl)) || e->kind == EXPR_ASSIGN ||
                (e->kind == EXPR_CALL && !e->math) || e->reduction >= 0;
    return !f->found;
}

static bool visit_sum(struct expr *e, void *ctx)
{
    struct fusions *f = ctx;
    bool assigns = e->kind == EXPR_ASSIGN;
    enum c_op plain = c_op_plain(e->op);
    if ((e->kind != EXPR_BINARY && !assigns) || !is_floating(e->type))
        return !f->found;
    f->found |= plain == OP_MUL && !type_is_floating(e->type); /* has sums of its own */
    if (plain != OP_ADD && plain != OP_SUB)
        return !f->found;
    if (assigns && e->a->reduction >= 0) {
        f->found |= ++f->updates[e->a->reduction] > 1;
        return !f->found;
    }
    expr_walk(e->a, visit_operand, f);
    expr_walk(e->b, visit_operand, f);
    return !f->found;
}

/* What is stored may be a product, too, that an addition then takes from its register. */
static bool may_fuse(struct region *r)
{
    struct fusions f = {.r = r, .updates = ir_alloc(r->n_reductions * sizeof(size_t) + 1)};
    if (r->stores || r->n_functions > 0 || stmt_has_loop(r->body) || stmt_has_label(r->body))
        return true;
    stmt_walk_exprs(r->body, visit_sum, &f);
    return f.found;
}

/* The loop stays parallel on the host, whose own values are always the same. */
static bool check_values(struct region *r)
{
    struct values v = {.r = r};
    stmt_walk_exprs(r->body, visit_value, &v);
    for (size_t i = 0; i < r->n_functions; i++)
        stmt_walk_exprs(r->functions[i].body, visit_value, &v);
    if (r->facts->loose && v.arithmetic)
        return refuse(
            r, REFUSE_LOOP, v.arithmetic->begin, CODE_REPRODUCIBLE,
            "with '%s', floating results may differ from one iteration to the next; compile "
            "without that option",
            r->facts->loose);
    if (v.rounds)
        refuse_device(r, v.rounds->begin, CODE_REPRODUCIBLE,
                      "'%s' may be rounded in another way on the device than on the host; compute "
                      "its values in a loop before, or leave 'reproducible' out",
                      v.rounds->math->name);
    if (v.quotient)
        refuse_device(r, v.quotient->begin, CODE_REPRODUCIBLE,
                      "a quotient of complex numbers may be rounded in another way on the device "
                      "than on the host; leave 'reproducible' out");
    if (v.product && r->facts->contracts && may_fuse(r))
        refuse_device(r, v.product->begin, CODE_REPRODUCIBLE,
                      "the host's compiler may fuse this product with a sum, and round in another "
                      "way than the device; compile with -ffp-contract=off");
    if (v.narrow && r->facts->fused)
        refuse_device(r, v.narrow->begin, CODE_REPRODUCIBLE,
                      "with '%s', the host may round numbers of 16 bits in another way than the "
                      "device; compute in float",
                      r->facts->fused);
    return true;
}

bool reproducible_check(struct region *r)
{
    if (!r->dir->reproducible)
        return true;
    for (size_t i = 0; i < r->n_reductions; i++)
        if (!check_variable(r, &r->reductions[i]))
            return false;
    if (reproducible_any(r)) {
        if (r->keeps_text)
            return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_REPRODUCIBLE,
                          "the loop has a construct of OpenMP or OpenACC, whose sum depends on the "
                          "threads; remove that construct, or 'reproducible'");
        if (r->n_lastprivates && r->stores)
            return refuse(
                r, REFUSE_LOOP, r->pragma->begin, CODE_REPRODUCIBLE,
                "'%s' keeps its last value in a loop that writes memory; write private(%s), or "
                "leave 'reproducible' out",
                r->lastprivates[0]->name, r->lastprivates[0]->name);
    }
    return check_values(r);
}

/*
 * reproducible.c: what the clause `reproducible` can promise for a loop.
 *
 * Sums of floating numbers are computed without rounding, on the host and on the
 * device, and rounded once.  So their bits are the same if the bits of what is
 * added are: the values that one iteration adds to a variable which starts at 0.
 * That asks for arithmetic which IEEE 754 defines, in the order that the program
 * has: no library's own rounding, no fused multiply-add on one side only.
 */
#include <string.h>

#include "math_table.h"
#include "operators.h"
#include "region.h"

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

static void check_variable(struct region *r, const struct reduction *red)
{
    const char *name = red->text;
    if (!is_floating(red->type) || operator_is(red->op, OPERATOR_LOGICAL))
        return;
    if (red->op == TCR_MUL)
        refuse(r, REFUSE_LOOP, r->pragma->begin, "reproducible",
               "the product '%s' is rounded in every order in another way, and 'reproducible' is "
               "for sums; leave the clause out, or add logarithms",
               name);
    if (red->section)
        refuse(r, REFUSE_LOOP, r->pragma->begin, "reproducible",
               "'reproducible' is not implemented for sections with floating numbers, as '%s'; "
               "leave the clause out, or name single variables",
               name);
    if (!type_is_floating(red->type))
        refuse(r, REFUSE_LOOP, r->pragma->begin, "reproducible",
               "'reproducible' is not implemented for variables of type '%s', as '%s'; sum its "
               "parts in variables of type double",
               red->type->spelling, name);
}

/* ---- the values ---- */

struct values {
    struct region *r;
    const struct expr *product, *rounds, *quotient, *narrow;
};

static bool visit_value(struct expr *e, void *ctx)
{
    struct values *v = ctx;
    bool binary = e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN;
    if (e->kind == EXPR_CALL && e->math && e->math->rounds && !v->rounds)
        v->rounds = e;
    if (!binary || !e->op || !is_floating(e->type) || strcmp(e->op, "=") == 0)
        return true;
    if (*e->op == '*' && !v->product)
        v->product = e;
    if (*e->op == '/' && type_is_complex(e->type) && !v->quotient)
        v->quotient = e;
    if (type_is_floating(e->type) && scalar_size(e->type->scalar) == 2 && !v->narrow)
        v->narrow = e;
    return true;
}

/* The loop stays parallel on the host, whose own values are always the same. */
static void check_values(struct region *r)
{
    struct values v = {.r = r};
    stmt_walk_exprs(r->body, visit_value, &v);
    for (size_t i = 0; i < r->n_functions; i++)
        stmt_walk_exprs(r->functions[i].body, visit_value, &v);
    if (v.rounds)
        refuse_device(r, v.rounds->begin, "reproducible",
                      "'%s' may be rounded in another way on the device than on the host; compute "
                      "its values in a loop before, or leave 'reproducible' out",
                      v.rounds->math->name);
    if (v.quotient)
        refuse_device(r, v.quotient->begin, "reproducible",
                      "a quotient of complex numbers may be rounded in another way on the device "
                      "than on the host; leave 'reproducible' out");
    if (v.product && r->facts->contracts)
        refuse_device(r, v.product->begin, "reproducible",
                      "the host's compiler may fuse this product with a sum, and round in another "
                      "way than the device; compile with -ffp-contract=off");
    if (v.narrow && r->facts->fused)
        refuse_device(r, v.narrow->begin, "reproducible",
                      "with '%s', the host may round numbers of 16 bits in another way than the "
                      "device; compute in float",
                      r->facts->fused);
}

void reproducible_check(struct region *r)
{
    if (!r->dir->reproducible)
        return;
    if (r->facts->loose)
        refuse(r, REFUSE_LOOP, r->pragma->begin, "reproducible",
               "with '%s', floating results may differ from one iteration to the next; compile "
               "without that option",
               r->facts->loose);
    for (size_t i = 0; i < r->n_reductions; i++)
        check_variable(r, &r->reductions[i]);
    if (reproducible_any(r)) {
        if (r->keeps_text)
            refuse(r, REFUSE_LOOP, r->pragma->begin, "reproducible",
                   "the loop has a construct of OpenMP or OpenACC, whose sum depends on the "
                   "threads; remove that construct, or 'reproducible'");
        if (r->n_lastprivates && r->stores)
            refuse(r, REFUSE_LOOP, r->pragma->begin, "reproducible",
                   "'%s' keeps its last value in a loop that writes memory; write private(%s), or "
                   "leave 'reproducible' out",
                   r->lastprivates[0]->name, r->lastprivates[0]->name);
    }
    check_values(r);
}

/* SPDX-License-Identifier: MIT */
/*
 * emit_reduced.c: a region's reduction variables in the host's text: temporaries in
 * place of those that OpenMP cannot have in its list or whose initial value it would
 * lose, which of them make the loop run in order (tcr_odd), and which make it run so
 * once more.
 */
#include "emit_host.h"

#include <stdlib.h>

#include "../source/operators.h"

/* What is no variable of its own may be part of what is present, and the
 * device's copy of it then follows. */
static void share(const struct plan *p, size_t i, const char *call, struct buf *out)
{
    const struct reduction *red = &p->r->reductions[i];
    if (red->decl || !red->lvalue || expr_is_bit_field(red->lvalue))
        return;
    buf_printf(out, "    if (%s) %s((const volatile void *)%s, %s);\n", emit_object_there(p, i),
               call, emit_object_at(p, i), emit_object_size(p, i));
}

const char *emit_value(const struct plan *p, const struct plan_reduction *red)
{
    return ir_printf("%s%s ? %s : 0", p->runs, red->guard, red->user);
}

/* Does a temporary start from the identity? */
static bool starts_anew(const struct plan_reduction *red)
{
    return red->sticky || red->ordered;
}

void emit_load_temps(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions; i++)
        share(p, i, "tcr_data_fetch", out);
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const struct plan_reduction *red = &p->reductions[i];
        if (red->temp)
            buf_printf(out, "    %s tcr_red%zu = %s;\n", type_host_name(red->of->type), i,
                       starts_anew(red) ? operator_of(red->of->op)->identity : emit_value(p, red));
    }
}

const char *emit_start_of(const struct reduction *red)
{
    const char *number = red->type->scalar == TCR_F32 ? "3.40282346638528859812e+38F"
                                                      : "1.79769313486231570815e+308";
    return ir_printf("%s%s", red->op == TCR_MIN ? "" : "-", number);
}

/* Of a minimum or maximum that is zero, the order would decide the sign. */
static void positive_zeros(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions && p->r->dir->reproducible; i++)
        if (p->reductions[i].ordered && p->reductions[i].temp)
            buf_printf(out, "    if (tcr_red%zu == 0) tcr_red%zu = 0;\n", i, i);
}

static void store_temp(const struct plan *p, const struct plan_reduction *red, struct buf *out)
{
    const struct operator* op = operator_of(red->of->op);
    const char *x = red->user, *value = red->host, *beyond = "";
    const char *runs = ir_printf("%s%s", p->runs, red->guard);
    /* only what has changed: it may be read-only, or not there */
    const char *condition = ir_printf("%s && %s != %s", runs, value, x);
    if (red->sticky) {
        condition = ir_printf("%s%s", red->of->op == TCR_LAND ? "!" : "", value);
        value = op->absorbing;
    } else if (red->ordered) { /* as the loop compares: a NaN stays, or fmin drops it */
        if (red->of->drops_nan)
            beyond = ir_printf(" || (%s != %s && %s %s %s)", x, x, value, op->relation,
                               emit_start_of(red->of));
        condition = ir_printf("%s && (%s %s %s%s)", runs, value, op->relation, x, beyond);
    }
    buf_printf(out, "    if (%s%s) %s = %s;\n", p->in_order ? "!tcr_seq && " : "", condition, x,
               value);
}

void emit_store_temps(const struct plan *p, struct buf *out)
{
    positive_zeros(p, out);
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (p->reductions[i].temp)
            store_temp(p, &p->reductions[i], out);
    for (size_t i = 0; i < p->r->n_reductions; i++)
        share(p, i, "tcr_data_store", out);
}

static void same_tests(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions; i++)
        for (size_t k = 0; k < i; k++) {
            if (plan_maybe_same(&p->r->reductions[i], &p->r->reductions[k]))
                buf_printf(out,
                           " || (%s && %s && (const char *)%s < (const char *)%s + %s && "
                           "(const char *)%s < (const char *)%s + %s)",
                           emit_object_there(p, i), emit_object_there(p, k), emit_object_at(p, i),
                           emit_object_at(p, k), emit_object_size(p, k), emit_object_at(p, k),
                           emit_object_at(p, i), emit_object_size(p, i));
        }
}

/* x = k is x OP k if k has all that x brings. */
static void constant_test(const struct plan *p, const struct plan_reduction *red, struct buf *out)
{
    const struct operator* op = operator_of(red->of->op);
    const char *x = red->host, *k = plan_quote(p->r, red->of->constant);
    if (red->ordered) /* a temporary starts from the identity; a NaN is no number to stay */
        buf_printf(out, " || (%s%s && !(%s %s= (__typeof__(%s))(%s)))", p->runs, red->guard,
                   red->user, red->of->op == TCR_MAX ? "<" : ">", red->user, k);
    else if (operator_is(red->of->op, OPERATOR_ORDER))
        buf_printf(out, " || %s %s (__typeof__(%s))(%s)", x, op->relation, x, k);
    else
        buf_printf(out, " || (%s %s (%s)) != (__typeof__(%s))(%s)", x, op->name, k, x, k);
}

void emit_odd_test(const struct plan *p, struct buf *out)
{
    buf_printf(out, "    int tcr_odd = !(%s) || (0", p->runs);
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const struct plan_reduction *red = &p->reductions[i];
        const char *x = red->host;
        if (red->keeps_initial)
            buf_printf(out, " || (%s != 0 && %s != 1)", x, x);
        if (red->keeps_nan) /* the user's variable: a temporary starts from the identity */
            buf_printf(out, " || (%s%s && %s != %s)", p->runs, red->guard, red->user, red->user);
        if (red->keeps_counter)
            buf_printf(out, " || (long long)%s %s (long long)%s", x,
                       red->of->op == TCR_MAX ? ">" : "<", emit_lower(p, &p->r->loops[0]->vars[0]));
        if (red->keeps_constant)
            constant_test(p, red, out);
    }
    same_tests(p, out);
    buf_add(out, ");\n");
}

/* ---- the user's text, with the temporaries' names ---- */

struct place {
    size_t begin, end;
    int reduction;
};

struct places {
    const struct plan *plan;
    struct place *list;
    size_t n;
};

static bool visit_place(struct expr *e, void *ctx)
{
    struct places *p = ctx;
    if (e->reduction < 0)
        return true;
    if (p->plan->reductions[e->reduction].temp) {
        p->list = xgrow(p->list, p->n, sizeof *p->list);
        p->list[p->n++] = (struct place){e->begin, e->end, e->reduction};
    }
    return false;
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

const char *emit_named_lines(const struct plan *p, size_t begin, size_t end)
{
    struct places places = {.plan = p};
    const char *text = "";
    size_t at = begin;
    stmt_walk_exprs(p->r->body, visit_place, &places);
    if (places.n)
        qsort(places.list, places.n, sizeof *places.list, compare_places);
    for (size_t i = 0; i < places.n; i++) {
        const struct place *place = &places.list[i];
        if (place->begin < at) /* nodes that are shared come twice */
            continue;
        text = ir_printf("%s%s tcr_red%d ", text, region_lines(p->r, at, place->begin),
                         place->reduction);
        at = place->end;
    }
    free(places.list);
    return ir_printf("%s%s", text, region_lines(p->r, at, end));
}

/* ---- results that are not finite ---- */

/* The variable before the loop is beyond the number that copies start from. */
static const char *is_beyond_start(const struct plan *p, const struct plan_reduction *red)
{
    return ir_printf("%s%s && %s %s %s", p->runs, red->guard, emit_start_of(red->of),
                     operator_of(red->of->op)->relation, red->user);
}

void emit_declare_operators(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const struct plan_reduction *red = &p->reductions[i];
        const struct operator* op = operator_of(red->of->op);
        if (red->own_op)
            buf_printf(out,
                       "#pragma omp declare reduction(%s : %s : omp_out = omp_in %s "
                       "omp_out ? omp_in : omp_out) initializer(omp_priv = %s)\n",
                       red->op, type_host_name(red->of->type), op->relation, op->identity);
    }
}

void emit_infinity_test(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions && p->in_order & PLAN_WHEN_INFINITE; i++)
        if (p->reductions[i].loses_infinity)
            buf_printf(out, "    tcr_seq |= %s;\n", is_beyond_start(p, &p->reductions[i]));
}

static bool is_kept(const struct plan *p, size_t i)
{
    return !p->reductions[i].temp && !p->r->reductions[i].best;
}

void emit_first_values(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (is_kept(p, i))
            buf_printf(out, "    __typeof__(%s) tcr_was%zu = %s;\n", p->reductions[i].host, i,
                       p->reductions[i].host);
    buf_add(out, "    do {\n");
}

/* In its own order the loop updates the user's variables, not temporaries.  A part of a
 * product may be too small, as it may be too large. */
void emit_again(const struct plan *p, struct buf *out)
{
    buf_printf(out, "    } while (!tcr_seq%s && (", !p->device ? "" : " && !tcr_done");
    const char *join = "";
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const struct plan_reduction *red = &p->reductions[i];
        const char *x = red->host;
        if (red->overflows) {
            buf_printf(out, "%s%s - %s != 0", join, x, x);
            if (red->of->op == TCR_MUL)
                buf_printf(out, " || %s == 0", x);
            join = " || ";
        }
        if (red->loses_infinity) {
            buf_printf(out, "%s(%s == %s && %s)", join, x, emit_start_of(red->of),
                       is_beyond_start(p, red));
            join = " || ";
        }
    }
    buf_add(out, ") && (");
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (is_kept(p, i))
            buf_printf(out, "%s = tcr_was%zu, ", p->reductions[i].host, i);
    emit_found_back(p, out);
    for (size_t k = 1; k < p->r->loops[0]->n_vars; k++)
        if (p->r->loops[0]->vars[k].kept)
            buf_printf(out, "%s = %s, ", p->r->loops[0]->vars[k].var->name,
                       p->r->loops[0]->vars[k].kept);
    buf_add(out, "tcr_seq = 1));\n");
}

/* SPDX-License-Identifier: MIT */
/*
 * emit_trips.c: host text that counts: where a loop's variables start, how
 * many iterations it has, and whether OpenMP would count the same.
 */
#include "emit_host.h"

/* ((type)(text)), without the cast where the text has that type anyway */
static const char *typed(const struct plan *p, const struct expr *e, const struct type *t)
{
    const struct expr *in = expr_strip(e);
    bool plain = in->kind == EXPR_INT || in->kind == EXPR_VAR;
    if (plain && in->type->kind == TYPE_SCALAR && in->type->scalar == t->scalar)
        return plan_quote(p->r, e);
    return ir_printf("((%s)(%s))", type_host_name(t), plan_quote(p->r, e));
}

const char *emit_lower(const struct plan *p, const struct induction *v)
{
    if (v->kept)
        return v->kept;
    if (v->var->type->kind == TYPE_POINTER)
        return ir_printf("(%s)", plan_quote(p->r, v->lower));
    return typed(p, v->lower, v->var->type);
}

const char *emit_first(const struct plan *p, const struct loop *l, const struct induction *v)
{
    const char *lower = emit_lower(p, v);
    return l->stmt->tested ? ir_printf("(%s - 1)", lower) : lower;
}

static const char *wrap_condition(const struct loop *l, const char *hi, const char *step, bool down,
                                  bool inclusive)
{
    const struct type *t = l->vars[0].var->type;
    int bits = (int)t->size * 8;
    if (down) /* past the least value */
        return type_is_unsigned(t) ? ir_printf("%s < %s%s", hi, step, inclusive ? "" : " - 1")
                                   : ir_printf("%s < %lldLL + %s", hi, -(1LL << (bits - 1)), step);
    const char *most = bits == 64
                           ? "18446744073709551615ULL"
                           : ir_printf("%lldLL", type_is_unsigned(t) ? (1LL << bits) - 1
                                                                     : (1LL << (bits - 1)) - 1);
    return ir_printf("%s > %s - (%s - 1)%s", hi, most, step, inclusive ? " - 1" : "");
}

static const char *trip_count(const struct plan *p, const struct plan_loop *at)
{
    const struct loop *l = at->loop;
    const struct induction *v = &l->vars[0];
    bool pointer = v->var->type->kind == TYPE_POINTER;
    bool same = !pointer && l->cmp_type->scalar == v->var->type->scalar;
    const char *lo = pointer || same
                         ? emit_lower(p, v)
                         : ir_printf("((%s)%s)", type_host_name(l->cmp_type), emit_lower(p, v));
    const char *hi =
        pointer ? ir_printf("(%s)", plan_quote(p->r, l->upper)) : typed(p, l->upper, l->cmp_type);
    bool down = c_op_is_greater(l->rel) || (l->rel == OP_NE && v->step_const < 0);
    const char *wide = pointer ? "(unsigned long long)(char *)" : "(unsigned long long)";
    const char *distance = ir_printf("(%s%s - %s%s)", wide, down ? lo : hi, wide, down ? hi : lo);
    if (l->rel == OP_NE && !pointer) /* the way round, should the variable wrap */
        distance = ir_printf("(unsigned long long)(%s)%s",
                             scalar_of(scalar_integer(SCALAR_UNSIGNED, v->var->type->size))->host,
                             distance);
    const char *step = plan_step(p->r, v);
    if (down)
        step = ir_printf("(-%s)", step);
    const char *unit =
        pointer ? ir_printf("(unsigned long long)(%s * %lld)", step, v->var->type->of->size)
                : ir_printf("(unsigned long long)%s", step);
    bool inclusive = c_op_admits_equal(l->rel);
    const char *n =
        ir_printf("(long long)((%s%s) / %s) + 1", distance, inclusive ? "" : " - 1", unit);
    if (!v->step && (v->step_const == 1 || v->step_const == -1) && !pointer)
        n = ir_printf("(long long)%s%s", distance, inclusive ? " + 1" : "");
    if (v->step) /* a step that leads nowhere: leave it to the loop */
        n = ir_printf("(%s > 0 ? %s : -1)", step, n);
    if (at->wraps)
        n = ir_printf("(%s ? -1 : %s)", wrap_condition(l, hi, step, down, inclusive), n);
    return ir_printf("(%s %s %s ? %s : 0)", lo, c_op_token(l->rel), hi, n);
}

void emit_trips(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_loops; i++) {
        buf_printf(out, "    long long tcr_n%zu = ", i);
        if (i) /* inner bounds may only be looked at if the outer loop runs */
            buf_printf(out, "tcr_n%zu <= 0 ? 0 : ", i - 1);
        const char *fetches = emit_header_fetches(p, p->loops[i].loop);
        buf_printf(out, *fetches ? "(%s%s);\n" : "%s%s;\n", fetches, trip_count(p, &p->loops[i]));
    }
    if (p->r->n_loops == 1)
        return;
    buf_add(out, "    long long tcr_n = tcr_n0");
    for (size_t i = 1; i < p->r->n_loops; i++) /* not counted is not none */
        buf_printf(
            out,
            ";\n    tcr_n = tcr_n < 0 || __builtin_mul_overflow(tcr_n, tcr_n%zu, &tcr_n) ? -1 "
            ": tcr_n",
            i);
    buf_add(out, ";\n");
}

/* ---- distances that OpenMP does not count ---- */

/* gcc counts in the variable's own type, which need not hold the distance. */
void emit_far_test(const struct plan *p, struct buf *out)
{
    buf_add(out, "    long long tcr_d;\n    int tcr_seq = 0");
    for (size_t i = 0; i < p->n_collapsed; i++) {
        const struct plan_loop *at = &p->loops[i];
        const struct loop *l = at->loop;
        const struct induction *v = &l->vars[0];
        if (!at->far)
            continue;
        int bits = (int)v->var->type->size * 8;
        const char *most =
            bits == 64 ? "9223372036854775807LL" : ir_printf("%lldLL", (1LL << (bits - 1)) - 1);
        const char *step = plan_step(p->r, v);
        if (v->step_const < 0 || (v->step && c_op_is_greater(l->rel)))
            step = ir_printf("(-%s)", step);
        buf_printf(out, " || tcr_n%zu < 0", i);
        if (at->miscounted)
            buf_add(out, " || 1");
        if (at->mixed)
            buf_printf(out, " || %s < 0", emit_lower(p, v));
        if (l->rel == OP_NE) /* around the end of the type */
            buf_printf(out, " || %s %s %s", emit_lower(p, v), v->step_const > 0 ? ">" : "<",
                       typed(p, l->upper, v->var->type));
        if (!type_is_unsigned(v->var->type) || bits < 64)
            buf_printf(out, " || __builtin_mul_overflow(tcr_n%zu, %s, &tcr_d) || tcr_d > %s - %s",
                       i, step, most, step);
    }
    buf_add(out, ";\n");
}

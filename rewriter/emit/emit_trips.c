/* SPDX-License-Identifier: MIT */
/*
 * emit_trips.c: host text that counts: where a loop's variables start, how
 * many iterations it has, and whether OpenMP would count the same.
 */
#include "emit_host.h"

const char *emit_step(const struct region *r, const struct induction *v)
{
    if (v->by)
        return v->by;
    if (!v->step)
        return ir_printf("(%lldLL)", v->step_const);
    bool wider = v->var->type->kind == TYPE_SCALAR && v->step->type->size > v->var->type->size;
    const char *type = wider ? ir_printf("(%s)", type_host_name(v->var->type)) : "";
    return ir_printf("(%s(long long)%s(%s))", v->negated ? "-" : "", type, emit_quote(r, v->step));
}

/* ((type)(text)), without the cast where the text has that type anyway */
static const char *typed(const struct region *r, const struct expr *e, const struct type *t)
{
    const struct expr *in = expr_strip(e);
    bool plain = in->kind == EXPR_INT || in->kind == EXPR_VAR;
    if (plain && in->type->kind == TYPE_SCALAR && in->type->scalar == t->scalar)
        return emit_quote(r, e);
    return ir_printf("((%s)(%s))", type_host_name(t), emit_quote(r, e));
}

const char *emit_lower(const struct region *r, const struct induction *v)
{
    if (v->kept)
        return v->kept;
    if (v->var->type->kind == TYPE_POINTER)
        return ir_printf("(%s)", emit_quote(r, v->lower));
    return typed(r, v->lower, v->var->type);
}

/* May the variable wrap around past the bound, as C defines for unsigned and
 * narrow ones?  Then the number of iterations is not the distance. */
static bool may_wrap(const struct loop *l)
{
    const struct induction *v = &l->vars[0];
    const struct type *t = v->var->type;
    if (t->kind == TYPE_POINTER || l->rel == OP_NE || !(type_is_unsigned(t) || t->size < 4))
        return false;
    bool unit = !v->step && (v->step_const == 1 || v->step_const == -1);
    return !unit || c_op_admits_equal(l->rel) || t->size < 4;
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

static const char *trip_count(const struct region *r, const struct loop *l)
{
    const struct induction *v = &l->vars[0];
    bool pointer = v->var->type->kind == TYPE_POINTER;
    bool same = !pointer && l->cmp_type->scalar == v->var->type->scalar;
    const char *lo = pointer || same
                         ? emit_lower(r, v)
                         : ir_printf("((%s)%s)", type_host_name(l->cmp_type), emit_lower(r, v));
    const char *hi =
        pointer ? ir_printf("(%s)", emit_quote(r, l->upper)) : typed(r, l->upper, l->cmp_type);
    bool down = c_op_is_greater(l->rel) || (l->rel == OP_NE && v->step_const < 0);
    const char *wide = pointer ? "(unsigned long long)(char *)" : "(unsigned long long)";
    const char *distance = ir_printf("(%s%s - %s%s)", wide, down ? lo : hi, wide, down ? hi : lo);
    if (l->rel == OP_NE && !pointer) /* the way round, should the variable wrap */
        distance = ir_printf("(unsigned long long)(%s)%s",
                             scalar_of(scalar_integer(SCALAR_UNSIGNED, v->var->type->size))->host,
                             distance);
    const char *step = emit_step(r, v);
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
    if (may_wrap(l))
        n = ir_printf("(%s ? -1 : %s)", wrap_condition(l, hi, step, down, inclusive), n);
    return ir_printf("(%s %s %s ? %s : 0)", lo, c_op_token(l->rel), hi, n);
}

void emit_trips(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_loops; i++) {
        buf_printf(out, "    long long tcr_n%zu = ", i);
        if (i) /* inner bounds may only be looked at if the outer loop runs */
            buf_printf(out, "tcr_n%zu <= 0 ? 0 : ", i - 1);
        buf_printf(out, "%s;\n", trip_count(r, r->loops[i]));
    }
    if (r->n_loops == 1)
        return;
    buf_add(out, "    long long tcr_n = tcr_n0");
    for (size_t i = 1; i < r->n_loops; i++) /* not counted is not none */
        buf_printf(
            out,
            ";\n    tcr_n = tcr_n < 0 || __builtin_mul_overflow(tcr_n, tcr_n%zu, &tcr_n) ? -1 "
            ": tcr_n",
            i);
    buf_add(out, ";\n");
}

/* ---- distances that OpenMP does not count ---- */

/* A signed variable compared as unsigned: below zero it is past any bound. */
static bool is_mixed(const struct loop *l)
{
    const struct type *t = l->vars[0].var->type;
    return t->kind == TYPE_SCALAR && !type_is_unsigned(t) && type_is_unsigned(l->cmp_type);
}

static bool sure_distance(const struct loop *l)
{
    const struct induction *v = &l->vars[0];
    long long k;
    if (v->var->type->kind == TYPE_POINTER)
        return true;
    if (v->step || may_wrap(l) || l->rel == OP_NE || is_mixed(l))
        return false;
    if (type_is_unsigned(v->var->type))
        return v->var->type->size == 8; /* gcc 12 takes 2^31 iterations for none */
    return (v->step_const == 1 && expr_const(v->lower, &k) && k >= 0) ||
           (v->step_const == -1 && expr_const(l->upper, &k) && k >= 0);
}

/* An unsigned variable that goes from a constant to a bound of 64 bits: of these
 * clang 19 takes 2^31 iterations too many, or none. */
static bool is_miscounted(const struct loop *l, bool nested)
{
    const struct induction *v = &l->vars[0];
    bool steps = v->step_const != 1 && v->step_const != -1;
    return type_is_unsigned(v->var->type) && v->var->type->size == 4 && l->cmp_type->size == 8 &&
           (steps || (nested && l->rel != OP_LT && l->rel != OP_GT));
}

/* gcc counts in the variable's own type, which need not hold the distance. */
bool emit_maybe_far(const struct region *r)
{
    for (size_t i = 0; i < emit_collapsed(r); i++)
        if (!sure_distance(r->loops[i]))
            return true;
    return false;
}

void emit_far_test(const struct region *r, struct buf *out)
{
    buf_add(out, "    long long tcr_d;\n    int tcr_seq = 0");
    for (size_t i = 0; i < emit_collapsed(r); i++) {
        const struct loop *l = r->loops[i];
        const struct induction *v = &l->vars[0];
        if (sure_distance(l))
            continue;
        int bits = (int)v->var->type->size * 8;
        const char *most =
            bits == 64 ? "9223372036854775807LL" : ir_printf("%lldLL", (1LL << (bits - 1)) - 1);
        const char *step = emit_step(r, v);
        if (v->step_const < 0 || (v->step && c_op_is_greater(l->rel)))
            step = ir_printf("(-%s)", step);
        buf_printf(out, " || tcr_n%zu < 0", i);
        if (is_miscounted(l, emit_collapsed(r) > 1))
            buf_add(out, " || 1");
        if (is_mixed(l))
            buf_printf(out, " || %s < 0", emit_lower(r, v));
        if (l->rel == OP_NE) /* around the end of the type */
            buf_printf(out, " || %s %s %s", emit_lower(r, v), v->step_const > 0 ? ">" : "<",
                       typed(r, l->upper, v->var->type));
        if (!type_is_unsigned(v->var->type) || bits < 64)
            buf_printf(out, " || __builtin_mul_overflow(tcr_n%zu, %s, &tcr_d) || tcr_d > %s - %s",
                       i, step, most, step);
    }
    buf_add(out, ";\n");
}

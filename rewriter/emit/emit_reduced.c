/* SPDX-License-Identifier: MIT */
/*
 * emit_reduced.c: a region's reduction variables in the host's text: what the
 * loop there calls them, temporaries in place of those that OpenMP cannot have in
 * its list or whose initial value it would lose, which of them make the loop
 * run in order (tcr_odd), and which make it run so once more.
 */
#include "emit_host.h"

#include "../source/operators.h"

static bool is_sticky(const struct reduction *red)
{
    return red->sets_constant && !red->combines;
}

static bool is_ordered(const struct region *r, const struct reduction *red)
{
    return operator_is(red->op, OPERATOR_ORDER) && type_is_floating(red->type) && !r->finite_math &&
           !red->takes_nan; /* that loop runs as it stands */
}

/* Must the host run the user's text as it stands?  On paths where the device stops, the text may
 * name variables that the rewriter has not seen. */
static bool has_own_text(const struct region *r)
{
    return r->keeps_text || (r->ends && !r->dir->reproducible);
}

bool emit_uses_temp(const struct region *r, const struct reduction *red)
{
    bool has_address = !type_is_complex(red->type) || !red->decl || !red->decl->is_register;
    return !red->section && !r->keeps_text &&
           (!has_address ||
            (!has_own_text(r) && (!red->decl || is_sticky(red) || is_ordered(r, red))));
}

const char *emit_host_name(const struct region *r, size_t i)
{
    const struct reduction *red = &r->reductions[i];
    if (red->section)
        return emit_quote(r, red->section->base);
    return emit_uses_temp(r, red) ? ir_printf("tcr_red%zu", i)
           : red->decl            ? red->decl->name
                                  : ir_printf("(%s)", emit_quote(r, red->lvalue));
}
/* What is no variable of its own may be part of what is present, and the
 * device's copy of it then follows. */
static void share(const struct region *r, size_t i, const char *call, struct buf *out)
{
    const struct reduction *red = &r->reductions[i];
    const struct expr *e = red->lvalue;
    if (red->decl || !e || expr_is_bit_field(e))
        return;
    buf_printf(out, "    if (%s) %s((const volatile void *)%s, %s);\n", emit_object_there(r, i),
               call, emit_object_at(r, i), emit_object_size(r, i));
}

/* The initial value of a temporary that starts from the reduction variable's own; NULL: it starts
 * from the identity, or there is no temporary. */
static const char *own_start(const struct region *r, const struct reduction *red)
{
    if (!emit_uses_temp(r, red) || is_sticky(red) || is_ordered(r, red))
        return NULL;
    return ir_printf("%s%s ? %s : 0", emit_runs(r), emit_null_guard(r, red->lvalue),
                     emit_quote(r, red->lvalue));
}

void emit_load_temps(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        share(r, i, "tcr_data_fetch", out);
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        const char *start = own_start(r, red);
        if (emit_uses_temp(r, red))
            buf_printf(out, "    %s tcr_red%zu = %s;\n", type_host_name(red->type), i,
                       start ? start : operator_of(red->op)->identity);
    }
}

void emit_reload_temps(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        const char *start = own_start(r, &r->reductions[i]);
        if (start)
            buf_printf(out, " tcr_red%zu = %s;", i, start);
    }
}

bool emit_any_temp(const struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (emit_uses_temp(r, &r->reductions[i]))
            return true;
    return false;
}

/* What the threads' own copies start from, at most: gcc takes an infinity, clang
 * the last finite number. */
const char *emit_start_of(const struct reduction *red)
{
    const char *number = red->type->scalar == TCR_F32 ? "3.40282346638528859812e+38F"
                                                      : "1.79769313486231570815e+308";
    return ir_printf("%s%s", red->op == TCR_MIN ? "" : "-", number);
}

/* Of a minimum or maximum that is zero, the order would decide the sign. */
static void positive_zeros(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions && r->dir->reproducible; i++)
        if (is_ordered(r, &r->reductions[i]) && emit_uses_temp(r, &r->reductions[i]))
            buf_printf(out, "    if (tcr_red%zu == 0) tcr_red%zu = 0;\n", i, i);
}

void emit_store_temps(const struct region *r, bool sequential, struct buf *out)
{
    positive_zeros(r, out);
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        const char *x = emit_quote(r, red->lvalue);
        const char *value = ir_printf("tcr_red%zu", i);
        /* only what has changed: it may be read-only, or not there */
        const char *condition =
            ir_printf("%s%s && %s != %s", emit_runs(r), emit_null_guard(r, red->lvalue), value, x);
        if (!emit_uses_temp(r, red))
            continue;
        if (is_sticky(red)) {
            condition = ir_printf("%s%s", red->op == TCR_LAND ? "!" : "", value);
            value = operator_of(red->op)->absorbing;
        } else if (is_ordered(r, red)) { /* as the loop compares: a NaN stays, or fmin drops it */
            const char *op = operator_of(red->op)->relation, *beyond = "";
            if (red->drops_nan)
                beyond =
                    ir_printf(" || (%s != %s && %s %s %s)", x, x, value, op, emit_start_of(red));
            condition = ir_printf("%s%s && (%s %s %s%s)", emit_runs(r),
                                  emit_null_guard(r, red->lvalue), value, op, x, beyond);
        }
        buf_printf(out, "    if (%s%s) %s = %s;\n", sequential ? "!tcr_seq && " : "", condition, x,
                   value);
    }
    for (size_t i = 0; i < r->n_reductions; i++)
        share(r, i, "tcr_data_store", out);
}

/* && and || make 0 or 1 of a variable, but only where an update runs: should
 * none run, or no iteration, another initial value stays. */
static bool keeps_initial(const struct region *r, const struct reduction *red)
{
    return !red->section && operator_is(red->op, OPERATOR_LOGICAL) &&
           (red->combines || has_own_text(r)) &&
           !(red->type->kind == TYPE_SCALAR && red->type->scalar == TCR_BOOL);
}

/* A minimum or maximum that starts as a NaN: every compiler has its own OpenMP there; and fmax(m,
 * e) and m > e ? m : e take any element then, which may be what the device and threads start from.
 */
static bool keeps_nan(const struct region *r, const struct reduction *red)
{
    return (has_own_text(r) && is_ordered(r, red)) || red->takes_nan || red->drops_nan;
}

/* last = i: starts beyond the counter's values, and the loop in its order would not keep it. */
static bool takes_counter(const struct region *r, const struct reduction *red)
{
    return red->takes_counter && !r->site.heeded;
}

static bool through_pointer(const struct expr *lvalue)
{
    const struct expr *e = expr_object(lvalue);
    return e->kind == EXPR_DEREF || e->kind == EXPR_INDEX;
}

/* May two lvalues of the list be one object?  Only the host can tell. */
static bool maybe_same(const struct reduction *a, const struct reduction *b)
{
    const struct expr *x = a->lvalue, *y = b->lvalue;
    bool members = x->kind == EXPR_MEMBER && y->kind == EXPR_MEMBER;
    if (a->section || b->section) /* or one a part of the other */
        return through_pointer(x) || through_pointer(y);
    if (a->type->kind != TYPE_SCALAR || b->type->kind != TYPE_SCALAR ||
        a->type->size != b->type->size || type_is_integer(a->type) != type_is_integer(b->type) ||
        (a->decl && b->decl) || (!through_pointer(x) && !through_pointer(y)))
        return false;
    return !(members && x->a->type->kind == TYPE_RECORD && !x->a->type->record->is_union &&
             x->a->type->record == y->a->type->record && x->field != y->field) &&
           !expr_is_bit_field(x) && !expr_is_bit_field(y);
}

static bool any_same(const struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        for (size_t k = 0; k < i; k++)
            if (maybe_same(&r->reductions[i], &r->reductions[k]))
                return true;
    return false;
}

static void same_tests(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        for (size_t k = 0; k < i; k++) {
            if (maybe_same(&r->reductions[i], &r->reductions[k]))
                buf_printf(out,
                           " || (%s && %s && (const char *)%s < (const char *)%s + %s && "
                           "(const char *)%s < (const char *)%s + %s)",
                           emit_object_there(r, i), emit_object_there(r, k), emit_object_at(r, i),
                           emit_object_at(r, k), emit_object_size(r, k), emit_object_at(r, k),
                           emit_object_at(r, i), emit_object_size(r, i));
        }
}

bool emit_maybe_odd(const struct region *r)
{
    if (any_same(r))
        return true;
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].map == TCR_MAP_DEVICEPTR && !r->refused)
            return false; /* only the device can read it: at least the truth is right */
    for (size_t i = 0; i < r->n_reductions; i++)
        if (keeps_initial(r, &r->reductions[i]) || keeps_nan(r, &r->reductions[i]) ||
            takes_counter(r, &r->reductions[i]))
            return true;
    return false;
}

/* Of the user's variable: a temporary starts from the identity. */
static void nan_test(const struct region *r, size_t i, struct buf *out)
{
    const struct reduction *red = &r->reductions[i];
    const char *x = emit_uses_temp(r, red) ? emit_quote(r, red->lvalue) : emit_host_name(r, i);
    buf_printf(out, " || (%s%s && %s != %s)", emit_runs(r), emit_null_guard(r, red->lvalue), x, x);
}

void emit_odd_test(const struct region *r, struct buf *out)
{
    buf_printf(out, "    int tcr_odd = !(%s) || (0", emit_runs(r));
    for (size_t i = 0; i < r->n_reductions; i++) {
        const char *x = emit_host_name(r, i);
        if (keeps_initial(r, &r->reductions[i]))
            buf_printf(out, " || (%s != 0 && %s != 1)", x, x);
        if (keeps_nan(r, &r->reductions[i]))
            nan_test(r, i, out);
        if (takes_counter(r, &r->reductions[i]))
            buf_printf(out, " || (long long)%s %s (long long)%s", x,
                       r->reductions[i].op == TCR_MAX ? ">" : "<",
                       emit_lower(r, &r->loops[0]->vars[0]));
    }
    same_tests(r, out);
    buf_add(out, ");\n");
}

/* ---- results that are not finite ---- */

static bool may_overflow(const struct reduction *red)
{
    const struct type *t = red->type;
    bool floating = t->kind == TYPE_LONG_DOUBLE || t->kind == TYPE_COMPLEX || type_is_complex(t) ||
                    (t->kind == TYPE_SCALAR && type_is_floating(t));
    return floating && operator_is(red->op, OPERATOR_ARITHMETIC);
}

/* A minimum or maximum that is an infinity, since no element is beyond it: clang's copies start
 * from the last finite number, and it then looks as if that had been an element. */
static bool may_lose_infinity(const struct region *r, const struct reduction *red)
{
    return r->src->may_be_clang && is_ordered(r, red) && emit_uses_temp(r, red);
}

/* The variable before the loop is beyond that number. */
static const char *is_beyond_start(const struct region *r, const struct reduction *red)
{
    return ir_printf("%s%s && %s %s %s", emit_runs(r), emit_null_guard(r, red->lvalue),
                     emit_start_of(red), operator_of(red->op)->relation,
                     emit_quote(r, red->lvalue));
}

const char *emit_openmp_operator(const struct region *r, size_t i)
{
    return reproducible_any(r) && may_lose_infinity(r, &r->reductions[i])
               ? ir_printf("tcr_extreme%zu", i)
               : operator_of(r->reductions[i].op)->name;
}

void emit_declare_operators(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        if (reproducible_any(r) && may_lose_infinity(r, red))
            buf_printf(out,
                       "#pragma omp declare reduction(tcr_extreme%zu : %s : omp_out = omp_in %s "
                       "omp_out ? omp_in : omp_out) initializer(omp_priv = %s)\n",
                       i, type_host_name(red->type), operator_of(red->op)->relation,
                       operator_of(red->op)->identity);
    }
}

bool emit_maybe_infinite(const struct region *r)
{
    bool some = false;
    for (size_t i = 0; i < r->n_reductions; i++)
        some |= may_lose_infinity(r, &r->reductions[i]);
    return some && !emit_maybe_lost(r);
}

void emit_infinity_test(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions && emit_maybe_infinite(r); i++)
        if (may_lose_infinity(r, &r->reductions[i]))
            buf_printf(out, "    tcr_seq |= %s;\n", is_beyond_start(r, &r->reductions[i]));
}

/* What writes memory cannot run twice, and of sections nothing is kept. */
bool emit_maybe_lost(const struct region *r)
{
    bool some = false;
    for (size_t i = 0; i < r->n_reductions; i++) {
        if (r->reductions[i].section)
            return false;
        some |= may_overflow(&r->reductions[i]) || may_lose_infinity(r, &r->reductions[i]);
    }
    return some && !r->stores && !r->finite_math && !reproducible_any(r);
}

void emit_first_values(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (!emit_uses_temp(r, &r->reductions[i]))
            buf_printf(out, "    __typeof__(%s) tcr_was%zu = %s;\n", emit_host_name(r, i), i,
                       emit_host_name(r, i));
    buf_add(out, "    do {\n");
}

/* In its own order the loop updates the user's variables, not temporaries.  A part of a
 * product may be too small, as it may be too large. */
void emit_again(const struct region *r, struct buf *out)
{
    buf_printf(out, "    } while (!tcr_seq%s && (", r->refused ? "" : " && !tcr_done");
    const char *join = "";
    for (size_t i = 0; i < r->n_reductions; i++) {
        const char *x = emit_host_name(r, i);
        const struct reduction *red = &r->reductions[i];
        if (may_overflow(red)) {
            buf_printf(out, "%s%s - %s != 0", join, x, x);
            if (red->op == TCR_MUL)
                buf_printf(out, " || %s == 0", x);
            join = " || ";
        }
        if (may_lose_infinity(r, red)) {
            buf_printf(out, "%s(%s == %s && %s)", join, x, emit_start_of(red),
                       is_beyond_start(r, red));
            join = " || ";
        }
    }
    buf_add(out, ") && (");
    for (size_t i = 0; i < r->n_reductions; i++)
        if (!emit_uses_temp(r, &r->reductions[i]))
            buf_printf(out, "%s = tcr_was%zu, ", emit_host_name(r, i), i);
    for (size_t k = 1; k < r->loops[0]->n_vars; k++)
        if (r->loops[0]->vars[k].kept)
            buf_printf(out, "%s = %s, ", r->loops[0]->vars[k].var->name, r->loops[0]->vars[k].kept);
    buf_add(out, "tcr_seq = 1));\n");
}

/* SPDX-License-Identifier: MIT */
/*
 * update.c: reduction variables: their declaration, every spelling of their
 * updates, their references and checks.
 */
#include "gen.h"

const char *op_spelling(enum op op)
{
    static const char *const names[N_OPS] = {"+", "-", "*", "min", "max",
                                             "&", "|", "^", "&&",  "||"};
    return names[op];
}

static enum op random_op(enum type t)
{
    static const enum op common[] = {O_ADD, O_MIN, O_MAX, O_SUB, O_MUL, O_LAND, O_LOR};
    if (chance(50))
        return O_ADD;
    if (types[t].is_float)
        return common[rnd(chance(20) ? 7 : 5)];
    return (enum op)rnd(N_OPS);
}

void choose_vars(struct loop *L)
{
    int n = chance(55) ? 1 : chance(55) ? 2 : rnd_in(3, MAX_VARS);
    for (int k = 0; k < n; k++) {
        struct var *v = &L->var[L->n_vars++];
        *v = (struct var){.type = random_type(chance(68))};
        if (v->type == T_BOOL && L->origin == FROM_OMP) /* GCC 12 loses some in target regions */
            v->type = T_INT;
        v->op = random_op(v->type);
        if (L->origin == FROM_OMP && types[v->type].is_float && v->op >= O_LAND)
            v->op = O_ADD; /* GCC ends with an internal error */
        v->id = fresh(L, v->op == O_ADD ? "sum" : "x");
        v->place = place_of_var(L, 70);
        v->name = v->place == P_GLOBAL ? fmt("%s_%s", L->id, v->id) : v->id;
        if (v->place == P_MEMBER)
            v->name = member(L, v->id);
    }
}

static bool is_sum(const struct var *v)
{
    return v->op == O_ADD || v->op == O_SUB;
}

/* Is the reference kept in long double? */
static bool is_wide(const struct var *v)
{
    return types[v->type].is_float && (is_sum(v) || v->op == O_MUL);
}

static const char *initial_value(const struct var *v)
{
    if (v->op == O_LAND || v->op == O_LOR || v->type == T_BOOL)
        return fmt("%d", rnd(2));
    if (v->op == O_MUL)
        return fmt("%d", rnd(3) + 1);
    if (v->op == O_AND)
        return fmt("%d", chance(50) ? 127 : 0x5b);
    if (types[v->type].is_float)
        return chance(50) ? "0" : fmt("%.3f", (rnd(255) - 127) / 8.0);
    return fmt("%d", chance(50) ? 0 : rnd(100));
}

void declare_vars(struct loop *L, struct text *out)
{
    for (int k = 0; k < L->n_vars; k++) {
        struct var *v = &L->var[k];
        const char *t = spell(v->type), *init = initial_value(v);
        if (v->place == P_LOCAL)
            add(out, "    %s %s = %s;\n", t, v->id, init);
        else if (v->place == P_STATIC)
            add(out, "    static %s %s;\n", t, v->id);
        else if (v->place == P_GLOBAL)
            add(&L->globals, "%s %s %s;\n", chance(50) ? "static" : "FUZZ_GLOBAL", t, v->name);
        else
            add(&L->fields, "    %s %s;\n", t, v->id);
        if (v->place != P_LOCAL)
            add(&L->setup, "    %s = %s;\n", v->name, init);
        if (is_wide(v))
            add(&L->setup, "    struct fuzz_ref ref_%s = {%s, fabsl((long double)%s), 0};\n", v->id,
                v->name, v->name);
        else
            add(&L->setup, "    %s ref_%s = %s;\n", types[v->type].name, v->id, v->name);
    }
}

void check_vars(struct loop *L, struct text *out)
{
    for (int k = 0; k < L->n_vars; k++) {
        const struct var *v = &L->var[k];
        const char *unit = v->type == T_HALF    ? "HALF_U"
                           : v->type == T_FLOAT ? "FLOAT_U"
                                                : "DOUBLE_U";
        const char *how = types[v->type].is_float    ? "check_exact"
                          : types[v->type].is_signed ? "check_signed"
                                                     : "check_unsigned";
        if (is_wide(v))
            add(out, "    check_%s(\"%s_%s\", (double)%s, ref_%s, %s);\n",
                v->op == O_MUL ? "product" : "sum", L->id, v->id, v->name, v->id, unit);
        else
            add(out, "    %s(\"%s_%s\", %s, ref_%s);\n", how, L->id, v->id, v->name, v->id);
    }
}

/* --- terms -------------------------------------------------------------- */

/* Correct to a few units in the last place only: sums of floating type. */
static const char *transcendental(struct loop *L, const struct var *v)
{
    static const char *const forms[] = {"exp%s(-fabs%s(%s) / 8)", "log%s(1 + fabs%s(%s))",
                                        "exp%s(fabs%s(%s) / 64)"};
    struct expr a = leaf(L);
    bool single = v->type == T_FLOAT && a.type == T_FLOAT;
    const char *f = single ? "f" : "";
    int form = rnd(4);
    if (!a.exact || a.hi > 7)
        return a.s;
    if (form == 3)
        return fmt("%s%s(%s)", chance(50) ? "sin" : "cos", f, a.s);
    return form == 0   ? fmt(forms[0], f, f, a.s)
           : form == 1 ? fmt(forms[1], f, f, a.s)
                       : fmt(forms[2], f, f, a.s);
}

static const char *float_sum_term(struct loop *L, const struct var *v)
{
    int room = v->type == T_HALF ? 12 - log2_ceil(L->trips) : 100;
    if (v->type != T_HALF && chance(8))
        return transcendental(L, v);
    if (v->type != T_HALF && chance(15))
        return array_leaf(L, chance(15)).s; /* as it is, half and unsigned too */
    struct expr e = any_expr(L, rnd_in(0, 3));
    if (e.hi <= room)
        return e.s;
    return fmt("((%s) != 0)", condition(L, 0));
}

/* Factors near one: the product of thousands of them stays in range. */
static const char *float_factor(struct loop *L, const struct var *v)
{
    if (v->type == T_HALF || L->trips > 4000 || chance(30))
        return fmt("(%s ? -1 : 1)", condition(L, 1));
    struct expr e = exact_expr(L, 1);
    if (e.hi > 8 || e.lo < -8)
        return fmt("(%s ? 1.0009765625 : 1.0)", condition(L, 1));
    return fmt("(1.0 + %s * 0.000030517578125)", e.s);
}

static const char *int_factor(struct loop *L, const struct var *v)
{
    if (!types[v->type].is_signed && v->type != T_BOOL)
        return fmt("(%s | 1u)", int_expr(L, 1, 8).s);
    if (types[v->type].bits < 16 && v->type != T_BOOL)
        return int_expr(L, 1, 8).s;
    return fmt("(%s ? -1 : 1)", condition(L, 1));
}

static const char *extreme_term(struct loop *L, const struct var *v)
{
    struct expr e;
    if (types[v->type].is_float)
        e = chance(30) ? array_leaf(L, false) : exact_expr(L, rnd_in(0, 2));
    else
        e = int_expr(L, rnd_in(0, 2), types[v->type].bits < 16 ? 6 : 14);
    if (e.type == v->type || (v->type == T_DOUBLE && types[e.type].is_float))
        return e.s;
    return fmt("(%s)(%s)", types[v->type].name, e.s);
}

/* A new term for v, parenthesised where its operators bind less than *. */
static const char *term(struct loop *L, const struct var *v)
{
    bool floating = types[v->type].is_float;
    if (v->op == O_LAND || v->op == O_LOR)
        return chance(20) ? exact_expr(L, 0).s : fmt("(%s)", condition(L, 1));
    if (v->type == T_BOOL)
        return fmt("((%s) != 0)", condition(L, 1));
    if (v->op == O_MIN || v->op == O_MAX)
        return extreme_term(L, v);
    if (v->op == O_MUL)
        return floating ? float_factor(L, v) : int_factor(L, v);
    if (floating)
        return float_sum_term(L, v);
    if (!types[v->type].is_signed && types[v->type].bits >= 32 && chance(40))
        return fmt("(%s)", wild_expr(L, v->type));
    int room = types[v->type].bits == 32 ? 24 - log2_ceil(L->trips) : 16;
    if (room < 1)
        return fmt("((%s) != 0)", condition(L, 0));
    const char *e = int_expr(L, rnd_in(0, 2), room).s;
    return v->op == O_AND ? fmt("(%s | 0x%x)", e, 1 << rnd(6) | 64) : e;
}

/* --- spellings ---------------------------------------------------------- */

static void reference_update(struct loop *L, const struct var *v, const char *e, bool negated)
{
    const char *r = v->id, *t = types[v->type].name;
    if (v->op == O_MIN || v->op == O_MAX)
        line(L, "REF_%s(ref_%s, %s, %s);", v->op == O_MIN ? "MIN" : "MAX", r, t, e);
    else if (is_wide(v) && v->op == O_MUL)
        line(L, "REF_MUL(ref_%s, %s);", r, e);
    else if (is_wide(v))
        line(L, "REF_ADD(ref_%s, %s(long double)(%s));", r, negated ? "-" : "", e);
    else if (v->op == O_LAND || v->op == O_LOR)
        line(L, "ref_%s = ref_%s %s (%s);", r, r, op_spelling(v->op), e);
    else
        line(L, "ref_%s = (%s)(ref_%s %s (%s));", r, t, r,
             negated          ? "-"
             : v->op == O_SUB ? "+"
                              : op_spelling(v->op),
             e);
}

static void sum_update(struct loop *L, const struct var *v, const char *e, int form)
{
    const char *x = v->name;
    switch (form % 8) {
    case 0:
        line(L, "%s = %s + %s;", x, x, e);
        break;
    case 1:
        line(L, "%s = %s + %s;", x, e, x);
        break;
    case 2:
        line(L, "%s = (%s + (%s));", x, x, e);
        break;
    case 3:
        line(L, form < 40 ? "ADD_TO(%s, %s);" : "ACCUMULATE(%s, %s);", x, e);
        break;
    default:
        line(L, "%s += %s;", x, e);
    }
}

static void extreme_update(struct loop *L, const struct var *v, const char *e, int form)
{
    const char *x = v->name;
    bool max = v->op == O_MAX;
    char away = max ? '>' : '<', toward = max ? '<' : '>';
    const char *equal = form % 3 == 0 ? "=" : "";
    bool floating = v->type == T_FLOAT || v->type == T_DOUBLE;
    switch (form % 9) {
    case 0:
        line(L, "if (%s %c%s %s)", e, away, equal, x);
        line(L, "    %s = %s;", x, e);
        break;
    case 1:
        line(L, "if (%s %c %s) {", x, toward, e);
        line(L, "    %s = %s;", x, e);
        line(L, "}");
        break;
    case 2:
        line(L, "%s = %s %c %s ? %s : %s;", x, e, away, x, e, x);
        break;
    case 3:
        line(L, "%s = (%s %c%s %s) ? %s : %s;", x, x, away, equal, e, x, e);
        break;
    case 4:
        line(L, "%s = %s %c %s ? %s : %s;", x, x, toward, e, e, x);
        break;
    case 5:
        line(L, "%s = %s(%s, %s);", x, max ? "MAX" : "MIN", x, e);
        break;
    case 6:
        line(L, "%s = %s(%s, %s);", x, max ? "MAX" : "MIN", e, x);
        break;
    case 7:
        if (floating) {
            line(L, "%s = %s%s(%s, %s);", x, max ? "fmax" : "fmin", v->type == T_FLOAT ? "f" : "",
                 form < 40 ? x : e, form < 40 ? e : x);
            break;
        }
        /* fall through */
    default:
        if (max && form < 40)
            line(L, "KEEP_MAX(%s, %s);", x, e);
        else
            line(L, "if (%s %c %s) %s = %s;", e, away, x, x, e);
    }
}

static void other_update(struct loop *L, const struct var *v, const char *e, int form)
{
    const char *x = v->name, *op = op_spelling(v->op);
    if (v->op == O_LAND || v->op == O_LOR || form % 3 == 0)
        line(L, form % 2 ? "%s = %s %s %s;" : "%s = %s %s (%s);", x, x, op, e);
    else if (form % 3 == 1 && v->op != O_MUL)
        line(L, "%s = (%s) %s %s;", x, e, op, x);
    else
        line(L, "%s %s= %s;", x, op, e);
}

static void update_with(struct loop *L, const struct var *v, const char *e, int form)
{
    bool negated = is_sum(v) && v->type != T_BOOL && (v->op == O_SUB || chance(10));
    if (L->reference)
        reference_update(L, v, e, negated);
    else if (negated)
        line(L, "%s %s(%s);", v->name, form < 30 ? fmt("= %s - ", v->name) : "-= ", e);
    else if (is_sum(v))
        sum_update(L, v, e, form);
    else if (v->op == O_MIN || v->op == O_MAX)
        extreme_update(L, v, e, form);
    else
        other_update(L, v, e, form);
}

void update_by(struct loop *L, struct var *v, const char *e)
{
    v->used = true;
    update_with(L, v, e, rnd(80));
}

/* What is drawn here must not depend on the pass. */
void update(struct loop *L, struct var *v)
{
    v->used = true;
    int form = rnd(80);
    if (is_sum(v) && v->type != T_BOOL && chance(6)) {
        bool down = v->op == O_SUB;
        if (L->reference)
            reference_update(L, v, "1", down);
        else
            line(L, "%s;",
                 form < 40 ? fmt("%s%s", v->name, down ? "--" : "++")
                           : fmt("%s%s", down ? "--" : "++", v->name));
        return;
    }
    const char *e = term(L, v);
    update_with(L, v, e, form);
}

/* SPDX-License-Identifier: MIT */
/*
 * expr.c: expressions, with what is known of their values.
 *
 * An expression is exact (every operation in it is free of rounding and of
 * overflow) or it has a small relative error (rough data, roots, quotients:
 * these are multiplied but never added).  Conditions and integers are made of
 * exact ones only, so that no branch depends on the arithmetic of the machine.
 */
#include "gen.h"

#include <string.h>

static bool is_float(enum type t)
{
    return types[t].is_float;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int greatest(int a, int b)
{
    return a > b ? a : b;
}

/* Does every exact value of this range fit in what t computes in? */
static bool fits(enum type t, int hi, int lo)
{
    if (is_float(t))
        return hi - lo <= types[t].bits && hi < 60;
    return lo >= 0 && hi <= 24;
}

static struct expr constant(void)
{
    struct expr e = {NULL, T_INT, 4, 0, true};
    if (chance(50)) {
        e.s = fmt("%d", rnd(15) + 1);
        return e;
    }
    bool single = chance(25);
    e.type = single ? T_FLOAT : T_DOUBLE;
    e.lo = -3;
    e.s = fmt("%.3f%s", (rnd(127) + 1) / 8.0, single ? "f" : "");
    return e;
}

static struct expr index_leaf(struct loop *L)
{
    const struct index *x = &L->index[rnd(L->n_index)];
    long top = x->max > -x->min ? x->max : -x->min;
    struct expr e = {x->name, x->type, log2_ceil(top + 1), 0, true};
    if (!types[x->type].is_signed)
        e.type = T_INT;
    if (e.type != x->type || chance(20))
        e = (struct expr){fmt("(int)%s", x->name), T_INT, e.hi, 0, true};
    return e;
}

/* Unsigned values of full width would wrap, and arithmetic in half precision
 * differs between compilers: both are widened first. */
static struct expr widened(struct expr e)
{
    if (e.type == T_UINT || e.type == T_ULONG || e.type == T_ULLONG)
        return (struct expr){fmt("(%s)%s", chance(50) ? "int" : "long", e.s), T_LONG, e.hi, e.lo,
                             e.exact};
    if (e.type == T_HALF)
        return (struct expr){fmt("(float)%s", e.s), T_FLOAT, e.hi, e.lo, e.exact};
    return e;
}

static struct expr raw_leaf(struct loop *L)
{
    if (L->cursor.s && chance(55))
        return L->cursor;
    int pick = rnd(100);
    if (pick < 28 && L->n_temps > 0)
        return L->temp[chance(60) ? L->n_temps - 1 : rnd(L->n_temps)];
    if (pick < 38 && L->n_index > 0)
        return index_leaf(L);
    if (pick < 45)
        return constant();
    if (pick < 52)
        return scalar_leaf(L);
    return array_leaf(L, chance(30));
}

struct expr leaf(struct loop *L)
{
    return widened(raw_leaf(L));
}

static struct expr exact_leaf(struct loop *L)
{
    struct expr e = leaf(L);
    return e.exact ? e : constant();
}

static struct expr int_leaf(struct loop *L)
{
    if (L->n_index > 0 && chance(30))
        return index_leaf(L);
    if (chance(15))
        return (struct expr){fmt("%d", rnd(20)), T_INT, 5, 0, true};
    return widened(array_leaf(L, true));
}

static struct expr sum(struct expr a, struct expr b)
{
    enum type t = promoted(a.type, b.type);
    int hi = greatest(a.hi, b.hi) + 1, lo = least(a.lo, b.lo);
    if (!a.exact || !b.exact || !fits(t, hi, lo))
        return a;
    return (struct expr){fmt("(%s %c %s)", a.s, chance(50) ? '+' : '-', b.s), t, hi, lo, true};
}

static struct expr product(struct expr a, struct expr b)
{
    enum type t = promoted(a.type, b.type);
    int hi = a.hi + b.hi, lo = a.lo + b.lo;
    bool exact = a.exact && b.exact && fits(t, hi, lo);
    if ((!exact && !is_float(t)) || hi > 60)
        return a;
    return (struct expr){fmt("(%s * %s)", a.s, b.s), t, hi, lo, exact};
}

static struct expr selected(struct loop *L, struct expr a, struct expr b)
{
    enum type t = promoted(a.type, b.type);
    int hi = greatest(a.hi, b.hi), lo = least(a.lo, b.lo);
    bool exact = a.exact && b.exact;
    if (exact && !fits(t, hi, lo))
        return a;
    if (exact && chance(40)) /* both sides comparable: min and max of two */
        return (struct expr){fmt("%s(%s, %s)", chance(50) ? "MAX" : "MIN", a.s, b.s), t, hi, lo,
                             true};
    if (chance(15) && !strstr(a.s, "f_")) /* a call would have to be made once */
        return (struct expr){fmt("(%s ?: %s)", a.s, b.s), t, hi, lo, exact};
    return (struct expr){fmt("(%s ? %s : %s)", condition(L, 1), a.s, b.s), t, hi, lo, exact};
}

/* A function of math.h that is exact or exactly rounded. */
static struct expr math_call(struct expr a, struct expr b)
{
    static const char *const whole[] = {"floor", "ceil", "trunc", "rint"};
    bool single = a.type == T_FLOAT && chance(70);
    const char *f = single ? "f" : "";
    enum type t = single ? T_FLOAT : T_DOUBLE;
    if (a.exact && !fits(t, a.hi, a.lo))
        return a;
    switch (rnd(5)) {
    case 0:
        return (struct expr){fmt("fabs%s(%s)", f, a.s), t, a.hi, a.lo, a.exact};
    case 1:
        return (struct expr){fmt("sqrt%s(fabs%s(%s))", f, f, a.s), t, greatest(a.hi, 1), 0, false};
    case 2:
        if (a.exact && b.exact && (!single || b.type != T_DOUBLE) &&
            fits(t, greatest(a.hi, b.hi), least(a.lo, b.lo)))
            return (struct expr){fmt("%s%s(%s, %s)", chance(50) ? "fmin" : "fmax", f, a.s, b.s), t,
                                 greatest(a.hi, b.hi), least(a.lo, b.lo), true};
        return (struct expr){fmt("fabs%s(%s)", f, a.s), t, a.hi, a.lo, a.exact};
    default:
        if (!a.exact)
            return a;
        return (struct expr){fmt("%s%s(%s)", whole[rnd(4)], f, a.s), t, greatest(a.hi, 0) + 1, 0,
                             true};
    }
}

/* A call of a function of the prelude; all of them compute in double. */
static struct expr call(struct loop *L, struct expr a, struct expr b)
{
    const struct expr none = a;
    bool fine = a.exact && b.exact && greatest(a.hi, b.hi) - least(a.lo, b.lo) < 45;
    if (!fine)
        return none;
    int hi = greatest(a.hi, b.hi), lo = least(a.lo, b.lo);
    const char *row;
    switch (rnd(8)) {
    case 6:
        if (types[a.type].is_float || a.hi > 20)
            return none;
        return (struct expr){fmt("f_point(&fuzz_points[%d], (int)%s)", rnd(4), a.s), T_DOUBLE,
                             greatest(a.hi + 3, 4) + 1, -3, true};
    case 0:
        return (struct expr){fmt("f_scaled(%s)", a.s), T_DOUBLE, a.hi, a.lo - 1, true};
    case 1:
        return (struct expr){fmt("f_minus(%s, %s)", a.s, b.s), T_DOUBLE, hi + 1, lo, true};
    case 2:
        return (struct expr){fmt("f_abs(%s)", a.s), T_DOUBLE, a.hi, a.lo, true};
    case 3:
        return (struct expr){fmt("f_distance(%s, %s)", a.s, b.s), T_DOUBLE, hi + 2, least(lo, -2),
                             true};
    case 4:
        return (struct expr){fmt("f_clamp(%s, %d.5)", a.s, rnd(9)), T_DOUBLE, greatest(a.hi, 4),
                             least(a.lo, -1), true};
    case 5:
        row = vector(L, T_DOUBLE, 3);
        return row ? (struct expr){fmt("f_three(%s)", row), T_DOUBLE, 6, -3, true} : none;
    default:
        if (L->n_index == 0 || L->index[0].min < 0)
            return none;
        row = vector(L, T_DOUBLE, L->index[0].max + 1);
        return row ? (struct expr){fmt("f_load(%s, (long)%s)", row, L->index[0].name), T_DOUBLE, 4,
                                   -3, true}
                   : none;
    }
}

static struct expr unary(struct expr a)
{
    switch (rnd(5)) {
    case 0:
        return (struct expr){fmt("-(%s)", a.s), promoted(a.type, T_INT), a.hi, a.lo, a.exact};
    case 1:
        return (struct expr){fmt("ABS(%s)", a.s), promoted(a.type, T_INT), a.hi, a.lo, a.exact};
    case 2:
        return product(a, a);
    case 3:
        if (is_float(a.type) && fits(a.type, a.hi, a.lo - 2))
            return (struct expr){fmt("(%s / 4)", a.s), a.type, a.hi, a.lo - 2, a.exact};
        return a;
    default:
        if (is_float(a.type))
            return (struct expr){fmt("(%s / 3)", a.s), a.type, a.hi, a.lo, false};
        return (struct expr){fmt("(double)%s", a.s), T_DOUBLE, a.hi, a.lo, a.exact};
    }
}

/* In words that mean the same. */
static struct expr in_other_words(struct expr a)
{
    static const char *const as_is[] = {"BY_TYPE(%s)", "ONCE(%s)"};
    static const char *const as_double[] = {"IN_PAIR(%s)", "IN_UNION(%s)"};
    if (chance(40)) /* a constant of narrow type would be promoted */
        return (struct expr){fmt(as_is[rnd(2)], a.s), a.type, a.hi, a.lo, a.exact};
    return (struct expr){fmt(as_double[rnd(2)], a.s), T_DOUBLE, a.hi, a.lo,
                         a.exact && fits(T_DOUBLE, a.hi, a.lo)};
}

struct expr any_expr(struct loop *L, int depth)
{
    if (depth <= 0 || chance(15))
        return leaf(L);
    if (chance(5))
        return in_other_words(any_expr(L, depth - 1));
    struct expr a = any_expr(L, depth - 1);
    int pick = rnd(100);
    if (pick < 15)
        return unary(a);
    struct expr b = any_expr(L, depth - 1 - rnd(2));
    if (pick < 45)
        return sum(a, b);
    if (pick < 70)
        return product(a, b);
    if (pick < 78)
        return selected(L, a, b);
    if (pick < 89)
        return math_call(a, b);
    return call(L, a, b);
}

struct expr exact_expr(struct loop *L, int depth)
{
    struct expr e = any_expr(L, depth);
    return e.exact ? e : exact_leaf(L);
}

static struct expr int_operation(struct expr a, struct expr b)
{
    switch (rnd(9)) {
    case 0:
        return (struct expr){fmt("(%s %% %d)", a.s, rnd(30) + 2), promoted(a.type, T_INT),
                             least(a.hi, 5), 0, true};
    case 1:
        return (struct expr){fmt("(%s / %d)", a.s, rnd(9) + 1), promoted(a.type, T_INT), a.hi, 0,
                             true};
    case 2:
        return (struct expr){fmt("(%s & %d)", a.s, rnd(255)), promoted(a.type, T_INT), 8, 0, true};
    case 3:
        return (struct expr){fmt("((%s & 15) << %d)", a.s, rnd(4)), promoted(a.type, T_INT), 7, 0,
                             true};
    case 4:
        return (struct expr){fmt("((%s & 255) >> %d)", a.s, rnd(4)), promoted(a.type, T_INT), 8, 0,
                             true};
    case 5:
        return (struct expr){fmt("(%s > %s)", a.s, b.s), T_INT, 1, 0, true};
    case 6:
        if (a.type <= T_INT)
            return (struct expr){fmt("f_odd(%s)", a.s), T_INT, a.hi + 2, 0, true};
        return a;
    case 7:
        return product(a, b);
    default:
        return sum(a, b);
    }
}

struct expr int_expr(struct loop *L, int depth, int hi)
{
    struct expr e = int_leaf(L);
    if (depth > 0) {
        if (chance(25)) {
            e = exact_expr(L, depth);
            if (is_float(e.type) && e.hi <= 20)
                e = (struct expr){fmt("(int)(%s)", e.s), T_INT, e.hi > 0 ? e.hi : 1, 0, true};
            else if (is_float(e.type))
                e = int_leaf(L);
        } else {
            e = int_operation(e, int_expr(L, depth - 1, hi));
        }
    }
    if (e.hi > hi)
        e = (struct expr){fmt("(%s & %d)", e.s, (1 << hi) - 1), promoted(e.type, T_INT), hi, 0,
                          true};
    return e;
}

static const char *comparison(struct loop *L)
{
    static const char *const relations[] = {"<", "<=", ">", ">=", "==", "!="};
    struct expr a = chance(70) ? exact_leaf(L) : exact_expr(L, 1);
    struct expr b = chance(60) ? constant() : exact_leaf(L);
    return fmt("%s %s %s", a.s, relations[chance(80) ? rnd(4) : rnd(6)], b.s);
}

const char *condition(struct loop *L, int depth)
{
    const char *a, *b;
    int at = rnd(20);
    switch (rnd(depth > 0 ? 10 : 7)) {
    case 0:
        return fmt("%s %% %d %s 0", int_leaf(L).s, at % 5 + 2, at < 10 ? "==" : "!=");
    case 1:
        return int_leaf(L).s;
    case 2: /* rough values compare exactly as they are */
        return fmt("%s %c %.1f", array_leaf(L, false).s, at % 2 ? '>' : '<', at - 10 + 0.5);
    case 3:
        return fmt("f_between(%s, -%d.5, 6)", exact_leaf(L).s, at % 9);
    case 7:
        return fmt("!(%s)", condition(L, depth - 1));
    case 8:
        a = condition(L, depth - 1);
        b = condition(L, depth - 1);
        return fmt("(%s) && (%s)", a, b);
    case 9:
        a = condition(L, depth - 1);
        b = comparison(L);
        return fmt("(%s) || %s", a, b);
    default:
        return comparison(L);
    }
}

const char *wild_expr(struct loop *L, enum type t)
{
    const char *name = types[t].name;
    const char *a = int_leaf(L).s;
    switch (rnd(4)) {
    case 0:
        return fmt("(%s)%s * 2654435761u", name, a);
    case 1:
        return fmt("((%s)%s << 7) ^ (%s)%s", name, a, name, int_leaf(L).s);
    case 2:
        return fmt("(%s)%s - (%s)%s", name, a, name, int_leaf(L).s);
    default:
        return fmt("~(%s)%s", name, a);
    }
}

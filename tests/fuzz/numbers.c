/* SPDX-License-Identifier: MIT */
/*
 * numbers.c: integers of known ranges, the tests that programs make of them,
 * and what is read at such subscripts.
 */
#include "exact_gen.h"

#include <stdlib.h>

struct scene scene;

static long least(long a, long b)
{
    return a < b ? a : b;
}

static long greatest(long a, long b)
{
    return a > b ? a : b;
}

static struct num make(const char *s, enum type t, long lo, long hi)
{
    return (struct num){.s = s, .type = t, .lo = lo, .hi = hi};
}

struct num constant_num(long value)
{
    return make(fmt(value < 0 ? "(%ld)" : "%ld", value), T_INT, value, value);
}

struct num as_signed(struct num n)
{
    if (types[n.type].is_signed)
        return n;
    enum type t = chance(70) ? T_INT : T_LONG;
    return make(fmt("(%s)%s", types[t].name, n.s), t, n.lo, n.hi);
}

struct num fixed_value(struct loop *L, long value, bool is_unsigned)
{
    is_unsigned = is_unsigned && value >= 0;
    enum type t = is_unsigned ? T_ULONG : T_INT; /* the one with more to convert */
    if (!scene.in_function)
        return make(fmt("(%s)", bound(L, value, is_unsigned)), t, value, value);
    if (chance(60))
        return constant_num(value);
    const char *name = fmt("%s_%s", L->id, fresh(L, "n"));
    add(&L->globals, "FUZZ_SHARED(int, %s, %ld);\n", name, value);
    return make(name, T_INT, value, value);
}

/* --- names in scope --------------------------------------------------------- */

void push_num(struct num n)
{
    n.depth = scene.depth;
    if (scene.n_nums < MAX_NUMS)
        scene.num[scene.n_nums++] = n;
}

static struct num *some_num(bool pointer)
{
    int found = 0;
    struct num *pick = NULL;
    for (int k = 0; k < scene.n_nums; k++) /* the last ones more often */
        if ((scene.num[k].at != NULL) == pointer && (rnd(++found) == 0 || chance(30)))
            pick = &scene.num[k];
    return pick;
}

struct num *writable_num(bool pointer)
{
    struct num *n = some_num(pointer);
    return n && !n->is_fixed ? n : NULL;
}

bool may_become(struct num *n, long lo, long hi)
{
    long end = n->at ? LIMIT + 400 : LIMIT;
    if (lo < -end || hi > end || (!n->at && !types[n->type].is_signed && lo < 0))
        return false;
    if (n->depth != scene.depth)
        return lo >= n->lo && hi <= n->hi;
    n->lo = least(n->lo, lo);
    n->hi = greatest(n->hi, hi);
    return true;
}

void widen_nums(void)
{
    for (int k = 0; k < scene.n_nums; k++) {
        struct num *n = &scene.num[k];
        if (n->is_fixed || n->depth != scene.depth)
            continue;
        n->lo -= n->lo - 7 < 0 && !n->at && !types[n->type].is_signed ? n->lo : 7;
        n->hi += 7;
    }
}

struct num leaf_num(struct loop *L)
{
    struct num *n = some_num(false);
    if (n && chance(78))
        return *n;
    long value = chance(80) ? rnd(9) : rnd_in(-6, 40);
    return chance(60) ? constant_num(value) : fixed_value(L, value, chance(30));
}

/* One that no statement changes. */
struct num fixed_num(struct loop *L, int reach)
{
    struct num *n = some_num(false);
    if (n && n->is_fixed && n->hi - n->lo <= reach && chance(75))
        return *n;
    return fixed_value(L, rnd_in(1, 9), chance(30));
}

/* --- arithmetic --------------------------------------------------------------- */

struct num num_sum(struct num a, char op, struct num b)
{
    long lo = op == '+' ? a.lo + b.lo : a.lo - b.hi, hi = op == '+' ? a.hi + b.hi : a.hi - b.lo;
    if (lo < -LIMIT || hi > LIMIT)
        return a;
    enum type t = promoted(a.type, b.type);
    if (!types[t].is_signed && (a.lo < 0 || b.lo < 0 || lo < 0)) {
        /* it wraps around and comes back */
        if (t == T_UINT && chance(50))
            return make(fmt("(int)(%s %c %s)", a.s, op, b.s), T_INT, lo, hi);
        a = as_signed(a);
        b = as_signed(b);
        t = promoted(a.type, b.type);
    }
    return make(fmt("(%s %c %s)", a.s, op, b.s), t, lo, hi);
}

static struct num product(struct loop *L, struct num a)
{
    long c = chance(80) ? rnd_in(2, 5) : -rnd_in(1, 3);
    if (c < 0 || a.lo < 0)
        a = as_signed(a);
    if (a.lo * c < -LIMIT || a.lo * c > LIMIT || a.hi * c < -LIMIT || a.hi * c > LIMIT)
        return a;
    struct num k = chance(70) || c < 0 ? constant_num(c) : as_signed(fixed_value(L, c, false));
    return make(chance(50) ? fmt("%s * %s", a.s, k.s) : fmt("%s * %s", k.s, a.s),
                promoted(a.type, k.type), least(a.lo * c, a.hi * c), greatest(a.lo * c, a.hi * c));
}

static struct num in_brackets(struct num n)
{
    n.s = fmt("(%s)", n.s);
    return n;
}

static struct num cut_off(struct loop *L, struct num a)
{
    static const int masks[] = {1, 3, 7, 15, 31, 5, 12};
    int c = rnd_in(2, 40), mask = masks[rnd(7)], shift = rnd_in(1, 3);
    enum type t = promoted(a.type, T_INT);
    if (a.lo < 0)
        a = as_signed(a);
    struct num n = chance(60) || a.lo < 0 ? constant_num(c) : fixed_value(L, c, false);
    switch (rnd(5)) {
    case 0:
        return make(fmt("(%s / %d)", a.s, c), t, least(a.lo, 0), greatest(a.hi, 0));
    case 1:
        return make(fmt("(%s >> %d)", a.s, shift), t, least(a.lo >> shift, 0),
                    greatest(a.hi >> shift, 0));
    case 2:
        return make(chance(70) ? fmt("(%s & %d)", a.s, mask) : fmt("(%d & %s)", mask, a.s), t, 0,
                    mask);
    case 3: /* once around */
        if (a.lo >= 0 && chance(60))
            return make(fmt("((%s + %d) %% %s)", a.s, rnd(3), n.s), promoted(t, n.type), 0, c - 1);
        if (a.lo >= -1)
            return make(fmt("((%s - 1 + %s + 1) %% %s)", a.s, n.s, n.s), promoted(t, n.type), 0,
                        c - 1);
        break;
    default:
        break;
    }
    return make(fmt("(%s %% %s)", a.s, n.s), promoted(t, n.type), a.lo < 0 ? 1 - c : 0, c - 1);
}

static struct num as_type(struct num a)
{
    static const enum type to[] = {T_LONG,  T_INT,    T_UINT,  T_ULONG,
                                   T_SHORT, T_USHORT, T_UCHAR, T_LLONG};
    enum type t = to[rnd(8)];
    if (!types[t].is_signed && a.lo < 0)
        return a;
    if (types[t].bits == 8 && a.hi > 255)
        return a;
    return make(fmt("(%s)%s", types[t].name, a.s), t, a.lo, a.hi);
}

static struct num choice(struct loop *L, struct num a, struct num b)
{
    enum type t = promoted(a.type, b.type);
    if (!types[t].is_signed && (a.lo < 0 || b.lo < 0)) {
        a = as_signed(a);
        b = as_signed(b);
        t = promoted(a.type, b.type);
    }
    long lo = least(a.lo, b.lo), hi = greatest(a.hi, b.hi);
    if (chance(40))
        return make(fmt("%s(%s, %s)", chance(50) ? "MIN" : "MAX", a.s, b.s), t, lo, hi);
    return make(fmt("(%s ? %s : %s)", test(L, 0), a.s, b.s), t, lo, hi);
}

static struct num absolute(struct num a)
{
    a = as_signed(a);
    return make(fmt("%s(%s)", a.type == T_INT ? "abs" : "labs", a.s), a.type, 0,
                greatest(labs(a.lo), labs(a.hi)));
}

/* A subscript that has been stored. */
static struct num stored_num(struct loop *L, struct num k)
{
    for (int n = 0; n < scene.n_areas && !scene.in_function; n++) {
        const struct area *a = &scene.area[n];
        if (!a->index)
            continue;
        struct expr e = reading(L, a, fmt("%s[%s]", a->lvalue, k.s));
        return make(e.s, a->type, types[a->type].is_signed ? -50 : 0, 100);
    }
    return k;
}

static const char *const relations[] = {"<", "<=", ">", ">=", "==", "!="};

struct num any_num(struct loop *L, int depth)
{
    const char *rel;
    struct num a = leaf_num(L), b;
    if (depth <= 0)
        return a;
    switch (rnd(18)) {
    case 0:
    case 1:
        return in_brackets(product(L, a));
    case 2:
    case 3:
        return cut_off(L, a);
    case 4:
        return absolute(num_sum(a, '-', constant_num(rnd(12))));
    case 5:
        return choice(L, a, any_num(L, depth - 1));
    case 6:
        rel = relations[rnd(6)];
        b = make(fmt("(%s %s %s)", a.s, rel, leaf_num(L).s), T_INT, 0, 1);
        return num_sum(a, chance(70) ? '+' : '-', b);
    case 7:
        return as_type(a);
    case 8:
        return stored_num(L, a);
    case 9:
        return scene.in_function ? a : function_call(L, a, any_num(L, 0));
    case 10:
        a = as_signed(a);
        return make(fmt("(-%s)", a.s), promoted(a.type, T_INT), -a.hi, -a.lo);
    case 11:
        return num_sum(a, '-', make(fmt("%du", rnd(3) + 1), T_UINT, 1, 3));
    case 12:
    case 13:
        b = any_num(L, depth - 1);
        return num_sum(a, chance(50) ? '+' : '-', b);
    default:
        b = constant_num(rnd_in(1, 4));
        return num_sum(a, chance(55) ? '+' : '-', b);
    }
}

/* --- tests ----------------------------------------------------------------------- */

const char *test(struct loop *L, int depth)
{
    struct num a = leaf_num(L), b = chance(50) ? constant_num(rnd_in(-1, 9)) : leaf_num(L);
    const char *rel = relations[rnd(6)], *more;
    switch (rnd(depth > 0 ? 12 : 8)) {
    case 0:
        return a.s;
    case 1:
        return fmt("%s %s %s", element(L).s, rel, constant_num(rnd_in(-4, 9)).s);
    case 2:
        return fmt("%s %s %s", a.s, rel, fixed_value(L, rnd(20), chance(60)).s);
    case 3:
        a = num_sum(a, '-', constant_num(rnd(3)));
        return fmt("%s %s %s", a.s, rel, b.s);
    case 8:
        return fmt("!(%s)", test(L, depth - 1));
    case 9:
    case 10:
        more = test(L, depth - 1);
        return fmt("(%s) && (%s)", more, test(L, depth - 1));
    case 11:
        more = test(L, depth - 1);
        return fmt("(%s) || (%s)", more, test(L, depth - 1));
    default:
        return chance(85) ? fmt("%s %s %s", a.s, rel, b.s) : fmt("%s %s %s", b.s, rel, a.s);
    }
}

/* --- what is read ---------------------------------------------------------------- */

struct expr reading(struct loop *L, const struct area *a, const char *lvalue)
{
    struct expr e = {.s = L->reference ? fmt("SEEN(%s)", lvalue) : lvalue, .type = a->type};
    e.exact = true;
    e.hi = types[a->type].is_float ? 4 : 7;
    e.lo = types[a->type].is_float ? -3 : 0;
    return e;
}

struct area *pick_area(struct loop *L, bool pointed)
{
    int start = rnd(MAX_AREAS);
    if (scene.n_areas < 2 || (scene.n_areas < MAX_AREAS && chance(25))) {
        struct area *a = &scene.area[scene.n_areas++];
        static const enum type all[] = {T_CHAR,  T_SCHAR,  T_UCHAR,  T_SHORT,  T_USHORT,
                                        T_INT,   T_INT,    T_UINT,   T_LONG,   T_FLOAT,
                                        T_FLOAT, T_DOUBLE, T_DOUBLE, T_DOUBLE, T_DOUBLE};
        static const enum type small[] = {T_UCHAR, T_SHORT, T_SCHAR, T_UCHAR, T_USHORT};
        *a = (struct area){.name = fresh(L, "a"), .type = all[rnd(15)]};
        a->index = scene.n_areas > 1 && chance(25);
        int shape = rnd(10);
        if (a->index)
            a->type = small[rnd(5)];
        else if (shape < 2 && scene.n_areas > 1)
            a->shape = AREA_CELLS;
        else if (shape < 4 && scene.n_areas > 1)
            a->shape = AREA_ROWS;
        a->columns = rnd_in(3, 9);
        int where = rnd(4);
        a->lvalue = where == 0   ? fmt("%s_%s", L->id, a->name)
                    : where == 1 ? member(L, a->name)
                                 : a->name;
        if (a->shape != AREA_PLAIN)
            a->lvalue = a->name;
        if (!pointed || a->shape == AREA_PLAIN)
            return a;
    }
    for (int k = 0; k < MAX_AREAS; k++) {
        struct area *a = &scene.area[(start + k) % MAX_AREAS];
        if (a->name && (!pointed || a->shape == AREA_PLAIN))
            return a;
    }
    return &scene.area[0];
}

static struct expr pointed_element(struct loop *L, const struct num *p)
{
    int c = chance(50) ? 0 : rnd_in(-2, 4);
    struct num k = any_num(L, 1);
    if (chance(35) && p->lo + k.lo > -REACH && p->hi + k.hi < REACH)
        return reading(L, p->at, fmt(chance(70) ? "%s[%s]" : "*(%s + %s)", p->s, k.s));
    if (chance(60) && c == 0)
        return reading(L, p->at, fmt("*%s", p->s));
    return reading(L, p->at, fmt("%s[%d]", p->s, c));
}

/* From a row into others, and how that is written. */
static struct expr walked_element(struct loop *L, const struct area *a, struct num row)
{
    struct num column = as_signed(any_num(L, 1));
    const char *v = a->lvalue, *t = types[a->type].name;
    row = as_signed(row);
    long most = labs(row.lo) > labs(row.hi) ? labs(row.lo) : labs(row.hi);
    if (most * a->columns + labs(column.lo) + labs(column.hi) >= REACH)
        row = constant_num(rnd(5));
    const char *flat = fmt("(%s) * %ld + (%s)", row.s, a->columns, column.s);
    switch (rnd(4)) {
    case 0:
        return reading(L, a, fmt("(&%s[%s][0])[%s]", v, row.s, column.s));
    case 1:
        return reading(L, a, fmt("(&%s[0][0])[%s]", v, flat));
    case 2:
        return reading(L, a, fmt("*(*%s + (%s))", v, flat));
    default:
        return reading(L, a, fmt("((const %s *)%s)[%s]", t, v, flat));
    }
}

static struct expr table_element(struct loop *L, const struct area *a, struct num k)
{
    struct num column = any_num(L, 1);
    long rows = REACH / a->columns;
    while (k.hi >= rows || k.lo <= -rows)
        k = constant_num(rnd(5));
    if (chance(25))
        return walked_element(L, a, k);
    if (column.lo < 0)
        column = constant_num(rnd((int)a->columns));
    else if (column.hi >= a->columns)
        column = make(fmt("%s %% %ld", column.s, a->columns), T_INT, 0, a->columns - 1);
    return reading(L, a, fmt("%s[%s][%s]", a->lvalue, k.s, column.s));
}

struct expr element(struct loop *L)
{
    const struct num *p = some_num(true);
    if (scene.in_function || (p && chance(45)))
        return p ? pointed_element(L, p) : (struct expr){.s = "2", .type = T_INT, .hi = 2};
    const struct area *a = pick_area(L, false);
    static const char *const fields[] = {"x", "v[0]", "v[1]", "v[2]"};
    struct num k = any_num(L, rnd(3));
    if (a->shape == AREA_ROWS)
        return table_element(L, a, k);
    if (a->shape == AREA_CELLS) {
        const char *f = fields[rnd(4)];
        /* From a member into others, but of the same cell: where a walk begins in one of which
         * nothing is read, the simulated device takes its address for a use of it. */
        if (chance(25))
            return reading(L, a,
                           chance(50) ? fmt("(&%s[%s].x)[%d]", a->lvalue, k.s, rnd(4))
                                      : fmt("(&%s[%s].v[1])[%d]", a->lvalue, k.s, rnd_in(-2, 1)));
        return reading(L, a,
                       chance(80) ? fmt("%s[%s].%s", a->lvalue, k.s, f)
                                  : fmt("(%s + %s)->%s", a->lvalue, k.s, f));
    }
    return reading(L, a,
                   chance(90) ? fmt("%s[%s]", a->lvalue, k.s) : fmt("*(%s + %s)", a->lvalue, k.s));
}

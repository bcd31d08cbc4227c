/* SPDX-License-Identifier: MIT */
/*
 * body.c: loop bodies and nests.
 */
#include "gen.h"

enum { MAX_TRIPS = 4000 };

static void statements(struct loop *L, int count, int depth);

/* Names and loop variables of a block end with it. */
struct scope {
    int n_temps, n_index;
    long trips;
};

static struct scope open_scope(struct loop *L)
{
    L->indent++;
    return (struct scope){L->n_temps, L->n_index, L->trips};
}

static void close_scope(struct loop *L, struct scope s)
{
    L->indent--;
    L->n_temps = s.n_temps;
    L->n_index = s.n_index;
    L->trips = s.trips;
}

static void push_temp(struct loop *L, struct expr e)
{
    if (L->n_temps < MAX_TEMPS)
        L->temp[L->n_temps++] = e;
}

/* What a temporary of type t holds after e was assigned to it. */
static struct expr stored(const char *name, enum type t, struct expr e)
{
    if (types[t].is_float && e.hi - e.lo > types[t].bits)
        e.exact = false;
    return (struct expr){name, t, e.hi, e.lo, e.exact};
}

static enum type temp_type(struct expr e)
{
    if (!types[e.type].is_float)
        return chance(60) ? T_INT : T_DOUBLE;
    return e.type == T_FLOAT && chance(60) ? T_FLOAT : T_DOUBLE;
}

static void temporary(struct loop *L)
{
    struct expr e = any_expr(L, rnd_in(0, 2));
    enum type t = temp_type(e);
    const char *name = fresh(L, "t"), *type = spell(t);
    if (chance(30)) {
        add(&L->locals, "    %s %s;\n", type, name);
        set_by_loop(L, name, chance(50));
        line(L, "%s = %s;", name, e.s);
    } else {
        line(L, "%s%s %s = %s;", chance(20) ? "const " : "", type, name, e.s);
        push_temp(L, stored(name, t, e));
        return;
    }
    struct expr kept = stored(name, t, e);
    /* It changes before it is used: by an assignment under a condition, or in place. */
    if (kept.exact && chance(25)) {
        struct expr other = exact_expr(L, 1);
        bool is_double =
            t == T_DOUBLE && other.hi < 20 && other.lo > -20 && kept.hi < 20 && kept.lo > -20;
        if (is_double) {
            const char *c = condition(L, 1);
            if (chance(50))
                line(L, "if (%s) %s = %s;", c, name, other.s);
            else
                line(L, "%s += %s;", name, other.s);
            kept.hi = (kept.hi > other.hi ? kept.hi : other.hi) + 1;
            kept.lo = kept.lo < other.lo ? kept.lo : other.lo;
        }
    }
    push_temp(L, kept);
}

static void next_update(struct loop *L)
{
    int start = rnd(L->n_vars);
    for (int k = 0; k < L->n_vars; k++) {
        struct var *v = &L->var[(start + k) % L->n_vars];
        if (!v->used) {
            update(L, v);
            return;
        }
    }
    update(L, &L->var[start]);
}

static void branch(struct loop *L, int depth)
{
    line(L, "if (%s) {", condition(L, 2));
    struct scope s = open_scope(L);
    statements(L, rnd_in(1, 2), depth + 1);
    close_scope(L, s);
    if (chance(35)) {
        line(L, "} else {");
        s = open_scope(L);
        statements(L, rnd_in(1, 2), depth + 1);
        close_scope(L, s);
    }
    line(L, "}");
}

/* Over some statements. */
static void jump(struct loop *L, int depth)
{
    const char *label = fmt("%s%s%d", L->id, L->reference ? "r" : "t", L->names++);
    line(L, "if (%s)", condition(L, 1));
    line(L, "    goto %s;", label);
    line(L, "{");
    struct scope s = open_scope(L);
    statements(L, rnd_in(1, 2), depth + 1);
    close_scope(L, s);
    line(L, "}");
    line(L, "%s:;", label);
}

static void choose(struct loop *L, int depth)
{
    int labels = rnd_in(1, 3), other = rnd(labels + 1);
    line(L, "switch (%s) {", int_expr(L, 1, 2).s);
    for (int k = 0; k <= labels; k++) {
        line(L, k == other ? "default:" : "case %d:", k);
        line(L, "{");
        struct scope s = open_scope(L);
        statements(L, 1, depth + 1);
        close_scope(L, s);
        line(L, "}");
        if (chance(70))
            line(L, "    break;");
    }
    line(L, "}");
}

static long inner_trips(const struct loop *L)
{
    static const long some[] = {0, 1, 2, 3, 3, 4, 5, 7, 8, 16, 33};
    long room = MAX_TRIPS / (L->trips > 0 ? L->trips : 1), want = some[rnd(11)];
    return want < room ? want : room;
}

static void inner_loop(struct loop *L, int depth)
{
    struct header h = header_for(L, inner_trips(L), true);
    line(L, "%s {", h.text);
    struct scope s = open_scope(L);
    L->index[L->n_index++] = h.index;
    L->trips *= h.trips > 0 ? h.trips : 1;
    statements(L, rnd_in(1, 3), depth + 1);
    close_scope(L, s);
    line(L, "}");
}

/* A sum that begins anew in every iteration: a temporary, not a reduction. */
static void row_sum(struct loop *L)
{
    const char *name = fresh(L, "row");
    struct header h = header_for(L, inner_trips(L), true);
    line(L, "double %s = 0;", name);
    line(L, "%s", h.text);
    struct scope s = open_scope(L);
    L->index[L->n_index++] = h.index;
    struct expr e = exact_expr(L, 1);
    line(L, "%s += %s;", name, e.s);
    close_scope(L, s);
    push_temp(L, stored(name, T_DOUBLE,
                        (struct expr){name, T_DOUBLE, e.hi + log2_ceil(h.trips + 1), e.lo, true}));
}

static void statement(struct loop *L, int depth)
{
    bool may_nest = depth < 4 && L->n_index < MAX_INDEX - 2 && L->trips <= MAX_TRIPS / 2;
    int pick = rnd(100);
    if (pick < 18) {
        temporary(L);
    } else if (pick < 32 && depth < 4) {
        branch(L, depth);
    } else if (pick < 37) {
        line(L, "if (%s)", condition(L, 1));
        line(L, "    continue;");
    } else if (pick < 52 && may_nest && L->n_index > 0) {
        inner_loop(L, depth);
    } else if (pick < 57 && may_nest && L->n_index > 0) {
        row_sum(L);
    } else if (pick < 59 && depth < 4) {
        jump(L, depth);
    } else if (pick < 61 && depth < 4) {
        choose(L, depth);
    } else if (pick < 63) {
        line(L, "{");
        struct scope s = open_scope(L);
        statements(L, 2, depth + 1);
        close_scope(L, s);
        line(L, "}");
    } else {
        next_update(L);
    }
}

static void statements(struct loop *L, int count, int depth)
{
    for (int k = 0; k < count; k++)
        statement(L, depth);
}

static void whole_body(struct loop *L)
{
    keep_body(L);
    statements(L, chance(35) ? 0 : rnd_in(1, 5), 0);
    for (int k = 0; k < L->n_vars; k++)
        if (!L->var[k].used)
            update(L, &L->var[k]);
}

static long outer_trips(void)
{
    static const long some[] = {0,   1,   2,   7,   31,  32,  33,  64,   100,  100,
                                127, 255, 256, 257, 300, 511, 777, 1000, 1025, 3000};
    return chance(3) ? 40000 : some[rnd(20)];
}

static void pointer_loop(struct loop *L)
{
    enum type t = random_type(chance(70));
    long low = rnd(4), step = chance(75) ? 1 : rnd_in(2, 4), high = low + outer_trips();
    const char *a = vector(L, t, high + 1), *q = fresh(L, "q");
    const char *declared = fmt("const %s *", types[t].name), *test;
    bool down = chance(30);
    L->trips = high - low;
    if (chance(50)) {
        add(&L->locals, "    %s%s;\n", declared, q);
        L->outer = q;
        declared = "";
    }
    const char *end = bound(L, high, false);
    test = step == 1 && chance(40) ? "!=" : "<";
    const char *by = step > 1     ? fmt("%s %c= %ld", q, down ? '-' : '+', step)
                     : chance(50) ? fmt(down ? "%s--" : "%s++", q)
                                  : fmt(down ? "--%s" : "++%s", q);
    if (down) /* the last pointer is in the array, too */
        line(L, "for (%s%s = %s + (%s); %s > %s + %ld; %s) {", declared, q, a, end, q, a,
             low + step - 1, by);
    else
        line(L, "for (%s%s = %s + %ld; %s %s %s + (%s); %s) {", declared, q, a, low, q, test, a,
             end, by);
    L->indent++;
    const char *here = chance(70) ? fmt("*%s", q) : fmt("%s[0]", q);
    L->cursor = (struct expr){here, t, types[t].is_float ? 4 : 7, types[t].is_float ? -3 : 0, true};
    whole_body(L);
    L->indent--;
    line(L, "}");
}

static void collapsed_nest(struct loop *L)
{
    static const long some[] = {0, 1, 2, 3, 5, 8, 13, 17};
    L->collapse = chance(75) ? 2 : 3;
    for (int k = 0; k < L->collapse; k++) {
        struct header h = header_for(L, k == 0 && L->collapse == 2 ? 100 : some[rnd(8)], false);
        line(L, "%s%s", h.text, k + 1 == L->collapse ? " {" : "");
        L->indent++;
        L->index[L->n_index++] = h.index;
        L->trips *= h.trips > 0 ? h.trips : 1;
        if (k == 0 && h.declared_outside)
            L->outer = h.name;
        else if (h.declared_outside)
            add(&L->after, "    check_signed(\"%s_inner%d\", (long long)%s, (long long)%s);\n",
                L->id, k, h.name, h.name);
    }
    whole_body(L);
    L->indent -= L->collapse;
    line(L, "%*s}", 4 * (L->collapse - 1), "");
}

/* A second variable runs along: no canonical loop, but a common one. */
static void twin_loop(struct loop *L)
{
    const char *i = fresh(L, "i"), *j = fresh(L, "j");
    long n = outer_trips(), from = rnd(5), step = rnd_in(1, 2);
    n = n < 1000 ? n : 1000;
    line(L, "for (int %s = 0, %s = %ld; %s < %s; %s++, %s += %ld) {", i, j, from, i,
         bound(L, n, false), i, j, step);
    L->index[L->n_index++] = (struct index){i, T_INT, 0, n};
    L->index[L->n_index++] = (struct index){j, T_INT, from, from + step * n};
    L->trips = n > 0 ? n : 1;
    L->indent++;
    whole_body(L);
    L->indent--;
    line(L, "}");
}

void generate_nest(struct loop *L)
{
    L->trips = 1;
    L->collapse = 1;
    L->indent = 1;
    L->repeats = chance(85) ? 1 : rnd_in(2, 3);
    int kind = rnd(100);
    if (kind < 8) {
        pointer_loop(L);
        return;
    }
    if (kind < 25) {
        collapsed_nest(L);
        return;
    }
    if (kind < 28 && L->origin != FROM_OMP) {
        twin_loop(L);
        return;
    }
    struct header h = header_for(L, outer_trips(), false);
    L->index[L->n_index++] = h.index;
    L->trips = h.trips;
    if (h.declared_outside)
        L->outer = h.name;
    bool bare = L->n_vars == 1 && chance(25); /* no braces */
    line(L, bare ? "%s" : "%s {", h.text);
    L->indent++;
    if (bare)
        update(L, &L->var[0]);
    else
        whole_body(L);
    L->indent--;
    if (!bare)
        line(L, "}");
}

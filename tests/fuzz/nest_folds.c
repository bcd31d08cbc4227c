/* SPDX-License-Identifier: MIT */
/*
 * nest_folds.c: what inner loops compute that could be computed by several at a time.
 */
#include "nest.h"

#include <string.h>

/* From a constant, or from memory. */
static const char *start(struct nest *N)
{
    return chance(60) ? "0" : chance(50) ? fmt("x[%s]", N->i) : fmt("a[%s]", N->i);
}

static void declare(struct nest *N, const char *type, const char *name, const char *value)
{
    put(N, "%s %s = %s;", spelt(type), name, value);
}

/* One statement that adds to s, under conditions perhaps. */
void add_to(struct nest *N, const struct row *r, const char *s)
{
    const char *e = term(N, r), *c = test_of(N, r);
    switch (rnd(8)) {
    case 0:
        put(N, "%s -= %s;", s, e);
        break;
    case 1:
        put(N, "%s = %s + %s;", s, s, e);
        break;
    case 2:
        put(N, "if (%s)", c);
        put(N, "    %s += %s;", s, e);
        break;
    case 3:
        put(N, "%s += %s ? %s : 1;", s, c, e);
        break;
    case 4:
        put_open(N, fmt("if (%s) ", c));
        put(N, "%s += %s;", s, e);
        N->indent--;
        put(N, "} else {");
        N->indent++;
        put(N, "%s -= %s;", s, r->b);
        put_close(N);
        break;
    default:
        put(N, "%s += %s;", s, e);
    }
}

void sums(struct nest *N)
{
    int n = rnd_in(1, 3);
    const char *name[3], *type[3];
    for (int k = 0; k < n; k++) {
        name[k] = nest_name(N, "s");
        type[k] = sum_type(N);
        declare(N, type[k], name[k], start(N));
    }
    struct row r = open_row(N, false);
    if (!r.tail && chance(15)) {
        put(N, "if (%s)", test_of(N, &r));
        put(N, "    continue;");
    }
    for (int k = 0; k < n; k++)
        add_to(N, &r, name[k]);
    close_row(N, &r);
    for (int k = 0; k < n; k++)
        keep(N, type[k], name[k]);
}

/* Of signs, so that it is exact; with a factor of 2 now and then where there is room. */
void product(struct nest *N)
{
    const char *p = nest_name(N, "p"), *type = N->is_unsigned ? "unsigned" : N->type;
    declare(N, type, p, "1");
    struct row r = open_row(N, false);
    put(N, "%s *= %s ? -1 : 1;", p, test_of(N, &r));
    close_row(N, &r);
    keep(N, type, p);
}

void extremes(struct nest *N)
{
    const char *lo = nest_name(N, "lo"), *hi = nest_name(N, "hi");
    bool calls = N->is_floating && chance(40);
    const char *f = strcmp(N->type, "float") == 0 ? "f" : "";
    declare(N, N->type, lo, chance(50) ? "50" : start(N));
    declare(N, N->type, hi, chance(50) ? "0" : start(N));
    struct row r = open_row(N, false);
    const char *e = chance(50) ? r.a : fmt("(%s)(%s + %s)", N->type, r.a, r.b);
    if (calls) {
        put(N, "%s = fmin%s(%s, %s);", lo, f, lo, e);
        put(N, "%s = fmax%s(%s, %s);", hi, f, e, hi);
    } else if (chance(50)) {
        put(N, "if (%s < %s)", e, lo);
        put(N, "    %s = %s;", lo, e);
        put(N, "if (%s %s %s)", hi, chance(50) ? "<" : "<=", e);
        put(N, "    %s = %s;", hi, e);
    } else {
        put(N, "%s = %s < %s ? %s : %s;", lo, e, lo, e, lo);
        put(N, "%s = %s > %s ? %s : %s;", hi, hi, e, hi, e);
    }
    close_row(N, &r);
    keep(N, N->type, lo);
    keep(N, N->type, hi);
}

/* With what goes along with it; many elements are alike. */
void place_of_extreme(struct nest *N)
{
    static const char *const tests[] = {"<", "<=", ">", ">="};
    const char *best = nest_name(N, "best"), *at = nest_name(N, "at"), *with = nest_name(N, "with");
    const char *test = tests[rnd(4)];
    int more = rnd(3);
    bool from_first = chance(30);
    declare(N, N->type, best, *test == '<' ? "4" : from_first ? "1" : "0");
    declare(N, "int", at, "-1");
    if (more)
        declare(N, N->type, with, "7");
    struct row r = open_row(N, false);
    const char *e = chance(70) ? fmt("tie[%s]", r.at) : r.a;
    bool guarded = chance(20);
    if (guarded)
        put_open(N, fmt("if (%s) ", test_of(N, &r)));
    if (chance(30)) {
        const char *v = nest_name(N, "v");
        put(N, "const %s %s = %s;", N->type, v, e);
        e = v;
    }
    put_open(N, chance(70) ? fmt("if (%s %s %s) ", e, test, best)
                           : fmt("if (!(%s %s %s)) ", best, *test == '<' ? "<" : ">", e));
    put(N, "%s = %s;", best, e);
    if (more)
        put(N, "%s = %s;", with, r.b);
    put(N, "%s = %s;", at, r.j);
    put_close(N);
    if (guarded)
        put_close(N);
    close_row(N, &r);
    keep(N, N->type, best);
    keep(N, "int", at);
    if (more)
        keep(N, N->type, with);
}

void flags(struct nest *N)
{
    const char *f = nest_name(N, "f"), *g = nest_name(N, "g"),
               *type = chance(50) ? "int" : "unsigned";
    int k = rnd(6);
    declare(N, type, f, k == 1 || k == 3 ? "-1" : "0");
    declare(N, "int", g, "1");
    struct row r = open_row(N, false);
    const char *c = test_of(N, &r), *e = fmt("idx[%s]", r.at);
    switch (k) {
    case 0:
        put(N, "%s = %s || %s;", f, f, c);
        break;
    case 1:
        put(N, "%s &= %s | %d;", f, e, rnd(64));
        break;
    case 2:
        put(N, "%s |= 1 << (%s & 15);", f, e);
        break;
    case 3:
        put(N, "%s = %s && !(%s);", f, f, c);
        break;
    case 4:
        put(N, "%s ^= %s;", f, e);
        break;
    default:
        put(N, "if (%s)", c);
        put(N, "    %s = %d;", f, rnd_in(1, 5));
    }
    put(N, "%s &= !(%s);", g, test_of(N, &r));
    close_row(N, &r);
    keep(N, type, f);
    keep(N, "int", g);
}

/* The second needs the first: the mean and the variance. */
void two_sums(struct nest *N)
{
    const char *s = nest_name(N, "s"), *mean = nest_name(N, "mean"), *v = nest_name(N, "v");
    declare(N, N->num, s, "0");
    struct row r = open_row(N, false);
    put(N, "%s += %s;", s, r.a);
    close_row(N, &r);
    put(N, "const %s %s = %s;", spelt(N->num), mean, small(N, s));
    if (chance(30)) {
        const char *out = nest_output(N, N->num, N->rows);
        if (N->slots == 1)
            put(N, "$%s[%s] = %s;", out, N->i, mean);
    }
    declare(N, N->num, v, "0");
    r = open_row(N, false);
    if (chance(50))
        put(N, "const %s d%s = %s - %s;", spelt(N->num), v, r.a, mean);
    else
        put(N, "%s d%s = %s;\n%*sd%s -= %s;", spelt(N->num), v, r.a, 4 * N->indent, "", v, mean);
    put(N, "%s += d%s * %s;", v, v, N->exact ? "2" : fmt("d%s", v));
    close_row(N, &r);
    keep(N, N->num, chance(50) ? v : fmt("%s + %s", v, mean));
}

/* Of the directive, in the inner loop. */
void own_reduction(struct nest *N)
{
    if (!N->reduces || !N->exact) {
        sums(N);
        return;
    }
    const char *name = nest_name(N, "total");
    bool add = chance(60), max = chance(50);
    const char *type = !N->is_floating ? (add ? "unsigned long" : N->type) : "double";
    result(N->S, type, name, "3", add ? "+" : max ? "max" : "min");
    struct row r = open_row(N, false);
    if (add) {
        add_to(N, &r, fmt("$%s", name));
    } else {
        put(N, "if (%s %s $%s)", r.a, max ? ">" : "<", name);
        put(N, "    $%s = %s;", name, r.a);
    }
    close_row(N, &r);
}

/* In an inner loop of a few turns. */
void nested_sums(struct nest *N)
{
    if (N->slots > 1) {
        sums(N);
        return;
    }
    const char *slot = N->slot, *q = nest_name(N, "q"), *s = nest_name(N, "s");
    const char *type = sum_type(N), *all = nest_name(N, "all");
    bool whole = chance(50);
    declare(N, type, all, start(N));
    put_open(N, fmt("for (int %s = 0; %s < 3; %s++) ", q, q, q));
    if (whole) {
        N->slots = 3;
        N->slot = fmt("%s * 3 + %s", N->i, q);
        static void (*const kinds[])(struct nest *) = {sums, place_of_extreme, summed_in_memory};
        kinds[rnd(3)](N);
        N->slots = 1;
        N->slot = slot;
    } else {
        declare(N, type, s, "0");
        struct row r = open_row(N, false);
        put(N, "%s += %s * (%s + 1);", s, r.a, q);
        close_row(N, &r);
        put(N, "%s %s= %s;", all, chance(70) ? "+" : "-", s);
    }
    put_close(N);
    keep(N, type, all);
}

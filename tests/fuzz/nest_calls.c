/* SPDX-License-Identifier: MIT */
/*
 * nest_calls.c: inner loops in functions, by pointers, over what all iterations share, and in
 * tables of two dimensions.
 */
#include "nest.h"

/* One that adds up a row, and one that changes it: once, whoever runs the iteration. */
void called_functions(struct nest *N)
{
    const char *id = N->S->id, *s = nest_name(N, "s"), *f = nest_name(N, "f");
    bool writes = N->exact && !N->transposed && N->slots == 1 && chance(60);
    add(&N->S->outside,
        "static %s %s_%s(const %s *p, int n)\n{\n    %s t = 0;\n"
        "    for (int k = 0; k < n; k++)\n        t += p[k]%s;\n    return t;\n}\n",
        N->type, id, f, N->type, N->type, chance(50) ? "" : " * (k & 3)");
    put(N, "const %s %s = %s_%s(a + row[%s], row[%s + 1] - row[%s]);", N->type, s, id, f, N->i,
        N->i, N->i);
    if (writes) {
        const char *w = nest_output(N, N->type, N->total), *g = nest_name(N, "g");
        add(&N->S->outside,
            "static void %s_%s(%s *p, int n, %s v)\n{\n    for (int k = 0; k < n; k++)\n"
            "        p[k] %s v;\n}\n",
            id, g, N->type, N->type, chance(70) ? "+=" : "=");
        put(N, "%s_%s($%s + row[%s], row[%s + 1] - row[%s], %s);", id, g, w, N->i, N->i, N->i,
            small(N, s));
    }
    keep(N, N->exact ? N->type : "num", s);
}

void by_pointers(struct nest *N)
{
    const char *p = nest_name(N, "p"), *end = nest_name(N, "end"), *s = nest_name(N, "s");
    const char *type = sum_type(N);
    put(N, "%s %s = 0;", spelt(type), s);
    put(N, "const %s *%s = a + row[%s], *%s = a + row[%s + 1];", N->type, p, N->i, end, N->i);
    switch (rnd(3)) {
    case 0:
        put(N, "while (%s < %s)", p, end);
        put(N, "    %s += *%s++;", s, p);
        break;
    case 1:
        put(N, "for (; %s != %s; ++%s)", p, end, p);
        put(N, "    %s -= *%s * x[%s];", s, p, N->i);
        break;
    default:
        put(N, "for (const %s *q = %s; q < %s; q += 1)", N->type, p, end);
        put(N, "    if (*q > *%s)", p);
        put(N, "        %s += *q;", s);
    }
    keep(N, type, s);
}

/* All pairs, and what is nearest. */
void pairs(struct nest *N)
{
    const char *s = nest_name(N, "s"), *near = nest_name(N, "near"), *j = nest_name(N, "j");
    const char *type = sum_type(N);
    bool others = chance(50);
    put(N, "%s %s = 0;", spelt(type), s);
    put(N, "int %s = -1;", near);
    put_open(N, fmt("for (int %s = 0; %s < %d; %s++) ", j, j, rnd_in(1, 64), j));
    if (others) {
        put(N, "if (%s == %s)", j, N->i);
        put(N, "    continue;");
    }
    put(N, "%s += x[%s] * x[%s];", s, j, N->i);
    put(N, "if (x[%s] == x[%s])", j, N->i);
    put(N, "    %s = %s;", near, j);
    put_close(N);
    keep(N, type, s);
    keep(N, "int", near);
}

/* A product of matrices: the rows of a, columns of b, and sums that are in memory. */
void table(struct nest *N)
{
    int columns = rnd_in(1, 5), inner = N->length < 4 ? N->length : 4;
    bool in_memory = chance(60);
    const char *w = nest_output(N, N->num, (long)N->rows * columns), *c = nest_name(N, "c");
    const char *q = nest_name(N, "q"), *k = nest_name(N, "k");
    put(N, "%s(*%s)[%d] = (%s(*)[%d])$%s;", spelt(N->num), c, columns, spelt(N->num), columns, w);
    put_open(N, fmt("for (int %s = 0; %s < %d; %s++) ", q, q, columns, q));
    if (!in_memory)
        put(N, "%s t%s = 0;", spelt(N->num), c);
    put_open(N, fmt("for (int %s = 0; %s < %d; %s++) ", k, k, inner, k));
    const char *e = fmt("a[%s * %d + %s] * x[%s %% 7 + %s]", N->i, inner, k, k, q);
    put(N, "%s += %s;", in_memory ? fmt("%s[%s][%s]", c, N->i, q) : fmt("t%s", c), e);
    put_close(N);
    if (!in_memory)
        put(N, "%s[%s][%s] = t%s;", c, N->i, q, c);
    put_close(N);
}

/* Kinds of turns. */
void switched(struct nest *N)
{
    const char *s = nest_name(N, "s"), *n = nest_name(N, "n"), *type = sum_type(N);
    put(N, "%s %s = 0;", spelt(type), s);
    put(N, "int %s = 0;", n);
    struct row r = open_row(N, false);
    put_open(N, fmt("switch (idx[%s] & 3) ", r.at));
    put(N, "case 0:");
    put(N, "    %s += %s;", s, r.a);
    put(N, "    break;");
    put(N, "case 2:");
    put(N, "    %s++;", n);
    put(N, chance(50) ? "    break;" : "    /* fall through */");
    put(N, "default:");
    put(N, "    %s -= %s;", s, r.b);
    put_close(N);
    close_row(N, &r);
    keep(N, type, s);
    keep(N, "int", n);
}

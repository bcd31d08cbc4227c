/* SPDX-License-Identifier: MIT */
/*
 * nest_writes.c: inner loops that write, and those whose turns must stay in order.
 */
#include "nest.h"

#include <string.h>

/* An array of elements of all rows, and the text of the turn's, perhaps by a pointer. */
static const char *row_output(struct nest *N)
{
    return nest_output(N, N->num, N->total);
}

/* Largest, sum of exponentials, quotients. */
void softmax(struct nest *N)
{
    if (N->exact || N->slots > 1) {
        two_sums(N);
        return;
    }
    const char *top = nest_name(N, "top"), *s = nest_name(N, "s"), *w = row_output(N);
    bool again = chance(N->regular ? 50 : 90); /* what is read in place must be provable */
    put(N, "%s %s = -1000;", N->type, top);
    struct row r = open_row(N, false);
    put(N, "if (%s > %s)", r.a, top);
    put(N, "    %s = %s;", top, r.a);
    close_row(N, &r);
    put(N, "$num %s = 0;", s);
    r = open_row(N, true);
    if (again)
        put(N, "%s += exp((double)(%s - %s));", s, r.a, top);
    else
        put(N, "$%s[%s] = exp((double)(%s - %s));\n%*s%s += $%s[%s];", w, r.at, r.a, top,
            4 * N->indent, "", s, w, r.at);
    close_row(N, &r);
    put(N, "if (%s > 0) {", s);
    N->indent++;
    r = open_row(N, true);
    if (again)
        put(N, "$%s[%s] = exp((double)(%s - %s)) / %s;", w, r.at, r.a, top, s);
    else
        put(N, "$%s[%s] /= %s;", w, r.at, s);
    close_row(N, &r);
    put_close(N);
    keep(N, "num", s);
}

void row_written(struct nest *N)
{
    const char *w = row_output(N), *s = nest_name(N, "s");
    put(N, "%s %s = 1;", spelt(N->num), s);
    if (chance(60)) {
        struct row r = open_row(N, false);
        put(N, "%s += %s;", s, r.a);
        close_row(N, &r);
        put(N, "%s = %s;", s, small(N, s));
    }
    struct row r = open_row(N, false);
    if (chance(25))
        put(N, "if (%s)", test_of(N, &r));
    put(N, "$%s[%s] = %s + %s;", w, r.at, term(N, &r), s);
    close_row(N, &r);
}

void row_in_place(struct nest *N)
{
    if (!N->regular && chance(85)) { /* which can hardly be proved right */
        row_written(N);
        return;
    }
    const char *w = row_output(N), *s = nest_name(N, "s"), *p = nest_name(N, "p");
    struct row r;
    put(N, "%s %s = 1;", spelt(N->num), s);
    if (chance(60) && !N->transposed && N->regular) {
        put(N, "%s *%s = $%s + %s * m;", spelt(N->num), p, w, N->i);
        put_open(N, "for (int k = 0; k < m; k++) ");
        put(N, "%s[k] %s= %s;", p, chance(70) ? "+" : "-", s);
        put_close(N);
    } else {
        r = open_row(N, false);
        put(N, "$%s[%s] = $%s[%s] + %s;", w, r.at, w, r.at, term(N, &r));
        close_row(N, &r);
    }
    r = open_row(N, false);
    put(N, "%s += $%s[%s];", s, w, r.at);
    close_row(N, &r);
    keep(N, N->num, s);
}

/* Two neighbours, each perhaps in some turns only, or a minimum beside a sum. */
void summed_in_memory(struct nest *N)
{
    const char *y = nest_output(N, N->num, (long)N->rows * N->slots * 2);
    int part = rnd(2), kind = rnd(4);
    const char *at = fmt("$%s[2 * (%s) + %d]", y, N->slot, part);
    const char *other = fmt("$%s[2 * (%s) + %d]", y, N->slot, 1 - part);
    if (chance(40))
        put(N, "%s = %s;", at, chance(50) ? "0" : fmt("x[%s]", N->i));
    struct row r = open_row(N, false);
    if (kind == 0 && !r.tail) {
        put(N, "if (%s)", test_of(N, &r));
        put(N, "    continue;");
    }
    if (chance(50))
        add_to(N, &r, at);
    else
        put(N, "%s %s= %s;", at, chance(80) ? "+" : "-", term(N, &r));
    if (kind == 1) {
        put(N, "%s += %s;", other, r.b);
    } else if (kind == 2) {
        put(N, "if (%s %s %s)", r.b, part ? "<" : ">=", other);
        put(N, "    %s = %s;", other, r.b);
    }
    close_row(N, &r);
    if (chance(30))
        put(N, "%s -= %s;", at, small(N, other));
}

/* Into one array and out of it, at the same place, a bit behind, or where they do not overlap; what
 * is read is never more than 8, or it would grow. */
void by_two_pointers(struct nest *N)
{
    const long room = N->total + 4;
    if (!N->exact || N->slots > 1) {
        row_in_place(N);
        return;
    }
    const char *w = nest_output(N, N->num, 2 * room), *q = nest_name(N, "q");
    const long by = chance(40) ? 0 : chance(60) ? room : rnd_in(1, 3);
    for (int pass = 0; pass < 2; pass++) {
        const char *ref = pass ? "ref_" : "";
        add(&N->S->before, "    %s *%s%s = %s%s + %ld;\n", N->num, ref, q, ref, w, by);
    }
    struct row r = open_row(N, false);
    const char *e = small(N, fmt("$%s[%s]", q, r.at));
    if (chance(30))
        put(N, "$%s[%s] += %s;", w, N->i, e);
    else
        put(N, "$%s[%s] = %s + %s;", w, r.at, e, r.b);
    close_row(N, &r);
}

/* Elements of a local array, by constants, and a member. */
void parts_of_locals(struct nest *N)
{
    const char *l = nest_name(N, "l"), *t = nest_name(N, "t"), *num = spelt(N->num);
    put(N, "%s %s[3] = {0, 1, x[%s]};", num, l, N->i);
    put(N, "struct { %s most; int n; } %s = {3, 0};", num, t);
    struct row r = open_row(N, false);
    add_to(N, &r, fmt("%s[%d]", l, rnd(2)));
    add_to(N, &r, fmt("%s[%s]", l, chance(80) ? "2" : "1"));
    put(N, "if (%s > %s.most)", r.a, t);
    put(N, "    %s.most = %s;", t, r.a);
    put(N, "%s.n += 2;", t);
    close_row(N, &r);
    keep(N, N->num, fmt("%s[0] + %s[1] - %s[2]", l, l, l));
    keep(N, N->num, fmt("%s.most + %s.n %% 8", t, t));
}

/* Memory that the statements around inner loops set, and those read. */
void stored_before(struct nest *N)
{
    const char *y = nest_output(N, N->num, (long)N->rows * N->slots), *s = nest_name(N, "s");
    const char *at = fmt("$%s[%s]", y, N->slot), *type = sum_type(N);
    put(N, "%s = x[%s];", at, N->i);
    put(N, "%s %s = 0;", spelt(type), s);
    struct row r = open_row(N, false);
    put(N, "%s += %s * %s;", s, r.a, small(N, at));
    close_row(N, &r);
    put(N, "%s += %s;", at, small(N, s));
    r = open_row(N, false);
    put(N, "%s -= %s + %s;", s, r.b, small(N, at));
    close_row(N, &r);
    keep(N, type, s);
}

void local_array(struct nest *N)
{
    const char *l = nest_name(N, "l"), *s = nest_name(N, "s"), *q = nest_name(N, "q");
    put(N, "%s %s[8], %s = 0;", spelt(N->num), l, s);
    put_open(N, fmt("for (int %s = 0; %s < 8; %s++) ", q, q, q));
    put(N, chance(50) ? "%s[%s] = x[%s + %s];" : "%s[%s] = x[%s] + %s;", l, q, N->i, q);
    put_close(N);
    struct row r = open_row(N, false);
    if (chance(50))
        put(N, "%s += %s * %s;", s, r.a, small(N, fmt("%s[idx[%s] & 7]", l, r.at)));
    else
        put(N, "%s[idx[%s] & 7] += %s;", l, r.at, r.a);
    close_row(N, &r);
    put_open(N, fmt("for (int %s = 7; %s >= 0; %s--) ", q, q, q));
    put(N, "%s += %s[%s] * (%s & 1);", s, l, q, q);
    put_close(N);
    keep(N, N->num, s);
}

/* Each turn reads what the turn before it has left. */
void running_sum(struct nest *N)
{
    const char *w = row_output(N), *s = nest_name(N, "s");
    put(N, "%s %s = x[%s];", spelt(N->num), s, N->i);
    struct row r = open_row(N, false);
    switch (rnd(N->exact ? 3 : 2)) {
    case 0:
        put(N, "%s += %s;", s, r.a);
        put(N, "$%s[%s] = %s;", w, r.at, s);
        break;
    case 1:
        put(N, "$%s[%s] = %s;", w, r.at, s);
        put(N, "%s = %s;", s, r.a);
        break;
    default:
        put(N, "if (%s %s 0)", s, chance(50) ? ">" : "<=");
        put(N, "    %s -= %s;", s, r.b);
        put(N, "else");
        put(N, "    %s += %s;", s, r.a);
    }
    close_row(N, &r);
    keep(N, N->num, s);
}

/* The first of its kind; a sum that stops. */
void ended_early(struct nest *N)
{
    const char *at = nest_name(N, "at"), *s = nest_name(N, "s");
    put(N, "int %s = -1;", at);
    put(N, "%s %s = 0;", N->type, s);
    struct row r = open_row(N, false);
    if (chance(50)) {
        put(N, "%s += tie[%s];", s, r.at);
        put_open(N, fmt("if (%s > %d) ", s, rnd_in(0, 40)));
    } else {
        put_open(N, fmt("if (idx[%s] == %d) ", r.at, rnd(64)));
        put(N, "%s = %s;", s, r.a);
    }
    put(N, "%s = %s;", at, r.j);
    put(N, "break;");
    put_close(N);
    close_row(N, &r);
    keep(N, N->type, s);
    keep(N, "int", at);
}

/* SPDX-License-Identifier: MIT */
/*
 * turns.c: loops in an iteration: counted, by pointers, with ends that only the iteration knows.
 */
#include "mixed.h"

enum { MOST_COST = 300 };

static const char *few(struct mixed *M, long *most)
{
    switch (rnd(5)) {
    case 0:
        *most = 7;
        return below(M, 1, 3);
    case 1:
        *most = 3;
        return "MIN(n, 3)";
    case 2:
        *most = 5;
        return fmt("x[%s] %% 6", M->row);
    default:
        *most = rnd_in(1, 6);
        return fmt("%ld", *most);
    }
}

/* Opens one, with a counter from 0 to most - 1. */
static const char *counted(struct mixed *M, const char *j, long *most)
{
    const char *n = few(M, most), *type = chance(70) ? "int" : chance(50) ? "long" : "short";
    switch (rnd(8)) {
    case 0:
        return fmt("for (%s %s = %s; %s-- > 0;)", type, j, n, j);
    case 1:
        return fmt("for (%s %s = %s - 1; %s >= 0; %s--)", type, j, n, j, j);
    case 2:
        return fmt("for (%s %s = 0; %s < %s; %s += 2)", type, j, j, n, j);
    case 3:
        return fmt("for (unsigned %s = 0; %s < (unsigned)(%s); ++%s)", j, j, n, j);
    case 4:
        return fmt("for (int %s = 0, o%s = %s; %s < o%s; %s++, o%s--)", j, j, n, j, j, j, j);
    default:
        return fmt("for (%s %s = 0; %s < %s; %s++)", type, j, j, n, j);
    }
}

struct outer {
    bool may_break, may_continue;
    int turns;
    long cost;
};

static struct outer enter(struct mixed *M, const char *j, long most)
{
    struct outer o = {M->may_break, M->may_continue, M->n_turns, M->cost};
    M->may_break = M->may_continue = true;
    M->cost *= most + 1;
    if (j && M->n_turns < COUNTERS)
        M->turn[M->n_turns++] = (struct turn){j, most};
    return o;
}

static void leave(struct mixed *M, struct outer o)
{
    M->may_break = o.may_break;
    M->may_continue = o.may_continue;
    M->n_turns = o.turns;
    M->cost = o.cost;
}

static void any_statements(struct mixed *M)
{
    const char *j = mixed_name(M, "j");
    long most;
    const char *head = counted(M, j, &most);
    mixed_line(M, "%s {", head);
    struct outer o = enter(M, j, most);
    mixed_block(M, rnd_in(1, 2));
    leave(M, o);
    mixed_line(M, "}");
}

/* t += ..., with a directive on the loop or none. */
static void summed(struct mixed *M)
{
    static const char *const omp[] = {"simd reduction(+ : %s)", "simd reduction(+ : %s)"};
    static const char *const acc[] = {"loop vector reduction(+:%s)", "loop seq",
                                      "loop worker reduction(+:%s)", "loop reduction(+:%s)"};
    const char *t = mixed_name(M, "t"), *j = mixed_name(M, "j"), *v = mixed_name(M, "v");
    long most = rnd_in(1, chance(80) ? 8 : 40);
    bool plain = chance(60);
    mixed_line(M, "%s %s = %d;", chance(50) ? "int" : chance(50) ? "long" : "double", t, rnd(5));
    if (plain && M->region->set == OMP && !M->region->simd && chance(30))
        mixed_pragma(M, fmt(fmt("#pragma omp %s", omp[rnd(2)]), t));
    else if (plain && M->region->set == ACC && chance(50))
        mixed_pragma(M, fmt(fmt("#pragma acc %s", acc[rnd(4)]), t));
    if (plain)
        mixed_line(M, "for (int %s = 0; %s < %ld; %s++)", j, j, most, j);
    else
        mixed_line(M, "%s", counted(M, j, &most));
    struct outer o = enter(M, j, most);
    struct value e = mixed_value(M, 2);
    mixed_line(M, "    %s += %s;", t, e.bits > 20 ? fmt("(%s & 0xffff)", e.s) : e.s);
    leave(M, o);
    mixed_line(M, "int %s = (int)%s & 32767;", v, t);
    push_scalar(M, v, false);
}

/* A minimum or maximum with its place. */
static void best(struct mixed *M)
{
    const char *b = mixed_name(M, "b"), *at = mixed_name(M, "at"), *j = mixed_name(M, "j");
    long most;
    const char *head = counted(M, j, &most);
    bool largest = chance(50);
    mixed_line(M, "int %s = %s, %s = 0;", b, largest ? "-1" : "1000000", at);
    mixed_line(M, "%s {", head);
    struct outer o = enter(M, j, most);
    M->indent++;
    mixed_line(M, "const int e%s = (%s) & 0xffff;", b, mixed_value(M, 2).s);
    mixed_line(M, "if (e%s %s %s) {", b, largest ? ">" : "<", b);
    mixed_line(M, "    %s = e%s;", b, b);
    mixed_line(M, "    %s = (int)%s;", at, j);
    mixed_line(M, "}");
    M->indent--;
    leave(M, o);
    mixed_line(M, "}");
    push_scalar(M, at, false);
    mixed_line(M, "%s &= 32767;", b);
    push_scalar(M, b, false);
}

/* Along a row that is read, by a pointer. */
static void walked(struct mixed *M)
{
    const char *p = mixed_name(M, "p"), *t = mixed_name(M, "t"), *end = mixed_name(M, "end");
    struct object *o = read_object(M);
    const char *start = row_start(o, read_row(M, o));
    if (!start || (o->written && M->column)) {
        summed(M);
        return;
    }
    mixed_line(M, "int %s = 0;", t);
    if (chance(50)) {
        mixed_line(M, "const %s *%s = %s, *%s = %s + %d;", o->type, p, start, end, p, o->columns);
        mixed_line(M, chance(50) ? "while (%s < %s)" : "for (; %s != %s;)", p, end);
        mixed_line(M, "    %s += (int)*%s++;", t, p);
    } else {
        mixed_line(M, "const %s *%s = %s;", o->type, p, start);
        mixed_line(M, "for (int k = 0; k < %d; k++, %s++)", o->columns, p);
        mixed_line(M, "    if (*%s > %d)", p, rnd(100));
        mixed_line(M, "        %s += (int)*%s;", t, p);
    }
    push_scalar(M, t, false);
}

/* Until something is found. */
static void until(struct mixed *M)
{
    const char *k = mixed_name(M, "k");
    const char *n;
    long most;
    struct outer o;
    n = few(M, &most);
    mixed_line(M, "int %s = %s;", k, n);
    int form = rnd(3);
    if (form == 0) {
        mixed_line(M, "while (%s-- > 0) {", k);
    } else if (form == 1) {
        mixed_line(M, "for (;;) {");
        mixed_line(M, "    if (--%s < 0)", k);
        mixed_line(M, "        break;");
    } else {
        mixed_line(M, "do {");
    }
    o = enter(M, NULL, most);
    mixed_block(M, rnd_in(1, 2));
    leave(M, o);
    mixed_line(M, form == 2 ? "} while (--%s > 0);" : "}", k);
    mixed_line(M, "%s &= 32767;", k);
    push_scalar(M, k, false);
}

void inner_turns(struct mixed *M)
{
    if (M->cost > MOST_COST)
        return;
    int k = rnd(10);
    if (k < 3)
        any_statements(M);
    else if (k < 6)
        summed(M);
    else if (k < 7)
        best(M);
    else if (k < 9)
        walked(M);
    else
        until(M);
}

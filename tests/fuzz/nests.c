/* SPDX-License-Identifier: MIT */
/*
 * nests.c: the data of a nest, its inner loops' headers, and the nest.
 */
#include "nest.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 64, MOST_TURNS = 40000, HUGE_ROW = 1500 };

void put(struct nest *N, const char *format, ...)
{
    char s[1000];
    va_list values;
    va_start(values, format);
    vsnprintf(s, sizeof s, format, values);
    va_end(values);
    add(&N->S->loop, "%*s%s\n", 4 * N->indent, "", s);
}

void put_open(struct nest *N, const char *s)
{
    put(N, "%s{", s);
    N->indent++;
}

void put_close(struct nest *N)
{
    N->indent--;
    put(N, "}");
}

const char *nest_name(struct nest *N, const char *stem)
{
    return special_name(N->S, stem);
}

/* --- rows ------------------------------------------------------------------------ */

/* Elements of the row's arrays by their subscript, or of one by a pointer to the row. */
static void elements(struct nest *N, struct row *r, const char *first, const char *j)
{
    r->a = fmt("a[%s]", r->at);
    r->b = fmt("b[%s]", r->at);
    if (first && chance(30)) {
        const char *p = nest_name(N, "p");
        put(N, chance(50) ? "const %s *%s = a + %s;" : "const %s *%s = &a[%s];", N->type, p, first);
        r->a = fmt(chance(70) ? "%s[%s]" : "*(%s + %s)", p, j);
    }
}

static void open_regular(struct nest *N, struct row *r)
{
    static const char *const types[] = {"int", "int", "long", "unsigned", "size_t"};
    const char *type = types[rnd(5)], *j = r->j;
    const char *m = chance(50) ? "m" : fmt("%d", N->length);
    if (N->transposed) {
        r->at = fmt("(int)%s * n + %s", j, N->i);
        elements(N, r, NULL, j);
    } else {
        r->at = fmt("%s * m + (int)%s", N->i, j);
        elements(N, r, fmt("%s * m", N->i), j);
    }
    put_open(N, fmt("for (%s %s = 0; %s < (%s)%s; %s++) ", type, j, j, type, m, j));
    r->j = fmt("(int)%s", j);
}

/* By its length. */
static void open_by_length(struct nest *N, struct row *r)
{
    const char *j = r->j, *len = nest_name(N, "len"), *t = chance(50) ? "int" : "long";
    put(N, "const %s %s = row[%s + 1] - row[%s];", t, len, N->i, N->i);
    r->at = fmt("row[%s] + %s", N->i, j);
    elements(N, r, fmt("row[%s]", N->i), j);
    put_open(N, fmt("for (%s %s = 0; %s < %s; %s++) ", t, j, j, len, j));
    r->j = fmt("(int)%s", j);
}

/* With its variable declared before it. */
static void open_with_variable(struct nest *N, struct row *r, bool straight)
{
    const char *j = r->j, *step = straight ? "++" : fmt(" += %d", rnd_in(1, 3));
    bool outside = chance(25);
    if (outside) {
        add(&N->S->before, "    int %s = 0, ref_%s = 0;\n    (void)%s, (void)ref_%s;\n", j, j, j,
            j);
        j = fmt("$%s", j);
    } else {
        put(N, "int %s;", j);
    }
    r->j = r->at = r->after = j;
    elements(N, r, NULL, j);
    put_open(N, fmt("for (%s = row[%s]; %s < row[%s + 1]; %s%s) ", j, N->i, j, N->i, j, step));
}

static void open_while(struct nest *N, struct row *r)
{
    const char *j = r->j;
    put(N, "int %s = row[%s], end%s = row[%s + 1];", j, N->i, j, N->i);
    put_open(N, fmt("while (%s < end%s) ", j, j));
    r->after = j;
    r->tail = fmt("%s++;", j);
}

static void open_irregular(struct nest *N, struct row *r, bool straight)
{
    const char *j = r->j, *i = N->i;
    int cut = rnd_in(1, 3);
    r->at = j;
    elements(N, r, NULL, j);
    switch (rnd(straight ? 4 : 7)) {
    case 0:
        put(N, "const int lo%s = row[%s], hi%s = row[%s + 1];", j, i, j, i);
        put_open(N, fmt("for (int %s = lo%s; %s < hi%s; ++%s) ", j, j, j, j, j));
        break;
    case 1:
        put_open(N, fmt("for (unsigned %s = (unsigned)row[%s]; %s < (unsigned)row[%s + 1]; %s++) ",
                        j, i, j, i, j));
        r->j = fmt("(int)%s", j);
        break;
    case 2:
        open_while(N, r);
        break;
    case 3: /* perhaps its lower bound is above the upper one */
        put_open(N, fmt("for (int %s = row[%s] + %d; %s <= row[%s + 1] - %d; %s++) ", j, i, cut, j,
                        i, cut, j));
        break;
    case 4:
        put_open(N, fmt("for (int %s = row[%s + 1] - 1; %s >= row[%s]; %s--) ", j, i, j, i, j));
        break;
    case 5:
        put_open(
            N, fmt("for (int %s = row[%s]; %s < row[%s + 1]; %s += %d) ", j, i, j, i, j, cut + 1));
        break;
    default:
        put_open(N, fmt("for (int %s = row[%s + 1]; %s-- > row[%s];) ", j, i, j, i));
    }
}

struct row open_row(struct nest *N, bool straight)
{
    struct row r = {.j = nest_name(N, "j")};
    r.first = N->regular ? fmt(N->transposed ? "%s" : "%s * m", N->i) : fmt("row[%s]", N->i);
    if (N->transposed || (N->regular && chance(60))) {
        open_regular(N, &r);
        return r;
    }
    r.first = fmt("row[%s]", N->i);
    switch (rnd(4)) {
    case 0:
        open_by_length(N, &r);
        break;
    case 1:
        open_with_variable(N, &r, straight);
        break;
    case 2:
        put_open(N,
                 fmt("for (int %s = row[%s]; %s < row[%s + 1]; %s++) ", r.j, N->i, r.j, N->i, r.j));
        r.at = r.j;
        r.a = fmt("a[%s]", r.at);
        r.b = fmt("b[%s]", r.at);
        break;
    default:
        open_irregular(N, &r, straight);
    }
    return r;
}

void close_row(struct nest *N, const struct row *r)
{
    if (r->tail)
        put(N, "%s", r->tail);
    put_close(N);
    if (r->after && chance(60))
        keep(N, "int", r->after);
}

/* --- expressions ------------------------------------------------------------------ */

const char *term(struct nest *N, const struct row *r)
{
    switch (rnd(8)) {
    case 0:
    case 1:
        return r->a;
    case 2:
        return fmt("%s * %s", r->a, r->b);
    case 3:
    case 4:
        return fmt("%s * x[idx[%s]]", r->a, r->at);
    case 5:
        return fmt("(%s - x[%s])", r->a, N->i);
    case 6:
        return fmt("(%s > 2 ? %s : %s)", r->b, r->a, r->b);
    default:
        return fmt("%s_mixed(%s, %s)", N->S->id, r->a, r->b);
    }
}

const char *test_of(struct nest *N, const struct row *r)
{
    static const char *const tests[] = {"%s > 1", "%s != %s", "%s <= %s", "%s %% 3 == 1"};
    int k = rnd(4);
    (void)N;
    if (k == 3)
        return fmt("idx[%s] %% 3 == 1", r->at);
    return fmt(k == 0 ? tests[0] : k == 1 ? "%s != %s" : "%s <= %s", r->a, r->b);
}

const char *small(struct nest *N, const char *value)
{
    return fmt(N->exact ? "(%s)((long)%s %% 8)" : "(%s)(%s / 1024)", spelt(N->num), value);
}

const char *spelt(const char *type)
{
    return strcmp(type, "num") == 0 ? "$num" : type;
}

const char *sum_type(struct nest *N)
{
    static const char *const integers[] = {"int",       "long",  "unsigned",
                                           "long long", "short", "unsigned long"};
    if (!N->exact)
        return N->num;
    if (N->is_floating)
        return chance(60) ? N->type : "double";
    return chance(15) && !N->is_unsigned ? "double" : integers[rnd(6)];
}

/* --- results ------------------------------------------------------------------------ */

/* What errors of sums of the data may be. */
static const char *within(const struct nest *N)
{
    return strcmp(N->type, "float") == 0 ? "0.25" : "1e-8";
}

const char *nest_output(struct nest *N, const char *type, long n)
{
    const char *name = nest_name(N, "out");
    bool inexact = strcmp(type, "num") == 0;
    struct special *S = N->S;
    if (!inexact) {
        output(S, type, name, n);
        return name;
    }
    add(&S->before,
        "    num *%s = malloc(%ld * sizeof *%s);\n    ref_num *ref_%s = malloc(%ld * sizeof "
        "*ref_%s);\n"
        "    FILL(%s[k], %ld, num, fuzz_dyadic, seed);\n    FILL(ref_%s[k], %ld, ref_num, "
        "fuzz_dyadic, seed);\n",
        name, n + 1, name, name, n + 1, name, name, n, name, n);
    add(&S->after, "    NEAR_ALL(%s, ref_%s, %ld, %s);\n", name, name, n, within(N));
    S->writes = true;
    return name;
}

/* Into an array of results, at the iteration's place or one that a permutation says; or added up.
 */
void keep(struct nest *N, const char *type, const char *value)
{
    long n = (long)N->rows * N->slots;
    if (N->reduces && chance(40)) {
        const char *name = nest_name(N, "all");
        bool is_floating = strcmp(type, "float") == 0 || strcmp(type, "double") == 0;
        if (strcmp(type, "num") == 0 || (!N->exact && is_floating)) {
            add(&N->S->before, "    num %s = 0;\n    ref_num ref_%s = 0;\n", name, name);
            add(&N->S->reduce, " %%s(+ : %s)", name);
            add(&N->S->results, "%s%s", N->S->results.n ? ", " : "", name);
            add(&N->S->after, "    NEAR_ALL(&%s, &ref_%s, 1, %s * 1000);\n", name, name, within(N));
        } else {
            result(N->S, is_floating ? "double" : "unsigned long", name, "1", "+");
        }
        put(N, "$%s += %s;", name, value);
        return;
    }
    const char *out = nest_output(N, type, n);
    if (N->slots == 1 && chance(N->reduces ? 2 : 30)) /* only `loop` vouches for them */
        put(N, "$%s[perm[%s]] = %s;", out, N->i, value);
    else
        put(N, "$%s[%s] %s %s;", out, N->slot, chance(75) ? "=" : "+=", value);
}

/* --- data --------------------------------------------------------------------------- */

static void choose(struct nest *N)
{
    static const char *const types[] = {"double", "double", "double",   "float",         "float",
                                        "int",    "long",   "unsigned", "unsigned long", "short"};
    static const int rows[] = {1, 2, 5, 33, 1000};
    static const int lengths[] = {0, 1, 2, 3, 7, 8, 31, 32, 33, 100, 1000};
    int t = rnd(10);
    N->type = types[t];
    N->is_floating = t < 5;
    N->is_unsigned = t == 7 || t == 8;
    N->exact = !N->is_floating || chance(70);
    N->num = N->exact ? N->type : "num";
    do {
        N->rows = rows[rnd(5)];
        N->length = lengths[rnd(11)];
    } while ((long)N->rows * N->length > MOST_TURNS);
    N->regular = chance(50);
    N->transposed = N->regular && chance(35);
    N->reduces = chance(40);
    N->slots = 1;
    N->indent = 1;
    N->total = (long)N->rows * (N->length + 2) + HUGE_ROW;
}

/* Numbers that say what is written; those of a named array would say nothing to tcr-cc. */
static void numbers(struct special *S, const char *name, int n, const char *value)
{
    add(&S->before, "    int *%s = malloc(%d * sizeof *%s);\n", name, n, name);
    add(&S->before, "    for (long k = 0; k < %d; k++)\n        %s[k] = (int)(%s);\n", n, name,
        value);
}

/* Exact sums of float have no more than 24 bits; of double, 53. */
static void data(struct nest *N)
{
    struct special *S = N->S;
    const char *value = !N->is_floating                 ? "fuzz_int(seed + %d, (uint64_t)k)"
                        : !N->exact                     ? "fuzz_rough(seed + %d, (uint64_t)k)"
                        : strcmp(N->type, "float") == 0 ? "fuzz_int(seed + %d, (uint64_t)k) %% 6"
                                                        : "fuzz_dyadic(seed + %d, (uint64_t)k)";
    static const char *const names[] = {"a", "b", "x"};
    for (int k = 0; k < 3; k++) {
        char first[100];
        snprintf(first, sizeof first, value, k);
        input(S, N->type, names[k], k < 2 ? N->total : COLUMNS + N->rows, first);
    }
    input(S, N->type, "tie", N->total, "fuzz_hash(seed, (uint64_t)k) >> 9 & 3");
    input(S, "int", "idx", N->total,
          fmt("fuzz_hash(seed + 5, (uint64_t)k) >> 7 & %d", COLUMNS - 1));
    numbers(S, "row", N->rows + 1, fmt("k * %d", N->length));
    numbers(S, "perm", N->rows,
            fmt("(k * 7 + 3) %% %d", N->rows)); /* of 1000, 33, 5, 2: prime to 7 */
    input(S, "int", "mask", N->rows, "fuzz_hash(seed + 6, (uint64_t)k) >> 11 & 1");
    if (!N->regular)
        add(&S->before, "    fuzz_rows(row, %d, %d, %d, seed);\n", N->rows, N->length,
            chance(30) ? HUGE_ROW : 0);
    add(&S->before,
        "    int n = %d, m = %d;\n    (void)n, (void)m, (void)tie, (void)x, (void)idx;\n", N->rows,
        N->length);
    add(&S->before, "    (void)perm, (void)mask, (void)a, (void)b;\n");
    add(&S->outside,
        "static inline %s %s_mixed(%s p, %s q)\n{\n    if (p > q)\n        return p - q;\n"
        "    return q;\n}\n",
        N->type, S->id, N->type, N->type);
    if (!N->exact)
        add(&S->before, "    typedef %s num;\n    typedef long double ref_num;\n", N->type);
}

static bool mentions(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += n)
        if (!isalnum((unsigned char)at[-1]) && !isalnum((unsigned char)at[n]) && at[n] != '_')
            return true;
    return false;
}

/* The sections of what the loop reads. */
static void sections(struct nest *N)
{
    static const char *const names[] = {"a", "b", "tie", "idx", "x", "row", "perm", "mask"};
    const long sizes[] = {N->total,          N->total,    N->total, N->total,
                          COLUMNS + N->rows, N->rows + 1, N->rows,  N->rows};
    for (int k = 0; k < 8; k++)
        if (mentions(N->S->loop.s, names[k]))
            add(&N->S->clauses, " copyin(%s[0:%ld])", names[k], sizes[k]);
}

/* --- the nest -------------------------------------------------------------------------- */

static void block(struct nest *N)
{
    static void (*const kinds[])(struct nest *) = {sums,
                                                   sums,
                                                   sums,
                                                   sums,
                                                   extremes,
                                                   place_of_extreme,
                                                   flags,
                                                   product,
                                                   two_sums,
                                                   two_sums,
                                                   own_reduction,
                                                   nested_sums,
                                                   row_written,
                                                   row_in_place,
                                                   stored_before,
                                                   local_array,
                                                   summed_in_memory,
                                                   summed_in_memory,
                                                   parts_of_locals,
                                                   by_two_pointers,
                                                   running_sum,
                                                   ended_early,
                                                   called_functions,
                                                   by_pointers,
                                                   pairs,
                                                   table,
                                                   switched,
                                                   place_of_extreme,
                                                   softmax};
    void (*kind)(struct nest *) = kinds[rnd((int)(sizeof kinds / sizeof *kinds))];
    bool guarded = chance(25);
    put_open(N, guarded ? fmt("if (mask[%s]) ", N->i) : "");
    kind(N);
    put_close(N);
}

static void body(struct nest *N)
{
    int blocks = rnd_in(1, 3);
    N->i = "i";
    N->slot = "i";
    put_open(N, fmt(chance(80)   ? "for (int i = 0; i < n; i++) "
                    : chance(50) ? "for (int i = n - 1; i >= 0; i--) "
                                 : "for (int i = 0; i < %d; ++i) ",
                    N->rows));
    if (chance(15))
        put(N, "if (!mask[i])\n            continue;");
    for (int k = 0; k < blocks; k++)
        block(N);
    put_close(N);
}

void inner_loops_over_rows(struct special *S)
{
    struct nest N = {.S = S};
    choose(&N);
    data(&N);
    body(&N);
    if (chance(80))
        sections(&N);
    if (N.reduces && S->reduce.n == 0)
        N.reduces = false;
    S->ours = true;
}

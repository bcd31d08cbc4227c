/* SPDX-License-Identifier: MIT */
/*
 * mixed.c: loops one after the other, with what stands around and between them: in the function,
 * in functions of their own that are called with several sizes and with pointers into one array,
 * in a team, between data directives.
 */
#include "mixed.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void mixed_line(struct mixed *M, const char *format, ...)
{
    char s[6000];
    va_list a;
    va_start(a, format);
    vsnprintf(s, sizeof s, format, a);
    va_end(a);
    add(M->out, "%*s%s\n", 4 * M->indent, "", s);
}

void mixed_pragma(struct mixed *M, const char *s)
{
    add(M->out, "%c%s\n", SPECIAL_OWN, s);
}

const char *mixed_name(struct mixed *M, const char *stem)
{
    return fmt("%s%d", stem, M->names++);
}

static enum set any_set(void)
{
    bool omp = strstr(accepted, "omp") != NULL, acc = strstr(accepted, "acc") != NULL;
    int k = rnd(100);
    if (omp && k < (acc ? 45 : 80))
        return OMP;
    return acc && k < 85 ? ACC : OURS;
}

/* --- one after the other ----------------------------------------------------------------- */

static void one_loop(struct mixed *M, enum set set, int where)
{
    struct text declared = {0}, tail = {0}, loop = {0}, *out = M->out;
    M->out = &loop;
    M->indent = 2;
    mixed_loop(M, set, where, &declared, &tail);
    M->out = out;
    add(M->out, "    {\n%s%s%s    }\n", declared.n ? declared.s : "", loop.s, tail.n ? tail.s : "");
    text_free(&declared);
    text_free(&tail);
    text_free(&loop);
}

static void sequence(struct mixed *M)
{
    int repeats = chance(70) ? 1 : rnd_in(2, 4);
    M->indent = 1;
    if (repeats > 1)
        mixed_line(M, "for (int rep = 0; rep < %d; rep++) {", repeats);
    for (int k = rnd_in(1, 3); k > 0; k--) {
        one_loop(M, any_set(), 0);
        M->indent = 1;
        if (chance(50))
            host_step(M, OURS);
    }
    if (repeats > 1)
        mixed_line(M, "}");
}

/* --- a team ------------------------------------------------------------------------------ */

static void team(struct mixed *M)
{
    struct text declared = {0}, tail = {0}, loops = {0}, *out = M->out;
    M->out = &loops;
    for (int k = rnd_in(1, 3); k > 0; k--) {
        M->indent = 2;
        mixed_loop(M, OMP, IN_TEAM, &declared, &tail);
        if (chance(30)) { /* what one thread does while the others wait */
            mixed_pragma(M, "#pragma omp single");
            add(M->out, "        {\n");
            M->indent = 3;
            host_step(M, OURS);
            add(M->out, "        }\n");
        }
    }
    M->out = out;
    M->indent = 1;
    add(M->out, "    {\n%s", declared.n ? declared.s : "");
    mixed_pragma(M, chance(50) ? "#pragma omp parallel num_threads(3)" : "#pragma omp parallel");
    add(M->out, "    {\n%s    }\n%s    }\n", loops.s, tail.n ? tail.s : "");
    text_free(&declared);
    text_free(&tail);
    text_free(&loops);
}

/* --- among data directives ------------------------------------------------------------------ */

static const char *const data_words[][2] = {
    {"tcr data copy(", "tcr enter data copyin("},
    {"omp target data map(tofrom : ", "omp target enter data map(to : "},
    {"acc data copy(", "acc enter data copyin("}};
static const char *const end_words[] = {
    "tcr exit data copyout(", "omp target exit data map(from : ", "acc exit data copyout("};

static void among_data(struct mixed *M)
{
    enum set set = strcmp(accepted, "omp") == 0 ? OMP : strcmp(accepted, "acc") == 0 ? ACC : OURS;
    struct text items = {0};
    for (int k = 0; k < M->n_objects; k++) {
        struct object *o = &M->object[k];
        if (section_of(M, o) && chance(70)) {
            add(&items, "%s%s", items.n ? ", " : "", section_of(M, o));
            o->resident = true;
        }
    }
    bool block = chance(60);
    if (items.n)
        mixed_pragma(M, fmt("#pragma %s%s)", data_words[set][!block], items.s));
    add(M->out, "    {\n");
    for (int k = rnd_in(1, 3); k > 0; k--) {
        one_loop(M, set, AMONG_DATA);
        M->indent = 1;
        if (chance(60))
            host_step(M, set);
    }
    add(M->out, "    }\n");
    if (items.n && !block)
        mixed_pragma(M, fmt("#pragma %s%s)", end_words[set], items.s));
    for (int k = 0; k < M->n_objects; k++)
        M->object[k].resident = false;
    text_free(&items);
}

/* --- in functions ---------------------------------------------------------------------------- */

/* The text for one of the two: the loop with directives, or the reference. */
static void expand(struct text *to, const char *s, bool reference)
{
    for (; *s; s++)
        if (*s == '$')
            add(to, "%s", reference ? "ref_" : "");
        else if (*s == SPECIAL_OWN && reference)
            s = strchr(s, '\n');
        else if (*s != SPECIAL_OWN)
            add(to, "%c", *s);
}

/* Two of the parameters may lead into one array. */
static void arguments(struct mixed *M, enum set set, struct text *t)
{
    const struct object *moved = NULL, *onto = NULL;
    for (int k = 0; set == OURS && k < M->n_objects; k++)
        if (M->object[k].shape == VECTOR && chance(70)) {
            moved = &M->object[k];
            onto = alike(M, moved);
            if (onto)
                break;
        }
    int by = rnd(5);
    for (int k = 0; k < M->n_objects; k++) {
        const struct object *o = &M->object[k];
        if (o == moved && onto)
            add(t, ", $%s + %d", onto->plain, by * o->columns);
        else
            add(t, ", %s", argument_of(o));
    }
}

static void as_parameters(struct mixed *M, bool passed)
{
    for (int k = 0; k < M->n_objects; k++) {
        struct object *o = &M->object[k];
        o->passed = passed && (o->shape == HELD || o->shape == NESTED);
        o->name = passed ? o->plain : fmt("$%s", o->plain);
    }
    M->in_function = passed;
}

/* Returns its name. */
static const char *function_of(struct mixed *M, enum set set)
{
    const char *f = fmt("%s_loop%d", M->S->id, M->names++);
    struct text text = {0}, body = {0}, *out = M->out;
    for (int k = 0; k < M->n_objects; k++)
        M->object[k].written = false;
    for (int k = rnd_in(1, 2); k > 0; k--)
        M->object[rnd(M->n_objects)].written = true;
    as_parameters(M, true);
    M->out = &body;
    one_loop(M, set, 0);
    M->out = out;
    add(&text, "static long $%s(int n, const int *x, const int *tab", f);
    for (int k = 0; k < M->n_objects; k++)
        add(&text, ", %s", parameter_of(M, &M->object[k]));
    add(&text, ")\n{\n    long $total = 7;\n    (void)x;\n    (void)tab;\n");
    for (int k = 0; k < M->n_objects; k++)
        add(&text, "    (void)%s;\n", M->object[k].plain);
    add(&text, "%s    return $total;\n}\n", body.s);
    as_parameters(M, false);
    expand(&M->S->outside, text.s, false);
    expand(&M->S->outside, text.s, true);
    text_free(&text);
    text_free(&body);
    return f;
}

static void functions(struct mixed *M)
{
    static const char *const sizes[] = {"n", "n / 2", "n - 1", "1", "0", "n", "(n + 3) / 4"};
    const char *f[2];
    enum set set[2];
    int n = rnd_in(1, 2);
    for (int k = 0; k < n; k++)
        f[k] = function_of(M, set[k] = any_set());
    M->indent = 1;
    for (int k = rnd_in(1, 5); k > 0; k--) {
        struct text t = {0};
        int which = rnd(n);
        const char *size = sizes[rnd(7)];
        arguments(M, set[which], &t);
        mixed_line(M, "$total = ($total * 7 + $%s(%s, x, tab%s)) & 0xffffff;", f[which], size, t.s);
        text_free(&t);
        if (chance(50))
            host_step(M, OURS);
    }
}

/* --- the whole ---------------------------------------------------------------------------------
 */

void mixed_loops(struct special *S)
{
    static const long sizes[] = {1, 2, 5, 9, 33, 64, 100, 300};
    long drawn = sizes[rnd(8)];
    struct mixed M = {
        .S = S, .rows = special_rows ? special_rows : drawn, .out = &S->loop, .indent = 1};
    S->construct = "";
    choose_objects(&M);
    watched(S, "long", "total", "1");
    add(&S->before,
        "    const int n = %ld;\n    static int x[%ld];\n    int tab[4] = {5, 66, 7, 120};\n"
        "    (void)n;\n    (void)tab;\n"
        "    for (int k = 0; k < n; k++)\n        x[k] = (int)(fuzz_hash(seed + 77, (uint64_t)k) "
        ">> "
        "9 & 511);\n",
        M.rows, M.rows + SLACK);
    add(&S->loop, "    {\n");
    int k = rnd(100);
    if (k < 20 && strstr(accepted, "omp"))
        team(&M);
    else if (k < 40)
        among_data(&M);
    else if (k < 70)
        functions(&M);
    else
        sequence(&M);
    add(&S->loop, "    }\n");
    declare_objects(&M);
}

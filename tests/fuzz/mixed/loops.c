/* SPDX-License-Identifier: MIT */
/*
 * loops.c: a loop over rows, its head, what its directive has copies of, and its body.
 */
#include "mixed.h"

/* --- copies ------------------------------------------------------------------------------ */

static void list(struct text *t, const char *name)
{
    add(t, "%s%s", t->n ? ", " : "", name);
}

static void private_number(struct mixed *M)
{
    const char *v = mixed_name(M, "own");
    add(&M->region->declared, "    int %s = 4;\n    (void)%s;\n", v, v);
    list(&M->region->privates, v);
    mixed_line(M, "%s = %s;", v, below(M, 1, 12));
    push_scalar(M, v, false);
}

static void private_array(struct mixed *M)
{
    const char *t = mixed_name(M, "own"), *v = mixed_name(M, "v"), *k = mixed_name(M, "k");
    const char *type = chance(50) ? "int" : "double";
    add(&M->region->declared, "    %s %s[4];\n    (void)%s;\n", type, t, t);
    list(&M->region->privates, t);
    if (chance(50)) {
        mixed_line(M, "for (int %s = 0; %s < 4; %s++)", k, k, k);
        mixed_line(M, "    %s[%s] = %s + %s;", t, k, k, below(M, 1, 7));
    } else {
        for (int e = 0; e < 4; e++)
            mixed_line(M, "%s[%d] = %s;", t, e, below(M, 1, 7));
    }
    mixed_line(M, "int %s = (int)%s[%s];", v, t, below(M, 1, 2));
    push_scalar(M, v, false);
}

static void first_number(struct mixed *M)
{
    const char *f = mixed_name(M, "base"), *v = mixed_name(M, "v"), *e;
    bool changed = M->region->set == OMP && chance(20); /* and put back */
    add(&M->region->declared, "    int %s = 11;\n    (void)%s;\n", f, f);
    list(&M->region->firstprivates, f);
    if (changed) {
        e = below(M, 1, 7);
        mixed_line(M, "%s += %s;", f, e);
        mixed_line(M, "int %s = %s;", v, f);
        mixed_line(M, "%s -= %s;", f, e);
        push_scalar(M, v, false);
    } else {
        push_scalar(M, f, true);
    }
}

static void first_array(struct mixed *M)
{
    const char *f = mixed_name(M, "base"), *v = mixed_name(M, "v");
    add(&M->region->declared, "    int %s[4] = {9, 4, 77, 1};\n    (void)%s;\n", f, f);
    list(&M->region->firstprivates, f);
    if (chance(15))
        mixed_line(M, "%s[1] = %s;", f, below(M, 1, 7));
    mixed_line(M, "int %s = %s[%s];", v, f, below(M, 1, 2));
    push_scalar(M, v, false);
}

static void last_value(struct mixed *M)
{
    const char *last = mixed_name(M, "last");
    if (chance(85)) {
        add(&M->region->declared, "    int %s = -1;\n", last);
        mixed_line(M, "%s = %s;", last, below(M, 1, 12));
        add(&M->region->tail, "    $total = ($total * 31 + %s) & 0xffffff;\n", last);
    } else {
        add(&M->region->declared, "    int %s[2] = {5, 6};\n", last);
        mixed_line(M, "%s[1] = %s;", last, below(M, 1, 12));
        mixed_line(M, "%s[0] = (int)%s;", last, M->row);
        add(&M->region->tail, "    $total = ($total * 31 + %s[0] * 5 + %s[1]) & 0xffffff;\n", last,
            last);
    }
    list(&M->region->lastprivates, last);
}

static void thread_number(struct mixed *M)
{
    const char *v = fmt("%s_own%d", M->S->id, M->names++);
    add(&M->S->outside, "static int %s;\n#ifdef _OPENMP\n#pragma omp threadprivate(%s)\n#endif\n",
        v, v);
    mixed_line(M, "%s = %s;", v, below(M, 1, 12));
    push_scalar(M, v, false);
}

static void copies(struct mixed *M)
{
    const struct region *R = M->region;
    bool simd = R->simd, listed = R->set != OURS;
    if (!simd && chance(25))
        private_number(M);
    if (!simd && listed && chance(15))
        private_array(M);
    if (!simd && chance(15))
        first_number(M);
    if (!simd && R->set == OMP && chance(10))
        first_array(M);
    if (R->lasts && !M->in_function && chance(25))
        last_value(M);
    if (R->shares && chance(3))
        thread_number(M);
}

/* --- heads ------------------------------------------------------------------------------- */

static const struct {
    const char *head, *row;
} heads[] = {
    {"for (int i = 0; i < n; i++)", "i"},
    {"for (int i = 0; i < n; i++)", "i"},
    {"for (int i = 0; n > i; ++i)", "i"},
    {"for (int i = n - 1; i >= 0; i--)", "i"},
    {"for (int i = n; i > 0; i--)", "(i - 1)"},
    {"for (int i = 1; i <= n; i += 1)", "(i - 1)"},
    {"for (int i = 0; i < n; i += 3)", "i"},
    {"for (int i = n - 1; i >= 0; i -= 2)", "i"},
    {"for (long i = 0; i < n; i++)", "(int)i"},
    {"for (unsigned i = 0; i < (unsigned)n; i++)", "(int)i"},
    {"for (size_t i = 3; i < (size_t)n + 3; i++)", "((int)i - 3)"},
    {"for (unsigned short i = 0; i < n; i++)", "i"},
    {"for (long i = 7 * (n - 1L); i >= 0; i -= 7)", "(int)(i / 7)"},
    {"for (int i = -n; i < 0; i++)", "(i + n)"},
    {"for (const int *p = x; p < x + n; p++)", "(int)(p - x)"},
    {"for (unsigned i = 4294967290u; i != 4294967290u + (unsigned)n; i++)",
     "(int)(i - 4294967290u)"},
};

/* Rows in blocks, the last of them cut off. */
static void blocked_head(struct mixed *M)
{
    int size = rnd_in(2, 4);
    switch (M->region->set == OURS ? rnd(2) : 0) {
    case 0:
        M->region->collapse = chance(50) ? 2 : 1;
        mixed_line(M, "for (int i = 0; i < (n + %d) / %d; i++)", size - 1, size);
        mixed_line(M, "    for (int j = 0; j < %d; j++) {", size);
        M->indent += 2;
        mixed_line(M, "const int row = i * %d + j;", size);
        mixed_line(M, "if (row >= n)");
        mixed_line(M, "    continue;");
        break;
    default:
        mixed_line(M, "for (int i = 0; i < n; i += %d)", size);
        mixed_line(M, "    for (int row = i; row < MIN(i + %d, n); row++) {", size);
        M->indent += 2;
    }
    M->region->lasts = false; /* the last iteration may have no row */
    M->row = "row";
    M->may_continue = true;
}

/* Columns whose numbers follow from the row's: bands and triangles. */
static void slanted_head(struct mixed *M, int columns)
{
    struct region *R = M->region;
    int k = rnd(3);
    /* GCC 12 crashes where both bounds have one factor. */
    R->slanted = k == 2 && R->set == OMP && R->shares && chance(70);
    R->collapse = R->slanted ? 2 : 1;
    M->column = k == 0 ? "(c - i)" : k == 1 ? "(c - 2 * i - 1)" : "c";
    mixed_line(M, "for (int i = 0; i < n; i++)");
    if (k == 0)
        mixed_line(M, "    for (int c = i; c < i + %d; c++) {", columns);
    else if (k == 1)
        mixed_line(M, "    for (int c = 2 * i + %d; c > 2 * i; c--) {", columns);
    else
        mixed_line(M, "    for (int c = 0; c <= i; c++) {");
    M->indent += 2;
    if (k == 2) {
        mixed_line(M, "if (c >= %d)", columns);
        mixed_line(M, "    continue;");
        R->lasts = false;
    }
    M->row = "i";
    M->turn[M->n_turns++] = (struct turn){M->column, columns};
}

/* Every element by an iteration of its own. */
static bool element_head(struct mixed *M)
{
    int columns = 1;
    for (int k = 0; k < M->n_objects; k++)
        if (M->object[k].written && M->object[k].columns > 1)
            columns = columns == 1 ? M->object[k].columns : -1;
        else if (M->object[k].written)
            columns = -1;
    if (columns < 2)
        return false;
    if (chance(30)) {
        slanted_head(M, columns);
        return true;
    }
    bool outer_rows = chance(70);
    const char *rows = "for (int i = 0; i < n; i++)",
               *each = fmt("for (int c = 0; c < %d; c++)", columns);
    M->region->collapse = chance(60) ? 2 : 1;
    mixed_line(M, "%s", outer_rows ? rows : each);
    mixed_line(M, "    %s {", outer_rows ? each : rows);
    M->indent += 2;
    M->row = "i";
    M->column = "c";
    M->turn[M->n_turns++] = (struct turn){"c", columns};
    return true;
}

static int open_loop(struct mixed *M)
{
    M->may_continue = true;
    if (chance(20) && element_head(M))
        return 2;
    if (chance(15)) {
        blocked_head(M);
        return 2;
    }
    int k = rnd((int)(sizeof heads / sizeof *heads));
    if ((M->region->set != OURS && k == 15) || (M->region->by_numbers && k == 14))
        k = 0; /* other sets have no such end */
    M->row = heads[k].row;
    mixed_line(M, "%s {", heads[k].head);
    M->indent++;
    if (chance(25)) {
        mixed_line(M, "const int at = %s;", M->row);
        M->row = "at";
    }
    return 1;
}

/* --- the loop ------------------------------------------------------------------------------ */

static void choose_written(struct mixed *M)
{
    for (int k = 0; k < M->n_objects; k++)
        M->object[k].written = false;
    for (int k = rnd_in(1, 2); k > 0; k--)
        M->object[rnd(M->n_objects)].written = true;
}

void mixed_loop(struct mixed *M, enum set set, int where, struct text *declared, struct text *tail)
{
    struct region R = {.collapse = 1};
    struct text body = {0}, *out = M->out;
    M->region = &R;
    M->row = M->column = NULL;
    M->n_scalars = M->n_turns = M->nested = 0;
    M->cost = 1;
    M->may_break = false;
    if (!M->in_function)
        choose_written(M);
    choose_directive(M, set, where & IN_TEAM, where & AMONG_DATA);
    M->out = &body;
    int indent = M->indent;
    int levels = open_loop(M);
    if (levels == 1 || R.collapse > 1)
        copies(M);
    choose_results(M);
    mixed_steps(M, rnd_in(1, 4));
    store(M);
    other_results(M);
    M->indent = indent;
    mixed_line(M, "%*s}", 4 * (levels - 1), "");
    M->out = out;
    add(declared, "%s", R.declared.n ? R.declared.s : "");
    print_directive(M);
    add(M->out, "%s", body.s);
    add(tail, "%s", R.tail.n ? R.tail.s : "");
    struct text *all[] = {&R.declared,      &R.tail, &R.privates,
                          &R.firstprivates, &body,   &R.lastprivates};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        text_free(all[k]);
}

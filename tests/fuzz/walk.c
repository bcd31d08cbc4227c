/* SPDX-License-Identifier: MIT */
/*
 * walk.c: loops that walk over an object from one of its parts, and loops that a
 * pointer counts.
 */
#include "special.h"

static const char *const element_types[] = {"double", "float", "int", "long", "short"};

/* What may be done with a value. */
static void use_value(struct special *S, const char *type, const char *e)
{
    static const char *const forms[][2] = {
        {"+", "# += @;"},
        {"+", "# += 2 * @;"},
        {"+", "# -= @;"},
        {"max", "# = MAX(@, #);"},
        {"+", "if (@ > 3)\n            # += @;"},
        {"min", "if (@ < #)\n            # = @;"},
    };
    for (int k = rnd_in(1, 2); k > 0; k--) {
        int f = rnd(6);
        const char *v = special_name(S, "r");
        result(S, f == 3 || f == 5 ? type : type[0] == 'f' ? "double" : type, v, "0", forms[f][0]);
        add(&S->loop, "        %s\n", filled_in(forms[f][1], e, v));
    }
}

/* --- parts ------------------------------------------------------------------------ */

/* A matrix of rows by columns as one row.  %s: where the pointer is declared. */
static const char *matrix_element(struct special *S, const char *type, long rows, long columns)
{
    const char *p = special_name(S, "p");
    long n = rows * columns, at = rnd((int)rows), off = rnd((int)columns);
    static const char *const places[] = {"static ", "", "const "};
    add(&S->before,
        "    %s%s a[%ld][%ld];\n    for (int k = 0; k < %ld; k++)\n"
        "        ((%s *)a)[k] = (%s)fuzz_int(seed, (uint64_t)k);\n",
        places[rnd(2)], type, rows, columns, n, type, type);
    switch (rnd(9)) {
    case 0:
        return fmt("(&a[0][0])[i]");
    case 1:
        add(&S->before, "    %s *%s = a[0];\n", type, p);
        return fmt("%s[i]", p);
    case 2:
        return fmt("*(*a + i)");
    case 3:
        add(&S->before, "    const %s *%s = &a[%ld][%ld];\n", type, p, at, off);
        return fmt("%s[i - %ld]", p, at * columns + off);
    case 4:
        return fmt("((%s *)a)[i]", type);
    case 5:
        add(&S->before, "    %s(*%s)[%ld] = a;\n", type, p, columns);
        return fmt("%s[i / %ld][i %% %ld]", p, columns, columns);
    case 6:
        add(&S->before, "    %s *%s = &a[%ld][%ld];\n", type, p, rows - 1, columns - 1);
        return fmt("*(%s - i)", p);
    case 7:
        add(&S->before, "    %s *%s = *(a + %ld);\n", type, p, at);
        return fmt("%s[(i + %d) %% %ld - %ld]", p, rnd(5), n, at * columns);
    default: /* a column */
        add(&S->before, "    %s *%s = &a[0][%ld];\n", type, p, off);
        return fmt("%s[i %% %ld * %ld]", p, rows, columns);
    }
}

/* An array that is longer than its structure says, or that follows others. */
static const char *trailing_element(struct special *S, const char *type, long n)
{
    static const char *const lengths[] = {"1", "0", "", "4"};
    int length = rnd(4);
    const char *p = special_name(S, "s"), *tag = fmt("%s_tail", S->id);
    add(&S->outside, "struct %s {\n    int n;\n    %s head[2];\n    %s data[%s];\n};\n", tag, type,
        type, lengths[length]);
    add(&S->before,
        "    struct %s *%s = malloc(sizeof *%s + %ld * sizeof(%s));\n    %s->n = %ld;\n"
        "    for (int k = 0; k < %ld; k++)\n        %s->data[k] = (%s)fuzz_int(seed, "
        "(uint64_t)k);\n",
        tag, p, p, n, type, p, n, n, p, type);
    switch (rnd(3)) {
    case 0:
        return fmt("%s->data[i]", p);
    case 1:
        add(&S->before, "    %s *d_%s = %s->data;\n", type, p, p);
        return fmt("d_%s[i]", p);
    default:
        return fmt("*(%s->data + i)", p);
    }
}

static const char *member_element(struct special *S, const char *type, long *n)
{
    const char *tag = fmt("%s_parts", S->id), *s = special_name(S, "s");
    long cells = 1 + *n / 9;
    int form = rnd(4), off = rnd(3);
    add(&S->outside,
        "struct %s {\n    int n;\n    %s in[3];\n    struct {\n        %s m[2][3];\n    } "
        "deep;\n};\n",
        tag, type, type);
    add(&S->before,
        "    static struct %s %s[%ld];\n    for (int k = 0; k < %ld; k++)\n"
        "        for (int j = 0; j < 3; j++) {\n"
        "            %s[k].in[j] = (%s)fuzz_int(seed, (uint64_t)(k * 3 + j));\n"
        "            %s[k].deep.m[0][j] = (%s)k;\n            %s[k].deep.m[1][j] = (%s)(k - j);\n"
        "        }\n",
        tag, s, cells, cells, s, type, s, type, s, type);
    *n = form == 3 ? 6 : cells;
    switch (form) {
    case 0:
        return fmt("%s[i].in[%d]", s, off);
    case 1:
        return fmt("(&%s[i].in[%d])[%d]", s, off, rnd(3) - off);
    case 2:
        return fmt("(*%s[i].deep.m)[%d]", s, rnd(6));
    default:
        return fmt("(&%s[%ld].deep.m[0][0])[i]", s, cells - 1);
    }
}

void part_walk(struct special *S)
{
    const char *type = element_types[rnd(5)], *e;
    long rows = rnd_in(1, 9), columns = rnd_in(1, 17), n = rows * columns;
    int kind = rnd(4);
    e = kind == 0   ? trailing_element(S, type, n)
        : kind == 1 ? member_element(S, type, &n)
                    : matrix_element(S, type, rows, columns);
    add(&S->loop, "    for (%s i = 0; i < %ld; i++) {\n", chance(70) ? "int" : "long", n);
    use_value(S, type, fmt("%s", e));
    if (chance(25)) {
        output(S, type, "out", n);
        add(&S->loop, "        $out[i] = %s;\n", e);
    }
    add(&S->loop, "    }\n");
}

/* --- pointers ---------------------------------------------------------------------- */

/* The head of a loop by p over `v`, n long. */
static const char *pointer_head(const char *type, const char *v, long n, bool in_c)
{
    const char *t = fmt("%s *p", type);
    switch (rnd(in_c ? 9 : 5)) {
    case 0:
        return fmt("for (%s = %s; p < %s + %ld; p++)", t, v, v, n);
    case 1:
        return fmt("for (%s = %s; p < &%s[%ld]; ++p)", t, v, v, n);
    case 2:
        return fmt("for (%s = &%s[0]; p <= %s + %ld; p++)", t, v, v, n - 1);
    case 3:
        return fmt("for (%s = %s + %ld; p >= %s; p--)", t, v, n - 1, v);
    case 4:
        return fmt("for (%s = %s; p < %s + %ld; p += %d)", t, v, v, n, rnd_in(2, 3));
    case 5:
        return fmt("for (%s = %s; p != %s + %ld; p++)", t, v, v, n);
    case 6:
        return fmt("for (%s = %s, *end = %s + %ld; p < end; p++)", t, v, v, n);
    case 7:
        return fmt("for (%s = %s; p - %s < %ld; p++)", t, v, v, n);
    default:
        return fmt("for (%s = %s + %ld; p > %s; --p)", t, v, n - 1, v);
    }
}

void pointer_loop(struct special *S)
{
    static const long sizes[] = {0, 1, 2, 31, 33, 100, 260};
    const char *type = element_types[rnd(5)];
    long n = sizes[rnd(7)];
    int kind = rnd(4);
    if (kind == 0) {
        const char *tag = fmt("%s_cell", S->id);
        add(&S->outside, "struct %s {\n    %s x, v[2];\n};\n", tag, type);
        add(&S->before,
            "    static struct %s cells[%ld];\n    for (int k = 0; k < %ld; k++) {\n"
            "        cells[k].x = (%s)fuzz_int(seed, (uint64_t)k);\n        cells[k].v[1] = "
            "(%s)k;\n"
            "    }\n",
            tag, n + 1, n, type, type);
        add(&S->loop, "    %s {\n", pointer_head(fmt("struct %s", tag), "cells", n, true));
        use_value(S, type, chance(50) ? "p->x" : "(p->x + p->v[1])");
    } else {
        const char *head;
        input(S, type, "x", n, "fuzz_int(seed, (uint64_t)k)");
        if (kind == 1 && n > 0) {
            output(S, type, "out", n);
            head = pointer_head(type, "$out", n, true);
        } else {
            head = pointer_head(fmt(chance(50) ? "const %s" : "%s", type), "x", n, true);
        }
        add(&S->loop, "    %s {\n", head);
        use_value(S, type, kind == 2 && n > 0 ? "(*p + p[x - p])" : chance(50) ? "*p" : "p[0]");
        if (kind == 1 && n > 0)
            add(&S->loop, "        *p = %s;\n", chance(50) ? "*p + 1" : "x[p - $out]");
    }
    S->ours = true; /* OpenMP has fewer forms of loops */
    add(&S->loop, "    }\n");
}

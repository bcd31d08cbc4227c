/* SPDX-License-Identifier: MIT */
/*
 * calls.c: functions that iterations call: for a number, to write a row by its pointer, by
 * pointers to functions.
 */
#include "mixed.h"

#include <string.h>

const char *function_name(struct mixed *M, const char *stem)
{
    return fmt("%s_%s%d", M->S->id, stem, M->names++);
}

void function_text(struct mixed *M, const char *text)
{
    bool target = M->region->set == OMP && M->region->target && chance(40);
    struct text *t = &M->S->outside;
    if (target)
        add(t, "#pragma omp declare target\n");
    else if (M->region->set == ACC && chance(40))
        add(t, "#pragma acc routine seq\n");
    add(t, "%s", text);
    if (target)
        add(t, "#pragma omp end declare target\n");
}

const char *called_value(struct mixed *M, const char *e)
{
    static const char *const bodies[] = {
        "    return (k * 7 + c) & 127;\n",
        "    int r = 0;\n    for (int j = 0; j < (c & 7); j++)\n        r += (k >> j) & 3;\n"
        "    return r & 127;\n",
        "    if (k < c)\n        return c & 127;\n    k -= c;\n    return k & 127;\n",
        "    switch (k & 3) {\n    case 0:\n        return c & 63;\n    case 1:\n        k += 3;\n"
        "    default:\n        k ^= c;\n    }\n    return k & 127;\n",
        "    int t[4] = {1, 2, 3, c & 15};\n    t[k & 3] += 5;\n    return t[c & 3] + t[k & 1];\n",
        "    do\n        c = (c ^ (k & 63)) >> 1;\n    while (c > 100);\n    return c & 127;\n",
    };
    const char *f = function_name(M, "f"), *c = chance(50) ? M->row : fmt("%d", rnd(20));
    function_text(M, fmt("static %sint %s(int k, int c)\n{\n%s}\n", chance(40) ? "inline " : "", f,
                         bodies[rnd(6)]));
    return fmt("%s(%s, %s)", f, e, c);
}

/* One that is chosen in front of the loop, or by the iteration. */
static void by_function_pointer(struct mixed *M)
{
    const char *f = function_name(M, "g"), *g = function_name(M, "g"),
               *call = mixed_name(M, "call"), *v = mixed_name(M, "v");
    function_text(M, fmt("static int %s(int k)\n{\n    return k / 2;\n}\n", f));
    function_text(M, fmt("static int %s(int k)\n{\n    return (k + 9) & 1023;\n}\n", g));
    if (M->region->shares || M->region->simd || chance(60))
        add(&M->region->declared, "    int (*%s)(int) = n %% %d ? %s : %s;\n", call, rnd_in(2, 4),
            f, g);
    else
        mixed_line(M, "int (*%s)(int) = %s ? %s : %s;", call, mixed_test(M), f, g);
    mixed_line(M, "const int %s = %s(%s) & 32767;", v, call, below(M, 1, 10));
    push_scalar(M, v, true);
}

/* Writes elements of the iteration's row. */
static void by_pointer(struct mixed *M)
{
    struct object *o = written_object(M);
    const char *start = o ? row_start(o, M->row) : NULL, *f;
    if (!start || M->column) {
        store(M);
        return;
    }
    f = function_name(M, "put");
    static const char *const bodies[] = {
        "    for (int k = 0; k < n; k++)\n        p[k] = (%1$s)((v + k) & 127);\n",
        "    p[v %% n] = (%1$s)(v & 127);\n    *p = (%1$s)((int)p[n - 1] / 2);\n",
        "    %1$s *end = p + n;\n    while (p < end) {\n        if (*p > 3)\n            *p = "
        "(%1$s)"
        "((int)*p ^ (v & 3));\n        p++;\n    }\n",
        "    if (v & 1) {\n        *p = (%1$s)(v & 63);\n        return;\n    }\n"
        "    p[n - 1] = (%1$s)n;\n",
    };
    const char *body = fmt(bodies[rnd(4)], o->type);
    function_text(M, fmt("static void %s(%s *p, int n, int v)\n{\n%s}\n", f, o->type, body));
    mixed_line(M, "%s(%s, %d, %s);", f, start, o->columns, below(M, 1, 10));
}

/* Structures by value, there and back. */
static void by_value(struct mixed *M)
{
    struct object *o = written_object(M);
    if (!o || o->shape != CELLS || M->column) {
        by_pointer(M);
        return;
    }
    const char *f = function_name(M, "cell"), *tag = struct_of(M, o);
    function_text(M, fmt("static %s %s(%s c, int v)\n{\n    c.v[v %% %d] = (%s)(v & 127);\n"
                         "    return c;\n}\n",
                         tag, f, tag, o->columns, o->type));
    mixed_line(M, "%s[%s] = %s(%s[%s], %s);", o->name, M->row, f, o->name, M->row, below(M, 1, 10));
}

static void out_parameters(struct mixed *M)
{
    const char *f = function_name(M, "two"), *a = mixed_name(M, "low"), *b = mixed_name(M, "high");
    function_text(M, fmt("static void %s(int v, int *low, int *high)\n{\n    *low = v & 15;\n"
                         "    if (v > 40)\n        *low += 2;\n    *high = v >> 4;\n}\n",
                         f));
    mixed_line(M, "int %s, %s;", a, b);
    mixed_line(M, "%s(%s, &%s, &%s);", f, below(M, 1, 12), a, b);
    push_scalar(M, a, false);
    push_scalar(M, b, false);
}

/* Adds v to the sum by its address. */
void called_update(struct mixed *M, const struct outcome *r, const char *v)
{
    static const char *const bodies[] = {"    *to %1$s= (%2$s)v;\n",
                                         "    %2$s *p = to;\n    *p = *p %1$s (%2$s)v;\n",
                                         "    if (v > 7)\n        *to %1$s= (%2$s)v;\n    else\n"
                                         "        to[0] %1$s= (%2$s)(v + 1);\n"};
    const char *f = function_name(M, "into"), *body = fmt(bodies[rnd(3)], r->op, r->type);
    function_text(M, fmt("static void %s(%s *to, int v)\n{\n%s}\n", f, r->type, body));
    mixed_line(M, "%s(&%s, %s);", f, r->name, v);
}

void calling_step(struct mixed *M)
{
    int k = rnd(10);
    if (k < 4)
        by_pointer(M);
    else if (k < 6)
        by_function_pointer(M);
    else if (k < 8)
        out_parameters(M);
    else
        by_value(M);
}

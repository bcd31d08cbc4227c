/* SPDX-License-Identifier: MIT */
/*
 * places.c: objects of many shapes, how their elements are named, filled and compared.
 */
#include "mixed.h"

static const char *const element_types[] = {"int",   "int",           "long",   "unsigned",
                                            "short", "unsigned char", "double", "double",
                                            "float", "long long"};

static bool has_struct(const struct object *o)
{
    return o->shape >= POINTED;
}

static bool one_column(const struct object *o)
{
    return o->shape >= INNER;
}

const char *struct_of(const struct mixed *M, const struct object *o)
{
    return fmt("%s %s_%s", o->shape == UNIONS ? "union" : "struct", M->S->id, o->plain);
}

static void declare_struct(struct mixed *M, const struct object *o)
{
    const char *tag = struct_of(M, o);
    struct text *t = &M->S->outside;
    switch (o->shape) {
    case POINTED:
    case HELD:
        add(t, "%s {\n    int count;\n    %s *v;\n};\n", tag, o->type);
        break;
    case LINKED:
        add(t,
            "%s {\n    short s;\n    struct {\n        %s *v;\n        int n;\n    } *in, "
            "own;\n};\n",
            tag, o->type);
        break;
    case NESTED:
        add(t,
            "%s {\n    double before;\n    struct {\n        char c;\n        %s w[%d];\n    } "
            "in[%ld];\n};\n",
            tag, o->type, o->columns, M->rows + SLACK);
        break;
    case CELLS:
        add(t, "%s {\n%s    %s v[%d];\n};\n", tag, chance(50) ? "    char tag;\n" : "", o->type,
            o->columns);
        break;
    case INNER:
        add(t,
            "%s {\n    char c[3];\n    struct {\n        char d;\n        %s x;\n    } in;\n};\n",
            tag, o->type);
        break;
    case BITS:
        add(t, "%s {\n    unsigned a : 3;\n    %s b : %d;\n    unsigned c : 20;\n};\n", tag,
            chance(50) ? "unsigned" : "int", rnd_in(8, 30));
        break;
    default:
        add(t, "%s {\n    int i;\n    unsigned char c[4];\n    float f;\n};\n", tag);
    }
}

void choose_objects(struct mixed *M)
{
    M->n_objects = rnd_in(3, OBJECTS);
    for (int k = 0; k < M->n_objects; k++) {
        struct object *o = &M->object[k];
        int t = rnd(10);
        *o = (struct object){.shape = chance(35) ? VECTOR : (enum shape)rnd(N_SHAPES),
                             .plain = fmt("a%d", k),
                             .name = fmt("$a%d", k),
                             .type = element_types[t],
                             .floating = t >= 6 && t <= 8,
                             .columns = chance(40) ? 1 : rnd_in(2, 6),
                             .heap = chance(50)};
        if (one_column(o))
            o->columns = 1;
        if (o->shape == BITS || o->shape == UNIONS) {
            o->type = "int";
            o->floating = false;
        }
        if (has_struct(o))
            declare_struct(M, o);
    }
}

/* --- names --------------------------------------------------------------------------- */

static const char *flat(const struct object *o, const char *row, const char *column)
{
    if (o->columns == 1)
        return row;
    return fmt(chance(80) ? "(%s) * %d + %s" : "%3$s + %2$d * (%1$s)", row, o->columns, column);
}

const char *element_at(const struct object *o, const char *row, const char *column)
{
    const char *a = o->name, *dot = o->shape == POINTED || o->passed ? "->" : ".";
    if (o->columns == 1)
        column = "0";
    switch (o->shape) {
    case VECTOR:
        return fmt(chance(90) ? "%s[%s]" : "(*(%s + (%s)))", a, flat(o, row, column));
    case POINTED:
    case HELD:
        return fmt(chance(90) ? "%s%sv[%s]" : "(*(%s%sv + (%s)))", a, dot, flat(o, row, column));
    case LINKED:
        return fmt("%s->in->v[%s]", a, flat(o, row, column));
    case NESTED:
        return fmt("%s%sin[%s].w[%s]", a, o->passed ? "->" : ".", row, column);
    case CELLS:
        return fmt("%s[%s].v[%s]", a, row, column);
    case INNER:
        return fmt(chance(80) ? "%s[%s].in.x" : "(%s + (%s))->in.x", a, row);
    case BITS:
        return fmt("%s[%s].b", a, row);
    case UNIONS:
        return fmt("%s[%s].i", a, row);
    default:
        return fmt(chance(85) ? "%s[%s][%s]" : "(*(%s + (%s)))[%s]", a, row, column);
    }
}

const char *row_start(const struct object *o, const char *row)
{
    if (o->shape >= INNER)
        return NULL;
    if (o->shape == ROWS && chance(50))
        return fmt("%s[%s]", o->name, row);
    if (o->shape == VECTOR && chance(50))
        return fmt("%s + (%s)", o->name, flat(o, row, "0"));
    return fmt("&%s", element_at(o, row, "0"));
}

const char *section_of(const struct mixed *M, const struct object *o)
{
    long n = M->rows + SLACK;
    switch (o->shape) {
    case VECTOR:
        return fmt("%s[0:%ld]", o->name, n * o->columns);
    case CELLS:
    case INNER:
    case BITS:
    case UNIONS:
        return fmt("%s[0:%ld]", o->name, n);
    default:
        return NULL;
    }
}

/* --- as parameters --------------------------------------------------------------------- */

const char *parameter_of(const struct mixed *M, const struct object *o)
{
    const char *c = !o->written && o->shape != ROWS && chance(30) ? "const " : "";
    switch (o->shape) {
    case VECTOR:
        return fmt(chance(30) ? "%s%s %s[]" : "%s%s *%s", c, o->type, o->plain);
    case MATRIX:
    case POINTER:
        return fmt("%s%s (*%s)[%d]", c, o->type, o->plain, o->columns);
    case ROWS:
        return fmt("%s **%s", o->type, o->plain);
    default:
        return fmt("%s%s *%s", c, struct_of(M, o), o->plain);
    }
}

const char *argument_of(const struct object *o)
{
    return fmt(o->shape == HELD || o->shape == NESTED ? "&$%s" : "$%s", o->plain);
}

/* --- declarations ------------------------------------------------------------------------ */

/* An array of `count` of the type: static or from the heap, in the function or outside. */
static void declare_array(struct mixed *M, const struct object *o, const char *type, long count,
                          const char *dims, int home)
{
    for (int pass = 0; pass < 2; pass++) {
        const char *own = pass ? "ref_" : "";
        const char *pointer =
            *dims ? fmt("(*%s%s)%s", own, o->plain, dims) : fmt("*%s%s", own, o->plain);
        if (home == 0)
            add(&M->S->before, "    static %s %s%s[%ld]%s;\n", type, own, o->plain, count, dims);
        else if (home == 1)
            add(&M->S->before, "    %s %s = malloc(%ld * sizeof *%s%s);\n", type, pointer, count,
                own, o->plain);
        else if (home == 2)
            add(&M->S->before, "    %s %s%s[%ld]%s;\n", type, own, o->plain, count, dims);
        else
            add(&M->S->before, "    static %s %s%s_all[%ld]%s, %s = %s%s_all;\n", type, own,
                o->plain, count, dims, pointer, own, o->plain);
    }
}

static void declare_rows(struct mixed *M, const struct object *o)
{
    long n = M->rows + SLACK;
    bool blocks = chance(50);
    for (int pass = 0; pass < 2; pass++) {
        const char *a = fmt("%s%s", pass ? "ref_" : "", o->plain);
        add(&M->S->before, "    %s **%s = malloc(%ld * sizeof *%s);\n", o->type, a, n, a);
        if (!blocks)
            add(&M->S->before, "    %s[0] = malloc(%ld * sizeof **%s);\n", a, n * o->columns, a);
        add(&M->S->before, "    for (int k = %d; k < %ld; k++)\n        %s[k] = ", !blocks, n, a);
        if (blocks)
            add(&M->S->before, "malloc(%d * sizeof **%s);\n", o->columns, a);
        else
            add(&M->S->before, "%s[0] + k * %d;\n", a, o->columns);
    }
}

static void declare_held(struct mixed *M, const struct object *o)
{
    long n = (M->rows + SLACK) * o->columns;
    const char *tag = struct_of(M, o);
    for (int pass = 0; pass < 2; pass++) {
        const char *a = fmt("%s%s", pass ? "ref_" : "", o->plain);
        if (o->shape == LINKED) {
            add(&M->S->before,
                "    %s *%s = malloc(sizeof *%s);\n    %s->in = malloc(sizeof *%s->in);\n"
                "    %s->in->v = malloc(%ld * sizeof *%s->in->v);\n",
                tag, a, a, a, a, a, n, a);
            continue;
        }
        const char *dot = o->shape == POINTED ? "->" : ".";
        if (o->shape == POINTED)
            add(&M->S->before, "    %s *%s = malloc(sizeof *%s);\n", tag, a, a);
        else
            add(&M->S->before, "    %s %s;\n", tag, a);
        add(&M->S->before, "    %s%scount = %ld;\n    %s%sv = malloc(%ld * sizeof *%s%sv);\n", a,
            dot, n, a, dot, n, a, dot);
    }
}

static void declare(struct mixed *M, const struct object *o)
{
    long n = M->rows + SLACK;
    const char *dims = fmt("[%d]", o->columns);
    switch (o->shape) {
    case VECTOR:
        declare_array(M, o, o->type, n * o->columns, "", o->heap ? 1 : rnd(4));
        break;
    case MATRIX:
        declare_array(M, o, o->type, n, dims, 2 * rnd(2));
        break;
    case POINTER:
        declare_array(M, o, o->type, n, dims, 1 + 2 * rnd(2));
        break;
    case ROWS:
        declare_rows(M, o);
        break;
    case POINTED:
    case HELD:
    case LINKED:
        declare_held(M, o);
        break;
    case NESTED:
        add(&M->S->before, "    static %s %s, ref_%s;\n", struct_of(M, o), o->plain, o->plain);
        break;
    default:
        declare_array(M, o, struct_of(M, o), n, "", o->heap ? 1 : rnd(4));
    }
}

void declare_objects(struct mixed *M)
{
    long n = M->rows + SLACK;
    for (int k = 0; k < M->n_objects; k++) {
        struct object *o = &M->object[k];
        struct object own = *o, ref = *o;
        own.name = o->plain;
        ref.name = fmt("ref_%s", o->plain);
        own.passed = ref.passed = false;
        declare(M, o);
        int more = rnd(1000);
        add(&M->S->before,
            "    for (int k = 0; k < %ld; k++)\n        for (int c = 0; c < %d; c++) {\n"
            "            const int v = (int)(fuzz_hash(seed + %d, (uint64_t)(k * 8 + c)) >> 9 & "
            "127);\n            %s = (%s)v;\n            %s = (%s)v;\n        }\n",
            n, o->columns, more, element_at(&own, "k", "c"), o->type, element_at(&ref, "k", "c"),
            o->type);
        const char *a = element_at(&own, "k", "c"), *b = element_at(&ref, "k", "c");
        add(&M->S->after,
            "    for (int k = 0, wrong = 0; k < %ld; k++)\n        for (int c = 0; c < %d; c++)\n"
            "            if (%s != %s && wrong++ == 0)\n                check_signed(\"%s\", "
            "(long long)%s, (long long)%s);\n",
            n, o->columns, a, b, o->plain, a, b);
    }
}

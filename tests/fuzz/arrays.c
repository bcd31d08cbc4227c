/* SPDX-License-Identifier: MIT */
/*
 * arrays.c: declarations and contents of the arrays that a loop came to need.
 */
#include "gen.h"

static const char *fill_function(const struct array *a)
{
    if (types[a->type].is_float)
        return a->rough ? "fuzz_rough" : "fuzz_dyadic";
    if (a->type == T_BOOL)
        return "fuzz_bit";
    return types[a->type].is_signed ? "fuzz_int" : "fuzz_unsigned";
}

static void fill(struct loop *L, const struct array *a, const char *lvalue, long count)
{
    add(&L->setup, "    FILL(%s, %ld, %s, %s, seed + %d);\n", lvalue, count, types[a->type].name,
        fill_function(a), rnd(1000));
}

/* Fill an array that is stored without gaps, `where` being its first element. */
static void fill_flat(struct loop *L, const struct array *a, const char *where, long count)
{
    fill(L, a, fmt("(%s)[k]", where), count);
}

static void declare_vector(struct loop *L, struct array *a)
{
    const char *t = spell(a->type), *name = a->name;
    long n = a->extent[0];
    const char *where = name;
    switch (a->kind) {
    case A_GLOBAL:
        add(&L->globals, "%s %s %s[%ld];\n", chance(50) ? "static" : "FUZZ_GLOBAL", t, name, n);
        break;
    case A_STATIC:
        add(&L->locals, "    static %s %s[%ld];\n", t, name, n);
        break;
    case A_HEAP:
        add(&L->locals, "    %s *%s = malloc(%ld * sizeof *%s);\n", t, name, n, name);
        add(&L->cleanup, "    free(%s);\n", name);
        if (chance(25))
            add(&L->sections, "%s%s[0:%ld]", L->sections.n ? ", " : "", name, n);
        break;
    case A_PARAM:
        add(&L->globals, "FUZZ_HIDDEN %s %s_%s[%ld];\n", t, L->id, name, n);
        add(&L->params, chance(50) ? ", const %s *restrict %s" : ", const %s %s[]", t, name);
        add(&L->args, ", %s_%s", L->id, name);
        where = fmt("%s_%s", L->id, name);
        if (chance(25))
            add(&L->sections, "%s%s[0:%ld]", L->sections.n ? ", " : "", name, n);
        break;
    case A_MEMBER_PTR:
        add(&L->globals, "FUZZ_HIDDEN %s %s_%s[%ld];\n", t, L->id, name, n);
        add(&L->fields, "    %s *%s;\n", t, name);
        add(&L->setup, "    %s = %s_%s;\n", member(L, name), L->id, name);
        where = member(L, name);
        break;
    case A_MEMBER:
        add(&L->fields, "    %s %s[%ld];\n", t, name, n);
        where = member(L, name);
        break;
    case A_VLA:
        add(&L->locals, "    int %s_n = %ld;\n    %s %s[%s_n];\n", name, n, t, name, name);
        break;
    default:
        add(&L->locals, "    %s %s[%ld];\n", t, name, n);
    }
    fill_flat(L, a, where, n);
}

static void declare_structs(struct loop *L, struct array *a)
{
    const char *t = types[a->type].name, *name = a->name, *where = name;
    const char *tag = fmt("%s_%s_cell", L->id, name);
    long n = a->extent[0];
    add(&L->globals,
        "struct %s {\n    char tag;\n    %s x;\n    struct {\n        %s y;\n"
        "        struct {\n            %s z;\n        } deep;\n    } in;\n    %s v[3];\n"
        "    union {\n        %s w;\n        char raw[3];\n    } u;\n    int low : 9, : 3;\n};\n",
        tag, t, t, t, t, t);
    if (a->kind == A_STRUCTS) {
        add(&L->globals, "FUZZ_HIDDEN struct %s %s[%ld];\n", tag, name, n);
    } else if (a->kind == A_STRUCTS_PTR) {
        add(&L->locals, "    struct %s *%s = calloc(%ld, sizeof *%s);\n", tag, name, n, name);
        add(&L->cleanup, "    free(%s);\n", name);
    } else {
        add(&L->globals, "FUZZ_HIDDEN struct %s %s_%s[%ld];\n", tag, L->id, name, n);
        add(&L->fields, "    struct %s *%s;\n", tag, name);
        add(&L->setup, "    %s = %s_%s;\n", member(L, name), L->id, name);
        where = member(L, name);
    }
    static const char *const fields[] = {"x", "in.y", "in.deep.z", "v[1]", "u.w"};
    for (int f = 0; f < 5; f++)
        fill(L, a, fmt("%s[k].%s", where, fields[f]), n);
    add(&L->setup, "    FILL(%s[k].low, %ld, int, fuzz_int, seed);\n", where, n);
}

/* A constant table where it is small, else a global matrix. */
static void declare_table(struct loop *L, struct array *a)
{
    const char *t = spell(a->type);
    long rows = a->extent[0], columns = a->extent[1];
    if (rows * columns > 64) {
        add(&L->globals, "FUZZ_HIDDEN %s %s[%ld][%ld];\n", t, a->name, rows, columns);
        fill_flat(L, a, fmt("&%s[0][0]", a->name), rows * columns);
        return;
    }
    add(&L->globals, "static const %s %s[%ld][%ld] = {", t, a->name, rows, columns);
    for (long r = 0; r < rows; r++) {
        add(&L->globals, "%s{", r ? ", " : "");
        for (long c = 0; c < columns; c++) {
            add(&L->globals, "%s", c ? ", " : "");
            if (types[a->type].is_float)
                add(&L->globals, "%.3f", (rnd(255) - 127) / 8.0);
            else
                add(&L->globals, "%d", a->type == T_BOOL ? rnd(2) : rnd(51));
        }
        add(&L->globals, "}");
    }
    add(&L->globals, "};\n");
}

static void declare_matrix(struct loop *L, struct array *a)
{
    const char *t = spell(a->type), *name = a->name;
    long rows = a->extent[0], columns = a->extent[1];
    const char *where = fmt("&%s[0][0]", name);
    switch (a->kind) {
    case A_PARAM_2D:
        add(&L->globals, "FUZZ_HIDDEN %s %s_%s[%ld][%ld];\n", t, L->id, name, rows, columns);
        if (chance(50))
            add(&L->params, ", int %s_n, %s %s[][%s_n]", name, t, name, name);
        else
            add(&L->params, ", int %s_n, %s (*%s)[%s_n]", name, t, name, name);
        add(&L->args, ", %ld, %s_%s", columns, L->id, name);
        break;
    case A_HEAP_2D:
        add(&L->locals, "    %s (*%s)[%ld] = malloc(%ld * sizeof *%s);\n", t, name, columns, rows,
            name);
        add(&L->cleanup, "    free(%s);\n", name);
        break;
    case A_VLA_2D:
        add(&L->locals, "    long %s_m = %ld;\n    int %s_n = %ld;\n", name, rows, name, columns);
        add(&L->locals, "    %s %s[%s_m][%s_n];\n", t, name, name, name);
        break;
    case A_ROWS:
        add(&L->locals, "    %s **%s = malloc(%ld * sizeof *%s);\n", t, name, rows, name);
        add(&L->setup,
            "    for (int r = 0; r < %ld; r++) {\n        %s[r] = malloc(%ld * sizeof **%s);\n"
            "        FILL(%s[r][k], %ld, %s, %s, seed + %d + (uint64_t)r);\n    }\n",
            rows, name, columns, name, name, columns, types[a->type].name, fill_function(a),
            rnd(1000));
        add(&L->cleanup, "    for (int r = 0; r < %ld; r++)\n        free(%s[r]);\n    free(%s);\n",
            rows, name, name);
        return;
    case A_MEMBER_2D:
        add(&L->fields, "    %s %s[%ld][%ld];\n", t, name, rows, columns);
        where = fmt("&%s[0][0]", member(L, name));
        break;
    default: /* A_LINEAR */
        add(&L->locals, "    %s *%s = malloc(%ld * sizeof *%s);\n", t, name, rows * columns, name);
        add(&L->cleanup, "    free(%s);\n", name);
        where = name;
    }
    /* Row by row through a pointer to the element type: the matrix is one object. */
    if (a->kind != A_LINEAR)
        where = fmt("(%s *)%s", types[a->type].name, where);
    fill_flat(L, a, where, rows * columns);
}

/* How a data directive names an array; NULL: it cannot, in one item. */
static const char *whole(struct loop *L, const struct array *a)
{
    long n = a->extent[0];
    switch (a->kind) {
    case A_ROWS:
        return NULL;
    case A_HEAP:
    case A_PARAM:
    case A_STRUCTS_PTR:
        return fmt("%s[0:%ld]", a->name, n);
    case A_MEMBER_PTR:
    case A_MEMBER_STRUCTS:
        return fmt("%s[:%ld]", member(L, a->name), n);
    case A_MEMBER:
    case A_MEMBER_2D:
        return member(L, a->name);
    case A_PARAM_2D:
    case A_HEAP_2D:
        if (chance(50))
            return fmt("%s[0:%ld]", a->name, n);
        return fmt("%s[0:%ld][0:%ld]", a->name, n, a->extent[1]);
    case A_LINEAR:
        return fmt("%s[0:%ld * %ld]", a->name, n, a->extent[1]);
    default:
        return chance(50) ? a->name : fmt("%s[:]", a->name);
    }
}

/* Some arrays are brought to the device before the loop, and perhaps the
 * structure that has the reduction variables. */
static void choose_resident(struct loop *L)
{
    if (chance(70))
        return;
    if (L->fields.n && chance(50))
        add(&L->resident, " copy(s)");
    for (int k = 0; k < L->n_arrays; k++) {
        const char *item = chance(60) ? whole(L, &L->array[k]) : NULL;
        if (item)
            add(&L->resident, " copyin(%s)", item);
    }
}

void declare_arrays(struct loop *L)
{
    for (int k = 0; k < L->n_arrays; k++) {
        struct array *a = &L->array[k];
        for (int d = 0; d < a->rank; d++)
            if (a->extent[d] == 0)
                a->extent[d] = 1;
        if (a->kind == A_STRUCTS || a->kind == A_STRUCTS_PTR || a->kind == A_MEMBER_STRUCTS) {
            declare_structs(L, a);
        } else if (a->kind == A_TABLE) {
            declare_table(L, a);
        } else if (a->rank == 2) {
            declare_matrix(L, a);
        } else if (a->rank == 3) {
            long n = a->extent[0] * a->extent[1] * a->extent[2];
            add(&L->globals, "FUZZ_HIDDEN %s %s[%ld][%ld][%ld];\n", spell(a->type), a->name,
                a->extent[0], a->extent[1], a->extent[2]);
            fill_flat(L, a, fmt("(%s *)&%s[0][0][0]", types[a->type].name, a->name), n);
        } else {
            declare_vector(L, a);
        }
    }
    choose_resident(L);
}

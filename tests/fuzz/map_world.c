/* SPDX-License-Identifier: MIT */
/*
 * map_world.c: the memory of a loop that writes, and the function around it.
 */
#include "map_gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text of the caller: what the areas are, where pointers point, what is compared. */
static struct text wide, places, fills, compared, images, arguments;
static int n_areas;

static const char *fill_function(const struct grid *g)
{
    enum type t = g->type;
    if (g->is_index)
        return "fuzz_place";
    if (types[t].is_float)
        return "fuzz_dyadic";
    return t == T_BOOL ? "fuzz_bit" : types[t].is_signed ? "fuzz_int" : "fuzz_unsigned";
}

static const char *floating_size(enum type t)
{
    return types[t].is_float ? fmt("sizeof(%s)", types[t].name) : "0";
}

static const char *element_type(const struct loop *L, const struct grid *g)
{
    return g->shape == G_CELLS ? fmt("struct %s_%s_cell", L->id, g->name) : types[g->type].name;
}

static void declare_cell(struct loop *L, const struct grid *g)
{
    const char *t = types[g->type].name;
    add(&L->globals,
        "struct %s_%s_cell {\n    %s%s x;\n    struct {\n        char c;\n        %s y;\n    } "
        "in;\n    %s v[2];\n};\n",
        L->id, g->name, chance(50) ? "char tag;\n    " : "", t, t, t);
}

/* --- behind pointers --------------------------------------------------------- */

/* Another one's area, at a distance at which things happen. */
static bool share_area(struct grid *g)
{
    for (int k = 0; k < map.n_grids; k++) {
        struct grid *o = &map.grid[k];
        if (o == g)
            return false;
        if (g->is_index || o->is_index || o->area < 0 || o->home == H_RESTRICT ||
            o->type != g->type || o->shape == G_CELLS || o->columns != g->columns || chance(35))
            continue;
        long columns = g->shape == G_MATRIX ? g->columns : 1, rows = (o->hi - o->lo) / 2;
        long apart = o->hi + 1 - g->lo;
        long some[] = {0, 0, 0, 1, -1, 2, rows, apart, apart, apart + 3, -(g->hi + 1 - o->lo)};
        g->area = o->area;
        g->offset = o->offset + some[rnd(11)] * columns;
        return true;
    }
    return false;
}

static long area_reach(int area)
{
    long reach = 64;
    for (int k = 0; k < map.n_grids; k++) {
        const struct grid *g = &map.grid[k];
        long columns = g->shape == G_MATRIX ? g->columns : 1;
        long most = labs(g->lo) > labs(g->hi) ? labs(g->lo) : labs(g->hi);
        long need = (most + 2) * columns + labs(g->offset) + 64;
        if (g->area == area && need > reach)
            reach = need;
    }
    return reach;
}

static void declare_areas_used(struct loop *L, bool alone)
{
    static const char *const where[] = {"FUZZ_PAST_PIECE", "FUZZ_BEFORE_PIECE", "FUZZ_ENDS",
                                        "FUZZ_BEGINS"};
    for (int k = 0; k < n_areas; k++) {
        const struct grid *g = map.grid;
        while (g->area != k)
            g++;
        const char *t = element_type(L, g);
        add(&wide, "    fuzz_wide(%ld * sizeof(%s));\n", area_reach(k), t);
        add(&places, "        char *area%d = fuzz_at(%d, pass, sizeof(%s), %s);\n", k, k, t,
            where[rnd(2) + 2 * alone]);
        add(&fills, "        FILL_AREA(%d, pass, %s, %s, seed + %d);\n", k, types[g->type].name,
            fill_function(g), rnd(1000));
        add(&compared, "        fuzz_area_memory(\"%s_area%d\", %d, pass, %s);\n", L->id, k, k,
            floating_size(g->type));
    }
}

/* What is written comes back, whatever the clause is; what is not keeps its value. */
static void clause(struct loop *L, const struct grid *g)
{
    static const char *const words[] = {"copy", "copyin", "copyout", "create"};
    add(&L->clauses, " %s(%s[%ld:%ld])", words[rnd(g->written ? 4 : 2)], g->name, g->lo,
        g->hi - g->lo + 1 + rnd(2));
}

/* The pointer as the function's parameter, and as the loop's lvalue. */
static void declare_pointer(struct loop *L, struct grid *g)
{
    const char *t = element_type(L, g), *n = g->name;
    const char *c = !g->written && chance(50) ? "const " : "";
    const char *value = fmt("(void *)((%s *)area%d + %ld)", t, g->area, g->offset);
    bool direct = g->home == H_PARAM || g->home == H_RESTRICT;
    const char *as = direct ? n : fmt("arg_%s", n);
    if (g->shape == G_MATRIX) {
        const char *columns = fmt("%ld", g->columns);
        if (direct && chance(40)) {
            add(&L->params, ", int n_%s", n);
            add(&arguments, ", %ld", g->columns);
            columns = fmt("n_%s", n);
        }
        add(&L->params, chance(50) ? ", %s%s (*%s)[%s]" : ", %s%s %s[][%s]", c, t, as, columns);
        if (g->home == H_LOCAL_POINTER)
            add(&L->locals, "    %s%s (*%s)[%s] = %s;\n", c, t, n, columns, as);
        else if (g->home == H_GLOBAL_POINTER)
            add(&L->globals, "static %s%s (*%s)[%s];\n", c, t, g->lvalue, columns);
        else if (g->home == H_MEMBER_POINTER)
            add(&L->fields, "    %s%s (*%s)[%s];\n", c, t, n, columns);
    } else {
        const char *restricted = g->home == H_RESTRICT ? "restrict " : "";
        add(&L->params, direct && chance(30) && !*restricted ? ", %s%s %s%s[]" : ", %s%s *%s%s", c,
            t, restricted, as);
        if (g->home == H_LOCAL_POINTER)
            add(&L->locals, "    %s%s *%s = %s;\n", c, t, n, as);
        else if (g->home == H_GLOBAL_POINTER)
            add(&L->globals, "static %s%s *%s;\n", c, t, g->lvalue);
        else if (g->home == H_MEMBER_POINTER)
            add(&L->fields, "    %s%s *%s;\n", c, t, n);
    }
    if (g->home == H_GLOBAL_POINTER || g->home == H_MEMBER_POINTER)
        add(&L->setup, "    %s = %s;\n", g->lvalue, as);
    add(&arguments, ", %s", value);
    if (direct && g->shape != G_MATRIX && g->shape != G_CELLS && chance(15))
        clause(L, g);
}

/* --- arrays -------------------------------------------------------------------- */

static void fill_global(const char *name, const struct grid *g)
{
    add(&fills,
        "        memset(%s, FUZZ_SENTINEL, sizeof %s);\n"
        "        for (size_t k = 0; k < sizeof %s / sizeof(%s); k++)\n"
        "            ((%s *)%s)[k] = (%s)%s(seed + %d, k);\n",
        name, name, name, types[g->type].name, types[g->type].name, name, types[g->type].name,
        fill_function(g), rnd(1000));
}

/* Its contents come from and go to a global one. */
static void declare_array(struct loop *L, struct grid *g)
{
    const char *t = element_type(L, g), *n = g->name, *image = g->lvalue;
    long count = g->hi + 1 > 1 ? g->hi + 1 : 1;
    const char *rest = g->shape == G_MATRIX ? fmt("[%ld]", g->columns) : "";
    if (g->home == H_GLOBAL) {
        add(&L->globals, "%s%s %s[%ld]%s;\n", chance(50) ? "static " : "", t, g->lvalue, count,
            rest);
    } else {
        image = fmt("%s_%s_image", L->id, n);
        add(&L->globals, "static %s %s[%ld]%s;\n", t, image, count, rest);
        if (g->home == H_STATIC)
            add(&L->locals, "    static %s %s[%ld]%s;\n", t, n, count, rest);
        else if (g->home == H_LOCAL)
            add(&L->locals, "    %s %s[%ld]%s;\n", t, n, count, rest);
        else if (g->home == H_VLA)
            add(&L->locals, "    int n_%s = %ld;\n    %s %s[n_%s]%s;\n", n, count, t, n, n, rest);
        else
            add(&L->fields, "    %s %s[%ld]%s;\n", t, n, count, rest);
        add(&L->setup, "    memcpy(%s, %s, sizeof %s);\n", g->lvalue, image, image);
        add(&images, "    memcpy(%s, %s, sizeof %s);\n", image, g->lvalue, image);
    }
    fill_global(image, g);
    add(&compared, "        fuzz_memory(\"%s_%s\", pass, %s, sizeof %s, %s);\n", L->id, n, image,
        image, floating_size(g->type));
}

/* Rows of their own, or some that others are, too, or that begin in others. */
static const char *row_at(long rows, long columns)
{
    int pick = rnd(100);
    if (pick < 70)
        return fmt("k * %ld", columns);
    if (pick < 80)
        return fmt("k %% %ld * %ld", rows / 2 + 1, columns);
    if (pick < 90)
        return fmt("(k == %ld ? %d : k) * %ld", rows - 1, rows > 1 ? rnd(2) : 0, columns);
    return fmt("k * %ld", columns > 2 ? columns - rnd(2) - 1 : columns);
}

static void declare_rows(struct loop *L, struct grid *g)
{
    const char *t = types[g->type].name, *image = fmt("%s_%s_image", L->id, g->name);
    long rows = g->hi + 1 > 1 ? g->hi + 1 : 1;
    const char *table = g->home == H_GLOBAL ? g->lvalue : fmt("%s_rows", image);
    add(&L->globals, "static %s %s[%ld], *%s[%ld];\n", t, image, rows * g->columns, table, rows);
    if (g->home == H_PARAM) {
        add(&L->params, ", %s **%s", t, g->name);
        add(&arguments, ", %s", table);
    } else if (g->home != H_GLOBAL) {
        if (g->home == H_GLOBAL_POINTER)
            add(&L->globals, "static %s **%s;\n", t, g->lvalue);
        else
            add(&L->fields, "    %s **%s;\n", t, g->name);
        add(&L->setup, "    %s = %s;\n", g->lvalue, table);
    }
    add(&fills, "        for (long k = 0; k < %ld; k++)\n            %s[k] = %s + %s;\n", rows,
        table, image, row_at(rows, g->columns));
    fill_global(image, g);
    add(&compared, "        fuzz_memory(\"%s_%s\", pass, %s, sizeof %s, %s);\n", L->id, g->name,
        image, image, floating_size(g->type));
}

void declare_grids(struct loop *L)
{
    struct text *all[] = {&wide, &places, &fills, &compared, &images, &arguments};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        text_free(all[k]);
    n_areas = 0;
    for (int k = 0; k < map.n_grids; k++)
        map.grid[k].area = -1;
    for (int k = 0; k < map.n_grids; k++) {
        struct grid *g = &map.grid[k];
        if (g->shape == G_CELLS)
            declare_cell(L, g);
        if (g->shape == G_TABLE) {
            declare_rows(L, g);
        } else if (grid_is_array(g)) {
            declare_array(L, g);
        } else {
            if (g->home == H_RESTRICT || g->shape == G_CELLS || chance(60) || !share_area(g))
                g->area = n_areas++;
            declare_pointer(L, g);
        }
    }
    declare_areas_used(L, chance(40));
}

/* --- the function ------------------------------------------------------------------ */

/* The text with the notes of what it touches, or without. */
static void print_text(const char *s, bool noted)
{
    bool skip = false;
    for (; s && *s; s++) {
        if (*s == NOTE[0])
            printf("%s", noted ? "SEEN(" : "");
        else if (*s == NOTED[0])
            printf("%s", noted ? ")" : "");
        else if (*s == ONLY[0])
            skip = !noted;
        else if (*s == SAID[0])
            skip = false;
        else if (!skip)
            putchar(*s);
    }
}

static const char *some_text(const struct text *t)
{
    return t->s ? t->s : "";
}

static void print_keeping(const struct loop *L, bool keep)
{
    for (int k = 0; k < L->n_vars; k++)
        printf(keep ? "        keep_%s = ref_%s;\n" : "        ref_%s = keep_%s;\n", L->var[k].id,
               L->var[k].id);
    if (L->outer)
        printf(keep ? "        keep_after = (ptrdiff_t)%s;\n"
                    : "        check_signed(\"%s_after\", (ptrdiff_t)%s, keep_after);\n",
               keep ? L->outer : L->id, L->outer);
}

static void print_loop(const struct loop *L, const char *directive, const char *code, bool noted)
{
    const char *closing = *directive && L->closing ? L->closing : "";
    if (L->repeats > 1)
        printf("    for (int rep = 0; rep < %d; rep++)\n", L->repeats);
    printf("%s", directive);
    print_text(code, noted);
    printf("%s", closing);
}

static void print_caller(const struct loop *L)
{
    printf("static void run_%s(uint64_t seed)\n{\n%s", L->id, some_text(&wide));
    printf("    for (int pass = 0; pass < 3; pass++) {\n        fuzz_parts = 0;\n");
    printf("%s%s        %s(seed, pass%s%s);\n%s    }\n    fuzz_release();\n}\n\n",
           some_text(&places), some_text(&fills), L->id, some_text(&L->args), some_text(&arguments),
           some_text(&compared));
}

void print_map(struct loop *L, struct loop *reference, const char *directive)
{
    struct text vars = {0}, checks = {0};
    declare_vars(L, &vars);
    check_vars(L, &checks);
    printf("#ifndef FUZZ_FUNCTIONS\n%s", some_text(&L->globals)); /* its functions stay with it */
    if (L->fields.n)
        printf("struct %s_box {\n%s};\n", L->id, L->fields.s);
    printf("\n");
    print_text(reference->functions.s, false);
    print_text(L->functions.s, false);
    printf("static void %s(uint64_t seed, int pass%s%s)\n{\n", L->id, some_text(&L->params), "");
    if (L->fields.n)
        printf("    static struct %s_box s;\n", L->id);
    if (L->fields.n && L->by_pointer)
        printf("    struct %s_box *p = &s;\n", L->id);
    printf("%s%s%s    (void)seed;\n", some_text(&vars), some_text(&L->locals),
           some_text(&L->setup));
    for (int k = 0; k < L->n_vars; k++)
        printf("    static __typeof__(ref_%s) keep_%s;\n", L->var[k].id, L->var[k].id);
    if (L->outer)
        printf("    static ptrdiff_t keep_after;\n");
    printf("    if (pass == 0) {\n");
    print_loop(reference, "", reference->code.s, true);
    printf("    } else if (pass == 1) {\n");
    print_loop(reference, "", reference->code.s, false);
    print_keeping(L, true);
    printf("    } else {\n");
    print_loop(L, directive, L->code.s, false);
    printf("    }\n%s    if (pass == 2) {\n", some_text(&images));
    print_keeping(L, false);
    printf("%s    }\n}\n\n", some_text(&checks));
    print_caller(L);
    printf("#endif\n\n");
    text_free(&vars);
    text_free(&checks);
}

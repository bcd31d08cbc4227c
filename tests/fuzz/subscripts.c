/* SPDX-License-Identifier: MIT */
/*
 * subscripts.c: loops whose subscripts are computed, over arrays of exactly
 * what they read (exact.h).
 */
#include "exact_gen.h"

void exact_vars(struct loop *L)
{
    static const enum type some[] = {T_DOUBLE, T_DOUBLE, T_DOUBLE, T_FLOAT,
                                     T_LONG,   T_INT,    T_UINT,   T_ULONG};
    static const enum op ops[] = {O_ADD, O_ADD, O_ADD, O_SUB, O_MAX, O_MIN};
    int n = chance(60) ? 1 : 2;
    for (int k = 0; k < n; k++) {
        struct var *v = &L->var[L->n_vars++];
        *v = (struct var){.type = some[rnd(8)], .op = ops[rnd(6)]};
        if (!types[v->type].is_signed && chance(30))
            v->op = O_XOR;
        v->id = fresh(L, "sum");
        v->place = place_of_var(L, 80);
        v->name = v->place == P_GLOBAL ? fmt("%s_%s", L->id, v->id) : v->id;
        if (v->place == P_MEMBER)
            v->name = member(L, v->id);
    }
}

void exact_nest(struct loop *L)
{
    static const long some[] = {1, 2, 5, 17, 32, 33, 64, 100, 130, 200};
    L->trips = 1;
    L->indent = 1;
    L->repeats = chance(90) ? 1 : 2;
    L->collapse = chance(85) ? 1 : 2;
    scene = (struct scene){.may_continue = true};
    for (int k = 0; k < L->collapse; k++) {
        long trips = L->collapse > 1 ? rnd_in(1, 13) : some[rnd(10)];
        struct header h = header_for(L, trips, false);
        line(L, "%s%s", h.text, k + 1 == L->collapse ? " {" : "");
        L->indent++;
        L->index[L->n_index++] = h.index;
        L->trips *= h.trips > 0 ? h.trips : 1;
        if (k == 0 && h.declared_outside)
            L->outer = h.name;
        push_num((struct num){.s = h.name,
                              .type = h.index.type,
                              .lo = h.index.min,
                              .hi = h.index.max,
                              .is_fixed = true});
    }
    steps(L, rnd_in(1, 3));
    for (int k = 0; k < L->n_vars; k++)
        if (!L->var[k].used) {
            struct expr e = element(L);
            const char *t = types[L->var[k].type].is_float ? e.s : fmt("(int)(%s * 8)", e.s);
            update_by(L, &L->var[k], fmt("(%s)%s", types[L->var[k].type].name, t));
        }
    L->indent -= L->collapse;
    line(L, "%*s}", 4 * (L->collapse - 1), "");
}

/* --- arrays ------------------------------------------------------------------- */

static const char *fill_function(const struct area *a)
{
    if (types[a->type].is_float)
        return "fuzz_dyadic";
    return types[a->type].is_signed ? "fuzz_int" : "fuzz_unsigned";
}

static void fill(struct loop *L, const struct area *a, const char *lvalue, long count)
{
    add(&L->setup, "    FILL(%s, %ld, %s, %s, seed + %d);\n", lvalue, count, types[a->type].name,
        fill_function(a), rnd(1000));
}

static void declare_cells(struct loop *L, const struct area *a)
{
    const char *t = types[a->type].name;
    add(&L->globals, "struct %s_%s_cell {\n    %s x, v[3];\n};\n", L->id, a->name, t);
    add(&L->locals, "    struct %s_%s_cell *%s;\n", L->id, a->name, a->name);
}

static void declare_area(struct loop *L, const struct area *a, int k, bool alone)
{
    static const char *const places[] = {"FUZZ_PAST_PIECE", "FUZZ_BEFORE_PIECE", "FUZZ_ENDS",
                                         "FUZZ_BEGINS"};
    static const char *const fields[] = {"x", "v[0]", "v[1]", "v[2]"};
    const char *t = types[a->type].name, *v = a->lvalue;
    long reach = a->shape == AREA_ROWS ? REACH / a->columns : REACH;
    if (a->shape == AREA_CELLS)
        declare_cells(L, a);
    else if (a->shape == AREA_ROWS && chance(40))
        add(&L->locals, "    long %s_n = %ld;\n    %s (*%s)[%s_n];\n", v, a->columns, t, v, v);
    else if (a->shape == AREA_ROWS)
        add(&L->locals, "    %s (*%s)[%ld];\n", t, v, a->columns);
    else if (v == a->name && chance(50))
        add(&L->locals, "    %s *%s;\n", t, v);
    else if (v == a->name) {
        add(&L->params, ", %s%s *%s", chance(50) ? "const " : "", t, v);
        add(&L->args, ", 0");
    } else if (v[0] == L->id[0] && v[1] == L->id[1])
        add(&L->globals, "FUZZ_HIDDEN %s *%s;\n", t, v);
    else
        add(&L->fields, "    %s *%s;\n", t, a->name);
    add(&L->setup, "    %s = fuzz_wide(%ld * sizeof *%s);\n", v, reach, v);
    if (a->shape == AREA_CELLS)
        for (int f = 0; f < 4; f++)
            fill(L, a, fmt("(%s - %ld)[k].%s", v, reach, fields[f]), 2 * reach);
    else if (a->shape == AREA_ROWS)
        fill(L, a, fmt("((%s *)(%s - %ld))[k]", t, v, reach), 2 * reach * a->columns);
    else
        fill(L, a, fmt("((%s *)%s - %ld)[k]", t, v, reach), 2 * reach);
    add(&L->between, "    %s = fuzz_exact(%d, sizeof *%s, %s);\n", v, k, v,
        places[rnd(2) + 2 * alone]);
}

void declare_areas(struct loop *L)
{
    bool alone = chance(35); /* nothing readable around them */
    for (int k = 0; k < scene.n_areas; k++)
        declare_area(L, &scene.area[k], k, alone);
    add(&L->cleanup, "    fuzz_release();\n");
}

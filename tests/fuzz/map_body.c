/* SPDX-License-Identifier: MIT */
/*
 * map_body.c: bodies that write arrays, and the nests around them.
 */
#include "map_gen.h"

enum { MAP_TRIPS = 60000 };

static void steps(struct loop *L, int count);

static void plain_store(struct loop *L)
{
    struct grid *g = grid_to_write(L);
    if (g)
        store_to(L, element_of(L, g), g->type);
}

static void reduce(struct loop *L)
{
    if (L->n_vars == 0) {
        plain_store(L);
        return;
    }
    struct var *v = &L->var[rnd(L->n_vars)];
    const char *t = types[v->type].name;
    if (types[v->type].is_float)
        update_by(L, v, fmt("(%s)(%s)", t, float_value(L, rnd(2))));
    else
        update_by(L, v, fmt("(%s)((%s) %% 50)", t, int_value(L, rnd(2), false)));
}

static void branch(struct loop *L)
{
    line(L, "if (%s) {", map_condition(L));
    L->indent++;
    map.nested++;
    steps(L, rnd_in(1, 2));
    L->indent--;
    if (chance(35)) {
        line(L, "} else {");
        L->indent++;
        steps(L, 1);
        L->indent--;
    }
    map.nested--;
    line(L, "}");
}

/* --- through pointers ------------------------------------------------------- */

static void through_cell(struct loop *L, struct grid *g)
{
    static const char *const fields[] = {"x", "in.y", "v[0]", "v[1]"};
    const char *q = fresh(L, "q"), *at = grid_subscript(L, g);
    bool twice = chance(60);
    line(L, chance(50) ? "struct %s_%s_cell *%s = &%s[%s];" : "struct %s_%s_cell *%s = %s + (%s);",
         L->id, g->name, q, g->lvalue, at);
    for (int k = 0; k <= twice; k++)
        store_to(L, noted(g, fmt("%s->%s", q, fields[rnd(4)])), g->type);
}

static void through_pointer(struct loop *L)
{
    struct grid *g = grid_to_write(L);
    if (!g)
        return;
    if (g->shape == G_CELLS) {
        through_cell(L, g);
        return;
    }
    const char *q = fresh(L, "q");
    if (g->shape == G_MATRIX || g->shape == G_TABLE)
        line(L, "%s *%s = &%s;", types[g->type].name, q, element_of(L, g));
    else
        line(L, "%s *%s = %s + (%s);", types[g->type].name, q, g->lvalue, grid_subscript(L, g));
    store_to(L, noted(g, fmt(chance(50) ? "*%s" : "%s[0]", q)), g->type);
    if (chance(25))
        store_to(L, noted(g, fmt("*%s", q)), g->type);
}

static const char *function_name(const struct loop *L)
{
    return fmt("%s_%s%d", L->id, L->reference ? "r" : "f", map.functions++);
}

/* A function of the program that writes, or changes, what its parameter points to. */
static void through_call(struct loop *L)
{
    struct grid *g = grid_to_write(L);
    if (!g || g->type == T_BOOL)
        return;
    const char *t = types[g->type].name, *f = function_name(L), *x = element_of(L, g), *y, *at;
    const char *e = types[g->type].is_float ? float_value(L, 1) : int_value(L, 1, false);
    const char *how = chance(50) ? "static inline" : "static";
    map.stores++;
    switch (rnd(4)) {
    case 0:
        add(&L->functions, "%s void %s(%s *p, %s x)\n{\n    *p = x;\n}\n\n", how, f, t, t);
        line(L, "%s(&%s, (%s)(%s));", f, x, t, e);
        break;
    case 1:
        add(&L->functions,
            "%s void %s(%s *p, %s x)\n{\n    if (x > 3)\n        return;\n    p[0] = (%s)(x + "
            "1);\n}\n\n",
            how, f, t, t, t);
        line(L, "%s(&%s, (%s)(%s));", f, x, t, e);
        break;
    case 2:
        y = element_of(L, g);
        add(&L->functions,
            "%s void %s(%s *p, %s *q)\n{\n    %s t = *p;\n    *p = *q;\n    *q = t;\n}\n\n", how, f,
            t, t, t);
        line(L, "%s(&%s, &%s);", f, x, y);
        break;
    default:
        if (g->shape != G_VECTOR)
            break;
        at = grid_subscript(L, g);
        add(&L->functions, "%s void %s(%s *p, long k, %s x)\n{\n    p[k] = x;\n}\n\n", how, f, t,
            t);
        if (grid_is_array(g))
            line(L, "%s(%s, %s, (%s)(%s));", f, g->lvalue, at, t, e);
        else
            line(L, "%s((" ONLY "fuzz_note(&%s[%s], sizeof *%s), " SAID "%s), %s, (%s)(%s));", f,
                 g->lvalue, at, g->lvalue, g->lvalue, at, t, e);
    }
}

/* --- several statements that belong together ---------------------------------- */

static void exchange(struct loop *L)
{
    struct grid *g = grid_to_write(L);
    if (!g)
        return;
    const char *t = fresh(L, "t"), *x = element_of(L, g), *y = element_of(L, g);
    map.stores += 2;
    line(L, "%s %s = %s;", types[g->type].name, t, x);
    line(L, "%s = %s;", x, y);
    line(L, "%s = %s;", y, t);
}

static void temporary(struct loop *L)
{
    struct grid *g = grid_to_write(L);
    if (!g || !types[g->type].is_float)
        return;
    const char *t = fresh(L, "t");
    map.stores++;
    if (chance(40)) {
        add(&L->locals, "    double %s;\n", t);
        line(L, "%s = %s;", t, float_value(L, 1));
    } else {
        line(L, "double %s = %s;", t, float_value(L, 1));
    }
    if (chance(40))
        line(L, "if (%s) %s = %s;", map_condition(L), t, float_value(L, 0));
    line(L, "%s = %s;", element_of(L, g), t);
    if (chance(30) && L->n_vars > 0 && types[L->var[0].type].is_float)
        update_by(L, &L->var[0], fmt("(%s)%s", types[L->var[0].type].name, t));
}

static void open_inner(struct loop *L, struct header *h)
{
    static const long some[] = {0, 1, 2, 3, 4, 5, 8, 17, 33};
    long room = MAP_TRIPS / (L->trips > 0 ? L->trips : 1), want = some[rnd(9)];
    *h = header_for(L, want < room ? want : room, true);
    line(L, "%s {", h->text);
    L->indent++;
    map.nested++;
    map.inner++;
    L->index[L->n_index++] = h->index;
    L->trips *= h->trips > 0 ? h->trips : 1;
}

static void close_inner(struct loop *L, const struct header *h)
{
    L->trips /= h->trips > 0 ? h->trips : 1;
    L->n_index--;
    map.inner--;
    map.nested--;
    L->indent--;
    line(L, "}");
}

static void inner_loop(struct loop *L)
{
    struct header h;
    open_inner(L, &h);
    steps(L, rnd_in(1, 2));
    close_inner(L, &h);
}

/* y[i] += a[i][j] * x[j], with y[i] in memory or in a temporary. */
static void row_sum(struct loop *L)
{
    struct grid *g = grid_to_write(L);
    struct header h;
    if (!g || !types[g->type].is_float)
        return;
    const char *y = element_of(L, g), *t = NULL;
    map.stores++;
    if (chance(45)) {
        t = fresh(L, "t");
        line(L, "%s %s = %s;", types[g->type].name, t, chance(50) ? "0" : y);
    }
    open_inner(L, &h);
    line(L, "%s += %s;", t ? t : y, float_value(L, 1));
    close_inner(L, &h);
    if (t)
        line(L, "%s = %s;", y, t);
}

static void step(struct loop *L)
{
    bool deep = map.nested >= 3 || L->n_index >= MAX_INDEX - 2 || L->trips > MAP_TRIPS / 2;
    int pick = rnd(100);
    if (pick < 12 && map.nested < 3) {
        branch(L);
    } else if (pick < 16) {
        line(L, "if (%s)", map_condition(L));
        line(L, "    continue;");
    } else if (pick < 24 && !deep) {
        inner_loop(L);
    } else if (pick < 31 && !deep) {
        row_sum(L);
    } else if (pick < 37) {
        line(L, "{");
        L->indent++;
        through_pointer(L);
        L->indent--;
        line(L, "}");
    } else if (pick < 44) {
        through_call(L);
    } else if (pick < 48) {
        line(L, "{");
        L->indent++;
        exchange(L);
        L->indent--;
        line(L, "}");
    } else if (pick < 55) {
        line(L, "{");
        L->indent++;
        temporary(L);
        L->indent--;
        line(L, "}");
    } else if (pick < 68) {
        reduce(L);
    } else {
        plain_store(L);
    }
}

static void steps(struct loop *L, int count)
{
    for (int k = 0; k < count; k++)
        step(L);
}

static long map_trips(void)
{
    static const long some[] = {0,   1,   2,    3,    17,   64,   100,  257,
                                300, 777, 1000, 2500, 3000, 5000, 6000, 25000};
    return some[rnd(16)];
}

/* int at = 3 * i - 1; between two loops, for the loops below to use as they use i. */
static void lead(struct loop *L)
{
    const struct index *x = &L->index[L->n_index - 1];
    int stride = rnd_in(1, 4), add_on = rnd_in(0, 5);
    if (L->n_index >= MAX_INDEX - 3 || x->max > 100000 || !types[x->type].is_signed)
        return;
    const char *at = fresh(L, "at"), *value = fmt("%d * (int)%s + %d", stride, x->name, add_on);
    if (chance(40)) {
        add(&L->locals, "    int %s;\n", at);
        line(L, "%s = %s;", at, value);
    } else {
        line(L, "%s%s = %s;", chance(50) ? "const int " : "int ", at, value);
    }
    L->index[L->n_index++] =
        (struct index){at, T_INT, stride * x->min + add_on, stride * x->max + add_on};
}

void map_nest(struct loop *L)
{
    static const long sides[] = {0, 1, 2, 5, 17, 40, 60, 90};
    map = (struct map){.levels = chance(65) ? 1 : chance(80) ? 2 : 3};
    L->trips = 1;
    L->indent = 1;
    L->repeats = chance(90) ? 1 : 2;
    /* nests without the clause are levels, too, where that is legal */
    L->collapse = chance(60) ? map.levels : 1;
    bool leads = map.levels > 1 && L->collapse == 1 && chance(50);
    for (int k = 0; k < map.levels; k++) {
        long trips = map.levels == 1   ? map_trips()
                     : map.levels == 2 ? sides[rnd(8)]
                                       : sides[rnd(5)];
        struct header h = header_for(L, trips, k >= L->collapse);
        line(L, "%s%s", h.text, leads || k + 1 == map.levels ? " {" : "");
        L->indent++;
        L->index[L->n_index++] = h.index;
        L->trips *= h.trips > 0 ? h.trips : 1;
        if (k == 0 && h.declared_outside)
            L->outer = h.name;
        for (int n = leads && k + 1 < map.levels ? rnd_in(0, 2) : 0; n > 0; n--)
            lead(L);
    }
    steps(L, rnd_in(1, 4));
    for (int k = 0; k < L->n_vars; k++)
        if (!L->var[k].used) {
            bool floating = types[L->var[k].type].is_float;
            const char *e = floating ? float_value(L, 0) : int_value(L, 0, false);
            update_by(
                L, &L->var[k],
                fmt(floating ? "(%s)(%s)" : "(%s)((%s) %% 50)", types[L->var[k].type].name, e));
        }
    if (map.stores == 0)
        plain_store(L);
    if (leads) {
        for (int k = 0; k < map.levels; k++) {
            L->indent--;
            line(L, "}");
        }
        return;
    }
    L->indent -= map.levels;
    line(L, "%*s}", 4 * (map.levels - 1), "");
}

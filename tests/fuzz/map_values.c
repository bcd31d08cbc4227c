/* SPDX-License-Identifier: MIT */
/*
 * map_values.c: what loops store.  Signed integers stay small, so that sums of
 * them do not overflow; unsigned ones wrap.
 */
#include "map_gen.h"

static const char *index_value(struct loop *L)
{
    const struct index *x = &L->index[rnd(L->n_index)];
    if (!types[x->type].is_signed || types[x->type].bits == 64)
        return fmt("(int)(%s %% 100)", x->name);
    return fmt("(%s %% 100)", x->name);
}

static const char *float_leaf(struct loop *L)
{
    struct grid *g;
    const char *gathered = chance(5) ? gathered_element(L) : NULL;
    if (gathered)
        return gathered;
    switch (rnd(10)) {
    case 0:
        return fmt("%d.%d", rnd(4), 5 * rnd(2));
    case 1:
        return index_value(L);
    case 2:
        if (map.inner == 0 && chance(50)) {
            struct expr e = scalar_leaf(L);
            return e.s;
        }
        return "0.125";
    default:
        g = grid_to_read(L, chance(85) || map.n_grids == MAX_GRIDS);
        return g ? types[g->type].is_float ? element_of(L, g) : fmt("(double)%s", element_of(L, g))
                 : "1.5";
    }
}

const char *float_value(struct loop *L, int depth)
{
    if (depth <= 0)
        return float_leaf(L);
    const char *a = float_value(L, depth - 1), *b;
    switch (rnd(13)) {
    case 0:
        return fmt("0.5 * %s", a);
    case 1:
        return fmt("fabs(%s)", a);
    case 2:
        return fmt("f_scaled(%s)", a);
    case 3:
        return fmt("sqrt(fabs(%s))", a);
    case 4:
        return fmt("(%s) / 3", a);
    }
    b = float_leaf(L);
    switch (rnd(7)) {
    case 0:
        return fmt("0.25 * (%s - %s)", a, b);
    case 1:
        return fmt("(%s) * %s", a, b);
    case 2:
        return fmt("MAX(%s, %s)", a, b);
    case 3:
        return fmt("(%s ? %s : %s)", map_condition(L), a, b);
    case 4:
        return fmt("f_minus(%s, %s)", a, b);
    default:
        return fmt("(%s + %s)", a, b);
    }
}

static const char *int_leaf(struct loop *L, bool wraps)
{
    struct grid *g;
    if (chance(15))
        return fmt(wraps ? "%du" : "%d", rnd(50) + 1);
    if (chance(20))
        return index_value(L);
    g = grid_to_read(L, false);
    if (!g)
        return "7";
    if (types[g->type].bits == 64)
        return fmt("(int)(%s %% 50)", element_of(L, g));
    if (wraps && types[g->type].bits < 64)
        return fmt("(unsigned)%s", element_of(L, g));
    return types[g->type].bits > 8 ? fmt("(int)(%s %% 50)", element_of(L, g)) : element_of(L, g);
}

const char *int_value(struct loop *L, int depth, bool wraps)
{
    static const char *const always[] = {"+", "-", "&", "|", "^", "*"};
    if (depth <= 0)
        return int_leaf(L, wraps);
    const char *a = int_leaf(L, wraps), *b = int_leaf(L, wraps);
    if (chance(12))
        return fmt("(%s ? %s : %s)", map_condition(L), a, b);
    if (wraps && chance(20))
        return fmt("(%s * 2654435761u >> 3)", a);
    return fmt("(%s %s %s)", a, always[rnd(6)], b);
}

const char *map_condition(struct loop *L)
{
    const struct index *x = &L->index[rnd(L->n_index)];
    struct grid *g;
    switch (rnd(6)) {
    case 0:
        return fmt("%s %% %d == 0", x->name, rnd_in(2, 4));
    case 1:
        if (types[x->type].is_signed)
            return fmt("%s %s %ld", x->name, chance(50) ? "<" : ">", (x->min + x->max) / 2);
        return fmt("%s & 1", x->name);
    case 2:
        return fmt("(%s & %d) != 0", int_leaf(L, false), rnd_in(1, 3));
    default:
        g = grid_to_read(L, true);
        return fmt("%s %s %d.5", g ? element_of(L, g) : "2.0", chance(50) ? "<" : ">=", rnd(5) - 2);
    }
}

/* --- stores --------------------------------------------------------------- */

static void store_float(struct loop *L, const char *x)
{
    static const char *const ops[] = {"+=", "+=", "-="};
    int pick = rnd(10);
    const char *e = float_value(L, rnd_in(0, 2));
    if (pick < 5)
        line(L, "%s = %s;", x, e);
    else if (pick < 8)
        line(L, "%s %s %s;", x, ops[rnd(3)], e);
    else if (pick == 8)
        line(L, "%s *= %s;", x, chance(50) ? "0.5" : "-1.25");
    else
        line(L, "%s = %s + %s;", x, x, e);
}

static void store_int(struct loop *L, const char *x, enum type t)
{
    static const char *const ops[] = {"+=", "-=", "^=", "|=", "&=", "+="};
    bool wraps = !types[t].is_signed && types[t].bits >= 32;
    int pick = rnd(10);
    const char *e = int_value(L, rnd_in(0, 2), wraps);
    if (pick < 5)
        line(L, "%s = %s;", x, e);
    else if (pick < 8)
        line(L, "%s %s (%s) %% 1000;", x, ops[rnd(6)], e);
    else if (pick == 8)
        line(L, chance(50) ? "(%s)++;" : "--%s;", x);
    else if (wraps)
        line(L, "%s *= 3;", x);
    else
        line(L, "%s = %s(%s);", x, chance(30) ? "-" : "", e);
}

void store_to(struct loop *L, const char *x, enum type t)
{
    map.stores++;
    if (t == T_BOOL)
        line(L, "%s %s (%s);", x, chance(60) ? "=" : chance(50) ? "|=" : "^=", map_condition(L));
    else if (types[t].is_float)
        store_float(L, x);
    else
        store_int(L, x, t);
}

/* SPDX-License-Identifier: MIT */
/*
 * map_places.c: arrays that a loop writes or reads, and where it does so.
 *
 * An array has one form of subscript that most of its accesses share, so that
 * about half of the loops are legal to run in any order.
 */
#include "map_gen.h"

#include <string.h>

struct map map;

bool grid_is_array(const struct grid *g)
{
    return g->home >= H_GLOBAL;
}

static long shift(void)
{
    static const long some[] = {1, -1, 1, -1, 2, -2, 5, -7};
    return chance(72) ? 0 : some[rnd(8)];
}

struct sub {
    const char *s;
    long lo, hi;
};

static struct sub plus(struct sub x, long c)
{
    if (c == 0)
        return x;
    return (struct sub){fmt("%s %c %ld", x.s, c < 0 ? '-' : '+', c < 0 ? -c : c), x.lo + c,
                        x.hi + c};
}

/* stride * index + c, or a constant less that; an unsigned one does not go below 0. */
static struct sub follow(const struct index *x, int stride, bool down, long c, bool is_natural)
{
    struct sub s = {x->name, x->min, x->max};
    bool is_unsigned = !types[x->type].is_signed;
    if (stride > 1)
        s = (struct sub){chance(50) ? fmt("%d * %s", stride, x->name)
                                    : fmt("%s * %d", x->name, stride),
                         stride * x->min, stride * x->max};
    if (down) {
        long top = (s.hi > 0 ? s.hi : 0) + (c < 0 ? -c : c);
        return (struct sub){fmt(stride > 1 ? "%ld - (%s)" : "%ld - %s", top, s.s), top - s.hi,
                            top - s.lo};
    }
    if ((is_unsigned || is_natural) && s.lo + c < 0)
        c = -s.lo;
    return plus(s, c);
}

/* Other ways to be an integer. */
static struct sub odd_subscript(const struct index *x)
{
    long c;
    switch (rnd(4)) {
    case 0:
        return (struct sub){fmt("%s / 2", x->name), x->min / 2, x->max / 2};
    case 1:
        c = rnd_in(2, 40);
        return (struct sub){fmt("%s %% %ld", x->name, c), 0, c - 1};
    case 2:
        c = rnd_in(0, 6);
        return (struct sub){fmt("%ld", c), c, c};
    default:
        return (struct sub){fmt("(%s ^ 1)", x->name), 0, x->max + 1};
    }
}

static const struct index *level_of(const struct loop *L, const struct grid *g, int dim)
{
    int k = g->level[dim];
    return &L->index[k < L->n_index ? k : L->n_index - 1];
}

static struct sub one_subscript(struct loop *L, struct grid *g, int dim)
{
    const struct index *x = level_of(L, g, dim);
    long c = shift();
    if (chance(4))
        x = &L->index[rnd(L->n_index)];
    if (chance(2) && x->min >= 0)
        return odd_subscript(x);
    return follow(x, g->stride, g->down, c,
                  grid_is_array(g) || g->shape == G_MATRIX || g->shape == G_FLAT);
}

static struct sub column(struct loop *L, struct grid *g)
{
    const struct index *x = level_of(L, g, 1);
    struct sub s = follow(x, 1, false, shift(), true);
    if (s.hi >= g->columns)
        s = follow(x, 1, false, 0, true);
    if (s.hi >= g->columns || s.lo < 0)
        s = (struct sub){"0", 0, 0};
    return s;
}

static void cover(struct grid *g, long lo, long hi)
{
    g->lo = lo < g->lo ? lo : g->lo;
    g->hi = hi > g->hi ? hi : g->hi;
}

const char *grid_subscript(struct loop *L, struct grid *g)
{
    struct sub s = one_subscript(L, g, 0), c;
    if (g->shape != G_FLAT) {
        cover(g, s.lo, s.hi);
        return s.s;
    }
    c = column(L, g);
    cover(g, s.lo * g->columns + c.lo, s.hi * g->columns + c.hi);
    return fmt("(%s) * %ld + %s", s.s, g->columns, c.s);
}

const char *noted(const struct grid *g, const char *lvalue)
{
    if (grid_is_array(g) || g->shape == G_TABLE)
        return lvalue;
    return fmt(NOTE "%s" NOTED, lvalue);
}

/* An element of a matrix, from the first of another row. */
static const char *walked(const struct grid *g, const char *row, const char *column)
{
    const char *flat = fmt("(%s) * %ld + (%s)", row, g->columns, column);
    switch (rnd(4)) {
    case 0:
        return fmt("(&%s[%s][0])[%s]", g->lvalue, row, column);
    case 1:
        return fmt("(&%s[0][0])[%s]", g->lvalue, flat);
    case 2:
        return fmt("(*(*%s + (%s)))", g->lvalue, flat);
    default:
        return fmt("((%s *)%s)[%s]", types[g->type].name, g->lvalue, flat);
    }
}

const char *element_of(struct loop *L, struct grid *g)
{
    static const char *const fields[] = {".x", ".x", ".in.y", ".v[0]", ".v[1]"};
    struct sub s, c;
    const char *at;
    switch (g->shape) {
    case G_CELLS:
        at = fields[rnd(5)];
        if (chance(20)) /* from one member into another */
            return noted(g, fmt("(&%s[%s].v[1])[-1]", g->lvalue, grid_subscript(L, g)));
        return noted(g, fmt("%s[%s]%s", g->lvalue, grid_subscript(L, g), at));
    case G_TABLE:
    case G_MATRIX:
        s = one_subscript(L, g, 0);
        if (g->shape == G_TABLE && s.lo < 0)
            s = (struct sub){"0", 0, 0};
        c = column(L, g);
        cover(g, s.lo, s.hi);
        if (g->shape == G_MATRIX && chance(25))
            return noted(g, walked(g, s.s, c.s));
        return noted(g, fmt("%s[%s][%s]", g->lvalue, s.s, c.s));
    default:
        at = grid_subscript(L, g);
        if (g->shape == G_VECTOR && chance(8))
            return noted(g, fmt("(*(%s + (%s)))", g->lvalue, at));
        return noted(g, fmt("%s[%s]", g->lvalue, at));
    }
}

static enum type map_type(void)
{
    static const enum type some[] = {T_DOUBLE, T_DOUBLE, T_DOUBLE, T_DOUBLE, T_FLOAT,
                                     T_INT,    T_UINT,   T_LONG,   T_UCHAR,  T_SHORT,
                                     T_SCHAR,  T_ULONG,  T_USHORT, T_BOOL};
    return some[rnd(14)];
}

static enum grid_shape map_shape(const struct loop *L)
{
    if (L->n_index < 2)
        return chance(82) ? G_VECTOR : G_CELLS;
    int pick = rnd(100);
    return pick < 15   ? G_VECTOR
           : pick < 22 ? G_CELLS
           : pick < 65 ? G_MATRIX
           : pick < 92 ? G_FLAT
                       : G_TABLE;
}

static enum grid_home table_home(void)
{
    static const enum grid_home some[] = {H_PARAM, H_GLOBAL_POINTER, H_MEMBER_POINTER, H_GLOBAL};
    return some[rnd(4)];
}

static void set_levels(const struct loop *L, struct grid *g)
{
    bool two = g->shape == G_MATRIX || g->shape == G_FLAT || g->shape == G_TABLE;
    g->level[0] = chance(85) ? 0 : rnd(L->n_index);
    g->level[1] = L->n_index - 1;
    if (!two)
        return;
    g->level[0] = chance(90) ? 0 : rnd(L->n_index);
    const struct index *x = &L->index[g->level[1]];
    g->columns = x->max + 1 + rnd(4);
    if (x->max < 0 || g->columns * (L->index[0].max + 9) > 200000)
        g->shape = G_VECTOR;
}

static struct grid *new_grid(struct loop *L, enum type type)
{
    struct grid *g = &map.grid[map.n_grids++];
    *g = (struct grid){.type = type, .stride = chance(82) ? 1 : rnd_in(2, 3), .down = chance(7)};
    g->shape = map_shape(L);
    g->home =
        chance(65) ? (enum grid_home)rnd(H_GLOBAL) : (enum grid_home)rnd_in(H_GLOBAL, N_HOMES - 1);
    set_levels(L, g);
    if (g->shape == G_TABLE)
        g->stride = 1, g->down = false, g->home = table_home();
    if (g->shape == G_CELLS && (type == T_BOOL || g->home == H_MEMBER))
        g->home = H_GLOBAL;
    if (g->shape == G_MATRIX && (g->home == H_MEMBER || g->home == H_STATIC))
        g->home = H_GLOBAL;
    g->name = fresh(L, "a");
    if (g->home == H_GLOBAL_POINTER || g->home == H_GLOBAL)
        g->lvalue = fmt("%s_%s", L->id, g->name);
    else if (g->home == H_MEMBER_POINTER || g->home == H_MEMBER)
        g->lvalue = member(L, g->name);
    else
        g->lvalue = g->name;
    return g;
}

static struct grid *known_grid(struct loop *L, bool floating, bool to_write)
{
    for (int tries = 0; map.n_grids > 0 && tries < 6; tries++) {
        struct grid *g = &map.grid[rnd(map.n_grids)];
        bool two = g->shape == G_MATRIX || g->shape == G_TABLE || g->shape == G_FLAT;
        if ((to_write ? !g->is_index : types[g->type].is_float == floating) &&
            (!two || L->n_index > g->level[1]))
            return g;
    }
    return NULL;
}

struct grid *grid_to_read(struct loop *L, bool floating)
{
    struct grid *g = map.n_grids > 0 && chance(65) ? known_grid(L, floating, false) : NULL;
    if (!g && map.n_grids < MAX_GRIDS) {
        enum type t;
        do
            t = map_type();
        while (types[t].is_float != floating);
        g = new_grid(L, t);
    }
    if (g)
        g->read = true;
    return g;
}

struct grid *grid_to_write(struct loop *L)
{
    struct grid *g = chance(50) ? known_grid(L, false, true) : NULL;
    if (!g && map.n_grids < MAX_GRIDS)
        g = new_grid(L, map_type());
    if (!g)
        g = known_grid(L, false, true);
    if (g)
        g->written = true;
    return g;
}

const char *gathered_element(struct loop *L)
{
    struct grid *from = grid_to_read(L, true), *index = NULL;
    for (int k = 0; k < map.n_grids; k++)
        if (map.grid[k].is_index)
            index = &map.grid[k];
    if (!index && map.n_grids < MAX_GRIDS) {
        index = new_grid(L, T_INT);
        index->is_index = index->read = true;
        index->shape = G_VECTOR;
        index->stride = 1;
        index->down = false;
    }
    if (!index || !from || from->shape != G_VECTOR)
        return NULL;
    const char *at = element_of(L, index);
    cover(from, 0, GATHERED - 1);
    return noted(from, fmt("%s[%s]", from->lvalue, at));
}

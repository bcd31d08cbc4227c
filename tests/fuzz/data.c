/* SPDX-License-Identifier: MIT */
/*
 * data.c: arrays and scalars that a loop reads, made on demand.
 *
 * A subscript is chosen first, from the loop variables in scope and what they
 * can be; the array grows to hold it and is declared after the whole body is
 * known.
 */
#include "gen.h"

#include <string.h>

enum { MAX_ELEMENTS = 40000 }; /* of an array of several dimensions */

struct subscript {
    const char *s;
    long max;
};

/* One loop variable's affine form that never goes below 0. */
static struct subscript simple_subscript(const struct index *x)
{
    long c = x->min < 0 ? -x->min : 0;
    switch (rnd(8)) {
    case 0:
        c += rnd(4);
        return (struct subscript){fmt("%s + %ld", x->name, c), x->max + c};
    case 1:
        c = x->max < 0 ? 0 : x->max + rnd(3);
        return (struct subscript){fmt("%ld - %s", c, x->name), c - x->min};
    case 2:
        if (x->min >= 0 && x->max < 100)
            return (struct subscript){fmt("2 * %s + %d", x->name, 1), 2 * x->max + 1};
        break;
    case 3:
        if (x->min >= 2)
            return (struct subscript){fmt("%s - 2", x->name), x->max - 2};
        break;
    }
    if (c > 0)
        return (struct subscript){fmt("%s + %ld", x->name, c), x->max + c};
    return (struct subscript){x->name, x->max};
}

static struct subscript pick_subscript(struct loop *L)
{
    if (L->n_index == 0 || chance(3)) {
        int c = rnd(5);
        return (struct subscript){fmt("%d", c), c};
    }
    const struct index *x = &L->index[chance(60) ? L->n_index - 1 : rnd(L->n_index)];
    if (L->n_index > 1 && chance(12)) {
        const struct index *y = &L->index[rnd(L->n_index)];
        if (x->min >= 0 && y->min >= 0 && x != y)
            return (struct subscript){fmt("%s + %s", x->name, y->name), x->max + y->max};
    }
    return simple_subscript(x);
}

static const int ranks[N_KINDS] = {
    [A_PARAM_2D] = 2,  [A_HEAP_2D] = 2, [A_VLA_2D] = 2, [A_ROWS] = 2,
    [A_MEMBER_2D] = 2, [A_LINEAR] = 2,  [A_TABLE] = 2,  [A_CUBE] = 3,
};

static const char *const struct_fields[] = {".x", ".in.y", ".in.deep.z", ".v[1]", ".u.w", ".low"};
enum { BIT_FIELD = 5 };

static enum array_kind pick_kind(struct loop *L)
{
    if (L->n_index > 1 && chance(60))
        return (enum array_kind)rnd_in(A_TABLE, A_CUBE);
    if (L->n_index == 1 && chance(10))
        return (enum array_kind)rnd_in(A_TABLE, A_LINEAR);
    return (enum array_kind)rnd_in(A_GLOBAL, A_MEMBER_STRUCTS);
}

static struct array *make_array(struct loop *L, enum array_kind kind, enum type type, bool rough)
{
    struct array *a = &L->array[L->n_arrays++];
    *a = (struct array){.kind = kind, .type = type, .rough = rough};
    a->rank = ranks[kind] ? ranks[kind] : 1;
    a->name = fresh(L, "a");
    if (kind == A_GLOBAL || kind == A_STRUCTS || kind == A_TABLE || kind == A_CUBE)
        a->name = fmt("%s_%s", L->id, a->name);
    /* The row length of a flat matrix is written into the subscripts. */
    if (kind == A_LINEAR)
        a->extent[1] = L->n_index && L->index[L->n_index - 1].max > 0
                           ? L->index[L->n_index - 1].max + 1 + rnd(3)
                           : 4;
    return a;
}

static struct array *pick_array(struct loop *L, bool want_int)
{
    bool make = L->n_arrays < MAX_ARRAYS - 2 && (L->n_arrays == 0 || chance(55));
    for (int tries = 0; !make && tries < 8; tries++) {
        struct array *a = &L->array[rnd(L->n_arrays)];
        if (types[a->type].is_float != want_int && (a->rank <= L->n_index || a->rank == 1))
            return a;
    }
    if (L->n_arrays == MAX_ARRAYS)
        return NULL;
    bool rough = !want_int && chance(25);
    enum array_kind kind = pick_kind(L);
    return make_array(L, kind, random_type(!want_int), rough);
}

static void grow(struct array *a, int dim, long max)
{
    if (a->extent[dim] < max + 1)
        a->extent[dim] = max + 1;
}

/* Would an array of several dimensions grow out of hand? */
static bool too_large(const struct array *a, int dim, long max)
{
    long elements = a->extent[dim] < max + 1 ? max + 1 : a->extent[dim];
    for (int k = 0; k < a->rank; k++)
        if (k != dim && a->extent[k] > 0)
            elements *= a->extent[k];
    return a->rank > 1 && elements > MAX_ELEMENTS;
}

static const char *flat_reference(struct loop *L, struct array *a)
{
    struct subscript row = pick_subscript(L);
    if ((row.max + 1) * a->extent[1] > MAX_ELEMENTS)
        row = (struct subscript){"0", 0};
    const struct index *x = L->n_index ? &L->index[L->n_index - 1] : NULL;
    const char *column = x && x->min >= 0 && x->max < a->extent[1] ? x->name : "0";
    grow(a, 0, row.max);
    if (chance(40))
        return fmt("AT(%s, %s, %s, %ld)", a->name, row.s, column, a->extent[1]);
    return fmt("%s[(%s) * %ld + %s]", a->name, row.s, a->extent[1], column);
}

/* The whole array as a flat one, from one of its first elements; NULL: it is none. */
static const char *walk_text(struct loop *L, struct array *a, int part)
{
    static const char *const firsts[] = {".x", ".in.y", ".in.deep.z", ".v[0]", ".v[1]"};
    const char *name =
        a->kind == A_MEMBER_2D || a->kind == A_MEMBER_STRUCTS ? member(L, a->name) : a->name;
    bool cells = a->kind == A_STRUCTS || a->kind == A_STRUCTS_PTR || a->kind == A_MEMBER_STRUCTS;
    struct subscript s = pick_subscript(L);
    if ((a->rank == 1 && !cells) || a->kind == A_ROWS || a->kind == A_LINEAR ||
        too_large(a, 0, s.max) || (cells && part == BIT_FIELD))
        return NULL;
    grow(a, 0, s.max);
    if (cells) { /* seven members of one type, side by side */
        int first = rnd(5);
        return fmt("(&%s[%s]%s)[%d]", name, s.s, firsts[first], rnd(7) - first);
    }
    for (int k = 1; k < a->rank; k++)
        grow(a, k, 0);
    const char *star = a->rank == 3 ? "*" : "";
    if (chance(30))
        return fmt("(&%s[0][0]%s)[%s]", name, a->rank == 3 ? "[0]" : "", s.s);
    if (chance(50))
        return fmt("*(*%s%s + (%s))", star, name, s.s);
    return fmt("((const %s *)%s)[%s]", types[a->type].name, name, s.s);
}

static const char *reference_text(struct loop *L, struct array *a, int part)
{
    if (a->kind == A_LINEAR)
        return flat_reference(L, a);
    const char *walk = chance(15) ? walk_text(L, a, part) : NULL;
    if (walk)
        return walk;
    struct subscript s[MAX_DIMS];
    for (int k = 0; k < a->rank; k++) {
        s[k] = pick_subscript(L);
        if (too_large(a, k, s[k].max)) {
            int c = rnd(4);
            s[k] = (struct subscript){fmt("%d", c), c};
        }
        grow(a, k, s[k].max);
    }
    const char *field = struct_fields[part];
    switch (a->kind) {
    case A_MEMBER_PTR:
    case A_MEMBER:
        return fmt("%s[%s]", member(L, a->name), s[0].s);
    case A_MEMBER_2D:
        return fmt("%s[%s][%s]", member(L, a->name), s[0].s, s[1].s);
    case A_STRUCTS:
    case A_STRUCTS_PTR:
        if (a->kind == A_STRUCTS_PTR && chance(20))
            return fmt("(%s + (%s))->%s", a->name, s[0].s, field + 1);
        return fmt("%s[%s]%s", a->name, s[0].s, field);
    case A_MEMBER_STRUCTS:
        return fmt("%s[%s]%s", member(L, a->name), s[0].s, field);
    default:
        break;
    }
    if (a->rank == 3)
        return fmt("%s[%s][%s][%s]", a->name, s[0].s, s[1].s, s[2].s);
    if (a->rank == 2)
        return fmt("%s[%s][%s]", a->name, s[0].s, s[1].s);
    return fmt("%s[%s]", a->name, s[0].s);
}

struct expr array_leaf(struct loop *L, bool want_int)
{
    struct array *a = pick_array(L, want_int);
    if (!a)
        return (struct expr){.s = "1", .type = T_INT, .hi = 1, .lo = 0, .exact = true};
    bool cells = a->kind == A_STRUCTS || a->kind == A_STRUCTS_PTR || a->kind == A_MEMBER_STRUCTS;
    int part = rnd(BIT_FIELD + 1);
    const char *text = reference_text(L, a, part);
    if (cells && part == BIT_FIELD)
        return (struct expr){.s = text, .type = T_INT, .hi = 7, .lo = 0, .exact = true};
    struct expr e = {.s = text, .type = a->type, .exact = !a->rough};
    e.hi = types[a->type].is_float ? 4 : a->type == T_BOOL ? 1 : 7;
    e.lo = types[a->type].is_float ? -3 : 0;
    return e;
}

const char *vector(struct loop *L, enum type type, long extent)
{
    if (L->n_arrays >= MAX_ARRAYS)
        return NULL;
    struct array *a = make_array(L, A_PARAM, type, false);
    grow(a, 0, extent - 1);
    return a->name;
}

/* A scalar that the loop only reads, from one of the places where programs
 * keep them. */
struct expr scalar_leaf(struct loop *L)
{
    bool floating = chance(60);
    enum type t = floating ? (chance(70) ? T_DOUBLE : T_FLOAT) : chance(60) ? T_INT : T_SHORT;
    const char *name = fresh(L, "k");
    const char *value = floating ? fmt("%.3f", (rnd(255) - 127) / 8.0) : fmt("%d", rnd(101) - 50);
    struct expr e = {name, t, floating ? 4 : 6, floating ? -3 : 0, true};
    switch (rnd(6)) {
    case 0:
        e.s = fmt("%s_%s", L->id, name);
        add(&L->globals, "FUZZ_SHARED(%s, %s, %s);\n", spell(t), e.s, value);
        break;
    case 1:
        e.s = fmt("%s_%s", L->id, name);
        add(&L->globals, "static const %s %s = %s;\n", spell(t), e.s, value);
        break;
    case 2:
        add(&L->fields, "    %s %s;\n", spell(t), name);
        e.s = member(L, name);
        add(&L->setup, "    %s = %s;\n", e.s, value);
        break;
    case 3:
        add(&L->params, ", %s %s", spell(t), name);
        add(&L->args, ", %s", value);
        break;
    default:
        if (chance(50))
            add(&L->locals, "    const");
        add(&L->locals, "    %s %s = %s;\n", spell(t), name, value);
        if (chance(40))
            add(&L->firstprivates, "%s%s", L->firstprivates.n ? ", " : "", name);
    }
    if (L->n_temps < MAX_TEMPS / 2 && chance(50)) {
        /* Stays in scope everywhere: goes below all temporaries. */
        memmove(L->temp + 1, L->temp, (size_t)L->n_temps * sizeof *L->temp);
        L->temp[0] = e;
        L->n_temps++;
    }
    return e;
}

/* A loop bound of a known value, written in one of many ways. */
const char *bound(struct loop *L, long value, bool is_unsigned)
{
    static const enum type int_types[] = {T_INT, T_LONG, T_LLONG, T_SHORT};
    enum type t = is_unsigned ? (chance(50) ? T_ULONG : T_UINT) : int_types[rnd(4)];
    if (t == T_SHORT && value > 30000)
        t = T_INT;
    const char *name = fresh(L, "n");
    int c = rnd_in(1, 5);
    switch (rnd(11)) {
    case 0:
        add(&L->fields, "    %s %s;\n", spell(t), name);
        add(&L->setup, "    %s = %ld;\n", member(L, name), value);
        return member(L, name);
    case 1:
        add(&L->globals, "#define %s_%s %ld\n", L->id, name, value);
        return fmt("%s_%s", L->id, name);
    case 2:
        add(&L->globals, "enum { %s_%s = %ld };\n", L->id, name, value);
        return fmt("%s_%s", L->id, name);
    case 3:
        if (value >= 0 && is_unsigned) {
            add(&L->globals, "static const char %s_%s[%ld];\n", L->id, name, value + 1);
            return fmt("LENGTH(%s_%s) - 1", L->id, name);
        }
        break;
    case 4:
        add(&L->locals, "    const %s %s = %ld;\n", spell(t), name, value + c);
        return fmt("%s - %d", name, c);
    case 5:
        add(&L->params, ", %s %s", spell(t), name);
        add(&L->args, ", %ld", value);
        return name;
    case 6:
        add(&L->locals, "    %s %s = %ld;\n", spell(t), name, value + c);
        return fmt("MIN(%s, %ld)", name, value);
    case 7:
        if (!is_unsigned) {
            add(&L->globals, "FUZZ_SHARED(int, %s_%s, %ld);\n", L->id, name, value);
            return fmt("f_shifted(%s_%s)", L->id, name);
        }
        break;
    case 8:
        add(&L->globals, "FUZZ_SHARED(%s, %s_%s, %ld);\n", spell(t), L->id, name, value);
        return fmt("%s_%s", L->id, name);
    case 9:
        return fmt("%ld", value);
    }
    add(&L->locals, "    %s %s = %ld;\n", spell(t), name, value);
    return name;
}

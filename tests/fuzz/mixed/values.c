/* SPDX-License-Identifier: MIT */
/*
 * values.c: expressions of integers whose magnitudes are known.
 */
#include "mixed.h"

#include <string.h>

static struct value number(const char *s, int bits)
{
    return (struct value){s, bits};
}

void push_scalar(struct mixed *M, const char *name, bool fixed)
{
    if (M->n_scalars == SCALARS)
        return;
    M->scalar[M->n_scalars] = name;
    M->fixed[M->n_scalars++] = fixed;
}

/* --- places ---------------------------------------------------------------------------- */

struct object *written_object(struct mixed *M)
{
    for (int tries = 0; tries < 20; tries++) {
        struct object *o = &M->object[rnd(M->n_objects)];
        if (o->written)
            return o;
    }
    return NULL;
}

struct object *read_object(struct mixed *M)
{
    struct object *o = &M->object[rnd(M->n_objects)];
    return o->written && M->column && chance(60) ? &M->object[rnd(M->n_objects)] : o;
}

static const char *chosen_row(struct mixed *M)
{
    static const char *const one[] = {"n - 1 - %s", "%s + 1", "%s / 2", "%s ^ 1", "n - %s",
                                      "%s + 2",     "%s % 7", "%s | 1", "%s >> 1"};
    static const char *const safe[] = {"(int)((unsigned)(%s) - 3u + 4u)", "(%s) * 3 %% n",
                                       "MIN(%s + 3, n)", "MAX(%s - 2, 0)",
                                       "(%s > 0 ? %s - 1 : n - 1)"};
    const char *row = M->row;
    int k = rnd(9);
    if (chance(40))
        return fmt(safe[rnd(5)], row, row);
    if (strstr(one[k], "% 7"))
        return fmt("%s %% 7 %% n", row);
    return fmt(one[k], row);
}

const char *any_row(struct mixed *M)
{
    const char *q;
    switch (rnd(7)) {
    case 0:
        return fmt("x[%s] %% n", M->row);
    case 1:
        return fmt("%s %% n", below(M, 1, 10));
    case 2:
        q = M->n_turns ? M->turn[rnd(M->n_turns)].name : M->row;
        return fmt("(int)(%s) %% n", q);
    case 3:
        if (M->n_scalars)
            return fmt("%s %% n", M->scalar[rnd(M->n_scalars)]);
        return M->row;
    case 4:
    case 5:
        return chosen_row(M);
    default:
        return M->row;
    }
}

const char *any_column(struct mixed *M, const struct object *o)
{
    if (o->columns == 1)
        return "0";
    for (int k = 0; k < M->n_turns; k++)
        if (M->turn[k].below && M->turn[k].below <= o->columns && chance(60))
            return fmt("%s", M->turn[k].name);
    if (chance(25))
        return fmt("(int)((unsigned)(%s) %% %du)", mixed_value(M, 0).s, o->columns);
    return fmt("%d", rnd(o->columns));
}

const char *own_column(struct mixed *M, const struct object *o)
{
    return M->column && o->columns > 1 ? M->column : any_column(M, o);
}

/* Where the loop reads it, whatever it writes. */
const char *read_row(struct mixed *M, const struct object *o)
{
    return o->written ? M->row : any_row(M);
}

static struct value read_element(struct mixed *M)
{
    struct object *o = read_object(M);
    const char *row = read_row(M, o);
    const char *at = element_at(o, row, o->written ? own_column(M, o) : any_column(M, o));
    if (o->shape == UNIONS && chance(20))
        return number(fmt("%s[%s].c[0]", o->name, row), 7);
    bool narrow = strstr("int short unsigned char", o->type) != NULL;
    if (strcmp(o->type, "unsigned") == 0 || !narrow || o->shape == BITS || chance(20))
        return number(fmt("(int)%s", at), 7);
    return number(at, 7);
}

/* --- values ------------------------------------------------------------------------------ */

static struct value simple(struct mixed *M)
{
    int k = rnd(12);
    if (k < 2 && M->n_scalars)
        return number(M->scalar[rnd(M->n_scalars)], 15);
    if (k == 2 && M->n_turns) {
        const struct turn *t = &M->turn[rnd(M->n_turns)];
        return number(fmt("(int)%s", t->name), 12);
    }
    if (k == 3)
        return number(fmt("%d", rnd(chance(50) ? 10 : 200)), 8);
    if (k == 4)
        return number(fmt("(%s)", M->row), 12);
    if (k == 5)
        return number(fmt("x[%s]", M->row), 9);
    if (k == 6)
        return number(fmt("tab[%s]", below(M, 0, 2)), 7);
    if (k == 7)
        return number("n", 12);
    return read_element(M);
}

static struct value binary(struct mixed *M, int depth)
{
    static const char *const ops[] = {"+", "-", "+", "-", "*", "&", "|", "^", "%", "/"};
    struct value a = mixed_value(M, depth - 1), b = mixed_value(M, depth - 1);
    int k = rnd(10), most = MAX_OF(a.bits, b.bits);
    if (k == 4 && a.bits + b.bits > 26)
        k = 7;
    if (k >= 8)
        return number(fmt("(%s %s ((%s & 31) + 1))", a.s, ops[k], b.s), a.bits);
    if (most >= 27)
        return number(fmt("((%s ^ %s) & 0xffff)", a.s, b.s), 16);
    return number(fmt("(%s %s %s)", a.s, ops[k], b.s), k == 4 ? a.bits + b.bits : most + 1);
}

static struct value other(struct mixed *M, int depth)
{
    struct value a = mixed_value(M, depth - 1), b;
    switch (rnd(11)) {
    case 0:
        b = mixed_value(M, depth - 1);
        return number(fmt("(%s ? %s : %s)", mixed_test(M), a.s, b.s), MAX_OF(a.bits, b.bits));
    case 1:
        return number(fmt("(int)(unsigned char)(%s)", a.s), 8);
    case 2:
        return number(fmt("(int)(short)(%s)", a.s), 16);
    case 3:
        return number(fmt("(~%s)", a.s), a.bits + 1);
    case 4:
        return number(fmt("(int)((unsigned)(%s) * 2654435761u >> 24)", a.s), 8);
    case 5:
        return number(fmt("SQR(%s)", below(M, depth - 1, 6)), 12);
    case 6:
        return number(fmt("(int)(0.25 * (%s))", a.s), a.bits);
    case 7:
        return number(fmt("(int)fabs((double)(%s))", a.s), a.bits);
    case 8:
        return number(fmt("(%s)", mixed_test(M)), 1);
    case 9:
        return number(called_value(M, a.s), 7);
    default:
        b = mixed_value(M, depth - 1);
        return number(fmt("%s(%s, %s)", chance(50) ? "MAX" : "MIN", a.s, b.s),
                      MAX_OF(a.bits, b.bits));
    }
}

struct value mixed_value(struct mixed *M, int depth)
{
    int k = rnd(10);
    if (depth <= 0 || k < 2)
        return simple(M);
    return k < 7 ? binary(M, depth) : other(M, depth);
}

const char *below(struct mixed *M, int depth, int power)
{
    struct value v = mixed_value(M, depth);
    return fmt("(%s & %d)", v.s, (1 << power) - 1);
}

const char *mixed_test(struct mixed *M)
{
    static const char *const relations[] = {"<", ">", "<=", ">=", "==", "!="};
    struct value a = mixed_value(M, 1), b = mixed_value(M, 0);
    switch (rnd(6)) {
    case 0:
        return fmt("%s & %d", a.s, 1 << rnd(4));
    case 1:
        return fmt("%s > %d && %s != %d", a.s, rnd(60), b.s, rnd(10));
    case 2:
        return fmt("!(%s %% 3) || %s < %d", a.s, b.s, rnd(60));
    default:
        return fmt("%s %s %s", a.s, relations[rnd(6)], chance(50) ? b.s : fmt("%d", rnd(100)));
    }
}

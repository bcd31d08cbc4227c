/* SPDX-License-Identifier: MIT */
/* symbol.c: see symbol.h; symbol_print.c prints. */
#include "symbol.h"

#include <stdint.h>
#include <string.h>

#include "fnv.h"

/* ---- the table ---- */

static bool is_same(const struct symbol *x, const struct symbol *y)
{
    return x->kind == y->kind && x->a == y->a && x->b == y->b && x->c == y->c && x->k == y->k &&
           x->op == y->op && x->number == y->number &&
           (x->text == y->text || (x->text && y->text && strcmp(x->text, y->text) == 0));
}

static uint64_t mixed(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

static size_t hash_of(const struct symbol *s)
{
    uint64_t h = mixed(mixed(s->kind, s->op), (uint64_t)s->k);
    const struct symbol *const operands[] = {s->a, s->b, s->c};
    for (int i = 0; i < 3 && operands[i]; i++)
        h = mixed(h, operands[i]->id);
    return (size_t)(s->text ? tcr_fnv1a(h, s->text, strlen(s->text)) : h);
}

static const struct symbol **slot_of(const struct symbols *t, const struct symbol *s)
{
    size_t i = hash_of(s) & (t->room - 1);
    while (t->slots[i] && !is_same(t->slots[i], s))
        i = (i + 1) & (t->room - 1);
    return &t->slots[i];
}

static void make_room(struct symbols *t)
{
    if (2 * t->n < t->room)
        return;
    t->room = t->room ? 2 * t->room : 64;
    t->slots = ir_alloc(t->room * sizeof *t->slots);
    for (size_t i = 0; i < t->n; i++)
        *slot_of(t, t->all[i]) = t->all[i];
}

/* The one symbol like this. */
static const struct symbol *symbol(struct symbols *t, struct symbol s)
{
    enum { MOST = 4000 };
    make_room(t);
    const struct symbol **slot = slot_of(t, &s);
    if (*slot)
        return *slot;
    const struct symbol *const operands[] = {s.a, s.b, s.c};
    s.size = 1;
    for (int i = 0; i < 3; i++)
        s.size += operands[i] && s.size < MOST ? operands[i]->size : 0;
    s.id = t->n;
    s.in = t;
    struct symbol *kept = ir_alloc(sizeof *kept);
    *kept = s;
    *slot = kept;
    IR_PUSH(t->all, t->n, kept);
    return kept;
}

/* ---- conditions ---- */

static bool is_and(const struct symbol *s)
{
    return s->kind == SYMBOL_BINARY && s->op == OP_LAND;
}

/* Does b hold wherever a does? */
static bool implies(const struct symbol *a, const struct symbol *b)
{
    if (!b || a == b)
        return true;
    if (!a)
        return false;
    if (is_and(b))
        return implies(a, b->a) && implies(a, b->b);
    return is_and(a) && (implies(a->b, b) || implies(a->a, b));
}

const struct symbol *symbol_both(const struct symbol *a, const struct symbol *b)
{
    if (!a || implies(a, b))
        return a ? a : b;
    if (is_and(b)) /* from left to right, each part once */
        return symbol_both(symbol_both(a, b->a), b->b);
    return symbol_binary(OP_LAND, a, b);
}

/* What must hold for b beyond `given`. */
static const struct symbol *when_given(const struct symbol *given, const struct symbol *b)
{
    return implies(given, b->when) ? NULL : b->when;
}

/* ---- leaves ---- */

const struct symbol *symbol_int(struct symbols *t, long long k)
{
    return symbol(t, (struct symbol){.kind = SYMBOL_INT, .k = k, .number = true});
}

const struct symbol *symbol_name(struct symbols *t, const char *name, const struct decl *d)
{
    return symbol(t, (struct symbol){.kind = SYMBOL_NAME, .text = name, .decl = d});
}

const struct symbol *symbol_own(struct symbols *t, const char *name)
{
    return symbol(t, (struct symbol){.kind = SYMBOL_NAME, .text = name, .number = true});
}

const struct symbol *symbol_quote(struct symbols *t, const char *text)
{
    return symbol(t, (struct symbol){.kind = SYMBOL_QUOTE, .text = text});
}

/* ---- places and pointers ---- */

static const struct symbol *unary(enum symbol_kind kind, const char *text, const struct symbol *a,
                                  const struct symbol *when, bool number)
{
    return symbol(
        a->in, (struct symbol){.kind = kind, .text = text, .a = a, .when = when, .number = number});
}

const struct symbol *symbol_member(const struct symbol *place, const char *name)
{
    return unary(SYMBOL_MEMBER, name, place, place->when, false);
}

const struct symbol *symbol_deref(const struct symbol *pointer)
{
    const struct symbol *there = symbol_binary(OP_NE, pointer, symbol_int(pointer->in, 0));
    return unary(SYMBOL_DEREF, NULL, pointer, symbol_both(pointer->when, there), false);
}

const struct symbol *symbol_address(const struct symbol *place)
{
    return unary(SYMBOL_ADDRESS, NULL, place, place->when, false);
}

const struct symbol *symbol_load(const struct symbol *place)
{
    const struct symbol *of = place;
    while (of->kind == SYMBOL_MEMBER)
        of = of->a;
    if (of->kind != SYMBOL_DEREF)
        return place; /* a variable */
    const struct symbol *readable = unary(SYMBOL_READABLE, NULL, place, place->when, true);
    return unary(SYMBOL_LOAD, NULL, place, symbol_both(place->when, readable), false);
}

const struct symbol *symbol_sizeof(const struct symbol *place)
{
    return unary(SYMBOL_SIZEOF, NULL, place, NULL, false);
}

/* ---- numbers ---- */

const struct symbol *symbol_cast(const char *type, const struct symbol *a)
{
    return unary(SYMBOL_CAST, type, a, a->when, strcmp(type, "long long") == 0);
}

const struct symbol *symbol_long(const struct symbol *a)
{
    return a->number ? a : symbol_cast("long long", a);
}

/* What must hold for an operator's result, beyond what its operands ask. */
static const struct symbol *when_binary(enum c_op op, const struct symbol *a,
                                        const struct symbol *b)
{
    if (op == OP_LAND)
        return symbol_both(a->when, when_given(a, b));
    const struct symbol *when = symbol_both(a->when, b->when);
    if ((op != OP_DIV && op != OP_REM) || (b->kind == SYMBOL_INT && b->k > 0))
        return when;
    return symbol_both(when, symbol_binary(OP_NE, b, symbol_int(b->in, 0)));
}

const struct symbol *symbol_binary(enum c_op op, const struct symbol *a, const struct symbol *b)
{
    bool truth = c_op_compares(op) || c_op_is(op, C_OP_LOGICAL);
    return symbol(a->in, (struct symbol){.kind = SYMBOL_BINARY,
                                         .op = op,
                                         .a = a,
                                         .b = b,
                                         .when = when_binary(op, a, b),
                                         .number = truth || (a->number && b->number)});
}

const struct symbol *symbol_choice(const struct symbol *cond, const struct symbol *a,
                                   const struct symbol *b)
{
    const struct symbol *when = symbol_both(when_given(cond, a), b->when);
    return symbol(cond->in, (struct symbol){.kind = SYMBOL_COND,
                                            .a = cond,
                                            .b = a,
                                            .c = b,
                                            .when = symbol_both(cond->when, when),
                                            .number = a->number && b->number});
}

const struct symbol *symbol_call(const char *name, const struct symbol *a, const struct symbol *b)
{
    return symbol(a->in, (struct symbol){.kind = SYMBOL_CALL,
                                         .text = name,
                                         .a = a,
                                         .b = b,
                                         .when = symbol_both(a->when, b->when),
                                         .number = true});
}

const struct symbol *symbol_sure(const struct symbol *a)
{
    return a->when ? unary(SYMBOL_SURE, NULL, a, NULL, a->number) : a;
}

const struct symbol *symbol_guarded(const struct symbol *a)
{
    return a->when ? symbol_choice(a->when, a, symbol_int(a->in, 0)) : a;
}

/* ---- questions ---- */

const struct decl *symbol_origin(const struct symbol *s)
{
    while (s->a && s->kind != SYMBOL_CAST && s->kind != SYMBOL_COND)
        s = s->a;
    return s->kind == SYMBOL_NAME ? s->decl : NULL;
}

/* SPDX-License-Identifier: MIT */
/* assigned_part.c: which part of a structure or array does an lvalue mean?  In
 * bits from its beginning, as far as constant subscripts tell. */
#include <limits.h>

#include "assigned.h"

/* ---- constants ---- */

static const struct known *find_known(const struct part_facts *f, const struct decl *d, bool points)
{
    for (size_t i = f->n_known; i-- > 0;)
        if (f->known[i].decl == d)
            return f->known[i].points == points ? &f->known[i] : NULL;
    return NULL;
}

void part_learn(struct part_facts *f, struct known known)
{
    if (f->n_known < KNOWN_MOST)
        f->known[f->n_known++] = known;
}

static bool operate(enum c_op op, long long a, long long b, long long *value)
{
    switch (op) {
    case OP_ADD:
        *value = a + b;
        return true;
    case OP_SUB:
        *value = a - b;
        return true;
    case OP_MUL:
        *value = a * b;
        return true;
    case OP_DIV:
    case OP_REM:
        if (b > 0)
            *value = op == OP_DIV ? a / b : a % b;
        return b > 0;
    default:
        return false;
    }
}

/* Small enough for any type of 32 bits, and for sums and products. */
bool part_const(const struct part_facts *f, const struct expr *e, long long *value)
{
    long long a, b;
    const struct known *k;
    bool ok = false;
    if (!type_is_integer(e->type) || e->type->size < 4)
        return false;
    if (e->kind == EXPR_INT) {
        *value = e->value;
        ok = true;
    } else if (e->kind == EXPR_VAR && (k = find_known(f, e->decl, false)) != NULL) {
        *value = k->value;
        ok = true;
    } else if (e->kind == EXPR_CAST) {
        ok = part_const(f, e->a, value);
    } else if (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_ARITHMETIC)) {
        ok = part_const(f, e->a, &a) && part_const(f, e->b, &b) && operate(e->op, a, b, value);
    }
    return ok && *value >= 0 && *value <= INT_MAX;
}

bool part_holds(const struct part_facts *f, const struct expr *e, bool *holds)
{
    long long a, b;
    e = expr_strip(e);
    if (!expr_compares(e) || !part_const(f, e->a, &a) || !part_const(f, e->b, &b))
        return false;
    *holds = e->op == OP_EQ   ? a == b
             : e->op == OP_NE ? a != b
             : e->op == OP_LT ? a < b
             : e->op == OP_LE ? a <= b
             : e->op == OP_GT ? a > b
                              : a >= b;
    return true;
}

/* ---- places ---- */

static struct span moved(const struct part_facts *f, struct span s, const struct expr *index,
                         const struct type *elem)
{
    long long k;
    s.known = s.known && elem->size > 0 && part_const(f, index, &k);
    if (s.known)
        s.begin += k * elem->size * 8;
    return s;
}

struct span part_span(const struct part_facts *f, const struct expr *e)
{
    struct span s = {0};
    switch (e->kind) {
    case EXPR_VAR:
        s.mine = s.known = e->decl == f->d;
        return s;
    case EXPR_MEMBER:
        s = part_span(f, e->a);
        s.begin += e->field->bit_offset;
        return s;
    case EXPR_INDEX:
        return moved(f, part_target(f, e->a), e->b, e->a->type->of);
    case EXPR_DEREF:
        return part_target(f, e->a);
    default:
        return s;
    }
}

struct span part_target(const struct part_facts *f, const struct expr *e)
{
    struct span s = {0};
    const struct known *k;
    switch (e->kind) {
    case EXPR_VAR:
        k = find_known(f, e->decl, true);
        if (k)
            s = (struct span){.mine = true, .known = true, .begin = k->value};
        return s;
    case EXPR_DECAY:
    case EXPR_ADDR:
        return part_span(f, e->a);
    case EXPR_CAST:
        return e->a->type->kind == TYPE_POINTER ? part_target(f, e->a) : s;
    case EXPR_BINARY:
        if (e->op == OP_ADD && e->a->type->kind == TYPE_POINTER)
            return moved(f, part_target(f, e->a), e->b, e->type->of);
        return s;
    default:
        return s;
    }
}

long long part_bits(const struct expr *lvalue)
{
    if (expr_is_bit_field(lvalue))
        return lvalue->field->bits;
    return lvalue->type->size < 0 ? -1 : lvalue->type->size * 8;
}

struct part_facts part_facts_of(const struct decl *d)
{
    struct part_facts f = {.d = d};
    f.n_leaves = type_leaves(d->type, f.leaves);
    if (f.n_leaves == 0)
        f.leaves[f.n_leaves++] = (struct leaf){0, d->type->size * 8};
    return f;
}

unsigned long long part_covers(const struct part_facts *f, struct span s, long long bits)
{
    unsigned long long mask = 0;
    for (size_t i = 0; s.known && bits >= 0 && i < f->n_leaves; i++)
        if (s.begin <= f->leaves[i].begin &&
            s.begin + bits >= f->leaves[i].begin + f->leaves[i].size)
            mask |= 1ull << i;
    return mask;
}

unsigned long long part_touches(const struct part_facts *f, struct span s, long long bits)
{
    unsigned long long mask = 0;
    for (size_t i = 0; i < f->n_leaves; i++)
        if (!s.known || bits < 0 ||
            (s.begin < f->leaves[i].begin + f->leaves[i].size &&
             s.begin + bits > f->leaves[i].begin))
            mask |= 1ull << i;
    return mask;
}

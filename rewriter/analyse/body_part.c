/* SPDX-License-Identifier: MIT */
/* body_part.c: which part of a structure or array does an lvalue mean?  In
 * bits from its beginning, as far as constant subscripts tell. */
#include <limits.h>

#include "body_flow.h"

/* ---- constants ---- */

static const struct known *find_known(const struct flow *f, const struct decl *d, bool points)
{
    for (size_t i = f->n_known; i-- > 0;)
        if (f->known[i].decl == d)
            return f->known[i].points == points ? &f->known[i] : NULL;
    return NULL;
}

bool flow_learn(struct flow *f, struct known known)
{
    if (f->n_known == FLOW_KNOWN)
        return false;
    f->known[f->n_known++] = known;
    return true;
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
bool flow_const(const struct flow *f, const struct expr *e, long long *value)
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
        ok = flow_const(f, e->a, value);
    } else if (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_ARITHMETIC)) {
        ok = flow_const(f, e->a, &a) && flow_const(f, e->b, &b) && operate(e->op, a, b, value);
    }
    return ok && *value >= 0 && *value <= INT_MAX;
}

/* ---- places ---- */

static struct span moved(const struct flow *f, struct span s, const struct expr *index,
                         const struct type *elem)
{
    long long k;
    s.known = s.known && elem->size > 0 && flow_const(f, index, &k);
    if (s.known)
        s.begin += k * elem->size * 8;
    return s;
}

struct span flow_span(const struct flow *f, const struct expr *e)
{
    struct span s = {0};
    switch (e->kind) {
    case EXPR_VAR:
        s.mine = s.known = e->decl == f->d;
        return s;
    case EXPR_MEMBER:
        s = flow_span(f, e->a);
        s.begin += e->field->bit_offset;
        return s;
    case EXPR_INDEX:
        return moved(f, flow_target(f, e->a), e->b, e->a->type->of);
    case EXPR_DEREF:
        return flow_target(f, e->a);
    default:
        return s;
    }
}

struct span flow_target(const struct flow *f, const struct expr *e)
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
        return flow_span(f, e->a);
    case EXPR_CAST:
        return e->a->type->kind == TYPE_POINTER ? flow_target(f, e->a) : s;
    case EXPR_BINARY:
        if (e->op == OP_ADD && e->a->type->kind == TYPE_POINTER)
            return moved(f, flow_target(f, e->a), e->b, e->type->of);
        return s;
    default:
        return s;
    }
}

long long flow_bits(const struct expr *lvalue)
{
    if (expr_is_bit_field(lvalue))
        return lvalue->field->bits;
    return lvalue->type->size < 0 ? -1 : lvalue->type->size * 8;
}

bool flow_covers(const struct flow *f, struct span s, long long bits)
{
    return s.known && bits >= 0 && s.begin <= f->leaf.begin &&
           s.begin + bits >= f->leaf.begin + f->leaf.size;
}

bool flow_misses(const struct flow *f, struct span s, long long bits)
{
    return s.known && bits >= 0 &&
           (s.begin >= f->leaf.begin + f->leaf.size || s.begin + bits <= f->leaf.begin);
}

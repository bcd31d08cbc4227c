/* SPDX-License-Identifier: MIT */
/*
 * emit_wrap.c: signed arithmetic of a program compiled with -fwrapv.
 *
 * No option of the device's compilers makes signed numbers wrap, and they conclude from an
 * operation that it does not overflow: `x + 1 > x` is always true.  So it is done unsigned there,
 * and the result is converted, which keeps the bits.
 */
#include "emit_private.h"

/* int and wider: narrower operands are int where C computes with them. */
static bool is_signed_word(const struct type *t)
{
    return t->kind == TYPE_SCALAR && type_is_integer(t) && !type_is_unsigned(t) && t->size >= 4;
}

static const char *unsigned_name(const struct type *t)
{
    return scalar_of(scalar_integer(SCALAR_UNSIGNED, t->size))->device;
}

/* What overflows: shifts to the left lose bits for every compiler, quotients trap on the host. */
static bool overflows(enum c_op op)
{
    return op == OP_ADD || op == OP_SUB || op == OP_MUL;
}

const char *emit_wraps(const struct emitter *em, const struct expr *e)
{
    bool changes = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    if (!em->r->signed_wraps || !is_signed_word(changes ? e->a->type : e->type))
        return NULL;
    if (e->a->type->kind == TYPE_POINTER) /* their difference */
        return NULL;
    if (changes && (e->a->reduction >= 0 || (e->b && !type_is_integer(e->b->type))))
        return NULL;
    bool does =
        e->kind == EXPR_UNARY ? e->op == OP_NEGATE : overflows(changes ? c_op_plain(e->op) : e->op);
    return does ? unsigned_name(changes ? e->a->type : e->type) : NULL;
}

/* The bits of an operand of int and wider, and of what C makes of a narrower one. */
static long long promoted_size(const struct type *t)
{
    return t->size < 4 ? 4 : t->size;
}

static bool promotes_to_unsigned(const struct type *t)
{
    return type_is_unsigned(t) && t->size >= 4;
}

const char *emit_wraps_operand(const struct emitter *em, const struct expr *e)
{
    const struct type *to = e->a->type, *by = e->b->type;
    if (!em->r->signed_wraps || e->op == OP_ASSIGN || !overflows(c_op_plain(e->op)) ||
        e->a->reduction >= 0 || to->kind != TYPE_SCALAR || by->kind != TYPE_SCALAR ||
        !type_is_integer(to) || !type_is_integer(by))
        return NULL;
    const struct type *wide = promoted_size(by) > promoted_size(to) ? by : to;
    bool is_unsigned = promotes_to_unsigned(wide) ||
                       (promoted_size(by) == promoted_size(to) && promotes_to_unsigned(by));
    return is_unsigned ? NULL
                       : scalar_of(scalar_integer(SCALAR_UNSIGNED, promoted_size(wide)))->device;
}

/* `(unsigned)operand` */
static void operand(struct emitter *em, struct expr *e, const char *type)
{
    buf_printf(em->out, "(%s)", type);
    emit_operand(em, e);
}

/* The lvalue, as one of the unsigned type. */
static void target(struct emitter *em, struct expr *e, const char *type)
{
    buf_printf(em->out, "((%s &)", type);
    emit_target(em, e, true);
    emit_put(em, ")");
}

bool emit_wrapping(struct emitter *em, struct expr *e)
{
    const char *type = emit_wraps(em, e);
    if (!type)
        return false;
    bool changes = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    buf_printf(em->out, "(%s)(", emit_type(em, changes ? e->a->type : e->type));
    if (!e->b && !e->postfix)
        emit_put(em, c_op_token(e->op));
    if (changes)
        target(em, e->a, type);
    else
        operand(em, e->a, type);
    if (e->b) {
        buf_printf(em->out, " %s ", c_op_token(e->op));
        operand(em, e->b, type);
    } else if (e->postfix) {
        emit_put(em, c_op_token(e->op));
    }
    emit_put(em, ")");
    return true;
}

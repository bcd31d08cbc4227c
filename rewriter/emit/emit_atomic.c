/* SPDX-License-Identifier: MIT */
/* emit_atomic.c: atomic assignments and loads (kernels/atomic.cuh). */
#include "emit_private.h"

/* The lvalue's address, for an access in one piece. */
static void address(struct emitter *em, struct expr *lvalue, bool updates)
{
    struct expr *outer = em->joint;
    em->joint = lvalue;
    while (em->joint->kind == EXPR_MEMBER)
        em->joint = em->joint->a;
    emit_put(em, "&");
    emit_target(em, lvalue, updates);
    em->joint = outer;
}

static const char *fence(const struct emitter *em, const struct expr *e)
{
    return e->fenced && em->r->fences ? "true" : "false";
}

/* Of the type that the place has, whatever C++ would choose. */
static void operand(struct emitter *em, struct expr *e, const struct type *type)
{
    buf_printf(em->out, "(%s)(", emit_type(em, type));
    emit_exact(em, e);
    emit_put(em, ")");
}

static void exchange(struct emitter *em, struct expr *e)
{
    struct expr *swap = e->gives == VALUE_EXPECTED ? e->b : e;
    const struct type *type = swap->a->type;
    buf_printf(em->out, "tcr_atomic_%s<%s>(",
               e->gives == VALUE_EXPECTED  ? "compare_exchange"
               : e->gives == VALUE_SUCCESS ? "bool_compare_swap"
                                           : "val_compare_swap",
               fence(em, swap));
    address(em, swap->a, true);
    emit_put(em, ", ");
    if (e->gives == VALUE_EXPECTED)
        emit_target(em, e->a, true);
    else
        operand(em, swap->b->a, type);
    emit_put(em, ", ");
    operand(em, swap->b->b, type);
    emit_put(em, ")");
}

void emit_atomic(struct emitter *em, struct expr *e)
{
    if (e->gives == VALUE_EXPECTED || e->op == OP_COMPARE_SWAP) {
        exchange(em, e);
        return;
    }
    bool sets = e->op == OP_ASSIGN;
    buf_printf(em->out, "tcr_atomic_update<tcr_do_%s, %s, %s>(", c_op_update(e->op),
               e->gives == VALUE_OLD ? "tcr_assign_before" : "tcr_assign_after", fence(em, e));
    address(em, e->a, !sets || e->gives == VALUE_OLD);
    emit_put(em, ", ");
    if (sets)
        operand(em, e->b, e->a->type);
    else
        emit_exact(em, e->b);
    emit_put(em, ")");
}

/* Is it read where other iterations write atomically? */
static bool is_joint(const struct emitter *em, const struct expr *e)
{
    const struct expr *of = e;
    if (!em->p->writes || e->type->kind != TYPE_SCALAR || expr_is_bit_field(e))
        return false;
    while (of->kind == EXPR_MEMBER)
        of = of->a;
    if (of->kind != EXPR_INDEX && of->kind != EXPR_DEREF)
        return false;
    return e->atomic || (e->type->is_atomic && !shape_is_local(e)) ||
           (expr_facts(of)->through >= 0 && em->r->bases[expr_facts(of)->through].joint);
}

bool emit_joint_load(struct emitter *em, struct expr *e)
{
    bool lvalue = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_MEMBER;
    if (!lvalue || em->target == e || em->place == e || em->in_place || em->loaded == e ||
        !is_joint(em, e))
        return false;
    struct expr *outer = em->joint, *loaded = em->loaded;
    em->joint = em->loaded = e;
    while (em->joint->kind == EXPR_MEMBER)
        em->joint = em->joint->a;
    buf_printf(em->out, "tcr_atomic_load<%s>(&", fence(em, e));
    emit_expr(em, e);
    emit_put(em, ")");
    em->joint = outer;
    em->loaded = loaded;
    return true;
}

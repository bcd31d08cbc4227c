/* SPDX-License-Identifier: MIT */
/*
 * emit_place.c: lvalues and addresses of the device text.
 *
 * Arrays and pointers to arrays are flat on the device: a[i][j] of a base
 * becomes A.p_a[i * columns + j], with the number of columns captured where it
 * is known only at run time.
 */
#include "emit_private.h"

const char *emit_scale(struct emitter *em, struct expr *at, struct type *elem)
{
    if (elem->kind != TYPE_ARRAY)
        return NULL;
    struct type *flat = type_flat_element(elem);
    if (elem->size > 0 && flat->size > 0)
        return ir_printf("%lld", elem->size / flat->size);
    return ir_printf("A.%s", em->r->captures[expr_facts(at)->capture].name);
}

void emit_scaled(struct emitter *em, struct expr *at, struct expr *index, struct type *elem)
{
    const char *scale = emit_scale(em, at, elem);
    if (scale)
        emit_put(em, "(long long)");
    emit_operand(em, index);
    if (scale)
        buf_printf(em->out, " * %s", scale);
}

/* Prints the pointer at the bottom of the chain, then the flat index. */
static void flat_pointer(struct emitter *em, struct expr *pointer)
{
    struct expr *array = shape_decayed(pointer); /* a[i], or *p of array type */
    if (array)
        flat_pointer(em, array->a);
    else
        emit_operand(em, pointer);
}

static void flat_index(struct emitter *em, struct expr *index_expr)
{
    struct expr *array = shape_decayed(index_expr->a);
    while (array && array->kind == EXPR_DEREF) /* adds nothing */
        array = shape_decayed(array->a);
    if (array) {
        flat_index(em, array);
        emit_put(em, " + ");
    }
    emit_scaled(em, index_expr, index_expr->b, index_expr->a->type->of);
}

/* A real array; *p is its first row. */
static void emit_array(struct emitter *em, struct expr *array)
{
    if (array->kind == EXPR_DEREF) {
        emit_array(em, shape_decayed(array->a));
        emit_put(em, "[0]");
    } else {
        emit_operand(em, array);
    }
}

void emit_index(struct emitter *em, struct expr *e)
{
    if (em->bare == e) {
        buf_printf(em->out, "(*%s", emit_bare(em, e));
        emit_address(em, e, false);
        emit_put(em, ")");
        return;
    }
    if (shape_is_flat(e->a)) {
        flat_pointer(em, e->a);
        emit_put(em, "[");
        flat_index(em, e);
    } else {
        emit_array(em, shape_decayed(e->a));
        emit_put(em, "[");
        emit_expr(em, e->b);
    }
    emit_put(em, "]");
}

void emit_as_place(struct emitter *em, struct expr *lvalue)
{
    struct expr *outer = em->place;
    em->place = lvalue;
    emit_operand(em, lvalue);
    em->place = outer;
}

/* On the simulated device a pointer to const checks what is read of scalars; of other
 * objects, and through pointers that may write, the text has to say it. */
const char *emit_use(const struct emitter *em, const struct expr *e)
{
    bool object = e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_POINTER ||
                  e->type->kind == TYPE_RECORD;
    bool field = e->kind == EXPR_MEMBER && e->field->bits < 0;
    if (em->place == e || em->in_place || !object || shape_is_local(e) ||
        (e->kind != EXPR_INDEX && e->kind != EXPR_DEREF && !field))
        return NULL;
    if (em->target == e)
        return em->updates ? "TCR_UPDATE(" : "TCR_STORE(";
    return em->p->writes || field || e->type->kind == TYPE_RECORD ? "TCR_LOAD(" : NULL;
}

const char *emit_bare(struct emitter *em, const struct expr *e)
{
    return em->bare == e ? ir_printf("(%s *)", emit_pointee(em, type_flat_element(e->type))) : "";
}

struct expr *emit_element_of(struct expr *lv)
{
    while (lv->kind == EXPR_MEMBER ||
           ((lv->kind == EXPR_INDEX || lv->kind == EXPR_DEREF) && !shape_is_flat(lv->a)))
        lv = lv->kind == EXPR_MEMBER ? lv->a : shape_decayed(lv->a);
    return lv;
}

/* The address of an lvalue: of the first element, where it is an array. */
static void first_scalar(struct emitter *em, struct expr *lv)
{
    emit_put(em, "&");
    emit_as_place(em, lv);
    for (struct type *t = lv->type; t->kind == TYPE_ARRAY; t = t->of)
        emit_put(em, "[0]");
}

/* A pointer to an lvalue. */
void emit_address(struct emitter *em, struct expr *lv, bool local)
{
    if (lv->kind == EXPR_DEREF) {
        emit_operand(em, lv->a);
    } else if (lv->kind == EXPR_INDEX && shape_is_flat(lv->a)) {
        emit_put(em, "(");
        flat_pointer(em, lv->a);
        emit_put(em, " + (");
        flat_index(em, lv);
        emit_put(em, "))");
    } else if (local) {
        first_scalar(em, lv);
    } else {
        struct type *flat = type_flat_element(lv->type);
        struct expr *outer = em->bare;
        buf_printf(em->out, "tcr_cast<%s>(", emit_pointee(em, flat));
        em->bare = emit_element_of(lv);
        first_scalar(em, lv);
        em->bare = outer;
        emit_put(em, ")");
    }
}

void emit_decay(struct emitter *em, struct expr *e)
{
    if (e->a->kind == EXPR_INDEX && shape_is_flat(e->a->a))
        emit_address(em, e->a, false);
    else if (e->a->kind == EXPR_DEREF)
        emit_operand(em, e->a->a);
    else if (shape_is_local(e->a) && e->type->of->kind != TYPE_ARRAY)
        emit_operand(em, e->a);
    else
        emit_address(em, e->a, shape_is_local(e->a));
}

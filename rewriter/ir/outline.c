/* SPDX-License-Identifier: MIT */
/* outline.c: expressions and statements of outlines, see outline.h. */
#include "outline.h"

/* ---- expressions ---- */

struct type *outline_kind(enum type_kind kind)
{
    static struct type pointer = {.kind = TYPE_POINTER, .size = 8}, record = {.kind = TYPE_RECORD};
    return kind == TYPE_POINTER ? &pointer : kind == TYPE_RECORD ? &record : type_int();
}

struct expr *outline_expr(enum expr_kind kind, struct type *type)
{
    return expr_new(kind, type, 0, 0);
}

struct expr *outline_unknown(void)
{
    static struct expr unknown = {.kind = EXPR_HOST, .text = "?"}; /* shared: not to be changed */
    unknown.type = type_int();
    return &unknown;
}

static struct expr *or_unknown(struct expr *e)
{
    return e ? e : outline_unknown();
}

static struct expr *binary_of(enum c_op op, struct expr *a, struct expr *b, struct type *type)
{
    struct expr *e = outline_expr(EXPR_BINARY, type);
    e->op = op;
    e->a = or_unknown(a);
    e->b = or_unknown(b);
    return e;
}

struct expr *outline_both(struct expr *a, struct expr *b)
{
    return !a ? b : !b ? a : binary_of(OP_COMMA, a, b, b->type);
}

bool outline_may_hold(const struct expr *e)
{
    return e && e->type->kind != TYPE_SCALAR;
}

struct expr *outline_decayed(struct expr *array)
{
    struct expr *e = outline_expr(EXPR_DECAY, outline_kind(TYPE_POINTER));
    e->a = array;
    return e;
}

static struct expr *element_of(struct expr *pointer, struct type *type)
{
    struct expr *e = outline_expr(EXPR_INDEX, type);
    e->a = pointer;
    e->b = outline_unknown();
    return e;
}

/* Some part of the lvalue. */
static struct expr *part_of(struct expr *lvalue, struct type *type)
{
    return element_of(outline_decayed(lvalue), type);
}

struct expr *outline_deref(struct expr *pointer, struct type *type)
{
    if (pointer->kind == EXPR_ADDR)
        return type->size > 0 && pointer->a->type->size == type->size ? pointer->a
                                                                      : part_of(pointer->a, type);
    if (pointer->kind == EXPR_DECAY)
        return element_of(pointer, type);
    struct expr *e = outline_expr(EXPR_DEREF, type);
    e->a = pointer;
    return e;
}

struct expr *outline_element(struct expr *pointer, struct expr *index, struct type *type)
{
    bool address = pointer && pointer->kind == EXPR_ADDR;
    struct expr *e = address ? part_of(pointer->a, type) : element_of(pointer, type);
    e->a = e->a ? e->a : outline_expr(EXPR_HOST, outline_kind(TYPE_POINTER));
    e->b = address ? outline_both(index, e->b) : or_unknown(index);
    return e;
}

struct expr *outline_moved(struct expr *pointer, struct expr *by)
{
    struct expr *e = pointer;
    if (pointer->kind == EXPR_ADDR || pointer->kind == EXPR_DECAY) {
        e = outline_expr(EXPR_ADDR, pointer->type);
        e->a = part_of(pointer->a, outline_kind(TYPE_SCALAR));
    }
    return by ? binary_of(OP_ADD, e, by, pointer->type) : e;
}

bool outline_is_outside(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX) {
        bool moves = e->kind == EXPR_INDEX && (e->a->kind != EXPR_DECAY ||
                                               (e->b->kind != EXPR_INT && e->b->kind != EXPR_HOST));
        if (moves)
            return false;
        e = e->kind == EXPR_INDEX ? e->a->a : e->a;
    }
    return e->kind == EXPR_VAR && e->decl->kind != DECL_LOCAL;
}

struct expr *outline_number(struct expr *a, enum c_op op)
{
    if (!outline_may_hold(a))
        return a;
    struct expr *e = outline_expr(EXPR_UNARY, outline_kind(TYPE_SCALAR));
    e->op = op;
    e->a = a;
    return e;
}

struct expr *outline_assignment(struct expr *to, struct expr *value, enum c_op op)
{
    if (!to && outline_may_hold(value)) /* somewhere in memory */
        to = outline_deref(outline_expr(EXPR_HOST, outline_kind(TYPE_POINTER)), value->type);
    if (!to || (!value && outline_is_outside(to)))
        return value;
    struct expr *e = outline_expr(EXPR_ASSIGN, to->type);
    e->op = op;
    e->a = to;
    e->b = or_unknown(value);
    return e;
}

struct expr *outline_logical(struct expr *a, struct expr *b, enum c_op op)
{
    return b ? binary_of(op, a, b, outline_kind(TYPE_SCALAR)) : outline_number(a, OP_NOT);
}

struct expr *outline_choice(struct expr *condition, struct expr *yes, struct expr *no)
{
    if (!condition && !yes && !no)
        return NULL;
    struct expr *e = outline_expr(EXPR_COND, outline_may_hold(yes) ? yes->type
                                             : no                  ? no->type
                                                                   : outline_kind(TYPE_SCALAR));
    e->a = or_unknown(condition);
    e->b = or_unknown(yes);
    e->c = or_unknown(no);
    return e;
}

/* ---- statements ---- */

struct stmt *outline_new(enum stmt_kind kind)
{
    struct stmt *s = ir_alloc(sizeof *s);
    s->kind = kind;
    return s;
}

void outline_add(struct stmt *list, struct stmt *s)
{
    if (s->kind != STMT_EXPR || s->expr)
        IR_PUSH(list->list, list->n_list, s);
}

struct stmt *outline_goto(struct label *l)
{
    struct stmt *s = outline_new(STMT_GOTO);
    s->label = l;
    return s;
}

struct label *outline_new_label(struct outline *o)
{
    struct label *l = ir_alloc(sizeof *l);
    IR_PUSH(o->labels, o->n_labels, l);
    return l;
}

struct stmt *outline_label(struct label *l)
{
    struct stmt *s = outline_new(STMT_LABEL);
    s->label = l;
    s->body = outline_new(STMT_NULL);
    return s;
}

struct stmt *outline_goto_any(struct outline *o)
{
    if (!o->any)
        o->any = ir_alloc(sizeof *o->any);
    return outline_goto(o->any);
}

static struct stmt *perhaps(struct stmt *what)
{
    struct stmt *s = outline_new(STMT_IF);
    s->expr = outline_unknown();
    s->body = what;
    return s;
}

struct stmt *outline_may_jump(struct outline *o)
{
    return perhaps(outline_goto_any(o));
}

void outline_connect(struct outline *o)
{
    if (!o->any)
        return;
    outline_add(o->body, outline_new(STMT_RETURN));
    outline_add(o->body, outline_label(o->any));
    for (size_t i = 0; i < o->n_labels; i++)
        outline_add(o->body, perhaps(outline_goto(o->labels[i])));
}

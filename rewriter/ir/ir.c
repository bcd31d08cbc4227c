/* SPDX-License-Identifier: MIT */
/* ir.c: walks and comparisons over the region's own form. */
#include "ir.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text/text.h"

bool type_is_bool(const struct type *t)
{
    return t->kind == TYPE_SCALAR && t->scalar == TCR_BOOL;
}

bool type_is_integer(const struct type *t)
{
    return t->kind == TYPE_SCALAR && scalar_of(t->scalar)->class != SCALAR_FLOATING;
}

bool type_is_floating(const struct type *t)
{
    return t->kind == TYPE_SCALAR && scalar_of(t->scalar)->class == SCALAR_FLOATING;
}

bool type_is_arithmetic(const struct type *t)
{
    return t->kind == TYPE_SCALAR;
}

bool type_is_unsigned(const struct type *t)
{
    return t->kind == TYPE_SCALAR && (scalar_of(t->scalar)->class == SCALAR_BOOL ||
                                      scalar_of(t->scalar)->class == SCALAR_UNSIGNED);
}

bool type_is_complex(const struct type *t)
{
    return t->kind == TYPE_RECORD && t->record->part;
}

bool type_is_half(const struct type *t)
{
    return type_is_floating(t) && scalar_of(t->scalar)->size == 2;
}

const char *type_host_name(const struct type *t)
{
    if (type_is_complex(t))
        return t->record->part->scalar == TCR_F64 ? "_Complex double" : "_Complex float";
    if (t->is_long)
        return type_is_unsigned(t) ? "unsigned long" : "long";
    return scalar_of(t->scalar)->host;
}

struct type *type_flat_element(struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->of;
    return t;
}

struct type *type_void(void)
{
    static const struct type t = {.kind = TYPE_VOID, .spelling = "void"};
    return (struct type *)&t;
}

static struct type *scalar_type(enum tcr_type s)
{
    static const struct type types[] = {
#define TYPE(type, name, class, size_, element, host, device, letter, digits, least, most)         \
    [type] = {.kind = TYPE_SCALAR, .scalar = type, .size = size_, .spelling = host},
#include "../../spec/types.def"
#undef TYPE
    };
    return (struct type *)&types[s];
}

struct type *type_int(void)
{
    return scalar_type(TCR_I32);
}

struct type *type_long_long(void)
{
    return scalar_type(TCR_I64);
}

struct type *type_unsigned_char(void)
{
    return scalar_type(TCR_U8);
}

struct type *type_pointer_to(struct type *of)
{
    struct type *t = ir_alloc(sizeof *t);
    *t = (struct type){
        .kind = TYPE_POINTER, .size = 8, .of = of, .spelling = ir_printf("%s *", of->spelling)};
    return t;
}

static bool add_leaves(const struct type *t, long long begin, struct leaf *leaves, size_t *n)
{
    if (t->kind == TYPE_SCALAR) {
        if (*n < TYPE_LEAVES)
            leaves[*n] = (struct leaf){begin, t->size * 8};
        return (*n)++ < TYPE_LEAVES;
    }
    if (t->kind == TYPE_ARRAY) {
        bool ok = t->count > 0 && t->of->size > 0;
        for (long long i = 0; ok && i < t->count; i++)
            ok = add_leaves(t->of, begin + i * t->of->size * 8, leaves, n);
        return ok;
    }
    bool ok = t->kind == TYPE_RECORD && t->record->complete;
    for (size_t i = 0; ok && i < t->record->n_fields; i++) {
        const struct field *f = &t->record->fields[i];
        size_t at = *n;
        if (f->bits >= 0 && !*f->name)
            continue;
        ok = add_leaves(f->type, begin + f->bit_offset, leaves, n);
        if (ok && f->bits >= 0)
            leaves[at].size = f->bits;
    }
    return ok;
}

size_t type_leaves(const struct type *t, struct leaf leaves[TYPE_LEAVES])
{
    size_t n = 0;
    return add_leaves(t, 0, leaves, &n) ? n : 0;
}

struct expr *expr_new(enum expr_kind kind, struct type *type, size_t begin, size_t end)
{
    struct expr *e = ir_alloc(sizeof *e);
    e->kind = kind;
    e->type = type;
    e->begin = begin;
    e->end = end;
    e->reduction = -1;
    return e;
}

const struct expr_facts *expr_facts(const struct expr *e)
{
    static const struct expr_facts none = {
        .capture = -1, .base = -1, .function = -1, .through = -1};
    return e->facts ? e->facts : &none;
}

const struct decl_facts *decl_facts(const struct decl *d)
{
    static const struct decl_facts none = {0};
    return d->facts ? d->facts : &none;
}

struct expr *expr_strip(const struct expr *e)
{
    while (e->kind == EXPR_CAST && e->implicit)
        e = e->a;
    return (struct expr *)e;
}

bool expr_const(const struct expr *e, long long *value)
{
    long long a, b;
    if (e->kind == EXPR_INT) {
        *value = e->value;
        return true;
    }
    if (e->kind == EXPR_CAST && type_is_integer(e->type) && e->type->size >= 4)
        return expr_const(e->a, value);
    if (e->kind == EXPR_UNARY && e->op == OP_NEGATE && expr_const(e->a, &a))
        return !__builtin_sub_overflow(0LL, a, value);
    if (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_ARITHMETIC) && expr_const(e->a, &a) &&
        expr_const(e->b, &b)) {
        switch (e->op) {
        case OP_ADD:
            return !__builtin_add_overflow(a, b, value);
        case OP_SUB:
            return !__builtin_sub_overflow(a, b, value);
        case OP_MUL:
            return !__builtin_mul_overflow(a, b, value);
        case OP_DIV:
            *value = b > 0 ? a / b : 0;
            return b > 0;
        default:
            return false;
        }
    }
    return false;
}

bool expr_orders(const struct expr *e)
{
    return e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_ORDER);
}

bool expr_compares(const struct expr *e)
{
    return e->kind == EXPR_BINARY && c_op_compares(e->op);
}

struct expr *expr_object(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER || (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY))
        e = e->kind == EXPR_MEMBER ? e->a : e->a->a;
    return (struct expr *)e;
}

bool expr_is_lvalue(const struct expr *e)
{
    return e->kind == EXPR_VAR || e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX ||
           e->kind == EXPR_DEREF;
}

bool expr_is_bit_field(const struct expr *e)
{
    return e->kind == EXPR_MEMBER && e->field->bits >= 0;
}

static bool same_type(const struct type *a, const struct type *b)
{
    return (a->kind == TYPE_SCALAR && b->kind == TYPE_SCALAR && a->scalar == b->scalar) ||
           strcmp(a->spelling, b->spelling) == 0;
}

static bool equal(const struct expr *a, const struct expr *b, bool exact)
{
    if (!a || !b)
        return a == b;
    a = exact ? a : expr_strip(a);
    b = exact ? b : expr_strip(b);
    if (a->kind != b->kind || a->op != b->op || a->decl != b->decl || a->math != b->math ||
        a->field != b->field || a->value != b->value || a->n_args != b->n_args)
        return false;
    if ((a->text || b->text) && (!a->text || !b->text || strcmp(a->text, b->text) != 0))
        return false;
    if (a->kind == EXPR_CAST && !same_type(a->type, b->type))
        return false;
    for (size_t i = 0; i < a->n_args; i++)
        if (!equal(a->args[i], b->args[i], exact))
            return false;
    return equal(a->a, b->a, exact) && equal(a->b, b->b, exact) && equal(a->c, b->c, exact);
}

bool expr_equal(const struct expr *a, const struct expr *b)
{
    return equal(a, b, false);
}

bool expr_same(const struct expr *a, const struct expr *b)
{
    return equal(a, b, true);
}

void expr_walk(struct expr *e, expr_visit *visit, void *ctx)
{
    if (!e || !visit(e, ctx))
        return;
    expr_walk(e->a, visit, ctx);
    expr_walk(e->b, visit, ctx);
    expr_walk(e->c, visit, ctx);
    for (size_t i = 0; i < e->n_args; i++)
        expr_walk(e->args[i], visit, ctx);
}

void stmt_walk(struct stmt *s, stmt_visit *visit, void *ctx)
{
    if (!s || !visit(s, ctx))
        return;
    stmt_walk(s->init, visit, ctx);
    for (size_t i = 0; i < s->n_list; i++)
        stmt_walk(s->list[i], visit, ctx);
    stmt_walk(s->body, visit, ctx);
    stmt_walk(s->other, visit, ctx);
}

struct expr_walker {
    expr_visit *visit;
    void *ctx;
};

static bool visit_exprs(struct stmt *s, void *ctx)
{
    struct expr_walker *w = ctx;
    expr_walk(s->expr, w->visit, w->ctx);
    expr_walk(s->case_high, w->visit, w->ctx);
    expr_walk(s->step, w->visit, w->ctx);
    for (size_t i = 0; i < s->n_decls; i++)
        expr_walk(s->inits[i], w->visit, w->ctx);
    return true;
}

void stmt_walk_exprs(struct stmt *s, expr_visit *visit, void *ctx)
{
    struct expr_walker w = {visit, ctx};
    stmt_walk(s, visit_exprs, &w);
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_block.c: memset(p, c, n), memcpy and memmove as statements: a loop over elements,
 *
 *     for (k = 0; k < n / sizeof *p; k++)
 *         to[k] = from[k];
 *
 * where both pointers are to the same type and the size is a multiple of its size, and else over
 * bytes.  C evaluates the arguments once, before anything is written: an argument that the loop
 * might change is therefore held in a variable.
 */
#include "ast_private.h"

#include <string.h>

#include "../ir/made.h"

struct block {
    struct region *r;
    struct made at;      /* the call */
    struct stmt *holder; /* the block of these variables; its list is empty if there are none */
    struct expr *to, *from, *size;
    struct expr *value;        /* of memset */
    const struct decl *object; /* to which `to` points; NULL: not known */
    struct type *unit;         /* of an element */
    struct expr *count;        /* of them */
    bool backwards;
};

/* ---- types ---- */

static struct type *pointer_to(const struct type *of, bool constant)
{
    struct type *t = ir_alloc(sizeof *t), *unit = ir_alloc(sizeof *unit);
    *unit = *of;
    unit->is_const |= constant;
    *t = (struct type){.kind = TYPE_POINTER,
                       .of = unit,
                       .size = 8,
                       .spelling = ir_printf("%s%s *", constant ? "const " : "", of->spelling)};
    return t;
}

/* Not pointers, whose values differ on the device, nor what is volatile or atomic. */
bool ast_is_plain_memory(const struct type *t)
{
    if (t->is_volatile || t->is_atomic)
        return false;
    if (t->kind == TYPE_ARRAY)
        return ast_is_plain_memory(t->of);
    for (size_t i = 0; t->kind == TYPE_RECORD && i < t->record->n_fields; i++)
        if (!ast_is_plain_memory(t->record->fields[i].type))
            return false;
    return t->kind == TYPE_SCALAR || t->kind == TYPE_VOID || t->kind == TYPE_COMPLEX ||
           t->kind == TYPE_LONG_DOUBLE || (t->kind == TYPE_RECORD && t->record->complete);
}

/* ---- expressions ---- */

/* The variable that a decayed array, or an address, is a part of, or NULL. */
static const struct decl *object(const struct expr *pointer)
{
    bool known = pointer->kind == EXPR_DECAY || pointer->kind == EXPR_ADDR;
    const struct expr *e = known ? expr_object(pointer->a) : pointer;
    return known && e->kind == EXPR_VAR ? e->decl : NULL;
}

/* May the call write the variable, as memcpy(&k, buf + k, sizeof k) does?  Those that do not live
 * in the iteration are captured before the loop. */
static bool may_write(const struct block *b, const struct decl *d)
{
    if (b->object || (d->kind != DECL_LOCAL && d->kind != DECL_PARAM))
        return b->object == d;
    return d->type->kind != TYPE_POINTER && d->cursor && escape_addressed(b->r, b->at.begin, d);
}

/* Does the expression read memory, or a variable that the call may write? */
static bool loads(const struct block *b, const struct expr *e);

/* The same of the computation of an lvalue's address. */
static bool place_loads(const struct block *b, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_VAR:
        return false;
    case EXPR_MEMBER:
        return place_loads(b, e->a);
    case EXPR_INDEX:
        return loads(b, e->a) || loads(b, e->b);
    case EXPR_DEREF:
        return loads(b, e->a);
    default:
        return true;
    }
}

static bool loads(const struct block *b, const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_DECAY || e->kind == EXPR_ADDR)
        return place_loads(b, e->a);
    if (e->kind == EXPR_VAR)
        return may_write(b, e->decl);
    if (e->kind == EXPR_MEMBER)
        return expr_object(e)->kind != EXPR_VAR || may_write(b, expr_object(e)->decl);
    return e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_CALL ||
           loads(b, e->a) || loads(b, e->b) || loads(b, e->c);
}

static struct expr *in_variable(struct block *b, struct expr *e, const char *name)
{
    struct decl *d = made_decl(b->at, DECL_LOCAL, name, e->type);
    IR_PUSH(b->holder->list, b->holder->n_list, made_declaration(b->at, d, e));
    return made_variable(b->at, d);
}

/* In a variable if the loop might change its value. */
static struct expr *held(struct block *b, struct expr *e, const char *name)
{
    return loads(b, e) ? in_variable(b, e, name) : e;
}

/* Another node for a constant or a variable. */
static struct expr *again(const struct expr *e)
{
    struct expr *copy = ir_alloc(sizeof *copy);
    *copy = *e;
    return copy;
}

/* ---- arguments ---- */

struct acts {
    struct region *r;
    bool found;
};

static bool visit_act(struct expr *e, void *ctx)
{
    struct acts *a = ctx;
    a->found |= e->kind == EXPR_END;
    if (e->kind == EXPR_CALL && !e->math)
        a->found |= body_function_stores(a->r, ast_function(a->r, e->decl, e->begin));
    return !a->found;
}

/* Does it matter how often the expression is evaluated? */
static bool acts(const struct block *b, struct expr *e)
{
    struct acts a = {.r = b->r};
    expr_walk(e, visit_act, &a);
    return a.found || (e && expr_has_effects(e));
}

/* The pointer before its conversion to void * or char *; NULL: it does not point to plain memory.
 */
static struct expr *typed_pointer(struct block *b, CXCursor arg)
{
    struct expr *e = ast_expr(b->r, arg);
    while (e->kind == EXPR_CAST && e->type->kind == TYPE_POINTER &&
           e->a->type->kind == TYPE_POINTER)
        e = e->a;
    bool fits = e->type->kind == TYPE_POINTER && ast_is_plain_memory(e->type->of) && !acts(b, e);
    return fits ? e : NULL;
}

/* Without conversions between integers that hold any size. */
static const struct expr *bare(const struct expr *e)
{
    while (e->kind == EXPR_CAST && type_is_integer(e->type) && e->type->size == 8 &&
           type_is_integer(e->a->type))
        e = e->a;
    return e;
}

/* The size in units of so many bytes; NULL: it need not be a multiple. */
static struct expr *in_units(const struct block *b, struct expr *size, long long unit)
{
    long long bytes;
    const struct expr *e = bare(size);
    if (expr_const(e, &bytes))
        return bytes > 0 && bytes % unit == 0 ? made_number(b->at, type_long_long(), bytes / unit)
                                              : NULL;
    if (unit == 1)
        return made_cast(b->at, type_long_long(), size);
    if (e->kind != EXPR_BINARY || e->op != OP_MUL)
        return NULL;
    struct expr *left = in_units(b, e->a, unit), *right = left ? NULL : in_units(b, e->b, unit);
    if (!left && !right)
        return NULL;
    left = left ? left : made_cast(b->at, type_long_long(), e->a);
    right = right ? right : made_cast(b->at, type_long_long(), e->b);
    return made_binary(b->at, OP_MUL, type_long_long(), left, right);
}

/* Has the structure padding, which an assignment need not copy? */
static bool has_gaps(const struct type *record)
{
    struct leaf leaves[TYPE_LEAVES];
    size_t n = type_leaves(record, leaves);
    long long bits = 0;
    for (size_t i = 0; i < n; i++)
        bits += leaves[i].size;
    return bits != record->size * 8;
}

static bool same_unit(const struct type *a, const struct type *b)
{
    return a->kind == b->kind && a->size == b->size && a->size > 0 &&
           ((a->kind == TYPE_SCALAR && a->scalar == b->scalar) ||
            (a->kind == TYPE_RECORD && a->record == b->record && !has_gaps(a)));
}

/* The value of an element each byte of which is `value`; NULL: no number of its type has these
 * bytes. */
static struct expr *filled(const struct block *b, long long value)
{
    const struct type *t = b->unit;
    unsigned long long pattern = 0;
    for (long long i = 0; i < t->size; i++)
        pattern = pattern << 8 | (unsigned char)value;
    bool fits = t->kind == TYPE_SCALAR && (value == 0 || (type_is_integer(t) && t->size <= 8));
    if (!fits || (value != 0 && type_is_bool(t)))
        return NULL;
    struct expr *e =
        made_cast(b->at, b->unit, made_number(b->at, type_long_long(), (long long)pattern));
    e->implicit = true;
    return e;
}

/* By elements, if both pointers have one type of element and the size is a multiple of its size. */
static bool take_elements(struct block *b)
{
    struct type *to = type_flat_element(b->to->type->of);
    long long value;
    b->unit = to;
    if (to->size <= 0 || (b->from && !same_unit(to, type_flat_element(b->from->type->of))))
        return false;
    if (b->value && (!expr_const(b->value, &value) || !filled(b, value)))
        return false;
    b->value = b->value ? filled(b, value) : NULL;
    b->count = in_units(b, b->size, to->size);
    return b->count != NULL;
}

static void take_bytes(struct block *b)
{
    b->unit = type_unsigned_char();
    b->count = made_cast(b->at, type_long_long(), b->size);
    if (b->value)
        b->value = held(b, made_cast(b->at, b->unit, b->value), "tcr_byte");
}

static struct expr *as_units(struct block *b, struct expr *pointer, bool constant, const char *name)
{
    bool same = pointer->type->of->kind != TYPE_ARRAY && same_unit(pointer->type->of, b->unit);
    if (!same)
        pointer = made_cast(b->at, pointer_to(b->unit, constant), pointer);
    return held(b, pointer, name);
}

/* ---- the loop ---- */

static struct expr *element(const struct block *b, struct expr *pointer, struct expr *place)
{
    struct expr *e = made_expr(b->at, EXPR_INDEX, pointer->type->of, NULL, NULL);
    e->a = pointer;
    e->b = place;
    return e;
}

/* k, or n - 1 - k. */
static struct expr *place(const struct block *b, struct decl *k)
{
    struct type *t = type_long_long();
    struct expr *here = made_variable(b->at, k);
    return b->backwards ? made_binary(b->at, OP_SUB, t,
                                      made_binary(b->at, OP_SUB, t, again(b->count),
                                                  made_number(b->at, type_long_long(), 1)),
                                      here)
                        : here;
}

/* for (k = 0; k < n; k++) to[k] = from[k], or = value. */
static struct stmt *loop_over(const struct block *b)
{
    struct decl *k = made_decl(b->at, DECL_LOCAL, "tcr_k", type_long_long());
    struct stmt *s = made_stmt(b->at, STMT_FOR);
    s->is_call = true;
    s->init = made_declaration(b->at, k, made_number(b->at, type_long_long(), 0));
    s->body = made_stmt(b->at, STMT_EXPR);
    s->body->expr = made_expr(b->at, EXPR_ASSIGN, b->to->type->of, element(b, b->to, place(b, k)),
                              b->from ? element(b, b->from, place(b, k)) : b->value);
    s->body->expr->op = OP_ASSIGN;
    s->expr = made_binary(b->at, OP_LT, type_int(), made_variable(b->at, k), b->count);
    s->step = made_expr(b->at, EXPR_INCDEC, k->type, made_variable(b->at, k), NULL);
    s->step->op = OP_INCREMENT;
    s->step->postfix = true;
    return s;
}

static struct stmt *block_stmt(struct block *b)
{
    long long n;
    struct stmt *holder = made_stmt(b->at, STMT_COMPOUND);
    b->holder = holder;
    b->object = object(b->to);
    if (!take_elements(b))
        take_bytes(b);
    b->to = as_units(b, b->to, false, "tcr_to");
    if (b->from)
        b->from = as_units(b, b->from, true, "tcr_from");
    if (!expr_const(b->count, &n) && (b->backwards || loads(b, b->count)))
        b->count = in_variable(b, b->count, "tcr_n");
    struct stmt *loop = loop_over(b);
    if (holder->n_list == 0)
        return loop;
    IR_PUSH(holder->list, holder->n_list, loop);
    return holder;
}

struct stmt *ast_zero(struct region *r, size_t begin, size_t end, struct expr *pointer,
                      struct expr *bytes)
{
    struct block b = {.r = r, .at = {.begin = begin, .end = end}, .to = pointer, .size = bytes};
    b.value = made_number(b.at, type_long_long(), 0);
    return block_stmt(&b);
}

/* ---- calls ---- */

/* Find the arguments.  false: no loop can stand for the call. */
static bool find_arguments(struct block *b, CXCursor c, bool sets)
{
    ast_extent(b->r->ast, c, &b->at.begin, &b->at.end);
    b->to = typed_pointer(b, clang_Cursor_getArgument(c, 0));
    b->size = ast_expr(b->r, clang_Cursor_getArgument(c, 2));
    if (sets)
        b->value = ast_expr(b->r, clang_Cursor_getArgument(c, 1));
    else
        b->from = typed_pointer(b, clang_Cursor_getArgument(c, 1));
    return b->to && (sets || b->from) && !acts(b, b->size) && !acts(b, b->value);
}

/* The pointer or array that a pointer is computed from by adding *at elements, NULL: none. */
static const struct expr *start_of(const struct block *b, const struct expr *e, struct expr **at)
{
    struct type *t = type_long_long();
    const struct expr *inner = NULL;
    struct expr *by = NULL;
    if (e->kind == EXPR_BINARY && e->op == OP_ADD && e->a->type->kind == TYPE_POINTER) {
        inner = e->a;
        by = e->b;
    } else if (e->kind == EXPR_ADDR && e->a->kind == EXPR_INDEX) {
        inner = e->a->a;
        by = e->a->b;
    }
    if (!inner) {
        *at = made_number(b->at, type_long_long(), 0);
        return e->kind == EXPR_VAR || (e->kind == EXPR_DECAY && e->a->kind == EXPR_VAR) ? e : NULL;
    }
    inner = start_of(b, inner, at);
    *at = made_binary(b->at, OP_ADD, t, *at, made_cast(b->at, t, by));
    return inner;
}

/* In one array, what is further down is moved first: if (to <= from) forwards else backwards. */
static struct stmt *moved(struct block *b, CXCursor c)
{
    struct expr *at, *other;
    const struct expr *to = start_of(b, b->to, &at), *from = start_of(b, b->from, &other);
    if (!to || !from || !expr_same(to, from) || b->to->type->of->size < 1 ||
        b->to->type->of->size != b->from->type->of->size)
        return NULL;
    struct block back = {.r = b->r, .backwards = true}, forth = {.r = b->r};
    if (!find_arguments(&back, c, false) || !find_arguments(&forth, c, false))
        return NULL;
    struct stmt *s = made_stmt(b->at, STMT_IF);
    s->expr = made_binary(b->at, OP_LE, type_int(), at, other);
    s->body = block_stmt(&forth);
    s->other = block_stmt(&back);
    return s;
}

static bool are_apart(const struct block *b)
{
    const struct decl *to = object(b->to), *from = object(b->from);
    return to && from && to != from;
}

/* Without <string.h>, a program may have a static function of that name. */
static bool is_own_function(const struct region *r, CXCursor callee)
{
    CXCursor definition = clang_getCursorDefinition(callee);
    size_t begin, end;
    if (clang_Cursor_isNull(definition))
        return false;
    ast_extent(r->ast, definition, &begin, &end);
    return !source_position(r->src, begin).system;
}

struct stmt *ast_block(struct region *r, CXCursor c)
{
    CXCursor callee = clang_getCursorReferenced(c);
    if (clang_getCursorKind(c) != CXCursor_CallExpr || clang_Cursor_getNumArguments(c) != 3 ||
        clang_getCursorKind(callee) != CXCursor_FunctionDecl)
        return NULL;
    const char *name = ast_string(clang_getCursorSpelling(callee));
    name += strncmp(name, "__builtin_", 10) == 0 ? 10 : 0;
    bool sets = strcmp(name, "memset") == 0, moves = strcmp(name, "memmove") == 0;
    struct block b = {.r = r};
    if ((!sets && !moves && strcmp(name, "memcpy") != 0) || is_own_function(r, callee) ||
        !find_arguments(&b, c, sets))
        return NULL;
    return moves && !are_apart(&b) ? moved(&b, c) : block_stmt(&b);
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_block.c: memset(a, 0, n), memcpy and memmove as statements, of a number
 * of elements that is known: a loop over the elements.
 */
#include "ast_private.h"

#include <string.h>

static struct type *counter_type(void)
{
    static struct type t = {
        .kind = TYPE_SCALAR, .scalar = TCR_I64, .size = 8, .spelling = "long long"};
    return &t;
}

static struct type *truth_type(void)
{
    static struct type t = {.kind = TYPE_SCALAR, .scalar = TCR_I32, .size = 4, .spelling = "int"};
    return &t;
}

static struct expr *node(enum expr_kind kind, struct type *type, const struct stmt *at)
{
    return expr_new(kind, type, at->begin, at->end);
}

static struct expr *number(const struct stmt *at, long long value)
{
    struct expr *e = node(EXPR_INT, counter_type(), at);
    e->value = value;
    return e;
}

static struct expr *counter(const struct stmt *at, struct decl *k)
{
    struct expr *e = node(EXPR_VAR, k->type, at);
    e->decl = k;
    return e;
}

/* The pointer before it became one to void; NULL: not to numbers. */
static struct expr *typed_pointer(struct region *r, CXCursor arg)
{
    struct expr *e = ast_expr(r, arg);
    while (e->kind == EXPR_CAST && e->implicit && e->a->type->kind == TYPE_POINTER)
        e = e->a;
    bool fits = e->type->kind == TYPE_POINTER && type_is_arithmetic(e->type->of) &&
                e->type->of->kind == TYPE_SCALAR && !e->type->of->is_volatile;
    return fits ? e : NULL;
}

static struct expr *element(const struct stmt *at, struct expr *pointer, struct decl *k)
{
    struct expr *e = node(EXPR_INDEX, pointer->type->of, at);
    e->a = pointer;
    e->b = counter(at, k);
    return e;
}

/* The variable that a decayed array is a part of, or NULL. */
static const struct decl *object(const struct expr *pointer)
{
    const struct expr *e = pointer->kind == EXPR_DECAY ? expr_object(pointer->a) : pointer;
    return pointer->kind == EXPR_DECAY && e->kind == EXPR_VAR ? e->decl : NULL;
}

/* for (k = 0; k < n; k++) to[k] = from[k]; with no `from`, 0. */
static struct stmt *loop_over(struct stmt *s, struct expr *to, struct expr *from, long long n)
{
    struct decl *k = ir_alloc(sizeof *k);
    *k = (struct decl){.kind = DECL_LOCAL,
                       .name = "tcr_k",
                       .type = counter_type(),
                       .offset = s->begin,
                       .in_region = true};
    struct stmt *init = ir_alloc(sizeof *init), *body = ir_alloc(sizeof *body);
    *init = (struct stmt){.kind = STMT_DECL, .begin = s->begin, .end = s->end, .n_decls = 1};
    init->decls = ir_alloc(sizeof *init->decls);
    init->inits = ir_alloc(sizeof *init->inits);
    init->decls[0] = k;
    init->inits[0] = number(s, 0);
    struct expr *value = from ? element(s, from, k) : number(s, 0);
    if (!from) {
        struct expr *cast = node(EXPR_CAST, to->type->of, s);
        cast->a = value;
        cast->implicit = true;
        value = cast;
    }
    struct expr *assign = node(EXPR_ASSIGN, to->type->of, s);
    assign->op = "=";
    assign->a = element(s, to, k);
    assign->b = value;
    *body = (struct stmt){.kind = STMT_EXPR, .begin = s->begin, .end = s->end, .expr = assign};
    s->kind = STMT_FOR;
    s->is_call = true;
    s->init = init;
    s->expr = node(EXPR_BINARY, truth_type(), s);
    s->expr->op = "<";
    s->expr->a = counter(s, k);
    s->expr->b = number(s, n);
    s->step = node(EXPR_INCDEC, counter_type(), s);
    s->step->op = "++";
    s->step->postfix = true;
    s->step->a = counter(s, k);
    s->body = body;
    return s;
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
    long long bytes, value;
    if ((!sets && !moves && strcmp(name, "memcpy") != 0) ||
        !ast_evaluate(clang_Cursor_getArgument(c, 2), &bytes) || bytes <= 0 ||
        (sets && (!ast_evaluate(clang_Cursor_getArgument(c, 1), &value) || value != 0)))
        return NULL;
    struct expr *to = typed_pointer(r, clang_Cursor_getArgument(c, 0)), *from = NULL;
    if (!to || bytes % to->type->of->size || expr_has_effects(to))
        return NULL;
    if (!sets) {
        from = typed_pointer(r, clang_Cursor_getArgument(c, 1));
        bool apart = from && (!moves || (object(to) && object(from) && object(to) != object(from)));
        if (!apart || from->type->of->scalar != to->type->of->scalar || expr_has_effects(from))
            return NULL;
    }
    struct stmt *s = ir_alloc(sizeof *s);
    ast_extent(c, &s->begin, &s->end);
    return loop_over(s, to, from, bytes / to->type->of->size);
}

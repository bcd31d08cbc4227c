/* SPDX-License-Identifier: MIT */
/*
 * ast_compare.c: memcmp(p, q, n), as a function of the region's own:
 *
 *     int memcmp(const unsigned char *p, const unsigned char *q, long long n)
 *     {
 *         for (long long k = 0; k < n; k++)
 *             if (p[k] != q[k])
 *                 return p[k] < q[k] ? -1 : 1;
 *         return 0;
 *     }
 *
 * C promises no more than the sign of what it returns, and libraries differ: a program that
 * asks for more is refused.
 */
#include "ast_private.h"

#include <string.h>

#include "../ir/made.h"

/* ---- the function ---- */

static const struct type byte_type = {.kind = TYPE_SCALAR,
                                      .scalar = TCR_U8,
                                      .size = 1,
                                      .is_const = true,
                                      .spelling = "const unsigned char"};

static struct type *bytes_type(void)
{
    static const struct type t = {.kind = TYPE_POINTER,
                                  .size = 8,
                                  .of = (struct type *)&byte_type,
                                  .spelling = "const unsigned char *"};
    return (struct type *)&t;
}

/* The nodes that are made here are at the first call. */

static struct expr *compare(struct made at, enum c_op op, struct expr *a, struct expr *b)
{
    return made_binary(at, op, type_int(), a, b);
}

/* p[k] REL q[k] */
static struct expr *bytes(struct made at, enum c_op op, struct decl *const *params, struct decl *k)
{
    struct expr *side[2];
    for (int i = 0; i < 2; i++) {
        struct expr *byte = made_expr(at, EXPR_INDEX, (struct type *)&byte_type,
                                      made_variable(at, params[i]), made_variable(at, k));
        side[i] = made_expr(at, EXPR_CAST, type_int(), byte, NULL);
        side[i]->implicit = true;
    }
    return compare(at, op, side[0], side[1]);
}

static struct stmt *statement(struct made at, enum stmt_kind kind, struct expr *e)
{
    struct stmt *s = made_stmt(at, kind);
    s->expr = e;
    return s;
}

static struct stmt *loop(struct made at, struct decl *const *params)
{
    struct decl *k = made_decl(at, DECL_LOCAL, "tcr_k", type_long_long());
    struct stmt *s = statement(
        at, STMT_FOR, compare(at, OP_LT, made_variable(at, k), made_variable(at, params[2])));
    struct expr *sign = made_expr(at, EXPR_COND, type_int(), bytes(at, OP_LT, params, k),
                                  made_number(at, type_int(), -1));
    sign->c = made_number(at, type_int(), 1);
    s->is_call = true;
    s->init = statement(at, STMT_DECL, NULL);
    IR_PUSH(s->init->decls, s->init->n_decls, k);
    s->init->inits = ir_alloc(sizeof *s->init->inits);
    s->init->inits[0] = made_number(at, type_long_long(), 0);
    s->step = made_expr(at, EXPR_INCDEC, k->type, made_variable(at, k), NULL);
    s->step->op = OP_INCREMENT;
    s->step->postfix = true;
    s->body = statement(at, STMT_IF, bytes(at, OP_NE, params, k));
    s->body->body = statement(at, STMT_RETURN, sign);
    return s;
}

static void add_function(struct region *r, struct decl *fn, struct made at)
{
    static const char *const names[] = {"tcr_p", "tcr_q", "tcr_n"};
    if (region_function(r, fn))
        return;
    struct device_function f = {.decl = fn, .name = ir_printf("tcr_r%d_memcmp", r->id)};
    for (size_t i = 0; i < 3; i++)
        IR_PUSH(f.params, f.n_params,
                made_decl(at, DECL_PARAM, names[i], i < 2 ? bytes_type() : type_long_long()));
    f.body = statement(at, STMT_COMPOUND, NULL);
    IR_PUSH(f.body->list, f.body->n_list, loop(at, f.params));
    IR_PUSH(f.body->list, f.body->n_list,
            statement(at, STMT_RETURN, made_number(at, type_int(), 0)));
    stmt_number(f.body);
    IR_PUSH(r->functions, r->n_functions, f);
}

/* ---- calls ---- */

static bool is_memcmp(const struct decl *fn)
{
    return strcmp(fn->name, "memcmp") == 0 || strcmp(fn->name, "__builtin_memcmp") == 0;
}

bool ast_compares_bytes(struct region *r, CXCursor c, struct expr *call)
{
    if (!is_memcmp(call->decl) || call->n_args != 3 ||
        !clang_Cursor_isNull(clang_getCursorDefinition(clang_getCursorReferenced(c))))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        struct expr *a = ast_expr(r, clang_Cursor_getArgument(c, i));
        while (i < 2 && a->kind == EXPR_CAST && a->type->kind == TYPE_POINTER &&
               a->a->type->kind == TYPE_POINTER)
            a = a->a;
        if (i < 2 && (a->type->kind != TYPE_POINTER || !ast_is_plain_memory(a->type->of)))
            return false;
        struct made at = {a->begin, a->end};
        call->args[i] = made_expr(at, EXPR_CAST, i < 2 ? bytes_type() : type_long_long(), a, NULL);
    }
    if (!r->stopped)
        add_function(r, call->decl, (struct made){call->begin, call->end});
    return true;
}

/* ---- uses of its value ---- */

struct signs {
    const struct expr **list; /* calls whose values are used for their signs alone */
    size_t n;
    struct region *r;
};

/* A call that ast_compares_bytes has taken: not of a function of the program's that has the
 * same name. */
static bool is_taken(const struct expr *e)
{
    return e->kind == EXPR_CALL && !e->math && is_memcmp(e->decl) && e->n_args == 3 &&
           e->args[0]->type == bytes_type();
}

static void note_sign(struct signs *s, const struct expr *e)
{
    e = e ? expr_strip(e) : NULL;
    if (e && is_taken(e))
        IR_PUSH(s->list, s->n, e);
}

static bool is_zero(const struct expr *e)
{
    long long value;
    return expr_const(expr_strip(e), &value) && value == 0;
}

static bool visit_sign(struct expr *e, void *ctx)
{
    struct signs *s = ctx;
    bool logic = e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL);
    bool order = e->kind == EXPR_BINARY && expr_compares(e);
    if (logic || e->kind == EXPR_COND || (e->kind == EXPR_UNARY && e->op == OP_NOT) ||
        (order && is_zero(e->b)))
        note_sign(s, e->a);
    if (logic || (order && is_zero(e->a)))
        note_sign(s, e->b);
    if (!is_taken(e))
        return true;
    for (size_t i = 0; i < s->n; i++)
        if (s->list[i] == e)
            return true;
    return refuse(s->r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
                  "call to '%s', whose value is used for more than its sign; compare it with 0",
                  e->decl->name);
}

static bool visit_condition(struct stmt *s, void *ctx)
{
    if (s->kind == STMT_IF || s->kind == STMT_WHILE || s->kind == STMT_DO || s->kind == STMT_FOR)
        note_sign(ctx, s->expr);
    return true;
}

void ast_check_compares(struct region *r)
{
    struct signs s = {.r = r};
    stmt_walk(r->stmt, visit_condition, &s);
    for (size_t i = 0; i < r->n_functions; i++)
        stmt_walk(r->functions[i].body, visit_condition, &s);
    stmt_walk_exprs(r->stmt, visit_sign, &s);
    for (size_t i = 0; i < r->n_functions; i++)
        stmt_walk_exprs(r->functions[i].body, visit_sign, &s);
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_macro.c: GNU statement expressions of the kind that macros are made of:
 * variables that name the operands, then one expression,
 *
 *     ({ __typeof__(x) a = (x); __typeof__(y) b = (y); a > b ? a : b; })
 *
 * which is that expression with the operands put in for their names.  Nothing
 * in it may have an effect, so it does not matter how often an operand stands
 * there.  Or the last expression is what an atomic operation gives, of operands without effects.
 */
#include "ast_private.h"

#include <string.h>

enum { MAX_USES = 4096 }; /* uses of names inside of named operands double with each level */

static MUST_CHECK void *not_a_macro(struct region *r, CXCursor c)
{
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    return refuse(
        r, REFUSE_LOOP, begin, CODE_UNSUPPORTED,
        "a statement expression may only name operands without side effects, and then use them");
}

struct store_search {
    struct region *r;
    bool found;
};

/* An address of a variable of the function's own? */
static bool is_own(const struct expr *e)
{
    if (e->kind == EXPR_ADDR || e->kind == EXPR_DECAY)
        e = e->a;
    e = expr_object(e);
    return e->kind == EXPR_VAR && e->type->kind != TYPE_POINTER;
}

/* A store through a pointer, here or in what is called. */
static bool visit_store(struct expr *e, void *ctx)
{
    struct store_search *s = ctx;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC)
        s->found |= e->a->kind != EXPR_VAR && !is_own(e->a);
    for (size_t i = 0; e->kind == EXPR_CALL && e->math && i < e->n_args; i++)
        s->found |= e->args[i] && e->args[i]->type->kind == TYPE_POINTER && !is_own(e->args[i]);
    if (e->kind == EXPR_CALL && !e->math && !s->found)
        stmt_walk_exprs(ast_function(s->r, e->decl, e->begin)->body, visit_store, s);
    return !s->found;
}

static bool visit_call(struct expr *e, void *ctx)
{
    struct store_search s = {.r = ctx};
    if (e->kind == EXPR_CALL && !e->math)
        stmt_walk_exprs(ast_function(s.r, e->decl, e->begin)->body, visit_store, &s);
    if (s.found)
        return refuse(s.r, REFUSE_LOOP, e->begin, CODE_UNSUPPORTED,
                      "a statement expression names the result of '%s', which writes memory",
                      e->decl->name);
    return true;
}

/* It may stand any number of times? */
static bool has_effects(struct region *r, struct expr *e)
{
    expr_walk(e, visit_call, r);
    return expr_has_effects(e);
}

static void add_named(struct ast *ast, CXCursor variable, CXCursor value)
{
    size_t n = ast->n_named;
    IR_PUSH(ast->named_as, n, value);
    IR_PUSH(ast->named, ast->n_named, variable);
}

static bool name_operand(struct region *r, CXCursor variable)
{
    struct ast *ast = r->ast;
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    if (clang_getCursorKind(variable) != CXCursor_VarDecl || storage == CX_SC_Static ||
        storage == CX_SC_Extern)
        return not_a_macro(r, variable);
    CXCursor init = clang_Cursor_getVarDeclInitializer(variable);
    struct type *type = ast_type(ast, clang_getCursorType(variable));
    if (clang_Cursor_isNull(init) || type->is_volatile ||
        (type->kind != TYPE_SCALAR && type->kind != TYPE_POINTER) ||
        has_effects(r, ast_expr(r, init)))
        return not_a_macro(r, variable);
    add_named(ast, variable, init);
    return true;
}

/* What an assignment, below conditions that are known, makes of the variable; false: it is
 * something else. */
static bool assigned(struct region *r, CXCursor c, CXCursor variable, CXCursor *value)
{
    struct children kids = ast_children(r->ast, c);
    long long taken;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
        return kids.n == 1 && assigned(r, kids.list[0], variable, value);
    case CXCursor_IfStmt:
        return ast_settled(kids.list[0], ast_expr(r, kids.list[0]), &taken) &&
               (taken || kids.n > 2) && assigned(r, kids.list[taken ? 1 : 2], variable, value);
    case CXCursor_BinaryOperator:
        *value = kids.list[1];
        return clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign &&
               clang_equalCursors(clang_getCursorReferenced(kids.list[0]), variable);
    default:
        return false;
    }
}

/* T x; if (...) x = e; as <ctype.h> has it: names e. */
static bool name_assigned(struct region *r, CXCursor declaration, CXCursor next)
{
    struct children variables = ast_children(r->ast, declaration);
    CXCursor value;
    if (variables.n != 1 || clang_getCursorKind(variables.list[0]) != CXCursor_VarDecl ||
        !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variables.list[0])) ||
        !assigned(r, next, variables.list[0], &value) || has_effects(r, ast_expr(r, value)))
        return false;
    add_named(r->ast, variables.list[0], value);
    return true;
}

static struct expr *without_value(struct expr *e)
{
    struct expr *cast = expr_new(EXPR_CAST, type_void(), e->begin, e->end);
    cast->a = e;
    return cast;
}

/* A statement that gives no value, as assert() has it: an expression. */
static struct expr *effect_of(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    size_t begin, end;
    struct expr *e;
    ast_extent(r->ast, c, &begin, &end);
    if (ast_ends(r, c)) {
        ast_note_host_path(r, &c, 1, 0);
        return ast_end_here(r, begin, end);
    }
    switch (clang_getCursorKind(c)) {
    case CXCursor_NullStmt:
        return without_value(ast_int_const(r, c, 0));
    case CXCursor_IfStmt:
        e = expr_new(EXPR_COND, NULL, begin, end);
        e->a = ast_expr(r, kids.list[0]);
        e->b = effect_of(r, kids.list[1]);
        e->c = kids.n > 2 ? effect_of(r, kids.list[2]) : without_value(ast_int_const(r, c, 0));
        e->type = e->b->type;
        return e;
    case CXCursor_CompoundStmt:
        if (kids.n == 1)
            return effect_of(r, kids.list[0]);
        break;
    default:
        if (clang_isExpression(clang_getCursorKind(c)))
            return without_value(ast_expr(r, c));
    }
    return ast_or_zero(r, c, not_a_macro(r, c));
}

static struct expr *last_of(struct region *r, CXCursor c, const struct children *list)
{
    if (list->n == 0)
        return not_a_macro(r, c);
    CXCursor last = list->list[list->n - 1];
    return clang_getCursorType(c).kind == CXType_Void ? effect_of(r, last) : ast_expr(r, last);
}

/* T x; __atomic_load(p, &x, order); x: what the operation gives, as <stdatomic.h> has it; NULL. */
static struct expr *given_atomically(struct region *r, const CXCursor *list)
{
    struct children variables = ast_children(r->ast, list[0]);
    if (variables.n != 1 || clang_getCursorKind(variables.list[0]) != CXCursor_VarDecl ||
        !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variables.list[0])))
        return NULL;
    CXCursor last = list[2];
    while (clang_getCursorKind(last) == CXCursor_UnexposedExpr)
        last = ast_children(r->ast, last).list[0];
    return clang_equalCursors(clang_getCursorReferenced(last), variables.list[0])
               ? ast_atomic_given(r, list[1], variables.list[0])
               : NULL;
}

struct expr *ast_statement_expr(struct region *r, CXCursor c)
{
    struct children body = ast_children(r->ast, c);
    struct children list = body.n == 1 ? ast_children(r->ast, body.list[0]) : body;
    struct expr *value = NULL;
    for (size_t i = 0; i + 1 < list.n && !value; i++) {
        if (clang_getCursorKind(list.list[i]) != CXCursor_DeclStmt)
            return not_a_macro(r, list.list[i]);
        if (i + 2 < list.n && name_assigned(r, list.list[i], list.list[i + 1])) {
            i++;
            continue;
        }
        if (i + 3 == list.n && (value = given_atomically(r, &list.list[i])) != NULL)
            break;
        struct children variables = ast_children(r->ast, list.list[i]);
        for (size_t k = 0; k < variables.n; k++)
            name_operand(r, variables.list[k]);
    }
    bool gives = !value && (list.n > 1 || clang_getCursorType(c).kind != CXType_Void);
    bool named = gives && !(list.n > 0 && ast_is_atomic(r, list.list[list.n - 1]));
    if (!value)
        value = last_of(r, c, &list);
    if (r->stopped)
        return NULL;
    if (named && has_effects(r, value))
        return not_a_macro(r, c);
    ast_extent(r->ast, c, &value->begin, &value->end); /* to be quoted, it needs all of it */
    return value;
}

struct expr *ast_named_operand(struct region *r, CXCursor variable)
{
    struct ast *ast = r->ast;
    for (size_t i = 0; i < ast->n_named; i++) {
        if (!clang_equalCursors(ast->named[i], variable))
            continue;
        if (++ast->uses > MAX_USES)
            return not_a_macro(r, variable);
        return ast_expr(r, ast->named_as[i]);
    }
    return NULL;
}

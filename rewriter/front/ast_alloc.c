/* SPDX-License-Identifier: MIT */
/* ast_alloc.c: see ast_alloc.h. */
#include "ast_alloc.h"

#include <string.h>

CXCursor alloc_bare(struct ast *ast, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    while (kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr ||
           kind == CXCursor_CStyleCastExpr) {
        struct children kids = ast_children(ast, c);
        if (kids.n == 0)
            break;
        c = kids.list[kids.n - 1];
        kind = clang_getCursorKind(c);
    }
    return c;
}

CXCursor alloc_unbracketed(struct ast *ast, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(ast, c);
    while ((kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr) && kids.n == 1) {
        c = kids.list[0];
        kids = ast_children(ast, c);
        kind = clang_getCursorKind(c);
    }
    return c;
}

/* The name of the library's function that is called, or "". */
const char *alloc_library_name(struct region *r, CXCursor c)
{
    CXCursor callee = clang_getCursorReferenced(c);
    if (clang_getCursorKind(c) != CXCursor_CallExpr ||
        clang_getCursorKind(callee) != CXCursor_FunctionDecl ||
        !clang_Cursor_isNull(clang_getCursorDefinition(callee)))
        return "";
    const char *name = ast_string(clang_getCursorSpelling(callee));
    size_t begin, end;
    ast_extent(r->ast, callee, &begin, &end);
    bool builtin = strncmp(name, "__builtin_", 10) == 0;
    return builtin ? name + 10 : source_position(r->src, begin).system ? name : "";
}

enum alloc_how alloc_how(struct region *r, CXCursor c)
{
    const char *name = alloc_library_name(r, c);
    int n = clang_Cursor_getNumArguments(c);
    return strcmp(name, "malloc") == 0 && n == 1   ? HOW_MALLOC
           : strcmp(name, "calloc") == 0 && n == 2 ? HOW_CALLOC
           : strcmp(name, "alloca") == 0 && n == 1 ? HOW_ALLOCA
                                                   : HOW_NONE;
}

bool alloc_names(struct ast *ast, CXCursor c, CXCursor variable)
{
    c = alloc_bare(ast, c);
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(c), variable);
}

bool alloc_is_null(struct ast *ast, CXCursor c)
{
    long long value;
    return ast_evaluate(alloc_bare(ast, c), &value) && value == 0;
}

/* The operand of a test for memory: a variable, or one that is set there. */
static bool tested(struct ast *ast, CXCursor c, CXCursor *pointer, CXCursor *setting)
{
    c = alloc_bare(ast, c);
    *setting = clang_getNullCursor();
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign) {
        *setting = c;
        c = alloc_bare(ast, ast_children(ast, c).list[0]);
    }
    *pointer = c;
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_Pointer;
}

/* p, !p, p == NULL and p != NULL, where p may be (p = ...): its value, if the memory is there. */
bool alloc_null_test(struct ast *ast, CXCursor c, CXCursor *pointer, CXCursor *setting,
                     long long *value)
{
    c = alloc_unbracketed(ast, c);
    struct children kids = ast_children(ast, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    *value = 1;
    if (kind == CXCursor_DeclRefExpr)
        return tested(ast, c, pointer, setting);
    if (kind == CXCursor_UnaryOperator && kids.n == 1 &&
        clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_LNot) {
        *value = 0;
        return tested(ast, kids.list[0], pointer, setting);
    }
    if (kind != CXCursor_BinaryOperator || kids.n != 2)
        return false;
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    size_t null = alloc_is_null(ast, kids.list[0]) ? 0 : 1;
    *value = op == CXBinaryOperator_NE;
    return (op == CXBinaryOperator_EQ || op == CXBinaryOperator_NE) &&
           alloc_is_null(ast, kids.list[null]) &&
           tested(ast, kids.list[1 - null], pointer, setting);
}

/* p = NULL */
bool alloc_sets_null(struct ast *ast, CXCursor c, CXCursor variable)
{
    CXCursor value;
    return alloc_assigns(ast, c, variable, &value) && alloc_is_null(ast, value);
}

/* free(p), perhaps if (p) free(p), and then p = NULL */
bool alloc_gives_back(struct region *r, CXCursor c, CXCursor variable)
{
    struct children kids = ast_children(r->ast, c);
    CXCursor pointer, setting;
    long long value;
    if (clang_getCursorKind(c) == CXCursor_CompoundStmt && kids.n > 0 && kids.n < 3)
        return alloc_gives_back(r, kids.list[0], variable) &&
               (kids.n == 1 || alloc_sets_null(r->ast, kids.list[1], variable));
    if (clang_getCursorKind(c) == CXCursor_IfStmt)
        return kids.n == 2 && alloc_null_test(r->ast, kids.list[0], &pointer, &setting, &value) &&
               clang_Cursor_isNull(setting) && value && alloc_names(r->ast, pointer, variable) &&
               alloc_gives_back(r, kids.list[1], variable);
    c = alloc_bare(r->ast, c);
    return strcmp(alloc_library_name(r, c), "free") == 0 && clang_Cursor_getNumArguments(c) == 1 &&
           alloc_names(r->ast, clang_Cursor_getArgument(c, 0), variable);
}

/* variable = value, as a whole expression. */
bool alloc_assigns(struct ast *ast, CXCursor c, CXCursor variable, CXCursor *value)
{
    c = alloc_bare(ast, c);
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Assign)
        return false;
    struct children kids = ast_children(ast, c);
    *value = kids.list[1];
    return alloc_names(ast, kids.list[0], variable);
}

/* if ((p = ...) == NULL) and the like, without `else`: what follows it has the memory. */
bool alloc_set_in_test(struct region *r, CXCursor c, CXCursor *setting)
{
    struct children kids = ast_children(r->ast, c);
    CXCursor pointer;
    long long value;
    return clang_getCursorKind(c) == CXCursor_IfStmt && kids.n == 2 &&
           alloc_null_test(r->ast, kids.list[0], &pointer, setting, &value) && !value &&
           !clang_Cursor_isNull(*setting);
}

/* Does the statement set the variable to what is allocated there? */
enum alloc_how alloc_sets(struct region *r, CXCursor c, CXCursor variable, CXCursor *call)
{
    CXCursor value = clang_getNullCursor(), setting;
    struct children kids = ast_children(r->ast, c);
    if (alloc_set_in_test(r, c, &setting))
        c = setting;
    if (clang_getCursorKind(c) == CXCursor_DeclStmt)
        for (size_t i = 0; i < kids.n; i++)
            if (clang_equalCursors(kids.list[i], variable))
                value = clang_Cursor_getVarDeclInitializer(variable);
    if (clang_Cursor_isNull(value) && !alloc_assigns(r->ast, c, variable, &value))
        return HOW_NONE;
    *call = alloc_bare(r->ast, value);
    return alloc_how(r, *call);
}

/* ++ or -- */
bool alloc_counts(CXCursor c)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    return op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PreDec ||
           op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec;
}

bool alloc_stores(struct ast *ast, CXCursor c, size_t at)
{
    struct children kids = ast_children(ast, c);
    size_t begin, end;
    if (kids.n == 2 && clang_getCursorKind(c) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign &&
        clang_getCursorKind(alloc_bare(ast, kids.list[0])) != CXCursor_DeclRefExpr) {
        ast_extent(ast, alloc_bare(ast, kids.list[1]), &begin, &end);
        if (begin == at)
            return true;
    }
    for (size_t i = 0; i < kids.n; i++)
        if (alloc_stores(ast, kids.list[i], at))
            return true;
    return false;
}

bool alloc_changes(struct ast *ast, CXCursor c, CXCursor variable)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(ast, c);
    if (kind == CXCursor_UnaryOperator && kids.n)
        return (alloc_counts(c) || clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf) &&
               alloc_names(ast, kids.list[0], variable);
    bool assignment = kind == CXCursor_CompoundAssignOperator ||
                      (kind == CXCursor_BinaryOperator &&
                       clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign);
    return assignment && alloc_names(ast, kids.list[0], variable);
}

bool alloc_mentions(struct ast *ast, CXCursor c, CXCursor variable)
{
    struct children kids = ast_children(ast, c);
    if (alloc_names(ast, c, variable))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (alloc_mentions(ast, kids.list[i], variable))
            return true;
    return false;
}

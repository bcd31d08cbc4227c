/* SPDX-License-Identifier: MIT */
/*
 * ast_thread.c: memory that each thread of a team has for the iterations that it runs.
 *
 *     #pragma omp parallel
 *     {
 *         double *w = malloc(n * sizeof *w), v[n];
 *         #pragma omp for
 *         for (...) { ... w[k] ... v[k] ... }
 *         free(w);
 *     }
 *
 * Each iteration may be the first one that its thread runs, and then nothing is in the memory: so
 * none may read what it has not written, and each may have memory of its own.  That holds where
 * nobody but the loop uses the memory, which is new when the loop begins, and where the construct
 * does not keep neighbouring iterations in one thread.  A part of a common block that the thread's
 * number chooses is not such memory: what it reaches beside the part is other threads'.
 */
#include "ast_scratch.h"

#include <string.h>

#include "ast_alloc.h"

struct thread_search {
    struct region *r;
    CXCursor function;
    size_t begin, end; /* the text that every thread runs, of the parallel construct */
    struct thread_memory *found;
    size_t n_found;
};

static bool is_between(struct ast *ast, CXCursor c, size_t begin, size_t end)
{
    size_t at, until;
    ast_extent(ast, c, &at, &until);
    return at >= begin && at < end;
}

static bool in_loop(const struct region *r, CXCursor c)
{
    return is_between(r->ast, c, r->begin, r->end);
}

static bool is_loop(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt ||
           kind == CXCursor_SwitchStmt;
}

/* A variable of the function, of which each of its runs has a new one. */
static bool is_local(CXCursor variable)
{
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    return clang_getCursorKind(variable) == CXCursor_VarDecl &&
           clang_getCursorKind(clang_getCursorSemanticParent(variable)) == CXCursor_FunctionDecl &&
           (storage == CX_SC_None || storage == CX_SC_Auto || storage == CX_SC_Register);
}

/* ---- is the memory new when the loop begins? ---- */

static bool declares(struct ast *ast, CXCursor statement, CXCursor variable)
{
    struct children kids = ast_children(ast, statement);
    for (size_t i = 0; clang_getCursorKind(statement) == CXCursor_DeclStmt && i < kids.n; i++)
        if (clang_equalCursors(kids.list[i], variable))
            return true;
    return false;
}

/* An array without an initialiser that is declared there, or a pointer that is set to the memory
 * of a call (else null). */
static bool brings(struct region *r, CXCursor statement, CXCursor variable, CXCursor *call)
{
    *call = clang_getNullCursor();
    CXType t = clang_getCanonicalType(clang_getCursorType(variable));
    if (t.kind == CXType_VariableArray)
        return declares(r->ast, statement, variable) &&
               clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable));
    return alloc_sets(r, statement, variable, call) == HOW_MALLOC;
}

static bool has_label(struct ast *ast, CXCursor c, size_t begin, size_t end)
{
    struct children kids = ast_children(ast, c);
    if (clang_getCursorKind(c) == CXCursor_LabelStmt && is_between(ast, c, begin, end))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (has_label(ast, kids.list[i], begin, end))
            return true;
    return false;
}

/* A statement that brings it, in a list around the loop, from which no jump back leads to the loop
 * again; not before the construct.  Null: there is none. */
static CXCursor bringing(const struct thread_search *s, CXCursor variable, CXCursor *call)
{
    struct region *r = s->r;
    CXCursor c = s->function, found = clang_getNullCursor(), its_call;
    for (bool inner = true; inner;) {
        struct children kids = ast_children(r->ast, c);
        bool list = clang_getCursorKind(c) == CXCursor_CompoundStmt;
        if (is_loop(c))
            found = clang_getNullCursor();
        inner = false;
        for (size_t i = 0; i < kids.n && !inner; i++) {
            size_t at, end;
            ast_extent(r->ast, kids.list[i], &at, &end);
            if (at <= r->begin && end >= r->begin && end + 1 >= r->end) {
                inner = at < r->begin;
                c = kids.list[i];
                break;
            }
            if (list && at >= s->begin && end <= r->begin &&
                brings(r, kids.list[i], variable, &its_call)) {
                found = kids.list[i];
                *call = its_call;
            }
        }
    }
    size_t begin, end;
    if (clang_Cursor_isNull(found))
        return found;
    ast_extent(r->ast, found, &begin, &end);
    return has_label(r->ast, s->function, end, r->begin) ? clang_getNullCursor() : found;
}

/* ---- does nobody else use it? ---- */

/* The memory's variable, and the statement that brings it. */
struct use_search {
    const struct thread_search *s;
    CXCursor variable, statement;
};

/* Is it a condition that only tests the pointer? */
static bool tests(const struct use_search *u, CXCursor c)
{
    CXCursor pointer, setting;
    long long value;
    return clang_isExpression(clang_getCursorKind(c)) &&
           alloc_null_test(u->s->r->ast, c, &pointer, &setting, &value) &&
           clang_Cursor_isNull(setting) && alloc_names(u->s->r->ast, pointer, u->variable);
}

/* T *p = malloc(n), *q = p; */
static bool copied_there(const struct use_search *u, CXCursor statement)
{
    struct children kids = ast_children(u->s->r->ast, statement);
    for (size_t i = 0; clang_getCursorKind(statement) == CXCursor_DeclStmt && i < kids.n; i++)
        if (!clang_equalCursors(kids.list[i], u->variable) &&
            alloc_mentions(u->s->r->ast, kids.list[i], u->variable))
            return true;
    return false;
}

/* But to be allocated, given back, tested, and set to NULL. */
static bool used_outside(const struct use_search *u, CXCursor c)
{
    struct region *r = u->s->r;
    struct children kids = ast_children(r->ast, c);
    if (in_loop(r, c))
        return false;
    if (clang_equalCursors(c, u->statement))
        return copied_there(u, c);
    if (clang_getCursorKind(c) == CXCursor_CallExpr && alloc_gives_back(r, c, u->variable))
        return false;
    if (alloc_sets_null(r->ast, c, u->variable))
        return false;
    if (alloc_names(r->ast, c, u->variable))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (!(i == 0 && clang_getCursorKind(c) == CXCursor_IfStmt && tests(u, kids.list[0])) &&
            used_outside(u, kids.list[i]))
            return true;
    return false;
}

/* Does something below c, from `begin` to `end` of the text, change the variable, take its address,
 * or give the memory back? */
static bool is_changed(struct region *r, CXCursor c, CXCursor variable, size_t begin, size_t end)
{
    struct children kids = ast_children(r->ast, c);
    bool there = is_between(r->ast, c, begin, end);
    if (there &&
        (alloc_changes(r->ast, c, variable) ||
         (clang_getCursorKind(c) == CXCursor_CallExpr && alloc_gives_back(r, c, variable))))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (is_changed(r, kids.list[i], variable, begin, end))
            return true;
    return false;
}

static bool changed_in_loop(const struct thread_search *s, CXCursor variable)
{
    return is_changed(s->r, s->r->ast->loop, variable, s->r->begin, s->r->end);
}

/* An array's size would be that of another one. */
static bool has_sizeof(struct ast *ast, CXCursor c, CXCursor variable)
{
    struct children kids = ast_children(ast, c);
    if (clang_getCursorKind(c) == CXCursor_UnaryExpr && alloc_mentions(ast, c, variable))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (has_sizeof(ast, kids.list[i], variable))
            return true;
    return false;
}

/* Is the memory new, and the loop's alone?  `call`: what allocates it. */
static bool is_fresh(const struct thread_search *s, CXCursor variable, CXCursor *call)
{
    CXCursor statement = bringing(s, variable, call);
    struct use_search u = {.s = s, .variable = variable, .statement = statement};
    return is_local(variable) && !clang_Cursor_isNull(statement) && !used_outside(&u, s->function);
}

/* ---- how large it is ---- */

/* Does the function declare another variable of this name? */
static bool has_namesake(struct ast *ast, CXCursor c, CXCursor variable)
{
    struct children kids = ast_children(ast, c);
    if (clang_getCursorKind(c) == CXCursor_VarDecl && !clang_equalCursors(c, variable) &&
        strcmp(ast_string(clang_getCursorSpelling(c)),
               ast_string(clang_getCursorSpelling(variable))) == 0)
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (has_namesake(ast, kids.list[i], variable))
            return true;
    return false;
}

/* Is it made of constants, and of the function's variables that the threads do not change? */
static bool is_steady(const struct thread_search *s, CXCursor c)
{
    struct region *r = s->r;
    struct children kids = ast_children(r->ast, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_UnaryExpr) /* sizeof */
        return true;
    if (kind == CXCursor_DeclRefExpr) {
        CXCursor of = clang_getCursorReferenced(c);
        enum CXCursorKind is = clang_getCursorKind(of);
        return is == CXCursor_EnumConstantDecl ||
               ((is == CXCursor_ParmDecl || is_local(of)) && !in_loop(r, of) &&
                !has_namesake(r->ast, s->function, of) &&
                !is_changed(r, s->function, of, s->begin, s->end));
    }
    if (kind != CXCursor_IntegerLiteral && kind != CXCursor_BinaryOperator &&
        kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr &&
        kind != CXCursor_CStyleCastExpr)
        return false;
    for (size_t i = 0; i < kids.n; i++)
        if (clang_isExpression(clang_getCursorKind(kids.list[i])) && !is_steady(s, kids.list[i]))
            return false;
    return true;
}

/* ---- which it is ---- */

static bool is_thread_local_name(const struct thread_search *s, CXCursor variable)
{
    return is_between(s->r->ast, variable, s->begin, s->end) && !in_loop(s->r, variable);
}

static void own_memory(struct thread_search *s, CXCursor variable)
{
    struct region *r = s->r;
    struct thread_memory m = {.variable = variable};
    CXType t = clang_getCanonicalType(clang_getCursorType(variable));
    CXCursor call;
    if (!is_thread_local_name(s, variable) ||
        (t.kind != CXType_Pointer && t.kind != CXType_VariableArray) ||
        !is_fresh(s, variable, &call) || changed_in_loop(s, variable))
        return;
    m.bytes = t.kind == CXType_Pointer;
    m.array = !m.bytes;
    if (m.bytes) {
        m.size = clang_Cursor_getArgument(call, 0);
    } else {
        CXType of = clang_getCanonicalType(clang_getArrayElementType(t));
        if (of.kind == CXType_VariableArray || of.kind == CXType_ConstantArray ||
            has_sizeof(r->ast, r->ast->loop, variable) ||
            ast_lengths(r->ast, variable, 1, &m.size) != 1)
            return;
    }
    if (is_steady(s, m.size))
        IR_PUSH(s->found, s->n_found, m);
}

static void find_own(struct thread_search *s, CXCursor c)
{
    struct children kids = ast_children(s->r->ast, c);
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr) {
        CXCursor variable = clang_getCursorReferenced(c);
        for (size_t i = 0; i < s->n_found; i++)
            if (clang_equalCursors(s->found[i].variable, variable))
                return;
        if (clang_getCursorKind(variable) == CXCursor_VarDecl)
            own_memory(s, variable);
    }
    for (size_t i = 0; i < kids.n; i++)
        find_own(s, kids.list[i]);
}

/* ---- all of it ---- */

struct thread_memory *ast_thread_memory(struct region *r, size_t *n)
{
    struct thread_search s = {.r = r};
    const struct site site =
        site_find(r->facts, r->dir->origin, r->pragma->begin, r->begin, r->end);
    *n = 0;
    if (!site.team || !site.parallel || !site_promised(r->facts, &site) ||
        !ast_function_at(r->ast, r->begin, &s.function))
        return NULL;
    s.begin = site.parallel->begin;
    s.end = site.parallel->end;
    find_own(&s, r->ast->loop);
    *n = s.n_found;
    return s.found;
}

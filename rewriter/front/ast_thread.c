/* SPDX-License-Identifier: MIT */
/*
 * ast_thread.c: memory that each thread of a team has for the iterations that it runs.
 *
 *     #pragma omp parallel                     double *work = malloc(threads * n * sizeof *work);
 *     {                                        #pragma omp parallel for
 *         double *w = malloc(n * sizeof *w);   for (...) {
 *         #pragma omp for                          double *w = work + omp_get_thread_num() * n;
 *         for (...) { ... w[k] ... }               ... w[k] ...
 *         free(w);                             }
 *     }                                        free(work);
 *
 * Each iteration may be the first one that its thread runs, and then nothing is in the memory: so
 * none may read what it has not written, and each may have memory of its own.  That holds where
 * nobody but the loop uses the memory, which is new when the loop begins, and where the construct
 * does not keep neighbouring iterations in one thread.
 */
#include "ast_thread.h"

#include <string.h>

#include "ast_alloc.h"

struct thread_search {
    struct region *r;
    CXCursor function;
    size_t begin, end; /* the text that every thread runs: of the parallel construct, or the loop */
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
    if (t.kind == CXType_ConstantArray || t.kind == CXType_VariableArray)
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
 * again; not before `from`.  Null: there is none. */
static CXCursor bringing(const struct thread_search *s, CXCursor variable, size_t from,
                         CXCursor *call)
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
            if (list && at >= from && end <= r->begin &&
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

/* The memory's variable; of shares, their expression, which may name it. */
struct use_search {
    const struct thread_search *s;
    CXCursor variable, statement, share;
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
    if (in_loop(r, c) || clang_equalCursors(c, u->share))
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

/* Is the memory new, and the loop's alone but for that expression?  `call`: what allocates it. */
static bool is_fresh(const struct thread_search *s, CXCursor variable, size_t from, CXCursor share,
                     CXCursor *call)
{
    CXCursor statement = bringing(s, variable, from, call);
    struct use_search u = {.s = s, .variable = variable, .statement = statement, .share = share};
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

static void add_factor(struct thread_memory *m, CXCursor factor)
{
    if (m->n_factors < THREAD_FACTORS)
        m->factors[m->n_factors] = factor;
    m->n_factors++;
}

/* ---- memory of which all is a thread's own ---- */

static bool is_thread_local_name(const struct thread_search *s, CXCursor variable)
{
    return is_between(s->r->ast, variable, s->begin, s->end) && !in_loop(s->r, variable);
}

static void own_memory(struct thread_search *s, CXCursor variable)
{
    struct region *r = s->r;
    struct thread_memory m = {.variable = variable, .share = clang_getNullCursor()};
    CXType t = clang_getCanonicalType(clang_getCursorType(variable));
    CXCursor call, length;
    if (!is_thread_local_name(s, variable) ||
        (t.kind != CXType_Pointer && t.kind != CXType_VariableArray) ||
        !is_fresh(s, variable, s->begin, m.share, &call) || changed_in_loop(s, variable))
        return;
    m.bytes = t.kind == CXType_Pointer;
    m.array = !m.bytes;
    if (m.bytes) {
        add_factor(&m, clang_Cursor_getArgument(call, 0));
    } else {
        CXType of = clang_getCanonicalType(clang_getArrayElementType(t));
        if (of.kind == CXType_VariableArray || of.kind == CXType_ConstantArray ||
            has_sizeof(r->ast, r->ast->loop, variable) ||
            ast_lengths(r->ast, variable, 1, &length) != 1)
            return;
        add_factor(&m, length);
    }
    if (is_steady(s, m.factors[0]))
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

/* ---- a thread's part of what they have together ---- */

static bool asks_number(struct region *r, CXCursor c)
{
    return strcmp(alloc_library_name(r, alloc_bare(r->ast, c)), "omp_get_thread_num") == 0;
}

struct setting_search {
    struct region *r;
    CXCursor variable;
    size_t begin, end;
    size_t n, numbers; /* changes of it; those to the number, in that text */
};

static void find_settings(struct setting_search *f, CXCursor c)
{
    struct children kids = ast_children(f->r->ast, c);
    CXCursor value = clang_getNullCursor();
    if (clang_equalCursors(c, f->variable))
        value = clang_Cursor_getVarDeclInitializer(c);
    else if (alloc_changes(f->r->ast, c, f->variable) &&
             !alloc_assigns(f->r->ast, c, f->variable, &value))
        f->n++;
    if (!clang_Cursor_isNull(value)) {
        f->n++;
        f->numbers += asks_number(f->r, value) && is_between(f->r->ast, c, f->begin, f->end);
    }
    for (size_t i = 0; i < kids.n; i++)
        find_settings(f, kids.list[i]);
}

/* The call, or a variable that is only set to its value. */
static bool is_number(const struct thread_search *s, CXCursor c)
{
    CXCursor variable = clang_getCursorReferenced(c);
    struct setting_search f = {.r = s->r, .variable = variable, .begin = s->begin, .end = s->end};
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr || !is_local(variable))
        return asks_number(s->r, c);
    find_settings(&f, s->function);
    return f.n == 1 && f.numbers == 1;
}

/* number * factor * ..., in whichever order. */
static bool is_product(const struct thread_search *s, CXCursor c, struct thread_memory *m,
                       size_t *numbers)
{
    CXCursor bare = alloc_bare(s->r->ast, c);
    struct children kids = ast_children(s->r->ast, bare);
    if (is_number(s, bare)) {
        ++*numbers;
        return true;
    }
    if (clang_getCursorKind(bare) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(bare) == CXBinaryOperator_Mul)
        return is_product(s, kids.list[0], m, numbers) && is_product(s, kids.list[1], m, numbers);
    add_factor(m, c);
    return m->n_factors <= THREAD_FACTORS && is_steady(s, c);
}

/* base + product, &base[product], base[number] of an array of rows. */
static bool is_share(const struct thread_search *s, CXCursor c, struct thread_memory *m,
                     CXCursor *base)
{
    struct ast *ast = s->r->ast;
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(ast, c);
    size_t numbers = 0;
    if (kind == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf) {
        c = alloc_unbracketed(ast, kids.list[0]);
        kids = ast_children(ast, c);
        if (clang_getCursorKind(c) != CXCursor_ArraySubscriptExpr)
            return false;
    } else if (kind == CXCursor_ArraySubscriptExpr) {
        CXType row = clang_getCanonicalType(clang_getCursorType(c));
        m->count = row.kind == CXType_ConstantArray ? clang_getArraySize(row) : 0;
    } else if (kind != CXCursor_BinaryOperator ||
               clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Add) {
        return false;
    }
    *base = alloc_unbracketed(ast, kids.list[0]);
    return clang_getCursorKind(*base) == CXCursor_DeclRefExpr &&
           is_product(s, kids.list[1], m, &numbers) && numbers == 1 &&
           (m->count > 0) == (m->n_factors == 0);
}

static bool same_pointee(CXType pointer, CXType of)
{
    CXType a = clang_getCanonicalType(clang_getPointeeType(clang_getCanonicalType(pointer)));
    of = clang_getCanonicalType(of);
    CXType b = of.kind == CXType_Pointer ? clang_getPointeeType(of) : clang_getArrayElementType(of);
    b = clang_getCanonicalType(b);
    return clang_equalTypes(a, b) ||
           (b.kind == CXType_ConstantArray &&
            clang_equalTypes(a, clang_getCanonicalType(clang_getArrayElementType(b))));
}

/* T *variable = value, or an assignment, as `setting`: of a pointer that is not changed otherwise.
 */
static void shared_memory(struct thread_search *s, CXCursor variable, CXCursor setting,
                          CXCursor value)
{
    struct region *r = s->r;
    CXCursor share = alloc_unbracketed(r->ast, value), base, call;
    struct thread_memory m = {.variable = variable, .share = share};
    struct setting_search f = {.r = r, .variable = variable, .begin = s->begin, .end = s->end};
    struct use_search u = {.s = s, .variable = variable, .share = setting};
    if (!is_local(variable) || !is_share(s, share, &m, &base))
        return;
    CXCursor memory = clang_getCursorReferenced(base);
    u.statement = clang_getNullCursor();
    find_settings(&f, s->function);
    if (f.n == 1 && same_pointee(clang_getCursorType(variable), clang_getCursorType(memory)) &&
        is_fresh(s, memory, 0, share, &call) && !used_outside(&u, s->function))
        IR_PUSH(s->found, s->n_found, m);
}

static void find_shares(struct thread_search *s, CXCursor c)
{
    struct children kids = ast_children(s->r->ast, c);
    if (is_between(s->r->ast, c, s->begin, s->end)) {
        CXCursor value = clang_getNullCursor(), variable = c;
        if (clang_getCursorKind(c) == CXCursor_VarDecl) {
            value = clang_Cursor_getVarDeclInitializer(c);
        } else if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
                   clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign) {
            variable = clang_getCursorReferenced(alloc_bare(s->r->ast, kids.list[0]));
            if (!alloc_assigns(s->r->ast, c, variable, &value))
                value = clang_getNullCursor();
        }
        if (!clang_Cursor_isNull(value) && clang_getCursorKind(variable) == CXCursor_VarDecl &&
            clang_getCanonicalType(clang_getCursorType(variable)).kind == CXType_Pointer)
            shared_memory(s, variable, c, value);
    }
    for (size_t i = 0; i < kids.n; i++)
        find_shares(s, kids.list[i]);
}

/* ---- all of it ---- */

struct thread_memory *ast_thread_memory(struct region *r, size_t *n)
{
    struct thread_search s = {.r = r, .begin = r->begin, .end = r->end};
    const struct site site =
        site_find(r->facts, r->dir->origin, r->pragma->begin, r->begin, r->end);
    *n = 0;
    if (!site_promised(r->facts, &site) || !ast_function_at(r->ast, r->begin, &s.function))
        return NULL;
    if (site.team && site.parallel) {
        s.begin = site.parallel->begin;
        s.end = site.parallel->end;
        find_own(&s, r->ast->loop);
    }
    if (site.parallel || (site.parts & PART_PARALLEL))
        find_shares(&s, s.function);
    *n = s.n_found;
    return s.found;
}

/* ---- calls for the number ---- */

struct number_search {
    struct region *r;
    CXCursor call, variable, setting; /* variable = call */
    bool found;
};

static void find_variable(struct number_search *f, CXCursor c)
{
    struct children kids = ast_children(f->r->ast, c);
    CXCursor value = clang_getNullCursor(), variable = c;
    if (clang_getCursorKind(c) == CXCursor_VarDecl) {
        value = clang_Cursor_getVarDeclInitializer(c);
    } else if (kids.n == 2 && clang_getCursorKind(c) == CXCursor_BinaryOperator) {
        variable = clang_getCursorReferenced(alloc_bare(f->r->ast, kids.list[0]));
        if (!alloc_assigns(f->r->ast, c, variable, &value))
            value = clang_getNullCursor();
    }
    if (!clang_Cursor_isNull(value) && clang_equalCursors(alloc_bare(f->r->ast, value), f->call)) {
        f->variable = variable;
        f->setting = c;
        f->found = true;
    }
    for (size_t i = 0; i < kids.n; i++)
        find_variable(f, kids.list[i]);
}

/* But where it is set, and in an expression that chooses a part of the memory? */
static bool named_otherwise(const struct number_search *f, CXCursor c,
                            const struct thread_memory *list, size_t n)
{
    struct children kids = ast_children(f->r->ast, c);
    for (size_t i = 0; i < n; i++)
        if (clang_equalCursors(c, list[i].share))
            return false;
    if (clang_equalCursors(c, f->setting))
        return false;
    if (alloc_names(f->r->ast, c, f->variable))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (named_otherwise(f, kids.list[i], list, n))
            return true;
    return false;
}

bool ast_thread_number(struct region *r, CXCursor call, const struct thread_memory *list, size_t n)
{
    struct number_search f = {.r = r, .call = call};
    if (n == 0 || !asks_number(r, call))
        return false;
    find_variable(&f, r->ast->loop);
    return f.found && !named_otherwise(&f, r->ast->loop, list, n);
}

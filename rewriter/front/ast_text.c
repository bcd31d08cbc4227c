/* SPDX-License-Identifier: MIT */
/*
 * ast_text.c: what of a function's text stands where: bodies, calls, variables and their uses, and
 * the statements behind a loop.
 */
#include <string.h>

#include "ast_outline.h"
#include "ast_private.h"

/* ---- functions ---- */

static void describe(struct ast *ast, CXCursor function, struct ast_text *out)
{
    struct children kids = ast_children(ast, function);
    out->name = ast_string(clang_getCursorSpelling(function));
    out->hidden = clang_getCursorLinkage(function) == CXLinkage_Internal;
    out->begin = out->end = 0;
    if (kids.n && clang_getCursorKind(kids.list[kids.n - 1]) == CXCursor_CompoundStmt)
        ast_extent(ast, kids.list[kids.n - 1], &out->begin, &out->end);
}

bool ast_text_named(struct ast *ast, const char *name, struct ast_text *out)
{
    if (!ast->names.n)
        for (size_t i = 0; i < ast->n_functions; i++) {
            const char *its = ast_string(clang_getCursorSpelling(ast->functions[i]));
            if (!text_index_find(&ast->names, its))
                text_index_add(&ast->names, its, i);
        }
    const size_t *at = text_index_find(&ast->names, name);
    if (at)
        describe(ast, ast->functions[*at], out);
    return at && out->end;
}

bool ast_text_around(struct ast *ast, size_t at, struct ast_text *out)
{
    CXCursor fn;
    if (!ast_function_at(ast, at, &fn))
        return false;
    describe(ast, fn, out);
    return true;
}

/* ---- calls ---- */

struct call_search {
    struct ast *ast;
    size_t begin, end;
    ast_call_visit *visit;
    void *ctx;
};

/* Volatile, or _Atomic? */
static bool is_watched(CXCursor c)
{
    CXType t = clang_getCursorType(c);
    return clang_isExpression(clang_getCursorKind(c)) &&
           (clang_isVolatileQualifiedType(t) || t.kind == CXType_Atomic);
}

static bool find_calls(const struct call_search *s, CXCursor c)
{
    size_t begin, end;
    ast_extent(s->ast, c, &begin, &end);
    if (end <= s->begin || begin >= s->end)
        return true;
    if (begin >= s->begin && is_watched(c) && !s->visit(NULL, s->ctx))
        return false;
    if (begin >= s->begin && clang_getCursorKind(c) == CXCursor_CallExpr) {
        CXCursor to = clang_getCursorReferenced(c);
        bool named = clang_getCursorKind(to) == CXCursor_FunctionDecl;
        if (!s->visit(named ? ast_string(clang_getCursorSpelling(to)) : NULL, s->ctx))
            return false;
    }
    struct children kids = ast_children(s->ast, c);
    for (size_t i = 0; i < kids.n; i++)
        if (!find_calls(s, kids.list[i]))
            return false;
    return true;
}

bool ast_text_calls(struct ast *ast, size_t begin, size_t end, ast_call_visit *visit, void *ctx)
{
    struct call_search s = {.ast = ast, .begin = begin, .end = end, .visit = visit, .ctx = ctx};
    CXCursor fn;
    return ast_function_at(ast, begin, &fn) && find_calls(&s, fn);
}

/* ---- variables ---- */

struct name_search {
    struct ast *ast;
    size_t begin, end;
    struct decl *found;
    size_t n;
};

static void note_name(struct name_search *s, CXCursor variable)
{
    size_t begin, end;
    ast_extent(s->ast, variable, &begin, &end);
    if (begin >= s->begin && begin < s->end)
        return;
    struct decl d = outline_variable(s->ast, variable)->decl;
    d.offset = begin;
    for (size_t i = 0; i < s->n; i++)
        if (s->found[i].offset == begin && strcmp(s->found[i].name, d.name) == 0)
            return;
    IR_PUSH(s->found, s->n, d);
}

static void find_names(struct name_search *s, CXCursor c)
{
    size_t begin, end;
    ast_extent(s->ast, c, &begin, &end);
    if (end <= s->begin || begin >= s->end)
        return;
    CXCursor to = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(to);
    if (begin >= s->begin && clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
        (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl))
        note_name(s, to);
    struct children kids = ast_children(s->ast, c);
    for (size_t i = 0; i < kids.n; i++)
        find_names(s, kids.list[i]);
}

struct decl *ast_text_names(struct ast *ast, size_t begin, size_t end, size_t *n)
{
    struct name_search s = {.ast = ast, .begin = begin, .end = end};
    CXCursor fn;
    if (ast_function_at(ast, begin, &fn))
        find_names(&s, fn);
    *n = s.n;
    return s.found;
}

/* ---- loops ---- */

struct loop_search {
    struct ast *ast;
    size_t begin, end;
    ast_loop_visit *visit;
    void *ctx;
};

static void find_loops(const struct loop_search *s, CXCursor c)
{
    size_t begin, end;
    ast_extent(s->ast, c, &begin, &end);
    if (end <= s->begin || begin >= s->end)
        return;
    if (begin >= s->begin && clang_getCursorKind(c) == CXCursor_ForStmt)
        s->visit(begin, ast_whole_end(s->ast, s->ast->src->text, c, end), s->ctx);
    struct children kids = ast_children(s->ast, c);
    for (size_t i = 0; i < kids.n; i++)
        find_loops(s, kids.list[i]);
}

void ast_text_loops(struct ast *ast, size_t begin, size_t end, ast_loop_visit *visit, void *ctx)
{
    struct loop_search s = {.ast = ast, .begin = begin, .end = end, .visit = visit, .ctx = ctx};
    CXCursor fn;
    if (ast_function_at(ast, begin, &fn))
        find_loops(&s, fn);
}

/* ---- what touches no memory ---- */

/* Does something in c take the variable's address? */
static bool takes_address(struct ast *ast, CXCursor c, CXCursor variable)
{
    struct children kids = ast_children(ast, c);
    bool takes = clang_getCursorKind(c) == CXCursor_UnaryOperator &&
                 clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf;
    for (size_t i = 0; i < kids.n; i++)
        if ((takes && clang_equalCursors(clang_getCursorReferenced(kids.list[i]), variable)) ||
            takes_address(ast, kids.list[i], variable))
            return true;
    return false;
}

static bool is_plain_type(CXType t)
{
    t = clang_getCanonicalType(t);
    return t.kind >= CXType_FirstBuiltin && t.kind <= CXType_LastBuiltin &&
           !clang_isVolatileQualifiedType(t);
}

static bool is_plain_variable(struct ast *ast, CXCursor fn, CXCursor variable,
                              const struct ast_plain *how)
{
    enum CXCursorKind kind = clang_getCursorKind(variable);
    return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) &&
           clang_getCursorLinkage(variable) == CXLinkage_NoLinkage &&
           clang_Cursor_getStorageClass(variable) != CX_SC_Static &&
           is_plain_type(clang_getCursorType(variable)) && !takes_address(ast, fn, variable) &&
           how->may_name(ast_string(clang_getCursorSpelling(variable)), how->ctx);
}

static bool is_plain_operator(CXCursor c)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    return op != CXUnaryOperator_AddrOf && op != CXUnaryOperator_Deref;
}

/* ... but for the parts of c, its own part of the program. */
static bool is_plain(struct ast *ast, CXCursor fn, CXCursor c, const struct ast_plain *how)
{
    CXCursor is;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_IfStmt:
    case CXCursor_NullStmt:
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr: /* a conversion */
    case CXCursor_CStyleCastExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_TypeRef:
        return true;
    case CXCursor_UnaryOperator:
        return is_plain_operator(c);
    case CXCursor_VarDecl:
        return is_plain_variable(ast, fn, c, how);
    case CXCursor_DeclRefExpr:
        is = clang_getCursorReferenced(c);
        return clang_getCursorKind(is) == CXCursor_EnumConstantDecl ||
               is_plain_variable(ast, fn, is, how);
    default:
        return false;
    }
}

static bool all_plain(struct ast *ast, CXCursor fn, CXCursor c, size_t from, size_t to,
                      const struct ast_plain *how)
{
    size_t begin, end;
    ast_extent(ast, c, &begin, &end);
    if (end <= from || begin >= to)
        return true;
    if (begin >= from && (how->hole(begin, end, how->ctx) || !is_plain(ast, fn, c, how)))
        return how->hole(begin, end, how->ctx);
    struct children kids = ast_children(ast, c);
    for (size_t i = 0; i < kids.n; i++)
        if (!all_plain(ast, fn, kids.list[i], from, to, how))
            return false;
    return true;
}

bool ast_text_is_plain(struct ast *ast, size_t begin, size_t end, const struct ast_plain *how)
{
    CXCursor fn;
    return ast_function_at(ast, begin, &fn) && all_plain(ast, fn, fn, begin, end, how);
}

/* ---- statements behind the loop ---- */

/* The list of statements that the loop is one of, as cursors; n is 0 if there is none. */
static struct children list_of(const struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    size_t begin, end;
    for (size_t i = 0; i < kids.n; i++) {
        ast_extent(r->ast, kids.list[i], &begin, &end);
        if (begin == r->begin && clang_getCursorKind(kids.list[i]) == CXCursor_ForStmt)
            return clang_getCursorKind(c) == CXCursor_CompoundStmt ? kids : (struct children){0};
        if (begin <= r->begin && r->end <= end)
            return list_of(r, kids.list[i]);
    }
    return (struct children){0};
}

struct stmt *ast_after(struct region *r, size_t at, bool *next)
{
    struct region probe = *r; /* what is refused of the statement is not refused of the loop */
    struct children in = {0};
    CXCursor fn;
    size_t begin, end;
    *next = true;
    probe.keeps_text = false; /* `atomic` says nothing about what is computed */
    if (ast_function_at(r->ast, r->begin, &fn))
        in = list_of(r, fn);
    for (size_t i = 0; i < in.n; i++) {
        ast_extent(r->ast, in.list[i], &begin, &end);
        if (begin <= r->begin)
            continue;
        if (ast_may_jump(r->ast, in.list[i]))
            return NULL;
        if (at >= begin && at < end) {
            struct stmt *s = ast_stmt(&probe, in.list[i]);
            return probe.stopped || probe.refused ? NULL : s;
        }
        *next = false;
    }
    return NULL;
}

bool ast_leads(struct region *r, size_t at)
{
    struct children in = {0};
    CXCursor fn;
    size_t begin, end;
    bool found = false;
    if (ast_function_at(r->ast, r->begin, &fn))
        in = list_of(r, fn);
    for (size_t i = 0; i < in.n; i++) {
        ast_extent(r->ast, in.list[i], &begin, &end);
        if (begin == r->begin)
            return found;
        found |= begin == at;
        if (found && ast_may_jump(r->ast, in.list[i]))
            return false;
    }
    return false;
}

/* ---- uses of a variable ---- */

struct use_search {
    struct region *r;
    const struct decl *d;
    size_t begin, end;
    ast_use_visit *visit;
    void *ctx;
};

static bool is_assignment(const struct use_search *s, CXCursor c, const struct children *kids)
{
    size_t begin, end, next, last;
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator || kids->n != 2)
        return false;
    ast_extent(s->r->ast, kids->list[0], &begin, &end);
    ast_extent(s->r->ast, kids->list[1], &next, &last);
    size_t at = ast_statement_at(s->r->src, end);
    return s->r->src->text[at] == '=' && s->r->src->text[at + 1] != '=' && at < next;
}

static void find_uses(struct use_search *s, CXCursor c, bool set)
{
    size_t begin, end;
    ast_extent(s->r->ast, c, &begin, &end);
    if (end <= s->begin || begin >= s->end)
        return;
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
        clang_equalCursors(clang_getCanonicalCursor(clang_getCursorReferenced(c)),
                           clang_getCanonicalCursor(*(CXCursor *)s->d->cursor)))
        s->visit(begin, set, s->ctx);
    struct children kids = ast_children(s->r->ast, c);
    bool assigns = is_assignment(s, c, &kids);
    for (size_t i = 0; i < kids.n; i++)
        find_uses(s, kids.list[i], assigns && i == 0);
}

void ast_uses(struct region *r, const struct decl *d, size_t begin, size_t end,
              ast_use_visit *visit, void *ctx)
{
    struct use_search s = {.r = r, .d = d, .begin = begin, .end = end, .visit = visit, .ctx = ctx};
    CXCursor fn;
    if (ast_function_at(r->ast, begin, &fn))
        find_uses(&s, fn, false);
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_data.c: where a data directive stands, and the types of its items.
 *
 * What replaces the directive is a block of its own.  That block may stand where
 * a statement of a compound statement may; for `data` it also holds the statement
 * that follows, which nothing may leave or enter but at its ends.
 */
#include <string.h>

#include "ast_private.h"
#include "../text/text.h"

static const char structured[] =
    "; begin and end of 'data' must both be passed: move it out, or use 'enter data' and "
    "'exit data'";

/* ---- where a directive without a statement stands ---- */

struct around {
    struct ast *ast;
    size_t offset;
    enum CXCursorKind kind; /* the innermost that is no label */
};

static bool is_label(enum CXCursorKind kind)
{
    return kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
}

static enum CXChildVisitResult visit_around(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct around *a = data;
    size_t begin, end;
    ast_extent(a->ast, c, &begin, &end);
    if (a->offset < begin || a->offset >= end)
        return CXChildVisit_Continue;
    if (!is_label(clang_getCursorKind(c)))
        a->kind = clang_getCursorKind(c);
    return CXChildVisit_Recurse;
}

static bool check_between(struct region *r, CXCursor fn)
{
    struct around a = {.ast = r->ast, .offset = r->pragma->begin, .kind = CXCursor_FunctionDecl};
    clang_visitChildren(fn, visit_around, &a);
    if (a.kind != CXCursor_CompoundStmt)
        return refuse(
            r, REFUSE_LOOP, r->pragma->begin, CODE_PLACEMENT,
            "it does not stand between the statements of a block; put { } around it and the "
            "statement that follows");
    return true;
}

/* ---- the statement of `data` ---- */

struct finder {
    struct ast *ast;
    size_t offset;
    CXCursor found, parent;
    bool done;
};

static enum CXChildVisitResult find_statement(CXCursor c, CXCursor parent, CXClientData data)
{
    struct finder *f = data;
    size_t begin, end;
    ast_extent(f->ast, c, &begin, &end);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (begin == f->offset && (clang_isStatement(kind) || clang_isExpression(kind))) {
        f->found = c;
        f->parent = parent;
        f->done = true;
        return CXChildVisit_Break;
    }
    return f->offset >= begin && f->offset < end ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

/* Is a cursor that begins there the whole of a statement? */
static bool is_whole(const struct finder *f)
{
    enum CXCursorKind kind = clang_getCursorKind(f->found);
    if (kind == CXCursor_DeclStmt || is_label(kind))
        return false;
    switch (clang_getCursorKind(f->parent)) {
    case CXCursor_CompoundStmt:
        return true;
    case CXCursor_IfStmt:
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return clang_isStatement(kind);
    default:
        return false;
    }
}

/* The first jump over one of the statement's ends. */
struct jump {
    struct region *r;
    size_t at;
    const char *what;        /* NULL: there is none */
    bool in_loop, in_switch; /* inside the statement */
};

static bool refuse_jump(const struct jump *j)
{
    if (j->what)
        return refuse(j->r, REFUSE_LOOP, j->at, CODE_JUMP_OUT, "%s%s", j->what, structured);
    return true;
}

static bool is_inside(const struct region *r, CXCursor c)
{
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    return begin >= r->begin && begin < r->end;
}

static enum CXChildVisitResult find_label(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_LabelRef)
        return CXChildVisit_Continue;
    *(CXCursor *)data = clang_getCursorReferenced(c);
    return CXChildVisit_Break;
}

static bool goes_inside(const struct region *r, CXCursor jump)
{
    CXCursor label = clang_getNullCursor();
    clang_visitChildren(jump, find_label, &label);
    return !clang_Cursor_isNull(label) && is_inside(r, label);
}

/* Seen from inside. */
static enum CXChildVisitResult visit_leaving(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct jump *j = data, inner = *j;
    const char *what = NULL;
    size_t end;
    ast_extent(j->r->ast, c, &inner.at, &end);
    switch (clang_getCursorKind(c)) {
    case CXCursor_ReturnStmt:
        what = "'return' leaves the block";
        break;
    case CXCursor_BreakStmt:
        what = j->in_loop || j->in_switch ? NULL : "'break' leaves the block";
        break;
    case CXCursor_ContinueStmt:
        what = j->in_loop ? NULL : "'continue' leaves the block";
        break;
    case CXCursor_GotoStmt:
        what = goes_inside(j->r, c) ? NULL : "'goto' leaves the block";
        break;
    case CXCursor_IndirectGotoStmt:
        what = "'goto' with a computed label may leave the block";
        break;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        what = j->in_switch ? NULL : "a label of a 'switch' from outside leads into the block";
        break;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        inner.in_loop = true;
        break;
    case CXCursor_SwitchStmt:
        inner.in_switch = true;
        break;
    default:
        break;
    }
    inner.what = what;
    if (!what)
        clang_visitChildren(c, visit_leaving, &inner);
    j->at = inner.at;
    j->what = inner.what;
    return j->what ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* Jumps from outside; the address of a label may be jumped to from anywhere. */
static enum CXChildVisitResult visit_entering(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct jump *j = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool outside = kind == CXCursor_GotoStmt && !is_inside(j->r, c);
    if ((outside || kind == CXCursor_AddrLabelExpr) && goes_inside(j->r, c)) {
        size_t end;
        ast_extent(j->r->ast, c, &j->at, &end);
        j->what = "'goto' leads into the block";
    }
    return j->what ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool find_block(struct region *r, CXCursor fn)
{
    const char *text = r->src->text;
    bool line_start = true;
    struct finder f = {.ast = r->ast, .offset = ast_skip_blank(text, r->pragma->end, &line_start)};
    clang_visitChildren(fn, find_statement, &f);
    if (!f.done || !is_whole(&f))
        return refuse(
            r, REFUSE_LOOP, f.offset, CODE_PLACEMENT,
            "a statement must follow, such as a block in { }, that is no declaration and has no "
            "label");
    ast_extent(r->ast, f.found, &r->begin, &r->end);
    if (clang_isExpression(clang_getCursorKind(f.found)))
        r->end += strcspn(text + r->end, ";") + 1;
    else
        r->end = ast_whole_end(r->ast, text, f.found, r->end);
    struct jump leaving = {.r = r}, entering = {.r = r};
    visit_leaving(f.found, f.parent, &leaving);
    clang_visitChildren(fn, visit_entering, &entering);
    return refuse_jump(&leaving) && refuse_jump(&entering);
}

bool ast_data_place(struct region *r)
{
    CXCursor fn;
    r->ast->n_decls = 0;
    if (!ast_function_at(r->ast, r->pragma->begin, &fn))
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_PLACEMENT,
                      "the directive stands outside of a function");
    ast_extent(r->ast, fn, &r->function_begin, &r->function_end);
    r->function = ast_string(clang_getCursorSpelling(fn));
    r->begin = r->end = r->pragma->begin;
    return r->dir->kind == DIR_DATA ? find_block(r, fn) : check_between(r, fn);
}

/* ---- types ---- */

static enum data_level_kind level_kind(CXType t)
{
    switch (t.kind) {
    case CXType_ConstantArray:
    case CXType_VariableArray:
        return LEVEL_ARRAY;
    case CXType_IncompleteArray:
        return LEVEL_OPEN_ARRAY;
    case CXType_Pointer:
        return LEVEL_POINTER;
    default:
        return LEVEL_OBJECT;
    }
}

static bool is_complete(CXType t)
{
    while (t.kind == CXType_ConstantArray || t.kind == CXType_VariableArray)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return t.kind != CXType_Void && t.kind != CXType_FunctionProto &&
           t.kind != CXType_FunctionNoProto && t.kind != CXType_IncompleteArray &&
           clang_Type_getSizeOf(t) > 0;
}

struct data_shape ast_data_shape(CXType t)
{
    struct data_shape s = {0};
    for (t = clang_getCanonicalType(t); s.n < DATA_LEVELS; s.n++) {
        s.kind[s.n] = level_kind(t);
        s.complete[s.n] = is_complete(t);
        s.extent[s.n] = t.kind == CXType_ConstantArray ? clang_getArraySize(t) : -1;
        s.is_record |= s.n == 0 && t.kind == CXType_Record;
        if (s.kind[s.n] == LEVEL_OBJECT)
            break;
        t = clang_getCanonicalType(s.kind[s.n] == LEVEL_POINTER ? clang_getPointeeType(t)
                                                                : clang_getArrayElementType(t));
    }
    return s;
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_escape.c: is a variable's address kept where later code finds it, or does
 * a goto give its uses another order than that of the text?  Then nothing is
 * known of what is read after the region.
 */
#include "ast_live.h"

#include <string.h>

/* The variable, or a member or an element of it (not of what it points to). */
static bool is_part(struct live *l, CXCursor c)
{
    while (!live_is(l, c)) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        struct children kids = ast_children(l->region->ast, c);
        if (kids.n == 0 || (kind != CXCursor_ParenExpr && kind != CXCursor_MemberRefExpr &&
                            kind != CXCursor_ArraySubscriptExpr && kind != CXCursor_UnexposedExpr))
            return false;
        if (clang_getCanonicalType(clang_getCursorType(kids.list[0])).kind == CXType_Pointer &&
            kind == CXCursor_MemberRefExpr)
            return false;
        c = kids.list[0];
    }
    return true;
}

enum context { VALUE, ARGUMENT, FORGOTTEN, ELEMENT };

/* What stands below c is evaluated for this. */
static enum context context_below(CXCursor c, size_t child, enum context context)
{
    enum CXTypeKind type = clang_getCanonicalType(clang_getCursorType(c)).kind;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CallExpr:
        if (live_is_math(c))
            return FORGOTTEN;
        /* what is returned may hold the address */
        return type == CXType_Pointer || type == CXType_Record ? VALUE : ARGUMENT;
    case CXCursor_ArraySubscriptExpr:
        return child == 0 ? ELEMENT : VALUE;
    case CXCursor_MemberRefExpr:
    case CXCursor_UnaryExpr:
        return ELEMENT;
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf ? ELEMENT : VALUE;
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
        return context;
    default:
        return VALUE;
    }
}

/* Is this the address of the variable or a part? */
static bool takes_address(struct live *l, CXCursor c, const struct children *kids,
                          enum context context)
{
    if (clang_getCursorKind(c) == CXCursor_UnaryOperator)
        return clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf && kids->n == 1 &&
               is_part(l, kids->list[0]);
    return l->parts && context != ELEMENT && is_part(l, c) &&
           clang_getArrayElementType(clang_getCursorType(c)).kind != CXType_Invalid;
}

static bool has_cleanup(struct live *l, CXCursor c)
{
    size_t begin, end;
    ast_extent(l->region->ast, c, &begin, &end);
    return clang_isAttribute(clang_getCursorKind(c)) &&
           strstr(region_quote(l->region, begin, end), "cleanup");
}

/* Does this goto lead on, to a label of the function's own block?  Others have
 * what follows the region in another order than that of the text. */
static bool leads_on(struct live *l, CXCursor c, const struct children *kids)
{
    CXCursor function, target = clang_getCursorReferenced(kids->list[0]);
    size_t from, to, end;
    ast_extent(l->region->ast, c, &from, &end);
    ast_extent(l->region->ast, target, &to, &end);
    if (to < from || !ast_function_at(l->region->ast, from, &function))
        return false;
    struct children parts = ast_children(l->region->ast, function);
    parts = ast_children(l->region->ast, parts.list[parts.n - 1]);
    for (size_t i = 0; i < parts.n; i++)
        for (CXCursor s = parts.list[i]; clang_getCursorKind(s) == CXCursor_LabelStmt;) {
            struct children of = ast_children(l->region->ast, s);
            if (clang_equalCursors(s, target))
                return true;
            s = of.list[of.n - 1];
        }
    return false;
}

/* The address may be kept where later code finds it.  In the region, it may be
 * an argument: whatever is stored there is private to an iteration. */
static void find_escape(struct live *l, CXCursor c, enum context context)
{
    if (!ast_mentions(l->region->ast, c, l->decl) && !ast_has_goto(l->region->ast, c))
        return;
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(l->region->ast, c);
    size_t begin, end;
    ast_extent(l->region->ast, c, &begin, &end);
    bool inside = !l->strict && begin >= l->region->begin && end <= l->region->end;
    if (kind == CXCursor_GotoStmt && !(inside && l->region->n_loops == 1))
        l->escapes |= !leads_on(l, c, &kids);
    l->escapes |= kind == CXCursor_IndirectGotoStmt;
    if (takes_address(l, c, &kids, context) && context != FORGOTTEN &&
        !(inside && context == ARGUMENT))
        l->escapes = true;
    bool is_self = clang_equalCursors(clang_getCanonicalCursor(c), l->decl);
    for (size_t i = 0; i < kids.n && !l->escapes; i++) {
        l->escapes |= is_self && has_cleanup(l, kids.list[i]);
        find_escape(l, kids.list[i], context_below(c, i, context));
    }
}

/* A variable whose address nobody takes, in a function without gotos. */
static bool stays(struct live *l, CXCursor function)
{
    struct children kids = ast_children(l->region->ast, l->decl);
    for (size_t i = 0; i < kids.n; i++)
        if (has_cleanup(l, kids.list[i]))
            return false;
    return !ast_has_goto(l->region->ast, function) &&
           !ast_addressed(l->region->ast, function, l->decl);
}

/* Mostly it does not, whatever the region. */
bool live_escapes(struct live *l, CXCursor function)
{
    int answer = *ast_note(l->region->ast, AST_ESCAPES, l->decl, clang_getNullCursor(), 0);
    if (answer == AST_UNKNOWN) {
        struct live all = *l;
        all.strict = true;
        if (!stays(l, function))
            find_escape(&all, function, VALUE);
        answer = all.escapes;
        *ast_note(l->region->ast, AST_ESCAPES, l->decl, clang_getNullCursor(), 0) = answer;
    }
    if (answer)
        find_escape(l, function, VALUE);
    return l->escapes;
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_live.c: is a variable's value read after the region before it is
 * written again?  Decides whether a temporary declared outside the loop may be
 * private to an iteration.
 *
 * Structured, conservative: a statement READS (may read before writing),
 * WRITES (surely writes first, or never goes on), or does NEITHER.  From the
 * region outward, what follows in each enclosing block is asked in turn; an
 * enclosing loop is asked from its top as well, for its next turn.
 */
#include "ast_live.h"

#include <stdint.h>
#include <string.h>

#include "../ir/math_table.h"

enum use { NEITHER, READS, WRITES };

static enum use use_of(struct live *l, CXCursor c);

bool live_is(const struct live *l, CXCursor c)
{
    while (clang_getCursorKind(c) == CXCursor_ParenExpr) {
        struct children kids = ast_children(l->region->ast, c);
        if (kids.n != 1)
            return false;
        c = kids.list[0];
    }
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCanonicalCursor(clang_getCursorReferenced(c)), l->decl);
}

/* The first bit of a member or element with constant subscripts, in its variable. */
static bool place_of(struct live *l, CXCursor c, long long *begin)
{
    *begin = 0;
    while (l->parts && !live_is(l, c)) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        struct children kids = ast_children(l->region->ast, c);
        CXType type = clang_getCanonicalType(clang_getCursorType(c));
        if (kind == CXCursor_MemberRefExpr && kids.n == 1) {
            CXCursor f = clang_getCursorReferenced(c);
            CXType owner = clang_getCursorType(clang_getCursorSemanticParent(f));
            CXType of = clang_getCanonicalType(clang_getCursorType(kids.list[0]));
            if (clang_Cursor_isBitField(f) ||
                !clang_equalTypes(clang_getCanonicalType(owner), clang_getUnqualifiedType(of)))
                return false;
            *begin += clang_Cursor_getOffsetOfField(f);
        } else if (kind == CXCursor_ArraySubscriptExpr && kids.n == 2) {
            long long k;
            if (!ast_evaluate(kids.list[1], &k) || clang_Type_getSizeOf(type) <= 0)
                return false;
            *begin += k * clang_Type_getSizeOf(type) * 8;
        } else if (kids.n != 1 || (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr)) {
            return false;
        }
        c = kids.list[0];
    }
    return l->parts;
}

/* Part of the variable, but not of the leaf? */
static bool misses(struct live *l, CXCursor c)
{
    long long begin, size = clang_Type_getSizeOf(clang_getCursorType(c)) * 8;
    return size > 0 && place_of(l, c, &begin) &&
           (begin + size <= l->leaf.begin || begin >= l->leaf.begin + l->leaf.size);
}

static bool covers(struct live *l, CXCursor c)
{
    long long begin, size = clang_Type_getSizeOf(clang_getCursorType(c)) * 8;
    return live_is(l, c) || (size > 0 && place_of(l, c, &begin) && begin <= l->leaf.begin &&
                             begin + size >= l->leaf.begin + l->leaf.size);
}

/* May a break or continue leave this statement for one around it? */
static bool jumps_out(struct ast *ast, CXCursor c, bool in_loop, bool in_switch)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (clang_isExpression(kind))
        return false;
    in_loop |= kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
    in_switch |= kind == CXCursor_SwitchStmt;
    if (kind == CXCursor_ContinueStmt)
        return !in_loop;
    if (kind == CXCursor_BreakStmt)
        return !in_loop && !in_switch;
    struct children kids = ast_children(ast, c);
    for (size_t i = 0; i < kids.n; i++)
        if (jumps_out(ast, kids.list[i], in_loop, in_switch))
            return true;
    return false;
}

static bool has_goto(struct ast *ast, CXCursor c)
{
    struct children kids = ast_children(ast, c);
    bool found = clang_getCursorKind(c) == CXCursor_GotoStmt;
    for (size_t i = 0; i < kids.n && !found; i++)
        found = has_goto(ast, kids.list[i]);
    return found;
}

static bool may_leave(struct ast *ast, CXCursor c)
{
    int answer = *ast_note(ast, AST_JUMPS_OUT, c, clang_getNullCursor(), 0);
    if (answer == AST_UNKNOWN) {
        answer = jumps_out(ast, c, false, false);
        *ast_note(ast, AST_JUMPS_OUT, c, clang_getNullCursor(), 0) = answer;
    }
    return answer;
}

/* What is written after a jump that may leave is not surely written. */
static enum use use_in_turn(struct live *l, const struct children *kids, size_t from)
{
    bool left = false;
    for (size_t i = from; i < kids->n; i++) {
        enum CXCursorKind kind = clang_getCursorKind(kids->list[i]);
        if ((kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt) && !l->gone)
            return NEITHER;
        enum use u = use_of(l, kids->list[i]);
        left |= may_leave(l->region->ast, kids->list[i]);
        l->gone |= has_goto(l->region->ast, kids->list[i]);
        if (u == READS || (u == WRITES && !l->gone))
            return u == WRITES && left ? NEITHER : u;
    }
    return NEITHER;
}

/* Anywhere below, whatever the order: the labels of a switch are entered from its head. */
static bool reads_anywhere(struct live *l, CXCursor c)
{
    if (live_is(l, c))
        return true;
    struct children kids = ast_children(l->region->ast, c);
    bool assigns = clang_getCursorKind(c) == CXCursor_BinaryOperator && kids.n == 2 &&
                   clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign &&
                   live_is(l, kids.list[0]);
    for (size_t i = assigns; i < kids.n; i++)
        if (reads_anywhere(l, kids.list[i]))
            return true;
    return false;
}

/* First part surely happens; the others may or may not. */
static enum use use_conditional(struct live *l, const struct children *kids, size_t sure)
{
    bool all = kids->n > sure + 1; /* if with else: both branches must write */
    for (size_t i = 0; i < kids->n; i++) {
        enum use u = use_of(l, kids->list[i]);
        if (u == READS || (u == WRITES && i < sure))
            return u;
        if (i >= sure && u != WRITES)
            all = false;
    }
    return all ? WRITES : NEITHER;
}

/* The head runs before the body, which may not run; a for loop's step after it
 * (libclang has it before). */
static enum use use_loop(struct live *l, CXCursor c, const struct children *kids)
{
    size_t semi[2] = {0, SIZE_MAX}, begin, end, body = kids->n - 1;
    ast_extent(l->region->ast, c, &begin, &end);
    if (clang_getCursorKind(c) == CXCursor_ForStmt)
        ast_header_semicolons(l->region->src->text, begin, semi);
    for (size_t i = 0; i < body; i++) {
        ast_extent(l->region->ast, kids->list[i], &begin, &end);
        enum use u = begin < semi[1] ? use_of(l, kids->list[i]) : NEITHER;
        if (u != NEITHER)
            return u;
    }
    if (use_of(l, kids->list[body]) == READS)
        return READS;
    for (size_t i = 0; i < body; i++) {
        ast_extent(l->region->ast, kids->list[i], &begin, &end);
        if (begin >= semi[1] && use_of(l, kids->list[i]) == READS)
            return READS;
    }
    return NEITHER;
}

bool live_is_math(CXCursor call)
{
    CXCursor f = clang_getCursorReferenced(call);
    return clang_getCursorKind(f) == CXCursor_FunctionDecl &&
           clang_Cursor_isNull(clang_getCursorDefinition(f)) &&
           math_find(ast_string(clang_getCursorSpelling(f)));
}

static enum use use_call(struct live *l, CXCursor c, const struct children *kids)
{
    enum use all = NEITHER;
    for (size_t i = 0; i < kids->n; i++) {
        CXCursor arg = kids->list[i];
        struct children of = ast_children(l->region->ast, arg);
        bool address = clang_getCursorKind(arg) == CXCursor_UnaryOperator && of.n == 1 &&
                       clang_getCursorUnaryOperatorKind(arg) == CXUnaryOperator_AddrOf;
        bool sets = address && covers(l, of.list[0]) && live_is_math(c);
        enum use u = sets ? WRITES : use_of(l, arg);
        if (u == READS)
            return READS;
        all = u == WRITES ? WRITES : all;
    }
    return all;
}

static enum use use_binary(struct live *l, CXCursor c, const struct children *kids)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    if (kids->n != 2)
        return use_in_turn(l, kids, 0);
    if (op == CXBinaryOperator_Assign && covers(l, kids->list[0]))
        return use_of(l, kids->list[1]) == READS ? READS : WRITES;
    if (op == CXBinaryOperator_Assign && misses(l, kids->list[0]))
        return use_of(l, kids->list[1]);
    if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)
        return use_conditional(l, kids, 1);
    return use_in_turn(l, kids, 0);
}

/* In the region itself only the header may read what is from before it. */
static enum use use_region(struct live *l, const struct children *kids)
{
    for (size_t i = 0; i + 1 < kids->n; i++)
        if (reads_anywhere(l, kids->list[i]))
            return READS;
    return NEITHER;
}

static bool is_region(const struct live *l, CXCursor c)
{
    size_t begin, end;
    ast_extent(l->region->ast, c, &begin, &end);
    return begin == l->region->begin && end == l->region->end && l->region->n_loops == 1;
}

static enum use use_of_new(struct live *l, CXCursor c);

/* A statement that the region is not in is the same for all regions: nothing in
 * *l but the variable and its leaf may make a difference to it. */
static enum use use_of(struct live *l, CXCursor c)
{
    if (!clang_isStatement(clang_getCursorKind(c)) || l->gone || ast_has_goto(l->region->ast, c))
        return use_of_new(l, c);
    size_t begin, end;
    ast_extent(l->region->ast, c, &begin, &end);
    if (begin <= l->region->begin && l->region->end <= end)
        return use_of_new(l, c);
    long long part = l->parts ? l->leaf.begin : AST_UNKNOWN;
    int answer = *ast_note(l->region->ast, AST_USE, c, l->decl, part);
    if (answer == AST_UNKNOWN) {
        answer = (int)use_of_new(l, c);
        *ast_note(l->region->ast, AST_USE, c, l->decl, part) = answer;
    }
    return (enum use)answer;
}

static enum use use_of_new(struct live *l, CXCursor c)
{
    struct children kids = ast_children(l->region->ast, c);
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        return live_is(l, c) ? READS : NEITHER;
    case CXCursor_BinaryOperator:
        return use_binary(l, c, &kids);
    case CXCursor_IfStmt:
    case CXCursor_ConditionalOperator:
        return use_conditional(l, &kids, 1);
    case CXCursor_SwitchStmt:
        return reads_anywhere(l, c) ? READS : NEITHER;
    case CXCursor_CallExpr:
        return use_call(l, c, &kids);
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        return misses(l, c) ? NEITHER : use_in_turn(l, &kids, 0);
    case CXCursor_ForStmt:
        if (is_region(l, c))
            return use_region(l, &kids);
        return kids.n ? use_loop(l, c, &kids) : NEITHER;
    case CXCursor_WhileStmt:
        return kids.n ? use_loop(l, c, &kids) : NEITHER;
    case CXCursor_UnaryExpr: /* sizeof: evaluated for types of variable length only */
        return reads_anywhere(l, c) ? READS : NEITHER;
    case CXCursor_ReturnStmt:
        return use_in_turn(l, &kids, 0) == READS ? READS : WRITES;
    case CXCursor_StmtExpr:
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_VarDecl:
    case CXCursor_CStyleCastExpr:
    case CXCursor_ParenExpr:
    case CXCursor_UnaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_InitListExpr:
    case CXCursor_DoStmt:
        return use_in_turn(l, &kids, 0);
    default: /* nothing is known of the order, nor what is evaluated */
        if (kids.n == 1 && clang_getCursorKind(c) == CXCursor_UnexposedExpr)
            return use_of(l, kids.list[0]);
        return reads_anywhere(l, c) ? READS : NEITHER;
    }
}

/* What follows the region in a block, unless a jump has left it. */
static enum use use_of_rest(struct live *l, const struct children *kids, size_t from)
{
    enum use u = use_in_turn(l, kids, from);
    bool left = l->left;
    for (size_t i = from; i < kids->n; i++)
        l->left |= may_leave(l->region->ast, kids->list[i]);
    return u == WRITES && left ? NEITHER : u;
}

/* What follows the region below c, in c; c contains the region. */
static enum use use_after(struct live *l, CXCursor c)
{
    struct children kids = ast_children(l->region->ast, c);
    size_t at = kids.n;
    enum use inner = NEITHER;
    for (size_t i = 0; i < kids.n; i++) {
        size_t b, e;
        ast_extent(l->region->ast, kids.list[i], &b, &e);
        if (b <= l->region->begin && l->region->begin < e) {
            at = i;
            if (b < l->region->begin || e > l->region->end ||
                clang_getCursorKind(kids.list[i]) == CXCursor_CompoundStmt)
                inner = use_after(l, kids.list[i]);
            break;
        }
    }
    if (at == kids.n || inner != NEITHER)
        return inner;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
        return use_of_rest(l, &kids, at + 1);
    case CXCursor_SwitchStmt: /* where a break leads; a continue goes on */
        l->left = may_leave(l->region->ast, c);
        return NEITHER;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        l->left = false;
        /* the next turn: everything but the init runs again, up to the region */
        for (size_t i = 0; i < kids.n; i++)
            if (use_of(l, kids.list[i]) == READS)
                return READS;
        return NEITHER;
    case CXCursor_IfStmt:
        if (at > 0) /* in a branch; the condition has been evaluated */
            return NEITHER;
        return reads_anywhere(l, c) ? READS : NEITHER;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt:
        return NEITHER;
    default: /* in an expression, or something new */
        return clang_isExpression(clang_getCursorKind(c)) && reads_anywhere(l, c) ? READS : NEITHER;
    }
}

/* Of a structure or array, any part counts that is not known to be dead. */
static bool read_after(struct live *l, const struct type *type, CXCursor function)
{
    struct leaf leaves[TYPE_LEAVES];
    size_t n = type->kind == TYPE_SCALAR ? 0 : type_leaves(type, leaves);
    l->parts = n > 0;
    if (live_escapes(l, function))
        return true;
    for (size_t i = 0; i < n; i++) {
        l->leaf = leaves[i];
        l->gone = false;
        if (use_after(l, function) == READS)
            return true;
    }
    return n == 0 && use_after(l, function) == READS;
}

bool ast_live_after(struct region *r, struct decl *d)
{
    if (d->kind != DECL_LOCAL && d->kind != DECL_PARAM)
        return true;
    struct live l = {.region = r, .decl = clang_getCanonicalCursor(*(CXCursor *)d->cursor)};
    CXCursor function;
    return !ast_function_at(r->ast, r->begin, &function) || read_after(&l, d->type, function);
}

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
#include "ast_private.h"

#include <stdint.h>
#include <string.h>

enum use { NEITHER, READS, WRITES };

struct live {
    struct region *region;
    CXCursor decl; /* canonical */
    bool escapes;  /* address taken, goto in the function: give up */
};

static enum use use_of(struct live *l, CXCursor c);

static bool is_decl(struct live *l, CXCursor c)
{
    while (clang_getCursorKind(c) == CXCursor_ParenExpr) {
        struct children kids = ast_children(c);
        if (kids.n != 1)
            return false;
        c = kids.list[0];
    }
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCanonicalCursor(clang_getCursorReferenced(c)), l->decl);
}

/* May a break or continue leave this statement for one around it? */
static bool jumps_out(CXCursor c, bool in_loop, bool in_switch)
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
    struct children kids = ast_children(c);
    for (size_t i = 0; i < kids.n; i++)
        if (jumps_out(kids.list[i], in_loop, in_switch))
            return true;
    return false;
}

/* What is written after a jump that may leave is not surely written. */
static enum use use_in_turn(struct live *l, const struct children *kids, size_t from)
{
    bool left = false;
    for (size_t i = from; i < kids->n; i++) {
        enum CXCursorKind kind = clang_getCursorKind(kids->list[i]);
        if (kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt)
            return NEITHER;
        enum use u = use_of(l, kids->list[i]);
        left |= jumps_out(kids->list[i], false, false);
        if (u != NEITHER)
            return u == WRITES && left ? NEITHER : u;
    }
    return NEITHER;
}

/* Anywhere below, whatever the order: the labels of a switch are entered from its head. */
static bool reads_anywhere(struct live *l, CXCursor c)
{
    if (is_decl(l, c))
        return true;
    struct children kids = ast_children(c);
    bool assigns = clang_getCursorKind(c) == CXCursor_BinaryOperator && kids.n == 2 &&
                   clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign &&
                   is_decl(l, kids.list[0]);
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
    ast_extent(c, &begin, &end);
    if (clang_getCursorKind(c) == CXCursor_ForStmt)
        ast_header_semicolons(l->region->src->text, begin, semi);
    for (size_t i = 0; i < body; i++) {
        ast_extent(kids->list[i], &begin, &end);
        enum use u = begin < semi[1] ? use_of(l, kids->list[i]) : NEITHER;
        if (u != NEITHER)
            return u;
    }
    if (use_of(l, kids->list[body]) == READS)
        return READS;
    for (size_t i = 0; i < body; i++) {
        ast_extent(kids->list[i], &begin, &end);
        if (begin >= semi[1] && use_of(l, kids->list[i]) == READS)
            return READS;
    }
    return NEITHER;
}

static enum use use_binary(struct live *l, CXCursor c, const struct children *kids)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    if (kids->n != 2)
        return use_in_turn(l, kids, 0);
    if (op == CXBinaryOperator_Assign && is_decl(l, kids->list[0]))
        return use_of(l, kids->list[1]) == READS ? READS : WRITES;
    if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)
        return use_conditional(l, kids, 1);
    return use_in_turn(l, kids, 0);
}

static enum use use_of(struct live *l, CXCursor c)
{
    struct children kids = ast_children(c);
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        return is_decl(l, c) ? READS : NEITHER;
    case CXCursor_BinaryOperator:
        return use_binary(l, c, &kids);
    case CXCursor_IfStmt:
    case CXCursor_ConditionalOperator:
        return use_conditional(l, &kids, 1);
    case CXCursor_SwitchStmt:
        return reads_anywhere(l, c) ? READS : NEITHER;
    case CXCursor_ForStmt:
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
    case CXCursor_CallExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_ParenExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
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

/* What follows the region below c, in c; c contains the region. */
static enum use use_after(struct live *l, CXCursor c)
{
    struct children kids = ast_children(c);
    size_t at = kids.n;
    enum use inner = NEITHER;
    for (size_t i = 0; i < kids.n; i++) {
        size_t b, e;
        ast_extent(kids.list[i], &b, &e);
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
    case CXCursor_SwitchStmt:
        return use_in_turn(l, &kids, at + 1);
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
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

/* The variable, or a member or an element of it (not of what it points to). */
static bool is_part(struct live *l, CXCursor c)
{
    while (!is_decl(l, c)) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        struct children kids = ast_children(c);
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

static enum CXChildVisitResult find_escape(CXCursor c, CXCursor parent, CXClientData data)
{
    struct live *l = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt ||
        kind == CXCursor_LabelStmt)
        l->escapes = true;
    if (clang_isAttribute(kind) && clang_equalCursors(clang_getCanonicalCursor(parent), l->decl)) {
        size_t begin, end;
        ast_extent(c, &begin, &end);
        if (strstr(region_quote(l->region, begin, end), "cleanup"))
            l->escapes = true;
    }
    if (kind == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf) {
        struct children kids = ast_children(c);
        if (kids.n == 1 && is_part(l, kids.list[0]))
            l->escapes = true;
    }
    return l->escapes ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool ast_live_after(struct region *r, struct decl *d)
{
    if (d->kind != DECL_LOCAL && d->kind != DECL_PARAM)
        return true;
    struct live l = {.region = r, .decl = clang_getCanonicalCursor(*(CXCursor *)d->cursor)};
    for (size_t i = 0; i < r->ast->n_functions; i++) {
        size_t b, e;
        ast_extent(r->ast->functions[i], &b, &e);
        if (b != r->function_begin)
            continue;
        clang_visitChildren(r->ast->functions[i], find_escape, &l);
        return l.escapes || use_after(&l, r->ast->functions[i]) == READS;
    }
    return true;
}

/* ---- addresses that are kept ---- */

enum context { VALUE, ARGUMENT, ELEMENT };

struct kept {
    struct live live;
    bool array, inside, found;
};

/* An address at a place of this kind. */
static bool is_address(struct kept *k, CXCursor c)
{
    if (k->array && is_decl(&k->live, c))
        return true;
    struct children kids = ast_children(c);
    return clang_getCursorKind(c) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf && kids.n == 1 &&
           is_part(&k->live, kids.list[0]);
}

static void find_kept(struct kept *k, CXCursor c, enum context context)
{
    const struct region *r = k->live.region;
    enum CXCursorKind kind = clang_getCursorKind(c);
    size_t begin, end;
    ast_extent(c, &begin, &end);
    if (k->found || (!k->inside && begin >= r->begin && end <= r->end && end > begin))
        return;
    if (is_address(k, c)) {
        k->found |= context == VALUE;
        return;
    }
    bool passes = kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
                  kind == CXCursor_CStyleCastExpr;
    struct children kids = ast_children(c);
    for (size_t i = 0; i < kids.n; i++)
        find_kept(k, kids.list[i],
                  kind == CXCursor_CallExpr             ? ARGUMENT
                  : kind == CXCursor_ArraySubscriptExpr ? ELEMENT
                  : kind == CXCursor_UnaryExpr          ? ELEMENT
                  : passes                              ? context
                                                        : VALUE);
}

bool ast_address_kept(struct region *r, struct decl *d, bool inside)
{
    struct kept k = {
        .live = {.region = r, .decl = clang_getCanonicalCursor(*(CXCursor *)d->cursor)},
        .array = d->type->kind == TYPE_ARRAY,
        .inside = inside};
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM || d->kind == DECL_STATIC_LOCAL;
    CXCursor unit = clang_getTranslationUnitCursor(r->ast->unit);
    for (size_t i = 0; local && i < r->ast->n_functions; i++) {
        size_t begin, end;
        ast_extent(r->ast->functions[i], &begin, &end);
        if (begin <= r->begin && r->begin < end)
            find_kept(&k, r->ast->functions[i], VALUE);
    }
    if (!local)
        find_kept(&k, unit, VALUE);
    return k.found;
}

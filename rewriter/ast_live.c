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

enum use { NEITHER, READS, WRITES };

struct live {
    struct region *region;
    CXCursor decl;   /* canonical */
    bool escapes;    /* address taken, goto in the function: give up */
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

static enum use use_in_turn(struct live *l, const struct children *kids, size_t from)
{
    for (size_t i = from; i < kids->n; i++) {
        enum use u = use_of(l, kids->list[i]);
        if (u != NEITHER)
            return u;
    }
    return NEITHER;
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

static enum use use_loop(struct live *l, const struct children *kids)
{
    bool first_writes = false;
    for (size_t i = 0; i < kids->n; i++) {
        enum use u = use_of(l, kids->list[i]);
        if (i == 0 && u == WRITES)
            first_writes = true;
        if (first_writes)
            return WRITES;
        if (u == READS)
            return READS;
        if (u == WRITES)
            return NEITHER; /* it may not be reached, and nothing before it reads */
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
        return use_in_turn(l, &kids, 0) == READS ? READS : NEITHER;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
        return use_loop(l, &kids);
    case CXCursor_ReturnStmt:
        return use_in_turn(l, &kids, 0) == READS ? READS : WRITES;
    default:
        return use_in_turn(l, &kids, 0);
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
    default:
        return NEITHER;
    }
}

static enum CXChildVisitResult find_escape(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct live *l = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt ||
        kind == CXCursor_LabelStmt)
        l->escapes = true;
    if (kind == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf) {
        struct children kids = ast_children(c);
        if (kids.n == 1 && is_decl(l, kids.list[0]))
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

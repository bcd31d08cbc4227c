/* SPDX-License-Identifier: MIT */
/*
 * ast_dead.c: what never runs: branches under conditions that are constant,
 * `if (DEBUG)` with a macro that is 0.  As in a compiler, such a branch need
 * only be C; the host's text keeps it.
 */
#include "ast_private.h"

#include "../ir/math_table.h"

static bool visit_settled(struct expr *e, void *ctx)
{
    bool *acts = ctx;
    *acts |= e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || e->kind == EXPR_HOST ||
             (e->kind == EXPR_CALL && (!e->math || e->math->device));
    return !*acts;
}

bool ast_settled(CXCursor c, struct expr *e, long long *value)
{
    bool acts = false;
    expr_walk(e, visit_settled, &acts);
    return !acts && ast_evaluate(c, value);
}

struct exits {
    struct region *r;
    bool entered; /* from outside, by a label */
    bool leaves;  /* the region's loop */
};

/* `loops` and `switches` inside of the branch stand around c. */
static void find_exits(struct exits *x, CXCursor c, int loops, int switches)
{
    size_t begin, end;
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(x->r->ast, c);
    ast_extent(x->r->ast, c, &begin, &end);
    bool inside = begin >= x->r->begin && begin < x->r->end;
    switch (kind) {
    case CXCursor_LabelStmt:
        x->entered = true;
        break;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        x->entered |= !switches;
        break;
    case CXCursor_ReturnStmt:
    case CXCursor_IndirectGotoStmt:
        x->leaves |= inside;
        break;
    case CXCursor_GotoStmt:
        ast_extent(x->r->ast, clang_getCursorReferenced(kids.list[0]), &begin, &end);
        x->leaves |= inside && (begin < x->r->begin || begin >= x->r->end);
        break;
    case CXCursor_BreakStmt: /* of a loop that the directive shares out? */
        x->leaves |= inside && !loops && !switches &&
                     x->r->ast->breaks <= (x->r->dir->collapse > 1 ? x->r->dir->collapse : 1);
        break;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        loops++;
        break;
    case CXCursor_SwitchStmt:
        switches++;
        break;
    default:
        break;
    }
    for (size_t i = 0; i < kids.n; i++)
        find_exits(x, kids.list[i], loops, switches);
}

bool ast_is_entered(struct region *r, CXCursor statement)
{
    struct exits x = {.r = r};
    find_exits(&x, statement, 0, 0);
    return x.entered;
}

bool ast_leave_out(struct region *r, CXCursor branch)
{
    struct exits x = {.r = r};
    find_exits(&x, branch, 0, 0);
    if (x.entered)
        return false;
    r->dead_exit |= x.leaves;
    return true;
}

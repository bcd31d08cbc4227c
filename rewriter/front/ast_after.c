/* SPDX-License-Identifier: MIT */
/* ast_after.c: what the threads that have met a loop do behind it, and the uses of a variable. */
#include "ast_private.h"

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

struct stmt *ast_after(struct region *r, size_t at)
{
    struct region probe = *r; /* what is refused of the statement is not refused of the loop */
    struct children in = {0};
    CXCursor fn;
    size_t begin, end;
    probe.keeps_text = false; /* `atomic` says nothing about what is computed */
    if (ast_function_at(r->ast, r->begin, &fn))
        in = list_of(r, fn);
    for (size_t i = 0; i < in.n; i++) {
        ast_extent(r->ast, in.list[i], &begin, &end);
        if (begin <= r->begin)
            continue;
        if (at >= begin && at < end) {
            struct stmt *s = ast_stmt(&probe, in.list[i]);
            return probe.stopped || probe.refused ? NULL : s;
        }
        if (ast_may_jump(r->ast, in.list[i]))
            return NULL;
    }
    return NULL;
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

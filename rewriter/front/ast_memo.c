/* SPDX-License-Identifier: MIT */
/*
 * ast_memo.c: children and places of cursors, asked of libclang once, and
 * answers about statements and variables that hold for all directives.
 *
 * Several questions walk the same statements, for each directive in a function.
 */
#include "ast_private.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../text/text.h"

struct ast_entry {
    CXCursor cursor; /* kind 0: a free place */
    struct children kids;
    size_t begin, end;
    bool has_kids, has_extent;
};

struct ast_note {
    enum ast_question question; /* 0: a free place */
    CXCursor about, variable;
    long long part;
    int answer;
};

static uint64_t hash(const CXCursor *c)
{
    uint64_t h = (uint64_t)c->kind ^ (uint64_t)(unsigned)c->xdata << 32;
    for (int i = 0; i < 3; i++)
        h = (h ^ (uint64_t)(uintptr_t)c->data[i]) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static bool same(const CXCursor *a, const CXCursor *b)
{
    return a->kind == b->kind && a->xdata == b->xdata && a->data[0] == b->data[0] &&
           a->data[1] == b->data[1] && a->data[2] == b->data[2];
}

static struct ast_entry *place_of(const struct ast_memo *m, const CXCursor *c)
{
    size_t i = (size_t)hash(c) & (m->room - 1);
    while (m->table[i].cursor.kind && !same(&m->table[i].cursor, c))
        i = (i + 1) & (m->room - 1);
    return &m->table[i];
}

/* Valid until the next call. */
static struct ast_entry *entry_of(struct ast *ast, CXCursor c)
{
    struct ast_memo *m = &ast->memo;
    if (2 * m->used >= m->room) {
        struct ast_entry *old = m->table;
        size_t n = m->room;
        m->room = n ? 2 * n : 1024;
        m->table = xcalloc(m->room, sizeof *m->table);
        for (size_t i = 0; i < n; i++)
            if (old[i].cursor.kind)
                *place_of(m, &old[i].cursor) = old[i];
        free(old);
    }
    struct ast_entry *e = place_of(m, &c);
    if (!e->cursor.kind) {
        e->cursor = c;
        m->used++;
    }
    return e;
}

static struct ast_note *note_place(const struct ast_memo *m, const struct ast_note *want)
{
    uint64_t h = hash(&want->about) + 3 * hash(&want->variable) +
                 (uint64_t)(want->part + want->question) * 0x9e3779b97f4a7c15u;
    size_t i = (size_t)(h ^ h >> 31) & (m->note_room - 1);
    while (m->notes[i].question &&
           (m->notes[i].question != want->question || m->notes[i].part != want->part ||
            !same(&m->notes[i].about, &want->about) ||
            !same(&m->notes[i].variable, &want->variable)))
        i = (i + 1) & (m->note_room - 1);
    return &m->notes[i];
}

int *ast_note(struct ast *ast, enum ast_question question, CXCursor about, CXCursor variable,
              long long part)
{
    struct ast_memo *m = &ast->memo;
    if (2 * m->n_notes >= m->note_room) {
        struct ast_note *old = m->notes;
        size_t n = m->note_room;
        m->note_room = n ? 2 * n : 1024;
        m->notes = xcalloc(m->note_room, sizeof *m->notes);
        for (size_t i = 0; i < n; i++)
            if (old[i].question)
                *note_place(m, &old[i]) = old[i];
        free(old);
    }
    struct ast_note want = {question, about, variable, part, AST_UNKNOWN};
    struct ast_note *place = note_place(m, &want);
    if (!place->question) {
        *place = want;
        m->n_notes++;
    }
    return &place->answer;
}

static enum CXChildVisitResult add_child(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct children *list = data;
    IR_PUSH(list->list, list->n, c);
    return CXChildVisit_Continue;
}

struct children ast_children(struct ast *ast, CXCursor c)
{
    struct ast_entry *e = entry_of(ast, c);
    if (!e->has_kids) {
        e->kids = ast_children_once(c);
        e->has_kids = true;
    }
    return e->kids;
}

struct children ast_children_once(CXCursor c)
{
    struct children kids = {0};
    clang_visitChildren(c, add_child, &kids);
    return kids;
}

void ast_extent(struct ast *ast, CXCursor c, size_t *begin, size_t *end)
{
    struct ast_entry *e = entry_of(ast, c);
    if (!e->has_extent) {
        CXSourceRange range = clang_getCursorExtent(c);
        unsigned b = 0, to = 0;
        clang_getExpansionLocation(clang_getRangeStart(range), NULL, NULL, NULL, &b);
        clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &to);
        e->begin = ast_base(ast, c) + b;
        e->end = ast_base(ast, c) + to;
        e->has_extent = true;
    }
    *begin = e->begin;
    *end = e->end;
}

void ast_forget(struct ast *ast)
{
    free(ast->memo.table);
    free(ast->memo.notes);
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_memo.c: children and places of cursors, asked of libclang once, and
 * answers about statements and variables that hold for all directives.
 *
 * The questions about a variable (is it read after the loop? is its address
 * kept?) walk its function, and there are several for each directive in it.
 */
#include "ast_private.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../text/text.h"

struct entry {
    CXCursor cursor; /* kind 0: a free place */
    struct children kids;
    size_t begin, end;
    uint64_t mentions; /* bits for the variables that are named below; 0: not known yet */
    bool has_kids, has_extent;
};

struct note {
    enum ast_question question; /* 0: a free place */
    CXCursor about, variable;
    long long part;
    int answer;
};

/* Open addressing; of the unit that is being rewritten (cursors of another one
 * differ from its). */
static struct entry *table;
static struct note *notes;
static size_t room, used, note_room, n_notes; /* rooms: powers of two */

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

static struct entry *place_of(const CXCursor *c)
{
    size_t i = (size_t)hash(c) & (room - 1);
    while (table[i].cursor.kind && !same(&table[i].cursor, c))
        i = (i + 1) & (room - 1);
    return &table[i];
}

/* Valid until the next call. */
static struct entry *entry_of(CXCursor c)
{
    if (2 * used >= room) {
        struct entry *old = table;
        size_t n = room;
        room = n ? 2 * n : 1024;
        table = xcalloc(room, sizeof *table);
        for (size_t i = 0; i < n; i++)
            if (old[i].cursor.kind)
                *place_of(&old[i].cursor) = old[i];
        free(old);
    }
    struct entry *e = place_of(&c);
    if (!e->cursor.kind) {
        e->cursor = c;
        used++;
    }
    return e;
}

static struct note *note_place(const struct note *want)
{
    uint64_t h = hash(&want->about) + 3 * hash(&want->variable) +
                 (uint64_t)(want->part + want->question) * 0x9e3779b97f4a7c15u;
    size_t i = (size_t)(h ^ h >> 31) & (note_room - 1);
    while (notes[i].question &&
           (notes[i].question != want->question || notes[i].part != want->part ||
            !same(&notes[i].about, &want->about) || !same(&notes[i].variable, &want->variable)))
        i = (i + 1) & (note_room - 1);
    return &notes[i];
}

int *ast_note(enum ast_question question, CXCursor about, CXCursor variable, long long part)
{
    if (2 * n_notes >= note_room) {
        struct note *old = notes;
        size_t n = note_room;
        note_room = n ? 2 * n : 1024;
        notes = xcalloc(note_room, sizeof *notes);
        for (size_t i = 0; i < n; i++)
            if (old[i].question)
                *note_place(&old[i]) = old[i];
        free(old);
    }
    struct note want = {question, about, variable, part, AST_UNKNOWN};
    struct note *place = note_place(&want);
    if (!place->question) {
        *place = want;
        n_notes++;
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

struct children ast_children(CXCursor c)
{
    struct entry *e = entry_of(c);
    if (!e->has_kids) {
        clang_visitChildren(c, add_child, &e->kids);
        e->has_kids = true;
    }
    return e->kids;
}

void ast_extent(CXCursor c, size_t *begin, size_t *end)
{
    struct entry *e = entry_of(c);
    if (!e->has_extent) {
        CXSourceRange range = clang_getCursorExtent(c);
        unsigned b = 0, to = 0;
        clang_getExpansionLocation(clang_getRangeStart(range), NULL, NULL, NULL, &b);
        clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &to);
        e->begin = ast_base(c) + b;
        e->end = ast_base(c) + to;
        e->has_extent = true;
    }
    *begin = e->begin;
    *end = e->end;
}

static const uint64_t jumps = (uint64_t)1 << 62, known = (uint64_t)1 << 63;

/* One of those before `jumps`. */
static uint64_t bit_of(CXCursor decl)
{
    CXCursor canonical = clang_getCanonicalCursor(decl);
    return (uint64_t)1 << hash(&canonical) % 62;
}

static uint64_t mentions(CXCursor c)
{
    uint64_t bits = entry_of(c)->mentions;
    if (bits)
        return bits;
    enum CXCursorKind kind = clang_getCursorKind(c);
    bits = known;
    if (kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt ||
        kind == CXCursor_LabelStmt)
        bits |= jumps;
    if (kind == CXCursor_DeclRefExpr)
        bits |= bit_of(clang_getCursorReferenced(c));
    else if (clang_isDeclaration(kind))
        bits |= bit_of(c);
    struct children kids = ast_children(c);
    for (size_t i = 0; i < kids.n; i++)
        bits |= mentions(kids.list[i]);
    entry_of(c)->mentions = bits;
    return bits;
}

bool ast_mentions(CXCursor c, CXCursor decl)
{
    return mentions(c) & bit_of(decl);
}

bool ast_has_goto(CXCursor c)
{
    return mentions(c) & jumps;
}

void ast_forget(void)
{
    free(table);
    free(notes);
    table = NULL;
    notes = NULL;
    room = used = note_room = n_notes = 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_lifetime.c: is what is allocated an iteration's own while it runs?
 *
 *     double *t = malloc(n * sizeof *t);
 *     ...
 *     free(t);
 *
 * It is if one statement of a list sets the pointer, perhaps below an `if` of it, a later one of
 * the same list gives the memory back, nothing between them changes the pointer or leaves the list
 * without giving it back, no label of a `switch` leads between them, and nobody uses the pointer
 * outside of them.  No copy of the pointer may then be followed behind that list either, since the
 * memory is gone: an array of the list's scope can stand for it.
 */
#include "ast_lifetime.h"

#include <string.h>

enum { MOST_LISTS = 8 };

/* A list around the statement that sets the pointer: which of its statements has that in it, and
 * whether nothing but `if` stands between the two. */
struct around {
    CXCursor list;
    size_t at;
    bool choice;
};

struct search {
    struct region *r;
    CXCursor variable, call, function, frame, list;
    bool own; /* the frame is the loop's body */
    enum alloc_how how;
    size_t n_set; /* statements that set it to new memory */
    struct around around[MOST_LISTS];
    size_t n_around;
    bool sometimes;      /* the statement that sets it is below an `if` of the list */
    size_t first, until; /* of the list: that statement, and the one that gives back */
};

/* `outer`: the lists around c, the innermost last; `n` of them.  `choice`: nothing but `if` stands
 * between that and c. */
static void find_setting(struct search *s, CXCursor c, struct around *outer, size_t n, bool choice)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(s->r->ast, c);
    bool list = kind == CXCursor_CompoundStmt && n < MOST_LISTS;
    choice &= list || kind == CXCursor_IfStmt;
    if (n > 0)
        outer[n - 1].choice = choice;
    for (size_t i = 0; i < kids.n; i++) {
        CXCursor call;
        bool whole = list || (kind == CXCursor_IfStmt && i > 0);
        enum alloc_how how = whole ? alloc_sets(s->r, kids.list[i], s->variable, &call) : HOW_NONE;
        if (list)
            outer[n] = (struct around){c, i, true};
        if (how) {
            s->how = how;
            s->call = call;
            s->n_around = n + list;
            s->sometimes = !list;
            memcpy(s->around, outer, s->n_around * sizeof *outer);
            s->n_set++;
        }
        find_setting(s, kids.list[i], outer, n + list, list || choice);
        if (n > 0)
            outer[n - 1].choice = choice;
    }
}

/* The statement that a label stands before. */
static CXCursor below_label(const struct search *s, CXCursor c)
{
    struct children kids = ast_children(s->r->ast, c);
    while (clang_getCursorKind(c) == CXCursor_LabelStmt && kids.n == 1) {
        c = kids.list[0];
        kids = ast_children(s->r->ast, c);
    }
    return c;
}

/* Is nothing of the list left when it is over, not even a pointer to it? */
static bool is_last_list(const struct search *s)
{
    CXType result = clang_getCanonicalType(clang_getCursorResultType(s->function));
    return clang_equalCursors(s->list, s->frame) &&
           (s->own || (result.kind != CXType_Pointer && result.kind != CXType_Record));
}

static bool is_null_setting(const struct search *s, CXCursor c)
{
    c = alloc_bare(s->r->ast, c);
    return clang_getCursorKind(c) == CXCursor_BinaryOperator &&
           clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign &&
           alloc_is_null(s->r->ast, ast_children(s->r->ast, c).list[1]);
}

/* if (...) { free(p); free(q); }, of whatever condition: only where nothing of the list is left
 * when it is over. */
static bool gives_back_perhaps(const struct search *s, CXCursor c)
{
    struct children kids = ast_children(s->r->ast, c);
    if (clang_getCursorKind(c) != CXCursor_IfStmt || kids.n != 2 || !is_last_list(s))
        return false;
    CXCursor body = kids.list[1];
    struct children all = {.list = &body, .n = 1};
    bool found = false;
    if (clang_getCursorKind(body) == CXCursor_CompoundStmt)
        all = ast_children(s->r->ast, body);
    for (size_t i = 0; i < all.n; i++) {
        CXCursor part = alloc_bare(s->r->ast, all.list[i]);
        if (strcmp(alloc_library_name(s->r, part), "free") != 0 && !is_null_setting(s, part))
            return false;
        found |= alloc_gives_back(s->r, part, s->variable);
    }
    return found;
}

static bool find_giving(struct search *s)
{
    struct children kids = ast_children(s->r->ast, s->list);
    s->until = kids.n;
    for (size_t i = s->first + 1; i < kids.n && s->until == kids.n; i++) {
        CXCursor c = below_label(s, kids.list[i]);
        if (alloc_gives_back(s->r, c, s->variable) || gives_back_perhaps(s, c))
            s->until = i;
    }
    if (s->how != HOW_ALLOCA)
        return s->until < kids.n;
    return s->until == kids.n && !s->own && clang_equalCursors(s->list, s->frame);
}

/* ---- jumps ---- */

/* The statement of the list between the two, or the last, that the label stands before; -1: none.
 * Two cursors of one label need not be equal. */
static long place_of_label(const struct search *s, CXCursor label)
{
    struct children kids = ast_children(s->r->ast, s->list);
    size_t at, end, begin;
    ast_extent(s->r->ast, label, &at, &end);
    for (size_t i = s->first + 1; i <= s->until && i < kids.n; i++)
        for (CXCursor c = kids.list[i]; clang_getCursorKind(c) == CXCursor_LabelStmt;
             c = ast_children(s->r->ast, c).list[0]) {
            ast_extent(s->r->ast, c, &begin, &end);
            if (begin == at)
                return (long)i;
        }
    return -1;
}

static long place_of_goto(const struct search *s, CXCursor jump)
{
    struct children kids = ast_children(s->r->ast, jump);
    return kids.n == 1 ? place_of_label(s, clang_getCursorReferenced(kids.list[0])) : -1;
}

/* Does a goto from elsewhere lead between the two, where the pointer is still used?  `between`: c
 * stands there. */
static bool jumps_in(const struct search *s, CXCursor c, bool between)
{
    struct children kids = ast_children(s->r->ast, c), list = ast_children(s->r->ast, s->list);
    bool is_list = clang_equalCursors(c, s->list);
    if (clang_getCursorKind(c) == CXCursor_GotoStmt && !between) {
        long at = place_of_goto(s, c);
        for (size_t i = at < 0 ? s->until : (size_t)at; i < s->until; i++)
            if (alloc_mentions(s->r->ast, list.list[i], s->variable))
                return true;
    }
    for (size_t i = 0; i < kids.n; i++)
        if (jumps_in(s, kids.list[i], between || (is_list && i > s->first && i <= s->until)))
            return true;
    return false;
}

/* May a `switch` around the statement lead into it? */
static bool has_case(const struct search *s, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(s->r->ast, c);
    if (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt)
        return true;
    for (size_t i = 0; i < kids.n && kind != CXCursor_SwitchStmt; i++)
        if (has_case(s, kids.list[i]))
            return true;
    return false;
}

/* ---- the way out ---- */

/* May control leave the statement without having given the memory back? */
static bool leaks(const struct search *s, CXCursor c, bool loop, bool choice)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(s->r->ast, c);
    CXCursor pointer, setting;
    long long value;
    size_t from = 0;
    if (kind == CXCursor_GotoStmt)
        return place_of_goto(s, c) < 0;
    if (kind == CXCursor_ReturnStmt || kind == CXCursor_LabelStmt ||
        kind == CXCursor_IndirectGotoStmt || (kind == CXCursor_BreakStmt && !loop && !choice) ||
        (kind == CXCursor_ContinueStmt && !loop))
        return true;
    if (kind == CXCursor_IfStmt &&
        alloc_null_test(s->r->ast, kids.list[0], &pointer, &setting, &value) &&
        alloc_names(s->r->ast, pointer, s->variable) && !value)
        from = 2;
    loop |= kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
    choice |= kind == CXCursor_SwitchStmt;
    for (size_t i = from; i < kids.n; i++) {
        if (kind == CXCursor_CompoundStmt && alloc_gives_back(s->r, kids.list[i], s->variable))
            return false;
        if (leaks(s, kids.list[i], loop, choice))
            return true;
    }
    return false;
}

static bool any_change(const struct search *s, CXCursor c)
{
    struct children kids = ast_children(s->r->ast, c);
    for (size_t i = 0; i < kids.n; i++)
        if (any_change(s, kids.list[i]))
            return true;
    return alloc_changes(s->r->ast, c, s->variable);
}

/* Is it used outside of those statements, but to be set to NULL? */
static bool used_elsewhere(const struct search *s, CXCursor c)
{
    if (alloc_sets_null(s->r->ast, c, s->variable))
        return false;
    if (alloc_names(s->r->ast, c, s->variable))
        return true;
    struct children kids = ast_children(s->r->ast, c);
    bool list = clang_equalCursors(c, s->list);
    for (size_t i = 0; i < kids.n; i++)
        if (!(list && i >= s->first && i <= s->until) && used_elsewhere(s, kids.list[i]))
            return true;
    return false;
}

/* Below an `if`, it may also be set to NULL. */
static size_t count_changes(const struct search *s, CXCursor c)
{
    struct children kids = ast_children(s->r->ast, c);
    size_t n =
        alloc_changes(s->r->ast, c, s->variable) && !alloc_sets_null(s->r->ast, c, s->variable);
    for (size_t i = 0; i < kids.n; i++)
        n += count_changes(s, kids.list[i]);
    return n;
}

static bool is_sound_in_list(struct search *s)
{
    if (!find_giving(s) || used_elsewhere(s, s->frame) || jumps_in(s, s->frame, false))
        return false;
    struct children kids = ast_children(s->r->ast, s->list);
    if (s->sometimes && (s->how == HOW_ALLOCA || count_changes(s, kids.list[s->first]) != 1 ||
                         leaks(s, kids.list[s->first], false, false)))
        return false;
    for (size_t i = s->first; i <= s->until && i < kids.n; i++)
        if (has_case(s, kids.list[i]))
            return false;
    for (size_t i = s->first + 1; i < s->until; i++)
        if (any_change(s, kids.list[i]) ||
            (s->how != HOW_ALLOCA && leaks(s, below_label(s, kids.list[i]), false, false)))
            return false;
    return true;
}

static bool is_sound(struct search *s)
{
    struct around outer[MOST_LISTS];
    find_setting(s, s->frame, outer, 0, true);
    if (s->n_set != 1)
        return false;
    for (size_t i = s->n_around; i-- > 0;) {
        s->list = s->around[i].list;
        s->first = s->around[i].at;
        if (s->sometimes && !s->around[i].choice)
            return false;
        if (is_sound_in_list(s))
            return true;
        s->sometimes = true;
    }
    return false;
}

/* The text every run of which has a variable of its own: the body of its function, or that of the
 * loop. */
static bool find_frame(struct search *s)
{
    struct region *r = s->r;
    CXCursor variable = s->variable, function = clang_getCursorSemanticParent(s->variable);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    if (clang_getCursorKind(variable) != CXCursor_VarDecl ||
        clang_getCursorKind(function) != CXCursor_FunctionDecl || storage == CX_SC_Static ||
        storage == CX_SC_Extern)
        return false;
    size_t begin, end;
    s->function = function;
    ast_extent(r->ast, variable, &begin, &end);
    s->own = begin >= r->function_begin && begin < r->function_end;
    struct children kids = ast_children(r->ast, s->own ? r->ast->loop : function);
    s->frame = kids.n ? kids.list[kids.n - 1] : function;
    return kids.n > 0;
}

bool ast_lifetime(struct region *r, CXCursor variable, struct lifetime *out)
{
    struct search s = {.r = r, .variable = variable};
    if (!find_frame(&s) || !is_sound(&s))
        return false;
    *out = (struct lifetime){.how = s.how, .call = s.call, .sometimes = s.sometimes};
    out->statement = ast_children(r->ast, s.list).list[s.first];
    return true;
}

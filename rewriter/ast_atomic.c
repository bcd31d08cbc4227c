/* SPDX-License-Identifier: MIT */
/*
 * ast_atomic.c: the compilers' atomic updates of a reduction variable, as a statement:
 *
 *     __sync_fetch_and_add(&count, 1);    __atomic_fetch_or(&seen, bit, __ATOMIC_RELAXED);
 *
 * Each iteration updates a value of its own, which nobody else can see; so they are
 * count += 1 and seen |= bit.
 */
#include "ast_private.h"

#include <string.h>

/* "+=" for __sync_fetch_and_add_4 and its kin; NULL: another function. */
static const char *operator_in(const char *name)
{
    static const struct {
        const char *word, *op;
    } table[] = {{"add", "+="}, {"sub", "-="}, {"or", "|="}, {"and", "&="}, {"xor", "^="}};
    bool sync = strncmp(name, "__sync_", 7) == 0, atomic = strncmp(name, "__atomic_", 9) == 0;
    for (size_t i = 0; (sync || atomic) && i < sizeof table / sizeof *table; i++) {
        const char *word = table[i].word, *rest = name + (sync ? 7 : 9);
        const char *before = ir_printf(sync ? "fetch_and_%s" : "fetch_%s", word);
        const char *after = ir_printf(sync ? "%s_and_fetch" : "%s_fetch", word);
        const char *form = strncmp(rest, before, strlen(before)) == 0 ? before : after;
        if (strncmp(rest, form, strlen(form)) != 0)
            continue;
        rest += strlen(form);
        if (strspn(rest, "_0123456789") == strlen(rest))
            return table[i].op;
    }
    return NULL;
}

static struct expr *uncast(struct expr *e)
{
    while (e->kind == EXPR_CAST)
        e = e->a;
    return e;
}

/* The name of the builtin, and its first two arguments; NULL: no call of one.  To
 * libclang, those with an order of memory are no calls: the order comes before the
 * value. */
static const char *called(struct region *r, CXCursor c, CXCursor args[2])
{
    struct children kids = ast_children(c);
    CXCursor callee = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    size_t begin, end;
    ast_extent(c, &begin, &end);
    if (kind == CXCursor_CallExpr && clang_Cursor_getNumArguments(c) >= 2 &&
        clang_getCursorKind(callee) == CXCursor_FunctionDecl) {
        args[0] = clang_Cursor_getArgument(c, 0);
        args[1] = clang_Cursor_getArgument(c, 1);
        return ast_string(clang_getCursorSpelling(callee));
    }
    const char *text = r->src->text + begin;
    if (kind != CXCursor_UnexposedExpr || kids.n != 3 || strncmp(text, "__atomic_", 9) != 0)
        return NULL;
    args[0] = kids.list[0];
    args[1] = kids.list[2];
    return ir_strndup(text, strspn(text, "_abcdefghijklmnopqrstuvwxyz0123456789"));
}

void ast_check_atomic(struct region *r, CXCursor c)
{
    size_t begin, end;
    ast_extent(c, &begin, &end);
    const char *text = r->src->text + begin;
    if (strncmp(text, "__atomic_", 9) == 0 || strncmp(text, "__c11_atomic_", 13) == 0)
        refuse(r, REFUSE_LOOP, begin, "call-sequential",
               "call to '%s': an atomic operation; if it is a sum, list its variable or section in "
               "reduce(...), and do not use the call's value",
               ir_strndup(text, strcspn(text, "( ")));
}

struct expr *ast_atomic_update(struct region *r, CXCursor c)
{
    CXCursor args[2];
    const char *name = called(r, c, args), *op = name ? operator_in(name) : NULL;
    if (!op)
        return NULL;
    struct expr *at = uncast(ast_expr(r, args[0]));
    if (at->kind != EXPR_ADDR || !body_is_item(r, at->a))
        return NULL;
    r->atomics = true;
    struct expr *e = ast_expr_at(r, EXPR_ASSIGN, c);
    e->type = at->a->type;
    e->op = op;
    e->a = at->a;
    e->b = ast_expr(r, args[1]);
    return e;
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_length.c: local arrays of constant length that C calls variable, for a name stands for it:
 *
 *     const int k = 8;
 *     float row[k], table[k][2 * k];
 *
 * What is const keeps its initial value, so that libclang can compute the length.
 */
#include "ast_private.h"

enum { MOST_LEVELS = 8 };

/* The lengths in the declaration of an array with so many levels, in the order of the text, which
 * is that from the outside to the inside; false: something else is there, too, or is not constant.
 */
static bool lengths(struct region *r, CXCursor variable, size_t levels, long long *out)
{
    size_t at[MOST_LEVELS], n = 0;
    struct children kids = ast_children(r->ast, variable);
    for (size_t i = 0; i < kids.n; i++) {
        size_t begin, end, k = n;
        if (!clang_isExpression(clang_getCursorKind(kids.list[i])))
            continue;
        long long value;
        if (n == levels || !ast_evaluate(kids.list[i], &value) || value < 1)
            return false;
        ast_extent(r->ast, kids.list[i], &begin, &end);
        for (; k > 0 && at[k - 1] > begin; k--) {
            at[k] = at[k - 1];
            out[k] = out[k - 1];
        }
        at[k] = begin;
        out[k] = value;
        n++;
    }
    return n == levels;
}

void ast_settle_length(struct region *r, struct decl *d, CXCursor variable)
{
    struct type *level[MOST_LEVELS], *t = d->type;
    long long count[MOST_LEVELS];
    size_t n = 0;
    for (; t->kind == TYPE_ARRAY && n < MOST_LEVELS; t = t->of)
        level[n++] = t;
    if (!n || d->type->size >= 0 || t->size < 1 ||
        (t->kind != TYPE_SCALAR && t->kind != TYPE_RECORD) ||
        !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)) ||
        !lengths(r, variable, n, count))
        return;
    long long size[MOST_LEVELS], inner = t->size;
    for (size_t i = n; i-- > 0; inner = size[i])
        if ((level[i]->count >= 0 && level[i]->count != count[i]) ||
            __builtin_mul_overflow(inner, count[i], &size[i]))
            return;
    for (size_t i = 0; i < n; i++) {
        level[i]->count = count[i];
        level[i]->size = size[i];
    }
}

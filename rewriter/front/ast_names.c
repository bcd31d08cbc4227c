/* SPDX-License-Identifier: MIT */
/* ast_names.c: may a variable have another name, or a pointer's target be reached by another?  May
 * a name be another definition's? */
#include "ast_private.h"

#include <string.h>

/* An attribute, or an assembler name, that makes it another variable's name, or may. */
static bool has_alias(struct region *r, CXCursor declaration)
{
    struct children kids = ast_children(r->ast, declaration);
    for (size_t i = 0; i < kids.n; i++) {
        size_t begin, end;
        if (!clang_isAttribute(clang_getCursorKind(kids.list[i])))
            continue;
        ast_extent(r->ast, kids.list[i], &begin, &end);
        const char *text = begin < end ? region_quote(r, begin, end) : "asm";
        if (strstr(text, "alias") || strstr(text, "weak") || strstr(text, "asm"))
            return true;
    }
    return false;
}

/* Has its symbol another name than it has in the program? */
static bool has_label(CXCursor declaration, const char *name)
{
    CXString symbol = clang_Cursor_getMangling(declaration);
    const char *text = clang_getCString(symbol);
    bool other = text && *text && strcmp(text, name) != 0;
    clang_disposeString(symbol);
    return other;
}

/* Is the name in `#pragma weak b` or, as either of two names of one variable, `#pragma weak b = a`?
 */
static bool in_pragma(struct ast *ast, const char *name, bool either)
{
    static const char pragma[] = "#pragma weak";
    if (!ast->weak) {
        const char *first = strstr(ast->src->text, pragma);
        ast->weak = first ? first : "";
    }
    for (const char *p = *ast->weak ? ast->weak : NULL; p; p = strstr(p + 1, pragma)) {
        char *line = ir_strndup(p + strlen(pragma), strcspn(p, "\n") - strlen(pragma));
        bool first = true;
        for (char *rest = line, *word; (word = strtok_r(rest, " \t=", &rest)) != NULL;
             first = false)
            if ((first || either) && strcmp(word, name) == 0)
                return true;
    }
    return false;
}

bool ast_is_weak(const struct region *r, CXCursor function)
{
    return ast_has_attribute(r, function, "weak") ||
           in_pragma(r->ast, ast_string(clang_getCursorSpelling(function)), false);
}

bool ast_only_name(struct region *r, const struct decl *d)
{
    if (!d->cursor)
        return false;
    CXCursor seen = *(CXCursor *)d->cursor, definition = clang_getCursorDefinition(seen);
    if (d->kind == DECL_LOCAL || d->kind == DECL_PARAM)
        return true;
    return !has_label(seen, d->name) && !in_pragma(r->ast, d->name, true) && !has_alias(r, seen) &&
           (clang_Cursor_isNull(definition) || !has_alias(r, definition));
}

bool ast_is_restrict(const struct decl *d)
{
    if (!d->cursor || d->type->kind != TYPE_POINTER)
        return false;
    CXType type = clang_getCursorType(*(CXCursor *)d->cursor);
    return clang_isRestrictQualifiedType(clang_getCanonicalType(type));
}

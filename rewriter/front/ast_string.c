/* SPDX-License-Identifier: MIT */
/*
 * ast_string.c: strings in the loop.  As the initial value of an array, they are its elements;
 * elsewhere an array of the iteration's own, which nobody can change.
 */
#include "ast_private.h"

#include <ctype.h>
#include <string.h>

enum { MOST_CHARACTERS = 256 };

static bool is_string(struct ast *ast, CXCursor c)
{
    while (clang_getCursorKind(c) == CXCursor_ParenExpr)
        c = ast_children(ast, c).list[0];
    return clang_getCursorKind(c) == CXCursor_StringLiteral;
}

/* One character behind a backslash, *at at it; -1: one that is not known here. */
static int escaped(const char *s, size_t end, size_t *at)
{
    static const char letters[] = "abfnrtv\\'\"?e", values[] = "\a\b\f\n\r\t\v\\'\"?\033";
    const char *letter = strchr(letters, s[*at]);
    int value = 0, digits = 0;
    if (letter && *letter) {
        ++*at;
        return (unsigned char)values[letter - letters];
    }
    int base = s[*at] == 'x' ? 16 : 8;
    *at += base == 16;
    for (; *at < end && (base == 16 || digits < 3); digits++, ++*at) {
        const char *hex = "0123456789abcdef", *digit = strchr(hex, tolower((unsigned char)s[*at]));
        if (!digit || !*digit || digit - hex >= base)
            break;
        value = value * base + (int)(digit - hex);
        if (value > 255)
            return -1;
    }
    return digits ? value : -1;
}

/* The characters of the literals in the text, one behind the other; -1: some cannot be told. */
static long decode(const char *s, size_t at, size_t end, unsigned char *out)
{
    long n = 0;
    bool inside = false;
    for (bool line_start = true; at < end; line_start = !inside && at > 0 && s[at - 1] == '\n') {
        if (!inside && line_start && s[at] == '#') { /* a line marker */
            at += strcspn(s + at, "\n");
        } else if (s[at] == '"') {
            inside = !inside;
            at++;
        } else if (!inside && !strchr(" \t\n\r", s[at])) {
            return -1; /* a prefix */
        } else if (!inside) {
            at++;
        } else if (n >= MOST_CHARACTERS) {
            return -1;
        } else if (s[at] == '\\') {
            at++;
            int c = escaped(s, end, &at);
            if (c < 0)
                return -1;
            out[n++] = (unsigned char)c;
        } else {
            out[n++] = (unsigned char)s[at++];
        }
    }
    return n;
}

/* The characters in an array of this type, zeros behind them. */
static struct expr *list_of(struct region *r, CXCursor c, struct type *type)
{
    unsigned char s[MOST_CHARACTERS];
    size_t begin, end;
    while (clang_getCursorKind(c) == CXCursor_ParenExpr)
        c = ast_children(r->ast, c).list[0];
    ast_extent(r->ast, c, &begin, &end);
    long n = decode(r->src->text, begin, end, s);
    if (n < 0 || type->of->size != 1 || type->count < 1 || type->count > MOST_CHARACTERS)
        return ast_or_zero(r, c,
                           ast_unsupported(r, c, "a string of wide characters, or a long one,"));
    struct expr *list = expr_new(EXPR_INIT, type, begin, end);
    for (long i = 0; i < n && i < type->count; i++) {
        struct expr *e = expr_new(EXPR_INT, type->of, begin, end);
        e->value = type_is_unsigned(type->of) ? s[i] : (signed char)s[i];
        IR_PUSH(list->args, list->n_args, e);
    }
    return list;
}

struct expr *ast_initial(struct region *r, CXCursor c, struct type *type)
{
    return type->kind == TYPE_ARRAY && is_string(r->ast, c) ? list_of(r, c, type) : ast_expr(r, c);
}

/* One array for each text in a function. */
struct expr *ast_string_array(struct region *r, CXCursor c)
{
    struct stmt *tables = r->ast->tables;
    struct type *type = ast_type(r->ast, clang_getCursorType(c));
    struct expr *list = list_of(r, c, type);
    struct expr *e = expr_new(EXPR_VAR, type, list->begin, list->end);
    for (size_t i = 0; i < tables->n_decls && !e->decl; i++)
        if (tables->inits[i]->begin == list->begin)
            e->decl = tables->decls[i];
    if (e->decl)
        return e;
    e->decl = ir_alloc(sizeof *e->decl);
    *e->decl = (struct decl){.kind = DECL_LOCAL,
                             .name = ir_printf("tcr_string%zu", list->begin),
                             .type = type,
                             .offset = list->begin,
                             .in_region = true};
    e->decl->device_name = e->decl->name;
    size_t n = tables->n_decls;
    IR_PUSH(tables->decls, n, e->decl);
    IR_PUSH(tables->inits, tables->n_decls, list);
    return e;
}

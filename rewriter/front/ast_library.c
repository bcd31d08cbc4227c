/* SPDX-License-Identifier: MIT */
/*
 * ast_library.c: C text for functions of <string.h> and <ctype.h>, which a program only has in
 * compiled form.  The text is put behind the unit's own and parsed when one of them is first
 * called, as that of another unit is (ast_unit.c).  memcmp is in ast_compare.c, which looks at
 * what its arguments point to.
 *
 * C promises only the sign of the value of strcmp and strncmp; the numbers here are those of the
 * GNU C library.  The functions of <ctype.h> depend on the locale: they read the library's own
 * tables, whose addresses the host asks for (ast_is_host_table).
 *
 * Random numbers of a generator that the program holds itself (rand_r, erand48 and its kin) are
 * another text in each library, and lcong48 changes some: the host looks before each call of the
 * loop whether the library's function gives what the text here gives.
 */
#include "ast_private.h"

#include <string.h>

static const char library[] =
    "typedef __SIZE_TYPE__ size_t;\n"
    "extern const int **__ctype_tolower_loc(void);\n"
    "extern const int **__ctype_toupper_loc(void);\n"
    "int tolower(int c) { return c >= -128 && c < 256 ? (*__ctype_tolower_loc())[c] : c; }\n"
    "int toupper(int c) { return c >= -128 && c < 256 ? (*__ctype_toupper_loc())[c] : c; }\n"
    "size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }\n"
    "size_t strnlen(const char *s, size_t most)\n"
    "{ size_t n = 0; while (n < most && s[n]) n++; return n; }\n"
    "int strcmp(const char *a, const char *b)\n"
    "{\n"
    "    size_t i = 0;\n"
    "    while (a[i] && a[i] == b[i]) i++;\n"
    "    return (unsigned char)a[i] - (unsigned char)b[i];\n"
    "}\n"
    "int strncmp(const char *a, const char *b, size_t n)\n"
    "{\n"
    "    size_t i = 0;\n"
    "    while (i < n && a[i] && a[i] == b[i]) i++;\n"
    "    return i < n ? (unsigned char)a[i] - (unsigned char)b[i] : 0;\n"
    "}\n"
    "char *strchr(const char *s, int c)\n"
    "{\n"
    "    while (*s && *s != (char)c) s++;\n"
    "    return *s == (char)c ? (char *)s : (char *)0;\n"
    "}\n"
    "size_t strspn(const char *s, const char *set)\n"
    "{\n"
    "    size_t n = 0;\n"
    "    for (;; n++) {\n"
    "        size_t k = 0;\n"
    "        while (set[k] && set[k] != s[n]) k++;\n"
    "        if (!s[n] || !set[k]) return n;\n"
    "    }\n"
    "}\n"
    "size_t strcspn(const char *s, const char *set)\n"
    "{\n"
    "    size_t n = 0;\n"
    "    for (;; n++) {\n"
    "        size_t k = 0;\n"
    "        while (set[k] && set[k] != s[n]) k++;\n"
    "        if (!s[n] || set[k]) return n;\n"
    "    }\n"
    "}\n"
    "int rand_r(unsigned *seed)\n"
    "{\n"
    "    unsigned s = *seed, bits = 0;\n"
    "    for (int k = 0; k < 3; k++) {\n"
    "        s = 1103515245u * s + 12345u;\n"
    "        bits = bits << 10 ^ (s >> 16 & (k == 0 ? 2047u : 1023u));\n"
    "    }\n"
    "    *seed = s;\n"
    "    return (int)bits;\n"
    "}\n"
    "static unsigned long long tcr_next48(unsigned short s[3])\n"
    "{\n"
    "    unsigned long long x = s[0] | (unsigned long long)s[1] << 16 | (unsigned long long)s[2] "
    "<< 32;\n"
    "    x = x * 0x5deece66dull + 11;\n"
    "    s[0] = (unsigned short)x, s[1] = (unsigned short)(x >> 16), s[2] = (unsigned short)(x >> "
    "32);\n"
    "    return x & 0xffffffffffffull;\n"
    "}\n"
    "double erand48(unsigned short s[3]) { return (double)tcr_next48(s) / 281474976710656.0; }\n"
    "long nrand48(unsigned short s[3]) { return (long)(tcr_next48(s) >> 17); }\n"
    "long jrand48(unsigned short s[3]) { return (int)(tcr_next48(s) >> 16); }\n";

/* Functions of which the host asks whether they are those of the text: in one state of theirs. */
static const struct {
    const char *name, *test;
} asked[] = {
    {"rand_r", "unsigned tcr_s = 1; rand_r(&tcr_s) == 476707713 && tcr_s == 662824084u;"},
    {"erand48", "unsigned short tcr_s[3] = {1, 2, 3}; erand48(tcr_s) * 281474976710656.0 == "
                "124410904635000.0;"},
    {"nrand48", "unsigned short tcr_s[3] = {1, 2, 3}; nrand48(tcr_s) == 949179875;"},
    {"jrand48", "unsigned short tcr_s[3] = {1, 2, 3}; jrand48(tcr_s) == 1898359750;"},
};

size_t ast_library_bytes(void)
{
    return sizeof library;
}

static struct ast *parsed(struct region *r)
{
    struct ast *ast = r->ast->library;
    size_t begin = r->src->size + 1, where;
    char *message;
    if (ast)
        return ast;
    source_append_text(r->src, library, sizeof library - 1, "<tcr>");
    size_t n = r->ast->n_args - r->ast->n_fixed;
    ast = ast_parse_at(r->src, begin, r->ast->args + r->ast->n_fixed, n, &where, &message);
    r->ast->library = ast;
    ast_add_other(r->ast, ast);
    return ast;
}

bool ast_has_library(const char *name)
{
    const char *at = strstr(library, ir_printf("%s(", name));
    return at && strchr(" *", at[-1]) && strncmp(name, "__", 2) != 0;
}

/* False: the host cannot ask, for the name is not the library's where the loop stands. */
static bool is_asked(struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (strcmp(asked[i].name, d->name) == 0) {
            if (!ast_names_function(r, d))
                return false;
            ast_ask(r, ir_printf("__extension__({ %s })", asked[i].test));
        }
    return true;
}

bool ast_find_library(struct region *r, const struct decl *d, CXCursor *out)
{
    bool builtin = strncmp(d->name, "__builtin_", 10) == 0;
    const char *name = d->name + (builtin ? 10 : 0);
    if (!builtin && !source_position(r->src, d->offset).system)
        return false; /* a program's own */
    if (!ast_has_library(name))
        return false;
    if (!is_asked(r, d))
        return false;
    const struct ast *ast = parsed(r);
    for (size_t i = 0; ast && i < ast->n_functions; i++)
        if (strcmp(ast_string(clang_getCursorSpelling(ast->functions[i])), name) == 0) {
            *out = ast->functions[i];
            return true;
        }
    return false;
}

bool ast_is_host_table(const char *name)
{
    return strcmp(name, "__ctype_b_loc") == 0 || strcmp(name, "__ctype_tolower_loc") == 0 ||
           strcmp(name, "__ctype_toupper_loc") == 0;
}

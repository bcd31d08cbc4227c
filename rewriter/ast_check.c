/*
 * ast_check.c: are the expressions of a directive's clauses C, where the loop
 * stands?
 *
 * The unit is parsed once more with a condition before the loop that mentions
 * them all, `if ((void)!(expr), ..., 1) for (...)`, and what libclang finds
 * wrong with that is told at the clause.  First all loops' directives are tried
 * in one parse; only if that finds anything, each gets one of its own.  For a
 * The value of a number that is a constant is then asked for.  For a
 * data directive it is a block, `{ __typeof__(base) *tcr_type_0; (void)!(expr);
 * ... }`, which also shows the types.
 */
#include <stdlib.h>
#include <string.h>

#include "ast_private.h"
#include "data.h"
#include "text.h"

/* A piece of the condition, and what it stands for. */
struct checked {
    size_t begin, end;     /* in the text that is parsed */
    size_t offset, length; /* in pragma.words */
    bool told;
    bool number; /* a constant of the clause `which` */
    enum directive_number which;
};

struct check {
    const struct ast *ast;       /* whose variables are the region's; NULL: not known yet */
    const struct directive *dir; /* that is being added */
    struct region *r;            /* NULL: nothing is told */
    struct buf text;
    const char *separator;
    struct checked *list;
    size_t n;
    bool bad;
};

static void add(struct check *c, const char *form, const char *expr, size_t offset, size_t length)
{
    struct checked x = {.begin = c->text.len, .offset = offset, .length = length};
    buf_printf(&c->text, form, expr);
    x.end = c->text.len;
    buf_add(&c->text, c->separator);
    IR_PUSH(c->list, c->n, x);
}

/* A variable of the loop's own, which others say is wrong in a clause. */
static bool is_inside(const struct check *c, const char *name)
{
    const struct ast *ast = c->ast;
    for (size_t i = 0; ast && i < ast->n_decls; i++)
        if (ast->decls[i]->in_region && strcmp(ast->decls[i]->name, name) == 0)
            return true;
    return false;
}

static void add_sections(struct check *c, const struct item *it)
{
    size_t length = strlen(it->text);
    for (unsigned k = 0; k < it->n_sections; k++) {
        const struct section *s = &it->sections[k];
        if (s->lo && *s->lo)
            add(c, "(void)((%s) %% 2)", s->lo, it->offset, length);
        if (s->len && *s->len)
            add(c, "(void)((%s) %% 2)", s->len, it->offset, length);
    }
}

static void add_item(struct check *c, const struct item *it)
{
    if (is_inside(c, it->base))
        return;
    add(c, "(void)sizeof(%s)", it->base, it->offset, strlen(it->text));
    add_sections(c, it);
}

static void add_items(struct check *c, const struct item *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_item(c, &items[i]);
}

static void add_condition(struct check *c)
{
    const struct directive *dir = c->dir;
    if (dir->if_expr)
        add(c, "(void)!(%s)", dir->if_expr, dir->if_offset, strlen("if()") + strlen(dir->if_expr));
}

/* As enumerators, whose values are constants and can be asked for. */
static void add_numbers(struct check *c)
{
    const struct directive *dir = c->dir;
    for (int k = 0; k < N_NUMBERS; k++) {
        const char *expr = dir->number_expr[k];
        enum directive_number which = (enum directive_number)k;
        if (!expr)
            continue;
        add(c, ir_printf("(void)sizeof(enum { tcr_number_%d = (%%s) })", k), expr,
            directive_number_offset(dir, which),
            strlen(directive_number_name(which)) + strlen("()") + strlen(expr));
        c->list[c->n - 1].number = true;
        c->list[c->n - 1].which = which;
    }
}

static void add_clauses(struct check *c)
{
    const struct directive *dir = c->dir;
    add_condition(c);
    add_numbers(c);
    for (size_t i = 0; i < dir->n_reduce; i++)
        add_items(c, dir->reduce[i].items, dir->reduce[i].n_items);
    for (size_t i = 0; i < dir->n_data; i++)
        add_items(c, dir->data[i].items, dir->data[i].n_items);
    add_items(c, dir->private_items, dir->n_private);
    add_items(c, dir->firstprivate_items, dir->n_firstprivate);
}

static void tell_one(struct check *c, struct checked *x, const char *message)
{
    if (c->r && c->r->dir->origin == ORIGIN_TCR) /* others' are the compiler's business */
        diag_pragma(c->r->diag, DIAG_ERROR, c->r->pragma, x->offset, x->length, NULL, "%s",
                    message);
    x->told = c->bad = true;
}

static void tell(struct check *c, size_t at, const char *message)
{
    for (size_t i = 0; i < c->n; i++) {
        struct checked *x = &c->list[i];
        if (at < x->begin || at > x->end || x->told)
            continue;
        if (x->number)
            message =
                ir_printf("%s; '%s' takes a constant", message, directive_number_name(x->which));
        tell_one(c, x, message);
        return;
    }
}

static void tell_errors(struct check *c, CXTranslationUnit unit)
{
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);
        unsigned offset = 0;
        clang_getExpansionLocation(clang_getDiagnosticLocation(d), NULL, NULL, NULL, &offset);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error)
            tell(c, offset, ast_string(clang_getDiagnosticSpelling(d)));
        clang_disposeDiagnostic(d);
    }
}

static CXCursor cursor_at(CXTranslationUnit unit, size_t offset)
{
    CXFile file = clang_getFile(unit, "unit.c");
    return clang_getCursor(unit, clang_getLocationForOffset(unit, file, (unsigned)offset));
}

/* The values of the numbers, which are constants. */
static void take_numbers(struct check *c, CXTranslationUnit unit)
{
    for (size_t i = 0; i < c->n; i++) {
        struct checked *x = &c->list[i];
        if (!x->number)
            continue;
        CXCursor number = cursor_at(unit, x->begin + strlen("(void)sizeof(enum { "));
        long long value = clang_getCursorKind(number) == CXCursor_EnumConstantDecl
                              ? clang_getEnumConstantDeclValue(number)
                              : 0;
        const char *wrong = directive_set_number(c->r->dir, x->which, value);
        if (wrong)
            tell_one(c, x, ir_printf("%s, not %lld", wrong, value));
    }
}

static void parse(struct check *c, const struct ast *ast)
{
    CXTranslationUnit unit = ast_parse_text(ast, c->text.s, c->text.len);
    if (unit) {
        tell_errors(c, unit);
        if (!c->bad && c->r)
            take_numbers(c, unit);
        clang_disposeTranslationUnit(unit);
    }
    c->bad |= !unit && !c->r; /* the unit itself has been parsed */
    buf_free(&c->text);
}

/* Is there a for loop in a function? */
static bool before_loop(const struct ast *ast, size_t at)
{
    CXCursor function;
    const char *text = ast->src->text + at;
    return strncmp(text, "for", 3) == 0 && !text_word_char(text[3]) &&
           ast_function_at(ast, at, &function);
}

/* No part of the text is in two directives' hands: they are in its order. */
void ast_check_unit(struct ast *ast, struct directive *const *dirs, size_t n)
{
    struct check c = {.separator = ", "};
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = ast_statement_at(ast->src, dirs[i]->pragma->end);
        if (at < from || directive_is_data(dirs[i]) || !directive_has_expressions(dirs[i]) ||
            directive_has_constants(dirs[i]) || !before_loop(ast, at))
            continue;
        buf_addn(&c.text, ast->src->text + from, at - from);
        buf_add(&c.text, "if (");
        c.dir = dirs[i];
        add_clauses(&c);
        buf_add(&c.text, "1) ");
        from = at;
        IR_PUSH(ast->clean, ast->n_clean, dirs[i]);
    }
    if (ast->n_clean < 2) { /* it would be the same parse */
        ast->n_clean = 0;
        buf_free(&c.text);
        return;
    }
    buf_addn(&c.text, ast->src->text + from, ast->src->unit_size - from);
    parse(&c, ast);
    if (c.bad)
        ast->n_clean = 0;
}

bool ast_check_clauses(struct region *r)
{
    struct check c = {.ast = r->ast, .dir = r->dir, .r = r, .separator = ", "};
    const struct source *src = r->src;
    for (size_t i = 0; i < r->ast->n_clean; i++)
        if (r->ast->clean[i] == r->dir)
            return true;
    buf_addn(&c.text, src->text, r->begin);
    buf_add(&c.text, "if (");
    add_clauses(&c);
    buf_add(&c.text, "1) ");
    buf_addn(&c.text, src->text + r->begin, src->unit_size - r->begin);
    parse(&c, r->ast);
    return !c.bad;
}

/* ---- data directives ---- */

/* Declares tcr_type_K; its place. */
static size_t add_typed(struct check *c, const struct item *it, size_t k)
{
    const char *form = ir_printf("__typeof__(%%s) *tcr_type_%zu", k);
    add(c, form, it->base, it->offset, strlen(it->text));
    size_t place = c->list[c->n - 1].end - 1;
    add_sections(c, it);
    return place;
}

bool ast_check_data(struct region *r, struct data_shape *shapes)
{
    struct check c = {.ast = r->ast, .dir = r->dir, .r = r, .separator = "; "};
    const struct source *src = r->src;
    size_t *places = NULL, n = 0;
    buf_addn(&c.text, src->text, r->begin);
    buf_add(&c.text, "{ ");
    for (size_t i = 0; i < r->dir->n_data; i++)
        for (size_t k = 0; k < r->dir->data[i].n_items; k++) {
            size_t place = add_typed(&c, &r->dir->data[i].items[k], n);
            IR_PUSH(places, n, place);
        }
    add_condition(&c);
    buf_addn(&c.text, src->text + r->begin, r->end - r->begin);
    buf_add(&c.text, "}");
    buf_addn(&c.text, src->text + r->end, src->unit_size - r->end);
    CXTranslationUnit unit = ast_parse_text(r->ast, c.text.s, c.text.len);
    if (unit) {
        tell_errors(&c, unit);
        for (size_t k = 0; k < n && !c.bad; k++)
            shapes[k] = ast_data_shape(
                clang_getPointeeType(clang_getCursorType(cursor_at(unit, places[k]))));
        clang_disposeTranslationUnit(unit);
    }
    buf_free(&c.text);
    return !c.bad;
}

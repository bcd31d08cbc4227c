/* SPDX-License-Identifier: MIT */
/*
 * ast_check.c: are the expressions of a directive's clauses C, where the loop
 * stands?
 *
 * The unit is parsed once more with a condition before the loop that mentions
 * them all, `if ((void)!(expr), ..., 1) for (...)`, and what libclang finds
 * wrong with that is told at the clause; the value of a number that is a
 * constant is then asked for.  For a data directive it is a block,
 * `{ __typeof__(base) *tcr_type_0; (void)!(expr); ... }`, which also shows the
 * types.  First all directives are tried in one parse; only if that finds
 * anything, each gets one of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "ast_private.h"
#include "data.h"
#include "../ir/refusal.h"
#include "../text/text.h"

/* A piece of the condition, and what it stands for. */
struct checked {
    size_t begin, end;     /* in the text that is parsed */
    size_t offset, length; /* in pragma.words */
    const char *expr;      /* the words themselves */
    size_t at;             /* and where they are in the text */
    bool told;
    const struct foreign *foreign; /* of OpenMP's or OpenACC's clauses, or NULL */
    bool number;                   /* a constant of the clause `which` */
    enum directive_number which;
};

struct check {
    const struct ast *ast;
    const struct directive *dir; /* that is being added */
    struct region *r; /* whose variables ast has; NULL: all directives', nothing is told */
    struct buf text;
    const char *why; /* what has been told of a foreign one */
    const char *separator;
    struct checked *list;
    size_t n;
    bool bad;
    size_t elsewhere; /* errors that are in none of them */
    size_t *places;   /* of data directives: where their types are */
    size_t n_places;
};

static void add(struct check *c, const char *form, const char *expr, size_t offset, size_t length)
{
    struct checked x = {.begin = c->text.len, .offset = offset, .length = length, .expr = expr};
    x.at = x.begin + (size_t)(strstr(form, "%s") - form);
    buf_printf(&c->text, form, expr);
    x.end = c->text.len;
    buf_add(&c->text, c->separator);
    IR_PUSH(c->list, c->n, x);
}

/* A variable of the loop's own, which others say is wrong in a clause. */
static bool is_inside(const struct check *c, const char *name)
{
    const struct ast *ast = c->ast;
    for (size_t i = 0; c->r && i < ast->n_decls; i++)
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
    /* of an array without a length, [] or extern, there are sections */
    const char *form = it->n_sections ? "(void)(%s)" : "(void)sizeof(%s)";
    add(c, form, it->base, it->offset, strlen(it->text));
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

static void add_foreign(struct check *c)
{
    const struct directive *dir = c->dir;
    for (size_t i = 0; i < dir->n_foreign; i++) {
        const struct foreign *f = &dir->foreign[i];
        if (is_inside(c, f->text))
            continue;
        add(c, f->form, f->text, f->at, strlen(f->text));
        c->list[c->n - 1].foreign = f;
    }
}

static void add_clauses(struct check *c)
{
    const struct directive *dir = c->dir;
    add_foreign(c);
    add_condition(c);
    add_numbers(c);
    for (size_t i = 0; i < dir->n_reduce; i++)
        add_items(c, dir->reduce[i].items, dir->reduce[i].n_items);
    for (size_t i = 0; i < dir->n_data; i++)
        add_items(c, dir->data[i].items, dir->data[i].n_items);
    add_items(c, dir->private_items, dir->n_private);
    add_items(c, dir->firstprivate_items, dir->n_firstprivate);
}

/* With more words, which stand in front of the name that libclang guesses. */
static const char *with_words(const char *message, const char *words)
{
    const char *guess = strstr(message, "; did you mean");
    size_t n = guess ? (size_t)(guess - message) : strlen(message);
    return ir_printf("%.*s%s%s", (int)n, message, words, message + n);
}

static void tell_foreign(struct check *c, struct checked *x, const char *message)
{
    c->why = with_words(message, ir_printf(", in '%s'", x->foreign->clause));
    if (!c->r->dir->told)
        diag_pragma(c->r->diag, DIAG_WARNING, x->foreign->pragma, x->offset, x->length, NULL,
                    "%s: %s [%s]", refusal_title(c->r, c->r->diag->werror), c->why,
                    refusal_word(CODE_CLAUSE));
    c->r->dir->told = true;
}

static void tell_one(struct check *c, struct checked *x, const char *message)
{
    if (c->r && x->foreign && !c->why)
        tell_foreign(c, x, message);
    else if (c->r && c->r->dir->origin == ORIGIN_TCR)
        diag_pragma(c->r->diag, DIAG_ERROR, c->r->pragma, x->offset, x->length, NULL, "%s",
                    message);
    x->told = c->bad = true;
}

/* Behind the first `n` bytes of expr, in words that are the same but for blanks; NULL: they are
 * others. */
static const char *behind(const char *words, const char *expr, size_t n)
{
    const char *there = NULL;
    for (const char *e = expr;; e++, words++) {
        while (*e == ' ')
            e++;
        while (*words == ' ' && words[1] == *e)
            words++;
        if (!there && (size_t)(e - expr) >= n)
            there = words;
        if (!*e)
            return there ? there : words;
        if (*e != *words)
            return NULL;
    }
}

/* The error is at that place of the text: the word there is what is marked, if the expression is
 * found in the pragma's. */
static void point_at(const struct check *c, struct checked *x, size_t at)
{
    const struct pragma *p = c->r && x->foreign ? x->foreign->pragma : c->r ? c->r->pragma : NULL;
    const char *words = p ? p->words : NULL, *place = NULL;
    size_t n = words ? strlen(words) : 0;
    if (!*x->expr || at < x->at || at > x->at + strlen(x->expr))
        return;
    for (size_t k = x->offset; k < n && !place; k++)
        place = behind(words + k, x->expr, at - x->at);
    if (!place || !*place)
        return;
    x->offset = (size_t)(place - words);
    x->length = 1;
    while (text_word_char(*place) && text_word_char(place[x->length]))
        x->length++;
}

static void tell(struct check *c, size_t at, const char *message)
{
    for (size_t i = 0; i < c->n; i++) {
        struct checked *x = &c->list[i];
        if (at < x->begin || at > x->end || x->told)
            continue;
        if (x->number)
            message = with_words(
                message, ir_printf("; '%s' takes a constant", directive_number_name(x->which)));
        point_at(c, x, at);
        tell_one(c, x, message);
        return;
    }
    c->elsewhere++;
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

/* The text with the clauses, or NULL; the caller disposes of it. */
static CXTranslationUnit parse(struct check *c, const struct ast *ast)
{
    CXTranslationUnit unit = ast_parse_text(ast, c->text.s, c->text.len, true);
    if (unit)
        tell_errors(c, unit);
    if (unit && !c->bad && c->r)
        take_numbers(c, unit);
    buf_free(&c->text);
    return unit;
}

static void add_text(struct check *c, size_t from, size_t to)
{
    buf_addn(&c->text, c->ast->src->text + from, to - from);
}

/* ---- data directives ---- */

/* Declares tcr_type_K. */
static void add_typed(struct check *c, const struct item *it, size_t k)
{
    const char *form = ir_printf("__typeof__(%%s) *tcr_type_%zu", k);
    add(c, form, it->base, it->offset, strlen(it->text));
    IR_PUSH(c->places, c->n_places, c->list[c->n - 1].end - 1);
    add_sections(c, it);
}

/* The beginning of a block. */
static void add_data(struct check *c)
{
    const struct directive *dir = c->dir;
    c->separator = "; ";
    buf_add(&c->text, "{ ");
    add_foreign(c);
    for (size_t i = 0; i < dir->n_data; i++)
        for (size_t k = 0; k < dir->data[i].n_items; k++)
            add_typed(c, &dir->data[i].items[k], c->n_places);
    add_condition(c);
}

static void find_shapes(const struct check *c, CXTranslationUnit unit, struct data_shape *shapes)
{
    for (size_t k = 0; k < c->n_places; k++)
        shapes[k] = ast_data_shape(
            clang_getPointeeType(clang_getCursorType(cursor_at(unit, c->places[k]))));
}

/* ---- loops ---- */

/* The beginning of an if statement. */
static void add_loop(struct check *c)
{
    c->separator = ", ";
    buf_add(&c->text, "if (");
    add_clauses(c);
    buf_add(&c->text, "1) ");
}

/* ---- all directives at once ---- */

/* Is there a for loop, or for a data directive a statement, in a function? */
static bool fits(struct ast *ast, const struct directive *dir, size_t at)
{
    CXCursor function;
    const char *text = ast->src->text + at;
    bool is_for = strncmp(text, "for", 3) == 0 && !text_word_char(text[3]);
    bool some = directive_is_data(dir)
                    ? dir->n_data > 0 || dir->n_foreign > 0 || dir->if_expr
                    : is_for && directive_has_expressions(dir) && !directive_has_constants(dir);
    return some && ast_function_at(ast, at, &function);
}

/* No part of the text is in two directives' hands: they are in its order. */
void ast_check_unit(struct ast *ast, struct directive *const *dirs, size_t n)
{
    struct check c = {.ast = ast};
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = ast_statement_at(ast->src, dirs[i]->pragma->end);
        if (at < from || !fits(ast, dirs[i], at))
            continue;
        add_text(&c, from, at);
        c.dir = dirs[i];
        struct clean clean = {.dir = dirs[i], .first = c.n_places};
        if (directive_is_data(dirs[i])) {
            add_data(&c);
            buf_add(&c.text, "} ");
        } else {
            add_loop(&c);
        }
        from = at;
        IR_PUSH(ast->clean, ast->n_clean, clean);
    }
    if (ast->n_clean < 2) { /* it would be the same parse */
        ast->n_clean = 0;
        buf_free(&c.text);
        return;
    }
    add_text(&c, from, ast->src->unit_size);
    CXTranslationUnit unit = parse(&c, ast);
    ast->shapes = ir_alloc((c.n_places + 1) * sizeof *ast->shapes);
    if (!unit || c.bad || c.elsewhere > ast->n_errors)
        ast->n_clean = 0;
    else
        find_shapes(&c, unit, ast->shapes);
    if (unit)
        clang_disposeTranslationUnit(unit);
}

static const struct clean *find_clean(const struct region *r)
{
    for (size_t i = 0; i < r->ast->n_clean; i++)
        if (r->ast->clean[i].dir == r->dir)
            return &r->ast->clean[i];
    return NULL;
}

/* ---- one directive ---- */

/* *why: what has been told of OpenMP's or OpenACC's clauses. */
static bool check_clauses(struct region *r, const char **why)
{
    struct check c = {.ast = r->ast, .dir = r->dir, .r = r};
    if (find_clean(r))
        return true;
    add_text(&c, 0, r->begin);
    add_loop(&c);
    add_text(&c, r->begin, r->src->unit_size);
    CXTranslationUnit unit = parse(&c, r->ast);
    if (unit) /* else: the unit itself has been parsed */
        clang_disposeTranslationUnit(unit);
    *why = c.why;
    return !c.bad;
}

static bool refuse_clauses(struct region *r, const char *why)
{
    bool own = r->dir->origin == ORIGIN_TCR;
    return refuse(r, REFUSE_LOOP, r->pragma->begin, own ? CODE_INVALID : CODE_CLAUSE, "%s",
                  why ? why : "a clause is in error");
}

bool ast_check_data(struct region *r, struct data_shape *shapes)
{
    struct check c = {.ast = r->ast, .dir = r->dir, .r = r};
    const struct clean *clean = find_clean(r);
    size_t n = 0;
    for (size_t i = 0; i < r->dir->n_data; i++)
        n += r->dir->data[i].n_items;
    if (clean) {
        memcpy(shapes, r->ast->shapes + clean->first, n * sizeof *shapes);
        return true;
    }
    add_text(&c, 0, r->begin);
    add_data(&c);
    add_text(&c, r->begin, r->end);
    buf_add(&c.text, "}");
    add_text(&c, r->end, r->src->unit_size);
    CXTranslationUnit unit = parse(&c, r->ast);
    if (unit && !c.bad)
        find_shapes(&c, unit, shapes);
    if (unit)
        clang_disposeTranslationUnit(unit);
    return !c.bad || refuse_clauses(r, c.why);
}

bool ast_require_clauses(struct region *r)
{
    const char *why = NULL;
    return check_clauses(r, &why) || refuse_clauses(r, why);
}

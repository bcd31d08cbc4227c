/* SPDX-License-Identifier: MIT */
/*
 * ast_pointer.c: calls through a pointer to one of the functions that the unit has.
 *
 *     double area(double (*f)(double), double from, double to, int n)
 *     ... for (...) sum += f(from + i * h);
 *
 * A parameter or local variable that the loop only calls leads to one function all through it.  The
 * call becomes a choice between those functions that the unit mentions as values, `f == sin ?
 * sin(x) : g(x)`; the host looks before each call of the loop whether the pointer leads to one of
 * them, and else runs the loop itself (struct region, `callees`).
 *
 *     double twice(double (*f)(double), double x) { return f(f(x)); }
 *     ... for (...) sum += twice(sin, i * h);
 *
 * A parameter that gets a function by its name is that function: each such call has a function of
 * its own, in which `f(x)` is `sin(x)`, and which hands it on as such.
 */
#include "ast_private.h"

#include <string.h>

#include "../ir/math_table.h"
#include "../ir/sharing.h"
#include "../text/text.h"

enum { MOST_CALLEES = 12 };

struct callees {
    struct region *r;
    CXType type; /* of a function, as it is called */
    CXCursor list[MOST_CALLEES];
    size_t n;
    bool too_many;
};

/* ---- the pointer ---- */

/* f in `f(x)` and `(*f)(x)`. */
static bool is_variable(struct region *r, CXCursor call, CXCursor *out)
{
    struct children kids = ast_children(r->ast, call);
    while (kids.n > 0) {
        CXCursor c = kids.list[0];
        enum CXCursorKind kind = clang_getCursorKind(c);
        *out = clang_getCursorReferenced(c);
        if (kind == CXCursor_DeclRefExpr)
            return clang_getCursorKind(*out) == CXCursor_ParmDecl ||
                   clang_getCursorKind(*out) == CXCursor_VarDecl;
        kids = ast_children(r->ast, c);
        bool passes = kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
                      kind == CXCursor_UnaryOperator;
        if (kids.n != 1 || !passes)
            return false;
    }
    return false;
}

static bool is_before_bracket(const char *text, size_t at)
{
    return text[at + strspn(text + at, " \t\r\n")] == '(';
}

/* Is the word at `at` called, as `f(` or `(*f)(`? */
static bool is_called(const char *text, size_t at, size_t len)
{
    size_t next = at + len;
    next += strspn(text + next, " \t\r\n");
    if (text[next] == ')' && at > 0 && text[at - 1] == '*')
        next++;
    return is_before_bracket(text, next);
}

/* All that the loop does with the variable is to call it, and nobody has its address. */
static bool is_only_called(const struct region *r, const struct decl *d)
{
    const char *text = r->src->text;
    size_t n = strlen(d->name), len;
    char before = 0;
    for (size_t at = d->scope_begin; (len = text_token(text, d->scope_end, &at)) > 0; at += len) {
        bool is = len == n && memcmp(text + at, d->name, n) == 0;
        bool inside = at >= r->begin && at < r->end;
        if (is && (before == '&' || (inside && !is_called(text, at, len))))
            return false;
        before = text[at];
    }
    return true;
}

static bool stays(const struct region *r, const struct decl *d)
{
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM;
    return local && !d->in_region && d->scope_end > d->scope_begin && !d->is_thread_local &&
           !d->type->is_volatile &&
           !items_have(r->dir->private_items, r->dir->n_private, d->name) &&
           (!r->site.team || sharing_of_team(r, d)) && is_only_called(r, d);
}

/* ---- the functions ---- */

struct mention_search {
    struct region *r;
    CXCursor function;
    bool found;
};

static enum CXChildVisitResult visit_mention(CXCursor c, CXCursor parent, CXClientData data)
{
    struct mention_search *s = data;
    size_t begin, end;
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    CXCursor is = clang_getCanonicalCursor(clang_getCursorReferenced(c));
    ast_extent(s->r->ast, c, &begin, &end);
    s->found = clang_equalCursors(is, s->function) && !is_before_bracket(s->r->src->text, end);
    return s->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Is it named as a value anywhere, where it is not called?  Most are not, as the text says. */
static bool is_mentioned(struct region *r, CXCursor function, const char *name)
{
    struct mention_search s = {.r = r, .function = clang_getCanonicalCursor(function)};
    const char *text = r->src->text;
    size_t n = strlen(name);
    bool may = false;
    for (const char *p = text; !may && (p = strstr(p, name)) != NULL; p += n) {
        bool word = (p == text || !text_word_char(p[-1])) && !text_word_char(p[n]);
        may = word && !is_before_bracket(p, n);
    }
    if (may)
        clang_visitChildren(clang_getTranslationUnitCursor(r->ast->unit), visit_mention, &s);
    return s.found;
}

/* Is the name that of something else where the loop stands? */
static bool is_hidden(struct region *r, CXCursor c, const char *name)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool declares =
        kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FunctionDecl;
    struct children kids = ast_children(r->ast, c);
    if (declares && strcmp(ast_string(clang_getCursorSpelling(c)), name) == 0)
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (is_hidden(r, kids.list[i], name))
            return true;
    return false;
}

static bool is_named_here(struct region *r, CXCursor function, const char *name)
{
    size_t begin, end;
    CXCursor around;
    ast_extent(r->ast, clang_getCanonicalCursor(function), &begin, &end);
    return begin < r->function_begin && ast_function_at(r->ast, r->begin, &around) &&
           !is_hidden(r, around, name);
}

bool ast_names_function(struct region *r, const struct decl *function)
{
    CXCursor c = *(CXCursor *)function->cursor;
    return !ast_is_foreign(r->ast, c) && is_named_here(r, c, function->name);
}

static void add(struct callees *s, CXCursor function)
{
    struct region *r = s->r;
    const char *name = ast_string(clang_getCursorSpelling(function));
    CXType type = clang_getCanonicalType(clang_getCursorType(function));
    if (!clang_equalTypes(type, s->type) || !is_mentioned(r, function, name))
        return;
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(ast_string(clang_getCursorSpelling(s->list[i])), name) == 0)
            return;
    if (!is_named_here(r, function, name) || ast_never_returns(r, function))
        return;
    if (s->n < MOST_CALLEES)
        s->list[s->n++] = function;
    else
        s->too_many = true;
}

static enum CXChildVisitResult visit_function(CXCursor c, CXCursor parent, CXClientData data)
{
    struct callees *s = data;
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_FunctionDecl)
        return CXChildVisit_Continue;
    bool defined = !clang_Cursor_isNull(clang_getCursorDefinition(c));
    if (defined || math_find(ast_string(clang_getCursorSpelling(c))))
        add(s, defined ? clang_getCursorDefinition(c) : c);
    return CXChildVisit_Continue;
}

/* ---- the call ---- */

static struct expr *leads_to(const struct expr *call, const struct decl *d, const char *function)
{
    struct expr *e = expr_new(EXPR_HOST, type_int(), call->begin, call->end);
    e->text = ir_printf("(%s == %s)", d->name, function);
    return e;
}

void ast_ask(struct region *r, const char *condition)
{
    if (!r->callees || !strstr(r->callees, condition))
        r->callees = r->callees ? ir_printf("%s && %s", r->callees, condition) : condition;
}

/* `f == a || f == b`, once for each variable. */
static void ask(struct region *r, const struct decl *d, const struct callees *s)
{
    const char *text = "";
    for (size_t i = 0; i < s->n; i++)
        text = ir_printf("%s%s%s == %s", text, i ? " || " : "(", d->name,
                         ast_string(clang_getCursorSpelling(s->list[i])));
    ast_ask(r, ir_printf("%s)", text));
}

struct expr *ast_pointer_call(struct region *r, CXCursor c)
{
    CXCursor variable;
    struct callees s = {.r = r};
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    if (!r->dir->on_host || begin < r->begin || begin >= r->end || !is_variable(r, c, &variable))
        return NULL;
    struct decl *d = ast_decl(r, variable);
    CXType pointer = clang_getCanonicalType(clang_getCursorType(variable));
    s.type = clang_getCanonicalType(clang_getPointeeType(pointer));
    if (r->stopped || pointer.kind != CXType_Pointer || !stays(r, d))
        return NULL;
    clang_visitChildren(clang_getTranslationUnitCursor(r->ast->unit), visit_function, &s);
    if (s.n == 0 || s.too_many)
        return NULL;
    ask(r, d, &s);
    struct expr *e = NULL;
    for (size_t i = s.n; i-- > 0 && !r->stopped;) {
        struct expr *call = ast_call_of(r, c, s.list[i]);
        if (!call || r->stopped || !e) {
            e = call;
            continue;
        }
        struct expr *choice = expr_new(EXPR_COND, call->type, call->begin, call->end);
        choice->a = leads_to(call, d, ast_string(clang_getCursorSpelling(s.list[i])));
        choice->b = call;
        choice->c = e;
        e = choice;
    }
    return e;
}

/* ---- functions as arguments ---- */

bool ast_is_given(const struct given *given, CXCursor parameter, CXCursor *function)
{
    for (; given; given = given->next)
        if (clang_equalCursors(given->parameter, parameter)) {
            *function = given->function;
            return true;
        }
    return false;
}

bool ast_given_callee(struct region *r, CXCursor call, CXCursor *function)
{
    CXCursor variable;
    return is_variable(r, call, &variable) && ast_is_given(r->ast->given, variable, function) &&
           !ast_never_returns(r, *function);
}

/* f, &f, or a parameter that stands for a function. */
static bool is_named(struct region *r, CXCursor c, CXCursor *function)
{
    for (;;) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        struct children kids = ast_children(r->ast, c);
        size_t begin, end;
        ast_extent(r->ast, c, &begin, &end);
        if (kind == CXCursor_DeclRefExpr)
            break;
        bool passes = kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
                      (kind == CXCursor_UnaryOperator && strchr("&*", r->src->text[begin]));
        if (kids.n != 1 || !passes)
            return false;
        c = kids.list[0];
    }
    *function = clang_getCursorReferenced(c);
    return clang_getCursorKind(*function) == CXCursor_FunctionDecl ||
           ast_is_given(r->ast->given, *function, function);
}

static bool is_of_type(CXCursor parameter, CXCursor function)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
    return type.kind == CXType_Pointer &&
           clang_equalTypes(clang_getCanonicalType(clang_getPointeeType(type)),
                            clang_getCanonicalType(clang_getCursorType(function)));
}

static bool is_same(const struct given *a, const struct given *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (!clang_equalCursors(a->parameter, b->parameter) ||
            !clang_equalCursors(clang_getCanonicalCursor(a->function),
                                clang_getCanonicalCursor(b->function)))
            return false;
    return !a && !b;
}

struct decl *ast_for_given(struct region *r, CXCursor call, struct decl *d)
{
    const struct given *list = NULL;
    CXCursor definition = clang_getCursorDefinition(*(CXCursor *)d->cursor), function;
    int n = clang_Cursor_isNull(definition) ? 0 : clang_Cursor_getNumArguments(definition);
    for (int i = 0; i < n && i < clang_Cursor_getNumArguments(call); i++) {
        CXCursor parameter = clang_Cursor_getArgument(definition, (unsigned)i);
        if (!is_named(r, clang_Cursor_getArgument(call, (unsigned)i), &function) ||
            !is_of_type(parameter, function))
            continue;
        struct given *one = ir_alloc(sizeof *one);
        *one = (struct given){parameter, function, list};
        list = one;
    }
    for (size_t i = 0; i < r->n_functions; i++)
        if (r->functions[i].decl->offset == d->offset && is_same(r->functions[i].decl->given, list))
            return r->functions[i].decl;
    if (!list)
        return d;
    struct decl *own = ir_alloc(sizeof *own);
    *own = *d;
    own->given = list;
    return own;
}

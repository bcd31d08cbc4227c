/* SPDX-License-Identifier: MIT */
/*
 * ast_pointer.c: calls through a pointer to one of the functions that the unit has.
 *
 *     double area(double (*f)(double), double from, double to, int n)
 *     ... for (...) sum += f(from + i * h);
 *
 * A variable from outside that the loop only calls leads to one function all through it.  The
 * call becomes a choice between those functions that the unit mentions as values, `f == sin ?
 * sin(x) : g(x)`; the host looks before each call of the loop whether the pointer leads to one of
 * them, and else runs the loop itself (struct region, `callees`).
 *
 * So does a member that the loop only calls, `p->f(x)` or `s.f(x)`, of a structure that it shares:
 * an iteration that set it would race with the others.
 *
 *     static double (*const rules[])(double) = {midpoint, simpson};
 *     ... for (...) sum += rules[kind[i]](i * h);
 *
 * An element of a constant table is one of its initialisers: `k == 0 ? midpoint(x) : simpson(x)`.
 *
 *     double twice(double (*f)(double), double x) { return f(f(x)); }
 *     ... for (...) sum += twice(sin, i * h);
 *
 * A parameter that gets a function by its name is that function: each such call has a function of
 * its own, in which `f(x)` is `sin(x)`, and which hands it on as such.
 */
#include "ast_private.h"

#include <stdio.h>
#include <string.h>

#include "../ir/made.h"
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

struct pointer {
    struct decl *variable;
    CXType type;
    const char *text;   /* as the program has it */
    const char *member; /* its name, if it is one of the variable; */
    bool behind;        /* of what that points to */
};

/* Without conversions and brackets, and `*` if that says nothing. */
static CXCursor stripped(struct region *r, CXCursor c, bool stars)
{
    for (;;) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        struct children kids = ast_children(r->ast, c);
        size_t begin, end;
        ast_extent(r->ast, c, &begin, &end);
        bool passes = kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
                      (stars && kind == CXCursor_UnaryOperator && r->src->text[begin] == '*');
        if (kids.n != 1 || !passes)
            return c;
        c = kids.list[0];
    }
}

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

/* Is the word at `at` called, as `f(` or `(*f)(`; of a member, `(*p->f)(`? */
static bool is_called(const char *text, size_t at, size_t len, bool member)
{
    size_t next = at + len;
    next += strspn(text + next, " \t\r\n");
    if (text[next] == ')' && at > 0 && (member || text[at - 1] == '*'))
        next++;
    return is_before_bracket(text, next);
}

/* All that the loop does with the variable is to call it, and nobody has its address. */
static bool is_only_called(const struct region *r, const struct decl *d)
{
    const char *text = r->src->text;
    bool local = d->scope_end > d->scope_begin; /* of others, the loop is looked at */
    size_t n = strlen(d->name), len, end = local ? d->scope_end : r->end;
    char before = 0;
    for (size_t at = local ? d->scope_begin : r->begin; (len = text_token(text, end, &at)) > 0;
         at += len) {
        bool is = len == n && memcmp(text + at, d->name, n) == 0;
        bool inside = at >= r->begin && at < r->end;
        if (is && (before == '&' || (inside && !is_called(text, at, len, false))))
            return false;
        before = text[at];
    }
    return true;
}

static bool stays(const struct region *r, const struct decl *d)
{
    return !d->in_region && !region_is_of_thread(r, d) && !d->type->is_volatile &&
           !items_have(r->dir->private_items, r->dir->n_private, d->name) &&
           (!r->site.team || sharing_of_team(r, d));
}

/* What all iterations share, none of them sets, directly or in a function that it calls: it would
 * race with those that other threads run. */
static bool is_shared(const struct region *r)
{
    const struct site site =
        site_find(r->facts, r->dir->origin, r->pragma->begin, r->begin, r->end);
    return site_promised(r->facts, &site) > 0;
}

/* Is the variable at text[at..next) set there, or is its own address taken? */
static bool is_set(const char *text, const char *before, size_t at, size_t next)
{
    size_t len = text_token(text, at + next + 4, &next);
    const char *after = text + next;
    bool assigns = (len == 1 && *after == '=') ||
                   (len == 2 && strchr("+-", after[0]) && strchr("+-=", after[1]));
    bool selects = *after == '.' || *after == '[' || (len == 2 && memcmp(after, "->", 2) == 0);
    return assigns || strcmp(before, "++") == 0 || strcmp(before, "--") == 0 ||
           (strcmp(before, "&") == 0 && !selects);
}

/* The structure is the same one all through the loop, and all that the loop does with the member is
 * to call it. */
static bool is_member_called(const struct region *r, const struct pointer *p)
{
    const char *text = r->src->text, *name = p->variable->name;
    char before[4] = "";
    for (size_t at = r->begin, len; (len = text_token(text, r->end, &at)) > 0; at += len) {
        bool variable = len == strlen(name) && memcmp(text + at, name, len) == 0;
        bool member = len == strlen(p->member) && memcmp(text + at, p->member, len) == 0;
        bool of = strcmp(before, ".") == 0 || strcmp(before, "->") == 0;
        if ((variable && !of && is_set(text, before, at, at + len)) ||
            (member && of && !is_called(text, at, len, true)))
            return false;
        snprintf(before, sizeof before, "%.*s", len < sizeof before ? (int)len : 0, text + at);
    }
    return true;
}

/* The host looks at the member in front of the loop, also where no iteration would come to it. */
static bool may_look(const struct pointer *p)
{
    CXCursor declared = *(CXCursor *)p->variable->cursor;
    return !p->behind || p->variable->kind != DECL_LOCAL ||
           !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(declared));
}

static bool is_kept(const struct region *r, const struct pointer *p)
{
    bool local = p->variable->kind == DECL_LOCAL || p->variable->kind == DECL_PARAM;
    if (!stays(r, p->variable) || clang_isVolatileQualifiedType(p->type) ||
        (!(local && !p->member) && !is_shared(r)))
        return false;
    return p->member ? is_member_called(r, p) && may_look(p) : is_only_called(r, p->variable);
}

/* What the call goes to: a variable, or a member of one. */
static bool find_pointer(struct region *r, CXCursor call, struct pointer *p)
{
    struct children kids = ast_children(r->ast, call);
    size_t begin, end, at;
    if (!kids.n)
        return false;
    CXCursor c = stripped(r, kids.list[0], true);
    ast_extent(r->ast, c, &begin, &end);
    *p = (struct pointer){.type = clang_getCanonicalType(clang_getCursorType(c)),
                          .text = region_quote(r, begin, end)};
    while (clang_getCursorKind(c) == CXCursor_MemberRefExpr && !p->behind) {
        kids = ast_children(r->ast, c);
        if (kids.n != 1)
            return false;
        if (!p->member)
            p->member = ast_string(clang_getCursorSpelling(c));
        ast_extent(r->ast, kids.list[0], &begin, &at);
        size_t len = text_token(r->src->text, end, &at);
        p->behind = len == 2 && memcmp(r->src->text + at, "->", 2) == 0;
        if (!p->behind && (len != 1 || r->src->text[at] != '.'))
            return false;
        c = stripped(r, kids.list[0], false);
    }
    CXCursor to = clang_getCursorReferenced(c);
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
        (clang_getCursorKind(to) != CXCursor_ParmDecl &&
         clang_getCursorKind(to) != CXCursor_VarDecl))
        return false;
    p->variable = ast_decl(r, to);
    return !r->stopped && p->type.kind == CXType_Pointer;
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

static struct expr *leads_to(const struct expr *call, const struct pointer *p, const char *function)
{
    struct expr *e = expr_new(EXPR_HOST, type_int(), call->begin, call->end);
    e->text = ir_printf("(%s == %s)", p->text, function);
    return e;
}

static void add_condition(const char **all, const char *condition)
{
    if (!*all || !strstr(*all, condition))
        *all = *all ? ir_printf("%s && %s", *all, condition) : condition;
}

void ast_ask(struct region *r, const char *condition)
{
    add_condition(&r->callees, condition);
}

/* `f == a || f == b`, once for each pointer.  Nobody has said that an iteration comes to the call:
 * the memory that p leads to in `p->f` may be none. */
static void ask(struct region *r, const struct pointer *p, const struct callees *s)
{
    const char *text = "";
    for (size_t i = 0; i < s->n; i++)
        text = ir_printf("%s%s%s == %s", text, i ? " || " : "(", p->text,
                         ast_string(clang_getCursorSpelling(s->list[i])));
    if (p->behind)
        add_condition(&r->callees_behind,
                      ir_printf("tcr_readable(&%s, sizeof(%s)) && %s)", p->text, p->text, text));
    else
        ast_ask(r, ir_printf("%s)", text));
}

/* The call of the i-th function if its condition holds, and of the last one without one. */
typedef struct expr *condition_of(struct region *r, const struct expr *call, size_t i, void *ctx);
static struct expr *choose(struct region *r, CXCursor c, const struct callees *s,
                           condition_of *condition, void *ctx)
{
    struct expr *e = NULL;
    for (size_t i = s->n; i-- > 0 && !r->stopped;) {
        struct expr *call = ast_call_of(r, c, s->list[i]);
        if (!call || r->stopped || !e) {
            e = call;
            continue;
        }
        struct expr *choice = expr_new(EXPR_COND, call->type, call->begin, call->end);
        choice->a = condition(r, call, i, ctx);
        choice->b = call;
        choice->c = e;
        e = choice;
    }
    return e;
}

struct by_pointer {
    const struct pointer *p;
    const struct callees *s;
};

static struct expr *pointer_is(struct region *r, const struct expr *call, size_t i, void *ctx)
{
    const struct by_pointer *by = ctx;
    (void)r;
    return leads_to(call, by->p, ast_string(clang_getCursorSpelling(by->s->list[i])));
}

static struct expr *known_pointer_call(struct region *r, CXCursor c)
{
    struct pointer p;
    struct callees s = {.r = r};
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    if (!r->dir->on_host || begin < r->begin || begin >= r->end || !find_pointer(r, c, &p) ||
        !is_kept(r, &p))
        return NULL;
    s.type = clang_getCanonicalType(clang_getPointeeType(p.type));
    clang_visitChildren(clang_getTranslationUnitCursor(r->ast->unit), visit_function, &s);
    if (s.n == 0 || s.too_many)
        return NULL;
    ask(r, &p, &s);
    return choose(r, c, &s, pointer_is, &(struct by_pointer){&p, &s});
}

/* ---- constant tables ---- */

static enum CXChildVisitResult visit_entry(CXCursor c, CXCursor parent, CXClientData data)
{
    struct callees *s = data;
    CXCursor to = stripped(s->r, c, false);
    (void)parent;
    if (clang_getCursorKind(to) == CXCursor_UnaryOperator) { /* & */
        struct children kids = ast_children(s->r->ast, to);
        to = kids.n == 1 ? stripped(s->r, kids.list[0], false) : to;
    }
    to = clang_getCursorReferenced(to);
    CXCursor is = clang_getCursorDefinition(to);
    s->too_many |= s->n == MOST_CALLEES || clang_getCursorKind(to) != CXCursor_FunctionDecl ||
                   ast_never_returns(s->r, to);
    if (!s->too_many)
        s->list[s->n++] = clang_Cursor_isNull(is) ? to : is;
    return CXChildVisit_Continue;
}

/* In the canonical type, the array has what is written of its elements. */
static bool is_constant(CXType array)
{
    CXType types[] = {array, clang_getArrayElementType(array), clang_getCanonicalType(array)};
    bool constant = false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        constant |= clang_isConstQualifiedType(types[i]);
        if (clang_isVolatileQualifiedType(types[i]))
            return false;
    }
    return constant;
}

/* Another unit, or a library, may have another table of the name. */
static bool is_replaceable(struct region *r, CXCursor table)
{
    return clang_getCursorLinkage(table) == CXLinkage_External &&
           (r->facts->interposable || ast_has_attribute(r, table, "weak"));
}

/* Each element of the table is a function of the list, in their order. */
static bool find_entries(CXCursor table, struct callees *s)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(table));
    CXType element = clang_getCanonicalType(clang_getArrayElementType(type));
    CXCursor list = clang_Cursor_getVarDeclInitializer(table);
    size_t begin, end, len;
    if (type.kind != CXType_ConstantArray || element.kind != CXType_Pointer ||
        !is_constant(clang_getCursorType(table)) || is_replaceable(s->r, table) ||
        clang_Cursor_isNull(list) || clang_getCursorKind(list) != CXCursor_InitListExpr)
        return false;
    ast_extent(s->r->ast, list, &begin, &end);
    for (size_t at = begin; (len = text_token(s->r->src->text, end, &at)) > 0; at += len)
        if (s->r->src->text[at] == '=') /* [k] = f */
            return false;
    clang_visitChildren(list, visit_entry, s);
    return !s->too_many && s->n > 0 && (long long)s->n == clang_getArraySize(type);
}

static struct expr *index_is(struct region *r, const struct expr *call, size_t i, void *ctx)
{
    struct made at = {call->begin, call->end};
    struct expr *index = ast_expr(r, *(const CXCursor *)ctx);
    return made_binary(at, OP_EQ, type_int(), made_cast(at, type_int(), index),
                       made_number(at, type_int(), (long long)i));
}

static struct expr *table_call(struct region *r, CXCursor c)
{
    struct callees s = {.r = r};
    struct children kids = ast_children(r->ast, c);
    CXCursor callee = kids.n ? stripped(r, kids.list[0], true) : c;
    kids = ast_children(r->ast, callee);
    if (clang_getCursorKind(callee) != CXCursor_ArraySubscriptExpr || kids.n != 2)
        return NULL;
    CXCursor table = clang_getCursorReferenced(stripped(r, kids.list[0], false));
    if (clang_getCursorKind(table) == CXCursor_VarDecl) /* perhaps declared above it */
        table = clang_getCursorDefinition(table);
    if (clang_getCursorKind(table) != CXCursor_VarDecl || !find_entries(table, &s))
        return NULL;
    struct expr *index = ast_expr(r, kids.list[1]);
    if (!index || r->stopped || expr_has_effects(index))
        return NULL;
    return choose(r, c, &s, index_is, &kids.list[1]);
}

struct expr *ast_pointer_call(struct region *r, CXCursor c)
{
    struct expr *e = table_call(r, c);
    return e || r->stopped ? e : known_pointer_call(r, c);
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

/* SPDX-License-Identifier: MIT */
/*
 * ast_unit.c: functions, variables and types of other units, where the link
 * tells of them (units.h).
 *
 * The text of another unit is put behind the unit's own when one of its
 * functions is first called, and parsed on its own.  The offsets of its cursors
 * are then those of the joined text, so that all stages work as for a function
 * of the unit itself.
 */
#include "ast_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../text/text.h"

/* ---- which text a cursor is of ---- */

size_t ast_base(struct ast *ast, CXCursor c)
{
    if (!ast->others)
        return 0;
    CXTranslationUnit unit = clang_Cursor_getTranslationUnit(c);
    for (const struct ast *o = ast->others; o; o = o->next)
        if (o->unit == unit)
            return o->base;
    return 0;
}

bool ast_is_foreign(struct ast *ast, CXCursor c)
{
    return ast_base(ast, c) > 0;
}

static bool is_external(CXCursor c)
{
    enum CXLinkageKind linkage = clang_getCursorLinkage(c);
    return linkage == CXLinkage_External || linkage == CXLinkage_UniqueExternal;
}

/* What the linker calls it: `__asm__("...")` may say so. */
static bool has_symbol(CXCursor c, const char *symbol)
{
    CXString is = clang_Cursor_getMangling(c);
    const char *text = clang_getCString(is);
    bool same = text && strcmp(text, symbol) == 0;
    clang_disposeString(is);
    return same;
}

char *ast_symbol(CXCursor c)
{
    return ast_string(clang_Cursor_getMangling(c));
}

/* ---- functions ---- */

void ast_set_outside(struct ast *ast, const struct ast_outside *outside)
{
    ast->outside = *outside;
    ast->linked = outside->units;
}

void ast_ask_outside(struct ast *ast, bool waits)
{
    ast->outside.units = waits ? ast->linked : NULL;
}

struct name_search {
    struct ast *ast;
    struct ast_names *names;
    size_t at;
};

static enum CXChildVisitResult add_name(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    const struct name_search *s = data;
    size_t begin, end;
    ast_extent(s->ast, c, &begin, &end);
    if (begin == s->at && clang_getCursorKind(c) == CXCursor_FunctionDecl)
        IR_PUSH(s->names->list, s->names->n, ast_string(clang_getCursorSpelling(c)));
    return begin > s->at ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* Those of `unit`, a parse of ast's, that are declared at the first token from offset on; false:
 * there are none. */
static bool add_names(struct ast *ast, const struct ast *unit, struct ast_names *names,
                      size_t offset)
{
    size_t before = names->n;
    bool line_start = true;
    struct name_search s = {ast, names, ast_skip_blank(ast->src->text, offset, &line_start)};
    clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), add_name, &s);
    return names->n > before;
}

static bool is_among(const struct ast_names *names, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->list[i], name) == 0)
            return true;
    return false;
}

bool ast_routine(struct ast *ast, size_t offset)
{
    return add_names(ast, ast, &ast->routines, offset);
}

void ast_variant(struct ast *ast, size_t offset)
{
    add_names(ast, ast, &ast->variants, offset);
}

bool ast_is_routine(const struct ast *ast, const char *name)
{
    return is_among(&ast->routines, name);
}

bool ast_has_variants(struct ast *ast, CXCursor call, const char *name)
{
    size_t base = ast_base(ast, call);
    for (const struct ast *o = ast->others; o && base; o = o->next)
        if (o->base == base)
            return is_among(&o->variants, name);
    return is_among(&ast->variants, name);
}

/* The text of a line, `# pragma omp declare variant(...)`: where it ends, or 0. */
static size_t variant_line(const char *text, size_t at, size_t end)
{
    static const char *const words[] = {"#", "pragma", "omp", "declare", "variant"};
    size_t line = at + strcspn(text + at, "\n"), len;
    if (line > end)
        line = end;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++, at += len) {
        len = text_token(text, line, &at);
        if (len != strlen(words[i]) || memcmp(text + at, words[i], len) != 0)
            return 0;
    }
    return line;
}

/* Another unit's `omp declare variant`; those of the unit itself are among its constructs. */
static void take_variants(struct ast *ast, struct ast *other, size_t begin)
{
    const char *text = ast->src->text;
    for (size_t at = begin; at < ast->src->size; at += strcspn(text + at, "\n") + 1) {
        size_t behind = variant_line(text, at, ast->src->size);
        if (behind)
            add_names(ast, other, &other->variants, behind);
    }
}

void ast_add_other(struct ast *ast, struct ast *other)
{
    if (!other)
        return;
    other->next = ast->others;
    ast->others = other;
}

/* Parse it, once.  NULL: *why it cannot be had. */
static struct ast *parsed(struct region *r, struct other_unit *o, const char **why)
{
    struct ast *ast = o->parsed;
    size_t begin = r->src->size + 1, where;
    char *message = NULL;
    if (!ast) {
        int error = source_append(r->src, o->path, o->offset, o->size, o->name);
        if (error)
            message = ir_strdup(strerror(-error));
        else
            ast = ast_parse_at(r->src, begin, o->opt.parse_flags, o->opt.n_parse_flags, &where,
                               &message);
    }
    if (ast && !o->parsed) {
        o->parsed = ast;
        ast_add_other(r->ast, ast);
        take_variants(r->ast, ast, begin);
    }
    *why = ast ? NULL : ir_printf("'%s', which defines it, cannot be parsed: %s", o->name, message);
    return ast;
}

static bool defined_in(const struct ast *ast, const char *symbol, CXCursor *out)
{
    for (size_t i = 0; i < ast->n_functions; i++)
        if (is_external(ast->functions[i]) && has_symbol(ast->functions[i], symbol)) {
            *out = ast->functions[i];
            return true;
        }
    return false;
}

bool ast_find_outside(struct region *r, CXCursor callee, size_t at, CXCursor *out, const char **why)
{
    const struct ast_outside *outside = &r->ast->outside;
    struct units *units = outside->units;
    *why = units ? units->why : NULL;
    if (!units || *why)
        return false;
    const char *name = ast_symbol(callee);
    for (size_t i = 0; i < units->n_names; i++) {
        const struct link_name *n = &units->names[i];
        if (strcmp(n->name, name) != 0)
            continue;
        if (n->why) {
            *why = n->why;
            continue;
        }
        struct other_unit *o = &units->list[n->unit];
        struct ast *ast = parsed(r, o, why);
        if (!ast || !defined_in(ast, name, out))
            continue;
        r->signed_wraps |= o->opt.signed_wraps;
        if (o->opt.host_only || strcmp(o->opt.device_flags, outside->device_flags) != 0)
            refuse_device(r, at, CODE_COMPILER_OPTION,
                          "'%s' is compiled with other floating-point options in '%s'", name,
                          o->name);
        return true;
    }
    return false;
}

bool ast_check_no_data(struct region *r, CXCursor definition, const char *name, size_t at)
{
    static const char *const words[] = {"data", "enter", "exit", "update"};
    static const char pragma[] = "\n#pragma tcr ";
    size_t begin, end;
    ast_extent(r->ast, definition, &begin, &end);
    const char *text = r->src->text;
    for (const char *p = text + begin; (p = strstr(p, pragma)) != NULL && p < text + end;) {
        p += strlen(pragma);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncmp(p, words[i], strlen(words[i])) == 0)
                return refuse(
                    r, REFUSE_LOOP, at, CODE_CALL_EFFECTS,
                    "the called function '%s' has a data directive; call it before or after the "
                    "loop",
                    name);
    }
    return true;
}

/* ---- types of both sides ---- */

/* An incomplete structure is that of the same name. */
static bool compatible(const struct type *a, const struct type *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case TYPE_SCALAR:
        return a->scalar == b->scalar;
    case TYPE_COMPLEX:
        return a->size == b->size;
    case TYPE_POINTER:
        return compatible(a->of, b->of);
    case TYPE_ARRAY:
        return (a->count == b->count || a->count < 0 || b->count < 0) && compatible(a->of, b->of);
    case TYPE_RECORD:
        return a->record == b->record ||
               ((!a->record->complete || !b->record->complete) && *a->record->tag &&
                strcmp(a->record->tag, b->record->tag) == 0);
    default:
        return true;
    }
}

/* Of K&R definitions: the caller passes an int or a double. */
static bool is_promoted(const struct type *t)
{
    return t->kind == TYPE_SCALAR &&
           (t->scalar == TCR_F32 || (type_is_integer(t) && scalar_of(t->scalar)->size < 4));
}

/* A pointer to a structure that only one of the units knows gets the type that
 * the function has for it. */
static struct expr *as_parameter(struct expr *arg, const struct decl *param)
{
    struct type *to = param->type;
    const struct type *from = arg->type, *into = to;
    while (from->kind == TYPE_POINTER && into->kind == TYPE_POINTER) {
        from = from->of;
        into = into->of;
    }
    if (from->kind != TYPE_RECORD || from->record == into->record)
        return arg;
    struct expr *c = expr_new(EXPR_CAST, to, param->offset, param->offset);
    c->a = arg;
    c->implicit = true;
    return c;
}

bool ast_match_call(struct region *r, struct expr *e, const struct device_function *f)
{
    CXCursor definition = *(CXCursor *)f->decl->cursor;
    CXType type = clang_getCanonicalType(clang_getCursorType(definition));
    bool old_style = type.kind == CXType_FunctionNoProto;
    bool good = e->n_args == f->n_params && compatible(e->type, ast_result_type(r, f->decl));
    for (size_t i = 0; good && i < f->n_params; i++) {
        good = compatible(e->args[i]->type, f->params[i]->type) &&
               !(old_style && is_promoted(f->params[i]->type));
        if (good)
            e->args[i] = as_parameter(e->args[i], f->params[i]);
    }
    if (!good)
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
            "'%s' is declared here with other types than it has in the unit that defines it; "
            "include the same header in both",
            f->decl->name);
    if (e->type->kind == TYPE_POINTER)
        e->type = ast_result_type(r, f->decl);
    return true;
}

/* ---- structures ---- */

struct record_pairs {
    const struct record *a[128], *b[128];
    size_t n;
};

static bool same_record(const struct record *a, const struct record *b, struct record_pairs *seen);

static bool same_layout(const struct type *a, const struct type *b, struct record_pairs *seen)
{
    if (a->kind != b->kind || a->is_volatile != b->is_volatile || a->is_atomic != b->is_atomic)
        return false;
    switch (a->kind) {
    case TYPE_SCALAR:
        return a->scalar == b->scalar;
    case TYPE_POINTER:
        return same_layout(a->of, b->of, seen);
    case TYPE_COMPLEX:
        return a->size == b->size;
    case TYPE_ARRAY:
        return a->count == b->count && same_layout(a->of, b->of, seen);
    case TYPE_RECORD:
        return same_record(a->record, b->record, seen);
    default:
        return true;
    }
}

/* Records that refer to themselves are the same unless a difference is found; so are those behind
 * pointers of which one unit knows the tag only. */
static bool same_record(const struct record *a, const struct record *b, struct record_pairs *seen)
{
    if (a == b)
        return true;
    if (strcmp(a->tag, b->tag) != 0 || a->is_union != b->is_union)
        return false;
    if (!a->complete || !b->complete)
        return *a->tag != 0;
    if (a->size != b->size || a->align != b->align || a->n_fields != b->n_fields)
        return false;
    for (size_t i = 0; i < seen->n; i++)
        if (seen->a[i] == a && seen->b[i] == b)
            return true;
    if (seen->n == sizeof seen->a / sizeof *seen->a)
        return false;
    seen->a[seen->n] = a;
    seen->b[seen->n++] = b;
    for (size_t i = 0; i < a->n_fields; i++) {
        const struct field *x = &a->fields[i], *y = &b->fields[i];
        if (strcmp(x->name, y->name) != 0 || x->bit_offset != y->bit_offset || x->bits != y->bits ||
            !same_layout(x->type, y->type, seen))
            return false;
    }
    return true;
}

/* The record of another unit that the i-th is, too; its own number if none. */
static size_t twin_of(struct ast *ast, size_t i, size_t before)
{
    for (size_t k = 0; k < before; k++) {
        struct record_pairs seen = {.n = 0};
        bool other = ast_base(ast, ast->record_cursors[k]) != ast_base(ast, ast->record_cursors[i]);
        if (other && ast->records[k]->complete == ast->records[i]->complete &&
            same_record(ast->records[k], ast->records[i], &seen))
            return k;
    }
    return i;
}

static void rename_record(struct type *t, const struct record *from, struct record *to)
{
    for (; t; t = t->of)
        if (t->kind == TYPE_RECORD && t->record == from)
            t->record = to;
}

void ast_join_records(struct ast *ast, size_t first)
{
    size_t n = ast->others ? ast->n_records : 0;
    for (size_t i = first; i < n; i++) {
        size_t twin = twin_of(ast, i, first);
        if (twin == i)
            continue;
        struct record *old = ast->records[i];
        for (size_t k = first; k < n; k++)
            for (size_t f = 0; f < ast->records[k]->n_fields; f++)
                rename_record(ast->records[k]->fields[f].type, old, ast->records[twin]);
        ast->records[i] = ast->records[twin];
    }
}

/* ---- variables ---- */

struct variable {
    const char *symbol;
    CXCursor found;
    bool done;
};

static enum CXChildVisitResult find_variable(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct variable *v = data;
    if (clang_getCursorKind(c) != CXCursor_VarDecl || !is_external(c) || !has_symbol(c, v->symbol))
        return CXChildVisit_Continue;
    v->found = c;
    v->done = true;
    return CXChildVisit_Break;
}

/* The same object by its declaration in the unit itself, if it has one. */
static struct decl *own_declaration(struct region *r, const char *symbol)
{
    struct variable v = {.symbol = symbol};
    clang_visitChildren(clang_getTranslationUnitCursor(r->ast->unit), find_variable, &v);
    return v.done ? ast_decl(r, v.found) : NULL;
}

struct decl *ast_same_variable(struct region *r, CXCursor c)
{
    struct ast *ast = r->ast;
    if (!ast->others || clang_getCursorKind(c) != CXCursor_VarDecl || !is_external(c))
        return NULL;
    const char *symbol = ast_symbol(c);
    struct decl *d = ast_is_foreign(r->ast, c) ? own_declaration(r, symbol) : NULL;
    for (size_t i = 0; !d && i < ast->n_decls; i++)
        if (ast->decls[i]->kind == DECL_GLOBAL && is_external(ast->decl_cursors[i]) &&
            has_symbol(ast->decl_cursors[i], symbol))
            d = ast->decls[i];
    if (!d)
        return NULL;
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    if (!compatible(d->type, ast_type(ast, clang_getCursorType(c))))
        return refuse(r, REFUSE_LOOP, begin, CODE_NOT_VISIBLE,
                      "'%s' has another type in another unit; include the same header in both",
                      d->name);
    if (begin < d->offset) /* the unit's own declaration counts */
        d->offset = begin;
    return d;
}

enum { MOST_TABLE = 4096 };

/* `static const`, with a value that the text shows. */
static bool is_small_table(struct ast *ast, CXCursor c, const struct decl *d)
{
    return ast_is_table(ast, c) && d->type->size >= 0 && d->type->size <= MOST_TABLE;
}

/* The name by which the linker can know the variable (units.h).  NULL: *why not. */
static const char *link_name(const struct region *r, CXCursor c, const struct decl *d,
                             const char **why)
{
    const struct units *units = r->ast->linked;
    *why = "the unit cannot be compiled again";
    if (d->is_thread_local)
        *why = "each thread has its own";
    else if (strcmp(ast_symbol(c), d->name) != 0)
        *why = "it has an assembler name";
    else
        for (size_t i = 0; units && i < units->n; i++) {
            const struct ast *ast = units->list[i].parsed;
            if (ast && ast->base == ast_base(r->ast, c) && units->list[i].can_be_remade)
                return ir_printf("tcr_static_%zu_%s", i, d->name);
        }
    return NULL;
}

bool ast_foreign_static(struct region *r, CXCursor c, struct decl *d)
{
    if (!ast_is_foreign(r->ast, c) || clang_getCursorKind(c) != CXCursor_VarDecl ||
        clang_getCursorLinkage(c) != CXLinkage_Internal)
        return false;
    CXCursor definition = clang_getCursorDefinition(c);
    if (clang_Cursor_isNull(definition))
        definition = c;
    if (is_small_table(r->ast, definition, d))
        return true;
    const char *why;
    d->symbol = link_name(r, definition, d, &why);
    if (!d->symbol)
        return refuse(
            r, REFUSE_DEVICE, d->offset, CODE_NOT_VISIBLE,
            "'%s' is static in another unit, and cannot be named at the link (%s); make it "
            "'static const' with its value (up to %d bytes), or pass it as an argument",
            d->name, why, MOST_TABLE);
    return false;
}

struct decl *ast_own_table(struct region *r, CXCursor c, const struct decl *d)
{
    const struct stmt *tables = r->ast->tables;
    for (size_t i = 0; i < tables->n_decls; i++)
        if (tables->decls[i]->offset == d->offset)
            return tables->decls[i];
    struct decl *own = ir_alloc(sizeof *own);
    *own = *d;
    own->facts = NULL;
    ast_add_table(r, c, own);
    return own;
}

void ast_add_table(struct region *r, CXCursor c, struct decl *d)
{
    struct stmt *tables = r->ast->tables;
    for (size_t i = 0; i < tables->n_decls; i++)
        if (tables->decls[i] == d)
            return;
    CXCursor definition = clang_getCursorDefinition(c);
    CXCursor from = clang_Cursor_isNull(definition) ? c : definition;
    struct expr *init = ast_initial(r, clang_Cursor_getVarDeclInitializer(from), d->type);
    d->kind = DECL_LOCAL;
    d->in_region = true;
    size_t n = tables->n_decls;
    IR_PUSH(tables->decls, n, d);
    IR_PUSH(tables->inits, tables->n_decls, init);
}

struct stmt *ast_with_tables(struct stmt *body, struct stmt *tables)
{
    if (tables->n_decls == 0)
        return body;
    struct stmt **list = ir_alloc((body->n_list + 1) * sizeof *list);
    list[0] = tables;
    for (size_t i = 0; i < body->n_list; i++)
        list[i + 1] = body->list[i];
    body->list = list;
    body->n_list++;
    return body;
}

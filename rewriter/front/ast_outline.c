/* SPDX-License-Identifier: MIT */
/*
 * ast_outline.c: the outline of a function (outline.h), made once from libclang's cursors when it
 * is first asked for.  Nothing is refused: what device code cannot have is opaque.
 */
#define _GNU_SOURCE /* memmem */
#include "ast_outline.h"

#include <string.h>

#include "../ir/math_table.h"

/* ---- declarations ---- */

static bool is_local(CXCursor c)
{
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(c);
    return clang_getCursorKind(c) == CXCursor_ParmDecl ||
           (clang_getCursorKind(clang_getCursorSemanticParent(c)) == CXCursor_FunctionDecl &&
            (storage == CX_SC_None || storage == CX_SC_Auto || storage == CX_SC_Register));
}

struct outline_var *outline_variable(struct ast *ast, CXCursor c)
{
    c = clang_getCanonicalCursor(c);
    int *index = ast_note(ast, AST_VARIABLE, c, clang_getNullCursor(), 0);
    if (*index != AST_UNKNOWN)
        return ast->outline_vars[*index];
    struct outline_var *v = ir_alloc(sizeof *v);
    CXType t = clang_getCanonicalType(clang_getCursorType(c));
    bool param = clang_getCursorKind(c) == CXCursor_ParmDecl;
    bool array = clang_getArrayElementType(t).kind != CXType_Invalid;
    v->decl.kind = is_local(c) ? DECL_LOCAL : DECL_GLOBAL;
    v->decl.name = ast_string(clang_getCursorSpelling(c));
    v->decl.type = outline_type(t);
    if (array && param)
        *v->decl.type = (struct type){.kind = TYPE_POINTER, .size = 8};
    *index = (int)ast->n_outline_vars;
    IR_PUSH(ast->outline_vars, ast->n_outline_vars, v);
    return v;
}

static bool returns_twice(struct region *r, CXCursor c, const char *name)
{
    return strstr(name, "setjmp") || strcmp(name, "vfork") == 0 ||
           strcmp(name, "getcontext") == 0 || ast_has_attribute(r, c, "returns_twice");
}

struct outline_function *outline_function(struct region *r, CXCursor c)
{
    struct ast *ast = r->ast;
    CXCursor first = clang_getCanonicalCursor(c);
    int index = *ast_note(ast, AST_FUNCTION, first, clang_getNullCursor(), 0);
    if (index != AST_UNKNOWN)
        return ast->outline_functions[index];
    struct outline_function *f = ir_alloc(sizeof *f);
    const char *name = ast_string(clang_getCursorSpelling(c));
    CXCursor *keep = ir_alloc(sizeof *keep);
    *keep = c;
    f->decl = (struct decl){.kind = DECL_FUNCTION, .name = name, .cursor = keep};
    f->math = clang_Cursor_isNull(clang_getCursorDefinition(c)) ? math_find(name) : NULL;
    f->twice = !f->math && returns_twice(r, c, name);
    f->ends = !f->math && ast_says_no_return(r, c, name);
    *ast_note(ast, AST_FUNCTION, first, clang_getNullCursor(), 0) = (int)ast->n_outline_functions;
    IR_PUSH(ast->outline_functions, ast->n_outline_functions, f);
    return f;
}

/* Expressions that a declaration's type is computed from come before it. */
static void declare(struct builder *b, struct stmt *s, CXCursor c)
{
    struct children kids = ast_children_once(c);
    CXCursor init = clang_Cursor_getVarDeclInitializer(c);
    struct outline_var *v = outline_variable(b->r->ast, c);
    struct expr *value = NULL;
    for (size_t i = 0; i < kids.n; i++)
        if (clang_isExpression(clang_getCursorKind(kids.list[i])) &&
            !clang_equalCursors(kids.list[i], init))
            value = outline_both(value, outline_value(b, kids.list[i]));
    if (!clang_Cursor_isNull(init))
        value = outline_both(value, outline_value(b, init));
    v->cleanup = ast_has_attribute(b->r, c, "cleanup");
    size_t n = s->n_decls;
    IR_PUSH(s->decls, n, &v->decl);
    IR_PUSH(s->inits, s->n_decls, value);
}

/* A type may be computed, too. */
static struct stmt *declarations(struct builder *b, struct stmt *s, CXCursor c)
{
    struct children kids = ast_children_once(c);
    struct stmt *list = outline_new(STMT_COMPOUND), *types = outline_new(STMT_EXPR);
    s->kind = STMT_DECL;
    for (size_t i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.list[i]) == CXCursor_VarDecl)
            declare(b, s, kids.list[i]);
        else
            types->expr = outline_both(types->expr, outline_opaque(b, kids.list[i]));
    if (!types->expr)
        return s;
    outline_add(list, types);
    outline_add(list, s);
    return list;
}

/* ---- statements ---- */

/* With a label, so that a block begins there. */
static struct stmt *for_statement(struct builder *b, struct stmt *s, const struct children *kids)
{
    size_t semi[2], begin, end, n = kids->n - 1;
    struct stmt *l = outline_label(ir_alloc(sizeof(struct label)));
    s->kind = STMT_FOR;
    semi[0] = semi[1] = s->begin;
    if (n < 3)
        ast_header_semicolons(b->r->src->text, s->begin, semi);
    for (size_t i = 0; i < n; i++) { /* libclang has them in the order of the text */
        ast_extent(b->r->ast, kids->list[i], &begin, &end);
        if (n == 3 ? i == 0 : begin < semi[0])
            s->init = outline_statement(b, kids->list[i]);
        else if (n == 3 ? i == 1 : begin < semi[1])
            s->expr = outline_condition(b, kids->list[i]);
        else
            s->step = outline_value(b, kids->list[i]);
    }
    IR_PUSH(b->o->loops, b->o->n_loops, s);
    s->body = outline_statement(b, kids->list[n]);
    l->body = s;
    return l;
}

/* By the place: a reference has another cursor of the label. */
static struct label *label_at(struct builder *b, CXCursor c)
{
    size_t begin, end;
    ast_extent(b->r->ast, c, &begin, &end);
    for (size_t i = 0; i < b->o->n_labels; i++)
        if (b->o->labels[i]->begin == begin)
            return b->o->labels[i];
    struct label *l = outline_new_label(b->o);
    l->begin = begin;
    return l;
}

/* asm goto names its labels. */
static struct stmt *assembly(struct builder *b, struct stmt *s, CXCursor c)
{
    size_t begin, end;
    ast_extent(b->r->ast, c, &begin, &end);
    s->expr = outline_opaque(b, c);
    if (!memmem(b->r->src->text + begin, end - begin, "goto", 4))
        return s;
    struct stmt *list = outline_new(STMT_COMPOUND);
    outline_add(list, s);
    outline_add(list, outline_may_jump(b->o));
    return list;
}

/* A statement behind attributes; or something of which nothing is known. */
static struct stmt *other(struct builder *b, struct stmt *s, CXCursor c)
{
    struct children kids = ast_children_once(c);
    size_t attributes = 0;
    while (attributes < kids.n && clang_isAttribute(clang_getCursorKind(kids.list[attributes])))
        attributes++;
    if (clang_getCursorKind(c) == CXCursor_UnexposedStmt && attributes + 1 == kids.n)
        return outline_statement(b, kids.list[attributes]);
    s->expr =
        clang_isExpression(clang_getCursorKind(c)) ? outline_value(b, c) : outline_opaque(b, c);
    return s;
}

static struct stmt *jump(struct builder *b, struct stmt *s, CXCursor c, const struct children *kids)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_BreakStmt:
        s->kind = STMT_BREAK;
        return s;
    case CXCursor_ContinueStmt:
        s->kind = STMT_CONTINUE;
        return s;
    case CXCursor_GotoStmt:
        return outline_goto(label_at(b, clang_getCursorReferenced(kids->list[0])));
    case CXCursor_IndirectGotoStmt: {
        struct stmt *list = outline_new(STMT_COMPOUND);
        s->expr = outline_value(b, kids->list[0]);
        outline_add(list, s);
        outline_add(list, outline_goto_any(b->o));
        return list;
    }
    default:
        s->kind = STMT_RETURN;
        s->expr = kids->n ? outline_value(b, kids->list[0]) : NULL;
        return s;
    }
}

/* Statements whose parts are statements. */
static bool compound(struct builder *b, struct stmt *s, CXCursor c, const struct children *kids)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
        s->kind = STMT_COMPOUND;
        for (size_t i = 0; i < kids->n; i++)
            outline_add(s, outline_statement(b, kids->list[i]));
        return true;
    case CXCursor_IfStmt:
        s->kind = STMT_IF;
        s->expr = outline_condition(b, kids->list[0]);
        s->body = outline_statement(b, kids->list[1]);
        s->other = kids->n > 2 ? outline_statement(b, kids->list[2]) : NULL;
        return true;
    case CXCursor_WhileStmt:
    case CXCursor_SwitchStmt:
        s->kind = clang_getCursorKind(c) == CXCursor_WhileStmt ? STMT_WHILE : STMT_SWITCH;
        s->expr = outline_condition(b, kids->list[0]);
        s->body = outline_statement(b, kids->list[1]);
        return true;
    case CXCursor_DoStmt:
        s->kind = STMT_DO;
        s->body = outline_statement(b, kids->list[0]);
        s->expr = outline_condition(b, kids->list[1]);
        return true;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        s->kind = clang_getCursorKind(c) == CXCursor_CaseStmt ? STMT_CASE : STMT_DEFAULT;
        s->body = outline_statement(b, kids->list[kids->n - 1]);
        return true;
    case CXCursor_LabelStmt:
        s->kind = STMT_LABEL;
        s->label = label_at(b, c);
        s->body = outline_statement(b, kids->list[kids->n - 1]);
        return true;
    default:
        return false;
    }
}

static struct stmt *simple(struct builder *b, struct stmt *s, CXCursor c,
                           const struct children *kids)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclStmt:
        return declarations(b, s, c);
    case CXCursor_ForStmt:
        return for_statement(b, s, kids);
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
    case CXCursor_ReturnStmt:
        return jump(b, s, c, kids);
    case CXCursor_AsmStmt:
    case CXCursor_MSAsmStmt:
        return assembly(b, s, c);
    default:
        return other(b, s, c);
    }
}

struct stmt *outline_statement(struct builder *b, CXCursor c)
{
    struct children kids = ast_children_once(c);
    struct stmt *s = outline_new(STMT_EXPR), *outer = b->statement;
    b->statement = s;
    ast_extent(b->r->ast, c, &s->begin, &s->end);
    if (!compound(b, s, c, &kids))
        s = simple(b, s, c, &kids);
    b->statement = outer;
    return s;
}

/* ---- functions ---- */

static bool has_jumps(const struct region *r, size_t begin, size_t end)
{
    static const char *const names[] = {"setjmp", "vfork", "getcontext", "returns_twice"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (memmem(r->src->text + begin, end - begin, names[i], strlen(names[i])))
            return true;
    return false;
}

static enum cfg_return returns(void *ctx, const struct expr *call)
{
    (void)ctx;
    const struct outline_function *f = (const struct outline_function *)call->decl;
    return f && f->ends ? CFG_RETURNS_NEVER : CFG_RETURNS_ALWAYS;
}

static struct outline *new_outline(struct region *r)
{
    struct outline *o = ir_alloc(sizeof *o);
    o->next = r->ast->outlines;
    return r->ast->outlines = o;
}

static struct outline *build(struct region *r, CXCursor definition, CXCursor body)
{
    size_t begin, end;
    ast_extent(r->ast, definition, &begin, &end);
    CXType result = clang_getCanonicalType(clang_getCursorResultType(definition));
    struct outline *o = new_outline(r);
    struct builder b = {.r = r, .o = o, .jumps = has_jumps(r, begin, end)};
    o->returns_address = result.kind == CXType_Pointer || result.kind == CXType_Record;
    int n = clang_Cursor_getNumArguments(definition);
    for (int i = 0; i < n; i++) {
        CXCursor p = clang_Cursor_getArgument(definition, (unsigned)i);
        IR_PUSH(o->params, o->n_params, outline_variable(r->ast, p));
    }
    o->body = outline_statement(&b, body);
    outline_connect(o);
    o->cfg = cfg_build(o->body, returns, NULL);
    return o;
}

static struct outline *outline_of(struct region *r, CXCursor definition)
{
    struct outline_function *f = outline_function(r, definition);
    struct children kids = ast_children_once(definition);
    if (!f->outline && kids.n && ast_is_whole(r->ast, definition) &&
        clang_getCursorKind(kids.list[kids.n - 1]) == CXCursor_CompoundStmt)
        f->outline = build(r, definition, kids.list[kids.n - 1]);
    return f->outline;
}

struct outline *ast_outline(struct region *r, size_t at)
{
    CXCursor function;
    return ast_function_at(r->ast, at, &function) ? outline_of(r, function) : NULL;
}

struct outline *ast_outline_callee(struct region *r, struct outline_function *f)
{
    CXCursor definition = clang_getCursorDefinition(*(CXCursor *)f->decl.cursor);
    if (!f->asked && !clang_Cursor_isNull(definition)) {
        f->replaced = ast_is_replaced(r, definition);
        outline_of(r, definition);
    }
    f->asked = true;
    return f->outline;
}

struct outline_var *ast_outline_variable(struct region *r, const struct decl *d)
{
    return outline_variable(r->ast, *(CXCursor *)d->cursor);
}

const struct stmt *ast_outline_loop(const struct outline *o, size_t at)
{
    for (size_t i = 0; i < o->n_loops; i++)
        if (o->loops[i]->begin == at)
            return o->loops[i];
    return NULL;
}

struct outline *ast_outlines(struct region *r)
{
    return r->ast->outlines;
}

unsigned ast_outline_mark(struct region *r)
{
    return ++r->ast->outline_mark;
}

/* May the declaration name the variable?  Its text is preprocessed; a name that
 * is not ASCII can be spelt in several ways. */
static bool names(struct region *r, CXCursor c, const char *name)
{
    size_t begin, end, n = strlen(name);
    ast_extent(r->ast, c, &begin, &end);
    for (const char *p = name; *p; p++)
        if ((unsigned char)*p >= 0x80)
            return true;
    end = end < r->src->size ? end : r->src->size;
    return begin < end && memmem(r->src->text + begin, end - begin, name, n);
}

/* The first value of a variable of the file. */
static void outline_initial(struct region *r, CXCursor c)
{
    int *done = ast_note(r->ast, AST_INITIAL, c, clang_getNullCursor(), 0);
    if (*done == 1)
        return;
    *done = 1;
    struct outline *o = new_outline(r);
    struct builder b = {.r = r, .o = o, .statement = outline_new(STMT_DECL)};
    ast_extent(r->ast, c, &b.statement->begin, &b.statement->end);
    declare(&b, b.statement, c);
    o->body = b.statement;
}

void ast_outline_all(struct region *r, const struct decl *d)
{
    struct outline_var *v = ast_outline_variable(r, d);
    struct children kids = ast_children(r->ast, clang_getTranslationUnitCursor(r->ast->unit));
    for (size_t i = 0; i < kids.n && !v->sought; i++) {
        enum CXCursorKind kind = clang_getCursorKind(kids.list[i]);
        if (!names(r, kids.list[i], d->name))
            continue;
        if (kind == CXCursor_FunctionDecl && clang_isCursorDefinition(kids.list[i]))
            outline_of(r, kids.list[i]);
        if (kind == CXCursor_VarDecl)
            outline_initial(r, kids.list[i]);
    }
    v->sought = true;
}

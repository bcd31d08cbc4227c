/* SPDX-License-Identifier: MIT */
/* ast_stmt.c: libclang's statements as ir.h has them. */
#include "ast_scratch.h"

#include <string.h>

static struct stmt *new_at(struct ast *ast, CXCursor c, enum stmt_kind kind)
{
    struct stmt *s = ir_alloc(sizeof *s);
    s->kind = kind;
    ast_extent(ast, c, &s->begin, &s->end);
    return s;
}

static struct stmt *end_stmt(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_EXPR);
    s->expr = ast_end_here(r, s->begin, s->end);
    return s;
}

static struct stmt *labelled(struct region *r, CXCursor c, bool ends);

/* The last statement to leave out behind the end: no label leads to any of them. */
static size_t behind_end(struct region *r, struct ast_path *path, size_t end)
{
    size_t last = end;
    bool declares = false, entered = false;
    for (size_t i = end + 1; i < path->n && !entered; i++) {
        entered = ast_is_entered(r, path->list[i]);
        declares |= clang_getCursorKind(path->list[i]) == CXCursor_DeclStmt;
        last = entered ? last : i;
    }
    return entered && declares ? end : last;
}

static struct stmt *compound(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_COMPOUND);
    struct children kids = ast_children(r->ast, c);
    struct ast_path path = {.list = kids.list, .n = kids.n};
    for (size_t i = 0; i < kids.n && !r->stopped; i++) {
        size_t end = ast_path_end(r, &path, i);
        if (end == kids.n)
            ast_scratch_lead(r, kids.list[i], s);
        IR_PUSH(s->list, s->n_list, labelled(r, kids.list[i], end < kids.n));
        if (end < kids.n)
            ast_note_host_path(r, kids.list, kids.n, i);
        i = end < kids.n ? behind_end(r, &path, end) : i;
    }
    ast_joint(r, s);
    return s;
}

/* What becomes of an lvalue: it is loaded; it decays, to be the array of a subscript. */
enum use { USE_OTHER, USE_LOADED, USE_ARRAY };

/* Is the variable only loaded below c, where c itself is put to this use? */
static bool only_loaded(struct ast *ast, CXCursor c, CXCursor variable, enum use use)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(ast, c);
    if (kind == CXCursor_DeclRefExpr && clang_equalCursors(clang_getCursorReferenced(c), variable))
        return use == USE_LOADED;
    for (size_t i = 0; i < kids.n; i++) {
        enum use inner = USE_OTHER;
        CXType t = clang_getCursorType(kids.list[i]);
        bool array = clang_getArrayElementType(t).kind != CXType_Invalid;
        if (kind == CXCursor_ParenExpr || kind == CXCursor_MemberRefExpr)
            inner = use;
        else if (kind == CXCursor_UnexposedExpr) /* an implicit conversion */
            inner = !array || use == USE_ARRAY ? USE_LOADED : USE_OTHER;
        else if (kind == CXCursor_ArraySubscriptExpr)
            inner = use == USE_OTHER ? USE_OTHER : USE_ARRAY;
        if (!only_loaded(ast, kids.list[i], variable, inner))
            return false;
    }
    return true;
}

/* A static variable of a function that only ever has its first value. */
static bool is_never_set(struct ast *ast, CXCursor variable)
{
    CXCursor function = clang_getCursorSemanticParent(variable);
    return clang_getCursorKind(function) == CXCursor_FunctionDecl &&
           only_loaded(ast, function, variable, USE_OTHER);
}

bool ast_is_table(struct ast *ast, CXCursor variable)
{
    CXType t = clang_getCursorType(variable);
    while (clang_getArrayElementType(t).kind != CXType_Invalid)
        t = clang_getArrayElementType(t);
    return clang_Cursor_getStorageClass(variable) == CX_SC_Static &&
           !clang_isVolatileQualifiedType(t) &&
           !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)) &&
           (clang_isConstQualifiedType(t) || is_never_set(ast, variable));
}

/* `extern int n;` in a block, of what the file itself declares before it? */
static bool is_declared_outside(CXCursor variable)
{
    CXCursor first = clang_getCanonicalCursor(variable);
    return clang_Cursor_getStorageClass(variable) == CX_SC_Extern &&
           clang_getCursorKind(clang_getCursorLexicalParent(first)) == CXCursor_TranslationUnit;
}

static struct stmt *declaration(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_DECL);
    struct children kids = ast_children(r->ast, c);
    s->decls = ir_alloc((kids.n + 1) * sizeof *s->decls);
    s->inits = ir_alloc((kids.n + 1) * sizeof *s->inits);
    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind kind = clang_getCursorKind(kids.list[i]);
        if (kind != CXCursor_VarDecl) {
            if (kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl ||
                kind == CXCursor_EnumDecl || kind == CXCursor_TypedefDecl ||
                kind == CXCursor_StaticAssert)
                continue;
            return refuse(r, REFUSE_LOOP, s->begin, CODE_UNSUPPORTED,
                          "this declaration inside the loop");
        }
        struct decl *d = ast_decl(r, kids.list[i]);
        CXCursor init = clang_Cursor_getVarDeclInitializer(kids.list[i]);
        if (is_declared_outside(kids.list[i]))
            continue;
        if (ast_is_table(r->ast, kids.list[i]))
            d->kind = DECL_LOCAL;
        if (d->kind == DECL_GLOBAL)
            return refuse(r, REFUSE_LOOP, d->offset, CODE_NOT_VISIBLE,
                          "'%s' is declared in a block; declare it before the function", d->name);
        if (d->kind == DECL_STATIC_LOCAL)
            return refuse(
                r, REFUSE_LOOP, d->offset, CODE_STATIC_LOCAL,
                "'%s' is static: its value outlives the iteration; use a local variable, or one "
                "that "
                "is only read and has an initialiser",
                d->name);
        if (ast_has_attribute(r, kids.list[i], "cleanup"))
            return refuse(r, REFUSE_LOOP, d->offset, CODE_UNSUPPORTED,
                          "'%s' has a cleanup function, which runs in every iteration", d->name);
        if (d->type->is_volatile)
            return refuse(r, REFUSE_LOOP, d->offset, CODE_VOLATILE, "'%s' is volatile", d->name);
        if (d->type->kind == TYPE_ARRAY && d->type->size < 0 &&
            !ast_scratch_array(r, kids.list[i], d))
            return refuse(
                r, REFUSE_DEVICE, d->offset, CODE_VLA_LOCAL,
                "variable-length array '%s' declared inside the loop; give it a fixed length, or "
                "not more than two lengths",
                d->name);
        d->in_region = true;
        s->decls[s->n_decls] = d;
        s->inits[s->n_decls++] = clang_Cursor_isNull(init) ? NULL : ast_initial(r, init, d->type);
    }
    return s;
}

/* With what stands in front of a single statement. */
static struct stmt *branch(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_COMPOUND);
    if (clang_getCursorKind(c) != CXCursor_CompoundStmt)
        ast_scratch_lead(r, c, s);
    struct stmt *body = ast_stmt(r, c);
    if (s->n_list == 0)
        return body;
    IR_PUSH(s->list, s->n_list, body);
    return s;
}

static struct stmt *if_stmt(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_IF);
    struct children kids = ast_children(r->ast, c);
    CXCursor part;
    long long taken;
    if (ast_host_condition(r, c, &part)) {
        s->expr = ast_expr(r, part);
        s->body = end_stmt(r, c);
        r->has_host_path |= !r->stopped;
        return s;
    }
    s->expr = ast_expr(r, kids.list[0]);
    if (ast_tests_scratch(r, kids.list[0], &taken) || ast_settled(kids.list[0], s->expr, &taken)) {
        size_t dead = taken ? 2 : 1;
        if (dead >= kids.n || ast_leave_out(r, kids.list[dead]))
            return 3 - dead < kids.n ? ast_stmt(r, kids.list[3 - dead])
                                     : new_at(r->ast, c, STMT_NULL);
    }
    s->body = branch(r, kids.list[1]);
    if (kids.n > 2)
        s->other = branch(r, kids.list[2]);
    return s;
}

/* The body of a loop or switch. */
static struct stmt *breakable(struct region *r, CXCursor c)
{
    r->ast->breaks++;
    struct stmt *s = ast_stmt(r, c);
    r->ast->breaks--;
    return s;
}

/* In preprocessed text they can be found by counting brackets. */
void ast_header_semicolons(const char *text, size_t begin, size_t semi[2])
{
    size_t at = begin + strcspn(text + begin, "(");
    int depth = 0, found = 0;
    bool line_start = false;
    for (; text[at] && found < 2; at++) {
        char ch = text[at];
        if (line_start && ch == '#') {
            at += strcspn(text + at, "\n") - 1;
            continue;
        }
        if (ch == '"' || ch == '\'') {
            for (at++; text[at] && text[at] != ch; at++)
                at += text[at] == '\\' && text[at + 1];
            if (!text[at])
                return;
        }
        depth += (ch == '(' || ch == '[' || ch == '{') - (ch == ')' || ch == ']' || ch == '}');
        if (ch == ';' && depth == 1)
            semi[found++] = at;
        line_start = ch == '\n' || (line_start && strchr(" \t", ch));
    }
}

/* A block of this statement, which may be NULL. */
static struct stmt *only(struct ast *ast, struct stmt *s, CXCursor c)
{
    struct stmt *block = new_at(ast, c, STMT_COMPOUND);
    if (s)
        IR_PUSH(block->list, block->n_list, s);
    return block;
}

static struct stmt *for_stmt(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_FOR);
    bool never = false;
    long long runs;
    struct children kids = ast_children(r->ast, c);
    size_t semi[2] = {s->begin, s->begin};
    ast_header_semicolons(r->src->text, s->begin, semi);
    for (size_t i = 0; i + 1 < kids.n; i++) {
        size_t b, e;
        ast_extent(r->ast, kids.list[i], &b, &e);
        if (b < semi[0])
            s->init = ast_stmt(r, kids.list[i]);
        else if (b < semi[1]) {
            s->expr = ast_expr(r, kids.list[i]);
            never = s->begin != r->begin && ast_settled(kids.list[i], s->expr, &runs) && !runs &&
                    ast_leave_out(r, kids.list[kids.n - 1]);
        } else if (!never)
            s->step = ast_expr(r, kids.list[i]);
    }
    if (never)
        return only(r->ast, s->init, c);
    s->body = breakable(r, kids.list[kids.n - 1]);
    if (!r->stopped)
        stmt_move_test(s);
    return s;
}

static struct stmt *while_stmt(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_WHILE);
    struct children kids = ast_children(r->ast, c);
    long long runs;
    s->expr = ast_expr(r, kids.list[0]);
    if (ast_settled(kids.list[0], s->expr, &runs) && !runs && ast_leave_out(r, kids.list[1]))
        return new_at(r->ast, c, STMT_NULL);
    s->body = breakable(r, kids.list[1]);
    return s;
}

static struct stmt *do_stmt(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_DO);
    struct children kids = ast_children(r->ast, c);
    s->body = breakable(r, kids.list[0]);
    s->expr = ast_expr(r, kids.list[1]);
    return s;
}

static struct stmt *switch_stmt(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_SWITCH);
    struct children kids = ast_children(r->ast, c);
    s->expr = ast_expr(r, kids.list[0]);
    s->body = breakable(r, kids.list[1]);
    return s;
}

static struct stmt *case_stmt(struct region *r, CXCursor c, bool ends)
{
    struct stmt *s = new_at(r->ast, c, STMT_CASE);
    struct children kids = ast_children(r->ast, c);
    s->expr = ast_expr(r, kids.list[0]);
    if (kids.n > 2)
        s->case_high = ast_expr(r, kids.list[1]);
    s->body = labelled(r, kids.list[kids.n - 1], ends);
    return s;
}

static struct stmt *default_stmt(struct region *r, CXCursor c, bool ends)
{
    struct stmt *s = new_at(r->ast, c, STMT_DEFAULT);
    struct children kids = ast_children(r->ast, c);
    s->body = labelled(r, kids.list[0], ends);
    return s;
}

static struct stmt *return_stmt(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_RETURN);
    struct children kids = ast_children(r->ast, c);
    if (s->begin >= r->begin && s->begin < r->end)
        return refuse(
            r, REFUSE_LOOP, s->begin, CODE_JUMP_OUT,
            "'return' leaves the loop early; use a condition in the body, or find the end first");
    if (kids.n)
        s->expr = ast_expr(r, kids.list[0]);
    return s;
}

/* The label of the statement at c. */
static struct label *label_at(struct region *r, CXCursor c)
{
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    for (size_t i = 0; i < r->n_labels; i++)
        if (r->labels[i]->begin == begin)
            return r->labels[i];
    struct label *l = ir_alloc(sizeof *l);
    l->name = ast_string(clang_getCursorSpelling(c));
    l->begin = begin;
    IR_PUSH(r->labels, r->n_labels, l);
    return l;
}

static struct stmt *goto_stmt(struct region *r, CXCursor c)
{
    struct stmt *s = new_at(r->ast, c, STMT_GOTO);
    struct children kids = ast_children(r->ast, c);
    s->label = label_at(r, clang_getCursorReferenced(kids.list[0]));
    bool inside = s->begin >= r->begin && s->begin < r->end;
    if (inside && (s->label->begin < r->begin || s->label->begin >= r->end))
        return refuse(r, REFUSE_LOOP, s->begin, CODE_JUMP_OUT, "'goto %s' leaves the loop early",
                      s->label->name);
    return s;
}

static struct stmt *label_stmt(struct region *r, CXCursor c, bool ends)
{
    struct stmt *s = new_at(r->ast, c, STMT_LABEL);
    struct children kids = ast_children(r->ast, c);
    s->label = label_at(r, c);
    s->body = labelled(r, kids.list[kids.n - 1], ends);
    return s;
}

/* The program `ends` behind the labels? */
static struct stmt *labelled(struct region *r, CXCursor c, bool ends)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_CaseStmt:
        return case_stmt(r, c, ends);
    case CXCursor_DefaultStmt:
        return default_stmt(r, c, ends);
    case CXCursor_LabelStmt:
        return label_stmt(r, c, ends);
    default:
        return ends ? end_stmt(r, c) : ast_stmt(r, c);
    }
}

/* A statement behind attributes ([[fallthrough]], #pragma unroll). */
static bool attributed(struct ast *ast, CXCursor c, CXCursor *statement)
{
    struct children kids = ast_children(ast, c);
    if (kids.n == 0)
        return false;
    for (size_t i = 0; i + 1 < kids.n; i++)
        if (!clang_isAttribute(clang_getCursorKind(kids.list[i])))
            return false;
    *statement = kids.list[kids.n - 1];
    return clang_isStatement(clang_getCursorKind(*statement));
}

/* (void)(e) */
static CXCursor without_void(struct ast *ast, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    while (kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr ||
           (kind == CXCursor_CStyleCastExpr && clang_getCursorType(c).kind == CXType_Void)) {
        struct children kids = ast_children(ast, c);
        if (kids.n != 1)
            break;
        c = kids.list[0];
        kind = clang_getCursorKind(c);
    }
    return c;
}

static struct stmt *dispatch(struct region *r, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (ast_ends(r, c)) {
        ast_note_host_path(r, &c, 1, 0);
        return end_stmt(r, c);
    }
    switch (kind) {
    case CXCursor_CompoundStmt:
        return compound(r, c);
    case CXCursor_DeclStmt:
        return declaration(r, c);
    case CXCursor_IfStmt:
        return if_stmt(r, c);
    case CXCursor_ForStmt:
        return for_stmt(r, c);
    case CXCursor_WhileStmt:
        return while_stmt(r, c);
    case CXCursor_DoStmt:
        return do_stmt(r, c);
    case CXCursor_SwitchStmt:
        return switch_stmt(r, c);
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt:
        return labelled(r, c, false);
    case CXCursor_BreakStmt:
        return new_at(r->ast, c, STMT_BREAK);
    case CXCursor_ContinueStmt:
        return new_at(r->ast, c, STMT_CONTINUE);
    case CXCursor_NullStmt:
        return new_at(r->ast, c, STMT_NULL);
    case CXCursor_ReturnStmt:
        return return_stmt(r, c);
    case CXCursor_GotoStmt:
        return goto_stmt(r, c);
    case CXCursor_UnexposedStmt:
        if (attributed(r->ast, c, &c))
            return ast_stmt(r, c);
        break;
    default:
        break;
    }
    struct stmt *s = new_at(r->ast, c, STMT_EXPR);
    if (kind == CXCursor_IndirectGotoStmt)
        return refuse(r, REFUSE_LOOP, s->begin, CODE_GOTO,
                      "a goto to a computed label; use a switch");
    if (kind == CXCursor_AsmStmt || kind == CXCursor_MSAsmStmt)
        return refuse(r, REFUSE_LOOP, s->begin, CODE_ASM, "inline assembly; write it in C");
    if (!clang_isExpression(kind))
        return refuse(r, REFUSE_LOOP, s->begin, CODE_UNSUPPORTED,
                      "this statement is not supported");
    struct stmt *block = ast_block(r, without_void(r->ast, c));
    if (block)
        return block;
    struct expr *update = ast_atomic_update(r, without_void(r->ast, c));
    s->expr = update ? update : ast_expr(r, c);
    ast_joint(r, s);
    ast_dropped(s->expr);
    struct stmt *spread = ast_spread(s->expr);
    spread->begin = s->begin;
    spread->end = s->end;
    return spread;
}

struct stmt *ast_stmt(struct region *r, CXCursor c)
{
    struct stmt *s = r->stopped ? NULL : dispatch(r, c);
    return s ? s : new_at(r->ast, c, STMT_NULL);
}

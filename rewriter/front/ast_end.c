/* SPDX-License-Identifier: MIT */
/*
 * ast_end.c: where the program ends.
 *
 *     if (bad) {
 *         fprintf(stderr, "element %d\n", i);
 *         exit(1);
 *     }
 *
 * A list of statements every path of which comes to a call that does not return is
 * one EXPR_END: nothing of it is translated.  The device stops there, its results
 * are forgotten, and the host's loop, in its own order, does what the program says.
 * So nothing goes wrong if a function comes back after all, and the same is done where
 * the program comes to what only the host does (ast_host.c).
 */
#include "ast_private.h"

#include <string.h>

/* ---- functions ---- */

static bool is_known(const char *name)
{
    static const char *const names[] = {
        "exit",          "_exit",        "_Exit",           "abort",           "quick_exit",
        "__assert_fail", "__assert",     "__assert_rtn",    "__assert_func",   "__builtin_trap",
        "__chk_fail",    "__libc_fatal", "__builtin_abort", "__builtin__exit", "MPI_Abort",
        "__builtin_exit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* longjmp() does not return either, but to another place. */
static bool is_jump(const char *name)
{
    return strstr(name, "longjmp") != NULL;
}

/* _Noreturn, [[noreturn]], __attribute__((noreturn)) */
static bool says_so(struct region *r, CXCursor function)
{
    size_t begin, end;
    ast_extent(r->ast, function, &begin, &end);
    const char *body = memchr(r->src->text + begin, '{', end - begin);
    const char *head = region_quote(r, begin, body ? (size_t)(body - r->src->text) : end);
    return strstr(head, "_Noreturn") || ast_has_attribute(r, function, "noreturn") ||
           strstr(ast_string(clang_getTypeSpelling(clang_getCursorType(function))), "noreturn");
}

bool ast_says_no_return(struct region *r, CXCursor function, const char *name)
{
    return is_known(name) || says_so(r, function);
}

/* Answers are kept for each region, with and without the paths that only the host takes, and
 * scratch. */
static int *note(const struct region *r, CXCursor c)
{
    return ast_note(r->ast, AST_ENDS, c, c, 4LL * r->id + 2 * r->ast->no_scratch + r->host_paths);
}

/* Once for each definition; 0: one that calls itself. */
static bool definition_ends(struct region *r, CXCursor definition)
{
    struct children kids = ast_children(r->ast, definition);
    int known = *note(r, definition);
    if (known != AST_UNKNOWN)
        return known != 0;
    *note(r, definition) = 0;
    known = says_so(r, definition) || ast_is_host_function(r, definition) ||
            (kids.n && ast_ends(r, kids.list[kids.n - 1]));
    *note(r, definition) = known;
    return known != 0;
}

bool ast_never_returns(struct region *r, CXCursor function)
{
    const char *name = ast_string(clang_getCursorSpelling(function));
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl || is_jump(name))
        return false;
    if (ast_says_no_return(r, function, name))
        return true;
    CXCursor definition = clang_getCursorDefinition(function);
    const char *why;
    size_t begin, end;
    ast_extent(r->ast, function, &begin, &end);
    return (!clang_Cursor_isNull(definition) ||
            ast_find_outside(r, function, begin, &definition, &why)) &&
           definition_ends(r, definition);
}

/* ---- statements ---- */

struct around {
    bool loop, choice; /* a loop or switch around that is a part of the path itself */
};

static bool jumps(struct ast *ast, CXCursor c, struct around in)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    switch (kind) {
    case CXCursor_ReturnStmt:
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
    case CXCursor_LabelStmt:
        return true;
    case CXCursor_BreakStmt:
        return !in.loop && !in.choice;
    case CXCursor_ContinueStmt:
        return !in.loop;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        if (!in.choice)
            return true;
        break;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        in.loop = true;
        break;
    case CXCursor_SwitchStmt:
        in.choice = true;
        break;
    default:
        break;
    }
    struct children kids = ast_children(ast, c);
    for (size_t i = 0; i < kids.n; i++)
        if (jumps(ast, kids.list[i], in))
            return true;
    return false;
}

bool ast_may_jump(struct ast *ast, CXCursor statement)
{
    return jumps(ast, statement, (struct around){0});
}

/* The statement behind labels. */
static CXCursor unlabelled(struct ast *ast, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    while (kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt ||
           kind == CXCursor_DefaultStmt) {
        struct children kids = ast_children(ast, c);
        c = kids.list[kids.n - 1];
        kind = clang_getCursorKind(c);
    }
    return c;
}

static bool has_label(struct ast *ast, CXCursor c)
{
    return !clang_equalCursors(unlabelled(ast, c), c);
}

/* The first statement from `from` on that ends the program, n: none.  The labels of the
 * first one are passed. */
static size_t find_end(struct region *r, struct ast_path *p, size_t from)
{
    if (from >= p->n || ast_ends(r, unlabelled(r->ast, p->list[from])))
        return from;
    if (p->end <= from)
        p->end = from + 1;
    while (p->end < p->n && !ast_ends(r, p->list[p->end]))
        p->end++;
    return p->end;
}

/* The same for one that may leave its list. */
static size_t find_jump(struct ast *ast, struct ast_path *p, size_t from)
{
    if (jumps(ast, unlabelled(ast, p->list[from]), (struct around){0}))
        return from;
    if (p->jump <= from)
        p->jump = from + 1;
    while (p->jump < p->n && !jumps(ast, p->list[p->jump], (struct around){0}))
        p->jump++;
    return p->jump;
}

static size_t find_declaration(struct ast_path *p, size_t from)
{
    if (p->declaration < from)
        p->declaration = from;
    while (p->declaration < p->n &&
           clang_getCursorKind(p->list[p->declaration]) != CXCursor_DeclStmt)
        p->declaration++;
    return p->declaration;
}

/* Is there a label further down, where the declarations above it still hold? */
static bool is_entered(struct ast *ast, struct ast_path *p, size_t end)
{
    if (!p->labels_known)
        for (p->labels = p->n; p->labels > 0 && !has_label(ast, p->list[p->labels - 1]);)
            p->labels--;
    p->labels_known = true;
    return p->labels > end + 1;
}

size_t ast_path_end(struct region *r, struct ast_path *p, size_t from)
{
    size_t end = find_end(r, p, from);
    if (end < p->n && end > from &&
        (find_jump(r->ast, p, from) < end ||
         (is_entered(r->ast, p, end) && find_declaration(p, from) < end)))
        return p->n;
    return end;
}

static bool call_ends(struct region *r, CXCursor c)
{
    return ast_never_returns(r, clang_getCursorReferenced(c)) || ast_is_host_path(r, c, true);
}

/* A turn of the loop at least, up to its end. */
static bool turn_ends(struct region *r, CXCursor body)
{
    return !jumps(r->ast, body, (struct around){0}) && ast_ends(r, body);
}

/* Statements behind the end never run, unless a label leads to them. */
static bool path_ends(struct region *r, const struct children *kids)
{
    struct ast_path path = {.list = kids->list, .n = kids->n};
    size_t end = kids->n ? ast_path_end(r, &path, 0) : 0;
    for (size_t i = end + 1; i < kids->n; i++)
        if (ast_is_entered(r, kids->list[i]))
            return false;
    return end < kids->n;
}

static bool block_ends(struct region *r, CXCursor c, const struct children *kids)
{
    int known = *note(r, c);
    if (known == AST_UNKNOWN)
        *note(r, c) = known = path_ends(r, kids);
    return known != 0;
}

/* Each is asked again for the one that it is the `else` of. */
static bool choice_ends(struct region *r, CXCursor c, const struct children *kids)
{
    CXCursor part;
    int known = *note(r, c);
    if (known == AST_UNKNOWN) {
        known = (kids->n == 3 && ast_ends(r, kids->list[1]) && ast_ends(r, kids->list[2])) ||
                (ast_is_host_choice(r, c) && !ast_host_condition(r, c, &part));
        *note(r, c) = known;
    }
    return known != 0;
}

bool ast_ends(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
        return block_ends(r, c, &kids);
    case CXCursor_IfStmt:
        return choice_ends(r, c, &kids);
    case CXCursor_DoStmt:
        return turn_ends(r, kids.list[0]);
    case CXCursor_CallExpr:
        return call_ends(r, c);
    case CXCursor_ConditionalOperator:
        return ast_ends(r, kids.list[1]) && ast_ends(r, kids.list[2]);
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma &&
               (ast_ends(r, kids.list[0]) || ast_ends(r, kids.list[1]));
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_UnexposedStmt:
    case CXCursor_CStyleCastExpr:
    case CXCursor_StmtExpr:
        return kids.n && ast_ends(r, kids.list[kids.n - 1]);
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Extension &&
               ast_ends(r, kids.list[0]);
    default:
        return false;
    }
}

void ast_note_host_path(struct region *r, const CXCursor *list, size_t n, size_t from)
{
    struct ast_path path = {.list = list, .n = n};
    bool paths = r->host_paths;
    r->host_paths = false;
    r->has_host_path |= ast_path_end(r, &path, from) == n;
    r->host_paths = paths;
}

/* ---- as statements and expressions of ours ---- */

struct expr *ast_end_here(struct region *r, size_t begin, size_t end)
{
    r->ends = r->leaves = true;
    return expr_new(EXPR_END, type_void(), begin, end);
}

static bool visit_end(struct expr *e, void *ctx)
{
    bool *found = ctx;
    *found |= e->kind == EXPR_END;
    return !*found;
}

static bool has_end(struct expr *e)
{
    bool found = false;
    expr_walk(e, visit_end, &found);
    return found;
}

static struct stmt *statement(enum stmt_kind kind, const struct expr *e)
{
    struct stmt *s = ir_alloc(sizeof *s);
    *s = (struct stmt){.kind = kind, .begin = e->begin, .end = e->end};
    return s;
}

static struct expr *negated(struct expr *e)
{
    struct expr *not = expr_new(EXPR_UNARY, type_int(), e->begin, e->end);
    not ->op = OP_NOT;
    not ->a = e;
    return not ;
}

struct stmt *ast_spread(struct expr *e)
{
    while (e->kind == EXPR_CAST && has_end(e))
        e = e->a;
    bool comma = e->kind == EXPR_BINARY && e->op == OP_COMMA;
    bool either = e->kind == EXPR_BINARY && e->op == OP_LOR;
    bool both = e->kind == EXPR_BINARY && e->op == OP_LAND;
    struct stmt *s;
    if (has_end(e) && comma) {
        s = statement(STMT_COMPOUND, e);
        IR_PUSH(s->list, s->n_list, ast_spread(e->a));
        IR_PUSH(s->list, s->n_list, ast_spread(e->b));
    } else if (has_end(e) && (either || both || e->kind == EXPR_COND)) {
        s = statement(STMT_IF, e);
        s->expr = either ? negated(e->a) : e->a;
        s->body = ast_spread(e->b);
        s->other = e->c ? ast_spread(e->c) : NULL;
    } else {
        s = statement(STMT_EXPR, e);
        s->expr = e;
    }
    return s;
}

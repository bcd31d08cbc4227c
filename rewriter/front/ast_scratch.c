/* SPDX-License-Identifier: MIT */
/*
 * ast_scratch.c: memory that an iteration has for itself while it runs:
 *
 *     double *t = malloc(n * sizeof *t), u[n];
 *     ...
 *     free(t);
 *
 * On the device each of them is an array of fixed length in front of the statement; where the
 * program asks for more, the device stops, as at a path that only the host takes (ast_host.c).
 *
 * What is allocated is scratch if one statement of a list sets the pointer, a later one of the same
 * list gives the memory back, nothing between them changes the pointer or leaves the list without
 * giving it back, and nobody uses the pointer outside of them.  No copy of the pointer may then be
 * followed behind that list either, since the memory is gone: the array may be of the list's scope.
 */
#include "ast_private.h"

#include <string.h>

#include "../ir/made.h"

/* Bytes of all arrays of a loop whose length is not constant, and of one of them at most; and of
 * one whose length is. */
enum { ROOM_BYTES = 16384, ROOM_MOST = 8192, CONSTANT_MOST = 16384, MALLOC_ALIGN = 16 };

enum how { HOW_NONE, HOW_MALLOC, HOW_CALLOC, HOW_ALLOCA, HOW_LENGTH };

/* Of the region being built. */
struct scratch {
    enum how how;
    CXCursor variable, call; /* call: of the function that allocates */
    struct decl *array;      /* NULL: its statement has not been built */
    struct expr *limit;      /* the constant that its bytes, or elements, are compared with */
    struct decl *length;     /* HOW_LENGTH: how many elements the program asked for */
};

/* ---- calls ---- */

static CXCursor bare(struct ast *ast, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    while (kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr ||
           kind == CXCursor_CStyleCastExpr) {
        struct children kids = ast_children(ast, c);
        if (kids.n == 0)
            break;
        c = kids.list[kids.n - 1];
        kind = clang_getCursorKind(c);
    }
    return c;
}

/* The name of the library's function that is called, or "". */
static const char *library_name(struct region *r, CXCursor c)
{
    CXCursor callee = clang_getCursorReferenced(c);
    if (clang_getCursorKind(c) != CXCursor_CallExpr ||
        clang_getCursorKind(callee) != CXCursor_FunctionDecl ||
        !clang_Cursor_isNull(clang_getCursorDefinition(callee)))
        return "";
    const char *name = ast_string(clang_getCursorSpelling(callee));
    size_t begin, end;
    ast_extent(r->ast, callee, &begin, &end);
    bool builtin = strncmp(name, "__builtin_", 10) == 0;
    return builtin ? name + 10 : source_position(r->src, begin).system ? name : "";
}

static enum how allocates(struct region *r, CXCursor c)
{
    const char *name = library_name(r, c);
    int n = clang_Cursor_getNumArguments(c);
    return strcmp(name, "malloc") == 0 && n == 1   ? HOW_MALLOC
           : strcmp(name, "calloc") == 0 && n == 2 ? HOW_CALLOC
           : strcmp(name, "alloca") == 0 && n == 1 ? HOW_ALLOCA
                                                   : HOW_NONE;
}

static bool names(struct ast *ast, CXCursor c, CXCursor variable)
{
    c = bare(ast, c);
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(c), variable);
}

static bool is_null(struct ast *ast, CXCursor c)
{
    long long value;
    return ast_evaluate(bare(ast, c), &value) && value == 0;
}

/* The operand of a test for memory: a variable, or one that is set there. */
static bool tested(struct ast *ast, CXCursor c, CXCursor *pointer, CXCursor *setting)
{
    c = bare(ast, c);
    *setting = clang_getNullCursor();
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign) {
        *setting = c;
        c = bare(ast, ast_children(ast, c).list[0]);
    }
    *pointer = c;
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_Pointer;
}

/* p, !p, p == NULL and p != NULL, where p may be (p = ...): its value, if the memory is there. */
static bool null_test(struct ast *ast, CXCursor c, CXCursor *pointer, CXCursor *setting,
                      long long *value)
{
    struct children kids = ast_children(ast, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    while ((kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr) && kids.n > 0) {
        c = kids.list[0];
        kids = ast_children(ast, c);
        kind = clang_getCursorKind(c);
    }
    *value = 1;
    if (kind == CXCursor_DeclRefExpr)
        return tested(ast, c, pointer, setting);
    if (kind == CXCursor_UnaryOperator && kids.n == 1 &&
        clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_LNot) {
        *value = 0;
        return tested(ast, kids.list[0], pointer, setting);
    }
    if (kind != CXCursor_BinaryOperator || kids.n != 2)
        return false;
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    size_t null = is_null(ast, kids.list[0]) ? 0 : 1;
    *value = op == CXBinaryOperator_NE;
    return (op == CXBinaryOperator_EQ || op == CXBinaryOperator_NE) &&
           is_null(ast, kids.list[null]) && tested(ast, kids.list[1 - null], pointer, setting);
}

/* free(p), perhaps if (p) free(p) */
static bool gives_back(struct region *r, CXCursor c, CXCursor variable)
{
    struct children kids = ast_children(r->ast, c);
    CXCursor pointer, setting;
    long long value;
    if (clang_getCursorKind(c) == CXCursor_CompoundStmt && kids.n == 1)
        return gives_back(r, kids.list[0], variable);
    if (clang_getCursorKind(c) == CXCursor_IfStmt)
        return kids.n == 2 && null_test(r->ast, kids.list[0], &pointer, &setting, &value) &&
               clang_Cursor_isNull(setting) && value && names(r->ast, pointer, variable) &&
               gives_back(r, kids.list[1], variable);
    c = bare(r->ast, c);
    return strcmp(library_name(r, c), "free") == 0 && clang_Cursor_getNumArguments(c) == 1 &&
           names(r->ast, clang_Cursor_getArgument(c, 0), variable);
}

/* variable = value, as a whole expression. */
static bool assigns(struct ast *ast, CXCursor c, CXCursor variable, CXCursor *value)
{
    c = bare(ast, c);
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Assign)
        return false;
    struct children kids = ast_children(ast, c);
    *value = kids.list[1];
    return names(ast, kids.list[0], variable);
}

/* if ((p = ...) == NULL) and the like, without `else`: what follows it has the memory. */
static bool set_in_test(struct region *r, CXCursor c, CXCursor *setting)
{
    struct children kids = ast_children(r->ast, c);
    CXCursor pointer;
    long long value;
    return clang_getCursorKind(c) == CXCursor_IfStmt && kids.n == 2 &&
           null_test(r->ast, kids.list[0], &pointer, setting, &value) && !value &&
           !clang_Cursor_isNull(*setting);
}

/* Does the statement set the variable to what is allocated there? */
static enum how sets(struct region *r, CXCursor c, CXCursor variable, CXCursor *call)
{
    CXCursor value = clang_getNullCursor(), setting;
    struct children kids = ast_children(r->ast, c);
    if (set_in_test(r, c, &setting))
        c = setting;
    if (clang_getCursorKind(c) == CXCursor_DeclStmt)
        for (size_t i = 0; i < kids.n; i++)
            if (clang_equalCursors(kids.list[i], variable))
                value = clang_Cursor_getVarDeclInitializer(variable);
    if (clang_Cursor_isNull(value) && !assigns(r->ast, c, variable, &value))
        return HOW_NONE;
    *call = bare(r->ast, value);
    return allocates(r, *call);
}

/* ---- is it scratch? ---- */

struct search {
    struct region *r;
    CXCursor variable, call, frame, list;
    bool own; /* the frame is the loop's body */
    enum how how;
    size_t n_set;        /* statements that set it to new memory */
    size_t first, until; /* of the list: that statement, and the one that gives back */
};

static void find_setting(struct search *s, CXCursor c)
{
    struct children kids = ast_children(s->r->ast, c);
    bool list = clang_getCursorKind(c) == CXCursor_CompoundStmt;
    for (size_t i = 0; i < kids.n; i++) {
        CXCursor call;
        enum how how = list ? sets(s->r, kids.list[i], s->variable, &call) : HOW_NONE;
        if (how) {
            s->how = how;
            s->call = call;
            s->list = c;
            s->first = i;
            s->n_set++;
        }
        find_setting(s, kids.list[i]);
    }
}

static bool find_giving(struct search *s)
{
    struct children kids = ast_children(s->r->ast, s->list);
    s->until = kids.n;
    for (size_t i = s->first + 1; i < kids.n && s->until == kids.n; i++)
        if (gives_back(s->r, kids.list[i], s->variable))
            s->until = i;
    if (s->how != HOW_ALLOCA)
        return s->until < kids.n;
    return s->until == kids.n && !s->own && clang_equalCursors(s->list, s->frame);
}

/* May control leave the statement without having given the memory back? */
static bool leaks(const struct search *s, CXCursor c, bool loop, bool choice)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(s->r->ast, c);
    CXCursor pointer, setting;
    long long value;
    size_t from = 0;
    if (kind == CXCursor_ReturnStmt || kind == CXCursor_GotoStmt || kind == CXCursor_LabelStmt ||
        kind == CXCursor_IndirectGotoStmt || (kind == CXCursor_BreakStmt && !loop && !choice) ||
        (kind == CXCursor_ContinueStmt && !loop))
        return true;
    if (kind == CXCursor_IfStmt && null_test(s->r->ast, kids.list[0], &pointer, &setting, &value) &&
        names(s->r->ast, pointer, s->variable) && !value)
        from = 2;
    loop |= kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
    choice |= kind == CXCursor_SwitchStmt;
    for (size_t i = from; i < kids.n; i++) {
        if (kind == CXCursor_CompoundStmt && gives_back(s->r, kids.list[i], s->variable))
            return false;
        if (leaks(s, kids.list[i], loop, choice))
            return true;
    }
    return false;
}

/* ++ or -- */
static bool counts(CXCursor c)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    return op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PreDec ||
           op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec;
}

static bool changes(const struct search *s, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(s->r->ast, c);
    if (kind == CXCursor_UnaryOperator && kids.n)
        return (counts(c) || clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf) &&
               names(s->r->ast, kids.list[0], s->variable);
    bool assignment = kind == CXCursor_CompoundAssignOperator ||
                      (kind == CXCursor_BinaryOperator &&
                       clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign);
    return assignment && names(s->r->ast, kids.list[0], s->variable);
}

static bool any_change(const struct search *s, CXCursor c)
{
    struct children kids = ast_children(s->r->ast, c);
    for (size_t i = 0; i < kids.n; i++)
        if (any_change(s, kids.list[i]))
            return true;
    return changes(s, c);
}

/* Is it used outside of those statements, but to be set to NULL? */
static bool used_elsewhere(const struct search *s, CXCursor c)
{
    CXCursor value;
    if (assigns(s->r->ast, c, s->variable, &value) && is_null(s->r->ast, value))
        return false;
    if (names(s->r->ast, c, s->variable))
        return true;
    struct children kids = ast_children(s->r->ast, c);
    bool list = clang_equalCursors(c, s->list);
    for (size_t i = 0; i < kids.n; i++)
        if (!(list && i >= s->first && i <= s->until) && used_elsewhere(s, kids.list[i]))
            return true;
    return false;
}

static bool is_sound(struct search *s)
{
    find_setting(s, s->frame);
    if (s->n_set != 1 || !find_giving(s) || used_elsewhere(s, s->frame))
        return false;
    struct children kids = ast_children(s->r->ast, s->list);
    for (size_t i = s->first + 1; i < s->until; i++)
        if (any_change(s, kids.list[i]) ||
            (s->how != HOW_ALLOCA && leaks(s, kids.list[i], false, false)))
            return false;
    return true;
}

/* The text every run of which has a variable of its own: the body of its function, or that of the
 * loop. */
static bool find_frame(struct search *s)
{
    struct region *r = s->r;
    CXCursor variable = s->variable, function = clang_getCursorSemanticParent(s->variable);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    if (clang_getCursorKind(variable) != CXCursor_VarDecl ||
        clang_getCursorKind(function) != CXCursor_FunctionDecl || storage == CX_SC_Static ||
        storage == CX_SC_Extern)
        return false;
    size_t begin, end;
    ast_extent(r->ast, variable, &begin, &end);
    s->own = begin >= r->function_begin && begin < r->function_end;
    struct children kids = ast_children(r->ast, s->own ? r->ast->loop : function);
    s->frame = kids.n ? kids.list[kids.n - 1] : function;
    return kids.n > 0;
}

/* The place of what is known of the variable; with HOW_NONE it is no scratch. */
static struct scratch *scratch_of(struct region *r, CXCursor variable)
{
    struct ast *ast = r->ast;
    for (size_t i = 0; i < ast->n_scratches; i++)
        if (clang_equalCursors(ast->scratches[i]->variable, variable))
            return ast->scratches[i];
    struct search s = {.r = r, .variable = variable};
    struct scratch *found = ir_alloc(sizeof *found);
    struct type *t = ast_type(ast, clang_getCanonicalType(clang_getCursorType(variable)));
    bool plain = t->kind == TYPE_POINTER && t->of->size > 0 && ast_is_plain_memory(t->of);
    *found = (struct scratch){.variable = variable};
    if (plain && !ast->no_scratch && find_frame(&s) && is_sound(&s)) {
        found->how = s.how;
        found->call = s.call;
    }
    IR_PUSH(ast->scratches, ast->n_scratches, found);
    return found;
}

bool ast_frees_scratch(struct region *r, CXCursor call)
{
    if (strcmp(library_name(r, call), "free") != 0 || clang_Cursor_getNumArguments(call) != 1)
        return false;
    CXCursor variable = bare(r->ast, clang_Cursor_getArgument(call, 0));
    if (clang_getCursorKind(variable) != CXCursor_DeclRefExpr)
        return false;
    return scratch_of(r, clang_getCursorReferenced(variable))->how != HOW_NONE;
}

bool ast_tests_scratch(struct region *r, CXCursor c, long long *value)
{
    CXCursor pointer, setting;
    return null_test(r->ast, c, &pointer, &setting, value) &&
           clang_getCursorKind(clang_getCursorReferenced(pointer)) == CXCursor_VarDecl &&
           scratch_of(r, clang_getCursorReferenced(pointer))->how != HOW_NONE;
}

/* ---- the arrays ---- */

struct place {
    struct region *r;
    struct made at;
    struct stmt *block;
};

static struct stmt *add(const struct place *p, struct stmt *s)
{
    IR_PUSH(p->block->list, p->block->n_list, s);
    return s;
}

static struct decl *declare(const struct place *p, const char *name, struct type *type,
                            struct expr *init)
{
    struct decl *d = made_decl(p->at, DECL_LOCAL, name, type);
    add(p, made_declaration(p->at, d, init));
    return d;
}

/* if (condition) the device stops. */
static void stop_if(const struct place *p, struct expr *condition)
{
    struct stmt *s = add(p, made_stmt(p->at, STMT_IF)), *end = made_stmt(p->at, STMT_EXPR);
    s->expr = condition;
    end->expr = made_expr(p->at, EXPR_END, type_void(), NULL, NULL);
    end->expr->value = 1;
    s->body = end;
    p->r->ends = p->r->outgrows = true;
}

static struct type *array_of(struct type *of, long long count)
{
    struct type *t = ir_alloc(sizeof *t);
    *t = (struct type){.kind = TYPE_ARRAY,
                       .of = of,
                       .count = count,
                       .size = count * of->size,
                       .spelling = ir_printf("%s[]", of->spelling)};
    return t;
}

/* Stops the device where a * b (b: perhaps NULL) is more than the array has room for. */
static void limit(const struct place *p, struct scratch *s, struct expr *a, struct expr *b)
{
    struct type *t = a->type;
    a = made_cast(p->at, t, a); /* the conversion is the call's, which is not printed elsewhere */
    b = b ? made_cast(p->at, b->type, b) : NULL;
    s->limit = made_number(p->at, t, ROOM_MOST);
    struct expr *large = made_binary(p->at, OP_GT, type_int(),
                                     b ? made_binary(p->at, OP_MUL, t, a, b) : a, s->limit);
    for (int i = 0; b && i < 2; i++) { /* a product may wrap, if a factor is large */
        long long known;
        struct expr *factor = i ? b : a;
        if (expr_const(factor, &known) && known >= 0 && known <= ROOM_BYTES)
            continue;
        struct expr *alone = made_binary(p->at, OP_GT, type_int(), expr_clone(factor),
                                         made_number(p->at, t, 1LL << 31));
        large = made_binary(p->at, OP_LOR, type_int(), alone, large);
    }
    stop_if(p, large);
}

/* How many bytes it allocates, if that is constant. */
static bool constant_bytes(struct expr *a, struct expr *b, long long *bytes)
{
    long long m = 1, n;
    return expr_const(a, &n) && (!b || expr_const(b, &m)) && n >= 0 && m >= 0 &&
           !__builtin_mul_overflow(n, m, bytes) && *bytes <= CONSTANT_MOST;
}

static void allocate(const struct place *p, struct scratch *s)
{
    struct region *r = p->r;
    struct type *of =
        ast_type(r->ast, clang_getCanonicalType(clang_getCursorType(s->variable)))->of;
    struct expr *a = ast_expr(r, clang_Cursor_getArgument(s->call, 0)), *b = NULL;
    long long bytes;
    if (s->how == HOW_CALLOC)
        b = ast_expr(r, clang_Cursor_getArgument(s->call, 1));
    if (r->stopped || expr_has_effects(a) || (b && expr_has_effects(b)))
        return;
    const char *name = ast_string(clang_getCursorSpelling(s->variable));
    if (!constant_bytes(a, b, &bytes)) {
        limit(p, s, a, b);
        bytes = ROOM_MOST;
    }
    bytes = bytes < of->size ? of->size : bytes;
    struct type *room = array_of(of, (bytes + of->size - 1) / of->size);
    s->array = declare(p, ir_printf("tcr_room_%s", name), room, NULL);
    s->array->align = MALLOC_ALIGN;
    if (!b)
        return;
    struct expr *array = made_variable(p->at, s->array);
    struct expr *zeroed = made_expr(p->at, EXPR_DECAY, type_pointer_to(of), array, NULL);
    struct expr *all = made_binary(p->at, OP_MUL, a->type, expr_clone(a), expr_clone(b));
    IR_PUSH(p->block->list, p->block->n_list, ast_zero(r, p->at.begin, p->at.end, zeroed, all));
}

struct decl *ast_scratch_array(struct region *r, CXCursor declared, struct decl *d)
{
    for (size_t i = 0; i < r->ast->n_scratches; i++)
        if (clang_equalCursors(r->ast->scratches[i]->variable, declared) &&
            r->ast->scratches[i]->how == HOW_LENGTH) {
            d->type = r->ast->scratches[i]->array->type;
            return d;
        }
    return NULL;
}

/* Of an array of variable length, only the number of elements is declared in front. */
static void measure(const struct place *p, CXCursor declared)
{
    struct region *r = p->r;
    struct type *t = ast_decl(r, declared)->type; /* has a length that is constant */
    CXCursor length;
    if (r->ast->no_scratch || t->kind != TYPE_ARRAY || t->size >= 0 || t->count >= 0 ||
        t->of->size <= 0 || !ast_is_plain_memory(t->of) ||
        clang_Cursor_getStorageClass(declared) == CX_SC_Static ||
        ast_lengths(r->ast, declared, 1, &length) == 0)
        return;
    struct expr *n = ast_expr(r, length);
    if (r->stopped || !type_is_integer(n->type) || expr_has_effects(n))
        return;
    struct scratch *s = ir_alloc(sizeof *s);
    struct expr *wide = made_cast(p->at, type_long_long(), n);
    *s = (struct scratch){.how = HOW_LENGTH, .variable = declared};
    const char *name = ast_string(clang_getCursorSpelling(declared));
    s->length = declare(p, ir_printf("tcr_length_%s", name), type_long_long(), wide);
    limit(p, s, made_variable(p->at, s->length), NULL);
    s->array = ir_alloc(sizeof *s->array);
    s->array->type = array_of(t->of, ROOM_MOST / t->of->size);
    IR_PUSH(r->ast->scratches, r->ast->n_scratches, s);
}

/* The variable that a statement of the form p = ... sets, or one with that in its test. */
static bool target_of(struct region *r, CXCursor c, CXCursor *out)
{
    CXCursor setting;
    c = set_in_test(r, c, &setting) ? setting : bare(r->ast, c);
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Assign)
        return false;
    struct children kids = ast_children(r->ast, c);
    CXCursor left = bare(r->ast, kids.list[0]);
    *out = clang_getCursorReferenced(left);
    return clang_getCursorKind(left) == CXCursor_DeclRefExpr &&
           allocates(r, bare(r->ast, kids.list[1])) != HOW_NONE;
}

static void lead(const struct place *p, CXCursor c, CXCursor variable)
{
    CXCursor call, setting;
    if (sets(p->r, c, variable, &call) == HOW_NONE)
        return;
    struct scratch *s = scratch_of(p->r, variable);
    if (s->how == HOW_NONE || !clang_equalCursors(s->call, call))
        return;
    allocate(p, s);
    if (set_in_test(p->r, c, &setting) && s->array) /* of the test, nothing is left */
        add(p, made_stmt(p->at, STMT_EXPR))->expr = ast_expr(p->r, setting);
}

/* Is anything below of a kind that may change a variable? */
static bool may_act(struct region *r, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(r->ast, c);
    if ((kind == CXCursor_CallExpr && allocates(r, c) == HOW_NONE) ||
        kind == CXCursor_CompoundAssignOperator || kind == CXCursor_StmtExpr ||
        (kind == CXCursor_UnaryOperator && counts(c)) ||
        (kind == CXCursor_BinaryOperator &&
         clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (may_act(r, kids.list[i]))
            return true;
    return false;
}

static bool mentions(struct ast *ast, CXCursor c, CXCursor variable)
{
    struct children kids = ast_children(ast, c);
    if (names(ast, c, variable))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (mentions(ast, kids.list[i], variable))
            return true;
    return false;
}

/* In front of a statement that declares several variables, may what is asked for by one of them be
 * computed?  Not if it depends on those before it. */
static bool stands_alone(struct region *r, const struct children *kids, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (clang_getCursorKind(kids->list[i]) == CXCursor_VarDecl &&
            (mentions(r->ast, kids->list[at], kids->list[i]) || may_act(r, kids->list[i])))
            return false;
    return true;
}

void ast_scratch_lead(struct region *r, CXCursor statement, struct stmt *block)
{
    struct place p = {.r = r, .block = block};
    struct children kids = ast_children(r->ast, statement);
    CXCursor target;
    ast_extent(r->ast, statement, &p.at.begin, &p.at.end);
    if (clang_getCursorKind(statement) != CXCursor_DeclStmt) {
        if (target_of(r, statement, &target))
            lead(&p, statement, target);
        return;
    }
    for (size_t i = 0; i < kids.n && !r->stopped; i++)
        if (clang_getCursorKind(kids.list[i]) == CXCursor_VarDecl && stands_alone(r, &kids, i)) {
            lead(&p, statement, kids.list[i]);
            measure(&p, kids.list[i]);
        }
}

/* ---- where they are named ---- */

struct expr *ast_scratch_call(struct region *r, CXCursor call)
{
    if (ast_frees_scratch(r, call))
        return ast_int_const(r, call, 0);
    for (size_t i = 0; i < r->ast->n_scratches; i++) {
        struct scratch *s = r->ast->scratches[i];
        if (s->how == HOW_NONE || s->how == HOW_LENGTH || !s->array ||
            !clang_equalCursors(s->call, call))
            continue;
        struct made at;
        ast_extent(r->ast, call, &at.begin, &at.end);
        return made_expr(at, EXPR_DECAY, type_pointer_to(s->array->type->of),
                         made_variable(at, s->array), NULL);
    }
    return NULL;
}

struct expr *ast_scratch_size(struct region *r, CXCursor query)
{
    struct children kids = ast_children(r->ast, query);
    CXCursor c = kids.n == 1 ? bare(r->ast, kids.list[0]) : query;
    struct made at;
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return NULL;
    ast_extent(r->ast, query, &at.begin, &at.end);
    for (size_t i = 0; i < r->ast->n_scratches; i++) {
        struct scratch *s = r->ast->scratches[i];
        if (s->how == HOW_LENGTH && clang_equalCursors(s->variable, clang_getCursorReferenced(c)))
            return made_binary(at, OP_MUL, type_long_long(), made_variable(at, s->length),
                               made_number(at, type_long_long(), s->array->type->of->size));
    }
    return NULL;
}

bool ast_has_scratch(const struct ast *ast)
{
    for (size_t i = 0; i < ast->n_scratches; i++)
        if (ast->scratches[i]->how != HOW_NONE)
            return true;
    return false;
}

void ast_without_scratch(struct ast *ast, bool without)
{
    ast->no_scratch = without;
}

void ast_scratch_share(struct region *r)
{
    struct ast *ast = r->ast;
    long long n = 0;
    for (size_t i = 0; i < ast->n_scratches; i++)
        n += ast->scratches[i]->limit != NULL;
    for (size_t i = 0; i < ast->n_scratches; i++) {
        struct scratch *s = ast->scratches[i];
        if (!s->limit)
            continue;
        struct type *t = s->array->type;
        long long bytes = ROOM_BYTES / n < ROOM_MOST ? ROOM_BYTES / n : ROOM_MOST;
        t->count = bytes < t->of->size ? 1 : bytes / t->of->size;
        t->size = t->count * t->of->size;
        s->limit->value = s->how == HOW_LENGTH ? t->count : t->size;
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * ast_scratch.c: arrays in place of memory that an iteration has for itself while it runs:
 *
 *     double *t = malloc(n * sizeof *t), u[n];
 *     ...
 *     free(t);
 *
 * On the device each of them is an array of fixed length in front of the statement; where the
 * program asks for more, the device stops, as at a path that only the host takes (ast_host.c).
 */
#include "ast_scratch.h"

#include <string.h>

#include "../ir/made.h"
#include "ast_lifetime.h"

/* Bytes of all arrays of a loop whose length is not constant, and of one of them at most; and of
 * one whose length is. */
enum { ROOM_BYTES = 16384, ROOM_MOST = 8192, CONSTANT_MOST = 16384, MALLOC_ALIGN = 16 };

/* Of the region being built. */
struct scratch {
    enum alloc_how how;
    CXCursor variable, call; /* call: of the function that allocates */
    bool sometimes;          /* it is called below this statement, an `if` */
    CXCursor statement;
    struct decl *array;  /* NULL: its statement has not been built */
    bool measured;       /* what the call asks for is compared with the array's length */
    struct expr *limit;  /* the constant that its bytes, or elements, are compared with */
    struct decl *length; /* HOW_LENGTH: how many elements the program asked for, */
    struct decl *row;    /* and how many of them are a row; NULL: it has no rows */
    const struct thread_memory *thread; /* HOW_THREAD */
    bool named;                         /* and it is used */
};

/* The place of what is known of the variable; with HOW_NONE it is no scratch. */
static struct scratch *scratch_of(struct region *r, CXCursor variable)
{
    struct ast *ast = r->ast;
    for (size_t i = 0; i < ast->n_scratches; i++)
        if (clang_equalCursors(ast->scratches[i]->variable, variable))
            return ast->scratches[i];
    struct lifetime own;
    struct scratch *found = ir_alloc(sizeof *found);
    struct type *t = ast_type(ast, clang_getCanonicalType(clang_getCursorType(variable)));
    bool plain = t->kind == TYPE_POINTER && t->of->size > 0 && ast_is_plain_memory(t->of);
    *found = (struct scratch){.variable = variable};
    if (plain && !ast->no_scratch && ast_lifetime(r, variable, &own)) {
        found->how = own.how;
        found->call = own.call;
        found->sometimes = own.sometimes;
        found->statement = own.statement;
    }
    IR_PUSH(ast->scratches, ast->n_scratches, found);
    return found;
}

bool ast_has_scratch_in(struct region *r, size_t begin, size_t end)
{
    const struct ast *ast = r->ast;
    for (size_t i = 0, at, to; i < ast->n_scratches; i++) {
        ast_extent(r->ast, ast->scratches[i]->variable, &at, &to);
        if (ast->scratches[i]->how != HOW_NONE && at >= begin && at < end)
            return true;
    }
    return false;
}

bool ast_frees_scratch(struct region *r, CXCursor call)
{
    if (strcmp(alloc_library_name(r, call), "free") != 0 || clang_Cursor_getNumArguments(call) != 1)
        return false;
    CXCursor variable = alloc_bare(r->ast, clang_Cursor_getArgument(call, 0));
    if (clang_getCursorKind(variable) != CXCursor_DeclRefExpr)
        return false;
    return scratch_of(r, clang_getCursorReferenced(variable))->how != HOW_NONE;
}

bool ast_tests_scratch(struct region *r, CXCursor c, long long *value)
{
    CXCursor pointer, setting;
    if (!alloc_null_test(r->ast, c, &pointer, &setting, value) ||
        clang_getCursorKind(clang_getCursorReferenced(pointer)) != CXCursor_VarDecl)
        return false;
    const struct scratch *s = scratch_of(r, clang_getCursorReferenced(pointer));
    return s->how != HOW_NONE && !s->sometimes;
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

/* Its length is not known yet. */
static void declare_room(const struct place *p, struct scratch *s, struct type *of)
{
    const char *name = ast_string(clang_getCursorSpelling(s->variable));
    s->array = declare(p, ir_printf("tcr_room_%s", name), array_of(of, 1), NULL);
    s->array->align = MALLOC_ALIGN;
}

static struct type *element_of(struct region *r, const struct scratch *s)
{
    return ast_type(r->ast, clang_getCanonicalType(clang_getCursorType(s->variable)))->of;
}

static void allocate(const struct place *p, struct scratch *s)
{
    struct region *r = p->r;
    struct type *of = element_of(r, s);
    struct expr *a = ast_expr(r, clang_Cursor_getArgument(s->call, 0)), *b = NULL;
    long long bytes;
    if (s->how == HOW_CALLOC)
        b = ast_expr(r, clang_Cursor_getArgument(s->call, 1));
    if (r->stopped || expr_has_effects(a) || (b && expr_has_effects(b)))
        return;
    if (!constant_bytes(a, b, &bytes)) {
        limit(p, s, a, b);
        bytes = ROOM_MOST;
    }
    bytes = bytes < of->size ? of->size : bytes;
    if (!s->array)
        declare_room(p, s, of);
    s->array->type = array_of(of, (bytes + of->size - 1) / of->size);
    s->measured = true;
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

/* A length of the array, declared in front; NULL: it cannot stand there. */
static struct decl *length_of(const struct place *p, const char *name, CXCursor length)
{
    struct expr *n = ast_expr(p->r, length);
    if (p->r->stopped || !type_is_integer(n->type) || expr_has_effects(n))
        return NULL;
    return declare(p, name, type_long_long(), made_cast(p->at, type_long_long(), n));
}

/* a[n][m] is an array of n * m elements, whose places are computed. */
static bool measure_rows(const struct place *p, struct scratch *s, const char *name,
                         const CXCursor *lengths)
{
    struct decl *rows = length_of(p, ir_printf("tcr_rows_%s", name), lengths[0]);
    s->row = rows ? length_of(p, ir_printf("tcr_row_%s", name), lengths[1]) : NULL;
    if (!s->row)
        return false;
    struct expr *n = made_variable(p->at, rows), *m = made_variable(p->at, s->row);
    limit(p, s, n, m);
    s->length = declare(p, ir_printf("tcr_length_%s", name), type_long_long(),
                        made_binary(p->at, OP_MUL, type_long_long(), expr_clone(n), expr_clone(m)));
    return true;
}

/* Of an array of variable length, only the number of elements is declared in front. */
static void measure(const struct place *p, CXCursor declared)
{
    struct region *r = p->r;
    struct type *t = ast_decl(r, declared)->type; /* has a length that is constant */
    struct scratch *s = ir_alloc(sizeof *s);
    const char *name = ast_string(clang_getCursorSpelling(declared));
    CXCursor lengths[2];
    if (r->ast->no_scratch || t->kind != TYPE_ARRAY || t->size >= 0 ||
        clang_Cursor_getStorageClass(declared) == CX_SC_Static)
        return;
    bool rows = t->of->kind == TYPE_ARRAY && t->of->size < 0;
    struct type *of = rows ? t->of->of : t->of;
    size_t n = ast_lengths(r->ast, declared, 2, lengths);
    if (of->size <= 0 || !ast_is_plain_memory(of) ||
        (rows ? n != 2 || of->kind == TYPE_ARRAY : n == 0 || t->count >= 0))
        return;
    *s = (struct scratch){.how = HOW_LENGTH, .variable = declared};
    if (rows ? !measure_rows(p, s, name, lengths)
             : !(s->length = length_of(p, ir_printf("tcr_length_%s", name), lengths[0])))
        return;
    if (!rows)
        limit(p, s, made_variable(p->at, s->length), NULL);
    s->array = ir_alloc(sizeof *s->array);
    s->array->type = array_of(of, ROOM_MOST / of->size);
    IR_PUSH(r->ast->scratches, r->ast->n_scratches, s);
}

/* The variable that a statement of the form p = ... sets, or one with that in its test. */
static bool target_of(struct region *r, CXCursor c, CXCursor *out)
{
    CXCursor setting;
    c = alloc_set_in_test(r, c, &setting) ? setting : alloc_bare(r->ast, c);
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Assign)
        return false;
    struct children kids = ast_children(r->ast, c);
    CXCursor left = alloc_bare(r->ast, kids.list[0]);
    *out = clang_getCursorReferenced(left);
    return clang_getCursorKind(left) == CXCursor_DeclRefExpr &&
           alloc_how(r, alloc_bare(r->ast, kids.list[1])) != HOW_NONE;
}

static void lead(const struct place *p, CXCursor c, CXCursor variable)
{
    CXCursor call, setting;
    if (alloc_sets(p->r, c, variable, &call) == HOW_NONE)
        return;
    struct scratch *s = scratch_of(p->r, variable);
    if (s->how == HOW_NONE || !clang_equalCursors(s->call, call))
        return;
    allocate(p, s);
    if (alloc_set_in_test(p->r, c, &setting) && s->measured) /* of the test, nothing is left */
        add(p, made_stmt(p->at, STMT_EXPR))->expr = ast_expr(p->r, setting);
}

/* Is anything below of a kind that may change a variable? */
static bool may_act(struct region *r, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(r->ast, c);
    if ((kind == CXCursor_CallExpr && alloc_how(r, c) == HOW_NONE) ||
        kind == CXCursor_CompoundAssignOperator || kind == CXCursor_StmtExpr ||
        (kind == CXCursor_UnaryOperator && alloc_counts(c)) ||
        (kind == CXCursor_BinaryOperator &&
         clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (may_act(r, kids.list[i]))
            return true;
    return false;
}

/* In front of a statement that declares several variables, may what is asked for by one of them be
 * computed?  Not if it depends on those before it. */
static bool stands_alone(struct region *r, const struct children *kids, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (clang_getCursorKind(kids->list[i]) == CXCursor_VarDecl &&
            (alloc_mentions(r->ast, kids->list[at], kids->list[i]) || may_act(r, kids->list[i])))
            return false;
    return true;
}

/* In front of an `if`: the arrays for what is allocated below it, and given back behind it. */
static void lead_choice(const struct place *p, CXCursor statement, CXCursor c)
{
    struct children kids = ast_children(p->r->ast, c);
    CXCursor target;
    if (target_of(p->r, c, &target) && clang_getCursorKind(target) == CXCursor_VarDecl) {
        struct scratch *s = scratch_of(p->r, target);
        if (s->how != HOW_NONE && s->sometimes && !s->array &&
            clang_equalCursors(s->statement, statement))
            declare_room(p, s, element_of(p->r, s));
    }
    for (size_t i = 0; i < kids.n; i++)
        lead_choice(p, statement, kids.list[i]);
}

void ast_scratch_lead(struct region *r, CXCursor statement, struct stmt *block)
{
    struct place p = {.r = r, .block = block};
    struct children kids = ast_children(r->ast, statement);
    CXCursor target;
    ast_extent(r->ast, statement, &p.at.begin, &p.at.end);
    if (clang_getCursorKind(statement) == CXCursor_IfStmt)
        lead_choice(&p, statement, statement);
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

/* ---- memory of threads ---- */

void ast_scratch_of_threads(struct region *r)
{
    struct ast *ast = r->ast;
    if (ast->no_scratch)
        return;
    ast->threads = ast_thread_memory(r, &ast->n_threads);
    for (size_t i = 0; i < ast->n_threads; i++) {
        const struct thread_memory *m = &ast->threads[i];
        CXType t = clang_getCanonicalType(clang_getCursorType(m->variable));
        struct type *of = ast_type(ast, t)->of;
        if (of->size <= 0 || !ast_is_plain_memory(of))
            continue;
        struct scratch *s = ir_alloc(sizeof *s);
        struct made at = {r->begin, r->begin};
        const char *name = ast_string(clang_getCursorSpelling(m->variable));
        *s = (struct scratch){.how = HOW_THREAD, .variable = m->variable, .thread = m};
        s->array = made_decl(at, DECL_LOCAL, ir_printf("tcr_room_%s", name),
                             array_of(of, ROOM_MOST / of->size));
        s->array->align = MALLOC_ALIGN;
        IR_PUSH(ast->scratches, ast->n_scratches, s);
    }
}

struct expr *ast_scratch_pointer(struct region *r, CXCursor c)
{
    for (size_t i = 0; r->ast->n_threads && i < r->ast->n_scratches; i++) {
        struct scratch *s = r->ast->scratches[i];
        if (s->how != HOW_THREAD || clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
            !clang_equalCursors(clang_getCursorReferenced(c), s->variable))
            continue;
        struct made at;
        ast_extent(r->ast, c, &at.begin, &at.end);
        s->named = true;
        if (s->thread->array)
            return made_variable(at, s->array);
        return made_expr(at, EXPR_DECAY, type_pointer_to(s->array->type->of),
                         made_variable(at, s->array), NULL);
    }
    return NULL;
}

static bool visit_place(struct expr *e, void *ctx)
{
    const struct made *at = ctx;
    e->begin = at->begin;
    e->end = at->end;
    return true;
}

/* The array, and the test whether a thread has more in the program. */
static void make_room(const struct place *p, struct scratch *s)
{
    const struct thread_memory *m = s->thread;
    struct type *wide = type_long_long(), *of = s->array->type->of;
    struct expr *size = ast_expr(p->r, m->size);
    long long n;
    if (p->r->stopped || !type_is_integer(size->type) || expr_has_effects(size))
        return;
    size = made_cast(p->at, wide, size);
    expr_walk(size, visit_place, (void *)&p->at); /* it stands outside of the loop, perhaps */
    add(p, made_declaration(p->at, s->array, NULL));
    s->measured = true;
    if (expr_const(size, &n) && n > 0 && n <= CONSTANT_MOST / (m->bytes ? 1 : of->size)) {
        s->array->type->count = m->bytes ? (n + of->size - 1) / of->size : n;
        s->array->type->size = s->array->type->count * of->size;
        return;
    }
    s->limit = made_number(p->at, wide, ROOM_MOST);
    stop_if(p,
            made_binary(p->at, OP_LT, type_int(), expr_clone(size), made_number(p->at, wide, 0)));
    stop_if(p, made_binary(p->at, OP_GT, type_int(), size, s->limit));
}

void ast_scratch_rooms(struct region *r, struct stmt *loop)
{
    struct made at = {loop->body->begin, loop->body->begin};
    struct place p = {.r = r, .at = at, .block = made_stmt(at, STMT_COMPOUND)};
    for (size_t i = 0; r->ast->n_threads && i < r->ast->n_scratches && !r->stopped; i++)
        if (r->ast->scratches[i]->named)
            make_room(&p, r->ast->scratches[i]);
    if (p.block->n_list == 0 || r->stopped)
        return;
    p.block->end = loop->body->end;
    IR_PUSH(p.block->list, p.block->n_list, loop->body);
    loop->body = p.block;
}

/* ---- where they are named ---- */

struct expr *ast_scratch_call(struct region *r, CXCursor call)
{
    if (ast_frees_scratch(r, call))
        return ast_int_const(r, call, 0);
    for (size_t i = 0; i < r->ast->n_scratches; i++) {
        struct scratch *s = r->ast->scratches[i];
        if (!s->measured || !clang_equalCursors(s->call, call))
            continue;
        struct made at;
        ast_extent(r->ast, call, &at.begin, &at.end);
        return made_expr(at, EXPR_DECAY, type_pointer_to(s->array->type->of),
                         made_variable(at, s->array), NULL);
    }
    return NULL;
}

/* The array with rows that is named there; NULL: another expression. */
static struct scratch *rows_named(struct region *r, CXCursor c)
{
    c = alloc_unbracketed(r->ast, c);
    for (size_t i = 0; i < r->ast->n_scratches; i++)
        if (clang_getCursorKind(c) == CXCursor_DeclRefExpr && r->ast->scratches[i]->row &&
            clang_equalCursors(r->ast->scratches[i]->variable, clang_getCursorReferenced(c)))
            return r->ast->scratches[i];
    return NULL;
}

bool ast_scratch_has_rows(struct region *r, CXCursor name)
{
    return rows_named(r, name) != NULL;
}

struct expr *ast_scratch_cell(struct region *r, CXCursor subscript)
{
    struct children outer = ast_children(r->ast, subscript);
    CXCursor inner = alloc_unbracketed(r->ast, outer.list[0]);
    if (clang_getCursorKind(inner) != CXCursor_ArraySubscriptExpr)
        return NULL;
    struct children kids = ast_children(r->ast, inner);
    struct scratch *s = rows_named(r, kids.list[0]);
    if (!s)
        return NULL;
    struct made at;
    ast_extent(r->ast, subscript, &at.begin, &at.end);
    struct type *wide = type_long_long(), *of = s->array->type->of;
    struct expr *i = made_cast(at, wide, ast_expr(r, kids.list[1]));
    struct expr *k = made_cast(at, wide, ast_expr(r, outer.list[1]));
    struct expr *row = made_binary(at, OP_MUL, wide, i, made_variable(at, s->row));
    struct expr *array = made_variable(at, ast_decl(r, s->variable));
    return made_expr(at, EXPR_INDEX, of,
                     made_expr(at, EXPR_DECAY, type_pointer_to(of), array, NULL),
                     made_binary(at, OP_ADD, wide, row, k));
}

struct expr *ast_scratch_size(struct region *r, CXCursor query)
{
    struct children kids = ast_children(r->ast, query);
    CXCursor c = kids.n == 1 ? alloc_bare(r->ast, kids.list[0]) : query;
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

static bool counts_elements(const struct scratch *s)
{
    return s->how == HOW_LENGTH || (s->how == HOW_THREAD && !s->thread->bytes);
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
        s->limit->value = counts_elements(s) ? t->count : t->size;
    }
}

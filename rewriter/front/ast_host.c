/* SPDX-License-Identifier: MIT */
/*
 * ast_host.c: what only the host does: output, and calls of functions that nobody can
 * see into.
 *
 *     if (a[i] < 0) {
 *         printf("element %d\n", i);
 *         a[i] = 0;
 *     }
 *
 * Where some iterations come to such a call, it is a place like one where the program
 * ends (ast_end.c): the device stops there, its results are forgotten, and the host's
 * loop, in its own order, does what the program says.  Where every iteration comes to
 * one, the device would work for nothing: such loops are refused.
 */
#include "ast_scratch.h"

#include <string.h>

#include "../ir/math_table.h"

/* ---- functions ---- */

const char ast_an_atomic[] = "an atomic operation";
static const char output[] = "output";

/* Without what builtins begin with; as glibc has it under _FORTIFY_SOURCE: __printf_chk. */
static const char *plain_name(const char *name)
{
    size_t n = strlen(name);
    if (strncmp(name, "__builtin_", 10) == 0)
        return plain_name(name + 10);
    bool checked = n > 6 && strncmp(name, "__", 2) == 0 && strcmp(name + n - 4, "_chk") == 0;
    return checked ? ir_strndup(name + 2, n - 6) : name;
}

const char *ast_sequential(const char *name)
{
    static const struct {
        const char *prefix, *why; /* "MPI_": all that begin with it */
    } table[] = {
        {"printf", output},
        {"fprintf", output},
        {"dprintf", output},
        {"vprintf", output},
        {"vfprintf", output},
        {"vdprintf", output},
        {"wprintf", output},
        {"fwprintf", output},
        {"puts", output},
        {"fputs", output},
        {"fputs_unlocked", output},
        {"putc", output},
        {"fputc", output},
        {"putchar", output},
        {"putc_unlocked", output},
        {"putchar_unlocked", output},
        {"_IO_putc", output},
        {"fwrite", output},
        {"write", output},
        {"fflush", output},
        {"perror", output},
        {"syslog", output},
        {"warn", output},
        {"warnx", output},
        {"scanf", "input"},
        {"fscanf", "input"},
        {"fgets", "input"},
        {"fread", "input"},
        {"getc", "input"},
        {"fgetc", "input"},
        {"MPI_", "message passing"},
        {"__sync_", ast_an_atomic},
        {"__atomic_", ast_an_atomic},
        {"__c11_atomic_", ast_an_atomic},
        {"omp_", "a question about the program's threads"},
        {"rand", "a random number, whose generator every call changes,"},
        {"drand48", "a random number, whose generator every call changes,"},
        {"lrand48", "a random number, whose generator every call changes,"},
        {"erand48", "a random number, whose generator every call changes,"},
        {"malloc", "allocation"},
        {"calloc", "allocation"},
        {"realloc", "allocation"},
        {"free", "allocation"},
        {"longjmp", "a jump to another function"},
        {"siglongjmp", "a jump to another function"},
        {"_longjmp", "a jump to another function"},
    };
    name = plain_name(name);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t n = strlen(table[i].prefix);
        bool all = table[i].prefix[n - 1] != '_';
        if (strncmp(name, table[i].prefix, n) == 0 && (!all || name[n] == 0))
            return table[i].why;
    }
    return NULL;
}

bool ast_is_allocation(const char *name)
{
    name = plain_name(name);
    return strcmp(name, "malloc") == 0 || strcmp(name, "calloc") == 0;
}

static bool is_output(const char *name)
{
    return ast_sequential(name) == output;
}

bool ast_is_block_name(const char *name)
{
    name += strncmp(name, "__builtin_", 10) == 0 ? 10 : 0;
    return strcmp(name, "memset") == 0 || strcmp(name, "memcpy") == 0 ||
           strcmp(name, "memmove") == 0 || strcmp(name, "memcmp") == 0;
}

/* Names of functions that device code can compute, or whose refusals say more. */
static bool has_own_answer(const char *name)
{
    static const char *const prefixes[] = {"__", "omp_", "acc_", "MPI_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return ast_is_block_name(name) || ast_has_library(name) || math_find(name);
}

/* Does nobody know what the function does?  It has no definition here, and neither the link nor a
 * remedy that its refusal would name can give one. */
static bool is_unknown(struct region *r, const char *name, const char *why)
{
    const struct ast_outside *outside = &r->ast->outside;
    bool asked = !outside->units && (outside->whole_program || ast_is_routine(r->ast, name));
    return !why && !asked && !has_own_answer(name);
}

static bool function_stays(struct region *r, CXCursor callee, size_t at, bool unused)
{
    const char *name = ast_string(clang_getCursorSpelling(callee)), *why = NULL;
    CXCursor definition = clang_getCursorDefinition(callee);
    bool visible = !clang_Cursor_isNull(definition);
    size_t begin, end;
    ast_extent(r->ast, visible ? definition : callee, &begin, &end);
    bool system = source_position(r->src, begin).system;
    if (is_output(name) && (!visible || system))
        return true;
    if (!visible)
        visible = ast_find_outside(r, callee, at, &definition, &why);
    if (visible)
        return unused && clang_Cursor_isVariadic(definition);
    return unused && is_unknown(r, name, why);
}

bool ast_is_host_path(struct region *r, CXCursor call, bool unused)
{
    if (!r->host_paths || ast_frees_scratch(r, call))
        return false;
    CXCursor callee = ast_callee(r, call);
    size_t begin, end;
    ast_extent(r->ast, call, &begin, &end);
    unused |= clang_getCursorType(call).kind == CXType_Void;
    return clang_getCursorKind(callee) == CXCursor_FunctionDecl
               ? function_stays(r, callee, begin, unused)
               : unused;
}

/* ---- what is around them ---- */

static bool is_list(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_CompoundStmt || kind == CXCursor_IfStmt || kind == CXCursor_ForStmt ||
           kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt || kind == CXCursor_SwitchStmt ||
           kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt || kind == CXCursor_LabelStmt;
}

/* Is there a call that stops the device, somewhere below? */
static bool contains(struct region *r, CXCursor c, bool unused)
{
    if (clang_getCursorKind(c) == CXCursor_CallExpr &&
        (ast_is_host_path(r, c, unused) || ast_never_returns(r, clang_getCursorReferenced(c))))
        return true;
    struct children kids = ast_children(r->ast, c);
    bool list = is_list(c);
    for (size_t i = 0; i < kids.n; i++)
        if (contains(r, kids.list[i], list))
            return true;
    return false;
}

static bool declares_lasting(struct ast *ast, CXCursor c)
{
    struct children kids = ast_children(ast, c);
    if (clang_getCursorKind(c) == CXCursor_VarDecl &&
        clang_Cursor_getStorageClass(c) == CX_SC_Static && !ast_is_table(ast, c))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (declares_lasting(ast, kids.list[i]))
            return true;
    return false;
}

bool ast_is_host_function(struct region *r, CXCursor definition)
{
    return r->host_paths && declares_lasting(r->ast, definition) && contains(r, definition, false);
}

/* ---- conditions ---- */

static bool is_write(CXCursor c)
{
    enum CXUnaryOperatorKind op;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundAssignOperator:
        return true;
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign;
    case CXCursor_UnaryOperator:
        op = clang_getCursorUnaryOperatorKind(c);
        return op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PreDec ||
               op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec;
    default:
        return false;
    }
}

/* A variable of the iteration's own, or of a function that is called. */
static bool is_own(const struct region *r, CXCursor lvalue)
{
    while (clang_getCursorKind(lvalue) == CXCursor_ParenExpr)
        lvalue = ast_children(r->ast, lvalue).list[0];
    CXCursor variable = clang_getCursorReferenced(lvalue);
    if (clang_getCursorKind(lvalue) != CXCursor_DeclRefExpr ||
        clang_getCursorKind(clang_getCursorSemanticParent(variable)) != CXCursor_FunctionDecl ||
        clang_Cursor_getStorageClass(variable) == CX_SC_Static)
        return false;
    size_t begin, end;
    ast_extent(r->ast, variable, &begin, &end);
    bool function = begin >= r->function_begin && begin < r->function_end;
    return !function || (begin >= r->begin && begin < r->end);
}

/* Does it write a variable that the iterations share, or read a reduction variable? */
static bool is_of_all(const struct region *r, CXCursor c)
{
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    struct children kids = ast_children(r->ast, c);
    if (is_write(c) && kids.n && !is_own(r, kids.list[0]))
        return true;
    if (clang_isExpression(clang_getCursorKind(c)) && begin >= r->begin && begin < r->end &&
        body_is_listed_text(r, begin, end))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (is_of_all(r, kids.list[i]))
            return true;
    return false;
}

static CXCursor unwrapped(struct ast *ast, CXCursor c)
{
    while (clang_getCursorKind(c) == CXCursor_ParenExpr ||
           clang_getCursorKind(c) == CXCursor_UnexposedExpr) {
        struct children kids = ast_children(ast, c);
        if (kids.n != 1)
            break;
        c = kids.list[0];
    }
    return c;
}

bool ast_host_condition(struct region *r, CXCursor statement, CXCursor *out)
{
    struct children kids = ast_children(r->ast, statement);
    if (kids.n != 2 || !ast_is_host_choice(r, statement))
        return false;
    CXCursor c = unwrapped(r->ast, kids.list[0]);
    while (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
           clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_LAnd) {
        *out = ast_children(r->ast, c).list[0];
        if (!is_of_all(r, *out))
            return true;
        c = unwrapped(r->ast, *out);
    }
    return false;
}

bool ast_is_host_choice(struct region *r, CXCursor statement)
{
    struct children kids = ast_children(r->ast, statement);
    bool found = false;
    if (!r->host_paths || !is_of_all(r, kids.list[0]) || ast_is_entered(r, statement))
        return false;
    for (size_t i = 1; i < kids.n; i++)
        found = found || contains(r, kids.list[i], true);
    return found;
}

/* ---- every iteration ---- */

struct always {
    struct region *r;
    CXCursor *headers; /* their parts, of the loops around */
    size_t n_headers;
};

static bool always(struct always *a, CXCursor c, bool unused);

static bool names(struct ast *ast, CXCursor c, CXCursor d)
{
    struct children kids = ast_children(ast, c);
    if (clang_equalCursors(c, d) || (clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
                                     clang_equalCursors(clang_getCursorReferenced(c), d)))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (names(ast, kids.list[i], d))
            return true;
    return false;
}

/* Does the condition depend on nothing but the loops' counters? */
static bool is_of_turn(const struct always *a, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children kids = ast_children(a->r->ast, c);
    bool counts = false;
    if (kind == CXCursor_CallExpr || kind == CXCursor_MemberRefExpr)
        return false;
    if (kind == CXCursor_DeclRefExpr) {
        CXCursor d = clang_getCursorReferenced(c);
        for (size_t i = 0; i < a->n_headers; i++)
            counts = counts || names(a->r->ast, a->headers[i], d);
        return counts || clang_getCursorKind(d) == CXCursor_EnumConstantDecl;
    }
    for (size_t i = 0; i < kids.n; i++)
        if (!is_of_turn(a, kids.list[i]))
            return false;
    return true;
}

static bool always_if(struct always *a, CXCursor c, const struct children *kids)
{
    long long value;
    if (always(a, kids->list[0], false))
        return true;
    if (ast_evaluate(kids->list[0], &value))
        return (value || kids->n > 2) && always(a, kids->list[value ? 1 : 2], true);
    CXCursor part;
    if (ast_host_condition(a->r, c, &part))
        return is_of_turn(a, part);
    if (ast_is_host_choice(a->r, c))
        return true;
    bool then = always(a, kids->list[1], true);
    bool other = kids->n > 2 && always(a, kids->list[2], true);
    return (then && other) || ((then || other) && is_of_turn(a, kids->list[0]));
}

/* No iteration surely comes to what stands behind a statement that may jump. */
static bool always_list(struct always *a, const struct children *kids)
{
    for (size_t i = 0; i < kids->n; i++) {
        if (always(a, kids->list[i], true))
            return true;
        if (ast_may_jump(a->r->ast, kids->list[i]))
            return false;
    }
    return false;
}

static bool always_any(struct always *a, const struct children *kids, bool list)
{
    for (size_t i = 0; i < kids->n; i++)
        if (always(a, kids->list[i], list))
            return true;
    return false;
}

static bool always_loop(struct always *a, const struct children *kids)
{
    for (size_t i = 0; i + 1 < kids->n; i++)
        IR_PUSH(a->headers, a->n_headers, kids->list[i]);
    bool found = always_any(a, kids, true);
    a->n_headers -= kids->n - 1;
    return found;
}

static bool always_call(struct always *a, CXCursor c, const struct children *kids, bool unused)
{
    if (ast_is_host_path(a->r, c, unused) || always_any(a, kids, false))
        return true;
    CXCursor callee = ast_callee(a->r, c), definition = clang_getCursorDefinition(callee);
    const char *why;
    size_t begin, end;
    ast_extent(a->r->ast, c, &begin, &end);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl ||
        (clang_Cursor_isNull(definition) &&
         !ast_find_outside(a->r, callee, begin, &definition, &why)))
        return false;
    if (ast_is_host_function(a->r, definition))
        return true;
    long long part = 2LL * a->r->id + a->r->ast->no_scratch;
    int known = *ast_note(a->r->ast, AST_ALWAYS, definition, definition, part);
    if (known == AST_UNKNOWN) {
        *ast_note(a->r->ast, AST_ALWAYS, definition, definition, part) = 0;
        struct children parts = ast_children(a->r->ast, definition);
        known = parts.n && always(a, parts.list[parts.n - 1], true);
        *ast_note(a->r->ast, AST_ALWAYS, definition, definition, part) = known;
    }
    return known != 0;
}

static bool always(struct always *a, CXCursor c, bool unused)
{
    struct children kids = ast_children(a->r->ast, c);
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
        return always_list(a, &kids);
    case CXCursor_IfStmt:
        return always_if(a, c, &kids);
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
        return kids.n && always_loop(a, &kids);
    case CXCursor_DoStmt:
        return always_any(a, &kids, true);
    case CXCursor_CallExpr:
        return always_call(a, c, &kids, unused);
    case CXCursor_ConditionalOperator:
    case CXCursor_SwitchStmt:
        return always(a, kids.list[0], false);
    case CXCursor_BinaryOperator:
        if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_LAnd ||
            clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_LOr)
            return always(a, kids.list[0], false);
        return always_any(a, &kids, false);
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_UnexposedExpr:
        return always_any(a, &kids, unused);
    case CXCursor_LabelStmt:
        return always_any(a, &kids, true);
    default:
        return always_any(a, &kids, false);
    }
}

bool ast_always_leaves(struct region *r, CXCursor loop)
{
    struct always a = {.r = r};
    return always(&a, loop, true);
}

/* SPDX-License-Identifier: MIT */
/* ast_call.c: calls, the compilers' builtins, and _Generic selections. */
#include "ast_alloc.h"
#include "ast_scratch.h"

#include <string.h>

#include "../ir/math_table.h"

/* ---- _Generic ---- */

static bool same_type(CXCursor a, CXCursor b)
{
    return clang_equalTypes(clang_getCanonicalType(clang_getCursorType(a)),
                            clang_getCanonicalType(clang_getCursorType(b)));
}

/* The first child is the expression that is only asked for its type. */
static bool has_controlling(struct region *r, CXCursor c, CXCursor first)
{
    size_t begin, end, at, to;
    ast_extent(r->ast, c, &begin, &end);
    ast_extent(r->ast, first, &at, &to);
    const char *between = region_quote(r, begin, at);
    between += strcspn(between, "(");
    return clang_isExpression(clang_getCursorKind(first)) &&
           strspn(between, "( ") == strlen(between);
}

/* The words before a branch: its type, as written, or "default". */
static const char *label_of(struct region *r, CXCursor branch, size_t from)
{
    const char *text = r->src->text;
    size_t at, end;
    ast_extent(r->ast, branch, &at, &end);
    while (at > from && strchr(" \t\n:", text[at - 1]))
        at--;
    end = at;
    for (int depth = 0; at > from && (depth > 0 || text[at - 1] != ','); at--)
        depth += (text[at - 1] == ')') - (text[at - 1] == '(');
    char *label = region_quote(r, at, end);
    return label + strspn(label, " ");
}

/* libclang shows all of the branches.  The one chosen is labelled with the
 * type asked for, or is the only one that has the type of the whole. */
static bool chosen(struct region *r, CXCursor generic, CXCursor *out)
{
    struct children kids = ast_children(r->ast, generic);
    size_t n = 0, begin, end;
    if (kids.n == 0 || !has_controlling(r, generic, kids.list[0]))
        return false;
    CXType asked = clang_getCanonicalType(clang_getCursorType(kids.list[0]));
    bool decays = clang_getArrayElementType(asked).kind != CXType_Invalid;
    const char *type =
        decays ? "" : ast_string(clang_getTypeSpelling(clang_getUnqualifiedType(asked)));
    ast_extent(r->ast, kids.list[0], &begin, &end);
    for (size_t i = 1; i < kids.n; i++) {
        if (!clang_isExpression(clang_getCursorKind(kids.list[i])) ||
            !same_type(kids.list[i], generic))
            continue;
        *out = kids.list[i];
        n++;
        if (strcmp(label_of(r, kids.list[i], end), type) == 0)
            return true;
    }
    return n == 1;
}

struct expr *ast_generic(struct region *r, CXCursor c)
{
    long long value;
    CXCursor branch;
    if (chosen(r, c, &branch))
        return ast_expr(r, branch);
    if (ast_evaluate(c, &value))
        return ast_int_const(r, c, value);
    return ast_unsupported(r, c, "a _Generic with several branches of one type");
}

/* ---- calls ---- */

CXCursor ast_callee(struct region *r, CXCursor call)
{
    CXCursor f = clang_getCursorReferenced(call);
    struct children kids = ast_children(r->ast, call);
    CXCursor c = kids.n ? kids.list[0] : call;
    while (clang_getCursorKind(f) != CXCursor_FunctionDecl) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        if (kind == CXCursor_DeclRefExpr)
            return clang_getCursorReferenced(c);
        kids = ast_children(r->ast, c);
        bool passes = kids.n == 1 && (kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr);
        if (!passes && (kind != CXCursor_GenericSelectionExpr || !chosen(r, c, &c)))
            return f;
        if (passes)
            c = kids.list[0];
    }
    return f;
}

static struct expr *argument(struct region *r, CXCursor call, unsigned i)
{
    return ast_expr(r, clang_Cursor_getArgument(call, i));
}

/* OpenACC's question where the code runs, on the device: acc_device_not_host and acc_device_nvidia
 * of gcc's openacc.h.  The host's text asks the library.  NULL: it is another function. */
static struct expr *on_device(struct region *r, CXCursor c)
{
    enum { NOT_HOST = 4, NVIDIA = 5 };
    long long type;
    if (!clang_Cursor_isNull(clang_getCursorDefinition(clang_getCursorReferenced(c))) ||
        !ast_evaluate(clang_Cursor_getArgument(c, 0), &type))
        return NULL;
    return ast_int_const(r, c, type == NOT_HOST || type == NVIDIA);
}

/* Builtins that are nothing, a constant, or what their arguments are; or NULL. */
static struct expr *folded(struct region *r, CXCursor c, const char *name)
{
    int n = clang_Cursor_getNumArguments(c);
    long long value;
    if (strcmp(name, "__builtin_constant_p") == 0)
        return ast_int_const(r, c, ast_evaluate(c, &value) && value);
    if (strcmp(name, "__builtin_unreachable") == 0)
        return ast_int_const(r, c, 0);
    if (strcmp(name, "__builtin_assume_aligned") == 0 && n == 2)
        return argument(r, c, 0);
    if (strcmp(name, "acc_on_device") == 0 && n == 1)
        return on_device(r, c);
    if (strcmp(name, "__builtin_complex") == 0 && n == 2)
        return ast_complex_of(r, c);
    if (strcmp(name, "__builtin_prefetch") != 0)
        return NULL;
    for (int i = 0; i < n; i++)
        if (expr_has_effects(argument(r, c, (unsigned)i)))
            return ast_unsupported(r, c, "a prefetch with side effects");
    return ast_int_const(r, c, 0);
}

/* Of the C library, or another one that the program only has in compiled form. */
static MUST_CHECK void *refuse_library(struct region *r, const struct expr *e)
{
    const char *name = e->decl->name;
    return refuse(
        r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
        "call to '%s'%s, a library function whose source is not known; call it in a loop of its "
        "own before this one and keep the results in an array, or write in C what it does",
        name, strncmp(name, "__", 2) == 0 ? " by a macro" : "");
}

/* May a function of this name be the program's, in another file? */
static bool is_own_name(const struct region *r, const struct decl *d)
{
    return r->src->strict_c90 && !math_is_c90(d->name) &&
           !source_position(r->src, d->offset).system;
}

static bool is_alloca(const char *name)
{
    static const char builtin[] = "__builtin_alloca";
    return strcmp(name, "alloca") == 0 || strncmp(name, builtin, strlen(builtin)) == 0;
}

/* An allocation whose memory is not surely an iteration's own. */
static MUST_CHECK void *refuse_allocation(struct region *r, const struct expr *e)
{
    const char *name = e->decl->name;
    if (is_alloca(name))
        return refuse(r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
                      "'alloca', whose memory stays until the function returns; declare an array "
                      "in the loop, or allocate by malloc() and free in the same iteration");
    if (alloc_stores(r->ast, r->ast->loop, e->begin))
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_SEQUENTIAL,
            "call to '%s', of which a pointer is stored in memory: only the host allocates what "
            "outlives an iteration; allocate in a loop before, or one block of which each pointer "
            "gets a part",
            name);
    return refuse(
        r, REFUSE_LOOP, e->begin, CODE_CALL_SEQUENTIAL,
        "call to '%s': the memory is not surely an iteration's own; call 'free' on the same "
        "pointer in the same list of statements, past which no goto or case leads, with a size "
        "that has no effect, or allocate it before the loop",
        name);
}

/* A call that must stay in the loop's order, for the reason WHY. */
static MUST_CHECK void *refuse_sequential(struct region *r, const struct expr *e, const char *why)
{
    const char *name = e->decl->name;
    if (why == ast_an_atomic)
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_SEQUENTIAL,
            "call to '%s': %s; if it is a sum, list its variable or section in reduce(...), and "
            "do not use the call's value",
            name, why);
    if (strcmp(name, "omp_get_thread_num") == 0)
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_SEQUENTIAL,
            "call to '%s': on a device no thread of the program runs the iteration; if the number "
            "chooses scratch memory, declare an array in the loop, or let each thread allocate its "
            "own in front of 'omp for'; "
            "if it chooses a sum of the thread's own, reduce one variable",
            name);
    return refuse(r, REFUSE_LOOP, e->begin, CODE_CALL_SEQUENTIAL,
                  "call to '%s': %s must stay in the loop's order; move it out of the loop", name,
                  why);
}

/* The function of double that gcc's __builtin_tgmath(sqrtf, sqrt, sqrtl, ...) names. */
static const char *tgmath_function(const struct region *r, size_t at)
{
    const char *first = strchr(r->src->text + at, '('), *name = first ? strchr(first, ',') : NULL;
    name = name ? name + 1 + strspn(name + 1, " \t\n") : "";
    return ir_strndup(name, strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789"));
}

/* A function without a definition here, which another unit may have. */
static MUST_CHECK void *refuse_undefined(struct region *r, const struct expr *e)
{
    const char *name = e->decl->name, *without = r->ast->outside.lto ? " and without -flto" : "";
    bool ends = e->type->kind == TYPE_VOID; /* perhaps */
    bool library = source_position(r->src, e->decl->offset).system;
    if (strcmp(name, "__builtin_tgmath") == 0) {
        const char *called = tgmath_function(r, e->begin);
        return refuse(r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
                      "the macro '%s' of <tgmath.h>, which gcc makes a call to '%s'; write "
                      "'(%s)(...)', '(%sf)(...)' or another function of <math.h> or <complex.h>",
                      called, name, called, called);
    }
    if (library && (r->ast->outside.units || !r->ast->outside.whole_program))
        return refuse_library(r, e);
    if (r->ast->outside.units)
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
            "call to '%s', which none of the linked objects and archives defines; compile its "
            "source with tcr-cc, too, or define it in a header, as static inline",
            name);
    r->pending = r->ast->outside.whole_program;
    if (r->pending)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
                      "call to '%s', which tcr-cc looks for when it links", name);
    if (ast_is_routine(r->ast, name))
        return refuse(r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
                      "call to '%s', which 'tcr routine' says another unit may define; give tcr-cc "
                      "--tcr-whole-program when it compiles the units and when it links them%s",
                      name, *without ? ", without -flto" : "");
    return refuse(
        r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
        "call to '%s', whose definition is not visible in this unit; define it in a header, as "
        "static inline, or build the program with --tcr-whole-program%s%s",
        name, without, ends ? "; if it ends the program, declare it _Noreturn" : "");
}

/* A function that the device does not have.  KNOWN: why its definition is not taken, or NULL. */
static MUST_CHECK void *refuse_unknown(struct region *r, const struct expr *e, const char *known)
{
    const char *name = e->decl->name, *why = ast_sequential(name);
    if (is_alloca(name) || ast_is_allocation(name))
        return refuse_allocation(r, e);
    if (why || strcmp(name, "omp_get_thread_num") == 0)
        return refuse_sequential(r, e, why);
    if (ast_is_block_name(name))
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
            "call to '%s' on memory that holds pointers or is volatile, between pointers that "
            "may overlap, or for its value; write a loop",
            name);
    if (known)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN, "call to '%s': %s", name, known);
    return refuse_undefined(r, e);
}

/* A literal: nan("") is a number, and nan(s) reads memory. */
static bool is_string(CXCursor c)
{
    CXEvalResult res = clang_Cursor_Evaluate(c);
    bool is = res && clang_EvalResult_getKind(res) == CXEval_StrLiteral;
    if (res)
        clang_EvalResult_dispose(res);
    return is;
}

static bool is_nan(const struct expr *e)
{
    const char *device = e->math ? e->math->device : NULL;
    return device && strstr(device, "nan") && !strstr(device, "isnan");
}

/* It calls a function of the mathematical library, or is refused. */
static bool find_math(struct region *r, CXCursor c, struct expr *e, const char *why)
{
    e->math = math_find(e->decl->name);
    if (e->math && is_own_name(r, e->decl)) {
        e->math = NULL;
        if (!why && !r->ast->outside.whole_program)
            why = "in C90 the name is the program's; include <math.h>, or use -std=c99";
    }
    if (!e->math || (is_nan(e) && !is_string(clang_Cursor_getArgument(c, 0))))
        return refuse_unknown(r, e, why);
    return true;
}

struct expr *ast_call(struct region *r, CXCursor c)
{
    struct expr *atomic = ast_atomic(r, c);
    if (atomic || r->stopped)
        return atomic;
    struct expr *scratch = ast_scratch_call(r, c);
    if (scratch)
        return scratch;
    struct expr *e = ast_expr_at(r, EXPR_CALL, c);
    CXCursor callee = ast_callee(r, c);
    bool function = clang_getCursorKind(callee) == CXCursor_FunctionDecl;
    bool host = ast_is_host_path(r, c, false);
    if (!function && !host && ast_given_callee(r, c, &callee))
        return ast_call_of(r, c, callee);
    if (!function && !host) {
        struct expr *choice = ast_pointer_call(r, c);
        if (choice || r->stopped)
            return choice;
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_POINTER,
            "call through a function pointer; call the function by its name, in a loop for each "
            "that it may be");
    }
    if (host || ast_never_returns(r, callee)) {
        ast_note_host_path(r, &c, 1, 0);
        struct expr *end = ast_end_here(r, e->begin, e->end);
        end->type = e->type;
        return end;
    }
    return ast_call_of(r, c, callee);
}

/* Is the i-th parameter of the function one that stands for a function? */
static bool is_given(const struct decl *function, int i)
{
    CXCursor definition = clang_getCursorDefinition(*(CXCursor *)function->cursor), to;
    return ast_is_given(function->given, clang_Cursor_getArgument(definition, (unsigned)i), &to);
}

struct expr *ast_call_of(struct region *r, CXCursor c, CXCursor callee)
{
    struct expr *e = ast_expr_at(r, EXPR_CALL, c);
    int n = clang_Cursor_getNumArguments(c);
    e->n_args = n > 0 ? (size_t)n : 0;
    e->args = ir_alloc((e->n_args + 1) * sizeof *e->args);
    e->decl = ast_decl(r, callee);
    if (ast_has_variants(r->ast, c, e->decl->name))
        return refuse(r, REFUSE_LOOP, e->begin, CODE_CALL_UNKNOWN,
                      "call to '%s', in whose place OpenMP's compiler may call another function "
                      "('declare variant'); call the one that is meant by its name",
                      e->decl->name);
    const char *why = NULL;
    CXCursor definition;
    bool outside = clang_Cursor_isNull(clang_getCursorDefinition(callee)) &&
                   (ast_find_outside(r, callee, e->begin, &definition, &why) ||
                    ast_find_library(r, e->decl, &definition));
    if (outside)
        e->decl = ast_decl(r, definition);
    if (ast_is_host_table(e->decl->name) && n == 0) {
        e->kind = EXPR_HOST;
        e->text = ir_printf("%s()", e->decl->name);
        return e;
    }
    struct expr *constant = folded(r, c, e->decl->name);
    if (constant || r->stopped)
        return constant;
    if (ast_compares_bytes(r, c, e))
        return e;
    if (!outside)
        e->decl = ast_for_given(r, c, e->decl);
    struct device_function *f = ast_function(r, e->decl, e->begin);
    if (r->stopped)
        return NULL;
    if (f && !f->body)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_RECURSION, "'%s' calls itself; use a loop",
                      e->decl->name);
    if (!f && !find_math(r, c, e, why))
        return NULL;
    if (is_nan(e))
        return e;
    e->n_args = 0;
    for (int i = 0; i < n; i++)
        if (!e->decl->given || !is_given(e->decl, i))
            e->args[e->n_args++] = argument(r, c, (unsigned)i);
    if (outside && !r->stopped)
        ast_match_call(r, e, ast_function(r, e->decl, e->begin));
    return e;
}

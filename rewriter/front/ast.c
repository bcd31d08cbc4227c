/* SPDX-License-Identifier: MIT */
/* ast.c: libclang's parse of the preprocessed unit, and finding places in it. */
#include "ast_scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text/text.h"

char *ast_string(CXString s)
{
    const char *text = clang_getCString(s);
    char *copy = ir_strdup(text ? text : "");
    clang_disposeString(s);
    return copy;
}

/* ---- parsing ---- */

/* GCC's own type names; the offsets of the text do not change. */
static const char *const fixed_flags[] = {
    "-xc", "-ferror-limit=0", "-Wno-everything", "-w", "-fno-spell-checking",
    "-D_Float128=__float128", "-D_Float64x=long double", "-D_Float32x=double", "-D_Float64=double",
    "-D_Float32=float", "-D__builtin_va_arg_pack()=0", "-D__builtin_va_arg_pack_len()=0",
    /* below */
    "-D__tcratm_fetch_add=__c11_atomic_fetch_add", "-D__tcratm_fetch_sub=__c11_atomic_fetch_sub",
    "-D__tcratm_fetch_or=__c11_atomic_fetch_or", "-D__tcratm_fetch_xor=__c11_atomic_fetch_xor",
    "-D__tcratm_fetch_and=__c11_atomic_fetch_and",
    "-D__tcratm_load=((void (*)(const volatile void *, ...))0)",
    "-D__tcratm_store=((void (*)(const volatile void *, ...))0)",
    "-D__tcratm_exchange=((void (*)(const volatile void *, ...))0)",
    "-D__tcratm_compare_exchange=((_Bool (*)(const volatile void *, ...))0)"};

/* gcc's __atomic_fetch_add(&x, ...) also takes an _Atomic x, and its stdatomic.h relies on that;
 * clang does not, and has __c11_atomic_fetch_add for it.  Where it says so, the text is parsed once
 * more with words of the same length in place of those, macros of ours.  (What has no such twin
 * is a call of any function, with the operands as they are.) */
static bool names_atomic(const char *text, size_t at)
{
    static const char word[] = "-D__tcratm_";
    const char *rest = text + at + strlen("__atomic_");
    for (size_t i = 0; i < sizeof fixed_flags / sizeof *fixed_flags; i++) {
        const char *name = fixed_flags[i] + strlen(word);
        if (strncmp(fixed_flags[i], word, strlen(word)) != 0)
            continue;
        size_t n = strcspn(name, "=");
        if (strncmp(rest, name, n) == 0 && rest[n + strspn(rest + n, " \t")] == '(')
            return true;
    }
    return false;
}

/* Note the operations that libclang does not take.  False: there are none. */
static bool find_atomics(struct ast *ast, const char *text)
{
    static const char says[] = "address argument to atomic operation must be a pointer to";
    unsigned n = clang_getNumDiagnostics(ast->unit);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = clang_getDiagnostic(ast->unit, i);
        unsigned offset = 0;
        clang_getExpansionLocation(clang_getDiagnosticLocation(d), NULL, NULL, NULL, &offset);
        size_t at = offset;
        if (strncmp(ast_string(clang_getDiagnosticSpelling(d)), says, strlen(says)) == 0) {
            while (at > 0 && (strncmp(text + at, "__atomic_", 9) != 0 || !names_atomic(text, at)))
                at--;
            if (at > 0)
                IR_PUSH(ast->atomics, ast->n_atomics, at + ast->base);
        }
        clang_disposeDiagnostic(d);
    }
    return ast->n_atomics > 0;
}

static void parse_atomics(struct ast *ast, const char *text, size_t size)
{
    char *changed = xmalloc(size + 1);
    memcpy(changed, text, size);
    changed[size] = '\0';
    for (size_t i = 0; i < ast->n_atomics; i++)
        memcpy(changed + ast->atomics[i] - ast->base, "__tcratm_", 9);
    clang_disposeTranslationUnit(ast->unit);
    ast->unit = ast_parse_text(ast, changed, size, false);
    free(changed);
}

bool ast_is_patched(const struct ast *ast, size_t at)
{
    for (size_t i = 0; i < ast->n_atomics; i++)
        if (ast->atomics[i] == at)
            return true;
    return false;
}

/* Those of system headers, and of functions of ours behind the unit's text, are noted only: they
 * may be in what no loop needs. */
static bool report_errors(struct ast *ast, size_t *where, char **message)
{
    unsigned n = clang_getNumDiagnostics(ast->unit);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = clang_getDiagnostic(ast->unit, i);
        CXSourceLocation loc = clang_getDiagnosticLocation(d);
        bool error = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error;
        unsigned offset = 0;
        clang_getExpansionLocation(loc, NULL, NULL, NULL, &offset);
        bool made = ast->base == 0 && offset >= ast->src->unit_size;
        bool bad = error && !made && !clang_Location_isInSystemHeader(loc);
        if (bad) {
            *where = ast->base + offset;
            *message = ast_string(clang_getDiagnosticSpelling(d));
        } else if (error) {
            ast->errors = ir_grow(ast->errors, ast->n_errors, sizeof *ast->errors);
            ast->errors[ast->n_errors++] = offset;
        }
        clang_disposeDiagnostic(d);
        if (bad)
            return true;
    }
    return false;
}

/* What libclang has of a function with errors may lack statements: the first error, or NULL. */
static const size_t *error_in(struct ast *ast, CXCursor function)
{
    size_t begin, end;
    ast_extent(ast, function, &begin, &end);
    for (size_t i = 0; i < ast->n_errors; i++)
        if (ast->errors[i] >= begin && ast->errors[i] < end)
            return &ast->errors[i];
    return NULL;
}

bool ast_is_whole(struct ast *ast, CXCursor function)
{
    return !error_in(ast, function);
}

static bool check_whole(struct region *r, CXCursor function)
{
    const size_t *error = error_in(r->ast, function);
    const char *name = ast_string(clang_getCursorSpelling(function));
    if (!error)
        return true;
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(function)))
        return refuse(r, REFUSE_LOOP, *error, CODE_UNPARSABLE,
                      "libclang cannot parse the function '%s' of a system header", name);
    return refuse(r, REFUSE_LOOP, *error, CODE_UNPARSABLE,
                  "libclang cannot parse what a macro of a system header becomes in the function "
                  "'%s'; use the macro in a function of its own, which no loop calls",
                  name);
}

static enum CXChildVisitResult add_function(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct ast *ast = data;
    if (clang_getCursorKind(c) == CXCursor_FunctionDecl && clang_isCursorDefinition(c))
        IR_PUSH(ast->functions, ast->n_functions, c);
    return CXChildVisit_Continue;
}

CXTranslationUnit ast_parse_text(const struct ast *ast, const char *text, size_t size, bool spell)
{
    static const char name[] = "unit.c";
    struct CXUnsavedFile file = {name, text, (unsigned long)size};
    CXTranslationUnit unit = NULL;
    enum CXErrorCode err =
        clang_parseTranslationUnit2(ast->index, name, ast->args, (int)(ast->n_args + spell), &file,
                                    1, CXTranslationUnit_KeepGoing, &unit);
    return err == CXError_Success ? unit : NULL;
}

struct ast *ast_parse_at(const struct source *src, size_t begin, const char *const *flags,
                         size_t n_flags, size_t *where, char **message)
{
    struct ast *ast = xcalloc(1, sizeof *ast);
    ast->src = src;
    ast->base = begin;
    ast->index = clang_createIndex(0, 0);
    size_t n_fixed = sizeof fixed_flags / sizeof *fixed_flags;
    ast->args = xmalloc((n_fixed + n_flags + 1) * sizeof *ast->args);
    ast->n_args = n_fixed + n_flags;
    ast->n_fixed = n_fixed;
    memcpy(ast->args, fixed_flags, sizeof fixed_flags);
    if (n_flags)
        memcpy(ast->args + n_fixed, flags, n_flags * sizeof *ast->args);
    ast->args[ast->n_args] = "-fspell-checking"; /* only where ast_parse_text() is asked for it */
    ast->unit = ast_parse_text(ast, src->text + begin, src->size - begin, false);
    if (ast->unit && find_atomics(ast, src->text + begin))
        parse_atomics(ast, src->text + begin, src->size - begin);
    *where = begin;
    *message = ir_strdup("libclang could not parse the unit");
    if (!ast->unit || report_errors(ast, where, message)) {
        ast_free(ast);
        return NULL;
    }
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), add_function, ast);
    return ast;
}

struct ast *ast_parse(const struct source *src, const char *const *flags, size_t n_flags,
                      size_t *where, char **message)
{
    return ast_parse_at(src, 0, flags, n_flags, where, message);
}

void ast_free(struct ast *ast)
{
    if (!ast)
        return;
    for (struct ast *o = ast->others, *next; o; o = next) {
        next = o->next;
        ast_free(o);
    }
    ast_forget(ast);
    if (ast->unit)
        clang_disposeTranslationUnit(ast->unit);
    clang_disposeIndex(ast->index);
    free(ast->args);
    free(ast);
}

const char *ast_version(void)
{
    return ast_string(clang_getClangVersion());
}

/* ---- finding the statement ---- */

bool ast_function_at(struct ast *ast, size_t offset, CXCursor *out)
{
    size_t lo = 0, hi = ast->n_functions, begin, end;
    while (lo < hi) { /* the last one that begins at or before the offset is lo - 1 */
        size_t mid = lo + (hi - lo) / 2;
        ast_extent(ast, ast->functions[mid], &begin, &end);
        if (begin <= offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == 0)
        return false;
    *out = ast->functions[lo - 1];
    ast_extent(ast, *out, &begin, &end);
    return offset < end;
}

struct finder {
    struct ast *ast;
    size_t offset;
    CXCursor found;
    bool expressions; /* as statements */
    bool done;
};

static enum CXChildVisitResult find_at(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct finder *f = data;
    size_t b, e;
    ast_extent(f->ast, c, &b, &e);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (b == f->offset &&
        (clang_isStatement(kind) || (f->expressions && clang_isExpression(kind)))) {
        f->found = c;
        f->done = true;
        return CXChildVisit_Break;
    }
    return f->offset >= b && f->offset < e ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

size_t ast_skip_blank(const char *text, size_t at, bool *line_start)
{
    for (;; at++) {
        if (text[at] == '\n') {
            *line_start = true;
        } else if (*line_start && text[at] == '#') {
            at += strcspn(text + at, "\n");
            at--;
            *line_start = false;
        } else if (!strchr(" \t\r\f\v", text[at]) || !text[at]) {
            return at;
        }
    }
}

/* libclang's extent of a statement leaves out a closing semicolon: is the last one
 * in it closed by a brace, or one of its own?  x = (struct v){1, 2} is neither. */
static bool is_closed(struct ast *ast, CXCursor statement)
{
    enum CXCursorKind kind = clang_getCursorKind(statement);
    struct children kids = ast_children(ast, statement);
    if (kind == CXCursor_CompoundStmt || kind == CXCursor_NullStmt)
        return true;
    return kids.n > 0 && clang_isStatement(kind) && kind != CXCursor_DoStmt &&
           kind != CXCursor_DeclStmt && kind != CXCursor_ReturnStmt &&
           is_closed(ast, kids.list[kids.n - 1]);
}

size_t ast_whole_end(struct ast *ast, const char *text, CXCursor statement, size_t end)
{
    bool line_start = false;
    size_t at = ast_skip_blank(text, end, &line_start);
    return text[at] == ';' && !is_closed(ast, statement) ? at + 1 : end;
}

/* The first statement from there on; a null cursor: there is none. */
static CXCursor statement_from(struct ast *ast, size_t offset)
{
    bool line_start = true;
    size_t at = ast_skip_blank(ast->src->text, offset, &line_start);
    CXCursor fn;
    struct finder f = {
        .ast = ast, .offset = at, .found = clang_getNullCursor(), .expressions = true};

    if (ast_function_at(ast, at, &fn))
        clang_visitChildren(fn, find_at, &f);
    return f.found;
}

void ast_statement(struct ast *ast, size_t offset, size_t *begin, size_t *end)
{
    CXCursor found = statement_from(ast, offset);

    *begin = *end = 0;
    if (clang_Cursor_isNull(found))
        return;
    ast_extent(ast, found, begin, end);
    *end = ast_whole_end(ast, ast->src->text, found, *end);
}

bool ast_is_declaration(struct ast *ast, size_t offset)
{
    return clang_getCursorKind(statement_from(ast, offset)) == CXCursor_DeclStmt;
}

/* One directive for each loop: a second one would find the first one's variable
 * unlisted. */
static bool check_single(struct region *r)
{
    const struct source *src = r->src;
    for (size_t i = 0; i < src->n_pragmas; i++)
        if (src->pragmas[i].begin > r->pragma->begin && src->pragmas[i].begin < r->begin)
            return refuse(
                r, REFUSE_LOOP, src->pragmas[i].begin, CODE_PLACEMENT,
                "another directive follows for the same loop; write one with all the clauses");
    return true;
}

/* A goto from outside to a label in the region?  The address of a label may be of one. */
static bool check_entries(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    size_t begin, end, to = 0;
    ast_extent(r->ast, c, &begin, &end);
    if (r->n_labels == 0 || (begin >= r->begin && end <= r->end))
        return true;
    if (kind == CXCursor_GotoStmt)
        ast_extent(r->ast, clang_getCursorReferenced(kids.list[0]), &to, &end);
    if (kind == CXCursor_IndirectGotoStmt || (to >= r->begin && to < r->end))
        return refuse(r, REFUSE_LOOP, begin, CODE_GOTO, "a goto leads into the loop from outside");
    for (size_t i = 0; i < kids.n; i++)
        if (!check_entries(r, kids.list[i]))
            return false;
    return true;
}

/* The innermost loop of those whose iterations the construct shares. */
static struct stmt *shared_level(const struct region *r, struct stmt *loop)
{
    const struct site site =
        site_find(r->facts, r->dir->origin, r->pragma->begin, r->begin, r->end);
    for (unsigned i = site_promised(r->facts, &site); i > 1; i--) {
        struct stmt *below = loop_below(loop->body);
        loop = below->kind == STMT_FOR ? below : loop;
    }
    return loop;
}

size_t ast_statement_at(const struct source *src, size_t offset)
{
    bool line_start = true;
    return ast_skip_blank(src->text, offset, &line_start);
}

bool ast_region(struct region *r, size_t offset)
{
    struct ast *ast = r->ast;
    ast->n_decls = 0;
    ast->decls = NULL;
    ast->decl_cursors = NULL;
    ast->named = ast->named_as = NULL;
    ast->n_named = 0;
    ast->scratches = NULL;
    ast->n_scratches = 0;
    ast->n_threads = 0;
    ast->uses = 0;
    ast->given = NULL;
    ast->updated = clang_getNullCursor();
    ast->tables = ir_alloc(sizeof *ast->tables);
    ast->tables->kind = STMT_DECL;
    size_t at = ast_statement_at(r->src, offset);
    r->begin = r->end = at;
    CXCursor fn;
    if (!ast_function_at(ast, at, &fn))
        return refuse(
            r, REFUSE_LOOP, r->pragma->begin, CODE_PLACEMENT,
            "the directive stands outside of a function; put it directly before a for loop");
    ast_extent(r->ast, fn, &r->function_begin, &r->function_end);
    r->function = ast_string(clang_getCursorSpelling(fn));
    if (!check_whole(r, fn))
        return false;
    struct finder f = {.ast = ast, .offset = at, .found = clang_getNullCursor()};
    clang_visitChildren(fn, find_at, &f);
    if (!f.done || clang_getCursorKind(f.found) != CXCursor_ForStmt)
        return refuse(r, REFUSE_LOOP, at, CODE_NOT_A_LOOP, "a for loop must follow the directive");
    ast_extent(r->ast, f.found, &r->begin, &r->end);
    if (!check_single(r))
        return false;
    r->end = ast_whole_end(r->ast, r->src->text, f.found, r->end);
    ast->loop = f.found;
    r->host_paths = !r->dir->reproducible;
    r->host_paths = r->host_paths && !ast_always_leaves(r, f.found);
    ast_scratch_of_threads(r);
    struct stmt *s = ast_stmt(r, f.found);
    if (r->stopped)
        return false;
    ast_scratch_rooms(r, shared_level(r, s));
    ast_scratch_share(r);
    r->stmt = s;
    ast_check_compares(r);
    jump_check(r, r->stmt);
    if (stmt_has_case(r->stmt))
        return refuse(r, REFUSE_LOOP, r->begin, CODE_GOTO,
                      "a switch around the loop has case labels in it; put the switch inside");
    return check_entries(r, fn);
}

void ast_add_tables(struct region *r)
{
    struct stmt *tables = r->ast->tables, *inner = r->loops[r->n_loops - 1]->stmt;
    if (tables->n_decls == 0)
        return;
    if (r->body->kind != STMT_COMPOUND) {
        struct stmt *block = ir_alloc(sizeof *block);
        *block = (struct stmt){.kind = STMT_COMPOUND, .begin = r->body->begin, .end = r->body->end};
        IR_PUSH(block->list, block->n_list, r->body);
        r->body = inner->body = block;
    }
    tables->begin = tables->end = r->body->begin;
    ast_with_tables(r->body, tables);
    stmt_number(r->body);
    r->cfg = NULL;
}

/* Static functions of two units may have the same name. */
static char *function_name(const struct region *r, const char *of)
{
    char *name = ir_printf("tcr_r%d_%s", r->id, ir_plain_name(of));
    for (size_t i = 0; i < r->n_functions; i++)
        if (strcmp(r->functions[i].name, name) == 0)
            return ir_printf("%s_%zu", name, r->n_functions);
    return name;
}

bool ast_has_attribute(const struct region *r, CXCursor declaration, const char *word)
{
    struct children kids = ast_children(r->ast, declaration);
    for (size_t i = 0; i < kids.n; i++) {
        size_t begin, end;
        ast_extent(r->ast, kids.list[i], &begin, &end);
        if (clang_isAttribute(clang_getCursorKind(kids.list[i])) && begin < end &&
            strstr(region_quote(r, begin, end), word))
            return true;
    }
    return false;
}

/* May the loader give calls of it to the function of another file?  Inline definitions are
 * C's own choice. */
static bool is_replaceable(const struct region *r, CXCursor definition)
{
    return r->facts->interposable && !ast_is_foreign(r->ast, definition) &&
           clang_getCursorLinkage(definition) == CXLinkage_External &&
           clang_getCursorVisibility(definition) == CXVisibility_Default &&
           !clang_Cursor_isFunctionInlined(definition);
}

bool ast_is_replaced(const struct region *r, CXCursor definition)
{
    return is_replaceable(r, definition) || ast_is_weak(r, definition);
}

/* Under _FORTIFY_SOURCE some C libraries define printf in a header: it is a library function all
 * the same, and its definition says nothing. */
static bool is_fortified(const struct region *r, CXCursor definition)
{
    size_t begin, end;
    ast_extent(r->ast, definition, &begin, &end);
    return clang_Cursor_isVariadic(definition) && source_position(r->src, begin).system;
}

/* A function is built once more, for other functions in place of its parameters: its variables
 * are other ones then.  False: it is being built, or has memory of an iteration's own. */
static bool forget_own(struct region *r, const struct decl *fn)
{
    struct ast *ast = r->ast;
    CXCursor definition = clang_getCursorDefinition(*(CXCursor *)fn->cursor);
    size_t begin, end, kept = 0;
    ast_extent(ast, definition, &begin, &end);
    for (size_t i = 0; i < r->n_functions; i++)
        if (!r->functions[i].body && r->functions[i].decl->offset == fn->offset)
            return false;
    if (ast_has_scratch_in(r, begin, end))
        return false;
    for (size_t i = 0; i < ast->n_decls; i++) {
        const struct decl *d = ast->decls[i];
        bool own = d->kind == DECL_LOCAL || d->kind == DECL_PARAM;
        if (own && d->offset >= begin && d->offset < end)
            continue;
        ast->decls[kept] = ast->decls[i];
        ast->decl_cursors[kept++] = ast->decl_cursors[i];
    }
    ast->n_decls = kept;
    return true;
}

static struct stmt *function_body(struct region *r, const struct decl *fn, CXCursor body,
                                  struct stmt *tables)
{
    struct ast *ast = r->ast;
    struct stmt *outer = ast->tables;
    const struct given *given = ast->given;
    ast->tables = tables;
    ast->given = fn->given;
    struct stmt *s = ast_stmt(r, body);
    ast->tables = outer;
    ast->given = given;
    return s;
}

/* The last child is the body: is there one? */
static bool has_body(struct children kids)
{
    return kids.n > 0 && clang_getCursorKind(kids.list[kids.n - 1]) == CXCursor_CompoundStmt;
}

/* May the definition run on the device in place of the call?  False: refused. */
static bool check_definition(struct region *r, struct decl *fn, CXCursor definition,
                             size_t call_offset)
{
    if (ast_is_weak(r, definition))
        return refuse(r, REFUSE_LOOP, call_offset, CODE_CALL_UNKNOWN,
                      "'%s' is weak: the linker may take another definition of it", fn->name);
    if (ast_is_foreign(r->ast, definition) &&
        !ast_check_no_data(r, definition, fn->name, call_offset))
        return false;
    if (clang_Cursor_isVariadic(definition))
        return refuse(
            r, REFUSE_LOOP, call_offset, CODE_CALL_VARIADIC,
            "call to '%s', which takes a variable number of arguments; give it fixed parameters",
            fn->name);
    if (!check_whole(r, definition))
        return false;
    if (fn->given && !forget_own(r, fn))
        return refuse(r, REFUSE_LOOP, call_offset, CODE_CALL_POINTER,
                      "'%s', to which a function is handed, calls itself or allocates memory; call "
                      "the function by its name",
                      fn->name);
    return true;
}

/* Those of the definition, without parameters for which a function is known. */
static void add_parameters(struct region *r, struct device_function *f, CXCursor definition)
{
    int n = clang_Cursor_getNumArguments(definition);
    for (int i = 0; i < n; i++) {
        CXCursor parameter = clang_Cursor_getArgument(definition, (unsigned)i), to;
        if (ast_is_given(f->decl->given, parameter, &to))
            continue;
        struct decl *p = ast_decl(r, parameter);
        p->in_region = true;
        IR_PUSH(f->params, f->n_params, p);
    }
}

struct device_function *ast_function(struct region *r, struct decl *fn, size_t call_offset)
{
    struct device_function *known = region_function(r, fn);
    if (known || r->stopped)
        return known;
    CXCursor definition = clang_getCursorDefinition(*(CXCursor *)fn->cursor);
    if (clang_Cursor_isNull(definition) || is_fortified(r, definition))
        return NULL;
    struct children kids = ast_children(r->ast, definition);
    if (!has_body(kids) || !check_definition(r, fn, definition, call_offset))
        return NULL;
    struct device_function f = {.decl = fn, .replaceable = is_replaceable(r, definition)};
    f.symbol = f.replaceable ? ast_symbol(definition) : NULL;
    add_parameters(r, &f, definition);
    f.name = function_name(r, fn->name);
    /* entered before its body is built, so that recursion finds it */
    IR_PUSH(r->functions, r->n_functions, f);
    size_t index = r->n_functions - 1;
    struct stmt *tables = ir_alloc(sizeof *tables), *body;
    tables->kind = STMT_DECL;
    body = function_body(r, fn, kids.list[kids.n - 1], tables);
    if (r->stopped)
        return NULL;
    r->functions[index].body = ast_with_tables(body, tables);
    jump_check(r, r->functions[index].body);
    r->functions[index].ends = stmt_may_end(r, body);
    return &r->functions[index];
}

struct device_function *ast_function_apart(struct region *r, struct decl *fn, size_t call_offset)
{
    r->ast->apart = true;
    struct device_function *f = ast_function(r, fn, call_offset);
    r->ast->apart = false;
    return f;
}

struct decl *ast_made_function(struct region *r, const char *name)
{
    struct ast *ast = r->ast;
    for (size_t i = ast->n_functions, begin, end; i-- > 0;) {
        ast_extent(ast, ast->functions[i], &begin, &end);
        if (begin < r->src->unit_size)
            break;
        if (strcmp(ast_string(clang_getCursorSpelling(ast->functions[i])), name) == 0)
            return ast_is_whole(ast, ast->functions[i]) ? ast_decl(r, ast->functions[i]) : NULL;
    }
    return NULL;
}

struct type *ast_result_type(struct region *r, struct decl *fn)
{
    CXCursor c = *(CXCursor *)fn->cursor;
    return ast_type(r->ast, clang_getCursorResultType(c));
}

/* ---- names ---- */

struct shadow {
    const struct decl *decl;
    bool found;
};

static enum CXChildVisitResult find_shadow(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct shadow *s = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) {
        CXString name = clang_getCursorSpelling(c);
        s->found |= strcmp(clang_getCString(name), s->decl->name) == 0;
        clang_disposeString(name);
    }
    return s->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool ast_shadowed(struct region *r, const struct decl *d)
{
    CXCursor fn;
    struct shadow s = {.decl = d};
    if (ast_function_at(r->ast, r->begin, &fn))
        clang_visitChildren(fn, find_shadow, &s);
    return s.found;
}

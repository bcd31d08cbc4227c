/* SPDX-License-Identifier: MIT */
/*
 * ast_kept.c: does a pointer, somewhere in the program, hold the address of a
 * variable?  Then the loop may read the variable by another name.
 *
 * An address that is stored or returned is kept.  A function that gets it as
 * an argument keeps it if its text shows that; one that is not visible is
 * taken not to, as MPI_Allreduce(&x, ...) or scanf("%d", &x) do not.
 */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "ast_private.h"

enum context {
    VALUE,    /* it goes anywhere */
    ARGUMENT, /* of a function */
    ELEMENT,  /* what it points to is used */
    DROPPED   /* it is not used, or only tested */
};

enum { MOST_DEEP = 6 };

struct kept {
    struct region *r;
    CXCursor decl; /* canonical: the variable, or a pointer with its address */
    bool pointer, inside, found;
    bool handed; /* seen in an argument */
    int deep;    /* functions and local pointers that it went through */
};

static bool is_decl(const struct kept *k, CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCanonicalCursor(clang_getCursorReferenced(c)), k->decl);
}

static bool is_pointer(CXCursor c)
{
    return clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_Pointer;
}

/* The variable, or a member or an element of it (not of what it points to); or
 * of what the pointer points to. */
static bool is_part(const struct kept *k, CXCursor c)
{
    while (!is_decl(k, c)) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        struct children kids = ast_children(k->r->ast, c);
        bool deref = kind == CXCursor_UnaryOperator && k->pointer &&
                     clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref;
        if (kids.n == 0 ||
            (kind != CXCursor_ParenExpr && kind != CXCursor_MemberRefExpr &&
             kind != CXCursor_ArraySubscriptExpr && kind != CXCursor_UnexposedExpr && !deref))
            return false;
        if (kind == CXCursor_MemberRefExpr && !k->pointer && is_pointer(kids.list[0]))
            return false;
        c = kids.list[0];
    }
    return true;
}

/* Is the value of c an address of the kind that is looked for? */
static bool is_address(const struct kept *k, CXCursor c)
{
    if (k->pointer && is_decl(k, c))
        return true;
    CXType element = clang_getArrayElementType(clang_getCanonicalType(clang_getCursorType(c)));
    if (element.kind != CXType_Invalid && clang_getCursorKind(c) != CXCursor_UnexposedExpr &&
        is_part(k, c))
        return true;
    struct children kids = ast_children(k->r->ast, c);
    return clang_getCursorKind(c) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf && kids.n == 1 &&
           is_part(k, kids.list[0]);
}

static void find_kept(struct kept *k, CXCursor c, enum context context);

/* Does a local pointer or a parameter that holds the address hand it on? */
static bool hands_on(const struct kept *k, CXCursor pointer, CXCursor function)
{
    struct kept inner = {.r = k->r,
                         .decl = clang_getCanonicalCursor(pointer),
                         .pointer = true,
                         .inside = true,
                         .deep = k->deep + 1};
    if (inner.deep > MOST_DEEP)
        return true;
    find_kept(&inner, function, DROPPED);
    return inner.found;
}

static bool call_keeps(const struct kept *k, CXCursor call, size_t argument)
{
    CXCursor f = clang_getCursorDefinition(clang_getCursorReferenced(call));
    int n = clang_Cursor_getNumArguments(f);
    if (clang_getCursorKind(f) != CXCursor_FunctionDecl || n < 0)
        return false;
    return argument >= (size_t)n || hands_on(k, clang_Cursor_getArgument(f, (unsigned)argument), f);
}

/* A local pointer of the function whose parameter is followed: p = q; */
static bool is_local_pointer(const struct kept *k, CXCursor c)
{
    CXCursor d = clang_getCursorReferenced(c);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(d);
    bool local = clang_getCursorKind(d) == CXCursor_ParmDecl ||
                 (clang_getCursorKind(d) == CXCursor_VarDecl &&
                  clang_getCursorKind(clang_getCursorSemanticParent(d)) == CXCursor_FunctionDecl &&
                  (storage == CX_SC_None || storage == CX_SC_Auto || storage == CX_SC_Register));
    return k->pointer && local && is_pointer(c);
}

static bool kept_in(const struct kept *k, CXCursor to)
{
    CXCursor d = clang_getCursorReferenced(to);
    if (!is_local_pointer(k, to))
        return true;
    return !clang_equalCursors(clang_getCanonicalCursor(d), k->decl) &&
           hands_on(k, d, clang_getCursorSemanticParent(d));
}

/* What child i of c is evaluated for. */
static enum context context_below(struct kept *k, CXCursor c, const struct children *kids, size_t i,
                                  enum context context)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    enum CXTypeKind type = clang_getCanonicalType(clang_getCursorType(c)).kind;
    switch (kind) {
    case CXCursor_CallExpr:
        if ((type == CXType_Pointer || type == CXType_Record) && context == VALUE)
            return VALUE;
        return ARGUMENT;
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_UnaryExpr:
    case CXCursor_MemberRefExpr:
        return ELEMENT;
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref)
            return ELEMENT;
        return is_pointer(c) ? context : DROPPED;
    case CXCursor_ConditionalOperator:
        return i == 0 ? DROPPED : context;
    case CXCursor_BinaryOperator:
        if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign && kids->n == 2)
            return i == 0 || !kept_in(k, kids->list[0]) ? ELEMENT : VALUE;
        return is_pointer(c) ? context : DROPPED;
    case CXCursor_CompoundAssignOperator:
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
        return context;
    case CXCursor_VarDecl:
        return kept_in(k, c) ? VALUE : ELEMENT;
    case CXCursor_StmtExpr:
    case CXCursor_ReturnStmt:
        return VALUE;
    case CXCursor_CompoundStmt:
        return context == VALUE ? VALUE : DROPPED;
    default:
        return clang_isStatement(kind) || kind == CXCursor_FunctionDecl ? DROPPED : VALUE;
    }
}

static void find_kept(struct kept *k, CXCursor c, enum context context)
{
    const struct region *r = k->r;
    size_t begin, end;
    if (k->found || !ast_mentions(k->r->ast, c, k->decl))
        return;
    ast_extent(k->r->ast, c, &begin, &end);
    if (!k->inside && begin >= r->begin && end <= r->end && end > begin)
        return;
    if (is_address(k, c)) {
        k->found |= context == VALUE;
        k->handed |= context == ARGUMENT;
        return;
    }
    struct children kids = ast_children(k->r->ast, c);
    bool call = clang_getCursorKind(c) == CXCursor_CallExpr, outer = k->handed, any = false;
    int n = call ? clang_Cursor_getNumArguments(c) : 0;
    size_t first = kids.n - (size_t)(n > 0 ? n : 0); /* the arguments are the last children */
    for (size_t i = 0; i < kids.n && !k->found; i++) {
        k->handed = false;
        find_kept(k, kids.list[i], context_below(k, c, &kids, i, context));
        if (k->handed && call && i >= first)
            k->found |= call_keeps(k, c, i - first);
        any |= k->handed;
    }
    /* what a call returns may hold its argument */
    k->handed = outer || (any && context == ARGUMENT && (!call || is_pointer(c)));
}

/* May the declaration name the variable?  Its text is preprocessed; a name that
 * is not ASCII can be spelt in several ways. */
static bool names(struct ast *ast, const struct source *src, CXCursor c, const char *name)
{
    size_t begin, end, n = strlen(name);
    ast_extent(ast, c, &begin, &end);
    for (const char *p = name; *p; p++)
        if ((unsigned char)*p >= 0x80)
            return true;
    end = end < src->size ? end : src->size;
    return begin < end && memmem(src->text + begin, end - begin, name, n);
}

static void find_in_unit(struct kept *k, const char *name)
{
    struct children kids = ast_children(k->r->ast, clang_getTranslationUnitCursor(k->r->ast->unit));
    for (size_t i = 0; i < kids.n && !k->found; i++)
        if (names(k->r->ast, k->r->src, kids.list[i], name))
            find_kept(k, kids.list[i], VALUE);
}

static enum CXChildVisitResult mark(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr)
        *ast_note(data, AST_ADDRESSED, clang_getCanonicalCursor(clang_getCursorReferenced(c)),
                  clang_getNullCursor(), 0) = 1;
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult mark_addressed(CXCursor c, CXCursor parent, CXClientData data)
{
    if (clang_getCursorKind(c) != CXCursor_UnaryOperator ||
        clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_AddrOf)
        return CXChildVisit_Recurse;
    (void)parent;
    clang_visitChildren(c, mark, data);
    return CXChildVisit_Continue;
}

bool ast_addressed(struct ast *ast, CXCursor function, CXCursor variable)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    if (type.kind == CXType_Record || clang_getArrayElementType(type).kind != CXType_Invalid)
        return true;
    if (*ast_note(ast, AST_ADDRESSED, function, clang_getNullCursor(), 0) == AST_UNKNOWN)
        clang_visitChildren(function, mark_addressed, ast);
    *ast_note(ast, AST_ADDRESSED, function, clang_getNullCursor(), 0) = 1;
    /* cursors of later variables of a declaration differ in bits from references to them */
    variable = clang_getCanonicalCursor(variable);
    return *ast_note(ast, AST_ADDRESSED, variable, clang_getNullCursor(), 0) == 1;
}

static bool kept_anywhere(struct kept *k, const struct decl *d)
{
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM || d->kind == DECL_STATIC_LOCAL;
    CXCursor function;
    if (local && ast_function_at(k->r->ast, k->r->begin, &function) &&
        ast_addressed(k->r->ast, function, k->decl))
        find_kept(k, function, DROPPED);
    if (!local)
        find_in_unit(k, d->name);
    return k->found;
}

/* Mostly it is not, whatever the region. */
bool ast_address_kept(struct region *r, struct decl *d, bool inside)
{
    CXCursor decl = clang_getCanonicalCursor(*(CXCursor *)d->cursor);
    int answer = *ast_note(r->ast, AST_KEPT, decl, clang_getNullCursor(), 0);
    if (answer == AST_UNKNOWN) {
        struct kept all = {.r = r, .decl = decl, .inside = true};
        answer = kept_anywhere(&all, d);
        *ast_note(r->ast, AST_KEPT, decl, clang_getNullCursor(), 0) = answer;
    }
    struct kept k = {.r = r, .decl = decl, .inside = inside};
    return answer && (inside || kept_anywhere(&k, d));
}

/* ---- other names ---- */

/* An attribute, or an assembler name, that makes it another variable's name, or may. */
static bool has_alias(struct region *r, CXCursor declaration)
{
    struct children kids = ast_children(r->ast, declaration);
    for (size_t i = 0; i < kids.n; i++) {
        size_t begin, end;
        if (!clang_isAttribute(clang_getCursorKind(kids.list[i])))
            continue;
        ast_extent(r->ast, kids.list[i], &begin, &end);
        const char *text = begin < end ? region_quote(r, begin, end) : "asm";
        if (strstr(text, "alias") || strstr(text, "weak") || strstr(text, "asm"))
            return true;
    }
    return false;
}

/* Has its symbol another name than it has in the program? */
static bool has_label(CXCursor declaration, const char *name)
{
    CXString symbol = clang_Cursor_getMangling(declaration);
    const char *text = clang_getCString(symbol);
    bool other = text && *text && strcmp(text, name) != 0;
    clang_disposeString(symbol);
    return other;
}

bool ast_only_name(struct region *r, const struct decl *d)
{
    if (!d->cursor)
        return false;
    CXCursor seen = *(CXCursor *)d->cursor, definition = clang_getCursorDefinition(seen);
    if (d->kind == DECL_LOCAL || d->kind == DECL_PARAM)
        return true;
    return !has_label(seen, d->name) && !has_alias(r, seen) &&
           (clang_Cursor_isNull(definition) || !has_alias(r, definition));
}

bool ast_is_restrict(const struct decl *d)
{
    if (!d->cursor || d->type->kind != TYPE_POINTER)
        return false;
    CXType type = clang_getCursorType(*(CXCursor *)d->cursor);
    return clang_isRestrictQualifiedType(clang_getCanonicalType(type));
}

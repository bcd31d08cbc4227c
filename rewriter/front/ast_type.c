/* SPDX-License-Identifier: MIT */
/* ast_type.c: libclang's canonical types and declarations as ir.h has them. */
#include "ast_private.h"

#include <string.h>

static struct type *scalar(struct type *t, enum tcr_type s)
{
    t->kind = TYPE_SCALAR;
    t->scalar = s;
    return t;
}

static enum CXVisitorResult add_field(CXCursor c, CXClientData data)
{
    struct children *list = data;
    IR_PUSH(list->list, list->n, c);
    return CXVisit_Continue;
}

/* "" for an anonymous structure or union, which libclang has a description of. */
static const char *field_name(CXCursor f)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(f));
    if (t.kind == CXType_Record && clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(t)))
        return "";
    return ast_string(clang_getCursorSpelling(f));
}

static void fill_record(struct ast *ast, struct record *rec, CXType t, CXCursor decl)
{
    long long size = clang_Type_getSizeOf(t);
    rec->complete = size >= 0;
    if (!rec->complete)
        return;
    rec->size = (size_t)size;
    rec->align = (size_t)clang_Type_getAlignOf(t);
    rec->is_union = clang_getCursorKind(decl) == CXCursor_UnionDecl;
    struct children fields = {0};
    clang_Type_visitFields(t, add_field, &fields);
    rec->fields = ir_alloc((fields.n + 1) * sizeof *rec->fields);
    rec->n_fields = fields.n;
    for (size_t i = 0; i < fields.n; i++) {
        CXCursor f = fields.list[i];
        struct field *out = &rec->fields[i];
        out->name = field_name(f);
        out->bit_offset = clang_Cursor_getOffsetOfField(f);
        out->bits = clang_Cursor_isBitField(f) ? clang_getFieldDeclBitWidth(f) : -1;
        out->type = ast_type(ast, clang_getCursorType(f));
    }
}

static struct record *find_record(struct ast *ast, CXType t)
{
    CXCursor decl = clang_getTypeDeclaration(t);
    CXCursor canonical = clang_getCanonicalCursor(decl);
    for (size_t i = 0; i < ast->n_records; i++)
        if (clang_equalCursors(ast->record_cursors[i], canonical))
            return ast->records[i];
    struct record *rec = ir_alloc(sizeof *rec);
    rec->tag = ast_string(clang_getCursorSpelling(decl));
    if (clang_Cursor_isAnonymous(decl) || strchr(rec->tag, ' ') || strchr(rec->tag, '('))
        rec->tag = "";
    rec->id = (int)ast->n_records;
    rec->elsewhere = ast_is_foreign(ast, canonical);
    size_t n = ast->n_records;
    IR_PUSH(ast->records, n, rec);
    IR_PUSH(ast->record_cursors, ast->n_records, canonical);
    ast->filling++;
    fill_record(ast, rec, t, decl); /* after interning: records refer to themselves */
    if (--ast->filling == 0)
        ast_join_records(ast, (size_t)rec->id);
    return ast->records[rec->id];
}

/* The record that stands for _Complex double or float. */
static struct record *complex_record(struct type *part)
{
    static const char *const names[] = {"re", "im"};
    struct record *rec = ir_alloc(sizeof *rec);
    rec->part = part;
    rec->tag = "complex";
    rec->id = -1 - (int)part->scalar;
    rec->complete = true;
    rec->size = 2 * (size_t)part->size;
    rec->align = (size_t)part->size;
    rec->n_fields = 2;
    rec->fields = ir_alloc(2 * sizeof *rec->fields);
    for (int i = 0; i < 2; i++)
        rec->fields[i] = (struct field){names[i], part, i * part->size * 8, -1};
    return rec;
}

static void complex_type(struct ast *ast, struct type *out, CXType t)
{
    struct type *part = ast_type(ast, clang_getElementType(t));
    out->kind = TYPE_COMPLEX;
    out->of = part;
    if (part->kind != TYPE_SCALAR || (part->scalar != TCR_F32 && part->scalar != TCR_F64))
        return;
    struct record **known = &ast->complex_records[part->scalar == TCR_F64];
    if (!*known)
        *known = complex_record(part);
    out->kind = TYPE_RECORD;
    out->record = *known;
}

static struct type *compound(struct ast *ast, struct type *out, CXType t)
{
    switch (t.kind) {
    case CXType_Pointer:
        out->kind = TYPE_POINTER;
        out->of = ast_type(ast, clang_getPointeeType(t));
        return out;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        out->kind = TYPE_ARRAY;
        out->of = ast_type(ast, clang_getArrayElementType(t));
        out->count = t.kind == CXType_ConstantArray   ? clang_getArraySize(t)
                     : t.kind == CXType_VariableArray ? -1
                                                      : -2;
        out->is_volatile = out->of->is_volatile;
        out->is_const = out->of->is_const;
        return out;
    case CXType_Record:
        out->kind = TYPE_RECORD;
        out->record = find_record(ast, t);
        return out;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        out->kind = TYPE_FUNCTION;
        return out;
    default:
        out->kind = TYPE_OTHER;
        return out;
    }
}

static void bare_type(struct ast *ast, struct type *out, CXType t)
{
    switch (t.kind) {
    case CXType_Void:
        out->kind = TYPE_VOID;
        break;
    case CXType_Bool:
        scalar(out, TCR_BOOL);
        break;
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
        scalar(out, scalar_integer(SCALAR_UNSIGNED, out->size));
        out->is_long = t.kind == CXType_ULong;
        break;
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
        scalar(out, scalar_integer(SCALAR_SIGNED, out->size));
        out->is_long = t.kind == CXType_Long;
        break;
    case CXType_WChar:
        scalar(out, scalar_integer(SCALAR_SIGNED, out->size));
        break;
    case CXType_Float16:
        scalar(out, TCR_F16);
        break;
    case CXType_BFloat16:
        scalar(out, TCR_BF16);
        break;
    case CXType_Float:
        scalar(out, TCR_F32);
        break;
    case CXType_Double:
        scalar(out, TCR_F64);
        break;
    case CXType_LongDouble:
        out->kind = TYPE_LONG_DOUBLE;
        break;
    case CXType_Complex:
        complex_type(ast, out, t);
        break;
    default:
        compound(ast, out, t);
    }
}

struct type *ast_type(struct ast *ast, CXType t)
{
    struct type *out = ir_alloc(sizeof *out);
    out->spelling = ast_string(clang_getTypeSpelling(t));
    t = clang_getCanonicalType(t);
    out->size = clang_Type_getSizeOf(t);
    if (out->size < 0)
        out->size = -1;
    bool is_volatile = clang_isVolatileQualifiedType(t);
    bool is_const = clang_isConstQualifiedType(t);
    if (t.kind == CXType_Atomic) {
        out->is_atomic = true;
        t = clang_getCanonicalType(clang_Type_getValueType(t));
    }
    out->is_enum = t.kind == CXType_Enum;
    if (out->is_enum)
        t = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(t)));
    bare_type(ast, out, t);
    out->is_volatile |= is_volatile;
    out->is_const |= is_const;
    return out;
}

const struct field *ast_field(struct ast *ast, CXCursor field)
{
    CXType owner = clang_getCursorType(clang_getCursorSemanticParent(field));
    struct record *rec = find_record(ast, clang_getCanonicalType(owner));
    const char *name = field_name(field);
    long long offset = clang_Cursor_getOffsetOfField(field);
    for (size_t i = 0; i < rec->n_fields; i++)
        if (strcmp(rec->fields[i].name, name) == 0 && rec->fields[i].bit_offset == offset)
            return &rec->fields[i];
    return NULL;
}

/* ---- declarations ---- */

static CXCursor enclosing_function(CXCursor c)
{
    CXCursor p = clang_getCursorSemanticParent(c);
    while (!clang_Cursor_isNull(p) && clang_getCursorKind(p) != CXCursor_FunctionDecl &&
           clang_getCursorKind(p) != CXCursor_TranslationUnit)
        p = clang_getCursorSemanticParent(p);
    return p;
}

static enum decl_kind kind_of(CXCursor c, bool in_function)
{
    if (clang_getCursorKind(c) == CXCursor_FunctionDecl)
        return DECL_FUNCTION;
    if (clang_getCursorKind(c) == CXCursor_ParmDecl)
        return DECL_PARAM;
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(c);
    if (!in_function || storage == CX_SC_Extern)
        return DECL_GLOBAL;
    return storage == CX_SC_Static ? DECL_STATIC_LOCAL : DECL_LOCAL;
}

/* The declaration that says most of its type: the definition, but for an array of which the
 * loop's place does not know the length yet. */
static CXCursor best_declaration(const struct region *r, CXCursor c, CXCursor canonical)
{
    CXCursor definition = clang_getCursorDefinition(c);
    size_t begin, end;
    if (clang_Cursor_isNull(definition))
        return c;
    ast_extent(r->ast, definition, &begin, &end);
    bool open = clang_getCursorType(canonical).kind == CXType_IncompleteArray;
    return open && begin >= r->begin ? canonical : definition;
}

struct decl *ast_decl(struct region *r, CXCursor c)
{
    struct ast *ast = r->ast;
    CXCursor canonical = clang_getCanonicalCursor(c);
    for (size_t i = 0; i < ast->n_decls; i++)
        if (clang_equalCursors(ast->decl_cursors[i], canonical))
            return ast->decls[i];
    struct decl *same = ast_same_variable(r, canonical);
    if (same)
        return same;
    CXCursor best = best_declaration(r, c, canonical);
    struct decl *d = ir_alloc(sizeof *d);
    d->name = ast_string(clang_getCursorSpelling(c));
    CXCursor fn = enclosing_function(c);
    bool in_function = clang_getCursorKind(fn) == CXCursor_FunctionDecl;
    d->kind = kind_of(c, in_function);
    if (d->kind == DECL_GLOBAL && ast_is_foreign(r->ast, c))
        d->symbol = ast_symbol(c);
    d->type = ast_type(ast, clang_getCursorType(d->kind == DECL_PARAM ? c : best));
    if (d->kind == DECL_PARAM && d->type->kind == TYPE_ARRAY) {
        d->type->kind = TYPE_POINTER;
        d->type->size = 8;
    }
    if (d->kind == DECL_LOCAL && d->type->kind == TYPE_ARRAY)
        ast_settle_length(r, d, best);
    size_t end;
    ast_extent(r->ast, canonical, &d->offset, &end);
    if (in_function && d->kind != DECL_GLOBAL)
        ast_extent(r->ast, fn, &d->scope_begin, &d->scope_end);
    d->is_register = clang_Cursor_getStorageClass(c) == CX_SC_Register;
    d->is_thread_local = clang_getCursorTLSKind(c) != CXTLS_None;
    CXCursor *keep = ir_alloc(sizeof *keep);
    *keep = c;
    d->cursor = keep;
    d->in_region = d->offset >= r->begin && d->offset < r->end;
    size_t n = ast->n_decls;
    IR_PUSH(ast->decls, n, d);
    IR_PUSH(ast->decl_cursors, ast->n_decls, canonical);
    return d;
}

/* ---- local arrays of constant length that C calls variable, for a name stands for it ---- */

/*
 *     const int k = 8;
 *     float row[k], table[k][2 * k];
 *
 * What is const keeps its initial value, so that libclang can compute the length.
 */
enum { MOST_LEVELS = 8 };

size_t ast_lengths(struct ast *ast, CXCursor variable, size_t most, CXCursor *out)
{
    size_t at[MOST_LEVELS], n = 0;
    struct children kids = ast_children(ast, variable);
    for (size_t i = 0; i < kids.n; i++) {
        size_t begin, end, k = n < most ? n : most;
        if (!clang_isExpression(clang_getCursorKind(kids.list[i])))
            continue;
        n++;
        ast_extent(ast, kids.list[i], &begin, &end);
        for (; k > 0 && at[k - 1] > begin; k--)
            if (k < most) { /* else the last one is one too many */
                at[k] = at[k - 1];
                out[k] = out[k - 1];
            }
        if (k < most) {
            at[k] = begin;
            out[k] = kids.list[i];
        }
    }
    return n;
}

/* The lengths in the declaration of an array with so many levels; false: something else is there,
 * too, or is not constant. */
static bool lengths(struct region *r, CXCursor variable, size_t levels, long long *out)
{
    CXCursor length[MOST_LEVELS];
    if (ast_lengths(r->ast, variable, levels, length) != levels)
        return false;
    for (size_t i = 0; i < levels; i++)
        if (!ast_evaluate(length[i], &out[i]) || out[i] < 1)
            return false;
    return true;
}

void ast_settle_length(struct region *r, struct decl *d, CXCursor variable)
{
    struct type *level[MOST_LEVELS], *t = d->type;
    long long count[MOST_LEVELS];
    size_t n = 0;
    for (; t->kind == TYPE_ARRAY && n < MOST_LEVELS; t = t->of)
        level[n++] = t;
    if (!n || d->type->size >= 0 || t->size < 1 ||
        (t->kind != TYPE_SCALAR && t->kind != TYPE_RECORD) ||
        !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)) ||
        !lengths(r, variable, n, count))
        return;
    long long size[MOST_LEVELS], inner = t->size;
    for (size_t i = n; i-- > 0; inner = size[i])
        if ((level[i]->count >= 0 && level[i]->count != count[i]) ||
            __builtin_mul_overflow(inner, count[i], &size[i]))
            return;
    for (size_t i = 0; i < n; i++) {
        level[i]->count = count[i];
        level[i]->size = size[i];
    }
}

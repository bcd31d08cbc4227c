/* SPDX-License-Identifier: MIT */
/* ast_outline_expr.c: expressions in the outline of a function (outline.h). */
#include "ast_outline.h"

#include <string.h>

#include "../ir/math_table.h"

/* ---- lvalues ---- */

static CXCursor only(CXCursor c)
{
    for (;;) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        bool extension = kind == CXCursor_UnaryOperator &&
                         clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Extension;
        if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr && !extension)
            return c;
        struct children kids = ast_children_once(c);
        if (kids.n != 1 || !clang_isExpression(clang_getCursorKind(kids.list[0])))
            return c;
        c = kids.list[0];
    }
}

static CXType type_of(CXCursor c)
{
    return clang_getCanonicalType(clang_getCursorType(c));
}

static bool is_array(CXType t)
{
    return clang_getArrayElementType(t).kind != CXType_Invalid;
}

struct type *outline_type(CXType t)
{
    struct type *type = ir_alloc(sizeof *type);
    type->kind = is_array(t)                ? TYPE_ARRAY
                 : t.kind == CXType_Pointer ? TYPE_POINTER
                 : t.kind == CXType_Record  ? TYPE_RECORD
                                            : TYPE_SCALAR;
    type->size = clang_Type_getSizeOf(t);
    return type;
}

static struct expr *place(struct builder *b, CXCursor c);

static struct expr *variable(struct builder *b, CXCursor c)
{
    CXCursor d = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(d);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return NULL;
    struct outline_var *v = outline_variable(b->r->ast, d);
    struct expr *e = outline_expr(EXPR_VAR, v->decl.type);
    e->decl = &v->decl;
    return e;
}

static struct expr *member(struct builder *b, CXCursor c)
{
    struct children kids = ast_children_once(c);
    if (kids.n == 0)
        return NULL;
    CXType of = type_of(kids.list[0]);
    bool follows = of.kind == CXType_Pointer;
    struct expr *a = follows ? outline_value(b, kids.list[0]) : place(b, kids.list[0]);
    if (!a)
        return NULL;
    struct expr *e = outline_expr(EXPR_MEMBER, outline_type(type_of(c)));
    e->a = follows ? outline_deref(a, outline_kind(TYPE_RECORD)) : a;
    CXCursor f = clang_getCursorReferenced(c);
    CXType owner = clang_getCanonicalType(clang_getCursorType(clang_getCursorSemanticParent(f)));
    /* a bit-field, or behind an anonymous structure: of which the place is not needed */
    bool known =
        !clang_Cursor_isBitField(f) && clang_equalTypes(owner, clang_getUnqualifiedType(of));
    struct field *field = ir_alloc(sizeof *field);
    *field = (struct field){"", e->type, clang_Cursor_getOffsetOfField(f), known ? -1 : 0};
    e->field = field;
    return e;
}

static struct expr *element(struct builder *b, CXCursor c)
{
    struct children kids = ast_children_once(c);
    struct expr *array = outline_value(b, kids.list[0]), *index = outline_value(b, kids.list[1]);
    long long k;
    if (index && !outline_may_hold(array) && outline_may_hold(index)) { /* 3[a] */
        struct expr *t = array;
        array = index;
        index = t;
    }
    if (!array && !index)
        return NULL;
    struct expr *e = outline_element(array, index, outline_type(type_of(c)));
    if (!index && array->kind == EXPR_DECAY && ast_evaluate(kids.list[1], &k)) {
        e->b = outline_expr(EXPR_INT, outline_kind(TYPE_SCALAR));
        e->b->value = k;
    }
    return e;
}

static struct expr *pointed(struct builder *b, CXCursor c, CXCursor pointer)
{
    struct expr *p = outline_value(b, pointer);
    return p ? outline_deref(p, outline_type(type_of(c))) : NULL;
}

/* An lvalue, or something that has parts; variables of the file included. */
static struct expr *place(struct builder *b, CXCursor c)
{
    c = only(c);
    enum CXUnaryOperatorKind op;
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        return variable(b, c);
    case CXCursor_MemberRefExpr:
        return member(b, c);
    case CXCursor_ArraySubscriptExpr:
        return element(b, c);
    case CXCursor_UnaryOperator:
        op = clang_getCursorUnaryOperatorKind(c);
        if (op == CXUnaryOperator_Deref)
            return pointed(b, c, ast_children_once(c).list[0]);
        if (op == CXUnaryOperator_Real || op == CXUnaryOperator_Imag) {
            struct expr *of = place(b, ast_children_once(c).list[0]);
            return of ? outline_deref(outline_decayed(of), outline_kind(TYPE_SCALAR)) : NULL;
        }
        return outline_value(b, c);
    case CXCursor_CompoundLiteralExpr:
        return outline_opaque(b, c);
    default:
        return outline_value(b, c);
    }
}

static struct expr *load(struct builder *b, CXCursor c)
{
    struct expr *e = place(b, c);
    if (e && expr_is_lvalue(e) && e->type->kind == TYPE_ARRAY)
        return outline_decayed(e);
    return e && outline_is_outside(e) ? NULL : e;
}

/* ---- values ---- */

static struct expr *binary(struct builder *b, CXCursor c, const struct children *kids)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    if (op == CXBinaryOperator_Assign) {
        struct expr *to = place(b, kids->list[0]);
        return outline_assignment(to, outline_value(b, kids->list[1]), OP_ASSIGN);
    }
    struct expr *left = outline_value(b, kids->list[0]), *right = outline_value(b, kids->list[1]);
    if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)
        return outline_logical(left, right, op == CXBinaryOperator_LAnd ? OP_LAND : OP_LOR);
    if (op == CXBinaryOperator_Comma)
        return outline_both(outline_number(left, OP_NOT), right);
    if (op >= CXBinaryOperator_LT && op <= CXBinaryOperator_NE)
        return outline_both(outline_number(left, OP_NOT), outline_number(right, OP_NOT));
    if ((!outline_may_hold(left) && !outline_may_hold(right)) || type_of(c).kind != CXType_Pointer)
        return outline_both(outline_number(left, OP_NEGATE), outline_number(right, OP_NEGATE));
    return outline_may_hold(left) ? outline_moved(left, right) : outline_moved(right, left);
}

static struct expr *unary(struct builder *b, CXCursor c, CXCursor operand)
{
    struct expr *e, *a;
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_AddrOf:
        a = place(b, operand);
        if (!a || !expr_is_lvalue(a))
            return a;
        e = outline_expr(EXPR_ADDR, outline_kind(TYPE_POINTER));
        e->a = a;
        return e;
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        a = place(b, operand);
        return outline_assignment(a, NULL, OP_ASSIGN_ADD);
    case CXUnaryOperator_Deref:
    case CXUnaryOperator_Real:
    case CXUnaryOperator_Imag:
        return load(b, c);
    case CXUnaryOperator_LNot:
        a = outline_value(b, operand);
        e = outline_expr(EXPR_UNARY, outline_kind(TYPE_SCALAR));
        e->op = OP_NOT;
        e->a = a;
        return a ? e : NULL;
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Extension:
        return outline_value(b, operand);
    default:
        return outline_number(outline_value(b, operand), OP_NEGATE);
    }
}

/* These statements, and then the value. */
static struct expr *statements(struct builder *b, struct stmt *body, struct expr *value)
{
    struct expr *e = outline_expr(EXPR_STATEMENTS, value ? value->type : outline_kind(TYPE_SCALAR));
    IR_PUSH(b->statement->list, b->statement->n_list, body);
    e->body = body;
    e->a = value;
    return e;
}

/* longjmp() in a called function leads to any of these. */
static struct expr *between_jumps(struct builder *b, const struct outline_function *f,
                                  struct expr *call)
{
    if (f && f->twice && !b->jumps)
        b->o->opaque = true;
    if (!b->jumps || call->math)
        return call;
    struct stmt *s =
        f && f->twice ? outline_label(outline_new_label(b->o)) : outline_may_jump(b->o);
    return statements(b, s, call);
}

/* Of a variable through a cast, a mathematical function sets some part. */
static struct expr *set_by_math(CXCursor c, struct expr *arg)
{
    long long size = clang_Type_getSizeOf(clang_getPointeeType(type_of(c)));
    return arg && arg->kind == EXPR_ADDR && arg->a->type->size != size ? outline_moved(arg, NULL)
                                                                       : arg;
}

static struct expr *call(struct builder *b, CXCursor c, const struct children *kids)
{
    CXCursor callee = clang_getCursorReferenced(c);
    struct outline_function *f = clang_getCursorKind(callee) == CXCursor_FunctionDecl
                                     ? outline_function(b->r, callee)
                                     : NULL;
    int n = clang_Cursor_getNumArguments(c);
    size_t first = kids->n - (size_t)(n > 0 ? n : 0); /* the arguments are the last children */
    struct expr *e = outline_expr(EXPR_CALL, outline_kind(TYPE_SCALAR)), *pointer = NULL;
    bool any = false;
    for (size_t i = 0; i < first && !f; i++)
        pointer = outline_both(pointer, outline_value(b, kids->list[i]));
    for (size_t i = first; i < kids->n; i++) {
        struct expr *arg = outline_value(b, kids->list[i]);
        any |= outline_may_hold(arg);
        if (f && f->math)
            arg = set_by_math(kids->list[i], arg);
        IR_PUSH(e->args, e->n_args, arg ? arg : outline_unknown());
    }
    e->decl = f ? &f->decl : NULL;
    e->math = f ? f->math : NULL;
    enum CXTypeKind type = any ? type_of(c).kind : CXType_Void;
    if (type == CXType_Pointer || type == CXType_Record) /* what it returns may hold an argument */
        e->type = outline_kind(TYPE_POINTER);
    return outline_both(pointer, between_jumps(b, f, e));
}

static struct expr *statement_expression(struct builder *b, CXCursor c)
{
    struct children list = ast_children_once(ast_children_once(c).list[0]);
    struct stmt *body = outline_new(STMT_COMPOUND);
    struct expr *value = NULL;
    for (size_t i = 0; i < list.n; i++)
        if (i + 1 == list.n && clang_isExpression(clang_getCursorKind(list.list[i])))
            value = outline_value(b, list.list[i]);
        else
            outline_add(body, outline_statement(b, list.list[i]));
    return statements(b, body, value);
}

/* Each part may be evaluated or not. */
struct expr *outline_opaque(struct builder *b, CXCursor c)
{
    struct children kids = ast_children_once(c);
    struct expr *e = outline_expr(EXPR_OPAQUE, outline_kind(TYPE_SCALAR));
    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind kind = clang_getCursorKind(kids.list[i]);
        struct expr *part = NULL;
        if (clang_isExpression(kind))
            part = outline_value(b, kids.list[i]);
        else if (clang_isStatement(kind))
            part = statements(b, outline_statement(b, kids.list[i]), NULL);
        if (part)
            IR_PUSH(e->args, e->n_args, outline_choice(NULL, part, NULL));
    }
    return e->n_args ? e : NULL;
}

/* __atomic_load_n() and its kin, which libclang does not show as calls: like those of a function
 * that nobody can see. */
static struct expr *atomic(struct builder *b, CXCursor c)
{
    struct children kids = ast_children_once(c);
    struct expr *e = outline_expr(EXPR_CALL, outline_kind(TYPE_SCALAR));
    for (size_t i = 0; i < kids.n; i++)
        IR_PUSH(e->args, e->n_args,
                outline_both(outline_unknown(), outline_value(b, kids.list[i])));
    return e;
}

static bool is_atomic(struct builder *b, CXCursor c)
{
    static const char *const names[] = {"__atomic_", "__c11_atomic_"};
    size_t begin, end;
    if (clang_getCursorKind(c) != CXCursor_UnexposedExpr)
        return false;
    ast_extent(b->r->ast, c, &begin, &end);
    const char *text = b->r->src->text + begin;
    return (strncmp(text, names[0], strlen(names[0])) == 0 ||
            strncmp(text, names[1], strlen(names[1])) == 0);
}

/* { ... } */
static struct expr *list_of(struct builder *b, const struct children *kids)
{
    struct expr *e = outline_expr(EXPR_INIT, outline_kind(TYPE_RECORD));
    for (size_t i = 0; i < kids->n; i++) {
        struct expr *part = clang_isExpression(clang_getCursorKind(kids->list[i]))
                                ? outline_value(b, kids->list[i])
                                : NULL;
        if (part)
            IR_PUSH(e->args, e->n_args, part);
    }
    return e->n_args ? e : NULL;
}

/* The type may be computed from expressions. */
static struct expr *cast(struct builder *b, const struct children *kids)
{
    struct expr *e = NULL;
    for (size_t i = 0; i < kids->n; i++)
        if (clang_isExpression(clang_getCursorKind(kids->list[i])))
            e = outline_both(e, outline_value(b, kids->list[i]));
    return e;
}

/* The value of what is not an lvalue. */
/* Of `sizeof x`: nothing is evaluated, and nobody gets x's address. */
static bool is_name(const struct children *kids)
{
    return kids->n == 1 && clang_getCursorKind(only(kids->list[0])) == CXCursor_DeclRefExpr;
}

static struct expr *computed(struct builder *b, CXCursor c, const struct children *kids)
{
    long long constant;
    switch (clang_getCursorKind(c)) {
    case CXCursor_UnaryOperator:
        return unary(b, c, kids->list[0]);
    case CXCursor_BinaryOperator:
        return binary(b, c, kids);
    case CXCursor_CompoundAssignOperator: {
        struct expr *to = place(b, kids->list[0]);
        return outline_assignment(to, outline_number(outline_value(b, kids->list[1]), OP_NEGATE),
                                  OP_ASSIGN_ADD);
    }
    case CXCursor_ConditionalOperator: {
        struct expr *condition = outline_value(b, kids->list[0]);
        struct expr *yes = outline_value(b, kids->list[1]);
        return outline_choice(condition, yes, outline_value(b, kids->list[2]));
    }
    case CXCursor_CStyleCastExpr:
        return cast(b, kids);
    case CXCursor_CallExpr:
        return call(b, c, kids);
    case CXCursor_StmtExpr:
        return statement_expression(b, c);
    case CXCursor_UnaryExpr: /* sizeof: evaluated for types of variable length */
        return ast_evaluate(c, &constant) || is_name(kids) ? NULL : outline_opaque(b, c);
    case CXCursor_InitListExpr:
        return list_of(b, kids);
    case CXCursor_BlockExpr: /* clang's: it may run at any time */
        b->o->opaque = true;
        return outline_opaque(b, c);
    default:
        return is_atomic(b, c) ? atomic(b, c) : outline_opaque(b, c);
    }
}

struct expr *outline_value(struct builder *b, CXCursor c)
{
    c = only(c);
    switch (clang_getCursorKind(c)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_ImaginaryLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_StringLiteral:
        return NULL;
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_CompoundLiteralExpr:
        return load(b, c);
    default:
        break;
    }
    struct children kids = ast_children_once(c);
    return computed(b, c, &kids);
}

struct expr *outline_condition(struct builder *b, CXCursor c)
{
    struct expr *e = outline_value(b, c);
    long long value;
    if (e || clang_getCursorKind(only(c)) != CXCursor_IntegerLiteral || !ast_evaluate(c, &value))
        return e ? e : outline_unknown();
    e = outline_expr(EXPR_INT, outline_kind(TYPE_SCALAR));
    e->value = value;
    return e;
}

/* SPDX-License-Identifier: MIT */
/* ast_expr.c: libclang's expressions as ir.h has them; implicit conversions
 * become explicit casts, so that device text means what the C text means. */
#include "ast_scratch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../ir/math_table.h"
#include "../text/text.h"

struct expr *ast_expr_at(struct region *r, enum expr_kind kind, CXCursor c)
{
    size_t b, e;
    ast_extent(r->ast, c, &b, &e);
    return expr_new(kind, ast_type(r->ast, clang_getCursorType(c)), b, e);
}

static size_t offset_of(struct ast *ast, CXCursor c)
{
    size_t b, e;
    ast_extent(ast, c, &b, &e);
    return b;
}

void *ast_unsupported(struct region *r, CXCursor c, const char *what)
{
    return refuse(r, REFUSE_LOOP, offset_of(r->ast, c), CODE_UNSUPPORTED,
                  "%s is not supported in a loop for the device", what);
}

struct expr *ast_int_const(struct region *r, CXCursor c, long long value)
{
    struct expr *e = ast_expr_at(r, EXPR_INT, c);
    e->value = value;
    return e;
}

bool ast_evaluate(CXCursor c, long long *value)
{
    CXEvalResult res = clang_Cursor_Evaluate(c);
    if (!res)
        return false;
    bool ok = clang_EvalResult_getKind(res) == CXEval_Int;
    if (ok)
        *value = clang_EvalResult_isUnsignedInt(res)
                     ? (long long)clang_EvalResult_getAsUnsigned(res)
                     : clang_EvalResult_getAsLongLong(res);
    clang_EvalResult_dispose(res);
    return ok;
}

/* ---- conversions ---- */

/* But for qualifiers. */
static bool same_type(const struct type *a, const struct type *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case TYPE_SCALAR:
        return a->scalar == b->scalar;
    case TYPE_POINTER:
        return same_type(a->of, b->of);
    case TYPE_ARRAY:
        return a->count == b->count && same_type(a->of, b->of);
    case TYPE_RECORD:
        return a->record == b->record;
    default:
        return true;
    }
}

static struct expr *convert(struct region *r, struct expr *e, struct type *to, bool implicit,
                            size_t begin, size_t end)
{
    enum type_kind from = e->type->kind;
    if (from == TYPE_ARRAY && to->kind == TYPE_POINTER) {
        struct expr *d = expr_new(EXPR_DECAY, to, e->begin, e->end);
        d->a = e;
        return d;
    }
    if (from == TYPE_FUNCTION || to->kind == TYPE_FUNCTION)
        return e;
    /* libclang shows the type of an array parameter, which is a pointer, as written */
    if (same_type(e->type, to) || (from == TYPE_POINTER && to->kind == TYPE_ARRAY))
        return e;
    bool complex = (type_is_complex(e->type) || type_is_complex(to)) &&
                   (type_is_complex(e->type) || type_is_arithmetic(e->type)) &&
                   (type_is_complex(to) || type_is_arithmetic(to) || to->kind == TYPE_VOID);
    if (!complex && (to->kind == TYPE_OTHER || from == TYPE_OTHER || to->kind == TYPE_COMPLEX ||
                     from == TYPE_COMPLEX || from == TYPE_RECORD || to->kind == TYPE_RECORD))
        return refuse(r, REFUSE_LOOP, begin, CODE_UNSUPPORTED_TYPE, "conversion from '%s' to '%s'",
                      e->type->spelling, to->spelling);
    struct expr *c = expr_new(EXPR_CAST, to, begin, end);
    c->a = e;
    c->implicit = implicit;
    return c;
}

/* A long double constant that is at once made a double or float, as gcc's
 * DBL_MAX is: that number, or NULL. */
static struct expr *narrowed_constant(struct region *r, CXCursor inner, struct type *to)
{
    while (clang_getCursorKind(inner) == CXCursor_ParenExpr)
        inner = ast_children(r->ast, inner).list[0];
    if (clang_getCursorKind(inner) != CXCursor_FloatingLiteral ||
        clang_getCursorType(inner).kind != CXType_LongDouble || to->kind != TYPE_SCALAR ||
        (to->scalar != TCR_F64 && to->scalar != TCR_F32))
        return NULL;
    size_t begin, end;
    ast_extent(r->ast, inner, &begin, &end);
    long double v = strtold(r->src->text + begin, NULL);
    struct expr *e = expr_new(EXPR_FLOAT, to, begin, end);
    double d = to->scalar == TCR_F32 ? (double)(float)v : (double)v;
    e->text = ir_printf(to->scalar == TCR_F32 ? "%af" : "%a", d);
    return isfinite(d) ? e : NULL;
}

/* GNU's a ?: b.  Its parts are a, a as the condition, a as the value, and b. */
static bool is_elvis(struct region *r, const struct children *kids)
{
    size_t a[3], end[3], at, stop;
    for (size_t i = 0; i < 3 && kids->n == 4; i++)
        ast_extent(r->ast, kids->list[i], &a[i], &end[i]);
    if (kids->n != 4 || a[0] != a[1] || a[0] != a[2])
        return false;
    ast_extent(r->ast, kids->list[3], &stop, &at);
    at = end[0];
    size_t mark = text_token(r->src->text, stop, &at);
    bool asks = mark == 1 && r->src->text[at] == '?';
    at += mark;
    return asks && text_token(r->src->text, stop, &at) == 1 && r->src->text[at] == ':';
}

static bool visit_call(struct expr *e, void *ctx)
{
    bool *found = ctx;
    *found |= e->atomic || (e->kind == EXPR_CALL && !e->math);
    return !*found;
}

static struct expr *elvis(struct region *r, CXCursor c, const struct children *kids)
{
    struct expr *e = ast_expr_at(r, EXPR_COND, c);
    bool calls = false;
    e->a = ast_expr(r, kids->list[1]);
    expr_walk(e->a, visit_call, &calls);
    if (calls || expr_has_effects(e->a))
        return refuse(r, REFUSE_LOOP, e->begin, CODE_UNSUPPORTED,
                      "'a ?: b' where a has effects or calls a function; compute a before, into a "
                      "variable");
    e->b = ast_expr(r, kids->list[2]);
    e->c = ast_expr(r, kids->list[3]);
    return e;
}

static struct expr *wrapped(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    long long value;
    if (kids.n == 1 && clang_isExpression(clang_getCursorKind(kids.list[0]))) {
        struct expr *constant =
            narrowed_constant(r, kids.list[0], ast_type(r->ast, clang_getCursorType(c)));
        if (constant)
            return constant;
        struct expr *inner = ast_expr(r, kids.list[0]);
        size_t b, e;
        ast_extent(r->ast, c, &b, &e);
        return convert(r, inner, ast_type(r->ast, clang_getCursorType(c)), true, b, e);
    }
    if (is_elvis(r, &kids))
        return elvis(r, c, &kids);
    struct expr *atomic = ast_atomic(r, c);
    if (atomic)
        return atomic;
    if (ast_evaluate(c, &value)) /* offsetof and the like */
        return ast_int_const(r, c, value);
    ast_check_atomic(r, c);
    return ast_unsupported(r, c, "this expression");
}

static struct expr *explicit_cast(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    size_t b, e;
    ast_extent(r->ast, c, &b, &e);
    struct type *to = ast_type(r->ast, clang_getCursorType(c));
    struct expr *constant = narrowed_constant(r, kids.list[kids.n - 1], to);
    if (constant)
        return constant;
    struct expr *inner = ast_expr(r, kids.list[kids.n - 1]);
    return convert(r, inner, to, false, b, e);
}

/* ---- leaves ---- */

static struct expr *integer_literal(struct region *r, CXCursor c)
{
    struct expr *e = ast_expr_at(r, EXPR_INT, c);
    const char *s = r->src->text + e->begin;
    if (s[0] == '0' && (s[1] == 'b' || s[1] == 'B'))
        e->value = (long long)strtoull(s + 2, NULL, 2);
    else
        e->value = (long long)strtoull(s, NULL, 0);
    return e;
}

static struct expr *floating_literal(struct region *r, CXCursor c)
{
    struct expr *e = ast_expr_at(r, EXPR_FLOAT, c);
    if (!type_is_floating(e->type))
        return refuse(r, e->type->kind == TYPE_LONG_DOUBLE ? REFUSE_DEVICE : REFUSE_LOOP, e->begin,
                      CODE_LONG_DOUBLE, "constant of type '%s', which devices do not have",
                      e->type->spelling);
    size_t n = strspn(r->src->text + e->begin, "0123456789abcdefABCDEFxXpP.+-");
    /* stop at a sign that does not belong to an exponent */
    const char *s = r->src->text + e->begin;
    bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    for (size_t i = 1; i < n; i++)
        if ((s[i] == '+' || s[i] == '-') && !strchr(hex ? "pP" : "eE", s[i - 1]))
            n = i;
    while (n > 1 && !hex && strchr("fFdD", s[n - 1]))
        n--;
    e->text = ir_strndup(s, n);
    return e;
}

/* libclang has the value as if it were signed. */
static struct expr *enumerator(struct region *r, CXCursor c, CXCursor declared)
{
    struct expr *e = ast_int_const(r, c, clang_getEnumConstantDeclValue(declared));
    if (type_is_unsigned(e->type) && e->type->size < 8)
        e->value &= (1LL << 8 * e->type->size) - 1;
    return e;
}

static struct expr *variable(struct region *r, CXCursor c)
{
    CXCursor ref = clang_getCursorReferenced(c);
    if (clang_getCursorKind(ref) == CXCursor_EnumConstantDecl)
        return enumerator(r, c, ref);
    struct expr *named = ast_named_operand(r, ref);
    if (named || r->stopped)
        return named;
    struct expr *e = ast_expr_at(r, EXPR_VAR, c);
    CXCursor function;
    e->decl = ast_decl(r, ref);
    if (e->decl->kind == DECL_FUNCTION)
        return e;
    if (ast_is_given(r->ast->given, ref, &function))
        return refuse(r, REFUSE_LOOP, e->begin, CODE_CALL_POINTER,
                      "'%s', a function that a call hands on, is used otherwise than by calling it",
                      e->decl->name);
    if (ast_foreign_static(r, ref, e->decl))
        ast_add_table(r, ref, e->decl);
    else if (r->ast->apart && e->decl->kind == DECL_GLOBAL && ast_is_table(r->ast, ref))
        e->decl = ast_own_table(r, ref, e->decl);
    e->type = e->decl->type;
    if (ast_scratch_has_rows(r, c))
        return refuse(r, REFUSE_DEVICE, e->begin, CODE_VLA_LOCAL,
                      "'%s', an array of variable length with rows, is used otherwise than by two "
                      "subscripts; compute the places in an array of one dimension",
                      e->decl->name);
    if (e->type->is_volatile)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_VOLATILE,
                      "'%s' is volatile; copy it to a plain variable before the loop",
                      e->decl->name);
    if (e->type->is_atomic && !e->decl->in_region && !ast_is_updated(r, c, e))
        return refuse(r, REFUSE_LOOP, e->begin, CODE_ATOMIC,
                      "'%s' is atomic; copy it to a plain variable before the loop", e->decl->name);
    return e;
}

static struct expr *member_of(struct expr *of, const struct field *f)
{
    struct expr *e = expr_new(EXPR_MEMBER, f->type, of->begin, of->end);
    e->a = of;
    e->field = f;
    return e;
}

/* libclang leaves out the anonymous structures and unions on the way to `f`:
 * what stands between `of` and it, or NULL. */
static struct expr *through_anonymous(struct expr *of, const struct field *f)
{
    if (of->type->kind != TYPE_RECORD)
        return NULL;
    const struct record *rec = of->type->record;
    if (f >= rec->fields && f < rec->fields + rec->n_fields)
        return of;
    for (size_t i = 0; i < rec->n_fields; i++)
        if (!*rec->fields[i].name) {
            struct expr *found = through_anonymous(member_of(of, &rec->fields[i]), f);
            if (found)
                return found;
        }
    return NULL;
}

/* The type of a bit-field's value, after the integer promotions: of those that
 * are wider than an int, compilers have different opinions. */
static struct type *bit_field_type(struct region *r, const struct expr *e)
{
    const struct field *f = e->field;
    if (f->bits > 32 || (f->bits == 32 && f->type->size > 4) || !type_is_integer(f->type))
        refuse_device(r, e->begin, CODE_BIT_FIELD,
                      "bit-field '%s' has %d bits: compilers disagree on the type of its value",
                      f->name, f->bits);
    if (f->type->size < 4 || f->bits >= 32)
        return f->type;
    return type_int();
}

static struct expr *member(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    const struct field *f = ast_field(r->ast, clang_getCursorReferenced(c));
    if (!f || kids.n == 0)
        return ast_unsupported(r, c, "this member access");
    struct expr *e = ast_expr_at(r, EXPR_MEMBER, c);
    struct expr *of = ast_expr(r, kids.list[0]);
    if (of->type->kind == TYPE_POINTER) {
        struct expr *d = expr_new(EXPR_DEREF, of->type->of, of->begin, of->end);
        d->a = of;
        of = d;
    }
    e->a = through_anonymous(of, f);
    if (!e->a)
        return ast_unsupported(r, c, "this member access");
    e->field = f;
    e->type = f->type;
    if (f->type->is_volatile || of->type->is_volatile)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_VOLATILE,
                      "member '%s' is volatile; copy it to a plain variable before the loop",
                      f->name);
    if (f->type->is_atomic && !ast_is_updated(r, c, e))
        return refuse(r, REFUSE_LOOP, e->begin, CODE_ATOMIC,
                      "member '%s' is atomic; copy it to a plain variable before the loop",
                      f->name);
    if (f->bits >= 0)
        e->type = bit_field_type(r, e);
    return e;
}

/* ---- operators ---- */

static struct expr *subscript(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    struct expr *cell = ast_scratch_cell(r, c);
    if (cell)
        return cell;
    struct expr *e = ast_expr_at(r, EXPR_INDEX, c);
    e->a = ast_expr(r, kids.list[0]);
    e->b = ast_expr(r, kids.list[1]);
    if (e->a->type->kind != TYPE_POINTER) { /* 3[a] */
        struct expr *t = e->a;
        e->a = e->b;
        e->b = t;
    }
    if (e->a->type->kind != TYPE_POINTER)
        return ast_unsupported(r, c, "this subscript");
    if (e->a->type->of->is_volatile)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_VOLATILE,
                      "volatile memory is accessed; copy it to plain memory before the loop");
    return e;
}

/* What an assignment of a bit-field gives is promoted as the bit-field is. */
static struct expr *promoted(struct expr *e)
{
    if (expr_is_bit_field(e->a))
        e->type = e->a->type;
    return e;
}

static struct expr *unary(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    bool changes = op <= CXUnaryOperator_AddrOf; /* ++, -- and & */
    struct expr *a = changes ? ast_updated(r, kids.list[0]) : ast_expr(r, kids.list[0]);
    if (op == CXUnaryOperator_Plus || op == CXUnaryOperator_Extension)
        return a;
    if (op == CXUnaryOperator_Real || op == CXUnaryOperator_Imag)
        return ast_complex_part(r, c, a, op == CXUnaryOperator_Imag);
    struct expr *e = ast_expr_at(r, EXPR_UNARY, c);
    e->a = a;
    switch (op) {
    case CXUnaryOperator_Minus:
        e->op = OP_NEGATE;
        break;
    case CXUnaryOperator_Not:
        e->op = OP_COMPLEMENT;
        break;
    case CXUnaryOperator_LNot:
        e->op = OP_NOT;
        break;
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreDec:
        e->kind = EXPR_INCDEC;
        e->op = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PreInc ? OP_INCREMENT
                                                                              : OP_DECREMENT;
        e->postfix = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec;
        return ast_atomically(r, promoted(e));
    case CXUnaryOperator_AddrOf:
        e->kind = EXPR_ADDR;
        if (e->a->kind == EXPR_VAR)
            e->a->decl->addressed = true;
        break;
    case CXUnaryOperator_Deref:
        e->kind = EXPR_DEREF;
        if (e->type->is_volatile)
            return refuse(r, REFUSE_LOOP, e->begin, CODE_VOLATILE,
                          "volatile memory is accessed; copy it to plain memory before the loop");
        break;
    default:
        return ast_unsupported(r, c, "this unary operator");
    }
    return e;
}

/* May the left operand of && or || settle what comes out?  In a chain of one operator those
 * before its last have been asked already. */
static bool may_settle(struct ast *ast, CXCursor c, const struct expr *left, enum c_op op)
{
    long long value;
    while (clang_getCursorKind(c) == CXCursor_ParenExpr)
        c = ast_children(ast, c).list[0];
    if (left->kind != EXPR_BINARY || left->op != op ||
        clang_getCursorKind(c) != CXCursor_BinaryOperator)
        return true;
    return ast_evaluate(ast_children(ast, c).list[1], &value) && (value != 0) == (op == OP_LOR);
}

static struct expr *binary(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    enum c_op op = c_op_find(
        ast_string(clang_getBinaryOperatorKindSpelling(clang_getCursorBinaryOperatorKind(c))));
    bool assign = c_op_is(op, C_OP_ASSIGN);
    if (!op)
        return ast_unsupported(r, c, "this binary operator");
    struct expr *e = ast_expr_at(r, assign ? EXPR_ASSIGN : EXPR_BINARY, c);
    long long left;
    e->op = op;
    e->a = assign ? ast_updated(r, kids.list[0]) : ast_expr(r, kids.list[0]);
    bool either = op == OP_LOR;
    if (c_op_is(op, C_OP_LOGICAL) && may_settle(r->ast, kids.list[0], e->a, op) &&
        ast_settled(kids.list[0], e->a, &left) && (left != 0) == either)
        return ast_int_const(r, c, either); /* nobody asks for the other operand */
    e->b = ast_expr(r, kids.list[1]);
    return assign ? ast_atomically(r, promoted(e)) : e;
}

static struct expr *conditional(struct region *r, CXCursor c)
{
    struct children kids = ast_children(r->ast, c);
    struct expr *e = ast_expr_at(r, EXPR_COND, c);
    long long first;
    e->a = ast_expr(r, kids.list[0]);
    if (ast_settled(kids.list[0], e->a, &first)) {
        struct expr *value = ast_expr(r, kids.list[first ? 1 : 2]);
        if (value->kind == EXPR_CAST) /* without the other operand nothing else implies it */
            value->implicit = false;
        return convert(r, value, e->type, false, e->begin, e->end);
    }
    e->b = ast_expr(r, kids.list[1]);
    e->c = ast_expr(r, kids.list[2]);
    return e;
}

/* sizeof, alignof */
static struct expr *type_query(struct region *r, CXCursor c)
{
    long long value;
    if (ast_evaluate(c, &value))
        return ast_int_const(r, c, value);
    struct expr *scratch = ast_scratch_size(r, c);
    if (scratch)
        return convert(r, scratch, ast_type(r->ast, clang_getCursorType(c)), true, scratch->begin,
                       scratch->end);
    struct expr *e = ast_expr_at(r, EXPR_HOST, c);
    e->text = region_quote(r, e->begin, e->end);
    return e;
}

static struct expr *character(struct region *r, CXCursor c)
{
    long long value;
    if (!ast_evaluate(c, &value))
        return ast_unsupported(r, c, "this character constant");
    return ast_int_const(r, c, value);
}

static bool check_type(struct region *r, const struct expr *e)
{
    if (e->type->kind == TYPE_LONG_DOUBLE)
        return refuse(r, REFUSE_DEVICE, e->begin, CODE_LONG_DOUBLE,
                      "'long double' arithmetic, which devices do not have; use double");
    if (e->type->kind == TYPE_COMPLEX)
        return refuse(r, REFUSE_DEVICE, e->begin, CODE_COMPLEX,
                      "arithmetic of type '%s', which devices do not have", e->type->spelling);
    if (e->type->kind == TYPE_OTHER)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_UNSUPPORTED_TYPE, "a value of type '%s'",
                      e->type->spelling);
    return true;
}

static struct expr *dispatch(struct region *r, CXCursor c)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_ParenExpr:
        return wrapped(r, c);
    case CXCursor_UnexposedExpr:
        return wrapped(r, c);
    case CXCursor_IntegerLiteral:
        return integer_literal(r, c);
    case CXCursor_FloatingLiteral:
        return floating_literal(r, c);
    case CXCursor_ImaginaryLiteral:
        return ast_imaginary(r, c);
    case CXCursor_CharacterLiteral:
        return character(r, c);
    case CXCursor_DeclRefExpr:
        return variable(r, c);
    case CXCursor_MemberRefExpr:
        return member(r, c);
    case CXCursor_ArraySubscriptExpr:
        return subscript(r, c);
    case CXCursor_UnaryOperator:
        return unary(r, c);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return binary(r, c);
    case CXCursor_ConditionalOperator:
        return conditional(r, c);
    case CXCursor_CStyleCastExpr:
        return explicit_cast(r, c);
    case CXCursor_UnaryExpr:
        return type_query(r, c);
    case CXCursor_CallExpr:
        return ast_call(r, c);
    case CXCursor_InitListExpr:
        return ast_init_list(r, c, ast_type(r->ast, clang_getCursorType(c)));
    case CXCursor_StringLiteral:
        return ast_string_array(r, c);
    case CXCursor_StmtExpr:
        return ast_statement_expr(r, c);
    case CXCursor_CompoundLiteralExpr:
        return ast_literal(r, c);
    case CXCursor_GenericSelectionExpr:
        return ast_generic(r, c);
    default:
        return ast_unsupported(r, c, "this expression");
    }
}

/* Only lvalues and initialisers are arrays; of an array parameter's values
 * libclang shows the type as it was written. */
static void adjust_type(struct expr *e)
{
    bool lvalue = e->kind == EXPR_VAR || e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX ||
                  e->kind == EXPR_DEREF || e->kind == EXPR_INIT || e->kind == EXPR_LITERAL;
    if (e->type->kind != TYPE_ARRAY || lvalue)
        return;
    struct type *t = ir_alloc(sizeof *t);
    *t = *e->type;
    t->kind = TYPE_POINTER;
    t->size = 8;
    e->type = t;
}

/* A local array whose length is constant, though C calls it variable (ast_type.c): libclang does
 * not know, and says so of its parts, too. */
static void adjust_extent(struct expr *e)
{
    const struct type *t = e->a ? e->a->type : NULL;
    bool rows = e->kind == EXPR_DECAY && e->type->kind == TYPE_POINTER;
    struct type *seen = rows ? e->type->of : e->type;
    if (seen->kind != TYPE_ARRAY || seen->size >= 0)
        return;
    if (e->kind == EXPR_VAR && e->decl->type->size > 0)
        e->type = e->decl->type;
    else if (rows && t->kind == TYPE_ARRAY && t->size > 0)
        e->type = type_pointer_to(t->of);
    else if (e->kind == EXPR_INDEX && t->kind == TYPE_POINTER && t->of->size > 0)
        e->type = t->of;
}

struct expr *ast_or_zero(struct region *r, CXCursor c, struct expr *e)
{
    if (!r->stopped)
        return e;
    e = ast_expr_at(r, EXPR_INT, c);
    adjust_type(e);
    return e;
}

struct expr *ast_expr(struct region *r, CXCursor c)
{
    struct expr *e = r->stopped ? NULL : ast_scratch_pointer(r, c);
    if (!e && !r->stopped)
        e = dispatch(r, c);
    if (e && !r->stopped) {
        adjust_type(e);
        adjust_extent(e);
    }
    return ast_or_zero(r, c, e && check_type(r, e) ? e : NULL);
}

/* SPDX-License-Identifier: MIT */
/* emit_expr.c: expressions of the device text. */
#include "emit_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../front/ast.h"
#include "../ir/math_table.h"

/* Printed as it stands, would a comma of C be taken for a separator? */
static bool is_comma(const struct expr *e)
{
    e = expr_strip(e);
    return e->kind == EXPR_BINARY && e->op == OP_COMMA;
}

/* An argument or initialiser: C converts by the prototype, C++ would choose
 * another overload. */
void emit_exact(struct emitter *em, struct expr *e)
{
    if (e->kind == EXPR_CAST && e->implicit && e->type->kind == TYPE_SCALAR) {
        buf_printf(em->out, "(%s)", emit_type(em, e->type));
        emit_operand(em, e->a);
    } else if (is_comma(e)) {
        emit_operand(em, e);
    } else {
        emit_expr(em, e);
    }
}

static void call_args(struct emitter *em, struct expr *e, const char *first)
{
    emit_put(em, "(");
    emit_put(em, first);
    for (size_t i = 0; i < e->n_args; i++) {
        if (i || *first)
            emit_put(em, ", ");
        struct expr *value = shape_temporary(e->args[i]);
        if (value) {
            emit_put(em, "tcr_address(");
            emit_expr(em, value);
            emit_put(em, ")");
        } else if (e->args[i]) {
            emit_exact(em, e->args[i]);
        }
    }
    emit_put(em, ")");
}

static void call(struct emitter *em, struct expr *e)
{
    if (emit_best_place(em, e))
        return;
    if (!e->math) {
        emit_put(em, expr_facts(e)->function >= 0 ? em->r->functions[expr_facts(e)->function].name
                                                  : ast_function(em->r, e->decl, e->begin)->name);
        call_args(em, e,
                  !em->p->checks  ? "A"
                  : !em->p->marks ? "A, " EMIT_GONE
                                  : "A, " EMIT_GONE ", " EMIT_ITERATION);
    } else if (!e->math->device) {
        emit_exact(em, e->args[0]);
    } else if (strncmp(e->math->device, "tcr_nan", 7) == 0 || e->n_args == 0) {
        buf_printf(em->out, "%s()", e->math->device);
    } else {
        emit_put(em, e->math->device);
        call_args(em, e, "");
    }
}

static void integer(struct emitter *em, struct expr *e)
{
    const char *suffix = "";
    if (e->type->kind == TYPE_SCALAR)
        suffix = e->type->scalar == TCR_U32   ? "u"
                 : e->type->scalar == TCR_I64 ? "ll"
                 : e->type->scalar == TCR_U64 ? "ull"
                                              : "";
    if (type_is_unsigned(e->type))
        buf_printf(em->out, "%llu%s", (unsigned long long)e->value, suffix);
    else if (e->value == -9223372036854775807LL - 1)
        emit_put(em, "(-9223372036854775807ll - 1)");
    else if (e->value == -2147483648LL)
        buf_printf(em->out, "(-2147483647%s - 1)", suffix);
    else
        buf_printf(em->out, e->value < 0 ? "(%lld%s)" : "%lld%s", e->value, suffix);
}

/* Without the suffix that C gave it; out of range it is infinite, which C++
 * does not accept in this form. */
static void floating(struct emitter *em, struct expr *e)
{
    bool is_double = e->type->scalar == TCR_F64;
    char *end;
    bool infinite = isinf(is_double ? strtod(e->text, &end) : strtof(e->text, &end));
    int digits = (int)(end - e->text);
    if (type_is_half(e->type))
        buf_printf(em->out, "(%s)", emit_type(em, e->type));
    if (infinite)
        emit_put(em, is_double ? "tcr_inf()" : "tcr_inff()");
    else
        buf_printf(em->out, "%.*s%s%s", digits, e->text,
                   memchr(e->text, '.', (size_t)digits) || strpbrk(e->text, "eEpP") ? "" : ".0",
                   is_double ? "" : "f");
}

/* 1.0f / sqrtf(x), each rounded as C rounds it, has a function of its own (kernels/math.cuh); where
 * the user's flags let the device compiler round otherwise, that has a better one. */
static bool is_root_inverse(const struct emitter *em, const struct expr *e)
{
    const struct expr *one = expr_strip(e->a), *root = e->b;
    return e->op == OP_DIV && !em->r->finite_math && root->kind == EXPR_CALL && root->math &&
           root->math->device && strcmp(root->math->device, "sqrtf") == 0 &&
           type_is_floating(e->type) && e->type->size == 4 &&
           (one->kind == EXPR_INT ? one->value == 1
                                  : one->kind == EXPR_FLOAT && strtod(one->text, NULL) == 1);
}

static void binary(struct emitter *em, struct expr *e)
{
    bool pointer = e->type->kind == TYPE_POINTER;
    if (pointer && e->op != OP_COMMA) {
        struct expr *p = e->a->type->kind == TYPE_POINTER ? e->a : e->b;
        if (shape_is_null(p))
            buf_printf(em->out, "(%s)", emit_type(em, p->type));
        emit_operand(em, p);
        buf_printf(em->out, " %s ", c_op_token(e->op));
        emit_scaled(em, e, p == e->a ? e->b : e->a, e->type->of);
        return;
    }
    if (e->sees_nan && em->ordered != e) {
        emit_ordered(em, e);
        return;
    }
    if (is_root_inverse(em, e)) {
        emit_put(em, "tcr_root_inverse(");
        emit_exact(em, e->b->args[0]);
        emit_put(em, ")");
        return;
    }
    if (emit_wrapping(em, e))
        return;
    emit_operand(em, e->a);
    buf_printf(em->out, " %s ", c_op_token(e->op));
    emit_operand(em, e->b);
}

/* The lvalue that an assignment changes, or a part of it. */
void emit_target(struct emitter *em, struct expr *e, bool updates)
{
    struct emitter outer = *em;
    em->written = em->target = e;
    em->updates = updates;
    while (em->written->kind == EXPR_MEMBER)
        em->written = em->written->a;
    emit_operand(em, e);
    em->written = outer.written;
    em->target = outer.target;
    em->updates = outer.updates;
}

static void plain_assign(struct emitter *em, struct expr *e)
{
    bool updates = e->op != OP_ASSIGN, half = type_is_half(e->a->type);
    if (e->atomic || e->gives == VALUE_EXPECTED) {
        emit_atomic(em, e);
        return;
    }
    if (emit_bits_change(em, e))
        return;
    if (e->a->type->kind == TYPE_RECORD && !type_is_complex(e->a->type)) {
        emit_put(em, "tcr_copy_record(");
        emit_target(em, e->a, false);
        emit_put(em, ", ");
        emit_exact(em, e->b);
        emit_put(em, ")");
        return;
    }
    if (emit_ahead_update(em, e) || emit_wrapping(em, e))
        return;
    emit_target(em, e->a, updates && !half);
    if (half && updates) {
        bool sum = e->a->reduction >= 0 && e->op == OP_ASSIGN_ADD;
        emit_put(em, sum ? " = tcr_plus(" : " = ");
        emit_operand(em, e->a);
        if (sum)
            emit_put(em, ", ");
        else
            buf_printf(em->out, " %s ", c_op_token(c_op_plain(e->op)));
        emit_operand(em, e->b);
        emit_put(em, sum ? ")" : "");
        return;
    }
    buf_printf(em->out, " %s ", c_op_token(e->op));
    const char *wraps = emit_wraps_operand(em, e);
    if (wraps) {
        buf_printf(em->out, "(%s)", wraps);
        emit_operand(em, e->b);
    } else {
        emit_exact(em, e->b);
    }
}

static void assign(struct emitter *em, struct expr *e)
{
    bool resets = emit_reset(em, e);
    plain_assign(em, e);
    emit_put(em, resets ? ")" : "");
}

/* Of a complex number, a cast to a real type. */
static void real_part(struct emitter *em, struct expr *e)
{
    bool truth = type_is_bool(e->type);
    buf_printf(em->out, "(%s)", emit_type(em, e->type));
    emit_operand(em, e->a);
    emit_put(em, truth ? "" : ".re");
}

static void cast(struct emitter *em, struct expr *e)
{
    if (shape_is_null(e)) {
        emit_put(em, "nullptr"); /* whichever of the device's pointers it meets */
    } else if (e->type->kind == TYPE_POINTER) {
        struct type *to = type_flat_element(e->type->of);
        bool local = shape_points_local(e->a);
        if (local)
            buf_printf(em->out, "((%s)(", emit_local_pointer(em, e->type));
        else
            buf_printf(em->out, "tcr_cast<%s>(", emit_pointee(em, to));
        emit_exact(em, e->a);
        emit_put(em, local ? "))" : ")");
    } else if (e->type->kind == TYPE_VOID) {
        emit_put(em, "(void)");
        emit_operand(em, e->a);
    } else if (type_is_complex(e->type)) {
        buf_printf(em->out, "tcr_to_complex<%s>(", emit_type(em, e->type->record->part));
        emit_expr(em, e->a);
        emit_put(em, ")");
    } else if (type_is_complex(e->a->type)) {
        real_part(em, e);
    } else if (e->implicit && !type_is_half(e->a->type) && e->a->type->kind == TYPE_SCALAR) {
        emit_expr(em, e->a); /* C++ converts the same way */
    } else {
        buf_printf(em->out, "(%s)", emit_type(em, e->type));
        emit_operand(em, e->a);
    }
}

static void initialiser(struct emitter *em, struct expr *e)
{
    if (emit_members_list(em, e))
        return;
    emit_put(em, "{");
    for (size_t i = 0; i < e->n_args; i++) {
        emit_put(em, i ? ", " : "");
        emit_exact(em, e->args[i]);
    }
    emit_put(em, "}");
}

/* What the argument block or a reduction variable of ours stands for. */
static bool substituted(struct emitter *em, struct expr *e)
{
    struct region *r = em->r;
    if (e->reduction >= 0 && r->reductions[e->reduction].section)
        emit_section_place(em, e);
    else if (e->reduction >= 0)
        emit_put(em, em->names[e->reduction]);
    else if (shape_is_captured(e))
        buf_printf(em->out, "A.%s", r->captures[expr_facts(e)->capture].name);
    else if (expr_facts(e)->base >= 0 && r->bases[expr_facts(e)->base].name)
        buf_printf(em->out, "A.%s", r->bases[expr_facts(e)->base].name);
    else
        return false;
    return true;
}

/* An operator written before or after its operand. */
static void unary(struct emitter *em, struct expr *e)
{
    if (emit_bits_change(em, e) || emit_wrapping(em, e))
        return;
    emit_put(em, e->postfix ? "" : e->kind == EXPR_DEREF ? "*" : c_op_token(e->op));
    emit_put(em, emit_bare(em, e));
    if (e->kind == EXPR_INCDEC)
        emit_target(em, e->a, true);
    else
        emit_operand(em, e->a);
    emit_put(em, e->postfix ? c_op_token(e->op) : "");
}

static void conditional(struct emitter *em, struct expr *e)
{
    emit_operand(em, e->a);
    emit_put(em, " ? ");
    emit_exact(em, e->b);
    emit_put(em, " : ");
    emit_exact(em, e->c);
}

static void member(struct emitter *em, struct expr *e)
{
    if (e->field->bits >= 0) {
        emit_bits(em, e);
        return;
    }
    struct expr *outer = em->bare;
    if (shape_is_open(e->a->type->record, e->field))
        em->bare = emit_element_of(e->a); /* of which only the address is taken */
    emit_as_place(em, e->a);
    em->bare = outer;
    buf_printf(em->out, ".%s", emit_member_name(e->a->type->record, e->field));
}

static void literal(struct emitter *em, struct expr *e)
{
    if (shape_in_order(e->type->record))
        emit_put(em, emit_type(em, e->type));
    emit_expr(em, e->a);
}

static void variable(struct emitter *em, struct expr *e)
{
    emit_put(em, emit_decl_name(e->decl));
}

static void address_of(struct emitter *em, struct expr *e)
{
    emit_address(em, e->a, shape_is_local(e->a));
}

static void end(struct emitter *em, struct expr *e)
{
    bool value = e->type->kind != TYPE_VOID;
    emit_put(em, value ? "(" : "");
    emit_end(em, e);
    if (value)
        buf_printf(em->out, ", %s())", emit_type(em, e->type));
}

static void emit_part(struct emitter *em, struct expr *e)
{
    static void (*const emit[])(struct emitter *, struct expr *) = {
        [EXPR_INT] = integer,      [EXPR_FLOAT] = floating,   [EXPR_VAR] = variable,
        [EXPR_UNARY] = unary,      [EXPR_BINARY] = binary,    [EXPR_ASSIGN] = assign,
        [EXPR_INCDEC] = unary,     [EXPR_COND] = conditional, [EXPR_CALL] = call,
        [EXPR_INDEX] = emit_index, [EXPR_MEMBER] = member,    [EXPR_DEREF] = unary,
        [EXPR_ADDR] = address_of,  [EXPR_CAST] = cast,        [EXPR_DECAY] = emit_decay,
        [EXPR_LITERAL] = literal,  [EXPR_INIT] = initialiser, [EXPR_END] = end};
    if (emit_part_of(em, e) || substituted(em, e) || emit_streamed(em, e) || emit_folded(em, e) ||
        emit_kept(em, e) || emit_early(em, e) || emit_joint_load(em, e) || emit_near(em, e))
        return;
    if (expr_facts(e)->from_record) /* there it is a number */
        buf_printf(em->out, "%s((%s *)", emit_type(em, e->type),
                   emit_pointee(em, type_flat_element(e->type->of)));
    const char *use = emit_use(em, e);
    emit_put(em, use ? use : "");
    if (!emit_checked(em, e))
        emit[e->kind](em, e);
    emit_put(em, use ? ")" : "");
    if (expr_facts(e)->from_record)
        emit_put(em, ")");
}

void emit_expr(struct emitter *em, struct expr *e)
{
    bool whole = !em->whole;
    if (whole)
        em->whole = e;
    emit_part(em, e);
    if (whole)
        em->whole = NULL;
}

static bool is_atom(const struct emitter *em, const struct expr *e)
{
    if (e->reduction >= 0 || expr_facts(e)->base >= 0 || shape_is_captured(e))
        return true;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
        return !type_is_half(e->type);
    case EXPR_VAR:
    case EXPR_CALL:
    case EXPR_INDEX:
    case EXPR_MEMBER:
        return true;
    case EXPR_CAST:
        return e->implicit && !type_is_half(e->a->type) && e->type->kind == TYPE_SCALAR &&
               e->a->type->kind == TYPE_SCALAR && is_atom(em, e->a);
    default:
        return false;
    }
}

/* With brackets unless it cannot be misread. */
void emit_operand(struct emitter *em, struct expr *e)
{
    bool atom = is_atom(em, e);
    emit_put(em, atom ? "" : "(");
    emit_expr(em, e);
    emit_put(em, atom ? "" : ")");
}

/* access_value.c: the abstract value of an expression. */
#include "access_private.h"

#include <string.h>

#include "emit.h"
#include "math_table.h"

/* ---- arithmetic ---- */

static bool narrows(const struct type *to, const struct type *from)
{
    if (!type_is_integer(from) || !type_is_integer(to))
        return true;
    return scalar_size(to->scalar) < scalar_size(from->scalar) || to->scalar == TCR_BOOL;
}

static bool invariant(const struct value *v)
{
    return v->kind == V_INT && affine_invariant(&v->aff);
}

/* C text of an invariant value, in the type that the program gives it. */
static const char *typed_text(const struct value *v, const struct type *t)
{
    return ir_printf("(%s)%s", emit_host_scalar(t), hostint_c(v->aff.c0));
}

static bool is_comparison(const char *op)
{
    return *op == '<' || *op == '>' || strcmp(op, "==") == 0 || strcmp(op, "!=") == 0;
}

static bool is_word(const struct type *t)
{
    return type_is_integer(t) && t->size == 4;
}

/* The outcome of an operation in e's type: an unsigned one of 32 bits may have
 * wrapped around, and what came from such a one goes on to. */
static struct value outcome(const struct walker *w, const struct expr *e, struct affine aff,
                            bool wraps)
{
    struct value v = value_integer(aff);
    v.wraps = is_word(e->type) && (wraps || type_is_unsigned(e->type) || w->r->signed_wraps);
    return v;
}

void access_settle(struct walker *w, struct value *v, const struct type *type)
{
    struct region *r = w->r;
    if (v->kind != V_INT || !v->wraps)
        return;
    v->wraps = false;
    if (affine_invariant(&v->aff)) {
        v->aff.c0 = hostint_text(ir_printf("(long long)(%s)", typed_text(v, type)));
        return;
    }
    struct index_check added = {v->aff, type_is_unsigned(type), w->conditional > 0};
    IR_PUSH(r->indices, r->n_indices, added);
}

static struct value divide(struct expr *e, const struct value *a, const struct value *b)
{
    /* a host division must not trap before the loop would have */
    if (!invariant(a) || !invariant(b) || b->aff.c0.text || b->aff.c0.k <= 0 || e->op[1])
        return value_unknown();
    if (a->wraps || (type_is_unsigned(e->a->type) && e->a->type->size == 8))
        return value_integer(affine_const(hostint_text(ir_printf(
            "(long long)(%s %s %s)", typed_text(a, e->a->type), e->op, hostint_c(b->aff.c0)))));
    return value_integer(affine_const(hostint_op(e->op, a->aff.c0, b->aff.c0)));
}

static struct value eval_arithmetic(struct walker *w, struct expr *e, const struct value *a,
                                    const struct value *b)
{
    if (a->kind != V_INT || b->kind != V_INT || !type_is_integer(e->type))
        return value_unknown();
    bool ca = affine_invariant(&a->aff), cb = affine_invariant(&b->aff);
    bool wraps = a->wraps || b->wraps;
    if (ca && cb && is_comparison(e->op) && strcmp(e->op, "<<") != 0 && strcmp(e->op, ">>") != 0)
        return value_integer(
            affine_const(hostint_text(ir_printf("(long long)(%s %s %s)", typed_text(a, e->a->type),
                                                e->op, typed_text(b, e->b->type)))));
    switch (*e->op) {
    case '+':
        return outcome(w, e, affine_add(&a->aff, &b->aff), wraps);
    case '-':
        return outcome(w, e, affine_sub(&a->aff, &b->aff), wraps);
    case '*':
        if (cb)
            return outcome(w, e, affine_scale(&a->aff, b->aff.c0), wraps);
        return ca ? outcome(w, e, affine_scale(&b->aff, a->aff.c0), wraps) : value_unknown();
    case '/':
    case '%':
        return divide(e, a, b);
    default:
        return value_unknown();
    }
}

/* ---- pointers ---- */

static bool same_base(const struct value *a, const struct value *b)
{
    return a->kind == V_POINTER && b->kind == V_POINTER &&
           (a->root == b->root ||
            (a->root->user_text && b->root->user_text && a->root->rows_of < 0 &&
             strcmp(a->root->user_text, b->root->user_text) == 0));
}

/* Two pointers are compared or subtracted.  Into one object, or with a null
 * pointer, the device's addresses do; else the host must tell, for the copies'
 * addresses say nothing. */
static struct value eval_pointers(struct walker *w, struct expr *e, const struct value *a,
                                  const struct value *b)
{
    bool device = a->kind == V_NULL || b->kind == V_NULL || a->kind == V_LOCAL ||
                  b->kind == V_LOCAL || same_base(a, b);
    if (device) {
        access_use(w, a);
        access_use(w, b);
        return value_unknown();
    }
    if (!a->text || !b->text || access_unsure(w) > (!a->subscripted && !b->subscripted))
        refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-compare",
               "pointers into different arrays are compared inside the loop");
    const char *text = ir_printf("((%s) %s (%s))", a->text, e->op, b->text);
    const char *guard = access_unsure(w) ? access_both(a->guard, b->guard) : NULL;
    access_set_capture(w, e, access_capture(w->r, text, guard, e->type));
    return value_integer(
        affine_const(hostint_text(ir_printf("(long long)%s", access_guarded(guard, text, "0")))));
}

static struct value eval_binary(struct walker *w, struct expr *e)
{
    bool logical = strcmp(e->op, "&&") == 0 || strcmp(e->op, "||") == 0;
    struct value a = access_eval(w, e->a);
    w->conditional += logical;
    struct value b = access_eval(w, e->b);
    w->conditional -= logical;
    bool pa = e->a->type->kind == TYPE_POINTER, pb = e->b->type->kind == TYPE_POINTER;
    if (strcmp(e->op, ",") == 0) {
        access_use(w, &a);
        return b;
    }
    if (e->type->kind == TYPE_POINTER)
        return pb ? access_advance(w, e, b, a, false) : access_advance(w, e, a, b, *e->op == '-');
    if (pa && pb && !logical)
        return eval_pointers(w, e, &a, &b);
    access_use(w, &a);
    access_use(w, &b);
    if (e->op[1] && !is_comparison(e->op))
        return value_unknown();
    long long k;
    if (strcmp(e->op, "<<") == 0 && a.kind == V_INT && expr_const(e->b, &k) && k >= 0 && k < 62)
        return outcome(w, e, affine_scale(&a.aff, hostint_const(1LL << k)), a.wraps);
    return eval_arithmetic(w, e, &a, &b);
}

static struct value cast_to_pointer(struct walker *w, struct expr *e, struct value v)
{
    const char *type = ir_printf("(__typeof__(%s))", e->type->spelling);
    long long k;
    if (e->a->type->kind != TYPE_POINTER) {
        if (expr_const(e->a, &k) && k == 0)
            return (struct value){.kind = V_NULL};
        bool fixed = invariant(&v);
        access_settle(w, &v, e->a->type);
        return (struct value){.kind = V_UNKNOWN,
                              .text =
                                  fixed ? ir_printf("(%s%s)", type, hostint_c(v.aff.c0)) : NULL};
    }
    if (v.kind == V_POINTER && e->type->of->kind != TYPE_VOID) {
        v.text = v.text ? ir_printf("(%s%s)", type, v.text) : NULL;
        v.proto = NULL;
    }
    return v;
}

static struct value cast_integer(struct walker *w, struct expr *e, struct value v)
{
    const struct type *to = e->type, *from = e->a->type;
    long long k;
    if (v.kind != V_INT || !type_is_integer(to))
        return value_unknown();
    if (type_is_integer(from) && expr_const(e->a, &k) && k >= 0 && k < 127 &&
        to->scalar != TCR_BOOL)
        return v;
    bool narrow = narrows(to, from);
    if (affine_invariant(&v.aff) && (narrow || v.wraps))
        return value_integer(affine_const(hostint_text(
            ir_printf("(long long)((%s)%s)", emit_host_scalar(to), typed_text(&v, from)))));
    if (!is_word(to)) {
        access_settle(w, &v, from);
        return narrow ? value_unknown() : v;
    }
    v.wraps |= narrow || (type_is_unsigned(to) != type_is_unsigned(from) &&
                          (is_word(from) || type_is_unsigned(to)));
    return v;
}

static struct value eval_cast(struct walker *w, struct expr *e)
{
    struct value v = access_eval(w, e->a);
    if (e->type->kind == TYPE_POINTER)
        return cast_to_pointer(w, e, v);
    if (e->a->type->kind != TYPE_POINTER)
        return cast_integer(w, e, v);
    if (e->type->kind == TYPE_SCALAR && e->type->scalar != TCR_BOOL)
        refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-to-integer",
               "a pointer is converted to an integer");
    access_use(w, &v);
    return value_unknown();
}

/* ---- calls ---- */

static struct value eval_math(struct walker *w, struct expr *e)
{
    for (size_t i = 0; i < e->n_args; i++) {
        if (!e->args[i])
            continue;
        struct value v = access_eval(w, e->args[i]);
        if (e->args[i]->type->kind == TYPE_POINTER && v.kind != V_LOCAL)
            refuse(w->r, REFUSE_LOOP, e->begin, "writes-memory",
                   "'%s' writes through a pointer that does not point to a local variable",
                   e->decl->name);
    }
    return value_unknown();
}

static struct value eval_call(struct walker *w, struct expr *e)
{
    if (e->math)
        return eval_math(w, e);
    struct device_function *f = ast_function(w->r, e->decl, e->begin);
    f->called |= !w->header;
    for (size_t i = 0; i < e->n_args && i < f->n_params; i++) {
        struct value v = access_eval(w, e->args[i]);
        access_use(w, &v);
        access_define(w, f->params[i], v);
    }
    struct value result = value_unknown();
    struct walker saved = *w;
    w->returned = &result;
    w->call_conditional = w->conditional;
    w->call_inner = w->inner;
    access_stmt(w, f->body);
    w->returned = saved.returned;
    w->conditional = saved.conditional;
    w->call_conditional = saved.call_conditional;
    w->call_inner = saved.call_inner;
    return result;
}

/* ---- assignments ---- */

static void store(struct walker *w, struct expr *lhs)
{
    if (lhs->reduction >= 0)
        return;
    struct place p = access_place(w, lhs);
    if (!p.local)
        refuse(w->r, REFUSE_LOOP, lhs->begin, "writes-memory", "'%s' is written in the loop",
               region_quote(w->r, lhs->begin, lhs->end));
}

static struct value eval_assign(struct walker *w, struct expr *e)
{
    struct value v = access_eval(w, e->b);
    access_use(w, &v);
    store(w, e->a);
    if (e->a->kind == EXPR_VAR && e->a->reduction < 0) {
        if (strcmp(e->op, "=") != 0)
            v = value_unknown();
        access_define(w, e->a->decl, v);
        return v;
    }
    if (v.kind == V_POINTER || v.kind == V_LOCAL)
        refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-stored",
               "a pointer is stored in an array or structure");
    return value_unknown();
}

static struct value eval_var(struct walker *w, struct expr *e)
{
    struct binding *b = access_binding(w, e->decl);
    if (b)
        return b->value;
    if (access_is_local(w, e->decl) || e->reduction >= 0)
        return value_unknown();
    return access_load(w, e);
}

static struct value eval_cond(struct walker *w, struct expr *e)
{
    struct value a = access_eval(w, e->a);
    access_use(w, &a);
    w->conditional++;
    struct value b = access_eval(w, e->b), c = access_eval(w, e->c);
    access_use(w, &b);
    access_use(w, &c);
    w->conditional--;
    if (e->type->kind == TYPE_POINTER)
        refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-choice",
               "a pointer is chosen by a condition inside the loop");
    if (!invariant(&a) || !invariant(&b) || !invariant(&c) || !type_is_integer(e->type))
        return value_unknown();
    return outcome(w, e,
                   affine_const(hostint_text(ir_printf("(%s ? %s : %s)", hostint_c(a.aff.c0),
                                                       hostint_c(b.aff.c0), hostint_c(c.aff.c0)))),
                   b.wraps || c.wraps);
}

struct value access_eval(struct walker *w, struct expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
        return value_integer(affine_const(hostint_const(e->value)));
    case EXPR_FLOAT:
        return value_unknown();
    case EXPR_HOST:
        access_set_capture(w, e, access_capture(w->r, e->text, NULL, e->type));
        return value_integer(affine_const(hostint_text(ir_printf("(long long)(%s)", e->text))));
    case EXPR_VAR:
        return eval_var(w, e);
    case EXPR_UNARY: {
        struct value v = access_eval(w, e->a);
        access_use(w, &v);
        if (*e->op == '-' && v.kind == V_INT)
            return outcome(w, e, affine_scale(&v.aff, hostint_const(-1)), v.wraps);
        return value_unknown();
    }
    case EXPR_BINARY:
        return eval_binary(w, e);
    case EXPR_ASSIGN:
        return eval_assign(w, e);
    case EXPR_INCDEC:
        store(w, e->a);
        if (e->a->kind == EXPR_VAR && e->a->reduction < 0)
            access_define(w, e->a->decl, value_unknown());
        return value_unknown();
    case EXPR_COND:
        return eval_cond(w, e);
    case EXPR_CALL:
        return eval_call(w, e);
    case EXPR_CAST:
        return eval_cast(w, e);
    case EXPR_ADDR:
        return access_address(w, e);
    case EXPR_DECAY:
        return access_decay(w, e);
    case EXPR_INDEX:
    case EXPR_MEMBER:
    case EXPR_DEREF: {
        if (e->reduction >= 0)
            return value_unknown();
        return access_load(w, e);
    }
    case EXPR_LITERAL:
        return access_eval(w, e->a);
    case EXPR_INIT:
        for (size_t i = 0; i < e->n_args; i++) {
            struct value v = access_eval(w, e->args[i]);
            if (v.kind == V_POINTER || v.kind == V_LOCAL)
                refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-stored",
                       "a pointer is stored in an array or structure");
        }
        return value_unknown();
    }
    return value_unknown();
}

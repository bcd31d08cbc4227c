/* SPDX-License-Identifier: MIT */
/* access_value.c: the abstract value of an expression. */
#include "access_private.h"

#include <string.h>

#include "../analyse/fold.h"
#include "../ir/math_table.h"

/* ---- pointers ---- */

/* Two pointers are compared or subtracted.  Into one object, or with a null
 * pointer, the device's addresses do; else the host must tell, for the copies'
 * addresses say nothing. */
static struct value eval_pointers(struct walker *w, struct expr *e, const struct value *a,
                                  const struct value *b)
{
    bool device = a->kind == V_NULL || b->kind == V_NULL || a->kind == V_LOCAL ||
                  b->kind == V_LOCAL || access_one_object(a, b);
    if (device) {
        access_use(w, a);
        access_use(w, b);
        return value_unknown();
    }
    if (!a->is || !b->is || access_unsure(w) > (!a->subscripted && !b->subscripted))
        return value_refused(
            refuse(w->r, REFUSE_DEVICE, e->begin, CODE_POINTER_COMPARE,
                   "pointers into different arrays are compared inside the loop; compare indices"));
    return access_captured(w, e, symbol_binary(e->op, a->is, b->is), !access_unsure(w));
}

/* Evaluate the right operand of e, && or ||, whose operand before it is `left`.  It is not always
 * evaluated; if `assumes`, what `left` then says is taken for granted in it. */
static void eval_right(struct walker *w, struct expr *left, struct expr *e, bool assumes)
{
    struct flow without = access_save(w);
    w->conditional++;
    if (assumes)
        access_assume(w, left, e->op == OP_LAND);
    struct value b = access_eval(w, e->b);
    w->conditional--;
    access_meet(w, &without);
    access_use(w, &b);
}

/* A chain of one operator from left to right, so that each operand is assumed once: long ones
 * are not rare where programs write programs. */
static struct value eval_logical(struct walker *w, struct expr *e)
{
    struct expr **chain = NULL, *first = e;
    size_t n = 0, bounds = w->n_bounds;
    bool assumes = true;
    for (; first->kind == EXPR_BINARY && first->op == e->op; first = first->a)
        IR_PUSH(chain, n, first);
    struct value a = access_eval(w, first);
    access_use(w, &a);
    for (struct expr *left = first; n-- > 0; left = chain[n]->b) {
        assumes = assumes && !expr_has_effects(left);
        if (!assumes)
            w->n_bounds = bounds;
        eval_right(w, left, chain[n], assumes);
    }
    w->n_bounds = bounds;
    return access_truth();
}

static struct value eval_binary(struct walker *w, struct expr *e)
{
    bool pa = e->a->type->kind == TYPE_POINTER, pb = e->b->type->kind == TYPE_POINTER;
    if (c_op_is(e->op, C_OP_LOGICAL))
        return eval_logical(w, e);
    struct value a = access_eval(w, e->a), b = access_eval(w, e->b);
    if (e->op == OP_COMMA) {
        access_use(w, &a);
        return b;
    }
    if (e->type->kind == TYPE_POINTER)
        return pb ? access_advance(w, e, b, a) : access_advance(w, e, a, b);
    if (pa && pb)
        return eval_pointers(w, e, &a, &b);
    access_use(w, &a);
    access_use(w, &b);
    return access_arithmetic(w, e, &a, &b);
}

/* The type of a cast as the host has it; NULL if the loop's unit need not know it. */
static const char *cast_type(const struct walker *w, const struct expr *e)
{
    const struct type *t = e->type;
    const char *stars = "";
    if (e->begin < w->r->src->unit_size)
        return ir_printf("__typeof__(%s)", t->spelling);
    for (; t->kind == TYPE_POINTER; t = t->of)
        stars = ir_printf("%s*", stars);
    return t->kind == TYPE_SCALAR ? ir_printf("%s %s", type_host_name(t), stars)
           : t->kind == TYPE_VOID ? ir_printf("void %s", stars)
                                  : NULL;
}

static struct value cast_to_pointer(struct walker *w, struct expr *e, struct value v)
{
    const char *type = cast_type(w, e);
    long long k;
    if (e->a->type->kind != TYPE_POINTER) {
        if (expr_const(e->a, &k) && k == 0)
            return (struct value){.kind = V_NULL};
        bool fixed = access_invariant(&v);
        access_settle(w, &v, e->a->type);
        const struct symbol *number = fixed ? hostint_symbol(&w->r->symbols, v.aff.c0) : NULL;
        return (struct value){.kind = V_UNKNOWN,
                              .is = number && type ? symbol_cast(type, number) : NULL};
    }
    if (v.kind == V_POINTER && e->type->of->kind != TYPE_VOID) {
        v = value_named(&v, NULL);
        v.is = v.is && type ? symbol_cast(type, v.is) : NULL;
    }
    return v;
}

static struct value eval_cast(struct walker *w, struct expr *e)
{
    struct value v = access_eval(w, e->a);
    if (e->type->kind == TYPE_POINTER)
        return cast_to_pointer(w, e, v);
    if (e->a->type->kind != TYPE_POINTER)
        return access_convert(w, e, &v);
    if (e->type->kind == TYPE_SCALAR && e->type->scalar != TCR_BOOL)
        return value_refused(
            refuse(w->r, REFUSE_DEVICE, e->begin, CODE_POINTER_TO_INTEGER,
                   "a pointer is converted to an integer; use a difference of pointers"));
    access_use(w, &v);
    return value_unknown();
}

/* ---- calls ---- */

static struct value eval_math(struct walker *w, struct expr *e)
{
    struct value v = value_unknown();
    for (size_t i = 0; i < e->n_args; i++) {
        if (!e->args[i])
            continue;
        v = access_eval(w, e->args[i]);
        if (e->args[i]->type->kind == TYPE_POINTER && v.kind != V_LOCAL)
            return value_refused(
                refuse(w->r, REFUSE_LOOP, e->begin, CODE_WRITES_MEMORY,
                       "'%s' writes through a pointer that does not point to a local variable",
                       e->decl->name));
    }
    bool absolute = e->math->device && type_is_integer(e->type) && e->n_args == 1 &&
                    (strcmp(e->math->device, "abs") == 0 || strcmp(e->math->device, "llabs") == 0);
    return absolute ? access_absolute(w, &v) : value_unknown();
}

/* Can what a parameter points to differ from call to call? */
static bool takes_pointers(const struct device_function *f)
{
    for (size_t i = 0; i < f->n_params; i++)
        if (f->params[i]->type->kind == TYPE_POINTER || f->params[i]->type->kind == TYPE_RECORD)
            return true;
    return false;
}

/* The function for this call; a copy of it, if one cannot serve all calls. */
static struct device_function *function_of(struct walker *w, struct expr *e)
{
    enum { MOST_COPIES = 200 };
    struct region *r = w->r;
    if (expr_facts(e)->function >= 0)
        return &r->functions[expr_facts(e)->function];
    struct device_function *f = ast_function(r, e->decl, e->begin);
    if (!r->copies && access_names_records(w, e, f))
        return access_differ(r, 0, "");
    if (!r->copies || !takes_pointers(f) || r->n_functions > MOST_COPIES)
        return f;
    struct device_function copy = *f;
    copy.copy = true;
    copy.counted = false; /* its variables are other ones */
    copy.returns_memory = copy.returns_local = false;
    copy.walks = NULL;
    copy.body = stmt_clone(f->body, f->params, f->n_params, &copy.params);
    access_name_records(w, e, &copy);
    copy.name = ir_printf("%s_%zu", f->name, r->n_functions);
    access_facts(r, e)->function = (int)r->n_functions;
    IR_PUSH(r->functions, r->n_functions, copy);
    return &r->functions[r->n_functions - 1];
}

static bool visit_unbind(struct stmt *s, void *ctx)
{
    for (size_t i = 0; i < s->n_decls; i++)
        access_unbind(ctx, s->decls[i]);
    return true;
}

/* Device text has one type for a pointer to a local and another for all others. */
static bool note_returned(struct walker *w, struct expr *e, const struct value *result)
{
    struct region *r = w->r;
    const int own = expr_facts(e)->function;
    struct device_function *f = own >= 0 ? &r->functions[own] : ast_function(r, e->decl, e->begin);
    for (const struct value *one = result; one; one = one->also) {
        f->returns_memory |= one->kind == V_POINTER;
        f->returns_local |= one->kind == V_LOCAL;
    }
    if (f->returns_memory && f->returns_local)
        return access_differ(
            r, e->begin,
            ir_printf("'%s' returns a pointer to a local in one place and to mapped "
                      "memory in another",
                      e->decl->name));
    if (f->returns_local && type_flat_element(e->type->of)->kind == TYPE_POINTER)
        return refuse(r, REFUSE_DEVICE, e->begin, CODE_POINTER_SHAPE,
                      "'%s' returns a pointer to a local pointer", e->decl->name);
    access_facts(r, e)->to_local = f->returns_local;
    return true;
}

/* For the values that its parameters have here. */
static struct value walk_function(struct walker *w, const struct device_function *f)
{
    struct value result = value_unknown();
    const struct walker saved = *w;
    w->returned = &result;
    w->returns = false;
    w->choice = NULL;
    w->function = f->body;
    stmt_walk(f->body, visit_unbind, w); /* what another call has left */
    access_stmt(w, f->body);
    w->returned = saved.returned;
    w->returns = saved.returns;
    w->function = saved.function;
    w->choice = saved.choice;
    w->conditional = saved.conditional;
    w->n_bounds = saved.n_bounds;
    w->n_jumps = saved.n_jumps;
    w->flow.dead = saved.flow.dead;
    return result;
}

/* An argument may call the same function: parameters get their values after all of them. */
static struct value eval_call(struct walker *w, struct expr *e)
{
    if (e->math)
        return eval_math(w, e);
    struct device_function *called = function_of(w, e);
    if (!called)
        return value_unknown();
    called->called |= !w->header;
    const size_t n = e->n_args < called->n_params ? e->n_args : called->n_params;
    const size_t index = (size_t)(called - w->r->functions);
    struct value *args = ir_alloc((n + 1) * sizeof *args);
    for (size_t i = 0; i < n; i++) {
        args[i] = access_eval(w, e->args[i]);
        access_use(w, &args[i]);
    }
    struct value result = access_walk_call(w, &w->r->functions[index], args, n, walk_function);
    if (e->type->kind == TYPE_POINTER)
        note_returned(w, e, &result);
    return result;
}

/* ---- assignments ---- */

/* Compilers set a bit-field with the others beside it: to C, they are one place. */
static void store_bits(struct walker *w, struct expr *lhs, const struct value *at)
{
    const struct record *rec = lhs->a->type->record;
    const struct field *f = lhs->field, *first = f, *last = f, *end = rec->fields + rec->n_fields;
    while (!rec->is_union && first > rec->fields && first[-1].bits > 0)
        first--;
    while (!rec->is_union && last + 1 < end && last[1].bits > 0)
        last++;
    long long from = first->bit_offset / 8, to = (last->bit_offset + last->bits + 7) / 8;
    struct affine back = affine_const(hostint_const(from - f->bit_offset / 8));
    struct value all = value_shifted(at, &back);
    access_read(w, &all, to - from, lhs);
    access_write(w, lhs, &all, to - from);
}

/* What the assignment e changes.  `updates`: its old value is read, too. */
static bool store(struct walker *w, struct expr *e, bool updates, bool atomic)
{
    struct expr *lhs = e->a;
    if (lhs->reduction >= 0) {
        access_section(w, lhs);
        return true;
    }
    struct place p = access_place(w, lhs);
    if (p.local)
        return true;
    if (!p.memory)
        return refuse(w->r, REFUSE_LOOP, lhs->begin, CODE_WRITES_MEMORY,
                      "'%s' is written in the loop", region_quote(w->r, lhs->begin, lhs->end));
    if (expr_is_bit_field(lhs)) {
        store_bits(w, lhs, &p.at);
        return true;
    }
    w->atomic = atomic;
    if (updates)
        access_read(w, &p.at, lhs->type->size, lhs);
    w->stored = !updates && fold_is_constant(e->b) ? e->b : NULL;
    w->once = e->once;
    access_write(w, lhs, &p.at, lhs->type->size);
    w->once = false;
    w->stored = NULL;
    w->atomic = false;
    return true;
}

/* The type in which x op= y is computed. */
static struct type *common_type(struct type *x, struct type *y)
{
    return y->size > x->size || (y->size == x->size && type_is_unsigned(y)) ? y : x;
}

static struct expr *converted(struct expr *e, struct type *to)
{
    struct expr *cast = expr_new(EXPR_CAST, to, e->begin, e->end);
    cast->a = e;
    return cast;
}

/* What x op= y makes of x. */
static struct value updated(struct walker *w, struct expr *e, struct expr *y,
                            const struct value *by)
{
    struct expr *x = e->a, *sum = expr_new(EXPR_BINARY, x->type, e->begin, e->end);
    const struct value *old = access_value_of(w, x->decl);
    if (!old)
        return value_unknown();
    sum->op = c_op_plain(e->op);
    if (x->type->kind == TYPE_POINTER) {
        sum->a = x;
        sum->b = y;
        return access_advance(w, sum, *old, *by);
    }
    if (!type_is_integer(x->type) || !type_is_integer(y->type) || x->type->size < 4)
        return value_unknown();
    sum->type = common_type(x->type, y->type);
    sum->a = converted(x, sum->type);
    sum->b = converted(y, sum->type);
    struct value a = access_convert(w, sum->a, old), b = access_convert(w, sum->b, by);
    a = access_arithmetic(w, sum, &a, &b);
    return access_convert(w, converted(sum, x->type), &a);
}

static struct value eval_assign(struct walker *w, struct expr *e)
{
    struct value v = access_eval(w, e->b);
    access_use(w, &v);
    bool updates = e->op != OP_ASSIGN || (e->atomic && e->gives == VALUE_OLD);
    store(w, e, updates, e->atomic);
    if (e->a->kind == EXPR_VAR && e->a->reduction < 0) {
        if (e->op != OP_ASSIGN)
            v = updated(w, e, e->b, &v);
        access_define(w, e->a->decl, v);
        return v;
    }
    for (const struct value *u = &v; u; u = u->also)
        if (u->kind == V_POINTER || u->kind == V_LOCAL)
            return value_refused(
                refuse(w->r, REFUSE_DEVICE, e->begin, CODE_POINTER_STORED,
                       "a pointer is stored in an array or structure; use a local pointer"));
    return value_unknown();
}

static struct value eval_incdec(struct walker *w, struct expr *e)
{
    store(w, e, true, false);
    if (e->a->kind != EXPR_VAR || e->a->reduction >= 0)
        return value_unknown();
    struct expr *one = expr_new(EXPR_INT, type_int(), e->begin, e->end);
    one->value = 1;
    struct value by = value_integer(affine_const(hostint_const(1)));
    const struct value *known = access_value_of(w, e->a->decl);
    struct value old = known ? *known : value_unknown();
    struct value v = updated(w, e, one, &by);
    access_define(w, e->a->decl, v);
    return e->postfix ? old : v;
}

static struct value eval_var(struct walker *w, struct expr *e)
{
    const struct value *known = access_value_of(w, e->decl);
    if (known)
        return *known;
    if (access_is_local(w, e->decl) || e->reduction >= 0)
        return value_unknown();
    return access_load(w, e);
}

/* One side of a ?:, with what its condition says; *plain: without that. */
static struct value eval_side(struct walker *w, struct expr *e, bool holds, struct value *plain)
{
    size_t bounds = w->n_bounds;
    access_assume(w, e->a, holds);
    *plain = access_eval(w, holds ? e->b : e->c);
    struct value v = access_within(w, *plain, bounds);
    access_use(w, &v);
    w->n_bounds = bounds;
    return v;
}

static struct value eval_cond(struct walker *w, struct expr *e)
{
    struct value a = access_eval(w, e->a);
    access_use(w, &a);
    struct flow other = access_save(w);
    w->conditional++;
    struct value if_so, if_not;
    struct value b = eval_side(w, e, true, &if_so);
    access_swap(w, &other);
    struct value c = eval_side(w, e, false, &if_not);
    access_meet(w, &other);
    w->conditional--;
    struct value v = access_choice(w, e, &a, &b, &c);
    access_limit(w, &v, e->a, e->b, &if_so, e->c, &if_not);
    return v;
}

struct value access_eval(struct walker *w, struct expr *e)
{
    if (w->r->stopped)
        return value_unknown();
    switch (e->kind) {
    case EXPR_INT:
        return value_integer(affine_const(hostint_const(e->value)));
    case EXPR_FLOAT:
        return value_unknown();
    case EXPR_HOST:
        if (e->type->kind == TYPE_POINTER)
            return access_host_pointer(w, e);
        return access_captured(w, e, symbol_quote(&w->r->symbols, e->text), true);
    case EXPR_VAR:
        return eval_var(w, e);
    case EXPR_UNARY: {
        struct value v = access_eval(w, e->a);
        access_use(w, &v);
        if (e->op == OP_NEGATE)
            return access_negate(w, e, &v);
        return e->op == OP_NOT ? access_truth() : value_unknown();
    }
    case EXPR_BINARY:
        return eval_binary(w, e);
    case EXPR_ASSIGN:
        return eval_assign(w, e);
    case EXPR_INCDEC:
        return eval_incdec(w, e);
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
        if (e->reduction >= 0) {
            access_section(w, e);
            return value_unknown();
        }
        return access_load(w, e);
    }
    case EXPR_LITERAL:
        return access_eval(w, e->a);
    case EXPR_END:
        w->flow.dead = true;
        return value_unknown();
    case EXPR_INIT:
        for (size_t i = 0; i < e->n_args; i++) {
            struct value v = access_eval(w, e->args[i]);
            if (v.kind == V_POINTER || v.kind == V_LOCAL)
                return value_refused(
                    refuse(w->r, REFUSE_DEVICE, e->begin, CODE_POINTER_STORED,
                           "a pointer is stored in an array or structure; use a local pointer"));
        }
        return value_unknown();
    case EXPR_OPAQUE: /* not in regions */
    case EXPR_STATEMENTS:
        break;
    }
    return value_unknown();
}

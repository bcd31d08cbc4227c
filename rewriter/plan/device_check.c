/* SPDX-License-Identifier: MIT */
/*
 * device_check.c: what device text cannot say is refused here, before a plan is made: emission
 * prints whatever comes through.  In the order of the text: arguments, variables, functions, the
 * body; the first reason counts.
 */
#include "plan_private.h"

#include <string.h>

#include "../front/ast.h"
#include "../ir/math_table.h"
#include "../../spec/contract.h"
#include "device_shape.h"

/* Bytes of parameters that every device and driver takes, less the kernel's own. */
enum { MOST_ARGUMENTS = 4096 - (int)sizeof(struct tcr_grid) };

struct check {
    struct region *r;
    const struct record **records; /* that have been looked at */
    size_t n_records;
    const struct expr *whole; /* the expression that is no operand */
};

/* ---- types ---- */

static void check_type(struct check *c, const struct type *t);

static void check_record(struct check *c, const struct record *rec)
{
    struct region *r = c->r;
    for (size_t i = 0; i < c->n_records; i++)
        if (c->records[i] == rec)
            return;
    IR_PUSH(c->records, c->n_records, rec);
    if (!rec->complete)
        refuse_device(r, r->begin, CODE_INCOMPLETE_TYPE,
                      "the members of 'struct %s' are not known in this unit; include its header",
                      rec->tag);
    else if (rec->size == 0) /* in C++ it has one */
        refuse_device(r, r->begin, CODE_UNSUPPORTED_TYPE,
                      "a structure without members, which has no size; leave it out");
    for (size_t i = 0; i < rec->n_fields; i++) {
        const struct field *f = &rec->fields[i];
        if (!shape_has_member(f))
            continue;
        const struct type *flat = type_flat_element(f->type);
        size_t align = shape_align(f);
        if (align && ((size_t)(f->bit_offset / 8) % align || rec->align % align))
            refuse_device(r, r->begin, CODE_PACKED,
                          "member '%s' of a packed structure is not aligned; use one that is not "
                          "packed",
                          f->name);
        if (flat->kind != TYPE_POINTER) /* those are the host's, and of no use */
            check_type(c, flat);
    }
}

/* What a pointer points to: void stands for bytes. */
static void check_pointee(struct check *c, const struct type *t)
{
    const struct type *flat = type_flat_element((struct type *)t);
    if (flat->kind != TYPE_VOID)
        check_type(c, flat);
}

static void check_type(struct check *c, const struct type *t)
{
    if (t->kind == TYPE_POINTER)
        check_pointee(c, t->of);
    else if (t->kind == TYPE_RECORD && !type_is_complex(t))
        check_record(c, t->record);
    else if (t->kind != TYPE_VOID && t->kind != TYPE_SCALAR && t->kind != TYPE_RECORD)
        refuse_device(c->r, c->r->begin, CODE_UNSUPPORTED_TYPE, "a value of type '%s'",
                      t->spelling);
}

static void check_decl(struct check *c, const struct decl *d)
{
    const struct type *flat = type_flat_element(d->type);
    bool local = d->type->kind == TYPE_POINTER && decl_facts(d)->points_local;
    if (d->type->kind == TYPE_ARRAY && d->type->size < 0)
        refuse_device(c->r, d->offset, CODE_VLA_LOCAL,
                      "every iteration has its own variable-length array '%s'; give it a fixed "
                      "length",
                      d->name);
    if (local && type_flat_element(d->type->of)->kind == TYPE_POINTER)
        refuse_device(c->r, d->offset, CODE_POINTER_SHAPE, "'%s' points to a local pointer",
                      d->name);
    if (flat->kind == TYPE_POINTER && d->type->kind == TYPE_ARRAY)
        refuse_device(c->r, d->offset, CODE_POINTER_STORED, "'%s' is an array of pointers",
                      d->name);
    if (local)
        check_pointee(c, d->type->of);
    else
        check_type(c, flat);
}

/* ---- places ---- */

/* Of what the device reads or writes elsewhere when the place is not allowed. */
static void check_size(struct check *c, const struct expr *e)
{
    long long size = type_flat_element(e->type)->size;
    if (size < 1 || size > TCR_SPARE_BYTES)
        refuse_device(c->r, e->begin, CODE_EXTENT_UNKNOWN,
                      "elements of %lld bytes are read at places that cannot be computed "
                      "beforehand, which is possible up to %d bytes; read members",
                      size, TCR_SPARE_BYTES);
}

static void check_place(struct check *c, const struct expr *e)
{
    const struct expr_facts *f = expr_facts(e);
    const struct base *b = f->through >= 0 ? &c->r->bases[f->through] : NULL;
    bool element = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
    if (b && b->owned ? element
                      : (f->astray && b && b->checked) || shape_may_be_nowhere(c->r, e, c->whole))
        check_size(c, e);
}

/* Flat elements that a pointer steps over: known, or captured. */
static void check_scale(struct check *c, const struct expr *at, const struct type *elem)
{
    const struct type *flat = type_flat_element((struct type *)elem);
    if (elem->kind == TYPE_ARRAY && !(elem->size > 0 && flat->size > 0) &&
        expr_facts(at)->capture < 0)
        refuse_device(c->r, at->begin, CODE_VLA_EXTENT, "the row length is not known");
}

static void check_atomic(struct check *c, const struct expr *lvalue)
{
    if (shape_is_local(lvalue))
        refuse_device(c->r, lvalue->begin, CODE_CALL_SEQUENTIAL,
                      "an atomic operation on a variable that every iteration has for itself; "
                      "write a plain assignment");
}

/* ---- expressions ---- */

static bool visit(struct expr *e, void *ctx);

static void binary(struct check *c, const struct expr *e)
{
    const struct type *left = e->a->type;
    if (e->op == OP_COMMA)
        return;
    if (e->type->kind == TYPE_POINTER) {
        const struct expr *p = left->kind == TYPE_POINTER ? e->a : e->b;
        check_scale(c, e, e->type->of);
        if (shape_is_null(p))
            check_type(c, p->type);
    } else if (e->op == OP_SUB && left->kind == TYPE_POINTER && left->of->kind == TYPE_ARRAY) {
        refuse_device(c->r, e->begin, CODE_POINTER_SHAPE,
                      "a difference of pointers to arrays; use subscripts");
    }
}

static void assign(struct check *c, const struct expr *e)
{
    const struct expr *swap = e->gives == VALUE_EXPECTED ? e->b : e;
    if (e->atomic || e->gives == VALUE_EXPECTED)
        check_atomic(c, swap->a);
    else if (type_is_half(e->a->type) && e->op != OP_ASSIGN && expr_has_effects(e->a))
        refuse_device(c->r, e->begin, CODE_UNSUPPORTED, /* it stands there twice */
                      "an update of a 16-bit number whose place has side effects");
}

static void step(struct check *c, const struct expr *e)
{
    if (!expr_is_bit_field(e->a)) {
        if (type_is_bool(e->type))
            refuse_device(c->r, e->begin, CODE_UNSUPPORTED, "++ or -- on a _Bool");
        return;
    }
    /* gcc promotes the value of p.a++ as that of p.a, clang does not */
    const struct field *f = e->a->field;
    bool wide = f->type->size > 4 || (f->type->size == 4 && type_is_unsigned(f->type));
    if (e->postfix && !e->dropped && f->bits < 32 && wide)
        refuse_device(c->r, e->begin, CODE_BIT_FIELD,
                      "compilers disagree on the type of the value of '%s%s', a bit-field of type "
                      "'%s'; use two statements",
                      f->name, c_op_token(e->op), f->type->spelling);
}

static void member(struct check *c, const struct expr *e)
{
    if (e->field->bits < 0 && !type_is_complex(e->a->type) && !shape_has_member(e->field) &&
        !shape_is_open(e->a->type->record, e->field))
        refuse_device(c->r, e->begin, CODE_UNSUPPORTED_TYPE,
                      "the member '%s' has no fixed size, or is of a type that the device does not "
                      "have",
                      e->field->name);
}

/* The address of an lvalue. */
static void address(struct check *c, const struct expr *lv)
{
    bool flat = lv->kind == EXPR_DEREF || (lv->kind == EXPR_INDEX && shape_is_flat(lv->a));
    if (!flat && !shape_is_local(lv))
        check_pointee(c, lv->type);
}

static bool cast(struct check *c, const struct expr *e)
{
    const struct type *t = e->type;
    if (shape_is_null(e))
        return false;
    if (t->kind == TYPE_POINTER)
        check_pointee(c, t->of);
    else if (!(e->implicit && e->a->type->kind == TYPE_SCALAR) && !type_is_complex(e->a->type))
        check_type(c, t);
    return true;
}

static void initialiser(struct check *c, const struct expr *e)
{
    if (shape_sets_members(e))
        check_type(c, e->type);
    else if (e->type->kind == TYPE_RECORD && !shape_in_order(e->type->record))
        refuse_device(c->r, e->begin, CODE_UNSUPPORTED,
                      "an initialiser of a structure with bit-fields or special alignment, or of a "
                      "union's array or structure; set the members by assignments");
}

/* The arguments that are printed; false: they have been walked. */
static bool call(struct check *c, struct expr *e)
{
    bool constant = e->math && e->math->device && strncmp(e->math->device, "tcr_nan", 7) == 0;
    size_t n = constant ? 0 : e->math && !e->math->device ? 1 : e->n_args;
    for (size_t i = 0; i < n; i++) {
        struct expr *value = shape_temporary(e->args[i]);
        expr_walk(value ? value : e->args[i], visit, c);
    }
    return false;
}

/* Is something else printed in its place?  Of a section's element, the subscripts are. */
static bool is_substituted(struct check *c, struct expr *e)
{
    const struct region *r = c->r;
    if (e->reduction >= 0)
        section_walk(r->reductions[e->reduction].section, e, visit, c);
    return e->reduction >= 0 || shape_is_argument(r, e);
}

static bool visit(struct expr *e, void *ctx)
{
    struct check *c = ctx;
    if (is_substituted(c, e))
        return false;
    if (expr_facts(e)->from_record)
        check_type(c, e->type);
    check_place(c, e);
    switch (e->kind) {
    case EXPR_BINARY:
        binary(c, e);
        break;
    case EXPR_ASSIGN:
        assign(c, e);
        break;
    case EXPR_INCDEC:
        step(c, e);
        break;
    case EXPR_INDEX:
        if (shape_is_flat(e->a))
            check_scale(c, e, e->a->type->of);
        break;
    case EXPR_MEMBER:
        member(c, e);
        break;
    case EXPR_ADDR:
        if (e->a->kind == EXPR_LITERAL)
            refuse_device(c->r, e->begin, CODE_UNSUPPORTED,
                          "the address of a compound literal, other than as an argument; use a "
                          "variable");
        address(c, e->a);
        break;
    case EXPR_DECAY:
        address(c, e->a);
        break;
    case EXPR_CAST:
        return cast(c, e);
    case EXPR_CALL:
        return call(c, e);
    case EXPR_INIT:
        initialiser(c, e);
        break;
    case EXPR_LITERAL:
    case EXPR_END:
        check_type(c, e->type);
        break;
    case EXPR_HOST:
        refuse_device(c->r, e->begin, CODE_UNSUPPORTED, "this expression");
        break;
    default:
        break;
    }
    return true;
}

static void check_expr(struct check *c, struct expr *e)
{
    c->whole = e;
    expr_walk(e, visit, c);
}

/* ---- statements ---- */

static bool visit_stmt(struct stmt *s, void *ctx)
{
    struct check *c = ctx;
    long long first, last;
    for (size_t i = 0; i < s->n_decls; i++) {
        check_decl(c, s->decls[i]);
        check_expr(c, s->inits[i]);
    }
    if (s->kind == STMT_CASE && s->case_high &&
        (!expr_const(s->expr, &first) || !expr_const(s->case_high, &last) || first > last))
        refuse_device(c->r, s->begin, CODE_UNSUPPORTED,
                      "a range of case labels whose ends are no constants, or that is empty");
    check_expr(c, s->expr);
    check_expr(c, s->step);
    return true;
}

static void check_functions(struct check *c)
{
    struct region *r = c->r;
    for (size_t i = 0; i < r->n_functions; i++) {
        const struct device_function *f = &r->functions[i];
        if (!f->called)
            continue;
        const struct type *result = ast_result_type(r, f->decl);
        if (f->returns_local)
            check_pointee(c, result->of);
        else
            check_type(c, result);
        for (size_t k = 0; k < f->n_params; k++)
            check_decl(c, f->params[k]);
    }
    for (size_t i = 0; i < r->n_functions; i++)
        if (r->functions[i].called)
            stmt_walk(r->functions[i].body, visit_stmt, c);
}

static void check_loop_variables(struct check *c)
{
    const struct region *r = c->r;
    for (size_t i = r->n_loops; i-- > 0;)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
            const struct induction *v = &r->loops[i]->vars[k];
            check_type(c, v->var->type);
            if (v->var->type->kind != TYPE_POINTER)
                continue;
            check_expr(c, v->lower);
            check_scale(c, v->lower, v->var->type->of);
        }
}

void device_check(const struct plan *p)
{
    struct region *r = p->r;
    struct check c = {.r = r};
    if (p->args_size > MOST_ARGUMENTS)
        refuse_device(r, r->begin, CODE_TOO_MANY_ARGUMENTS,
                      "the variables and structures that the loop reads from outside take %zu "
                      "bytes as arguments of a kernel, which may have %d",
                      p->args_size, MOST_ARGUMENTS);
    for (size_t i = 0; i < p->n_fields; i++)
        (p->fields[i].pointer ? check_pointee : check_type)(&c, p->fields[i].type);
    for (size_t i = 0; i < r->n_reductions; i++)
        check_type(&c, r->reductions[i].type);
    check_functions(&c);
    check_loop_variables(&c);
    for (size_t i = 0; i < r->n_privates; i++)
        if (!region_is_level_var(r, r->privates[i]))
            check_decl(&c, r->privates[i]);
    stmt_walk(r->body, visit_stmt, &c);
}

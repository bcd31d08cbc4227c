/* access_value.c: the abstract value of an expression. */
#include "access_private.h"

#include <string.h>

#include "emit.h"
#include "math_table.h"

/* ---- places ---- */

static bool is_device_local(struct walker *w, const struct decl *d)
{
    if (d->in_region)
        return true;
    for (size_t i = 0; i < w->r->n_privates; i++)
        if (w->r->privates[i] == d)
            return true;
    for (size_t i = 0; i < w->r->n_loops; i++)
        for (size_t k = 0; k < w->r->loops[i]->n_vars; k++)
            if (w->r->loops[i]->vars[k].var == d)
                return true;
    return false;
}

static void check_visible(struct region *r, const struct expr *e)
{
    const struct decl *d = e->decl;
    bool in_function = e->begin < r->begin || e->begin >= r->end;
    if (!in_function)
        return;
    if (d->kind == DECL_STATIC_LOCAL)
        refuse(r, REFUSE_DEVICE, e->begin, "static-local",
               "'%s' is static inside a called function", d->name);
    if (d->offset >= r->function_begin || ast_shadowed(r, d))
        refuse(r, REFUSE_DEVICE, e->begin, "not-visible",
               "'%s', read by a called function, cannot be named where the loop stands", d->name);
}

static struct place place_of(struct walker *w, struct expr *e);

static struct place variable_place(struct walker *w, struct expr *e)
{
    if (e->reduction >= 0 || is_device_local(w, e->decl))
        return (struct place){.local = true};
    check_visible(w->r, e);
    return (struct place){.named = true, .text = e->decl->name, .proto = e->decl->name};
}

/* text.name, or p->name for (*(p)) */
static const char *member_text(const char *text, const char *name)
{
    if (!text)
        return NULL;
    size_t n = strlen(text);
    if (strncmp(text, "(*(", 3) != 0)
        return ir_printf("%s.%s", text, name);
    const char *inner = ir_strndup(text + 3, n - 5);
    bool simple = strspn(inner, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.->") ==
                  strlen(inner);
    return ir_printf(simple ? "%s->%s" : "(%s)->%s", inner, name);
}

static struct place member_place(struct walker *w, struct expr *e)
{
    struct place p = place_of(w, e->a);
    if (p.local)
        return p;
    if (*e->field->name) { /* members of an anonymous one are named as those of the outer */
        p.text = member_text(p.text, e->field->name);
        p.proto = member_text(p.proto, e->field->name);
    }
    if (p.memory) {
        struct affine off = affine_const(hostint_const(e->field->bit_offset / 8));
        p.at.aff = affine_add(&p.at.aff, &off);
    }
    return p;
}

/* The place a pointer value points to. */
static struct place pointee(struct walker *w, struct expr *at, const struct value *v)
{
    if (v->kind == V_LOCAL)
        return (struct place){.local = true};
    if (v->kind != V_POINTER)
        refuse(w->r, REFUSE_DEVICE, at->begin, "pointer-unknown",
               "it is not known what this pointer points to");
    struct place p = {.memory = true, .at = *v, .subscripted = v->subscripted};
    if (v->text) {
        p.text = ir_printf("(*(%s))", v->text);
        p.guard = access_both(v->guard, ir_printf("(%s) != 0", v->text));
    }
    if (v->proto)
        p.proto = ir_printf("(*(%s))", v->proto);
    return p;
}

/* Bytes from one element to the next, and the device's own scale for arrays
 * of run-time extent. */
static struct hostint stride_of(struct walker *w, struct expr *e, struct type *elem,
                                const struct value *v)
{
    if (elem->size > 0)
        return hostint_const(elem->size);
    if (elem->kind != TYPE_ARRAY)
        return hostint_const(1); /* void * */
    struct type *flat = type_flat_element(elem);
    if (!v->proto || flat->size <= 0)
        refuse(w->r, REFUSE_DEVICE, e->begin, "vla-extent",
               "the row length of this variable-length array is not known at the loop");
    const char *bytes = ir_printf("(long long)sizeof(*(%s))", v->proto);
    struct type *ll = ir_alloc(sizeof *ll);
    *ll = (struct type){.kind = TYPE_SCALAR, .scalar = TCR_I64, .size = 8, .spelling = "long long"};
    e->capture = access_capture(w->r, ir_printf("(%s / %lld)", bytes, flat->size), ll);
    return hostint_text(ir_printf("(%s)", bytes));
}

/* pointer + index */
static struct value advance(struct walker *w, struct expr *e, struct value v,
                            const struct value *index, bool minus, struct type *elem)
{
    if (v.kind != V_POINTER)
        return v;
    struct hostint stride = stride_of(w, e, elem, &v);
    if (index->kind != V_INT) {
        v.known = false;
        v.why = "a subscript that is not an affine function of the loop variables";
        v.why_at = e->begin;
        v.text = NULL;
        return v;
    }
    struct affine bytes = affine_scale(&index->aff, stride);
    v.aff = minus ? affine_sub(&v.aff, &bytes) : affine_add(&v.aff, &bytes);
    bool still = affine_invariant(&index->aff);
    if (v.text && still && !hostint_is(index->aff.c0, 0)) {
        v.text = ir_printf("((%s) %c %s)", v.text, minus ? '-' : '+', hostint_c(index->aff.c0));
        v.subscripted = true;
    }
    if (!still)
        v.text = NULL;
    return v;
}

static struct place index_place(struct walker *w, struct expr *e)
{
    struct value v = access_eval(w, e->a);
    struct value i = access_eval(w, e->b);
    struct type *elem = e->a->type->of;
    v = advance(w, e, v, &i, false, elem);
    struct place p = pointee(w, e->a, &v);
    return p;
}

static struct place place_of(struct walker *w, struct expr *e)
{
    switch (e->kind) {
    case EXPR_VAR:
        return variable_place(w, e);
    case EXPR_MEMBER:
        return member_place(w, e);
    case EXPR_INDEX:
        return index_place(w, e);
    case EXPR_DEREF: {
        struct value v = access_eval(w, e->a);
        return pointee(w, e->a, &v);
    }
    default:
        access_eval(w, e);
        return (struct place){.local = true}; /* member of a returned structure */
    }
}

/* ---- loads ---- */

static struct root *new_root(struct expr *node, const struct place *p, struct type *elem,
                             const char *user_text)
{
    struct root *root = ir_alloc(sizeof *root);
    *root = (struct root){.text = p->text,
                          .guard = p->guard,
                          .proto = p->proto,
                          .user_text = user_text,
                          .elem = elem,
                          .node = node,
                          .base = -1,
                          .rows_of = -1};
    return root;
}

/* May the host evaluate this text before the loop? */
static bool may_evaluate(const struct walker *w, const struct place *p)
{
    return p->text && (!p->subscripted || (w->conditional == 0 && w->inner == 0));
}

static struct value load_pointer(struct walker *w, struct expr *e, const struct place *p)
{
    struct type *elem = type_flat_element(e->type->of);
    if (may_evaluate(w, p)) {
        struct root *root = new_root(e, p, elem, p->text);
        return (struct value){.kind = V_POINTER, .known = true, .root = root, .text = p->text,
                              .guard = p->guard, .proto = p->text, .subscripted = p->subscripted};
    }
    if (!p->memory || p->at.root->rows_of >= 0)
        refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-in-memory",
               "a pointer is loaded from memory inside the loop");
    int parent = access_need(w, &p->at);
    if (w->r->bases[parent].elem->kind != TYPE_POINTER)
        refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-in-memory",
               "a pointer is loaded from a structure inside the loop");
    access_add(w, parent, &p->at, e->type->size, e->begin);
    struct root *root = new_root(NULL, p, elem, ir_printf("%s[]", p->at.root->user_text));
    root->rows_of = parent;
    return (struct value){.kind = V_POINTER, .known = true, .root = root, .proto = p->proto};
}

static struct value load(struct walker *w, struct expr *e, const struct place *p)
{
    struct type *t = e->type;
    if (p->local)
        return value_unknown();
    if (t->kind == TYPE_POINTER)
        return load_pointer(w, e, p);
    if (may_evaluate(w, p) && (t->kind == TYPE_SCALAR || t->kind == TYPE_RECORD)) {
        const char *text = p->text;
        if (p->guard && (w->conditional || w->inner) && t->kind == TYPE_SCALAR)
            text = access_guarded(p->guard, text, "0");
        if (t->kind == TYPE_SCALAR || !w->conditional) {
            e->capture = access_capture(w->r, text, t);
            if (type_is_integer(t))
                return value_integer(affine_const(hostint_text(ir_printf("(long long)(%s)", text))));
            return value_unknown();
        }
    }
    if (!p->memory)
        return value_unknown();
    access_add(w, access_need(w, &p->at), &p->at, t->size, e->begin);
    return value_unknown();
}

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

static struct value eval_arithmetic(struct expr *e, const struct value *a, const struct value *b)
{
    if (a->kind != V_INT || b->kind != V_INT || !type_is_integer(e->type))
        return value_unknown();
    bool ca = affine_invariant(&a->aff), cb = affine_invariant(&b->aff);
    if (ca && cb && is_comparison(e->op) && strcmp(e->op, "<<") != 0 && strcmp(e->op, ">>") != 0)
        return value_integer(affine_const(hostint_text(
            ir_printf("(long long)(%s %s %s)", typed_text(a, e->a->type), e->op,
                      typed_text(b, e->b->type)))));
    switch (*e->op) {
    case '+':
        return value_integer(affine_add(&a->aff, &b->aff));
    case '-':
        return value_integer(affine_sub(&a->aff, &b->aff));
    case '*':
        if (cb)
            return value_integer(affine_scale(&a->aff, b->aff.c0));
        return ca ? value_integer(affine_scale(&b->aff, a->aff.c0)) : value_unknown();
    case '/':
    case '%':
        /* a host division must not trap before the loop would have */
        if (ca && cb && !b->aff.c0.text && b->aff.c0.k > 0 && e->op[1] == 0)
            return value_integer(affine_const(hostint_op(e->op, a->aff.c0, b->aff.c0)));
        return value_unknown();
    default:
        return value_unknown();
    }
}

static struct value eval_binary(struct walker *w, struct expr *e)
{
    bool logical = strcmp(e->op, "&&") == 0 || strcmp(e->op, "||") == 0;
    struct value a = access_eval(w, e->a);
    w->conditional += logical;
    struct value b = access_eval(w, e->b);
    w->conditional -= logical;
    if (strcmp(e->op, ",") == 0) {
        access_use(w, &a);
        return b;
    }
    bool pa = e->a->type->kind == TYPE_POINTER, pb = e->b->type->kind == TYPE_POINTER;
    if (e->type->kind == TYPE_POINTER && (pa || pb)) {
        if (pb)
            return advance(w, e, b, &a, false, e->type->of);
        return advance(w, e, a, &b, *e->op == '-', e->type->of);
    }
    access_use(w, &a);
    access_use(w, &b);
    if (e->op[1] && !is_comparison(e->op))
        return value_unknown();
    long long k;
    if (strcmp(e->op, "<<") == 0 && a.kind == V_INT && expr_const(e->b, &k) && k >= 0 && k < 62)
        return value_integer(affine_scale(&a.aff, hostint_const(1LL << k)));
    return eval_arithmetic(e, &a, &b);
}

static struct value eval_cast(struct walker *w, struct expr *e)
{
    struct value v = access_eval(w, e->a);
    if (e->type->kind == TYPE_POINTER) {
        long long k;
        if (e->a->type->kind != TYPE_POINTER)
            return expr_const(e->a, &k) && k == 0 ? (struct value){.kind = V_NULL} : value_unknown();
        if (v.kind == V_POINTER && e->type->of->kind != TYPE_VOID) {
            v.text = v.text ? ir_printf("((__typeof__(%s))%s)", e->type->spelling, v.text) : NULL;
            v.proto = NULL;
        }
        return v;
    }
    if (e->a->type->kind == TYPE_POINTER) {
        if (e->type->kind == TYPE_SCALAR && e->type->scalar != TCR_BOOL)
            refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-to-integer",
                   "a pointer is converted to an integer");
        access_use(w, &v);
        return value_unknown();
    }
    if (v.kind == V_INT && e->type->kind == TYPE_SCALAR && !narrows(e->type, e->a->type))
        return v;
    long long k;
    if (v.kind == V_INT && type_is_integer(e->type) && expr_const(e->a, &k) && k >= 0 && k < 127)
        return v;
    if (invariant(&v) && type_is_integer(e->type))
        return value_integer(affine_const(
            hostint_text(ir_printf("(long long)(%s)", typed_text(&v, e->type)))));
    return value_unknown();
}

/* ---- calls ---- */

static struct value eval_call(struct walker *w, struct expr *e)
{
    if (e->math) {
        for (size_t i = 0; i < e->n_args; i++)
            if (e->args[i])
                access_eval(w, e->args[i]);
        return value_unknown();
    }
    struct device_function *f = ast_function(w->r, e->decl, e->begin);
    f->called |= !w->header;
    for (size_t i = 0; i < e->n_args && i < f->n_params; i++) {
        struct value v = access_eval(w, e->args[i]);
        access_use(w, &v);
        access_define(w, f->params[i], v);
    }
    struct value result = value_unknown(), *saved = w->returned;
    int conditional = w->conditional;
    w->returned = &result;
    access_stmt(w, f->body);
    w->returned = saved;
    w->conditional = conditional;
    return result;
}

/* ---- assignments ---- */

static void store(struct walker *w, struct expr *lhs)
{
    if (lhs->reduction >= 0)
        return;
    struct place p = place_of(w, lhs);
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

static struct value address_of(struct walker *w, struct expr *e)
{
    struct place p = place_of(w, e->a);
    if (p.local)
        return (struct value){.kind = V_LOCAL};
    if (p.memory)
        return p.at;
    struct place whole = p;
    whole.text = ir_printf("(&%s)", p.text);
    struct root *root = new_root(e, &whole, type_flat_element(e->a->type), whole.text);
    root->extent = ir_printf("sizeof(%s)", p.text);
    return (struct value){.kind = V_POINTER, .known = true, .root = root, .text = whole.text,
                          .guard = p.guard, .proto = whole.text, .subscripted = p.subscripted};
}

static struct value decay(struct walker *w, struct expr *e)
{
    struct place p = place_of(w, e->a);
    if (p.local)
        return (struct value){.kind = V_LOCAL};
    bool named_array = p.text && (p.named || may_evaluate(w, &p));
    if (!named_array && p.memory) {
        struct value v = p.at;
        v.proto = p.proto;
        v.text = p.text;
        return v;
    }
    struct root *root = new_root(e, &p, type_flat_element(e->a->type), p.text);
    if (e->a->type->count != -2)
        root->extent = ir_printf("(long long)sizeof(%s)", p.text);
    return (struct value){.kind = V_POINTER, .known = true, .root = root, .text = p.text,
                          .guard = p.guard, .proto = p.text, .subscripted = p.subscripted};
}

static struct value eval_var(struct walker *w, struct expr *e)
{
    struct binding *b = access_binding(w, e->decl);
    if (b)
        return b->value;
    if (is_device_local(w, e->decl) || e->reduction >= 0)
        return value_unknown();
    struct place p = place_of(w, e);
    return load(w, e, &p);
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
    return value_integer(affine_const(hostint_text(ir_printf("(%s ? %s : %s)", hostint_c(a.aff.c0),
                                                       hostint_c(b.aff.c0), hostint_c(c.aff.c0)))));
}

struct value access_eval(struct walker *w, struct expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
        return value_integer(affine_const(hostint_const(e->value)));
    case EXPR_FLOAT:
        return value_unknown();
    case EXPR_HOST:
        e->capture = access_capture(w->r, e->text, e->type);
        return value_integer(affine_const(hostint_text(ir_printf("(long long)(%s)", e->text))));
    case EXPR_VAR:
        return eval_var(w, e);
    case EXPR_UNARY: {
        struct value v = access_eval(w, e->a);
        access_use(w, &v);
        if (*e->op == '-' && v.kind == V_INT)
            return value_integer(affine_scale(&v.aff, hostint_const(-1)));
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
        return address_of(w, e);
    case EXPR_DECAY:
        return decay(w, e);
    case EXPR_INDEX:
    case EXPR_MEMBER:
    case EXPR_DEREF: {
        if (e->reduction >= 0)
            return value_unknown();
        struct place p = place_of(w, e);
        return load(w, e, &p);
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

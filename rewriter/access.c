/*
 * access.c: which memory does the loop read, and what must the host pass?
 *
 * The body is evaluated once with abstract values: an integer is an affine sum
 * of loop variables with coefficients known on the host, or unknown; a pointer
 * is a base (a pointer the host can name) plus an affine byte offset, or local.
 * Loads of what does not change are captured by value; every other load is an
 * access of its base.  Calls are followed with their arguments' values.
 */
#include <string.h>

#include "ast.h"
#include "emit.h"
#include "hostint.h"
#include "region.h"
#include "math_table.h"

enum value_kind { V_UNKNOWN, V_INT, V_POINTER, V_LOCAL, V_NULL };

/* A pointer also remembers how the host could write it. */
struct value {
    enum value_kind kind;
    struct affine aff;        /* INT: the value; POINTER: bytes from the root */
    bool known;               /* POINTER: aff is meant; otherwise anywhere in the base */
    const char *why;          /* POINTER, !known: the reason */
    size_t why_at;
    struct root *root;        /* POINTER */
    const char *text;         /* POINTER: host text of this very pointer, NULL if it varies */
    const char *guard;        /* pointers that must not be null before text is evaluated */
    const char *proto;        /* POINTER: host text of the same type, for sizeof only */
    bool subscripted;         /* text contains a subscript: may only be evaluated unconditionally */
};

/* What a base will be made of, once it is really needed. */
struct root {
    const char *text, *guard, *proto, *user_text;
    struct type *elem;        /* flattened element type */
    const char *extent;
    struct expr *node;        /* where the base's index is kept for emit_device */
    int base;                 /* -1 until needed */
    int rows_of;              /* base whose rows these are, -1 */
};

/* An lvalue. */
struct place {
    bool memory;              /* reached through `at`; otherwise local or a named variable */
    struct value at;          /* its address */
    const char *text, *guard; /* host text of the lvalue when it does not vary */
    const char *proto;
    bool subscripted;
    bool named;               /* a variable declared outside of the loop (text is its path) */
    bool local;
};

struct binding {
    struct decl *decl;
    struct value value;
};

struct walker {
    struct region *r;
    struct binding *bindings;
    size_t n_bindings;
    int conditional;          /* not every iteration comes here */
    int inner;                /* depth of inner loops */
    bool header;              /* in a header that only the host evaluates */
    struct decl **once;       /* locals with a single definition */
    struct value *returned;   /* of the function being walked */
};

static struct value eval(struct walker *w, struct expr *e);
static void walk_stmt(struct walker *w, struct stmt *s);

static struct value unknown(void)
{
    return (struct value){.kind = V_UNKNOWN};
}

static struct value integer(struct affine a)
{
    return (struct value){.kind = V_INT, .aff = a};
}

/* ---- bindings ---- */

static struct binding *find_binding(struct walker *w, const struct decl *d)
{
    for (size_t i = w->n_bindings; i-- > 0;)
        if (w->bindings[i].decl == d)
            return &w->bindings[i];
    return NULL;
}

static void bind(struct walker *w, struct decl *d, struct value v)
{
    struct binding *b = find_binding(w, d);
    if (b) {
        b->value = v;
        return;
    }
    size_t n = w->n_bindings;
    struct binding *grown = w->bindings;
    if ((n & (n - 1)) == 0) {
        grown = ir_alloc((n ? 2 * n : 1) * sizeof *grown);
        if (n)
            memcpy(grown, w->bindings, n * sizeof *grown);
    }
    grown[n] = (struct binding){d, v};
    w->bindings = grown;
    w->n_bindings = n + 1;
}

struct writes {
    const struct decl *decl;
    int count;
};

static bool count_expr(struct expr *e, void *ctx)
{
    struct writes *c = ctx;
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->kind == EXPR_VAR &&
        e->a->decl == c->decl)
        c->count++;
    if (e->kind == EXPR_ADDR && e->a->kind == EXPR_VAR && e->a->decl == c->decl)
        c->count += 2;
    return true;
}

static bool count_decl(struct stmt *s, void *ctx)
{
    struct writes *c = ctx;
    for (size_t i = 0; i < s->n_decls; i++)
        c->count += s->decls[i] == c->decl && s->inits[i];
    return true;
}

/* How often is a local defined, in the body and in the functions called? */
static int definitions(struct walker *w, const struct decl *d)
{
    struct writes c = {.decl = d, .count = d->kind == DECL_PARAM && d->in_region};
    stmt_walk_exprs(w->r->body, count_expr, &c);
    stmt_walk(w->r->body, count_decl, &c);
    for (size_t i = 0; i < w->r->n_functions; i++) {
        stmt_walk_exprs(w->r->functions[i].body, count_expr, &c);
        stmt_walk(w->r->functions[i].body, count_decl, &c);
    }
    return c.count;
}

static void define(struct walker *w, struct decl *d, struct value v)
{
    if (definitions(w, d) > 1) {
        if (v.kind == V_POINTER || v.kind == V_LOCAL || d->type->kind == TYPE_POINTER)
            refuse(w->r, REFUSE_DEVICE, w->r->begin, "pointer-walk",
                   "pointer '%s' is changed in the loop; use subscripts", d->name);
        v = unknown();
    }
    d->points_memory |= v.kind == V_POINTER;
    d->points_local |= v.kind == V_LOCAL && d->type->kind == TYPE_POINTER;
    if (d->points_memory && d->points_local)
        refuse(w->r, REFUSE_DEVICE, w->r->begin, "pointer-differs",
               "'%s' points to a local in one place and to mapped memory in another", d->name);
    bind(w, d, v);
}

/* ---- names in the argument block ---- */

static const char *identifier_of(const char *text)
{
    char *out = ir_alloc(strlen(text) + 1), *p = out;
    for (const char *s = text; *s && p - out < 24; s++) {
        bool word = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
                    (*s >= '0' && *s <= '9') || *s == '_';
        if (word)
            *p++ = *s;
        else if (p > out && p[-1] != '_')
            *p++ = '_';
    }
    while (p > out && p[-1] == '_')
        p--;
    *p = 0;
    return p == out ? "x" : out;
}

static bool name_taken(const struct region *r, const char *name)
{
    for (size_t i = 0; i < r->n_captures; i++)
        if (strcmp(r->captures[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].name && strcmp(r->bases[i].name, name) == 0)
            return true;
    return false;
}

static const char *field_name(const struct region *r, char prefix, const char *text)
{
    const char *id = identifier_of(text);
    char *name = ir_printf("%c_%s", prefix, id);
    for (int k = 2; name_taken(r, name); k++)
        name = ir_printf("%c_%s_%d", prefix, id, k);
    return name;
}

static int add_capture(struct region *r, const char *text, struct type *type)
{
    for (size_t i = 0; i < r->n_captures; i++)
        if (strcmp(r->captures[i].text, text) == 0)
            return (int)i;
    struct capture c = {.text = text, .type = type, .name = field_name(r, 'c', text)};
    size_t n = r->n_captures;
    struct capture *grown = ir_alloc((n + 1) * sizeof *grown);
    if (n)
        memcpy(grown, r->captures, n * sizeof *grown);
    grown[n] = c;
    r->captures = grown;
    r->n_captures = n + 1;
    return (int)n;
}

static int push_base(struct region *r, struct base b)
{
    size_t n = r->n_bases;
    struct base *grown = ir_alloc((n + 1) * sizeof *grown);
    if (n)
        memcpy(grown, r->bases, n * sizeof *grown);
    grown[n] = b;
    r->bases = grown;
    r->n_bases = n + 1;
    return (int)n;
}

static const char *guarded(const char *guard, const char *text, const char *zero)
{
    return guard ? ir_printf("(%s ? %s : %s)", guard, text, zero) : text;
}

static const char *both(const char *a, const char *b)
{
    if (!a || !b)
        return a ? a : b;
    return strcmp(a, b) == 0 ? a : ir_printf("%s && %s", a, b);
}

/* ---- bases ---- */

static int base_of_rows(struct region *r, int parent, struct type *elem)
{
    if (r->bases[parent].rows_child >= 0)
        return r->bases[parent].rows_child;
    struct base b = {.elem = elem, .parent = parent, .rows_child = -1};
    b.user_text = ir_printf("%s[]", r->bases[parent].user_text);
    int child = push_base(r, b);
    r->bases[parent].rows_child = child;
    r->bases[parent].rows = true;
    return child;
}

/* The pointer is really needed on the device. */
static int need(struct walker *w, const struct value *v)
{
    struct region *r = w->r;
    struct root *root = v->root;
    if (root->base < 0 && root->rows_of >= 0) {
        root->base = base_of_rows(r, root->rows_of, root->elem);
    } else if (root->base < 0) {
        const char *text = w->conditional ? guarded(root->guard, root->text, "0") : root->text;
        for (size_t i = 0; i < r->n_bases && root->base < 0; i++)
            if (r->bases[i].text && strcmp(r->bases[i].user_text, root->user_text) == 0)
                root->base = (int)i;
        if (root->base < 0)
            root->base = push_base(r, (struct base){.text = text,
                                                    .user_text = root->user_text,
                                                    .elem = root->elem,
                                                    .name = field_name(r, 'p', root->user_text),
                                                    .parent = -1,
                                                    .rows_child = -1,
                                                    .extent = root->extent});
    }
    if (root->node) {
        if (root->node->base >= 0 && root->node->base != root->base)
            refuse(r, REFUSE_DEVICE, root->node->begin, "pointer-differs",
                   "this pointer is a different one for each call of the function");
        root->node->base = root->base;
    }
    return root->base;
}

static void use_pointer(struct walker *w, const struct value *v)
{
    if (v->kind == V_POINTER)
        need(w, v);
}

static void add_access(struct walker *w, int base, const struct value *at, long long size,
                       size_t offset)
{
    struct region *r = w->r;
    struct base *b = &r->bases[base];
    b->used = true;
    if (!at->known) {
        if (!b->unbounded) {
            b->unbounded = true;
            b->unbounded_at = at->why_at ? at->why_at : offset;
            b->unbounded_why = at->why;
        }
        return;
    }
    bool soft = w->conditional > 0;
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        if (!hostint_is(at->aff.c[i], 0) && !r->ranges[i].exact)
            soft = true;
    size_t n = r->n_accesses;
    for (size_t i = 0; i < n; i++) {
        struct access *a = &r->accesses[i];
        struct affine d = affine_sub(&a->offset, &at->aff);
        if (a->base == base && a->size == size && affine_invariant(&d) && hostint_is(d.c0, 0)) {
            a->soft = a->soft && soft;
            return;
        }
    }
    struct access *grown = ir_alloc((n + 1) * sizeof *grown);
    if (n)
        memcpy(grown, r->accesses, n * sizeof *grown);
    grown[n] = (struct access){.base = base, .offset = at->aff, .size = size, .soft = soft};
    r->accesses = grown;
    r->n_accesses = n + 1;
}

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
    p.text = member_text(p.text, e->field->name);
    p.proto = member_text(p.proto, e->field->name);
    if (!*e->field->name)
        p.text = p.proto = NULL;
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
        p.guard = both(v->guard, ir_printf("(%s) != 0", v->text));
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
    e->capture = add_capture(w->r, ir_printf("(%s / %lld)", bytes, flat->size), ll);
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
    struct value v = eval(w, e->a);
    struct value i = eval(w, e->b);
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
        struct value v = eval(w, e->a);
        return pointee(w, e->a, &v);
    }
    default:
        eval(w, e);
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
    int parent = need(w, &p->at);
    if (w->r->bases[parent].elem->kind != TYPE_POINTER)
        refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-in-memory",
               "a pointer is loaded from a structure inside the loop");
    add_access(w, parent, &p->at, e->type->size, e->begin);
    struct root *root = new_root(NULL, p, elem, ir_printf("%s[]", p->at.root->user_text));
    root->rows_of = parent;
    return (struct value){.kind = V_POINTER, .known = true, .root = root, .proto = p->proto};
}

static struct value load(struct walker *w, struct expr *e, const struct place *p)
{
    struct type *t = e->type;
    if (p->local)
        return unknown();
    if (t->kind == TYPE_POINTER)
        return load_pointer(w, e, p);
    if (may_evaluate(w, p) && (t->kind == TYPE_SCALAR || t->kind == TYPE_RECORD)) {
        const char *text = p->text;
        if (p->guard && (w->conditional || w->inner) && t->kind == TYPE_SCALAR)
            text = guarded(p->guard, text, "0");
        if (t->kind == TYPE_SCALAR || !w->conditional) {
            e->capture = add_capture(w->r, text, t);
            if (type_is_integer(t))
                return integer(affine_const(hostint_text(ir_printf("(long long)(%s)", text))));
            return unknown();
        }
    }
    if (!p->memory)
        return unknown();
    add_access(w, need(w, &p->at), &p->at, t->size, e->begin);
    return unknown();
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
        return unknown();
    bool ca = affine_invariant(&a->aff), cb = affine_invariant(&b->aff);
    if (ca && cb && is_comparison(e->op) && strcmp(e->op, "<<") != 0 && strcmp(e->op, ">>") != 0)
        return integer(affine_const(hostint_text(
            ir_printf("(long long)(%s %s %s)", typed_text(a, e->a->type), e->op,
                      typed_text(b, e->b->type)))));
    switch (*e->op) {
    case '+':
        return integer(affine_add(&a->aff, &b->aff));
    case '-':
        return integer(affine_sub(&a->aff, &b->aff));
    case '*':
        if (cb)
            return integer(affine_scale(&a->aff, b->aff.c0));
        return ca ? integer(affine_scale(&b->aff, a->aff.c0)) : unknown();
    case '/':
    case '%':
        /* a host division must not trap before the loop would have */
        if (ca && cb && !b->aff.c0.text && b->aff.c0.k > 0 && e->op[1] == 0)
            return integer(affine_const(hostint_op(e->op, a->aff.c0, b->aff.c0)));
        return unknown();
    default:
        return unknown();
    }
}

static struct value eval_binary(struct walker *w, struct expr *e)
{
    bool logical = strcmp(e->op, "&&") == 0 || strcmp(e->op, "||") == 0;
    struct value a = eval(w, e->a);
    w->conditional += logical;
    struct value b = eval(w, e->b);
    w->conditional -= logical;
    if (strcmp(e->op, ",") == 0)
        return b;
    bool pa = e->a->type->kind == TYPE_POINTER, pb = e->b->type->kind == TYPE_POINTER;
    if (e->type->kind == TYPE_POINTER && (pa || pb)) {
        if (pb)
            return advance(w, e, b, &a, false, e->type->of);
        return advance(w, e, a, &b, *e->op == '-', e->type->of);
    }
    use_pointer(w, &a);
    use_pointer(w, &b);
    if (e->op[1] && !is_comparison(e->op))
        return unknown();
    long long k;
    if (strcmp(e->op, "<<") == 0 && a.kind == V_INT && expr_const(e->b, &k) && k >= 0 && k < 62)
        return integer(affine_scale(&a.aff, hostint_const(1LL << k)));
    return eval_arithmetic(e, &a, &b);
}

static struct value eval_cast(struct walker *w, struct expr *e)
{
    struct value v = eval(w, e->a);
    if (e->type->kind == TYPE_POINTER) {
        long long k;
        if (e->a->type->kind != TYPE_POINTER)
            return expr_const(e->a, &k) && k == 0 ? (struct value){.kind = V_NULL} : unknown();
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
        use_pointer(w, &v);
        return unknown();
    }
    if (v.kind == V_INT && e->type->kind == TYPE_SCALAR && !narrows(e->type, e->a->type))
        return v;
    long long k;
    if (v.kind == V_INT && type_is_integer(e->type) && expr_const(e->a, &k) && k >= 0 && k < 127)
        return v;
    if (invariant(&v) && type_is_integer(e->type))
        return integer(affine_const(
            hostint_text(ir_printf("(long long)(%s)", typed_text(&v, e->type)))));
    return unknown();
}

/* ---- calls ---- */

static struct value eval_call(struct walker *w, struct expr *e)
{
    if (e->math) {
        for (size_t i = 0; i < e->n_args; i++)
            if (e->args[i])
                eval(w, e->args[i]);
        return unknown();
    }
    struct device_function *f = ast_function(w->r, e->decl, e->begin);
    f->called |= !w->header;
    for (size_t i = 0; i < e->n_args && i < f->n_params; i++) {
        struct value v = eval(w, e->args[i]);
        use_pointer(w, &v);
        define(w, f->params[i], v);
    }
    struct value result = unknown(), *saved = w->returned;
    int conditional = w->conditional;
    w->returned = &result;
    walk_stmt(w, f->body);
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
    struct value v = eval(w, e->b);
    use_pointer(w, &v);
    store(w, e->a);
    if (e->a->kind == EXPR_VAR && e->a->reduction < 0) {
        if (strcmp(e->op, "=") != 0)
            v = unknown();
        define(w, e->a->decl, v);
        return v;
    }
    if (v.kind == V_POINTER || v.kind == V_LOCAL)
        refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-stored",
               "a pointer is stored in an array or structure");
    return unknown();
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
    struct binding *b = find_binding(w, e->decl);
    if (b)
        return b->value;
    if (is_device_local(w, e->decl) || e->reduction >= 0)
        return unknown();
    struct place p = place_of(w, e);
    return load(w, e, &p);
}

static struct value eval_cond(struct walker *w, struct expr *e)
{
    struct value a = eval(w, e->a);
    w->conditional++;
    struct value b = eval(w, e->b), c = eval(w, e->c);
    use_pointer(w, &b);
    use_pointer(w, &c);
    w->conditional--;
    if (e->type->kind == TYPE_POINTER)
        refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-choice",
               "a pointer is chosen by a condition inside the loop");
    if (!invariant(&a) || !invariant(&b) || !invariant(&c) || !type_is_integer(e->type))
        return unknown();
    return integer(affine_const(hostint_text(ir_printf("(%s ? %s : %s)", hostint_c(a.aff.c0),
                                                       hostint_c(b.aff.c0), hostint_c(c.aff.c0)))));
}

static struct value eval(struct walker *w, struct expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
        return integer(affine_const(hostint_const(e->value)));
    case EXPR_FLOAT:
        return unknown();
    case EXPR_HOST:
        e->capture = add_capture(w->r, e->text, e->type);
        return integer(affine_const(hostint_text(ir_printf("(long long)(%s)", e->text))));
    case EXPR_VAR:
        return eval_var(w, e);
    case EXPR_UNARY: {
        struct value v = eval(w, e->a);
        use_pointer(w, &v);
        if (*e->op == '-' && v.kind == V_INT)
            return integer(affine_scale(&v.aff, hostint_const(-1)));
        return unknown();
    }
    case EXPR_BINARY:
        return eval_binary(w, e);
    case EXPR_ASSIGN:
        return eval_assign(w, e);
    case EXPR_INCDEC:
        store(w, e->a);
        if (e->a->kind == EXPR_VAR && e->a->reduction < 0)
            define(w, e->a->decl, unknown());
        return unknown();
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
            return unknown();
        struct place p = place_of(w, e);
        return load(w, e, &p);
    }
    case EXPR_INIT:
    case EXPR_LITERAL:
        for (size_t i = 0; i < e->n_args; i++) {
            struct value v = eval(w, e->args[i]);
            if (v.kind == V_POINTER || v.kind == V_LOCAL)
                refuse(w->r, REFUSE_DEVICE, e->begin, "pointer-stored",
                       "a pointer is stored in an array or structure");
        }
        return unknown();
    }
    return unknown();
}

/* ---- loops ---- */

static int add_range(struct region *r, struct range range)
{
    if (r->n_ranges == TCR_MAX_LOOPS)
        return -1;
    r->ranges[r->n_ranges] = range;
    return (int)r->n_ranges++;
}

/* A value of the region's own headers: fixed while the region runs. */
static struct value header_value(struct walker *w, struct expr *e, bool level)
{
    bool saved = w->header;
    w->header = saved || (level && e->type->kind != TYPE_POINTER);
    struct value v = eval(w, e);
    w->header = saved;
    if (level && v.kind == V_UNKNOWN && type_is_integer(e->type))
        v = integer(affine_const(hostint_text(
            ir_printf("(long long)(%s)", region_quote(w->r, e->begin, e->end)))));
    return v;
}

static struct value eval_step(struct walker *w, const struct induction *v, bool level)
{
    if (!v->step)
        return integer(affine_const(hostint_const(v->step_const)));
    struct value s = header_value(w, v->step, level);
    if (s.kind != V_INT || !affine_invariant(&s.aff))
        return unknown();
    return v->negated ? integer(affine_scale(&s.aff, hostint_const(-1))) : s;
}

/* lower + it * step for iteration number `range` */
static void bind_inductions(struct walker *w, struct loop *l, int range)
{
    for (size_t k = 0; k < l->n_vars; k++) {
        struct induction *v = &l->vars[k];
        struct value lower = header_value(w, v->lower, l->level >= 0);
        struct value step = eval_step(w, v, l->level >= 0);
        struct value out = lower;
        if (range < 0 || step.kind != V_INT) {
            out.known = false;
            out.why = "a loop whose bounds are not affine";
            if (lower.kind != V_POINTER)
                out = unknown();
        } else if (lower.kind == V_INT || lower.kind == V_POINTER) {
            struct hostint s = step.aff.c0;
            if (lower.kind == V_POINTER)
                s = hostint_mul(s, hostint_const(v->var->type->of->size));
            struct affine it = affine_var((unsigned)range);
            it = affine_scale(&it, s);
            out.aff = affine_add(&lower.aff, &it);
            out.text = NULL;
        }
        use_pointer(w, &out);
        bind(w, v->var, out);
    }
}

static void bind_levels(struct walker *w)
{
    struct region *r = w->r;
    for (size_t i = 0; i < r->n_loops; i++) {
        struct range range = {.loop = r->loops[i], .exact = true};
        range.hi = affine_const(hostint_text(ir_printf("(tcr_n%zu - 1)", i)));
        bind_inductions(w, r->loops[i], add_range(r, range));
    }
}

/* The last iteration's number, for an inner loop: affine when the step is one
 * or the bounds are fixed. */
static bool inner_range(struct walker *w, struct loop *l, struct range *out)
{
    const struct induction *v = &l->vars[0];
    struct value lo = eval(w, v->lower), hi = eval(w, l->upper);
    struct value step = eval_step(w, v, false);
    use_pointer(w, &lo);
    use_pointer(w, &hi);
    if (lo.kind == V_POINTER && hi.kind == V_POINTER && lo.root->user_text && hi.root->user_text &&
        strcmp(lo.root->user_text, hi.root->user_text) != 0)
        return false;
    bool pointers = lo.kind == V_POINTER && hi.kind == V_POINTER && lo.known && hi.known;
    if ((lo.kind != V_INT || hi.kind != V_INT) && !pointers)
        return false;
    long long k = v->step_const;
    if (step.kind != V_INT || k == 0)
        return false;
    bool down = k < 0;
    struct affine d = down ? affine_sub(&lo.aff, &hi.aff) : affine_sub(&hi.aff, &lo.aff);
    if (pointers)
        k *= v->var->type->of->size;
    long long stride = down ? -k : k;
    struct affine one = affine_const(hostint_const(l->rel[1] == '=' && *l->rel != '!' ? 0 : 1));
    bool fixed = affine_invariant(&d);
    if (!fixed && stride != 1)
        return false;
    d = affine_sub(&d, &one);
    if (stride != 1) { /* floor, also below zero: an empty range stays one */
        struct hostint n = d.c0;
        if (!n.text)
            d.c0 = hostint_const(n.k < 0 ? -1 : n.k / stride);
        else
            d.c0 = hostint_text(ir_printf("(%s < 0 ? -1LL : %s / %lld)", n.text, n.text, stride));
    }
    *out = (struct range){.hi = d, .loop = l, .exact = fixed};
    return true;
}

static void walk_for(struct walker *w, struct stmt *s)
{
    const char *why;
    struct loop *l = loop_canonical(s, &why);
    if (!l) {
        walk_stmt(w, s->init);
        w->inner++;
        w->conditional++;
        if (s->expr)
            eval(w, s->expr);
        walk_stmt(w, s->body);
        if (s->step)
            eval(w, s->step);
        w->conditional--;
        w->inner--;
        return;
    }
    struct range range;
    int index = inner_range(w, l, &range) ? add_range(w->r, range) : -1;
    bind_inductions(w, l, index);
    struct value upper = eval(w, l->upper);
    use_pointer(w, &upper);
    int saved = w->conditional;
    w->inner++;
    w->conditional += index < 0 || stmt_breaks(s->body);
    walk_stmt(w, s->body);
    eval(w, s->expr);
    w->conditional = saved;
    w->inner--;
}

static bool visit_jump(struct stmt *s, void *ctx)
{
    bool *found = ctx;
    *found |= s->kind == STMT_CONTINUE || s->kind == STMT_BREAK || s->kind == STMT_RETURN;
    return !*found;
}

static void walk_if(struct walker *w, struct stmt *s)
{
    eval(w, s->expr);
    w->conditional++;
    walk_stmt(w, s->body);
    walk_stmt(w, s->other);
    w->conditional--;
    bool jumps = false;
    stmt_walk(s, visit_jump, &jumps);
    w->conditional += jumps; /* what follows is not reached by all; loops and calls reset it */
}

static void walk_decl(struct walker *w, struct stmt *s)
{
    for (size_t i = 0; i < s->n_decls; i++) {
        struct decl *d = s->decls[i];
        struct value v = s->inits[i] ? eval(w, s->inits[i]) : unknown();
        use_pointer(w, &v);
        if (d->type->kind == TYPE_ARRAY || d->type->kind == TYPE_RECORD)
            continue;
        if (s->inits[i])
            define(w, d, v);
    }
}

static void walk_stmt(struct walker *w, struct stmt *s)
{
    if (!s)
        return;
    switch (s->kind) {
    case STMT_COMPOUND:
        for (size_t i = 0; i < s->n_list; i++)
            walk_stmt(w, s->list[i]);
        break;
    case STMT_DECL:
        walk_decl(w, s);
        break;
    case STMT_IF:
        walk_if(w, s);
        break;
    case STMT_FOR:
        walk_for(w, s);
        break;
    case STMT_RETURN:
        if (s->expr) {
            struct value v = eval(w, s->expr);
            use_pointer(w, &v);
            if (w->returned)
                *w->returned = w->conditional ? unknown() : v;
            if (v.kind == V_POINTER && w->conditional)
                refuse(w->r, REFUSE_DEVICE, s->begin, "pointer-choice",
                       "a pointer is returned under a condition");
        }
        break;
    case STMT_WHILE:
    case STMT_DO:
    case STMT_SWITCH:
    case STMT_CASE:
    case STMT_DEFAULT:
        if (s->expr)
            eval(w, s->expr);
        w->conditional++;
        walk_stmt(w, s->body);
        w->conditional--;
        break;
    default:
        if (s->expr)
            eval(w, s->expr);
    }
}

/* ---- data clauses and what is still unknown ---- */

static const char *no_blanks(const char *s)
{
    char *out = ir_alloc(strlen(s) + 1), *p = out;
    for (; *s; s++)
        if (*s != ' ' && *s != '\t')
            *p++ = *s;
    return out;
}

static struct base *find_base(struct region *r, const char *name)
{
    const char *want = no_blanks(name);
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].text && strcmp(no_blanks(r->bases[i].user_text), want) == 0)
            return &r->bases[i];
    return NULL;
}

static void apply_item(struct region *r, const struct data_clause *c, const struct item *it)
{
    struct base *b = find_base(r, it->base);
    if (!b) {
        diag_pragma(r->diag, DIAG_WARNING, r->pragma, it->offset, strlen(it->text), NULL,
                    "'%s' in '%s' is not an array or pointer that the loop reads", it->text,
                    c->verb);
        return;
    }
    enum tcr_map map = c->map;
    if (map == TCR_MAP_COPYOUT || map == TCR_MAP_CREATE) {
        diag_pragma(r->diag, DIAG_WARNING, r->pragma, it->offset, strlen(it->text), NULL,
                    "the loop reads '%s' and does not write it: '%s' taken as 'copyin'", it->text,
                    c->verb);
        map = TCR_MAP_COPYIN;
    }
    b->map = map;
    if (b->rows || it->n_sections > 1)
        refuse(r, REFUSE_DEVICE, r->pragma->begin, "section-shape",
               "'%s': a section of more than one dimension is not supported", it->text);
    if (it->n_sections == 0)
        return;
    const struct section *s = &it->sections[0];
    const char *elem = ir_printf("(long long)sizeof(*(%s))", b->user_text);
    b->clause_lo = ir_printf("(long long)(%s) * %s", s->lo ? s->lo : "0", elem);
    if (s->is_index)
        b->clause_len = elem;
    else if (s->len)
        b->clause_len = ir_printf("(long long)(%s) * %s", s->len, elem);
    else if (b->extent)
        b->clause_len = ir_printf("%s - %s", b->extent, b->clause_lo);
    else
        refuse(r, REFUSE_LOOP, r->pragma->begin, "section-shape",
               "'%s' has no length and the extent of '%s' is not known; write '%s[lower:length]'",
               it->text, b->user_text, b->user_text);
}

static void check_bases(struct region *r)
{
    for (size_t i = 0; i < r->n_bases; i++) {
        struct base *b = &r->bases[i];
        bool clause = b->clause_len || b->map == TCR_MAP_DEVICEPTR || b->map == TCR_MAP_PRESENT;
        if (b->elem->kind == TYPE_FUNCTION || b->elem->kind == TYPE_OTHER ||
            b->elem->kind == TYPE_LONG_DOUBLE || b->elem->kind == TYPE_COMPLEX)
            refuse(r, REFUSE_DEVICE, r->begin, "unsupported-type",
                   "'%s' points to objects of type '%s'", b->user_text, b->elem->spelling);
        if (b->unbounded && !b->extent && !clause)
            refuse(r, REFUSE_DEVICE, b->unbounded_at, "extent-unknown",
                   "how much of '%s' the loop reads cannot be computed (%s); write "
                   "copyin(%s[lower:length]) in the directive",
                   b->user_text, b->unbounded_why, b->user_text);
    }
}

void access_find(struct region *r)
{
    struct walker w = {.r = r};
    r->ranges = ir_alloc((TCR_MAX_LOOPS + 1) * sizeof *r->ranges);
    bind_levels(&w);
    for (size_t i = 0; i < r->n_privates; i++)
        if (r->firstprivate[i] && r->privates[i]->type->kind != TYPE_SCALAR)
            refuse(r, REFUSE_DEVICE, r->begin, "firstprivate-type",
                   "firstprivate variable '%s' is not a scalar", r->privates[i]->name);
    walk_stmt(&w, r->body);
    for (size_t i = 0; i < r->dir->n_data; i++)
        for (size_t k = 0; k < r->dir->data[i].n_items; k++)
            apply_item(r, &r->dir->data[i], &r->dir->data[i].items[k]);
    check_bases(r);
}

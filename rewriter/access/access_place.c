/* SPDX-License-Identifier: MIT */
/* access_place.c: lvalues, their addresses, and what is loaded from them. */
#include "access_private.h"

#include <string.h>

#include "../ir/polynomial.h"

/* ---- places ---- */

bool access_is_local(struct walker *w, const struct decl *d)
{
    if (d->in_region)
        return true;
    for (size_t i = 0; i < w->r->n_privates; i++)
        if (w->r->privates[i] == d)
            return true;
    return region_is_level_var(w->r, d);
}

/* How the host names it where the loop stands.  NULL: refused. */
static const char *visible_name(struct region *r, const struct expr *e)
{
    const struct decl *d = e->decl;
    bool in_function = e->begin < r->begin || e->begin >= r->end;
    if (!in_function)
        return d->name;
    if (d->kind == DECL_STATIC_LOCAL)
        return refuse(r, REFUSE_DEVICE, e->begin, CODE_STATIC_LOCAL,
                      "'%s' is static inside a called function", d->name);
    if (d->offset >= r->src->unit_size)
        return access_extern(r, e);
    if (d->offset >= r->function_begin || ast_shadowed(r, d))
        return refuse(r, REFUSE_DEVICE, e->begin, CODE_NOT_VISIBLE,
                      "'%s', read by a called function, cannot be named where the loop stands",
                      d->name);
    return d->name;
}

static struct place variable_place(struct walker *w, struct expr *e)
{
    if (e->reduction >= 0 || access_is_local(w, e->decl))
        return (struct place){.local = true};
    const char *text = visible_name(w->r, e);
    if (!text)
        return (struct place){.local = true};
    const struct symbol *name = symbol_name(&w->r->symbols, text, e->decl);
    return (struct place){.named = true,
                          .is = name,
                          .proto = name,
                          .object = access_open_end(e->decl->type) ? NULL : name};
}

/* It goes so many bytes further in its element; less than 0: any number. */
static void add_member(struct value *v, const void *bytes)
{
    const long long *more = bytes, size = v->kind == V_POINTER ? v->root->elem->size : 0;
    bool known = v->member >= 0 && *more >= 0 && size > 0;
    v->member = known ? (v->member + *more) % size : -1;
    v->start = known ? v->member : v->start;
}

static struct place member_place(struct walker *w, struct expr *e)
{
    struct place p = access_place(w, e->a);
    if (p.local)
        return p;
    p.trailing = p.trailing && access_is_last(e);
    access_extern_member(w->r, e, p.is);
    if (*e->field->name) { /* members of an anonymous one are named as those of the outer */
        p.is = p.is ? symbol_member(p.is, e->field->name) : NULL;
        p.proto = p.proto ? symbol_member(p.proto, e->field->name) : NULL;
    }
    if (p.memory) {
        struct affine off = affine_const(hostint_const(e->field->bit_offset / 8));
        p.at = value_shifted(&p.at, &off);
        long long bytes = e->field->bit_offset / 8;
        p.at = value_edited(&p.at, add_member, &bytes);
    }
    return p;
}

/* The place a pointer value points to; of a null pointer, or refused: a local. */
static struct place pointee(struct walker *w, struct expr *at, const struct value *v)
{
    if (v->kind == V_LOCAL || v->kind == V_NULL) /* a null pointer is not followed */
        return (struct place){.local = true};
    for (const struct value *u = v; u; u = u->also)
        if (u->kind != V_POINTER &&
            !refuse(w->r, REFUSE_DEVICE, at->begin, CODE_POINTER_UNKNOWN,
                    "it is not known what this pointer points to; use subscripts of a named array "
                    "or parameter"))
            return (struct place){.local = true};
    struct place p = {
        .memory = true, .at = *v, .subscripted = v->subscripted, .trailing = !v->root->object};
    p.is = v->is ? symbol_deref(v->is) : NULL;
    p.proto = v->proto ? symbol_deref(v->proto) : NULL;
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
    if ((!v->proto || flat->size <= 0) &&
        !refuse(w->r, REFUSE_DEVICE, e->begin, CODE_VLA_EXTENT,
                "the row length of this variable-length array is not known at the loop; compute "
                "the subscript, as in a[i * m + j]"))
        return hostint_const(1);
    struct hostint bytes = hostint_of(symbol_sizeof(symbol_deref(v->proto)));
    struct hostint count = hostint_op(&w->r->symbols, OP_DIV, bytes, hostint_const(flat->size));
    access_set_capture(w, e, access_capture(w->r, count.symbol, true, type_long_long()));
    return bytes;
}

/* Surely within the declared object: evaluating it does no harm. */
static bool is_inside(const struct value *v, const struct type *elem)
{
    return v->root && v->root->size > 0 && affine_invariant(&v->aff) && !v->aff.c0.symbol &&
           v->aff.c0.k >= 0 && v->aff.c0.k <= v->root->size - elem->size;
}

static struct value advance(struct walker *w, struct expr *e, const struct value *from,
                            const struct value *by)
{
    struct type *elem = e->kind == EXPR_INDEX ? e->a->type->of : e->type->of;
    bool minus = e->kind == EXPR_BINARY && e->op == OP_SUB;
    struct value v = *from, index = *by;
    if (v.kind != V_POINTER)
        return v;
    struct hostint stride = stride_of(w, e, elem, &v);
    if (index.kind != V_INT) {
        const struct affine *start = value_sum(from), *sum = value_sum(&index);
        v.open = start && sum;
        if (v.open) {
            struct affine far = affine_scale(sum, stride);
            v.aff = minus ? affine_sub(start, &far) : affine_add(start, &far);
        }
        v.known = false;
        v.why = "a subscript that is not an affine function of the loop variables";
        v.why_at = e->begin;
        v.is = NULL;
        return v;
    }
    struct affine bytes = affine_scale(&index.aff, stride);
    long long unit = stride.symbol ? type_flat_element(elem)->size : stride.k;
    bool fixed = affine_invariant(&bytes) && !bytes.c0.symbol && !minus;
    if (fixed && !stride.symbol)
        v = value_edited(&v, add_member, &bytes.c0.k);
    else
        v = value_striding(&v, unit);
    v.aff = minus ? affine_sub(&v.aff, &bytes) : affine_add(&v.aff, &bytes);
    bool still = affine_invariant(&index.aff);
    if (v.is && still && !hostint_is(index.aff.c0, 0)) {
        v.is = symbol_binary(minus ? OP_SUB : OP_ADD, v.is,
                             hostint_symbol(&w->r->symbols, index.aff.c0));
        v.subscripted |= !is_inside(&v, elem);
    }
    if (!still)
        v.is = NULL;
    return v;
}

struct value access_advance(struct walker *w, struct expr *e, struct value v, struct value index)
{
    const struct type *type = e->b->type->kind == TYPE_POINTER ? e->a->type : e->b->type;
    if (index.kind == V_UNKNOWN && !index.open)
        index = access_narrow(type);
    if (v.kind == V_POINTER)
        access_settle(w, &index, type);
    return access_each(w, e, &v, &index, advance);
}

static struct place index_place(struct walker *w, struct expr *e)
{
    struct value v = access_eval(w, e->a);
    struct value i = access_eval(w, e->b);
    v = access_advance(w, e, v, i);
    return pointee(w, e->a, &v);
}

struct place access_place(struct walker *w, struct expr *e)
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

static struct root *new_root(const struct walker *w, struct expr *node, const struct symbol *is,
                             struct type *elem)
{
    struct root *root = ir_alloc(sizeof *root);
    *root = (struct root){.is = is,
                          .shown = symbol_shown(is),
                          .elem = elem,
                          .node = node,
                          .unsure = access_unsure(w),
                          .base = -1,
                          .rows_of = -1};
    return root;
}

/* A pointer that the host names. */
static struct value named_pointer(struct root *root, bool subscripted)
{
    return (struct value){.kind = V_POINTER,
                          .known = true,
                          .root = root,
                          .is = root->is,
                          .proto = root->is,
                          .subscripted = subscripted};
}

/* May the host evaluate it before the loop? */
static bool may_evaluate(const struct walker *w, const struct place *p)
{
    return p->is && (!p->subscripted || !access_unsure(w));
}

static bool in_function(const struct region *r, const struct expr *e)
{
    return e->begin < r->begin || e->begin >= r->end;
}

/* Either the host evaluates the lvalue, once, or the device each time: of a function that
 * is called in several places, the one of them may allow what another one does not. */
static bool settle(struct walker *w, struct expr *e, const struct place *p, bool device)
{
    enum expr_where where = device ? WHERE_DEVICE : WHERE_HOST;
    struct expr_facts *f = access_facts(w->r, e);
    if (f->where == WHERE_NOT_SEEN)
        f->where_is = p->is;
    else if (!p->is || f->where_is != p->is) {
        if (f->where != where)
            return access_differ(w->r, e->begin, access_other_object(w->r, e));
        f->where_is = NULL;
    }
    f->where = where;
    return true;
}

/* The pointer in a place of base `parent`: the same one all through an iteration,
 * if the place depends on nothing else. */
static struct root *row_root(struct walker *w, struct expr *e, const struct place *p, int parent)
{
    struct type *elem = access_element(e);
    const struct affine *at = &p->at.aff;
    const struct root *above = p->at.root->rows_of >= 0 ? p->at.root : NULL;
    bool placed = p->at.known && !p->at.also && (!above || (above->placed && !p->at.no_row));
    bool fixed = placed && (!above || above->fixed);
    for (size_t k = w->r->n_loops; k < TCR_MAX_LOOPS; k++)
        fixed = fixed && hostint_is(at->c[k], 0);
    for (size_t i = 0; i < w->n_rows && fixed; i++) {
        struct root *old = w->rows[i];
        if (old->rows_of == parent && old->elem->size == elem->size && affine_same(&old->at, at) &&
            (!above || access_same_row(old->above, above)))
            return old;
    }
    const char *name = symbol_shown(w->r->bases[parent].symbol);
    name = ir_printf(e->kind == EXPR_MEMBER ? "%s[].%s" : "%s[]", name,
                     e->kind == EXPR_MEMBER ? e->field->name : "");
    struct root *root = new_root(w, NULL, symbol_name(&w->r->symbols, name, NULL), elem);
    if (e->begin >= w->r->begin && e->end <= w->r->end)
        root->shown =
            ir_printf(e->kind == EXPR_DEREF ? "(%s)" : "%s", region_quote(w->r, e->begin, e->end));
    root->rows_of = parent;
    root->pointer_at = p->at.member;
    root->at = *at;
    root->placed = placed;
    root->fixed = fixed;
    root->above = above;
    if (fixed)
        IR_PUSH(w->rows, w->n_rows, root);
    return root;
}

/* p of p[i] or p[i][j], a variable that points to pointers; or NULL. */
static const struct decl *rows_of(const struct expr *e, bool element)
{
    const struct expr *row = element && e->kind == EXPR_INDEX ? expr_strip(e->a) : e;
    const struct expr *of = row->kind == EXPR_INDEX ? expr_strip(row->a) : NULL;
    bool rows =
        of && of->kind == EXPR_VAR && row->type->kind == TYPE_POINTER && (row != e || !element);
    return rows ? of->decl : NULL;
}

struct row_search {
    struct region *r;
    const struct decl *rows;
    bool written, moves;
};

static bool visit_moving(struct expr *e, void *ctx)
{
    struct row_search *s = ctx;
    s->moves |= e->kind == EXPR_VAR && (e->decl->in_region || stmt_writes(s->r->stmt, e->decl));
    return !s->moves;
}

/* Writes p[i][...], another row in another iteration? */
static bool visit_row(struct expr *e, void *ctx)
{
    struct row_search *s = ctx;
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    if (sets && rows_of(e->a, true) == s->rows) {
        expr_walk(expr_strip(e->a->a)->b, visit_moving, s);
        s->written |= s->moves;
    }
    return !s->written;
}

/* Is it the pointer to a row, or a number in one, of which others are written?  If the host read
 * it, that would be another base, or nobody's, and no call could tell it to be apart from those
 * that are written. */
static bool is_beside_written(struct walker *w, const struct expr *e)
{
    bool pointer = e->type->kind == TYPE_POINTER;
    struct row_search s = {.r = w->r, .rows = rows_of(e, !pointer)};
    if (s.rows && w->r->stores && (pointer || type_is_floating(e->type)))
        stmt_walk_exprs(w->r->stmt, visit_row, &s);
    return s.written;
}

static struct value load_pointer(struct walker *w, struct expr *e, const struct place *p)
{
    struct type *elem = access_element(e);
    if (may_evaluate(w, p) && !is_beside_written(w, e)) {
        access_fix(w, e, p->is);
        settle(w, e, p, false);
        return named_pointer(new_root(w, e, symbol_load(p->is), elem), p->subscripted);
    }
    settle(w, e, p, true);
    bool one = p->memory; /* of the same base, and the same place in its elements */
    for (const struct value *v = &p->at; one && v; v = v->also)
        one = access_same_base(&p->at, v) && v->member == p->at.member && v->member >= 0;
    if (!one)
        return value_refused(refuse(
            w->r, REFUSE_DEVICE, e->begin, CODE_POINTER_IN_MEMORY,
            "a pointer is loaded from memory inside the loop; copy it to a local before the loop, "
            "or load it from one array only"));
    int parent = access_need(w, &p->at);
    const struct base *in = &w->r->bases[parent];
    if (in->elem->kind != TYPE_POINTER && in->elem->kind != TYPE_RECORD)
        return value_refused(
            refuse(w->r, REFUSE_DEVICE, e->begin, CODE_POINTER_IN_MEMORY,
                   "a pointer is loaded from memory that has been given another type"));
    access_read(w, &p->at, e->type->size, e);
    access_facts(w->r, e)->from_record = in->elem->kind == TYPE_RECORD;
    return (struct value){
        .kind = V_POINTER, .known = true, .root = row_root(w, e, p, parent), .proto = p->proto};
}

/* The value is fixed and the host can tell it.  A function's parameters are
 * others in every call: there the device reads memory itself. */
static struct value load_invariant(struct walker *w, struct expr *e, const struct place *p)
{
    const struct symbol *is = symbol_load(p->is);
    bool device = p->memory && in_function(w->r, e), sure = !access_unsure(w);
    settle(w, e, p, device);
    if (device)
        access_read(w, &p->at, access_load_size(e), e);
    access_fix(w, e, p->is);
    return device ? access_host_value(e, is, sure) : access_captured(w, e, is, sure);
}

/* Elements of the table e[...][...], if it is a variable of constant size; which one? */
static long long table_size(const struct expr *e, struct decl **table)
{
    long long n = 1;
    const struct type *t = NULL;
    while (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY) {
        t = e->a->a->type;
        n = t->count > 0 ? n * t->count : 0;
        e = e->a->a;
    }
    *table = e->decl;
    return e->kind == EXPR_VAR && t ? n : 0;
}

/* Does the loop write the table, by its name?  A number that the loop makes, nobody knows before.
 */
static bool is_written(struct walker *w, struct decl *table)
{
    struct decl_facts *f = access_decl_facts(w->r, table);
    if (f->written == 0)
        f->written = stmt_writes_part(w->r->stmt, table, NULL, false) ? 1 : -1;
    return f->written > 0;
}

/* May the address, of which `at` is known, be so many bytes behind its root?  Of a column's
 * elements, r[i][2], only the column is meant. */
static bool may_be_at(const struct value *at, long long byte)
{
    long long step = 0;
    if (!at->known || at->aff.c0.symbol)
        return true;
    for (size_t k = 0; k < AFFINE_VARS; k++) {
        const struct hostint *c = &at->aff.c[k];
        if (c->symbol)
            return true;
        step = poly_gcd(step, c->k < 0 ? -c->k : c->k);
    }
    long long far = byte - at->aff.c0.k;
    return step ? far % step == 0 : far == 0;
}

/* idx[k] of a small table of numbers: from the least of them to the greatest. */
static struct value table_value(struct walker *w, struct expr *e, const struct place *p)
{
    enum { MOST = 64 };
    struct decl *table;
    long long n = table_size(e, &table);
    const struct root *root = p->at.root;
    if (n < 1 || n > MOST || !type_is_integer(e->type) || p->at.also || !root->object ||
        root->elem->kind != TYPE_SCALAR || root->elem->scalar != e->type->scalar ||
        is_written(w, table))
        return value_unknown();
    struct hostint lo = {0}, hi = {0};
    bool any = false;
    const char *type = ir_printf("const %s *", type_host_name(e->type));
    const struct symbol *first = symbol_cast(type, root->object);
    access_fix(w, e, root->object);
    for (long long i = 0; i < n; i++) {
        if (!may_be_at(&p->at, i * (long long)e->type->size))
            continue;
        const struct symbol *at = symbol_binary(OP_ADD, first, symbol_int(&w->r->symbols, i));
        struct hostint x = hostint_of(symbol_sure(symbol_deref(at)));
        lo = any ? hostint_min(lo, x) : x;
        hi = any ? hostint_max(hi, x) : x;
        any = true;
    }
    return any ? value_between(lo, hi) : value_unknown();
}

static struct value load(struct walker *w, struct expr *e, const struct place *p)
{
    struct type *t = e->type;
    if (p->local) {
        settle(w, e, p, true);
        return value_unknown();
    }
    if (t->kind == TYPE_POINTER)
        return load_pointer(w, e, p);
    bool atomic = p->memory && w->r->stores && (e->atomic || t->is_atomic);
    bool fits = atomic ? false
                : t->kind == TYPE_SCALAR
                    ? !(p->memory && expr_is_bit_field(e) && access_unsure(w))
                    : t->kind == TYPE_RECORD && !(p->memory && access_unsure(w));
    if (may_evaluate(w, p) && fits && !is_beside_written(w, e))
        return load_invariant(w, e, p);
    settle(w, e, p, true);
    w->atomic = atomic;
    if (p->memory)
        access_read(w, &p->at, access_load_size(e), e);
    w->atomic = false;
    if (p->memory && e->kind == EXPR_INDEX && !atomic)
        return table_value(w, e, p);
    return value_unknown();
}

struct value access_load(struct walker *w, struct expr *e)
{
    struct place p = access_place(w, e);
    return load(w, e, &p);
}

/* ---- addresses ---- */

struct value access_host_pointer(struct walker *w, struct expr *e)
{
    const struct symbol *is = symbol_name(&w->r->symbols, e->text, NULL);
    return named_pointer(new_root(w, e, is, type_flat_element(e->type->of)), false);
}

struct value access_address(struct walker *w, struct expr *e)
{
    struct place p = access_place(w, e->a);
    settle(w, e, &p, p.local || p.memory);
    if (p.local)
        return (struct value){.kind = V_LOCAL};
    if (p.memory && e->a->kind != EXPR_MEMBER)
        return p.at;
    if (p.memory) { /* that value names the pointer to the structure */
        struct value v = value_named(&p.at, p.proto ? symbol_address(p.proto) : NULL);
        v.is = p.is ? symbol_address(p.is) : NULL;
        return v;
    }
    struct root *root = new_root(w, e, symbol_address(p.is), type_flat_element(e->a->type));
    root->size = e->a->type->size;
    root->object = access_object(&p);
    return named_pointer(root, p.subscripted);
}

struct value access_decay(struct walker *w, struct expr *e)
{
    struct place p = access_place(w, e->a);
    bool named_array = p.is && (p.named || (may_evaluate(w, &p) && !in_function(w->r, e)));
    bool device = p.local || (p.memory && !named_array);
    settle(w, e, &p, device);
    if (p.local)
        return (struct value){.kind = V_LOCAL};
    if (device) {
        struct value v = value_named(&p.at, p.proto);
        v.is = p.is;
        return v;
    }
    struct root *root = new_root(w, e, p.is, type_flat_element(e->a->type));
    root->object = access_object(&p);
    if (!access_flexible(&p, e->a->type)) {
        root->extent = symbol_long(symbol_sizeof(p.is));
        root->size = e->a->type->size;
        if (e->a->type->of->size > 0)
            root->elements = root->size / e->a->type->of->size;
        root->complete = root->object && e->a->kind == EXPR_VAR;
    }
    return named_pointer(root, p.subscripted);
}

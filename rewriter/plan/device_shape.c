/* SPDX-License-Identifier: MIT */
/* device_shape.c: see device_shape.h. */
#include "device_shape.h"

struct expr *shape_decayed(const struct expr *e)
{
    return e->kind == EXPR_DECAY && expr_facts(e)->base < 0 ? e->a : NULL;
}

bool shape_is_flat(const struct expr *pointer)
{
    struct expr *array = shape_decayed(pointer);
    if (!array)
        return true;
    return (array->kind == EXPR_INDEX || array->kind == EXPR_DEREF) && shape_is_flat(array->a);
}

bool shape_is_local(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    return e->kind == EXPR_INDEX || e->kind == EXPR_DEREF ? shape_points_local(e->a) : true;
}

/* A pointer to a local, as access.c has found out. */
bool shape_points_local(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_VAR:
        return decl_facts(e->decl)->points_local;
    case EXPR_DECAY:
    case EXPR_ADDR:
        return expr_facts(e)->base < 0 && shape_is_local(e->a);
    case EXPR_CAST:
    case EXPR_ASSIGN:
    case EXPR_INCDEC:
        return shape_points_local(e->a);
    case EXPR_BINARY:
        return shape_points_local(e->a->type->kind == TYPE_POINTER && e->op != OP_COMMA ? e->a
                                                                                        : e->b);
    case EXPR_COND:
        return shape_points_local(e->b) || shape_points_local(e->c);
    case EXPR_CALL:
        return expr_facts(e)->to_local;
    default:
        return false;
    }
}

bool shape_has_member(const struct field *f)
{
    const struct type *flat = type_flat_element(f->type);
    return f->bits < 0 && f->type->size > 0 &&
           (flat->kind == TYPE_SCALAR || flat->kind == TYPE_POINTER || flat->kind == TYPE_RECORD);
}

bool shape_is_open(const struct record *rec, const struct field *f)
{
    const struct type *t = f->type;
    return f->bits < 0 && t->kind == TYPE_ARRAY && (t->count == -2 || t->count == 0) &&
           t->of->kind == TYPE_SCALAR && !rec->is_union && f + 1 == rec->fields + rec->n_fields &&
           f->bit_offset % (8 * t->of->size) == 0 && rec->align % (size_t)t->of->size == 0;
}

long long shape_round_up(long long at, size_t align)
{
    long long a = align ? (long long)align : 1;
    return (at + a - 1) / a * a;
}

size_t shape_align(const struct field *f)
{
    const struct type *flat = type_flat_element(f->type);
    return flat->kind == TYPE_RECORD ? flat->record->align : (size_t)flat->size;
}

bool shape_in_order(const struct record *rec)
{
    long long at = 0;
    for (size_t i = 0; i < rec->n_fields; i++) {
        const struct field *f = &rec->fields[i];
        if (!shape_has_member(f) || f->bit_offset / 8 != shape_round_up(at, shape_align(f)))
            return false;
        at = f->bit_offset / 8 + f->type->size;
    }
    return !rec->is_union;
}

bool shape_sets_members(const struct expr *e)
{
    const struct record *rec = e->type->kind == TYPE_RECORD ? e->type->record : NULL;
    bool some = rec && rec->is_union;
    if (!rec || e->n_args > rec->n_fields)
        return false;
    for (size_t i = 0; i < rec->n_fields; i++) {
        const struct field *f = &rec->fields[i];
        some |= f->bits >= 0;
        bool zero = i >= e->n_args || (e->args[i]->kind == EXPR_INIT && e->args[i]->n_args == 0);
        if (!(rec->is_union && zero) && (!*f->name || f->bits > 32))
            return false;
        if (!zero && (f->type->kind != TYPE_SCALAR || (f->bits < 0 && !shape_has_member(f))))
            return false;
    }
    return some;
}

struct expr *shape_temporary(struct expr *arg)
{
    arg = arg ? expr_strip(arg) : NULL;
    return arg && arg->kind == EXPR_ADDR && arg->a->kind == EXPR_LITERAL ? arg->a : NULL;
}

bool shape_is_null(const struct expr *e)
{
    long long k;
    while (e->kind == EXPR_CAST && e->type->kind == TYPE_POINTER &&
           e->a->type->kind == TYPE_POINTER)
        e = e->a;
    return e->kind == EXPR_CAST && e->type->kind == TYPE_POINTER && expr_const(e->a, &k) && k == 0;
}

bool shape_is_captured(const struct expr *e)
{
    return expr_facts(e)->capture >= 0 &&
           (e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_RECORD);
}

bool shape_is_argument(const struct region *r, const struct expr *e)
{
    int base = expr_facts(e)->base;
    return shape_is_captured(e) || (base >= 0 && r->bases[base].name);
}

struct hazard {
    struct region *r;
    const struct expr *whole;
    bool found;
};

static bool visit_hazard(struct expr *e, void *ctx)
{
    struct hazard *h = ctx;
    h->found |= expr_may_end(h->r, e) ||
                (e->kind == EXPR_VAR && expr_writes((struct expr *)h->whole, e->decl));
    return !h->found;
}

bool shape_may_be_nowhere(struct region *r, const struct expr *e, const struct expr *whole)
{
    struct hazard h = {.r = r, .whole = whole};
    if (!expr_may_end(r, whole) || (e->kind != EXPR_INDEX && e->kind != EXPR_DEREF))
        return false;
    expr_walk(e->a, visit_hazard, &h);
    expr_walk(e->b, visit_hazard, &h);
    return h.found;
}

/* SPDX-License-Identifier: MIT */
/*
 * plan_probe.c: may a kernel look how long the first shared loop is before it starts?  See
 * struct plan_front.
 */
#include "plan_private.h"

#include "../access/dependence.h"
#include "../front/ast.h"
#include "device_shape.h"

/* Numbers of two types are at two places. */
static bool differ(const struct type *a, const struct type *b)
{
    return a->kind == TYPE_SCALAR && b->kind == TYPE_SCALAR && a->size > 1 && b->size > 1 &&
           (a->size != b->size || type_is_integer(a) != type_is_integer(b));
}

/* May some iteration write what is read through that base? */
static void look_at_base(struct plan_front *f, int base)
{
    struct region *r = f->p->r;
    for (size_t i = 0; i < r->n_bases; i++) {
        if (!r->bases[i].written)
            continue;
        bool own = (int)i == base || base < 0;
        bool apart = !own && (differ(r->bases[i].elem, r->bases[base].elem) ||
                              dependence_apart(r, dependence_base(&r->bases[i]),
                                               dependence_base(&r->bases[base])));
        f->moving |= !apart && (own || f->p->proved); /* else the runtime asks */
        f->given |= !apart;
    }
}

static bool visit_read(struct expr *e, void *ctx)
{
    struct plan_front *f = ctx;
    if (shape_is_argument(f->p->r, e))
        return false;
    bool memory = (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && !shape_is_local(e);
    if (memory || (e->kind == EXPR_CALL && !e->math))
        look_at_base(f, memory ? expr_facts(e)->through : -1);
    return true;
}

void plan_front_value(struct plan_front *f, const struct decl *var, struct expr *e)
{
    if (!e)
        return;
    struct plan_set set = {.var = var, .from = e, .counts = !var};
    IR_PUSH(f->sets, f->n_sets, set);
}

void plan_front_statement(struct plan_front *f, struct expr *e)
{
    bool sets = e->kind == EXPR_ASSIGN && e->a->kind == EXPR_VAR && e->a->reduction < 0 &&
                !expr_has_effects(e->b);
    plan_front_value(f, sets ? e->a->decl : NULL, e);
}

/* ---- what it depends on ---- */

/* Is the variable in something that counts? */
static bool is_needed(const struct plan_front *f, const struct decl *var)
{
    for (size_t i = 0; i < f->n_sets; i++)
        if (f->sets[i].counts && expr_mentions(f->sets[i].from, var))
            return true;
    return false;
}

void plan_front_loop(struct plan_front *f, const struct loop *l)
{
    plan_front_value(f, NULL, l->vars[0].lower);
    plan_front_value(f, NULL, l->upper);
}

void plan_front_reads(struct plan_front *f)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < f->n_sets; i++)
            if (!f->sets[i].counts && is_needed(f, f->sets[i].var))
                f->sets[i].counts = more = true;
    }
    for (size_t i = 0; i < f->n_sets; i++)
        if (f->sets[i].counts)
            expr_walk(f->sets[i].from, visit_read, f);
}

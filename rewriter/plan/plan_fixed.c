/* SPDX-License-Identifier: MIT */
/*
 * plan_fixed.c: loops of a thread whose bound says the same in each iteration, though it is read
 * from memory.
 *
 *     for (int b = 0; b < count[other]; b++)
 *         own += weight[other * 32 + b];
 *
 * The device's compiler reads such a bound again, and asks again whether it is in its section. Here
 * it is known that nothing is written to memory meanwhile: all that the loop assigns to are
 * variables of the thread, or elements that it keeps in registers.  Such a loop ends, too, whatever
 * its body has met.
 */
#include "device_shape.h"
#include "plan_private.h"

#include "../front/ast.h"

struct fixed_search {
    const struct plan *p;
    struct stmt *body;
    unsigned long long kept; /* of p->keeps, those that are in registers now */
    bool fits, calls;
};

static bool is_kept(const struct fixed_search *s, const struct expr *e)
{
    struct plan_kept at;
    for (size_t i = 0; i < s->p->n_keeps; i++)
        if (s->kept >> i & 1 && s->p->keeps[i].sure && plan_kept(s->p, &s->p->keeps[i], e, &at))
            return true;
    return false;
}

static bool visit_body(struct expr *e, void *ctx)
{
    struct fixed_search *s = ctx;
    if (e->atomic || e->kind == EXPR_STATEMENTS || e->kind == EXPR_END)
        s->fits = false;
    s->calls |= e->kind == EXPR_CALL && !e->math;
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && !shape_is_local(e->a) &&
        !is_kept(s, e->a))
        s->fits = false;
    return s->fits;
}

/* In a function that is called, memory is what a pointer to no local leads to. */
static bool visit_function(struct expr *e, void *ctx)
{
    struct fixed_search *s = ctx;
    if (e->atomic || e->kind == EXPR_STATEMENTS || e->kind == EXPR_END)
        s->fits = false;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) {
        const struct expr *of = e->a;
        while (of->kind == EXPR_MEMBER || (of->kind == EXPR_INDEX && of->a->kind == EXPR_DECAY))
            of = of->kind == EXPR_MEMBER ? of->a : of->a->a;
        if ((of->kind == EXPR_INDEX || of->kind == EXPR_DEREF) && expr_facts(of)->through != -1)
            s->fits = false;
    }
    return s->fits;
}

static bool writes_nothing(struct fixed_search *s)
{
    const struct region *r = s->p->r;
    stmt_walk_exprs(s->body, visit_body, s);
    for (size_t i = 0; i < r->n_functions && s->calls && s->fits; i++)
        stmt_walk_exprs(r->functions[i].body, visit_function, s);
    return s->fits;
}

static bool visit_bound(struct expr *e, void *ctx)
{
    struct fixed_search *s = ctx;
    if (shape_is_argument(s->p->r, e))
        return false;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || e->kind == EXPR_CALL ||
        e->kind == EXPR_STATEMENTS || e->kind == EXPR_END || e->atomic || e->type->is_volatile ||
        ((e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && expr_facts(e)->through < 0) ||
        is_kept(s, e) || /* an element, or a member of one */
        (e->kind == EXPR_VAR && (region_may_write(s->p->r, s->body, e->decl) ||
                                 stmt_writes_part(s->body, e->decl, NULL, e->decl->in_region))))
        s->fits = false;
    return s->fits;
}

/* Counts it up by one to a bound that its variable can reach? */
static bool counts_up(const struct loop *l)
{
    const struct induction *v = &l->vars[0];
    const struct type *t = v->var->type;
    return l->n_vars == 1 && !l->sets_more && !l->linked && !v->step && !v->by &&
           v->step_const == 1 && l->rel == OP_LT && t->kind == TYPE_SCALAR && type_is_integer(t) &&
           t->size == l->cmp_type->size && type_is_unsigned(t) == type_is_unsigned(l->cmp_type);
}

const struct loop *plan_fixed_loop(const struct plan *p, struct stmt *s, unsigned long long kept)
{
    struct fixed_search search = {.p = p, .body = s->body, .kept = kept, .fits = true};
    const char *why;
    const struct loop *l = loop_canonical(s, &why);
    if (!l || !counts_up(l) || stmt_has_case(s->body) || stmt_has_label(s->body))
        return NULL;
    expr_walk(l->upper, visit_bound, &search);
    return writes_nothing(&search) ? l : NULL;
}

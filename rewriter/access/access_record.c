/* SPDX-License-Identifier: MIT */
/*
 * access_record.c: structures with pointers in them, passed by value.
 *
 * A pointer is of use to the device only if the host can name it before the loop.
 * So the copy of a function for one call names the caller's object wherever the
 * function itself names the parameter, which it does not change.
 */
#include "access_private.h"

#include <string.h>

struct change {
    const struct decl *d;
    bool found;
};

static bool is_part_of(const struct expr *e, const struct decl *d)
{
    const struct expr *of = expr_object(e);
    return of->kind == EXPR_VAR && of->decl == d;
}

static bool visit_change(struct expr *e, void *ctx)
{
    struct change *c = ctx;
    bool place = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || e->kind == EXPR_ADDR;
    c->found |= (place || e->kind == EXPR_DECAY) && is_part_of(e->a, c->d);
    if (e->kind != EXPR_INDEX || e->a->kind != EXPR_DECAY)
        return !c->found;
    expr_walk(e->a->a, visit_change, c); /* an element, no pointer to it */
    expr_walk(e->b, visit_change, c);
    return false;
}

/* Is it changed, or may it be, through a pointer? */
static bool changes(struct stmt *body, const struct decl *d)
{
    struct change c = {.d = d};
    stmt_walk_exprs(body, visit_change, &c);
    return c.found;
}

/* The same object all through the loop, which is not an iteration's own. */
static bool is_outer(struct walker *w, const struct expr *e)
{
    while (e->kind == EXPR_MEMBER || e->kind == EXPR_DEREF)
        e = e->a;
    return e->kind == EXPR_VAR && e->reduction < 0 && !access_is_local(w, e->decl);
}

static bool is_named(struct walker *w, const struct expr *e, const struct device_function *f,
                     size_t i)
{
    return f->params[i]->type->kind == TYPE_RECORD && access_holds_pointers(f->params[i]->type) &&
           is_outer(w, e->args[i]) && !changes(f->body, f->params[i]);
}

bool access_names_records(struct walker *w, const struct expr *call,
                          const struct device_function *f)
{
    for (size_t i = 0; i < call->n_args && i < f->n_params; i++)
        if (is_named(w, call, f, i))
            return true;
    return false;
}

struct naming {
    const struct decl *param;
    const struct expr *object;
};

static struct expr *copied(const struct expr *e)
{
    struct expr *copy = ir_alloc(sizeof *copy);
    *copy = *e;
    copy->facts = NULL;
    if (e->a)
        copy->a = copied(e->a);
    return copy;
}

static bool visit_name(struct expr *e, void *ctx)
{
    const struct naming *n = ctx;
    if (e->kind != EXPR_VAR || e->decl != n->param)
        return true;
    *e = *copied(n->object);
    return false;
}

static void drop_argument(struct expr *call, struct device_function *copy, size_t i)
{
    size_t args = --call->n_args - i, params = --copy->n_params - i;
    memmove(&call->args[i], &call->args[i + 1], args * sizeof *call->args);
    memmove(&copy->params[i], &copy->params[i + 1], params * sizeof *copy->params);
}

void access_name_records(struct walker *w, struct expr *call, struct device_function *copy)
{
    for (size_t i = copy->n_params < call->n_args ? copy->n_params : call->n_args; i-- > 0;) {
        if (!is_named(w, call, copy, i))
            continue;
        struct naming n = {copy->params[i], call->args[i]};
        stmt_walk_exprs(copy->body, visit_name, &n);
        drop_argument(call, copy, i);
    }
}

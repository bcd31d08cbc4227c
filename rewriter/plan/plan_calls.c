/* SPDX-License-Identifier: MIT */
/*
 * plan_calls.c: functions of a loop that are compiled once and called.
 *
 * The device's compiler puts every function's body in the place of each call.  Where functions
 * call others several times, level upon level, that is a program of exponential size.  So a
 * function stands apart when the bodies that would go into its own are more than a few hundred.
 */
#include "../front/ast.h"
#include "plan_private.h"

enum { MOST_INLINED = 200 };

struct weights {
    struct region *r;
    size_t *list; /* bodies in each function's, its own included; 0: not known yet */
    bool *apart;
    size_t sum; /* of the function that is looked at */
};

static size_t weight_of(struct weights *w, size_t index);

static bool add_call(struct expr *e, void *ctx)
{
    struct weights *w = ctx;
    if (e->kind != EXPR_CALL || e->math)
        return true;
    const struct device_function *f = expr_facts(e)->function >= 0
                                          ? &w->r->functions[expr_facts(e)->function]
                                          : ast_function(w->r, e->decl, e->begin);
    size_t here = w->sum, index = (size_t)(f - w->r->functions), inside = weight_of(w, index);
    w->sum = here + (w->apart[index] ? 1 : inside);
    return true;
}

/* Functions do not call themselves: that is refused. */
static size_t weight_of(struct weights *w, size_t index)
{
    if (w->list[index])
        return w->list[index];
    w->sum = 1;
    stmt_walk_exprs(w->r->functions[index].body, add_call, w);
    w->list[index] = w->sum;
    w->apart[index] = w->sum > MOST_INLINED;
    return w->sum;
}

void plan_calls(struct plan *p)
{
    struct region *r = p->r;
    p->apart = ir_alloc((r->n_functions + 1) * sizeof *p->apart);
    struct weights w = {
        .r = r, .list = ir_alloc((r->n_functions + 1) * sizeof *w.list), .apart = p->apart};
    for (size_t i = 0; i < r->n_functions; i++)
        if (r->functions[i].called)
            weight_of(&w, i);
}

/* SPDX-License-Identifier: MIT */
/* plan_scan.c: prefix sums: what the input phase of an iteration leaves for its scan phase, and how
 * many iterations a thread has in a tile. */
#include "plan_private.h"

#include "../../spec/contract.h"

/* Bytes of an iteration's values and of what is kept, and so many iterations: odd numbers, that a
 * warp's lanes, each at its own run of neighbours, find them in different banks of shared memory. */
static const struct {
    long long bytes, each;
} sizes[] = {{4, 15}, {8, 11}, {16, 7}, {32, 3}};

struct use_search {
    const struct decl *d;
    bool found;
};

static bool visit_use(struct expr *e, void *ctx)
{
    struct use_search *u = ctx;
    u->found |= e->kind == EXPR_VAR && e->decl == u->d;
    return !u->found;
}

static bool scan_phase_uses(const struct region *r, const struct decl *d)
{
    struct use_search u = {.d = d};
    for (size_t i = 0; i < r->body->n_list; i++)
        if (!scan_is_input(r->scan, i))
            stmt_walk_exprs(r->body->list[i], visit_use, &u);
    return u.found;
}

static void hold(struct plan *p, struct decl *d)
{
    struct region *r = p->r;
    if (!scan_phase_uses(r, d))
        return;
    if (d->type->kind == TYPE_POINTER && decl_facts(d)->points_local)
        refuse_device(r, d->offset, CODE_SCAN,
                      "'%s' points to a variable of the input phase, and is used in the scan phase",
                      d->name);
    IR_PUSH(p->held, p->n_held, d);
}

static bool input_writes(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->body->n_list; i++)
        if (scan_is_input(r->scan, i) && stmt_writes_part(r->body->list[i], d, NULL, true))
            return true;
    return false;
}

void plan_scan_held(struct plan *p)
{
    struct region *r = p->r;
    for (size_t i = 0; i < r->body->n_list; i++) {
        const struct stmt *s = r->body->list[i];
        for (size_t k = 0; scan_is_input(r->scan, i) && k < s->n_decls; k++)
            hold(p, s->decls[k]);
    }
    for (size_t i = 0; i < r->n_privates; i++)
        if (!region_is_level_var(r, r->privates[i]) && input_writes(r, r->privates[i]))
            hold(p, r->privates[i]);
}

void plan_scan(struct plan *p)
{
    long long bytes = 0;
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        bytes += p->r->reductions[i].type->size < 4 ? 4 : p->r->reductions[i].type->size;
        p->resets |= p->r->reductions[i].resets;
    }
    for (size_t i = 0; i < p->n_held; i++)
        bytes += p->held[i]->type->size < 4 ? 4 : p->held[i]->type->size;
    p->kernel = PLAN_KERNEL_SCAN;
    p->scan_each = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && p->scan_each == 1; i++)
        if (bytes <= sizes[i].bytes)
            p->scan_each = sizes[i].each;
    if (p->r->ops > TCR_HEAVY_OPERATIONS && p->scan_each > 3)
        p->scan_each = 3;
}

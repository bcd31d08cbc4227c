/* SPDX-License-Identifier: MIT */
/* plan_scan.c: prefix sums: what the input phase of an iteration leaves for its scan phase, and how
 * many iterations a thread has in a tile. */
#include "plan_private.h"

#include "../../spec/contract.h"

/* Iterations of a thread in a tile: odd numbers, that a warp's lanes, each at its own run of
 * neighbours, find them in different banks of shared memory.  Two tiles' values must fit into the
 * 48 KiB of a block; what is kept stays in registers. */
static const long long each[] = {23, 15, 11, 7, 5, 3, 1};
enum { SHARED_BYTES = 92, KEPT_BYTES = 128, MOST_BYTES = 64 }; /* of a thread; of its iteration */

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

static long long value_bytes(const struct plan *p)
{
    long long bytes = 0;
    for (size_t i = 0; i < p->r->n_reductions; i++)
        bytes += p->r->reductions[i].type->size;
    return bytes + p->resets;
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
    if (value_bytes(p) > MOST_BYTES)
        refuse_device(
            r, r->pragma->begin, CODE_SCAN,
            "the variables that are scanned have more than %d bytes; scan some of them in "
            "another loop",
            (int)MOST_BYTES);
}

void plan_scan(struct plan *p)
{
    const size_t n = sizeof each / sizeof *each;
    long long values, all;
    for (size_t i = 0; i < p->r->n_reductions; i++)
        p->resets |= p->r->reductions[i].resets;
    values = all = value_bytes(p);
    for (size_t i = 0; i < p->n_held; i++)
        all += p->held[i]->type->size < 4 ? 4 : p->held[i]->type->size;
    p->kernel = PLAN_KERNEL_SCAN;
    p->scan_each = 0;
    for (size_t i = p->r->ops > TCR_HEAVY_OPERATIONS ? n - 2 : 0; i < n && !p->scan_each; i++)
        if (each[i] == 1 || (each[i] * values <= SHARED_BYTES && each[i] * all <= KEPT_BYTES))
            p->scan_each = each[i];
}

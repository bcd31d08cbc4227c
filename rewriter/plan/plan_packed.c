/* SPDX-License-Identifier: MIT */
/*
 * plan_packed.c: may a warp do iterations of the shared loops of several rows at once, each lane
 * one (kernels/packed.cuh)?
 *
 * What stands outside of the loop is then computed for each of its iterations, when others of them
 * may have been done: it changes nothing but the thread's own variables, and reads nothing that the
 * region writes.
 */
#include "plan_private.h"

static void look_at_value(struct plan_front *f, struct expr *e, bool *fits)
{
    if (!e)
        return;
    *fits &= !plan_leads(f->p, e);
    plan_front_value(f, NULL, e);
}

/* Statement t of the body, or one in it. */
static bool look_at(struct plan_front *f, struct stmt *t, const struct plan_loop *at)
{
    bool fits = true;
    if (t == at->stmt) {
        plan_front_loop(f, at->loop);
        return true;
    }
    switch (t->kind) {
    case STMT_COMPOUND:
        for (size_t i = 0; i < t->n_list; i++)
            fits &= look_at(f, t->list[i], at);
        return fits;
    case STMT_DECL:
        for (size_t i = 0; i < t->n_decls; i++)
            look_at_value(f, t->inits[i], &fits);
        return fits;
    case STMT_EXPR:
        look_at_value(f, t->expr, &fits);
        return fits;
    default:
        return t->kind == STMT_NULL;
    }
}

bool plan_packed(const struct plan *p, const struct plan_loop *at)
{
    const struct region *r = p->r;
    struct plan_front front = {.p = p};
    if (!p->probes || p->columns || p->ordered || p->prefixes || at->folds.n || r->n_lastprivates ||
        r->n_bests || !stmt_has_loop(at->stmt->body) || !look_at(&front, r->body, at))
        return false;
    plan_front_reads(&front);
    /* where arrays overlap, one thread does an iteration */
    return !front.moving && (!front.given || (p->if_apart && !p->or_same));
}

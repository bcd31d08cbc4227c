/* SPDX-License-Identifier: MIT */
/*
 * plan_tail.c: what stands behind the last shared loop of a team's body (plan_teams.c): there the
 * threads need not wait for each other, and nobody looks for the length of a loop.
 */
#include "plan_private.h"

#include "device_shape.h"

struct read_search {
    const struct plan *p;
    bool found;
};

static bool visit_read(struct expr *e, void *ctx)
{
    struct read_search *s = ctx;
    if (shape_is_argument(s->p->r, e))
        return false;
    s->found |= (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_CALL) &&
                !(e->kind != EXPR_CALL && shape_is_local(e));
    return !s->found;
}

static bool reads_nothing(const struct plan *p, struct stmt *s)
{
    struct read_search r = {.p = p};
    if (s->kind == STMT_EXPR && plan_leads(p, s->expr))
        return true;
    stmt_walk_exprs(s, visit_read, &r);
    return !r.found;
}

struct team_loop_search {
    const struct plan *p;
    bool found;
};

static bool visit_team_loop(struct stmt *s, void *ctx)
{
    struct team_loop_search *f = ctx;
    f->found |= plan_team_loop(f->p, s) != NULL;
    return !f->found;
}

static bool has_team_loop(const struct plan *p, struct stmt *s)
{
    struct team_loop_search f = {.p = p};
    stmt_walk(s, visit_team_loop, &f);
    return f.found;
}

/* In front of the tail, a shared loop has waited for all that the threads have read. */
static size_t find_tail(const struct plan *p)
{
    const struct stmt *body = p->r->body;
    size_t first = body->n_list;
    while (first > 0 && reads_nothing(p, body->list[first - 1]))
        first--;
    const struct plan_loop *loop = first ? plan_team_loop(p, body->list[first - 1]) : NULL;
    return loop && loop->folds.n ? first : body->n_list;
}

/* The statement behind the last one with a shared loop, if there is one between them. */
static size_t find_probe_end(const struct plan *p)
{
    const struct stmt *body = p->r->body;
    size_t i = body->n_list;
    while (i > 0 && !has_team_loop(p, body->list[i - 1]))
        i--;
    return i > 0 && !plan_team_loop(p, body->list[i - 1]) ? i : body->n_list;
}

void plan_tail(struct plan *p)
{
    p->tail = p->teams ? find_tail(p) : p->r->body->n_list;
    p->probe_end = p->probes ? find_probe_end(p) : p->r->body->n_list;
}

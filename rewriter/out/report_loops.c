/* SPDX-License-Identifier: MIT */
/* report_loops.c: who runs the loops below those that the directive spreads. */
#include "report_private.h"

#include <string.h>

#include "../access/dependence.h"
#include "../source/source.h"
#include "../text/json.h"

/* The first of the places where analysis has met the loop and found that worst order. */
static const struct nest_loop *judged(const struct region *r, const struct stmt *s)
{
    const struct nest_loop *worst = NULL;
    for (size_t i = 0; i < r->n_nest; i++)
        if (r->nest[i].stmt == s && (!worst || r->nest[i].order > worst->order))
            worst = &r->nest[i];
    return worst;
}

/* A team has as many threads as its inner loop is long: one, where nobody knows before. */
static bool is_shared(const struct plan *p, const struct plan_loop *l)
{
    return l->mapping == PLAN_MAP_TEAM && (p->trips_range >= 0 || p->probes);
}

static bool is_inside_shared(const struct plan *p, const struct plan_loop *l)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++) {
        const struct stmt *around = p->loops[i].stmt;
        if (p->loops[i].mapping == PLAN_MAP_TEAM && around != l->stmt &&
            around->begin <= l->stmt->begin && l->stmt->end <= around->end)
            return true;
    }
    return false;
}

static bool rounds(const struct plan_loop *l)
{
    for (size_t i = 0; i < l->folds.n; i++)
        if (fold_rounds(&l->folds.list[i]))
            return true;
    return false;
}

/* Without the numbers that --tcr-dump=plan has for bases. */
static const char *reason(const struct plan *p, const struct plan_loop *l)
{
    const struct nest_loop *n = judged(p->r, l->stmt);
    if (l->mapping == PLAN_MAP_TEAM)
        return "how long it is, only the iteration finds out";
    if (l->order == PLAN_ORDER_PROVED || l->order == PLAN_ORDER_GIVEN)
        return is_inside_shared(p, l)                   ? "the loop around it is shared"
               : plan_in_order(p, l->stmt) && rounds(l) ? "its sums keep their order"
                                                        : NULL;
    if (!n)
        return l->why;
    const struct conflict *c = &n->why;
    if (c->kind == CONFLICT_ACCESSES) {
        const char *here = report_doer(p->r, l->stmt, c->write_at);
        const char *there = report_doer(p->r, l->stmt, c->other_at);
        const char *does = c->other_writes ? "writes" : "reads";
        return strcmp(here, there) == 0
                   ? ir_printf("%s may write what another iteration %s", here, does)
                   : ir_printf("%s may write what another iteration %s at %s", here, does, there);
    }
    return dependence_why(p->r, n);
}

static bool is_told(const struct outcome *o, const struct plan_loop *l)
{
    return !o->part && l->level < 0 &&
           (l->mapping == PLAN_MAP_TEAM || l->mapping == PLAN_MAP_THREAD);
}

static const char *layout(const struct plan *p)
{
    return p->columns ? "columns" : "rows";
}

/* Of the call, for all shared loops of the nest. */
static const char *condition(const struct plan *p)
{
    return !p->if_apart ? ""
           : p->or_same ? "; if no arrays overlap in part"
                        : "; if no arrays overlap";
}

/* Its variable in the program's text, which the loop of a memcpy() has not; NULL. */
static const char *counter(const struct plan_loop *l)
{
    return l->loop && !l->stmt->is_call ? l->loop->vars[0].var->name : NULL;
}

void report_loops(struct buf *out, const struct outcome *o)
{
    const struct plan *p = o->plan;
    long named = p->r->dir->collapse - (long)p->r->n_loops; /* by `collapse`, below the levels */
    for (size_t i = 0; i < p->n_loops; i++) {
        const struct plan_loop *l = &p->loops[i];
        if (!is_told(o, l))
            continue;
        struct source_pos pos = source_position(p->r->src, l->stmt->begin);
        buf_printf(out, "%s:%u:%u: remark: inner loop", pos.file, pos.line, pos.column);
        if (l->stmt->is_call)
            buf_add(out, " of a call");
        else if (counter(l))
            buf_printf(out, " over %s", counter(l));
        bool beside = !o->part && l->level < 0 && named-- > 0;
        if (beside)
            buf_printf(out, ", which collapse(%ld) makes no level", p->r->dir->collapse);
        if (is_shared(p, l)) {
            buf_printf(out, ": threads of a team, by %s%s%s%s\n", layout(p),
                       plan_folds(p->r, &l->folds), l->parts.n ? ", in order" : "", condition(p));
        } else {
            const char *why = reason(p, l);
            buf_printf(out, "%s stays in a thread%s%s%s\n", beside ? "," : "", why ? ": " : "",
                       why ? why : "", plan_keeps_of(p, l->stmt));
        }
    }
}

void report_json_loops(struct buf *out, const struct outcome *o)
{
    const struct plan *p = o->plan;
    bool device = p && report_decision(o) == PLAN_DEVICE;
    buf_add(out, "\"inner_loops\":[");
    for (size_t i = 0; device && i < p->n_loops; i++) {
        const struct plan_loop *l = &p->loops[i];
        bool shared = is_shared(p, l);
        if (!is_told(o, l))
            continue;
        buf_printf(out, "%s\"line\":%u,", out->s[out->len - 1] == '[' ? "{" : ",{",
                   source_position(p->r->src, l->stmt->begin).line);
        json_member(out, "over", counter(l));
        json_member(out, "shared", shared ? layout(p) : NULL);
        json_member(out, "reason",
                    !shared         ? reason(p, l)
                    : *condition(p) ? condition(p) + 2
                                    : NULL);
        buf_add(out, "}");
    }
    buf_add(out, "]");
}

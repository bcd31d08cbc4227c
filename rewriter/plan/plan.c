/* SPDX-License-Identifier: MIT */
/* plan.c: see plan.h: the decisions of a region one after another. */
#include "plan_private.h"

#include <string.h>

#include "../access/dependence.h"
#include "../source/operators.h"
#include "../../spec/contract.h"

const char *plan_quote(const struct region *r, const struct expr *e)
{
    bool made = e->kind == EXPR_INT && e->begin == e->end;
    return made ? ir_printf("%lld", e->value) : region_quote(r, e->begin, e->end);
}

static const char *kernel_name(const struct region *r)
{
    enum { MOST = 60 }; /* of a file's name: profilers have columns */
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    const char *slash = strrchr(pos.file, '/');
    const char *base = slash ? slash + 1 : pos.file;
    char *file = ir_strndup(base, strnlen(base, MOST));
    for (char *c = file; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *c))
            *c = '_';
    return ir_printf("tcr_%s_%u_%d", file, pos.line, r->id);
}

/* May all updates of the sections be made in any order, and in memory? */
static bool updates_commute(const struct plan *p)
{
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const struct reduction *of = &p->r->reductions[i];
        if (p->reductions[i].copies && (!type_is_integer(of->type) || type_is_bool(of->type) ||
                                        of->op == TCR_MUL || operator_is(of->op, OPERATOR_LOGICAL)))
            return false;
    }
    return p->copies;
}

/* A long body hides its own latencies; unrolled, it only costs registers. */
static void choose_kernel(struct plan *p)
{
    const struct region *r = p->r;
    bool heavy = r->ops > TCR_HEAVY_OPERATIONS;
    if (r->scan) {
        plan_scan(p);
        return;
    }
    plan_teams(p);
    if (!heavy && !p->teams)
        plan_streams(p);
    p->kernel = p->teams             ? r->n_reductions ? PLAN_KERNEL_TEAMS : PLAN_KERNEL_MAP_TEAMS
                : !r->n_reductions   ? PLAN_KERNEL_MAP
                : updates_commute(p) ? PLAN_KERNEL_UPDATES
                : p->copies          ? PLAN_KERNEL_COPIES
                : heavy              ? PLAN_KERNEL_UNROLL
                : p->n_streams       ? PLAN_KERNEL_STREAMS
                                     : PLAN_KERNEL_PLAIN;
    if (p->kernel == PLAN_KERNEL_MAP || p->kernel == PLAN_KERNEL_PLAIN)
        plan_ahead(p);
    plan_keeps(p);
    if (p->ahead)
        p->kernel = r->n_reductions ? PLAN_KERNEL_AHEAD : PLAN_KERNEL_MAP_AHEAD;
    p->at_once = plan_at_once(p);
}

static bool any_checked(const struct region *r)
{
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].checked)
            return true;
    return false;
}

void plan_make(struct plan *p, struct region *r)
{
    *p = (struct plan){.r = r};
    bool loop = directive_is_loop(r->dir);
    p->writes = region_writes(r);
    p->proved = p->writes && dependence_proved(r);
    p->device = loop && !r->refused;
    p->legal = loop && plan_is_legal(p);
    p->has_host = p->device || (p->legal && !r->keeps_text);
    p->decision = !r->refused ? PLAN_DEVICE : p->has_host ? PLAN_HOST : PLAN_REFUSED;
    if (!r->refused)
        plan_sections(p);
    if (!p->has_host)
        return;
    p->kernel_name = kernel_name(r);
    plan_loops(p);
    plan_vars(p);
    p->checks = r->ends || r->sees_nan || any_checked(r);
    p->marks = access_scatters(r);
    plan_args(p);
    if (p->device) {
        device_check(p);
        if (r->scan && !r->refused)
            plan_scan_held(p);
        if (r->refused) {
            plan_make(p, r);
            return;
        }
        choose_kernel(p);
        plan_tail(p);
        plan_product(p);
        plan_scan_plain(p);
        plan_precision(p);
        if (r->refused) {
            plan_make(p, r);
            return;
        }
        plan_calls(p);
        plan_spans(p);
    }
    plan_host(p);
}

/* SPDX-License-Identifier: MIT */
/* report_facts.c: what a report says of a directive: see report_private.h. */
#include "report_private.h"

/* ---- the decision ---- */

enum plan_decision report_decision(const struct outcome *o)
{
    return o->plan ? o->plan->decision : PLAN_REFUSED;
}

bool report_pending(const struct outcome *o)
{
    return o->plan && !o->part && o->plan->r->pending;
}

enum refusal_code report_code(const struct outcome *o)
{
    if (o->part)
        return CODE_NESTED;
    return o->plan ? o->plan->r->refused ? o->plan->r->refuse_code : CODE_NONE : o->code;
}

const char *report_reason(const struct outcome *o)
{
    if (o->part)
        return "its loop runs as a part of the loop around it that has a directive, too";
    return o->plan ? o->plan->r->refused ? o->plan->r->refuse_reason : NULL : o->reason;
}

const char *report_origin(const struct outcome *o)
{
    static const char *const names[] = {
        [ORIGIN_TCR] = "tcr", [ORIGIN_OMP] = "omp", [ORIGIN_ACC] = "acc"};
    return names[o->pragma->origin];
}

size_t report_sections(const struct outcome *o, const struct plan_section **list)
{
    bool some = o->plan && !o->part;
    *list = some ? o->plan->sections : NULL;
    return some ? o->plan->n_sections : 0;
}

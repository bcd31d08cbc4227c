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

/* ---- variables ---- */

/* On devices of compute capability 8.0 and later; docs/report.md has the others. */
const struct path *report_path(const struct outcome *o, const struct plan_reduction *red)
{
    static const struct path host = {"host", "host"}, cores = {"cuda-cores", "CUDA cores"},
                             f64 = {"mma-f64-m8n8k4", "FP64 MMA m8n8k4"},
                             f32 = {"mma-bf16x3-m16n8k16", "3 x BF16 MMA m16n8k16"},
                             f16 = {"mma-f16-m16n8k16", "FP16 MMA m16n8k16"},
                             bf16 = {"mma-bf16-m16n8k16", "BF16 MMA m16n8k16"},
                             u8 = {"mma-u8-m16n8k32", "INT8 MMA m16n8k32"},
                             exact = {"exact-f64", "exact, in FP64"};
    if (report_decision(o) != PLAN_DEVICE)
        return &host;
    if (red->exact)
        return &exact;
    if (red->of->op != TCR_ADD || red->copies)
        return &cores;
    switch (red->type) {
    case TCR_F64:
        return &f64;
    case TCR_F32:
        return &f32;
    case TCR_F16:
        return &f16;
    case TCR_BF16:
        return &bf16;
    case TCR_BOOL:
        return &cores;
    default:
        return &u8;
    }
}

size_t report_sections(const struct outcome *o, const struct plan_section **list)
{
    bool some = o->plan && !o->part;
    *list = some ? o->plan->sections : NULL;
    return some ? o->plan->n_sections : 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * emit_host.c: the text that replaces a directive.
 *
 *     {
 *         long long tcr_n0 = iterations;
 *         int tcr_done = 0;
 *         if (tcr_n0 > 0 && tcr_region_enter(&tcr_region_0)) {
 *             arguments, ranges, accesses; tcr_region_run; combine
 *         }
 *         if (!tcr_done)
 *     #pragma omp parallel for simd reduction(+ : sum)
 *         the user's own loop
 *         if (tcr_run) tcr_region_host_end(tcr_run);
 *         i = its final value;
 *     }
 *
 * Everything is C89 with GNU extensions that both compilers accept in system header text.
 * emit_trips.c counts iterations, emit_call.c runs the region on the device, emit_reduced.c has
 * the reduction variables, emit_vars.c the sections; here is the frame around all of them and
 * the host's loop.
 */
#include "emit_host.h"

#include <string.h>

#include "../ir/sharing.h"

const char *emit_labels(const struct plan *p)
{
    const char *text = "";
    for (size_t i = 0; i < p->r->n_labels; i++)
        if (p->r->labels[i]->begin >= p->r->begin && p->r->labels[i]->begin < p->r->end)
            text = ir_printf("%s__label__ %s; ", text, p->r->labels[i]->name);
    return text;
}

const char *emit_region(const struct plan *p)
{
    return ir_printf(p->r->site.unlisted ? "tcr_at_%d()" : "&tcr_region_%d", p->r->id);
}

/* ---- variables ---- */

/* The initial value of a variable that another one starts from: now, where the
 * loop's text has yet to come, or again, where it has run. */
static void linked_start(const struct plan *p, struct buf *out, bool again)
{
    const struct loop *l = p->r->loops[0];
    for (size_t k = 0; l->linked && k < l->n_vars; k++)
        if (l->vars[k].var == l->first)
            buf_printf(out, "    %s%s = %s;\n", again ? "if (tcr_n0 >= 0) " : "", l->first->name,
                       plan_quote(p->r, l->vars[k].lower));
}

/* Of what the body moves. */
static void linear_start(const struct plan *p, struct buf *out)
{
    for (size_t k = 1; k < p->r->loops[0]->n_vars; k++) {
        const struct induction *v = &p->r->loops[0]->vars[k];
        if (v->kept)
            buf_printf(out, "    __typeof__(%s) %s = %s;\n", v->var->name, v->kept, v->var->name);
        if (v->by) /* gcc 12 takes no other expression in linear() */
            buf_printf(out, "    long long %s = %s ? %s : 0;\n", v->by, p->runs,
                       symbol_whole(v->by_is));
    }
}

static void final_value(const struct plan *p, size_t i, size_t k, struct buf *out)
{
    const struct induction *v = &p->r->loops[i]->vars[k];
    const char *n = i ? ir_printf("tcr_n%zu > 0 && ", i - 1) : "";
    bool pointer = v->var->type->kind == TYPE_POINTER;
    const char *t =
        pointer ? ir_printf("__typeof__(%s)", v->var->name) : type_host_name(v->var->type);
    buf_printf(out, "    if (%stcr_n%zu >= 0) %s = (%s)(%s%s + tcr_n%zu * %s);\n", n, i,
               v->var->name, t, pointer ? "" : "(long long)", emit_lower(p, v), i,
               plan_step(p->r, v));
}

bool emit_stays_private(const struct plan *p, size_t level, const struct decl *var)
{
    bool counter = level < p->n_collapsed && p->r->loops[level]->vars[0].var == var;
    bool back = site_lists(p->r->facts, &p->r->site, "lastprivate", var->name);
    return p->r->site.heeded &&
           (sharing_keeps(p->r, var, counter) || (!back && region_lists(p->r, var)));
}

/* Those that start from another variable come before it. */
void emit_final_values(const struct plan *p, struct buf *out)
{
    linked_start(p, out, true);
    for (size_t i = 0; i < p->r->n_loops; i++)
        for (int turn = 0; turn < 2; turn++)
            for (size_t k = 0; k < p->r->loops[i]->n_vars; k++) {
                const struct induction *v = &p->r->loops[i]->vars[k];
                if (!v->declared && !emit_stays_private(p, i, v->var) &&
                    (v->var == p->r->loops[i]->first) == (turn == 1))
                    final_value(p, i, k, out);
            }
}

/* ---- the variants ---- */

/* The device did not do it. */
static const char *undone(const struct plan *p)
{
    return p->writes ? "tcr_done <= 0" : "!tcr_done";
}

/* Declare tcr_seq: what is known before a call on the device. */
static void order_tests(const struct plan *p, struct buf *out)
{
    if (p->in_order && p->exact) {
        buf_add(out, "    int tcr_seq = 0;\n");
    } else if (p->in_order) {
        emit_far_test(p, out);
        emit_large_test(p, out);
        emit_infinity_test(p, out);
    }
}

/* What stands before the loop: the device call, or the note that there is none. */
static void before_loop(const struct plan *p, struct buf *out)
{
    const struct region *r = p->r;
    const char *region = emit_region(p);
    order_tests(p, out);
    emit_best_places(p, out);
    emit_declared_results(p, out);
    emit_load_temps(p, out);
    if (p->odd && (p->in_order || p->device))
        emit_odd_test(p, out);
    buf_add(out, "    void *tcr_run = 0;\n");
    emit_compare_start(p, out);
    if (p->device || p->order)
        buf_add(out, "    int tcr_done = 0;\n");
    if (r->site.team) {
        emit_team_call(p, out);
        return;
    }
    emit_compare_values(p, out);
    if (p->unasked)
        buf_printf(out, "    const int tcr_few = %s > 0 && %s <= %lld && tcr_region_few(%s);\n",
                   p->total, p->total, p->unasked, region);
    if (p->device || p->order)
        emit_call(p, out);
    buf_printf(out, "    %stcr_run = tcr_region_host(%s, %s, %s);\n",
               !p->device ? ""
                          : ir_printf("if (%s%s) ", p->unasked ? "!tcr_few && " : "", undone(p)),
               region, p->total,
               !p->device ? ir_printf("\"%s\"", refusal_word(r->refuse_code)) : emit_reason(p));
}

/* A second copy of the loop, as it is, for what another variant would get wrong. */
static void in_order(const struct plan *p, unsigned when, struct buf *out)
{
    const struct region *r = p->r;
    const char *lines = region_lines(r, r->begin, r->end), *labels = emit_labels(p);
    if (p->exact) {
        buf_printf(out, "    tcr_seq = tcr_odd;\n    if (tcr_seq) { %s%s }\n    else\n", labels,
                   lines);
        return;
    }
    if (p->device)
        buf_add(out, "    tcr_seq = tcr_seq && !tcr_done;\n");
    if (when & PLAN_WHEN_ODD)
        buf_add(out, "    tcr_seq |= tcr_odd;\n");
    if (when & PLAN_WHEN_ORDER)
        buf_printf(out, "    tcr_seq |= tcr_done == TCR_SEQUENTIAL || (!tcr_done && %s <= %lld);\n",
                   p->total, p->enough);
    else if (when & PLAN_WHEN_FEW)
        buf_printf(out, "    tcr_seq |= %s%s <= %lld;\n", !p->device ? "" : "!tcr_done && ",
                   p->total, p->enough);
    buf_printf(out, "    if (tcr_seq) {%s%s }\n    else%s\n",
               *labels ? ir_printf(" %s", labels) : "", lines, !p->device ? "" : " if (!tcr_done)");
}

static void few(const struct plan *p, struct buf *out)
{
    const char *labels = emit_labels(p);
    buf_printf(out, "    if (%s <= %lld) {%s\n", p->total, p->enough,
               *labels ? ir_printf(" %s", labels) : "");
    if (p->short_simd)
        buf_printf(out, "#pragma omp%s\n", p->clauses);
    buf_add(out, emit_named_lines(p, p->r->begin, p->r->end));
    buf_add(out, " }\n    else\n");
}

/* Sums without rounding: the user's loop is left for what cannot be counted. */
static void exact(const struct plan *p, struct buf *out)
{
    const char *run = !p->device ? "" : ir_printf("%s && ", undone(p));
    buf_printf(out, "    if (%s%s > 0)\n", run, p->total);
    if (p->exact_twice) {
        buf_printf(out, "    {\n    int tcr_seq = %s <= %lld;\n", p->total, p->enough);
        emit_large_test(p, out);
        if (p->order)
            buf_add(out, "    tcr_seq |= tcr_done == TCR_SEQUENTIAL;\n");
        buf_add(out, "    if (tcr_seq)\n");
        emit_exact_loop(p, false, out);
        buf_add(out, "    else\n");
        emit_exact_loop(p, true, out);
        buf_add(out, "    }\n");
    } else {
        emit_exact_loop(p, p->parallel, out);
    }
    buf_printf(out, "    else%s\n", !p->device ? "" : ir_printf(" if (%s)", undone(p)));
}

/* When a variant that has no condition of its own runs. */
static void guards(const struct plan *p, struct buf *out)
{
    if (!p->in_order && p->device)
        buf_printf(out, "    if (%s)\n", undone(p));
    if (p->one_iteration)
        buf_printf(out, "    if (%s > 0)\n", p->total);
}

/* The user's loop follows.  A pragma that is not heeded would be what an `if` in front of it
 * governs: gcc takes it for a statement. */
static void last(const struct plan *p, struct buf *before, struct buf *after)
{
    bool finds = p->parallel && p->r->n_bests;
    if (p->pragma)
        buf_add(before, "    {\n");
    if (finds) {
        emit_found_begin(p, before);
        emit_found_end(p, after);
    }
    if (p->pragma)
        buf_add(after, "    }\n");
    if (p->parallel && !p->exact && !finds)
        buf_printf(before, "#pragma omp parallel for%s if(parallel:%s > %lld)\n", p->clauses,
                   p->total, p->enough);
}

/* The list: each is tried where those before it do not run. */
static void variants(const struct plan *p, struct buf *before, struct buf *after)
{
    bool guarded = p->exact;
    for (const struct plan_variant *v = p->variants; v < p->variants + p->n_variants; v++) {
        bool end = v->run == PLAN_RUN_THREADS || v->run == PLAN_RUN_WRITTEN;
        if (!guarded && (end || v->run == PLAN_RUN_FEW)) {
            guards(p, before);
            guarded = true;
        }
        if (v->run == PLAN_RUN_IN_ORDER)
            in_order(p, v->when, before);
        else if (v->run == PLAN_RUN_EXACT)
            exact(p, before);
        else if (v->run == PLAN_RUN_FEW)
            few(p, before);
        else if (v->run == PLAN_RUN_AGAIN)
            emit_again(p, after);
        else if (end)
            last(p, before, after);
    }
}

static void final_values(const struct plan *p, struct buf *out)
{
    struct buf text = {0};
    if (p->finals)
        emit_final_values(p, &text);
    if (text.len && strcmp(p->finals, "1") == 0)
        buf_add(out, text.s);
    else if (text.len)
        buf_printf(out, "    if (%s) {\n%s    }\n", p->finals, text.s);
    buf_free(&text);
}

void emit_host(const struct plan *p, struct buf *before, struct buf *after)
{
    const struct region *r = p->r;
    if (!p->has_host)
        return; /* the loop stays as it is */
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    buf_printf(before, "{ /* tcr: %s:%u: %s */\n", pos.file, pos.line, r->pragma->words);
    for (size_t i = 0; i < r->n_externs && p->device; i++)
        buf_printf(before, "    %s\n", r->externs[i].text);
    if (!r->keeps_text)
        linked_start(p, before, false);
    emit_trips(p, before);
    linear_start(p, before);
    emit_section_numbers(p, before);
    before_loop(p, before);
    emit_found_first(p, before);
    if (p->in_order & PLAN_WHEN_LOST)
        emit_first_values(p, before);
    variants(p, before, after);
    buf_add(after, "    if (tcr_run) tcr_region_host_end(tcr_run);\n");
    if (p->compares && p->deferred) /* it may run now as well as later */
        buf_add(after, "    if (tcr_both) {\n#pragma omp taskwait\n    }\n");
    final_values(p, after);
    emit_store_temps(p, after);
    emit_compare_values(p, after);
    buf_add(after, "}\n");
}

/* SPDX-License-Identifier: MIT */
/*
 * emit_exact.c: the host's loop where sums are computed without rounding
 * (reproducible.c).
 *
 *     struct tcr_exact tcr_e[1];
 *     #pragma omp parallel
 *     {
 *         struct tcr_exact tcr_p[1];
 *     #pragma omp for
 *         for each block of iterations {
 *             double tcr_v[1][BLOCK];
 *             for each iteration {
 *                 int i = its value;
 *                 double sum = 0;
 *                 do { the user's body } while (0);
 *                 tcr_v[0][tcr_k] = sum;
 *             }
 *             tcr_exact_add(&tcr_p[0], tcr_v[0], as many);
 *         }
 *         tcr_exact_join(tcr_e, tcr_p, 1);
 *     }
 *     sum = (double)tcr_exact_round(&tcr_e[0], sum, 12);   TCR_F64
 *
 * Variables of the body's own hide the user's, so that each iteration starts
 * from 0, as it does on the device.
 */
#include "emit_host.h"

#include <stdlib.h>
#include <string.h>

#include "../analyse/body_private.h"

enum { BLOCK = 256 }; /* iterations whose values are added at a time */

static size_t count_sums(const struct region *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n_reductions; i++)
        n += reproducible_sum(r, &r->reductions[i]);
    return n;
}

/* What a sum is called in the body: its own name, or that of its stand-in. */
static const char *inner_name(const struct region *r, size_t i)
{
    return r->reductions[i].decl ? r->reductions[i].decl->name : ir_printf("tcr_red%zu", i);
}

/* ---- the body, with the stand-ins' names ---- */

struct place {
    size_t begin, end;
    int reduction;
};

struct places {
    const struct region *r;
    struct place *list;
    size_t n;
};

static bool visit_place(struct expr *e, void *ctx)
{
    struct places *p = ctx;
    if (e->reduction < 0)
        return true;
    if (emit_uses_temp(p->r, &p->r->reductions[e->reduction])) {
        p->list = xgrow(p->list, p->n, sizeof *p->list);
        p->list[p->n++] = (struct place){e->begin, e->end, e->reduction};
    }
    return false;
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static const char *body_text(const struct region *r)
{
    struct places p = {.r = r};
    const char *text = "";
    size_t at = r->body->begin;
    stmt_walk_exprs(r->body, visit_place, &p);
    if (p.n)
        qsort(p.list, p.n, sizeof *p.list, compare_places);
    for (size_t i = 0; i < p.n; i++) {
        if (p.list[i].begin < at) /* nodes that are shared come twice */
            continue;
        text = ir_printf("%s%s tcr_red%d ", text, region_lines(r, at, p.list[i].begin),
                         p.list[i].reduction);
        at = p.list[i].end;
    }
    free(p.list);
    return ir_printf("%s%s", text, region_lines(r, at, r->body->end));
}

/* ---- loop variables ---- */

/* Before the loop: their first values and steps. */
static void starts(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
            const struct induction *v = &r->loops[i]->vars[k];
            const char *lower = emit_lower(r, v);
            if (v->var->type->kind == TYPE_POINTER)
                buf_printf(out, "    __typeof__(&*(%s)) tcr_l%zu_%zu = %s;\n", lower, i, k, lower);
            else
                buf_printf(out, "    long long tcr_l%zu_%zu = (long long)%s;\n", i, k, lower);
            buf_printf(out, "    long long tcr_t%zu_%zu = %s;\n", i, k, emit_step(r, v));
        }
}

static const char *step_of(const struct region *r, size_t i, size_t k)
{
    const struct induction *v = &r->loops[i]->vars[k];
    bool known = !v->step && !v->by; /* compilers make more of a constant */
    return known ? emit_step(r, v) : ir_printf("tcr_t%zu_%zu", i, k);
}

/* A signed number of 32 bits that goes in steps small enough to count a block's in
 * its own type: as no such sum wraps, compilers see elements side by side. */
static bool counts_itself(const struct region *r, const struct induction *v)
{
    const struct type *t = v->var->type;
    return r->n_loops == 1 && !v->step && !v->by && t->kind == TYPE_SCALAR &&
           t->scalar == TCR_I32 && v->step_const > -65536 && v->step_const < 65536;
}

/* Of the block's first iteration. */
static void block_starts(const struct region *r, struct buf *out)
{
    for (size_t k = 0; k < r->loops[0]->n_vars; k++)
        if (counts_itself(r, &r->loops[0]->vars[k]))
            buf_printf(out, "    int tcr_i%zu = (int)(tcr_l0_%zu + tcr_f * %s);\n", k, k,
                       step_of(r, 0, k));
}

/* In an iteration: tcr_cI is the number of it on level I. */
static void variables(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
            const struct induction *v = &r->loops[i]->vars[k];
            const char *name = v->var->name, *step = step_of(r, i, k);
            const char *it = r->n_loops == 1 ? "(tcr_f + tcr_k)" : ir_printf("tcr_c%zu", i);
            const char *at = ir_printf("tcr_l%zu_%zu + %s * %s", i, k, it, step);
            if (v->var->type->kind == TYPE_POINTER)
                buf_printf(out, "        __typeof__(tcr_l%zu_%zu) %s = %s;\n", i, k, name, at);
            else if (counts_itself(r, v))
                buf_printf(out, "        int %s = tcr_i%zu + tcr_k * (int)%s;\n", name, k, step);
            else
                buf_printf(out, "        %s %s = (%s)(%s);\n", type_host_name(v->var->type), name,
                           type_host_name(v->var->type), at);
        }
}

/* Iterations of all levels in level i. */
static const char *inner_trips(const struct region *r, size_t i)
{
    const char *text = "1";
    for (i++; i < r->n_loops; i++)
        text = ir_printf("%s * tcr_n%zu", text, i);
    return ir_printf("(%s)", text);
}

/* Of several levels: the first iteration of a block, and the way to the next. */
static void counters(const struct region *r, struct buf *out)
{
    if (r->n_loops == 1)
        return;
    for (size_t i = r->n_loops; i-- > 1;)
        buf_printf(out, "    long long tcr_c%zu = (tcr_f / %s) %% tcr_n%zu;\n", i,
                   inner_trips(r, i), i);
    buf_printf(out, "    long long tcr_c0 = tcr_f / %s;\n", inner_trips(r, 0));
}

static void count_on(const struct region *r, struct buf *out)
{
    if (r->n_loops == 1)
        return;
    buf_printf(out, "        tcr_c%zu++;\n", r->n_loops - 1);
    for (size_t i = r->n_loops - 1; i > 0; i--)
        buf_printf(out, "        if (tcr_c%zu == tcr_n%zu) { tcr_c%zu = 0; tcr_c%zu++; }\n", i, i,
                   i, i - 1);
}

/* ---- the loop ---- */

static void iteration(const struct region *r, struct buf *out)
{
    size_t at = 0;
    buf_add(out, "        {\n");
    variables(r, out);
    for (size_t i = 0; i < r->n_privates; i++)
        if (!r->firstprivate[i] && !region_is_level_var(r, r->privates[i]))
            buf_printf(out, "        __typeof__(%s) %s;\n", r->privates[i]->name,
                       r->privates[i]->name);
    for (size_t i = 0; i < r->n_reductions; i++)
        if (reproducible_sum(r, &r->reductions[i]))
            buf_printf(out, "        %s %s = 0;\n", type_host_name(r->reductions[i].type),
                       inner_name(r, i));
    buf_printf(out, "        do { %s%s; } while (0);\n", emit_labels(r), body_text(r));
    for (size_t i = 0; i < r->n_reductions; i++)
        if (reproducible_sum(r, &r->reductions[i]))
            buf_printf(out, "        tcr_v[%zu][tcr_k] = (double)%s;\n", at++, inner_name(r, i));
    buf_add(out, "        }\n");
    count_on(r, out);
}

static void blocks(const struct region *r, bool parallel, struct buf *out)
{
    size_t n = count_sums(r);
    bool simd = parallel && !r->stores && n == r->n_reductions && r->n_loops == 1;
    const char *total = emit_total(r);
    buf_printf(out,
               "    for (tcr_b = 0; tcr_b <= (%s - 1) / %d; tcr_b++) {\n"
               "    double tcr_v[%zu][%d];\n"
               "    long long tcr_f = tcr_b * %d;\n"
               "    int tcr_k, tcr_m = (int)(%s - tcr_f < %d ? %s - tcr_f : %d);\n",
               total, BLOCK, n, BLOCK, BLOCK, total, BLOCK, total, BLOCK);
    block_starts(r, out);
    counters(r, out);
    if (simd)
        buf_add(out, "#pragma omp simd\n");
    buf_add(out, "    for (tcr_k = 0; tcr_k < tcr_m; tcr_k++) {\n");
    iteration(r, out);
    buf_add(out, "    }\n");
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "    tcr_exact_add(&tcr_p[%zu], tcr_v[%zu], tcr_m);\n", i, i);
    buf_add(out, "    }\n");
}

void emit_exact_loop(const struct region *r, bool parallel, struct buf *out)
{
    size_t n = count_sums(r), at = 0;
    buf_printf(out,
               "    {\n"
               "    struct tcr_exact tcr_e[%zu];\n"
               "    long long tcr_b;\n",
               n);
    starts(r, out);
    buf_printf(out, "    tcr_exact_start(tcr_e, %zu);\n", n);
    if (parallel) {
        emit_declare_operators(r, out);
        buf_printf(out, "#pragma omp parallel if(%s > %lld)\n", emit_total(r), emit_enough(r));
    }
    buf_printf(out,
               "    {\n"
               "    struct tcr_exact tcr_p[%zu];\n"
               "    tcr_exact_start(tcr_p, %zu);\n",
               n, n);
    if (parallel) {
        buf_add(out, "#pragma omp for");
        emit_reduction_clauses(r, out);
        buf_add(out, "\n");
    }
    blocks(r, parallel, out);
    buf_printf(out,
               "    tcr_exact_join(tcr_e, tcr_p, %zu);\n"
               "    }\n",
               n);
    for (size_t i = 0; i < r->n_reductions; i++)
        if (reproducible_sum(r, &r->reductions[i])) {
            const struct type *t = r->reductions[i].type;
            const char *x = emit_host_name(r, i);
            buf_printf(out, "    %s = (%s)tcr_exact_round(&tcr_e[%zu], (double)%s, %u);\n", x,
                       type_host_name(t), at++, x, (unsigned)t->scalar);
        }
    emit_repeat_last(r, out);
    buf_add(out, "    }\n");
}

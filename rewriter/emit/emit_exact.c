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

#include "../analyse/body_private.h"

enum { BLOCK = 256 }; /* iterations whose values are added at a time */

static size_t count_sums(const struct plan *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->r->n_reductions; i++)
        n += p->reductions[i].exact;
    return n;
}

/* What a sum is called in the body: its own name, or that of its stand-in. */
static const char *inner_name(const struct plan *p, size_t i)
{
    return p->reductions[i].of->decl ? p->reductions[i].of->decl->name : ir_printf("tcr_red%zu", i);
}

/* ---- loop variables ---- */

/* Before the loop: their first values and steps. */
static void starts(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_loops; i++)
        for (size_t k = 0; k < p->r->loops[i]->n_vars; k++) {
            const struct induction *v = &p->r->loops[i]->vars[k];
            const char *lower = emit_first(p, p->r->loops[i], v);
            if (v->var->type->kind == TYPE_POINTER)
                buf_printf(out, "    __typeof__(&*(%s)) tcr_l%zu_%zu = %s;\n", lower, i, k, lower);
            else
                buf_printf(out, "    long long tcr_l%zu_%zu = (long long)%s;\n", i, k, lower);
            buf_printf(out, "    long long tcr_t%zu_%zu = %s;\n", i, k, plan_step(p->r, v));
        }
}

static const char *step_of(const struct plan *p, size_t i, size_t k)
{
    const struct induction *v = &p->r->loops[i]->vars[k];
    bool known = !v->step && !v->by; /* compilers make more of a constant */
    return known ? plan_step(p->r, v) : ir_printf("tcr_t%zu_%zu", i, k);
}

/* A signed number of 32 bits that goes in steps small enough to count a block's in
 * its own type: as no such sum wraps, compilers see elements side by side. */
static bool counts_itself(const struct plan *p, const struct induction *v)
{
    const struct type *t = v->var->type;
    return p->r->n_loops == 1 && !v->step && !v->by && t->kind == TYPE_SCALAR &&
           t->scalar == TCR_I32 && v->step_const > -65536 && v->step_const < 65536;
}

/* Of the block's first iteration. */
static void block_starts(const struct plan *p, struct buf *out)
{
    for (size_t k = 0; k < p->r->loops[0]->n_vars; k++)
        if (counts_itself(p, &p->r->loops[0]->vars[k]))
            buf_printf(out, "    int tcr_i%zu = (int)(tcr_l0_%zu + tcr_f * %s);\n", k, k,
                       step_of(p, 0, k));
}

/* In an iteration: tcr_cI is the number of it on level I. */
static void variables(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_loops; i++)
        for (size_t k = 0; k < p->r->loops[i]->n_vars; k++) {
            const struct induction *v = &p->r->loops[i]->vars[k];
            const char *name = v->var->name, *step = step_of(p, i, k);
            const char *it = p->r->n_loops == 1 ? "(tcr_f + tcr_k)" : ir_printf("tcr_c%zu", i);
            const char *at = ir_printf("tcr_l%zu_%zu + %s * %s", i, k, it, step);
            if (v->var->type->kind == TYPE_POINTER)
                buf_printf(out, "        __typeof__(tcr_l%zu_%zu) %s = %s;\n", i, k, name, at);
            else if (counts_itself(p, v))
                buf_printf(out, "        int %s = tcr_i%zu + tcr_k * (int)%s;\n", name, k, step);
            else
                buf_printf(out, "        %s %s = (%s)(%s);\n", type_host_name(v->var->type), name,
                           type_host_name(v->var->type), at);
        }
}

/* Iterations of all levels in level i. */
static const char *inner_trips(const struct plan *p, size_t i)
{
    const char *text = "1";
    for (i++; i < p->r->n_loops; i++)
        text = ir_printf("%s * tcr_n%zu", text, i);
    return ir_printf("(%s)", text);
}

/* Of several levels: the first iteration of a block, and the way to the next. */
static void counters(const struct plan *p, struct buf *out)
{
    if (p->r->n_loops == 1)
        return;
    for (size_t i = p->r->n_loops; i-- > 1;)
        buf_printf(out, "    long long tcr_c%zu = (tcr_f / %s) %% tcr_n%zu;\n", i,
                   inner_trips(p, i), i);
    buf_printf(out, "    long long tcr_c0 = tcr_f / %s;\n", inner_trips(p, 0));
}

static void count_on(const struct plan *p, struct buf *out)
{
    if (p->r->n_loops == 1)
        return;
    buf_printf(out, "        tcr_c%zu++;\n", p->r->n_loops - 1);
    for (size_t i = p->r->n_loops - 1; i > 0; i--)
        buf_printf(out, "        if (tcr_c%zu == tcr_n%zu) { tcr_c%zu = 0; tcr_c%zu++; }\n", i, i,
                   i, i - 1);
}

/* ---- the loop ---- */

static void iteration(const struct plan *p, struct buf *out)
{
    size_t at = 0;
    buf_add(out, "        {\n");
    variables(p, out);
    for (size_t i = 0; i < p->r->n_privates; i++)
        if (!p->r->firstprivate[i] && !region_is_level_var(p->r, p->r->privates[i]))
            buf_printf(out, "        __typeof__(%s) %s;\n", p->r->privates[i]->name,
                       p->r->privates[i]->name);
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (p->reductions[i].exact)
            buf_printf(out, "        %s %s = 0;\n", type_host_name(p->reductions[i].of->type),
                       inner_name(p, i));
    buf_printf(out, "        do { %s%s; } while (0);\n", emit_labels(p),
               emit_named_lines(p, p->r->body->begin, p->r->body->end));
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (p->reductions[i].exact)
            buf_printf(out, "        tcr_v[%zu][tcr_k] = (double)%s;\n", at++, inner_name(p, i));
    buf_add(out, "        }\n");
    count_on(p, out);
}

static void blocks(const struct plan *p, bool parallel, struct buf *out)
{
    size_t n = count_sums(p);
    bool simd = parallel && !p->r->stores && n == p->r->n_reductions && p->r->n_loops == 1;
    const char *total = p->total;
    buf_printf(out,
               "    for (tcr_b = 0; tcr_b <= (%s - 1) / %d; tcr_b++) {\n"
               "    double tcr_v[%zu][%d];\n"
               "    long long tcr_f = tcr_b * %d;\n"
               "    int tcr_k, tcr_m = (int)(%s - tcr_f < %d ? %s - tcr_f : %d);\n",
               total, BLOCK, n, BLOCK, BLOCK, total, BLOCK, total, BLOCK);
    block_starts(p, out);
    counters(p, out);
    if (simd)
        buf_add(out, "#pragma omp simd\n");
    buf_add(out, "    for (tcr_k = 0; tcr_k < tcr_m; tcr_k++) {\n");
    iteration(p, out);
    buf_add(out, "    }\n");
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "    tcr_exact_add(&tcr_p[%zu], tcr_v[%zu], tcr_m);\n", i, i);
    buf_add(out, "    }\n");
}

void emit_exact_loop(const struct plan *p, bool parallel, struct buf *out)
{
    size_t n = count_sums(p), at = 0;
    buf_printf(out,
               "    {\n"
               "    struct tcr_exact tcr_e[%zu];\n"
               "    long long tcr_b;\n",
               n);
    starts(p, out);
    buf_printf(out, "    tcr_exact_start(tcr_e, %zu);\n", n);
    if (parallel) {
        emit_declare_operators(p, out);
        buf_printf(out, "#pragma omp parallel if(%s > %lld)\n", p->total, p->enough);
    }
    buf_printf(out,
               "    {\n"
               "    struct tcr_exact tcr_p[%zu];\n"
               "    tcr_exact_start(tcr_p, %zu);\n",
               n, n);
    if (parallel) {
        buf_printf(out, "#pragma omp for%s\n", p->reduced);
    }
    blocks(p, parallel, out);
    buf_printf(out,
               "    tcr_exact_join(tcr_e, tcr_p, %zu);\n"
               "    }\n",
               n);
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (p->reductions[i].exact) {
            const struct type *t = p->reductions[i].of->type;
            const char *x = p->reductions[i].host;
            buf_printf(out, "    %s = (%s)tcr_exact_round(&tcr_e[%zu], (double)%s, %u);\n", x,
                       type_host_name(t), at++, x, (unsigned)t->scalar);
        }
    emit_repeat_last(p, out);
    buf_add(out, "    }\n");
}

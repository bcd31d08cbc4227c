/* SPDX-License-Identifier: MIT */
/*
 * emit_found.c: the host's loop by OpenMP's threads where minima and maxima take others along
 * (analyse/body_best.c).
 *
 *     __typeof__(best) *tcr_root0 = &best, tcr_begin0 = best;      the same of all that is set
 *     long long tcr_from0 = -1, tcr_low0 = the counter's first value;
 *     #pragma omp parallel
 *     {
 *         __typeof__(best) best = tcr_begin0;
 *         long long tcr_at0 = -1;
 *     #pragma omp for schedule(static)
 *         for (...)
 *             if (v[i] > best) { tcr_at0 = which iteration it is; best = v[i]; ... }
 *     #pragma omp critical(tcr_found)
 *         if (tcr_at0 >= 0 && (tcr_from0 < 0 || best > *tcr_root0 ||
 *                              (best == *tcr_root0 && tcr_at0 < tcr_from0)))
 *             the program's variables get the thread's; tcr_from0 = tcr_at0;
 *     }
 *
 * Each thread has iterations that follow each other, and of equal values the one that the text
 * chooses, the first or the last.
 */
#include "emit_host.h"

#include "../analyse/body_private.h"
#include "../source/operators.h"

/* ---- the variables ---- */

struct roots {
    struct decl **list;
    size_t n;
};

static size_t index_of(const struct roots *all, const struct decl *d)
{
    size_t i = 0;
    while (i < all->n && all->list[i] != d)
        i++;
    return i;
}

/* All variables that are set, or parts of which are; each once. */
static struct roots roots_of(const struct plan *p)
{
    struct roots all = {0};
    for (size_t i = 0; i < p->r->n_bests; i++)
        for (size_t k = 0; k < p->r->bests[i].n_roots; k++)
            if (index_of(&all, p->r->bests[i].roots[k]) == all.n)
                IR_PUSH(all.list, all.n, p->r->bests[i].roots[k]);
    return all;
}

/* The program's variable, or a part of it, where the thread's own has its name. */
static const char *shared(const struct roots *all, const struct decl *root, const struct expr *e)
{
    return body_part_name(e, ir_printf("(*tcr_root%zu)", index_of(all, root)));
}

void emit_found_first(const struct plan *p, struct buf *out)
{
    struct roots all = roots_of(p);
    if (!p->parallel)
        return;
    for (size_t i = 0; i < all.n; i++) {
        const char *x = all.list[i]->name;
        buf_printf(out,
                   "    __typeof__(%s) *tcr_root%zu = &%s, tcr_begin%zu;\n"
                   "    __builtin_memcpy(&tcr_begin%zu, &%s, sizeof tcr_begin%zu);\n",
                   x, i, x, i, i, x, i);
    }
}

void emit_found_back(const struct plan *p, struct buf *out)
{
    struct roots all = roots_of(p);
    for (size_t i = 0; i < all.n; i++)
        buf_printf(out, "__builtin_memcpy(&%s, &tcr_begin%zu, sizeof tcr_begin%zu), ",
                   all.list[i]->name, i, i);
}

/* ---- the threads ---- */

static void counters_begin(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->n_collapsed; i++) {
        const struct induction *v = &p->r->loops[i]->vars[0];
        const char *lower = emit_lower(p, v);
        bool pointer = v->var->type->kind == TYPE_POINTER;
        buf_printf(out, "    %s tcr_low%zu = %s%s;\n",
                   pointer ? ir_printf("__typeof__(&*(%s))", lower) : "long long", i,
                   pointer ? "" : "(long long)", lower);
    }
}

/* Which iteration it is, of those that threads share. */
static const char *which(const struct plan *p)
{
    const char *text = "";
    for (size_t i = 0; i < p->n_collapsed; i++) {
        const struct induction *v = &p->r->loops[i]->vars[0];
        const char *cast = v->var->type->kind == TYPE_POINTER ? "" : "(long long)";
        text = ir_printf("%s(%s%s - tcr_low%zu) / %s",
                         i ? ir_printf("(%s) * tcr_n%zu + ", text, i) : "", cast, v->var->name, i,
                         plan_step(p->r, v));
    }
    return text;
}

/* Few iterations come here, of which gcc is told by the label.  Without the empty statement,
 * compilers make conditional moves of the assignments, in which each iteration waits for the one
 * before. */
const char *emit_found_taken(const struct plan *p, size_t i)
{
    const char *rare = "__label__ tcr_rare; tcr_rare: __attribute__((cold, unused)); ";
    return ir_printf("{ %s__asm__ __volatile__ (\"\"); tcr_at%zu = %s;\n",
                     p->r->src->may_be_clang ? "" : rare, i, which(p));
}

void emit_found_begin(const struct plan *p, struct buf *out)
{
    struct roots all = roots_of(p);
    for (size_t i = 0; i < p->r->n_bests; i++)
        buf_printf(out, "    long long tcr_from%zu = -1;\n", i);
    counters_begin(p, out);
    buf_printf(out, "#pragma omp parallel if(%s > %lld)\n    {\n", p->total, p->enough);
    for (size_t i = 0; i < all.n; i++) {
        const char *x = all.list[i]->name;
        buf_printf(out, "    __typeof__(*tcr_root%zu) %s;\n", i, x);
    }
    for (size_t i = 0; i < p->r->n_bests; i++)
        buf_printf(out, "    long long tcr_at%zu = -1;\n", i);
    for (size_t i = 0; i < all.n; i++)
        buf_printf(out, "    __builtin_memcpy(&%s, &tcr_begin%zu, sizeof tcr_begin%zu);\n",
                   all.list[i]->name, i, i);
    buf_printf(out, "#pragma omp for schedule(static)%s\n", p->clauses);
}

static void hand_over(const struct roots *all, const struct best *best, size_t i, struct buf *out)
{
    const char *mine = body_part_name(best->value, NULL), *rel = operator_of(best->op)->relation;
    const char *theirs = shared(all, best->roots[0], best->value);
    buf_printf(out,
               "    if (tcr_at%zu >= 0 && (tcr_from%zu < 0 || %s %s %s || "
               "(%s == %s && tcr_at%zu %s tcr_from%zu))) {\n"
               "        %s = %s;\n",
               i, i, mine, rel, theirs, mine, theirs, i, best->last ? ">" : "<", i, theirs, mine);
    for (size_t k = 0; k < best->n_along; k++)
        buf_printf(out, "        %s = %s;\n", shared(all, best->roots[k + 1], best->along[k]),
                   body_part_name(best->along[k], NULL));
    buf_printf(out, "        tcr_from%zu = tcr_at%zu;\n    }\n", i, i);
}

void emit_found_end(const struct plan *p, struct buf *out)
{
    struct roots all = roots_of(p);
    const char *any = "";
    for (size_t i = 0; i < p->r->n_bests; i++)
        any = ir_printf("%s%stcr_at%zu >= 0", any, i ? " || " : "", i);
    buf_printf(out, "    if (%s) {\n#pragma omp critical(tcr_found)\n    {\n", any);
    for (size_t i = 0; i < p->r->n_bests; i++)
        hand_over(&all, &p->r->bests[i], i, out);
    buf_add(out, "    }\n    }\n    }\n");
}

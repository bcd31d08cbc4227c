/* SPDX-License-Identifier: MIT */
/*
 * emit_repeat.c: host text that does one iteration once more behind the device call, for the values
 * that it leaves behind: the last one, or that in which a minimum or maximum was found with what it
 * takes along (analyse/body_best.c).
 */
#include "emit_host.h"

#include "../source/operators.h"

/* How many iterations of level i come before it: of the last one, or of number `flat` of all
 * levels' together. */
static const char *before(const struct plan *p, size_t i, const char *flat)
{
    if (!flat)
        return ir_printf("(tcr_n%zu - 1)", i);
    const char *text = flat;
    for (size_t k = i + 1; k < p->r->n_loops; k++)
        text = ir_printf("%s / tcr_n%zu", text, k);
    return i ? ir_printf("(%s %% tcr_n%zu)", text, i) : ir_printf("(%s)", text);
}

/* Copies of what the user's constructs have copies of, in a block of their own. */
static void own_privates(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_privates; i++)
        if (p->r->firstprivate[i] && emit_stays_private(p, p->r->n_loops, p->r->privates[i]))
            buf_printf(out, "            __typeof__(%s) tcr_own%zu = %s;\n",
                       p->r->privates[i]->name, i, p->r->privates[i]->name);
    buf_add(out, "            {\n");
    for (size_t i = 0; i < p->r->n_privates; i++)
        if (emit_stays_private(p, p->r->n_loops, p->r->privates[i]))
            buf_printf(out, "            __typeof__(%s) %s%s;\n", p->r->privates[i]->name,
                       p->r->privates[i]->name,
                       p->r->firstprivate[i] ? ir_printf(" = tcr_own%zu", i) : "");
}

/* What stands in front of a loop, and then the values of its variables, which that may have
 * declared. */
static void loop_values(const struct plan *p, size_t i, const char *flat, struct buf *out)
{
    const struct loop *l = p->r->loops[i];
    size_t from = 0, to = 0;
    if (l->lead) {
        from = l->lead->list[0]->begin;
        to = l->lead->list[l->lead->n_list - 2]->end;
        buf_printf(out, "            %s;\n", region_quote(p->r, from, to));
    }
    for (size_t k = 0; k < l->n_vars; k++) {
        const struct induction *v = &l->vars[k];
        const char *at =
            ir_printf("%s + %s * %s", emit_first(p, l, v), before(p, i, flat), plan_step(p->r, v));
        bool there = v->var->offset >= from && v->var->offset < to;
        bool own = !there && (v->declared || emit_stays_private(p, i, v->var));
        if (v->var->type->kind == TYPE_POINTER)
            buf_printf(out, "            %s%s = %s;\n",
                       own ? ir_printf("__typeof__(&*(%s)) ", emit_lower(p, v)) : "", v->var->name,
                       at);
        else
            buf_printf(out, "            %s%s = (%s)((long long)%s);\n",
                       own ? ir_printf("%s ", type_host_name(v->var->type)) : "", v->var->name,
                       type_host_name(v->var->type), at);
    }
}

static const char *variable_of(const struct plan_reduction *red)
{
    const struct reduction *of = red->of;
    return of->declared ? of->declared->place : of->decl ? of->decl->name : red->user;
}

/* Sums and products start anew, for they might overflow with it. */
static void repeat(const struct plan *p, const char *flat, struct buf *out)
{
    buf_add(out, "            {\n");
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const char *x = variable_of(&p->reductions[i]);
        buf_printf(out, "            __typeof__(%s) tcr_keep%zu = %s;\n", x, i, x);
    }
    own_privates(p, out);
    for (size_t i = 0; i < p->r->n_loops; i++)
        loop_values(p, i, flat, out);
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (operator_is(p->r->reductions[i].op, OPERATOR_ARITHMETIC))
            buf_printf(out, "            %s = %d;\n", variable_of(&p->reductions[i]),
                       p->r->reductions[i].op == TCR_MUL);
    const struct stmt *body = p->r->loops[p->r->n_loops - 1]->stmt->body;
    buf_printf(out, "            do { %s%s; } while (0);\n", emit_labels(p),
               region_quote(p->r, body->begin, body->end));
    for (size_t i = 0; i < p->r->n_reductions; i++)
        buf_printf(out, "            %s = tcr_keep%zu;\n", variable_of(&p->reductions[i]), i);
    buf_add(out, "            }\n            }\n");
}

void emit_repeat_last(const struct plan *p, struct buf *out)
{
    if (p->r->n_lastprivates && !p->r->gives_last)
        repeat(p, NULL, out);
}

void emit_best_places(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_bests && p->device; i++)
        buf_printf(out, "    long long %s = -1;\n", p->r->bests[i].place->name);
}

/* Of several, in the order of the program, each iteration once: one that came before its turn would
 * find equal values first. */
static void repeat_in_order(const struct plan *p, struct buf *out)
{
    buf_add(out, "            {\n            long long tcr_at = -1, tcr_next;\n"
                 "            for (;;) {\n            tcr_next = -1;\n");
    for (size_t i = 0; i < p->r->n_bests; i++) {
        const char *place = p->r->bests[i].place->name;
        buf_printf(
            out, "            if (%s > tcr_at && (tcr_next < 0 || %s < tcr_next)) tcr_next = %s;\n",
            place, place, place);
    }
    buf_add(out, "            if (tcr_next < 0) break;\n            tcr_at = tcr_next;\n");
    repeat(p, "tcr_at", out);
    buf_add(out, "            }\n            }\n");
}

void emit_repeat_best(const struct plan *p, struct buf *out)
{
    if (p->r->n_bests > 1) {
        repeat_in_order(p, out);
    } else if (p->r->n_bests) {
        const char *place = p->r->bests[0].place->name;
        buf_printf(out, "            if (%s >= 0)\n", place);
        repeat(p, place, out);
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * emit_ordered.c: sums and products of shared loops that keep the order of the program: the body
 * leaves the parts of its updates (analyse/fold.h) in a structure, and a function makes the
 * updates, for one iteration after the other (kernels/team.cuh).
 */
#include "emit_private.h"

void emit_parts(struct emitter *em, const struct plan_loop *at)
{
    emit_indent(em);
    buf_printf(em->out, "struct tcr_parts%d {", em->n_shared);
    for (size_t i = 0; i < at->parts.n; i++)
        if (at->parts.list[i].part)
            buf_printf(em->out, " %s p%zu;", emit_type(em, at->parts.list[i].part->type), i);
    emit_put(em, " unsigned has; };\n");
}

/* In the body: its parts, and that it is to be made. */
static void note(struct emitter *em, const struct fold_parts *parts, size_t first)
{
    const struct fold_part *p = parts->list;
    emit_put(em, "(");
    for (size_t i = first; i < parts->n && p[i].number == p[first].number; i++) {
        if (!p[i].part)
            continue;
        buf_printf(em->out, "tcr_p.p%zu = ", i);
        emit_operand(em, p[i].part);
        emit_put(em, ", ");
    }
    buf_printf(em->out, "tcr_p.has |= %uu)", 1u << p[first].number);
}

bool emit_part_of(struct emitter *em, struct expr *e)
{
    const struct fold_parts *parts = em->shared ? &em->shared->parts : NULL;
    for (size_t i = 0; parts && i < parts->n; i++) {
        if (em->updating && parts->list[i].part == e) {
            buf_printf(em->out, "tcr_p.p%zu", i);
            return true;
        }
        if (!em->updating && parts->list[i].update == e) {
            note(em, parts, i);
            return true;
        }
    }
    return false;
}

void emit_updates(struct emitter *em, const struct plan_loop *at)
{
    const struct fold_part *p = at->parts.list;
    buf_printf(em->out, "[&](const tcr_parts%d &tcr_p) {\n", em->n_shared);
    em->indent++;
    em->updating = true;
    for (size_t i = 0; i < at->parts.n; i++) {
        if (i > 0 && p[i - 1].number == p[i].number)
            continue;
        emit_indent(em);
        buf_printf(em->out, "if (tcr_p.has & %uu)\n", 1u << p[i].number);
        em->indent++;
        emit_indent(em);
        emit_expr(em, p[i].update);
        emit_put(em, ";\n");
        em->indent--;
    }
    em->updating = false;
    em->indent--;
    emit_indent(em);
    emit_put(em, "}");
}

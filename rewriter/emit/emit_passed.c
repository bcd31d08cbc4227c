/* SPDX-License-Identifier: MIT */
/*
 * emit_passed.c: device text of the looks at pointers that a loop passes to functions
 * (plan/plan_passed.c): at the first and last in front of the loop,
 *
 *     const auto tcr_passed0 = [&](int b) { int j = 32 * other + b; return (A.p_r + 3 * j); };
 *     if (int b = 0; b < tcr_bound && tcr_run_within<3>(tcr_passed0(b), ...)) do {
 *
 * and in each iteration what follows from it, as the function asks again.
 */
#include "emit_private.h"

#include "../../spec/contract.h"

static void pointer_of(struct emitter *em, const struct plan_passed *passed)
{
    emit_put(em, "(");
    emit_expr(em, passed->pointer);
    buf_printf(em->out, ") + (%lld)", passed->span->lo);
}

static void range_of(struct emitter *em, const struct plan_span *span)
{
    buf_printf(em->out, ", A.%s, A.tcr_room%d", plan_range_field((size_t)span->base), span->base);
}

static long long bytes_of(const struct plan_span *span)
{
    return (span->hi - span->lo + 1) * (long long)span->pointer->type->of->size;
}

/* The pointers of an iteration, as functions of the loop's variable. */
void emit_passed(struct emitter *em, struct stmt *s, const struct loop *fixed)
{
    struct decl *var = fixed->vars[0].var;
    em->n_passed = plan_passed(em->p, s, fixed, &em->passed);
    for (size_t i = 0; i < em->n_passed; i++) {
        emit_indent(em);
        buf_printf(em->out, "const auto tcr_passed%zu = [&](", i);
        emit_declare(em, var);
        emit_put(em, ") {\n");
        em->indent++;
        for (size_t k = 0; s->body != em->passed[i].at && s->body->list[k] != em->passed[i].at; k++)
            if (plan_passed_needs(s, fixed, s->body->list[k]))
                emit_stmt(em, s->body->list[k]);
        emit_indent(em);
        emit_put(em, "return ");
        pointer_of(em, &em->passed[i]);
        emit_put(em, ";\n");
        em->indent--;
        emit_indent(em);
        emit_put(em, "};\n");
    }
}

/* In the condition: the first and the last one are in their section. */
void emit_passed_within(struct emitter *em, const struct loop *fixed, const char *bound)
{
    const char *var = emit_decl_name(fixed->vars[0].var);
    for (size_t i = 0; i < em->n_passed; i++) {
        const struct plan_span *span = em->passed[i].span;
        buf_printf(em->out, " && tcr_run_within<%lld>(tcr_passed%zu(%s), tcr_passed%zu(%s - 1)",
                   bytes_of(span), i, var, i, bound);
        range_of(em, span);
        buf_printf(em->out, ", %d, A.tcr_astray, " EMIT_GONE ")", span->base + TCR_ASTRAY_BASE);
    }
}

/* In front of a statement of the body. */
void emit_passed_known(struct emitter *em, const struct stmt *at)
{
    for (size_t i = 0; i < em->n_passed; i++) {
        if (em->passed[i].at != at)
            continue;
        emit_indent(em);
        buf_printf(em->out, "tcr_know_within<%lld>(", bytes_of(em->passed[i].span));
        pointer_of(em, &em->passed[i]);
        range_of(em, em->passed[i].span);
        emit_put(em, ");\n");
    }
}

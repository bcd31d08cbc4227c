/* SPDX-License-Identifier: MIT */
/*
 * emit_check.c: what makes the device give up: accesses that it checks, those whose
 * place in a base is not known beforehand, where the section's extent is only
 * somebody's word (access_whole.c); and paths on which the program ends (ast_end.c).
 */
#include "emit_private.h"

#include "../../spec/contract.h"

#define ASTRAY "tcr_astray"
#define NEAR "tcr_near_" /* what a pointer's neighbours were when it got its value */

/* What a loop follows may lead nowhere once zeros are read for it. */
const char *emit_unless_gone(const struct emitter *em)
{
    return em->p->checks ? "!" EMIT_GONE : NULL;
}

/* *tcr_unless(...): the lvalue, or something that nobody needs. */
static bool emit_unless_nowhere(struct emitter *em, struct expr *e)
{
    if (em->nowhere == e || !shape_may_be_nowhere(em->r, e, em->whole))
        return false;
    struct expr *outer = em->nowhere;
    em->nowhere = e; /* the lvalue is a part of its address's text */
    buf_printf(em->out, "(*%stcr_unless(" EMIT_GONE ", ", emit_bare(em, e));
    emit_address(em, e, shape_is_local(e));
    em->nowhere = outer;
    buf_printf(em->out, ", A.tcr_spare + %d))", TCR_SPARE_BYTES);
    return true;
}

/* *tcr_owned(pointer to the lvalue, where and who) */
static bool emit_owned(struct emitter *em, struct expr *e)
{
    int base = expr_facts(e)->through;
    long long element = em->r->bases[base].elem->size;
    bool writes = em->written == e;
    if (em->owned == e || (e->kind != EXPR_INDEX && e->kind != EXPR_DEREF))
        return false;
    struct expr *outer = em->owned;
    em->owned = e; /* the lvalue is a part of its address's text */
    emit_put(em, region_unmarked(em->r, &em->r->bases[base]) ? "(*tcr_within(" : "(*tcr_owned(");
    emit_address(em, e, false);
    em->owned = outer;
    const char *lo = plan_range_field((size_t)base);
    if (region_unmarked(em->r, &em->r->bases[base])) {
        buf_printf(em->out,
                   ", A.%s, A.tcr_room%d, %d, A." ASTRAY ", A.tcr_spare%s, " EMIT_GONE "))",
                   plan_range_field((size_t)base), base, base + TCR_ASTRAY_BASE,
                   writes ? ir_printf(" + %d", TCR_SPARE_BYTES) : "");
        return true;
    }
    buf_printf(em->out,
               ", tcr_owners_of(A.%s, A.tcr_room%d, A.tcr_begun%d, A.tcr_marks%d, %lld, "
               "%d, " EMIT_ITERATION "), %s, A." ASTRAY ", A.tcr_spare%s, " EMIT_GONE "))",
               lo, base, base, base, element, base + TCR_ASTRAY_BASE,
               em->joint == e ? "tcr_jointly"
               : writes       ? "true"
                              : "false",
               writes ? ir_printf(" + %d", TCR_SPARE_BYTES) : "");
    return true;
}

/* *tcr_within(pointer to the lvalue, the section): the lvalue itself, if it is. */
bool emit_checked(struct emitter *em, struct expr *e)
{
    if (expr_facts(e)->through >= 0 && em->r->bases[expr_facts(e)->through].owned)
        return emit_owned(em, e);
    if (plan_is_spanned(em->p, e))
        return false;
    if (!expr_facts(e)->astray || expr_facts(e)->through < 0 ||
        !em->r->bases[expr_facts(e)->through].checked)
        return emit_unless_nowhere(em, e);
    emit_put(em, "(*tcr_within(");
    e->facts->astray = false; /* the lvalue is a part of its address's text */
    emit_address(em, e, false);
    e->facts->astray = true;
    buf_printf(em->out, ", A.%s, A.tcr_room%d, %d, A." ASTRAY ", A.tcr_spare, " EMIT_GONE "))",
               plan_range_field((size_t)expr_facts(e)->through), expr_facts(e)->through,
               expr_facts(e)->through + TCR_ASTRAY_BASE);
    return true;
}

/* Neighbours behind a pointer that has got its value: all of them, or zeros. */
void emit_span(struct emitter *em, struct decl *pointer)
{
    const struct plan_span *span = plan_span_of(em->p, pointer);
    if (!em->in_function || !span)
        return;
    const char *name = emit_decl_name(pointer);
    emit_indent(em);
    buf_printf(em->out,
               "%s = tcr_within_all<%lld>(%s + (%lld), A.%s, A.tcr_room%d, %d, A." ASTRAY
               ", A.tcr_spare, " EMIT_GONE ") - (%lld);\n",
               name, span->hi - span->lo + 1, name, span->lo, plan_range_field((size_t)span->base),
               span->base, span->base + TCR_ASTRAY_BASE, span->lo);
    if (!span->read)
        return;
    const char *type = emit_type(em, pointer->type->of);
    emit_indent(em);
    buf_printf(em->out, "const %s " NEAR "%s[%lld] = {", type, name, span->hi - span->lo + 1);
    for (long long k = span->lo; k <= span->hi; k++) {
        const bool read = span->read >> (k - span->lo) & 1;
        buf_printf(em->out, read ? "%sTCR_LOAD(%s[%lld])" : "%s(%s)0", k > span->lo ? ", " : "",
                   read ? name : type, k);
    }
    emit_put(em, "};\n");
}

bool emit_near(struct emitter *em, struct expr *e)
{
    if (!em->in_function || e->kind != EXPR_INDEX || !plan_is_near(em->p, e))
        return false;
    buf_printf(em->out, NEAR "%s[", emit_decl_name(e->a->decl));
    emit_operand(em, e->b);
    const long long lo = plan_span_of(em->p, e->a->decl)->lo;
    emit_put(em, lo ? ir_printf(" - (%lld)]", lo) : "]");
    return true;
}

/* ---- NaN ---- */

void emit_ordered(struct emitter *em, struct expr *e)
{
    const char *type = e->a->type->scalar == TCR_F64 ? "double" : "float";
    em->ordered = e; /* the comparison itself */
    emit_put(em, "(");
    emit_operand(em, e);
    buf_printf(em->out, " || tcr_unordered((%s)", type);
    emit_operand(em, e->a);
    buf_printf(em->out, ", (%s)", type);
    emit_operand(em, e->b);
    buf_printf(em->out, ", A." ASTRAY ", %uu, " EMIT_GONE "))", TCR_ASTRAY_NAN);
}

/* ---- where the program ends ---- */

/* Out of the function; its value is of no use to anyone. */
static void leave(struct emitter *em)
{
    buf_printf(em->out, "return%s;", em->in_function ? em->no_result : "");
}

void emit_end(struct emitter *em, const struct expr *end)
{
    buf_printf(em->out, "tcr_end_program(A." ASTRAY ", %uu, " EMIT_GONE ")",
               end->value ? TCR_ASTRAY_ROOM : TCR_ASTRAY_END);
}

void emit_leave(struct emitter *em, const struct expr *end)
{
    emit_end(em, end);
    emit_put(em, "; ");
    leave(em);
    emit_put(em, "\n");
}

void emit_leave_if_gone(struct emitter *em)
{
    emit_indent(em);
    emit_put(em, "if (" EMIT_GONE ") ");
    leave(em);
    emit_put(em, "\n");
}

void emit_leave_behind(struct emitter *em, const struct expr *e)
{
    if (expr_may_end(em->r, e))
        emit_leave_if_gone(em);
}

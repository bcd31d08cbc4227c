/* SPDX-License-Identifier: MIT */
/*
 * plan_vars.c: the variables of a region as the device and the runtime have them, and what the
 * host's loop does with them.  In the order of the runtime's tables:
 *
 *     sums of double, if there are several: as one variable of many numbers,
 *         so that they share accumulators of the tensor cores
 *     other numbers; short sections, as many numbers
 *     "stray": does an update leave a section?, if there are sections with
 *     sections of which every thread has a copy
 */
#include "plan_private.h"

#include "../ir/hostint.h"
#include "../source/operators.h"

/* Fewer sums of double than this have an accumulator each. */
#define LEAST_GROUP 4

static const struct type *number_type(const struct reduction *red)
{
    static const struct type words = {.kind = TYPE_SCALAR, .scalar = TCR_U64};
    return red->declared                ? &words
           : type_is_complex(red->type) ? red->type->record->part
                                        : red->type;
}

static bool is_plain_sum(const struct reduction *red)
{
    return !red->section && red->op == TCR_ADD && red->type->kind == TYPE_SCALAR &&
           red->type->scalar == TCR_F64;
}

/* ---- the device ---- */

static enum plan_form form_of(const struct plan *p, const struct plan_reduction *red)
{
    const struct reduction *of = red->of;
    if (p->r->refused)
        return PLAN_FORM_NONE;
    if (red->exact)
        return PLAN_FORM_EXACT;
    if (p->r->scan)
        return PLAN_FORM_CORES;
    if (red->copies)
        return PLAN_FORM_COPIES;
    if (of->op != TCR_ADD || red->type == TCR_BOOL)
        return PLAN_FORM_CORES;
    return is_plain_sum(of) && !red->grouped && plan_adds_floats(p->r, of) ? PLAN_FORM_FLOATS
                                                                           : PLAN_FORM_SUM;
}

/* An infinity in one of a group would spoil the others, for good where the loop has written. */
static size_t group_of(const struct plan *p)
{
    const struct region *r = p->r;
    size_t n = 0;
    if (p->writes || r->dir->reproducible || r->scan)
        return 0;
    for (size_t i = 0; i < r->n_reductions; i++)
        n += is_plain_sum(&r->reductions[i]);
    return n >= LEAST_GROUP ? n : 0;
}

static void place(struct plan *p)
{
    for (int turn = 0; turn < 3; turn++) {
        if (turn == 2 && p->copies)
            p->stray = p->n_vars++;
        for (size_t i = 0; i < p->r->n_reductions; i++) {
            struct plan_reduction *red = &p->reductions[i];
            if (turn != (red->copies ? 2 : red->grouped ? 0 : 1))
                continue;
            red->position = p->n_vars;
            p->vars[p->n_vars++] = red;
        }
    }
}

/* ---- the host ---- */

const char *plan_number(const char *name, size_t i, size_t d, struct hostint k)
{
    return k.symbol ? ir_printf("tcr_%s%zu_%zu", name, i, d) : hostint_c(k);
}

static const char *null_guard(const struct region *r, const struct expr *lvalue)
{
    const char *guard = "";
    for (const struct expr *e = lvalue; e && e->kind != EXPR_VAR; e = e->a) {
        bool through = e->kind == EXPR_DEREF || (e->kind == EXPR_INDEX && e->a->kind != EXPR_DECAY);
        if (through)
            guard = ir_printf(" && (%s) != 0%s", plan_quote(r, e->a), guard);
    }
    return guard;
}

/* Must the host run the user's text as it stands?  On paths where the device stops, the text may
 * name variables that the rewriter has not seen. */
static bool has_own_text(const struct region *r)
{
    return r->keeps_text || (r->leaves && !r->dir->reproducible);
}

/* An OpenMP reduction list takes no members; and the initial value need not be combined as the
 * list would combine it. */
static bool uses_temp(const struct region *r, const struct plan_reduction *red)
{
    const struct reduction *of = red->of;
    bool has_address = !type_is_complex(of->type) || !of->decl || !of->decl->is_register;
    return !of->section && !r->keeps_text && !r->scan &&
           (!has_address || (!has_own_text(r) && (!of->decl || red->sticky || red->ordered)));
}

static bool may_overflow(const struct reduction *red)
{
    const struct type *t = red->type;
    bool floating = t->kind == TYPE_LONG_DOUBLE || t->kind == TYPE_COMPLEX || type_is_complex(t) ||
                    (t->kind == TYPE_SCALAR && type_is_floating(t));
    return floating && operator_is(red->op, OPERATOR_ARITHMETIC);
}

/* An initial value that is not 0 or 1 stays where no update runs. */
static bool keeps_initial(const struct region *r, const struct reduction *red)
{
    return !red->section && operator_is(red->op, OPERATOR_LOGICAL) &&
           (red->combines || has_own_text(r) || r->scan) &&
           !(red->type->kind == TYPE_SCALAR && red->type->scalar == TCR_BOOL);
}

static void name_on_host(struct plan *p, struct plan_reduction *red)
{
    const struct region *r = p->r;
    const struct reduction *of = red->of;
    const struct expr *user = of->section ? of->section->base : of->lvalue;
    red->user = user ? plan_quote(r, user) : of->text;
    red->guard = null_guard(r, user);
    red->host = of->section ? red->user
                : red->temp ? ir_printf("tcr_red%zu", red->index)
                : of->decl  ? of->decl->name
                            : ir_printf("(%s)", red->user);
}

/* A part of a product may be too large or too small where the loop in its order has none such.
 * What writes memory cannot run twice. */
static bool is_doubted(const struct region *r, const struct reduction *red)
{
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->scan || r->bases[i].written || r->bases[i].map == TCR_MAP_DEVICEPTR)
            return false;
    return red->op == TCR_MUL && !red->section && type_is_floating(red->type);
}

static void decide_on_host(struct plan *p, struct plan_reduction *red)
{
    const struct region *r = p->r;
    const struct reduction *of = red->of;
    red->sticky = of->sets_constant && !of->combines;
    red->ordered = operator_is(of->op, OPERATOR_ORDER) && type_is_floating(of->type) &&
                   !r->finite_math && !of->takes_nan; /* that loop runs as it stands */
    red->temp = uses_temp(r, red);
    red->keeps_initial = keeps_initial(r, of);
    red->keeps_nan =
        ((has_own_text(r) || r->scan) && red->ordered) || of->takes_nan || of->drops_nan;
    red->keeps_counter = of->takes_counter && !r->site.heeded;
    red->keeps_constant = of->constant && !r->site.heeded;
    red->doubted = is_doubted(r, of);
    red->overflows = may_overflow(of);
    red->loses_infinity = r->src->may_be_clang && red->ordered && red->temp;
    red->own_op = p->exact && red->loses_infinity;
    red->op = red->own_op ? ir_printf("tcr_extreme%zu", red->index) : operator_of(of->op)->name;
    red->counted = of->section && (of->section->count < 0 || of->section->contiguous);
    p->large |= red->counted;
    name_on_host(p, red);
}

void plan_vars(struct plan *p)
{
    const struct region *r = p->r;
    p->reductions = ir_alloc((r->n_reductions + 1) * sizeof *p->reductions);
    p->vars = ir_alloc((r->n_reductions + 1) * sizeof *p->vars);
    p->n_group = group_of(p);
    p->exact = reproducible_any(r);
    for (size_t i = 0; i < r->n_reductions; i++) {
        struct plan_reduction *red = &p->reductions[i];
        const struct reduction *of = &r->reductions[i];
        const struct type *t = number_type(of);
        *red = (struct plan_reduction){.of = of,
                                       .index = i,
                                       .exact = reproducible_sum(r, of),
                                       .copies = of->section && of->section->copies,
                                       .grouped = p->n_group && is_plain_sum(of),
                                       .several =
                                           of->section || of->declared || type_is_complex(of->type),
                                       .type = t->kind == TYPE_SCALAR ? t->scalar : TCR_F64};
        red->numbers = red->copies ? 0 : of->section ? of->section->count : 1;
        red->numbers *= type_is_complex(of->type) ? 2 : 1;
        red->numbers = of->declared ? of->declared->words : red->numbers;
        red->form = form_of(p, red);
        p->copies |= red->copies;
        p->several |= red->several || red->exact;
        decide_on_host(p, red);
    }
    place(p);
}

/* SPDX-License-Identifier: MIT */
/*
 * plan_scan_plain.c: is the loop nothing but the prefix sums of an array?
 *
 *     s += x[i]; y[i] = s;        y[i] = s; s += x[i];
 *
 * Then it has the kernels of the C API's prefix sums, too, which read and write words of 16 bytes.
 * Here it is only seen that the loop counts up by one and does this and nothing else; whether the
 * elements follow each other and y is apart from x, the runtime sees in the numbers of each call
 * (runtime/map/plain_scan.c).
 */
#include "plan_private.h"

#include "../ir/hostint.h"

/* The only statement of a phase that does something; NULL: there are several, or none. */
static const struct stmt *phase(const struct region *r, bool input)
{
    const struct stmt *only = NULL;
    for (size_t i = 0; i < r->body->n_list; i++) {
        const struct stmt *s = r->body->list[i];
        if (scan_is_input(r->scan, i) != input || s->kind == STMT_NULL)
            continue;
        if (only)
            return NULL;
        only = s;
    }
    return only;
}

static bool is_assignment(const struct stmt *s, enum c_op op)
{
    return s && s->kind == STMT_EXPR && s->expr->kind == EXPR_ASSIGN && s->expr->op == op &&
           !s->expr->atomic;
}

static bool is_sum(const struct expr *e)
{
    return e->kind == EXPR_VAR && e->reduction == 0;
}

static bool has_type(const struct expr *e, enum tcr_type type)
{
    return e->type->kind == TYPE_SCALAR && e->type->scalar == type && !e->type->is_volatile;
}

/* An element of that type, without a conversion; -1: it is not known to be one. */
static long element(const struct region *r, const struct expr *e, enum tcr_type type, bool write)
{
    return has_type(e, type) ? plan_access(r, e, write) : -1;
}

/* Types in which C adds, and which a word of 16 bytes has whole. */
static bool is_added(enum tcr_type type)
{
    return type == TCR_F32 || type == TCR_F64 || type == TCR_I32 || type == TCR_U32 ||
           type == TCR_I64 || type == TCR_U64;
}

static bool counts_up(const struct region *r)
{
    const struct loop *l = r->loops[0];
    return r->n_loops == 1 && plan_plain_range(r, l->stmt) >= 0 && !l->vars[0].step &&
           !l->vars[0].by && !l->vars[0].negated && l->vars[0].step_const == 1 &&
           l->vars[0].var->type->kind == TYPE_SCALAR;
}

static bool is_plain_sum(const struct plan *p)
{
    const struct region *r = p->r;
    if (r->n_reductions != 1)
        return false;
    const struct reduction *red = &r->reductions[0];
    return red->op == TCR_ADD && red->decl && !red->section && !red->declared && !red->best &&
           !p->reductions[0].exact && !p->reductions[0].several && red->type->kind == TYPE_SCALAR &&
           is_added(red->type->scalar);
}

const char *plan_plain_kernel(const struct plan *p)
{
    return ir_printf("%s_plain", p->kernel_name);
}

void plan_scan_plain(struct plan *p)
{
    const struct region *r = p->r;
    if (!r->scan || !p->writes || p->checks || p->marks || p->resets || p->n_held ||
        r->dir->block || !plan_is_plain(p) || !is_plain_sum(p) || !counts_up(r))
        return;
    const enum tcr_type type = r->reductions[0].type->scalar;
    const struct stmt *input = phase(r, true), *scan = phase(r, false);
    if (!is_assignment(input, OP_ASSIGN_ADD) || !is_sum(input->expr->a) ||
        !is_assignment(scan, OP_ASSIGN) || !is_sum(expr_strip(scan->expr->b)) ||
        !has_type(scan->expr->b, type))
        return;
    const long x = element(r, expr_strip(input->expr->b), type, false);
    const long y = element(r, scan->expr->a, type, true);
    if (x < 0 || y < 0 || !has_type(input->expr->b, type))
        return;
    p->plain_scan = ir_alloc(sizeof *p->plain_scan);
    *p->plain_scan = (struct plan_plain_scan){type, (size_t)x, (size_t)y};
}

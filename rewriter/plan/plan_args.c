/* SPDX-License-Identifier: MIT */
/* plan_args.c: the argument block of a kernel: its fields, in the order in which host and device
 * declare them, and where each is. */
#include "plan_private.h"

#include <string.h>

#include "../../spec/contract.h"

#define ASTRAY "tcr_astray"

const char *plan_range_field(size_t base)
{
    TCR_AGREED_AT(struct tcr_range_args, lo, 0, 8);
    return ir_printf("tcr_lo%zu", base);
}

const char *plan_astray_field(void)
{
    TCR_AGREED_AT(struct tcr_astray_args, astray, 0, 8);
    return ASTRAY;
}

static void add(struct plan *p, struct plan_field f)
{
    const struct type *t = f.type;
    size_t size = f.pointer ? 8 : (size_t)t->size;
    size_t align = !f.pointer && t->kind == TYPE_RECORD ? t->record->align : size;
    f.offset = (p->args_size + align - 1) / align * align;
    p->args_size = f.offset + size;
    IR_PUSH(p->fields, p->n_fields, f);
}

static void add_number(struct plan *p, const char *name)
{
    add(p, (struct plan_field){.name = name, .type = type_long_long()});
}

static void add_loops(struct plan *p)
{
    const struct region *r = p->r;
    for (size_t i = 1; i < r->n_loops; i++)
        add_number(p, ir_printf("tcr_n%zu", i));
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
            const struct induction *v = &r->loops[i]->vars[k];
            if (v->var->type->kind != TYPE_POINTER)
                add_number(p, ir_printf("tcr_lo%zu_%zu", i, k));
            if (v->step || v->by)
                add_number(p, ir_printf("tcr_st%zu_%zu", i, k));
        }
}

/* What the runtime sets of sections that the device checks. */
static void add_checks(struct plan *p)
{
    const struct region *r = p->r;
#define OF_BASE(field) add_number(p, ir_printf("tcr_" #field "%zu", i));
#define OF_REGION(field) add_number(p, "tcr_" #field);
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].checked) {
            TCR_RANGE_FIELDS(OF_BASE)
            if (r->bases[i].owned) {
                TCR_MARK_FIELDS(OF_BASE)
            }
        }
    if (p->checks) {
        TCR_ASTRAY_FIELDS(OF_REGION)
    }
#undef OF_BASE
#undef OF_REGION
}

/* The numbers of sections with copies that are known at run time only. */
static void add_sections(struct plan *p)
{
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const struct array_section *s = p->reductions[i].of->section;
        for (size_t d = 0; p->reductions[i].copies && d < s->n_dims; d++) {
            if (s->dims[d].lo.symbol)
                add_number(p, plan_number("from", i, d, s->dims[d].lo));
            if (s->dims[d].len.symbol)
                add_number(p, plan_number("len", i, d, s->dims[d].len));
        }
    }
}

void plan_args(struct plan *p)
{
    const struct region *r = p->r;
    add_loops(p);
    for (size_t i = 0; i < r->n_privates; i++)
        if (r->firstprivate[i])
            add(p, (struct plan_field){.name = ir_printf("tcr_fp%zu", i),
                                       .type = r->privates[i]->type});
    for (size_t i = 0; i < r->n_captures; i++)
        add(p, (struct plan_field){.name = r->captures[i].name,
                                   .type = r->captures[i].type,
                                   .value = r->captures[i].symbol});
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].name)
            add(p, (struct plan_field){
                       .name = r->bases[i].name, .type = r->bases[i].elem, .pointer = true});
    for (size_t i = 0; i < r->n_reductions && r->scan; i++)
        add(p, (struct plan_field){.name = ir_printf("tcr_first%zu", i),
                                   .type = r->reductions[i].type});
    add_checks(p);
    add_sections(p);
    add_number(p, "tcr_end");
    p->args_size = (p->args_size + 7) / 8 * 8; /* records of greater alignment are refused */
}

size_t plan_offset(const struct plan *p, const char *name)
{
    for (size_t i = 0; i < p->n_fields; i++)
        if (strcmp(p->fields[i].name, name) == 0)
            return p->fields[i].offset;
    return 0;
}

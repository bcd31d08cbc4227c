/* SPDX-License-Identifier: MIT */
/*
 * emit_vars.c: the variables of a region as the device and the runtime have
 * them, in the order of plan_vars.c, and sections of arrays.
 */
#include "emit_private.h"

#include "emit_host.h"
#include "../ir/hostint.h"
#include "../source/operators.h"

/* ---- device ---- */

static const char *class_of(struct emitter *em, const struct plan_reduction *red)
{
    if (red->of->declared)
        return emit_declared_class(em, red->of->declared);
    const char *type = scalar_of(red->type)->device;
    if (red->of->best)
        return red->of->best->last ? "tcr_first<unsigned long long, true>"
                                   : "tcr_first<unsigned long long>";
    if (red->form == PLAN_FORM_EXACT) /* each has shared memory of its own */
        return ir_printf("tcr_exact<%s, %zu>", type, red->index);
    if (red->form == PLAN_FORM_FLOATS)
        return ir_printf("tcr_sum_of_floats<%s>", type);
    return ir_printf("%s<%s>", operator_of(red->of->op)->device, type);
}

/* What the body calls a section in registers, or a number. */
static const char *value_type(struct emitter *em, const struct plan_reduction *red)
{
    const char *type = emit_type(em, red->of->type);
    bool array = red->of->section && !red->copies;
    if (red->of->declared)
        return ir_printf("tcr_merged<%s>", type);
    if (red->of->best)
        return emit_best_candidate(red->of->best);
    return array ? ir_printf("tcr_array<%s, %lld>", type, red->of->section->count) : type;
}

/* The same for several; `index` counts what tcr_get<index> gives. */
void emit_var_types(struct emitter *em)
{
    const struct plan *p = em->p;
    bool chain = p->r->dir->chain && !p->r->scan;
    buf_printf(em->out, "typedef %stcr_vars<", chain ? "tcr_chained<" : "");
    for (size_t k = 0; k < p->n_vars; k++) {
        const struct plan_reduction *red = p->vars[k];
        if (red && red->copies)
            break;
        emit_put(em, k ? ", " : "");
        if (!red) {
            emit_put(em, "tcr_lor<bool>");
        } else if (red->grouped) {
            buf_printf(em->out, "tcr_several<%s, %zu>", class_of(em, red), p->n_group);
            k = p->n_group - 1;
        } else if (red->several && !red->of->declared) {
            buf_printf(em->out, "tcr_several<%s, %lld, %s>", class_of(em, red), red->numbers,
                       value_type(em, red));
        } else {
            emit_put(em, class_of(em, red));
        }
    }
    emit_put(em, chain ? ir_printf(" >, %ld", p->r->dir->chain) : "");
    buf_printf(em->out, " > tcr_vars_%d;\n", p->r->id);
    if (!p->copies)
        return;
    emit_put(em, p->kernel == PLAN_KERNEL_UPDATES ? "typedef tcr_updates<" : "typedef tcr_copies<");
    for (size_t i = 0, k = 0; i < p->r->n_reductions; i++)
        if (p->reductions[i].copies)
            buf_printf(em->out, "%s%s", k++ ? ", " : "", class_of(em, &p->reductions[i]));
    buf_printf(em->out, " > tcr_copies_%d;\n", p->r->id);
}

/* tcr_get<index>(v), or for one of the group a number of it */
static const char *value_of(const struct plan *p, size_t position)
{
    if (position < p->n_group)
        return ir_printf("tcr_get<0>(v).e[%zu]", position);
    return ir_printf("tcr_get<%zu>(v)", position - p->n_group + (p->n_group > 0));
}

void emit_var_names(struct emitter *em)
{
    const char *at = "0";
    int copy = 0;
    for (size_t i = 0; i < em->r->n_reductions; i++) {
        const struct plan_reduction *red = &em->p->reductions[i];
        const char *type = value_type(em, red);
        emit_indent(em);
        if (red->copies && em->p->kernel == PLAN_KERNEL_UPDATES) {
            buf_printf(em->out, "const auto %s = tcr_section<%d>(W);", em->names[i], copy++);
        } else if (red->copies) {
            buf_printf(em->out, "const tcr_copy<%s> %s(W.grid, %s, %d);", type, em->names[i], at,
                       copy);
            const char *size = ir_printf("tcr_copies_size<%s>(W.grid, %d)", type, copy++);
            at = copy == 1 ? size : ir_printf("%s + %s", at, size);
        } else {
            buf_printf(em->out, "%s &%s = %s;", type, em->names[i], value_of(em->p, red->position));
        }
        buf_printf(em->out, " // %s\n", red->of->text);
    }
}

/* A number of the section's, as the device knows it. */
static const char *device_number(const char *name, size_t i, size_t d, struct hostint k)
{
    return k.symbol ? ir_printf("A.%s", plan_number(name, i, d, k)) : ir_printf("%lldll", k.k);
}

/* Subscript d, counted from the beginning of the section. */
static void from_start(struct emitter *em, const struct array_section *s, size_t i, size_t d,
                       struct expr *sub)
{
    emit_put(em, "(long long)");
    emit_operand(em, sub);
    if (!hostint_is(s->dims[d].lo, 0))
        buf_printf(em->out, " - %s", device_number("from", i, d, s->dims[d].lo));
}

void emit_section_place(struct emitter *em, struct expr *e)
{
    size_t i = (size_t)e->reduction;
    const struct array_section *s = em->r->reductions[i].section;
    struct expr *subs[SECTION_DIMS];
    section_subscripts(s, e, subs);
    buf_printf(em->out, "%s%s", em->names[i], s->copies ? ".at(" : "[");
    for (size_t d = s->n_dims; s->n_dims > 1 && d-- > 0;)
        emit_put(em, s->copies ? "tcr_within(" : d ? "(" : "");
    emit_put(em, s->copies && s->n_dims > 1 ? "0, " : "");
    for (size_t d = 0; d < s->n_dims; d++) {
        const char *len = device_number("len", i, d, s->dims[d].len);
        if (d)
            emit_put(em, s->copies ? ", " : ir_printf(") * %s + ", len));
        from_start(em, s, i, d, subs[d]);
        if (s->copies && s->n_dims > 1)
            buf_printf(em->out, ", %s)", len);
    }
    if (s->copies)
        buf_printf(em->out, ", %s)", value_of(em->p, em->p->stray));
    else
        emit_put(em, "]");
}

/* ---- host ---- */

/* The numbers of a section that are known at run time only: declared, or put into the arguments. */
static void each_number(const struct plan_reduction *red, bool declared, struct buf *out)
{
    const struct array_section *s = red->of->section;
    for (size_t d = 0; s && d < s->n_dims; d++)
        for (int len = 0; len < 2; len++) {
            struct hostint k = len ? s->dims[d].len : s->dims[d].lo;
            const char *name = plan_number(len ? "len" : "from", red->index, d, k);
            if (k.symbol)
                buf_printf(out, declared ? "    long long %s = %s;\n" : "        tcr_a.%s = %s;\n",
                           name, declared ? symbol_whole(k.symbol) : name);
        }
}

/* How many elements a section has; 0: none, or they do not follow each other. */
static const char *count_of(const struct plan_reduction *red)
{
    return red->counted ? ir_printf("tcr_count%zu", red->index)
                        : ir_printf("%lldLL", red->of->section->count);
}

static void declare_count(const struct plan *p, const struct plan_reduction *red, struct buf *out)
{
    const struct array_section *s = red->of->section;
    size_t i = red->index;
    const char *first = plan_number("len", i, 0, s->dims[0].len);
    buf_printf(out, "    long long tcr_count%zu = %s%s && %s > 0 ? %s : 0;\n", i, p->runs,
               red->guard, first, first);
    for (size_t d = 1; d < s->n_dims; d++) {
        const char *len = plan_number("len", i, d, s->dims[d].len);
        buf_printf(out,
                   "    if (%s <= 0 || __builtin_mul_overflow(tcr_count%zu, %s, "
                   "&tcr_count%zu)) tcr_count%zu = 0;\n",
                   len, i, len, i, i);
    }
    if (s->contiguous)
        buf_printf(out, "    if (!(%s)) tcr_count%zu = 0;\n", symbol_whole(s->contiguous), i);
}

void emit_section_numbers(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        each_number(&p->reductions[i], true, out);
        if (p->reductions[i].counted)
            declare_count(p, &p->reductions[i], out);
    }
}

void emit_section_arguments(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (p->reductions[i].copies)
            each_number(&p->reductions[i], false, out);
}

const char *emit_section_guards(const struct plan *p)
{
    const char *guards = "";
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (p->reductions[i].counted)
            guards = ir_printf("%s%s > 0 && ", guards, count_of(&p->reductions[i]));
    return guards;
}

const char *emit_reason(const struct plan *p)
{
    const char *guards = emit_section_guards(p), *odd = "", *section = "(const char *)0";
    if (!*guards && !p->odd)
        return "0";
    if (*guards)
        section =
            ir_printf("(%s1) ? (const char *)0\n"
                      "        : \"a section is empty, negative, too large or not contiguous\"",
                      guards);
    if (p->odd)
        odd = "tcr_odd ? \"a variable's value before the loop\"\n        : ";
    return ir_printf("%s == 0 ? (const char *)0 : %s%s", p->total, odd, section);
}

const char *emit_object_at(const struct plan *p, size_t i)
{
    const struct array_section *s = p->r->reductions[i].section;
    const char *at = ir_printf("&(%s)", p->reductions[i].user);
    for (size_t d = 0; s && d < s->n_dims; d++)
        at = ir_printf("%s[%s]", at, plan_number("from", i, d, s->dims[d].lo));
    return at;
}

const char *emit_object_size(const struct plan *p, size_t i)
{
    const struct plan_reduction *red = &p->reductions[i];
    if (!red->of->section)
        return ir_printf("sizeof(%s)", red->user);
    return ir_printf("(unsigned long long)tcr_product(%s, %lld)", count_of(red),
                     red->of->type->size);
}

const char *emit_object_there(const struct plan *p, size_t i)
{
    const struct plan_reduction *red = &p->reductions[i];
    return ir_printf("%s%s%s", p->runs, red->guard,
                     red->of->section ? ir_printf(" && %s > 0", count_of(red)) : "");
}

void emit_section_fixed(const struct plan *p, size_t i, struct buf *out)
{
    buf_printf(out, "{%s ? (const volatile void *)%s : 0, %s, ", emit_object_there(p, i),
               emit_object_at(p, i), emit_object_size(p, i));
    emit_c_string(out, p->r->reductions[i].text);
    buf_add(out, "}");
}

static void object(const struct plan *p, const struct plan_reduction *red, struct buf *out)
{
    bool section = red->of->section;
    const char *at = section ? emit_object_at(p, red->index) : ir_printf("&%s", red->host);
    const char *count = section ? count_of(red) : "1";
    if (red->of->declared) {
        at = red->host;
        count = ir_printf("%lld", red->numbers);
    } else if (type_is_complex(red->of->type)) {
        count = ir_printf("tcr_product(%s, 2)", count);
    }
    buf_printf(out, "{(void *)%s, %s}", at, count);
}

void emit_objects(const struct plan *p, struct buf *out)
{
    buf_printf(out, "        struct tcr_object tcr_o[%zu] = {", p->n_vars);
    for (size_t k = 0; k < p->n_vars; k++) {
        buf_add(out, k ? ", " : "");
        if (p->vars[k] && p->vars[k]->several)
            object(p, p->vars[k], out);
        else
            buf_add(out, "{0, 0}");
    }
    buf_add(out, "};\n");
}

void emit_large_test(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const struct plan_reduction *red = &p->reductions[i];
        if (red->counted)
            buf_printf(out, "    tcr_seq |= %s <= 0 || %s > %lld;\n", count_of(red), count_of(red),
                       PLAN_STACK_BYTES / red->of->type->size);
    }
}

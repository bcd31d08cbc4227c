/* SPDX-License-Identifier: MIT */
/*
 * emit_vars.c: the variables of a region as the device and the runtime have
 * them: their order, and sections of arrays.
 *
 *     sums of double, if there are several: as one variable of many numbers,
 *         so that they share accumulators of the tensor cores
 *     other numbers; short sections, as many numbers
 *     "stray": does an update leave a section?, if there are sections with
 *     sections of which every thread has a copy
 */
#include "emit_private.h"

#include <string.h>

#include "emit_host.h"
#include "../ir/hostint.h"
#include "../source/operators.h"

/* So many sums of double are more than an accumulator each is worth. */
#define LEAST_GROUP 4

static bool is_copied(const struct reduction *red)
{
    return red->section && red->section->copies;
}

static bool is_plain_sum(const struct reduction *red)
{
    return !red->section && red->op == TCR_ADD && red->type->kind == TYPE_SCALAR &&
           red->type->scalar == TCR_F64;
}

bool emit_is_several(const struct reduction *red)
{
    return red->section || type_is_complex(red->type);
}

bool emit_has_several(const struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (emit_is_several(&r->reductions[i]) || reproducible_sum(r, &r->reductions[i]))
            return true;
    return false;
}

long long emit_numbers(const struct reduction *red)
{
    long long n = is_copied(red) ? 0 : red->section ? red->section->count : 1;
    return type_is_complex(red->type) ? 2 * n : n;
}

enum tcr_type emit_number_type(const struct reduction *red)
{
    const struct type *t = type_is_complex(red->type) ? red->type->record->part : red->type;
    return t->kind == TYPE_SCALAR ? t->scalar : TCR_F64;
}

size_t emit_group(const struct region *r)
{
    size_t n = 0;
    if (region_writes(r) ||
        r->dir->reproducible) /* an infinity in one would spoil the others, for good */
        return 0;
    for (size_t i = 0; i < r->n_reductions; i++)
        n += is_plain_sum(&r->reductions[i]);
    return n >= LEAST_GROUP ? n : 0;
}

bool emit_has_copies(const struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (is_copied(&r->reductions[i]))
            return true;
    return false;
}

size_t emit_var_order(const struct region *r, int **order)
{
    size_t n = 0;
    bool group = emit_group(r) > 0;
    int *list = ir_alloc((r->n_reductions + 1) * sizeof *list);
    for (int turn = 0; turn < 3; turn++) {
        if (turn == 2 && emit_has_copies(r))
            list[n++] = EMIT_STRAY;
        for (size_t i = 0; i < r->n_reductions; i++) {
            const struct reduction *red = &r->reductions[i];
            int when = is_copied(red) ? 2 : group && is_plain_sum(red) ? 0 : 1;
            if (when == turn)
                list[n++] = (int)i;
        }
    }
    *order = list;
    return n;
}

size_t emit_var_position(const struct region *r, int reduction)
{
    int *order;
    size_t at = 0;
    emit_var_order(r, &order);
    while (order[at] != reduction)
        at++;
    return at;
}

/* ---- device ---- */

static const char *class_of(struct emitter *em, const struct reduction *red)
{
    const struct type *t = type_is_complex(red->type) ? red->type->record->part : red->type;
    if (reproducible_sum(em->r, red)) /* each has shared memory of its own */
        return ir_printf("tcr_exact<%s, %td>", emit_type(em, t), red - em->r->reductions);
    return ir_printf("%s<%s>", operator_of(red->op)->device, emit_type(em, t));
}

/* The same of a single number. */
static const char *single_class_of(struct emitter *em, const struct reduction *red)
{
    if (is_plain_sum(red) && !reproducible_sum(em->r, red) && emit_adds_floats(em->r, red))
        return ir_printf("tcr_sum_of_floats<%s>", emit_type(em, red->type));
    return class_of(em, red);
}

/* What the body calls a section in registers, or a number. */
static const char *value_type(struct emitter *em, const struct reduction *red)
{
    const char *type = emit_type(em, red->type);
    return red->section ? ir_printf("tcr_array<%s, %lld>", type, red->section->count) : type;
}

/* The same for several; `index` counts what tcr_get<index> gives. */
void emit_var_types(struct emitter *em)
{
    struct region *r = em->r;
    int *order;
    size_t n = emit_var_order(r, &order), group = emit_group(r);
    buf_printf(em->out, "typedef %stcr_vars<", r->dir->chain ? "tcr_chained<" : "");
    for (size_t k = 0; k < n; k++) {
        const struct reduction *red = order[k] >= 0 ? &r->reductions[order[k]] : NULL;
        if (red && is_copied(red))
            break;
        emit_put(em, k ? ", " : "");
        if (!red) {
            emit_put(em, "tcr_lor<bool>");
        } else if (k < group) {
            buf_printf(em->out, "tcr_several<%s, %zu>", class_of(em, red), group);
            k = group - 1;
        } else if (emit_is_several(red)) {
            buf_printf(em->out, "tcr_several<%s, %lld, %s>", class_of(em, red), emit_numbers(red),
                       value_type(em, red));
        } else {
            emit_put(em, single_class_of(em, red));
        }
    }
    emit_put(em, r->dir->chain ? ir_printf(" >, %ld", r->dir->chain) : "");
    buf_printf(em->out, " > tcr_vars_%d;\n", r->id);
    if (!emit_has_copies(r))
        return;
    emit_put(em, "typedef tcr_copies<");
    for (size_t i = 0, k = 0; i < r->n_reductions; i++)
        if (is_copied(&r->reductions[i]))
            buf_printf(em->out, "%s%s", k++ ? ", " : "", class_of(em, &r->reductions[i]));
    buf_printf(em->out, " > tcr_copies_%d;\n", r->id);
}

/* tcr_get<index>(v), or for one of the group a number of it */
static const char *value_of(const struct region *r, size_t position)
{
    size_t group = emit_group(r);
    if (position < group)
        return ir_printf("tcr_get<0>(v).e[%zu]", position);
    return ir_printf("tcr_get<%zu>(v)", position - group + (group > 0));
}

void emit_var_names(struct emitter *em)
{
    struct region *r = em->r;
    const char *at = "0";
    int copy = 0;
    for (size_t i = 0; i < r->n_reductions; i++) {
        struct reduction *red = &r->reductions[i];
        const char *type = is_copied(red) ? emit_type(em, red->type) : value_type(em, red);
        emit_indent(em);
        if (is_copied(red)) {
            buf_printf(em->out, "const tcr_copy<%s> %s(W.grid, %s, %d);", type, red->device_name,
                       at, copy);
            const char *size = ir_printf("tcr_copies_size<%s>(W.grid, %d)", type, copy++);
            at = copy == 1 ? size : ir_printf("%s + %s", at, size);
        } else {
            buf_printf(em->out, "%s &%s = %s;", type, red->device_name,
                       value_of(r, emit_var_position(r, (int)i)));
        }
        buf_printf(em->out, " // %s\n", red->text);
    }
}

/* A number of the section's, as the device knows it. */
static const char *device_number(const char *name, size_t i, size_t d, struct hostint k)
{
    return k.symbol ? ir_printf("A.tcr_%s%zu_%zu", name, i, d) : ir_printf("%lldll", k.k);
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
    struct region *r = em->r;
    size_t i = (size_t)e->reduction;
    const struct array_section *s = r->reductions[i].section;
    struct expr *subs[SECTION_DIMS];
    section_subscripts(s, e, subs);
    buf_printf(em->out, "%s%s", r->reductions[i].device_name, s->copies ? ".at(" : "[");
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
        buf_printf(em->out, ", %s)", value_of(r, emit_var_position(r, EMIT_STRAY)));
    else
        emit_put(em, "]");
}

struct unroll_search {
    const struct region *r;
    const struct decl *variable;
    bool found;
};

static bool visit_variable(struct expr *e, void *ctx)
{
    struct unroll_search *s = ctx;
    s->found |= e->kind == EXPR_VAR && e->decl == s->variable;
    return !s->found;
}

static bool visit_place(struct expr *e, void *ctx)
{
    struct unroll_search *s = ctx;
    const struct array_section *section =
        e->reduction >= 0 ? s->r->reductions[e->reduction].section : NULL;
    if (section && !section->copies)
        section_walk(section, e, visit_variable, s);
    return e->reduction < 0 && !s->found;
}

bool emit_unrolls(const struct region *r, struct stmt *loop)
{
    struct unroll_search s = {.r = r};
    const char *why;
    struct loop *l = loop_canonical(loop, &why);
    if (!l)
        return false;
    s.variable = l->vars[0].var;
    stmt_walk_exprs(loop->body, visit_place, &s);
    return s.found;
}

/* ---- host ---- */

static const char *host_number(const char *name, size_t i, size_t d, struct hostint k)
{
    return k.symbol ? ir_printf("tcr_%s%zu_%zu", name, i, d) : hostint_c(k);
}

typedef void each_number(struct buf *out, const char *name, const char *text, const void *ctx);

/* The numbers of a section that are known at run time only. */
static void each(const struct reduction *red, size_t i, each_number *fn, struct buf *out,
                 const void *ctx)
{
    const struct array_section *s = red->section;
    for (size_t d = 0; s && d < s->n_dims; d++) {
        const struct section_dim *dim = &s->dims[d];
        if (dim->lo.symbol)
            fn(out, host_number("from", i, d, dim->lo), symbol_whole(dim->lo.symbol), ctx);
        if (dim->len.symbol)
            fn(out, host_number("len", i, d, dim->len), symbol_whole(dim->len.symbol), ctx);
    }
}

static void declare_number(struct buf *out, const char *name, const char *text, const void *ctx)
{
    (void)ctx;
    buf_printf(out, "    long long %s = %s;\n", name, text);
}

static bool has_count(const struct array_section *s)
{
    return s->count < 0 || s->contiguous;
}

const char *emit_section_count(const struct region *r, size_t i)
{
    const struct array_section *s = r->reductions[i].section;
    return has_count(s) ? ir_printf("tcr_count%zu", i) : ir_printf("%lldLL", s->count);
}

void emit_section_numbers(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct array_section *s = r->reductions[i].section;
        each(&r->reductions[i], i, declare_number, out, NULL);
        if (!s || !has_count(s))
            continue;
        buf_printf(out, "    long long tcr_count%zu = %s", i, emit_runs(r));
        buf_printf(out, "%s && %s > 0 ? %s : 0;\n", emit_null_guard(r, s->base),
                   host_number("len", i, 0, s->dims[0].len),
                   host_number("len", i, 0, s->dims[0].len));
        for (size_t d = 1; d < s->n_dims; d++) {
            const char *len = host_number("len", i, d, s->dims[d].len);
            buf_printf(out,
                       "    if (%s <= 0 || __builtin_mul_overflow(tcr_count%zu, %s, "
                       "&tcr_count%zu)) tcr_count%zu = 0;\n",
                       len, i, len, i, i);
        }
        if (s->contiguous)
            buf_printf(out, "    if (!(%s)) tcr_count%zu = 0;\n", symbol_whole(s->contiguous), i);
    }
}

struct field_ctx {
    emit_field *emit;
    const void *ctx;
};

static void number_field(struct buf *out, const char *name, const char *text, const void *ctx)
{
    const struct field_ctx *f = ctx;
    (void)text;
    f->emit(out, type_long_long(), false, name, f->ctx);
}

void emit_section_fields(const struct region *r, struct buf *out, emit_field *emit, const void *ctx)
{
    struct field_ctx f = {emit, ctx};
    for (size_t i = 0; i < r->n_reductions; i++)
        if (is_copied(&r->reductions[i]))
            each(&r->reductions[i], i, number_field, out, &f);
}

static void set_number(struct buf *out, const char *name, const char *text, const void *ctx)
{
    (void)text, (void)ctx;
    buf_printf(out, "        tcr_a.%s = %s;\n", name, name);
}

void emit_section_arguments(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (is_copied(&r->reductions[i]))
            each(&r->reductions[i], i, set_number, out, NULL);
}

const char *emit_section_guards(const struct region *r)
{
    const char *guards = "";
    for (size_t i = 0; i < r->n_reductions; i++)
        if (r->reductions[i].section && has_count(r->reductions[i].section))
            guards = ir_printf("%s%s > 0 && ", guards, emit_section_count(r, i));
    return guards;
}

const char *emit_section_reason(const struct region *r)
{
    const char *guards = emit_section_guards(r);
    if (!*guards)
        return "0";
    return ir_printf("%s == 0 || (%s1) ? (const char *)0\n"
                     "        : \"a section is empty, negative, too large or not contiguous\"",
                     emit_total(r), guards);
}

const char *emit_object_at(const struct region *r, size_t i)
{
    const struct array_section *s = r->reductions[i].section;
    const char *at = ir_printf("&(%s)", emit_quote(r, s ? s->base : r->reductions[i].lvalue));
    for (size_t d = 0; s && d < s->n_dims; d++)
        at = ir_printf("%s[%s]", at, host_number("from", i, d, s->dims[d].lo));
    return at;
}

const char *emit_object_size(const struct region *r, size_t i)
{
    const struct reduction *red = &r->reductions[i];
    if (!red->section)
        return ir_printf("sizeof(%s)", emit_quote(r, red->lvalue));
    return ir_printf("(unsigned long long)tcr_product(%s, %lld)", emit_section_count(r, i),
                     red->type->size);
}

const char *emit_object_there(const struct region *r, size_t i)
{
    const struct reduction *red = &r->reductions[i];
    const char *guard = emit_null_guard(r, red->section ? red->section->base : red->lvalue);
    return ir_printf("%s%s%s", emit_runs(r), guard,
                     red->section ? ir_printf(" && %s > 0", emit_section_count(r, i)) : "");
}

void emit_section_fixed(const struct region *r, size_t i, struct buf *out)
{
    buf_printf(out, "{%s ? (const volatile void *)%s : 0, %s, ", emit_object_there(r, i),
               emit_object_at(r, i), emit_object_size(r, i));
    emit_c_string(out, r->reductions[i].text);
    buf_add(out, "}");
}

static void object(const struct region *r, size_t i, struct buf *out)
{
    const struct reduction *red = &r->reductions[i];
    const char *at = red->section ? emit_object_at(r, i) : ir_printf("&%s", emit_host_name(r, i));
    const char *count = red->section ? emit_section_count(r, i) : "1";
    if (type_is_complex(red->type))
        count = ir_printf("tcr_product(%s, 2)", count);
    buf_printf(out, "{(void *)%s, %s}", at, count);
}

bool emit_objects(const struct region *r, struct buf *out)
{
    int *order;
    size_t n = emit_var_order(r, &order);
    if (!emit_has_several(r))
        return false;
    buf_printf(out, "        struct tcr_object tcr_o[%zu] = {", n);
    for (size_t k = 0; k < n; k++) {
        buf_add(out, k ? ", " : "");
        if (order[k] >= 0 && emit_is_several(&r->reductions[order[k]]))
            object(r, (size_t)order[k], out);
        else
            buf_add(out, "{0, 0}");
    }
    buf_add(out, "};\n");
    return true;
}

/* ---- the host's loop ---- */

/* Bytes of a section that each thread's stack may have a copy of. */
#define STACK_BYTES 65536LL

bool emit_section_shared(const struct region *r, const struct reduction *red)
{
    const struct array_section *s = red->section;
    const struct type *t = red->type;
    bool inside = s->object || (!r->refused && s->inside);
    /* clang has no list items of an array whose length another file knows */
    bool whole = s->base->type->count != -2 || !r->src->may_be_clang;
    return inside && whole && s->base->kind == EXPR_VAR && !type_is_bool(t) &&
           !operator_is(red->op, OPERATOR_LOGICAL) &&
           (!operator_is(red->op, OPERATOR_ORDER) || type_is_integer(t) || r->finite_math) &&
           s->count * t->size <= STACK_BYTES;
}

bool emit_maybe_large(const struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (r->reductions[i].section && has_count(r->reductions[i].section))
            return true;
    return false;
}

void emit_large_test(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        if (red->section && has_count(red->section))
            buf_printf(out, "    tcr_seq |= %s <= 0 || %s > %lld;\n", emit_section_count(r, i),
                       emit_section_count(r, i), STACK_BYTES / red->type->size);
    }
}

void emit_section_clause(const struct region *r, size_t i, struct buf *out)
{
    const struct array_section *s = r->reductions[i].section;
    buf_add(out, s->base->decl->name);
    for (size_t d = 0; d < s->n_dims; d++)
        buf_printf(out, "[%s:%s]", host_number("from", i, d, s->dims[d].lo),
                   host_number("len", i, d, s->dims[d].len));
}

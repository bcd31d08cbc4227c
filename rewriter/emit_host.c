/*
 * emit_host.c: the text that replaces a directive.
 *
 *     {
 *         long long tcr_n0 = iterations;
 *         int tcr_done = 0;
 *         if (tcr_n0 > 0 && tcr_region_enter(&tcr_region_0)) {
 *             arguments, ranges, accesses; tcr_region_run; combine
 *         }
 *         if (!tcr_done)
 *     #pragma omp parallel for simd reduction(+ : sum)
 *         the user's own loop
 *         i = its final value;
 *     }
 *
 * Everything is C89 with GNU extensions that both compilers accept in system
 * header text.
 */
#include <string.h>

#include "emit.h"
#include "hostint.h"
#include "operators.h"

/* Iterations × operations under which threads cost more than they bring. */
#define PARALLEL_WORK 20000.0

const char *emit_host_scalar(const struct type *t)
{
    static const char *const name[] = {
        "_Bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int",
        "long long", "unsigned long long", "_Float16", "__bf16", "float", "double"};
    if (t->is_long)
        return t->scalar == TCR_I64 || t->scalar == TCR_I32 ? "long" : "unsigned long";
    return name[t->scalar];
}

/* ---- the argument block ---- */

static struct type *long_long(void)
{
    static struct type t = {.kind = TYPE_SCALAR, .scalar = TCR_I64, .size = 8,
                            .spelling = "long long"};
    return &t;
}

void emit_fields(const struct region *r, struct buf *out, emit_field *emit, const void *ctx)
{
    for (size_t i = 1; i < r->n_loops; i++)
        emit(out, long_long(), false, ir_printf("tcr_n%zu", i), ctx);
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
            const struct induction *v = &r->loops[i]->vars[k];
            if (v->var->type->kind != TYPE_POINTER)
                emit(out, long_long(), false, ir_printf("tcr_lo%zu_%zu", i, k), ctx);
            if (v->step)
                emit(out, long_long(), false, ir_printf("tcr_st%zu_%zu", i, k), ctx);
        }
    for (size_t i = 0; i < r->n_privates; i++)
        if (r->firstprivate[i])
            emit(out, r->privates[i]->type, false, ir_printf("tcr_fp%zu", i), ctx);
    for (size_t i = 0; i < r->n_captures; i++)
        emit(out, r->captures[i].type, false, r->captures[i].name, ctx);
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].name)
            emit(out, r->bases[i].elem, true, r->bases[i].name, ctx);
    emit(out, long_long(), false, "tcr_end", ctx);
}

static const char *record_text(const struct region *r, const char *name)
{
    for (size_t i = 0; i < r->n_captures; i++)
        if (strcmp(r->captures[i].name, name) == 0)
            return r->captures[i].text;
    return "0";
}

static void host_field(struct buf *out, const struct type *type, bool pointer, const char *name,
                       const void *ctx)
{
    if (pointer)
        buf_printf(out, " void *%s;", name);
    else if (type->kind == TYPE_RECORD)
        buf_printf(out, " __typeof__(%s) %s;", record_text(ctx, name), name);
    else
        buf_printf(out, " %s %s;", emit_host_scalar(type), name);
}

/* ---- trip counts ---- */

static const char *quote(const struct region *r, const struct expr *e)
{
    return region_quote(r, e->begin, e->end);
}

static const char *step_text(const struct region *r, const struct induction *v)
{
    if (!v->step)
        return ir_printf("(%lldLL)", v->step_const);
    return ir_printf("(%s(long long)(%s))", v->negated ? "-" : "", quote(r, v->step));
}

/* (type)(text), without the cast where the text has that type anyway */
static const char *typed(const struct region *r, const struct expr *e, const struct type *t)
{
    const struct expr *in = e;
    while (in->kind == EXPR_CAST && in->implicit)
        in = in->a;
    bool plain = in->kind == EXPR_INT || in->kind == EXPR_VAR;
    if (plain && in->type->kind == TYPE_SCALAR && in->type->scalar == t->scalar)
        return quote(r, e);
    return ir_printf("(%s)(%s)", emit_host_scalar(t), quote(r, e));
}

static const char *lower_text(const struct region *r, const struct induction *v)
{
    if (v->var->type->kind == TYPE_POINTER)
        return ir_printf("(%s)", quote(r, v->lower));
    const char *text = typed(r, v->lower, v->var->type);
    return *text == '(' ? ir_printf("(%s)", text) : text;
}

static const char *unsigned_host(const struct type *t)
{
    return t->size == 1   ? "unsigned char"
           : t->size == 2 ? "unsigned short"
           : t->size == 4 ? "unsigned int"
                          : "unsigned long long";
}

/* May the variable wrap around past the bound, as C defines for unsigned and
 * narrow ones?  Then the number of iterations is not the distance. */
static bool may_wrap(const struct loop *l)
{
    const struct induction *v = &l->vars[0];
    const struct type *t = v->var->type;
    if (t->kind == TYPE_POINTER || *l->rel == '!' || !(type_is_unsigned(t) || t->size < 4))
        return false;
    bool unit = !v->step && (v->step_const == 1 || v->step_const == -1);
    return !unit || l->rel[1] == '=' || t->size < 4;
}

static const char *wrap_condition(const struct loop *l, const char *hi, const char *step, bool down,
                                  bool inclusive)
{
    const struct type *t = l->vars[0].var->type;
    int bits = (int)t->size * 8;
    if (down) /* past the least value */
        return type_is_unsigned(t) ? ir_printf("%s < %s%s", hi, step, inclusive ? "" : " - 1")
                                   : ir_printf("%s < %lldLL + %s", hi, -(1LL << (bits - 1)), step);
    const char *most = bits == 64 ? "18446744073709551615ULL"
                                  : ir_printf("%lldLL", type_is_unsigned(t)
                                                            ? (1LL << bits) - 1
                                                            : (1LL << (bits - 1)) - 1);
    return ir_printf("%s > %s - (%s - 1)%s", hi, most, step, inclusive ? " - 1" : "");
}

static const char *trip_count(const struct region *r, const struct loop *l)
{
    const struct induction *v = &l->vars[0];
    bool pointer = v->var->type->kind == TYPE_POINTER;
    bool same = !pointer && l->cmp_type->scalar == v->var->type->scalar;
    const char *lo = pointer || same ? lower_text(r, v)
                                     : ir_printf("((%s)%s)", emit_host_scalar(l->cmp_type),
                                                 lower_text(r, v));
    const char *hi = pointer ? ir_printf("(%s)", quote(r, l->upper)) : typed(r, l->upper, l->cmp_type);
    if (*hi == '(' && !pointer)
        hi = ir_printf("(%s)", hi);
    bool down = *l->rel == '>' || (*l->rel == '!' && v->step_const < 0);
    const char *wide = pointer ? "(unsigned long long)(char *)" : "(unsigned long long)";
    const char *distance = ir_printf("(%s%s - %s%s)", wide, down ? lo : hi, wide, down ? hi : lo);
    if (*l->rel == '!' && !pointer) /* the way round, should the variable wrap */
        distance = ir_printf("(unsigned long long)(%s)%s", unsigned_host(v->var->type), distance);
    const char *step = step_text(r, v);
    if (down)
        step = ir_printf("(-%s)", step);
    const char *unit = pointer ? ir_printf("(unsigned long long)(%s * %lld)", step,
                                           v->var->type->of->size)
                               : ir_printf("(unsigned long long)%s", step);
    bool inclusive = l->rel[1] == '=' && *l->rel != '!';
    const char *n = ir_printf("(long long)((%s%s) / %s) + 1", distance, inclusive ? "" : " - 1",
                              unit);
    if (!v->step && step[0] == '(' && (v->step_const == 1 || v->step_const == -1) && !pointer)
        n = ir_printf("(long long)%s%s", distance, inclusive ? " + 1" : "");
    if (v->step) /* a step that leads nowhere: leave it to the loop */
        n = ir_printf("(%s > 0 ? %s : -1)", step, n);
    if (may_wrap(l))
        n = ir_printf("(%s ? -1 : %s)", wrap_condition(l, hi, step, down, inclusive), n);
    return ir_printf("(%s %s %s ? %s : 0)", lo, l->rel, hi, n);
}

static void trip_counts(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_loops; i++) {
        buf_printf(out, "    long long tcr_n%zu = ", i);
        if (i) /* inner bounds may only be looked at if the outer loop runs */
            buf_printf(out, "tcr_n%zu <= 0 ? tcr_n%zu : ", i - 1, i - 1);
        buf_printf(out, "%s;\n", trip_count(r, r->loops[i]));
    }
    if (r->n_loops == 1)
        return;
    buf_add(out, "    long long tcr_n = tcr_n0");
    for (size_t i = 1; i < r->n_loops; i++)
        buf_printf(out, ";\n    tcr_n = __builtin_mul_overflow(tcr_n, tcr_n%zu, &tcr_n) ? -1 : tcr_n",
                   i);
    buf_add(out, ";\n");
}

/* ---- distances that OpenMP does not count ---- */

static size_t collapsed(const struct region *r);

/* A signed variable compared as unsigned: below zero it is past any bound. */
static bool is_mixed(const struct loop *l)
{
    const struct type *t = l->vars[0].var->type;
    return t->kind == TYPE_SCALAR && !type_is_unsigned(t) && type_is_unsigned(l->cmp_type);
}

static bool sure_distance(const struct loop *l)
{
    const struct induction *v = &l->vars[0];
    long long k;
    if (v->var->type->kind == TYPE_POINTER)
        return true;
    if (v->step || may_wrap(l) || *l->rel == '!' || is_mixed(l))
        return false;
    if (type_is_unsigned(v->var->type))
        return v->var->type->size == 8; /* gcc 12 takes 2^31 iterations for none */
    return (v->step_const == 1 && expr_const(v->lower, &k) && k >= 0) ||
           (v->step_const == -1 && expr_const(l->upper, &k) && k >= 0);
}

/* gcc counts in the variable's own type, which need not hold the distance. */
static bool maybe_far(const struct region *r)
{
    for (size_t i = 0; i < collapsed(r); i++)
        if (!sure_distance(r->loops[i]))
            return true;
    return false;
}

static void far_test(const struct region *r, struct buf *out)
{
    buf_add(out, "    long long tcr_d;\n    int tcr_seq = 0");
    for (size_t i = 0; i < collapsed(r); i++) {
        const struct loop *l = r->loops[i];
        const struct induction *v = &l->vars[0];
        if (sure_distance(l))
            continue;
        int bits = (int)v->var->type->size * 8;
        const char *most = bits == 64 ? "9223372036854775807LL"
                                      : ir_printf("%lldLL", (1LL << (bits - 1)) - 1);
        const char *step = step_text(r, v);
        if (v->step_const < 0 || (v->step && *l->rel == '>'))
            step = ir_printf("(-%s)", step);
        buf_printf(out, " || tcr_n%zu < 0", i);
        if (is_mixed(l))
            buf_printf(out, " || %s < 0", lower_text(r, v));
        if (*l->rel == '!') /* around the end of the type */
            buf_printf(out, " || %s %s %s", lower_text(r, v), v->step_const > 0 ? ">" : "<",
                       typed(r, l->upper, v->var->type));
        if (!type_is_unsigned(v->var->type) || bits < 64)
            buf_printf(out, " || __builtin_mul_overflow(tcr_n%zu, %s, &tcr_d) || tcr_d > %s - %s",
                       i, step, most, step);
    }
    buf_add(out, ";\n");
}

static const char *total(const struct region *r)
{
    return r->n_loops == 1 ? "tcr_n0" : "tcr_n";
}

/* ---- reduction variables ---- */

/* if (...) found = 1; and nothing else */
static bool is_sticky(const struct reduction *red)
{
    return red->sets_constant && !red->combines;
}

static bool is_ordered(const struct region *r, const struct reduction *red)
{
    return operator_is(red->op, OPERATOR_ORDER) && type_is_floating(red->type) &&
           !r->finite_math;
}

bool emit_uses_temp(const struct region *r, const struct reduction *red)
{
    return !red->decl || is_sticky(red) || is_ordered(r, red);
}

static const char *host_name(const struct region *r, size_t i)
{
    const struct reduction *red = &r->reductions[i];
    return emit_uses_temp(r, red) ? ir_printf("tcr_red%zu", i) : red->decl->name;
}

static void combine(const struct region *r, size_t i, struct buf *out)
{
    const struct reduction *red = &r->reductions[i];
    const char *x = host_name(r, i), *t = emit_host_scalar(red->type);
    bool f = type_is_floating(red->type);
    const char *slot = ir_printf("tcr_s[%zu].%s", i, f ? "f" : type_is_unsigned(red->type) ? "u" : "i");
    const char *wide = f ? "double" : "unsigned long long";
    const struct operator *op = operator_of(red->op);
    if (op->relation)
        buf_printf(out, "            if ((%s)%s %s %s) %s = (%s)%s;\n", t, slot, op->relation, x, x,
                   t, slot);
    else if (op->class == OPERATOR_LOGICAL)
        buf_printf(out, "            %s = (%s)(%s %s %s);\n", x, t, x,
                   op->binary, f ? slot : ir_printf("tcr_s[%zu].u", i));
    else
        buf_printf(out, "            %s = (%s)((%s)%s %s (%s)%s);\n", x, t, wide, x,
                   op->binary, wide, slot);
}

/* ---- the device call ---- */

static void affine_text(const struct affine *a, size_t n, struct buf *out)
{
    buf_printf(out, "{%s, {", hostint_c(a->c0));
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "%s%s", i ? ", " : "", hostint_c(a->c[i]));
    buf_add(out, n ? "}}" : "0}}");
}

static void arguments(const struct region *r, struct buf *out)
{
    buf_printf(out, "        struct {");
    emit_fields(r, out, host_field, r);
    buf_add(out, " } tcr_a;\n");
    for (size_t i = 1; i < r->n_loops; i++)
        buf_printf(out, "        tcr_a.tcr_n%zu = tcr_n%zu;\n", i, i);
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
            const struct induction *v = &r->loops[i]->vars[k];
            if (v->var->type->kind != TYPE_POINTER)
                buf_printf(out, "        tcr_a.tcr_lo%zu_%zu = (long long)%s;\n", i, k,
                           lower_text(r, v));
            if (v->step)
                buf_printf(out, "        tcr_a.tcr_st%zu_%zu = %s;\n", i, k, step_text(r, v));
        }
    for (size_t i = 0; i < r->n_privates; i++)
        if (r->firstprivate[i])
            buf_printf(out, "        tcr_a.tcr_fp%zu = %s;\n", i, r->privates[i]->name);
    for (size_t i = 0; i < r->n_captures; i++) {
        const struct capture *c = &r->captures[i];
        if (c->type->kind == TYPE_RECORD)
            buf_printf(out, "        __builtin_memcpy((void *)&tcr_a.%s, &(%s), sizeof(%s));\n",
                       c->name, c->text, c->text);
        else
            buf_printf(out, "        tcr_a.%s = %s;\n", c->name, c->text);
    }
    buf_add(out, "        tcr_a.tcr_end = 0;\n");
}

static void bases(const struct region *r, struct buf *out)
{
    if (!r->n_bases)
        return;
    buf_printf(out, "        void *tcr_b[%zu];\n", r->n_bases);
    for (size_t i = 0; i < r->n_bases; i++)
        buf_printf(out, "        tcr_b[%zu] = (void *)%s;\n", i,
                   r->bases[i].text ? ir_printf("(%s)", r->bases[i].text) : "0");
}

static void ranges(const struct region *r, struct buf *out)
{
    if (!r->n_ranges)
        return;
    buf_printf(out, "        struct tcr_range tcr_r[%zu] = {", r->n_ranges);
    for (size_t i = 0; i < r->n_ranges; i++) {
        buf_add(out, i ? ",\n            {" : "{");
        affine_text(&r->ranges[i].lo, i, out);
        buf_add(out, ", ");
        affine_text(&r->ranges[i].hi, i, out);
        buf_add(out, "}");
    }
    buf_add(out, "};\n");
}

/* Accesses whose range is computed, then one for each base that has its
 * section from a clause or, with no computable range, its whole extent. */
static size_t accesses(const struct region *r, struct buf *out)
{
    size_t n = 0;
    struct buf list = {0};
    for (size_t i = 0; i < r->n_accesses; i++) {
        const struct access *a = &r->accesses[i];
        const struct base *b = &r->bases[a->base];
        if (b->unbounded && b->extent && !b->clause_len)
            continue;
        buf_printf(&list, "%s\n            {%d, %d, %lldULL, ", n++ ? "," : "", a->base, a->soft,
                   a->size);
        affine_text(&a->offset, r->n_ranges, &list);
        buf_printf(&list, ", 0, %s}", b->extent ? b->extent : "0");
    }
    for (size_t i = 0; i < r->n_bases; i++) {
        const struct base *b = &r->bases[i];
        bool whole = b->unbounded && b->extent;
        if (!b->clause_len && !whole)
            continue;
        buf_printf(&list, "%s\n            {%zu, %d, (unsigned long long)(%s), {%s, {0}}, 0, 0}",
                   n++ ? "," : "", i, b->clause_len ? 2 : 0, b->clause_len ? b->clause_len : b->extent,
                   b->clause_len ? b->clause_lo : "0");
    }
    if (n)
        buf_printf(out, "        struct tcr_access tcr_x[%zu] = {%s};\n", n, list.s);
    buf_free(&list);
    return n;
}

static void device_call(const struct region *r, struct buf *out)
{
    buf_printf(out, "    if (%s > 0", total(r));
    if (r->dir->if_expr)
        buf_printf(out, " && (%s)", r->dir->if_expr);
    buf_printf(out, " && tcr_region_enter(&tcr_region_%d)) {\n", r->id);
    /* declarations first, for C89: blocks nest instead */
    struct buf body = {0};
    bases(r, &body);
    buf_add(&body, "        {\n");
    ranges(r, &body);
    size_t n = accesses(r, &body);
    buf_printf(&body,
               "        union tcr_slot tcr_s[%zu];\n"
               "        struct tcr_call tcr_c;\n"
               "        tcr_c.n = %s;\n"
               "        tcr_c.base = %s;\n"
               "        tcr_c.args = &tcr_a;\n"
               "        tcr_c.n_loops = %zu;\n"
               "        tcr_c.n_accesses = %zu;\n"
               "        tcr_c.loops = %s;\n"
               "        tcr_c.accesses = %s;\n"
               "        tcr_done = tcr_region_run(&tcr_region_%d, &tcr_c, tcr_s);\n"
               "        if (tcr_done) {\n",
               r->n_reductions, total(r), r->n_bases ? "tcr_b" : "0", r->n_ranges, n,
               r->n_ranges ? "tcr_r" : "0", n ? "tcr_x" : "0", r->id);
    for (size_t i = 0; i < r->n_reductions; i++)
        combine(r, i, &body);
    buf_add(&body, "        }\n        }\n");
    arguments(r, out);
    buf_add(out, "        {\n");
    buf_add(out, body.s);
    buf_add(out, "        }\n    }\n");
    buf_free(&body);
}

/* ---- the host's loop ---- */

static bool openmp_type(const struct type *t)
{
    return t->kind == TYPE_LONG_DOUBLE || t->kind == TYPE_COMPLEX ||
           (t->kind == TYPE_SCALAR && t->scalar != TCR_F16 && t->scalar != TCR_BF16);
}

/* gcc folds such a condition to a constant and then rejects the loop. */
static bool constant_condition(const struct loop *l)
{
    long long k;
    return type_is_unsigned(l->cmp_type) && expr_const(l->upper, &k) && k == 0 &&
           (strcmp(l->rel, "<") == 0 || strcmp(l->rel, ">=") == 0);
}

/* gcc counts iterations in the variable's own type, which must hold their
 * number; gcc 12 ends with an internal error on an enum. */
static bool openmp_counter(const struct type *t)
{
    return !t->is_enum && t->size >= 4;
}

/* As many loops as collapse() asks for, of those that make one space of iterations. */
static size_t collapsed(const struct region *r)
{
    size_t wanted = r->dir->collapse > 1 ? (size_t)r->dir->collapse : 1;
    return wanted < r->n_loops ? wanted : r->n_loops;
}

bool emit_openmp_legal(const struct region *r)
{
    if (r->refused && r->refuse_level == REFUSE_LOOP)
        return false;
    for (size_t i = 0; i < collapsed(r); i++)
        if (r->loops[i]->n_vars > 1 || constant_condition(r->loops[i]) ||
            !openmp_counter(r->loops[i]->vars[0].var->type))
            return false;
    for (size_t i = 0; i < r->n_reductions; i++)
        if (!openmp_type(r->reductions[i].type) ||
            (r->reductions[i].decl && r->reductions[i].decl->is_thread_local))
            return false;
    return r->n_reductions > 0;
}

static void reduction_clauses(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        buf_printf(out, " reduction(%s:%s)", operator_of(r->reductions[i].op)->name,
                   host_name(r, i));
}

static bool is_last(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->n_lastprivates; i++)
        if (r->lastprivates[i] == d)
            return true;
    return false;
}

static void private_clauses(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_privates; i++)
        buf_printf(out, " %sprivate(%s)",
                   is_last(r, r->privates[i]) ? "last" : r->firstprivate[i] ? "first" : "",
                   r->privates[i]->name);
    /* variables of inner loops that were declared outside */
    for (size_t i = collapsed(r); i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            if (!r->loops[i]->vars[k].declared)
                buf_printf(out, " private(%s)", r->loops[i]->vars[k].var->name);
}

static void openmp_pragma(const struct region *r, struct buf *out)
{
    buf_add(out, "#pragma omp parallel for simd");
    if (collapsed(r) > 1)
        buf_printf(out, " collapse(%zu)", collapsed(r));
    reduction_clauses(r, out);
    private_clauses(r, out);
    double work = r->ops > 1 ? r->ops : 1;
    long long enough = (long long)(PARALLEL_WORK / work);
    buf_printf(out, " if(parallel:%s > %lld)\n", total(r), enough);
}

/* The initial value of a variable that another one starts from: now, where the
 * loop's text has yet to come, or again, where it has run. */
static void linked_start(const struct region *r, struct buf *out, bool again)
{
    const struct loop *l = r->loops[0];
    for (size_t k = 0; l->linked && k < l->n_vars; k++)
        if (l->vars[k].var == l->first)
            buf_printf(out, "    %s%s = %s;\n", again ? "if (tcr_n0 >= 0) " : "", l->first->name,
                       quote(r, l->vars[k].lower));
}

static void final_value(const struct region *r, size_t i, size_t k, struct buf *out)
{
    const struct induction *v = &r->loops[i]->vars[k];
    const char *n = i ? ir_printf("tcr_n%zu > 0 && ", i - 1) : "";
    bool pointer = v->var->type->kind == TYPE_POINTER;
    const char *t = pointer ? ir_printf("__typeof__(%s)", v->var->name)
                            : emit_host_scalar(v->var->type);
    buf_printf(out, "    if (%stcr_n%zu >= 0) %s = (%s)(%s%s + tcr_n%zu * %s);\n", n, i,
               v->var->name, t, pointer ? "" : "(long long)", lower_text(r, v), i, step_text(r, v));
}

/* Those that start from another variable come before it. */
static void final_values(const struct region *r, struct buf *out)
{
    linked_start(r, out, true);
    for (size_t i = 0; i < r->n_loops; i++)
        for (int turn = 0; turn < 2; turn++)
            for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
                const struct induction *v = &r->loops[i]->vars[k];
                if (!v->declared && (v->var == r->loops[i]->first) == (turn == 1))
                    final_value(r, i, k, out);
            }
}

/* The loop runs, perhaps a number of times that is not known. */
static const char *runs(const struct region *r)
{
    return ir_printf("%s != 0", total(r));
}

/* " && (p) != 0" for every pointer on the way to an lvalue that the loop may
 * update in some iterations only. */
static const char *null_guard(const struct region *r, const struct expr *lvalue)
{
    const char *guard = "";
    for (const struct expr *e = lvalue; e && e->kind != EXPR_VAR; e = e->a) {
        bool through = e->kind == EXPR_DEREF || (e->kind == EXPR_INDEX && e->a->kind != EXPR_DECAY);
        if (through)
            guard = ir_printf(" && (%s) != 0%s", quote(r, e->a), guard);
    }
    return guard;
}

static void load_temps(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        if (!emit_uses_temp(r, red))
            continue;
        const char *start = ir_printf("%s%s ? %s : 0", runs(r), null_guard(r, red->lvalue),
                                      quote(r, red->lvalue));
        if (is_sticky(red) || is_ordered(r, red))
            start = operator_of(red->op)->identity;
        buf_printf(out, "    %s tcr_red%zu = %s;\n", emit_host_scalar(red->type), i, start);
    }
}

static void store_temps(const struct region *r, bool sequential, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        const char *x = quote(r, red->lvalue);
        const char *value = ir_printf("tcr_red%zu", i);
        /* only what has changed: it may be read-only, or not there */
        const char *condition = ir_printf("%s%s && %s != %s", runs(r), null_guard(r, red->lvalue),
                                          value, x);
        if (!emit_uses_temp(r, red))
            continue;
        if (is_sticky(red)) {
            condition = ir_printf("%s%s", red->op == TCR_LAND ? "!" : "", value);
            value = operator_of(red->op)->absorbing;
        } else if (is_ordered(r, red)) { /* as the loop compares: a NaN stays, or fmin drops it */
            const char *op = operator_of(red->op)->relation;
            condition = ir_printf("%s%s && (%s %s %s%s)", runs(r), null_guard(r, red->lvalue),
                                  value, op, x,
                                  red->drops_nan ? ir_printf(" || %s != %s", x, x) : "");
        }
        buf_printf(out, "    if (%s%s) %s = %s;\n", sequential ? "!tcr_seq && " : "", condition, x,
                   value);
    }
}

void emit_host(struct region *r, struct buf *before, struct buf *after, bool openmp)
{
    if (r->refused && !emit_openmp_legal(r))
        return; /* the loop stays as it is */
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    buf_printf(before, "{ /* tcr: %s:%u: %s */\n", pos.file, pos.line, r->pragma->words);
    linked_start(r, before, false);
    trip_counts(r, before);
    bool parallel = openmp && emit_openmp_legal(r) && !r->user_omp;
    bool far = parallel && maybe_far(r);
    if (far)
        far_test(r, before);
    load_temps(r, before);
    if (r->refused) {
        buf_printf(before, "    tcr_region_host(&tcr_region_%d, %s, \"%s\");\n", r->id, total(r),
                   r->refuse_code);
    } else {
        buf_add(before, "    int tcr_done = 0;\n");
        device_call(r, before);
        buf_printf(before, "    if (!tcr_done) tcr_region_host(&tcr_region_%d, %s, 0);\n", r->id,
                   total(r));
    }
    if (far) /* a second copy of the loop, as it is */
        buf_printf(before, "    %sif (tcr_seq) { %s }\n    else%s\n",
                   r->refused ? "" : "tcr_seq = tcr_seq && !tcr_done; ",
                   region_quote(r, r->begin, r->end), r->refused ? "" : " if (!tcr_done)");
    else if (!r->refused)
        buf_add(before, "    if (!tcr_done)\n");
    if (parallel)
        openmp_pragma(r, before);
    final_values(r, after);
    store_temps(r, far, after);
    buf_add(after, "}\n");
}

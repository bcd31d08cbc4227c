/* SPDX-License-Identifier: MIT */
/*
 * emit_call.c: host text of the device call: the argument block, the ranges
 * and accesses of this execution, tcr_region_run, and how its results are
 * combined with the user's variables.
 */
#include "emit_host.h"

#include <string.h>

#include "../ir/hostint.h"
#include "../source/operators.h"

/* ---- the argument block ---- */

static void fields(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->n_fields; i++) {
        const struct plan_field *f = &p->fields[i];
        if (f->pointer)
            buf_printf(out, " void *%s;", f->name);
        else if (f->type->kind == TYPE_RECORD)
            buf_printf(out, " __typeof__(%s) %s;", f->value ? symbol_c(f->value) : "0", f->name);
        else
            buf_printf(out, " %s %s;", type_host_name(f->type), f->name);
    }
}

/* ---- results ---- */

struct emit_slot emit_slot_of(const struct type *t)
{
    return type_is_floating(t)   ? (struct emit_slot){"f", "double"}
           : type_is_unsigned(t) ? (struct emit_slot){"u", "unsigned long long"}
                                 : (struct emit_slot){"i", "long long"};
}

static void combine(const struct plan *p, const struct plan_reduction *red, struct buf *out)
{
    const struct reduction *of = red->of;
    const struct operator* op = operator_of(of->op);
    const char *x = red->host, *t = type_host_name(of->type);
    const char *slot = ir_printf("tcr_s[%zu].%s", red->position, emit_slot_of(of->type).member);
    bool f = type_is_floating(of->type);
    const char *wide = f ? "double" : "unsigned long long";
    const char *value = ir_printf("(%s)%s", t, slot);
    if (red->exact || p->r->scan) { /* with the value from before in it */
        buf_printf(out, "            %s = %s;\n", x, value);
        return;
    }
    if ((p->r->keeps_text || p->r->leaves) && !of->decl) /* no variable of ours stands between */
        buf_printf(out, "            if (1%s)\n", red->guard);
    if (op->relation && of->takes_nan) /* one from before the loop is dropped */
        buf_printf(out, "            if (%s %s %s || (%s != %s && %s %s %s)) %s = %s;\n", value,
                   op->relation, x, x, x, value, op->relation, emit_start_of(of), x, value);
    else if (op->relation)
        buf_printf(out, "            if (%s %s %s) %s = %s;\n", value, op->relation, x, x, value);
    else if (op->class == OPERATOR_LOGICAL)
        buf_printf(out, "            %s = (%s)(%s %s %s);\n", x, t, x, c_op_token(op->binary),
                   f ? slot : ir_printf("tcr_s[%zu].u", red->position));
    else
        buf_printf(out, "            %s = (%s)((%s)%s %s (%s)%s);\n", x, t, wide, x,
                   c_op_token(op->binary), wide, slot);
}

/* ---- the device call ---- */

static void affine_text(const struct affine *a, size_t n, struct buf *out)
{
    buf_printf(out, "{%s, {", hostint_c(a->c0));
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "%s%s", i ? ", " : "", hostint_c(a->c[i]));
    buf_add(out, n ? "}}" : "0}}");
}

static void arguments(const struct plan *p, struct buf *out)
{
    /* as the device lays it out, whatever the program has asked for */
    buf_add(out, "#pragma pack(push, 16)\n        struct {");
    fields(p, out);
    buf_add(out, " } tcr_a;\n#pragma pack(pop)\n");
    if (p->r->site.team) /* they are compared as bytes */
        buf_add(out, "        __builtin_memset(&tcr_a, 0, sizeof tcr_a);\n");
    for (size_t i = 1; i < p->r->n_loops; i++)
        buf_printf(out, "        tcr_a.tcr_n%zu = tcr_n%zu;\n", i, i);
    for (size_t i = 0; i < p->r->n_loops; i++)
        for (size_t k = 0; k < p->r->loops[i]->n_vars; k++) {
            const struct induction *v = &p->r->loops[i]->vars[k];
            if (v->var->type->kind != TYPE_POINTER)
                buf_printf(out, "        tcr_a.tcr_lo%zu_%zu = (long long)%s;\n", i, k,
                           emit_lower(p, v));
            if (v->step || v->by)
                buf_printf(out, "        tcr_a.tcr_st%zu_%zu = %s;\n", i, k, plan_step(p->r, v));
        }
    for (size_t i = 0; i < p->r->n_privates; i++)
        if (p->r->firstprivate[i])
            buf_printf(out, "        tcr_a.tcr_fp%zu = %s;\n", i, p->r->privates[i]->name);
    for (size_t i = 0; i < p->r->n_captures; i++) {
        const struct capture *c = &p->r->captures[i];
        const char *text = symbol_c(c->symbol);
        if (c->type->kind == TYPE_RECORD)
            buf_printf(out,
                       "        { __typeof__(%s) tcr_r = %s; __builtin_memcpy((void *)&tcr_a.%s, "
                       "(const void *)&tcr_r, sizeof tcr_r); }\n",
                       text, text, c->name);
        else
            buf_printf(out, "        tcr_a.%s = %s;\n", c->name, text);
    }
    for (size_t i = 0; i < p->r->n_reductions && p->r->scan; i++)
        buf_printf(out, "        tcr_a.tcr_first%zu = %s;\n", i, p->reductions[i].host);
    emit_section_arguments(p, out);
    buf_add(out, "        tcr_a.tcr_end = 0;\n");
}

static void bases(const struct plan *p, struct buf *out)
{
    if (!p->r->n_bases)
        return;
    buf_printf(out, "        void *tcr_b[%zu];\n", p->r->n_bases);
    for (size_t i = 0; i < p->r->n_bases; i++) {
        const struct base *b = &p->r->bases[i];
        const struct symbol *s = b->guarded ? symbol_guarded(b->symbol) : b->symbol;
        buf_printf(out, "        tcr_b[%zu] = %s;\n", i,
                   b->parent < 0 ? symbol_c(symbol_cast("void *", s)) : "0");
    }
}

static void ranges(const struct plan *p, struct buf *out)
{
    if (!p->r->n_ranges)
        return;
    buf_printf(out, "        struct tcr_range tcr_r[%zu] = {", p->r->n_ranges);
    for (size_t i = 0; i < p->r->n_ranges; i++) {
        buf_add(out, i ? ",\n            {" : "{");
        affine_text(&p->r->ranges[i].lo, i, out);
        buf_add(out, ", ");
        affine_text(&p->r->ranges[i].hi, i, out);
        buf_add(out, "}");
    }
    buf_add(out, "};\n");
}

static void flags(unsigned value, const struct symbol *when, struct buf *out)
{
    if (when)
        buf_printf(out, "%s ? %u : %u", symbol_c(when), value, (unsigned)TCR_ACCESS_NEVER);
    else
        buf_printf(out, "%u", value);
}

/* Where the variable begins that holds the base, in bytes from there. */
static const char *object_begin(const struct plan *p, size_t base)
{
    return ir_printf("(const volatile char *)&%s - (const volatile char *)tcr_b[%zu]",
                     symbol_c(p->r->bases[base].object), base);
}

/* What the program may use, in bytes from the base: the variable; "0, 0" behind a pointer. */
static void limits(const struct plan *p, size_t base, struct buf *out)
{
    const struct base *b = &p->r->bases[base];
    if (b->complete || !b->object) {
        buf_printf(out, "0, %s", b->complete ? symbol_c(b->extent) : "0");
        return;
    }
    const char *begin = object_begin(p, base);
    buf_printf(out, "%s, %s + (long long)sizeof(%s)", begin, begin, symbol_c(b->object));
}

/* The section of a base with accesses of which the place is not known. */
static void whole_section(const struct plan *p, size_t base, int kind, struct buf *out)
{
    const struct base *b = &p->r->bases[base];
    const char *lo = "0", *length = b->extent ? symbol_c(b->extent) : NULL;
    if (b->clause_len) {
        lo = b->clause_lo;
        length = b->clause_len;
    } else if (!length) {
        lo = object_begin(p, base);
        length = ir_printf("sizeof(%s)", symbol_c(b->object));
    } else if (!b->object) { /* not all of it need have been allocated */
        kind |= TCR_ACCESS_SOFT;
    }
    buf_printf(out, "{%zu, %d, (unsigned long long)(%s), {%s, {0}}, 0, 0}", base, kind, length, lo);
}

/* The place of an access in the row that its base points to, and in the rows above. */
static void row_text(const struct plan *p, const struct access *a, struct buf *out)
{
    const struct base *b = &p->r->bases[a->base];
    bool in_row = a->in_row && b->written, deeper = in_row && p->r->bases[b->parent].parent >= 0;
    if (in_row) {
        buf_add(out, ", ");
        affine_text(&a->row, p->r->n_ranges, out);
    } else if (a->group) {
        buf_add(out, ", {0, {0}}");
    }
    if (a->group || deeper)
        buf_printf(out, ", %u, %lld", a->group, a->unit);
    if (deeper) {
        buf_add(out, ", ");
        affine_text(&a->above, p->r->n_ranges, out);
    }
}

/* The access A, number N of the list. */
static void access_text(const struct plan *p, const struct access *a, size_t n, struct buf *out)
{
    bool in_row = a->in_row && p->r->bases[a->base].written;
    buf_printf(out, "%s\n            {%d, ", n ? "," : "", a->base);
    flags((a->soft ? TCR_ACCESS_SOFT : 0) | (a->write ? TCR_ACCESS_WRITE : 0) |
              (a->atomic || a->meets || a->once ? TCR_ACCESS_ATOMIC : 0) |
              (a->within ? TCR_ACCESS_WITHIN : 0) | (in_row ? TCR_ACCESS_ROW : 0),
          a->when, out);
    buf_printf(out, ", %lldULL, ", a->size);
    affine_text(&a->offset, p->r->n_ranges, out);
    buf_add(out, ", ");
    limits(p, (size_t)a->base, out);
    row_text(p, a, out);
    if (a->within)
        buf_printf(out, ", .within_lo = %s, .within_hi = %s", hostint_c(a->lo), hostint_c(a->hi));
    buf_add(out, "}");
}

/* The value X, which the runtime checks to be one of an int or of an unsigned int. */
static void index_text(const struct plan *p, const struct index_check *x, size_t n, struct buf *out)
{
    buf_printf(out, "%s\n            {0, ", n ? "," : "");
    flags(TCR_ACCESS_INDEX, x->when, out);
    buf_add(out, ", 1, ");
    affine_text(&x->value, p->r->n_ranges, out);
    buf_printf(out, ", %s, %s}", hostint_c(x->least), hostint_c(x->greatest));
}

/* Accesses whose range is computed, then one for each base that has its
 * section from a clause or, with no computable range, its whole extent. */
static size_t accesses(const struct plan *p, struct buf *out)
{
    size_t n = 0;
    struct buf list = {0};
    for (size_t i = 0; i < p->r->n_accesses; i++) {
        const struct access *a = &p->r->accesses[i];
        const struct base *b = &p->r->bases[a->base];
        bool by_base = b->unbounded && b->complete && !b->clause_len; /* below */
        if (!by_base || a->write || !a->soft)
            access_text(p, a, n++, &list);
    }
    for (size_t i = 0; i < p->r->n_indices; i++)
        index_text(p, &p->r->indices[i], n++, &list);
    for (size_t i = 0; i < p->r->n_bases; i++) {
        const struct base *b = &p->r->bases[i];
        bool whole = b->unbounded && (b->extent || b->object);
        int scatter = b->owned ? TCR_ACCESS_SCATTER | TCR_ACCESS_WRITE | TCR_ACCESS_SOFT : 0;
        if (b->whole)
            buf_printf(&list, "%s\n            {%zu, %d, 0, {0, {0}}, 0, 0}", n++ ? "," : "", i,
                       (int)TCR_ACCESS_WHOLE | scatter);
        if (!b->clause_len && !whole)
            continue;
        int kind = b->clause_len ? TCR_ACCESS_CLAUSE | (b->unbounded ? TCR_ACCESS_ANYWHERE : 0) : 0;
        buf_add(&list, n++ ? ",\n            " : "\n            ");
        whole_section(p, i, kind | scatter, &list);
    }
    if (n)
        buf_printf(out, "        struct tcr_access tcr_x[%zu] = {%s};\n", n, list.s);
    buf_free(&list);
    return n;
}

/* The long numbers that have been named; true: a block has been opened for them. */
static bool numbers(const struct plan *p, struct buf *out)
{
    const struct symbols *t = &p->r->symbols;
    if (!t->n_numbers)
        return false;
    buf_printf(out, "        long long tcr_h[%zu];\n", t->n_numbers);
    for (size_t i = 0; i < t->n_numbers; i++)
        buf_printf(out, "        tcr_h[%zu] = %s;\n", i, t->numbers[i]);
    buf_add(out, "        {\n");
    return true;
}

/* What the host reads before the loop, and what its results go to. */
static size_t fixed(const struct plan *p, struct buf *out)
{
    if (!p->writes)
        return 0;
    size_t n = 0;
    struct buf list = {0};
    for (size_t i = 0; i < p->r->n_fixed + p->r->n_reductions; i++) {
        bool own = i < p->r->n_fixed;
        const struct plan_reduction *red = own ? NULL : &p->reductions[i - p->r->n_fixed];
        if (red && red->of->decl)
            continue;
        if (red && red->of->section) {
            buf_add(&list, n++ ? ",\n            " : "\n            ");
            emit_section_fixed(p, i - p->r->n_fixed, &list);
            continue;
        }
        const struct symbol *place = own ? p->r->fixed[i].place : NULL;
        const char *text = own ? symbol_c(place) : plan_quote(p->r, red->of->lvalue);
        const char *when = own && place->when ? symbol_c(place->when) : "1";
        buf_printf(&list, "%s\n            {%s ? (const volatile void *)&(%s) : 0, sizeof(%s), ",
                   n++ ? "," : "", when, text, text);
        emit_c_string(&list, own ? p->r->fixed[i].shown : red->of->text);
        buf_add(&list, "}");
    }
    if (n)
        buf_printf(out, "        struct tcr_fixed tcr_f[%zu] = {%s};\n", n, list.s);
    buf_free(&list);
    return n;
}

/* The fields of tcr_c that every call has. */
static void call_block(const struct plan *p, struct buf *out)
{
    size_t n = accesses(p, out), n_fixed = fixed(p, out);
    bool objects = p->device && p->several;
    if (objects)
        emit_objects(p, out);
    buf_printf(out,
               "        union tcr_slot tcr_s[%zu];\n"
               "        struct tcr_call tcr_c;\n"
               "        tcr_c.n = %s;\n"
               "        tcr_c.base = %s;\n"
               "        tcr_c.args = %s;\n"
               "        tcr_c.n_loops = %zu;\n"
               "        tcr_c.n_accesses = %zu;\n"
               "        tcr_c.n_levels = %zu;\n"
               "        tcr_c.n_fixed = %zu;\n"
               "        tcr_c.loops = %s;\n"
               "        tcr_c.accesses = %s;\n"
               "        tcr_c.fixed = %s;\n"
               "        tcr_c.objects = %s;\n",
               p->n_vars ? p->n_vars : 1, p->total, p->r->n_bases ? "tcr_b" : "0",
               !p->device ? "0" : "&tcr_a", p->r->n_ranges, n, p->r->n_loops, n_fixed,
               p->r->n_ranges ? "tcr_r" : "0", n ? "tcr_x" : "0", n_fixed ? "tcr_f" : "0",
               objects ? "tcr_o" : "0");
}

/* Iterations of a product's outer loop that are not worth the question. */
enum { FEW_ROWS = 3 };

/* The call itself: the device where there is one, else the order. */
static void ask(const struct plan *p, bool order, struct buf *out)
{
    const char *run = ir_printf("tcr_region_run(%s, &tcr_c, tcr_s)", emit_region(p));
    const char *turn = ir_printf("tcr_region_order(%s, &tcr_c)", emit_region(p));
    const char *also = p->r->dir->if_expr ? ir_printf("(%s) && ", p->r->dir->if_expr) : "";
    const char *behind = p->r->callees_behind;
    behind = behind ? ir_printf(" && %s", behind) : "";
    also = ir_printf("%s%s%s", also, emit_own_guard(p), emit_section_guards(p));
    if (!order && p->host_product)
        buf_printf(out, "        tcr_done = tcr_region_enter(%s) ? %s : 0;\n", emit_region(p), run);
    else if (!order)
        buf_printf(out, "        tcr_done = %s;\n", run);
    else if (!p->device)
        buf_printf(out, "        (void)tcr_s;\n        tcr_done = %s;\n", turn);
    else if (!p->asks_order && !p->host_product && !*also && !*behind)
        buf_printf(out, "        tcr_done = %s;\n", run);
    else
        buf_printf(out, "        tcr_done = %stcr_region_enter(%s)%s ? %s\n            : %s;\n",
                   also, emit_region(p), behind, run, p->asks_order ? turn : "0");
    if (p->host_product)
        buf_printf(out, "        if (!tcr_done) tcr_done = tcr_region_product(%s, &tcr_c);\n",
                   emit_region(p));
}

void emit_condition(const struct plan *p, bool order, struct buf *out)
{
    const char *odd = p->odd ? "!tcr_odd && " : "", *n = p->total;
    const char *enter = ir_printf("tcr_region_enter(%s)", emit_region(p));
    buf_printf(out, "%s%s%s > 0", p->unasked ? "!tcr_few && " : "", odd, n);
    if (order && !p->asks_order && !p->host_product) {
        if (!p->device)
            buf_printf(out, " && %s > %lld", n, p->enough);
        buf_printf(out, " && %s", enter);
        return;
    }
    if (order) {
        buf_printf(out, !p->device ? " && %s > %lld" : " && (%s > %lld || %s)", n, p->enough,
                   enter);
        return;
    }
    if (p->r->dir->if_expr)
        buf_printf(out, " && (%s)", p->r->dir->if_expr);
    if (p->host_product)
        enter = ir_printf("(%s > %d || %s)", n, FEW_ROWS, enter);
    buf_printf(out, " && %s%s%s", emit_own_guard(p), emit_section_guards(p), enter);
    if (p->r->callees_behind)
        buf_printf(out, " && %s", p->r->callees_behind);
}

static void doubt_products(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        size_t at = p->reductions[i].position;
        if (p->reductions[i].doubted)
            buf_printf(out,
                       "        if (tcr_done && (tcr_s[%zu].f == 0 || "
                       "tcr_s[%zu].f - tcr_s[%zu].f != 0))\n            tcr_done = 0;\n",
                       at, at, at);
    }
}

void emit_run(const struct plan *p, bool order, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions && p->device; i++)
        if (p->reductions[i].exact)
            buf_printf(out, "        tcr_s[%zu].f = %s;\n", p->reductions[i].position,
                       p->reductions[i].host);
    ask(p, order, out);
    if (!p->device)
        return;
    doubt_products(p, out);
    buf_printf(out, "        if (tcr_done%s) {\n", p->writes ? " > 0" : "");
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (!p->reductions[i].several) /* those, the runtime combines */
            combine(p, &p->reductions[i], out);
    emit_declared_combine(p, out);
    emit_repeat_best(p, out);
    emit_repeat_last(p, out);
    if (p->r->keeps_text)
        emit_final_values(p, out);
    buf_add(out, "        }\n");
}

bool emit_bases(const struct plan *p, struct buf *out)
{
    /* the bases first: their text names the numbers that stand above them */
    struct buf body = {0};
    bases(p, &body);
    const bool some = numbers(p, out);
    buf_addn(out, body.s, body.len);
    buf_free(&body);
    return some;
}

/* One thread of a team: need the others' arguments be looked at? */
void emit_settled(const struct plan *p, struct buf *out)
{
    buf_add(out, "    if (tcr_done) {\n");
    const bool some = emit_bases(p, out);
    buf_printf(out, "        tcr_done = !tcr_region_settled(%s, %s, %s);\n%s    }\n",
               emit_region(p), p->total, p->r->n_bases ? "tcr_b" : "0", some ? "        }\n" : "");
}

int emit_arguments(const struct plan *p, struct buf *out)
{
    /* declarations first, for C89: blocks nest instead */
    struct buf body = {0};
    if (p->device)
        arguments(p, &body);
    buf_add(&body, "        {\n");
    bases(p, &body);
    buf_add(&body, "        {\n");
    ranges(p, &body);
    call_block(p, &body);
    struct buf fetches = {0}; /* first, for their text may need numbers of its own */
    const bool fetched = emit_fetches(p, &fetches), some = numbers(p, out);
    if (fetched) {
        buf_add(out, fetches.s);
        for (size_t i = 0; i < p->r->symbols.n_numbers; i++)
            buf_printf(out, "        tcr_h[%zu] = %s;\n", i, p->r->symbols.numbers[i]);
        buf_add(out, "        {\n");
    }
    buf_add(out, body.s);
    buf_free(&body);
    buf_free(&fetches);
    return 2 + some + fetched;
}

/* Only where it can matter: with a device, and to ask for the order, for as many iterations as
 * threads are worth. */
void emit_call(const struct plan *p, struct buf *out)
{
    buf_add(out, "    if (");
    emit_condition(p, p->order, out);
    buf_add(out, ") {\n");
    int open = emit_arguments(p, out);
    emit_run(p, p->order, out);
    while (open-- > 0)
        buf_add(out, "        }\n");
    bool asks = p->order && p->asks_order;
    buf_add(out, asks ? "    } else tcr_done = TCR_SEQUENTIAL;\n" : "    }\n");
}

/* SPDX-License-Identifier: MIT */
/*
 * emit_device.c: a region as device text: the argument block, the functions
 * that the loop calls, the body as a functor, and one kernel.
 */
#include "emit_private.h"

#include "../ir/scalar.h"

#include "../front/ast.h"

/* ---- the region ---- */

static void args_block(struct emitter *em)
{
    buf_printf(em->out, "struct tcr_args_%d {\n", em->r->id);
    for (size_t i = 0; i < em->p->n_fields; i++) {
        const struct plan_field *f = &em->p->fields[i];
        buf_printf(em->out, f->pointer ? "    tcr_ptr<%s> %s;\n" : "    %s %s;\n",
                   f->pointer ? emit_pointee(em, f->type) : emit_type(em, f->type), f->name);
    }
    emit_put(em, "};\n");
}

static void prototype(struct emitter *em, struct device_function *f, bool apart)
{
    const struct plan *p = em->p;
    const char *lost = p->r->scan ? "bool" : "tcr_lost";
    struct type *result = ast_result_type(em->r, f->decl);
    const char *type = f->returns_local ? emit_local_pointer(em, result) : emit_type(em, result);
    em->no_result = result->kind == TYPE_VOID ? "" : ir_printf(" (%s)0", type);
    if (result->kind == TYPE_RECORD)
        em->no_result = ir_printf(" %s()", type);
    buf_printf(em->out, "%s %s %s(const tcr_args_%d &A%s",
               apart ? "TCR_APART" : "TCR_DEVICE static", type, f->name, p->r->id,
               !p->checks  ? ""
               : !p->marks ? ir_printf(", %s &" EMIT_GONE, lost)
                           : ir_printf(", %s &" EMIT_GONE ", long long " EMIT_ITERATION, lost));
    for (size_t i = 0; i < f->n_params; i++) {
        emit_put(em, ", ");
        emit_declare(em, f->params[i]);
    }
    emit_put(em, ")");
}

/* With an argument that is of no use, it is not begun. */
static void function_body(struct emitter *em, const struct device_function *f)
{
    bool checks = em->r->ends;
    for (size_t i = 0; i < f->n_params; i++)
        checks |= plan_span_of(em->p, f->params[i]) != NULL;
    if (checks) {
        emit_put(em, "\n{\n");
        em->indent++;
        if (em->r->ends)
            emit_leave_if_gone(em);
        for (size_t i = 0; i < f->n_params; i++)
            emit_span(em, f->params[i]);
        emit_indent(em);
    }
    emit_block(em, f->body);
    if (checks) {
        em->indent--;
        emit_put(em, "\n}");
    }
}

static void functions(struct emitter *em)
{
    const struct plan *p = em->p;
    for (size_t i = 0; i < p->r->n_functions; i++) {
        if (!p->r->functions[i].called)
            continue;
        prototype(em, &p->r->functions[i], p->apart[i]);
        emit_put(em, ";\n");
    }
    em->in_function = true;
    for (size_t i = 0; i < p->r->n_functions; i++) {
        if (!p->r->functions[i].called)
            continue;
        prototype(em, &p->r->functions[i], p->apart[i]);
        function_body(em, &p->r->functions[i]);
        emit_put(em, "\n");
    }
    em->in_function = false;
}

/* var = lower + iteration * step */
static void induction(struct emitter *em, const struct induction *v, const char *iteration,
                      size_t level, size_t k)
{
    const struct type *t = v->var->type;
    emit_indent(em);
    if (t->kind == TYPE_POINTER) {
        buf_printf(em->out, "%s %s = ", emit_type(em, t), emit_decl_name(v->var));
        emit_operand(em, v->lower);
        const char *scale = emit_scale(em, v->lower, t->of);
        buf_printf(em->out, " + %s * ", iteration);
        if (scale)
            buf_printf(em->out, "%s * ", scale);
    } else {
        buf_printf(em->out, "%s %s = (%s)(A.tcr_lo%zu_%zu + %s * ", emit_type(em, t),
                   emit_decl_name(v->var), emit_type(em, t), level, k, iteration);
    }
    if (v->step || v->by)
        buf_printf(em->out, "A.tcr_st%zu_%zu", level, k);
    else
        buf_printf(em->out, "(%lldll)", v->step_const);
    emit_put(em, t->kind == TYPE_POINTER ? ";\n" : ");\n");
}

void emit_loop_variables(struct emitter *em)
{
    const struct plan *p = em->p;
    size_t n = p->r->n_loops;
    if (n > (p->ahead ? 2 : 1))
        buf_printf(em->out, "        long long tcr_rest = it%s;\n", p->ahead ? ".outer" : "");
    for (size_t i = n; i-- > 0;) {
        const char *iteration = n > 1 ? ir_printf("tcr_it%zu", i) : "it";
        if (p->ahead && n > 1 && i + 2 >= n) /* struct tcr_spot of kernels/ahead.cuh */
            buf_printf(em->out, "        long long tcr_it%zu = it.%s;\n", i,
                       i == n - 1 ? "at" : "row");
        else if (n > 1 && i > 0)
            buf_printf(em->out, "        long long tcr_it%zu = tcr_divide(tcr_rest, A.tcr_n%zu);\n",
                       i, i);
        else if (n > 1)
            emit_put(em, "        long long tcr_it0 = tcr_rest;\n");
        for (size_t k = 0; k < p->r->loops[i]->n_vars; k++)
            induction(em, &p->r->loops[i]->vars[k], iteration, i, k);
    }
}

void emit_privates(struct emitter *em)
{
    const struct plan *p = em->p;
    for (size_t i = 0; i < p->r->n_privates; i++) {
        if (region_is_level_var(p->r, p->r->privates[i]))
            continue;
        emit_indent(em);
        emit_declare(em, p->r->privates[i]);
        if (p->r->firstprivate[i])
            buf_printf(em->out, " = A.tcr_fp%zu", i);
        emit_put(em, ";\n");
    }
}

static void variables(struct emitter *em)
{
    emit_loop_variables(em);
    emit_privates(em);
}

/* The streams' types, and where they are. */
static void streams(struct emitter *em)
{
    const struct plan *p = em->p;
    emit_put(em, "    typedef tcr_streams<");
    for (size_t k = 0; k < p->n_streams; k++)
        buf_printf(em->out, "%s%s", k ? ", " : "", emit_type(em, p->streams[k]->type));
    emit_put(em, "> streams;\n");
    em->indent = 2;
    for (size_t k = 0; k < p->n_streams; k++) {
        buf_printf(em->out,
                   "    TCR_DEVICE static auto stream(tcr_index<%zu>, const tcr_args_%d &A, "
                   "long long it)\n    {\n",
                   k, p->r->id);
        emit_loop_variables(em);
        emit_put(em, "        return ");
        em->in_place = true;
        emit_address(em, p->streams[k], false);
        em->in_place = false;
        emit_put(em, ";\n    }\n");
    }
}

bool emit_streamed(struct emitter *em, struct expr *e)
{
    int stream = em->in_function || em->in_place ? -1 : plan_stream(em->p, e);
    if (stream < 0)
        return false;
    buf_printf(em->out, "R.template at<%d>(", stream);
    em->in_place = true;
    emit_expr(em, e);
    em->in_place = false;
    emit_put(em, ")");
    return true;
}

/* What the kernel must know of it, and how it looks at an iteration. */
static void team_facts(struct emitter *em)
{
    const struct plan *p = em->p;
    buf_printf(em->out,
               "    enum { columns = %d, probes = %d, batch = %d, vectors = %d, ordered = %d, "
               "prefixes = %d, "
               "flat = %d, packed = %d, few = %d, keeps = %d };\n",
               p->columns, p->probes, p->batch, p->vectors, p->ordered, p->prefixes, p->flat,
               p->packed, p->few, plan_keeps_given(p));
    buf_printf(
        em->out,
        "    TCR_DEVICE static void probe(const tcr_args_%d &A, long long it, tcr_probe &T)\n"
        "    {\n",
        p->r->id);
    if (p->r->n_reductions)
        buf_printf(em->out, "        tcr_vars_%d::value v;\n        tcr_reset(v);\n", p->r->id);
    buf_printf(em->out, "        run(A, it, %sT);\n    }\n", p->r->n_reductions ? "v, " : "");
}

/* The head of run(), which does one iteration, to its brace; ARGS is the parameter of the
 * arguments. */
static void head(struct emitter *em, const char *args)
{
    const struct plan *p = em->p;
    if (p->kernel == PLAN_KERNEL_UPDATES)
        args = ir_printf("tcr_with_updates<tcr_args_%d, tcr_copies_%d> &W", p->r->id, p->r->id);
    else if (p->copies)
        args = ir_printf("tcr_with_grid<tcr_args_%d> &W", p->r->id);
    buf_printf(em->out, "%s    TCR_DEVICE static void run(const %s, %s it",
               p->n_streams          ? "    template <class Reads>\n"
               : p->teams            ? "    template <class Team>\n"
               : p->ahead            ? "    template <bool tcr_ahead>\n"
               : plan_keeps_given(p) ? "    template <bool tcr_apart>\n"
                                     : "",
               args, p->ahead && p->r->n_loops > 1 ? "const tcr_spot &" : "long long");
    if (p->r->n_reductions)
        buf_printf(em->out, ", tcr_vars_%d::value &v", p->r->id);
    emit_put(em, p->n_streams ? ", const Reads &R)\n    {\n"
                 : p->teams   ? ", Team &" EMIT_TEAM ")\n    {\n"
                 : p->ahead   ? ", const early &tcr_e)\n    {\n"
                              : ")\n    {\n");
}

/* The loop's body: in braces, also where the program has a single statement. */
static void statements(struct emitter *em)
{
    const struct plan *p = em->p;
    bool braces = p->r->body->kind != STMT_COMPOUND;
    int indent = em->indent;
    emit_indent(em);
    if (braces) {
        emit_put(em, "{\n");
        em->indent++;
    } else {
        em->out->len -= 4 * (size_t)indent; /* stmt indents itself */
        em->out->s[em->out->len] = 0;
    }
    em->shared = p->ahead;
    em->wave = 2;
    emit_stmt(em, p->r->body);
    em->shared = NULL;
    em->indent = indent;
    if (braces) {
        emit_indent(em);
        emit_put(em, "}\n");
    }
}

static void body(struct emitter *em)
{
    const struct plan *p = em->p;
    emit_nobodys_line(em);
    buf_printf(em->out, "struct tcr_body_%d {\n", p->r->id);
    if (p->n_streams)
        streams(em);
    if (p->teams)
        team_facts(em);
    const char *args = ir_printf("tcr_args_%d &A", p->r->id);
    if (p->ahead)
        emit_ahead(em, args, variables);
    head(em, args);
    em->indent = 2;
    if (p->copies)
        buf_printf(em->out, "        const tcr_args_%d &A = W.args;\n", p->r->id);
    emit_var_names(em);
    if (p->checks)
        emit_put(em, "        tcr_lost " EMIT_GONE "(A.tcr_astray);\n");
    if (p->marks)
        emit_put(em, "        const long long " EMIT_ITERATION " = it;\n");
    variables(em);
    statements(em);
    emit_put(em, "    }\n};\n");
}

static void kernel(struct emitter *em)
{
    static const char *const macros[] = {
        [PLAN_KERNEL_MAP] = "_MAP",         [PLAN_KERNEL_PLAIN] = "",
        [PLAN_KERNEL_STREAMS] = "_STREAMS", [PLAN_KERNEL_UNROLL] = "_UNROLL",
        [PLAN_KERNEL_COPIES] = "_COPIES",   [PLAN_KERNEL_UPDATES] = "_UPDATES",
        [PLAN_KERNEL_TEAMS] = "_TEAMS",     [PLAN_KERNEL_MAP_TEAMS] = "_MAP_TEAMS",
        [PLAN_KERNEL_AHEAD] = "_AHEAD",     [PLAN_KERNEL_MAP_AHEAD] = "_MAP_AHEAD",
        [PLAN_KERNEL_SCAN] = "_SCAN"};
    const struct plan *p = em->p;
    int id = p->r->id;
    emit_nobodys_line(em);
    buf_printf(em->out, "TCR_KERNEL%s%s(%s, tcr_args_%d, ", macros[p->kernel],
               p->flat                            ? "_FLAT"
               : p->teams && p->probes            ? "_ASKED"
               : !p->teams && plan_keeps_given(p) ? "_GIVEN"
                                                  : "",
               p->kernel_name, id);
    if (p->r->n_reductions && !p->r->scan)
        buf_printf(em->out, "tcr_vars_%d, ", id);
    buf_printf(em->out, "tcr_body_%d", id);
    if (p->copies)
        buf_printf(em->out, ", tcr_copies_%d", id);
    if (p->kernel == PLAN_KERNEL_UNROLL || p->kernel == PLAN_KERNEL_UPDATES)
        buf_printf(em->out, ", %lld", p->at_once);
    if (p->r->scan)
        buf_printf(em->out, ", %lld", p->scan_each);
    emit_put(em, ")\n");
    if (p->plain_scan)
        buf_printf(em->out, "#include \"library_scan_loop.cuh\"\nTCR_KERNEL_SCAN_PLAIN(%s, %s)\n",
                   plan_plain_kernel(p), scalar_of(p->plain_scan->type)->device);
    if (p->product)
        buf_printf(em->out, "TCR_KERNEL_PRODUCT(%s, %s)\n", plan_product_kernel(p),
                   scalar_of(p->product->type)->device);
    if (p->product && p->product->precision != TCR_PRECISION_FULL)
        buf_printf(em->out,
                   "#include \"product_level.cuh\"\nTCR_KERNEL_PRODUCT_LEVEL(%s, %u, %u)\n",
                   plan_fast_kernel(p), tcr_precision_format(p->product->precision),
                   tcr_precision_products(p->product->precision));
}

void emit_device(const struct plan *p, struct buf *out)
{
    struct region *r = p->r;
    struct buf text = {0}, records = {0};
    struct emitter em = {.p = p, .r = r, .out = &text, .record_text = &records};
    em.names = ir_alloc((r->n_reductions + 1) * sizeof *em.names);
    for (size_t i = 0; i < r->n_reductions; i++)
        em.names[i] = r->reductions[i].decl ? emit_decl_name(r->reductions[i].decl)
                                            : ir_printf("tcr_red%zu", i);
    args_block(&em);
    emit_best_functions(&em);
    emit_declared_classes(&em);
    emit_var_types(&em);
    functions(&em);
    emit_declared_functions(&em);
    if (r->scan)
        emit_scan(&em);
    else
        body(&em);
    kernel(&em);
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    buf_printf(out, "\n// %s:%u: %s\n", pos.file, pos.line, r->pragma->words);
    if (records.s)
        buf_add(out, records.s);
    buf_add(out, text.s);
    buf_free(&text);
    buf_free(&records);
}

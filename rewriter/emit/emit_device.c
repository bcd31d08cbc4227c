/* SPDX-License-Identifier: MIT */
/*
 * emit_device.c: a region as device text: the argument block, the functions
 * that the loop calls, the body as a functor, and one kernel.
 */
#include "emit_private.h"

#include <string.h>

#include "../front/ast.h"
#include "../../spec/contract.h"

/* Bytes of parameters that every device and driver takes, less the kernel's own. */
enum { MOST_ARGUMENTS = 4096 - (int)sizeof(struct tcr_grid) };

/* ---- the region ---- */

static void device_field(struct buf *out, const struct type *type, bool pointer, const char *name,
                         const void *ctx)
{
    struct emitter *em = (struct emitter *)ctx;
    if (pointer)
        buf_printf(out, "    tcr_ptr<%s> %s;\n", emit_pointee(em, type), name);
    else
        buf_printf(out, "    %s %s;\n", emit_type(em, type), name);
}

static void args_block(struct emitter *em)
{
    size_t size = emit_args_size(em->r);
    if (size > MOST_ARGUMENTS)
        refuse(em->r, REFUSE_DEVICE, em->r->begin, CODE_TOO_MANY_ARGUMENTS,
               "the variables and structures that the loop reads from outside take %zu bytes as "
               "arguments of a kernel, which may have %d",
               size, MOST_ARGUMENTS);
    buf_printf(em->out, "struct tcr_args_%d {\n", em->r->id);
    emit_fields(em->r, em->out, device_field, em);
    emit_put(em, "};\n");
}

static void prototype(struct emitter *em, struct device_function *f, bool apart)
{
    struct region *r = em->r;
    struct type *result = ast_result_type(r, f->decl);
    const char *type = f->returns_local ? emit_local_pointer(em, result) : emit_type(em, result);
    em->no_result = result->kind == TYPE_VOID ? "" : ir_printf(" (%s)0", type);
    if (result->kind == TYPE_RECORD)
        em->no_result = ir_printf(" %s()", type);
    buf_printf(em->out, "%s %s %s(const tcr_args_%d &A%s",
               apart ? "TCR_APART" : "TCR_DEVICE static", type, f->name, r->id,
               !emit_checks(r)       ? ""
               : !access_scatters(r) ? ", bool &" EMIT_GONE
                                     : ", bool &" EMIT_GONE ", long long " EMIT_ITERATION);
    for (size_t i = 0; i < f->n_params; i++) {
        emit_put(em, ", ");
        emit_declare(em, f->params[i]);
    }
    emit_put(em, ")");
}

/* With an argument that is of no use, it is not begun. */
static void function_body(struct emitter *em, struct stmt *body)
{
    if (em->r->ends) {
        emit_put(em, "\n{\n");
        em->indent++;
        emit_leave_if_gone(em);
        emit_indent(em);
    }
    emit_block(em, body);
    if (em->r->ends) {
        em->indent--;
        emit_put(em, "\n}");
    }
}

static void functions(struct emitter *em)
{
    struct region *r = em->r;
    const bool *apart = emit_apart(r);
    for (size_t i = 0; i < r->n_functions; i++) {
        if (!r->functions[i].called)
            continue;
        prototype(em, &r->functions[i], apart[i]);
        emit_put(em, ";\n");
    }
    em->in_function = true;
    for (size_t i = 0; i < r->n_functions; i++) {
        if (!r->functions[i].called)
            continue;
        prototype(em, &r->functions[i], apart[i]);
        function_body(em, r->functions[i].body);
        emit_put(em, "\n");
    }
    em->in_function = false;
}

static bool is_heavy(const struct region *r)
{
    return r->ops > TCR_HEAVY_OPERATIONS;
}

/* var = lower + iteration * step */
static void induction(struct emitter *em, const struct region *r, const struct induction *v,
                      const char *iteration, size_t level, size_t k)
{
    (void)r;
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

static void loop_variables(struct emitter *em)
{
    struct region *r = em->r;
    size_t n = r->n_loops;
    if (n > 1)
        emit_put(em, "        long long tcr_rest = it;\n");
    for (size_t i = n; i-- > 0;) {
        const char *iteration = n > 1 ? ir_printf("tcr_it%zu", i) : "it";
        if (n > 1 && i > 0)
            buf_printf(em->out, "        long long tcr_it%zu = tcr_divide(tcr_rest, A.tcr_n%zu);\n",
                       i, i);
        else if (n > 1)
            emit_put(em, "        long long tcr_it0 = tcr_rest;\n");
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            induction(em, r, &r->loops[i]->vars[k], iteration, i, k);
    }
}

static void privates(struct emitter *em)
{
    struct region *r = em->r;
    for (size_t i = 0; i < r->n_privates; i++) {
        if (region_is_level_var(r, r->privates[i]))
            continue;
        emit_indent(em);
        emit_declare(em, r->privates[i]);
        if (r->firstprivate[i])
            buf_printf(em->out, " = A.tcr_fp%zu", i);
        emit_put(em, ";\n");
    }
}

/* Where the streams are. */
static void streams(struct emitter *em)
{
    emit_stream_types(em);
    em->indent = 2;
    for (size_t k = 0; k < em->n_streams; k++) {
        buf_printf(em->out,
                   "    TCR_DEVICE static auto stream(tcr_index<%zu>, const tcr_args_%d &A, "
                   "long long it)\n    {\n",
                   k, em->r->id);
        loop_variables(em);
        emit_put(em, "        return ");
        emit_stream_place(em, k);
        emit_put(em, ";\n    }\n");
    }
}

static void body(struct emitter *em)
{
    struct region *r = em->r;
    bool copies = emit_has_copies(r);
    emit_nobodys_line(em);
    buf_printf(em->out, "struct tcr_body_%d {\n", r->id);
    if (em->n_streams)
        streams(em);
    buf_printf(em->out, "%s    TCR_DEVICE static void run(const %stcr_args_%d%s, long long it",
               em->n_streams ? "    template <class Reads>\n" : "", copies ? "tcr_with_grid<" : "",
               r->id, copies ? "> &W" : " &A");
    if (r->n_reductions)
        buf_printf(em->out, ", tcr_vars_%d::value &v", r->id);
    emit_put(em, em->n_streams ? ", const Reads &R)\n    {\n" : ")\n    {\n");
    em->indent = 2;
    if (copies)
        buf_printf(em->out, "        const tcr_args_%d &A = W.args;\n", r->id);
    emit_var_names(em);
    if (emit_checks(r))
        emit_put(em, "        bool " EMIT_GONE " = false;\n");
    if (access_scatters(r))
        emit_put(em, "        const long long " EMIT_ITERATION " = it;\n");
    loop_variables(em);
    privates(em);
    emit_indent(em);
    if (r->body->kind != STMT_COMPOUND)
        emit_put(em, "{\n");
    int indent = em->indent;
    em->indent += r->body->kind != STMT_COMPOUND;
    if (r->body->kind == STMT_COMPOUND) {
        em->out->len -= 4 * (size_t)indent; /* stmt indents itself */
        em->out->s[em->out->len] = 0;
    }
    emit_stmt(em, r->body);
    em->indent = indent;
    if (r->body->kind != STMT_COMPOUND) {
        emit_indent(em);
        emit_put(em, "}\n");
    }
    emit_put(em, "    }\n};\n");
}

const char *emit_kernel_name(const struct region *r)
{
    enum { MOST = 60 }; /* of a file's name: profilers have columns */
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    const char *slash = strrchr(pos.file, '/');
    const char *base = slash ? slash + 1 : pos.file;
    char *file = ir_strndup(base, strnlen(base, MOST));
    for (char *c = file; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *c))
            *c = '_';
    return ir_printf("tcr_%s_%u_%d", file, pos.line, r->id);
}

static void kernel(struct emitter *em)
{
    const struct region *r = em->r;
    const char *name = emit_kernel_name(r);
    int id = r->id;
    emit_nobodys_line(em);
    /* a long body hides its own latencies; unrolled, it only costs registers */
    bool copies = emit_has_copies(r), heavy = !copies && is_heavy(r);
    if (!r->n_reductions) {
        buf_printf(em->out, "TCR_KERNEL_MAP(%s, tcr_args_%d, tcr_body_%d)\n", name, id, id);
        return;
    }
    buf_printf(em->out, "TCR_KERNEL%s(%s, tcr_args_%d, tcr_vars_%d, tcr_body_%d",
               copies          ? "_COPIES"
               : heavy         ? "_UNROLL"
               : em->n_streams ? "_STREAMS"
                               : "",
               name, id, id, id);
    emit_put(em, heavy ? ", 1" : copies ? ir_printf(", tcr_copies_%d", id) : "");
    emit_put(em, ")\n");
}

void emit_device(struct region *r, struct buf *out)
{
    struct buf text = {0}, records = {0};
    struct emitter em = {.r = r, .out = &text, .record_text = &records};
    for (size_t i = 0; i < r->n_reductions; i++) {
        struct reduction *red = &r->reductions[i];
        red->device_name = red->decl ? emit_decl_name(red->decl) : ir_printf("tcr_red%zu", i);
    }
    args_block(&em);
    emit_var_types(&em);
    functions(&em);
    if (!is_heavy(r))
        emit_find_streams(&em);
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

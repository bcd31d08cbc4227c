/* SPDX-License-Identifier: MIT */
/*
 * emit_early.c: device text of the reads that a shared loop makes ahead of its body
 * (plan/plan_early.c): one iteration's, a wave at a time, and of runs (plan/plan_runs.c) those of
 * several iterations in vectors (kernels/runs.cuh).
 */
#include "emit_private.h"

#include "../source/operators.h"

#include "../../spec/contract.h"

const char *emit_early_type(const struct emitter *em)
{
    return ir_printf("tcr_early%d", em->n_shared);
}

/* The loop's variable, in one of its functions. */
void emit_shared_variable(struct emitter *em, const struct plan_loop *at, const char *lower)
{
    const struct induction *v = &at->loop->vars[0];
    const char *type = emit_type(em, v->var->type);
    emit_indent(em);
    buf_printf(em->out, "%s %s = (%s)(%s + tcr_k * (%lldll));\n", type, emit_decl_name(v->var),
               type, lower, v->step_const);
}

/* What places of the wave are computed from: `int c = 2 * i;`, or `int c; ... c = 2 * i;`. */
static void temporaries(struct emitter *em, const struct plan_loop *at, int wave)
{
    const struct stmt *body = at->stmt->body;
    for (size_t i = 0; body->kind == STMT_COMPOUND && i < body->n_list; i++) {
        struct stmt *s = body->list[i];
        if (!plan_early_needs(at, s, wave))
            continue;
        struct decl *d = s->kind == STMT_EXPR ? s->expr->a->decl : NULL;
        if (d && d->offset >= body->begin && d->offset < body->end) {
            emit_indent(em);
            emit_declare(em, d);
            emit_put(em, ";\n");
        }
        emit_stmt(em, s);
    }
}

/* ---- runs ---- */

/* Where it begins. */
static const char *run_name(int shared, size_t early)
{
    return ir_printf("tcr_run%d_%zu", shared, early);
}

static void start_run(struct emitter *em, const struct plan_loop *at, const char *lower, size_t i)
{
    struct expr *e = at->early[i].read;
    struct expr_facts *facts = e->facts;
    int base = expr_facts(e)->through;
    bool checked = expr_facts(e)->astray && em->r->bases[base].checked;
    emit_indent(em);
    buf_printf(em->out, "const auto %s = tcr_start_run<Team>(tcr_trips%d, [&] {\n",
               run_name(em->n_shared, i), em->n_shared);
    em->indent++;
    emit_line(em, "const long long tcr_k = 0;");
    emit_shared_variable(em, at, lower);
    temporaries(em, at, 0);
    emit_indent(em);
    emit_put(em, "return ");
    if (checked)
        facts->astray = false;
    emit_address(em, e, false);
    if (checked)
        facts->astray = true;
    emit_put(em, ";\n");
    em->indent--;
    emit_indent(em);
    if (checked)
        buf_printf(em->out,
                   "}, tcr_run_range{%lldll, A.%s, A.tcr_room%d, A.tcr_astray, %d}, " EMIT_GONE
                   ");\n",
                   at->early[i].by, plan_range_field((size_t)base), base, base + TCR_ASTRAY_BASE);
    else
        emit_put(em, "});\n");
}

static void read_early(struct emitter *em, const struct plan_loop *at, size_t i, const char *to)
{
    emit_indent(em);
    buf_printf(em->out, "%s.r%zu = ", to, i);
    if (at->early[i].by)
        buf_printf(em->out, "TCR_LOAD%s(%s[tcr_k * (%lldll)])", em->p->flat ? "_ONCE" : "",
                   run_name(em->n_shared, i), at->early[i].by);
    else
        emit_expr(em, at->early[i].read);
    emit_put(em, ";\n");
}

static bool in_vectors(const struct plan_early *e)
{
    return e->by == 1 && e->read->type->size <= 8;
}

/* Of those, the narrowest: what is in front of its first multiple of 16 bytes is read singly. */
static size_t narrowest(const struct plan_loop *at)
{
    size_t best = at->n_early;
    for (size_t i = 0; i < at->n_early; i++)
        if (in_vectors(&at->early[i]) &&
            (best == at->n_early ||
             at->early[i].read->type->size < at->early[best].read->type->size))
            best = i;
    return best;
}

static void read_wide(struct emitter *em, const struct plan_loop *at, size_t i)
{
    emit_indent(em);
    buf_printf(em->out, "tcr_read_wide<%d%s>(tcr_even, tcr_es, &%s::r%zu, %s + tcr_from);\n",
               at->width, at->early[i].passes ? ", true" : "", emit_early_type(em), i,
               run_name(em->n_shared, i));
}

static bool any_single(const struct plan_loop *at)
{
    for (size_t i = 0; i < at->n_early; i++)
        if (at->early[i].wave == 0 && !in_vectors(&at->early[i]))
            return true;
    return false;
}

static void wide(struct emitter *em, const struct plan_loop *at, const char *lower)
{
    size_t first = narrowest(at);
    if (at->width == 1) {
        emit_put(em, "tcr_narrow(), ");
        return;
    }
    buf_printf(
        em->out,
        "tcr_wide_of<%d>(tcr_trips%d, [&](bool tcr_even, long long tcr_from, %s *tcr_es) {\n",
        at->width, em->n_shared, emit_early_type(em));
    em->indent++;
    for (size_t i = 0; i < at->n_early; i++)
        if (in_vectors(&at->early[i]))
            read_wide(em, at, i);
    if (any_single(at)) {
        emit_indent(em);
        buf_printf(em->out, "TCR_UNROLL for (int tcr_w = 0; tcr_w < %d; ++tcr_w) {\n", at->width);
        em->indent++;
        emit_line(em, "const long long tcr_k = tcr_from + tcr_w;");
        emit_shared_variable(em, at, lower);
        temporaries(em, at, 0);
        for (size_t i = 0; i < at->n_early; i++)
            if (at->early[i].wave == 0 && !in_vectors(&at->early[i]))
                read_early(em, at, i, "tcr_es[tcr_w]");
        em->indent--;
        emit_line(em, "}");
    }
    em->indent--;
    emit_indent(em);
    buf_printf(em->out, "}, %s", run_name(em->n_shared, first));
    for (size_t i = 0; i < at->n_early; i++)
        if (in_vectors(&at->early[i]) && i != first)
            buf_printf(em->out, ", %s", run_name(em->n_shared, i));
    emit_put(em, "), ");
}

/* ---- one iteration ---- */

/* The reads of a wave, which may use those of the one before. */
static void reads(struct emitter *em, const struct plan_loop *at, const char *lower, int wave)
{
    buf_printf(em->out, "[&](long long tcr_k, %s &tcr_e) {\n", emit_early_type(em));
    em->indent++;
    em->wave = wave;
    emit_shared_variable(em, at, lower);
    temporaries(em, at, wave);
    for (size_t i = 0; i < at->n_early; i++)
        if (at->early[i].wave == wave)
            read_early(em, at, i, "tcr_e");
    em->indent--;
    emit_indent(em);
    emit_put(em, "}, ");
}

void emit_runs(struct emitter *em, const struct plan_loop *at, const char *lower)
{
    for (size_t i = 0; i < at->n_early; i++)
        if (at->early[i].by)
            start_run(em, at, lower, i);
}

void emit_early_reads(struct emitter *em, const struct plan_loop *at, const char *lower)
{
    em->wave = 0;
    if (!at->parts.n && !at->n_adds)
        wide(em, at, lower);
    reads(em, at, lower, 0);
    reads(em, at, lower, 1);
    em->wave = 2;
}

/* ---- iterations of the levels ---- */

static void emit_trips(struct emitter *em, const char *args, const char *name, size_t level)
{
    buf_printf(em->out,
               "    TCR_DEVICE static long long %s(const %s)\n    {\n"
               "        return A.tcr_n%zu;\n    }\n",
               name, args, level);
}

/* Where the level's variable begins, if it counts up by 1. */
static void emit_begin(struct emitter *em, const char *args, size_t level)
{
    const struct induction *v = &em->p->r->loops[level]->vars[0];
    const bool counts =
        v->var->type->kind != TYPE_POINTER && !v->step && !v->by && v->step_const == 1;
    buf_printf(
        em->out,
        "    TCR_DEVICE static long long begin(const %s)\n    {\n        return %s;\n    }\n", args,
        counts ? ir_printf("A.tcr_lo%zu_0", level) : "0");
}

void emit_ahead(struct emitter *em, const char *args, void (*variables)(struct emitter *))
{
    const struct plan_loop *at = em->p->ahead;
    size_t n = em->p->r->n_loops;
    buf_printf(em->out,
               "    enum { levels = %zu, bytes = %lld, rows = %d, if_apart = %d };\n"
               "    struct early {",
               n, at->early_bytes, em->p->rows, em->p->if_apart);
    for (size_t i = 0; i < at->n_early; i++)
        buf_printf(em->out, " %s r%zu;", emit_type(em, at->early[i].read->type), i);
    emit_put(em, " };\n");
    if (n > 1)
        emit_trips(em, args, "inner", n - 1);
    if (n > 2)
        emit_trips(em, args, "middle", n - 2);
    if (n > 1)
        emit_begin(em, args, n - 1);
    buf_printf(em->out, "    TCR_DEVICE static void first(const %s, %s it, early &tcr_e)\n    {\n",
               args, n > 1 ? "const tcr_spot &" : "long long");
    em->indent = 2;
    em->shared = at;
    em->wave = 0;
    variables(em);
    temporaries(em, at, 0);
    for (size_t i = 0; i < at->n_early; i++)
        read_early(em, at, i, "tcr_e");
    em->shared = NULL;
    emit_put(em, "    }\n");
}

/* Of the body's reads that are no longer what was read ahead. */
static bool is_late(const struct plan_early *read, const struct expr *e)
{
    return read->until && e->begin >= read->until;
}

bool emit_ahead_update(struct emitter *em, struct expr *e)
{
    const struct plan_early *read = em->p->ahead && em->shared == em->p->ahead &&
                                            e->a->type->kind == TYPE_SCALAR &&
                                            !type_is_half(e->a->type) && !type_is_bool(e->a->type)
                                        ? plan_early_read(em->shared, e->a)
                                        : NULL;
    if (!read || e->op == OP_ASSIGN || is_late(read, e->a))
        return false;
    emit_target(em, e->a, false);
    const char *both = emit_wraps(em, e), *right = both ? both : emit_wraps_operand(em, e);
    buf_printf(em->out, " = %s", both ? ir_printf("(%s)", both) : "");
    emit_early(em, e->a);
    buf_printf(em->out, " %s %s(", c_op_token(c_op_plain(e->op)),
               right ? ir_printf("(%s)", right) : "");
    emit_exact(em, e->b);
    emit_put(em, ")");
    return true;
}

bool emit_early(struct emitter *em, struct expr *e)
{
    if (!em->shared || em->in_place || em->place == e || em->target == e || em->late == e)
        return false;
    const struct plan_early *read = plan_early_read(em->shared, e);
    if (!read || read->wave >= em->wave || is_late(read, e))
        return false;
    bool asks = em->shared == em->p->ahead && em->p->if_apart;
    buf_printf(em->out, asks ? "(tcr_ahead ? tcr_e.r%td : " : "tcr_e.r%td",
               read - em->shared->early);
    if (asks) {
        em->late = e;
        emit_operand(em, e);
        em->late = NULL;
        emit_put(em, ")");
    }
    return true;
}

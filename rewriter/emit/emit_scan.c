/* SPDX-License-Identifier: MIT */
/*
 * emit_scan.c: the body of a region with prefix sums, for kernels/scan.cuh: its input phase and its
 * scan phase as two functions, and what the first one leaves for the second.
 *
 *     struct tcr_body_0 {
 *         typedef tcr_vars_0 vars;
 *         enum { inclusive = 1, resets = 0 };
 *         struct held { double t; };
 *         static void start(const tcr_args_0 &A, vars::value &v);
 *         static void input(const tcr_args_0 &A, long long it, vars::value &v, unsigned &tcr_reset,
 *                           held &H);
 *         static void scan(const tcr_args_0 &A, long long it, vars::value &v, held &H);
 *     };
 */
#include "emit_private.h"

/* ---- what is kept between the phases ---- */

static void held_struct(struct emitter *em)
{
    emit_put(em, "    struct held {\n");
    em->indent = 2;
    for (size_t i = 0; i < em->p->n_held; i++) {
        emit_indent(em);
        emit_declare(em, em->p->held[i]);
        emit_put(em, ";\n");
    }
    if (em->p->checks)
        emit_line(em, "bool " EMIT_GONE ";");
    emit_put(em, "    };\n");
}

/* In the input phase: all of them, as they are now. */
static void keep(struct emitter *em)
{
    for (size_t i = 0; i < em->p->n_held; i++) {
        const char *name = emit_decl_name(em->p->held[i]);
        emit_indent(em);
        buf_printf(em->out, "tcr_keep(H.%s, %s);\n", name, name);
    }
}

/* In the scan phase: under their names. */
static void take_up(struct emitter *em)
{
    for (size_t i = 0; i < em->p->n_held; i++) {
        const char *name = emit_decl_name(em->p->held[i]);
        emit_indent(em);
        buf_printf(em->out, "auto &%s = H.%s;\n", name, name);
    }
}

static bool is_held(const struct plan *p, const struct decl *d)
{
    for (size_t i = 0; i < p->n_held; i++)
        if (p->held[i] == d)
            return true;
    return false;
}

/* ---- the phases ---- */

static void head(struct emitter *em, const char *name, const char *more)
{
    int id = em->p->r->id;
    buf_printf(em->out,
               "    TCR_DEVICE static void %s(const tcr_args_%d &A, long long it, "
               "tcr_vars_%d::value &v%s, held &H)\n    {\n",
               name, id, id, more);
    em->indent = 2;
    emit_var_names(em);
    if (em->p->checks)
        emit_line(em, "bool &" EMIT_GONE " = H." EMIT_GONE ";");
    if (em->p->marks)
        emit_line(em, "const long long " EMIT_ITERATION " = it;");
}

static void statements(struct emitter *em, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        emit_stmt(em, em->r->body->list[i]);
}

/* Of an exclusive scan the rest of the input phase, which may end the iteration, comes behind what
 * it leaves. */
static void input(struct emitter *em)
{
    const struct scan *s = em->r->scan;
    head(em, "input", ", unsigned &tcr_reset");
    if (em->p->checks)
        emit_line(em, EMIT_GONE " = false;");
    emit_loop_variables(em);
    emit_privates(em);
    if (s->exclusive) {
        statements(em, 0, s->lead);
        keep(em);
        statements(em, s->at, em->r->body->n_list);
    } else {
        statements(em, 0, s->at);
        keep(em);
    }
    emit_put(em, "    }\n");
}

static void scan(struct emitter *em)
{
    const struct plan *p = em->p;
    const struct scan *s = p->r->scan;
    head(em, "scan", "");
    if (p->checks)
        emit_leave_if_gone(em);
    emit_loop_variables(em);
    take_up(em);
    for (size_t i = 0; i < p->r->n_privates; i++) {
        struct decl *d = p->r->privates[i];
        if (region_is_level_var(p->r, d) || is_held(p, d))
            continue;
        emit_indent(em);
        emit_declare(em, d);
        emit_put(em, p->r->firstprivate[i] ? ir_printf(" = A.tcr_fp%zu;\n", i) : ";\n");
    }
    if (s->exclusive)
        statements(em, s->lead, s->at);
    else
        statements(em, s->at, em->r->body->n_list);
    emit_put(em, "    }\n");
}

/* What the variables are before the loop. */
static void start(struct emitter *em)
{
    int id = em->p->r->id;
    buf_printf(em->out,
               "    TCR_DEVICE static void start(const tcr_args_%d &A, tcr_vars_%d::value &v)\n"
               "    {\n",
               id, id);
    em->indent = 2;
    for (size_t i = 0; i < em->p->r->n_reductions; i++) {
        emit_indent(em);
        buf_printf(em->out, "tcr_get<%zu>(v) = A.tcr_first%zu;\n", em->p->reductions[i].position,
                   i);
    }
    emit_put(em, "    }\n");
}

void emit_scan(struct emitter *em)
{
    const struct plan *p = em->p;
    emit_nobodys_line(em);
    buf_printf(em->out,
               "struct tcr_body_%d {\n    typedef tcr_vars_%d vars;\n"
               "    enum { inclusive = %d, resets = %d };\n",
               p->r->id, p->r->id, !p->r->scan->exclusive, p->resets);
    held_struct(em);
    start(em);
    input(em);
    scan(em);
    emit_put(em, "};\n");
}

bool emit_reset(struct emitter *em, struct expr *e)
{
    if (e->resets)
        buf_printf(em->out, "(tcr_reset |= %uu, ",
                   1u << em->p->reductions[e->a->reduction].position);
    return e->resets;
}

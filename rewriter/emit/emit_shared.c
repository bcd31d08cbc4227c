/* SPDX-License-Identifier: MIT */
/*
 * emit_shared.c: device text of what the threads of a team do together (kernels/team.cuh): inner
 * loops that they share, and what one of them does for all.
 */
#include "emit_private.h"

#include "../source/operators.h"

/* ---- an inner loop ---- */

/* Its trips, as C counts them: in the type of the comparison. */
static void trips(struct emitter *em, const struct loop *l, const char *lower)
{
    const struct induction *v = &l->vars[0];
    bool down = v->step_const < 0;
    const char *type = emit_type(em, l->cmp_type);
    buf_printf(em->out, "tcr_trips<%s>(", type);
    if (!down)
        buf_printf(em->out, "(%s)%s, ", type, lower);
    buf_printf(em->out, "(%s)", type);
    emit_operand(em, l->upper);
    if (down)
        buf_printf(em->out, ", (%s)%s", type, lower);
    buf_printf(em->out, ", %s, %lldull)", c_op_admits_equal(l->rel) ? "true" : "false",
               down ? -v->step_const : v->step_const);
}

/* Of ops.cuh. */
static const char *op_name(const struct fold *f)
{
    return f->op == TCR_ADD ? "tcr_op_add"
           : f->op == TCR_MUL
               ? "tcr_op_mul"
               : ir_printf("tcr_op_%s", operator_of(f->op)->device + sizeof "tcr_" - 1);
}

static void fold(struct emitter *em, const struct plan_loop *at, const struct fold *f,
                 const char *name, const char *took)
{
    const char *type = emit_type(em, f->type), *op = op_name(f);
    switch (f->kind) {
    case FOLD_PREFIX:
        buf_printf(em->out, ", tcr_prefix<%s, %s, %d>(%s)", op, type, at->unroll, name);
        break;
    case FOLD_CONSTANT:
        buf_printf(em->out, ", tcr_fold_constant<%s>(%s)", type, name);
        break;
    case FOLD_OPERATOR:
        if (type_is_complex(f->type)) {
            buf_printf(em->out, ", tcr_fold_complex<%s>(%s)", emit_type(em, f->type->record->part),
                       name);
            break;
        }
        buf_printf(em->out, ", tcr_fold%s<%s, %s>(%s)",
                   f->unsure                                                         ? "_some"
                   : type_is_half(f->type) && (f->op == TCR_ADD || f->op == TCR_MUL) ? "_half"
                   : operator_is(f->op, OPERATOR_ORDER)                              ? "_order"
                   : f->op == TCR_AND || f->op == TCR_OR || operator_is(f->op, OPERATOR_LOGICAL)
                       ? "_again"
                       : "",
                   op, type, name);
        break;
    case FOLD_BEST:
        buf_printf(em->out, ", tcr_fold_best<%s, %s, %s", op, f->last ? "true" : "false", type);
        for (size_t i = 0; i < f->n_along; i++)
            buf_printf(em->out, ", %s", emit_type(em, f->along[i]->type));
        buf_printf(em->out, ">(%s, %s", took, name);
        for (size_t i = 0; i < f->n_along; i++)
            buf_printf(em->out, ", %s", emit_decl_name(f->along[i]));
        emit_put(em, ")");
        break;
    }
}

static bool keeps_order(const struct plan_loop *at, const struct fold *f)
{
    return at->parts.n && fold_rounds(f);
}

/* Who makes the updates of the place?  In order, each thread makes all of them. */
static const char *updater(const struct plan_loop *at, const struct fold *f)
{
    return keeps_order(at, f) ? "tcr_alone" : "Team";
}

static const char *took_name(int shared, size_t fold)
{
    return ir_printf("tcr_took%d_%zu", shared, fold);
}

/* A thread's copy of a place. */
static const char *place_name(int shared, size_t fold)
{
    return ir_printf("tcr_place%d_%zu", shared, fold);
}

static const char *fold_name(const struct fold *f, int shared, size_t i)
{
    return f->place ? place_name(shared, i) : emit_decl_name(f->var);
}

/* ---- places that are folded ---- */

/* In front of the loop: a copy, if the loop surely comes to the place; else once it does. */
static void read_place(struct emitter *em, const struct fold *f, size_t i)
{
    const char *type = emit_type(em, f->type), *name = place_name(em->n_shared, i);
    emit_indent(em);
    if (f->unsure) {
        buf_printf(em->out, "tcr_some<%s> %s;\n", type, name);
        return;
    }
    if (type_is_complex(f->type))
        buf_printf(em->out, "%s %s = {0, 0};\n", type, name);
    else
        buf_printf(em->out, "%s %s = (%s)0;\n", type, name, type);
    emit_indent(em);
    buf_printf(em->out, "if (tcr_trips%d > 0)\n", em->n_shared);
    em->indent++;
    emit_indent(em);
    buf_printf(em->out, "%s = ", name);
    emit_expr(em, f->place);
    emit_put(em, ";\n");
    em->indent--;
}

static void write_place(struct emitter *em, const struct plan_loop *at, size_t i)
{
    const struct fold *f = &at->folds.list[i];
    const char *name = place_name(em->n_shared, i);
    emit_indent(em);
    if (f->unsure)
        buf_printf(em->out, "if (%s.has%s)\n", name,
                   fold_local(f->place) ? "" : " && " EMIT_TEAM ".leads()");
    else
        buf_printf(em->out, "if (tcr_trips%d > 0%s)\n", em->n_shared,
                   fold_local(f->place) ? "" : " && " EMIT_TEAM ".leads()");
    em->indent++;
    emit_indent(em);
    emit_target(em, f->place, false);
    if (f->unsure) {
        buf_printf(em->out, " = %s.template with<%s, %s>(", name, updater(at, f), op_name(f));
        emit_expr(em, f->place);
        emit_put(em, ");\n");
    } else {
        buf_printf(em->out, " = %s;\n", name);
    }
    em->indent--;
}

static bool in_memory(const struct folds *f)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->list[i].place && !fold_local(f->list[i].place))
            return true;
    return false;
}

/* Behind the loop: all have read what one of them changes now. */
static void write_places(struct emitter *em, const struct plan_loop *at)
{
    const struct folds *f = &at->folds;
    bool memory = in_memory(f);
    if (memory)
        emit_line(em, EMIT_TEAM ".meet();");
    for (size_t i = 0; i < f->n; i++)
        if (f->list[i].place)
            write_place(em, at, i);
    if (memory)
        emit_line(em, EMIT_TEAM ".meet();");
}

bool emit_folded(struct emitter *em, struct expr *e)
{
    int i = em->shared ? fold_of_place(&em->shared->folds, e) : -1;
    if (i < 0)
        return false;
    const struct fold *f = &em->shared->folds.list[i];
    const char *name = place_name(em->n_shared, (size_t)i);
    if (!f->unsure) {
        emit_put(em, name);
        return true;
    }
    const struct plan_loop *shared = em->shared;
    struct expr *target = em->target;
    em->shared = NULL;
    em->target = NULL;
    buf_printf(em->out, "%s.template at<%s>([&] { return (%s)", name, updater(shared, f),
               emit_type(em, f->type));
    emit_operand(em, f->place);
    emit_put(em, "; })");
    em->shared = shared;
    em->target = target;
    return true;
}

/* With prefix sums: what an iteration adds, to variables that are nothing before. */
static void adds(struct emitter *em, const struct plan_loop *at, const char *lower)
{
    buf_printf(em->out, "[&](long long tcr_k, const %s &tcr_e) {\n", emit_early_type(em));
    em->indent++;
    emit_shared_variable(em, at, lower);
    for (size_t i = 0; i < at->n_adds; i++)
        emit_stmt(em, at->adds[i]);
    em->indent--;
    emit_indent(em);
    emit_put(em, "}, ");
}

/* The functions of the loop: what is read ahead, and the body.  The variables that are folded hold
 * a lane's share meanwhile. */
static void functions(struct emitter *em, const struct plan_loop *at, const char *lower)
{
    int loops = em->loops, switches = em->switches;
    em->loops = em->switches = 0;
    em->shared = at;
    emit_early_reads(em, at, lower);
    if (at->n_adds)
        adds(em, at, lower);
    buf_printf(em->out, "[&](long long tcr_k, const %s &tcr_e", emit_early_type(em));
    if (at->parts.n)
        buf_printf(em->out, ", tcr_parts%d &tcr_p", em->n_shared);
    emit_put(em, ") {\n");
    em->indent++;
    emit_shared_variable(em, at, lower);
    emit_stmt(em, at->stmt->body);
    em->indent--;
    emit_indent(em);
    emit_put(em, "}");
    if (at->parts.n) {
        emit_put(em, ", ");
        emit_updates(em, at);
    }
    em->shared = NULL;
    em->loops = loops;
    em->switches = switches;
}

static void start(struct emitter *em, const struct plan_loop *at, const char *lower)
{
    const struct induction *v = &at->loop->vars[0];
    const char *type = emit_type(em, v->var->type);
    emit_put(em, "{\n");
    em->indent++;
    emit_indent(em);
    buf_printf(em->out, "const %s %s = (%s)", type, lower, type);
    emit_operand(em, v->lower);
    emit_put(em, ";\n");
    emit_indent(em);
    buf_printf(em->out, "const long long tcr_trips%d = ", em->n_shared);
    if (em->p->flat)
        buf_printf(em->out, "tcr_flat_trips(" EMIT_TEAM ", (long long)%s, ", lower);
    trips(em, at->loop, lower);
    emit_put(em, em->p->flat ? ");\n" : ";\n");
    emit_indent(em);
    buf_printf(em->out, "struct %s {", emit_early_type(em));
    for (size_t i = 0; i < at->n_early; i++)
        buf_printf(em->out, " %s r%zu;", emit_type(em, at->early[i].read->type), i);
    emit_put(em, " };\n");
    if (at->parts.n)
        emit_parts(em, at);
    for (size_t i = 0; i < at->folds.n; i++) {
        if (at->folds.list[i].place)
            read_place(em, &at->folds.list[i], i);
        if (at->folds.list[i].kind != FOLD_BEST)
            continue;
        emit_indent(em);
        buf_printf(em->out, "long long %s = -1;\n", took_name(em->n_shared, i));
    }
}

/* One thread alone must see in memory what the loop adds to places there, if other arrays may
 * overlap them: the loop as it is written. */
static void unshared(struct emitter *em, struct stmt *s)
{
    emit_put(em, "if constexpr (!Team::apart) {\n");
    em->indent++;
    em->alone = true;
    emit_stmt(em, s);
    em->alone = false;
    em->indent--;
    emit_line(em, "} else");
    emit_indent(em);
}

bool emit_team_loop(struct emitter *em, struct stmt *s)
{
    const struct plan_loop *at =
        em->in_function || em->shared || em->alone ? NULL : plan_team_loop(em->p, s);
    if (!at)
        return false;
    if (at->order == PLAN_ORDER_GIVEN && in_memory(&at->folds))
        unshared(em, s);
    const struct induction *v = &at->loop->vars[0];
    const char *lower = ir_printf("tcr_first%d", ++em->n_shared);
    start(em, at, lower);
    emit_runs(em, at, lower);
    if (at->writes)
        emit_line(em, EMIT_TEAM ".meet();");
    emit_indent(em);
    if (at->parts.n)
        buf_printf(em->out, EMIT_TEAM ".template ordered<%d, %s, tcr_parts%d>(", at->unroll,
                   emit_early_type(em), em->n_shared);
    else if (at->n_adds)
        buf_printf(em->out, EMIT_TEAM ".template prefixes<%d, %s>(", at->unroll,
                   emit_early_type(em));
    else
        buf_printf(em->out, EMIT_TEAM ".template loop<%d, %d, %s, %s>(", at->unroll, at->batch,
                   at->writes ? "true" : "false", emit_early_type(em));
    buf_printf(em->out, "tcr_trips%d, %s, ", em->n_shared,
               em->p->checks ? EMIT_GONE ".is" : "false");
    functions(em, at, lower);
    for (size_t i = 0; i < at->folds.n; i++)
        if (!keeps_order(at, &at->folds.list[i]))
            fold(em, at, &at->folds.list[i], fold_name(&at->folds.list[i], em->n_shared, i),
                 took_name(em->n_shared, i));
    emit_put(em, ");\n");
    emit_indent(em);
    emit_put(em, EMIT_PROBED);
    if (em->p->agrees)
        emit_line(em, EMIT_TEAM ".agree(" EMIT_GONE ".is);");
    write_places(em, at);
    if (!v->declared) {
        emit_indent(em);
        buf_printf(em->out, "%s = (%s)(%s + tcr_trips%d * (%lldll));\n", emit_decl_name(v->var),
                   emit_type(em, v->var->type), lower, em->n_shared, v->step_const);
    }
    em->indent--;
    emit_line(em, "}");
    return true;
}

const char *emit_taken(const struct emitter *em, const struct stmt *s)
{
    const struct folds *f = em->shared ? &em->shared->folds : NULL;
    for (size_t i = 0; f && i < f->n; i++)
        if (f->list[i].update == s)
            return ir_printf("%s = tcr_k;\n", took_name(em->n_shared, i));
    return NULL;
}

/* ---- what one thread does ---- */

static bool may_lead(const struct emitter *em)
{
    return em->p->teams && !em->in_function && !em->shared && !em->led && !em->alone;
}

static void begin_led(struct emitter *em)
{
    emit_put(em, "if (" EMIT_TEAM ".leads()) {\n");
    em->indent++;
    em->led = true;
    emit_indent(em);
}

void emit_led_end(struct emitter *em)
{
    em->led = false;
    em->indent--;
    emit_line(em, "}");
    if (em->p->agrees)
        emit_line(em, EMIT_TEAM ".agree(" EMIT_GONE ".is);");
}

static bool visit_result(struct expr *e, void *ctx)
{
    bool *found = ctx;
    *found |= e->reduction >= 0;
    return !*found;
}

bool emit_led_if(struct emitter *em, struct expr *condition)
{
    bool found = false;
    if (may_lead(em))
        expr_walk(condition, visit_result, &found);
    if (found)
        begin_led(em);
    return found;
}

bool emit_led(struct emitter *em, struct expr *e)
{
    if (!may_lead(em) || !plan_leads(em->p, e))
        return false;
    bool meets = plan_meets(em->p, e) && !em->tail;
    if (em->p->probes && plan_meets(em->p, e)) { /* it stores nothing, and must not go on without */
        emit_put(em, EMIT_PROBED);
        emit_indent(em);
    }
    if (meets) {
        emit_put(em, EMIT_TEAM ".meet();\n");
        emit_indent(em);
    }
    begin_led(em);
    emit_expr(em, e);
    emit_put(em, ";\n");
    emit_led_end(em);
    if (meets)
        emit_line(em, EMIT_TEAM ".meet();");
    return true;
}

/* SPDX-License-Identifier: MIT */
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
 *         if (tcr_run) tcr_region_host_end(tcr_run);
 *         i = its final value;
 *     }
 *
 * Everything is C89 with GNU extensions that both compilers accept in system header text.
 * emit_trips.c counts iterations, emit_call.c runs the region on the device, emit_reduced.c has
 * the reduction variables, emit_vars.c the sections; here is the frame around all of them and
 * the host's loop.
 */
#include "emit_host.h"

#include <string.h>

#include "../access/dependence.h"
#include "../analyse/body.h"
#include "../source/operators.h"
#include "../front/sharing.h"

/* Iterations × operations under which threads cost more than they bring. */
#define PARALLEL_WORK 20000.0

const char *emit_quote(const struct region *r, const struct expr *e)
{
    return region_quote(r, e->begin, e->end);
}

const char *emit_labels(const struct region *r)
{
    const char *text = "";
    for (size_t i = 0; i < r->n_labels; i++)
        if (r->labels[i]->begin >= r->begin && r->labels[i]->begin < r->end)
            text = ir_printf("%s__label__ %s; ", text, r->labels[i]->name);
    return text;
}

const char *emit_total(const struct region *r)
{
    return r->n_loops == 1 ? "tcr_n0" : "tcr_n";
}

/* As many loops as collapse() asks for, of those that make one space of iterations, with nothing
 * between them. */
size_t emit_collapsed(const struct region *r)
{
    size_t wanted = r->dir->collapse > 1 ? (size_t)r->dir->collapse : 1, n = 1;
    while (n < wanted && n < r->n_loops && !r->loops[n]->lead)
        n++;
    return n;
}

const char *emit_region(const struct region *r)
{
    return ir_printf(r->site.unlisted ? "tcr_at_%d()" : "&tcr_region_%d", r->id);
}

/* ---- the host's loop ---- */

/* clang needs a library for the atomic updates of complex numbers. */
static bool openmp_type(const struct region *r, const struct type *t)
{
    if (t->kind == TYPE_COMPLEX || type_is_complex(t))
        return !r->src->may_be_clang;
    return t->kind == TYPE_LONG_DOUBLE || (t->kind == TYPE_SCALAR && !type_is_half(t));
}

/* gcc folds such a condition to a constant and then rejects the loop. */
static bool constant_condition(const struct loop *l)
{
    long long k;
    return type_is_unsigned(l->cmp_type) && expr_const(l->upper, &k) && k == 0 &&
           (l->rel == OP_LT || l->rel == OP_GE);
}

/* gcc counts iterations in the variable's own type, which must hold their
 * number; gcc 12 ends with an internal error on an enum. */
static bool openmp_counter(const struct type *t)
{
    return !t->is_enum && t->size >= 4;
}

/* Does the header move one variable only?  linear() is for what the body moves;
 * clang 19 takes a step that is a variable for 0. */
static bool only_one(const struct region *r, const struct loop *l)
{
    for (size_t k = 1; k < l->n_vars; k++)
        if (!l->vars[k].kept || (l->vars[k].by && r->src->may_be_clang))
            return false;
    return true;
}

bool emit_openmp_legal(const struct region *r)
{
    if (!r->checked || r->thread_local || r->dead_exit || r->ends || r->sees_nan ||
        access_scatters(r) || (r->refused && r->refuse_level == REFUSE_LOOP))
        return false;
    /* sums without rounding have a loop of ours */
    for (size_t i = 0; i < emit_collapsed(r) && !reproducible_any(r); i++)
        if (!only_one(r, r->loops[i]) || constant_condition(r->loops[i]) ||
            !openmp_counter(r->loops[i]->vars[0].var->type))
            return false;
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        if (reproducible_sum(r, red))
            continue;
        if (!openmp_type(r, red->type) || (red->section && !emit_section_shared(r, red)))
            return false;
    }
    return r->n_reductions > 0 || r->stores;
}

bool emit_has_order(const struct region *r)
{
    return r->mapped && region_writes(r) && emit_openmp_legal(r);
}

bool emit_asks_order(const struct region *r)
{
    return emit_has_order(r) && !dependence_proved(r);
}

void emit_reduction_clauses(const struct region *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        if (reproducible_sum(r, &r->reductions[i]))
            continue;
        buf_printf(out, " reduction(%s:", emit_openmp_operator(r, i));
        if (r->reductions[i].section)
            emit_section_clause(r, i, out);
        else
            buf_add(out, emit_host_name(r, i));
        buf_add(out, ")");
    }
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
                   is_last(r, r->privates[i]) ? "last"
                   : r->firstprivate[i]       ? "first"
                                              : "",
                   r->privates[i]->name);
    for (size_t k = 1; k < r->loops[0]->n_vars; k++)
        buf_printf(out, " linear(%s:%s)", r->loops[0]->vars[k].var->name,
                   emit_step(r, &r->loops[0]->vars[k]));
    /* variables of inner loops that were declared outside */
    for (size_t i = emit_collapsed(r); i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            if (!r->loops[i]->vars[k].declared)
                buf_printf(out, " private(%s)", r->loops[i]->vars[k].var->name);
}

/* gcc 12 writes beyond its lanes' variables where one is _Bool, and reads wrong places
 * where a pointer counts; no compiler has a vector of copies of a section.
 * Of a loop that writes what it reads, clang 19 lets loads pass stores. */
static bool is_unfit_for_simd(const struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (r->reductions[i].section || type_is_bool(r->reductions[i].type))
            return true;
    for (size_t i = 0; i < emit_collapsed(r) && !r->src->may_be_clang; i++)
        if (r->loops[i]->vars[0].var->type->kind == TYPE_POINTER)
            return true;
    return r->stores || r->atomics;
}

long long emit_enough(const struct region *r)
{
    return (long long)(PARALLEL_WORK / (r->ops > 1 ? r->ops : 1));
}

static void openmp_clauses(const struct region *r, struct buf *out)
{
    /* clang 14 at -O1 takes lanes' updates of one variable in memory for independent ones,
     * unless a distance limits them */
    if (!is_unfit_for_simd(r))
        buf_add(out, r->src->may_be_clang ? " simd safelen(64)" : " simd");
    if (emit_collapsed(r) > 1)
        buf_printf(out, " collapse(%zu)", emit_collapsed(r));
    emit_reduction_clauses(r, out);
    private_clauses(r, out);
}

static void openmp_pragma(const struct region *r, struct buf *out)
{
    buf_add(out, "#pragma omp parallel for");
    openmp_clauses(r, out);
    buf_printf(out, " if(parallel:%s > %lld)\n", emit_total(r), emit_enough(r));
}

/* Iterations: if fewer make a loop's work worth the threads, its body is long, and a second copy of
 * it would cost more compile time than it is worth. */
enum { SHORT_LEAST = 100 };

/* Is there a copy for few iterations?  Even with one thread, a parallel region calls OpenMP's
 * runtime, which takes time, and memory from the heap, for which a signal handler must not ask.
 * Loops that write arrays have a copy in their own order for other reasons. */
static bool has_short_copy(const struct region *r)
{
    return !r->stores && !r->atomics && emit_enough(r) >= SHORT_LEAST;
}

static void short_copy(const struct region *r, struct buf *out)
{
    const char *labels = emit_labels(r);
    /* clang has local labels in its region only; the text has no names of temporaries */
    bool simd = !is_unfit_for_simd(r) && !*labels && !emit_any_temp(r);
    for (size_t i = 0; i < r->n_privates; i++)
        simd &= !r->firstprivate[i]; /* which is no clause of simd */
    buf_printf(out, "    if (%s <= %lld) {%s\n", emit_total(r), emit_enough(r),
               *labels ? ir_printf(" %s", labels) : "");
    if (simd) {
        buf_add(out, "#pragma omp");
        openmp_clauses(r, out);
        buf_add(out, "\n");
    }
    buf_add(out, region_lines(r, r->begin, r->end));
    emit_reload_temps(r, out);
    buf_add(out, " }\n    else\n");
}

/* The initial value of a variable that another one starts from: now, where the
 * loop's text has yet to come, or again, where it has run. */
static void linked_start(const struct region *r, struct buf *out, bool again)
{
    const struct loop *l = r->loops[0];
    for (size_t k = 0; l->linked && k < l->n_vars; k++)
        if (l->vars[k].var == l->first)
            buf_printf(out, "    %s%s = %s;\n", again ? "if (tcr_n0 >= 0) " : "", l->first->name,
                       emit_quote(r, l->vars[k].lower));
}

/* Of what the body moves. */
static void linear_start(const struct region *r, struct buf *out)
{
    for (size_t k = 1; k < r->loops[0]->n_vars; k++) {
        const struct induction *v = &r->loops[0]->vars[k];
        if (v->kept)
            buf_printf(out, "    __typeof__(%s) %s = %s;\n", v->var->name, v->kept, v->var->name);
        if (v->by) /* gcc 12 takes no other expression in linear() */
            buf_printf(out, "    long long %s = %s ? %s : 0;\n", v->by, emit_runs(r),
                       symbol_whole(v->by_is));
    }
}

static void final_value(const struct region *r, size_t i, size_t k, struct buf *out)
{
    const struct induction *v = &r->loops[i]->vars[k];
    const char *n = i ? ir_printf("tcr_n%zu > 0 && ", i - 1) : "";
    bool pointer = v->var->type->kind == TYPE_POINTER;
    const char *t =
        pointer ? ir_printf("__typeof__(%s)", v->var->name) : type_host_name(v->var->type);
    buf_printf(out, "    if (%stcr_n%zu >= 0) %s = (%s)(%s%s + tcr_n%zu * %s);\n", n, i,
               v->var->name, t, pointer ? "" : "(long long)", emit_lower(r, v), i, emit_step(r, v));
}

bool emit_stays_private(const struct region *r, size_t level, const struct decl *var)
{
    bool counter = level < emit_collapsed(r) && r->loops[level]->vars[0].var == var;
    bool back = site_lists(r->facts, &r->site, "lastprivate", var->name);
    return r->site.heeded && (sharing_keeps(r, var, counter) || (!back && region_lists(r, var)));
}

/* Those that start from another variable come before it. */
void emit_final_values(const struct region *r, struct buf *out)
{
    linked_start(r, out, true);
    for (size_t i = 0; i < r->n_loops; i++)
        for (int turn = 0; turn < 2; turn++)
            for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
                const struct induction *v = &r->loops[i]->vars[k];
                if (!v->declared && !emit_stays_private(r, i, v->var) &&
                    (v->var == r->loops[i]->first) == (turn == 1))
                    final_value(r, i, k, out);
            }
}

const char *emit_runs(const struct region *r)
{
    return ir_printf("%s != 0", emit_total(r));
}

const char *emit_null_guard(const struct region *r, const struct expr *lvalue)
{
    const char *guard = "";
    for (const struct expr *e = lvalue; e && e->kind != EXPR_VAR; e = e->a) {
        bool through = e->kind == EXPR_DEREF || (e->kind == EXPR_INDEX && e->a->kind != EXPR_DECAY);
        if (through)
            guard = ir_printf(" && (%s) != 0%s", emit_quote(r, e->a), guard);
    }
    return guard;
}

/* A second copy of the loop, as it is, for what a parallel one would get wrong. */
static void sequential_copy(const struct region *r, struct buf *out)
{
    if (!r->refused)
        buf_add(out, "    tcr_seq = tcr_seq && !tcr_done;\n");
    if (emit_maybe_odd(r))
        buf_add(out, "    tcr_seq |= tcr_odd;\n");
    if (emit_has_order(r))
        buf_printf(out, "    tcr_seq |= tcr_done == TCR_SEQUENTIAL || (!tcr_done && %s <= %lld);\n",
                   emit_total(r), emit_enough(r));
    const char *labels = emit_labels(r);
    buf_printf(out, "    if (tcr_seq) {%s%s }\n    else%s\n",
               *labels ? ir_printf(" %s", labels) : "", region_lines(r, r->begin, r->end),
               r->refused ? "" : " if (!tcr_done)");
}

/* The device did not do it. */
static const char *undone(const struct region *r)
{
    return region_writes(r) ? "tcr_done <= 0" : "!tcr_done";
}

/* What stands before the loop: the device call, or the note that there is none. */
static void before_loop(struct region *r, bool copy, bool parallel, struct buf *out)
{
    bool order = parallel && emit_has_order(r);
    const char *region = emit_region(r), *n = emit_total(r);
    emit_load_temps(r, out);
    if (emit_maybe_odd(r) && (copy || !r->refused))
        emit_odd_test(r, out);
    buf_add(out, "    void *tcr_run = 0;\n");
    emit_compare_start(r, out);
    if (!r->refused || order)
        buf_add(out, "    int tcr_done = 0;\n");
    if (r->site.team) {
        emit_team_call(r, out);
        return;
    }
    emit_compare_values(r, out);
    if (!r->refused || order)
        emit_call(r, parallel, out);
    buf_printf(out, "    %stcr_run = tcr_region_host(%s, %s, %s);\n",
               r->refused ? "" : ir_printf("if (%s) ", undone(r)), region, n,
               r->refused ? ir_printf("\"%s\"", refusal_word(r->refuse_code))
                          : emit_section_reason(r));
}

/* Sums without rounding: the user's loop is left for what cannot be counted. */
static void exact_loop(const struct region *r, bool parallel, struct buf *out)
{
    const char *run = ir_printf("%s%s", r->refused ? "" : undone(r), r->refused ? "" : " && ");
    bool order = parallel && emit_has_order(r), alone = order || emit_maybe_large(r);
    buf_printf(out, "    if (%s%s > 0)\n", run, emit_total(r));
    if (parallel && alone) {
        buf_add(out, "    {\n    int tcr_seq = 0;\n");
        emit_large_test(r, out);
        if (order)
            buf_add(out, "    tcr_seq |= tcr_done == TCR_SEQUENTIAL;\n");
        buf_add(out, "    if (tcr_seq)\n");
        emit_exact_loop(r, false, out);
        buf_add(out, "    else\n");
        emit_exact_loop(r, true, out);
        buf_add(out, "    }\n");
    } else {
        emit_exact_loop(r, parallel, out);
    }
    buf_printf(out, "    else%s\n", r->refused ? "" : ir_printf(" if (%s)", undone(r)));
}

/* When must the loop variables still get their values?  A loop in its own order has
 * set them itself.  NULL: never. */
static const char *wants_finals(const struct region *r, bool copy, bool parallel)
{
    return r->keeps_text                     ? NULL
           : copy                            ? "!tcr_seq"
           : parallel || reproducible_any(r) ? "1"
           : r->refused                      ? NULL
                                             : "tcr_done > 0";
}

static void final_values(const struct region *r, const char *when, struct buf *out)
{
    struct buf text = {0};
    if (when)
        emit_final_values(r, &text);
    if (text.len && strcmp(when, "1") == 0)
        buf_add(out, text.s);
    else if (text.len)
        buf_printf(out, "    if (%s) {\n%s    }\n", when, text.s);
    buf_free(&text);
}

/* Does a pragma stand before the user's text?  One that is not heeded would be what an
 * `if` in front of it governs: gcc takes it for a statement. */
static bool has_pragma(const struct region *r, bool parallel)
{
    return r->keeps_text || (parallel && !reproducible_any(r));
}

/* Without iterations, OpenMP has no last values, gives some to inner counters, and
 * divides by a step that is 0. */
static bool needs_iteration(const struct region *r)
{
    bool steps = false;
    for (size_t i = 0; i < emit_collapsed(r); i++)
        steps |= r->loops[i]->vars[0].step != NULL;
    return r->n_lastprivates || emit_collapsed(r) > 1 || steps;
}

/* The loop on the host, up to where the user's text of it follows; true: there is
 * a copy in front of that, chosen by tcr_seq. */
static bool host_loop(struct region *r, bool parallel, struct buf *before)
{
    bool exact = reproducible_any(r);
    bool order = parallel && emit_has_order(r), odd = emit_maybe_odd(r);
    bool again = parallel && emit_maybe_lost(r);
    bool copy = exact ? odd
                      : parallel && (emit_maybe_far(r) || odd || emit_maybe_large(r) || order ||
                                     again || emit_maybe_infinite(r));
    if (copy && exact) {
        buf_add(before, "    int tcr_seq = 0;\n");
    } else if (copy) {
        emit_far_test(r, before);
        emit_large_test(r, before);
        emit_infinity_test(r, before);
    }
    before_loop(r, copy, parallel, before);
    if (again)
        emit_first_values(r, before);
    if (copy && exact)
        buf_printf(before, "    tcr_seq = tcr_odd;\n    if (tcr_seq) { %s%s }\n    else\n",
                   emit_labels(r), region_lines(r, r->begin, r->end));
    else if (copy)
        sequential_copy(r, before);
    if (exact) {
        exact_loop(r, parallel, before);
        if (has_pragma(r, parallel))
            buf_add(before, "    {\n");
        return copy;
    }
    if (!copy && !r->refused)
        buf_printf(before, "    if (%s)\n", undone(r));
    if (parallel && needs_iteration(r))
        buf_printf(before, "    if (%s > 0)\n", emit_total(r));
    if (parallel && !copy && has_short_copy(r))
        short_copy(r, before);
    if (has_pragma(r, parallel))
        buf_add(before, "    {\n");
    if (parallel)
        openmp_pragma(r, before);
    return copy;
}

void emit_host(struct region *r, struct buf *before, struct buf *after, bool openmp)
{
    if (!emit_has_host(r))
        return; /* the loop stays as it is */
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    buf_printf(before, "{ /* tcr: %s:%u: %s */\n", pos.file, pos.line, r->pragma->words);
    for (size_t i = 0; i < r->n_externs && !r->refused; i++)
        buf_printf(before, "    %s\n", r->externs[i].text);
    if (!r->keeps_text)
        linked_start(r, before, false);
    emit_trips(r, before);
    linear_start(r, before);
    emit_section_numbers(r, before);
    bool parallel = openmp && emit_openmp_legal(r) && !r->keeps_text;
    bool copy = host_loop(r, parallel, before);
    if (has_pragma(r, parallel))
        buf_add(after, "    }\n");
    if (parallel && emit_maybe_lost(r))
        emit_again(r, after);
    buf_add(after, "    if (tcr_run) tcr_region_host_end(tcr_run);\n");
    final_values(r, wants_finals(r, copy, parallel), after);
    emit_store_temps(r, copy, after);
    emit_compare_values(r, after);
    buf_add(after, "}\n");
}

/* SPDX-License-Identifier: MIT */
/*
 * plan_host.c: what runs a loop on the host: may OpenMP's threads have it, with which clauses,
 * and when does it run in its own order all the same?
 */
#include "plan_private.h"

#include <string.h>

#include "../ir/hostint.h"
#include "../source/operators.h"
#include "cost.h"

/* Iterations × operations under which threads cost more than they bring. */
#define PARALLEL_WORK 20000.0

/* Iterations: if fewer make a loop's work worth the threads, its body is long, and a second copy of
 * it would cost more compile time than it is worth. */
enum { SHORT_LEAST = 100 };

/* ---- may threads have it? ---- */

/* Parts of a sum or product of signed numbers may overflow where the whole does not, and gcc adds
 * those of a char or short in that type, which C does in int.  Whoever has overflow reported would
 * see one that the program does not have. */
static bool parts_may_trap(const struct region *r, const struct reduction *red)
{
    return r->facts->traps && type_is_integer(red->type) && !type_is_unsigned(red->type) &&
           operator_is(red->op, OPERATOR_ARITHMETIC);
}

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

/* May OpenMP's threads have copies of the section?  Of one that is not too large; and a clause
 * names an array once. */
static bool section_shared(const struct region *r, const struct reduction *red)
{
    const struct array_section *s = red->section;
    const struct type *t = red->type;
    bool inside = s->object || (!r->refused && s->inside);
    /* clang has no list items of an array whose length another file knows, and of a section of a
     * variable with static storage (14 and 19: that other units may know) threads get no copies */
    bool own = s->base->kind == EXPR_VAR &&
               (s->base->decl->kind == DECL_LOCAL || s->base->decl->kind == DECL_PARAM);
    bool whole = (own && s->base->type->count != -2) || !r->src->may_be_clang;
    return inside && whole && s->base->kind == EXPR_VAR && !section_has_sibling(r, red) &&
           !type_is_bool(t) && !operator_is(red->op, OPERATOR_LOGICAL) &&
           (!operator_is(red->op, OPERATOR_ORDER) || type_is_integer(t) || r->finite_math) &&
           s->count * t->size <= PLAN_STACK_BYTES;
}

bool plan_is_legal(const struct plan *p)
{
    const struct region *r = p->r;
    if (r->scan || !r->checked || r->thread_local || r->dead_exit || r->leaves || r->sees_nan ||
        access_scatters(r) || (r->refused && r->refuse_level == REFUSE_LOOP))
        return false;
    /* sums without rounding have a loop of ours */
    for (size_t i = 0; i < plan_collapsed(r) && !reproducible_any(r); i++)
        if (!only_one(r, r->loops[i]) || r->loops[i]->stmt->tested ||
            constant_condition(r->loops[i]) || !openmp_counter(r->loops[i]->vars[0].var->type))
            return false;
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        if (reproducible_sum(r, red))
            continue;
        if (parts_may_trap(r, red) || !openmp_type(r, red->type) ||
            (red->section && !section_shared(r, red)))
            return false;
    }
    return r->n_reductions > 0 || r->stores;
}

/* ---- in which order? ---- */

static bool through_pointer(const struct expr *lvalue)
{
    const struct expr *e = expr_object(lvalue);
    return e->kind == EXPR_DEREF || e->kind == EXPR_INDEX;
}

bool plan_maybe_same(const struct reduction *a, const struct reduction *b)
{
    const struct expr *x = a->lvalue, *y = b->lvalue;
    bool members = x->kind == EXPR_MEMBER && y->kind == EXPR_MEMBER;
    if (a->section || b->section) /* or one a part of the other */
        return through_pointer(x) || through_pointer(y);
    if (a->type->kind != TYPE_SCALAR || b->type->kind != TYPE_SCALAR ||
        a->type->size != b->type->size || type_is_integer(a->type) != type_is_integer(b->type) ||
        (a->decl && b->decl) || (!through_pointer(x) && !through_pointer(y)))
        return false;
    return !(members && x->a->type->kind == TYPE_RECORD && !x->a->type->record->is_union &&
             x->a->type->record == y->a->type->record && x->field != y->field) &&
           !expr_is_bit_field(x) && !expr_is_bit_field(y);
}

static bool any_same(const struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        for (size_t k = 0; k < i; k++)
            if (plan_maybe_same(&r->reductions[i], &r->reductions[k]))
                return true;
    return false;
}

static bool any_deviceptr(const struct region *r)
{
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].map == TCR_MAP_DEVICEPTR)
            return true;
    return false;
}

/* May a variable start from what OpenMP would change? */
static bool maybe_odd(const struct plan *p)
{
    if (any_same(p->r))
        return true;
    if (any_deviceptr(p->r) && !p->r->refused)
        return false; /* only the device can read it: at least the truth is right */
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const struct plan_reduction *red = &p->reductions[i];
        if (red->keeps_initial || red->keeps_nan || red->keeps_counter || red->keeps_constant)
            return true;
    }
    return false;
}

static bool visit_namesake(struct stmt *s, void *ctx)
{
    const struct decl **counter = ctx;
    for (size_t i = 0; *counter && s->kind == STMT_DECL && i < s->n_decls; i++)
        if (s->decls[i] != *counter && strcmp(s->decls[i]->name, (*counter)->name) == 0)
            *counter = NULL;
    return *counter;
}

/* May threads note the iteration in which they have found a minimum? */
static bool counts_by_name(const struct region *r)
{
    for (size_t i = 0; i < r->n_loops && r->n_bests; i++) {
        const struct decl *counter = r->loops[i]->vars[0].var;
        stmt_walk(r->body, visit_namesake, &counter);
        if (!counter)
            return false;
    }
    return true;
}

/* May a result be infinite or NaN where that of the loop in its order is not?  What writes memory
 * cannot run twice, and of sections nothing is kept: then only what is known before counts. */
static unsigned maybe_lost(const struct plan *p)
{
    const struct region *r = p->r;
    bool some = false, infinite = false, twice = !r->stores && !r->finite_math && !p->exact;
    for (size_t i = 0; i < r->n_reductions; i++) {
        twice &= !r->reductions[i].section;
        infinite |= p->reductions[i].loses_infinity;
        some |= p->reductions[i].overflows || p->reductions[i].loses_infinity;
    }
    return twice && some ? PLAN_WHEN_LOST : infinite ? PLAN_WHEN_INFINITE : 0;
}

static unsigned reasons_for_order(const struct plan *p)
{
    unsigned odd = p->odd ? PLAN_WHEN_ODD : 0, when = odd;
    if (p->exact || !p->parallel)
        return p->exact ? odd : 0;
    for (size_t i = 0; i < p->n_loops; i++)
        when |= p->loops[i].far ? PLAN_WHEN_FAR : 0;
    when |= p->large ? PLAN_WHEN_LARGE : 0;
    when |= p->order ? PLAN_WHEN_ORDER | PLAN_WHEN_FEW : 0;
    return when | maybe_lost(p);
}

/* ---- the pragma ---- */

const char *plan_step(const struct region *r, const struct induction *v)
{
    if (v->by)
        return v->by;
    if (!v->step)
        return ir_printf("(%lldLL)", v->step_const);
    bool wider = v->var->type->kind == TYPE_SCALAR && v->step->type->size > v->var->type->size;
    const char *type = wider ? ir_printf("(%s)", type_host_name(v->var->type)) : "";
    return ir_printf("(%s(long long)%s(%s))", v->negated ? "-" : "", type, plan_quote(r, v->step));
}

static void private_clauses(const struct plan *p, struct buf *out)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_privates; i++)
        buf_printf(out, " %sprivate(%s)",
                   region_is_last(r, r->privates[i]) ? "last"
                   : r->firstprivate[i]              ? "first"
                                                     : "",
                   r->privates[i]->name);
    for (size_t k = 1; k < r->loops[0]->n_vars; k++)
        buf_printf(out, " linear(%s:%s)", r->loops[0]->vars[k].var->name,
                   plan_step(r, &r->loops[0]->vars[k]));
    /* variables of inner loops that were declared outside */
    for (size_t i = p->n_collapsed; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            if (!r->loops[i]->vars[k].declared)
                buf_printf(out, " private(%s)", r->loops[i]->vars[k].var->name);
}

/* For all but sums without rounding, and the places of minima, which the device reduces. */
static void reduction_clauses(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_reductions; i++) {
        const struct plan_reduction *red = &p->reductions[i];
        const struct array_section *s = red->of->section;
        if (red->exact || red->of->best)
            continue;
        buf_printf(out, " reduction(%s:%s", red->op, s ? s->base->decl->name : red->host);
        for (size_t d = 0; s && d < s->n_dims; d++)
            buf_printf(out, "[%s:%s]", plan_number("from", i, d, s->dims[d].lo),
                       plan_number("len", i, d, s->dims[d].len));
        buf_add(out, ")");
    }
}

/* By an amount that is no constant.  With lanes, gcc 12 lets every thread begin at the first one's
 * value where the amount is of the variable's own type: it has 64 bits. */
static bool moves_wide_number(const struct loop *l)
{
    for (size_t k = 0; k < l->n_vars; k++) {
        const struct type *t = l->vars[k].var->type;
        if (l->vars[k].by && t->kind == TYPE_SCALAR && t->size == 8)
            return true;
    }
    return false;
}

/* gcc 12 writes beyond its lanes' variables where one is _Bool that is used behind the loop, and
 * reads wrong places where a pointer counts; no compiler has a vector of copies of a section,
 * and functions that get an address have one number behind it.
 * Of a loop that writes what it reads, clang 19 lets loads pass stores. */
static bool is_unfit_for_simd(const struct plan *p)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_reductions; i++)
        if (r->hands_address || r->reductions[i].section || type_is_bool(r->reductions[i].type))
            return true;
    for (size_t i = 0; i < r->n_lastprivates; i++)
        if (type_is_bool(type_flat_element(r->lastprivates[i]->type)))
            return true;
    for (size_t i = 0; i < p->n_collapsed && !r->src->may_be_clang; i++)
        if (r->loops[i]->vars[0].var->type->kind == TYPE_POINTER)
            return true;
    bool wide = !r->src->may_be_clang && r->n_loops == 1 && moves_wide_number(r->loops[0]);
    return r->stores || r->atomics || r->n_bests || wide;
}

static void write_clauses(struct plan *p)
{
    struct buf reduced = {0}, all = {0};
    bool simd = !is_unfit_for_simd(p);
    reduction_clauses(p, &reduced);
    p->reduced = ir_strdup(reduced.s ? reduced.s : "");
    /* clang 14 at -O1 takes lanes' updates of one variable in memory for independent ones,
     * unless a distance limits them */
    if (simd)
        buf_add(&all, p->r->src->may_be_clang ? " simd safelen(64)" : " simd");
    if (p->n_collapsed > 1)
        buf_printf(&all, " collapse(%zu)", p->n_collapsed);
    buf_add(&all, p->reduced);
    private_clauses(p, &all);
    p->clauses = ir_strdup(all.s);
    buf_free(&reduced);
    buf_free(&all);
}

/* Has its own text local labels, which clang has in its region only? */
static bool has_labels(const struct region *r)
{
    for (size_t i = 0; i < r->n_labels; i++)
        if (r->labels[i]->begin >= r->begin && r->labels[i]->begin < r->end)
            return true;
    return false;
}

/* May lanes run the copy for few iterations?  firstprivate is no clause of simd. */
static bool is_short_simd(const struct plan *p)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_privates; i++)
        if (r->firstprivate[i])
            return false;
    return !is_unfit_for_simd(p) && !has_labels(r);
}

/* ---- the variants ---- */

static void add(struct plan *p, enum plan_run run, unsigned when)
{
    p->variants[p->n_variants++] = (struct plan_variant){run, when};
}

/* Even with one thread, a parallel region calls OpenMP's runtime, which takes time, and memory
 * from the heap, for which a signal handler must not ask.  So there is a copy for few iterations;
 * loops that write arrays have a copy in their own order for other reasons.  Where such a copy may
 * follow this one (PLAN_WHEN_LOST), this one leaves alone what that one begins with: of variables
 * that have temporaries, and of firstprivate ones, no value is kept. */
static bool has_short_copy(const struct plan *p)
{
    return p->parallel && !p->r->stores && !p->r->atomics && p->enough >= SHORT_LEAST &&
           (!p->in_order || (!(p->in_order & PLAN_WHEN_ORDER) && p->short_simd));
}

/* Why the copy in its own order runs: where no other is for few iterations, for them, too. */
static unsigned order_when(const struct plan *p)
{
    const bool few = p->parallel && !p->exact && !(p->in_order & PLAN_WHEN_ORDER);
    return p->in_order | (few && !has_short_copy(p) ? PLAN_WHEN_FEW : 0);
}

/* Have sums without rounding a second loop, without threads, for few iterations among others? */
static bool is_exact_twice(const struct plan *p)
{
    return p->exact && p->parallel && (p->order || p->large || p->enough >= SHORT_LEAST);
}

static void list_variants(struct plan *p)
{
    if (p->device)
        add(p, PLAN_RUN_DEVICE, 0);
    if (p->in_order)
        add(p, PLAN_RUN_IN_ORDER, order_when(p));
    if (p->exact) {
        add(p, PLAN_RUN_EXACT, 0);
        add(p, PLAN_RUN_WRITTEN, 0);
        return;
    }
    if (has_short_copy(p))
        add(p, PLAN_RUN_FEW, PLAN_WHEN_FEW);
    add(p, p->parallel ? PLAN_RUN_THREADS : PLAN_RUN_WRITTEN, 0);
    if (p->in_order & PLAN_WHEN_LOST)
        add(p, PLAN_RUN_AGAIN, PLAN_WHEN_LOST);
}

/* When must the loop variables still get their values?  A loop in its own order has
 * set them itself.  NULL: never. */
static const char *wants_finals(const struct plan *p)
{
    return p->r->keeps_text          ? NULL
           : p->in_order             ? "!tcr_seq"
           : p->parallel || p->exact ? "1"
           : p->r->refused           ? NULL
                                     : "tcr_done > 0";
}

/* Without iterations, OpenMP has no last values, gives some to inner counters, and
 * divides by a step that is 0. */
static bool needs_iteration(const struct plan *p)
{
    bool steps = false;
    for (size_t i = 0; i < p->n_collapsed; i++)
        steps |= p->r->loops[i]->vars[0].step != NULL;
    return p->r->n_lastprivates || p->n_collapsed > 1 || steps;
}

static bool calls_replaceable(const struct region *r)
{
    for (size_t i = 0; i < r->n_functions && !r->refused; i++)
        if (r->functions[i].replaceable && r->functions[i].called)
            return true;
    return false;
}

/* May the runtime compute the product on the host, with threads of its own choice?  Where the
 * program's own directive makes threads, if it asks for nothing else. */
static bool is_host_product(const struct plan *p)
{
    const struct region *r = p->r;
    if (!p->product || !p->device || r->site.team)
        return false;
    if (!r->keeps_text)
        return p->order;
    for (size_t i = r->site.first; i < r->site.first + r->site.count; i++) {
        const struct construct *c = &r->facts->constructs[i];
        if (construct_clause(c, "num_threads") || construct_clause(c, "thread_limit") ||
            construct_clause(c, "if"))
            return false;
    }
    return r->site.heeded && r->site.parts & PART_PARALLEL;
}

/* Iterations that are not worth a question, of a loop of which the text does not say how many it
 * has, but what each does. */
static long long unasked(const struct region *r)
{
    if (!cost_is_simd(r) || !r->dir->on_host || r->ops != r->ops_flat || r->n_functions)
        return 0;
    return (long long)(cost_worth / (r->work > 1 ? r->work : 1));
}

/* Where the team's region is in sight, site.c has looked for `cancel`.  By a caller, a loop with
 * `nowait` may be missed: with a barrier of the program's own behind it, such a team would wait for
 * ever without us. */
static bool may_be_missed(const struct region *r)
{
    const struct construct *on = &r->facts->constructs[r->site.first];
    bool nowait = false;
    for (size_t i = 0; i < r->site.count; i++)
        nowait |= construct_clause(&on[i], "nowait") != NULL;
    return r->site.team && !r->site.parallel && nowait;
}

/* A target construct with `nowait` is a task, which may run when the loop's text is behind. */
static bool is_deferred(const struct region *r)
{
    const struct construct *on = &r->facts->constructs[r->site.first];
    for (size_t i = 0; i < r->site.count && r->site.heeded; i++)
        if (on[i].parts & PART_TARGET && construct_clause(&on[i], "nowait"))
            return true;
    return false;
}

void plan_host(struct plan *p)
{
    const struct region *r = p->r;
    p->own = calls_replaceable(r);
    /* a team's is called by one thread and run by all; the host's loop finds no place */
    p->compares = !r->refused && !r->site.team && !r->n_bests && !r->n_declarings;
    p->deferred = is_deferred(r);
    p->missed = may_be_missed(r);
    p->has_order = r->mapped && p->writes && p->legal;
    p->asks_order = p->has_order && !p->proved;
    p->parallel = p->legal && !r->keeps_text && counts_by_name(r) &&
                  !(r->inner_omp && r->facts->openmp == USER_OPENMP_ON);
    p->order = p->parallel && p->has_order;
    p->host_product = is_host_product(p);
    p->enough = (long long)(PARALLEL_WORK / (r->ops > 1 ? r->ops : 1));
    p->unasked = p->device ? unasked(r) : 0;
    p->odd = maybe_odd(p);
    p->in_order = reasons_for_order(p);
    p->exact_twice = is_exact_twice(p);
    p->pragma = r->keeps_text || (p->parallel && !p->exact);
    p->one_iteration = p->parallel && needs_iteration(p);
    p->short_simd = is_short_simd(p);
    p->finals = wants_finals(p);
    if (p->parallel)
        write_clauses(p);
    list_variants(p);
}

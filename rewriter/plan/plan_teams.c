/* SPDX-License-Identifier: MIT */
/*
 * plan_teams.c: which inner loops the threads of a team share (kernels/team.cuh).
 *
 * Such a loop's iterations may be done in any order, but for what it folds (analyse/fold.h).  The
 * rest of the body is done by all threads of a team alike: so each of its statements either changes
 * variables of the thread's own, or only what all see, which one of them then does.  A body with
 * anything else is left to one thread.
 */
#include "plan_private.h"

#include "../access/dependence.h"
#include "../front/ast.h"
#include "device_shape.h"

/* Trips that are known to be no more stay in a thread. */
enum { FEW_TRIPS = 16 };
/* Iterations of a lane whose reads are made together, and the bytes of these, at most; where some
 * are of 8 bytes, and else.  (Measured on rows and matrices on one H200, docs/performance.md.) */
enum {
    VECTORS_AT_ONCE = 4,
    MOST_AT_ONCE = 16,
    WIDE_BYTES = 96,
    NARROW_BYTES = 128,
    VECTOR_BYTES = 64, /* in vectors: of more, some would leave the registers again */
    /* of iterations with loops of their own, whose number varies from row to row */
    NESTED_BATCH = 2,
    WIDE_BATCH = 4,
    NARROW_BATCH = 8,
    MUCH_A_READ = 4, /* operations for each read of a loop of known length: then what computes is */
    MUCH_AT_ONCE = 8, /* to be short, and so many iterations without a question are enough; */
    LONG_AT_ONCE = 4, /* so many, if they have more operations than that */
    LONG_BODY = 64,
    PREFIX_AT_ONCE = 4, /* of prefix sums, each of whose steps goes through the team */
    PREFIX_BYTES = 64
};

/* ---- what an expression does ---- */

struct effects {
    const struct plan *p;
    bool local;  /* changes a variable of the thread */
    bool shared; /* memory, */
    bool summed; /* or a reduction variable of the directive */
    bool other;  /* something that is not known well enough */
};

/* A function that is called may call others: all count. */
static bool functions_store(const struct plan *p)
{
    for (size_t i = 0; i < p->r->n_functions; i++)
        if (body_function_stores(p->r, &p->r->functions[i]))
            return true;
    return false;
}

static bool gets_pointer(const struct expr *e)
{
    for (size_t i = 0; i < e->n_args; i++)
        if (e->args[i] && e->args[i]->type->kind == TYPE_POINTER) /* NULL: nan("")'s */
            return true;
    return false;
}

static bool calls_plainly(const struct plan *p, const struct expr *e)
{
    return !gets_pointer(e) && (e->math || !functions_store(p));
}

static bool visit_effect(struct expr *e, void *ctx)
{
    struct effects *f = ctx;
    if (e->atomic || e->kind == EXPR_STATEMENTS || e->kind == EXPR_END ||
        (e->kind == EXPR_CALL && !calls_plainly(f->p, e)))
        f->other = true;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) {
        bool local = e->a->reduction < 0 && shape_is_local(e->a);
        f->local |= local;
        f->summed |= e->a->reduction >= 0;
        f->shared |= !local && e->a->reduction < 0;
    }
    return true;
}

static struct effects effects_of(const struct plan *p, struct expr *e)
{
    struct effects f = {.p = p};
    if (e)
        expr_walk(e, visit_effect, &f);
    return f;
}

bool plan_leads(const struct plan *p, struct expr *e)
{
    struct effects f = effects_of(p, e);
    return f.shared || f.summed;
}

bool plan_meets(const struct plan *p, struct expr *e)
{
    return effects_of(p, e).shared;
}

/* ---- a loop that can be shared ---- */

struct bound_search {
    const struct plan *p;
    struct stmt *body;
    bool fits;
};

static bool visit_bound(struct expr *e, void *ctx)
{
    struct bound_search *s = ctx;
    if (shape_is_argument(s->p->r, e))
        return false;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || e->kind == EXPR_CALL ||
        e->kind == EXPR_STATEMENTS || e->atomic ||
        (e->kind == EXPR_VAR && region_may_write(s->p->r, s->body, e->decl)))
        s->fits = false;
    return s->fits;
}

struct write_search {
    const struct plan *p;
    const struct folds *folds; /* whose places are written behind the loop */
    bool found;
};

static bool visit_write(struct expr *e, void *ctx)
{
    struct write_search *s = ctx;
    s->found |= (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->reduction < 0 &&
                !shape_is_local(e->a) && fold_of_place(s->folds, e->a) < 0;
    if (e->kind == EXPR_CALL)
        s->found |= e->math ? gets_pointer(e) : functions_store(s->p);
    return !s->found;
}

/* While it runs: but for what it folds. */
static bool writes_memory(const struct plan *p, const struct plan_loop *at)
{
    struct write_search w = {.p = p, .folds = &at->folds};
    stmt_walk_exprs(at->stmt, visit_write, &w);
    return w.found;
}

/* Does the bound stay what it is while the loop runs?  (Of memory the proof of the order says so:
 * the bound is read in each iteration.) */
static bool fixed_bound(const struct plan *p, const struct plan_loop *at)
{
    struct bound_search s = {.p = p, .body = at->stmt->body, .fits = true};
    expr_walk(at->loop->upper, visit_bound, &s);
    return s.fits;
}

static bool plain_number(const struct type *t)
{
    return t->kind == TYPE_SCALAR && t->size <= 8 && !t->is_atomic;
}

static bool plain_folds(const struct folds *f)
{
    for (size_t i = 0; i < f->n; i++) {
        const struct type *t = f->list[i].type;
        if (!plain_number(type_is_complex(t) ? t->record->part : t))
            return false;
        for (size_t k = 0; k < f->list[i].n_along; k++)
            if (!plain_number(f->list[i].along[k]->type))
                return false;
    }
    return true;
}

/* So many trips, or more than a few. */
static bool few_trips(const struct loop *l)
{
    long long lo, hi, by = l->vars[0].step_const;
    return expr_const(l->vars[0].lower, &lo) && expr_const(l->upper, &hi) && by != 0 &&
           (hi - lo) / by <= FEW_TRIPS;
}

static bool counts_plainly(const struct plan *p, const struct plan_loop *at)
{
    const struct loop *l = at->loop;
    const struct induction *v = &l->vars[0];
    const struct type *t = v->var->type;
    bool wrapping = l->rel == OP_NE &&
                    (v->step_const * v->step_const != 1 || (type_is_unsigned(t) && t->size < 8));
    struct effects lower = effects_of(p, v->lower);
    return l->n_vars == 1 && !l->sets_more && !l->linked && !v->step && !v->by &&
           v->step_const != 0 && t->kind == TYPE_SCALAR && type_is_integer(t) && !t->is_atomic &&
           !type_is_bool(t) && type_is_integer(l->cmp_type) && l->cmp_type->size >= 4 &&
           !plan_may_wrap(l) && !wrapping && !lower.local && !lower.shared && !lower.summed &&
           !lower.other && fixed_bound(p, at) && !few_trips(l);
}

/* In order, lanes compute parts of sums, which all of them add up; so each of them
 * would write what the loop writes between. */
static bool keeps_order(const struct plan *p, struct plan_loop *at)
{
    at->parts = (struct fold_parts){0};
    return !plan_in_order(p, at->stmt) || (fold_find_parts(at->loop, &at->folds, &at->parts) &&
                                           !(at->parts.n && writes_memory(p, at)));
}

/* A variable of the iteration, by a pointer to it? */
static bool visit_pointed(struct expr *e, void *ctx)
{
    bool *found = ctx;
    const struct expr *to = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC ? e->a : NULL;
    while (to && (to->kind == EXPR_MEMBER || (to->kind == EXPR_INDEX && to->a->kind == EXPR_DECAY)))
        to = to->kind == EXPR_MEMBER ? to->a : to->a->a;
    if (to && (to->kind == EXPR_INDEX || to->kind == EXPR_DEREF) && shape_is_local(to))
        *found = true;
    return !*found;
}

/* Each thread has its own of these variables, and what the loop leaves in them is looked for by
 * their names. */
static bool writes_by_pointer(const struct plan_loop *at)
{
    bool found = false;
    stmt_walk_exprs(at->stmt, visit_pointed, &found);
    return found;
}

static bool is_shared(const struct plan *p, struct plan_loop *at)
{
    struct stmt *s = at->stmt;
    return at->loop && at->mapping == PLAN_MAP_THREAD &&
           (at->order == PLAN_ORDER_PROVED || at->order == PLAN_ORDER_GIVEN) && !s->is_call &&
           !stmt_leaves(s) && !stmt_has_label(s->body) && !stmt_has_goto(s->body) &&
           (s->init->kind != STMT_DECL || s->init->n_decls == 1) && counts_plainly(p, at) &&
           plain_folds(&at->folds) && keeps_order(p, at) && !writes_by_pointer(at) &&
           (!fold_has_prefix(&at->folds) || plan_prefix(p, at));
}

/* ---- the body ---- */

struct team_search {
    struct plan *p;
    bool fits;
    int shared;  /* loops */
    bool flat;   /* what all threads of a block must come to is not under a condition */
    bool always; /* every iteration comes to these loops */
    /* Of the way to the first shared loop that an iteration comes to: */
    bool met;    /* every path to here has met one */
    bool stored; /* something is written on it */
    struct plan_front front;
    bool probes; /* so far nothing, and no read of the front may change */
};

static struct plan_loop *loop_at(struct plan *p, const struct stmt *s)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].stmt == s)
            return &p->loops[i];
    return NULL;
}

/* A value that decides where control goes, or that `d` starts from. */
static void look_at_value(struct team_search *s, struct decl *d, struct expr *e)
{
    struct effects f = effects_of(s->p, e);
    s->fits &= !f.shared && !f.summed && !f.other;
    if (!s->met)
        plan_front_value(&s->front, f.local ? NULL : d, e);
}

static void look_at(struct team_search *s, struct stmt *t, bool top);

static void look_at_loop(struct team_search *s, struct stmt *t, bool top)
{
    struct plan_loop *l = loop_at(s->p, t);
    if (l && is_shared(s->p, l)) {
        if (!s->met)
            plan_front_loop(&s->front, l->loop);
        s->probes &= s->met || !s->stored;
        s->shared++;
        s->met = true;
        s->flat &= top;
        s->always &= top;
        l->writes = writes_memory(s->p, l);
        l->mapping = PLAN_MAP_TEAM;
        return;
    }
    if (t->init)
        look_at(s, t->init, false);
    look_at_value(s, NULL, t->expr);
    look_at_value(s, NULL, t->step);
    bool met = s->met;
    look_at(s, t->body, false);
    s->met = met;
}

static void look_at_if(struct team_search *s, struct stmt *t)
{
    bool met = s->met;
    look_at_value(s, NULL, t->expr);
    look_at(s, t->body, false);
    bool then = s->met;
    s->met = met;
    if (t->other)
        look_at(s, t->other, false);
    s->met &= then;
}

/* A statement of the body's own.  The kernel's look ends behind the last of them that has a shared
 * loop, and in front of what is stored. */
static void look_at_own(struct team_search *s, struct stmt *t)
{
    int shared = s->shared;
    look_at(s, t, true);
    if (s->shared == shared)
        return;
    plan_front_reads(&s->front);
    s->probes &= !s->front.moving;
}

static void look_at(struct team_search *s, struct stmt *t, bool top)
{
    struct effects f;
    switch (t->kind) {
    case STMT_COMPOUND:
        for (size_t i = 0; i < t->n_list; i++)
            look_at(s, t->list[i], top);
        break;
    case STMT_DECL:
        for (size_t i = 0; i < t->n_decls; i++)
            look_at_value(s, t->decls[i], t->inits[i]);
        break;
    case STMT_EXPR:
        f = effects_of(s->p, t->expr);
        if (!s->met && !f.shared && !f.summed) /* else only who leads does it, and no look */
            plan_front_statement(&s->front, t->expr);
        s->fits &= !f.other && !((f.shared || f.summed) && f.local);
        s->stored |= f.shared && !s->met;
        s->flat &= top || !(f.shared || (f.summed && s->p->checks)); /* they meet, or agree */
        break;
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_DO:
        look_at_loop(s, t, top);
        break;
    case STMT_IF:
        look_at_if(s, t);
        break;
    case STMT_CONTINUE:
        s->flat = s->always = false;
        break;
    case STMT_BREAK:
        break;
    default:
        s->fits = t->kind == STMT_NULL && s->fits;
    }
}

/* ---- all of it ---- */

static bool reads_wide(const struct plan_loop *at)
{
    for (size_t i = 0; i < at->n_early; i++)
        if (at->early[i].read->type->size >= 8)
            return true;
    return false;
}

/* As many iterations at once as their reads take registers for; as many where they may not all be
 * there. */
static void choose_unroll(const struct plan *p, struct plan_loop *at)
{
    bool wide = reads_wide(at);
    int most = wide ? WIDE_BYTES : NARROW_BYTES;
    at->unroll = MOST_AT_ONCE;
    if (at->n_adds) {
        at->unroll = PREFIX_AT_ONCE;
        while (at->unroll > 1 && at->unroll * at->early_bytes > PREFIX_BYTES)
            at->unroll /= 2;
        at->batch = at->unroll;
        return;
    }
    while (at->unroll > 1 && at->unroll * at->early_bytes > most)
        at->unroll /= 2;
    if (at->n_early == 0 || stmt_has_loop(at->stmt->body))
        at->unroll = 1;
    at->batch = wide ? WIDE_BATCH : NARROW_BATCH;
    if (at->batch > at->unroll)
        at->batch = at->unroll;
    if (at->unroll > 1 && p->trips_range >= 0 &&
        p->r->ops_flat >= MUCH_A_READ * (double)at->n_early) {
        const int enough = p->r->ops_flat > LONG_BODY ? LONG_AT_ONCE : MUCH_AT_ONCE;
        at->unroll = at->unroll < enough ? at->unroll : enough;
        at->batch = 1;
    }
    if (at->width > 1) {
        at->unroll = VECTORS_AT_ONCE * at->width;
        while (at->unroll > at->width && at->unroll * at->early_bytes > VECTOR_BYTES)
            at->unroll /= 2;
        at->batch = at->unroll > 2 * at->width ? at->unroll : 2 * at->width;
    }
}

static void leave_to_threads(struct plan *p)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].mapping == PLAN_MAP_TEAM)
            p->loops[i].mapping = PLAN_MAP_THREAD;
}

/* What must hold in a call for several threads to share all of them. */
static void find_given(struct plan *p)
{
    p->or_same = true;
    for (size_t i = p->r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].mapping == PLAN_MAP_TEAM && p->loops[i].order == PLAN_ORDER_GIVEN) {
            p->if_apart = true;
            p->or_same &= p->loops[i].or_same;
        }
}

/* Is there a loop that all threads of a team run alike? */
static bool any_alike(const struct plan *p)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++) {
        const struct stmt *s = p->loops[i].stmt;
        bool alike = p->loops[i].mapping != PLAN_MAP_TEAM;
        for (size_t k = p->r->n_loops; k < p->n_loops && alike; k++)
            alike = p->loops[k].mapping != PLAN_MAP_TEAM || s->number < p->loops[k].stmt->number ||
                    s->number > p->loops[k].stmt->last;
        if (alike)
            return true;
    }
    return false;
}

static bool any_prefix(const struct plan *p)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].mapping == PLAN_MAP_TEAM && fold_has_prefix(&p->loops[i].folds))
            return true;
    return false;
}

static bool any_ordered(const struct plan *p)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].mapping == PLAN_MAP_TEAM && p->loops[i].parts.n)
            return true;
    return false;
}

/* The range that says how long the first of them is; -1: the kernel looks. */
static int trips_range(const struct plan *p)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++)
        for (size_t k = 0; p->loops[i].mapping == PLAN_MAP_TEAM && k < p->r->n_nest; k++)
            if (p->r->nest[k].stmt == p->loops[i].stmt && p->r->nest[k].range >= 0)
                return p->r->nest[k].range;
    return -1;
}

/* Is there something of the region that a team cannot keep? */
static bool keeps_threads(const struct plan *p)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_reductions; i++)
        if (p->reductions[i].form == PLAN_FORM_EXACT)
            return true;
    return p->copies || r->ends || r->sees_nan || r->n_atomic_constructs || r->unordered ||
           reproducible_any(r) || r->n_labels;
}

/* How the team goes through its loop L; the first of them says how many iterations it takes at
 * once. */
static void choose_form(struct plan *p, const struct team_search *s, struct plan_loop *l)
{
    plan_early(l);
    if (fold_has_prefix(&l->folds))
        plan_prefix_reads(p, l);
    else
        plan_runs(p, l);
    if (s->shared == 1)
        plan_passing(p, l);
    choose_unroll(p, l);
    p->flat = s->always && s->shared == 1 && plan_flat(p, l);
    p->packed = s->always && s->shared == 1 && plan_packed(p, l);
    p->few = s->always && s->shared == 1 && s->probes && plan_few(p, l);
    if (p->batch > 0)
        return;
    p->vectors = l->width > 1;
    p->batch = l->batch < WIDE_BATCH ? WIDE_BATCH : l->batch;
    if (stmt_has_loop(l->stmt->body)) /* an iteration is long by itself */
        p->batch = 1;
}

void plan_teams(struct plan *p)
{
    struct region *r = p->r;
    struct team_search s = {
        .p = p, .fits = true, .flat = true, .always = true, .probes = true, .front = {.p = p}};
    if (keeps_threads(p))
        return;
    struct stmt *own = r->body;
    for (size_t i = 0; i < (own->kind == STMT_COMPOUND ? own->n_list : 1); i++)
        look_at_own(&s, own->kind == STMT_COMPOUND ? own->list[i] : own);
    p->teams = s.fits && s.shared;
    if (!p->teams) {
        leave_to_threads(p);
        return;
    }
    find_given(p);
    p->trips_range = trips_range(p);
    p->probes = s.probes && p->trips_range < 0;
    if (p->probes && s.front.given) {
        p->if_apart = true;
        p->or_same = false;
    }
    p->columns = s.flat && plan_by_columns(p);
    p->agrees = p->checks && any_alike(p);
    p->ordered = any_ordered(p);
    p->prefixes = any_prefix(p);
    /* there, a thread by itself reads as well, and in order */
    if ((p->ordered || p->prefixes) && p->columns) {
        p->columns = p->prefixes = false;
        leave_to_threads(p);
        p->teams = false;
        return;
    }
    for (size_t i = r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].mapping == PLAN_MAP_TEAM)
            choose_form(p, &s, &p->loops[i]);
}

const struct plan_loop *plan_team_loop(const struct plan *p, const struct stmt *s)
{
    for (size_t i = p->r->n_loops; p->teams && i < p->n_loops; i++)
        if (p->loops[i].stmt == s && p->loops[i].mapping == PLAN_MAP_TEAM)
            return &p->loops[i];
    return NULL;
}

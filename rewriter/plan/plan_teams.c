/* SPDX-License-Identifier: MIT */
/*
 * plan_teams.c: which inner loops the threads of a team share (kernels/team.cuh), and where the
 * lanes go.
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
enum { MOST_AT_ONCE = 16, WIDE_BYTES = 96, NARROW_BYTES = 128, WIDE_BATCH = 4, NARROW_BATCH = 8 };

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
    bool reads; /* memory */
};

static bool visit_bound(struct expr *e, void *ctx)
{
    struct bound_search *s = ctx;
    if (shape_is_argument(s->p->r, e))
        return false;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || e->kind == EXPR_CALL ||
        e->kind == EXPR_STATEMENTS || e->atomic ||
        (e->kind == EXPR_VAR && stmt_writes(s->body, e->decl)))
        s->fits = false;
    s->reads |= (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && !shape_is_local(e);
    return s->fits;
}

struct write_search {
    const struct plan *p;
    bool found;
};

static bool visit_write(struct expr *e, void *ctx)
{
    struct write_search *s = ctx;
    s->found |= (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->reduction < 0 &&
                !shape_is_local(e->a);
    if (e->kind == EXPR_CALL)
        s->found |= e->math ? gets_pointer(e) : functions_store(s->p);
    return !s->found;
}

static bool writes_memory(const struct plan *p, struct stmt *s)
{
    struct write_search w = {.p = p};
    stmt_walk_exprs(s, visit_write, &w);
    return w.found;
}

/* Does the bound stay what it is while the loop runs? */
static bool fixed_bound(const struct plan *p, const struct loop *l)
{
    struct bound_search s = {.p = p, .body = l->stmt->body, .fits = true};
    expr_walk(l->upper, visit_bound, &s);
    return s.fits && !(s.reads && writes_memory(p, l->stmt->body));
}

static bool plain_number(const struct type *t)
{
    return t->kind == TYPE_SCALAR && t->size <= 8 && !type_is_half(t) && !t->is_atomic;
}

static bool plain_folds(const struct folds *f)
{
    for (size_t i = 0; i < f->n; i++) {
        if (!f->list[i].var || !plain_number(f->list[i].type))
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
    bool wrapping = l->rel == OP_NE && (v->step_const * v->step_const != 1 ||
                                        (type_is_unsigned(t) && t->size < 8));
    struct effects lower = effects_of(p, v->lower);
    return l->n_vars == 1 && !l->sets_more && !l->linked && !v->step && !v->by &&
           v->step_const != 0 && t->kind == TYPE_SCALAR && type_is_integer(t) && !t->is_atomic &&
           !type_is_bool(t) && type_is_integer(l->cmp_type) && l->cmp_type->size >= 4 &&
           !plan_may_wrap(l) && !wrapping && !lower.local && !lower.shared && !lower.summed &&
           !lower.other && fixed_bound(p, l) && !few_trips(l);
}

static bool is_shared(const struct plan *p, const struct plan_loop *at)
{
    struct stmt *s = at->stmt;
    return at->loop && at->mapping == PLAN_MAP_THREAD && at->order == PLAN_ORDER_PROVED &&
           !s->is_call && !stmt_leaves(s) && !stmt_has_label(s->body) && !stmt_has_goto(s->body) &&
           (s->init->kind != STMT_DECL || s->init->n_decls == 1) && counts_plainly(p, at) &&
           plain_folds(&at->folds);
}

/* ---- the body ---- */

struct team_search {
    struct plan *p;
    bool fits;
    int shared;  /* loops */
    bool flat;   /* what all threads of a block must come to is not under a condition */
    bool stored; /* something is written in front of the first of them */
    bool moving; /* what is read in front of it may change while the kernel runs */
    bool probes; /* nothing and no */
};

/* ---- what a kernel may look at before it starts ---- */

/* Numbers of two types are at two places. */
static bool differ(const struct type *a, const struct type *b)
{
    return a->kind == TYPE_SCALAR && b->kind == TYPE_SCALAR && a->size > 1 && b->size > 1 &&
           (a->size != b->size || type_is_integer(a) != type_is_integer(b));
}

/* May some iteration write what is read through that base? */
static bool may_change(const struct region *r, int base)
{
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].written &&
            ((int)i == base || base < 0 ||
             !(differ(r->bases[i].elem, r->bases[base].elem) ||
               dependence_apart((struct region *)r, dependence_base(&r->bases[i]),
                                dependence_base(&r->bases[base])))))
            return true;
    return false;
}

static bool visit_moving(struct expr *e, void *ctx)
{
    struct team_search *s = ctx;
    if (shape_is_argument(s->p->r, e))
        return false;
    bool memory = (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && !shape_is_local(e);
    if (memory || (e->kind == EXPR_CALL && !e->math))
        s->moving |= may_change(s->p->r, memory ? expr_facts(e)->through : -1);
    return !s->moving;
}

/* The blocks look at the length of the first shared loop when they start, and must see the same,
 * though others may be done by then. */
static void look_in_front(struct team_search *s, struct expr *e)
{
    if (e && !s->shared)
        expr_walk(e, visit_moving, s);
}

static struct plan_loop *loop_at(struct plan *p, const struct stmt *s)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].stmt == s)
            return &p->loops[i];
    return NULL;
}

static void look_at_value(struct team_search *s, struct expr *e)
{
    struct effects f = effects_of(s->p, e);
    s->fits &= !f.shared && !f.summed && !f.other;
    look_in_front(s, e);
}

static void look_at(struct team_search *s, struct stmt *t, bool top);

static void look_at_loop(struct team_search *s, struct stmt *t, bool top)
{
    struct plan_loop *l = loop_at(s->p, t);
    if (l && is_shared(s->p, l)) {
        look_in_front(s, l->loop->vars[0].lower);
        look_in_front(s, l->loop->upper);
        s->probes |= !s->shared++ && !s->stored && !s->moving;
        s->flat &= top;
        s->stored |= writes_memory(s->p, t);
        l->mapping = PLAN_MAP_TEAM;
        return;
    }
    if (t->init)
        look_at(s, t->init, false);
    look_at_value(s, t->expr);
    look_at_value(s, t->step);
    look_at(s, t->body, false);
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
            look_at_value(s, t->inits[i]);
        break;
    case STMT_EXPR:
        f = effects_of(s->p, t->expr);
        look_in_front(s, t->expr);
        s->fits &= !f.other && !((f.shared || f.summed) && f.local);
        s->stored |= f.shared;
        s->flat &= top || !f.shared;
        break;
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_DO:
        look_at_loop(s, t, top);
        break;
    case STMT_IF:
        look_at_value(s, t->expr);
        look_at(s, t->body, false);
        if (t->other)
            look_at(s, t->other, false);
        break;
    case STMT_CONTINUE:
        s->flat = false;
        break;
    case STMT_BREAK:
        break;
    default:
        s->fits = t->kind == STMT_NULL && s->fits;
    }
}

/* ---- where the lanes go ---- */

enum { FAR = 1 << 20 };
static long long stride(const struct access *a, int range)
{
    bool known = range >= 0 && range < TCR_MAX_LOOPS && !a->offset.c[range].symbol;
    return known ? a->offset.c[range].k : FAR;
}

/* Sectors of memory, of 32 bytes, that a warp touches along a loop. */
static int sectors(long long by, long long size)
{
    if (by == 0)
        return 1;
    long long n = by > 0 ? by : -by;
    n = n < size ? size : n; /* they overlap */
    return n >= 32 ? 32 : (int)n;
}

/* Sectors that the loop's accesses touch, by rows and by columns; false: nobody knows. */
static bool count_sectors(const struct region *r, size_t k, int *rows, int *columns)
{
    int level = r->nest[r->n_loops - 1].range, own = r->nest[k].range;
    if (own < 0 || level < 0)
        return false;
    for (size_t b = 0; b < r->n_bases; b++)
        if (r->bases[b].astray_in >> k & 1)
            return false;
    for (size_t m = 0; m < r->n_accesses; m++) {
        const struct access *a = &r->accesses[m];
        if (!(a->loops >> k & 1))
            continue;
        *rows += sectors(stride(a, own), a->size);
        *columns += sectors(stride(a, level), a->size);
    }
    return true;
}

/* Are neighbouring iterations of the region's loop next to each other in memory, and those of the
 * inner loops not? */
static bool goes_by_columns(const struct plan *p)
{
    const struct region *r = p->r;
    int rows = 0, columns = 0;
    for (size_t i = r->n_loops; i < p->n_loops; i++) {
        /* a lane without an iteration computes what another does, and must not write: the rest of
         * such a loop it would have to know */
        if (p->loops[i].mapping == PLAN_MAP_TEAM && p->loops[i].folds.n &&
            writes_memory(p, p->loops[i].stmt))
            return false;
        for (size_t k = 0; p->loops[i].mapping == PLAN_MAP_TEAM && k < r->n_nest; k++)
            if (r->nest[k].stmt == p->loops[i].stmt && !count_sectors(r, k, &rows, &columns))
                return false;
    }
    return columns < rows;
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
static void choose_unroll(struct plan_loop *at)
{
    bool wide = reads_wide(at);
    int most = wide ? WIDE_BYTES : NARROW_BYTES;
    at->unroll = MOST_AT_ONCE;
    while (at->unroll > 1 && at->unroll * at->early_bytes > most)
        at->unroll /= 2;
    if (at->n_early == 0 || stmt_has_loop(at->stmt->body))
        at->unroll = 1;
    at->batch = wide ? WIDE_BATCH : NARROW_BATCH;
    if (at->batch > at->unroll)
        at->batch = at->unroll;
}

static void leave_to_threads(struct plan *p)
{
    for (size_t i = p->r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].mapping == PLAN_MAP_TEAM)
            p->loops[i].mapping = PLAN_MAP_THREAD;
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

void plan_teams(struct plan *p)
{
    struct region *r = p->r;
    struct team_search s = {.p = p, .fits = true, .flat = true};
    bool exact = false;
    for (size_t i = 0; i < r->n_reductions; i++)
        exact |= p->reductions[i].form == PLAN_FORM_EXACT;
    if (p->copies || exact || r->ends || r->sees_nan || r->n_atomic_constructs || r->unordered ||
        reproducible_any(r) || r->n_labels)
        return;
    look_at(&s, r->body, true);
    p->teams = s.fits && s.shared;
    if (!p->teams) {
        leave_to_threads(p);
        return;
    }
    p->trips_range = trips_range(p);
    p->probes = s.probes && p->trips_range < 0;
    p->columns = s.flat && goes_by_columns(p);
    for (size_t i = r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].mapping == PLAN_MAP_TEAM)
        {
            p->loops[i].writes = writes_memory(p, p->loops[i].stmt);
            plan_early(&p->loops[i]);
            choose_unroll(&p->loops[i]);
            if (p->batch == 0) /* of the first */
                p->batch = p->loops[i].batch < WIDE_BATCH ? WIDE_BATCH : p->loops[i].batch;
        }
}

const struct plan_loop *plan_team_loop(const struct plan *p, const struct stmt *s)
{
    for (size_t i = p->r->n_loops; p->teams && i < p->n_loops; i++)
        if (p->loops[i].stmt == s && p->loops[i].mapping == PLAN_MAP_TEAM)
            return &p->loops[i];
    return NULL;
}

struct read_search {
    const struct plan *p;
    bool found;
};

static bool visit_read(struct expr *e, void *ctx)
{
    struct read_search *s = ctx;
    if (shape_is_argument(s->p->r, e))
        return false;
    s->found |= (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_CALL) &&
                !(e->kind != EXPR_CALL && shape_is_local(e));
    return !s->found;
}

static bool reads_nothing(const struct plan *p, struct stmt *s)
{
    struct read_search r = {.p = p};
    if (s->kind == STMT_EXPR && plan_leads(p, s->expr))
        return true;
    stmt_walk_exprs(s, visit_read, &r);
    return !r.found;
}

/* In front of the tail, a shared loop has waited for all that the threads have read. */
bool plan_is_tail(const struct plan *p, size_t i)
{
    const struct stmt *body = p->r->body;
    size_t first = body->n_list;
    while (first > 0 && reads_nothing(p, body->list[first - 1]))
        first--;
    const struct plan_loop *loop = first ? plan_team_loop(p, body->list[first - 1]) : NULL;
    return loop && loop->folds.n && i >= first;
}

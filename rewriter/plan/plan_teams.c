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

#include "../analyse/fold.h"
#include "../front/ast.h"
#include "device_shape.h"

/* Trips that are known to be no more stay in a thread. */
enum { FEW_TRIPS = 16 };
/* Iterations of a lane whose reads are made together, and the bytes of these, at most. */
enum { MOST_AT_ONCE = 16, EARLY_BYTES = 96 };

/* ---- what an expression does ---- */

struct effects {
    const struct plan *p;
    bool local;  /* changes a variable of the thread */
    bool shared; /* memory, */
    bool summed; /* or a reduction variable of the directive */
    bool other;  /* something that is not known well enough */
};

static bool calls_plainly(const struct plan *p, const struct expr *e)
{
    for (size_t i = 0; i < e->n_args; i++)
        if (e->args[i]->type->kind == TYPE_POINTER)
            return false;
    if (e->math)
        return true;
    struct device_function *f = expr_facts(e)->function >= 0
                                    ? &p->r->functions[expr_facts(e)->function]
                                    : ast_function(p->r, e->decl, e->begin);
    return f && !body_function_stores(p->r, f);
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
    struct stmt *body;
    bool fits;
    bool reads; /* memory */
};

static bool visit_bound(struct expr *e, void *ctx)
{
    struct bound_search *s = ctx;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || e->kind == EXPR_CALL ||
        e->kind == EXPR_STATEMENTS || e->atomic ||
        (e->kind == EXPR_VAR && stmt_writes(s->body, e->decl)))
        s->fits = false;
    s->reads |= (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && !shape_is_local(e);
    return s->fits;
}

static bool visit_write(struct expr *e, void *ctx)
{
    bool *writes = ctx;
    *writes |= (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->reduction < 0 &&
               !shape_is_local(e->a);
    return !*writes;
}

static bool writes_memory(struct stmt *s)
{
    bool writes = false;
    stmt_walk_exprs(s, visit_write, &writes);
    return writes;
}

/* Does the bound stay what it is while the loop runs? */
static bool fixed_bound(const struct loop *l)
{
    struct bound_search s = {.body = l->stmt->body, .fits = true};
    expr_walk(l->upper, visit_bound, &s);
    return s.fits && !(s.reads && writes_memory(l->stmt->body));
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
           !lower.other && fixed_bound(l) && !few_trips(l);
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
    bool probes; /* nothing was */
};

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
}

static void look_at(struct team_search *s, struct stmt *t, bool top);

static void look_at_loop(struct team_search *s, struct stmt *t, bool top)
{
    struct plan_loop *l = loop_at(s->p, t);
    if (l && is_shared(s->p, l)) {
        s->probes |= !s->shared++ && !s->stored;
        s->flat &= top;
        s->stored |= writes_memory(t);
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
    for (size_t i = r->n_loops; i < p->n_loops; i++)
        for (size_t k = 0; p->loops[i].mapping == PLAN_MAP_TEAM && k < r->n_nest; k++)
            if (r->nest[k].stmt == p->loops[i].stmt && !count_sectors(r, k, &rows, &columns))
                return false;
    return columns < rows;
}

/* ---- all of it ---- */

/* As many iterations as their reads take registers for. */
static int unroll_of(const struct plan_loop *at)
{
    int n = MOST_AT_ONCE;
    if (at->n_early == 0 || stmt_has_loop(at->stmt->body))
        return 1;
    while (n > 1 && n * at->early_bytes > EARLY_BYTES)
        n /= 2;
    return n;
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
    p->probes = s.probes;
    p->trips_range = trips_range(p);
    p->columns = s.flat && goes_by_columns(p);
    for (size_t i = r->n_loops; i < p->n_loops; i++)
        if (p->loops[i].mapping == PLAN_MAP_TEAM)
        {
            p->loops[i].writes = writes_memory(p->loops[i].stmt);
            plan_early(&p->loops[i]);
            p->loops[i].unroll = unroll_of(&p->loops[i]);
        }
}

const struct plan_loop *plan_team_loop(const struct plan *p, const struct stmt *s)
{
    for (size_t i = p->r->n_loops; p->teams && i < p->n_loops; i++)
        if (p->loops[i].stmt == s && p->loops[i].mapping == PLAN_MAP_TEAM)
            return &p->loops[i];
    return NULL;
}

static bool visit_read(struct expr *e, void *ctx)
{
    bool *reads = ctx;
    *reads |= (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_CALL) &&
              !(e->kind != EXPR_CALL && shape_is_local(e));
    return !*reads;
}

static bool reads_nothing(const struct plan *p, struct stmt *s)
{
    bool reads = false;
    if (s->kind == STMT_EXPR && plan_leads(p, s->expr))
        return true;
    stmt_walk_exprs(s, visit_read, &reads);
    return !reads;
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

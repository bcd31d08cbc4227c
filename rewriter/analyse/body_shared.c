/* SPDX-License-Identifier: MIT */
/*
 * body_shared.c: scalars that the iterations of the program's own parallel loop share, and change
 * in such a way that their order does not show.
 *
 * OpenMP shares what is declared outside of the loop and in no list.  Two ways to use that are
 * taken over, and one to use what each thread of a team has for itself:
 *
 *  - Flags: all that the loop does with the variable is to set it to one constant.  It is memory
 *    then, `*&flag = 1`, which all iterations may write, for all write the same (dependence.c).
 *  - Minima and maxima with others along, in critical sections or a thread's own (body_best.c).
 *    tcr's own clause may list them, too.
 *  - Sums, minima, maxima and so on in critical sections, and nothing else: a reduction, as if a
 *    clause had it.  The same comparison may stand in front of the section, which then is
 *    entered by few.
 *  - Of OpenACC: minima, maxima, sums of integers and so on that no clause has.  Its compilers find
 *    them, and programs rely on that; what the variable ends with is what the program's order
 * gives.
 *  - A thread's own sum, product, minimum or maximum of its share of the iterations, if the program
 *    cannot tell which share that was (body_merged.c).  Of floating numbers that is taken for
 *    granted without `schedule(static)`, where OpenMP leaves it open.  (What integers count may be
 *    how many elements the thread writes in the next loop.)
 */
#include "../front/ast.h"
#include "../ir/sharing.h"
#include "../source/operators.h"
#include "body_private.h"
#include "fold.h"

#include <string.h>

/* ---- which variables ---- */

static bool visit_setting(struct expr *e, void *ctx)
{
    const struct decl **d = ctx;
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    if (sets && e->a->kind == EXPR_VAR && e->a->decl == *d)
        *d = NULL;
    return *d;
}

/* Does it still, when some have become the iteration's own? */
static bool is_set(struct region *r, const struct decl *d)
{
    stmt_walk_exprs(r->body, visit_setting, &d);
    return !d;
}

struct candidates {
    struct region *r;
    struct decl **list;
    size_t n;
};

static bool is_listed(const struct region *r, const struct decl *d)
{
    const struct directive *dir = r->dir;
    for (size_t i = 0; i < dir->n_reduce; i++)
        for (size_t k = 0; k < dir->reduce[i].n_items; k++)
            if (strcmp(dir->reduce[i].items[k].base, d->name) == 0)
                return true;
    return region_lists(r, d) || site_lists(r->facts, &r->site, "lastprivate", d->name) ||
           site_lists(r->facts, &r->site, "linear", d->name);
}

static bool is_fixed(const struct region *r)
{
    for (size_t i = r->site.first; i < r->site.first + r->site.count; i++) {
        const struct other_clause *by = construct_clause(&r->facts->constructs[i], "schedule");
        if (by && by->argument &&
            construct_mentions(by->argument, 0, strlen(by->argument), "static"))
            return true;
    }
    return false;
}

static bool is_threads_own(const struct region *r, const struct decl *d)
{
    return r->site.team && (d->kind == DECL_LOCAL || d->kind == DECL_PARAM) &&
           !sharing_of_team(r, d);
}

/* May one thread have all the iterations? */
static bool may_be_ones(struct region *r, const struct decl *d, enum tcr_op op)
{
    return (type_is_floating(d->type) && !is_fixed(r)) || body_is_merged(r, d, op);
}

/* A number of the program's that the loop does not count with. */
static bool is_number(struct region *r, const struct decl *d)
{
    const struct type *t = d->type;
    return !d->in_region && !d->is_register && !d->is_thread_local && t->kind == TYPE_SCALAR &&
           t->size <= 8 && !t->is_volatile && !t->is_atomic && !region_is_level_var(r, d);
}

static bool is_candidate(struct region *r, const struct decl *d)
{
    return is_number(r, d) && !is_listed(r, d) && !sharing_keeps(r, d, false) &&
           (!r->site.team || sharing_of_team(r, d) || is_threads_own(r, d));
}

static bool visit_set(struct expr *e, void *ctx)
{
    struct candidates *c = ctx;
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    struct decl *d = sets && !e->atomic && e->a->kind == EXPR_VAR ? e->a->decl : NULL;
    for (size_t i = 0; i < c->n && d; i++)
        d = c->list[i] == d ? NULL : d;
    if (d && is_candidate(c->r, d))
        IR_PUSH(c->list, c->n, d);
    return true;
}

/* ---- flags ---- */

static bool visit_flag(struct expr *e, void *ctx)
{
    const struct decl *d = ctx;
    if (e->kind != EXPR_VAR || e->decl != d)
        return true;
    struct expr *name = expr_new(EXPR_VAR, e->type, e->begin, e->end);
    struct expr *at = expr_new(EXPR_ADDR, type_pointer_to(e->type), e->begin, e->end);
    name->decl = e->decl;
    at->a = name;
    *e = *expr_new(EXPR_DEREF, e->type, e->begin, e->end);
    e->a = at;
    return false;
}

/* ---- critical sections ---- */

static bool stands_inside(const struct region *r, const struct construct *c, const char *name)
{
    return c->pragma->origin == ORIGIN_OMP && strcmp(c->name, name) == 0 &&
           c->pragma->begin >= r->begin && c->pragma->begin < r->end && site_heeded(r->facts, c);
}

static bool is_critical(const struct region *r, size_t at)
{
    for (size_t i = 0; i < r->facts->n_constructs; i++) {
        const struct construct *c = &r->facts->constructs[i];
        if (stands_inside(r, c, "critical") && c->begin <= at && at < c->end)
            return true;
    }
    return false;
}

struct critical_search {
    const struct region *r;
    const struct decl *d;
    bool only;
};

static bool visit_critical(struct expr *e, void *ctx)
{
    struct critical_search *s = ctx;
    if (e->kind == EXPR_VAR && e->decl == s->d)
        s->only = s->only && is_critical(s->r, e->begin);
    return s->only;
}

/* if (e > x) { if (e > x) x = e; }: the first comparison says nothing that the second does not. */
static bool visit_twice(struct stmt *s, void *ctx)
{
    const struct region *r = ctx;
    struct stmt *in = s->kind == STMT_IF && !s->other ? stmt_only(s->body) : NULL;
    while (in && in->kind == STMT_IF && !in->other && is_critical(r, in->begin) &&
           !is_critical(r, s->begin) && expr_same(s->expr, in->expr) &&
           !expr_has_effects(s->expr)) {
        s->expr = in->expr;
        s->body = in->body;
        in = stmt_only(s->body);
    }
    return true;
}

/* The directive with no reduction as yet. */
static struct directive *unreduced(const struct region *r)
{
    struct directive *dir = ir_alloc(sizeof *dir);
    *dir = *r->dir;
    dir->reduce = NULL;
    dir->n_reduce = 0;
    return dir;
}

static void add_clause(struct region *r, enum tcr_op op, const struct decl *d)
{
    struct directive *dir = unreduced(r);
    for (size_t i = 0; i < r->dir->n_reduce; i++)
        IR_PUSH(dir->reduce, dir->n_reduce, r->dir->reduce[i]);
    struct item *item = ir_alloc(sizeof *item);
    *item = (struct item){.text = ir_strdup(d->name), .base = ir_strdup(d->name)};
    struct reduce_clause added = {.op = op, .items = item, .n_items = 1};
    IR_PUSH(dir->reduce, dir->n_reduce, added);
    r->dir = dir;
}

/* Nothing else happens in a critical section than updates of what is reduced, and to variables of
 * an iteration. */
static bool visit_other(struct expr *e, void *ctx)
{
    struct critical_search *s = ctx;
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    const struct decl *d = sets && e->a->kind == EXPR_VAR ? e->a->decl : NULL;
    bool plain =
        d ? d->in_region || is_listed(s->r, d) : !sets && (e->kind != EXPR_CALL || e->math);
    s->only = s->only && (plain || !is_critical(s->r, e->begin));
    return s->only;
}

/* Then the sections do not say that iterations meet in memory. */
static void settle_exclusive(struct region *r)
{
    struct critical_search s = {.r = r, .only = r->exclusive != NULL};
    for (size_t i = 0; i < r->facts->n_constructs && s.only; i++)
        s.only = !stands_inside(r, &r->facts->constructs[i], "atomic");
    if (s.only)
        stmt_walk_exprs(r->stmt, visit_other, &s);
    if (s.only)
        r->exclusive = NULL;
}

/* ---- minima and maxima with others along ---- */

static bool is_best_candidate(struct region *r, const struct parts *parts, struct decl *d, bool own)
{
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM;
    struct decl *root = body_root(parts, d);
    bool part = root != d && !is_listed(r, root) && !sharing_keeps(r, root, false) &&
                (!r->site.team || sharing_of_team(r, root));
    struct critical_search s = {.r = r,
                                .d = d,
                                .only = local &&
                                        (root == d ? is_candidate(r, d) : part && is_number(r, d))};
    if (own)
        return s.only && is_threads_own(r, d);
    stmt_walk_exprs(r->stmt, visit_critical, &s);
    return s.only && !is_threads_own(r, d);
}

/* A minimum or maximum with others along? */
static bool is_best(struct region *r, const struct decl *d, struct fold *f)
{
    bool plain = fold_of_loop(r, r->loops[0], d, f) && f->kind == FOLD_BEST && f->n_along > 0;
    return !type_is_half(d->type) && (plain || fold_tied_best(r, d, f));
}

/* Of those that compare alike, which is taken is the threads' to decide. */
static void take_best(struct region *r, const struct parts *parts, struct decl *d)
{
    struct fold f;
    bool own = body_root(parts, d) == d && is_threads_own(r, d);
    if (stmt_mentions(r->stmt, d) == 0 || !is_best(r, d, &f) ||
        !is_best_candidate(r, parts, d, own) || (own && (f.last || f.tied)) ||
        (own && (is_fixed(r) || !type_is_floating(d->type)) && !body_is_best_merged(r, &f)))
        return;
    for (size_t i = 0; i < f.n_along; i++)
        if (!is_best_candidate(r, parts, f.along[i], own))
            return;
    body_take_best(r, &f, parts);
}

static void take_bests(struct region *r)
{
    struct candidates c = {.r = r};
    struct parts parts = body_name_parts(r);
    stmt_walk_exprs(r->body, visit_set, &c);
    for (size_t i = 0; i < parts.n; i++)
        IR_PUSH(c.list, c.n, parts.list[i].decl);
    for (size_t i = 0; i < c.n; i++)
        take_best(r, &parts, c.list[i]);
    body_unname_parts(&parts);
}

/* ---- tcr's own reduce(max: best) of if (e > best) { best = e; at = i; } ---- */

static bool is_local_number(struct region *r, const struct decl *d)
{
    return (d->kind == DECL_LOCAL || d->kind == DECL_PARAM) && is_number(r, d);
}

/* Does the loop find the minimum or maximum of the clause with others along, which stand in no
 * clause? */
static bool is_listed_best(struct region *r, enum tcr_op op, const struct decl *d, struct fold *f)
{
    if (!is_local_number(r, d) || !is_best(r, d, f) || f->op != op)
        return false;
    for (size_t i = 0; i < f->n_along; i++)
        if (!is_local_number(r, f->along[i]) || is_listed(r, f->along[i]))
            return false;
    return true;
}

/* Without the items that are found with their places. */
static struct reduce_clause take_listed(struct region *r, const struct parts *parts,
                                        const struct reduce_clause *c)
{
    struct reduce_clause left = *c;
    left.items = NULL;
    left.n_items = 0;
    for (size_t i = 0; i < c->n_items; i++) {
        struct decl *d = body_outside(r->body, body_squeeze(c->items[i].text));
        struct fold f;
        if (d && is_listed_best(r, c->op, d, &f))
            body_take_best(r, &f, parts);
        else
            IR_PUSH(left.items, left.n_items, c->items[i]);
    }
    return left;
}

static void take_listed_bests(struct region *r)
{
    struct directive *dir = unreduced(r);
    struct parts parts = body_name_parts(r);
    for (size_t i = 0; i < r->dir->n_reduce; i++) {
        struct reduce_clause c = r->dir->reduce[i];
        if (c.op == TCR_MIN || c.op == TCR_MAX)
            c = take_listed(r, &parts, &c);
        if (c.n_items)
            IR_PUSH(dir->reduce, dir->n_reduce, c);
    }
    body_unname_parts(&parts);
    if (r->n_bests)
        r->dir = dir;
}

static void take_unlisted(struct region *r, const struct candidates *c)
{
    for (size_t i = 0; i < c->n; i++) {
        struct fold f;
        if (is_set(r, c->list[i]) && fold_of_loop(r, r->loops[0], c->list[i], &f) &&
            f.kind == FOLD_OPERATOR && (r->dir->asks || !fold_rounds(&f)))
            add_clause(r, f.op, c->list[i]);
    }
}

void body_take_shared(struct region *r)
{
    struct candidates c = {.r = r};
    if (r->dir->origin == ORIGIN_ACC && !r->scan) {
        stmt_walk_exprs(r->body, visit_set, &c);
        take_unlisted(r, &c);
        return;
    }
    if (r->dir->origin == ORIGIN_TCR && !r->scan && !r->site.team && !r->site.crowd)
        take_listed_bests(r);
    if (r->dir->origin != ORIGIN_OMP || !r->site.heeded || r->dir->dependent || r->scan ||
        (r->site.crowd && !r->site.team))
        return;
    stmt_walk(r->body, visit_twice, r);
    take_bests(r);
    stmt_walk_exprs(r->body, visit_set, &c);
    for (size_t i = 0; i < c.n; i++) {
        struct decl *d = c.list[i];
        struct fold f;
        if (!is_set(r, d) || !fold_of_loop(r, r->loops[0], d, &f))
            continue;
        struct critical_search s = {.r = r, .d = d, .only = f.kind == FOLD_OPERATOR};
        bool own = is_threads_own(r, d);
        if (own)
            s.only = s.only && may_be_ones(r, d, f.op);
        else
            stmt_walk_exprs(r->stmt, visit_critical, &s);
        if (s.only)
            add_clause(r, f.op, d);
        else if (!own && f.kind == FOLD_CONSTANT && live_after(r, d))
            stmt_walk_exprs(r->stmt, visit_flag, d);
    }
    settle_exclusive(r);
}

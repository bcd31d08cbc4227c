/* SPDX-License-Identifier: MIT */
/*
 * body_merged.c: what a thread of a team has for itself, and adds to what the team has.
 *
 *     #pragma omp for schedule(static)
 *     for (i = 0; i < n; i++)
 *         mine += a[i];
 *     #pragma omp critical
 *     sum += mine;
 *
 * Which thread has which iterations cannot be told afterwards, whatever the schedule, if all that
 * the parallel region does with `mine` besides is to give it a value before the loop, and to
 * combine it behind that by the operator of the loop with variables that the team shares, both in
 * each thread.
 */
#include "../front/ast.h"
#include "../ir/sharing.h"
#include "../source/operators.h"
#include "body_private.h"
#include "fold.h"

#include <string.h>

struct merging {
    struct region *r;
    const struct decl *own;
    enum tcr_op op;
    const struct fold *best; /* NULL: it is no minimum or maximum with others along */
    struct expr **same;      /* variables of the threads that must be the same in all of them */
    size_t n_same;
    bool merged; /* so are all uses so far */
};

/* ---- one statement: sum += mine, if (mine > most) most = mine ---- */

static bool is_ordered(const struct merging *m)
{
    return m->op == TCR_MIN || m->op == TCR_MAX;
}

/* Is the result of all threads, converted, what their converted ones result in? */
static bool may_convert(const struct merging *m, const struct type *to)
{
    const struct type *own = m->own->type;
    if (type_is_floating(to))
        return is_ordered(m) || type_is_floating(own);
    if (!type_is_integer(to) || !type_is_integer(own) || to->size < own->size)
        return false;
    return !is_ordered(m) || type_is_unsigned(to) == type_is_unsigned(own) ||
           (to->size > own->size && !type_is_unsigned(to));
}

/* The thread's value itself? */
static bool is_own(const struct merging *m, const struct expr *e)
{
    for (; e->kind == EXPR_CAST; e = e->a)
        if (!may_convert(m, e->type))
            return false;
    return e->kind == EXPR_VAR && e->decl == m->own;
}

static bool is_part(const struct merging *m, const struct decl *shared, const struct expr *e)
{
    if (is_own(m, e))
        return true;
    while (e->kind == EXPR_CAST)
        e = e->a;
    return e->kind == EXPR_VAR && e->decl == shared;
}

static bool is_comparison(const struct merging *m, const struct decl *shared, const struct expr *e)
{
    e = expr_strip(e);
    return is_ordered(m) && expr_orders(e) && is_part(m, shared, e->a) && is_part(m, shared, e->b);
}

/* Nothing but these two, and the operator? */
static bool is_combined(const struct merging *m, const struct decl *shared, const struct expr *e)
{
    while (e->kind == EXPR_CAST && !is_own(m, e))
        e = e->a;
    if (e->kind == EXPR_BINARY)
        return !is_ordered(m) && operator_of_binary(e->op) == (int)m->op &&
               !(e->op == OP_SUB && is_own(m, e->a)) && is_part(m, shared, e->a) &&
               is_part(m, shared, e->b);
    if (e->kind == EXPR_COND)
        return is_comparison(m, shared, e->a) && is_part(m, shared, e->b) &&
               is_part(m, shared, e->c);
    if (e->kind == EXPR_CALL)
        return is_ordered(m) && e->math && e->n_args == 2 && is_part(m, shared, e->args[0]) &&
               is_part(m, shared, e->args[1]);
    return is_own(m, e);
}

/* The variable that is assigned such a combination; NULL: another statement. */
static struct decl *combination(const struct merging *m, struct stmt *s)
{
    struct stmt *set = s->kind == STMT_IF && !s->other ? stmt_only(s->body) : s;
    struct expr *e = set->kind == STMT_EXPR ? set->expr : NULL;
    struct decl *d = e && e->kind == EXPR_ASSIGN && e->a->kind == EXPR_VAR ? e->a->decl : NULL;
    bool same = d && d != m->own && type_is_floating(d->type) == type_is_floating(m->own->type);
    if (!same || !(e->op == OP_ASSIGN ? is_combined(m, d, e->b) : is_own(m, e->b)))
        return NULL;
    return set == s || is_comparison(m, d, s->expr) ? d : NULL;
}

/* One thread that has the iterations of all may come to a sum that no integer of the threads' type
 * holds: then the team's must have no more bits. */
static bool holds(const struct merging *m, const struct type *shared)
{
    const struct type *own = m->own->type;
    bool grows = m->op == TCR_ADD || m->op == TCR_MUL;
    return shared->kind == TYPE_SCALAR && !shared->is_volatile && !shared->is_atomic &&
           (!grows || !type_is_integer(own) ||
            (type_is_integer(shared) && shared->size <= own->size));
}

/* dot[k] += mine: which element that is may hang on variables of the thread. */
struct element_search {
    struct merging *m;
    struct stmt *list;
    bool plain;
};

static bool visit_subscript(struct expr *e, void *ctx)
{
    struct element_search *s = ctx;
    struct region *r = s->m->r;
    const struct decl *d = e->kind == EXPR_VAR ? e->decl : NULL;
    bool local = d && (d->kind == DECL_LOCAL || d->kind == DECL_PARAM);
    bool steady = d && d != s->m->own && !region_is_of_thread(r, d) && !d->type->is_volatile &&
                  !d->type->is_atomic && (d->type->kind == TYPE_ARRAY || !stmt_writes(s->list, d));
    s->plain &= steady || e->kind == EXPR_INDEX || e->kind == EXPR_DECAY || e->kind == EXPR_INT ||
                e->kind == EXPR_CAST;
    if (!s->plain || !d || sharing_of_team(r, d))
        return s->plain;
    s->plain = local && type_is_integer(d->type) && !stmt_writes(r->stmt, d);
    IR_PUSH(s->m->same, s->m->n_same, e);
    return s->plain;
}

static bool is_element_merge(struct merging *m, struct stmt *s, struct stmt *list)
{
    struct expr *e = s->kind == STMT_EXPR ? s->expr : NULL;
    struct element_search search = {.m = m, .list = list, .plain = true};
    if (!e || e->kind != EXPR_ASSIGN || e->op == OP_ASSIGN || e->a->kind != EXPR_INDEX ||
        stmt_only(list) != s)
        return false;
    int op = operator_of_binary(c_op_plain(e->op));
    expr_walk(e->a, visit_subscript, &search);
    return search.plain && op == (int)m->op && is_own(m, e->b) &&
           type_is_floating(e->a->type) == type_is_floating(m->own->type) && holds(m, e->a->type);
}

/* Is it one, in a list of statements of which no other names the team's variable? */
static bool is_merge(const struct merging *m, struct stmt *s, struct stmt *list)
{
    struct stmt around = {.kind = STMT_FOR, .begin = s->begin, .end = s->end, .body = s};
    struct loop l = {.stmt = &around};
    struct decl *shared = combination(m, s);
    struct fold f;
    return shared && sharing_of_team(m->r, shared) && !region_is_of_thread(m->r, shared) &&
           holds(m, shared->type) && fold_of_loop(m->r, &l, shared, &f) &&
           f.kind == FOLD_OPERATOR && f.op == m->op &&
           (is_ordered(m) || stmt_mentions(s, m->own) == 1) &&
           stmt_mentions(s, shared) == stmt_mentions(list, shared);
}

/* ---- with others along: if (mine > best) { best = mine; at = my_at; } ---- */

static bool is_along(const struct merging *m, const struct expr *e)
{
    while (e->kind == EXPR_CAST)
        e = e->a;
    for (size_t i = 0; i < m->best->n_along && e->kind == EXPR_VAR; i++)
        if (e->decl == m->best->along[i])
            return true;
    return false;
}

static bool is_shared(const struct merging *m, const struct decl *d)
{
    return sharing_of_team(m->r, d) && !region_is_of_thread(m->r, d) && holds(m, d->type);
}

/* The assignments below give the team's variables what the thread has; *shared gets the value. */
static bool hands_over(const struct merging *m, const struct stmt *s, struct decl **shared)
{
    const struct expr *e = s->kind == STMT_EXPR ? s->expr : NULL;
    bool all = s->kind == STMT_COMPOUND || s->kind == STMT_NULL || e;
    for (size_t i = 0; all && i < s->n_list; i++)
        all = hands_over(m, s->list[i], shared);
    if (!all || !e)
        return all;
    if (e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN || e->a->kind != EXPR_VAR ||
        !is_shared(m, e->a->decl))
        return false;
    if (!is_own(m, e->b))
        return is_along(m, e->b);
    bool first = !*shared;
    *shared = e->a->decl;
    return first;
}

static bool is_best_merge(const struct merging *m, struct stmt *s, struct stmt *list)
{
    struct stmt around = {.kind = STMT_FOR, .begin = s->begin, .end = s->end, .body = s};
    struct loop l = {.stmt = &around};
    struct decl *shared = NULL;
    struct fold f;
    return s->kind == STMT_IF && !s->other && hands_over(m, s->body, &shared) && shared &&
           type_is_floating(shared->type) == type_is_floating(m->own->type) &&
           is_comparison(m, shared, s->expr) && fold_of_loop(m->r, &l, shared, &f) &&
           f.kind == FOLD_BEST && f.op == m->op &&
           stmt_mentions(s, shared) == stmt_mentions(list, shared);
}

/* ---- the section ---- */

/* if (mine > most) { critical { if (mine > most) most = mine; } } */
static struct stmt *without_first_look(struct stmt *s, const struct construct *c)
{
    struct stmt *in = s->kind == STMT_IF && !s->other ? stmt_only(s->body) : NULL;
    if (s->begin >= c->begin || !in)
        return s;
    struct stmt *again = in->kind == STMT_IF ? in : stmt_only(in);
    bool same = again->kind == STMT_IF && !again->other && expr_same(s->expr, again->expr) &&
                !expr_has_effects(s->expr);
    return same ? again : s;
}

static bool stands_around(const struct construct *c, const struct construct *inner)
{
    return c != inner && c->begin <= inner->begin && c->end >= inner->end;
}

/* Nothing but that section decides who comes to it. */
static bool is_section(const struct region *r, const struct construct *c)
{
    bool atomic = strcmp(c->name, "atomic") == 0;
    if (!(atomic || strcmp(c->name, "critical") == 0) || c->malformed ||
        !site_heeded(r->facts, c) || c->pragma->origin != ORIGIN_OMP || c->begin < r->end ||
        (atomic && (construct_clause(c, "capture") || construct_clause(c, "read") ||
                    construct_clause(c, "write") || construct_clause(c, "compare"))))
        return false;
    for (size_t i = 0; i < r->facts->n_constructs; i++) {
        const struct construct *o = &r->facts->constructs[i];
        if (stands_around(o, c) && o->pragma->begin >= r->end)
            return false;
    }
    return true;
}

/* The statement of a list at this place. */
static struct stmt *part_at(struct stmt *s, size_t at)
{
    for (size_t i = 0; s->kind == STMT_COMPOUND && i < s->n_list; i++)
        if (at >= s->list[i]->begin && at < s->list[i]->end)
            return part_at(s->list[i], at);
    return s;
}

static bool is_merged_at(struct merging *m, size_t at)
{
    bool next;
    for (size_t i = 0; i < m->r->facts->n_constructs; i++) {
        const struct construct *c = &m->r->facts->constructs[i];
        if (!is_section(m->r, c))
            continue;
        struct stmt *whole = at < c->end ? ast_after(m->r, c->begin, &next) : NULL;
        if (whole && at >= whole->begin && at < whole->end) {
            struct stmt *list = without_first_look(whole, c), *s = part_at(list, at);
            bool inside = at >= c->begin || list != whole || s == whole;
            if (m->best)
                return inside && is_best_merge(m, s, list);
            return inside && (is_merge(m, s, list) || (next && is_element_merge(m, s, list)));
        }
    }
    return false;
}

/* A value that some threads alone get would tell whose share is lost. */
static void visit_use(size_t at, bool sets, void *ctx)
{
    struct merging *m = ctx;
    bool inside = at >= m->r->begin && at < m->r->end;
    m->merged = m->merged && (inside || (sets ? ast_leads(m->r, at) : is_merged_at(m, at)));
}

/* Do constructs in the parallel region say something of it? */
static bool is_in_clause(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->facts->n_constructs; i++) {
        const struct construct *c = &r->facts->constructs[i];
        const char *words = c->pragma->words;
        if (c->pragma->begin >= r->site.parallel->begin &&
            c->pragma->begin < r->site.parallel->end &&
            construct_mentions(words, 0, strlen(words), d->name))
            return true;
    }
    return false;
}

static bool is_private_by_default(const struct construct *parallel)
{
    const struct other_clause *by = construct_clause(parallel, "default");
    return by && by->argument && strstr(by->argument, "private");
}

/* The iterations evaluate it, in vain: so the threads compare their values before the device is
 * called (emit_team.c). */
static void evaluate(struct region *r, struct expr *e)
{
    struct stmt *body = r->body, *s = ir_alloc(sizeof *s), *block = ir_alloc(sizeof *block);
    struct expr *nothing = expr_new(EXPR_CAST, type_void(), body->begin, body->begin);
    nothing->a = expr_new(EXPR_VAR, e->type, body->begin, body->begin);
    nothing->a->decl = e->decl;
    *s =
        (struct stmt){.kind = STMT_EXPR, .begin = body->begin, .end = body->begin, .expr = nothing};
    *block = (struct stmt){.kind = STMT_COMPOUND, .begin = body->begin, .end = body->end};
    IR_PUSH(block->list, block->n_list, s);
    IR_PUSH(block->list, block->n_list, body);
    r->body = r->loops[r->n_loops - 1]->stmt->body = block;
    stmt_number(r->body);
    r->cfg = NULL;
}

bool body_is_merged(struct region *r, const struct decl *d, enum tcr_op op)
{
    struct merging m = {.r = r, .own = d, .op = op, .merged = true};
    const struct construct *c = r->site.parallel;
    if (!c || is_private_by_default(c) || is_in_clause(r, d))
        return false;
    ast_uses(r, d, c->begin, c->end, visit_use, &m);
    for (size_t i = 0; m.merged && i < m.n_same; i++)
        evaluate(r, m.same[i]);
    return m.merged;
}

bool body_is_best_merged(struct region *r, const struct fold *f)
{
    struct merging m = {.r = r, .own = f->var, .op = f->op, .best = f, .merged = true};
    const struct construct *c = r->site.parallel;
    if (!c || is_private_by_default(c) || is_in_clause(r, f->var))
        return false;
    ast_uses(r, f->var, c->begin, c->end, visit_use, &m);
    for (size_t i = 0; i < f->n_along; i++) {
        m.merged = m.merged && !is_in_clause(r, f->along[i]);
        ast_uses(r, f->along[i], c->begin, c->end, visit_use, &m);
    }
    return m.merged;
}

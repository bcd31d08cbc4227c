/* SPDX-License-Identifier: MIT */
/*
 * body_carried.c: the verdict on a variable from outside that the loop
 * assigns: a temporary, the last iteration's value, or one whose value is
 * carried from one iteration to the next, and what can be done about that.
 */

#include "../front/ast.h"
#include "assigned.h"
#include "body_private.h"
#include "fold.h"
#include "../ir/sharing.h"

#include <string.h>

/* ---- what the user can do about it ---- */

struct combine_search {
    const struct decl *d;
    enum c_op op; /* of all updates so far; OP_NONE: none yet */
    bool several; /* operators */
    int uses;     /* other than updates */
};

/* Do updates with it commute? */
static bool combines(enum c_op op)
{
    return c_op_plain(op) == OP_SUB || c_op_commutes(c_op_plain(op));
}

static bool is_var(const struct expr *e, const struct decl *d)
{
    return e->kind == EXPR_VAR && e->decl == d;
}

/* Is it d, combined with others by the operator: (d + x) - y? */
static bool is_sum_with(const struct expr *e, const struct decl *d, enum c_op op)
{
    e = expr_strip(e);
    if (is_var(e, d))
        return true;
    return e->kind == EXPR_BINARY && (e->op == op || (e->op == OP_SUB && op == OP_ADD)) &&
           (is_sum_with(e->a, d, op) || (e->op != OP_SUB && is_sum_with(e->b, d, op)));
}

/* The operator by which the expression combines d with something; OP_NONE. */
static enum c_op update_of(const struct expr *e, const struct decl *d)
{
    if (!e || (e->kind != EXPR_ASSIGN && e->kind != EXPR_INCDEC) || !is_var(e->a, d))
        return OP_NONE;
    const bool written_out = e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN;
    const struct expr *of = written_out ? expr_strip(e->b) : e;
    if ((written_out && of->kind != EXPR_BINARY) || c_op_compares(of->op) ||
        c_op_is(of->op, C_OP_LOGICAL) || (e->kind == EXPR_ASSIGN && !combines(of->op)))
        return OP_NONE;
    const enum c_op plain = c_op_plain(of->op), op = plain == OP_SUB ? OP_ADD : plain;
    return !written_out || is_sum_with(of, d, op) ? op : OP_NONE;
}

static bool is_update(const struct expr *e, const struct decl *d)
{
    return update_of(e, d) != OP_NONE;
}

static bool visit_combine(struct expr *e, void *ctx)
{
    struct combine_search *s = ctx;
    bool sequence = e->kind == EXPR_COND || (e->kind == EXPR_BINARY && e->op == OP_COMMA);
    const enum c_op op = update_of(e, s->d);
    if (op) {
        s->several |= s->op && s->op != op;
        s->op = op;
        s->uses -= e->op == OP_ASSIGN ? 2 : 1;
    }
    s->uses += is_var(e, s->d);
    if (!sequence && e->kind != EXPR_CAST) /* the value of the update is used */
        s->uses += is_update(e->a, s->d) || is_update(e->b, s->d);
    return true;
}

static bool visit_named(struct expr *e, void *ctx)
{
    struct combine_search *s = ctx;
    s->uses += is_var(e, s->d);
    return true;
}

/* The assignments to a variable. */
struct set_search {
    struct region *r;
    const struct decl *d;
    const struct expr *set; /* the only one, or the last */
    int n;
};

static bool visit_set(struct expr *e, void *ctx)
{
    struct set_search *s = ctx;
    if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && e->a->kind == EXPR_VAR &&
        e->a->decl == s->d) {
        s->set = e;
        s->n++;
    }
    return true;
}

struct mention_search {
    struct region *r;
    const struct decl *d;
    bool found;  /* d */
    bool varies; /* something that the loop changes, or that is in memory */
};

static bool visit_mention(struct expr *e, void *ctx)
{
    struct mention_search *s = ctx;
    s->found |= e->kind == EXPR_VAR && e->decl == s->d;
    s->varies |= e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_CALL ||
                 (e->kind == EXPR_VAR && (e->decl->in_region || stmt_writes(s->r->stmt, e->decl)));
    return true;
}

static struct mention_search mention(struct region *r, struct expr *e, const struct decl *d)
{
    struct mention_search s = {.r = r, .d = d};
    if (e)
        expr_walk(e, visit_mention, &s);
    return s;
}

/* One assignment in the loop makes the value that the next iteration reads: how? */
static const char *on_recurrence(struct region *r, const struct expr *set, const struct decl *d)
{
    unsigned line = source_position(r->src, set->begin).line;
    struct mention_search by = mention(r, set->b, d);
    bool adds = (set->op == OP_ASSIGN_ADD || set->op == OP_ASSIGN_SUB) && !by.found;
    if (set->kind == EXPR_INCDEC || (adds && type_is_integer(set->b->type)))
        return ir_printf("line %u moves it, not surely by the same amount each time; where it is "
                         "the same, use a variable of type int or long, and a local one for the "
                         "amount, else compute its values in a loop before (a prefix sum)",
                         line);
    if (adds && !by.varies)
        return ir_printf("line %u adds the same each time: compute it from the loop variable, as "
                         "start + iteration * step",
                         line);
    if (set->op == OP_ASSIGN_MUL && !by.varies && !by.found)
        return ir_printf("line %u multiplies it by the same each time: compute it from the loop "
                         "variable, as start * pow(factor, iteration)",
                         line);
    if (set->op == OP_ASSIGN && !by.found && !by.varies)
        return ir_printf(
            "line %u sets it to the same value each time, for others to read: where it "
            "marks the first iteration, compare the loop variable with its start; "
            "where it saves others their work, only set it, and reduce it",
            line);
    if (set->op == OP_ASSIGN && !by.found)
        return ir_printf("line %u sets it for the next iteration: compute there what this one had, "
                         "from the loop variable minus one step",
                         line);
    return ir_printf("line %u makes it of its own old value, a recurrence that only the program's "
                     "order computes; for a mean or variance, reduce the sums of the values and of "
                     "their squares, and divide after the loop",
                     line);
}

/* if (e > m) { m = e; at = i; }: NULL if it is not. */
static const char *on_place(struct region *r, const struct decl *d)
{
    struct fold f;
    if (!fold_of_loop(r, r->loops[r->n_loops - 1], d, &f) || f.kind != FOLD_BEST || f.n_along == 0)
        return NULL;
    const char *op = f.op == TCR_MIN ? "min" : "max", *at = f.along[0]->name;
    if (f.last && r->site.team && r->site.heeded && r->dir->origin == ORIGIN_OMP)
        return ir_printf("it is a %simum with its place, of equal ones the last one's by '%s'; of "
                         "what each thread of a team has, the device finds the first one's, if "
                         "'%s' is written",
                         op, f.op == TCR_MIN ? "<=" : ">=", f.op == TCR_MIN ? "<" : ">");
    if (r->dir->origin == ORIGIN_TCR)
        return ir_printf("it is a %simum with its place: list it, as in reduce(%s:%s)", op, op,
                         f.var->name);
    return ir_printf("it is a %simum with its place: reduce %s:%s in this loop, and '%s' in a "
                     "second one, as the least counter where the value is %s (min:%s)",
                     op, op, f.var->name, at, f.var->name, at);
}

/* m = fmax(m, e), if (e > m) m = e: NULL if it is not. */
static const char *on_order(struct region *r, const struct decl *d)
{
    struct fold f;
    if (d->type->kind != TYPE_SCALAR || !fold_of_loop(r, r->loops[r->n_loops - 1], d, &f) ||
        f.kind != FOLD_OPERATOR || (f.op != TCR_MIN && f.op != TCR_MAX))
        return NULL;
    return ir_printf("add %s(%s:%s)", body_clause(r), f.op == TCR_MIN ? "min" : "max", d->name);
}

const char *body_clause(const struct region *r)
{
    return r->dir->origin == ORIGIN_TCR ? "reduce" : "reduction";
}

/* `if` statements that compare a variable, and set it and something else, or whose comparison
 * reads an element that it chooses. */
struct choice_search {
    const struct decl *d;
    bool orders, mentions, chooses; /* of the condition */
    int sets;
    bool sets_it, found;
};

static const struct decl *root_of(const struct expr *e)
{
    const struct expr *of = expr_object(e);
    return of->kind == EXPR_VAR ? of->decl : NULL;
}

static bool visit_chosen(struct expr *e, void *ctx)
{
    struct choice_search *s = ctx;
    s->chooses |= e->kind == EXPR_VAR && e->decl == s->d;
    return true;
}

static bool visit_condition(struct expr *e, void *ctx)
{
    struct choice_search *s = ctx;
    s->orders |= expr_orders(e);
    s->mentions |= e->kind == EXPR_VAR && e->decl == s->d;
    if (e->kind == EXPR_INDEX)
        expr_walk(e->b, visit_chosen, s);
    return true;
}

static bool visit_choice_set(struct expr *e, void *ctx)
{
    struct choice_search *s = ctx;
    if (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN) {
        s->sets++;
        s->sets_it |= root_of(e->a) == s->d;
    }
    return true;
}

static bool visit_choice(struct stmt *st, void *ctx)
{
    struct choice_search *found = ctx, s = {.d = found->d};
    if (st->kind != STMT_IF || st->other)
        return true;
    expr_walk(st->expr, visit_condition, &s);
    stmt_walk_exprs(st->body, visit_choice_set, &s);
    found->found |= s.orders && s.mentions && s.sets_it && (s.sets > 1 || s.chooses);
    return true;
}

/* Does the device find the places of minima and maxima for this directive? */
static bool takes_places(const struct region *r)
{
    return r->dir->origin == ORIGIN_TCR || (r->site.heeded && r->dir->origin == ORIGIN_OMP);
}

const char *body_place_advice(const struct region *r, const struct decl *d)
{
    struct choice_search s = {.d = d};
    stmt_walk(r->stmt, visit_choice, &s);
    if (!s.found)
        return NULL;
    if (takes_places(r))
        return ir_printf(
            "a maximum with its place is taken as 'if (v > best) { best = v; at = i; "
            "}', a minimum with '<', where 'best' and 'at' are local numbers or numbers in "
            "local structures%s and nothing else names them",
            r->dir->origin == ORIGIN_TCR ? ", the clause is reduce(max:best)" : "");
    return ir_printf("a maximum or minimum with its place takes two loops: %s(max:best) in this "
                     "one, where 'best' is a local number, and in a second one, as the least "
                     "counter where the value is 'best', %s(min:at)",
                     body_clause(r), body_clause(r));
}

/* out[m++] = x: `set` is m++, or steps an element. */
static const char *on_counter(const struct region *r, const struct expr *set, const struct decl *d)
{
    bool scalar = d->type->kind == TYPE_SCALAR, omp = r->dir->origin == ORIGIN_OMP;
    bool acc = r->dir->origin == ORIGIN_ACC;
    const char *k = scalar ? d->name : "k", *clause = body_clause(r);
    return ir_printf("line %u counts, and its value so far is used: to number or pack what a "
                     "condition chooses is a prefix sum; %swrite %s(inscan, +:%s), and "
                     "'#pragma %s scan exclusive(%s)' between what uses '%s' and '%s += choice'",
                     source_position(r->src, set->begin).line,
                     scalar ? "" : "count with an integer k, ", acc ? "#pragma tcr reduce" : clause,
                     k, omp ? "omp" : "tcr", k, k, k);
}

/* The operator by which the loop updates d, and does nothing else with it; OP_NONE. */
static enum c_op only_updated(struct region *r, const struct decl *d)
{
    struct combine_search s = {.d = d};
    stmt_walk_exprs(r->stmt, visit_combine, &s);
    return s.uses == 0 && !s.several && d->type->kind == TYPE_SCALAR ? s.op : OP_NONE;
}

/* Does the clause give the construct one thread: num_threads(1), if(0)? */
static bool is_alone(const struct construct *c, const char *clause, const char *argument)
{
    const struct other_clause *is = c ? construct_clause(c, clause) : NULL;
    return is && is->argument && strcmp(is->argument, argument) == 0;
}

/* Do the loop's own threads run it, several at a time as far as the text says? */
static bool has_threads(const struct region *r)
{
    const struct construct *around = r->site.team ? r->site.parallel : NULL;
    bool threads = around,
         alone = is_alone(around, "num_threads", "1") || is_alone(around, "if", "0");
    for (size_t i = r->site.first; i < r->site.first + r->site.count; i++) {
        const struct construct *c = &r->facts->constructs[i];
        threads |= (c->parts & PART_PARALLEL) != 0;
        alone |= is_alone(c, "num_threads", "1") || is_alone(c, "if", "0");
    }
    return threads && !alone;
}

/* The conditions of the form `i == 5` around updates of d. */
struct single_search {
    struct region *r;
    const struct decl *d;
    const struct stmt *under; /* the statement with the condition that comes first */
};

static bool visit_single(struct stmt *s, void *ctx)
{
    struct single_search *w = ctx;
    const struct decl *i = w->r->loops[0]->vars[0].var;
    if (w->under || s->kind != STMT_IF || s->expr->kind != EXPR_BINARY || s->expr->op != OP_EQ)
        return true;
    const bool first = is_var(expr_strip(s->expr->a), i);
    const struct mention_search by = mention(w->r, first ? s->expr->b : s->expr->a, i);
    if ((first || is_var(expr_strip(s->expr->b), i)) && !by.found && !by.varies &&
        stmt_writes(s->body, w->d))
        w->under = s;
    return true;
}

/* Does one iteration alone update d, `if (i == 5) d += 3;`? */
static bool is_of_one(struct region *r, const struct decl *d)
{
    struct single_search w = {.r = r, .d = d};
    struct combine_search all = {.d = d}, inside = {.d = d};
    if (!r->n_loops || r->dir->collapse > 1)
        return false;
    stmt_walk(r->stmt, visit_single, &w);
    if (!w.under)
        return false;
    stmt_walk_exprs(r->stmt, visit_named, &all);
    stmt_walk_exprs(w.under->body, visit_named, &inside);
    return all.uses == inside.uses;
}

/* A sum that several threads update at the same time, without a clause or anything else that keeps
 * them apart: an error of the program, whoever compiles it. */
static bool is_race(struct region *r, const struct decl *d)
{
    return r->dir->on_host && r->site.heeded && !r->exclusive && !region_is_of_thread(r, d) &&
           !region_lists(r, d) && !sharing_keeps(r, d, false) &&
           !site_lists(r->facts, &r->site, "lastprivate", d->name) &&
           !site_lists(r->facts, &r->site, "linear", d->name) && has_threads(r) &&
           (!r->site.team || sharing_of_team(r, d)) && only_updated(r, d) != OP_NONE &&
           !is_of_one(r, d);
}

/* Advice for a variable whose value is carried: it may be a sum, and forgotten. */
static const char *advice(struct region *r, const struct decl *d, bool surely)
{
    const char *place = on_place(r, d);
    if (!place)
        place = body_place_advice(r, d);
    if (place)
        return place;
    struct combine_search s = {.d = d};
    struct set_search w = {.r = r, .d = d};
    stmt_walk_exprs(r->stmt, visit_combine, &s);
    stmt_walk_exprs(r->stmt, visit_set, &w);
    bool scalar = d->type->kind == TYPE_SCALAR;
    bool steps = w.set && w.set->kind == EXPR_INCDEC && w.n == 1;
    if (steps && !surely && s.uses > 0) /* out[m++] = x */
        return on_counter(r, w.set, d);
    if (s.uses == 0 && s.op && region_is_of_thread(r, d))
        return ir_printf("each thread has its own: sum up a variable that reduction(%s:...) names, "
                         "and add it to '%s' behind the loop",
                         c_op_token(s.op), d->name);
    if (s.uses == 0 && s.op && !s.several && scalar)
        return ir_printf("add %s(%s:%s)", body_clause(r), c_op_token(s.op), d->name);
    const char *order = on_order(r, d);
    if (order)
        return order;
    if (w.n == 1 && surely && scalar)
        return on_recurrence(r, w.set, d);
    return surely ? "reduce it, or declare it inside the loop if every iteration has its own"
                  : ir_printf("declare it inside the loop, or write private(%s) if that never "
                              "happens",
                              d->name);
}

bool body_is_repeatable(const struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        if (!red->decl && (red->section || !red->lvalue || !body_is_part(red->lvalue)))
            return false;
    }
    for (size_t i = 0; i < r->n_loops; i++)
        if (r->loops[i]->linked)
            return false;
    for (size_t i = 0; i < r->dir->n_data; i++)
        if (r->dir->data[i].map == TCR_MAP_DEVICEPTR)
            return false;
    return true;
}

/* Surely: every iteration updates it. */
static MUST_CHECK void *refuse_race(struct region *r, const struct decl *d, size_t at, bool surely)
{
    r->races = true;
    return refuse(r, REFUSE_LOOP, at, CODE_CARRIED,
                  "'%s' is shared, and the threads that update it at the same time %slose updates; "
                  "%s",
                  d->name, surely ? "" : "may ", advice(r, d, surely));
}

bool body_check_private(struct region *r, struct decl *d, bool first)
{
    struct assigned f = assigned_in_iteration(r, d);
    bool plain = d->type->kind == TYPE_SCALAR || d->type->kind == TYPE_POINTER;
    size_t early = f.early ? f.early->begin : r->begin;
    if (first && f.read && stmt_writes(r->body, d))
        return refuse(
            r, REFUSE_LOOP, r->begin, CODE_CARRIED,
            "'%s' is listed in firstprivate, and the loop changes it: its value is carried from "
            "one iteration to the next",
            d->name);
    if (!first && region_lists(r, d) && plain && f.carried)
        return refuse(
            r, REFUSE_LOOP, early, CODE_CARRIED,
            "'%s' is listed in private, but every iteration reads it before assigning it: its "
            "value is carried from one iteration to the next; %s",
            d->name, advice(r, d, true));
    bool back = r->site.heeded && site_lists(r->facts, &r->site, "lastprivate", d->name);
    if (region_lists(r, d) && !back)
        return true;
    if (f.read && is_race(r, d))
        return refuse_race(r, d, early, f.carried);
    if (f.read)
        return refuse(
            r, REFUSE_LOOP, early, CODE_CARRIED,
            "'%s' may be read before an iteration assigns it: its value is carried from one "
            "iteration to the next; %s",
            d->name, advice(r, d, f.carried));
    if (sharing_keeps(r, d, false) || !live_after(r, d))
        return true;
    if (!f.always)
        return refuse(
            r, REFUSE_LOOP, r->begin, CODE_LIVE_OUT,
            "'%s' is assigned in only some iterations and its value may be used after the loop; "
            "declare it inside the loop if it is not",
            d->name);
    if (!body_is_repeatable(r))
        refuse_device(r, r->begin, CODE_LIVE_OUT,
                      "the value of '%s' may be used after the loop; declare it inside the loop or "
                      "write private(%s) if it is not",
                      d->name, d->name);
    IR_PUSH(r->lastprivates, r->n_lastprivates, d);
    return true;
}

bool body_check_moved(struct region *r)
{
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++) {
            const struct induction *v = &r->loops[i]->vars[k];
            if (v->kept && is_race(r, v->var))
                return refuse_race(r, v->var, r->begin, true);
        }
    return true;
}

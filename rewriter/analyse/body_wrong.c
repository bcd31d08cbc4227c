/* SPDX-License-Identifier: MIT */
/*
 * body_wrong.c: lists that name what is no reduction: a variable that counts
 * the turns of a loop, one whose value so far is used as an offset (a hidden
 * prefix sum), one that is set anew each time, and sums that carry their own
 * rounding errors along.  To believe them would change results; each is said
 * by name, and the loop keeps its order.
 */
#include <string.h>

#include "../front/ast.h"
#include "body_private.h"
#include "../source/operators.h"

/* ---- counters ---- */

static bool sets(struct expr *e, int red)
{
    if (!e)
        return false;
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA)
        return sets(e->a, red) || sets(e->b, red);
    return e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && body_target(e->a) == red &&
           body_mentions(e->b, red) == 0;
}

static bool moves(struct expr *e, int red)
{
    if (!e)
        return false;
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA)
        return moves(e->a, red) || moves(e->b, red);
    return (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && body_target(e->a) == red;
}

struct use_search {
    struct region *r;
    int red;
    const struct expr *at;
};

static bool visit_counter(struct stmt *s, void *ctx)
{
    struct use_search *u = ctx;
    if (!u->at && s->kind == STMT_FOR && s->init && s->init->kind == STMT_EXPR && s->expr &&
        sets(s->init->expr, u->red) && moves(s->step, u->red) && body_mentions(s->expr, u->red))
        u->at = s->init->expr;
    return !u->at;
}

static bool check_counter(struct region *r, int red)
{
    struct use_search u = {.r = r, .red = red};
    stmt_walk(r->stmt, visit_counter, &u);
    if (u.at)
        return refuse(
            r, REFUSE_LOOP, u.at->begin, CODE_REDUCTION_COUNTER,
            "'%s' is listed as a reduction variable, but it counts the iterations of this loop; "
            "leave it out of the list",
            r->reductions[red].text);
    return true;
}

/* ---- offsets ---- */

static bool visit_offset(struct expr *e, void *ctx)
{
    struct use_search *u = ctx;
    bool pointer = e->kind == EXPR_BINARY && e->type->kind == TYPE_POINTER;
    if (!u->at && (e->kind == EXPR_INDEX || pointer)) {
        if (body_mentions(e->b, u->red))
            u->at = e->b;
        else if (pointer && e->b->type->kind == TYPE_POINTER && body_mentions(e->a, u->red))
            u->at = e->a;
    }
    return !u->at;
}

static bool check_offset(struct region *r, int red)
{
    struct use_search u = {.r = r, .red = red};
    if (!type_is_integer(r->reductions[red].type))
        return true;
    stmt_walk_exprs(r->body, visit_offset, &u);
    if (!u.at)
        return true;
    const struct reduction *x = &r->reductions[red];
    const char *remedy =
        x->decl ? ir_printf("write reduce(inscan, %s:%s), and '#pragma tcr scan exclusive(%s)' "
                            "between what uses it and its update",
                            operator_of(x->op)->name, x->text, x->text)
                : "compute the offsets in a loop before";
    return refuse(r, REFUSE_LOOP, u.at->begin, CODE_PREFIX_SUM,
                  "'%s' is listed as a reduction variable, but the value that it has reached is a "
                  "subscript here: a prefix sum; leave it out of the list if every iteration "
                  "moves it by the same amount, else %s",
                  x->text, remedy);
}

/* ---- compensated sums ---- */

enum { MOST_LIKE = 64 };

/* Variables that hold the reduced value, with or without something added. */
struct like {
    struct region *r;
    int red;
    const struct decl *decls[MOST_LIKE];
    size_t n;
    bool grows;
    const struct expr *error; /* a difference of two such values: what rounding has lost */
};

static bool is_marked(const struct like *l, const struct decl *d)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->decls[i] == d)
            return true;
    return false;
}

static void mark(struct like *l, const struct decl *d)
{
    if (l->n == MOST_LIKE || is_marked(l, d))
        return;
    l->decls[l->n++] = d;
    l->grows = true;
}

static bool is_like(const struct like *l, const struct expr *e)
{
    if (e->reduction == l->red)
        return true;
    switch (e->kind) {
    case EXPR_VAR:
        return is_marked(l, e->decl);
    case EXPR_CAST:
    case EXPR_ADDR:
    case EXPR_DEREF:
        return is_like(l, e->a);
    case EXPR_COND:
        return is_like(l, e->b) || is_like(l, e->c);
    case EXPR_BINARY:
        return (e->op == OP_ADD || e->op == OP_SUB) && is_like(l, e->a) != is_like(l, e->b);
    default:
        return false;
    }
}

static bool visit_like(struct expr *e, void *ctx)
{
    struct like *l = ctx;
    if (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && e->a->kind == EXPR_VAR &&
        e->a->reduction != l->red && is_like(l, e->b))
        mark(l, e->a->decl);
    struct device_function *f =
        e->kind == EXPR_CALL && !e->math ? ast_function(l->r, e->decl, e->begin) : NULL;
    for (size_t i = 0; f && i < e->n_args && i < f->n_params; i++)
        if (is_like(l, e->args[i]))
            mark(l, f->params[i]);
    bool difference = e->kind == EXPR_BINARY && e->op == OP_SUB;
    if (difference && is_like(l, e->a) && is_like(l, e->b) && type_is_floating(e->type))
        l->error = l->error ? l->error : e;
    return true;
}

static bool visit_like_decl(struct stmt *s, void *ctx)
{
    struct like *l = ctx;
    for (size_t i = 0; i < s->n_decls; i++)
        if (s->inits[i] && is_like(l, s->inits[i]))
            mark(l, s->decls[i]);
    return true;
}

static void look(struct like *l, struct stmt *s)
{
    stmt_walk_exprs(s, visit_like, l);
    stmt_walk(s, visit_like_decl, l);
}

/* Counts the uses of each reduction variable except as the target of an update, as in `s += x`. */
static bool visit_going(struct expr *e, void *ctx)
{
    int *going = ctx;
    if (e->reduction >= 0)
        going[e->reduction]++;
    bool update = e->kind == EXPR_INCDEC || (e->kind == EXPR_ASSIGN && e->op != OP_ASSIGN);
    if (update && e->a->reduction >= 0)
        going[e->a->reduction]--;
    return true;
}

/* y = a - c; t = s + y; c = (t - s) - y; s = t;  Kahan, Neumaier, Klein, Knuth's
 * and Dekker's exact sums of two: they subtract the sum from what it becomes. */
static bool check_compensated(struct region *r, int red)
{
    struct like l = {.r = r, .red = red, .grows = true};
    if (!type_is_floating(r->reductions[red].type))
        return true;
    while (l.grows) {
        l.grows = false;
        look(&l, r->body);
        for (size_t i = 0; i < r->n_functions; i++)
            look(&l, r->functions[i].body);
    }
    if (l.error)
        return refuse(
            r, REFUSE_LOOP, l.error->begin, CODE_COMPENSATED,
            "'%s' is a compensated sum: here the loop computes what rounding has lost, which "
            "holds in the program's order only; write '%s += ...' alone (the sum on the device "
            "adds up many short sums, and its error grows far more slowly than that of a plain "
            "loop), or leave the directive out",
            r->reductions[red].text, r->reductions[red].text);
    return true;
}

bool body_check_lists(struct region *r)
{
    int *going = ir_alloc((r->n_reductions + 1) * sizeof *going);
    stmt_walk_exprs(r->body, visit_going, going);
    for (size_t i = 0; i < r->n_reductions; i++)
        if (!check_counter(r, (int)i) || (going[i] && !check_compensated(r, (int)i)) ||
            (!r->scan && !check_offset(r, (int)i)))
            return false;
    return true;
}

/* ---- what a misused variable is, if it can be told ---- */

struct tally {
    int red;
    int updates, resets, reads;
    const struct expr *reset, *other; /* other: updated with another operator */
    const char *called;               /* a function that gets its address */
};

static const char *gets_address(const struct expr *e, int red)
{
    for (size_t i = 0; e->kind == EXPR_CALL && e->decl && i < e->n_args; i++) {
        const struct expr *arg = expr_strip(e->args[i]);
        if (arg->kind == EXPR_ADDR && arg->a->reduction == red)
            return e->decl->name;
    }
    return NULL;
}

static bool visit_tally(struct expr *e, void *ctx)
{
    struct tally *t = ctx;
    bool assign = e->kind == EXPR_ASSIGN && body_target(e->a) == t->red;
    bool plain = assign && e->op == OP_ASSIGN;
    if (plain && body_mentions(e->b, t->red) == 0) {
        t->resets++;
        t->reset = t->reset ? t->reset : e;
        expr_walk(e->b, visit_tally, ctx);
        return false;
    }
    if (assign || (e->kind == EXPR_INCDEC && body_target(e->a) == t->red)) {
        t->updates++;
        if (plain)
            t->reads -= body_mentions(e->b, t->red);
        t->other = t->other ? t->other : e;
        if (e->b)
            expr_walk(e->b, visit_tally, ctx);
        return false;
    }
    t->reads += e->reduction == t->red;
    t->called = t->called ? t->called : gets_address(e, t->red);
    return true;
}

/* x = x OP e or e OP x: the operator; else OP_NONE. */
static enum c_op single(const struct expr *e, int red)
{
    const struct expr *rhs = expr_strip(e->b);
    bool one = rhs->kind == EXPR_BINARY && body_mentions((struct expr *)rhs, red) == 1;
    if (!one)
        return OP_NONE;
    bool commutes = rhs->op != OP_SUB && rhs->op != OP_DIV && rhs->op != OP_REM;
    return body_target(rhs->a) == red || (commutes && body_target(rhs->b) == red) ? rhs->op
                                                                                  : OP_NONE;
}

/* The reduction operator that an update asks for, -1: none. */
static int asked_for(const struct expr *e, int red)
{
    return operator_of_binary(e->op == OP_ASSIGN ? single(e, red) : c_op_plain(e->op));
}

bool body_check_recurrence(struct region *r, const struct expr *e, int red)
{
    const struct expr *rhs = expr_strip(e->b);
    if (rhs->kind == EXPR_BINARY && !single(e, red) && type_is_arithmetic(rhs->type) &&
        !expr_compares(rhs))
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CARRIED,
            "'%s' is listed as a reduction variable, but its new value is made of the old one in "
            "a way that no reduction has: a recurrence, carried from one iteration to the next; "
            "only a loop in the program's order computes it",
            r->reductions[red].text);
    return true;
}

const char *body_remedy(struct region *r, int red, const char *how)
{
    struct tally t = {.red = red};
    const struct reduction *x = &r->reductions[red];
    const char *clause = body_clause(r);
    const char *place = x->decl && operator_is(x->op, OPERATOR_ORDER) && !r->scan
                            ? body_place_advice(r, x->decl)
                            : NULL;
    stmt_walk_exprs(r->body, visit_tally, &t);
    if (strcmp(how, "also reads its value") != 0 && section_has_sibling(r, x))
        return ir_printf(
            "; of several sections of an array, an update whose subscript is no number "
            "counts as one of the last, '%s'; reduce each section in a loop of its own",
            x->text);
    if (strcmp(how, "takes the maximum") == 0 || strcmp(how, "takes the minimum") == 0)
        return ir_printf("; write %s(%s:%s)", clause, strstr(how, "max") ? "max" : "min", x->text);
    if (t.called)
        return ir_printf(", by its address in '%s'; let the function return what is combined, and "
                         "update '%s' in the loop",
                         t.called, x->text);
    if (t.updates + t.resets == 0)
        return ir_printf(" and never updates it; leave it out of the list");
    bool reset = t.resets > 0 && !operator_is(x->op, OPERATOR_ORDER) &&
                 !operator_is(x->op, OPERATOR_LOGICAL);
    if (reset)
        return ir_printf(" (line %u sets it anew); if it is a temporary, declare it inside the "
                         "loop and leave it out of the list",
                         source_position(r->src, t.reset->begin).line);
    if (strcmp(how, "updates it with another operator") == 0 && t.reads == 0 && t.other) {
        int asked = asked_for(t.other, red);
        if (asked >= 0 && asked != (int)x->op && t.updates == 1)
            return ir_printf("; write %s(%s:%s)", clause, operator_of((enum tcr_op)asked)->name,
                             x->text);
    }
    if (strcmp(how, "also reads its value") == 0 && place)
        return ir_printf("; %s", place);
    if (strcmp(how, "also reads its value") == 0)
        return r->scan ? "; the input phase, in which it is updated, may not read it"
               : !x->decl || type_is_complex(x->type)
                   ? "; what it has reached so far is known in the program's order only (a prefix "
                     "sum, or a recurrence)"
                   : ir_printf("; if that is a prefix sum, write reduce(inscan, %s:%s), and "
                               "'#pragma tcr scan inclusive(%s)' between the update and what "
                               "reads it (exclusive(%s), if that comes first)",
                               operator_of(x->op)->name, x->text, x->text, x->text);
    return "";
}

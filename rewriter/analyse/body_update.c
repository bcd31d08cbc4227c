/* SPDX-License-Identifier: MIT */
/*
 * body_update.c: is every use of a reduction variable an update that its
 * operator allows?  Anything else keeps its sequential meaning: refused.
 */

#include <string.h>

#include "body_private.h"
#include "../source/operators.h"

int body_target(const struct expr *e)
{
    while (e->kind == EXPR_CAST || (e->kind == EXPR_MEMBER && type_is_complex(e->a->type)))
        e = e->a;
    return e->reduction;
}

bool body_is(const struct updated *u, const struct expr *e)
{
    if (u->decl)
        return e->kind == EXPR_VAR && e->decl == u->decl;
    if (u->place)
        return expr_is_lvalue(e) && expr_equal(e, u->place);
    return e->reduction == u->reduction;
}

struct mention_count {
    const struct updated *of;
    int n;
};

static bool visit_mentions(struct expr *e, void *ctx)
{
    struct mention_count *c = ctx;
    c->n += body_is(c->of, e);
    return true;
}

int body_names(struct expr *e, const struct updated *u)
{
    struct mention_count c = {.of = u};
    expr_walk(e, visit_mentions, &c);
    return c.n;
}

int body_mentions(struct expr *e, int reduction)
{
    return body_names(e, &(struct updated){.reduction = reduction});
}

void *body_misuse(struct region *r, const struct expr *at, int red, const char *how)
{
    return refuse(r, REFUSE_LOOP, at->begin, CODE_REDUCTION_MISUSE,
                  "'%s' is a reduction variable for '%s', but the loop %s%s",
                  r->reductions[red].text, operator_of(r->reductions[red].op)->name, how,
                  body_remedy(r, red, how));
}

/* What a string literal has become (ast_string.c), which nobody may write? */
static bool is_string(const struct decl *d)
{
    return strncmp(d->name, "tcr_string", strlen("tcr_string")) == 0;
}

/* An iteration's own variable, handed on by its address? */
static bool hands_own(const struct region *r, const struct expr *e)
{
    while (e && e->kind == EXPR_CAST)
        e = e->a;
    if (!e || (e->kind != EXPR_ADDR && e->kind != EXPR_DECAY))
        return false;
    for (e = e->a; e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX || e->kind == EXPR_DECAY;)
        e = e->a;
    return e->kind == EXPR_VAR && !is_string(e->decl) &&
           (e->decl->in_region || body_is_private(r, e->decl) ||
            stmt_writes_part(r->body, e->decl, NULL, false));
}

struct effect_search {
    const struct region *r;
    bool found;
};

static bool visit_effect(struct expr *e, void *ctx)
{
    struct effect_search *s = ctx;
    s->found |= e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    for (size_t i = 0; e->kind == EXPR_CALL && i < e->n_args; i++)
        s->found |= hands_own(s->r, e->args[i]);
    return !s->found;
}

bool body_check_guarded(struct region *r, struct expr *e, int red)
{
    struct effect_search s = {.r = r};
    expr_walk(e, visit_effect, &s);
    if (s.found)
        return body_misuse(r, e, red, "lets its value decide whether something else happens");
    return true;
}

static bool check_operands(struct region *r, struct expr *e, int red)
{
    /* the rest of the expression may mention other things, x only where matched */
    if (!e || body_target(e) == red)
        return true;
    if (e->reduction >= 0)
        return body_misuse(r, e, e->reduction, "also reads its value");
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) {
        if (body_target(e->a) >= 0)
            return body_misuse(r, e, body_target(e->a), "uses the value of the update");
        body_check_target(r, e->a);
    }
    check_operands(r, e->a, red);
    check_operands(r, e->b, red);
    check_operands(r, e->c, red);
    for (size_t i = 0; i < e->n_args; i++)
        check_operands(r, e->args[i], red);
    return true;
}

/* An integer that takes floating values is truncated at every step: the order
 * of the steps would show. */
bool body_check_truncation(struct region *r, const struct expr *e, int red, const struct type *t)
{
    if (type_is_integer(r->reductions[red].type) && !type_is_integer(t))
        return refuse(r, REFUSE_LOOP, e->begin, CODE_TRUNCATION,
                      "integer '%s' is updated with a floating value, which is truncated in every "
                      "iteration; use one type for both",
                      r->reductions[red].text);
    return true;
}

/* x = e, with x of the reduction variables. */
static bool check_plain_update(struct region *r, struct expr *e, int red)
{
    struct reduction *x = &r->reductions[red];
    struct expr *rhs = expr_strip(e->b);
    if (r->scan && r->dir->origin == ORIGIN_TCR && body_mentions(rhs, red) == 0) {
        x->resets = e->resets = true;
        return body_check_expr(r, e->b);
    }
    if (!operator_is(x->op, OPERATOR_ORDER) || !body_order_of_integers(rhs, x->type))
        body_check_truncation(r, e, red, rhs->type);
    if (!body_one_place(r, red, e->a, rhs))
        return body_misuse(r, e, red, "assigns one element a value that another one is in");
    if (body_sets_constant(r, e, red) ||
        (operator_is(x->op, OPERATOR_ORDER) && body_order_counter(r, e, red)))
        return true;
    if (operator_is(x->op, OPERATOR_ORDER)) {
        int found = body_order_tree(r, rhs, red);
        x->combines = true;
        if (found < 0)
            return body_misuse(
                r, e, red, "assigns it a value that is not its minimum or maximum with another");
        if (found != (int)x->op)
            return body_misuse(r, e, red,
                               found == TCR_MIN ? "takes the minimum" : "takes the maximum");
    } else if (body_is_absorbing(rhs, x->op)) {
        x->sets_constant = true; /* if (...) found = 1; */
    } else if (!body_in_tree(r, rhs, red)) {
        if (body_mentions(rhs, red))
            body_check_recurrence(r, e, red);
        return body_misuse(r, e, red,
                           body_mentions(rhs, red) ? "updates it with another operator"
                                                   : "assigns it without using its value");
    }
    body_check_bool(r, rhs, red);
    if (operator_is(x->op, OPERATOR_LOGICAL))
        body_check_guarded(r, rhs, red);
    check_operands(r, rhs, red);
    return true;
}

static bool check_compound_update(struct region *r, struct expr *e, int red)
{
    struct reduction *x = &r->reductions[red];
    enum c_op plain = c_op_plain(e->op);
    bool fits = (plain && plain == operator_of(x->op)->binary) ||
                (x->op == TCR_ADD && plain == OP_SUB && !type_is_bool(x->type));
    if (operator_is(x->op, OPERATOR_LOGICAL)) { /* the same for 0 and 1 */
        fits = plain == operator_of_bits(x->op) && body_is_truth(e->b);
    }
    x->combines = true;
    if (!fits)
        return body_misuse(r, e, red, "updates it with another operator");
    if (body_mentions(e->b, red))
        return body_misuse(r, e, red, "also reads its value");
    body_check_truncation(r, e, red, e->b->type);
    body_check_bool(r, e->b, red);
    body_check_expr(r, e->b);
    return true;
}

/* e > x ? (x = e) : 0; the last is not used, and may be x. */
static bool check_choice(struct region *r, struct expr *e)
{
    struct expr *last = expr_strip(e->c);
    bool idle = last->kind == EXPR_INT || last->reduction >= 0 ||
                (last->kind == EXPR_CAST && last->a->kind == EXPR_INT);
    return body_order_if(r, e->a, e->b, !idle);
}

/* An expression whose value is not used. */
static bool check_void(struct region *r, struct expr *e)
{
    e = e->kind == EXPR_CAST ? e->a : e;
    int red = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC ? body_target(e->a) : -1;
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA) {
        check_void(r, e->a);
        check_void(r, e->b);
    } else if (e->kind == EXPR_COND) {
        if (check_choice(r, e))
            return true;
        body_check_expr(r, e->a);
        check_void(r, e->b);
        check_void(r, e->c);
    } else if (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL)) {
        if (e->op == OP_LAND && body_order_if(r, e->a, e->b, false))
            return true;
        body_check_expr(r, e->a);
        check_void(r, e->b);
    } else if (red < 0) {
        body_check_expr(r, e);
    } else if (e->kind == EXPR_INCDEC) {
        if (r->reductions[red].op != TCR_ADD || (e->op == OP_DECREMENT && type_is_bool(e->a->type)))
            return body_misuse(r, e, red, "updates it with another operator");
    } else if (e->op == OP_ASSIGN) {
        check_plain_update(r, e, red);
    } else {
        check_compound_update(r, e, red);
    }
    return true;
}

/* An expression whose value counts. */
bool body_check_expr(struct region *r, struct expr *e)
{
    if (!e)
        return true;
    if (e->reduction >= 0)
        return (r->scan && r->scan->reading) ||
               body_misuse(r, e, e->reduction, "also reads its value");
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) {
        if (body_target(e->a) >= 0)
            return body_misuse(r, e, body_target(e->a), "uses the value of the update");
        if (!e->atomic) /* access.c finds out where that is */
            body_check_target(r, e->a);
    }
    body_check_expr(r, e->a);
    body_check_expr(r, e->b);
    body_check_expr(r, e->c);
    for (size_t i = 0; i < e->n_args; i++)
        body_check_expr(r, e->args[i]);
    return true;
}

static struct stmt *only_statement(struct stmt *s)
{
    while (s->kind == STMT_COMPOUND && s->n_list == 1)
        s = s->list[0];
    return s;
}

/* if (!x) if (p) x = 1; as if (!x && p) x = 1; */
static bool check_nested_flag(struct region *r, struct stmt *outer, struct stmt *inner)
{
    struct stmt *then = only_statement(inner->body);
    struct expr both = *outer->expr;
    if (outer->other || inner->other || then->kind != STMT_EXPR)
        return false;
    both.kind = EXPR_BINARY;
    both.op = OP_LAND;
    both.a = outer->expr;
    both.b = inner->expr;
    both.reduction = -1;
    return body_flag_if(r, &both, then->expr);
}

/* if (e REL x) x = e; if (!x && p) x = 1; */
static bool check_if_update(struct region *r, struct stmt *s)
{
    struct stmt *then = only_statement(s->body);
    if (then->kind == STMT_IF)
        return check_nested_flag(r, s, then);
    return then->kind == STMT_EXPR && (body_order_if(r, s->expr, then->expr, s->other != NULL) ||
                                       (!s->other && body_flag_if(r, s->expr, then->expr)));
}

/* if (e > x) { x = e; where = i; }: more than one variable can say. */
static bool check_position(struct region *r, struct stmt *s)
{
    struct expr *cond = expr_strip(s->expr);
    if (!expr_orders(cond) || s->body->kind != STMT_COMPOUND || s->body->n_list < 2)
        return true;
    int red = expr_strip(cond->a)->reduction;
    if (red < 0)
        red = expr_strip(cond->b)->reduction;
    for (size_t i = 0; red >= 0 && i < s->body->n_list; i++) {
        struct stmt *t = s->body->list[i];
        if (t->kind == STMT_EXPR && t->expr->kind == EXPR_ASSIGN && body_target(t->expr->a) == red)
            return body_misuse(
                r, cond, red,
                r->dir->origin == ORIGIN_TCR
                    ? "sets other variables along with it (the place of the minimum or maximum?); "
                      "that is taken as 'if (v > best) { best = v; at = i; }', a minimum with "
                      "'<', where 'best' and 'at' are local numbers and 'at' is in no clause"
                    : "sets other variables along with it (the place of the minimum or maximum?), "
                      "which a reduction of one variable cannot do; find the value in one loop "
                      "and its place in a second");
    }
    return true;
}

bool body_visit_update(struct stmt *s, void *ctx)
{
    struct region *r = ctx;
    switch (s->kind) {
    case STMT_EXPR:
        check_void(r, s->expr);
        break;
    case STMT_IF:
        if (check_if_update(r, s))
            return false;
        check_position(r, s);
        body_check_expr(r, s->expr);
        break;
    case STMT_FOR:
        body_check_expr(r, s->expr);
        if (s->step)
            check_void(r, s->step);
        break;
    case STMT_DECL:
        for (size_t i = 0; i < s->n_decls; i++)
            body_check_expr(r, s->inits[i]);
        break;
    default:
        body_check_expr(r, s->expr);
    }
    return true;
}

/* ---- the phases of a scan ---- */

/* The scan phase only reads what is scanned. */
static bool visit_scanned(struct expr *e, void *ctx)
{
    struct region *r = ctx;
    bool changes = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC || e->kind == EXPR_ADDR;
    if (changes && body_target(e->a) >= 0)
        return refuse(r, REFUSE_LOOP, e->begin, CODE_SCAN,
                      "'%s' is changed in the scan phase, %s the directive 'scan', which may only "
                      "read it",
                      r->reductions[body_target(e->a)].text,
                      r->scan->exclusive ? "in front of" : "behind");
    return !r->stopped;
}

static bool visit_scan_phase(struct stmt *s, void *ctx)
{
    struct region *r = ctx;
    struct expr *own[] = {s->expr, s->step};
    for (size_t i = 0; i < 2; i++)
        body_check_expr(r, own[i]);
    for (size_t i = 0; i < s->n_decls; i++)
        body_check_expr(r, s->inits[i]);
    return !r->stopped;
}

void body_check_updates(struct region *r)
{
    if (!r->scan) {
        stmt_walk(r->body, body_visit_update, r);
        return;
    }
    for (size_t i = 0; i < r->body->n_list; i++) {
        struct stmt *s = r->body->list[i];
        r->scan->reading = !scan_is_input(r->scan, i);
        if (r->scan->reading)
            stmt_walk_exprs(s, visit_scanned, r);
        stmt_walk(s, r->scan->reading ? visit_scan_phase : body_visit_update, r);
    }
    r->scan->reading = false;
}

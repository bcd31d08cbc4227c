/* SPDX-License-Identifier: MIT */
/*
 * body_addressed.c: sums, products and exclusive ors of numbers that functions update by address.
 *
 *     #pragma omp parallel for reduction(+ : sum)
 *     for (...)
 *         add(&sum, x[i]);
 *
 * The iteration has a sum of its own, which starts from 0 (a product from 1), as a thread's does.
 * It is added behind the body, and that is an update like any other:
 *
 *     double own = 0;
 *     add(&own, x[i]);
 *     sum = sum + own;
 *
 * So has an element of a reduced array, `add(&h[k], x[i])`, for that call, if all that the function
 * does with it is such an update:
 *
 *     long at = k;
 *     double part = 0;
 *     add(&part, x[i]);
 *     h[at] += part;
 *
 * What OpenMP's functions do with the address is the program's affair, as it is with a thread's own
 * sum.  Under other directives the loop must mean what it means in its own order: there, all that
 * the loop and these functions do with the variable must be such updates.
 */
#include "../ir/made.h"
#include "../source/operators.h"
#include "body.h"
#include "body_private.h"

/* ---- are all uses of it updates? ---- */

enum { MOST_CALLS = 8 }; /* of functions in each other */

struct use_search {
    struct region *r;
    const struct decl *d; /* the variable, or in a function the pointer to it */
    const struct type *type;
    enum tcr_op op;
    bool pointer;
    int depth;
    size_t updates; /* mentions that are part of one */
};

static bool is_it(const struct use_search *u, const struct expr *e)
{
    long long k;
    if (!u->pointer)
        return e->kind == EXPR_VAR && e->decl == u->d;
    bool followed =
        e->kind == EXPR_DEREF || (e->kind == EXPR_INDEX && expr_const(e->b, &k) && k == 0);
    return followed && e->a->kind == EXPR_VAR && e->a->decl == u->d &&
           e->type->kind == TYPE_SCALAR && e->type->scalar == u->type->scalar;
}

static bool is_address(const struct use_search *u, const struct expr *e)
{
    if (!u->pointer)
        return e->kind == EXPR_ADDR && e->a->kind == EXPR_VAR && e->a->decl == u->d;
    return e->kind == EXPR_VAR && e->decl == u->d;
}

/* An integer does not take floating values: each would be truncated. */
static bool fits(const struct use_search *u, const struct expr *value)
{
    return !type_is_integer(u->type) || type_is_integer(value->type);
}

static bool is_update(const struct use_search *u, struct expr *e)
{
    const struct updated of = {.place = e->a, .type = u->type};
    enum c_op own = operator_of(u->op)->binary, by = c_op_plain(e->op);
    if (e->kind == EXPR_INCDEC)
        return u->op == TCR_ADD;
    if (e->op == OP_ASSIGN)
        return fits(u, expr_strip(e->b)) && body_tree_of(expr_strip(e->b), &of, u->op);
    return (by == own || (by == OP_SUB && u->op == TCR_ADD)) && fits(u, e->b) &&
           !expr_mentions(e->b, u->d);
}

/* An expression whose value is not used. */
static void look_at(struct use_search *u, struct expr *e)
{
    while (e->kind == EXPR_CAST)
        e = e->a;
    if (e->kind == EXPR_BINARY && e->op == OP_COMMA) {
        look_at(u, e->a);
        look_at(u, e->b);
    } else if ((e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC) && !e->atomic && is_it(u, e->a) &&
               is_update(u, e)) {
        u->updates += expr_mentions(e, u->d);
    }
}

static bool visit_statement(struct stmt *s, void *ctx)
{
    if (s->kind == STMT_EXPR)
        look_at(ctx, s->expr);
    if (s->step)
        look_at(ctx, s->step);
    return true;
}

static bool only_updates(struct use_search *u, struct stmt *body);

static bool visit_call(struct expr *e, void *ctx)
{
    struct use_search *u = ctx;
    struct device_function *f =
        e->kind == EXPR_CALL && e->decl ? region_function(u->r, e->decl) : NULL;
    for (size_t i = 0; f && i < e->n_args && i < f->n_params; i++) {
        struct use_search in = {u->r, f->params[i], u->type, u->op, true, u->depth + 1, 0};
        if (is_address(u, e->args[i]) && in.depth < MOST_CALLS && only_updates(&in, f->body))
            u->updates++;
    }
    return true;
}

static bool only_updates(struct use_search *u, struct stmt *body)
{
    stmt_walk(body, visit_statement, u);
    stmt_walk_exprs(body, visit_call, u);
    return u->updates == stmt_mentions(body, u->d);
}

/* ---- an iteration's own ---- */

struct address_search {
    const struct decl *d;
    const struct expr *name; /* the variable, in &variable */
};

static bool visit_address(struct expr *e, void *ctx)
{
    struct address_search *s = ctx;
    if (e->kind == EXPR_ADDR && e->a->kind == EXPR_VAR && e->a->decl == s->d)
        s->name = e->a;
    return !s->name;
}

static bool visit_outer(struct expr *e, void *ctx)
{
    bool *found = ctx;
    bool element = (e->kind == EXPR_ADDR && e->a->kind == EXPR_INDEX) ||
                   (e->kind == EXPR_BINARY && e->type->kind == TYPE_POINTER);
    *found |= element || (e->kind == EXPR_ADDR && e->a->kind == EXPR_VAR && !e->a->decl->in_region);
    return !*found;
}

bool body_has_addresses(const struct region *r)
{
    bool found = false;
    stmt_walk_exprs(r->body, visit_outer, &found);
    return found;
}

static bool may_take(struct region *r, const struct reduce_clause *c, const struct decl *d)
{
    const struct type *t = d->type;
    struct use_search u = {.r = r, .d = d, .type = t, .op = c->op};
    bool zero = c->op == TCR_ADD || c->op == TCR_XOR;
    if (r->scan || c->inscan || t->kind != TYPE_SCALAR || t->is_volatile || t->is_atomic ||
        type_is_bool(t) || !(zero || c->op == TCR_MUL) ||
        stmt_mentions(r->stmt, d) != stmt_mentions(r->body, d))
        return false;
    return (r->dir->origin == ORIGIN_OMP && r->site.heeded) || only_updates(&u, r->body);
}

void body_take_addressed(struct region *r, const struct reduce_clause *c, struct decl *d)
{
    struct address_search s = {.d = d};
    enum c_op op = operator_of(c->op)->binary;
    stmt_walk_exprs(r->body, visit_address, &s);
    if (!s.name || !may_take(r, c, d))
        return;
    struct made at = body_place(r);
    struct decl *own =
        body_own(r, d, made_cast(at, d->type, made_number(at, type_int(), c->op == TCR_MUL)));
    struct stmt *block = r->best_block, *body = block->list[block->n_list - 1];
    struct stmt *both = made_stmt(at, STMT_COMPOUND), *add = made_stmt(at, STMT_EXPR);
    struct made name = {s.name->begin, s.name->end};
    add->expr =
        made_expr(at, EXPR_ASSIGN, d->type, made_variable(name, d),
                  made_binary(at, op, d->type, made_variable(name, d), made_variable(at, own)));
    add->expr->op = OP_ASSIGN;
    IR_PUSH(both->list, both->n_list, body);
    IR_PUSH(both->list, both->n_list, body_behind(r, body, add));
    block->list[block->n_list - 1] = both;
    r->hands_address = true;
    r->cfg = NULL;
}

/* ---- elements of reduced arrays ---- */

struct element_search {
    struct region *r;
    const struct decl *d; /* the array, or the pointer to it */
    enum tcr_op op;
    bool changed;
};

/* h[k], h[j][k] of it. */
static bool is_element(const struct element_search *s, const struct expr *e)
{
    if (e->kind != EXPR_INDEX || e->type->kind != TYPE_SCALAR || type_is_bool(e->type))
        return false;
    while (e->kind == EXPR_INDEX || e->kind == EXPR_DECAY)
        e = e->a;
    return e->kind == EXPR_VAR && e->decl == s->d;
}

/* &h[k], h + k: the element, or NULL. */
static struct expr *element_of(const struct element_search *s, const struct expr *argument)
{
    struct expr *e = argument->kind == EXPR_ADDR ? argument->a : NULL;
    if (argument->kind == EXPR_BINARY && argument->op == OP_ADD &&
        argument->a->type->kind == TYPE_POINTER) {
        e = made_expr((struct made){argument->begin, argument->end}, EXPR_INDEX,
                      argument->a->type->of, argument->a, argument->b);
    }
    return e && is_element(s, e) ? e : NULL;
}

/* The subscripts are computed once, in front of the call. */
static void keep_subscripts(struct expr *e, struct stmt *block, size_t number)
{
    struct made at = {e->begin, e->end};
    for (; e->kind == EXPR_INDEX || e->kind == EXPR_DECAY; e = e->a) {
        if (e->kind == EXPR_DECAY || e->b->kind == EXPR_INT)
            continue;
        struct decl *k = made_decl(at, DECL_LOCAL,
                                   ir_printf("tcr_at%zu_%zu", number, block->n_list), e->b->type);
        IR_PUSH(block->list, block->n_list, made_declaration(at, k, e->b));
        e->b = made_variable((struct made){e->b->begin, e->b->end}, k);
    }
}

/* Statement: the call alone, in a block of its own then, whose i-th argument leads to the place. */
static void take_element(struct element_search *s, struct stmt *statement, size_t i,
                         struct expr *place)
{
    struct made at = {statement->begin, statement->end};
    struct stmt *call = ir_alloc(sizeof *call), *block = made_stmt(at, STMT_COMPOUND);
    struct stmt *add = made_stmt(at, STMT_EXPR);
    struct expr **argument = &statement->expr->args[i];
    struct decl *part =
        made_decl(at, DECL_LOCAL, ir_printf("tcr_part%zu_%zu", at.begin, i), place->type);
    keep_subscripts(place, block, at.begin);
    struct expr *start = made_number(at, type_int(), s->op == TCR_MUL);
    IR_PUSH(block->list, block->n_list,
            made_declaration(at, part, made_cast(at, place->type, start)));
    *argument = made_expr(at, EXPR_ADDR, (*argument)->type, made_variable(at, part), NULL);
    add->expr = made_expr(at, EXPR_ASSIGN, place->type, place, made_variable(at, part));
    add->expr->op = c_op_assignment(operator_of(s->op)->binary);
    *call = *statement;
    IR_PUSH(block->list, block->n_list, call);
    IR_PUSH(block->list, block->n_list, add);
    *statement = *block;
    s->changed = true;
}

static bool visit_element(struct stmt *statement, void *ctx)
{
    struct element_search *s = ctx;
    struct expr *e = statement->kind == STMT_EXPR ? statement->expr : NULL;
    struct device_function *f =
        e && e->kind == EXPR_CALL && e->decl ? region_function(s->r, e->decl) : NULL;
    for (size_t i = 0; f && i < e->n_args && i < f->n_params; i++) {
        struct expr *place = element_of(s, e->args[i]);
        if (!place)
            continue;
        struct use_search in = {.r = s->r,
                                .d = f->params[i],
                                .type = place->type,
                                .op = s->op,
                                .pointer = true,
                                .depth = 1};
        if (!only_updates(&in, f->body))
            continue;
        take_element(s, statement, i, place);
        return true; /* what stands in its place is visited, too */
    }
    return true;
}

void body_take_elements(struct region *r, const struct reduce_clause *c, const struct decl *d)
{
    struct element_search s = {.r = r, .d = d, .op = c->op};
    bool can = c->op == TCR_ADD || c->op == TCR_XOR || c->op == TCR_MUL;
    if (!can || r->scan || c->inscan)
        return;
    stmt_walk(r->body, visit_element, &s);
    if (!s.changed)
        return;
    stmt_number(r->body);
    r->hands_address = true;
    r->cfg = NULL;
}

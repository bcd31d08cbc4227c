/* SPDX-License-Identifier: MIT */
/*
 * body_best.c: a minimum or maximum that OpenMP's threads find together, with what it takes along.
 *
 *     #pragma omp critical
 *     if (v[i] > best) {
 *         best = v[i];
 *         at = i;
 *     }
 *
 * Each iteration gets variables of its own in place of these, the first of which starts from the
 * program's.  Where it ends with a better value, it is the place of one (kernels/first.cuh), and
 * the device finds the first place of the best.  The host does that one iteration, as it is in the
 * text, and so gives the program's variables what the loop leaves in them in its own order.
 *
 *     double own = best;                          the text that the device gets
 *     int own_at;
 *     if (v[i] > own) { own = v[i]; own_at = i; }
 *     place = which iteration it is, if own > best
 */
#include "../ir/made.h"
#include "../ir/math_table.h"
#include "body.h"
#include "body_private.h"

/* ---- an iteration's own ---- */

struct replacement {
    const struct decl *from;
    struct decl *to;
};

static bool visit_name(struct expr *e, void *ctx)
{
    struct replacement *by = ctx;
    if (e->kind == EXPR_VAR && e->decl == by->from)
        e->decl = by->to;
    return true;
}

/* { the body } */
static void enclose(struct region *r)
{
    struct stmt *block = made_stmt(body_place(r), STMT_COMPOUND);
    struct stmt *body = made_stmt(body_place(r), STMT_NULL);
    *body = *r->body;
    IR_PUSH(block->list, block->n_list, body);
    *r->body = *block;
    r->best_block = r->body;
}

struct decl *body_own(struct region *r, struct decl *d, struct expr *init)
{
    if (!r->best_block)
        enclose(r);
    struct made at = body_place(r);
    struct stmt *block = r->best_block, *body = block->list[block->n_list - 1];
    struct decl *mine = made_decl(at, DECL_LOCAL, ir_printf("tcr_own_%s", d->name), d->type);
    mine->offset = r->loops[r->n_loops - 1]->stmt->begin; /* the body may be a loop itself */
    stmt_walk_exprs(body, visit_name, &(struct replacement){d, mine});
    block->list[block->n_list - 1] = made_declaration(at, mine, init);
    IR_PUSH(block->list, block->n_list, body);
    r->cfg = NULL;
    return mine;
}

void body_take_best(struct region *r, const struct fold *f)
{
    struct best best = {.op = f->op, .var = f->var, .along = f->along, .n_along = f->n_along};
    best.own = body_own(r, f->var, made_variable(body_place(r), f->var));
    for (size_t i = 0; i < f->n_along; i++)
        body_own(r, f->along[i], NULL);
    best.place = made_decl(body_place(r), DECL_LOCAL, ir_printf("tcr_place%zu", r->n_bests),
                           type_long_long());
    best.place->in_region = false;
    IR_PUSH(r->bests, r->n_bests, best);
}

/* ---- its place ---- */

/* place = which iteration it is, as a reduction variable. */
static struct stmt *place_of(const struct region *r, const struct best *best, size_t number)
{
    struct made at = body_place(r);
    struct expr *which = made_expr(at, EXPR_CALL, type_long_long(), NULL, NULL);
    struct stmt *s = made_stmt(at, STMT_EXPR);
    which->math = &math_best_place;
    IR_PUSH(which->args, which->n_args, made_variable(at, best->own));
    IR_PUSH(which->args, which->n_args, made_variable(at, best->var));
    s->expr = made_expr(at, EXPR_ASSIGN, type_long_long(), made_variable(at, best->place), which);
    s->expr->op = OP_ASSIGN;
    s->expr->a->reduction = (int)number;
    return s;
}

static bool check(struct region *r)
{
    const char *name = r->bests[0].var->name;
    if (r->stores)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_CARRIED,
                      "'%s' is found with its place, and the loop also writes memory; find it in a "
                      "loop of its own",
                      name);
    if (!body_is_repeatable(r) || r->dir->reproducible)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_CARRIED,
                      "'%s' is found with its place, and the host cannot do one iteration once "
                      "more; find it in a loop of its own",
                      name);
    return true;
}

bool body_keep_best(struct region *r)
{
    if (!r->best_block)
        return true;
    if (r->n_bests && !check(r))
        return false;
    struct stmt *block = r->best_block, *last = made_stmt(body_place(r), STMT_COMPOUND);
    for (size_t i = 0; i < r->n_bests; i++) {
        const struct best *best = &r->bests[i];
        struct stmt *s = place_of(r, best, r->n_reductions);
        struct reduction red = {.op = TCR_MAX,
                                .best = best,
                                .text = ir_printf("the place of '%s'", best->var->name),
                                .lvalue = s->expr->a,
                                .decl = best->place,
                                .type = best->place->type};
        IR_PUSH(last->list, last->n_list, s);
        IR_PUSH(r->reductions, r->n_reductions, red);
    }
    body_add_results(r, last);
    last = body_behind(r, block->list[block->n_list - 1], last);
    IR_PUSH(block->list, block->n_list, last);
    r->cfg = NULL;
    return true;
}

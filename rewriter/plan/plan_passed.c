/* SPDX-License-Identifier: MIT */
/*
 * plan_passed.c: pointers that a loop of a thread passes to functions, and that stay or move
 * evenly.
 *
 *     for (int b = 0; b < count[other]; b++)
 *         r2 = distance2(s, s->r[i], s->r[other * 32 + b], d);
 *
 * Such a function asks in each call whether the neighbours behind its pointer are in their section
 * (plan_spans.c).  Where every iteration surely makes the call, one look at the first and the last
 * pointer says so for all of them, in front of the loop.
 */
#include "device_shape.h"
#include "plan_private.h"

#include "../source/operators.h"

enum {
    INDEX_BYTES = 4,     /* of the loop's variable, at most, */
    MOST_STEP = 1 << 20, /* and bytes that the pointer moves: it cannot come round */
};

struct passed_search {
    const struct plan *p;
    struct plan_loop loop;
    struct stmt *at;
    struct plan_passed *list;
    size_t n;
    bool fixed;
};

/* ---- the pointer ---- */

static bool visit_variable(struct expr *e, void *ctx)
{
    struct passed_search *s = ctx;
    if (e->kind == EXPR_VAR && e->decl != s->loop.loop->vars[0].var &&
        region_may_write(s->p->r, s->loop.stmt->body, e->decl))
        s->fixed = false;
    return s->fixed;
}

static bool moves_evenly(struct passed_search *s, struct expr *pointer)
{
    struct expr *e = expr_strip(pointer), *array, *index;
    const bool lvalue = e->kind == EXPR_DECAY || e->kind == EXPR_ADDR;
    long long by;
    if ((!lvalue && e->kind != EXPR_BINARY) || !plan_element(lvalue ? e->a : e, &array, &index) ||
        array->type->kind != TYPE_POINTER || !shape_is_argument(s->p->r, array) ||
        !plan_early_place(&s->loop, index) || !plan_steps(s->p->r, &s->loop, index, &by) ||
        __builtin_mul_overflow(by, (long long)array->type->of->size, &by) || by > MOST_STEP ||
        by < -MOST_STEP)
        return false;
    s->fixed = true;
    expr_walk(index, visit_variable, s);
    return s->fixed;
}

/* ---- calls that every iteration makes ---- */

/* The same has been found before: what follows from it holds in the rest of the iteration. */
static bool is_known(const struct passed_search *s, const struct plan_passed *passed)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->list[i].span == passed->span && expr_equal(s->list[i].pointer, passed->pointer))
            return true;
    return false;
}

static void look_at_call(struct passed_search *s, const struct expr *e)
{
    const int copy = expr_facts(e)->function;
    const struct device_function *f = e->math     ? NULL
                                      : copy >= 0 ? &s->p->r->functions[copy]
                                                  : region_function(s->p->r, e->decl);
    for (size_t i = 0; f && i < e->n_args && i < f->n_params; i++) {
        const struct plan_span *span = plan_span_of(s->p, f->params[i]);
        const struct plan_passed passed = {s->at, e->args[i], span};
        if (span && moves_evenly(s, e->args[i]) && !is_known(s, &passed))
            IR_PUSH(s->list, s->n, passed);
    }
}

static void look_at(struct passed_search *s, struct expr *e)
{
    if (!e || e->kind == EXPR_STATEMENTS)
        return;
    if (e->kind == EXPR_CALL)
        look_at_call(s, e);
    const bool chooses =
        e->kind == EXPR_COND || (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL));
    look_at(s, e->a);
    look_at(s, chooses ? NULL : e->b);
    look_at(s, chooses ? NULL : e->c);
    for (size_t i = 0; i < e->n_args; i++)
        look_at(s, e->args[i]);
}

/* What statement t of the body, at the top, surely passes. */
static void look_through(struct passed_search *s, struct stmt *t)
{
    s->at = t;
    for (size_t i = 0; t->kind == STMT_DECL && i < t->n_decls; i++)
        look_at(s, t->inits[i]);
    if (t->kind == STMT_EXPR)
        look_at(s, t->expr);
}

size_t plan_passed(const struct plan *p, struct stmt *s, const struct loop *fixed,
                   struct plan_passed **list)
{
    struct passed_search search = {.p = p, .loop = {.loop = fixed, .stmt = s}};
    struct stmt *body = s->body;
    bool sure = fixed->vars[0].declared && fixed->vars[0].var->type->size <= INDEX_BYTES &&
                !stmt_breaks(body) && !stmt_leaves(s);
    if (sure && body->kind != STMT_COMPOUND)
        look_through(&search, body);
    for (size_t i = 0; sure && body->kind == STMT_COMPOUND && i < body->n_list; i++) {
        look_through(&search, body->list[i]);
        sure = !stmt_leaves(body->list[i]) && !stmt_skips(body->list[i]);
    }
    *list = search.list;
    return search.n;
}

bool plan_passed_needs(struct stmt *s, const struct loop *fixed, const struct stmt *declaration)
{
    const struct plan_loop loop = {.loop = fixed, .stmt = s};
    return plan_early_needs(&loop, declaration, 0);
}

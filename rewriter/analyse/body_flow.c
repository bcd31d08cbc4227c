/* SPDX-License-Identifier: MIT */
/*
 * body_flow.c: is a variable declared outside the loop assigned before it is
 * read, in every iteration?  And if its value is used after the loop, does
 * every iteration assign it?
 *
 * Definite assignment along the structured flow of one iteration: break and
 * continue take what has surely been assigned to where they lead; a case label
 * can be reached from the head of its switch.  A structure or an array is
 * followed once for each scalar in it; inner loops with constant bounds are
 * gone through turn by turn, so that their subscripts are constants; functions
 * that get its address are followed, too.
 */
#include <stdint.h>

#include "../front/ast.h"
#include "body_flow.h"
#include "../ir/math_table.h"

enum { MOST_TURNS = 64, MOST_STEPS = 20000 };

static void flow_expr(struct flow *f, const struct expr *e);
static void flow_stmt(struct flow *f, const struct stmt *s);

/* ---- expressions ---- */

static void flow_branches(struct flow *f, const struct expr *a, const struct expr *b)
{
    bool before = f->assigned;
    f->conditional++;
    flow_expr(f, a);
    bool after = f->assigned;
    f->assigned = before;
    flow_expr(f, b);
    f->assigned = f->assigned && after;
    f->conditional--;
}

/* What the place of an lvalue, or the value of a pointer, is computed from. */
static void flow_parts(struct flow *f, const struct expr *e)
{
    for (; e && e->kind != EXPR_VAR; e = e->a)
        flow_expr(f, e->b);
}

/* The variable's value counts here. */
static void flow_read(struct flow *f, const struct expr *e, struct span s)
{
    flow_parts(f, e);
    if (flow_misses(f, s, flow_bits(e)) || f->assigned)
        return;
    f->read = true;
    f->early = f->early ? f->early : e;
    f->carried |= s.known && !f->written && f->conditional == 0;
}

/* Its address goes where it is not followed. */
static void flow_handed(struct flow *f, const struct expr *e)
{
    flow_parts(f, e);
    if (!f->assigned && !f->early)
        f->early = e;
    f->read |= !f->assigned;
    f->written = true;
}

static void flow_written(struct flow *f, struct span s, long long bits)
{
    f->assigned |= flow_covers(f, s, bits);
    f->written = true;
}

/* The value first, then the place. */
static void flow_assign(struct flow *f, const struct expr *e)
{
    flow_expr(f, e->b);
    struct span s = flow_span(f, e->a);
    if (!s.mine || e->op != OP_ASSIGN || e->atomic) {
        flow_expr(f, e->a);
        return;
    }
    flow_parts(f, e->a);
    flow_written(f, s, flow_bits(e->a));
}

/* A mathematical function writes through its pointers, and reads nothing there. */
static void flow_math(struct flow *f, const struct expr *e)
{
    for (size_t i = 0; i < e->n_args; i++)
        if (!e->args[i] || e->args[i]->type->kind != TYPE_POINTER ||
            !flow_target(f, e->args[i]).mine)
            flow_expr(f, e->args[i]);
        else
            flow_parts(f, e->args[i]);
    for (size_t i = 0; i < e->n_args; i++) {
        struct span s = {0};
        if (e->args[i] && e->args[i]->type->kind == TYPE_POINTER)
            s = flow_target(f, e->args[i]);
        if (s.mine)
            flow_written(f, s, e->args[i]->type->of->size * 8);
    }
}

/* What parameter p holds in a call with this argument; false: nothing is known. */
static bool flow_argument(struct flow *f, struct device_function *fn, const struct decl *p,
                          const struct expr *arg, struct known *out)
{
    *out = (struct known){.decl = p};
    struct span s = {0};
    if (arg->type->kind == TYPE_POINTER)
        s = flow_target(f, arg);
    if (s.mine ? !s.known : !flow_const(f, arg, &out->value))
        return false;
    out->points = s.mine;
    if (s.mine)
        out->value = s.begin;
    return (s.mine || (type_is_integer(p->type) && p->type->size >= 4)) &&
           !stmt_writes(fn->body, p);
}

static void flow_body(struct flow *f, const struct stmt *body)
{
    struct flow saved = *f;
    f->at_return = true;
    flow_stmt(f, body);
    f->assigned = f->assigned && f->at_return;
    f->at_return = saved.at_return;
    f->at_break = saved.at_break;
    f->at_continue = saved.at_continue;
    f->at_head = saved.at_head;
    f->has_default = saved.has_default;
}

static void flow_call(struct flow *f, const struct expr *e)
{
    struct device_function *fn = ast_function(f->r, e->decl, e->begin);
    struct known args[FLOW_KNOWN];
    size_t n = 0, before = f->n_known;
    bool points = false;
    for (size_t i = 0; i < e->n_args; i++) {
        bool known = n < FLOW_KNOWN - before && i < fn->n_params &&
                     flow_argument(f, fn, fn->params[i], e->args[i], &args[n]);
        if (known && args[n].points)
            flow_parts(f, e->args[i]);
        else
            flow_expr(f, e->args[i]);
        points |= known && args[n].points;
        n += known;
    }
    if (!points) /* the variable is none that the function could see */
        return;
    for (size_t i = 0; i < n; i++)
        flow_learn(f, args[i]);
    flow_body(f, fn->body);
    f->n_known = before;
}

static void flow_parts_of(struct flow *f, const struct expr *e)
{
    flow_expr(f, e->a);
    flow_expr(f, e->b);
    flow_expr(f, e->c);
    for (size_t i = 0; i < e->n_args; i++)
        flow_expr(f, e->args[i]);
}

static void flow_expr(struct flow *f, const struct expr *e)
{
    struct span s = {0};
    if (!e)
        return;
    if (expr_is_lvalue(e))
        s = flow_span(f, e);
    if (s.mine)
        flow_read(f, e, s);
    else if (e->type->kind == TYPE_POINTER && flow_target(f, e).mine)
        flow_handed(f, e);
    else if (e->kind == EXPR_ASSIGN)
        flow_assign(f, e);
    else if (e->kind == EXPR_COND) {
        flow_expr(f, e->a);
        flow_branches(f, e->b, e->c);
    } else if (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL)) {
        flow_expr(f, e->a);
        flow_branches(f, e->b, NULL);
    } else if (e->kind == EXPR_CALL && e->math) {
        flow_math(f, e);
    } else if (e->kind == EXPR_CALL) {
        flow_call(f, e);
    } else if (e->kind == EXPR_END) {
        f->assigned = true;
    } else {
        flow_parts_of(f, e);
    }
}

/* ---- the variables of statements ---- */

/* struct stmt::concerns: a bit for each variable, which it may share with others. */
static const unsigned long long LOOKED_AT = 1ull << 63, MOVES_ON = 1ull << 62;

static unsigned long long bit_of(const struct decl *d)
{
    return 1ull << ((uintptr_t)d / sizeof *d % 62);
}

/* Calls may change any variable, and end the program. */
static bool visit_concerns(struct expr *e, void *ctx)
{
    unsigned long long *concerns = ctx;
    if (e->kind == EXPR_VAR)
        *concerns |= bit_of(e->decl);
    if (e->kind == EXPR_END || (e->kind == EXPR_CALL && !e->math))
        *concerns |= MOVES_ON;
    return true;
}

static bool is_jump(const struct stmt *s)
{
    switch (s->kind) {
    case STMT_GOTO:
    case STMT_LABEL:
    case STMT_CASE:
    case STMT_DEFAULT:
    case STMT_BREAK:
    case STMT_CONTINUE:
    case STMT_RETURN:
        return true;
    default:
        return false;
    }
}

void body_flow_prepare(struct stmt *s)
{
    struct expr *const own[] = {s->expr, s->case_high, s->step};
    struct stmt *const parts[] = {s->init, s->body, s->other};
    s->concerns = LOOKED_AT | (is_jump(s) ? MOVES_ON : 0);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        expr_walk(own[i], visit_concerns, &s->concerns);
    for (size_t i = 0; i < s->n_decls; i++)
        expr_walk(s->inits[i], visit_concerns, &s->concerns);
    for (size_t i = 0; i < sizeof parts / sizeof *parts + s->n_list; i++) {
        struct stmt *part = i < s->n_list ? s->list[i] : parts[i - s->n_list];
        if (!part)
            continue;
        body_flow_prepare(part);
        s->concerns |= part->concerns;
    }
}

/* The statement neither names the variable nor decides which statement runs next. */
static bool passes_over(const struct flow *f, const struct stmt *s)
{
    return (s->concerns & (LOOKED_AT | MOVES_ON | bit_of(f->d))) == LOOKED_AT;
}

/* ---- statements ---- */

/* Can only a break end the loop with this condition? */
static bool endless(const struct stmt *s)
{
    long long k;
    return !s->expr || (expr_const(s->expr, &k) && k != 0);
}

/* The values of the variable of a loop with constant bounds. */
static bool constant_turns(const struct flow *f, const struct stmt *s, struct loop **out,
                           long long *first, long long *n)
{
    const char *why;
    long long last;
    if (s->kind != STMT_FOR || !f->turns)
        return false;
    struct loop *l = *out = loop_canonical((struct stmt *)s, &why);
    if (!l || l->n_vars != 1 || l->sets_more || l->vars[0].step || l->vars[0].step_const == 0 ||
        !type_is_integer(l->vars[0].var->type) || l->vars[0].var->type->size < 4 ||
        l->vars[0].var == f->d || !flow_const(f, l->vars[0].lower, first) ||
        !flow_const(f, l->upper, &last))
        return false;
    long long step = l->vars[0].step_const, distance = step > 0 ? last - *first : *first - last;
    step = step > 0 ? step : -step;
    if (c_op_admits_equal(l->rel))
        distance++;
    if ((l->rel == OP_NE && (distance < 0 || distance % step)) || distance / step >= MOST_TURNS)
        return false;
    *n = distance <= 0 ? 0 : (distance + step - 1) / step;
    return true;
}

/* Turn by turn: the loop's variable is a constant in each. */
static void flow_turns(struct flow *f, const struct stmt *s, const struct loop *l, long long first,
                       long long n)
{
    bool outer_break = f->at_break, outer_continue = f->at_continue;
    size_t before = f->n_known;
    f->at_break = true;
    flow_stmt(f, s->init);
    for (long long i = 0; i < n; i++) {
        struct known k = {.decl = l->vars[0].var, .value = first + i * l->vars[0].step_const};
        flow_learn(f, k);
        f->at_continue = true;
        flow_expr(f, s->expr);
        flow_stmt(f, s->body);
        f->assigned = f->assigned && f->at_continue;
        flow_expr(f, s->step);
        f->n_known = before;
    }
    flow_expr(f, s->expr);
    f->assigned = f->assigned && f->at_break;
    f->at_break = outer_break;
    f->at_continue = outer_continue;
}

static void flow_loop(struct flow *f, const struct stmt *s)
{
    bool outer_break = f->at_break, outer_continue = f->at_continue,
         enters = stmt_has_case(s->body);
    long long first, n;
    struct loop *l;
    if (!enters && constant_turns(f, s, &l, &first, &n)) {
        flow_turns(f, s, l, first, n);
        return;
    }
    flow_stmt(f, s->init);
    if (enters) /* a label of the switch around stands in the loop */
        f->assigned = f->assigned && f->at_head;
    f->at_break = f->at_continue = true;
    if (s->kind != STMT_DO)
        flow_expr(f, s->expr);
    bool leaves = endless(s) || f->assigned;
    f->conditional++;
    flow_stmt(f, s->body);
    f->assigned = f->assigned && f->at_continue;
    flow_expr(f, s->step);
    f->conditional--;
    if (s->kind == STMT_DO) {
        flow_expr(f, s->expr);
        leaves = endless(s) || f->assigned;
    }
    f->assigned = leaves && f->at_break;
    f->at_break = outer_break;
    f->at_continue = outer_continue;
}

static void flow_switch(struct flow *f, const struct stmt *s)
{
    flow_expr(f, s->expr);
    bool before = f->assigned, outer_break = f->at_break;
    bool outer_head = f->at_head, outer_default = f->has_default;
    f->at_head = f->assigned;
    f->at_break = f->assigned = true; /* nothing runs before the first label */
    f->has_default = false;
    f->conditional++;
    flow_stmt(f, s->body);
    f->conditional--;
    f->assigned = f->assigned && f->at_break && (f->has_default || before);
    f->at_break = outer_break;
    f->at_head = outer_head;
    f->has_default = outer_default;
}

static void flow_if(struct flow *f, const struct stmt *s)
{
    flow_expr(f, s->expr);
    bool before = f->assigned;
    f->conditional++;
    flow_stmt(f, s->body);
    bool after = f->assigned;
    f->assigned = before;
    flow_stmt(f, s->other);
    f->assigned = f->assigned && after;
    f->conditional--;
}

static void flow_stmt(struct flow *f, const struct stmt *s)
{
    if (!s || passes_over(f, s) || ++f->steps > MOST_STEPS)
        return;
    switch (s->kind) {
    case STMT_IF:
        flow_if(f, s);
        break;
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_DO:
        flow_loop(f, s);
        break;
    case STMT_SWITCH:
        flow_switch(f, s);
        break;
    case STMT_COMPOUND:
        for (size_t i = 0; i < s->n_list; i++)
            flow_stmt(f, s->list[i]);
        break;
    case STMT_DECL:
        for (size_t i = 0; i < s->n_decls; i++)
            flow_expr(f, s->inits[i]);
        break;
    case STMT_GOTO:
        f->again |= !f->assigned && !s->label->unset;
        s->label->unset |= !f->assigned;
        f->assigned = true;
        break;
    case STMT_LABEL:
        f->assigned = f->assigned && !s->label->unset;
        flow_stmt(f, s->body);
        break;
    case STMT_CASE:
    case STMT_DEFAULT:
        f->assigned = f->assigned && f->at_head;
        f->has_default |= s->kind == STMT_DEFAULT;
        flow_stmt(f, s->body);
        break;
    case STMT_BREAK:
        f->at_break = f->at_break && f->assigned;
        f->assigned = true;
        break;
    case STMT_CONTINUE:
        f->at_continue = f->at_continue && f->assigned;
        f->assigned = true;
        break;
    case STMT_RETURN:
        flow_expr(f, s->expr);
        f->at_return = f->at_return && f->assigned;
        f->assigned = true;
        break;
    default:
        flow_expr(f, s->expr);
    }
}

static struct flow flow_leaf(struct region *r, struct stmt *body, const struct decl *d,
                             struct leaf leaf, bool turns)
{
    struct flow f;
    for (size_t i = 0; i < r->n_labels; i++)
        r->labels[i]->unset = false;
    do { /* until what gotos bring back to their labels is known */
        f = (struct flow){
            .r = r, .d = d, .leaf = leaf, .turns = turns, .at_break = true, .at_continue = true};
        f.conditional = r->n_labels > 0; /* the text's order is not that of execution */
        flow_stmt(&f, body);
    } while (f.again && f.steps <= MOST_STEPS);
    f.assigned = f.assigned && f.at_continue;
    if (f.steps <= MOST_STEPS)
        return f;
    if (turns)
        return flow_leaf(r, body, d, leaf, false);
    f.read = true;
    f.assigned = f.carried = false;
    return f;
}

static struct flow flow_in(struct region *r, struct stmt *body, const struct decl *d)
{
    struct leaf leaves[TYPE_LEAVES] = {{0, d->type->size * 8}};
    size_t n = type_leaves(d->type, leaves);
    if (n == 0)
        leaves[0] = (struct leaf){0, d->type->size * 8};
    struct flow all = flow_leaf(r, body, d, leaves[0], true);
    for (size_t i = 1; i < n; i++) {
        struct flow f = flow_leaf(r, body, d, leaves[i], true);
        all.read |= f.read;
        all.early = all.early ? all.early : f.early;
        all.carried |= f.carried;
        all.assigned = all.assigned && f.assigned;
    }
    return all;
}

struct flow flow_of(struct region *r, const struct decl *d)
{
    return flow_in(r, r->body, d);
}

bool body_assigns_first(struct region *r, const struct decl *d)
{
    return !flow_of(r, d).read;
}

bool body_assigns_first_in(struct region *r, struct stmt *body, const struct decl *d)
{
    return !flow_in(r, body, d).read;
}

/* SPDX-License-Identifier: MIT */
/* cfg.c: builds control-flow graphs, see cfg.h. */
#include "cfg.h"

#include <stdint.h>
#include <stdlib.h>

struct builder {
    struct cfg *g;
    struct cfg_block *here;
    unsigned long long names; /* of the statement, so far; */
    unsigned long long all;   /* with those within it */
    cfg_call *returns;
    void *ctx;
};

static void value(struct builder *b, struct expr *e, const struct expr *by);

/* ---- blocks and edges ---- */

static struct cfg_block *new_block(void)
{
    return ir_alloc(sizeof(struct cfg_block));
}

static void start(struct builder *b, struct cfg_block *at)
{
    at->number = b->g->n_blocks;
    IR_PUSH(b->g->blocks, b->g->n_blocks, at);
    b->here = at;
}

static void link_by(struct builder *b, enum cfg_edge_kind kind, struct cfg_block *to,
                    const struct stmt *by)
{
    struct cfg_edge *e = ir_alloc(sizeof *e);
    *e = (struct cfg_edge){.kind = kind, .from = b->here, .to = to, .at = to->n_in, .by = by};
    IR_PUSH(b->here->out, b->here->n_out, e);
    IR_PUSH(to->in, to->n_in, e);
}

static void link(struct builder *b, enum cfg_edge_kind kind, struct cfg_block *to)
{
    link_by(b, kind, to, NULL);
}

/* From here to a block that begins now. */
static void go_on(struct builder *b, struct cfg_block *to)
{
    link(b, CFG_NEXT, to);
    start(b, to);
}

/* What follows is not reached from here. */
static void leave(struct builder *b, enum cfg_edge_kind kind, struct cfg_block *to,
                  const struct stmt *by)
{
    link_by(b, kind, to, by);
    start(b, new_block());
}

unsigned long long cfg_name(const struct decl *d)
{
    return 1ull << ((uintptr_t)d / sizeof *d % 64);
}

static void event(struct builder *b, enum cfg_event_kind kind, struct expr *e,
                  const struct expr *by)
{
    struct cfg_event added = {.kind = kind, .e = e, .by = by, .names = b->names};
    IR_PUSH(b->here->events, b->here->n_events, added);
    b->here->names |= b->names;
    b->all |= b->names;
}

/* ---- expressions ---- */

/* Where does the condition lead? */
static void condition(struct builder *b, struct expr *e, struct cfg_block *yes,
                      struct cfg_block *no)
{
    struct expr *s = expr_strip(e);
    if (s->kind == EXPR_UNARY && s->op == OP_NOT) {
        condition(b, s->a, no, yes);
        return;
    }
    if (s->kind == EXPR_BINARY && c_op_is(s->op, C_OP_LOGICAL)) {
        struct cfg_block *second = new_block();
        condition(b, s->a, s->op == OP_LAND ? second : yes, s->op == OP_LAND ? no : second);
        start(b, second);
        condition(b, s->b, yes, no);
        return;
    }
    value(b, e, NULL);
    b->here->test = e;
    link(b, CFG_TRUE, yes);
    link(b, CFG_FALSE, no);
}

/* Of a loop: that of `while (1)` or `while (0)` leads to one place alone. */
static void loop_condition(struct builder *b, struct expr *e, struct cfg_block *yes,
                           struct cfg_block *no)
{
    long long k = 1;
    if (e && !expr_const(e, &k))
        condition(b, e, yes, no);
    else
        link(b, CFG_NEXT, k ? yes : no);
}

/* a && b, a || b, a ? b : c */
static void choice(struct builder *b, struct expr *e, const struct expr *by)
{
    struct cfg_block *yes = new_block(), *no = new_block(), *out = new_block();
    if (e->kind == EXPR_COND) {
        condition(b, e->a, yes, no);
        start(b, yes);
        value(b, e->b, by);
        link(b, CFG_NEXT, out);
        start(b, no);
        value(b, e->c, by);
    } else {
        condition(b, e->a, e->op == OP_LAND ? yes : out, e->op == OP_LAND ? out : yes);
        start(b, yes);
        value(b, e->b, NULL);
    }
    go_on(b, out);
}

static void place(struct builder *b, struct expr *e);

/* A pointer that is followed, to `by`. */
static void pointer(struct builder *b, struct expr *p, const struct expr *by)
{
    while (p->kind == EXPR_CAST && p->a->type->kind == TYPE_POINTER)
        p = p->a;
    if (p->kind == EXPR_DECAY || p->kind == EXPR_ADDR) {
        place(b, p->a);
    } else if (p->kind == EXPR_BINARY && p->a->type->kind == TYPE_POINTER) {
        pointer(b, p->a, by);
        value(b, p->b, NULL);
    } else {
        value(b, p, by);
    }
}

/* What the place of an lvalue is computed from. */
static void place(struct builder *b, struct expr *e)
{
    if (e->kind == EXPR_VAR) {
        b->names |= cfg_name(e->decl);
    } else if (e->kind == EXPR_MEMBER) {
        place(b, e->a);
    } else if (e->kind == EXPR_DEREF) {
        pointer(b, e->a, e);
    } else if (e->kind == EXPR_INDEX) {
        pointer(b, e->a, e);
        value(b, e->b, NULL);
    } else {
        value(b, e, NULL); /* a function's result, a literal */
    }
}

static void call(struct builder *b, struct expr *e)
{
    for (size_t i = 0; i < e->n_args; i++)
        value(b, e->args[i], e);
    event(b, CFG_CALL, e, NULL);
    enum cfg_return returns = b->returns ? b->returns(b->ctx, e) : CFG_RETURNS_ALWAYS;
    if (returns != CFG_RETURNS_ALWAYS)
        link(b, CFG_STOP, b->g->exits[CFG_ENDS]);
    if (returns == CFG_RETURNS_PERHAPS)
        go_on(b, new_block());
    else if (returns == CFG_RETURNS_NEVER)
        start(b, new_block());
}

static void store(struct builder *b, struct expr *e)
{
    value(b, e->b, NULL);
    place(b, e->a);
    if (e->kind == EXPR_INCDEC || e->op != OP_ASSIGN || e->atomic)
        event(b, CFG_READ, e->a, NULL);
    event(b, CFG_WRITE, e, NULL);
}

static void operands(struct builder *b, struct expr *e, const struct expr *by)
{
    struct expr *const parts[] = {e->a, e->b, e->c};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        value(b, parts[i], e->type->kind == TYPE_POINTER ? by : NULL);
    for (size_t i = 0; i < e->n_args; i++)
        value(b, e->args[i], NULL);
}

static void value(struct builder *b, struct expr *e, const struct expr *by)
{
    if (!e)
        return;
    if (expr_is_lvalue(e)) {
        place(b, e);
        event(b, CFG_READ, e, e->type->kind == TYPE_POINTER ? by : NULL);
        return;
    }
    switch (e->kind) {
    case EXPR_ADDR:
    case EXPR_DECAY:
        place(b, e->a);
        event(b, CFG_ADDRESS, e, by);
        break;
    case EXPR_ASSIGN:
    case EXPR_INCDEC:
        store(b, e);
        break;
    case EXPR_CALL:
        call(b, e);
        break;
    case EXPR_END:
        leave(b, CFG_STOP, b->g->exits[CFG_ENDS], NULL);
        break;
    case EXPR_COND:
        choice(b, e, by);
        break;
    default:
        if (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL))
            choice(b, e, NULL);
        else
            operands(b, e, by);
    }
}

/* ---- statements ---- */

static void statement(struct builder *b, struct stmt *s);

static void branch(struct builder *b, struct stmt *s)
{
    struct cfg_block *yes = new_block(), *out = new_block(), *no = s->other ? new_block() : out;
    condition(b, s->expr, yes, no);
    start(b, yes);
    statement(b, s->body);
    if (s->other) {
        link(b, CFG_NEXT, out);
        start(b, no);
        statement(b, s->other);
    }
    go_on(b, out);
}

static void loop(struct builder *b, struct stmt *s)
{
    struct cfg_place *p = &b->g->places[s->number];
    p->head = new_block();
    p->exit = new_block();
    p->again = s->kind == STMT_WHILE ? p->head : new_block();
    statement(b, s->init);
    go_on(b, p->head);
    if (s->kind != STMT_DO) {
        struct cfg_block *body = new_block();
        loop_condition(b, s->expr, body, p->exit);
        start(b, body);
    }
    statement(b, s->body);
    if (s->kind != STMT_WHILE)
        go_on(b, p->again);
    value(b, s->step, NULL);
    if (s->kind == STMT_DO)
        loop_condition(b, s->expr, p->head, p->exit);
    else
        link(b, CFG_AGAIN, p->head);
    start(b, p->exit);
}

/* Labels link themselves to the block that decides. */
static void choose(struct builder *b, struct stmt *s)
{
    struct cfg_place *p = &b->g->places[s->number];
    p->exit = new_block();
    value(b, s->expr, NULL);
    b->here->test = s->expr;
    p->head = b->here;
    start(b, new_block());
    statement(b, s->body);
    link(b, CFG_NEXT, p->exit);
    bool all = false;
    for (size_t i = 0; i < p->head->n_out; i++)
        all |= p->head->out[i]->by->kind == STMT_DEFAULT;
    b->here = p->head;
    if (!all)
        link(b, CFG_CASE, p->exit);
    start(b, p->exit);
}

static void label(struct builder *b, struct stmt *s)
{
    struct cfg_place *p = &b->g->places[s->number];
    if (s->kind == STMT_LABEL) {
        go_on(b, p->head);
    } else if (s->target) {
        struct cfg_block *to = new_block();
        go_on(b, to);
        b->here = b->g->places[s->target->number].head;
        link_by(b, CFG_CASE, to, s);
        b->here = to;
    }
    statement(b, s->body);
}

static void jump(struct builder *b, struct stmt *s)
{
    struct cfg_block *to = b->g->exits[s->kind == STMT_RETURN ? CFG_RETURNS : CFG_LEAVES];
    const struct cfg_place *p = s->target ? &b->g->places[s->target->number] : NULL;
    if (p)
        to = s->kind == STMT_BREAK ? p->exit : s->kind == STMT_CONTINUE ? p->again : p->head;
    value(b, s->expr, NULL);
    leave(b, CFG_JUMP, to, s);
}

static void declare(struct builder *b, struct stmt *s)
{
    for (size_t i = 0; i < s->n_decls; i++) {
        value(b, s->inits[i], NULL);
        event(b, CFG_DECLARE, s->inits[i], NULL);
        b->here->events[b->here->n_events - 1].decl = s->decls[i];
    }
}

static void statement_of_kind(struct builder *b, struct stmt *s)
{
    switch (s->kind) {
    case STMT_COMPOUND:
        for (size_t i = 0; i < s->n_list; i++)
            statement(b, s->list[i]);
        break;
    case STMT_DECL:
        declare(b, s);
        break;
    case STMT_IF:
        branch(b, s);
        break;
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_DO:
        loop(b, s);
        break;
    case STMT_SWITCH:
        choose(b, s);
        break;
    case STMT_CASE:
    case STMT_DEFAULT:
    case STMT_LABEL:
        label(b, s);
        break;
    case STMT_BREAK:
    case STMT_CONTINUE:
    case STMT_GOTO:
    case STMT_RETURN:
        jump(b, s);
        break;
    case STMT_EXPR:
    case STMT_NULL:
        value(b, s->expr, NULL);
    }
}

static void statement(struct builder *b, struct stmt *s)
{
    if (!s)
        return;
    struct cfg_place *p = &b->g->places[s->number];
    unsigned long long outer = b->all;
    b->names = b->all = 0;
    p->first = b->here->number;
    statement_of_kind(b, s);
    p->last = b->here->number;
    p->names = b->all;
    b->all |= outer;
}

/* ---- the graph ---- */

/* A goto may come before its label. */
static bool visit_place(struct stmt *s, void *ctx)
{
    struct cfg *g = ctx;
    g->places[s->number].stmt = s;
    if (s->kind == STMT_LABEL)
        g->places[s->number].head = new_block();
    return true;
}

struct cfg *cfg_build(struct stmt *root, cfg_call *returns, void *ctx)
{
    struct cfg *g = ir_alloc(sizeof *g);
    struct builder b = {.g = g, .returns = returns, .ctx = ctx};
    g->root = root;
    g->n_places = stmt_number(root);
    g->places = ir_alloc(g->n_places * sizeof *g->places);
    stmt_walk(root, visit_place, g);
    for (int i = 0; i < CFG_EXITS; i++)
        g->exits[i] = new_block();
    start(&b, new_block());
    statement(&b, root);
    link(&b, CFG_NEXT, g->exits[CFG_FALLS]);
    for (int i = 0; i < CFG_EXITS; i++)
        start(&b, g->exits[i]);
    cfg_find_order(g);
    cfg_find_loops(g);
#ifndef NDEBUG
    const char *wrong = cfg_verify(g);
    if (wrong) {
        fprintf(stderr, "tcr-rewrite: the control-flow graph is wrong: %s\n", wrong);
        abort();
    }
#endif
    return g;
}

bool cfg_dominates(const struct cfg_block *a, const struct cfg_block *b)
{
    return b->dom_first >= a->dom_first && b->dom_first < a->dom_first + a->dom_count;
}

bool cfg_in_loop(const struct cfg_loop *l, const struct cfg_block *b)
{
    const struct cfg_loop *in = b->loop;
    while (in && in != l)
        in = in->outer;
    return in;
}

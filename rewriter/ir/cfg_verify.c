/* SPDX-License-Identifier: MIT */
/*
 * cfg_verify.c: is a control-flow graph what cfg.h promises?  Its edges stand at both ends, its
 * orders are those of its edges, and it has all of the tree: each statement, each jump, each
 * store and each call, once.
 */
#include <stdlib.h>

#include "../text/text.h"
#include "cfg.h"

struct count {
    size_t stores, calls, declared, jumps, labels;
};

struct verify {
    const struct cfg *g;
    const char *wrong; /* what was found first */
    struct count tree, graph;
};

static bool expect(struct verify *v, bool holds, const char *what, size_t at)
{
    if (!holds && !v->wrong)
        v->wrong = ir_printf("%s (%zu)", what, at);
    return holds;
}

/* ---- edges ---- */

static bool has_edge(struct cfg_edge *const *list, size_t n, const struct cfg_edge *e)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += list[i] == e;
    return found == 1;
}

/* Of a block with thousands of edges, all are not looked for among all. */
enum { MOST_EDGES = 64 };

static void check_edges(struct verify *v, const struct cfg_block *b)
{
    bool decided = false, few = b->n_out <= MOST_EDGES;
    for (size_t i = 0; i < b->n_out; i++) {
        const struct cfg_edge *e = b->out[i];
        expect(v, e->from == b, "an edge starts elsewhere", b->number);
        if (few && e->to->n_in <= MOST_EDGES)
            expect(v, has_edge(e->to->in, e->to->n_in, e), "an edge does not arrive", b->number);
        decided |= e->kind == CFG_TRUE || e->kind == CFG_FALSE || e->kind == CFG_CASE;
        v->graph.jumps += e->kind == CFG_JUMP;
        v->graph.labels += e->kind == CFG_CASE && e->by;
    }
    for (size_t i = 0; i < b->n_in; i++) {
        const struct cfg_edge *e = b->in[i];
        expect(v, e->to == b && e->at == i, "an edge ends elsewhere", b->number);
        if (b->n_in <= MOST_EDGES && e->from->n_out <= MOST_EDGES)
            expect(v, has_edge(e->from->out, e->from->n_out, e), "an edge comes from nowhere",
                   b->number);
    }
    expect(v, decided == (b->test != NULL), "a test and its edges differ", b->number);
}

static void check_ends(struct verify *v)
{
    const struct cfg *g = v->g;
    expect(v, g->blocks[0]->n_in == 0, "something leads to the entry", 0);
    for (size_t i = 0; i < CFG_EXITS; i++) {
        const struct cfg_block *b = g->blocks[g->n_blocks - CFG_EXITS + i];
        expect(v, b == g->exits[i], "an exit is not among the last blocks", i);
        expect(v, b->n_out == 0 && b->n_events == 0, "an exit leads on", i);
    }
    for (size_t i = 0; i + CFG_EXITS < g->n_blocks; i++)
        expect(v, g->blocks[i]->n_out > 0, "a block leads nowhere", i);
}

/* ---- orders ---- */

static void check_order(struct verify *v)
{
    const struct cfg *g = v->g;
    for (size_t i = 0; i < g->n_order; i++)
        expect(v, g->order[i]->order == i, "the order and a block's place in it differ", i);
    for (size_t i = 0; i < g->n_blocks; i++) {
        const struct cfg_block *b = g->blocks[i];
        bool reached = b == g->blocks[0], forward = reached;
        for (size_t k = 0; k < b->n_in; k++) {
            size_t from = b->in[k]->from->order;
            reached |= from != CFG_UNREACHED;
            forward |= from != CFG_UNREACHED && from < b->order;
        }
        expect(v, b->number == i, "a block has another number", i);
        expect(v, (b->order != CFG_UNREACHED) == reached, "reached and marked as not, or not", i);
        expect(v, !reached || forward, "a block comes before all that lead to it", i);
    }
}

static void check_dominators(struct verify *v, const struct cfg_block *b)
{
    const struct cfg_block *up = b->idom;
    bool entry = b == v->g->blocks[0];
    if (!expect(v, entry == !up, "only the entry has no dominator", b->number) || entry)
        return;
    expect(v, up->order < b->order, "a dominator comes later", b->number);
    size_t n = 0;
    const struct cfg_block *only = NULL;
    for (size_t i = 0; i < b->n_in; i++) {
        const struct cfg_block *from = b->in[i]->from;
        if (from->order == CFG_UNREACHED)
            continue;
        expect(v, cfg_dominates(up, from), "a path passes by a dominator", b->number);
        n += from != only;
        only = from;
    }
    expect(v, n != 1 || only == up, "what leads there alone is not the dominator", b->number);
}

/* ---- loops ---- */

static void check_loops(struct verify *v)
{
    for (size_t i = 0; i < v->g->n_loops; i++) {
        const struct cfg_loop *l = v->g->loops[i];
        bool back = false;
        for (size_t k = 0; k < l->head->n_in; k++)
            back |= cfg_in_loop(l, l->head->in[k]->from);
        expect(v, back, "a loop does not lead back", l->head->number);
        expect(v, l->head->loop == l, "a loop's head is in another", l->head->number);
        expect(v, !l->outer || cfg_in_loop(l->outer, l->head), "a loop is outside of its outer one",
               l->head->number);
    }
    for (size_t i = 0; i < v->g->n_order; i++) {
        const struct cfg_block *b = v->g->order[i];
        expect(v, !b->loop || cfg_dominates(b->loop->head, b), "a loop has another entry",
               b->number);
    }
}

/* ---- the tree ---- */

static bool visit_expr(struct expr *e, void *ctx)
{
    struct verify *v = ctx;
    v->tree.stores += e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    v->tree.calls += e->kind == EXPR_CALL;
    return true;
}

static bool visit_stmt(struct stmt *s, void *ctx)
{
    struct verify *v = ctx;
    const struct cfg *g = v->g;
    if (!expect(v, s->number < g->n_places && g->places[s->number].stmt == s,
                "a statement has no place", s->number))
        return false;
    const struct cfg_place *p = &g->places[s->number];
    expect(v, p->first <= p->last && p->last + CFG_EXITS < g->n_blocks,
           "a statement ends before it begins", s->number);
    v->tree.declared += s->n_decls;
    v->tree.jumps += s->kind == STMT_BREAK || s->kind == STMT_CONTINUE || s->kind == STMT_GOTO ||
                     s->kind == STMT_RETURN;
    v->tree.labels += (s->kind == STMT_CASE || s->kind == STMT_DEFAULT) && s->target;
    /* a case's label is not evaluated */
    expr_walk(s->kind == STMT_CASE ? NULL : s->expr, visit_expr, v);
    expr_walk(s->step, visit_expr, v);
    for (size_t i = 0; i < s->n_decls; i++)
        expr_walk(s->inits[i], visit_expr, v);
    return true;
}

static void check_tree(struct verify *v)
{
    for (size_t i = 0; i < v->g->n_blocks; i++)
        for (size_t k = 0; k < v->g->blocks[i]->n_events; k++) {
            enum cfg_event_kind kind = v->g->blocks[i]->events[k].kind;
            v->graph.stores += kind == CFG_WRITE;
            v->graph.calls += kind == CFG_CALL;
            v->graph.declared += kind == CFG_DECLARE;
        }
    stmt_walk(v->g->root, visit_stmt, v);
    expect(v, v->tree.stores == v->graph.stores, "stores are missing", v->graph.stores);
    expect(v, v->tree.calls == v->graph.calls, "calls are missing", v->graph.calls);
    expect(v, v->tree.declared == v->graph.declared, "variables are missing", v->graph.declared);
    expect(v, v->tree.jumps == v->graph.jumps, "jumps are missing", v->graph.jumps);
    expect(v, v->tree.labels == v->graph.labels, "labels are missing", v->graph.labels);
}

const char *cfg_verify(const struct cfg *g)
{
    struct verify v = {.g = g};
    for (size_t i = 0; i < g->n_blocks; i++)
        check_edges(&v, g->blocks[i]);
    check_ends(&v);
    check_order(&v);
    for (size_t i = 0; i < g->n_order && !v.wrong; i++)
        check_dominators(&v, g->order[i]);
    if (!v.wrong)
        check_loops(&v);
    check_tree(&v);
    return v.wrong;
}

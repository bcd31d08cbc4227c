/* SPDX-License-Identifier: MIT */
/*
 * cfg_order.c: the order of a graph's blocks, their dominators, and the loops.
 *
 * Dominators are those of the algorithm Semi-NCA (Georgiadis, "Linear-Time Algorithms for
 * Dominators and Related Problems", 2005), nearly linear on graphs of programs.
 */
#include <stdlib.h>

#include "../text/text.h"
#include "cfg.h"

/* ---- order ---- */

/* Of the depth-first search, by the blocks' pre-order, which starts at 1. */
struct search {
    struct cfg_block **block;
    size_t *parent, *semi, *label, *idom, *stack;
    size_t *pre; /* by cfg_block::number; 0: not reached */
    size_t n;
};

static void enter(struct search *s, struct cfg_block *b, size_t from)
{
    size_t at = ++s->n;
    s->pre[b->number] = at;
    s->block[at] = b;
    s->parent[at] = s->idom[at] = from;
    s->semi[at] = s->label[at] = at;
}

/* The last edge first, so that the order is that of the text where it can be. */
static void search(struct search *s, struct cfg *g)
{
    size_t *left = xcalloc(g->n_blocks + 2, sizeof *left), depth = 0, n_post = 0;
    g->order = ir_alloc(g->n_blocks * sizeof *g->order);
    enter(s, g->blocks[0], 0);
    s->stack[depth] = 1;
    left[depth++] = g->blocks[0]->n_out;
    while (depth) {
        size_t at = s->stack[depth - 1];
        struct cfg_block *b = s->block[at];
        if (left[depth - 1] == 0) {
            g->order[n_post++] = b;
            depth--;
            continue;
        }
        struct cfg_block *to = b->out[--left[depth - 1]]->to;
        if (s->pre[to->number])
            continue;
        enter(s, to, at);
        s->stack[depth] = s->n;
        left[depth++] = to->n_out;
    }
    free(left);
    g->n_order = n_post;
    for (size_t i = 0; i < n_post / 2; i++) {
        struct cfg_block *b = g->order[i];
        g->order[i] = g->order[n_post - 1 - i];
        g->order[n_post - 1 - i] = b;
    }
    for (size_t i = 0; i < g->n_blocks; i++)
        g->blocks[i]->order = CFG_UNREACHED;
    for (size_t i = 0; i < n_post; i++)
        g->order[i]->order = i;
}

/* ---- dominators ---- */

/* The one of least semidominator on the way up from v, below what is not linked yet. */
static size_t least(struct search *s, size_t v, size_t linked)
{
    size_t depth = 0;
    if (s->parent[v] < linked)
        return s->label[v];
    do {
        s->stack[depth++] = v;
        v = s->parent[v];
    } while (s->parent[v] >= linked);
    size_t up = v, best = s->label[v];
    while (depth) { /* the path is shorter from now on */
        v = s->stack[--depth];
        s->parent[v] = s->parent[up];
        if (s->semi[best] < s->semi[s->label[v]])
            s->label[v] = best;
        best = s->label[v];
    }
    return best;
}

static void find_dominators(struct search *s)
{
    for (size_t at = s->n; at > 1; at--) {
        const struct cfg_block *b = s->block[at];
        s->semi[at] = s->idom[at];
        for (size_t i = 0; i < b->n_in; i++) {
            size_t from = s->pre[b->in[i]->from->number];
            size_t semi = from ? s->semi[least(s, from, at + 1)] : at;
            s->semi[at] = semi < s->semi[at] ? semi : s->semi[at];
        }
    }
    for (size_t at = 2; at <= s->n; at++) {
        while (s->idom[at] > s->semi[at])
            s->idom[at] = s->idom[s->idom[at]];
        s->block[at]->idom = s->block[s->idom[at]];
    }
}

/* A dominator comes before what it dominates, in both orders. */
static void number_tree(struct cfg *g)
{
    size_t *next = xcalloc(g->n_order + 1, sizeof *next);
    for (size_t i = g->n_order; i-- > 0;) {
        struct cfg_block *b = g->order[i];
        b->dom_count++;
        if (b->idom)
            b->idom->dom_count += b->dom_count;
    }
    for (size_t i = 0; i < g->n_order; i++) {
        struct cfg_block *b = g->order[i];
        if (b->idom) {
            b->dom_first = next[b->idom->order];
            next[b->idom->order] += b->dom_count;
        }
        next[i] = b->dom_first + 1;
    }
    free(next);
}

void cfg_find_order(struct cfg *g)
{
    size_t n = g->n_blocks + 2;
    size_t *numbers = xcalloc(6 * n, sizeof *numbers);
    struct search s = {.block = xcalloc(n, sizeof *s.block),
                       .parent = numbers,
                       .semi = numbers + n,
                       .label = numbers + 2 * n,
                       .idom = numbers + 3 * n,
                       .stack = numbers + 4 * n,
                       .pre = numbers + 5 * n};
    search(&s, g);
    find_dominators(&s);
    number_tree(g);
    free(s.block);
    free(numbers);
}

/* ---- loops ---- */

struct finder {
    struct cfg_block **work;
    size_t n;
};

static void add_sources(struct finder *f, const struct cfg_block *b)
{
    for (size_t i = 0; i < b->n_in; i++)
        if (b->in[i]->from->order != CFG_UNREACHED)
            IR_PUSH(f->work, f->n, b->in[i]->from);
}

/* All that leads to the edges back to the head, without passing through it. */
static void fill(struct cfg_loop *l, struct finder *f)
{
    while (f->n) {
        struct cfg_block *b = f->work[--f->n];
        struct cfg_loop *in = b->loop;
        while (in && in != l && in->outer)
            in = in->outer;
        if (in == l || b == l->head)
            continue;
        if (in)
            in->outer = l;
        else
            b->loop = l;
        add_sources(f, in ? in->head : b);
    }
    l->head->loop = l;
}

void cfg_find_loops(struct cfg *g)
{
    const struct stmt **stmt = xcalloc(g->n_blocks, sizeof *stmt);
    for (size_t i = 0; i < g->n_places; i++)
        if (g->places[i].again)
            stmt[g->places[i].head->number] = g->places[i].stmt;
    for (size_t i = g->n_order; i-- > 0;) {
        struct cfg_block *head = g->order[i];
        struct finder f = {0};
        for (size_t k = 0; k < head->n_in; k++) {
            struct cfg_block *from = head->in[k]->from;
            bool back = from->order != CFG_UNREACHED && from->order >= i;
            g->irreducible |= back && !cfg_dominates(head, from);
            if (back && cfg_dominates(head, from))
                IR_PUSH(f.work, f.n, from);
        }
        if (f.n == 0)
            continue;
        struct cfg_loop *l = ir_alloc(sizeof *l);
        *l = (struct cfg_loop){.head = head, .stmt = stmt[head->number]};
        fill(l, &f);
        IR_PUSH(g->loops, g->n_loops, l);
    }
    free(stmt);
}

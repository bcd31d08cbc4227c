/* SPDX-License-Identifier: MIT */
/*
 * live.c: is a variable's value read after the region before it is written again?  Decides
 * whether a temporary declared outside the loop may be private to an iteration.
 *
 * From where the region is over, every path of the function's graph is followed to the first
 * mention of the variable.  A path that comes to the region again, in the next turn of a loop
 * around it, goes on behind it: an iteration assigns the variable before it reads it, and loops
 * whose headers read what their bodies change are refused.
 */
#include "../front/ast.h"
#include "../ir/outline.h"
#include "../ir/region.h"
#include "assigned.h"

/* ---- mentions ---- */

/* The variable that the lvalue is a part of, NULL: one in memory; which part it is. */
static struct outline_var *part_of(const struct expr *e, struct mention *m)
{
    bool known = e->type->size > 0;
    m->begin = 0;
    m->size = e->type->size * 8;
    for (; e->kind != EXPR_VAR; e = e->kind == EXPR_INDEX ? e->a->a : e->a) {
        if (e->kind == EXPR_MEMBER) {
            known = known && e->field->bits < 0;
            m->begin += e->field->bit_offset;
        } else if (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY) {
            known = known && e->b->kind == EXPR_INT;
            m->begin += e->b->value * e->type->size * 8;
        } else if (e->kind == EXPR_DEREF || e->kind == EXPR_INDEX) { /* (*(a + k))[c]: any part */
            known = false;
            for (e = e->a; e->kind == EXPR_CAST || e->kind == EXPR_BINARY;)
                e = e->a;
            if (e->kind != EXPR_DECAY && e->kind != EXPR_ADDR)
                return NULL;
        } else {
            return NULL;
        }
    }
    m->size = known ? m->size : -1;
    return e->decl->kind == DECL_LOCAL ? (struct outline_var *)e->decl : NULL;
}

static void add(const struct expr *lvalue, struct mention m)
{
    struct outline_var *v = part_of(lvalue, &m);
    if (v && (!m.sets || m.size >= 0))
        IR_PUSH(v->mentions, v->n_mentions, m);
}

static bool is_math(const struct expr *by)
{
    return by && by->kind == EXPR_CALL && by->math;
}

static void add_event(const struct cfg_block *block, const struct cfg_event *e)
{
    struct mention m = {.block = block, .sets = e->kind == CFG_WRITE};
    switch (e->kind) {
    case CFG_READ:
        add(e->e, m);
        break;
    case CFG_WRITE:
        add(e->e->a, m);
        break;
    case CFG_ADDRESS: /* whoever gets it may read */
        if (!is_math(e->by))
            add(e->e->a, m);
        break;
    case CFG_CALL:
        m.sets = true;
        for (size_t i = 0; e->e->math && i < e->e->n_args; i++)
            if (e->e->args[i]->kind == EXPR_ADDR)
                add(e->e->args[i]->a, m);
        break;
    case CFG_DECLARE: { /* from here on it is another object */
        struct outline_var *v = (struct outline_var *)e->decl;
        m.sets = true;
        m.size = e->decl->type->size * 8;
        if (m.size > 0)
            IR_PUSH(v->mentions, v->n_mentions, m);
    }
    }
}

static void find_mentions(struct outline *o)
{
    o->notes = ir_alloc(o->cfg->n_blocks * sizeof *o->notes);
    for (size_t i = 0; i < o->cfg->n_blocks; i++)
        for (size_t k = 0; k < o->cfg->blocks[i]->n_events; k++)
            add_event(o->cfg->blocks[i], &o->cfg->blocks[i]->events[k]);
}

/* ---- paths ---- */

struct search {
    struct outline *o;
    const struct cfg_place *region;
    const struct outline_var *v;
    struct leaf leaf;
    unsigned mark;
    const struct cfg_block **stack;
    size_t n_stack;
};

static bool concerns(const struct search *s, const struct mention *m)
{
    if (m->size < 0)
        return true;
    if (m->sets)
        return m->begin <= s->leaf.begin && m->begin + m->size >= s->leaf.begin + s->leaf.size;
    return m->begin < s->leaf.begin + s->leaf.size && s->leaf.begin < m->begin + m->size;
}

/* The first mention in each block. */
static void note_mentions(struct search *s)
{
    for (size_t i = 0; i < s->v->n_mentions; i++) {
        const struct mention *m = &s->v->mentions[i];
        struct block_note *note = &s->o->notes[m->block->number];
        if (!concerns(s, m) || note->noted == s->mark)
            continue;
        note->noted = s->mark;
        note->sets = m->sets;
    }
}

/* A for statement has blocks of its own; behind them is its exit. */
static bool in_region(const struct search *s, const struct cfg_block *b)
{
    return b->number >= s->region->first && b->number < s->region->exit->number;
}

static void come_to(struct search *s, const struct cfg_block *b)
{
    struct block_note *note = &s->o->notes[b->number];
    if (note->passed == s->mark)
        return;
    note->passed = s->mark;
    IR_PUSH(s->stack, s->n_stack, b);
}

static bool read_later(struct search *s)
{
    note_mentions(s);
    come_to(s, s->region->exit);
    while (s->n_stack) {
        const struct cfg_block *b = s->stack[--s->n_stack];
        const struct block_note *note = &s->o->notes[b->number];
        if (in_region(s, b)) {
            come_to(s, s->region->exit);
        } else if (note->noted != s->mark) {
            for (size_t i = 0; i < b->n_out; i++)
                come_to(s, b->out[i]->to);
        } else if (!note->sets) {
            return true;
        }
    }
    return false;
}

/* Of a structure or array, any part counts that is not known to be dead. */
bool live_after(struct region *r, struct decl *d)
{
    if (d->kind != DECL_LOCAL && d->kind != DECL_PARAM)
        return true;
    struct search s = {.o = ast_outline(r, r->begin), .v = ast_outline_variable(r, d)};
    const struct stmt *loop = s.o ? ast_outline_loop(s.o, r->begin) : NULL;
    if (!loop || s.v->decl.kind != DECL_LOCAL || s.o->opaque || escape_seen_later(r, d))
        return true;
    s.region = &s.o->cfg->places[loop->number];
    if (!s.o->notes)
        find_mentions(s.o);
    struct part_facts parts = part_facts_of(d); /* all of it is one leaf if they are too many */
    for (size_t i = 0; i < parts.n_leaves; i++) {
        s.leaf = parts.leaves[i];
        s.mark = ast_outline_mark(r);
        s.n_stack = 0;
        if (read_later(&s))
            return true;
    }
    return false;
}

/* SPDX-License-Identifier: MIT */
/* ssa.c: static single assignment, see ssa.h. */
#include "ssa.h"

#include <stdint.h>
#include <stdlib.h>

#include "../text/text.h"

/* ---- what is known by a node's address ---- */

struct ssa_nodes {
    const void **keys;
    void **values;
    size_t room, n;
};

static size_t slot(const struct ssa_nodes *m, const void *key)
{
    size_t at = ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15ull >> 20 & (m->room - 1);
    while (m->keys[at] && m->keys[at] != key)
        at = (at + 1) & (m->room - 1);
    return at;
}

static void *find(const struct ssa_nodes *m, const void *key)
{
    return m->room ? m->values[slot(m, key)] : NULL;
}

static void note(struct ssa_nodes *m, const void *key, void *value)
{
    if (2 * (m->n + 1) > m->room) {
        struct ssa_nodes larger = {.room = m->room ? 2 * m->room : 64, .n = m->n};
        larger.keys = ir_alloc(larger.room * sizeof *larger.keys);
        larger.values = ir_alloc(larger.room * sizeof *larger.values);
        for (size_t i = 0; i < m->room; i++)
            if (m->keys[i]) {
                size_t at = slot(&larger, m->keys[i]);
                larger.keys[at] = m->keys[i];
                larger.values[at] = m->values[i];
            }
        *m = larger;
    }
    size_t at = slot(m, key);
    m->n += !m->keys[at];
    m->keys[at] = key;
    m->values[at] = value;
}

/* ---- variables ---- */

struct variable {
    const struct decl *decl;
    bool addressed;
    const struct cfg_block **stores; /* blocks with one */
    size_t n_stores;
    struct ssa_value *entry, *now, *out;
};

struct phi {
    struct ssa_value *value;
    struct variable *of;
    bool live;
    struct phi *next;
};

struct frontier {
    const struct cfg_block **list;
    size_t n;
};

struct build {
    struct ssa *s;
    struct ssa_nodes *variables; /* by their declarations; phis by their values */
    struct variable **list;
    size_t n;
    struct phi **phis; /* by cfg_block::number */
};

/* The variable of which an lvalue is a part, no pointer being followed that is not its own. */
static const struct decl *root(const struct expr *e)
{
    while (e->kind != EXPR_VAR) {
        if (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) {
            e = e->a;
            while (e->kind == EXPR_CAST || e->kind == EXPR_BINARY)
                e = e->a;
            if (e->kind != EXPR_DECAY && e->kind != EXPR_ADDR)
                return NULL;
        } else if (e->kind != EXPR_MEMBER) {
            return NULL;
        }
        e = e->a;
    }
    return e->decl;
}

static const struct decl *variable_of(const struct cfg_event *v)
{
    switch (v->kind) {
    case CFG_READ:
        return root(v->e);
    case CFG_WRITE:
    case CFG_ADDRESS:
        return root(v->e->a);
    case CFG_DECLARE:
        return v->decl;
    default:
        return NULL;
    }
}

/* A static variable of a function is named there alone; a call that comes back to it is none that
 * the device could do. */
static bool may_follow(const struct decl *d)
{
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM || d->kind == DECL_STATIC_LOCAL;
    return local && !d->is_thread_local && !d->type->is_volatile && !d->type->is_atomic;
}

/* The variable of an event, if it is followed. */
static struct variable *followed(const struct build *b, const struct cfg_event *v)
{
    const struct decl *d = variable_of(v);
    struct variable *of = d ? find(b->variables, d) : NULL;
    return of && !of->addressed ? of : NULL;
}

static void find_variables(struct build *b)
{
    const struct cfg *g = b->s->g;
    for (size_t i = 0; i < g->n_order; i++)
        for (size_t k = 0; k < g->order[i]->n_events; k++) {
            const struct cfg_event *v = &g->order[i]->events[k];
            const struct decl *d = variable_of(v);
            if (!d || !may_follow(d))
                continue;
            struct variable *of = find(b->variables, d);
            if (!of) {
                of = ir_alloc(sizeof *of);
                of->decl = d;
                note(b->variables, d, of);
                IR_PUSH(b->list, b->n, of);
            }
            of->addressed |= v->kind == CFG_ADDRESS;
            bool stores = v->kind == CFG_WRITE || v->kind == CFG_DECLARE;
            if (stores && !(of->n_stores && of->stores[of->n_stores - 1] == g->order[i]))
                IR_PUSH(of->stores, of->n_stores, g->order[i]);
        }
}

static struct ssa_value *new_value(enum ssa_kind kind, const struct decl *d,
                                   const struct cfg_block *at, const struct cfg_event *v)
{
    struct ssa_value *new = ir_alloc(sizeof *new);
    *new = (struct ssa_value){.kind = kind, .decl = d, .block = at, .event = v};
    return new;
}

/* ---- phis ---- */

/* Of each block: those that it leads to, and does not dominate alone. */
static struct frontier *find_frontiers(const struct cfg *g)
{
    struct frontier *all = xcalloc(g->n_blocks, sizeof *all);
    for (size_t i = 0; i < g->n_order; i++) {
        const struct cfg_block *b = g->order[i];
        for (size_t k = 0; k < b->n_in && b->n_in > 1; k++) {
            const struct cfg_block *up = b->in[k]->from;
            for (; up && up->order != CFG_UNREACHED && up != b->idom; up = up->idom) {
                struct frontier *f = &all[up->number];
                if (f->n && f->list[f->n - 1] == b)
                    break; /* as those above it */
                IR_PUSH(f->list, f->n, b);
            }
        }
    }
    return all;
}

static void place_phis(struct build *b)
{
    const struct cfg *g = b->s->g;
    struct frontier *frontiers = find_frontiers(g);
    size_t *done = xcalloc(g->n_blocks, sizeof *done); /* 1 + the last variable with a phi there */
    for (size_t i = 0; i < b->n; i++) {
        struct variable *of = b->list[i];
        for (size_t k = 0; k < of->n_stores && !of->addressed; k++) {
            const struct frontier *f = &frontiers[of->stores[k]->number];
            for (size_t j = 0; j < f->n; j++) {
                const struct cfg_block *at = f->list[j];
                if (done[at->number] == i + 1)
                    continue;
                done[at->number] = i + 1;
                struct phi *p = ir_alloc(sizeof *p);
                *p = (struct phi){.of = of, .next = b->phis[at->number]};
                p->value = new_value(SSA_PHI, of->decl, at, NULL);
                p->value->from = ir_alloc(at->n_in * sizeof(struct ssa_value *));
                b->phis[at->number] = p;
                note(b->variables, p->value, p);
                IR_PUSH(of->stores, of->n_stores, at);
            }
        }
    }
    free(done);
    free(frontiers);
}

/* ---- names ---- */

struct undo {
    const struct cfg_block *block; /* what was set in it */
    struct variable *of;
    struct ssa_value *before;
};

struct renaming {
    struct build *b;
    struct undo *list;
    size_t n;
};

static struct ssa_value *current(struct build *b, struct variable *of)
{
    if (!of->now) {
        if (!of->entry)
            of->entry = new_value(SSA_ENTRY, of->decl, b->s->g->blocks[0], NULL);
        return of->entry;
    }
    return of->now;
}

static void define(struct renaming *r, struct variable *of, struct ssa_value *v)
{
    r->list = xgrow(r->list, r->n, sizeof *r->list);
    r->list[r->n++] = (struct undo){v->block, of, of->now};
    of->now = v;
}

static void name_event(struct renaming *r, const struct cfg_block *at, const struct cfg_event *v)
{
    struct variable *of = followed(r->b, v);
    if (!of)
        return;
    if (v->kind == CFG_READ) {
        note(r->b->s->nodes, v->e, current(r->b, of));
        return;
    }
    bool whole = v->kind == CFG_DECLARE || (v->e->a->kind == EXPR_VAR && !v->e->atomic);
    struct ssa_value *new = new_value(whole ? SSA_STORE : SSA_PART, of->decl, at, v);
    if (!whole)
        new->old = current(r->b, of);
    if (v->kind == CFG_DECLARE && !v->e)
        new->kind = SSA_UNSET;
    if (v->kind == CFG_WRITE)
        note(r->b->s->nodes, v->e, new);
    define(r, of, new);
    IR_PUSH(r->b->s->values, r->b->s->n_values, new);
}

static void name_block(struct renaming *r, const struct cfg_block *at)
{
    for (struct phi *p = r->b->phis[at->number]; p; p = p->next)
        define(r, p->of, p->value);
    for (size_t i = 0; i < at->n_events; i++)
        name_event(r, at, &at->events[i]);
    for (size_t i = 0; at == r->b->s->g->exits[CFG_FALLS] && i < r->b->n; i++)
        if (r->b->list[i]->n_stores && !r->b->list[i]->addressed)
            r->b->list[i]->out = current(r->b, r->b->list[i]);
    for (size_t i = 0; i < at->n_out; i++)
        for (struct phi *p = r->b->phis[at->out[i]->to->number]; p; p = p->next)
            p->value->from[at->out[i]->at] = current(r->b, p->of);
}

/* Along the dominator tree: what a block has set, only those below it see. */
static void name_all(struct build *b)
{
    const struct cfg *g = b->s->g;
    struct renaming r = {.b = b};
    const struct cfg_block **tree = xcalloc(g->n_order, sizeof *tree);
    for (size_t i = 0; i < g->n_order; i++)
        tree[g->order[i]->dom_first] = g->order[i];
    for (size_t i = 0; i < g->n_order; i++) {
        while (r.n && !cfg_dominates(r.list[r.n - 1].block, tree[i])) {
            struct undo *u = &r.list[--r.n];
            u->of->now = u->before;
        }
        name_block(&r, tree[i]);
    }
    free(tree);
    free(r.list);
}

/* ---- uses ---- */

static void use(const struct ssa_value *of, struct ssa_use by)
{
    struct ssa_use *new = ir_alloc(sizeof *new);
    *new = by;
    new->next = of->uses;
    ((struct ssa_value *)of)->uses = new;
}

struct marking {
    struct build *b;
    struct phi **work;
    size_t n;
};

static void mark(struct marking *m, const struct ssa_value *v)
{
    struct phi *p = v && v->kind == SSA_PHI ? find(m->b->variables, v) : NULL;
    if (!p || p->live)
        return;
    p->live = true;
    IR_PUSH(m->work, m->n, p);
}

/* And what they are made of. */
static void mark_on(struct marking *m, bool read)
{
    while (m->n) {
        struct ssa_value *v = m->work[--m->n]->value;
        v->read = read;
        for (size_t i = 0; i < v->block->n_in; i++)
            mark(m, v->from[i]);
    }
}

/* Phis that an event sees, or the end of the text, or what such a one is made of. */
static void mark_phis(struct build *b)
{
    const struct cfg *g = b->s->g;
    struct marking m = {.b = b};
    for (size_t i = 0; i < g->n_order; i++)
        for (size_t k = 0; k < g->order[i]->n_events; k++)
            if (g->order[i]->events[k].kind == CFG_READ)
                mark(&m, find(b->s->nodes, g->order[i]->events[k].e));
    for (size_t i = 0; i < b->s->n_values; i++)
        mark(&m, b->s->values[i]->old);
    mark_on(&m, true);
    for (size_t i = 0; i < b->n; i++)
        mark(&m, b->list[i]->out);
    mark_on(&m, false);
}

static void list_values(struct build *b)
{
    struct ssa *s = b->s;
    for (size_t i = 0; i < s->g->n_order; i++) {
        struct phi **p = &b->phis[s->g->order[i]->number];
        while (*p)
            if ((*p)->live) {
                IR_PUSH(s->values, s->n_values, (*p)->value);
                p = &(*p)->next;
            } else {
                *p = (*p)->next;
            }
    }
    for (size_t i = 0; i < s->n_values; i++) {
        struct ssa_value *v = s->values[i];
        v->number = i;
        if (v->old)
            use(v->old, (struct ssa_use){.block = v->block, .value = v});
        for (size_t k = 0; v->kind == SSA_PHI && k < v->block->n_in; k++)
            if (v->from[k])
                use(v->from[k], (struct ssa_use){.block = v->block->in[k]->from, .value = v});
    }
    for (size_t i = 0; i < s->g->n_order; i++)
        for (size_t k = 0; k < s->g->order[i]->n_events; k++) {
            const struct cfg_event *v = &s->g->order[i]->events[k];
            const struct ssa_value *of = v->kind == CFG_READ ? find(s->nodes, v->e) : NULL;
            if (of)
                use(of, (struct ssa_use){.block = s->g->order[i], .event = v});
        }
    for (size_t i = 0; i < b->n; i++)
        if (b->list[i]->entry &&
            (b->list[i]->entry->uses || b->list[i]->entry == b->list[i]->out)) {
            b->list[i]->entry->number = s->n_values;
            IR_PUSH(s->values, s->n_values, b->list[i]->entry);
        }
}

struct ssa *ssa_build(const struct cfg *g)
{
    struct ssa *s = ir_alloc(sizeof *s);
    struct build b = {.s = s,
                      .variables = ir_alloc(sizeof *b.variables),
                      .phis = ir_alloc(g->n_blocks * sizeof *b.phis)};
    s->g = g;
    s->nodes = ir_alloc(sizeof *s->nodes);
    find_variables(&b);
    place_phis(&b);
    name_all(&b);
    mark_phis(&b);
    list_values(&b);
    s->phis = b.phis;
    s->variables = b.variables;
#ifndef NDEBUG
    const char *wrong = ssa_verify(s);
    if (wrong) {
        fprintf(stderr, "tcr-rewrite: static single assignment is wrong: %s\n", wrong);
        abort();
    }
#endif
    return s;
}

const struct ssa_value *ssa_at(const struct ssa *s, const struct expr *e)
{
    return find(s->nodes, e);
}

const struct ssa_value *ssa_phi(const struct ssa *s, const struct cfg_block *head,
                                const struct decl *d)
{
    const struct phi *p = s->phis[head->number];
    while (p && p->of->decl != d)
        p = p->next;
    return p ? p->value : NULL;
}

const struct ssa_value *ssa_out(const struct ssa *s, const struct decl *d)
{
    const struct variable *of = find(s->variables, d);
    return of ? of->out : NULL;
}

bool ssa_follows(const struct ssa *s, const struct decl *d)
{
    const struct variable *of = find(s->variables, d);
    return of && !of->addressed;
}

const struct ssa *ssa_of(struct cfg *g)
{
    if (!g->ssa)
        g->ssa = ssa_build(g);
    return g->ssa;
}

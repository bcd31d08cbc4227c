/* SPDX-License-Identifier: MIT */
/*
 * body_index.c: where the loop names what the clauses list.  One walk for all lists: a loop may
 * have hundreds of reduction variables or temporaries.
 */
#include "body_private.h"

struct index_of {
    struct region *r;
    struct body_index *index;
};

static bool visit_lvalue(struct expr *e, void *ctx)
{
    struct index_of *in = ctx;
    if (!expr_is_lvalue(e) || (e->kind == EXPR_VAR && e->decl->in_region))
        return true;
    const char *text = body_squeeze(region_quote(in->r, e->begin, e->end));
    if (!text_index_find(&in->index->texts, text)) {
        text_index_add(&in->index->texts, text, in->index->n_firsts);
        IR_PUSH(in->index->firsts, in->index->n_firsts, e);
    }
    return true;
}

/* The mentions of a name are a list in the order of the text. */
static bool visit_variable(struct expr *e, void *ctx)
{
    struct body_index *index = ((struct index_of *)ctx)->index;
    if (e->kind != EXPR_VAR || e->decl->in_region)
        return true;
    struct mention *added = ir_alloc(sizeof *added);
    added->e = e;
    size_t *at = text_index_find(&index->names, e->decl->name);
    if (at) {
        index->last[*at]->next = added;
        index->last[*at] = added;
        return true;
    }
    size_t n = index->n_names;
    text_index_add(&index->names, e->decl->name, n);
    IR_PUSH(index->last, n, added);
    IR_PUSH(index->mentions, index->n_names, added);
    return true;
}

struct body_index body_index_of(struct region *r)
{
    struct body_index index = {0};
    struct index_of in = {r, &index};
    if (r->dir->n_reduce)
        stmt_walk_exprs(r->body, visit_lvalue, &in);
    stmt_walk_exprs(r->stmt, visit_variable, &in);
    return index;
}

struct expr *body_index_lvalue(const struct body_index *index, const char *text)
{
    size_t *at = text_index_find(&index->texts, text);
    return at ? index->firsts[*at] : NULL;
}

struct mention *body_index_variable(const struct body_index *index, const char *name)
{
    size_t *at = text_index_find(&index->names, name);
    return at ? index->mentions[*at] : NULL;
}

struct marker {
    const struct expr *lvalue;
    int number;
};

static bool visit_mark(struct expr *e, void *ctx)
{
    struct marker *m = ctx;
    if (!expr_is_lvalue(e) || !expr_equal(e, m->lvalue))
        return true;
    e->reduction = m->number;
    return false;
}

void body_index_mark(struct region *r, const struct body_index *index, const struct expr *lvalue,
                     int number)
{
    struct marker m = {lvalue, number};
    if (lvalue->kind != EXPR_VAR)
        stmt_walk_exprs(r->stmt, visit_mark, &m);
    else
        for (struct mention *at = body_index_variable(index, lvalue->decl->name); at; at = at->next)
            visit_mark(at->e, &m);
}

/* SPDX-License-Identifier: MIT */
/* moves.c: see moves.h. */
#include "moves.h"

enum { MOST_STEPS = 200 };

/* What is added on the way. */
struct term {
    struct expr *by; /* NULL: 1, or */
    struct stmt *loop;
    bool minus;
};

struct way {
    const struct moves *m;
    const struct ssa *s;
    const struct ssa_value *from; /* where it begins; NULL: the entry */
    struct term *terms;
    size_t n;
    int steps;
};

static bool back(struct way *w, const struct ssa_value *v, const struct cfg_block *at);

static void add_term(struct way *w, struct term t)
{
    IR_PUSH(w->terms, w->n, t);
}

/* May a variable of this type hold it on the way?  As wide, and it overflows where d would. */
static bool holds(const struct way *w, const struct type *t)
{
    const struct type *d = w->m->d->type;
    if (d->kind == TYPE_POINTER)
        return t->kind == TYPE_POINTER && t->of->size == d->of->size;
    return type_is_integer(t) && t->size == d->size && type_is_unsigned(t) == type_is_unsigned(d);
}

/* From an expression's value, at its place in the program. */
static bool back_expr(struct way *w, struct expr *e, const struct cfg_block *at)
{
    e = expr_strip(e);
    if (e->kind == EXPR_VAR)
        return back(w, ssa_at(w->s, e), at);
    if (e->kind == EXPR_ASSIGN || (e->kind == EXPR_INCDEC && !e->postfix))
        return back(w, ssa_at(w->s, e), at);
    if (e->kind == EXPR_INCDEC)
        return back(w, ssa_at(w->s, e->a), at);
    if (e->kind != EXPR_BINARY || (e->op != OP_ADD && e->op != OP_SUB))
        return false;
    if (e->type->kind != w->m->d->type->kind || e->type->size < w->m->d->type->size)
        return false;
    size_t n = w->n;
    if (back_expr(w, e->a, at)) {
        add_term(w, (struct term){.by = e->b, .minus = e->op == OP_SUB});
        return true;
    }
    w->n = n;
    if (e->op == OP_SUB || !back_expr(w, e->b, at))
        return false;
    add_term(w, (struct term){.by = e->a});
    return true;
}

static bool back_store(struct way *w, const struct ssa_value *v)
{
    struct expr *e = v->event->e;
    if (v->event->kind == CFG_DECLARE)
        return e && holds(w, v->decl->type) && back_expr(w, e, v->block);
    if (!holds(w, e->a->type))
        return false;
    if (e->op == OP_ASSIGN)
        return back_expr(w, e->b, v->block);
    enum c_op op = c_op_plain(e->op);
    if ((op != OP_ADD && op != OP_SUB) || !back(w, ssa_at(w->s, e->a), v->block))
        return false;
    add_term(w, (struct term){.by = e->kind == EXPR_ASSIGN ? e->b : NULL, .minus = op == OP_SUB});
    return true;
}

static bool same_terms(const struct term *a, const struct term *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].minus != b[i].minus || a[i].loop != b[i].loop || !a[i].by != !b[i].by ||
            (a[i].by && !expr_equal(a[i].by, b[i].by)))
            return false;
    return true;
}

/* All paths must add the same. */
static bool back_join(struct way *w, const struct ssa_value *v)
{
    size_t before = w->n, added = 0;
    bool first = true;
    for (size_t i = 0; i < v->block->n_in; i++) {
        if (!v->from[i])
            continue;
        size_t n = w->n;
        if (!back(w, v->from[i], v->block->in[i]->from))
            return false;
        if (first)
            added = w->n - before;
        else if (w->n - n != added ||
                 (added && !same_terms(w->terms + before, w->terms + n, added)))
            return false;
        w->n = before + added;
        first = false;
    }
    return !first;
}

/* The value behind a loop whose head has this phi: as often as it has iterations. */
static bool back_loop(struct way *w, const struct ssa_value *v, const struct cfg_block *at)
{
    const struct cfg_loop *l = v->block->loop;
    const struct ssa_value *outside = NULL;
    if (!l->stmt || l->stmt->kind != STMT_FOR || cfg_in_loop(l, at))
        return false;
    for (size_t i = 0; i < v->block->n_in; i++)
        if (v->from[i] && !cfg_in_loop(l, v->block->in[i]->from)) {
            if (outside)
                return false;
            outside = v->from[i];
            at = v->block->in[i]->from;
        }
    if (v->decl != w->m->d || !outside || !back(w, outside, at))
        return false;
    add_term(w, (struct term){.loop = (struct stmt *)l->stmt});
    return true;
}

/* From a value as it is seen in block `at`. */
static bool back(struct way *w, const struct ssa_value *v, const struct cfg_block *at)
{
    if (!v || ++w->steps > MOST_STEPS)
        return false;
    if (w->from ? v == w->from : v->kind == SSA_ENTRY && v->decl == w->m->d)
        return true;
    switch (v->kind) {
    case SSA_STORE:
        return back_store(w, v);
    case SSA_PHI:
        return v->block->loop && v->block->loop->head == v->block ? back_loop(w, v, at)
                                                                  : back_join(w, v);
    default:
        return false;
    }
}

static bool tell(struct moves *m, const struct way *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->terms[i].loop ? !m->loop(m, w->terms[i].loop)
                             : !m->add(m, w->terms[i].by, w->terms[i].minus))
            return false;
    return true;
}

bool moves_graph(struct moves *m, const struct ssa *s)
{
    struct way w = {.m = m, .s = s};
    const struct cfg *g = s->g;
    if (g->exits[CFG_LEAVES]->order != CFG_UNREACHED || !ssa_follows(s, m->d))
        return false;
    const struct ssa_value *end = ssa_out(s, m->d);
    return !end || (back(&w, end, g->exits[CFG_FALLS]) && tell(m, &w));
}

bool moves_loop(struct moves *m, const struct ssa *s, const struct stmt *loop)
{
    const struct cfg_block *head = s->g->places[loop->number].head;
    const struct ssa_value *phi = ssa_phi(s, head, m->d);
    if (!phi || !head->loop || head->loop->head != head)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < head->n_in; i++) {
        const struct cfg_block *from = head->in[i]->from;
        struct way w = {.m = m, .s = s, .from = phi};
        if (from->order == CFG_UNREACHED || !cfg_in_loop(head->loop, from))
            continue;
        if (n++ || !back(&w, phi->from[i], from) || !tell(m, &w))
            return false; /* `continue` in a while loop is another edge back */
    }
    return n == 1;
}

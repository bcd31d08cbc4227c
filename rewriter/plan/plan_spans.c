/* SPDX-License-Identifier: MIT */
/*
 * plan_spans.c: neighbours behind a pointer, which the device checks once for all of them.
 *
 * Functions that a loop calls get pointers to a few elements, of which nobody knows beforehand
 * where they are: the coordinates of an atom, the points of a table around a place.  Each read of
 * `r[m]` would be asked for by itself whether it is within its section.  Where every call surely
 * reads r[lo] and r[hi], these two and what lies between are asked for together, as soon as there
 * is the pointer.  A few that every call reads are also read then, all of them in flight at a time:
 * the device's compiler would not read one past a branch that another one decides.  (Not in
 * functions that write memory.)
 */
#include "plan_private.h"

enum { MOST_LOOPS = 4, MOST_WIDTH = 64 /* elements */, MOST_NEAR = 8 /* that are read at once */ };

struct span_search {
    struct plan *p;
    struct plan_span *span;
    struct plan_counter loops[MOST_LOOPS];
    int n_loops;
    bool sure;                    /* every call comes here */
    bool any;                     /* some read is sure */
    bool met[2 * MOST_WIDTH + 1]; /* by such a read */
    bool collects, near;
    size_t covered; /* reads within the span */
};

/* ---- reads ---- */

static bool numbers_of(const struct span_search *s, const struct expr *e, long long *lo,
                       long long *hi)
{
    e = expr_strip((struct expr *)e);
    if (expr_const(e, lo)) {
        *hi = *lo;
        return true;
    }
    for (int i = 0; i < s->n_loops && e->kind == EXPR_VAR; i++)
        if (s->loops[i].var == e->decl) {
            *lo = s->loops[i].lo;
            *hi = s->loops[i].hi;
            return true;
        }
    return false;
}

static bool are_met(const struct span_search *s, long long lo, long long hi)
{
    for (; lo <= hi && s->met[lo + MOST_WIDTH]; lo++)
        ;
    return lo > hi;
}

static void look_at_read(struct span_search *s, const struct expr *e)
{
    const struct base *b = NULL;
    long long lo, hi;
    if (expr_facts(e)->through >= 0)
        b = &s->p->r->bases[expr_facts(e)->through];
    if (!b || !b->checked || b->owned || e->type->kind != TYPE_SCALAR || !expr_facts(e)->astray ||
        !numbers_of(s, e->b, &lo, &hi) || lo < -MOST_WIDTH || hi > MOST_WIDTH)
        return;
    if (s->collects) {
        if (lo >= s->span->lo && hi <= s->span->hi && expr_facts(e)->through == s->span->base) {
            IR_PUSH(s->p->spanned, s->p->n_spanned, e);
            if (s->near && are_met(s, lo, hi) && !e->atomic && !e->type->is_volatile &&
                !e->type->is_atomic)
                IR_PUSH(s->p->near, s->p->n_near, e);
            s->covered += 1 + (lo < hi);
        }
        return;
    }
    if (!s->sure || (s->any && s->span->base != expr_facts(e)->through))
        return;
    for (long long k = lo; k <= hi; k++)
        s->met[k + MOST_WIDTH] = true;
    s->span->base = expr_facts(e)->through;
    s->span->lo = s->any && s->span->lo < lo ? s->span->lo : lo;
    s->span->hi = s->any && s->span->hi > hi ? s->span->hi : hi;
    s->any = true;
}

static void look_at(struct span_search *s, const struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_INDEX && e->a->kind == EXPR_VAR && e->a->decl == s->span->pointer)
        look_at_read(s, e);
    bool sure = s->sure,
         chooses = e->kind == EXPR_COND || (e->kind == EXPR_BINARY && c_op_is(e->op, C_OP_LOGICAL));
    look_at(s, e->a);
    s->sure = sure && !chooses;
    look_at(s, e->b);
    look_at(s, e->c);
    for (size_t i = 0; i < e->n_args; i++)
        look_at(s, e->args[i]);
    s->sure = sure;
}

/* ---- statements ---- */

static void look_through(struct span_search *s, struct stmt *t);

static void look_under(struct span_search *s, struct stmt *t, bool sure)
{
    bool outer = s->sure;
    s->sure = outer && sure;
    if (t)
        look_through(s, t);
    s->sure = outer;
}

bool plan_counts(struct stmt *t, struct plan_counter *c)
{
    const char *why;
    struct loop *l = loop_canonical(t, &why);
    if (!l || l->n_vars != 1 || l->sets_more || l->linked || l->vars[0].step || l->vars[0].by ||
        l->vars[0].step_const != 1 || (l->rel != OP_LT && l->rel != OP_LE) ||
        !expr_const(l->vars[0].lower, &c->lo) || !expr_const(l->upper, &c->hi))
        return false;
    c->hi -= l->rel == OP_LT;
    c->loop = t;
    c->var = l->vars[0].var;
    c->declared = l->vars[0].declared;
    return c->lo <= c->hi && c->lo >= -MOST_WIDTH && c->hi <= MOST_WIDTH;
}

bool plan_is_counted(struct stmt *loop)
{
    struct plan_counter c;
    return loop->kind == STMT_FOR && plan_counts(loop, &c) && !stmt_writes(loop->body, c.var);
}

static void look_at_loop(struct span_search *s, struct stmt *t)
{
    struct plan_counter c;
    bool known = t->kind == STMT_FOR && s->n_loops < MOST_LOOPS && plan_counts(t, &c);
    if (t->init)
        look_through(s, t->init);
    if (known)
        s->loops[s->n_loops++] = c;
    look_under(s, t->body,
               known && !stmt_breaks(t->body) && !stmt_leaves(t) && !stmt_skips(t->body));
    s->n_loops -= known;
}

static void look_through(struct span_search *s, struct stmt *t)
{
    bool outer = s->sure;
    switch (t->kind) {
    case STMT_COMPOUND:
        for (size_t i = 0; i < t->n_list; i++) {
            look_through(s, t->list[i]);
            s->sure = s->sure && !stmt_leaves(t->list[i]) && !stmt_skips(t->list[i]);
        }
        s->sure = outer;
        break;
    case STMT_DECL:
        for (size_t i = 0; i < t->n_decls; i++)
            look_at(s, t->inits[i]);
        break;
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_DO:
        look_at_loop(s, t);
        break;
    case STMT_IF:
        look_at(s, t->expr);
        look_under(s, t->body, false);
        look_under(s, t->other, false);
        break;
    default:
        look_at(s, t->expr);
        look_under(s, t->body, false);
    }
}

/* ---- pointers ---- */

static bool any_stores(struct region *r)
{
    for (size_t i = 0; i < r->n_functions; i++)
        if (body_function_stores(r, &r->functions[i]))
            return true;
    return false;
}

static void find_span(struct plan *p, struct stmt *body, const struct decl *d)
{
    const struct type *t = d->type;
    struct plan_span span = {.pointer = d};
    struct span_search s = {.p = p, .span = &span, .sure = true};
    if (t->kind != TYPE_POINTER || t->is_const || t->is_volatile || t->of->kind != TYPE_SCALAR ||
        region_may_write(p->r, body, d) || stmt_has_label(body))
        return;
    look_through(&s, body);
    if (!s.any || span.hi - span.lo >= MOST_WIDTH)
        return;
    size_t before = p->n_spanned, near = p->n_near;
    s.collects = true;
    s.near = span.hi - span.lo < MOST_NEAR && !any_stores(p->r);
    look_through(&s, body);
    for (long long k = span.lo; k <= span.hi && s.near; k++)
        span.read |= (unsigned)s.met[k + MOST_WIDTH] << (k - span.lo);
    if (s.covered < 2) {
        p->n_spanned = before;
        p->n_near = near;
    } else {
        IR_PUSH(p->spans, p->n_spans, span);
    }
}

/* Declarations at the top of a function's body. */
void plan_spans(struct plan *p)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_functions && !r->ends; i++) {
        const struct device_function *f = &r->functions[i];
        for (size_t k = 0; k < f->n_params && f->called; k++)
            find_span(p, f->body, f->params[k]);
        for (size_t k = 0; k < f->body->n_list && f->called; k++) {
            const struct stmt *t = f->body->list[k];
            for (size_t j = 0; t->kind == STMT_DECL && j < t->n_decls; j++)
                if (t->inits[j])
                    find_span(p, f->body, t->decls[j]);
        }
    }
}

bool plan_is_near(const struct plan *p, const struct expr *e)
{
    for (size_t i = 0; i < p->n_near; i++)
        if (p->near[i] == e)
            return true;
    return false;
}

const struct plan_span *plan_span_of(const struct plan *p, const struct decl *pointer)
{
    for (size_t i = 0; i < p->n_spans; i++)
        if (p->spans[i].pointer == pointer)
            return &p->spans[i];
    return NULL;
}

bool plan_is_spanned(const struct plan *p, const struct expr *e)
{
    for (size_t i = 0; i < p->n_spanned; i++)
        if (p->spanned[i] == e)
            return true;
    return false;
}

/* SPDX-License-Identifier: MIT */
/* access_flow.c: what the locals' values are at a point of the program.  Where
 * control can come from several sides a value is one of several; at the head
 * of a loop all that the loop changes is unknown. */
#include "access_private.h"

#include <string.h>

/* ---- bindings ---- */

static const struct value **slot(const struct flow *f, const struct decl *d)
{
    size_t hint = d->binding;
    if (hint == 0)
        return NULL;
    if (hint <= f->n && f->bindings[hint - 1].decl == d)
        return &f->bindings[hint - 1].value;
    for (size_t i = f->n; i-- > 0;)
        if (f->bindings[i].decl == d)
            return &f->bindings[i].value;
    return NULL;
}

const struct value *access_flow_value(const struct flow *f, const struct decl *d)
{
    const struct value **v = slot(f, d);
    return v ? *v : NULL;
}

const struct value *access_value_of(const struct walker *w, const struct decl *d)
{
    return access_flow_value(&w->flow, d);
}

void access_bind(struct walker *w, struct decl *d, struct value v)
{
    struct value *kept = ir_alloc(sizeof *kept);
    *kept = v;
    const struct value **old = slot(&w->flow, d);
    if (old) {
        *old = kept;
        return;
    }
    struct binding added = {d, kept};
    IR_PUSH(w->flow.bindings, w->flow.n, added);
    d->binding = w->flow.n;
}

void access_unbind(struct walker *w, struct decl *d)
{
    const struct value **old = slot(&w->flow, d);
    if (old)
        *old = NULL;
}

void access_note(struct walker *w, struct decl *d, struct value v)
{
    struct value *kept = ir_alloc(sizeof *kept);
    *kept = v;
    struct binding added = {d, kept};
    IR_PUSH(w->sets, w->n_sets, added);
}

/* ---- definitions ---- */

struct writes {
    int count, nulls;
    bool addressed;
};

static bool is_null(const struct expr *e)
{
    long long value;
    while (e->kind == EXPR_CAST)
        e = e->a;
    return expr_const(e, &value);
}

static bool count_expr(struct expr *e, void *ctx)
{
    bool writes = e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC;
    if ((writes || e->kind == EXPR_ADDR) && e->a->kind == EXPR_VAR) {
        struct decl_facts *f = access_decl_facts(ctx, e->a->decl);
        f->writes += writes;
        f->nulls += e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && is_null(e->b);
        f->addressed |= !writes;
    }
    return true;
}

static bool count_decl(struct stmt *s, void *ctx)
{
    for (size_t i = 0; i < s->n_decls; i++)
        if (s->inits[i]) {
            struct decl_facts *f = access_decl_facts(ctx, s->decls[i]);
            f->writes++;
            f->nulls += is_null(s->inits[i]);
        }
    return true;
}

/* Once for each statement list, for all variables: functions are added while
 * the walk goes on. */
static void count_writes(struct region *r, struct stmt *body, bool *counted)
{
    if (*counted || !body)
        return;
    *counted = true;
    stmt_walk_exprs(body, count_expr, r);
    stmt_walk(body, count_decl, r);
}

/* How a local is defined, in the body and in the functions called. */
static struct writes writes_of(const struct walker *w, const struct decl *d)
{
    struct region *r = w->r;
    count_writes(r, r->body, &r->counted);
    for (size_t i = 0; i < r->n_functions; i++)
        count_writes(r, r->functions[i].body, &r->functions[i].counted);
    bool starts = (d->kind == DECL_PARAM && d->in_region) || region_is_level_var(w->r, d);
    const struct decl_facts *f = decl_facts(d);
    return (struct writes){
        .count = f->writes + starts, .nulls = f->nulls, .addressed = f->addressed};
}

bool access_define(struct walker *w, struct decl *d, struct value v)
{
    struct writes c = writes_of(w, d);
    bool moves =
        c.count - c.nulls > 1 && d->type->kind == TYPE_POINTER && d->type->of->kind == TYPE_ARRAY;
    if (d->type->kind == TYPE_POINTER && (c.addressed || moves))
        return refuse(w->r, REFUSE_DEVICE, w->r->begin, CODE_POINTER_WALK,
                      "pointer '%s' is changed in the loop; use subscripts", d->name);
    if (c.addressed)
        v = value_unknown();
    struct decl_facts *f = access_decl_facts(w->r, d);
    for (const struct value *one = &v; one; one = one->also) {
        f->points_memory |= one->kind == V_POINTER;
        f->points_local |= one->kind == V_LOCAL && d->type->kind == TYPE_POINTER;
    }
    if (f->points_memory && f->points_local)
        return access_differ(
            w->r, w->r->begin,
            ir_printf("'%s' points to a local in one place and to mapped memory in "
                      "another; use one pointer for each",
                      d->name));
    access_bind(w, d, v);
    access_note(w, d, v);
    return true;
}

/* ---- branches ---- */

static struct flow copied(const struct flow *f)
{
    struct flow copy = {.n = f->n, .dead = f->dead};
    size_t room = 1; /* a power of two, as ir_grow expects */
    while (room < f->n)
        room *= 2;
    if (f->n) {
        copy.bindings = ir_alloc(room * sizeof *copy.bindings);
        memcpy(copy.bindings, f->bindings, f->n * sizeof *copy.bindings);
    }
    return copy;
}

struct flow access_save(const struct walker *w)
{
    return copied(&w->flow);
}

void access_swap(struct walker *w, struct flow *f)
{
    struct flow now = w->flow;
    w->flow = *f;
    *f = now;
}

/* A local that only one of two paths has set: where it is used it has been set,
 * by an earlier turn of an inner loop perhaps. */
static struct value set_once(const struct walker *w, const struct value *v)
{
    return access_detach(w, v, (unsigned)w->r->n_loops);
}

static void meet_value(struct walker *w, const struct binding *b)
{
    const struct value *v = access_value_of(w, b->decl);
    if (v && b->value && v != b->value)
        access_bind(w, b->decl, value_join(v, b->value));
    else if (v != b->value)
        access_bind(w, b->decl, set_once(w, v ? v : b->value));
}

void access_meet(struct walker *w, const struct flow *f)
{
    struct flow now = w->flow;
    if (f->dead)
        return;
    if (now.dead) { /* what only this path has set may be used where its break leads */
        w->flow = copied(f);
        for (size_t i = 0; i < now.n; i++)
            if (!access_value_of(w, now.bindings[i].decl))
                meet_value(w, &now.bindings[i]);
        return;
    }
    for (size_t i = 0; i < now.n; i++)
        if (!slot(f, now.bindings[i].decl) && now.bindings[i].value)
            access_bind(w, now.bindings[i].decl, set_once(w, now.bindings[i].value));
    for (size_t i = 0; i < f->n; i++)
        meet_value(w, &f->bindings[i]);
}

/* Does access_detach leave the value as it is?  It is no pointer, and does not depend on the ranges
 * from `first` on. */
static bool stays(const struct walker *w, const struct value *v, unsigned first)
{
    bool varies = v->kind == V_POINTER || v->also || v->open;
    for (unsigned k = first; v->kind == V_INT && k < w->r->n_ranges && !varies; k++)
        varies = !hostint_is(v->aff.c[k], 0);
    return !varies;
}

void access_detach_all(struct walker *w, unsigned first)
{
    for (size_t i = 0; i < w->flow.n; i++)
        if (w->flow.bindings[i].value && !stays(w, w->flow.bindings[i].value, first))
            access_bind(w, w->flow.bindings[i].decl,
                        access_detach(w, w->flow.bindings[i].value, first));
}

/* ---- loops ---- */

static bool visit_forget(struct expr *e, void *ctx)
{
    struct walker *w = ctx;
    if ((e->kind != EXPR_ASSIGN && e->kind != EXPR_INCDEC) || e->a->kind != EXPR_VAR)
        return true;
    struct decl *d = e->a->decl;
    const struct value *old = access_value_of(w, d);
    if (!old || writes_of(w, d).count < 2) /* the only one that it ever gets */
        return true;
    access_bind(w, d, value_anywhere(old, "a pointer that a loop moves", e->begin));
    return true;
}

void access_forget(struct walker *w, struct stmt *s)
{
    if (s)
        stmt_walk_exprs(s, visit_forget, w);
}

enum { MOST_NOTED = 2000 }; /* values: more are not worth the time */

static bool is_known(const struct value *v)
{
    for (; v; v = v->also)
        if (v->kind != V_INT && (v->kind != V_POINTER || !v->known))
            return false;
    return true;
}

/* The values noted for one local from sets[i] on, all together. */
static struct value noted(struct walker *w, size_t i, unsigned own)
{
    const struct decl *d = w->sets[i].decl;
    struct value all = access_detach(w, w->sets[i].value, own);
    for (size_t k = i + 1; k < w->n_sets && is_known(&all); k++) {
        if (w->sets[k].decl != d)
            continue;
        struct value v = access_detach(w, w->sets[k].value, own);
        all = is_known(&v) ? value_join(&all, &v) : value_unknown();
    }
    return all;
}

void access_bind_noted(struct walker *w, const struct flow *before, size_t from, unsigned first)
{
    if (w->n_sets - from > MOST_NOTED)
        return;
    for (size_t i = from; i < w->n_sets; i++) {
        struct decl *d = w->sets[i].decl;
        const struct value *old = access_flow_value(before, d);
        bool again = false;
        for (size_t k = from; k < i && !again; k++)
            again = w->sets[k].decl == d;
        if (again || !access_value_of(w, d))
            continue;
        /* without a value before, an earlier turn may have left it */
        struct value all = noted(w, i, old ? first : (unsigned)w->r->n_loops);
        if (old && is_known(&all))
            all = value_join(old, &all);
        if (is_known(&all))
            access_bind(w, d, all);
    }
}

/* ---- switch ---- */

void access_label(struct walker *w, bool is_default)
{
    struct choice *c = w->choice;
    if (!c)
        return;
    access_meet(w, &c->head);
    access_unassume(w, c->n_bounds);
    w->flow.dead = false;
    c->has_default |= is_default;
    if (w->inner != c->inner) /* into the middle of a loop */
        access_start_turns(w, c->stmt);
}

void access_break(struct walker *w)
{
    struct choice *c = w->choice;
    if (c && w->inner == c->inner) {
        struct flow here = access_save(w);
        access_swap(w, &c->out);
        access_meet(w, &here);
        access_swap(w, &c->out);
    }
    w->flow.dead = true;
}

/* ---- goto ---- */

/* The label may stand outside of the loops around. */
void access_goto(struct walker *w, const struct stmt *s)
{
    access_detach_all(w, (unsigned)w->r->n_loops);
    struct jump added = {s->label, access_save(w)};
    IR_PUSH(w->jumps, w->n_jumps, added);
    w->flow.dead = true;
}

/* A label: gotos that are yet to come have changed what they can. */
void access_target(struct walker *w, const struct stmt *s)
{
    for (size_t i = 0; i < w->n_jumps; i++)
        if (w->jumps[i].label == s->label)
            access_meet(w, &w->jumps[i].flow);
    if (s->label->back) {
        w->flow.dead = false;
        access_start_turns(w, w->block.stmt);
    }
    access_unassume(w, w->block.n_bounds);
}

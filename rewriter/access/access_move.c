/* SPDX-License-Identifier: MIT */
/* access_move.c: integers and pointers that every iteration of an inner loop
 * moves by the same amount, and while loops that such a one counts. */
#include "access_private.h"

#include "../analyse/moves.h"

/* ---- what moves along ---- */

/* Of an inner loop: a number that the host knows. */
struct shift {
    struct moves moves; /* the first member */
    struct walker *w;
    struct hostint by;
};

struct plain {
    struct walker *w;
    bool no;
};

static bool visit_plain(struct expr *e, void *ctx)
{
    struct plain *p = ctx;
    bool outer =
        e->kind == EXPR_DEREF && e->a->kind == EXPR_VAR && !access_is_local(p->w, e->a->decl);
    p->no |= e->kind == EXPR_INDEX || e->kind == EXPR_CALL || e->kind == EXPR_ASSIGN ||
             e->kind == EXPR_INCDEC || (e->kind == EXPR_DEREF && !outer);
    return !p->no;
}

/* May it be evaluated here, where the loop's own variables have no values yet? */
static bool plain(struct walker *w, struct expr *e)
{
    struct plain p = {.w = w};
    expr_walk(e, visit_plain, &p);
    return !p.no;
}

/* As struct moves has it. */
static bool add_shift(struct moves *moves, struct expr *by, bool minus)
{
    struct shift *m = (struct shift *)moves;
    if (by && !plain(m->w, by))
        return false;
    struct value v = by ? access_eval(m->w, by) : value_integer(affine_const(hostint_const(1)));
    if (!access_invariant(&v) || v.wraps)
        return false;
    m->by = minus ? hostint_sub(m->by, v.aff.c0) : hostint_add(m->by, v.aff.c0);
    return true;
}

const struct ssa *access_ssa(struct walker *w)
{
    struct region *r = w->r;
    for (size_t i = 0; i < r->n_functions && w->function; i++)
        if (r->functions[i].body == w->function)
            return ssa_of(function_cfg(r, &r->functions[i]));
    return ssa_of(region_cfg(r));
}

static bool add_loop(struct moves *moves, struct stmt *s);

static struct shift shift_by(struct walker *w, const struct decl *d)
{
    return (struct shift){.moves = {.d = d, .add = add_shift, .loop = add_loop}, .w = w};
}

/* A loop in it moves the local by as much as it has iterations. */
static bool add_loop(struct moves *moves, struct stmt *s)
{
    struct shift *m = (struct shift *)moves, once = shift_by(m->w, moves->d);
    const char *why;
    struct range range;
    struct bounds b;
    bool dense = false;
    struct loop *l = !stmt_leaves(s) ? loop_canonical(s, &why) : NULL;
    if (!l || l->sets_more || stmt_breaks(s->body) || stmt_skips(s->body) ||
        !plain(m->w, l->upper) || !plain(m->w, l->vars[0].lower) || !access_bounds(m->w, l, &b) ||
        !access_range(m->w, l, &b, &range, &dense) || !range.exact ||
        !moves_loop(&once.moves, access_ssa(m->w), s))
        return false;
    struct hostint trips = hostint_add(range.hi.c0, hostint_const(1));
    trips = hostint_max(trips, hostint_const(0));
    m->by = hostint_add(m->by, hostint_mul(trips, once.by));
    return true;
}

/* By how much does an iteration of the loop move the local? */
static bool shift_of(struct walker *w, struct stmt *s, const struct decl *d, struct hostint *by)
{
    struct shift m = shift_by(w, d);
    bool moved = stmt_writes(s->body, d) || expr_writes(s->step, d);
    bool ok = !expr_writes(s->expr, d) && (!moved || moves_loop(&m.moves, access_ssa(w), s));
    *by = m.by;
    return ok;
}

/* At the head of iteration `range` it has moved so many times. */
void access_bind_moving(struct walker *w, struct stmt *s, const struct flow *before, int range)
{
    w->inner++;
    w->conditional++;
    for (size_t i = 0; i < before->n; i++) {
        const struct value *v = before->bindings[i].value;
        struct decl *d = before->bindings[i].decl;
        struct hostint by;
        bool word = d->type->kind == TYPE_SCALAR && type_is_integer(d->type);
        if (!v || v == access_value_of(w, d) || v->also || (word && d->type->size < 4) ||
            (v->kind != V_INT && !(v->kind == V_POINTER && v->known && d->type->of->size > 0)) ||
            !shift_of(w, s, d, &by))
            continue;
        if (!word)
            by = hostint_mul(by, hostint_const(d->type->of->size));
        struct affine times = affine_var((unsigned)range);
        times = affine_scale(&times, by);
        struct value moved = word ? *v : value_striding(v, d->type->of->size);
        moved = value_shifted(&moved, &times);
        moved.is = NULL;
        moved.wraps |=
            word && d->type->size == 4 && (type_is_unsigned(d->type) || w->r->signed_wraps);
        access_bind(w, d, moved);
    }
    w->inner--;
    w->conditional--;
}

/* ---- what some iterations set or move ---- */

struct chosen {
    struct walker *w;
    struct stmt *s;
    const struct decl *d;
    struct value all; /* that it is set to; V_UNKNOWN: none yet */
    bool no, set;
    long long up, down; /* by how much one iteration can move it */
};

static bool visit_steady(struct expr *e, void *ctx)
{
    struct chosen *c = ctx;
    const struct value *v = e->kind == EXPR_VAR ? access_value_of(c->w, e->decl) : NULL;
    c->no |= e->kind == EXPR_VAR && access_is_local(c->w, e->decl) && (!v || v->also);
    c->no |= e->kind == EXPR_VAR && stmt_writes(c->s->body, e->decl); /* d itself, too */
    return !c->no;
}

static void choose(struct chosen *c, struct expr *e)
{
    long long by = 1;
    enum c_op plain_op = c_op_plain(e->op);
    bool adds = plain_op == OP_ADD || plain_op == OP_SUB;
    if (adds) {
        c->no |= e->kind == EXPR_ASSIGN && (!expr_const(e->b, &by) || by < 0 || by > 1 << 20);
        *(plain_op == OP_SUB ? &c->down : &c->up) += by;
        return;
    }
    c->no |= e->op != OP_ASSIGN || !plain(c->w, e->b);
    if (!c->no)
        expr_walk(e->b, visit_steady, c);
    if (c->no)
        return;
    struct value v = access_eval(c->w, e->b);
    c->all = c->set ? value_join(&c->all, &v) : v;
    c->set = true;
}

static bool visit_chosen(struct expr *e, void *ctx)
{
    struct chosen *c = ctx;
    bool it = e->a && e->a->kind == EXPR_VAR && e->a->decl == c->d;
    c->no |= it && e->kind == EXPR_ADDR;
    if (it && (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC))
        choose(c, e);
    return !c->no;
}

static bool visit_nested(struct stmt *s, void *ctx)
{
    struct chosen *c = ctx;
    bool loop = stmt_is_loop(s);
    c->no |= loop && stmt_writes(s, c->d);
    return !c->no;
}

/* Where d may be at the head of an iteration; false: not known. */
static bool chosen_value(struct chosen *c, const struct value *before, int range, struct value *out)
{
    struct walker *w = c->w;
    stmt_walk(c->s->body, visit_nested, c);
    if (!c->no)
        stmt_walk_exprs(c->s->body, visit_chosen, c);
    bool moves = c->up || c->down;
    if (c->no || expr_writes(c->s->step, c->d) || expr_writes(c->s->expr, c->d) ||
        (c->set && (moves || (c->all.kind != V_INT && c->all.kind != V_POINTER))))
        return false;
    if (c->set) {
        struct value v = access_detach(w, &c->all, (unsigned)range);
        *out = value_join(before, &v);
        return true;
    }
    if (!moves || !affine_invariant(&w->r->ranges[range].hi))
        return false;
    struct hostint turns = hostint_max(w->r->ranges[range].hi.c0, hostint_const(0));
    long long size = before->kind == V_POINTER ? c->d->type->of->size : 1;
    struct affine up = affine_const(hostint_mul(turns, hostint_const(c->up * size)));
    struct affine down = affine_const(hostint_mul(turns, hostint_const(-c->down * size)));
    struct value lo = value_shifted(before, &down), hi = value_shifted(before, &up);
    lo.is = hi.is = NULL;
    *out = value_join(&lo, &hi);
    return true;
}

void access_bind_chosen(struct walker *w, struct stmt *s, const struct flow *before, int range)
{
    w->inner++;
    w->conditional++;
    for (size_t i = 0; i < before->n && !stmt_has_goto(s->body); i++) {
        const struct value *v = before->bindings[i].value;
        struct decl *d = before->bindings[i].decl;
        const struct value *now = access_value_of(w, d);
        bool word = d->type->kind == TYPE_SCALAR && type_is_integer(d->type) && d->type->size >= 4;
        bool pointer = d->type->kind == TYPE_POINTER && d->type->of->size > 0;
        if (!v || !now || now == v || v->also || (!word && !pointer) || v->wraps ||
            (now->kind == V_INT || (now->kind == V_POINTER && now->known)) ||
            (v->kind != V_INT && !(v->kind == V_POINTER && v->known)))
            continue;
        struct chosen c = {.w = w, .s = s, .d = d};
        struct value out;
        if (chosen_value(&c, v, range, &out))
            access_bind(w, d, out);
    }
    w->inner--;
    w->conditional--;
}

/* ---- loops that count ---- */

/* The local that the condition compares, if the body moves it steadily. */
static bool steady(struct walker *w, struct stmt *s, const struct flow *before, struct expr *e,
                   struct bounds *b, struct induction *v)
{
    e = expr_strip(e);
    struct hostint by;
    if (e->kind != EXPR_VAR || !stmt_writes(s, e->decl))
        return false;
    const struct value *start = access_flow_value(before, e->decl);
    if (!start || e->type->size < 4 || !shift_of(w, s, e->decl, &by) || by.symbol || by.k == 0)
        return false;
    b->lo = *start;
    b->step = by.k;
    v->var = e->decl;
    return true;
}

/* while (j--), while (--j > 0) and so on: as many turns as j says. */
static int counted_down(struct walker *w, struct stmt *s, const struct flow *before)
{
    long long past = 1, k;
    struct expr *e = s->expr;
    if (e->kind == EXPR_BINARY) {
        past = e->op == OP_GE ? 0 : 1;
        if ((past && e->op != OP_GT && e->op != OP_NE) || !expr_const(e->b, &k) || k != 0)
            return -1;
        e = e->a;
    }
    e = expr_strip(e);
    if (e->kind != EXPR_INCDEC || e->op != OP_DECREMENT || e->a->kind != EXPR_VAR ||
        s->kind == STMT_DO || !type_is_integer(e->a->type) || e->a->type->size < 4)
        return -1;
    struct decl *d = e->a->decl;
    const struct value *start = access_flow_value(before, d);
    if (!start || start->kind != V_INT || start->also || stmt_writes(s->body, d) ||
        expr_writes(s->step, d))
        return -1;
    struct value from = *start;
    access_settle(w, &from, d->type);
    struct affine turns = affine_const(hostint_const(past + !e->postfix));
    struct range range = {.hi = affine_sub(&from.aff, &turns)};
    range.exact = affine_invariant(&range.hi);
    int index = access_add_range(w->r, range);
    if (index < 0)
        return -1;
    struct affine it = affine_var((unsigned)index);
    from.aff = affine_sub(&from.aff, &it);
    access_bind(w, d, from);
    return index;
}

/* while (p < end) { ... p++; }: the range of its iterations, or -1. */
int access_counted(struct walker *w, struct stmt *s, const struct flow *before)
{
    struct expr *e = s->expr;
    if (e && expr_has_effects(e))
        return counted_down(w, s, before);
    while (e && e->kind == EXPR_BINARY && e->op == OP_LAND)
        e = e->a;
    if (!e || !expr_compares(e) || e->op == OP_EQ)
        return -1;
    struct bounds b = {0};
    struct induction v = {0};
    struct loop l = {.vars = &v, .n_vars = 1, .rel = e->op};
    struct range range;
    bool dense = false, left = steady(w, s, before, e->a, &b, &v);
    if (!left && !steady(w, s, before, e->b, &b, &v))
        return -1;
    struct expr *end = left ? e->b : e->a;
    if (!plain(w, end))
        return -1;
    b.hi = access_eval(w, end);
    access_settle(w, &b.hi, end->type);
    access_settle(w, &b.lo, v.var->type);
    bool up = e->op == OP_NE ? b.step == 1 : c_op_is_less(e->op) == left;
    b.past = c_op_admits_equal(e->op) ? 0 : 1;
    if (up != (b.step > 0) || (e->op == OP_NE && b.step != 1 && b.step != -1) ||
        !access_range(w, &l, &b, &range, &dense) || dense)
        return -1;
    if (s->kind == STMT_DO && !affine_invariant(&range.hi))
        return -1;
    if (s->kind == STMT_DO) /* the first iteration is not asked */
        range.hi.c0 = hostint_max(range.hi.c0, hostint_const(0));
    return access_add_range(w->r, range);
}

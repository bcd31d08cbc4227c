/* access_loop.c: the values that loop variables take, and what moves along with
 * them by the same amount in every iteration. */
#include "access_private.h"

#include <string.h>

/* ---- headers ---- */

static int add_range(struct region *r, struct range range)
{
    if (r->n_ranges == TCR_MAX_LOOPS)
        return -1;
    r->ranges[r->n_ranges] = range;
    return (int)r->n_ranges++;
}

/* A value of the region's own headers: fixed while the region runs. */
static struct value header_value(struct walker *w, struct expr *e, bool level)
{
    bool saved = w->header;
    w->header = saved || (level && e->type->kind != TYPE_POINTER);
    struct value v = access_eval(w, e);
    w->header = saved;
    if (level && !access_invariant(&v) && type_is_integer(e->type))
        v = value_integer(affine_const(
            hostint_text(ir_printf("(long long)(%s)", region_quote(w->r, e->begin, e->end)))));
    access_settle(w, &v, e->type);
    return v;
}

static struct value eval_step(struct walker *w, const struct induction *v, bool level)
{
    if (!v->step)
        return value_integer(affine_const(hostint_const(v->step_const)));
    struct value s = header_value(w, v->step, level);
    if (!access_invariant(&s))
        return value_unknown();
    if (v->var->type->kind == TYPE_SCALAR && v->step->type->size > v->var->type->size) {
        s.wraps = true;
        access_settle(w, &s, v->var->type);
    }
    return v->negated ? value_integer(affine_scale(&s.aff, hostint_const(-1))) : s;
}

/* lower + it * step for iteration number `range`; with `dense`, for every value
 * on the way */
static struct value induction_at(struct walker *w, const struct induction *v, bool level, int range,
                                 bool dense)
{
    struct value lower = header_value(w, v->lower, level), step = eval_step(w, v, level);
    if (range < 0 || step.kind != V_INT)
        return value_anywhere(&lower, "a loop whose bounds are not affine", 0);
    if (lower.kind != V_INT && lower.kind != V_POINTER)
        return lower;
    struct hostint s = dense ? hostint_const(v->step_const < 0 ? -1 : 1) : step.aff.c0;
    if (lower.kind == V_POINTER)
        s = hostint_mul(s, hostint_const(v->var->type->of->size));
    struct affine it = affine_var((unsigned)range);
    it = affine_scale(&it, s);
    struct value out = value_shifted(&lower, &it);
    out.text = NULL;
    return out;
}

static void bind_inductions(struct walker *w, struct loop *l, int range, bool dense)
{
    for (size_t k = 0; k < l->n_vars; k++) {
        struct value v = induction_at(w, &l->vars[k], l->level >= 0, range, dense);
        access_use(w, &v);
        access_bind(w, l->vars[k].var, v);
    }
}

void access_levels(struct walker *w)
{
    struct region *r = w->r;
    r->ranges = ir_alloc((TCR_MAX_LOOPS + 1) * sizeof *r->ranges);
    for (size_t i = 0; i < r->n_loops; i++) {
        struct range range = {.exact = true};
        range.hi = affine_const(hostint_text(ir_printf("(tcr_n%zu - 1)", i)));
        bind_inductions(w, r->loops[i], add_range(r, range), false);
    }
}

/* An inner loop's bounds. */
struct bounds {
    struct value lo, hi;
    long long step, past; /* past: 1 if the loop stops before its bound */
};

static bool inner_bounds(struct walker *w, struct loop *l, struct bounds *b)
{
    const struct induction *v = &l->vars[0];
    b->lo = access_eval(w, v->lower);
    b->hi = access_eval(w, l->upper);
    struct value step = eval_step(w, v, false);
    access_use(w, &b->lo);
    access_use(w, &b->hi);
    access_settle(w, &b->lo, v->lower->type);
    access_settle(w, &b->hi, l->upper->type);
    b->step = v->step_const;
    b->past = l->rel[1] == '=' && *l->rel != '!' ? 0 : 1;
    return step.kind == V_INT && b->step != 0;
}

static bool both_walk(const struct bounds *b)
{
    const struct value *lo = &b->lo, *hi = &b->hi;
    return lo->kind == V_POINTER && hi->kind == V_POINTER && lo->known && hi->known &&
           (!lo->root->user_text || !hi->root->user_text ||
            strcmp(lo->root->user_text, hi->root->user_text) == 0);
}

/* The last iteration's number.  With a step other than one and bounds that are
 * not fixed it is no affine number: then `dense` says that every value between
 * the bounds is counted. */
static bool inner_range(struct loop *l, const struct bounds *b, struct range *out, bool *dense)
{
    bool pointers = both_walk(b), down = b->step < 0;
    if ((b->lo.kind != V_INT || b->hi.kind != V_INT) && !pointers)
        return false;
    if (b->lo.also || b->hi.also)
        return false;
    struct affine d =
        down ? affine_sub(&b->lo.aff, &b->hi.aff) : affine_sub(&b->hi.aff, &b->lo.aff);
    long long stride = down ? -b->step : b->step;
    if (pointers)
        stride *= l->vars[0].var->type->of->size;
    struct affine one = affine_const(hostint_const(b->past));
    bool fixed = affine_invariant(&d);
    *dense = !fixed && stride != 1;
    if (*dense && (pointers || l->n_vars > 1))
        return false;
    d = affine_sub(&d, &one);
    if (stride != 1 && !*dense) { /* floor, also below zero: an empty range stays one */
        struct hostint n = d.c0;
        if (!n.text)
            d.c0 = hostint_const(n.k < 0 ? -1 : n.k / stride);
        else
            d.c0 = hostint_text(ir_printf("(%s < 0 ? -1LL : %s / %lld)", n.text, n.text, stride));
    }
    *out = (struct range){.hi = d, .exact = fixed};
    return true;
}

/* Bounds that are one of several, MIN(n, i + 4): between the outermost. */
static void bind_span(struct walker *w, struct loop *l, const struct bounds *b)
{
    if (b->lo.kind != V_INT || b->hi.kind != V_INT)
        return;
    struct affine past = affine_const(hostint_const(b->step < 0 ? b->past : -b->past));
    struct value last = value_shifted(&b->hi, &past);
    access_bind(w, l->vars[0].var, value_join(&b->lo, &last));
}

/* ---- what moves along ---- */

/* The number that every execution of `s` adds to a local; false: not a number
 * that the host knows. */
struct shift {
    struct walker *w;
    const struct decl *d;
    struct hostint by;
};

static bool is_it(const struct shift *m, const struct expr *e)
{
    while (e->kind == EXPR_CAST && e->implicit)
        e = e->a;
    return e->kind == EXPR_VAR && e->decl == m->d;
}

static bool add_shift(struct shift *m, struct expr *by, bool minus)
{
    struct value v = by ? access_eval(m->w, by) : value_integer(affine_const(hostint_const(1)));
    if (!access_invariant(&v) || v.wraps)
        return false;
    m->by = minus ? hostint_sub(m->by, v.aff.c0) : hostint_add(m->by, v.aff.c0);
    return true;
}

/* d = d + c, c + d or d - c */
static bool assigned_shift(struct shift *m, struct expr *e)
{
    while (e->kind == EXPR_CAST && e->implicit)
        e = e->a;
    if (e->kind != EXPR_BINARY || (strcmp(e->op, "+") != 0 && strcmp(e->op, "-") != 0))
        return false;
    if (is_it(m, e->a))
        return add_shift(m, e->b, *e->op == '-');
    return *e->op == '+' && is_it(m, e->b) && add_shift(m, e->a, false);
}

static bool moves(struct expr *e, const struct decl *d)
{
    struct stmt only = {.kind = STMT_EXPR, .expr = e};
    return e && stmt_writes(&only, d);
}

static bool shift_expr(struct shift *m, struct expr *e)
{
    if (!moves(e, m->d))
        return true;
    if (e->kind == EXPR_COND || (e->kind == EXPR_BINARY && (e->op[0] == e->op[1])))
        return shift_expr(m, e->a) && !moves(e->b, m->d) && !moves(e->c, m->d);
    if ((e->kind == EXPR_INCDEC || e->kind == EXPR_ASSIGN) && e->a->kind == EXPR_VAR &&
        e->a->decl == m->d) {
        if (e->kind == EXPR_INCDEC)
            return add_shift(m, NULL, *e->op == '-');
        if (moves(e->b, m->d))
            return false;
        if (strcmp(e->op, "=") == 0)
            return assigned_shift(m, e->b);
        return (strcmp(e->op, "+=") == 0 || strcmp(e->op, "-=") == 0) &&
               add_shift(m, e->b, *e->op == '-');
    }
    bool ok = shift_expr(m, e->a) && shift_expr(m, e->b) && shift_expr(m, e->c);
    for (size_t i = 0; i < e->n_args && ok; i++)
        ok = shift_expr(m, e->args[i]);
    return ok;
}

static bool shift_stmt(struct shift *m, struct stmt *s);

/* An inner loop moves it by as much as it has iterations. */
static bool shift_loop(struct shift *m, struct stmt *s)
{
    const char *why;
    struct range range;
    struct bounds b;
    bool dense = false;
    struct loop *l = s->kind == STMT_FOR && !stmt_leaves(s) ? loop_canonical(s, &why) : NULL;
    if (!l || l->sets_more || stmt_breaks(s->body) || !inner_bounds(m->w, l, &b) ||
        !inner_range(l, &b, &range, &dense) || !range.exact)
        return false;
    struct shift once = {.w = m->w, .d = m->d};
    if (!shift_stmt(&once, s->body) || !shift_expr(&once, s->step))
        return false;
    struct hostint trips = hostint_add(range.hi.c0, hostint_const(1));
    trips = hostint_max(trips, hostint_const(0));
    m->by = hostint_add(m->by, hostint_mul(trips, once.by));
    return true;
}

static bool visit_continue(struct stmt *s, void *ctx)
{
    bool *found = ctx;
    *found |= s->kind == STMT_CONTINUE;
    return s->kind != STMT_FOR && s->kind != STMT_WHILE && s->kind != STMT_DO;
}

static bool shift_stmt(struct shift *m, struct stmt *s)
{
    if (!s || !stmt_writes(s, m->d))
        return true;
    switch (s->kind) {
    case STMT_COMPOUND:
        for (size_t i = 0; i < s->n_list; i++)
            if (!shift_stmt(m, s->list[i]))
                return false;
        return true;
    case STMT_EXPR:
        return shift_expr(m, s->expr);
    case STMT_DECL:
        for (size_t i = 0; i < s->n_decls; i++)
            if (s->decls[i] == m->d || !shift_expr(m, s->inits[i]))
                return false;
        return true;
    case STMT_FOR:
        return shift_loop(m, s);
    default:
        return false;
    }
}

/* By how much does an iteration of the loop move the local? */
static bool shift_of(struct walker *w, struct stmt *s, const struct decl *d, struct hostint *by)
{
    bool skips = false;
    stmt_walk(s->body, visit_continue, &skips);
    if (skips && stmt_writes(s->body, d))
        return false;
    struct shift m = {.w = w, .d = d};
    bool ok = shift_stmt(&m, s->body) && shift_expr(&m, s->step) && !moves(s->expr, d);
    *by = m.by;
    return ok;
}

/* At the head of iteration `range` it has moved so many times. */
static void bind_moving(struct walker *w, struct stmt *s, const struct flow *before, int range)
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
        struct value moved = value_shifted(v, &times);
        moved.text = NULL;
        moved.wraps |=
            word && d->type->size == 4 && (type_is_unsigned(d->type) || w->r->signed_wraps);
        access_bind(w, d, moved);
    }
    w->inner--;
    w->conditional--;
}

/* ---- walking ---- */

/* The local that the condition compares, if the body moves it steadily. */
static bool steady(struct walker *w, struct stmt *s, const struct flow *before, struct expr *e,
                   struct bounds *b, struct induction *v)
{
    while (e->kind == EXPR_CAST && e->implicit)
        e = e->a;
    struct hostint by;
    const struct value *start = NULL;
    if (e->kind != EXPR_VAR || !stmt_writes(s, e->decl))
        return false;
    for (size_t i = 0; i < before->n; i++)
        if (before->bindings[i].decl == e->decl)
            start = before->bindings[i].value;
    if (!start || e->type->size < 4 || !shift_of(w, s, e->decl, &by) || by.text || by.k == 0)
        return false;
    b->lo = *start;
    b->step = by.k;
    v->var = e->decl;
    return true;
}

/* while (p < end) { ... p++; }: the range of its iterations, or -1. */
static int counted(struct walker *w, struct stmt *s, const struct flow *before)
{
    struct expr *e = s->expr;
    while (e && e->kind == EXPR_BINARY && strcmp(e->op, "&&") == 0)
        e = e->a;
    if (!e || e->kind != EXPR_BINARY || !strchr("<>!", *e->op) || expr_has_effects(s->expr))
        return -1;
    struct bounds b = {0};
    struct induction v = {0};
    struct loop l = {.vars = &v, .n_vars = 1};
    struct range range;
    bool dense = false, left = steady(w, s, before, e->a, &b, &v);
    if (!left && !steady(w, s, before, e->b, &b, &v))
        return -1;
    struct expr *end = left ? e->b : e->a;
    b.hi = access_eval(w, end);
    access_settle(w, &b.hi, end->type);
    access_settle(w, &b.lo, v.var->type);
    bool up = *e->op == '!' ? b.step == 1 : (*e->op == '<') == left;
    b.past = e->op[1] == '=' && *e->op != '!' ? 0 : 1;
    if (up != (b.step > 0) || (*e->op == '!' && b.step != 1 && b.step != -1) ||
        !inner_range(&l, &b, &range, &dense) || dense)
        return -1;
    if (s->kind == STMT_DO && !affine_invariant(&range.hi))
        return -1;
    if (s->kind == STMT_DO) /* the first iteration is not asked */
        range.hi.c0 = hostint_max(range.hi.c0, hostint_const(0));
    return add_range(w->r, range);
}

/* A loop that is not canonical; a do loop counts as one that may not run. */
static void walk_while(struct walker *w, struct stmt *s)
{
    access_stmt(w, s->init);
    struct flow before = access_save(w);
    access_forget(w, s);
    w->inner++;
    w->conditional++;
    int range = counted(w, s, &before);
    if (range >= 0)
        bind_moving(w, s, &before, range);
    access_drop(w, s->expr);
    access_assume(w, s->kind == STMT_DO ? NULL : s->expr, true);
    access_stmt(w, s->body);
    access_drop(w, s->step);
    w->inner--;
}

/* After the loop its variables are beyond the last iteration's. */
static void unbind_inductions(struct walker *w, struct loop *l)
{
    for (size_t k = 0; k < l->n_vars; k++) {
        const struct value *v = access_value_of(w, l->vars[k].var);
        if (v)
            access_bind(w, l->vars[k].var,
                        value_anywhere(v, "a variable of a loop, used after it", 0));
    }
}

/* for (j = 0; j < 3 && more; j++): canonical, but more may end it. */
static struct loop *canonical(struct stmt *s, struct expr **more)
{
    const char *why;
    struct loop *l = loop_canonical(s, &why);
    *more = NULL;
    if (l || !s->expr || s->expr->kind != EXPR_BINARY || strcmp(s->expr->op, "&&") != 0 ||
        expr_has_effects(s->expr))
        return l;
    struct stmt *plain = ir_alloc(sizeof *plain);
    *plain = *s;
    while (!l && plain->expr->kind == EXPR_BINARY && strcmp(plain->expr->op, "&&") == 0) {
        plain->expr = plain->expr->a;
        l = loop_canonical(plain, &why);
    }
    *more = s->expr;
    return l;
}

/* What else the step does. */
static void walk_step(struct walker *w, const struct loop *l, struct expr *e)
{
    bool own = false;
    if (e && e->kind == EXPR_BINARY && strcmp(e->op, ",") == 0) {
        walk_step(w, l, e->a);
        walk_step(w, l, e->b);
        return;
    }
    for (size_t k = 0; k < l->n_vars; k++)
        own |= moves(e, l->vars[k].var);
    if (!own)
        access_drop(w, e);
}

static void walk_for(struct walker *w, struct stmt *s)
{
    struct expr *more;
    struct loop *l = canonical(s, &more);
    if (!l) {
        walk_while(w, s);
        return;
    }
    struct range range;
    struct bounds b;
    bool dense = false;
    if (l->sets_more)
        access_stmt(w, s->init);
    struct flow before = access_save(w);
    access_forget(w, s);
    bool known = inner_bounds(w, l, &b);
    int index = known && inner_range(l, &b, &range, &dense) ? add_range(w->r, range) : -1;
    bind_inductions(w, l, index, dense);
    if (known && index < 0)
        bind_span(w, l, &b);
    if (index >= 0 && !dense)
        bind_moving(w, s, &before, index);
    struct value upper = access_eval(w, l->upper);
    access_use(w, &upper);
    w->inner++;
    w->conditional += index < 0 || more || stmt_breaks(s->body);
    if (more)
        access_drop(w, more);
    access_assume(w, more, true);
    access_stmt(w, s->body);
    walk_step(w, l, s->step);
    w->inner--;
    unbind_inductions(w, l);
}

/* What the loop has set for the first time may be what an earlier turn of a loop
 * around it has left: it need not run in every one. */
static void detach_new(struct walker *w, const struct flow *before)
{
    for (size_t i = 0; i < w->flow.n; i++) {
        struct binding *b = &w->flow.bindings[i];
        bool old = i < before->n && before->bindings[i].value;
        if (b->value && !old)
            access_bind(w, b->decl, access_detach(w, b->value, (unsigned)w->r->n_loops));
    }
}

void access_loop(struct walker *w, struct stmt *s)
{
    bool dead = w->flow.dead;
    struct flow before = access_save(w);
    unsigned first = (unsigned)w->r->n_ranges;
    if (s->kind == STMT_FOR)
        walk_for(w, s);
    else
        walk_while(w, s);
    w->flow.dead = dead;
    access_forget(w, s);
    access_detach_all(w, first);
    detach_new(w, &before);
}

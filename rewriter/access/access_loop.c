/* SPDX-License-Identifier: MIT */
/* access_loop.c: the values that loop variables take. */
#include "access_private.h"

/* ---- headers ---- */

int access_add_range(struct region *r, struct range range)
{
    if (r->n_ranges == TCR_MAX_LOOPS)
        return -1;
    if (!range.by) {
        range.span = range.hi;
        range.by = 1;
    }
    r->ranges[r->n_ranges] = range;
    return (int)r->n_ranges++;
}

int access_add_open(struct region *r)
{
    if (r->n_open == OPEN_LOOPS)
        return -1;
    unsigned index = TCR_MAX_LOOPS + r->n_open++;
    r->ranges[index] = (struct range){.by = 1};
    return (int)index;
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
            hostint_of(symbol_quote(&w->r->symbols, region_quote(w->r, e->begin, e->end)))));
    access_settle(w, &v, e->type);
    return v;
}

static struct value eval_step(struct walker *w, const struct induction *v, bool level)
{
    if (v->by)
        return value_integer(affine_const(hostint_of(symbol_own(&w->r->symbols, v->by))));
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

/* What nobody can compute, start[i], but is the same all through the loop that begins with it: a
 * variable of its own, which is another one in other iterations of the loops around. */
static bool give_start(struct walker *w, struct value *lower)
{
    struct region *r = w->r;
    struct opaque new = {.index = access_add_open(r)};
    if (new.index < 0)
        return false;
    for (size_t i = 0; i < r->n_nest; i++) {
        const int var = r->nest[i].range >= 0 ? r->nest[i].range : r->nest[i].open;
        if (w->inside >> i & 1 && var >= 0)
            new.of |= 1u << var;
    }
    IR_PUSH(r->opaques, r->n_opaques, new);
    lower->open = true;
    lower->aff = affine_var((unsigned)new.index);
    return true;
}

/* Of a loop with the variable `range`, which has no ends. */
static struct value open_induction(struct walker *w, const struct induction *v,
                                   const struct value *lower, int range)
{
    struct value start = *lower;
    const struct type *t = v->var->type;
    bool pointer = lower->kind == V_POINTER;
    bool plain = pointer || (t->kind == TYPE_SCALAR && type_is_integer(t) && t->size >= 4 &&
                             !type_is_unsigned(t) && !w->r->signed_wraps);
    struct value out = value_anywhere(lower, "a loop whose bounds are not affine", 0);
    if (range < 0 || !plain || v->kept || v->step || v->by)
        return out;
    if (!value_sum(lower) && (pointer || lower->also || lower->when || !give_start(w, &start)))
        return out;
    struct affine it = affine_var((unsigned)range);
    it = affine_scale(&it, hostint_const(v->step_const * (pointer ? t->of->size : 1)));
    out.open = true;
    out.aff = affine_add(value_sum(&start), &it);
    return out;
}

/* lower + it * step for iteration number `range`; with `dense`, for every value
 * on the way */
static struct value induction_at(struct walker *w, const struct induction *v, bool level, int range,
                                 bool dense)
{
    struct value lower = header_value(w, v->lower, level), step = eval_step(w, v, level);
    if (range < 0 || range >= TCR_MAX_LOOPS || step.kind != V_INT)
        return open_induction(w, v, &lower, range);
    if (lower.kind != V_INT && lower.kind != V_POINTER)
        return lower;
    struct hostint s = dense ? hostint_const(v->step_const < 0 ? -1 : 1) : step.aff.c0;
    if (lower.kind == V_POINTER)
        s = hostint_mul(s, hostint_const(v->var->type->of->size));
    struct affine it = affine_var((unsigned)range);
    it = affine_scale(&it, s);
    struct value out = value_shifted(&lower, &it);
    if (lower.kind == V_POINTER)
        out = value_striding(&out, v->var->type->of->size);
    out.is = NULL;
    out.wraps |= v->kept && v->var->type->kind == TYPE_SCALAR && v->var->type->size == 4 &&
                 (type_is_unsigned(v->var->type) || w->r->signed_wraps);
    return out;
}

static void bind_inductions(struct walker *w, struct loop *l, int range, bool dense)
{
    for (size_t k = 0; k < l->n_vars; k++) {
        struct value v = induction_at(w, &l->vars[k], l->level >= 0, range, dense);
        access_use(w, &v);
        access_bind(w, l->vars[k].var, v);
        access_note(w, l->vars[k].var, value_unknown()); /* access_loop() knows more */
    }
}

/* ---- the nest ---- */

/* The loop is around what comes now; its index in the nest, -1: there are too many. */
static int enter_loop(struct walker *w, struct stmt *s, struct loop *l, int range)
{
    struct region *r = w->r;
    if (r->n_nest == NEST_MOST)
        return -1;
    struct nest_loop n = {.stmt = s,
                          .loop = l,
                          .range = range,
                          .open = -1,
                          .around = w->inside,
                          .order = ORDER_NO, /* as long as dependence_find() has not looked */
                          .why = {.kind = CONFLICT_FORM}};
    IR_PUSH(r->nest, r->n_nest, n);
    w->inside |= 1ULL << (r->n_nest - 1);
    return (int)r->n_nest - 1;
}

static bool plain_number(struct walker *w, const struct expr *e, struct hostint *out);

static bool plain_sum(struct walker *w, const struct expr *e, struct hostint *out)
{
    struct hostint a, b;
    bool wraps = type_is_unsigned(e->type) || w->r->signed_wraps;
    if (wraps || !plain_number(w, e->a, &a) || !plain_number(w, e->b, &b))
        return false;
    *out = e->op == OP_ADD   ? hostint_add(a, b)
           : e->op == OP_SUB ? hostint_sub(a, b)
                             : hostint_mul(a, b);
    return e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL;
}

/* Constants, names, and what is made of them without wrapping around; as access_eval() has them,
 * but nothing is captured.  A negative int made a size_t would be the bound of a loop without end.
 */
static bool plain_number(struct walker *w, const struct expr *e, struct hostint *out)
{
    long long k;
    if (!type_is_integer(e->type))
        return false;
    if (expr_const(e, &k)) {
        *out = hostint_const(k);
        return k >= 0 || !type_is_unsigned(e->type);
    }
    if (e->kind == EXPR_BINARY)
        return plain_sum(w, e, out);
    if (e->kind == EXPR_CAST)
        return type_is_integer(e->a->type) &&
               (e->type->size == 8 ||
                (e->type->size == 4 && e->a->type->size <= 4 &&
                 type_is_unsigned(e->type) == type_is_unsigned(e->a->type))) &&
               plain_number(w, e->a, out);
    if (e->kind != EXPR_VAR || e->decl->in_region || e->type->is_volatile)
        return false;
    *out = hostint_of(symbol_name(&w->r->symbols, e->decl->name, e->decl));
    return true;
}

/* The number of iterations is one of ours; where the header's own words say it, too, it can be
 * compared with the subscripts'. */
static void span_of_level(struct walker *w, struct loop *l, struct range *range)
{
    const struct induction *v = &l->vars[0];
    bool less = c_op_is_less(l->rel), greater = c_op_is_greater(l->rel);
    bool wraps = type_is_unsigned(v->var->type) || w->r->signed_wraps;
    long long step = v->step_const < 0 ? -v->step_const : v->step_const;
    struct hostint lo, hi, past = hostint_const(c_op_admits_equal(l->rel) ? 0 : 1);
    if (v->step || v->by || (v->step_const > 0 ? !less : !greater) || (wraps && step != 1) ||
        !plain_number(w, v->lower, &lo) || !plain_number(w, l->upper, &hi))
        return;
    struct hostint far = less ? hostint_sub(hi, lo) : hostint_sub(lo, hi);
    range->span = affine_const(hostint_sub(far, past));
    range->by = step;
}

/* A pointer that goes through a string's characters: in an iteration, they are a local array. */
static void check_start(struct walker *w, const struct induction *v)
{
    const struct value *start = access_value_of(w, v->var);
    if (start && start->kind == V_LOCAL)
        value_refused(refuse(w->r, REFUSE_DEVICE, v->lower->begin, CODE_POINTER_UNKNOWN,
                             "'%s' starts in a string; give it a named array", v->var->name));
}

void access_levels(struct walker *w)
{
    struct region *r = w->r;
    r->ranges = ir_alloc((AFFINE_VARS + 1) * sizeof *r->ranges);
    for (size_t i = 0; i < r->n_loops; i++) {
        struct range range = {.exact = true};
        const struct symbol *n = symbol_own(&r->symbols, ir_printf("tcr_n%zu", i));
        range.hi = affine_const(hostint_sub(hostint_of(n), hostint_const(1)));
        span_of_level(w, r->loops[i], &range);
        int index = access_add_range(r, range);
        bind_inductions(w, r->loops[i], index, false);
        check_start(w, &r->loops[i]->vars[0]);
        enter_loop(w, r->loops[i]->stmt, r->loops[i], index);
    }
}

bool access_bounds(struct walker *w, struct loop *l, struct bounds *b)
{
    const struct induction *v = &l->vars[0];
    b->lo = access_eval(w, v->lower);
    b->hi = access_eval(w, l->upper);
    struct value step = eval_step(w, v, false);
    b->steady = step.kind == V_INT && v->step_const != 0;
    access_use(w, &b->lo);
    access_use(w, &b->hi);
    access_settle(w, &b->lo, v->lower->type);
    access_settle(w, &b->hi, l->upper->type);
    b->step = v->step_const;
    if (!b->steady) /* towards its bound, as it must */
        b->step = c_op_is_less(l->rel) ? 1 : c_op_is_greater(l->rel) ? -1 : 0;
    b->past = c_op_admits_equal(l->rel) ? 0 : 1;
    return b->steady;
}

static bool both_walk(const struct bounds *b)
{
    const struct value *lo = &b->lo, *hi = &b->hi;
    return lo->kind == V_POINTER && hi->kind == V_POINTER && lo->known && hi->known &&
           access_one_object(lo, hi);
}

/* May `!=` be met only after the variable has gone round the end of its type?  Not on the way up
 * from 0, or down to it, by 1. */
static bool may_go_round(const struct loop *l, const struct bounds *b)
{
    const struct type *t = l->vars[0].var->type;
    const struct hostint *least = b->step < 0 ? &b->hi.aff.c0 : &b->lo.aff.c0;
    bool from_zero = affine_invariant(b->step < 0 ? &b->hi.aff : &b->lo.aff) &&
                     hostint_is(*least, 0) && (b->step == 1 || b->step == -1);
    return l->rel == OP_NE && t->kind == TYPE_SCALAR && (type_is_unsigned(t) || t->size < 4) &&
           !from_zero;
}

/* Turns of a loop that goes round: more than memory has bytes, so that no call uses what it reaches
 * by the distance of its bounds. */
static struct hostint unless_round(struct symbols *t, struct hostint distance, long long step)
{
    const struct hostint zero = hostint_const(0), round = hostint_const(1LL << 60);
    if (!distance.symbol)
        return distance.k < 0 || distance.k % step ? round : distance;
    struct hostint sure =
        hostint_choice(hostint_compare(t, OP_LT, distance, zero), round, distance);
    if (step == 1)
        return sure;
    struct hostint rest = hostint_op(t, OP_REM, distance, hostint_const(step));
    return hostint_choice(hostint_compare(t, OP_EQ, rest, zero), sure, round);
}

/* The sum of those which depends on least, less what the loop starts from. */
static size_t nearest(const struct limits *limits, const struct affine *lo)
{
    size_t best = 0, fewest = SIZE_MAX;
    for (size_t i = 0; i < limits->n; i++) {
        struct affine far = affine_sub(&limits->sum[i], lo);
        size_t n = 0;
        for (unsigned k = 0; k < AFFINE_VARS; k++)
            n += !hostint_is(far.c[k], 0);
        if (n < fewest) {
            best = i;
            fewest = n;
        }
    }
    return best;
}

/* A bound that is the nearest of several: the loop is one to one of them, which may end before. */
static const struct limits *take_limit(struct bounds *b, size_t *taken)
{
    const struct limits *limits = b->hi.limits;
    if (!limits || !b->hi.also || !b->steady || b->lo.kind != V_INT || b->lo.also || b->lo.wraps ||
        limits->largest != (b->step < 0))
        return NULL;
    *taken = nearest(limits, &b->lo.aff);
    b->hi = value_integer(limits->sum[*taken]);
    return limits;
}

/* What the others say of the range. */
static void limit_range(struct range *range, const struct bounds *b, const struct limits *limits,
                        size_t taken)
{
    struct affine past = affine_const(hostint_const(b->past));
    for (size_t i = 0; i < limits->n && !range->limited; i++) {
        const struct affine *end = &limits->sum[i], *from = &b->lo.aff;
        if (i == taken)
            continue;
        range->within = limits->largest ? affine_sub(from, end) : affine_sub(end, from);
        range->within = affine_sub(&range->within, &past);
        range->limited = true;
    }
    range->exact = false;
}

/* And of the loop's variable. */
static void assume_limits(struct walker *w, const struct loop *l, const struct limits *limits)
{
    const struct value *v = access_value_of(w, l->vars[0].var);
    for (size_t i = 0; v && v->kind == V_INT && !v->wraps && !v->also && i < limits->n; i++)
        access_assume_sign(w, affine_sub(&v->aff, &limits->sum[i]), l->rel);
}

bool access_range(const struct walker *w, struct loop *l, const struct bounds *b, struct range *out,
                  bool *dense)
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
    if (may_go_round(l, b)) {
        if (!fixed)
            return false;
        d.c0 = unless_round(&w->r->symbols, d.c0, stride);
    }
    d = affine_sub(&d, &one);
    struct affine span = d;
    if (stride != 1 && !*dense) { /* floor, also below zero: an empty range stays one */
        struct hostint n = d.c0;
        struct symbols *t = &w->r->symbols;
        if (!n.symbol)
            d.c0 = hostint_const(n.k < 0 ? -1 : n.k / stride);
        else
            d.c0 = hostint_choice(hostint_compare(t, OP_LT, n, hostint_const(0)), hostint_const(-1),
                                  hostint_op(t, OP_DIV, n, hostint_const(stride)));
    }
    *out = (struct range){.hi = d, .exact = fixed, .span = span, .by = *dense ? 1 : stride};
    return true;
}

/* A range for the loop's turns; -1: there is none.  *limits: they may be fewer. */
static int add_range(struct walker *w, struct loop *l, struct bounds *b,
                     const struct limits **limits, bool *dense)
{
    struct range range;
    size_t taken = 0;
    *limits = l->rel == OP_NE ? NULL : take_limit(b, &taken);
    if (!access_range(w, l, b, &range, dense))
        return -1;
    if (*limits)
        limit_range(&range, b, *limits, taken);
    return access_add_range(w->r, range);
}

/* Bounds that are one of several, MIN(n, i + 4): between the outermost. */
static void bind_span(struct walker *w, struct loop *l, const struct bounds *b)
{
    if (b->lo.kind != V_INT || b->hi.kind != V_INT || b->step == 0 || may_go_round(l, b))
        return;
    struct affine past = affine_const(hostint_const(b->step < 0 ? b->past : -b->past));
    struct value last = value_shifted(&b->hi, &past);
    access_bind(w, l->vars[0].var, value_join(&b->lo, &last));
}

/* ---- walking ---- */

/* A loop that is not canonical; a do loop counts as one that may not run. */
static void walk_while(struct walker *w, struct stmt *s)
{
    access_stmt(w, s->init);
    struct flow before = access_save(w);
    size_t from = w->n_sets;
    access_forget(w, s);
    w->inner++;
    w->conditional++;
    int range = access_counted(w, s, &before);
    if (range >= 0) {
        const bool more = s->expr && s->expr->kind == EXPR_BINARY && s->expr->op == OP_LAND;
        w->r->counts_at_most |= more || stmt_breaks(s->body) || stmt_leaves(s);
        access_bind_moving(w, s, &before, range);
    }
    access_drop(w, s->expr);
    access_assume(w, s->kind == STMT_DO ? NULL : s->expr, true);
    access_stmt(w, s->body);
    access_drop(w, s->step);
    w->inner--;
    access_check_turns(w, s, &before, from);
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
    if (l || !s->expr || s->expr->kind != EXPR_BINARY || s->expr->op != OP_LAND ||
        expr_has_effects(s->expr))
        return l;
    struct stmt *plain = ir_alloc(sizeof *plain);
    *plain = *s;
    while (!l && plain->expr->kind == EXPR_BINARY && plain->expr->op == OP_LAND) {
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
    if (e && e->kind == EXPR_BINARY && e->op == OP_COMMA) {
        walk_step(w, l, e->a);
        walk_step(w, l, e->b);
        return;
    }
    for (size_t k = 0; k < l->n_vars; k++)
        own |= expr_writes(e, l->vars[k].var);
    if (!own)
        access_drop(w, e);
}

/* A canonical loop that has been walked. */
struct passed {
    struct loop *loop;
    int index;        /* of its range, -1: none */
    bool early;       /* it may end before its last iteration */
    struct flow head; /* at the head of iteration `index` */
};

/* After the loop, what counts along has the value of the iteration that would
 * come next; should something end the loop early, its variable lies before. */
static void bind_passed(struct walker *w, const struct passed *p)
{
    if (!p->loop || p->index < 0 || !affine_invariant(&w->r->ranges[p->index].hi))
        return;
    struct hostint turns = hostint_add(w->r->ranges[p->index].hi.c0, hostint_const(1));
    turns = hostint_max(turns, hostint_const(0));
    for (size_t i = 0; i < p->head.n; i++) {
        const struct value *v = p->head.bindings[i].value;
        bool own = false;
        for (size_t k = 0; k < p->loop->n_vars; k++)
            own |= p->loop->vars[k].var == p->head.bindings[i].decl;
        if (!v || v->also || (v->kind != V_INT && (v->kind != V_POINTER || !v->known)) ||
            hostint_is(v->aff.c[p->index], 0) || (p->early && !own))
            continue;
        struct value start = *v;
        struct affine by = affine_const(hostint_mul(v->aff.c[p->index], turns));
        start.aff.c[p->index] = hostint_const(0);
        start.is = NULL;
        struct value end = value_shifted(&start, &by);
        end.is = NULL;
        access_bind(w, p->head.bindings[i].decl, p->early ? value_join(&start, &end) : end);
    }
}

/* Its variables start from what the header says, not from what they were. */
static void forget_own(struct flow *before, const struct loop *l)
{
    for (size_t i = 0; i < before->n; i++)
        for (size_t k = 0; k < l->n_vars; k++)
            if (before->bindings[i].decl == l->vars[k].var)
                before->bindings[i].value = NULL;
}

static bool walk_for(struct walker *w, struct stmt *s, int nest, struct passed *p)
{
    struct expr *more;
    struct loop *l = canonical(s, &more);
    if (!l) {
        walk_while(w, s);
        return true;
    }
    struct bounds b;
    bool dense = false;
    if (l->sets_more)
        access_stmt(w, s->init);
    struct flow before = access_save(w);
    forget_own(&before, l);
    size_t from = w->n_sets;
    access_forget(w, s);
    bool known = access_bounds(w, l, &b);
    const struct limits *limits = NULL;
    if (b.lo.kind == V_POINTER && b.hi.kind == V_POINTER && !access_one_object(&b.lo, &b.hi))
        return refuse(w->r, REFUSE_DEVICE, s->begin, CODE_POINTER_COMPARE,
                      "pointers into different arrays are compared by a loop inside the loop");
    int index = known ? add_range(w, l, &b, &limits, &dense) : -1;
    int open = index < 0 && known && (b.lo.kind != V_INT || b.hi.kind != V_INT)
                   ? access_add_open(w->r)
                   : -1;
    bind_inductions(w, l, index < 0 ? open : index, dense);
    if (index < 0)
        bind_span(w, l, &b);
    if (index >= 0 && !dense)
        access_bind_moving(w, s, &before, index);
    if (index >= 0)
        access_bind_chosen(w, s, &before, index);
    bool early = more || stmt_breaks(s->body);
    *p = (struct passed){l, index, early || limits, access_save(w)};
    if (nest >= 0) {
        w->r->nest[nest].loop = l;
        w->r->nest[nest].range = index;
        w->r->nest[nest].open = open;
        w->r->nest[nest].early = early || stmt_leaves(s);
    }
    struct value upper = access_eval(w, l->upper);
    access_use(w, &upper);
    w->inner++;
    w->r->counts_at_most |= index >= 0 && (p->early || stmt_leaves(s));
    w->conditional += index < 0 || p->early || stmt_leaves(s);
    if (more)
        access_drop(w, more);
    access_assume(w, more, true);
    if (index >= 0 && limits)
        assume_limits(w, l, limits);
    access_stmt(w, s->body);
    walk_step(w, l, s->step);
    w->inner--;
    access_check_turns(w, s, &before, from);
    unbind_inductions(w, l);
    return true;
}

/* What the loop has set for the first time may be what an earlier turn of a loop
 * around it has left: it need not run in every one. */
static void detach_new(struct walker *w, const struct flow *before)
{
    for (size_t i = 0; i < w->flow.n; i++) {
        struct binding *b = &w->flow.bindings[i];
        if (b->value && !access_flow_value(before, b->decl))
            access_bind(w, b->decl, access_detach(w, b->value, (unsigned)w->r->n_loops));
    }
}

/* A condition that changes something: the one that ends the loop does it, too. */
static void ask_once_more(struct walker *w, const struct stmt *s)
{
    if (!s->expr || !expr_has_effects(s->expr))
        return;
    struct flow without = access_save(w);
    w->inner++;
    w->conditional++;
    access_drop(w, s->expr);
    w->inner--;
    w->conditional--;
    access_meet(w, &without);
}

void access_loop(struct walker *w, struct stmt *s)
{
    bool dead = w->flow.dead;
    struct flow before = access_save(w);
    unsigned first = (unsigned)w->r->n_ranges, first_open = w->r->n_open;
    size_t sets = w->n_sets;
    struct passed passed = {.index = -1};
    unsigned long long outside = w->inside;
    int nest = enter_loop(w, s, NULL, -1);
    if (s->kind == STMT_FOR)
        walk_for(w, s, nest, &passed);
    else
        walk_while(w, s);
    w->inside = outside;
    w->flow.dead = dead;
    access_forget(w, s);
    w->open_from = first_open;
    access_detach_all(w, first);
    w->open_from = 0;
    detach_new(w, &before);
    if (!stmt_has_case(s->body)) { /* else it is entered from elsewhere, too */
        access_bind_noted(w, &before, sets, first);
        bind_passed(w, &passed);
    }
    access_forget_strays(w, s, &before, sets);
    ask_once_more(w, s);
}

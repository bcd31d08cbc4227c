/* SPDX-License-Identifier: MIT */
/* access_bound.c: what a condition says of the loop variables, so that
 * if (i > 0) a[i - 1] reads no element before the first. */
#include "access_private.h"

/* ---- what is assumed ---- */

/* Iteration number `var` REL limit. */
static void add_bound(struct walker *w, unsigned var, enum c_op rel, struct hostint limit)
{
    const struct hostint one = hostint_const(1), zero = hostint_const(0);
    struct hostint lo = zero, last = w->r->ranges[var].hi.c0, hi = last;
    if (c_op_is_less(rel) || rel == OP_EQ)
        hi = rel == OP_LT ? hostint_sub(limit, one) : limit;
    if (c_op_is_greater(rel) || rel == OP_EQ)
        lo = rel == OP_GT ? hostint_add(limit, one) : limit;
    if (rel == OP_NE && hostint_is(limit, 0))
        lo = one;
    else if (rel == OP_NE)
        hi = hostint_sub(last, hostint_of(hostint_compare(&w->r->symbols, OP_EQ, limit, last)));
    struct bound b = {.var = var, .lo = lo, .hi = hi};
    IR_PUSH(w->bounds, w->n_bounds, b);
}

/* The first variable whose iterations a sum counts one by one; TCR_MAX_LOOPS: there is none. */
static unsigned pivot_of(const struct affine *sum)
{
    unsigned k = 0;
    while (k < TCR_MAX_LOOPS && !hostint_is(sum->c[k], 1) && !hostint_is(sum->c[k], -1))
        k++;
    return k;
}

/* The least and the greatest value of a sum without a constant; false: not known. */
static bool natural_ends(const struct walker *w, const struct affine *sum, struct hostint *lo,
                         struct hostint *hi)
{
    struct affine least = *sum, most = *sum;
    if (!access_end(w, &least, 0, false) || !access_end(w, &most, 0, true))
        return false;
    *lo = least.c0;
    *hi = most.c0;
    return true;
}

/* sum REL 0 */
static void add_sum_bound(struct walker *w, struct affine sum, enum c_op rel)
{
    const struct hostint one = hostint_const(1);
    unsigned pivot = pivot_of(&sum);
    struct bound b = {.var = TCR_MAX_LOOPS, .is_sum = true};
    if (pivot == TCR_MAX_LOOPS || rel == OP_NE)
        return;
    if (hostint_is(sum.c[pivot], -1)) {
        sum = affine_scale(&sum, hostint_const(-1));
        rel = c_op_converse(rel);
    }
    struct hostint limit = hostint_sub(hostint_const(0), sum.c0);
    sum.c0 = hostint_const(0);
    if (!natural_ends(w, &sum, &b.lo, &b.hi))
        return;
    if (c_op_is_less(rel) || rel == OP_EQ)
        b.hi = rel == OP_LT ? hostint_sub(limit, one) : limit;
    if (c_op_is_greater(rel) || rel == OP_EQ)
        b.lo = rel == OP_GT ? hostint_add(limit, one) : limit;
    b.sum = sum;
    IR_PUSH(w->bounds, w->n_bounds, b);
}

/* An unsigned number of 64 bits is below zero as a signed one if it is more than any count. */
static struct hostint as_count(struct symbols *t, struct hostint n)
{
    return hostint_choice(hostint_compare(t, OP_LT, n, hostint_const(0)),
                          hostint_const(4611686018427387904), n);
}

/* Is the operand's value what the affine sum says, in the type in which it is
 * compared?  Not so where an unsigned difference has wrapped around. */
static bool compares_as_is(const struct walker *w, const struct expr *e, struct value *v)
{
    const struct expr *inner = expr_strip(e);
    if (v->kind != V_INT || v->wraps || v->also)
        return false;
    if (!type_is_unsigned(e->type))
        return true;
    if (affine_invariant(&v->aff) && v->aff.c0.symbol) {
        if (inner->type->size == 8)
            v->aff.c0 = as_count(&w->r->symbols, v->aff.c0);
        return type_is_unsigned(inner->type) &&
               (inner->kind == EXPR_VAR || inner->kind == EXPR_MEMBER);
    }
    bool positive = !v->aff.c0.symbol && v->aff.c0.k >= 0;
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        positive = positive && !v->aff.c[i].symbol && v->aff.c[i].k >= 0;
    return positive;
}

static bool visit_choice(struct expr *e, void *ctx)
{
    bool *found = ctx;
    *found |= e->kind == EXPR_COND || (e->kind == EXPR_CALL && !e->math);
    return !*found;
}

/* Worth another look, or is there too much in it? */
static bool has_choice(struct expr *e)
{
    bool found = false;
    expr_walk(e, visit_choice, &found);
    return found;
}

void access_unassume(struct walker *w, size_t from)
{
    for (size_t i = from; i < w->n_bounds; i++) {
        w->bounds[i].var = TCR_MAX_LOOPS;
        w->bounds[i].is_sum = false;
    }
}

/* ± var + c REL 0, or the same of a sum */
static void assume_sign(struct walker *w, struct affine d, enum c_op rel)
{
    int var = -1, n = 0;
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        if (!hostint_is(d.c[i], 0)) {
            var = (int)i;
            n++;
        }
    if (n > 1)
        add_sum_bound(w, d, rel);
    if (n != 1 || (!hostint_is(d.c[var], 1) && !hostint_is(d.c[var], -1)) ||
        !affine_invariant(&w->r->ranges[var].hi))
        return;
    if (hostint_is(d.c[var], -1))
        add_bound(w, (unsigned)var, c_op_converse(rel), d.c0);
    else
        add_bound(w, (unsigned)var, rel, hostint_sub(hostint_const(0), d.c0));
}

static void assume_comparison(struct walker *w, struct expr *e, enum c_op rel)
{
    if (!type_is_integer(e->a->type) || !type_is_integer(e->b->type) || has_choice(e))
        return;
    struct value a = access_eval(w, e->a), b = access_eval(w, e->b);
    if (compares_as_is(w, e->a, &a) && compares_as_is(w, e->b, &b))
        assume_sign(w, affine_sub(&a.aff, &b.aff), rel);
}

/* if (i) */
static void assume_truth(struct walker *w, struct expr *e, bool holds)
{
    if (!type_is_integer(e->type) || has_choice(e))
        return;
    struct value v = access_eval(w, e);
    if (v.kind == V_INT && !v.wraps && !v.also)
        assume_sign(w, v.aff, holds ? OP_NE : OP_EQ);
}

static void assume(struct walker *w, struct expr *e, bool holds)
{
    e = expr_strip(e);
    if (e->kind == EXPR_UNARY && e->op == OP_NOT) {
        assume(w, e->a, !holds);
    } else if (e->kind != EXPR_BINARY) {
        assume_truth(w, e, holds);
    } else if (e->op == (holds ? OP_LAND : OP_LOR)) {
        assume(w, e->a, holds);
        assume(w, e->b, holds);
    } else if (c_op_compares(e->op)) {
        assume_comparison(w, e, holds ? e->op : c_op_negation(e->op));
    }
}

void access_assume(struct walker *w, struct expr *cond, bool holds)
{
    if (cond && !expr_has_effects(cond))
        assume(w, cond, holds);
}

/* ---- what follows ---- */

/* Everything that is assumed of the variable, summed up in its latest bound; NULL:
 * nothing is.  Each bound is taken once, however often that is asked. */
static const struct bound *sum_of(const struct walker *w, unsigned var, size_t from)
{
    size_t last = w->n_bounds, i;
    struct hostint least = hostint_const(0), most = w->r->ranges[var].hi.c0;
    while (last > from && w->bounds[last - 1].var != var)
        last--;
    if (last == from)
        return NULL;
    for (i = last; i > 0 && !(w->bounds[i - 1].var == var && w->bounds[i - 1].summed);)
        i--;
    if (i > 0) {
        least = w->bounds[i - 1].least;
        most = w->bounds[i - 1].most;
    }
    for (; i < last; i++) {
        struct bound *b = &w->bounds[i];
        if (b->var != var)
            continue;
        b->least = least = hostint_max(least, b->lo);
        b->most = most = hostint_min(most, b->hi);
        b->summed = true;
    }
    return &w->bounds[last - 1];
}

/* The ends of a variable's range, and what must hold for there to be any number
 * between them; false: nothing has been assumed of it. */
static bool ends_of(const struct walker *w, unsigned var, size_t from, struct hostint *lo,
                    struct hostint *hi, const struct symbol **when)
{
    const struct hostint zero = hostint_const(0), last = w->r->ranges[var].hi.c0;
    const struct bound *b = sum_of(w, var, from);
    if (!b)
        return false;
    *lo = b->least;
    *hi = b->most;
    *when = NULL;
    if (lo->symbol || hi->symbol || lo->k > hi->k)
        *when = hostint_compare(&w->r->symbols, OP_LE, *lo, *hi);
    /* what contradicts itself is never reached: any value within will do */
    *lo = hostint_same(*lo, zero) ? zero : hostint_max(hostint_min(*lo, last), zero);
    *hi = hostint_same(*hi, last) ? last : hostint_max(hostint_min(*hi, last), zero);
    return true;
}

static struct affine with(const struct affine *a, unsigned var, struct hostint number)
{
    struct affine out = *a;
    out.c[var] = hostint_const(0);
    out.c0 = hostint_add(a->c0, hostint_mul(a->c[var], number));
    return out;
}

/* How often is the sum in `a`, all of its variables?  0: it is not. */
static struct hostint times_of(const struct affine *a, const struct affine *sum)
{
    const struct hostint times = a->c[pivot_of(sum)];
    for (unsigned k = 0; k < TCR_MAX_LOOPS; k++)
        if (!hostint_is(sum->c[k], 0) && !hostint_same(a->c[k], hostint_mul(times, sum->c[k])))
            return hostint_const(0);
    return times;
}

/* Everything that is assumed of a sum. */
static void sum_ends(const struct walker *w, const struct affine *sum, struct hostint *lo,
                     struct hostint *hi)
{
    bool any = false;
    for (size_t i = 0; i < w->n_bounds; i++) {
        const struct bound *b = &w->bounds[i];
        if (!b->is_sum || !affine_same(&b->sum, sum))
            continue;
        *lo = any ? hostint_max(*lo, b->lo) : b->lo;
        *hi = any ? hostint_min(*hi, b->hi) : b->hi;
        any = true;
    }
}

/* `a` where the sum that is in it so many times has that value. */
static struct affine with_sum(const struct affine *a, const struct affine *sum,
                              struct hostint times, struct hostint value)
{
    struct affine all = affine_scale(sum, times), out = affine_sub(a, &all);
    out.c0 = hostint_add(out.c0, hostint_mul(times, value));
    return out;
}

/* The value in what has been assumed of sums that are in it; false: nothing was. */
static bool within_sum(struct walker *w, const struct value *v, size_t from, struct value *out)
{
    for (size_t i = w->n_bounds; i-- > from;) {
        struct affine sum = w->bounds[i].sum;
        struct hostint lo, hi, least, most, times;
        if (!w->bounds[i].is_sum || hostint_is(times = times_of(&v->aff, &sum), 0) ||
            !natural_ends(w, &sum, &least, &most))
            continue;
        sum_ends(w, &sum, &lo, &hi);
        struct value a = *v;
        if (lo.symbol || hi.symbol || lo.k > hi.k)
            a.when = symbol_both(v->when, hostint_compare(&w->r->symbols, OP_LE, lo, hi));
        a.is = NULL;
        struct value b = a;
        /* what contradicts itself is never reached */
        a.aff = with_sum(&v->aff, &sum, times, hostint_max(hostint_min(lo, most), least));
        b.aff = with_sum(&v->aff, &sum, times, hostint_max(hostint_min(hi, most), least));
        a = access_within(w, a, from);
        b = access_within(w, b, from);
        *out = value_join(&a, &b);
        return true;
    }
    return false;
}

struct value access_within(struct walker *w, struct value v, size_t from)
{
    struct value limited;
    struct hostint lo, hi;
    const struct symbol *when;
    if (from >= w->n_bounds || (v.kind != V_INT && v.kind != V_POINTER))
        return v;
    if (v.also) {
        struct value rest = access_within(w, *v.also, from);
        v.also = NULL;
        v = access_within(w, v, from);
        return value_join(&v, &rest);
    }
    if (v.kind == V_POINTER && !v.known)
        return v;
    if (within_sum(w, &v, from, &limited))
        return limited;
    for (unsigned k = 0; k < w->r->n_ranges; k++) {
        if (hostint_is(v.aff.c[k], 0) || !ends_of(w, k, from, &lo, &hi, &when))
            continue;
        v.when = symbol_both(v.when, when);
        struct value a = v, b = v;
        a.aff = with(&v.aff, k, lo);
        b.aff = with(&v.aff, k, hi);
        a.is = b.is = NULL;
        a = access_within(w, a, from);
        b = access_within(w, b, from);
        return value_join(&a, &b);
    }
    return v;
}

bool access_end(const struct walker *w, struct affine *a, unsigned first, bool greatest)
{
    const struct hostint zero = hostint_const(0);
    for (unsigned k = (unsigned)w->r->n_ranges; k-- > first;) {
        const struct range *range = &w->r->ranges[k];
        struct hostint c = a->c[k];
        if (hostint_is(c, 0))
            continue;
        a->c[k] = zero;
        if (!c.symbol) {
            struct affine far = affine_scale(&range->hi, c);
            if ((c.k > 0) == greatest)
                *a = affine_add(a, &far);
        } else if (affine_invariant(&range->hi)) {
            struct hostint far = hostint_mul(c, range->hi.c0);
            a->c0 = hostint_add(a->c0, greatest ? hostint_max(far, zero) : hostint_min(far, zero));
        } else {
            return false;
        }
    }
    return true;
}

struct value access_detach(const struct walker *w, const struct value *v, unsigned first)
{
    bool varies = false, open = v->open;
    struct value lo = *v, hi = *v;
    lo.also = hi.also = NULL;
    for (unsigned k = first; k < w->r->n_ranges; k++)
        varies |= !hostint_is(v->aff.c[k], 0);
    for (unsigned k = TCR_MAX_LOOPS + w->open_from; k < AFFINE_VARS; k++)
        open = open && hostint_is(v->aff.c[k], 0);
    lo.open = hi.open = open && !varies;
    if (varies && (v->kind == V_INT || (v->kind == V_POINTER && v->known))) {
        lo.is = hi.is = NULL;
        if (!access_end(w, &lo.aff, first, false) || !access_end(w, &hi.aff, first, true))
            return value_anywhere(v, "a pointer that was set in a loop", 0);
    }
    for (size_t k = first; v->kind == V_POINTER && k < w->r->n_ranges; k++)
        lo.no_row |= access_row_moves(v->root, k);
    hi.no_row = lo.no_row;
    lo = value_join(&lo, &hi);
    if (!v->also)
        return lo;
    struct value rest = access_detach(w, v->also, first);
    return value_join(&lo, &rest);
}

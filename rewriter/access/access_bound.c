/* SPDX-License-Identifier: MIT */
/* access_bound.c: what a condition says of the loop variables, so that
 * if (i > 0) a[i - 1] reads no element before the first. */
#include "../ir/polynomial.h"
#include "access_private.h"

/* ---- what is assumed ---- */

/* The first variable whose iterations a sum counts one by one; TCR_MAX_LOOPS: there is none. */
static unsigned pivot_of(const struct affine *sum)
{
    unsigned k = 0;
    while (k < TCR_MAX_LOOPS && !hostint_is(sum->c[k], 1) && !hostint_is(sum->c[k], -1))
        k++;
    return k;
}

static unsigned count_variables(const struct affine *sum)
{
    unsigned n = 0;
    for (unsigned k = 0; k < TCR_MAX_LOOPS; k++)
        n += !hostint_is(sum->c[k], 0);
    return n;
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

/* sum REL 0.  Of one variable that ends where others say, its relation to those is worth more. */
void access_assume_sign(struct walker *w, struct affine sum, enum c_op rel)
{
    const struct hostint one = hostint_const(1);
    unsigned pivot = pivot_of(&sum);
    struct hostint first, last;
    if (pivot == TCR_MAX_LOOPS ||
        (count_variables(&sum) == 1 && !affine_invariant(&w->r->ranges[pivot].hi)))
        return;
    if (hostint_is(sum.c[pivot], -1)) {
        sum = affine_scale(&sum, hostint_const(-1));
        rel = c_op_converse(rel);
    }
    struct hostint limit = hostint_sub(hostint_const(0), sum.c0);
    sum.c0 = hostint_const(0);
    if (!natural_ends(w, &sum, &first, &last))
        return;
    struct bound b = {.holds = true, .sum = sum, .lo = first, .hi = last};
    if (c_op_is_less(rel) || rel == OP_EQ)
        b.hi = rel == OP_LT ? hostint_sub(limit, one) : limit;
    if (c_op_is_greater(rel) || rel == OP_EQ)
        b.lo = rel == OP_GT ? hostint_add(limit, one) : limit;
    if (rel == OP_NE && hostint_same(limit, first))
        b.lo = hostint_add(first, one);
    else if (rel == OP_NE)
        b.hi = hostint_sub(last, hostint_of(hostint_compare(&w->r->symbols, OP_EQ, limit, last)));
    IR_PUSH(w->bounds, w->n_bounds, b);
}

/* An unsigned number of 64 bits is below zero as a signed one if it is more than any count. */
static struct hostint as_count(struct symbols *t, struct hostint n)
{
    return hostint_choice(hostint_compare(t, OP_LT, n, hostint_const(0)),
                          hostint_const(4611686018427387904), n);
}

/* Not so where an unsigned difference has wrapped around. */
bool access_compares(const struct walker *w, const struct expr *e, struct value *v)
{
    const struct expr *inner = expr_strip(e);
    if (v->kind != V_INT || v->wraps || value_wide(v) || v->also)
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
    for (size_t i = from; i < w->n_bounds; i++)
        w->bounds[i].holds = false;
}

static void assume_comparison(struct walker *w, struct expr *e, enum c_op rel)
{
    if (!type_is_integer(e->a->type) || !type_is_integer(e->b->type) || has_choice(e))
        return;
    struct value a = access_eval(w, e->a), b = access_eval(w, e->b);
    if (access_compares(w, e->a, &a) && access_compares(w, e->b, &b))
        access_assume_sign(w, affine_sub(&a.aff, &b.aff), rel);
}

/* if (i) */
static void assume_truth(struct walker *w, struct expr *e, bool holds)
{
    if (!type_is_integer(e->type) || has_choice(e))
        return;
    struct value v = access_eval(w, e);
    if (v.kind == V_INT && !v.wraps && !value_wide(&v) && !v.also)
        access_assume_sign(w, v.aff, holds ? OP_NE : OP_EQ);
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

static bool is_of(const struct bound *b, const struct affine *sum)
{
    return b->holds && affine_same(&b->sum, sum);
}

/* Everything that is assumed of the sum of bound `last`, its latest, summed up there.  Each bound
 * is taken once, however often that is asked. */
static const struct bound *sum_up(const struct walker *w, size_t last)
{
    const struct affine *sum = &w->bounds[last].sum;
    size_t i = last + 1;
    while (i > 0 && !(is_of(&w->bounds[i - 1], sum) && w->bounds[i - 1].summed))
        i--;
    struct bound *before = i > 0 ? &w->bounds[i - 1] : NULL;
    for (; i <= last; i++) {
        struct bound *b = &w->bounds[i];
        if (!is_of(b, sum))
            continue;
        b->least = before ? hostint_max(before->least, b->lo) : b->lo;
        b->most = before ? hostint_min(before->most, b->hi) : b->hi;
        b->summed = true;
        before = b;
    }
    return before;
}

/* As numbers of mathematics: 8 * n is n * 8. */
static bool is_equal(struct hostint a, struct hostint b)
{
    if (hostint_same(a, b) || !a.symbol || !b.symbol)
        return hostint_same(a, b);
    struct unknowns u = {0};
    struct polynomial x = poly_of(&u, a), y = poly_of(&u, b), d = poly_sub(&x, &y);
    return !d.lost && d.n == 0;
}

/* How often is the sum in `a`, all of its variables?  0: it is not. */
static struct hostint times_of(const struct affine *a, const struct affine *sum)
{
    const struct hostint times = a->c[pivot_of(sum)];
    for (unsigned k = 0; k < TCR_MAX_LOOPS; k++)
        if (!hostint_is(sum->c[k], 0) && !is_equal(a->c[k], hostint_mul(times, sum->c[k])))
            return hostint_const(0);
    return times;
}

/* Is it to be put in before the other one?  Sums of more variables are, for then those are gone. */
static bool is_before(const struct affine *a, const struct affine *b)
{
    unsigned n = count_variables(a), m = count_variables(b);
    return n > m || (n == m && pivot_of(a) < pivot_of(b));
}

/* The number behind the bound, from `from` on, whose sum is to be put into `a` next; 0: there is
 * none. */
static size_t next_bound(const struct walker *w, const struct affine *a, size_t from)
{
    size_t best = 0;
    for (size_t i = w->n_bounds; i > from; i--) {
        const struct bound *b = &w->bounds[i - 1];
        if (b->holds && !hostint_is(times_of(a, &b->sum), 0) &&
            (best == 0 || is_before(&b->sum, &w->bounds[best - 1].sum)))
            best = i;
    }
    return best;
}

/* `a` where the sum that is in it has that value. */
static struct affine with(const struct affine *a, const struct affine *sum, struct hostint value)
{
    struct affine out = *a;
    for (unsigned k = 0; k < TCR_MAX_LOOPS; k++)
        if (!hostint_is(sum->c[k], 0))
            out.c[k] = hostint_const(0);
    out.c0 = hostint_add(a->c0, hostint_mul(times_of(a, sum), value));
    return out;
}

/* Within the ends that a sum has by itself: what contradicts itself is never reached, and any value
 * within will do. */
static struct hostint clamped(struct hostint x, struct hostint first, struct hostint last)
{
    if (hostint_same(x, first) || hostint_same(x, last))
        return x;
    return hostint_max(hostint_min(x, last), first);
}

static struct value within(struct walker *w, struct value v, size_t from)
{
    struct hostint first, last;
    if (from >= w->n_bounds || (v.kind != V_INT && v.kind != V_POINTER))
        return v;
    if (v.also) {
        struct value rest = within(w, *v.also, from);
        v.also = NULL;
        v = within(w, v, from);
        return value_join(&v, &rest);
    }
    if (v.kind == V_POINTER && !v.known)
        return v;
    size_t n = next_bound(w, &v.aff, from);
    if (n == 0 || !natural_ends(w, &w->bounds[n - 1].sum, &first, &last))
        return v;
    const struct bound *b = sum_up(w, n - 1);
    if (b->least.symbol || b->most.symbol || b->least.k > b->most.k)
        v.when = symbol_both(v.when, hostint_compare(&w->r->symbols, OP_LE, b->least, b->most));
    struct value lo = v, hi = v;
    lo.aff = with(&v.aff, &b->sum, clamped(b->least, first, last));
    hi.aff = with(&v.aff, &b->sum, clamped(b->most, first, last));
    lo.is = hi.is = NULL;
    lo = within(w, lo, from);
    hi = within(w, hi, from);
    return value_join(&lo, &hi);
}

struct value access_within(struct walker *w, struct value v, size_t from)
{
    struct value out = within(w, v, from);
    out.limits = out.also ? v.limits : NULL;
    return out;
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

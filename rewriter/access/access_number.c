/* SPDX-License-Identifier: MIT */
/* access_number.c: arithmetic with abstract integers. */
#include "access_private.h"

#include <limits.h>

static bool narrows(const struct type *to, const struct type *from)
{
    if (!type_is_integer(from) || !type_is_integer(to))
        return true;
    return scalar_of(to->scalar)->size < scalar_of(from->scalar)->size || to->scalar == TCR_BOOL;
}

bool access_invariant(const struct value *v)
{
    return v->kind == V_INT && !v->also && affine_invariant(&v->aff);
}

/* An invariant value in the type that the program gives it. */
static const struct symbol *typed(const struct walker *w, const struct value *v,
                                  const struct type *t)
{
    return symbol_cast(type_host_name(t), hostint_symbol(&w->r->symbols, v->aff.c0));
}

static struct value value_of(const struct symbol *s)
{
    return value_integer(affine_const(hostint_of(s)));
}

struct value access_truth(void)
{
    return value_between(hostint_const(0), hostint_const(1));
}

static bool is_word(const struct type *t)
{
    return type_is_integer(t) && t->size == 4;
}

/* By how many bits a product may be longer than the operand that varies. */
static int bits_of_factor(const struct expr *e, const struct value *a, const struct value *b)
{
    enum { ALL = 64 };
    const struct hostint by = affine_invariant(&b->aff) ? b->aff.c0 : a->aff.c0;
    int bits = 0;
    if (by.symbol)
        return ALL;
    if (c_op_plain(e->op) == OP_SHL)
        return (int)by.k;
    const unsigned long long k = (unsigned long long)by.k, size = by.k < 0 ? 0 - k : k;
    while (bits < ALL - 1 && 1ULL << bits < size)
        bits++;
    return bits;
}

/* i * 2654435761u, i * 1664525u + 1013904223u: the second of its values has wrapped around, or one
 * of the first thousands, and nobody has rows of so odd a length.  To ask calls whether one does
 * would refuse nearly each of them, though it may be no subscript's. */
static bool is_hashed(const struct walker *w, const struct expr *e, const struct affine *aff)
{
    enum { ODD = 1 << 20 };
    if (!is_word(e->type) || (!type_is_unsigned(e->type) && !w->r->signed_wraps))
        return false;
    for (size_t i = 0; i < AFFINE_VARS; i++) {
        const struct hostint *c = &aff->c[i];
        const long long k = c->symbol ? 0 : c->k < 0 ? -c->k : c->k;
        if (k > INT32_MAX || (k > ODD && k % 2))
            return true;
    }
    return false;
}

/* The outcome of an operation in e's type: an unsigned one of 32 bits may have
 * wrapped around, and what came from such a one goes on to.  Of 64 bits, a product may. */
static struct value outcome(const struct walker *w, const struct expr *e, struct affine aff,
                            const struct value *a, const struct value *b)
{
    struct value v = value_integer(aff);
    if (is_hashed(w, e, &aff))
        return value_unknown();
    bool product = c_op_plain(e->op) == OP_MUL || c_op_plain(e->op) == OP_SHL;
    bool wrapping = type_is_unsigned(e->type) || w->r->signed_wraps;
    v.grown = a->grown > b->grown ? a->grown : b->grown;
    if (product && e->type->size == 8 && wrapping) {
        w->r->wide_wraps = true;
        v.grown += bits_of_factor(e, a, b);
    }
    v.wraps = is_word(e->type) && (a->wraps || b->wraps || wrapping);
    return v;
}

/* Each of the places that the value may be, for itself.  An end of a range must
 * not wrap around: what lies between would be beyond it.  A subscript in a place
 * that is not always reached may seem to do so, a `number` that is worked with
 * must not. */
static void settle_one(struct walker *w, struct value *v, const struct type *type, bool end,
                       bool number)
{
    if (!v->wraps)
        return;
    v->wraps = false;
    if (affine_invariant(&v->aff) && !end) {
        v->aff.c0 = hostint_of(typed(w, v, type));
        return;
    }
    struct value ends = access_within(w, *v, 0);
    for (const struct value *u = &ends; u; u = u->also) {
        bool is_unsigned = type_is_unsigned(type), soft = !number && w->conditional > 0;
        struct index_check added = {
            .value = u->aff,
            .least = hostint_const(is_unsigned && !soft ? 0 : INT32_MIN),
            .greatest = hostint_const(is_unsigned ? (long long)UINT32_MAX : INT32_MAX),
            .when = symbol_both(v->when, u->when)};
        IR_PUSH(w->r->indices, w->r->n_indices, added);
    }
}

void access_settle(struct walker *w, struct value *v, const struct type *type)
{
    if (v->kind != V_INT)
        return;
    bool several = v->also;
    for (struct value *one = v;; one = (struct value *)one->also) {
        settle_one(w, one, type, several, false);
        if (!one->also)
            break;
        struct value *rest = ir_alloc(sizeof *rest);
        *rest = *one->also;
        one->also = rest;
    }
}

/* ---- quotients, remainders, masks ---- */

/* The least and the greatest of the values; false: not known. */
static bool ends_of(struct walker *w, const struct value *v, struct hostint *lo, struct hostint *hi)
{
    if (v->kind != V_INT)
        return false;
    struct value within = access_within(w, *v, 0);
    for (const struct value *u = &within; u; u = u->also) {
        struct affine a = u->aff, b = u->aff;
        if (u->kind != V_INT || u->wraps ||
            (value_wide(u) && (within.also || !access_invariant(u))) ||
            !access_end(w, &a, 0, false) || !access_end(w, &b, 0, true))
            return false;
        *lo = u == &within ? a.c0 : hostint_min(*lo, a.c0);
        *hi = u == &within ? b.c0 : hostint_max(*hi, b.c0);
    }
    return true;
}

/* x / k and x >> k grow with x, and 0 stays. */
static struct value scaled_down(struct walker *w, const struct expr *e, const struct value *a,
                                struct hostint k)
{
    struct hostint lo, hi;
    if (!ends_of(w, a, &lo, &hi) || (type_is_unsigned(e->type) && (lo.symbol || lo.k < 0)))
        return value_unknown();
    if (!hostint_is(lo, 0))
        lo = hostint_op(&w->r->symbols, e->op, lo, k);
    hi = hostint_op(&w->r->symbols, e->op, hi, k);
    if (k.symbol) { /* a host division must not trap before the loop would have */
        lo = lo.symbol ? hostint_of(symbol_guarded(lo.symbol)) : lo;
        hi = hi.symbol ? hostint_of(symbol_guarded(hi.symbol)) : hi;
    }
    return value_between(lo, hi);
}

/* n < 0 ? a : b */
static struct hostint below_zero(const struct walker *w, struct hostint n, struct hostint a,
                                 struct hostint b)
{
    return hostint_choice(hostint_compare(&w->r->symbols, OP_LT, n, hostint_const(0)), a, b);
}

#define BEYOND 140737488355328 /* any memory */

/* x % n is nearer to 0 than n and not below 0 if x is not; x & n is within n. */
static struct value cut_off(struct walker *w, const struct expr *e, const struct value *a,
                            struct hostint n)
{
    const struct hostint zero = hostint_const(0), one = hostint_const(1);
    struct hostint lo, hi, last = hostint_sub(n, one);
    if (e->op == OP_AND && !n.symbol && n.k < 0)
        return value_unknown();
    if (e->op == OP_AND) /* one below zero: more than any memory, on either side */
        return value_between(n.symbol ? below_zero(w, n, hostint_const(-BEYOND), zero) : zero,
                             n.symbol ? below_zero(w, n, hostint_const(BEYOND), n) : n);
    if (n.symbol || n.k < 1)
        last = hostint_max(last, hostint_sub(hostint_const(-1), n));
    if (type_is_unsigned(e->type))
        return value_between(zero, last);
    struct hostint low = hostint_sub(zero, last);
    if (e->op == OP_REM && !ends_of(w, a, &lo, &hi) && !w->r->negative)
        w->r->negative = e->begin;
    if (ends_of(w, a, &lo, &hi))
        low = !lo.symbol && lo.k >= 0 ? zero : below_zero(w, lo, low, zero);
    return value_between(low, last);
}

/* ---- shifts, sums of bits ---- */

/* By how many bits the host shifts: a number of others C gives no meaning, and the loop does not
 * come to such a shift. */
static struct hostint bits_of(struct hostint n)
{
    enum { MOST = 62 };
    return n.symbol ? hostint_max(hostint_const(0), hostint_min(n, hostint_const(MOST))) : n;
}

/* By a number that the host alone knows, only where a value that wraps around has no meaning. */
static bool is_shift(const struct walker *w, const struct expr *e, const struct value *by)
{
    bool exact = !type_is_unsigned(e->type) && !w->r->signed_wraps;
    return access_invariant(by) && !by->wraps &&
           (by->aff.c0.symbol ? exact : by->aff.c0.k >= 0 && by->aff.c0.k < 62);
}

/* n, as far as n << by is within 64 bits, shifted: what the loop shifts is. */
static struct hostint shifted(struct walker *w, struct hostint n, struct hostint by)
{
    const struct hostint power = hostint_op(&w->r->symbols, OP_SHL, hostint_const(1), by);
    const struct hostint most = hostint_op(&w->r->symbols, OP_SHR, hostint_const(LLONG_MAX), by);
    if (!n.symbol && (n.k == 0 || n.k == 1))
        return hostint_mul(n, power);
    const struct hostint least = hostint_sub(hostint_const(0), most);
    return hostint_mul(hostint_max(least, hostint_min(n, most)), power);
}

/* x << n */
static struct value scaled_up(struct walker *w, const struct expr *e, const struct value *a,
                              const struct value *b)
{
    struct hostint lo, hi, by = b->aff.c0;
    if (!is_shift(w, e, b))
        return value_unknown();
    if (!by.symbol) {
        struct affine sum = affine_scale(&a->aff, hostint_const(1LL << by.k));
        return outcome(w, e, sum, a, b);
    }
    by = bits_of(by);
    if (a->wraps || !ends_of(w, a, &lo, &hi))
        return value_unknown();
    return value_between(shifted(w, lo, by), shifted(w, hi, by));
}

/* x | y has no bits that x + y has not got where neither is below 0; else it is not below the
 * smaller one. */
static struct value joined(struct walker *w, const struct value *a, const struct value *b)
{
    const struct hostint zero = hostint_const(0);
    struct hostint lo, hi, low, high;
    if (!ends_of(w, a, &lo, &hi) || !ends_of(w, b, &low, &high))
        return value_unknown();
    return value_between(hostint_min(zero, hostint_min(lo, low)),
                         hostint_add(hostint_max(zero, hi), hostint_max(zero, high)));
}

/* The greatest value of x & y where x is between these. */
static struct hostint cut_at(const struct walker *w, struct hostint lo, struct hostint hi)
{
    const struct hostint beyond = hostint_const(BEYOND);
    if (lo.symbol)
        return below_zero(w, lo, beyond, hi);
    return lo.k < 0 ? beyond : hi;
}

/* And the least: below zero only if both may be, which need not be asked where one is a number. */
static struct hostint cut_from(const struct walker *w, struct hostint lo, struct hostint low)
{
    const struct hostint zero = hostint_const(0), beyond = hostint_const(-BEYOND);
    if ((!lo.symbol && lo.k >= 0) || (!low.symbol && low.k >= 0))
        return zero;
    struct hostint both = low.symbol ? below_zero(w, low, beyond, zero) : beyond;
    return lo.symbol ? below_zero(w, lo, both, zero) : both;
}

/* x & y of several values each is within the smaller of the two, which need not be asked where one
 * is a number. */
static struct value masked(struct walker *w, const struct value *a, const struct value *b)
{
    struct hostint lo, hi, low, high;
    if (!ends_of(w, a, &lo, &hi) || !ends_of(w, b, &low, &high))
        return value_unknown();
    const struct hostint least = cut_from(w, lo, low);
    hi = cut_at(w, lo, hi);
    high = cut_at(w, low, high);
    if (!hi.symbol == !high.symbol)
        hi = hostint_min(hi, high);
    else if (hi.symbol)
        hi = high;
    return value_between(least, hi);
}

/* A host division must not trap before the loop would have. */
static bool divisor(const struct value *b)
{
    return access_invariant(b) && !b->aff.c0.symbol && b->aff.c0.k > 0;
}

static struct value divide(struct walker *w, const struct expr *e, const struct value *a,
                           const struct value *b)
{
    bool steady = access_invariant(b) && !b->wraps && (b->aff.c0.symbol || b->aff.c0.k > 0);
    if (steady && !access_invariant(a))
        return scaled_down(w, e, a, b->aff.c0);
    if (!access_invariant(a) || !access_invariant(b))
        return value_unknown();
    bool as_typed = a->wraps || b->wraps || (type_is_unsigned(e->a->type) && e->a->type->size == 8);
    if (divisor(b) && !as_typed)
        return value_integer(affine_const(hostint_op(&w->r->symbols, e->op, a->aff.c0, b->aff.c0)));
    const struct symbol *x = typed(w, a, e->a->type), *y = typed(w, b, e->b->type);
    const struct symbol *of = symbol_binary(e->op, x, y);
    if (divisor(b))
        return value_of(symbol_sure(of));
    if (type_is_unsigned(e->b->type))
        return value_of(symbol_guarded(of));
    /* -1: the least number has no quotient */
    struct hostint number = hostint_const(0), by = hostint_of(y);
    if (e->op == OP_DIV)
        number = hostint_sub(number, hostint_of(x));
    return value_integer(
        affine_const(hostint_choice(hostint_compare(&w->r->symbols, OP_EQ, by, hostint_const(-1)),
                                    number, hostint_of(symbol_guarded(of)))));
}

/* By the ends of both, or by the one that is no other from iteration to iteration. */
static struct value mask(struct walker *w, const struct expr *e, const struct value *a,
                         const struct value *b)
{
    struct value v = masked(w, a, b);
    if (v.kind == V_INT)
        return v;
    if (access_invariant(a) && !a->wraps)
        return cut_off(w, e, b, a->aff.c0);
    return access_invariant(b) && !b->wraps ? cut_off(w, e, a, b->aff.c0) : value_unknown();
}

/* a op b in e's type; both are integers */
static struct value combine(struct walker *w, struct expr *e, const struct value *a,
                            const struct value *b)
{
    bool known = a->kind == V_INT && b->kind == V_INT;
    bool ca = known && affine_invariant(&a->aff), cb = access_invariant(b);
    if (expr_compares(e))
        return ca && cb ? value_of(symbol_binary(e->op, typed(w, a, e->a->type),
                                                 typed(w, b, e->b->type)))
                        : access_truth();
    switch (e->op) {
    case OP_ADD:
        return known ? outcome(w, e, affine_add(&a->aff, &b->aff), a, b) : value_unknown();
    case OP_SUB:
        return known ? outcome(w, e, affine_sub(&a->aff, &b->aff), a, b) : value_unknown();
    case OP_MUL:
        if (known && cb)
            return outcome(w, e, affine_scale(&a->aff, b->aff.c0), a, b);
        return ca ? outcome(w, e, affine_scale(&b->aff, a->aff.c0), a, b) : value_unknown();
    case OP_DIV:
        return divide(w, e, a, b);
    case OP_REM:
        return cb && !b->wraps && !ca ? cut_off(w, e, a, b->aff.c0) : divide(w, e, a, b);
    case OP_AND:
        return mask(w, e, a, b);
    case OP_OR:
        return joined(w, a, b);
    case OP_SHL:
        return known ? scaled_up(w, e, a, b) : value_unknown();
    case OP_SHR:
        return is_shift(w, e, b) ? scaled_down(w, e, a, bits_of(b->aff.c0)) : value_unknown();
    default:
        return value_unknown();
    }
}

static bool is_wide(const struct value *v)
{
    bool wide = false;
    for (; v && v->kind == V_INT; v = v->also)
        wide |= value_wide(v);
    return wide;
}

/* Ends of ranges give the ends of what comes out where that grows, or falls,
 * all along: not so here. */
static bool beyond_ends(struct walker *w, const struct expr *e, const struct value *a,
                        const struct value *b, struct value *out)
{
    if (!a->also && !b->also)
        return false;
    *out = value_unknown();
    if (expr_compares(e))
        *out = access_truth();
    else if (e->op == OP_REM && access_invariant(b) && !b->wraps)
        *out = cut_off(w, e, a, b->aff.c0);
    else if (e->op == OP_OR)
        *out = joined(w, a, b);
    else if (e->op == OP_AND)
        *out = masked(w, a, b);
    else
        return e->op == OP_REM || (e->op == OP_DIV && (b->also || is_wide(a))) ||
               (e->op == OP_SHR && is_wide(a));
    return e->op != OP_AND || out->kind == V_INT;
}

/* A value whose variables may have no ends: only where it is the mathematical sum, or as wide as
 * addresses, which wrap around as it does. */
static struct value open_value(const struct walker *w, const struct type *t, struct affine sum)
{
    struct value v = value_unknown();
    v.open = (t->size == 8 || (t->size >= 4 && !type_is_unsigned(t))) && !w->r->signed_wraps;
    v.aff = sum;
    return v;
}

/* i * (i + 1) / 2: a variable of its own, which is the same wherever its operands are. */
static struct value opaque(struct walker *w, const struct expr *e, const struct affine *x,
                           const struct affine *y)
{
    struct region *r = w->r;
    struct opaque new = {.op = e->op, .scalar = e->type->scalar, .a = *x, .b = *y, .index = -1};
    for (size_t i = 0; i < r->n_opaques; i++) {
        const struct opaque *o = &r->opaques[i];
        bool same = affine_same(&o->a, x) && affine_same(&o->b, y);
        if (same && o->op == new.op && o->scalar == new.scalar)
            return open_value(w, e->type, affine_var((unsigned)o->index));
    }
    for (unsigned k = 0; k < AFFINE_VARS; k++)
        if (!hostint_is(x->c[k], 0) || !hostint_is(y->c[k], 0))
            new.of |= 1u << k;
    new.index = access_add_open(r);
    if (new.index < 0)
        return value_unknown();
    IR_PUSH(r->opaques, r->n_opaques, new);
    return open_value(w, e->type, affine_var((unsigned)new.index));
}

/* The same operations of sums without ends. */
static struct value combine_open(struct walker *w, const struct expr *e, const struct value *a,
                                 const struct value *b)
{
    const struct affine *x = value_sum(a), *y = value_sum(b);
    bool open = a->open || b->open, moves = x && y && !(affine_invariant(x) && affine_invariant(y));
    if (moves && e->type->kind == TYPE_SCALAR &&
        (e->op == OP_DIV || (e->op == OP_MUL && !affine_invariant(x) && !affine_invariant(y))))
        return opaque(w, e, x, y);
    if (!x || !y || !open)
        return value_unknown();
    switch (e->op) {
    case OP_ADD:
        return open_value(w, e->type, affine_add(x, y));
    case OP_SUB:
        return open_value(w, e->type, affine_sub(x, y));
    case OP_MUL:
        if (affine_invariant(y))
            return open_value(w, e->type, affine_scale(x, y->c0));
        return affine_invariant(x) ? open_value(w, e->type, affine_scale(y, x->c0))
                                   : value_unknown();
    default:
        return value_unknown();
    }
}

/* The limits of a + b or a - b, as far as one of them is a plain sum. */
static const struct limits *moved_limits(const struct walker *w, const struct expr *e,
                                         const struct value *a, const struct value *b)
{
    bool swapped = e->op == OP_ADD && !a->limits;
    const struct value *of = swapped ? b : a, *by = swapped ? a : b;
    if ((e->op != OP_ADD && e->op != OP_SUB) || !of->limits || by->kind != V_INT || by->also ||
        by->wraps || by->when || type_is_unsigned(e->type) || w->r->signed_wraps)
        return NULL;
    struct affine sum = affine_scale(&by->aff, hostint_const(e->op == OP_SUB ? -1 : 1));
    return access_limits_moved(of->limits, &sum);
}

struct value access_arithmetic(struct walker *w, struct expr *e, const struct value *a,
                               const struct value *b)
{
    struct value v;
    if (!type_is_integer(e->type))
        return value_unknown();
    if (!beyond_ends(w, e, a, b, &v))
        v = access_each(w, e, a, b, combine);
    if (v.also)
        v.limits = moved_limits(w, e, a, b);
    return v.kind == V_UNKNOWN ? combine_open(w, e, a, b) : v;
}

/* ---- conversions and the rest ---- */

/* Is the least value, a number of the text's, below all that the unsigned type has?  To ask calls
 * whether it wraps around would refuse each of them, though it may be no subscript's. */
static bool surely_wraps(struct walker *w, const struct value *v, const struct type *type)
{
    struct hostint lo, hi;
    struct value exact = *v;
    exact.wraps = false;
    return v->wraps && type_is_unsigned(type) && !v->also && ends_of(w, &exact, &lo, &hi) &&
           !lo.symbol && lo.k < 0;
}

/* The same of the greatest value, above all that the signed type has: (int)(x >> 16 & 0xffffffff).
 */
static bool surely_exceeds(struct walker *w, const struct value *v, const struct type *type)
{
    struct hostint lo, hi;
    struct value exact = *v;
    exact.wraps = false;
    return !type_is_unsigned(type) && !v->also && ends_of(w, &exact, &lo, &hi) && !hi.symbol &&
           hi.k > INT32_MAX;
}

static struct value convert_to(struct walker *w, struct expr *e, const struct value *a, bool end)
{
    const struct type *to = e->type, *from = e->a->type;
    struct value v = *a;
    long long k;
    if (v.kind != V_INT || !type_is_integer(to))
        return value_unknown();
    if (type_is_integer(from) && expr_const(e->a, &k) && k >= 0 && k < 127 &&
        to->scalar != TCR_BOOL)
        return v;
    bool narrow = narrows(to, from);
    if (affine_invariant(&v.aff) && (narrow || v.wraps) && !end)
        return value_of(symbol_cast(type_host_name(to), typed(w, &v, from)));
    if (!is_word(to)) {
        if (surely_wraps(w, &v, from))
            return value_unknown();
        settle_one(w, &v, from, end, true);
        return narrow ? value_unknown() : v;
    }
    if (surely_exceeds(w, &v, to))
        return value_unknown();
    v.wraps |= narrow || (type_is_unsigned(to) != type_is_unsigned(from) &&
                          (is_word(from) || type_is_unsigned(to)));
    return v;
}

static struct value convert(struct walker *w, struct expr *e, const struct value *a)
{
    return convert_to(w, e, a, false);
}

static struct value convert_end(struct walker *w, struct expr *e, const struct value *a)
{
    return convert_to(w, e, a, true);
}

struct value access_narrow(const struct type *t)
{
    if (t->kind != TYPE_SCALAR || !type_is_unsigned(t) || t->size > 1)
        return value_unknown();
    return t->scalar == TCR_BOOL ? access_truth()
                                 : value_between(hostint_const(0), hostint_const(255));
}

/* All values of the one type are values of the other. */
static bool keeps(const struct type *to, const struct type *from)
{
    bool u = type_is_unsigned(to), v = type_is_unsigned(from);
    return type_is_integer(from) && type_is_integer(to) && to->scalar != TCR_BOOL &&
           (u == v ? to->size >= from->size : v && to->size > from->size);
}

struct value access_convert(struct walker *w, struct expr *e, const struct value *v)
{
    struct value from = v->kind == V_UNKNOWN ? access_narrow(e->a->type) : *v;
    struct value to = access_map(w, e, &from, from.also ? convert_end : convert);
    if (to.also && from.limits && keeps(e->type, e->a->type))
        to.limits = from.limits;
    if (to.kind == V_UNKNOWN)
        to = access_narrow(e->type);
    if (to.kind == V_UNKNOWN && v->open && !narrows(e->type, e->a->type) &&
        (!type_is_unsigned(e->type) || e->type->size == 8)) {
        to.open = true;
        to.aff = v->aff;
    }
    return to;
}

static struct value negate(struct walker *w, struct expr *e, const struct value *v)
{
    if (v->open)
        return open_value(w, e->type, affine_scale(&v->aff, hostint_const(-1)));
    return v->kind == V_INT ? outcome(w, e, affine_scale(&v->aff, hostint_const(-1)), v, v)
                            : value_unknown();
}

struct value access_negate(struct walker *w, struct expr *e, const struct value *v)
{
    return access_map(w, e, v, negate);
}

struct value access_absolute(struct walker *w, const struct value *v)
{
    struct hostint lo, hi, zero = hostint_const(0);
    if (!ends_of(w, v, &lo, &hi))
        return value_unknown();
    return value_between(zero, hostint_max(hi, hostint_sub(zero, lo)));
}

struct value access_choice(struct walker *w, struct expr *e, const struct value *cond,
                           const struct value *b, const struct value *c)
{
    if (!access_invariant(cond) || !access_invariant(b) || !access_invariant(c) ||
        !type_is_integer(e->type))
        return value_join(b, c);
    const struct symbol *is = hostint_symbol(&w->r->symbols, cond->aff.c0);
    return outcome(w, e, affine_const(hostint_choice(is, b->aff.c0, c->aff.c0)), b, c);
}

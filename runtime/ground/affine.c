/* SPDX-License-Identifier: MIT */
/* affine.c: see affine.h.  All arithmetic is checked in 128 bits: a value that
 * does not fit 64 bits in the end is refused, never wrapped. */
#include <limits.h>
#include "../../include/tcr.h"
#include "../../include/tcr_region.h"
#include "affine.h"

typedef tcr_wide wide;

struct form {
    wide c0, c[TCR_MAX_LOOPS];
};

/* Over the constant and the first n variables: no others are looked at. */
static void widen(struct form *f, const struct tcr_affine *a, unsigned n)
{
    f->c0 = a->c0;
    for (unsigned k = 0; k < n; k++)
        f->c[k] = a->c[k];
}

/* Nearly always both are of 64 bits, whose product has room. */
static inline bool multiply(wide a, long long b, wide *product)
{
    if (a != (long long)a)
        return !__builtin_mul_overflow(a, (wide)b, product);
    *product = (wide)(long long)a * b;
    return true;
}

/* f += factor * a, over the constant and the first n variables. */
static bool add_scaled(struct form *f, wide factor, const struct tcr_affine *a, unsigned n)
{
    wide term;

    if (!multiply(factor, a->c0, &term) || __builtin_add_overflow(f->c0, term, &f->c0))
        return false;
    for (unsigned k = 0; k < n; k++)
        if (!multiply(factor, a->c[k], &term) || __builtin_add_overflow(f->c[k], term, &f->c[k]))
            return false;
    return true;
}

/* The least (or greatest) value of f over the first n loops; f is used up.  Bit k of *used
 * is set when variable k takes part. */
static int extreme(const struct tcr_range *loops, unsigned n, struct form *f, bool greatest,
                   wide *value, unsigned *used)
{
    for (unsigned k = n; k-- > 0;) {
        wide c = f->c[k];

        if (c == 0)
            continue;
        *used |= 1u << k;
        if (!add_scaled(f, c, (c > 0) == greatest ? &loops[k].hi : &loops[k].lo, k))
            return TCR_E_INVALID;
    }
    *value = f->c0;
    return 0;
}

/* Of an affine expression. */
static int extreme_of(const struct tcr_range *loops, unsigned n, const struct tcr_affine *a,
                      bool greatest, wide *value, unsigned *used)
{
    struct form f;

    widen(&f, a, n);
    return extreme(loops, n, &f, greatest, value, used);
}

/* One less than the iterations of loop k, at least or at most. */
static int last_of(const struct tcr_range *loops, unsigned k, bool greatest, wide *last)
{
    struct form f;
    unsigned used = 0;

    widen(&f, &loops[k].hi, k);
    return add_scaled(&f, -1, &loops[k].lo, k) ? extreme(loops, k, &f, greatest, last, &used)
                                               : TCR_E_INVALID;
}

static int narrow(wide w, long long *value)
{
    if (w < LLONG_MIN || w > LLONG_MAX)
        return TCR_E_INVALID;
    *value = (long long)w;
    return 0;
}

int tcr_nest_init(struct tcr_nest *nest, const struct tcr_range *loops, unsigned n)
{
    if (n > TCR_MAX_LOOPS)
        return TCR_E_INVALID;
    nest->n = n;
    nest->loops = loops;
    nest->holes = false;
    for (unsigned k = 0; k < n; k++) {
        wide most, fewest;

        if (last_of(loops, k, true, &most) || last_of(loops, k, false, &fewest) ||
            narrow(most + 1, &nest->most[k]) || narrow(fewest + 1, &nest->fewest[k]))
            return TCR_E_INVALID;
        if (nest->fewest[k] < 1)
            nest->holes = true;
    }
    return 0;
}

int tcr_hull_of(const struct tcr_nest *nest, const struct tcr_access *access, struct tcr_hull *hull)
{
    unsigned used = 0;
    wide lo, hi;

    if (extreme_of(nest->loops, nest->n, &access->offset, false, &lo, &used) ||
        extreme_of(nest->loops, nest->n, &access->offset, true, &hi, &used) ||
        __builtin_add_overflow(hi, (wide)access->size, &hi) || narrow(lo, &hull->lo) ||
        narrow(hi, &hull->hi))
        return TCR_E_INVALID;
    hull->soft = nest->holes || (access->flags & TCR_ACCESS_SOFT);
    if (access->flags & TCR_ACCESS_WITHIN)
        tcr_hull_clip(hull, access->within_lo, access->within_hi);
    /* A variable has a value only inside its loop: if that never runs, nor
     * does the access. */
    for (unsigned k = 0; k < nest->n; k++)
        if ((used >> k & 1) && nest->most[k] < 1)
            hull->hi = hull->lo;
    return 0;
}

int tcr_nest_span(const struct tcr_nest *nest, unsigned k, wide *lo, wide *hi)
{
    unsigned used = 0;
    int error = extreme_of(nest->loops, k, &nest->loops[k].lo, false, lo, &used);

    return error ? error : extreme_of(nest->loops, k, &nest->loops[k].hi, true, hi, &used);
}

void tcr_hull_clip(struct tcr_hull *hull, long long lo, long long hi)
{
    if (hull->lo < lo)
        hull->lo = lo;
    if (hull->hi > hi)
        hull->hi = hi;
}

void tcr_hull_join(struct tcr_hull *to, const struct tcr_hull *more)
{
    if (more->lo >= more->hi)
        return;
    if (to->lo >= to->hi) {
        *to = *more;
        return;
    }
    if (more->lo < to->lo)
        to->lo = more->lo;
    if (more->hi > to->hi)
        to->hi = more->hi;
    to->soft = to->soft || more->soft;
}

/* The first loop that is none of the levels, whose product is n. */
static unsigned first_inner(const struct tcr_nest *nest, long long n)
{
    double outer = 1;
    unsigned k = 0;

    for (; k < nest->n && outer < (double)n; k++)
        outer *= nest->most[k] > 0 ? (double)nest->most[k] : 0;
    return k;
}

double tcr_nest_iterations(const struct tcr_nest *nest, long long n)
{
    double inner = 1;

    for (unsigned k = first_inner(nest, n); k < nest->n; k++)
        if ((double)nest->most[k] > inner)
            inner = (double)nest->most[k];
    return (double)n * inner;
}

/* Of a loop that is longer in some iterations of those around it. */
static double mean_length(const struct tcr_nest *nest, unsigned k)
{
    const double most = nest->most[k] > 0 ? (double)nest->most[k] : 0;
    const double fewest = nest->fewest[k] > 0 ? (double)nest->fewest[k] : 0;

    return most / 2 + fewest / 2;
}

double tcr_nest_accesses(const struct tcr_nest *nest, const struct tcr_call *call)
{
    const unsigned first = first_inner(nest, call->n);
    double most = 1;

    for (unsigned j = 0; j < call->n_accesses && first < nest->n; j++) {
        const struct tcr_access *a = &call->accesses[j];
        double times = 1;

        if (a->flags & (TCR_ACCESS_INDEX | TCR_ACCESS_NEVER | TCR_ACCESS_CLAUSE | TCR_ACCESS_SOFT))
            continue;
        for (unsigned k = first; k < nest->n; k++)
            if (a->offset.c[k] != 0)
                times *= mean_length(nest, k);
        most = times > most ? times : most;
    }
    return (double)call->n * most;
}

long long tcr_min(long long a, long long b)
{
    return a < b ? a : b;
}

long long tcr_max(long long a, long long b)
{
    return a > b ? a : b;
}

long long tcr_product(long long a, long long b)
{
    long long product;

    if (!__builtin_mul_overflow(a, b, &product))
        return product;
    return (a < 0) == (b < 0) ? LLONG_MAX : LLONG_MIN;
}

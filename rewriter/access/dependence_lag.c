/* SPDX-License-Identifier: MIT */
/*
 * dependence_lag.c: the iterations between two of a loop that come to one place, where that is
 * known of all calls.
 *
 *     m[i][j] += m[i - 1][j]         one of i, none of j
 *     v[i * w + j] += v[i * w + j - 12]      none of i, twelve of j
 *
 * The places' steps are the same, so that the distance of the two is a number of the program's, and
 * a multiple of the loop's own step.
 */
#include <string.h>

#include "../ir/polynomial.h"
#include "dependence.h"

/* The distance in steps of one loop, as all parts of the places say; 0: none has said it. */
struct lag {
    long long n;
    bool unknown;
};

/* distance = n * step, and neither of them 0? */
static bool is_multiple(const struct polynomial *distance, const struct polynomial *step,
                        long long *n)
{
    struct polynomial rest;
    if (distance->n == 0 || step->n == 0)
        return false;
    for (int i = 0; i < distance->n; i++)
        if (memcmp(distance->term[i].power, step->term[0].power, sizeof step->term[0].power) == 0)
            *n = distance->term[i].k / step->term[0].k;
    rest = poly_scale(step, *n);
    rest = poly_sub(distance, &rest);
    return *n && rest.n == 0 && !rest.lost;
}

static void add_part(struct lag *lag, const struct affine *w, const struct affine *x, unsigned k)
{
    struct unknowns unknowns = {0};
    struct polynomial from = poly_of(&unknowns, w->c0), to = poly_of(&unknowns, x->c0);
    struct polynomial distance = poly_sub(&to, &from), step = poly_of(&unknowns, w->c[k]);
    long long n = 0;
    for (unsigned i = 0; i < AFFINE_VARS; i++)
        lag->unknown |= !hostint_same(w->c[i], x->c[i]);
    lag->unknown |= distance.lost || step.lost;
    if (lag->unknown || (distance.n == 0 && step.n == 0))
        return;
    lag->unknown = !is_multiple(&distance, &step, &n) || (lag->n && lag->n != n);
    lag->n = n;
}

/* An unknown number of iterations may be less than many, and what a condition leaves may be few. */
bool dependence_lags(const struct region *r, size_t at, const struct access *w,
                     const struct access *x)
{
    enum { MOST = 512, MOST_GUARDED = 2 };
    const struct nest_loop *n = &r->nest[at];
    long long most = w->within || x->within ? MOST_GUARDED : MOST;
    struct lag lag = {0};
    if (n->range < 0 || w->base != x->base || w->end || x->end || w->group || x->group ||
        w->in_row != x->in_row)
        return false;
    add_part(&lag, &w->offset, &x->offset, (unsigned)n->range);
    if (w->in_row) {
        add_part(&lag, &w->row, &x->row, (unsigned)n->range);
        add_part(&lag, &w->above, &x->above, (unsigned)n->range);
    }
    return !lag.unknown && lag.n && lag.n <= most && lag.n >= -most;
}

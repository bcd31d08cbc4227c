/* SPDX-License-Identifier: MIT */
/*
 * dependence_pair.c: two accesses of one base, in two iterations of a loop.
 *
 * Iteration v of the loop makes one access, iteration v + 1 + e the other one (e >= 0).  Loops
 * around it are in the same iteration, those inside in any.  Then
 *
 *     distance = place of x - place of w
 *
 * is a sum of these variables with coefficients of symbols.  They do not overlap if it is always at
 * least w's size, or at most minus x's: each variable in turn, the innermost first, is put at that
 * end of its range where the sum is the smallest, as far as the sign of its coefficient is known.
 * What makes signs known is that the loops around an access are not empty: in
 *
 *     for (i = 0; i < m; i++)  for (j = 0; j < n; j++)  ... a[i * n + j]
 *
 * n is 1 or more; of loop i, iteration i + 1 + e is at least 8 n (1 + e) - 8 (n - 1) = 8 + 8 n e
 * bytes behind.  So subscripts of several dimensions need not be taken apart.
 *
 * Where the ends of the ranges do not help, divisors may: members of structures, columns.
 *
 * Source: Banerjee's inequalities with directions (Dependence Analysis, 1997), on symbols as in
 * Blume and Eigenmann, The Range Test (SC 1994); the divisor test is the one of
 * runtime/map/order.c.
 */
#include "../ir/polynomial.h"
#include "dependence.h"

enum { LOOPS = AFFINE_VARS };

/* The unknown has been found to be that plus a number that is 0 or more, which takes its place. */
struct shift {
    int unknown;
    struct polynomial by;
};

/* How the two accesses' iterations of a loop lie to each other.  AHEAD + 1: that of x. */
enum way { WAY_ANY, WAY_SAME, WAY_AHEAD };

struct pair {
    const struct region *r;
    const struct access *access[2]; /* w, x */
    unsigned way[LOOPS];
    bool used[LOOPS]; /* it matters */
    unsigned rests;   /* loops whose ends are taken from their range's `within` */
    struct unknowns unknowns;
    struct shift shifts[POLY_UNKNOWNS];
    int n_shifts;
    /* of the used ones that have ends */
    struct polynomial span[TCR_MAX_LOOPS], span_by[TCR_MAX_LOOPS][TCR_MAX_LOOPS];
    struct polynomial place[2], by[2][LOOPS]; /* of the accesses */
};

/* A variable of a loop without a known number of turns. */
static bool is_endless(unsigned j)
{
    return j >= TCR_MAX_LOOPS;
}

/* Does the variable exist? */
static bool is_there(const struct region *r, unsigned j)
{
    return j < r->n_ranges || (is_endless(j) && j < TCR_MAX_LOOPS + r->n_open);
}

/* A value that is no sum of these variables, but of some of them alone; NULL: it is one of them. */
static const struct opaque *opaque_of(const struct region *r, unsigned j)
{
    for (size_t i = 0; i < r->n_opaques; i++)
        if (r->opaques[i].index == (int)j)
            return &r->opaques[i];
    return NULL;
}

/* It is the same where all that it is made of is. */
static void settle_opaques(const struct region *r, unsigned way[LOOPS])
{
    for (size_t i = 0; i < r->n_opaques; i++) { /* each is made of variables before it */
        bool same = true;
        for (unsigned j = 0; j < LOOPS; j++)
            same = same && (!(r->opaques[i].of >> j & 1) || way[j] == WAY_SAME);
        way[r->opaques[i].index] = same ? WAY_SAME : WAY_ANY;
    }
}

static int variable_of(const struct nest_loop *n)
{
    return n->range >= 0 ? n->range : n->open;
}

static bool is_zero(const struct polynomial *p)
{
    return p->n == 0 && !p->lost;
}

/* ---- numbers ---- */

static struct polynomial number(struct pair *p, struct hostint a)
{
    struct polynomial out = poly_of(&p->unknowns, a);
    for (int i = 0; i < p->n_shifts && out.n > 0; i++)
        out = poly_put(&out, p->shifts[i].unknown, &p->shifts[i].by);
    return out;
}

static bool is_fixed(const struct affine *a)
{
    return affine_invariant(a);
}

/* Is it nowhere more than where all variables are 0? */
static bool is_largest_first(const struct affine *a)
{
    for (unsigned i = 0; i < LOOPS; i++)
        if (a->c[i].symbol || a->c[i].k > 0)
            return false;
    return true;
}

/* It is known that the sum is 0 or more: so its unknown is as large as the rest says. */
static void learn(struct pair *p, const struct polynomial *sum)
{
    long long d = poly_content(sum);
    struct polynomial fact = d > 1 ? poly_divided(sum, d) : *sum;
    int unknown = poly_alone(&fact, &p->unknowns);
    if (d == 0 || unknown < 0 || p->n_shifts == POLY_UNKNOWNS)
        return;
    struct polynomial itself = {.n = 1, .term = {{.k = 1}}};
    itself.term[0].power[unknown] = 1;
    struct polynomial twice = poly_scale(&itself, 2); /* u = u' - (fact - u) */
    struct shift s = {.unknown = unknown, .by = poly_sub(&twice, &fact)};
    if (s.by.lost)
        return;
    p->unknowns.positive[unknown] = true;
    p->shifts[p->n_shifts++] = s;
}

static bool is_ahead(const struct pair *p, unsigned j)
{
    return p->way[j] >= WAY_AHEAD;
}

/* Is that access in a later iteration than the other one? */
static bool is_later(const struct pair *p, int side, unsigned j)
{
    return p->way[j] == WAY_AHEAD + (unsigned)side;
}

/* Where the range ends, for this question. */
static const struct affine *span_of(const struct pair *p, unsigned j)
{
    const struct range *range = &p->r->ranges[j];
    return p->rests >> j & 1 ? &range->within : &range->span;
}

/* The loop is not empty; between two of its iterations, it has two at least. */
static void learn_span(struct pair *p, unsigned j, const struct affine *span)
{
    if (!is_largest_first(span))
        return;
    struct polynomial trips = number(p, span->c0), one = poly_const(p->r->ranges[j].by);
    if (is_ahead(p, j))
        trips = poly_sub(&trips, &one);
    learn(p, &trips);
}

static void learn_trips(struct pair *p, unsigned j)
{
    if (is_endless(j))
        return;
    learn_span(p, j, &p->r->ranges[j].span);
    if (p->r->ranges[j].limited)
        learn_span(p, j, &p->r->ranges[j].within);
}

static void use(struct pair *p, unsigned j)
{
    p->used[j] = true;
    for (unsigned i = 0; i < j && !is_endless(j); i++)
        if (!hostint_is(span_of(p, j)->c[i], 0))
            use(p, i);
}

/* Loops that are in `ways` in the same iteration, or one ahead of the other. */
static struct pair pair_of(const struct region *r, const unsigned ways[LOOPS], unsigned rests,
                           const struct access *w, const struct access *x)
{
    struct pair p = {.r = r, .access = {w, x}, .rests = rests};
    for (unsigned j = 0; j < LOOPS; j++)
        p.way[j] = ways[j];
    settle_opaques(r, p.way);
    for (unsigned j = 0; j < LOOPS; j++) {
        if (is_there(r, j) &&
            (is_ahead(&p, j) || !hostint_is(w->offset.c[j], 0) || !hostint_is(x->offset.c[j], 0)))
            use(&p, j);
    }
    for (int ahead = 1; ahead >= 0; ahead--) /* those first that say more */
        for (unsigned j = 0; j < LOOPS; j++)
            if (p.used[j] && is_ahead(&p, j) == ahead)
                learn_trips(&p, j);
    for (unsigned j = 0; j < TCR_MAX_LOOPS; j++)
        if (p.used[j]) {
            p.span[j] = number(&p, span_of(&p, j)->c0);
            for (unsigned i = 0; i < j; i++)
                p.span_by[j][i] = number(&p, span_of(&p, j)->c[i]);
        }
    for (int side = 0; side < 2; side++) {
        p.place[side] = number(&p, p.access[side]->offset.c0);
        for (unsigned j = 0; j < LOOPS; j++)
            p.by[side][j] = number(&p, p.access[side]->offset.c[j]);
    }
    return p;
}

/* ---- ends of ranges ---- */

/* A sum that is to be 0 or more: of[side][j] times the variable j of that access's iteration; where
 * one is ahead of the other or both are the same, of[0][j] times the first of them, and e[j] times
 * what the later one is behind the next. */
struct sum {
    struct polynomial k, of[2][LOOPS], e[LOOPS];
};

static void add_to(struct polynomial *sum, const struct polynomial *p)
{
    if (!is_zero(p))
        *sum = poly_add(sum, p);
}

/* Add p times the variable j of that access's iteration. */
static void add_variable(const struct pair *p, struct sum *s, int side, unsigned j,
                         const struct polynomial *by)
{
    add_to(&s->of[p->way[j] == WAY_ANY ? side : 0][j], by);
    if (is_later(p, side, j)) {
        add_to(&s->e[j], by);
        add_to(&s->k, by);
    }
}

static void scale(struct sum *s, long long by)
{
    if (by == 1)
        return;
    s->k = poly_scale(&s->k, by);
    for (unsigned j = 0; j < LOOPS; j++) {
        s->e[j] = poly_scale(&s->e[j], by);
        s->of[0][j] = poly_scale(&s->of[0][j], by);
        s->of[1][j] = poly_scale(&s->of[1][j], by);
    }
}

/* Add p times the span of j, less `less`, as it is in that access's iteration. */
static void add_span(const struct pair *p, struct sum *s, int side, unsigned j,
                     const struct polynomial *by, long long less)
{
    struct polynomial k = poly_const(less), part;
    k = poly_sub(&p->span[j], &k);
    part = poly_mul(by, &k);
    add_to(&s->k, &part);
    for (unsigned i = 0; i < j; i++)
        if (!is_zero(&p->span_by[j][i])) {
            part = poly_mul(by, &p->span_by[j][i]);
            add_variable(p, s, side, i, &part);
        }
}

/* The variable of that coefficient is where the sum is the smallest; false: where is not known. */
static bool put_at_end(const struct pair *p, struct sum *s, struct polynomial *coefficient,
                       int side, unsigned j, long long less)
{
    struct polynomial c = *coefficient;
    *coefficient = poly_const(0);
    if (opaque_of(p->r, j)) /* it may be below 0 */
        return is_zero(&c);
    if (poly_not_below(&c, &p->unknowns))
        return true;
    if (is_endless(j) || !poly_not_above(&c, &p->unknowns))
        return false;
    scale(s, p->r->ranges[j].by);
    add_span(p, s, side, j, &c, less);
    if (coefficient == &s->e[j]) { /* e is at most span / by - 1 - v */
        struct polynomial minus = poly_scale(&c, -p->r->ranges[j].by);
        add_to(&s->of[0][j], &minus);
    }
    return true;
}

/* Is the sum never below 0? */
static bool not_below(const struct pair *p, struct sum *s)
{
    for (unsigned j = LOOPS; j-- > 0;) {
        if (!is_there(p->r, j))
            continue;
        bool ahead = is_ahead(p, j);
        int later = is_later(p, 1, j);
        long long less = ahead ? p->r->ranges[j].by : 0;
        if ((ahead && !put_at_end(p, s, &s->e[j], later, j, less)) ||
            !put_at_end(p, s, &s->of[0][j], ahead ? later : 0, j, less) ||
            !put_at_end(p, s, &s->of[1][j], 1, j, 0))
            return false;
    }
    return poly_not_below(&s->k, &p->unknowns);
}

/* sign * distance - room >= 0? */
static bool is_far(const struct pair *p, int sign, long long room)
{
    struct polynomial distance = poly_sub(&p->place[1], &p->place[0]), less = poly_const(room);
    struct sum s = {.k = poly_scale(&distance, sign)};
    s.k = poly_sub(&s.k, &less);
    for (int side = 0; side < 2; side++)
        for (unsigned j = 0; j < LOOPS; j++) {
            struct polynomial by = poly_scale(&p->by[side][j], side ? sign : -sign);
            if (!is_zero(&by))
                add_variable(p, &s, side, j, &by);
        }
    return not_below(p, &s);
}

/* Both accesses move with the loop, and nothing has been said of its iterations. */
static bool is_open(const struct region *r, const unsigned ways[LOOPS], unsigned j,
                    const struct access *w, const struct access *x)
{
    return is_there(r, j) && !opaque_of(r, j) && ways[j] == WAY_ANY &&
           !hostint_is(w->offset.c[j], 0) && !hostint_is(x->offset.c[j], 0);
}

/* The loops with two ends that move one of them: each end may be the one that tells. */
static unsigned limited(const struct region *r, const struct access *w, const struct access *x)
{
    enum { MOST = 4 };
    unsigned some = 0, n = 0;
    for (unsigned j = 0; j < r->n_ranges && n < MOST; j++)
        if (r->ranges[j].limited &&
            (!hostint_is(w->offset.c[j], 0) || !hostint_is(x->offset.c[j], 0))) {
            some |= 1u << j;
            n++;
        }
    return some;
}

/* Are the two apart, as far as the ends tell?  Else, with the iterations of one more loop in each
 * order: of a[j * n + i], neighbours in i are, where j is the same, where it is ahead, and where it
 * is behind. */
static bool apart_by_ends(const struct region *r, const unsigned ways[LOOPS],
                          const struct access *w, const struct access *x)
{
    unsigned j = 0, more[LOOPS], some = limited(r, w, x), rests = 0;
    do {
        struct pair p = pair_of(r, ways, rests, w, x);
        if (is_far(&p, 1, w->size) || is_far(&p, -1, x->size))
            return true;
        rests = (rests - some) & some; /* the next set of them */
    } while (rests);
    while (j < LOOPS && !is_open(r, ways, j, w, x))
        j++;
    if (j == LOOPS)
        return false;
    for (unsigned i = 0; i < LOOPS; i++)
        more[i] = ways[i];
    for (more[j] = WAY_SAME; more[j] <= WAY_AHEAD + 1; more[j]++)
        if (!apart_by_ends(r, more, w, x))
            return false;
    return true;
}

/* ---- divisors ---- */

/* A part of the distance: a multiple of `step`, between lo and hi if it has `ends`. */
struct piece {
    long long step, lo, hi;
    bool ends;
};

/* The variable j, from 0 to a number, times c; 1: done, 0: nothing to add, -1: not known. */
static int part_of(const struct pair *p, const struct polynomial *c, unsigned j, struct piece *out)
{
    long long k, last, far;
    if (c->lost)
        return -1;
    if (is_zero(c))
        return 0;
    *out = (struct piece){0};
    if (!poly_is_const(c, &k)) {
        long long rest = poly_constant(c), of = poly_content(c);
        out->step = poly_gcd(of, rest < 0 ? -rest : rest);
        return of ? 1 : -1;
    }
    out->step = k < 0 ? -k : k;
    out->ends = !is_endless(j) && is_fixed(&p->r->ranges[j].span) &&
                poly_is_const(&p->span[j], &last) && last >= 0 &&
                !__builtin_mul_overflow(k, last / p->r->ranges[j].by, &far);
    if (out->ends) {
        out->lo = far < 0 ? far : 0;
        out->hi = far < 0 ? 0 : far;
    }
    return 1;
}

/* Are the two never in the same place modulo the divisor of all parts of a step from `from` on? */
static bool misses(const struct pair *p, const struct piece *parts, int n, long long from,
                   long long distance, long long divisor)
{
    long long lo = distance, hi = distance; /* what the other parts and the constant add up to */
    bool wide = false;
    for (int i = 0; i < n; i++)
        if (parts[i].step >= from || !parts[i].ends) {
            divisor = poly_gcd(divisor, parts[i].step);
        } else {
            wide |= __builtin_add_overflow(lo, parts[i].lo, &lo);
            wide |= __builtin_add_overflow(hi, parts[i].hi, &hi);
        }
    /* is there a multiple m of it with -size of x < lo .. hi + m < size of w? */
    long long least, most;
    wide |= __builtin_sub_overflow(1 - p->access[1]->size, hi, &least);
    wide |= __builtin_sub_overflow(p->access[0]->size - 1, lo, &most);
    if (wide || divisor == 0)
        return false;
    long long rest = most % divisor;
    long long beyond = rest < 0 ? rest + divisor : rest; /* of `most`, behind such a multiple */
    return !__builtin_sub_overflow(most, beyond, &most) && most < least;
}

/* The parts of the distance, and how many; -1: not known. */
static int parts_of(const struct pair *p, struct piece parts[2 * LOOPS])
{
    int n = 0;
    for (unsigned j = 0; j < LOOPS; j++) {
        struct polynomial both = poly_sub(&p->by[1][j], &p->by[0][j]);
        struct polynomial minus = poly_scale(&p->by[0][j], -1);
        int added = part_of(p, p->way[j] == WAY_SAME ? &both : &minus, j, &parts[n]);
        if (added < 0)
            return -1;
        n += added;
        added = p->way[j] == WAY_SAME ? 0 : part_of(p, &p->by[1][j], j, &parts[n]);
        if (added < 0)
            return -1;
        n += added;
    }
    return n;
}

static bool apart_by_divisors(const struct pair *p)
{
    struct piece parts[2 * LOOPS];
    struct polynomial distance = poly_sub(&p->place[1], &p->place[0]);
    for (size_t i = 0; i < p->r->n_opaques; i++) /* which may have wrapped around */
        if (p->used[p->r->opaques[i].index])
            return false;
    int n = parts_of(p, parts);
    long long constant = poly_constant(&distance);
    if (distance.lost)
        return false;
    for (int i = 0; i < n; i++)
        if (misses(p, parts, n, parts[i].step, constant, poly_content(&distance)))
            return true;
    return false;
}

/* ---- the verdict ---- */

/* Products modulo 2^64 are those of mathematics only where no value can have wrapped around. */
static bool may_wrap(const struct region *r, const struct access *w, const struct access *x)
{
    enum { SMALL = 1 << 16 };
    bool small = true;
    for (int side = 0; side < 2; side++)
        for (unsigned j = 0; j < LOOPS; j++) {
            struct hostint c = (side ? x : w)->offset.c[j];
            small = small && !c.symbol && c.k <= SMALL && c.k >= -SMALL;
        }
    small = small && !w->offset.c0.symbol && !x->offset.c0.symbol;
    return r->wide_wraps && !small && (w->soft || x->soft || w->loops != x->loops);
}

/* The number of the last iteration is at most that. */
static long long last_of(const struct region *r, unsigned j)
{
    const struct range *range = &r->ranges[j];
    bool known = !is_endless(j) && is_largest_first(&range->span) && !range->span.c0.symbol;
    return known ? range->span.c0.k / range->by : __LONG_LONG_MAX__;
}

/* Does neither the loop's variable, nor that of any other level if it is one, move it? */
static bool stays(const struct region *r, const struct nest_loop *n, const struct access *a)
{
    size_t from = n->loop->level >= 0 ? 0 : (size_t)variable_of(n);
    size_t to = n->loop->level >= 0 ? r->n_loops : from + 1;
    for (size_t i = from; i < to; i++)
        if (!hostint_is(a->offset.c[i], 0) ||
            (a->in_row && (!hostint_is(a->row.c[i], 0) || !hostint_is(a->above.c[i], 0))))
            return false;
    return last_of(r, (unsigned)variable_of(n)) > 0;
}

/* Is the distance of the two a number, the same in all iterations? */
static bool is_known_far(const struct access *w, const struct access *x, long long *distance)
{
    struct hostint from = w->offset.c0, to = x->offset.c0;
    for (unsigned i = 0; i < LOOPS; i++)
        if (!hostint_same(w->offset.c[i], x->offset.c[i]))
            return false;
    *distance = 0;
    return hostint_same(from, to) ||
           (!from.symbol && !to.symbol && !__builtin_sub_overflow(to.k, from.k, distance));
}

/* For places that inner loops leave alone, and loops of which a few iterations are surely made. */
static bool surely_meet(const struct region *r, const struct nest_loop *n, const struct access *w,
                        const struct access *x, const unsigned ways[LOOPS])
{
    enum { NEAR = 8 };
    unsigned k = (unsigned)variable_of(n);
    long long most = NEAR, distance, step = n->loop->vars[0].step_const;
    if (n->loop->level >= 0 && r->n_loops != 1)
        return false;
    if (!r->ranges[k].exact && step != 1 && step != -1)
        return false; /* not every value on the way is taken */
    if (!is_known_far(w, x, &distance) || w->offset.c[k].symbol)
        return false;
    for (unsigned i = 0; i < LOOPS; i++)
        if (ways[i] == WAY_ANY && !hostint_is(w->offset.c[i], 0))
            return false;
    if (most > last_of(r, k))
        most = last_of(r, k);
    for (long long m = -most; m <= most; m++) {
        long long at;
        if (m && !__builtin_mul_overflow(m, w->offset.c[k].k, &at) &&
            !__builtin_add_overflow(at, distance, &at) && at < w->size && at > -x->size)
            return true;
    }
    return false;
}

/* How the iterations of the loops lie to each other; that of loop n is to be said. */
static void find_ways(const struct region *r, const struct nest_loop *n, unsigned ways[LOOPS])
{
    for (size_t i = 0; i < r->n_nest; i++)
        if (n->around >> i & 1 && variable_of(&r->nest[i]) >= 0)
            ways[variable_of(&r->nest[i])] = WAY_SAME;
    ways[variable_of(n)] = WAY_AHEAD;
}

static bool is_one_place(const struct access *a)
{
    return !a->end && !a->group;
}

/* Can the two be compared at all? */
static bool is_comparable(const struct region *r, const struct nest_loop *n, const struct access *w,
                          const struct access *x)
{
    return variable_of(n) >= 0 && !w->in_row && !x->in_row && r->bases[w->base].parent < 0;
}

enum meeting dependence_surely(const struct region *r, size_t at, const struct access *w,
                               const struct access *x)
{
    const struct nest_loop *n = &r->nest[at];
    unsigned ways[LOOPS] = {0};
    if (!is_one_place(w) || !is_one_place(x))
        return MEET_MAYBE;
    if (variable_of(n) >= 0 && w == x && stays(r, n, w))
        return MEET_ALWAYS;
    if (!is_comparable(r, n, w, x))
        return MEET_MAYBE;
    find_ways(r, n, ways);
    return surely_meet(r, n, w, x, ways) ? MEET_SURELY : MEET_MAYBE;
}

enum meeting dependence_pair(const struct region *r, size_t at, const struct access *w,
                             const struct access *x)
{
    const struct nest_loop *n = &r->nest[at];
    enum meeting surely = dependence_surely(r, at, w, x);
    unsigned ways[LOOPS] = {0};
    if (surely != MEET_MAYBE)
        return surely;
    if (!is_comparable(r, n, w, x) || w->group || x->group || may_wrap(r, w, x))
        return MEET_MAYBE;
    find_ways(r, n, ways);
    bool behind = w == x || apart_by_ends(r, ways, w, x);
    ways[variable_of(n)] = WAY_AHEAD + 1;
    if (behind && apart_by_ends(r, ways, w, x))
        return MEET_NEVER;
    struct pair p = pair_of(r, ways, 0, w, x);
    return apart_by_divisors(&p) ? MEET_NEVER : MEET_MAYBE;
}

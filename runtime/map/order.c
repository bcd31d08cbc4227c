/* SPDX-License-Identifier: MIT */
/*
 * order.c: may the iterations be run in any order?
 *
 * They may if none touches a byte that another one writes.  Two accesses whose
 * hulls do not meet are apart.  Otherwise both must move alike with the levels'
 * variables: then their distance in bytes is a sum of differences of variables,
 * each times its coefficient, and one iteration meets another if such a sum, with
 * a difference at some level, falls into the window in which the two overlap.
 * The sums are searched from the largest coefficient down; for arrays of any
 * dimension only a few differences are possible at each step.
 *
 * Source: the exact tests of dependence analysis, here with numbers instead of
 * symbols (Banerjee, Dependence Analysis, 1997; Pugh, The Omega Test, 1991).
 */
#include <stdint.h>
#include <stdlib.h>
#include "../ground/affine.h"
#include "../ground/why.h"
#include "extent.h"
#include "plan.h"
#include "recall.h"
#include "rows.h"

typedef tcr_wide wide;

/* Sums looked at before the answer is "may meet". */
#define MOST_STEPS 2000

/* The loops of a call, with the least and the greatest value of each variable. */
struct spans {
    const struct tcr_nest *nest;
    wide first[TCR_MAX_LOOPS], last[TCR_MAX_LOOPS];
    bool wrong[TCR_MAX_LOOPS]; /* they leave 128 bits */
};

/* A variable that both accesses follow. */
struct direction {
    wide step; /* bytes, not negative */
    wide most; /* the greatest difference of two values */
    bool level;
};

struct search {
    struct direction of[TCR_MAX_LOOPS];
    unsigned n;
    unsigned steps;
};

/* One access with its hull as addresses.  Those of a base's rows are addresses of
 * their own kind: row after row, each with room for all that is touched in one. */
struct touched {
    const struct tcr_access *access;
    wide lo, hi; /* lo >= hi: nothing */
    wide at, step[TCR_MAX_LOOPS];
    wide size;     /* the access's, or of all between several */
    unsigned rows; /* 0: plain addresses; else the base's number and 1 */
    bool anywhere; /* in any of the rows */
    bool whole;    /* anywhere between lo and hi */
    wide unit;     /* not 0: in steps of this from `at` */
    const char *name;
};

static wide magnitude(wide x)
{
    return x < 0 ? -x : x;
}

/* Quotients rounded down and up; b > 0. */
static wide floor_of(wide a, wide b)
{
    return a / b - (a % b < 0);
}

static wide ceil_of(wide a, wide b)
{
    return a / b + (a % b > 0);
}

/* Is there a sum of the directions from k on between lo and hi (neither
 * included), with `moved` or a difference at some level? */
static bool reaches(struct search *s, unsigned k, wide lo, wide hi, bool moved)
{
    const struct direction *d = &s->of[k];
    wide rest = 0, from, to;

    if (++s->steps > MOST_STEPS)
        return true;
    if (k == s->n)
        return moved && lo < 0 && hi > 0;
    if (d->step == 0)
        return reaches(s, k + 1, lo, hi, moved || (d->level && d->most > 0));
    for (unsigned j = k + 1; j < s->n; j++)
        rest += s->of[j].step * s->of[j].most;
    from = ceil_of(lo + 1 - rest, d->step);
    to = floor_of(hi - 1 + rest, d->step);
    if (from < -d->most)
        from = -d->most;
    if (to > d->most)
        to = d->most;
    for (wide m = from; m <= to; m++)
        if (reaches(s, k + 1, lo - m * d->step, hi - m * d->step, moved || (d->level && m != 0)))
            return true;
    return false;
}

static int by_step(const void *a, const void *b)
{
    const struct direction *x = a, *y = b;

    return (x->step < y->step) - (x->step > y->step);
}

static wide greatest_divisor(wide a, wide b)
{
    while (b) {
        wide rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* What a variable with this coefficient adds, at least and at most. */
static void add_span(wide c, wide first, wide last, wide *least, wide *most)
{
    *least += c < 0 ? c * last : c * first;
    *most += c < 0 ? c * first : c * last;
}

static void find_spans(struct spans *s, const struct tcr_nest *nest)
{
    s->nest = nest;
    for (unsigned k = 0; k < nest->n; k++)
        s->wrong[k] = tcr_nest_span(nest, k, &s->first[k], &s->last[k]) != 0;
}

/* Other members of the same structures, other columns: all coefficients from
 * `from` on have a common divisor, modulo which the two never overlap. */
static bool never_aligned(const struct spans *spans, const struct touched *w,
                          const struct touched *x, wide from)
{
    wide divisor = greatest_divisor(w->unit, x->unit), least = 0, most = 0;
    wide distance = x->at - w->at, lo, hi;

    for (unsigned k = 0; k < spans->nest->n; k++) {
        const wide first = spans->first[k], last = spans->last[k];

        if (spans->wrong[k])
            return false;
        for (int side = 0; side < 2; side++) {
            wide c = side ? x->step[k] : -w->step[k];

            if (magnitude(c) >= from)
                divisor = greatest_divisor(divisor, magnitude(c));
            else if (first <= last)
                add_span(c, first, last, &least, &most);
        }
    }
    lo = -(wide)x->access->size - distance - most; /* neither included */
    hi = (wide)w->access->size - distance - least;
    return divisor > 0 && floor_of(hi - 1, divisor) * divisor <= lo;
}

static bool apart_by_members(const struct spans *spans, const struct touched *w,
                             const struct touched *x)
{
    for (unsigned k = 0; k < 2 * spans->nest->n; k++) {
        wide from = magnitude(k % 2 ? x->step[k / 2] : w->step[k / 2]);

        if (from > 1 && never_aligned(spans, w, x, from))
            return true;
    }
    return false;
}

/* Would sums of such steps leave 128 bits? */
static bool too_wide(const struct spans *spans, const struct touched *t)
{
    const wide most = (wide)1 << 120;

    for (unsigned k = 0; k < spans->nest->n; k++) {
        const wide first = spans->first[k], last = spans->last[k];
        wide far;

        if (t->step[k] == 0)
            continue;
        if (spans->wrong[k])
            return true;
        far = magnitude(first) > magnitude(last) ? magnitude(first) : magnitude(last);
        if (__builtin_mul_overflow(magnitude(t->step[k]), far, &far) || far > most)
            return true;
    }
    return magnitude(t->at) > most;
}

/* May an iteration touch with x what another one writes with w?  In the first `promised` levels it
 * is the same one. */
static bool meet(const struct spans *spans, unsigned promised, unsigned levels,
                 const struct touched *w, const struct touched *x)
{
    struct search s = {.n = 0};
    wide distance, least = 0, most = 0;

    if (w->rows != x->rows || w->lo >= w->hi || x->lo >= x->hi)
        return false;
    if (w->anywhere || x->anywhere)
        return true;
    if (w->lo >= x->hi || x->lo >= w->hi)
        return false;
    if (too_wide(spans, w) || too_wide(spans, x))
        return true;
    distance = x->at - w->at;
    if (apart_by_members(spans, w, x))
        return false;
    if (w->whole || x->whole)
        return true;
    for (unsigned k = 0; k < spans->nest->n; k++) {
        const wide first = spans->first[k], last = spans->last[k];

        if (spans->wrong[k])
            return true;
        if (k < promised) {
            if (first <= last)
                add_span(x->step[k] - w->step[k], first, last, &least, &most);
            continue;
        }
        if (last <= first && k < levels) /* one iteration */
            continue;
        if (w->step[k] == x->step[k]) {
            s.of[s.n++] = (struct direction){magnitude(w->step[k]), last > first ? last - first : 0,
                                             k < levels};
        } else if (k < levels) {
            return true;
        } else { /* two variables: each with its own range */
            add_span(x->step[k], first, last, &least, &most);
            add_span(-w->step[k], first, last, &least, &most);
        }
    }
    qsort(s.of, s.n, sizeof *s.of, by_step);
    return reaches(&s, 0, -x->size - distance - most, w->size - distance - least, false);
}

/* ---- one call ---- */

/* Add to t's place that of a pointer, `at`, each byte of which counts as `room` bytes.  false: it
 * is not known, or out of range. */
static bool add_pointer(struct touched *t, const struct tcr_nest *nest, const struct tcr_affine *at,
                        wide room)
{
    struct tcr_access pointer = {.size = 1, .offset = *at};
    struct tcr_hull hull;
    wide part;

    if (tcr_hull_of(nest, &pointer, &hull))
        return false;
    if (__builtin_mul_overflow((wide)hull.lo, room, &part) ||
        __builtin_add_overflow(t->lo, part, &t->lo) ||
        __builtin_mul_overflow((wide)hull.hi - 1, room, &part) ||
        __builtin_add_overflow(t->hi, part, &t->hi) ||
        __builtin_mul_overflow((wide)at->c0, room, &part) ||
        __builtin_add_overflow(t->at, part, &t->at))
        return false;
    for (unsigned k = 0; k < nest->n; k++)
        if (__builtin_mul_overflow((wide)at->c[k], room, &part) ||
            __builtin_add_overflow(t->step[k], part, &t->step[k]))
            return false;
    return true;
}

static wide size_of(const struct tcr_hull *hull)
{
    return (wide)hull->hi - hull->lo;
}

/* Place rows as if they lay one behind another in the order of their pointers: of each row, `room`
 * bytes are touched, so that a byte of a pointer's place counts as `room` bytes.  Where the
 * pointers are in rows themselves, a byte of the place of those rows' pointers (`above`) counts as
 * `all`. */
static bool add_pointers(const struct tcr_plan *p, struct touched *t, const struct tcr_nest *nest)
{
    const struct tcr_access *a = t->access;
    unsigned parent = (unsigned)p->region->bases[a->base].parent;
    wide room = size_of(&p->section[a->base].hull), all;

    if (!(a->flags & TCR_ACCESS_ROW) || !add_pointer(t, nest, &a->row, room))
        return false;
    if (!(p->region->bases[parent].flags & TCR_BASE_CHILD))
        return true;
    return !__builtin_mul_overflow(room, size_of(&p->section[parent].hull), &all) &&
           add_pointer(t, nest, &a->above, all);
}

static void place_row(const struct tcr_plan *p, struct touched *t, const struct tcr_nest *nest,
                      struct tcr_hull *hull)
{
    t->rows = t->access->base + 1;
    t->at = t->access->offset.c0;
    t->lo = hull->lo;
    t->hi = hull->hi;
    t->anywhere = !add_pointers(p, t, nest);
    if (t->anywhere || hull->lo >= hull->hi) {
        t->lo = 0;
        t->hi = hull->lo < hull->hi;
    }
}

/* The object that extent.c has found, and perhaps more. */
static void touch_whole(const struct tcr_plan *p, struct touched *t)
{
    unsigned base = t->access->base;
    const struct tcr_section *s = &p->section[base];

    t->whole = true;
    t->unit = 1;
    t->name = p->region->bases[base].name;
    t->lo = (wide)s->base + s->hull.lo;
    t->hi = s->base ? (wide)s->base + s->hull.hi : t->lo;
}

static int touch(const struct tcr_plan *p, const struct tcr_nest *nest, unsigned k,
                 struct touched *t)
{
    const struct tcr_access *a = &p->call->accesses[k];
    unsigned skipped = TCR_ACCESS_INDEX | TCR_ACCESS_NEVER;
    struct tcr_hull hull;
    wide base;

    *t = (struct touched){.access = a, .size = (wide)a->size};
    if ((a->flags & skipped) ||
        ((a->flags & TCR_ACCESS_CLAUSE) && !(a->flags & TCR_ACCESS_ANYWHERE)))
        return 0;
    if (a->flags & (TCR_ACCESS_WHOLE | TCR_ACCESS_SCATTER)) {
        touch_whole(p, t);
        return 0;
    }
    if (tcr_hull_of(nest, a, &hull))
        return TCR_E_INVALID;
    if (a->limit_hi)
        tcr_hull_clip(&hull, a->limit_lo, a->limit_hi);
    t->name = p->region->bases[a->base].name;
    for (unsigned i = 0; i < nest->n; i++)
        t->step[i] = a->offset.c[i];
    if (p->region->bases[a->base].flags & TCR_BASE_CHILD) {
        place_row(p, t, nest, &hull);
        return 0;
    }
    base = (wide)(uintptr_t)p->call->base[a->base];
    t->at = base + a->offset.c0;
    t->lo = base + hull.lo;
    t->hi = base + hull.hi;
    return 0;
}

static bool same_group(const struct touched *a, const struct touched *b)
{
    return b->access->group == a->access->group && b->access->base == a->access->base &&
           b->lo < b->hi;
}

static bool moves_alike(const struct touched *a, const struct touched *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (a->step[i] != b->step[i])
            return false;
    return !a->rows;
}

/* Access k is one of several that stand for all that lies between them: one larger
 * access, if they move alike. */
static void widen(const struct tcr_plan *p, const struct tcr_nest *nest, struct touched *t,
                  unsigned k)
{
    struct touched all = t[k];
    bool alike = true;

    for (unsigned j = k + 1; j < p->call->n_accesses; j++) {
        const struct touched *x = &t[j];
        wide end = all.at + all.size;

        if (!same_group(&all, x))
            continue;
        alike = alike && moves_alike(&all, x, nest->n);
        end = x->at + x->size > end ? x->at + x->size : end;
        all.at = x->at < all.at ? x->at : all.at;
        all.size = end - all.at;
        all.lo = x->lo < all.lo ? x->lo : all.lo;
        all.hi = x->hi > all.hi ? x->hi : all.hi;
        t[j].lo = t[j].hi; /* in the first one */
    }
    all.unit = all.access->unit;
    all.whole = !alike;
    all.anywhere = !alike && all.rows;
    t[k] = all;
}

static int fixed_apart(const struct tcr_plan *p, const struct touched *w, struct tcr_why *why)
{
    for (unsigned k = 0; k < p->call->n_fixed; k++) {
        const struct tcr_fixed *f = &p->call->fixed[k];
        wide at = (wide)(uintptr_t)f->at;

        if (f->at && !w->rows && at < w->hi && w->lo < at + (wide)f->size)
            return tcr_refuse(why, TCR_ORDER, "the loop writes '%s' through '%s'", f->name,
                              w->name);
    }
    return 0;
}

static int refuse_pair(const struct tcr_plan *p, const struct touched *w, const struct touched *x,
                       struct tcr_why *why)
{
    if (x->whole && p->section[x->access->base].around)
        return tcr_refuse(why, TCR_ORDER,
                          "the loop writes '%s', and the extent of '%s' is not known: write "
                          "%scopyin(%s[0:n])%s",
                          w->name, x->name, tcr_extent_before(p), x->name, tcr_extent_behind(p));
    return tcr_refuse(why, TCR_ORDER, "an iteration may write '%s' where another one %s '%s'",
                      w->name, x->access->flags & TCR_ACCESS_WRITE ? "writes" : "reads", x->name);
}

/* Need the two not be apart?  Either the device finds out whether iterations meet in the object's
 * elements, or both accesses are atomic. */
static bool may_meet(const struct tcr_plan *p, const struct touched *w, const struct touched *x)
{
    return w->access->base == x->access->base &&
           ((p->region->bases[w->access->base].flags & TCR_BASE_OWNED) ||
            (w->access->flags & x->access->flags & TCR_ACCESS_ATOMIC));
}

/* Does the program promise it, of all levels?  Where an object's extent is only guessed, it may
 * hold other things that the loop uses. */
static bool is_promised(const struct tcr_plan *p, const struct touched *x)
{
    return TCR_PROMISED_LEVELS(p->region->flags) >= p->call->n_levels &&
           !(x->whole && p->section[x->access->base].around);
}

static int pairs_apart(const struct tcr_plan *p, const struct spans *spans, const struct touched *t,
                       struct tcr_why *why)
{
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        int error = 0;

        if (!(t[k].access->flags & TCR_ACCESS_WRITE))
            continue;
        for (unsigned j = 0; j < p->call->n_accesses && !error; j++)
            if (!may_meet(p, &t[k], &t[j]) && !(is_promised(p, &t[k]) && is_promised(p, &t[j])) &&
                meet(spans, TCR_PROMISED_LEVELS(p->region->flags), p->call->n_levels, &t[k], &t[j]))
                error = refuse_pair(p, &t[k], &t[j], why);
        if (!error)
            error = fixed_apart(p, &t[k], why);
        if (error)
            return error;
    }
    return 0;
}

/* ---- rows ---- */

/* Where something is that the loop touches. */
struct stretch {
    wide lo, hi;
    bool row, written;
    const char *name;
};

struct stretches {
    const struct tcr_plan *p;
    struct stretch *list;
    size_t n, room;
    struct tcr_why *why;
};

static int add_stretch(struct stretches *all, struct stretch s)
{
    if (s.lo >= s.hi)
        return 0;
    if (all->n == all->room) {
        size_t room = all->room ? 2 * all->room : 64;
        struct stretch *more = realloc(all->list, room * sizeof *more);

        if (!more)
            return tcr_refuse(all->why, TCR_ORDER, "out of host memory");
        all->list = more;
        all->room = room;
    }
    all->list[all->n++] = s;
    return 0;
}

static int add_row(void *ctx, unsigned base, uintptr_t address, const struct tcr_hull *hull)
{
    struct stretches *all = ctx;
    wide lo = (wide)address + hull->lo, hi = (wide)address + hull->hi;

    return add_stretch(all, (struct stretch){lo, hi, true, tcr_writes(all->p, base),
                                             all->p->region->bases[base].name});
}

static int by_address(const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;

    return (x->lo > y->lo) - (x->lo < y->lo);
}

/* No two overlap of which one is a row and one is written. */
static int sweep(struct stretches *all)
{
    wide end[2][2] = {{0, 0}, {0, 0}}; /* of those before: [row][written] */

    qsort(all->list, all->n, sizeof *all->list, by_address);
    for (size_t i = 0; i < all->n; i++) {
        const struct stretch *s = &all->list[i];
        const bool a_row = s->lo < end[1][1] || (s->written && s->lo < end[1][0]),
                   another = s->row && (s->lo < end[0][1] || (s->written && s->lo < end[0][0]));

        if (a_row && s->row)
            return tcr_refuse(all->why, TCR_ORDER,
                              "'%s' overlaps another row, each taken to be as long as the longest",
                              s->name);
        if (a_row || another)
            return tcr_refuse(all->why, TCR_ORDER, "'%s' overlaps other things that the loop %s",
                              s->name, s->written ? "uses" : "writes");
        if (s->hi > end[s->row][s->written])
            end[s->row][s->written] = s->hi;
    }
    return 0;
}

/* Where the loop touches what, besides rows. */
static int add_others(struct stretches *all, const struct touched *t)
{
    const struct tcr_call *call = all->p->call;
    int error = 0;

    for (unsigned k = 0; k < call->n_accesses && !error; k++)
        if (!t[k].rows)
            error = add_stretch(all,
                                (struct stretch){t[k].lo, t[k].hi, false,
                                                 t[k].access->flags & TCR_ACCESS_WRITE, t[k].name});
    for (unsigned k = 0; k < call->n_fixed && !error; k++) {
        const struct tcr_fixed *f = &call->fixed[k];
        wide at = (wide)(uintptr_t)f->at;

        if (f->at)
            error =
                add_stretch(all, (struct stretch){at, at + (wide)f->size, false, false, f->name});
    }
    return error;
}

static int stretches_apart(struct tcr_plan *p, const struct touched *t, enum tcr_rows_look look,
                           struct tcr_why *why)
{
    struct stretches all = {.p = p, .why = why};
    int error = add_others(&all, t);

    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        const struct tcr_base *b = &p->region->bases[k];

        if ((b->flags & TCR_BASE_ROWS) && !(b->flags & TCR_BASE_CHILD) && p->section[k].size)
            error = tcr_rows_visit(p, k, look, add_row, &all, why);
    }
    if (!error)
        error = sweep(&all);
    free(all.list);
    return error;
}

/* Rows are where the pointers say: in order only if all that is written is apart.  There may be
 * many, and mostly they are of one block: only if such blocks overlap, each row is looked at. */
static int rows_apart(struct tcr_plan *p, const struct touched *t, struct tcr_why *why)
{
    struct tcr_why none = {.wanted = false};
    bool some = false;

    for (unsigned k = 0; k < p->region->n_bases; k++)
        some = some || ((p->region->bases[k].flags & TCR_BASE_ROWS) && p->section[k].size);
    if (!some || stretches_apart(p, t, TCR_ROWS_BLOCKS, &none) == 0)
        return 0;
    return stretches_apart(p, t, TCR_ROWS_EACH, why);
}

/* No base leads into memory that another, written one does.  (Of rows, rows_apart() has said it.)
 */
static bool bases_apart(const struct tcr_plan *p, const struct touched *t)
{
    const bool or_same = p->region->flags & TCR_REGION_OR_SAME;

    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct touched *w = &t[k];

        if (!(w->access->flags & TCR_ACCESS_WRITE) || w->rows)
            continue;
        for (unsigned j = 0; j < p->call->n_accesses; j++) {
            const struct touched *x = &t[j];
            const bool same =
                or_same && p->call->base[x->access->base] == p->call->base[w->access->base];

            if (x->access->base != w->access->base && !x->rows && !same && w->lo < x->hi &&
                x->lo < w->hi && w->lo < w->hi && x->lo < x->hi)
                return false;
        }
    }
    return true;
}

static int find_order(struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why)
{
    struct touched few[6], *t = few; /* the thread's stack may be small */
    unsigned n = p->call->n_accesses;
    struct spans spans;
    int error = 0;

    if (n > sizeof few / sizeof *few)
        t = malloc(n * sizeof *t);
    if (!t)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    for (unsigned k = 0; k < n && !error; k++)
        if (touch(p, nest, k, &t[k]))
            error = tcr_refuse(why, TCR_ORDER, "the subscripts of '%s' overflow",
                               p->region->bases[p->call->accesses[k].base].name);
    for (unsigned k = 0; k < n && !error; k++)
        if (t[k].access->group && t[k].lo < t[k].hi)
            widen(p, nest, t, k);
    find_spans(&spans, nest);
    if (!error)
        error = pairs_apart(p, &spans, t, why);
    if (!error)
        error = rows_apart(p, t, why) ? TCR_ORDER : 0;
    if (!error && (p->region->flags & TCR_REGION_IF_APART))
        p->apart = bases_apart(p, t);
    if (!error && p->region->scan && (p->region->flags & TCR_REGION_IF_APART) && !p->apart)
        error = tcr_refuse(why, TCR_ORDER,
                           "arrays overlap: what an iteration's scan phase writes, its input phase "
                           "may read");
    if (t != few)
        free(t);
    return error;
}

int tcr_plan_order(struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why)
{
    int error, order;
    bool known;

    if (!(p->region->flags & TCR_REGION_WRITES) || (p->region->flags & TCR_REGION_PROVED))
        return 0;
    known = tcr_order_recall(p->region, p->call, &order);
    if (known && order == 0 && !(p->region->flags & TCR_REGION_IF_APART))
        return 0;
    error = find_order(p, nest, why);
    if (!known && (error == 0 || error == TCR_ORDER))
        tcr_order_keep(p->region, p->call, error ? TCR_SEQUENTIAL : 0);
    return error;
}

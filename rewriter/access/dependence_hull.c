/* SPDX-License-Identifier: MIT */
/*
 * dependence_hull.c: many accesses of few shapes.
 *
 * An unrolled body accesses m[i][j][0][0], m[i][j][0][1] and so on: accesses of one base whose
 * places differ by numbers.  What lies between the first and the last of them, looked at as one
 * access, is their hull.  Where the hulls of two such families never meet, no two of their members
 * do, and where hulls do not surely meet, no two members do so surely: dependence_pair's sums and
 * windows only grow with the sizes.
 *
 * Reads and writes are families of their own: of two that read, nobody asks.
 */
#include <limits.h>

#include "dependence.h"

enum { FAMILIES = 64, NONE = UCHAR_MAX, FEW = 6 /* accesses, or pairs: each may be looked at */ };
enum { ASKED_SURELY = 1, NOT_SURELY = 2, ASKED = 4, APART = 8 }; /* of two families */

struct family {
    struct access hull;
    const struct symbol *rest; /* of the places' constant part, without its numbers */
    long long least, most;     /* what these add up to, at the first byte and behind the last */
    size_t members;
};

struct families {
    struct family list[FAMILIES];
    size_t n;
    unsigned char *of; /* of the region's accesses; NONE: it stands alone */
    size_t at;         /* the loop that this is known of: */
    unsigned char known[FAMILIES][FAMILIES];
};

static bool is_plain(const struct region *r, const struct access *a)
{
    return !a->in_row && !a->group && !a->end && !a->atomic && r->bases[a->base].parent < 0;
}

/* The sum of the numbers that are added to `*rest`, which goes on without them; false: it is too
 * large. */
static bool add_numbers(const struct symbol **rest, long long *sum)
{
    const struct symbol *s = *rest;
    while (s && s->kind == SYMBOL_BINARY && (s->op == OP_ADD || s->op == OP_SUB)) {
        if (s->b->kind == SYMBOL_INT) {
            if (s->op == OP_ADD ? __builtin_add_overflow(*sum, s->b->k, sum)
                                : __builtin_sub_overflow(*sum, s->b->k, sum))
                return false;
            s = s->a;
        } else if (s->a->kind == SYMBOL_INT && s->op == OP_ADD) {
            if (__builtin_add_overflow(*sum, s->a->k, sum))
                return false;
            s = s->b;
        } else {
            break;
        }
    }
    *rest = s;
    return true;
}

static bool same_steps(const struct affine *a, const struct affine *b)
{
    for (unsigned i = 0; i < AFFINE_VARS; i++)
        if (a->c[i].symbol != b->c[i].symbol || a->c[i].k != b->c[i].k)
            return false;
    return true;
}

static bool is_of(const struct family *f, const struct access *a, const struct symbol *rest)
{
    return f->hull.base == a->base && f->hull.write == a->write && f->hull.soft == a->soft &&
           f->hull.loops == a->loops && f->rest == rest && same_steps(&f->hull.offset, &a->offset);
}

/* The family of the access, which is in its hull; NONE: it has none. */
static unsigned char family_of(struct families *all, const struct access *a)
{
    const struct symbol *rest = a->offset.c0.symbol;
    long long least = a->offset.c0.k, end;
    size_t i = 0;
    if (rest && !rest->in) /* an overflow of constants (hostint.c) */
        return NONE;
    if (!add_numbers(&rest, &least) || __builtin_add_overflow(least, a->size, &end))
        return NONE;
    while (i < all->n && !is_of(&all->list[i], a, rest))
        i++;
    if (i == FAMILIES)
        return NONE;
    struct family *f = &all->list[i];
    if (i == all->n) {
        *f = (struct family){.hull = *a, .rest = rest, .least = least, .most = end};
        all->n++;
    }
    long long first = least < f->least ? least : f->least, last = end > f->most ? end : f->most;
    long long size;
    if (__builtin_sub_overflow(last, first, &size))
        return NONE;
    if (first < f->least)
        f->hull.offset.c0 = a->offset.c0;
    f->least = first;
    f->most = last;
    f->hull.size = size;
    f->members++;
    return (unsigned char)i;
}

struct families *dependence_families(const struct region *r)
{
    if (r->n_accesses < FEW)
        return NULL;
    struct families *all = ir_alloc(sizeof *all);
    all->of = ir_alloc(r->n_accesses);
    for (size_t i = 0; i < r->n_accesses; i++) {
        const struct access *a = &r->accesses[i];
        all->of[i] = is_plain(r, a) ? family_of(all, a) : NONE;
    }
    return all;
}

/* Is there enough to gain? */
static bool are_many(const struct family *f, const struct family *g)
{
    return f->members * (f == g ? f->members + 1 : 2 * g->members) > 2 * FEW;
}

static void forget(struct families *all, size_t at)
{
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->n; k++)
            all->known[i][k] = 0;
    all->at = at;
}

bool dependence_families_apart(struct families *all, const struct region *r, size_t at,
                               const struct access *w, const struct access *x, bool surely,
                               unsigned *pairs)
{
    if (!all || all->of[w - r->accesses] == NONE || all->of[x - r->accesses] == NONE)
        return false;
    if (all->at != at)
        forget(all, at);
    size_t i = all->of[w - r->accesses], k = all->of[x - r->accesses];
    const struct family *f = &all->list[i], *g = &all->list[k];
    if (surely && f != g && f->rest && f->rest == g->rest)
        return false; /* members are numbers apart, which hulls with symbols do not say */
    unsigned char *known = &all->known[i][k];
    if (!(*known & (surely ? ASKED_SURELY : ASKED)) && *pairs > 0 && are_many(f, g)) {
        --*pairs;
        if (surely && dependence_surely(r, at, &f->hull, &g->hull) == MEET_MAYBE)
            *known |= NOT_SURELY;
        if (!surely && dependence_pair(r, at, &f->hull, &g->hull) == MEET_NEVER)
            *known |= APART;
        *known |= surely ? ASKED_SURELY : ASKED;
    }
    return *known & (surely ? NOT_SURELY : APART);
}

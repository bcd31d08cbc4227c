/* SPDX-License-Identifier: MIT */
/*
 * product.c: which product of matrices is a call; product_run.c: who computes it.
 *
 * The compiler has seen that the region is C = beta C + alpha * sum of A * B, and nothing else
 * (rewriter/plan/plan_product.c).  The call's accesses say how far each loop moves along each of
 * the three: one that moves along A and C makes C's rows, along B and C its columns, along A and B
 * the sum, and along all three another product.  A call that does not fit, or whose C may be a part
 * of A or B, is left to the region's own kernel, which runs the loops.
 */
#include "product.h"
#include <stdint.h>
#include <string.h>
#include "../../spec/contract.h"
#include "../ground/affine.h"

/* Below these, tiles would be mostly empty, and the region's own kernel is as fast. */
enum { LEAST_SIDE = 16, LEAST_SUM = 8 };

/* A loop along the three matrices: bytes that each iteration moves by. */
struct side {
    long long count, a, b, c;
};

enum { ROWS, COLUMNS, SUM, BATCH, SIDES };

struct found {
    struct side side[SIDES];
    tcr_wide a, b, c;              /* bytes from the bases to the first elements */
    struct side of[TCR_MAX_LOOPS]; /* the loops that run more than once, */
    unsigned loop[TCR_MAX_LOOPS];  /* and which they are */
    unsigned n;
};

static bool is_constant(const struct tcr_affine *a)
{
    for (unsigned k = 0; k < TCR_MAX_LOOPS; k++)
        if (a->c[k])
            return false;
    return true;
}

/* The loop's first value and how many there are; false: they depend on other loops. */
static bool count_loop(const struct tcr_range *r, long long *first, long long *count)
{
    *first = r->lo.c0;
    return is_constant(&r->lo) && is_constant(&r->hi) &&
           !__builtin_sub_overflow(r->hi.c0, r->lo.c0, count) && *count < INT64_MAX && ++*count > 0;
}

/* ---- the loops ---- */

static bool read_loops(const struct tcr_product *product, const struct tcr_call *call,
                       struct found *f)
{
    const struct tcr_access *a = &call->accesses[product->a], *b = &call->accesses[product->b],
                            *c = &call->accesses[product->c];

    f->a = a->offset.c0;
    f->b = b->offset.c0;
    f->c = c->offset.c0;
    for (unsigned k = 0; k < call->n_loops; k++) {
        const struct side s = {0, a->offset.c[k], b->offset.c[k], c->offset.c[k]};
        long long first, count;

        if (!(product->loops >> k & 1)) {
            if (s.a || s.b || s.c)
                return false;
            continue;
        }
        if (!count_loop(&call->loops[k], &first, &count))
            return false;
        f->a += (tcr_wide)first * s.a;
        f->b += (tcr_wide)first * s.b;
        f->c += (tcr_wide)first * s.c;
        if (count == 1)
            continue;
        f->loop[f->n] = k;
        f->of[f->n] = s;
        f->of[f->n++].count = count;
    }
    return true;
}

static bool continues(long long outer, long long inner, long long count)
{
    long long whole;

    return !__builtin_mul_overflow(inner, count, &whole) && outer == whole;
}

/* One loop more on a side: as one with what is there, where memory goes on; false: it does not. */
static bool join(struct side *to, const struct side *s)
{
    if (to->count == 1)
        *to = *s;
    else if (continues(to->a, s->a, s->count) && continues(to->b, s->b, s->count) &&
             continues(to->c, s->c, s->count))
        *to = (struct side){to->count * s->count, s->a, s->b, s->c};
    else if (continues(s->a, to->a, to->count) && continues(s->b, to->b, to->count) &&
             continues(s->c, to->c, to->count))
        to->count *= s->count;
    else
        return false;
    return true;
}

static bool sort_loops(const struct tcr_product *product, struct found *f)
{
    for (unsigned i = 0; i < SIDES; i++)
        f->side[i] = (struct side){.count = 1};
    for (unsigned i = 0; i < f->n; i++) {
        const struct side *s = &f->of[i];
        int at = s->c == 0 ? SUM : s->a && s->b ? BATCH : s->a ? ROWS : COLUMNS;

        if (s->c == 0 ? !s->a || !s->b || !(product->sum_loops >> f->loop[i] & 1) : !s->a && !s->b)
            return false;
        if (!join(&f->side[at], s) && (at == SUM || at == BATCH || !join(&f->side[BATCH], s)))
            return false;
    }
    return true;
}

/* ---- is it what it seems to be? ---- */

static long long magnitude(long long x)
{
    return x < 0 ? -x : x;
}

/* Is each of C's elements another one? */
static bool elements_differ(const struct found *f, long long size)
{
    const int of[] = {ROWS, COLUMNS, BATCH};
    bool taken[3] = {false, false, false};
    tcr_wide room = size;

    for (int i = 0; i < 3; i++) {
        int least = -1;

        for (int k = 0; k < 3; k++)
            if (!taken[k] &&
                (least < 0 || magnitude(f->side[of[k]].c) < magnitude(f->side[of[least]].c)))
                least = k;
        taken[least] = true;
        if (f->side[of[least]].count == 1)
            continue;
        if (magnitude(f->side[of[least]].c) < room)
            return false;
        room += (tcr_wide)(f->side[of[least]].count - 1) * magnitude(f->side[of[least]].c);
    }
    return true;
}

/* Does `init` come to the elements of C that the product has, in each iteration of the loops around
 * both?  Those around one of them alone may have another order. */
static bool init_fits(const struct tcr_product *product, const struct tcr_call *call,
                      const struct found *f)
{
    const struct tcr_access *c = &call->accesses[product->c], *init;
    unsigned left = 0;
    tcr_wide at;

    if (product->init < 0)
        return true;
    init = &call->accesses[product->init];
    at = init->offset.c0;
    for (unsigned i = 0; i < f->n; i++)
        if (f->of[i].c && !(product->init_loops >> f->loop[i] & 1))
            left |= 1u << i;
    for (unsigned k = 0; k < call->n_loops; k++) {
        long long first, count, step = init->offset.c[k];
        unsigned same = 0;

        if (!(product->init_loops >> k & 1)) {
            if (step)
                return false;
            continue;
        }
        if (!count_loop(&call->loops[k], &first, &count))
            return false;
        at += (tcr_wide)first * step;
        if (count == 1)
            continue;
        if (product->loops >> k & 1) {
            if (step != c->offset.c[k] || !step)
                return false;
            continue;
        }
        while (same < f->n &&
               !(left >> same & 1 && f->of[same].c == step && f->of[same].count == count))
            same++;
        if (same == f->n)
            return false;
        left &= ~(1u << same);
    }
    return left == 0 && init->base == c->base && at == f->c;
}

/* The bytes of a matrix, as addresses. */
static void extent(const struct found *f, tcr_wide at, size_t member, long long size, tcr_wide *lo,
                   tcr_wide *hi)
{
    *lo = at;
    *hi = at + size;
    for (unsigned i = 0; i < SIDES; i++) {
        long long step;

        memcpy(&step, (const char *)&f->side[i] + member, sizeof step);
        if (step < 0)
            *lo += (tcr_wide)step * (f->side[i].count - 1);
        else
            *hi += (tcr_wide)step * (f->side[i].count - 1);
    }
}

static tcr_wide address(const struct tcr_call *call, unsigned access, tcr_wide offset)
{
    return (tcr_wide)(uintptr_t)call->base[call->accesses[access].base] + offset;
}

/* Does C share no byte with A and B? */
static bool is_apart(const struct tcr_product *product, const struct tcr_call *call,
                     const struct found *f, long long size)
{
    tcr_wide a_lo, a_hi, b_lo, b_hi, c_lo, c_hi;

    extent(f, address(call, product->a, f->a), offsetof(struct side, a), size, &a_lo, &a_hi);
    extent(f, address(call, product->b, f->b), offsetof(struct side, b), size, &b_lo, &b_hi);
    extent(f, address(call, product->c, f->c), offsetof(struct side, c), size, &c_lo, &c_hi);
    return (a_hi <= c_lo || c_hi <= a_lo) && (b_hi <= c_lo || c_hi <= b_lo);
}

static bool in_elements(const struct tcr_call *call, const struct tcr_product *product,
                        const struct found *f, long long size)
{
    for (unsigned i = 0; i < SIDES; i++)
        if (f->side[i].a % size || f->side[i].b % size || f->side[i].c % size)
            return false;
    return address(call, product->a, f->a) % size == 0 &&
           address(call, product->b, f->b) % size == 0 &&
           address(call, product->c, f->c) % size == 0;
}

/* ---- the product ---- */

static double scale(const struct tcr_call *call, const struct tcr_scale *s)
{
    float single;
    double number;

    if (s->offset < 0)
        return s->k;
    if (s->type == TCR_F32) {
        memcpy(&single, (const char *)call->args + s->offset, sizeof single);
        return s->k * (double)single;
    }
    memcpy(&number, (const char *)call->args + s->offset, sizeof number);
    return s->k * number;
}

static bool may_be(const struct tcr_product *product, const struct tcr_call *call)
{
    const unsigned odd = TCR_ACCESS_NEVER | TCR_ACCESS_CLAUSE | TCR_ACCESS_INDEX |
                         TCR_ACCESS_WHOLE | TCR_ACCESS_SCATTER | TCR_ACCESS_ROW | TCR_ACCESS_WITHIN;
    const int of[] = {(int)product->a, (int)product->b, (int)product->c, product->init};

    for (unsigned i = 0; i < 4; i++)
        if (of[i] >= (int)call->n_accesses || (of[i] >= 0 && call->accesses[of[i]].flags & odd))
            return false;
    return call->n_loops <= TCR_MAX_LOOPS;
}

bool tcr_product_find(const struct tcr_region *region, const struct tcr_call *call,
                      struct tcr_product_call *of)
{
    const struct tcr_product *product = region->product;
    const long long size = product->type == TCR_F64 ? 8 : 4;
    struct found f = {.n = 0};
    const struct side *s = f.side;

    if (!may_be(product, call) || !read_loops(product, call, &f) || !sort_loops(product, &f) ||
        s[ROWS].count < LEAST_SIDE || s[COLUMNS].count < LEAST_SIDE || s[SUM].count < LEAST_SUM ||
        !in_elements(call, product, &f, size) || !elements_differ(&f, size) ||
        !init_fits(product, call, &f) || !is_apart(product, call, &f, size))
        return false;
    *of = (struct tcr_product_call){
        .type = (enum tcr_type)product->type,
        .args = {.m = s[ROWS].count,
                 .n = s[COLUMNS].count,
                 .k = s[SUM].count,
                 .batch = s[BATCH].count,
                 .a_m = s[ROWS].a / size,
                 .a_k = s[SUM].a / size,
                 .b_k = s[SUM].b / size,
                 .b_n = s[COLUMNS].b / size,
                 .c_m = s[ROWS].c / size,
                 .c_n = s[COLUMNS].c / size,
                 .a_batch = s[BATCH].a / size,
                 .b_batch = s[BATCH].b / size,
                 .c_batch = s[BATCH].c / size,
                 .alpha = scale(call, &product->alpha),
                 .beta = scale(call, &product->beta),
                 .flags = product->beta.offset < 0 && product->beta.k == 0 ? TCR_PRODUCT_SETS : 0}};
    of->args.a = (uintptr_t)f.a; /* until the bases are on the device */
    of->args.b = (uintptr_t)f.b;
    of->args.c = (uintptr_t)f.c;
    return true;
}

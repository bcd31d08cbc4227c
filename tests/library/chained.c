/* SPDX-License-Identifier: MIT */
/*
 * chained.c: calls on a stream of which each reads what the one before it has just stored.
 *
 * The result of call k is an element of the array that call k + 1 reads, while the runtime
 * launches call k + 1 before call k has ended.  All the rest of each array is zero, and the
 * first one's element is another number in each round: who reads too early gets the number of
 * the round before.
 */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINKS = 24,
    FEW_LINKS = 6, /* of a single round: each of the lengths twice */
    WORDS = 4096,  /* of 8 bytes in an array */
    MIRROR = 64,   /* of them in the host's, which has no more than the element */
    AT = 6         /* the element: even, for those who read every other one */
};

typedef int call(enum tcr_type type, long long n, const void *x, long long incx, void *result,
                 const struct tcr_options *o);

static int sum_with_itself(enum tcr_type type, long long n, const void *x, long long incx,
                           void *result, const struct tcr_options *o)
{
    return tcr_dot(type, n, x, incx, x, incx, result, o);
}

static const struct operation {
    const char *name;
    call *make;
} operations[] = {{"sum", tcr_sum},   {"asum", tcr_asum},       {"dot", sum_with_itself},
                  {"amax", tcr_amax}, {"minimum", tcr_minimum}, {"maximum", tcr_maximum}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* Is the result for what 8 bytes hold, read as this type, the same in every order?  Sums of
 * four narrow numbers, or of their squares, may be rounded. */
static bool has_one_result(enum tcr_type type, const struct operation *o)
{
    return o->make == sum_with_itself ? type != TCR_F16 && type != TCR_BF16
           : type == TCR_BF16         ? o->make != tcr_sum && o->make != tcr_asum
                                      : true;
}

static bool same(enum tcr_type type, unsigned long long a, unsigned long long b)
{
    double x, y;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return a == b || (type >= TCR_F16 && isnan(x) && isnan(y));
}

/* A number whose bits change from round to round in every element that lies in it. */
static unsigned long long seed(enum tcr_type type, unsigned round)
{
    double x = 1 + round % 1000 / 1024.0;
    unsigned long long bits = round * 0x0100010001000101u + 0x11;

    if (type == TCR_F64)
        memcpy(&bits, &x, sizeof bits);
    return type >= TCR_F16 && type < TCR_F64 ? bits % 0x1000 * 0x0001000200010001u : bits;
}

static int check_round(const struct test_case *c, const struct operation *o, unsigned long long *x,
                       unsigned round, int links)
{
    struct tcr_options options = {
        .size = sizeof options, .flags = TCR_STREAM | TCR_RESULT_ON_DEVICE, .stream = c->stream};
    unsigned long long mirror[MIRROR] = {0}, want = seed(c->type, round), got;
    long long each = (long long)(8 / type_size[c->type]), stride = c->incx < 0 ? -c->incx : c->incx;
    int error = tcr_memcpy_to_device(x + AT, &want, sizeof want);

    for (int k = 0; k < links && !error; k++) {
        const unsigned long long *from = x + k * WORDS;
        error = o->make(c->type, (WORDS >> (k + round) % 3) * each / stride, from, c->incx,
                        x + (k + 1) * WORDS + AT, &options);
    }
    if (c->wait)
        c->wait(c->stream);
    for (int k = 1; k <= links && !error; k++) {
        mirror[AT] = want;
        error = o->make(c->type, MIRROR * each / stride, mirror, c->incx, &want, NULL) |
                tcr_memcpy_from_device(&got, x + k * WORDS + AT, sizeof got);
        if (!error && !same(c->type, got, want)) {
            printf("WRONG %s %s by %lld, round %u: call %d gave %llx, not %llx\n", o->name,
                   type_name[c->type], c->incx, round, k, got, want);
            return 1;
        }
        want = got; /* a NaN's bits may differ, and the next call reads them as other numbers */
    }
    if (error)
        printf("WRONG %s %s by %lld: %s\n", o->name, type_name[c->type], c->incx,
               tcr_strerror(error));
    return error != 0;
}

int check_chained(const struct test_case *c, unsigned rounds)
{
    unsigned long long *x = tcr_malloc((LINKS + 1) * WORDS * sizeof *x);
    unsigned long long *zeros = calloc((LINKS + 1) * WORDS, sizeof *zeros);
    int bad = !x || !zeros;

    for (int k = 0; k < OPERATIONS && !bad; k++) {
        if (!has_one_result(c->type, &operations[k]))
            continue;
        bad = tcr_memcpy_to_device(x, zeros, (LINKS + 1) * WORDS * sizeof *x) != 0;
        for (unsigned round = 0; round < rounds && !bad; round++)
            bad = check_round(c, &operations[k], x, round, rounds == 1 ? FEW_LINKS : LINKS);
    }
    tcr_free(x);
    free(zeros);
    return bad;
}

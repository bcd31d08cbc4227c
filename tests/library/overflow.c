/* SPDX-License-Identifier: MIT */
/* Sums of double that overflow on the way, and those that do so at their end. */
#include "cases.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum ending { CANCELS, TOO_LARGE, INFINITE, UNDEFINED, ENDINGS };

/* Numbers of one magnitude, the last one of an eighth of it; their sum. */
static double fill(double *x, long long n, double size, enum ending ending)
{
    for (long long k = 0; k < n; k++)
        x[k] = k < n / 2 || ending == TOO_LARGE ? size : -size;
    x[n - 1] = ending == TOO_LARGE ? size : -size / 8;
    if (ending == INFINITE || ending == UNDEFINED)
        x[n / 3] = (double)-INFINITY;
    if (ending == UNDEFINED)
        x[n / 2] = (double)INFINITY;
    switch (ending) {
    case CANCELS:
        return (n % 2 ? -1 : 0) * size + size - size / 8;
    case TOO_LARGE:
        return (double)n * size;
    default:
        return ending == INFINITE ? (double)-INFINITY : (double)NAN;
    }
}

static int check(const struct test_case *c, double *device, const double *x, const double *ones,
                 double want)
{
    struct tcr_options o = {.size = sizeof o,
                            .flags = c->ready ? TCR_STREAM | TCR_READY : TCR_STREAM,
                            .stream = c->stream,
                            .workspace = c->workspace};
    double sum = 0, dot = 0;
    int error = tcr_memcpy_to_device(device, x, (size_t)c->n * sizeof *x);

    if (c->workspace)
        tcr_workspace_size(&o.workspace_size);
    if (!error)
        error = tcr_sum(TCR_F64, c->n, device, 1, &sum, &o);
    if (!error)
        error = tcr_dot(TCR_F64, c->n, device, 1, ones, 1, &dot, &o);
    if (c->wait)
        c->wait(c->stream);
    if (!error && (isnan(want) ? isnan(sum) && isnan(dot) : sum == want && dot == want))
        return 0;
    printf("WRONG sum f64 n=%lld of %g: error %d, %.17g and %.17g, not %.17g\n", c->n, x[0], error,
           sum, dot, want);
    return 1;
}

/* The sum stays finite, and what an addition has cut off is not found without overflow. */
static double fill_near_the_end(double *x, long long n)
{
    for (long long k = 0; k < n; k++)
        x[k] = 0;
    x[0] = -0x1.8p971;
    x[n - 1] = 0x1.fffffffffffffp1023;
    return 0x1.ffffffffffffep1023;
}

int check_overflow(const struct test_case *c)
{
    size_t size = (size_t)c->n * sizeof(double);
    double *x = malloc(size), *device = tcr_malloc(size), *ones = tcr_malloc(size);
    int bad = !x || !device || !ones;

    for (long long k = 0; k < c->n && !bad; k++)
        x[k] = 1;
    if (!bad)
        bad = tcr_memcpy_to_device(ones, x, size) != 0;
    /* lanes, blocks, or only all blocks together overflow; the last of them does not */
    for (double magnitude = 0x1p1023, last = 0x1p1019 / (double)c->n; !bad; magnitude /= 16) {
        for (int e = 0; e < ENDINGS && !bad; e++) {
            double want = fill(x, c->n, magnitude, (enum ending)e);
            bad = check(c, device, x, ones, want);
        }
        if (magnitude < last)
            break;
    }
    if (!bad) {
        double want = fill_near_the_end(x, c->n);
        bad = check(c, device, x, ones, want);
    }
    free(x);
    tcr_free(device);
    tcr_free(ones);
    return bad;
}

/* SPDX-License-Identifier: MIT */
/* host_times.h: the clock of host_calls.c and host_products.c, and the order of times. */
#ifndef HOST_TIMES_H
#define HOST_TIMES_H

#include <time.h>

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

#endif

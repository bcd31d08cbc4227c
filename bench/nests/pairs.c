/* SPDX-License-Identifier: MIT */
/* Gravity of all pairs: 20 operations a pair, as is usual to count them. */
#include "measure.h"
#include "nests.h"
#include "peers.h"
#include <math.h>
#include <stdio.h>
#include "tcr.h"

enum { LOOKED_AT = 64 }; /* bodies */

static struct {
    int n, f64;
    void *p, *a;
} s;

static size_t size(void)
{
    return (size_t)s.n * 4 * (s.f64 ? sizeof(double) : sizeof(float));
}

static double at(const void *array, int i)
{
    return s.f64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

static int call(void)
{
    if (s.f64)
        pairs_f64(s.n, (const double(*)[4])s.p, (double(*)[4])s.a);
    else
        pairs_f32(s.n, (const float(*)[4])s.p, (float(*)[4])s.a);
    return 0;
}

static int by_hand(void)
{
    int (*kernel)(int, const void *, void *) =
        s.f64 ? peer_kernels.pairs_f64 : peer_kernels.pairs_f32;
    return kernel ? kernel(s.n, tcr_deviceptr(s.p), tcr_deviceptr(s.a)) : -1;
}

static void reset(void)
{
    spoil(s.a, size());
}

/* Against the sum of the amounts of all pulls: they cancel. */
static int wrong_body(int i)
{
    double sum[3] = {0}, amount = 0;
    for (int j = 0; j < s.n; j++) {
        double d[3], r2 = SOFTENING;
        for (int k = 0; k < 3; k++) {
            d[k] = at(s.p, 4 * j + k) - at(s.p, 4 * i + k);
            r2 += d[k] * d[k];
        }
        double pull = at(s.p, 4 * j + 3) / (r2 * sqrt(r2));
        for (int k = 0; k < 3; k++)
            sum[k] += pull * d[k];
        amount += pull * sqrt(r2);
    }
    for (int k = 0; k < 3; k++)
        if (!(fabs(at(s.a, 4 * i + k) - sum[k]) <= (s.f64 ? 1e-11 : 1e-5) * amount))
            return 1;
    return at(s.a, 4 * i + 3) != 0;
}

static int wrong(void)
{
    to_host(s.a, size());
    for (int i = 0; i < s.n; i += s.n / LOOKED_AT + 1)
        if (wrong_body(i))
            return 1;
    for (int i = 0; i < 4 * s.n; i++) /* the other bodies: there is something */
        if (!(fabs(at(s.a, i)) < 1e30))
            return 1;
    return wrong_body(s.n - 1);
}

static int one(int f64, int n)
{
    struct line line = {.pattern = f64 ? "all pairs f64" : "all pairs f32",
                        .work = 20.0 * n * n,
                        .flops = 1,
                        .reset = reset,
                        .call = call,
                        .wrong = wrong,
                        .rivals = {{"tiled by hand", by_hand}}};
    s.n = n;
    s.f64 = f64;
    s.p = resident(size());
    s.a = resident(size());
    for (int i = 0; i < 4 * n; i++) {
        double x = i % 4 == 3 ? (1 + noise((unsigned long)i) / 4294967296.0) / n
                              : noise((unsigned long)i) / 4294967296.0;
        if (f64)
            ((double *)s.p)[i] = x;
        else
            ((float *)s.p)[i] = (float)x;
    }
    to_device(s.p, size());
    snprintf(line.size, sizeof line.size, "%d", n);
    int bad = measure(&line);
    gone(s.p);
    gone(s.a);
    return bad;
}

int pairs(long divisor)
{
    int n = (int)(65536 / sqrt((double)divisor));
    return one(0, n) + one(1, n / 4);
}

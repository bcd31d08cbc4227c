/* SPDX-License-Identifier: MIT */
/*
 * exact.c: sums of floating numbers without rounding, on the host; the rounding
 * at the end, of the device's sums, too.
 *
 * The method is that of kernels/exact.cuh, where its sources are named: numbers
 * within a window of exponents go to two bins by exact extraction, eight lanes
 * side by side; all others to the digits.  Both give the one exact sum, so that
 * neither the method nor the order of the numbers can be seen in it.
 *
 * Bins start at 1.5 * 2^(top + 5) and are emptied after CHUNK / LANES = 16 values,
 * so that they stay in their binade, in which the last place counts 2^(top - 47).
 */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include "../../base/keep_errno.h"
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../ground/cpu.h"
#include "../ground/subnormals.h"
#include "results.h"

enum {
    LANES = 8,
    CHUNK = 16 * LANES,
    STEP = 48, /* binary places from one bin to the next */
    NONE = INT_MIN,
    LEAST_TOP = -979, /* the second bin then ends with the smallest subnormal */
    MOST_TOP = 1016,
    MOST_CHUNKS = 256, /* of at most 2^54 in a bin */
    MOST_ADDS = 1 << 28,
    BIAS = TCR_EXACT_BIAS
};
TCR_AGREED(sizeof((struct tcr_exact *)0)->digit == TCR_EXACT_DIGITS * sizeof(long long),
           "the digits of tcr_region.h");

typedef double lanes __attribute__((vector_size(8 * LANES)));
typedef unsigned long long words __attribute__((vector_size(8 * LANES)));

static unsigned long long bits_of(double x)
{
    unsigned long long bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(unsigned long long bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

void tcr_exact_start(struct tcr_exact *sum, unsigned n)
{
    memset(sum, 0, n * sizeof *sum);
    for (unsigned k = 0; k < n; k++)
        sum[k].top = NONE;
}

/* ---- digits ---- */

/* All digits but the last to 0 .. 2^32 - 1. */
static void carry(struct tcr_exact *e)
{
    for (int d = 0; d < TCR_EXACT_DIGITS - 1; d++) {
        e->digit[d + 1] += e->digit[d] >> 32;
        e->digit[d] &= 0xffffffffll;
    }
    e->adds = 0;
}

/* += m * 2^(at - BIAS), or -= */
static void add_bits(struct tcr_exact *e, bool minus, unsigned long long m, int at)
{
    int shift = at & 31;
    long long *digit = &e->digit[at >> 5];
    unsigned long long low = m << shift;
    long long part[3] = {(long long)(low & 0xffffffffu), (long long)(low >> 32),
                         shift ? (long long)(m >> (64 - shift)) : 0};

    for (int k = 0; k < 3; k++)
        if (part[k])
            digit[k] += minus ? -part[k] : part[k];
    if (++e->adds == MOST_ADDS)
        carry(e);
}

static void add_number(struct tcr_exact *e, double x)
{
    unsigned long long bits = bits_of(x), m = bits & 0xfffffffffffffull;
    int exponent = (int)(bits >> 52 & 0x7ff);
    bool minus = bits >> 63;

    if (exponent == 0x7ff) {
        *(m ? &e->nan : minus ? &e->minus : &e->plus) = 1;
        return;
    }
    m |= exponent ? 1ull << 52 : 0;
    add_bits(e, minus, m, (exponent ? exponent : 1) - 1075 + BIAS);
}

/* ---- bins ---- */

static unsigned long long start_bits(int top, int k)
{
    return (unsigned long long)(2 * (top + 5 - STEP * k + 1023) + 1) << 51;
}

static void empty_bins(struct tcr_exact *e)
{
    for (int k = 0; k < 2; k++) {
        long long x = e->bin[k];

        if (x)
            add_bits(e, x < 0, x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x,
                     e->top + 1 - STEP * (k + 1) + BIAS);
        e->bin[k] = 0;
    }
    e->chunks = 0;
}

/* The window to where these numbers are. */
static void move_window(struct tcr_exact *e, const double *x)
{
    int most = 0, top;

    for (int i = 0; i < CHUNK; i++) {
        int exponent = (int)(bits_of(x[i]) >> 52 & 0x7ff);

        if (exponent < 0x7ff && exponent > most)
            most = exponent;
    }
    if (e->top != NONE)
        empty_bins(e);
    top = most - 1023 + 4; /* some room for larger ones */
    e->top = top < LEAST_TOP ? LEAST_TOP : top > MOST_TOP ? MOST_TOP : top;
}

/* CHUNK numbers to the bins; false: they do not fit, nothing has been done. */
static inline __attribute__((always_inline)) bool take_lanes(struct tcr_exact *e, const double *x)
{
    const unsigned long long start[2] = {start_bits(e->top, 0), start_bits(e->top, 1)};
    const unsigned long long limit = (unsigned long long)(e->top + 1023) << 52;
    const words magnitude = (words){0} + 0x7fffffffffffffffull;
    lanes a = (lanes){0} + from_bits(start[0]), b = (lanes){0} + from_bits(start[1]);
    words left = {0}, over = {0};

    for (int i = 0; i < CHUNK; i += LANES) {
        lanes r, s;

        memcpy(&r, x + i, sizeof r);
        over |= (limit - 1) - ((words)r & magnitude); /* the sign: too large, or a NaN */
        s = a + r;
        r -= s - a;
        a = s;
        s = b + r;
        r -= s - b;
        b = s;
        left |= (words)r & magnitude;
    }
    for (int l = 1; l < LANES; l++) {
        left[0] |= left[l];
        over[0] |= over[l];
    }
    if (left[0] || over[0] >> 63)
        return false;
    for (int l = 0; l < LANES; l++) {
        e->bin[0] += (long long)(((words)a)[l] - start[0]);
        e->bin[1] += (long long)(((words)b)[l] - start[1]);
    }
    if (++e->chunks == MOST_CHUNKS)
        empty_bins(e);
    return true;
}

static bool take_baseline(struct tcr_exact *e, const double *x)
{
    return take_lanes(e, x);
}

#if defined __x86_64__
__attribute__((target("avx2"))) static bool take_avx2(struct tcr_exact *e, const double *x)
{
    return take_lanes(e, x);
}
__attribute__((target("avx512f"))) static bool take_avx512(struct tcr_exact *e, const double *x)
{
    return take_lanes(e, x);
}
#endif

typedef bool take_function(struct tcr_exact *, const double *);

void tcr_exact_add(struct tcr_exact *sum, const double *x, long long n)
{
    static _Atomic(take_function *) chosen;
    take_function *take = atomic_load_explicit(&chosen, memory_order_relaxed);
    const uint64_t mode = tcr_subnormals_keep();
    double rest[CHUNK];

    if (!take) {
        take = TCR_FOR_VECTORS(take);
        atomic_store_explicit(&chosen, take, memory_order_relaxed);
    }
    for (; n > 0; n -= CHUNK, x += CHUNK) {
        if (n < CHUNK) {
            memcpy(rest, x, (size_t)n * sizeof *x);
            memset(rest + n, 0, sizeof rest - (size_t)n * sizeof *x);
            x = rest;
        }
        if (sum->top != NONE && take(sum, x))
            continue;
        move_window(sum, x);
        if (!take(sum, x))
            for (int i = 0; i < CHUNK; i++)
                add_number(sum, x[i]);
    }
    tcr_subnormals_restore(mode);
}

void tcr_exact_join(struct tcr_exact *to, struct tcr_exact *from, unsigned n)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    sigset_t all, before; /* a handler's loop must not wait for this thread */

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_mutex_lock(&lock);
    for (unsigned k = 0; k < n; k++) {
        if (from[k].top != NONE)
            empty_bins(&from[k]);
        carry(&from[k]);
        for (int d = 0; d < TCR_EXACT_DIGITS; d++)
            to[k].digit[d] += from[k].digit[d];
        to[k].nan |= from[k].nan;
        to[k].plus |= from[k].plus;
        to[k].minus |= from[k].minus;
        if (++to[k].adds == MOST_ADDS)
            carry(&to[k]);
    }
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- the result ---- */

static bool bit_at(const struct tcr_exact *e, int i)
{
    int d = i / 32 < TCR_EXACT_DIGITS - 1 ? i / 32 : TCR_EXACT_DIGITS - 1;

    return i >= 0 && i - 32 * d < 64 && e->digit[d] >> (i - 32 * d) & 1;
}

/* The digits, none of which is negative, as a number of a floating type. */
static double round_digits(const struct tcr_exact *e, const struct tcr_type_facts *f)
{
    int d = TCR_EXACT_DIGITS - 1, high = 0, low;
    unsigned long long m = 0;
    bool sticky = false;

    while (d > 0 && !e->digit[d])
        d--;
    if (!e->digit[d])
        return 0;
    high = 32 * d + 64 - __builtin_clzll((unsigned long long)e->digit[d]);
    low = high - f->digits > f->least + BIAS ? high - f->digits : f->least + BIAS;
    for (int i = high - 1; i >= low; i--)
        m = 2 * m + bit_at(e, i);
    for (int i = 0; i < low - 1 && i < high && !sticky; i++)
        sticky = bit_at(e, i);
    if (bit_at(e, low - 1) && (sticky || (m & 1)))
        m++;
    if (m && 64 - __builtin_clzll(m) + low - BIAS > f->most)
        return (double)INFINITY;
    return ldexp((double)m, low - BIAS);
}

static double round_sum(struct tcr_exact *sum, double first, unsigned type)
{
    const struct tcr_type_facts *f = tcr_type_facts(type);

    if (sum->top != NONE)
        empty_bins(sum);
    add_number(sum, first);
    if (sum->nan || (sum->plus && sum->minus))
        return from_bits(0x7ff8000000000000ull);
    if (sum->plus || sum->minus)
        return sum->plus ? (double)INFINITY : (double)-INFINITY;
    carry(sum);
    if (sum->digit[TCR_EXACT_DIGITS - 1] >= 0)
        return round_digits(sum, f);
    for (int d = 0; d < TCR_EXACT_DIGITS; d++)
        sum->digit[d] = -sum->digit[d];
    carry(sum);
    return -round_digits(sum, f);
}

double tcr_exact_round(struct tcr_exact *sum, double first, unsigned type)
{
    TCR_KEEP_ERRNO;
    uint64_t mode = tcr_subnormals_keep();
    double rounded = round_sum(sum, first, type);

    tcr_subnormals_restore(mode);
    return rounded;
}

/* ---- of a kernel ---- */

double tcr_exact_result(const union tcr_slot *slot, double first, unsigned type)
{
    struct tcr_exact sum;

    tcr_exact_start(&sum, 1);
    for (int d = 0; d < TCR_EXACT_DIGITS; d++)
        sum.digit[d] = slot[d].i;
    sum.nan = slot[TCR_EXACT_NAN].u != 0;
    sum.plus = slot[TCR_EXACT_PLUS].u != 0;
    sum.minus = slot[TCR_EXACT_MINUS].u != 0;
    return tcr_exact_round(&sum, first, type);
}

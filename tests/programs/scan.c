/* SPDX-License-Identifier: MIT */
/* Prefix sums: inclusive and exclusive, of all types and operators, with code before and behind, in
 * place, several at a time, with segments.  All values are such that no sum is rounded.
 * flags: -O1
 * compared: no
 * device: 27
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 40000 };
static const int sizes[] = {1, 2, 33, 255, 4097, 4500, N};

static unsigned long long digest(const void *p, size_t size)
{
    const unsigned char *c = p;
    unsigned long long h = 1469598103934665603ull;
    for (size_t i = 0; i < size; i++)
        h = (h ^ c[i]) * 1099511628211ull;
    return h;
}

/* Each type and operator, both ways; v is what iteration i brings. */
#define SCAN(name, T, op, start, v, update)                                                        \
    static void name(const int *a, int n)                                                          \
    {                                                                                              \
        T x = start, y = start;                                                                    \
        T *in = calloc((size_t)n, sizeof *in), *ex = calloc((size_t)n, sizeof *ex);                \
        _Pragma(op) for (int i = 0; i < n; i++)                                                    \
        {                                                                                          \
            const T e = (T)(v);                                                                    \
            update(x, e);                                                                          \
            _Pragma("tcr scan inclusive(x)") in[i] = x;                                            \
        }                                                                                          \
        (void)y;                                                                                   \
        printf(#name " %d %016llx %g\n", n, digest(in, (size_t)n * sizeof *in), (double)x);        \
        free(in);                                                                                  \
        free(ex);                                                                                  \
    }
#define PLUS(x, e) x += e
#define TIMES(x, e) x *= e
#define AND(x, e) x &= e
#define OR(x, e) x |= e
#define XOR(x, e) x ^= e
#define LESS(x, e)                                                                                 \
    if (e < x)                                                                                     \
    x = e
#define MORE(x, e)                                                                                 \
    if (x < e)                                                                                     \
    x = e
#define BOTH(x, e) x = x && e
#define EITHER(x, e) x = x || e

SCAN(plus_double, double, "tcr reduce(inscan, +:x)", 3.5, a[i] * 0.25, PLUS)
SCAN(plus_float, float, "tcr reduce(inscan, +:x)", 2, a[i] % 8, PLUS)
SCAN(plus_int, int, "tcr reduce(inscan, +:x)", -7, a[i], PLUS)
SCAN(plus_long, long, "tcr reduce(inscan, +:x)", 1L << 40, a[i] * 1000003L, PLUS)
SCAN(plus_short, short, "tcr reduce(inscan, +:x)", 5, a[i], PLUS)
SCAN(plus_byte, unsigned char, "tcr reduce(inscan, +:x)", 250, a[i], PLUS)
SCAN(times_unsigned, unsigned, "tcr reduce(inscan, *:x)", 3, 2 * a[i] + 1, TIMES)
SCAN(times_long, unsigned long, "tcr reduce(inscan, *:x)", 3, 2 * a[i] + 1, TIMES)
SCAN(and_int, int, "tcr reduce(inscan, &:x)", -1, ~(1 << (a[i] & 15)), AND)
SCAN(or_long, long, "tcr reduce(inscan, |:x)", 0, 1L << (a[i] & 63), OR)
SCAN(xor_unsigned, unsigned, "tcr reduce(inscan, ^:x)", 77, a[i] * 2654435761u, XOR)
SCAN(least_double, double, "tcr reduce(inscan, min:x)", 500, a[i] * 0.5 - i * 0.125, LESS)
SCAN(least_float, float, "tcr reduce(inscan, min:x)", 500, a[i] - i / 16, LESS)
SCAN(most_int, int, "tcr reduce(inscan, max:x)", INT_MIN, a[i] + i / 7, MORE)
SCAN(most_unsigned, unsigned, "tcr reduce(inscan, max:x)", 0, a[i] * 3u + i / 7, MORE)
SCAN(most_char, signed char, "tcr reduce(inscan, max:x)", -128, a[i] / 8 - 100, MORE)
SCAN(both_int, int, "tcr reduce(inscan, &&:x)", 1, i<3000 || a[i]> 2, BOTH)
SCAN(either_bool, bool, "tcr reduce(inscan, ||:x)", false, i > 30000 && a[i] == 9, EITHER)

/* Packs what a condition chooses: the places are an exclusive scan. */
static int pack(const int *a, int *restrict out, int n)
{
    int k = 0;
#pragma tcr reduce(inscan, + : k) copyout(out [0:n])
    for (int i = 0; i < n; i++) {
        const int take = a[i] % 3 == 0;
        if (take)
            out[k] = a[i];
#pragma tcr scan exclusive(k)
        k += take;
    }
    return k;
}

/* In place, exclusive: the element is read before the scan phase writes it. */
static long offsets(int *count, int n)
{
    long at = 10;
#pragma tcr reduce(inscan, + : at)
    for (int i = 0; i < n; i++) {
        int c = count[i];
        count[i] = (int)at;
#pragma tcr scan exclusive(at)
        at += c;
    }
    return at;
}

/* Several variables of several types, in one pass; inner loops; a private variable of outside. */
static void several(const int *a, double *mean, int *rank, int n)
{
    double sum = 0, t;
    int most = INT_MIN;
    unsigned char parity = 1;
#pragma tcr reduce(inscan, + : sum) reduce(inscan, max : most) reduce(inscan, ^ : parity) private(t)
    for (int i = 0; i < n; i++) {
        double poly = 0;
        for (int k = 0; k < 4; k++)
            poly = poly * 2 + (a[i] >> k & 1);
        t = poly + 1;
        sum += poly;
        most = a[i] > most ? a[i] : most;
        parity ^= (unsigned char)(a[i] & 1);
#pragma tcr scan inclusive(sum, most, parity)
        mean[i] = sum * 0.5 + t;
        if (parity)
            rank[i] = most - a[i];
        else
            rank[i] = -1;
    }
    printf("several %g %d %d\n", sum, most, parity);
}

/* Segments: a flag begins a new one. */
static void segments(const int *a, float *out, int n)
{
    float s = 0;
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        if (a[i] % 37 == 0)
            s = 0;
        s += a[i] % 16;
#pragma tcr scan inclusive(s)
        out[i] = s;
    }
    int most = -1;
#pragma tcr reduce(inscan, max : most)
    for (int i = 0; i < n; i++) {
        if (i % 50 == 49)
            most = 2; /* and not what is greater, as below */
        if (most < a[i] - i % 50)
            most = a[i] - i % 50;
#pragma tcr scan inclusive(most)
        out[i] += most;
    }
    int run = 0, longest = 0;
#pragma tcr reduce(inscan, + : run) reduce(inscan, max : longest)
    for (int i = 0; i < n; i++) {
        out[i] += run;
        out[i] -= longest;
#pragma tcr scan exclusive(run, longest)
        run++;
        if (a[i] % 5 == 0)
            run = 3;
        longest = longest > a[i] ? longest : a[i];
    }
    printf("segments %g %d %d\n", s, run, longest);
}

/* Each row by itself: the directive stands on the inner loop. */
static void rows(const int *a, int *out, int m, int n)
{
    for (int r = 0; r < m; r++) {
        int s = r;
#pragma tcr reduce(inscan, + : s)
        for (int j = n - 1; j >= 0; j -= 2) {
            s += a[r * n + j];
#pragma tcr scan inclusive(s)
            out[r * n + j] = s;
        }
    }
}

/* Nothing but the scan phase's effect, and none at all. */
static void odd(const int *a, int n)
{
    long s = 1, seen = 0;
    static long kept[N];
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        if (a[i] > 90)
            s += a[i];
#pragma tcr scan inclusive(s)
        if (i % 100 == 99)
            continue;
        kept[i] = s;
    }
#pragma tcr reduce(inscan, + : seen)
    for (int i = 0; i < n; i++) {
#pragma tcr scan exclusive(seen)
        if (a[i] < 10)
            continue;
        seen += kept[i];
    }
    printf("odd %ld %ld %016llx\n", s, seen, digest(kept, sizeof kept));
}

int main(void)
{
    static int a[N], b[N];
    static double d[N];
    static float f[N];
    for (int i = 0; i < N; i++)
        a[i] = (int)((i * 7919u) % 1009u % 101u);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k];
        plus_double(a, n), plus_float(a, n), plus_int(a, n), plus_long(a, n), plus_short(a, n);
        plus_byte(a, n), times_unsigned(a, n), times_long(a, n), and_int(a, n), or_long(a, n);
        xor_unsigned(a, n), least_double(a, n), least_float(a, n), most_int(a, n);
        most_unsigned(a, n), most_char(a, n), both_int(a, n), either_bool(a, n);
        int packed = pack(a, b, n);
        printf("pack %d %016llx\n", packed, digest(b, (size_t)packed * sizeof *b));
        for (int i = 0; i < n; i++)
            b[i] = a[i];
        long end = offsets(b, n);
        printf("offsets %ld %016llx\n", end, digest(b, sizeof b));
        several(a, d, b, n);
        segments(a, f, n);
        printf("%016llx %016llx %016llx\n", digest(d, sizeof d), digest(b, sizeof b),
               digest(f, sizeof f));
        odd(a, n);
    }
    rows(a, b, 40, 1000);
    printf("rows %016llx\n", digest(b, sizeof b));
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Prefix sums where they are hardest: arrays that overlap, phases with stores, jumps, structures
 * and assertions, values that no reduction may start from, resets, places that are scanned.
 *
 * flags: -O1
 * device: 12
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <assert.h>
static unsigned rnd(unsigned *s)
{
    return *s = *s * 1664525u + 1013904223u;
}
/* 1: alias: exclusive with arrays that may be the same */
static __attribute__((noinline)) double alias(double *a, double *out, int n)
{
    double s = 1;
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        out[i] = s;
#pragma tcr scan exclusive(s)
        s += a[i];
    }
    return s;
}
/* 2: shifted in place: carried */
static __attribute__((noinline)) double shifted(double *a, double *out, int n)
{
    double s = 1;
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s)
        out[i] = s;
    }
    return s;
}
/* 3: input phase writes memory */
static int writes(const int *a, int *b, int *c, int n)
{
    int s = 0;
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        b[i] = a[i] * 2;
        s += b[i];
#pragma tcr scan inclusive(s)
        c[i] = s + b[i];
    }
    return s;
}
/* 4: calls and structures */
struct p {
    float x, y;
    int k[3];
};
static struct p make(int v)
{
    struct p q = {v * 0.5f, v, {v, v + 1, v + 2}};
    return q;
}
static float use(const struct p *q, int k)
{
    return q->x + q->k[k];
}
static float records(const int *a, float *o, int n)
{
    float s = 0;
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        struct p q = make(a[i] & 7);
        s += q.y;
#pragma tcr scan inclusive(s)
        o[i] = s + use(&q, i % 3);
    }
    return s;
}
/* 5: assert */
static long asserts(const int *a, long *o, int n)
{
    long s = 0;
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        assert(a[i] >= 0);
        s += a[i];
#pragma tcr scan inclusive(s)
        assert(s >= 0);
        o[i] = s;
    }
    return s;
}
/* 6: scatter through scanned place, descending loop, step */
static int down(const int *a, int *restrict o, int n)
{
    int k = -1;
#pragma tcr reduce(inscan, + : k)
    for (int i = n - 1; i >= 0; i -= 3) {
        if (a[i] % 2)
            k++;
#pragma tcr scan inclusive(k)
        if (a[i] % 2)
            o[k] = i;
    }
    return k;
}
/* 7: pointer loop, unsigned char in, min with initial below */
static int mins(const unsigned char *p, const unsigned char *end, signed char *o, int start)
{
    signed char m = start;
    int c = 0;
#pragma tcr reduce(inscan, min : m) reduce(inscan, + : c)
    for (const unsigned char *q = p; q < end; q++) {
        signed char v = (signed char)(*q - 100);
        if (v < m) {
            m = v;
        }
        c += v < 0 ? 1 : 2;
#pragma tcr scan inclusive(m, c)
        o[q - p] = m ^ (c & 15);
    }
    return m * 1000 + c;
}
/* 8: many variables */
static double many(const double *a, double *o, int n)
{
    double s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5;
    float f = 0;
    int k = 0;
#pragma tcr reduce(inscan, + : s0, s1, s2, s3, s4, s5, f, k)
    for (int i = 0; i < n; i++) {
        s0 += a[i];
        s1 -= a[i];
        s2 += 1;
        s3 += a[i] * 2;
        s4 += i;
        s5 -= 1;
        f += 1;
        k -= 2;
#pragma tcr scan inclusive(s0, s1, s2, s3, s4, s5, f, k)
        o[i] = s0 + s1 * 2 + s2 * 3 + s3 * 5 + s4 + s5 + f + k;
    }
    return s0 + s1 + s2 + s3 + s4 + s5 + f + k;
}
/* 9: NaN, inf, logical initial values */
static void special(double *a, double *o, int *b, int n, int start, double m0)
{
    double m = m0;
    int l = start, e = start;
#pragma tcr reduce(inscan, max : m) reduce(inscan, && : l) reduce(inscan, || : e)
    for (int i = 0; i < n; i++) {
        if (a[i] > m)
            m = a[i];
        l = l && a[i] > -1e9;
        e = e || a[i] > 40;
#pragma tcr scan inclusive(m, l, e)
        o[i] = m;
        b[i] = l + 2 * e;
    }
    printf("%g %d %d ", m, l, e);
}
/* 10: inner scan of rows in double loop with private inner */
static void inner(double *a, int n, int m)
{
    for (int r = 0; r < n; r++) {
        double s = 0;
#pragma tcr reduce(inscan, + : s) if (r % 2)
        for (int j = 0; j < m; j++) {
            double t = 0;
            for (int k = 0; k <= j % 4; k++)
                t += a[r * m + j] * k;
            s += t;
#pragma tcr scan inclusive(s)
            a[r * m + j] = s;
        }
    }
}
/* 11: conditional scan phase with loop and switch; global var */
long total;
static void globals(const int *a, int *o, int n)
{
#pragma tcr reduce(inscan, + : total)
    for (int i = 0; i < n; i++) {
        switch (a[i] & 3) {
        case 0:
            total += 1;
            break;
        case 1:
            total += 3;
        default:
            total -= 1;
        }
#pragma tcr scan inclusive(total)
        switch (a[i] & 1) {
        case 0:
            o[i] = (int)total;
            break;
        default:
            for (int k = 0; k < 2; k++)
                o[i] = (int)total * k;
        }
    }
}
/* 12: reset to something that depends on data, under nested ifs; exclusive with lead */
static void resets(const int *a, long *o, int n)
{
    long s = 7;
    unsigned x = 1;
#pragma tcr reduce(inscan, + : s) reduce(inscan, ^ : x)
    for (int i = 0; i < n; i++) {
        int v = a[i], w;
        w = v * 3;
        o[i] = s * 2 + x + w;
#pragma tcr scan exclusive(s, x)
        if (v % 11 == 3) {
            if (v > 50)
                s = w;
            s += v;
            s -= 2;
            if (v > 90)
                s = -v;
        } else
            x ^= (unsigned)v;
        if (v == 77)
            x = 5;
    }
    printf("%ld %u ", s, x);
}
static unsigned long long h(const void *p, size_t n)
{
    const unsigned char *c = p;
    unsigned long long r = 1469598103934665603ull;
    while (n--)
        r = (r ^ *c++) * 1099511628211ull;
    return r;
}
int main(void)
{
    enum { N = 30011 };
    double *a = malloc((N + 8) * 8), *o = malloc((N + 8) * 8);
    int *i1 = malloc(N * 4), *i2 = malloc(N * 4), *i3 = malloc(N * 4);
    float *f = malloc(N * 4);
    long *l = malloc(N * 8);
    unsigned char *u = malloc(N);
    signed char *sc = malloc(N);
    unsigned seed = 3;
    for (int i = 0; i < N; i++) {
        a[i] = (int)(rnd(&seed) >> 24) - 100;
        i1[i] = (rnd(&seed) >> 20) % 101;
        u[i] = rnd(&seed) >> 24;
    }
    memset(o, 0, N * 8);
    printf("1 %g ", alias(a, o, N));
    printf("%llx ", h(o, N * 8));
    printf("%g ", alias(o, o, 40));
    printf("%g ", alias(o + 1, o, 4000));
    printf("%g %llx\n", alias(o, o + 1, 30), h(o, N * 8));
    memcpy(o, a, N * 8);
    printf("2 %g ", shifted(o, o, N));
    printf("%g ", shifted(o + 1, o, N - 1));
    memcpy(o, a, N * 8);
    printf("%g %llx\n", shifted(o, o + 1, 50), h(o, N * 8));
    printf("3 %d ", writes(i1, i2, i3, N));
    printf("%llx %llx ", h(i2, N * 4), h(i3, N * 4));
    printf("%d ", writes(i3, i3, i2, N));
    printf("%llx %llx\n", h(i2, N * 4), h(i3, N * 4));
    printf("4 %g ", records(i1, f, N));
    printf("%llx\n", h(f, N * 4));
    printf("5 %ld ", asserts(i1, l, N));
    printf("%llx\n", h(l, N * 8));
    memset(i2, 0, N * 4);
    printf("6 %d ", down(i1, i2, N));
    printf("%llx\n", h(i2, N * 4));
    printf("7 %d ", mins(u, u + N, sc, 100));
    printf("%llx ", h(sc, N));
    printf("%d %llx\n", mins(u, u + N, sc, -120), h(sc, N));
    printf("8 %g ", many(a, o, N));
    printf("%llx\n", h(o, N * 8));
    printf("9 ");
    special(a, o, i2, N, 1, -50);
    printf("%llx %llx ", h(o, N * 8), h(i2, N * 4));
    special(a, o, i2, N, 5, -50);
    printf("%llx %llx ", h(o, N * 8), h(i2, N * 4));
    special(a, o, i2, N, 0, NAN);
    printf("%llx ", h(i2, N * 4));
    a[500] = NAN;
    a[700] = INFINITY;
    special(a, o, i2, N, 1, -INFINITY);
    printf("%llx %llx\n", h(o, N * 8), h(i2, N * 4));
    a[500] = a[700] = 0;
    for (int i = 0; i < N; i++)
        a[i] = i % 3;
    inner(a, 10, 3001);
    printf("10 %llx\n", h(a, N * 8));
    globals(i1, i2, N);
    printf("11 %ld %llx\n", total, h(i2, N * 4));
    printf("12 ");
    resets(i1, l, N);
    printf("%llx\n", h(l, N * 8));
    return 0;
}

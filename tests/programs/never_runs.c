/*
 * Branches that never run, under conditions that are constant: what stands in
 * them is no reason to refuse a loop.
 *
 *     device: 9
 */
#include <stdio.h>
#include <stdlib.h>

#define DEBUG 0
#define LEVEL 2
#define TRACE(...)                                                                                 \
    do {                                                                                           \
        if (DEBUG)                                                                                 \
            fprintf(stderr, __VA_ARGS__);                                                          \
    } while (0)

enum { WITH_CHECKS = 0, N = 3000, M = 8 };
static const int quiet = 1;
static volatile int events;
double elsewhere(double x); /* defined nowhere */

static double weight(double x, int i)
{
    TRACE("weight(%g)\n", x);
    if (sizeof(long) < sizeof(int))
        return elsewhere(x);
    if (LEVEL >= 2 && i >= 0)
        x *= 2;
    else if (LEVEL == 1)
        __asm__ volatile("" ::: "memory");
    return LEVEL == 2 ? x + 1 : rand();
}

static double sums(const double *a, int n)
{
    double s = 0, t;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        TRACE("%d\n", i);
        if (!quiet)
            events++;
        if (LEVEL > 1)
            t = weight(a[i], i);
        else
            t += s;
        while (WITH_CHECKS)
            s = -1;
        for (int j = 0; WITH_CHECKS && j < n; j++)
            s = elsewhere(s);
        s += t;
        if (WITH_CHECKS && !(s > 0))
            abort();
        if (quiet || puts("loud"))
            s += 0.25;
        WITH_CHECKS ? (void)puts("checked") : (void)0;
    }
    return s;
}

/* A jump out of the loop that never happens: the host's loop has no threads then. */
static int leaves(const int *k, int n)
{
    int most = -1;
#pragma tcr reduce(max : most)
    for (int i = 0; i < n; i++) {
        if (DEBUG) {
            if (k[i] < 0)
                return -1;
            break;
        }
        if (WITH_CHECKS && k[i] > 1000)
            goto bad;
        if (k[i] > most)
            most = k[i];
    }
    return most;
bad:
    return -2;
}

static double inner(double (*a)[M], int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++) {
            if (DEBUG)
                break;
            s += a[i][j];
        }
#pragma tcr reduce(+ : s) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++) {
            if (DEBUG) {
                for (;;)
                    break;
                break;
            }
            s += a[i][j];
        }
    return s;
}

/* A label leads into a branch whose condition is false. */
static int entered(const int *k, int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        switch (k[i] & 1) {
        case 0:
            if (0) {
            case 1:
                s += 10;
            }
            s += 1;
        }
    }
    return s;
}

/* What is written where never comes is not written. */
static double writes(double *y, const double *x, int n)
{
    double s = 0;
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        if (DEBUG)
            y[0] = y[i + 1];
        y[i] = x[i] + (DEBUG ? y[i - 1] : 1);
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (DEBUG && y[i - 5000000] > 0)
            s = y[i + 5000000];
        s += y[i];
    }
    return s;
}

/* The type of a conditional expression is that of both operands together. */
static void types(const unsigned *u, const signed char *c, int n)
{
    float most = -1e30f;
    double s = 0, t = 0;
#pragma tcr reduce(max : most) reduce(+ : s, t)
    for (int i = 0; i < n; i++) {
        float v = (float)((4 < 1 && i < n ? u[i] : 0) - c[i]);
        most = most < v ? v : most;
        s += (1 ? c[i] : u[i]) / 2;
        t += (DEBUG ? 1.0 : c[i]) / 2 + (1 ? (1 ? c[i] : 2) : 1.0) / 2;
    }
    printf("%g %g %g\n", most, s, t);
}

/* What looks like a constant and is none, and what is one. */
static int debug, loud = 1;
static const volatile int asked;
__attribute__((weak)) const int weak = 1;
static const int fixed = 0, table[2] = {0, 1};
static const double zero = 0;
static const int *const pointed = &debug;

static double conditions(const double *a, int n)
{
    double s = 0;
    int local = 0, now = asked;
    const int never = 0, then = debug;
    static int kept;
    local = n;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += debug ? 1 : 2;
        if (loud)
            s += 10;
        if (local && !kept)
            s += 100;
        if (then || now)
            s += 1000;
        if (weak)
            s += 10000;
        if (never || fixed || zero || table[0])
            s += 1e5;
        if (table[1])
            s += 1e6;
        if (*pointed)
            s += 1e7;
        s += (loud && a[i] > 0) + (debug || a[i] > 1);
    }
    return s;
}

int main(void)
{
    static const unsigned u[9];
    static const signed char c[9] = {1, -2, 3, -4, 5, -6, 7, -8, 9};
    static double a[N], y[N], table[N / M][M];
    static int k[N];

    for (int i = 0; i < N; i++) {
        a[i] = i % 17;
        k[i] = i * 7 % 1009;
        table[i / M % (N / M)][i % M] = i % 5;
    }
    printf("%g %d %g\n", sums(a, N), leaves(k, N), inner(table, N / M));
    printf("%d %g\n", entered(k, N), writes(y, a, N));
    types(u, c, 9);
    printf("%g ", conditions(a, N));
    debug = 1;
    loud = 0;
    printf("%g\n", conditions(a, N));
    return 0;
}
/* SPDX-License-Identifier: MIT */

/* SPDX-License-Identifier: MIT */
/*
 * sums.c: loops with `reproducible`, on data of many kinds.  Prints the bits of
 * every result, and ends with status 1 if one is not the exact sum of what the
 * iterations add, rounded once.
 *
 *     sums [SEED]    another order of the same data: the same results
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../wide.h"

enum { MOST = 20000, KINDS = 9 };

static double a[MOST], b[MOST];
static float f[MOST];
static int failed;
static unsigned long long state;

struct totals {
    double mass;
    float charge;
};

static unsigned long long next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 2685821657736338717ull;
}

static double number(int kind)
{
    const unsigned long long bits = next();
    const double u = ldexp((double)(bits >> 11), -53), sign = bits & 1 ? -1 : 1;

    switch (kind) {
    case 0:
        return u;
    case 1:
        return sign * u * 100;
    case 2: /* spread */
        return ldexp(u - 0.5, (int)(next() % 60) - 30);
    case 3: /* all exponents */
        return ldexp(u - 0.5, (int)(next() % 1900) - 950);
    case 4:
        return sign * (bits & 2 ? 1e30 : 1e-30) * u;
    case 5: /* subnormal, and float's */
        return ldexp(u - 0.5, bits & 4 ? -1060 : -140);
    case 6: /* partial sums that overflow */
        return sign * DBL_MAX * (1 - u / 8);
    case 7: /* ties, and zeros of both signs */
        return sign * ldexp((double)(bits >> 8 & 3), bits & 4 ? -53 : 0);
    default: /* nearly all of it cancels */
        return sign * 1e15 + (bits & 2 ? u : 0);
    }
}

static void fill(int kind, int n, unsigned seed)
{
    state = 88172645463325252ull + (unsigned)kind;
    for (int i = 0; i < n; i++) {
        a[i] = number(kind);
        b[i] = ldexp((double)(next() >> 11), -53);
        f[i] = (float)number(kind == 6 ? 1 : kind);
    }
    state = 99 + seed;
    for (int i = n - 1; i > 0 && seed; i--) {
        const int k = (int)(next() % (unsigned)(i + 1));
        const double x = a[i], y = b[i];
        const float z = f[i];

        a[i] = a[k];
        b[i] = b[k];
        f[i] = f[k];
        a[k] = x;
        b[k] = y;
        f[k] = z;
    }
}

static void show(const char *what, int kind, int n, double x)
{
    unsigned long long bits;

    memcpy(&bits, &x, sizeof bits);
    printf("%s, kind %d, %d: %016llx\n", what, kind, n, bits);
}

static void check(const char *what, int kind, int n, double x, const struct wide *sum, bool narrow)
{
    show(what, kind, n, x);
    if (isfinite(x) || !isnan(x))
        if (!wide_is_rounded(sum, x, narrow)) {
            printf("  is not the sum\n");
            failed = 1;
        }
}

static bool all_finite(int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(a[i] * b[i]) || !isfinite((double)f[i]) || !isfinite(a[i] - b[i]))
            return false;
    return true;
}

static void plain(int kind, int n)
{
    struct wide w = {0}, v = {0};
    double sum = 0.1;
    float narrow = -0.3F;

    wide_add(&w, sum, 1);
    wide_add(&v, (double)narrow, 1);
    for (int i = 0; i < n; i++) {
        wide_add(&w, a[i], 1);
        wide_add(&v, (double)f[i], 1);
    }
#pragma tcr reduce(+ : sum) reproducible
    for (int i = 0; i < n; i++)
        sum += a[i];
    check("sum", kind, n, sum, &w, false);
#pragma tcr reduce(+ : narrow) reproducible
    for (int i = 0; i < n; i++)
        narrow += f[i];
    if (all_finite(n))
        check("float", kind, n, (double)narrow, &v, true);
}

/* Products, conditions, several variables, other operators beside them. */
static void several(int kind, int n)
{
    struct wide w = {0}, v = {0}, u = {0};
    struct totals t = {1, 2}, *p = &t;
    double dot = 0, most = -1;
    long count = 5;

    wide_add(&v, p->mass, 1);
    for (int i = 0; i < n; i++) {
        volatile double x = a[i] * b[i], y = a[i] - b[i];

        wide_add(&w, x, 1);
        if (f[i] > 0)
            wide_add(&v, y, 1);
    }
#pragma tcr reduce(+ : dot, count) reduce(max : most) reproducible block(96) chain(9)
    for (int i = 0; i < n; i++) {
        dot += a[i] * b[i];
        if (a[i] <= 0)
            continue;
        count++;
        most = fmax(most, b[i]);
    }
    check("dot", kind, n, dot, &w, false);
    show("most", kind, n, most);
    printf("%ld positive\n", count);
#pragma tcr reduce(+ : p->mass) reproducible block(1024)
    for (int i = n - 1; i >= 0; i--)
        p->mass += f[i] > 0 ? a[i] - b[i] : 0;
    check("member", kind, n, t.mass, &v, false);
    wide_add(&u, (double)t.charge, 1);
    for (int i = 1; i < n; i += 3) /* two additions, rounded as such, in an iteration */
        wide_add(&u, (double)((float)(0.5F + (float)b[i]) - f[i]), 1);
#pragma tcr reduce(- : p->charge) reproducible
    for (int i = 1; i < n; i += 3) {
        p->charge += 0.5F + (float)b[i];
        p->charge -= f[i];
    }
    check("two", kind, n, (double)t.charge, &u, true);
}

/* Inner loops belong to an iteration, those of collapse() are iterations. */
static void nests(int kind, int n)
{
    const int rows = n / 37;
    struct wide w = {0}, v = {0};
    double sum = 0, all = 0, row, last = 0;
    int i, j;

    for (i = 0; i < rows; i++) {
        row = 0;
        for (j = 0; j < 37; j++) {
            row += a[i * 37 + j];
            wide_add(&v, a[i * 37 + j], 1);
        }
        wide_add(&w, 0.0 + row, 1);
    }
#pragma tcr reduce(+ : sum) reproducible private(j, row)
    for (i = 0; i < rows; i++) {
        row = 0;
        for (j = 0; j < 37; j++)
            row += a[i * 37 + j];
        last = row;
        sum += row;
    }
    check("rows", kind, n, sum, &w, false);
    if (rows)
        show("last", kind, n, last);
#pragma tcr reduce(+ : all) reproducible collapse(2)
    for (i = 0; i < rows; i++)
        for (j = 0; j < 37; j++)
            all += a[i * 37 + j];
    check("collapsed", kind, n, all, &v, false);
    printf("%d %d\n", i, j);
}

/* Arrays written beside a sum; pointers and strides that move along. */
static void written(int kind, int n)
{
    static double c[MOST];
    struct wide w = {0};
    double sum = -7, *p = a, *q = c;
    int ix = 0;

    wide_add(&w, sum, 1);
    for (int i = 0; i < n; i++)
        wide_add(&w, a[i] / 3, 1);
#pragma tcr reduce(+ : sum) reproducible
    for (int i = 0; i < n; i++) {
        const double x = *p++ / 3;
        q[ix] = x;
        ix++;
        sum += x;
    }
    check("written", kind, n, sum, &w, false);
    printf("%d %d\n", (int)(p - a), ix);
    for (int i = 0; i < n; i++)
        if (memcmp(&c[i], &(double){a[i] / 3}, sizeof(double)) != 0)
            failed = 1;
}

static void not_finite(void)
{
    double x[] = {1, -INFINITY, 2, 3}, y[] = {INFINITY, 1, -INFINITY}, z[] = {-NAN, 4, INFINITY};
    double minus = 0, none = 0, nan = 0, zero = -0.0, peak = -5;

#pragma tcr reduce(+ : minus) reproducible
    for (int i = 0; i < 4; i++)
        minus += x[i];
#pragma tcr reduce(+ : none) reproducible
    for (int i = 0; i < 3; i++)
        none += y[i];
#pragma tcr reduce(+ : nan) reproducible
    for (int i = 0; i < 3; i++)
        nan += z[i];
#pragma tcr reduce(+ : zero) reproducible
    for (int i = 0; i < 0; i++)
        zero += x[i];
    for (int i = 0; i < MOST; i++)
        a[i] = i % 3 ? -0.0 : 0.0;
#pragma tcr reduce(max : peak) reproducible
    for (int i = 0; i < MOST; i++)
        peak = a[i] > peak ? a[i] : peak;
    show("-inf", 0, 4, minus);
    show("inf - inf", 0, 3, none);
    show("nan", 0, 3, nan);
    show("-0", 0, 0, zero);
    show("peak", 0, MOST, peak);
}

int main(int argc, char **argv)
{
    static const int counts[] = {0, 1, 31, 257, 4097, MOST};
    const unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 0;

    for (int kind = 0; kind < KINDS; kind++)
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            const int n = counts[k];

            fill(kind, n, seed);
            plain(kind, n);
            several(kind, n);
            if (!seed) {
                nests(kind, n);
                written(kind, n);
            }
        }
    not_finite();
    return failed;
}

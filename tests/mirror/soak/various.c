/* SPDX-License-Identifier: MIT */
/* Loops that the runtime runs in ways of their own, beside those of the other workers: products of
 * matrices, prefix sums, data directives, rows behind pointers, sums without rounding. */
#include "soak.h"
#include <stdlib.h>
#include <string.h>
enum { SIDE = 160, ROWS = 40, WAYS = 5 };
static long differ(const void *x, const void *y, size_t size)
{
    return memcmp(x, y, size) != 0;
}
static double *numbers(int n, unsigned *r)
{
    double *x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = (double)(next(r) % 9) - 4;
    return x;
}
/* ---- c = a * b, of whole numbers: in any order they make the same sums ---- */
static void multiply(int n, const double *a, const double *b, double *c)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0.0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}
static void multiply_host(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] = (k ? c[i * n + j] : 0.0) + a[i * n + k] * b[k * n + j];
}
static long product(unsigned *r)
{
    const int n = 90 + (int)(next(r) % (SIDE - 90)), all = n * n;
    double *a = numbers(all, r), *b = numbers(all, r), *c = numbers(all, r), *d = numbers(all, r);
    long wrong = 0;
    for (int k = 0; k < 3; k++) {
        multiply(n, a, b, c);
        multiply_host(n, a, b, d);
        wrong += next(r) % 2 ? differ(c, d, (size_t)all * sizeof *c) : 0;
        c[next(r) % (unsigned)all] = 1.0; /* the next product is all of it again */
        a[next(r) % (unsigned)all] = 2.0;
    }
    multiply(n, a, b, c);
    multiply_host(n, a, b, d);
    wrong += differ(c, d, (size_t)all * sizeof *c);
    free(a);
    free(b);
    free(c);
    free(d);
    return wrong;
}
/* ---- prefix sums, in place and into another array ---- */
static long prefixes(unsigned *r)
{
    const int n = 9000 + (int)(next(r) % 15000);
    long *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y), wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = y[i] = (long)(next(r) % 1000);
    for (int k = 0; k < 4; k++) {
        const int at = (int)(next(r) % (unsigned)n);
        long s = k, t = k;
#pragma tcr reduce(inscan, + : s)
        for (int i = 0; i < n; i++) {
            s += x[i];
#pragma tcr scan inclusive(s)
            x[i] = s & 0xffff;
        }
        for (int i = 0; i < n; i++) {
            t += y[i];
            y[i] = t & 0xffff;
        }
        x[at] = y[at] = k;
        wrong += s != t || (next(r) % 2 && differ(x, y, (size_t)n * sizeof *x));
    }
    wrong += differ(x, y, (size_t)n * sizeof *x);
    free(x);
    free(y);
    return wrong;
}
/* ---- an array that a directive has on the device for a while, and a mirror before and after ----
 */
static long directives(unsigned *r)
{
    const int n = 9000 + (int)(next(r) % 15000), at = (int)(next(r) % (unsigned)n);
    long *x = calloc((size_t)n, sizeof *x), *y = calloc((size_t)n, sizeof *y), wrong;
    step(x, n, 1);
    step_host(y, n, 1);
#pragma tcr data copy(x [0:n])
    {
        step(x, n, 2);
        step_host(y, n, 2);
#pragma tcr update self(x [at:1])
        wrong = x[at] != y[at];
        x[at] = y[at] = -1;
#pragma tcr update device(x [at:1])
        step(x, n, 3);
        step_host(y, n, 3);
    }
    wrong += differ(x, y, (size_t)n * sizeof *x);
    step(x, n, 4);
    step_host(y, n, 4);
    wrong += differ(x, y, (size_t)n * sizeof *x);
    free(x);
    free(y);
    return wrong;
}
/* ---- rows that are blocks of their own ---- */
static void rows_step(long **x, int n)
{
#pragma tcr loop
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < n; j++)
            x[i][j] = x[i][j] * 3 + i;
}
static long rows(unsigned *r)
{
    const int n = 600 + (int)(next(r) % 9000), at = (int)(next(r) % ROWS);
    long *x[ROWS], *y = calloc((size_t)n, sizeof *y), wrong = 0;
    for (int i = 0; i < ROWS; i++)
        x[i] = calloc((size_t)n, sizeof *x[i]);
    for (long k = 0; k < 3; k++) {
        rows_step(x, n);
        step(x[at], n, at); /* a row by itself */
        step_host(y, n, at);
        step_host(y, n, at);
    }
    wrong += differ(x[at], y, (size_t)n * sizeof *y);
    for (int i = 0; i < ROWS; i++)
        free(x[i]);
    free(y);
    return wrong;
}
/* ---- a sum has the same bits on either side, and wherever the array is ---- */
static double exact_sum(const double *x, int n)
{
    double s = 0.0;
#pragma tcr reduce(+ : s) reproducible
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
static long exactly(unsigned *r)
{
    const int n = 9000 + (int)(next(r) % 15000);
    double *x = malloc((size_t)n * sizeof *x);
    long wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = ((double)next(r) - 2e9) * (i % 7 ? 1e-3 : 1e12);
    const double before = exact_sum(x, n);
    for (int k = 0; k < 4; k++) {
        const int at = (int)(next(r) % (unsigned)n);
        const double was = x[at];
        x[at] = 1e300;
        wrong += exact_sum(x, n) == before;
        x[at] = was;
        wrong += exact_sum(x, n) != before;
    }
    free(x);
    return wrong;
}
void *various(void *arg)
{
    static long (*const all[WAYS])(unsigned *) = {product, prefixes, directives, rows, exactly};
    const long w = (long)arg;
    unsigned r = 161803;
    while (!stop) {
        bad[w] += all[next(&r) % WAYS](&r);
        turns[w]++;
    }
    return NULL;
}

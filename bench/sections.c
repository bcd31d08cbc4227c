/* SPDX-License-Identifier: MIT */
/*
 * sections.c: many sums in one loop over arrays that stay on the device: products
 * of one vector with sixteen, a tensor, a complex product, histograms.
 *
 *     tcr-cc -O2 sections.c -o sections && ./sections [ELEMENTS]
 *
 * For each, the median wall-clock time of a whole call and the rate at which the
 * arrays are read; results of all repetitions must be the same bits.
 */
#define _GNU_SOURCE
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tcr.h"

enum { REPEATS = 31, VECTORS = 16, MOST = 65536 };

static long n;
static double *x, result[MOST];
static int *place;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *p, const void *q)
{
    double s = *(const double *)p, t = *(const double *)q;
    return (s > t) - (s < t);
}

static void sixteen_products(const double *all)
{
    long m = n;
#pragma tcr reduce(+ : result [0:16])
    for (long i = 0; i < m; i++)
        for (int k = 0; k < 16; k++)
            result[k] += x[i] * all[k * m + i];
}

static void four_products(const double *p)
{
    double s = 0, t = 0, u = 0, v = 0;
    long m = n;
#pragma tcr reduce(+ : s, t, u, v)
    for (long i = 0; i < m; i++) {
        s += x[i] * p[i];
        t += x[i] * p[m + i];
        u += x[i] * p[2 * m + i];
        v += x[i] * p[3 * m + i];
    }
    result[0] = s, result[1] = t, result[2] = u, result[3] = v;
}

static void tensor(const double *p)
{
    long m = n;
#pragma tcr reduce(+ : result [0:9])
    for (long i = 0; i < m; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                result[3 * j + k] += p[j * m + i] * p[k * m + i];
}

static void complex_product(const double *p)
{
    const double complex *z = (const double complex *)p;
    double complex s = 0;
    long m = n;
#pragma tcr reduce(+ : s)
    for (long i = 0; i < m; i++)
        s += z[i] * conj(z[m + i]);
    result[0] = creal(s), result[1] = cimag(s);
}

static void histogram(int bins)
{
    long m = n;
#pragma tcr reduce(+ : result [0:bins])
    for (long i = 0; i < m; i++)
        result[(unsigned)place[i] % (unsigned)bins] += x[i];
}

/* `work` once to start with and REPEATS times on the clock. */
static int measure(const char *what, double bytes, void (*work)(const double *), int bins,
                   const double *all)
{
    static double first[MOST];
    double time[REPEATS];
    int same = 1;
    for (int r = -1; r < REPEATS; r++) {
        memset(result, 0, sizeof result);
        double start = now();
        if (work)
            work(all);
        else
            histogram(bins);
        if (r >= 0)
            time[r] = now() - start;
        else
            memcpy(first, result, sizeof first);
        same &= memcmp(first, result, sizeof first) == 0;
    }
    qsort(time, REPEATS, sizeof *time, compare);
    printf("%-28s %10.1f us %8.1f GB/s%s\n", what, time[REPEATS / 2] * 1e6,
           bytes / time[REPEATS / 2] * 1e-9, same ? "" : "  RESULTS DIFFER");
    return !same;
}

int main(int argc, char **argv)
{
    static const int bins[] = {16, 64, 256, 4096, 65536};
    int failed = 0;
    n = argc > 1 ? atol(argv[1]) : 1L << 24;
    size_t size = (size_t)n * sizeof(double);
    double *all = malloc(size * VECTORS);
    x = malloc(size);
    place = malloc((size_t)n * sizeof *place);
    if (!all || !x || !place)
        return 1;
    for (long i = 0; i < n; i++) {
        x[i] = (double)(i % 1013) / 1013;
        place[i] = (int)((unsigned long)i * 2654435761u >> 8 & 0xffffff);
    }
    for (long i = 0; i < n * VECTORS; i++)
        all[i] = (double)(i % 811) / 811 - 0.5;
    if (tcr_copyin(x, size) || tcr_copyin(all, size * VECTORS) ||
        tcr_copyin(place, (size_t)n * sizeof *place))
        return 1;
    printf("%ld elements\n", n);
    failed |= measure("16 products with one vector", 17.0 * size, sixteen_products, 0, all);
    failed |= measure("4 products with one vector", 5.0 * size, four_products, 0, all);
    failed |= measure("tensor of 3 x 3", 3.0 * size, tensor, 0, all);
    failed |= measure("complex product", 4.0 * size, complex_product, 0, all);
    for (size_t k = 0; k < sizeof bins / sizeof *bins; k++) {
        char what[40];
        snprintf(what, sizeof what, "histogram, %d bins", bins[k]);
        failed |= measure(what, 1.5 * size, NULL, bins[k], NULL);
    }
    return failed;
}

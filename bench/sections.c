/* SPDX-License-Identifier: MIT */
/*
 * sections.c: many sums in one loop over arrays that stay on the device: products
 * of one vector with sixteen, a tensor, a complex product, histograms.
 *
 *     tcr-cc -O2 sections.c -o sections && ./sections [ELEMENTS]
 *
 * For each, the median wall-clock time of a whole call and the rate at which the
 * arrays are read; results of all repetitions must be the same bits.  Histograms of
 * integers must be the host's: keys all over the bins, or all in one, which is counted, or
 * gets the sum or the least of weights.
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

/* ---- histograms of integers ---- */

static int *key;
static unsigned char *byte;
static long long *weight;
static int counts[MOST], counts_host[MOST];
static long long sums[MOST], sums_host[MOST];

static void count(int bins)
{
    long m = n;
#pragma tcr reduce(+ : counts [0:bins])
    for (long i = 0; i < m; i++)
        counts[key[i]]++;
}

static void count_bytes(int bins)
{
    long m = n;
#pragma tcr reduce(+ : counts [0:bins])
    for (long i = 0; i < m; i++)
        counts[byte[i]]++;
}

static void add_weights(int bins)
{
    long m = n;
#pragma tcr reduce(+ : sums [0:bins])
    for (long i = 0; i < m; i++)
        sums[key[i]] += weight[i];
}

static void least_weights(int bins)
{
    long m = n;
#pragma tcr reduce(min : sums [0:bins])
    for (long i = 0; i < m; i++)
        if (weight[i] < sums[key[i]])
            sums[key[i]] = weight[i];
}

static const struct integers {
    const char *name;
    void (*work)(int bins);
    double bytes; /* of an element of the input */
    int most;     /* bins */
} integers[] = {{"counts of int", count, 4, MOST},
                {"counts of bytes", count_bytes, 1, 256},
                {"sums of long long", add_weights, 12, MOST},
                {"least of long long", least_weights, 12, MOST}};

static void count_on_host(const struct integers *t)
{
    memset(counts_host, 0, sizeof counts_host);
    memset(sums_host, 0, sizeof sums_host);
    for (long i = 0; i < n; i++) {
        const int k = key[i];
        counts_host[k] += t->work == count || t->work == count_bytes;
        if (t->work == add_weights)
            sums_host[k] += weight[i];
        if (t->work == least_weights && weight[i] < sums_host[k])
            sums_host[k] = weight[i];
    }
}

static int measure_integers(const struct integers *t, int bins, const char *keys)
{
    double time[REPEATS];
    int right = 1;
    count_on_host(t);
    for (int r = -1; r < REPEATS; r++) {
        memset(counts, 0, sizeof counts);
        memset(sums, 0, sizeof sums);
        double start = now();
        t->work(bins);
        if (r >= 0)
            time[r] = now() - start;
        right &= memcmp(counts, counts_host, sizeof counts) == 0;
        right &= memcmp(sums, sums_host, sizeof sums) == 0;
    }
    qsort(time, REPEATS, sizeof *time, compare);
    printf("%-18s %5d bins, %s %10.1f us %8.1f GB/s%s\n", t->name, bins, keys,
           time[REPEATS / 2] * 1e6, t->bytes * (double)n / time[REPEATS / 2] * 1e-9,
           right ? "" : "  WRONG");
    return !right;
}

static int all_integers(void)
{
    static const int bins[] = {16, 256, 4096, 8192, MOST};
    const size_t size = (size_t)n;
    int failed = 0;
    key = malloc(size * sizeof *key);
    byte = malloc(size);
    weight = malloc(size * sizeof *weight);
    if (!key || !byte || !weight || tcr_copyin(key, size * sizeof *key) || tcr_copyin(byte, size) ||
        tcr_copyin(weight, size * sizeof *weight))
        return 1;
    for (long i = 0; i < n; i++)
        weight[i] = (long long)i * 2654435761 % 1000003 - 500000;
    for (size_t k = 0; k < sizeof bins / sizeof *bins; k++)
        for (int one = 0; one < 2; one++) {
            for (long i = 0; i < n; i++) {
                key[i] = one ? bins[k] / 2
                             : (int)((unsigned long)i * 2654435761u >> 8 & (unsigned)(bins[k] - 1));
                byte[i] = (unsigned char)key[i];
            }
            if (tcr_update_device(key, size * sizeof *key) || tcr_update_device(byte, size) ||
                tcr_update_device(weight, size * sizeof *weight))
                return 1;
            for (size_t t = 0; t < sizeof integers / sizeof *integers; t++)
                if (bins[k] <= integers[t].most)
                    failed |=
                        measure_integers(&integers[t], bins[k], one ? "one key " : "all keys");
        }
    return failed;
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
    failed |= all_integers();
    return failed;
}

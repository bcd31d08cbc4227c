/* SPDX-License-Identifier: MIT */
/*
 * resident.c: loops over arrays that stay on the device, through generated code.
 *
 *     tcr-cc -O2 resident.c -o resident && ./resident [GIB]
 *
 * Prints the device, sizes, and for each loop the median wall-clock time of a
 * whole call (synchronous, result in the variable) and the rate; then one call
 * on 4096 elements.  GIB: size of the arrays (8 for double, half of it for
 * float).  Results of all repetitions must be the same bits.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tcr.h"

enum { REPEATS = 31 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double sum_double(const double *a, long n)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (long i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

static double sum_float(const float *f, long n)
{
    float sum = 0;
#pragma tcr reduce(+ : sum)
    for (long i = 0; i < n; i++)
        sum += f[i];
    return sum;
}

static double dot_double(const double *a, long n)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (long i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sum;
}

/* a = b + s c, on the three parts of one array: 24 bytes an iteration. */
static double triad(double *a, long n)
{
    const double *b = a + n, *c = a + 2 * n;
#pragma tcr loop
    for (long i = 0; i < n; i++)
        a[i] = b[i] + 0.5 * c[i];
    return 0;
}

/* A step of conjugate gradients, of the same parts: 32 bytes. */
static double update(double *a, long n)
{
    double *b = a + n, *c = a + 2 * n, sum = 0;
#pragma tcr reduce(+ : sum)
    for (long i = 0; i < n; i++) {
        a[i] = 0.5 * b[i];
        c[i] -= 0.0 * b[i];
        sum += c[i] * c[i];
    }
    return sum;
}

static void report(const char *what, long n, double bytes, const double *time, int same)
{
    printf("%-24s n = %-11ld %10.3f us %9.1f GB/s  %s\n", what, n, 1e6 * time[REPEATS / 2],
           1e-9 * bytes / time[REPEATS / 2], same ? "same bits" : "DIFFERENT BITS");
}

#define MEASURE(what, call, n, bytes)                                                              \
    do {                                                                                           \
        double time[REPEATS], first = (call);                                                      \
        int same = 1;                                                                              \
        for (int k = 0; k < REPEATS; k++) {                                                        \
            double t = now(), r = (call);                                                          \
            time[k] = now() - t;                                                                   \
            same &= memcmp(&r, &first, sizeof r) == 0;                                             \
        }                                                                                          \
        qsort(time, REPEATS, sizeof *time, compare);                                               \
        report(what, n, bytes, time, same);                                                        \
        bad |= !same;                                                                              \
    } while (0)

int main(int argc, char **argv)
{
    double gib = argc > 1 ? atof(argv[1]) : 8;
    long n = (long)(gib * 1024 * 1024 * 1024 / sizeof(double));
    double *a = malloc((size_t)n * sizeof *a);
    float *f = (float *)a;
    int bad = 0;
    if (!a)
        return 1;
    printf("device: %s, tcr %s\n", tcr_device_name(), tcr_version());
    unsigned long long x = 88172645463325252ULL;
    for (long i = 0; i < n; i++) {
        x = x * 6364136223846793005ULL + 1442695040888963407ULL;
        a[i] = (double)(x >> 11) * 0x1p-53;
    }
    if (tcr_copyin(a, (size_t)n * sizeof *a) != TCR_OK) {
        fprintf(stderr, "the array does not fit on the device\n");
        return 1;
    }
    double bytes = (double)n * sizeof *a;
    MEASURE("double sum", sum_double(a, n), n, bytes);
    MEASURE("double sum of squares", dot_double(a, n), n, bytes);
    MEASURE("double sum, 4096", sum_double(a, 4096), 4096L, 4096.0 * sizeof *a);
    MEASURE("double sum, 2^20", sum_double(a, 1 << 20), 1L << 20, sizeof *a * 1048576.0);
    MEASURE("double triad", triad(a, n / 3), n / 3, 24.0 * (double)(n / 3));
    MEASURE("double update and dot", update(a, n / 3), n / 3, 32.0 * (double)(n / 3));
    tcr_delete(a, (size_t)n * sizeof *a);
    for (long i = 0; i < n; i++) {
        x = x * 6364136223846793005ULL + 1442695040888963407ULL;
        f[i] = (float)(x >> 40) * 0x1p-24f;
    }
    if (tcr_copyin(f, (size_t)n * sizeof *f) != TCR_OK)
        return 1;
    MEASURE("float sum", sum_float(f, n), n, (double)n * sizeof *f);
    tcr_delete(f, (size_t)n * sizeof *f);
    free(a);
    return bad;
}

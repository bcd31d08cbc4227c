/* SPDX-License-Identifier: MIT */
/*
 * prefixes.c: the prefix sums of tcr_scan.h on the device: bytes read and written a second, for
 * arrays of 2^20 to 2^28 elements or the powers of the command line, rows, and segments between
 * offsets.  Results are compared with the host's.
 *
 *     cc -O2 prefixes.c $(pkg-config --cflags --libs tcr) -lm && ./a.out 20 24
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "tcr.h"

static struct {
    enum tcr_type type;
    long long n, length;
    char *x, *y;
    int64_t *offsets;
} job;
static int failed;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int array(void)
{
    return tcr_scan(TCR_SCAN_SUM, 0, job.type, job.n, job.x, job.y, NULL);
}
static int rows(void)
{
    return tcr_scan_rows(TCR_SCAN_SUM, 0, job.type, job.n / job.length, job.length, job.x,
                         job.length, job.y, job.length, NULL);
}
static int segments(void)
{
    return tcr_scan_segments(TCR_SCAN_SUM, 1, job.type, job.n / job.length, TCR_I64, job.offsets,
                             job.x, job.n, job.y, NULL);
}

static double number(const void *x, long long k)
{
    return job.type == TCR_F64 ? ((const double *)x)[k] : (double)((const float *)x)[k];
}

/* All elements, against sums in double. */
static void check(const void *x, long long length, int exclusive)
{
    const size_t bytes = (size_t)job.n * (job.type == TCR_F64 ? 8 : 4);
    void *y = malloc(bytes);
    double sum = 0, size = 0;
    tcr_memcpy_from_device(y, job.y, bytes);
    for (long long k = 0; k < job.n / length * length; k++) {
        double before;
        if (k % length == 0)
            sum = size = 0;
        before = sum;
        sum += number(x, k);
        size += fabs(number(x, k));
        if (!(fabs(number(y, k) - (exclusive ? before : sum)) <=
              1e-7 * fabs(exclusive ? before : sum) + 1e-13 * size)) {
            printf("WRONG at %lld of %lld: %.17g, not %.17g\n", k, job.n, number(y, k),
                   exclusive ? before : sum);
            failed = 1;
            break;
        }
    }
    free(y);
}

static void measure(const char *what, int (*call)(void), const void *x, int exclusive)
{
    const double bytes = 2 * (double)job.n * (job.type == TCR_F64 ? 8 : 4);
    double least = INFINITY, begin;
    int error = call();
    begin = now();
    for (int k = 0; k < 50 && !error && (k < 3 || now() - begin < 0.1); k++) {
        double start = now();
        error = call();
        least = fmin(least, now() - start);
    }
    if (error) {
        printf("%s: %s\n", what, tcr_strerror(error));
        failed = 1;
        return;
    }
    printf("%s %s of %lld, length %lld: %.4f ms, %.0f GB/s\n", job.type == TCR_F64 ? "f64" : "f32",
           what, job.n, job.length, 1e3 * least, bytes / least * 1e-9);
    fflush(stdout);
    check(x, call == array ? job.n : job.length, exclusive);
}

static void run(enum tcr_type type, long long n)
{
    static const long long lengths[] = {16, 100, 256, 4096, 100000};
    const size_t size = type == TCR_F64 ? 8 : 4;
    char *x = malloc((size_t)n * size);
    job.type = type;
    job.length = job.n = n;
    for (long long k = 0; k < n; k++)
        if (type == TCR_F64)
            ((double *)(void *)x)[k] = (double)(k * 7919 % 1000) / 1000;
        else
            ((float *)(void *)x)[k] = (float)(k * 7919 % 1000) / 1000;
    job.x = tcr_malloc((size_t)n * size);
    job.y = tcr_malloc((size_t)n * size);
    if (!job.x || !job.y || tcr_memcpy_to_device(job.x, x, (size_t)n * size))
        exit(1);
    measure("array", array, x, 0);
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const long long many = n / lengths[k] + 1;
        int64_t *offsets = malloc((size_t)many * sizeof *offsets);
        job.length = lengths[k];
        for (long long i = 0; i < many; i++)
            offsets[i] = i * job.length;
        job.offsets = tcr_malloc((size_t)many * sizeof *offsets);
        if (!job.offsets || tcr_memcpy_to_device(job.offsets, offsets, (size_t)many * 8))
            exit(1);
        measure("rows", rows, x, 0);
        measure("segments", segments, x, 1);
        tcr_free(job.offsets);
        free(offsets);
    }
    tcr_free(job.x);
    tcr_free(job.y);
    free(x);
}

int main(int argc, char **argv)
{
    printf("%s\n", tcr_device_name());
    for (int k = 1; k < argc || (argc == 1 && k <= 3); k++) {
        const int power = argc > 1 ? atoi(argv[k]) : 16 + 4 * k;
        run(TCR_F32, 1LL << power);
        run(TCR_F64, 1LL << power);
    }
    return failed;
}

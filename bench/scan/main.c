/* SPDX-License-Identifier: MIT */
/*
 * Prefix sums through generated code, beside CUB's and a copy of the same bytes.
 *
 *     scan [MOST] [check] [./PEERS.so]
 *
 * Sizes are powers of two, 2^10 to 2^MOST (28).  `check` compares results and times nothing.  Times
 * are wall-clock times of synchronous calls on arrays that are on the device, medians of 21 calls
 * (7 from 2^24 on); GB/s count what is read and what is written.  Exit status 1: a result was
 * wrong.
 */
#define _GNU_SOURCE
#include "peers.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tcr.h"

enum { LEAST = 10, FEW = 7, MANY = 21, LARGE = 24 };

static struct peer_scan peer;
static int bad;

/* Of small integers: no sum is rounded, in whatever order. */
#define SCAN(name, T, sum_type)                                                                    \
    static void name(const T *restrict a, T *restrict out, long n)                                 \
    {                                                                                              \
        sum_type s = 0;                                                                            \
        _Pragma("tcr reduce(inscan, +:s)") for (long i = 0; i < n; i++)                            \
        {                                                                                          \
            s += a[i];                                                                             \
            _Pragma("tcr scan inclusive(s)") out[i] = s;                                           \
        }                                                                                          \
    }                                                                                              \
    static int wrong_##name(const T *a, const T *out, long n)                                      \
    {                                                                                              \
        T s = 0;                                                                                   \
        for (long i = 0; i < n; i++) {                                                             \
            s += a[i];                                                                             \
            if (out[i] != s)                                                                       \
                return 1;                                                                          \
        }                                                                                          \
        return 0;                                                                                  \
    }                                                                                              \
    static void fill_##name(T *a, long n)                                                          \
    {                                                                                              \
        for (long i = 0; i < n; i++)                                                               \
            a[i] = (T)(i * 7919 % 17 - 8);                                                         \
    }
SCAN(scan_f32, float, float)
SCAN(scan_f64, double, double)
SCAN(scan_i32, int, int)
SCAN(scan_i64, long, long)

static const struct kind {
    const char *name;
    size_t size;
    enum element element;
} kinds[] = {{"f32", 4, ELEMENT_F32},
             {"f64", 8, ELEMENT_F64},
             {"i32", 4, ELEMENT_I32},
             {"i64", 8, ELEMENT_I64}};

static void ours(const struct kind *k, const void *a, void *out, long n)
{
    if (k->element == ELEMENT_F32)
        scan_f32(a, out, n);
    else if (k->element == ELEMENT_F64)
        scan_f64(a, out, n);
    else if (k->element == ELEMENT_I32)
        scan_i32(a, out, n);
    else
        scan_i64(a, out, n);
}

static int is_wrong(const struct kind *k, const void *a, const void *out, long n)
{
    return k->element == ELEMENT_F32   ? wrong_scan_f32(a, out, n)
           : k->element == ELEMENT_F64 ? wrong_scan_f64(a, out, n)
           : k->element == ELEMENT_I32 ? wrong_scan_i32(a, out, n)
                                       : wrong_scan_i64(a, out, n);
}

static void fill(const struct kind *k, void *a, long n)
{
    if (k->element == ELEMENT_F32)
        fill_scan_f32(a, n);
    else if (k->element == ELEMENT_F64)
        fill_scan_f64(a, n);
    else if (k->element == ELEMENT_I32)
        fill_scan_i32(a, n);
    else
        fill_scan_i64(a, n);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum who { OURS, CUB, COPY };

/* The median of some calls, in seconds; 0: there is no such peer. */
static double median(const struct kind *k, enum who who, const void *a, void *out, long n)
{
    double time[MANY];
    const int calls = n >= 1l << LARGE ? FEW : MANY;
    const void *from = tcr_deviceptr((void *)a);
    void *to = tcr_deviceptr(out);
    for (int i = -2; i < calls; i++) {
        const double start = now();
        int error = 0;
        if (who == OURS)
            ours(k, a, out, n);
        else if (who == CUB)
            error = !peer.inclusive || peer.inclusive(k->element, n, from, to);
        else
            error = !peer.copy || peer.copy(to, from, (size_t)n * k->size);
        if (error)
            return 0;
        if (i >= 0)
            time[i] = now() - start;
    }
    qsort(time, (size_t)calls, sizeof *time, ascending);
    return time[calls / 2];
}

static void line(const struct kind *k, int size, void *a, void *out, int only_check)
{
    const long n = 1l << size;
    const double bytes = 2.0 * (double)n * (double)k->size;
    double own, cub, copy;
    memset(out, 0xff, (size_t)n * k->size);
    tcr_update_device(out, (size_t)n * k->size);
    ours(k, a, out, n);
    tcr_update_host(out, (size_t)n * k->size);
    const int wrong = is_wrong(k, a, out, n);
    bad += wrong;
    if (only_check) {
        printf("%s 2^%d %s\n", k->name, size, wrong ? "FAILED: wrong result" : "right");
        return;
    }
    own = median(k, OURS, a, out, n);
    cub = median(k, CUB, a, out, n);
    copy = median(k, COPY, a, out, n);
    printf("%-4s 2^%-3d %10.2f %8.0f", k->name, size, own * 1e6, bytes / own * 1e-9);
    if (cub > 0)
        printf(" %10.2f %8.0f %7.3f", cub * 1e6, bytes / cub * 1e-9, cub / own);
    if (copy > 0)
        printf(" %10.2f %8.0f", copy * 1e6, bytes / copy * 1e-9);
    printf("%s\n", wrong ? "  FAILED: wrong result" : "");
    fflush(stdout);
}

static void head(void)
{
    char versions[80] = "";
    if (peer.versions)
        peer.versions(versions, sizeof versions);
    printf("%s, tcr %s%s%s\n", tcr_device_name() ? tcr_device_name() : "no device", tcr_version(),
           *versions ? ", " : "", versions);
    printf("%-4s %-5s %10s %8s %10s %8s %7s %10s %8s\n", "", "n", "tcr us", "GB/s", "CUB us",
           "GB/s", "ratio", "copy us", "GB/s");
}

int main(int argc, char **argv)
{
    int most = 28, only_check = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "check") == 0) {
            only_check = 1;
        } else if (strchr(argv[i], '/')) {
            void *object = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
            const void *table = object ? dlsym(object, "scan_peers") : NULL;
            if (!table) {
                fprintf(stderr, "%s\n", dlerror());
                return 2;
            }
            memcpy(&peer, table, sizeof peer);
        } else if ((most = atoi(argv[i])) < LEAST || most > 31) {
            fprintf(stderr, "usage: %s [MOST] [check] [./PEERS.so]\n", argv[0]);
            return 2;
        }
    }
    if (!only_check)
        head();
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const size_t bytes = kinds[k].size << most;
        void *a = malloc(bytes), *out = malloc(bytes);
        if (!a || !out || tcr_create(a, bytes) != TCR_OK || tcr_create(out, bytes) != TCR_OK)
            return 2;
        fill(&kinds[k], a, 1l << most);
        tcr_update_device(a, bytes);
        for (int size = LEAST; size <= most; size += size < 26 ? 2 : 1)
            line(&kinds[k], size, a, out, only_check);
        tcr_delete(a, bytes);
        tcr_delete(out, bytes);
        free(a);
        free(out);
    }
    printf("%d wrong\n", bad);
    return bad != 0;
}

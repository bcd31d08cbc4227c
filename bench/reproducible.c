/* SPDX-License-Identifier: MIT */
/*
 * reproducible.c: what the clause `reproducible` costs, on the device and on the host.
 *
 *     tcr-cc -O2 -fopenmp reproducible.c -o reproducible && ./reproducible [GIB [HOST_GIB]]
 *
 * Sums of arrays that are resident on the device, with and without the clause in
 * turn, and the same on the host: there against OpenMP's own loop.  Prints the
 * device, sizes, medians, rates and ratios (plain time / reproducible time).  The
 * reproducible results of all repetitions, device and host, must be the same bits.
 */
#define _GNU_SOURCE
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tcr.h"

enum { REPEATS = 21 };

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

#define SUMS(T)                                                                                    \
    static double plain_##T(const T *a, long n, int device)                                        \
    {                                                                                              \
        T sum = 0;                                                                                 \
        if (device) {                                                                              \
            _Pragma("tcr reduce(+ : sum)") for (long i = 0; i < n; i++) sum += a[i];               \
        } else {                                                                                   \
            _Pragma("omp parallel for simd reduction(+ : sum)") for (long i = 0; i < n; i++)       \
                sum += a[i];                                                                       \
        }                                                                                          \
        return (double)sum;                                                                        \
    }                                                                                              \
    static double exact_##T(const T *a, long n, int device)                                        \
    {                                                                                              \
        T sum = 0;                                                                                 \
        _Pragma("tcr reduce(+ : sum) reproducible if(device)") for (long i = 0; i < n; i++) sum += \
            a[i];                                                                                  \
        return (double)sum;                                                                        \
    }                                                                                              \
    static int measure_##T(const char *what, const T *a, long n, int device)                       \
    {                                                                                              \
        double time[2][REPEATS], first = exact_##T(a, n, device), plain = plain_##T(a, n, device); \
        int same = 1;                                                                              \
        for (int k = 0; k < REPEATS; k++) {                                                        \
            double t = now(), r;                                                                   \
            plain = plain_##T(a, n, device);                                                       \
            time[0][k] = now() - t;                                                                \
            t = now();                                                                             \
            r = exact_##T(a, n, device);                                                           \
            time[1][k] = now() - t;                                                                \
            same &= memcmp(&r, &first, sizeof r) == 0;                                             \
        }                                                                                          \
        qsort(time[0], REPEATS, sizeof(double), compare);                                          \
        qsort(time[1], REPEATS, sizeof(double), compare);                                          \
        return report(what, #T, n, (double)n * sizeof(T), time[0][REPEATS / 2],                    \
                      time[1][REPEATS / 2], first, plain, same);                                   \
    }

static int report(const char *what, const char *type, long n, double bytes, double plain,
                  double exact, double sum, double other, int same)
{
    printf("%-7s %-7s n = %-11ld plain %10.3f us %8.1f GB/s   reproducible %10.3f us %8.1f GB/s"
           "   ratio %.3f   %a (%+.1e)  %s\n",
           what, type, n, 1e6 * plain, 1e-9 * bytes / plain, 1e6 * exact, 1e-9 * bytes / exact,
           plain / exact, sum, other / sum - 1, same ? "same bits" : "DIFFERENT BITS");
    fflush(stdout);
    return !same;
}

SUMS(double)
SUMS(float)

#define ALL(T, a, n, host)                                                                         \
    do {                                                                                           \
        double on_device, on_host;                                                                 \
        if (tcr_copyin(a, (size_t)(n) * sizeof *(a)) != TCR_OK)                                    \
            return 1;                                                                              \
        bad |= measure_##T("device", a, n, 1);                                                     \
        bad |= measure_##T("device", a, 1 << 20, 1);                                               \
        bad |= measure_##T("device", a, 4096, 1);                                                  \
        on_device = exact_##T(a, host, 1);                                                         \
        tcr_delete(a, (size_t)(n) * sizeof *(a));                                                  \
        bad |= measure_##T("host", a, host, 0);                                                    \
        bad |= measure_##T("host", a, 1 << 20, 0);                                                 \
        on_host = exact_##T(a, host, 0);                                                           \
        bad |= memcmp(&on_device, &on_host, sizeof on_host) != 0;                                  \
        printf("host and device: %s\n", on_device == on_host ? "same" : "DIFFERENT");              \
    } while (0)

int main(int argc, char **argv)
{
    const double gib = argc > 1 ? atof(argv[1]) : 8, host = argc > 2 ? atof(argv[2]) : 1;
    const long n = (long)(gib * 0x1p30 / sizeof(double)),
               m = (long)(host * 0x1p30 / sizeof(double));
    double *a = malloc((size_t)n * sizeof *a);
    float *f = (float *)a;
    unsigned long long x = 88172645463325252ULL;
    int bad = 0;

    if (!a || 2 * m > n)
        return 1;
    printf("device: %s, tcr %s; host: %d threads\n", tcr_device_name(), tcr_version(),
           omp_get_max_threads());
    for (long i = 0; i < n; i++) {
        x = x * 6364136223846793005ULL + 1442695040888963407ULL;
        a[i] = (double)(long long)x * 0x1p-63;
    }
    ALL(double, a, n, m);
    for (long i = 0; i < n; i++) {
        x = x * 6364136223846793005ULL + 1442695040888963407ULL;
        f[i] = (float)(int)(x >> 32) * 0x1p-31f;
    }
    ALL(float, f, n, 2 * m);
    free(a);
    return bad;
}

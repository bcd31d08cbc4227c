/* SPDX-License-Identifier: MIT */
/*
 * library_host.c: the functions of tcr_reduce.h on the host beside the same loops under OpenMP.
 *
 *     cc -O3 -march=native -fopenmp bench/library_host.c $(pkg-config --cflags --libs tcr)
 *     TCR_TARGET=host ./a.out [MOST]
 *
 * For each size up to MOST (2^26) elements: median seconds of a call, alternating, over as many
 * calls as take about a tenth of a second, and the ratio loop / function.  The loops are
 * what a user would write, with `simd` where the operation allows it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <omp.h>
#include <tcr.h>

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static volatile double sink;

static void sum_loop(const void *p, long long n)
{
    const double *x = p;
    double s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (long long i = 0; i < n; i++)
        s += x[i];
    sink = s;
}
static void sum_call(const void *p, long long n)
{
    double s;

    tcr_sum_f64(n, p, 1, &s);
    sink = s;
}

static void sum_f32_loop(const void *p, long long n)
{
    const float *x = p;
    double s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (long long i = 0; i < n; i++)
        s += x[i];
    sink = s;
}
static void sum_f32_call(const void *p, long long n)
{
    double s;

    tcr_sum_f32(n, p, 1, &s);
    sink = s;
}

static void sum_i8_loop(const void *p, long long n)
{
    const signed char *x = p;
    long long s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (long long i = 0; i < n; i++)
        s += x[i];
    sink = (double)s;
}
static void sum_i8_call(const void *p, long long n)
{
    long long s;

    tcr_sum_i8(n, p, 1, &s);
    sink = (double)s;
}

static void dot_loop(const void *p, long long n)
{
    const double *x = p, *y = x + n / 2;
    double s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (long long i = 0; i < n / 2; i++)
        s += x[i] * y[i];
    sink = s;
}
static void dot_call(const void *p, long long n)
{
    const double *x = p;
    double s;

    tcr_dot_f64(n / 2, x, 1, x + n / 2, 1, &s);
    sink = s;
}

static void nrm2_loop(const void *p, long long n)
{
    const double *x = p;
    double s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (long long i = 0; i < n; i++)
        s += x[i] * x[i];
    sink = sqrt(s);
}
static void nrm2_call(const void *p, long long n)
{
    double s;

    tcr_nrm2_f64(n, p, 1, &s);
    sink = s;
}

static void maximum_loop(const void *p, long long n)
{
    const float *x = p;
    float m = -INFINITY;
#pragma omp parallel for simd reduction(max : m)
    for (long long i = 0; i < n; i++)
        m = x[i] > m ? x[i] : m;
    sink = m;
}
static void maximum_call(const void *p, long long n)
{
    double m;

    tcr_maximum_f32(n, p, 1, &m);
    sink = m;
}

static void argmax_loop(const void *p, long long n)
{
    const float *x = p;
    long long at = 0;
#pragma omp parallel
    {
        long long mine = 0;
#pragma omp for nowait
        for (long long i = 0; i < n; i++)
            if (x[i] > x[mine])
                mine = i;
#pragma omp critical
        if (x[mine] > x[at] || (x[mine] == x[at] && mine < at))
            at = mine;
    }
    sink = (double)at;
}
static void argmax_call(const void *p, long long n)
{
    long long at;

    tcr_argmax_f32(n, p, 1, &at);
    sink = (double)at;
}

typedef void body(const void *x, long long n);
static const struct {
    const char *name;
    body *loop, *call;
    unsigned size;
} rows[] = {
    {"sum f64", sum_loop, sum_call, 8},         {"sum f32", sum_f32_loop, sum_f32_call, 4},
    {"sum i8", sum_i8_loop, sum_i8_call, 1},    {"dot f64", dot_loop, dot_call, 8},
    {"nrm2 f64", nrm2_loop, nrm2_call, 8},      {"maximum f32", maximum_loop, maximum_call, 4},
    {"argmax f32", argmax_loop, argmax_call, 4}};

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

enum { SAMPLES = 21 };

static double one(body *run, const void *x, long long n, int calls)
{
    double start = now();

    for (int k = 0; k < calls; k++)
        run(x, n);
    return (now() - start) / calls;
}

static void row(size_t r, const void *x, long long n)
{
    double loop[SAMPLES], call[SAMPLES], t;
    int calls = 1;

    do {
        t = one(rows[r].loop, x, n, calls) * calls;
        calls *= t < 1e-3 ? 2 : 1;
    } while (t < 1e-3);
    for (int k = 0; k < SAMPLES; k++) {
        loop[k] = one(rows[r].loop, x, n, calls);
        call[k] = one(rows[r].call, x, n, calls);
    }
    qsort(loop, SAMPLES, sizeof *loop, compare);
    qsort(call, SAMPLES, sizeof *call, compare);
    printf("%-12s %10lld  loop %11.3f us  function %11.3f us  %8.2f GB/s  ratio %6.2f\n",
           rows[r].name, n, loop[SAMPLES / 2] * 1e6, call[SAMPLES / 2] * 1e6,
           (double)n * rows[r].size / call[SAMPLES / 2] * 1e-9,
           loop[SAMPLES / 2] / call[SAMPLES / 2]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    long long most = argc > 1 ? strtoll(argv[1], NULL, 10) : 1 << 26;
    double *x = malloc((size_t)most * 8);

    if (!x)
        return 1;
#pragma omp parallel for
    for (long long i = 0; i < most; i++)
        x[i] = 1 + (double)(i % 7) * 1e-3;
    printf("%s; %d threads; " __VERSION__ "\n", tcr_device_name(), omp_get_max_threads());
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (long long n = 4; n <= most; n *= 16)
            row(r, x, n);
    free(x);
    return 0;
}

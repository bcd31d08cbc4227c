/* SPDX-License-Identifier: MIT */
/*
 * host_dot.c: what the host fallback costs.  Compiled three times by
 * host_overhead.sh:
 *
 *     -DLOOP=dot_tcr          by tcr-cc: the loop under a tcr directive
 *     -DLOOP=dot_omp -DHAND   by the compiler itself: the same loop, annotated by hand
 *     -DMAIN                  the timing
 *
 * ./host_dot ELEMENTS REPETITIONS runs both loops in turn on the same arrays
 * and prints the medians in seconds and their ratio (tcr / hand).
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double dot_tcr(const double *x, const double *y, long n);
double dot_omp(const double *x, const double *y, long n);

#ifndef MAIN

double LOOP(const double *x, const double *y, long n)
{
    double sum = 0.0;

#ifdef HAND
#pragma omp parallel for simd reduction(+ : sum)
#else
#pragma tcr reduce(+ : sum)
#endif
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

#else

typedef double dot_fn(const double *x, const double *y, long n);

/* At least `calls` calls in a row; seconds of one. */
static double seconds(dot_fn *dot, const double *x, const double *y, long n, long calls,
                      double *result)
{
    struct timespec a, b;

    clock_gettime(CLOCK_MONOTONIC, &a);
    for (long k = 0; k < calls; k++)
        *result = dot(x, y, n);
    clock_gettime(CLOCK_MONOTONIC, &b);
    return ((double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec)) / (double)calls;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *t, int n)
{
    qsort(t, (size_t)n, sizeof *t, compare);
    return 0.5 * (t[(n - 1) / 2] + t[n / 2]);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000000;
    int repetitions = argc > 2 ? atoi(argv[2]) : 51;
    long calls = 1 + 4000000 / (n + 100);
    double *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
    double *tcr = malloc((size_t)repetitions * sizeof *tcr);
    double *omp = malloc((size_t)repetitions * sizeof *omp);
    double a, b, t, o;

    if (!x || !y || !tcr || !omp)
        return 1;
    for (long i = 0; i < n; i++) {
        x[i] = 1.0 / (double)(i + 1);
        y[i] = 1.0;
    }
    seconds(dot_tcr, x, y, n, calls, &a);
    seconds(dot_omp, x, y, n, calls, &b);
    if (a - b > 1e-12 * b || b - a > 1e-12 * b) {
        fprintf(stderr, "results differ: %.17g %.17g\n", a, b);
        return 1;
    }
    for (int r = 0; r < repetitions; r++) {
        /* Turn about, so that neither always comes second. */
        if (r % 2)
            omp[r] = seconds(dot_omp, x, y, n, calls, &b);
        tcr[r] = seconds(dot_tcr, x, y, n, calls, &a);
        if (r % 2 == 0)
            omp[r] = seconds(dot_omp, x, y, n, calls, &b);
    }
    t = median(tcr, repetitions);
    o = median(omp, repetitions);
    printf("%10ld  %12.3e  %12.3e  %6.3f\n", n, t, o, t / o);
    return 0;
}

#endif

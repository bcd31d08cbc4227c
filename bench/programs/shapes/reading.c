// SPDX-License-Identifier: MIT
// Shapes that read arrays: sums, extremes, counts, products with a matrix.
#include <float.h>
#include <math.h>

#include "shapes.h"

#include "../program.h"

static double sum(const double *x, long n)
{
    double s = 0.0;

#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++)
        s += x[i];
    return s;
}

static double sums(long n, long calls)
{
    double *x = vector(n), total = 0.0;

    for (long i = 0; i < n; i++)
        x[i] = 1.0 / (double)(i + 1);
    for (long c = 0; c < calls; c++)
        total += sum(x, n);
    free(x);
    return total;
}

// As many small numbers as memory holds.
static double bytes(long n, long calls)
{
    signed char *x = allocate((size_t)n, 1);
    long total = 0;

#pragma omp parallel for
    for (long i = 0; i < n; i++)
        x[i] = (signed char)(i % 101 - 50);
    for (long c = 0; c < calls; c++) {
        long s = 0;

#pragma omp parallel for reduction(+ : s)
        for (long i = 0; i < n; i++)
            s += x[i] > 20;
        total += s;
    }
    free(x);
    return (double)total;
}

static double extremes(long n, long calls)
{
    double *x = vector(n), total = 0.0;

#pragma omp parallel for
    for (long i = 0; i < n; i++)
        x[i] = (double)(i * 7919 % 1000003) - 5e5;
    for (long c = 0; c < calls; c++) {
        double least = DBL_MAX, most = -DBL_MAX;

#pragma omp parallel for reduction(min : least) reduction(max : most)
        for (long i = 0; i < n; i++) {
            least = x[i] < least ? x[i] : least;
            most = x[i] > most ? x[i] : most;
        }
        total += most - least + (double)c;
        x[c % n] += 1.0; // the program changes one element
    }
    free(x);
    return total;
}

static double histogram(long n, long calls)
{
    enum { BINS = 64 };
    int *key = allocate((size_t)n, sizeof *key);
    double total = 0.0;

#pragma omp parallel for
    for (long i = 0; i < n; i++)
        key[i] = (int)(i * 31 % 1009 % BINS);
    for (long c = 0; c < calls; c++) {
        long bins[BINS] = {0};

#pragma omp parallel for reduction(+ : bins[:BINS])
        for (long i = 0; i < n; i++)
            bins[key[i]]++;
        for (int b = 0; b < BINS; b++)
            total += (double)(bins[b] * (b + 1 + c % 5));
    }
    free(key);
    return total;
}

static double matrix_vector(long n, long calls)
{
    double *a = vector(n * n), *x = vector(n), *y = vector(n);

#pragma omp parallel for
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < n; j++)
            a[i * n + j] = 1.0 / (double)(i + j + 1);
        x[i] = 1.0;
    }
    for (long c = 0; c < calls; c++) {
        double norm = 0.0;

#pragma omp parallel for
        for (long i = 0; i < n; i++) {
            double s = 0.0;
            for (long j = 0; j < n; j++)
                s += a[i * n + j] * x[j];
            y[i] = s;
        }
#pragma omp parallel for reduction(+ : norm)
        for (long i = 0; i < n; i++)
            norm += y[i] * y[i];
        norm = sqrt(norm);
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            x[i] = y[i] / norm;
    }
    const double result = digest(x, n);
    free(a);
    free(x);
    free(y);
    return result;
}

static double gather(long n, long calls)
{
    double *x = vector(n), total = 0.0;
    int *at = allocate((size_t)n, sizeof *at);

#pragma omp parallel for
    for (long i = 0; i < n; i++) {
        at[i] = (int)(i * 1000003 % n);
        x[i] = (double)(i % 1000);
    }
    for (long c = 0; c < calls; c++) {
        double s = 0.0;

#pragma omp parallel for reduction(+ : s)
        for (long i = 0; i < n; i++)
            s += x[at[i]] * 0.5;
        total += s;
    }
    free(x);
    free(at);
    return total;
}

// Row i has i elements.
static double triangle(long n, long calls)
{
    double *x = vector(n), total = 0.0;

    for (long i = 0; i < n; i++)
        x[i] = (double)(i % 17) * 0.25;
    for (long c = 0; c < calls; c++) {
        double s = 0.0;

#pragma omp parallel for reduction(+ : s) schedule(dynamic, 16)
        for (long i = 0; i < n; i++)
            for (long j = 0; j < i; j++)
                s += (x[i] - x[j]) * (x[i] - x[j]);
        total += s;
    }
    free(x);
    return total;
}

const struct shape reading_shapes[] = {
    {"sum_1e2_1e6", sums, 100, 1000000, 100, 200, 1e-9},
    {"sum_1e3_1e5", sums, 1000, 100000, 1000, 50, 1e-9},
    {"sum_1e4_1e5", sums, 10000, 100000, 3000, 20, 1e-9},
    {"sum_1e5_1e4", sums, 100000, 10000, 5000, 10, 1e-9},
    {"sum_1e6_1e3", sums, 1000000, 1000, 9000, 5, 1e-9},
    {"sum_1e7_1e2", sums, 10000000, 100, 10000, 3, 1e-9},
    {"sum_1e8_10", sums, 100000000, 10, 20000, 2, 1e-9},
    {"sum_1e8_1", sums, 100000000, 1, 20000, 1, 1e-9},
    {"bytes_1e9_5", bytes, 1000000000, 5, 30000, 2, 0},
    {"extremes_1e7_1e2", extremes, 10000000, 100, 5000, 5, 0},
    {"histogram_1e7_50", histogram, 10000000, 50, 10000, 3, 0},
    {"matvec_4000_300", matrix_vector, 4000, 300, 60, 4, 1e-9},
    {"gather_1e7_50", gather, 10000000, 50, 9000, 3, 1e-9},
    {"triangle_20000_10", triangle, 20000, 10, 150, 2, 1e-9},
    {NULL, NULL, 0, 0, 0, 0, 0.0},
};

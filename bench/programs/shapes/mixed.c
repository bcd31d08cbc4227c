// SPDX-License-Identifier: MIT
// Shapes in which the host has its part: code without loops of ours, arrays that both sides use,
// programs that are soon over, memory that grows.
#include <math.h>

#include "shapes.h"

#include "../program.h"

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

// Sorting and a recurrence, and one sum at the end.
static double host_only(long n, long calls)
{
    double *x = vector(n), carry = 0.0, s = 0.0;

    for (long c = 0; c < calls; c++) {
        for (long i = 0; i < n; i++)
            x[i] = (double)((i + c) * 7919 % 104729);
        qsort(x, (size_t)n, sizeof *x, by_size);
        for (long i = 0; i < n; i++) {
            carry = 0.5 * carry + x[i];
            x[i] = carry;
        }
    }
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++)
        s += x[i];
    free(x);
    return s;
}

// The host goes over the whole array after each loop of the other side.
static double alternate_all(long n, long calls)
{
    double *x = vector(n), total = 0.0;

    for (long i = 0; i < n; i++)
        x[i] = (double)(i % 19);
    for (long c = 0; c < calls; c++) {
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            x[i] = sqrt(x[i] + 1.0);
        for (long i = 1; i < n; i++)
            x[i] = 0.5 * x[i] + 0.5 * x[i - 1];
        total += x[n - 1];
    }
    total += digest(x, n);
    free(x);
    return total;
}

// It reads all and writes nothing.
static double alternate_reading(long n, long calls)
{
    double *x = vector(n), total = 0.0;

    for (long i = 0; i < n; i++)
        x[i] = (double)(i % 19);
    for (long c = 0; c < calls; c++) {
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            x[i] = x[i] * 0.99 + 0.01;
        double running = 0.0;
        for (long i = 0; i < n; i++)
            running = 0.9 * running + x[i];
        total += running;
    }
    free(x);
    return total;
}

// It reads and writes a few elements.
static double alternate_few(long n, long calls)
{
    double *x = vector(n), total = 0.0;

    for (long i = 0; i < n; i++)
        x[i] = 1.0;
    for (long c = 0; c < calls; c++) {
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            x[i] = x[i] * 1.001;
        total += x[n / 2];
        x[0] = total;
        x[n - 1] = 1.0 / total;
    }
    total += digest(x, n);
    free(x);
    return total;
}

// An array of which the host fills another part each time.
static double rolling(long n, long calls)
{
    double *x = vector(n), total = 0.0;
    const long part = n / 16;

    for (long i = 0; i < n; i++)
        x[i] = 1.0;
    for (long c = 0; c < calls; c++) {
        double s = 0.0;

        for (long i = 0; i < part; i++)
            x[c % 16 * part + i] += 1e-3 * (double)(i % 10);
#pragma omp parallel for reduction(+ : s)
        for (long i = 0; i < n; i++)
            s += x[i] * x[i];
        total += s;
    }
    free(x);
    return total;
}

static double growing(long n, long calls)
{
    double *x = NULL, total = 0.0;

    for (long c = 1; c <= calls; c++) {
        const long length = n * c / calls, from = n * (c - 1) / calls;
        double s = 0.0;

        x = realloc(x, (size_t)(length + 1) * sizeof *x);
        if (x == NULL)
            exit(EXIT_FAILURE);
        for (long i = from; i < length; i++)
            x[i] = (double)(i % 23);
#pragma omp parallel for reduction(+ : s)
        for (long i = 0; i < length; i++)
            s += x[i];
        total += s;
    }
    free(x);
    return total;
}

// Temporaries on the stack of a function that is called often.
static double stack_block(long n, long seed)
{
    double block[4096], s = 0.0;

#pragma omp parallel for
    for (long i = 0; i < n; i++)
        block[i] = (double)((i + seed) % 29);
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++)
        s += block[i] * block[n - 1 - i];
    return s;
}

static double stack(long n, long calls)
{
    double total = 0.0;

    for (long c = 0; c < calls; c++)
        total += stack_block(n, c);
    return total;
}

// Arrays that live for one call: allocated, used twice, freed.
static double churning(long n, long calls)
{
    double total = 0.0;

    for (long c = 0; c < calls; c++) {
        double *x = vector(n), s = 0.0;

#pragma omp parallel for
        for (long i = 0; i < n; i++)
            x[i] = (double)((i + c) % 101) * 0.01;
#pragma omp parallel for reduction(+ : s)
        for (long i = 0; i < n; i++)
            s += x[i] * x[i];
        total += s;
        free(x);
    }
    return total;
}

const struct shape mixed_shapes[] = {
    {"host_only_2e6_5", host_only, 2000000, 5, 3000, 2, 1e-9},
    {"short_1e5_1", alternate_few, 100000, 1, 3000, 1, 1e-9},
    {"alternate_all_2e6_200", alternate_all, 2000000, 200, 3000, 4, 1e-9},
    {"alternate_read_4e6_200", alternate_reading, 4000000, 200, 3000, 4, 1e-9},
    {"alternate_few_1e7_200", alternate_few, 10000000, 200, 3000, 4, 1e-9},
    {"rolling_2e7_100", rolling, 20000000, 100, 8000, 18, 1e-9},
    {"growing_2e7_100", growing, 20000000, 100, 9000, 6, 1e-9},
    {"stack_4096_1e5", stack, 4096, 100000, 1000, 6, 1e-9},
    {"churning_1e7_50", churning, 10000000, 50, 8000, 3, 1e-9},
    {NULL, NULL, 0, 0, 0, 0, 0.0},
};

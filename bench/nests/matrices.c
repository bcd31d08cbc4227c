/* SPDX-License-Identifier: MIT */
/* Dense matrix times vector, row after row and transposed. */
#include "calls.h"
#include "measure.h"
#include "nests.h"
#include "peers.h"
#include <math.h>
#include <stdio.h>
#include "tcr.h"

static struct {
    long m, n;
    int f64, transposed;
    void *a, *x, *y;
    double *expected; /* of this type and direction */
} s;

static size_t element(void)
{
    return s.f64 ? sizeof(double) : sizeof(float);
}

static long results(void)
{
    return s.transposed ? s.n : s.m;
}

static double at(const void *array, long i)
{
    return s.f64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

static void put(void *array, long i, double value)
{
    if (s.f64)
        ((double *)array)[i] = value;
    else
        ((float *)array)[i] = (float)value;
}

static int call(void)
{
    if (s.transposed)
        s.f64 ? transposed_vector_f64(s.m, s.n, s.a, s.x, s.y)
              : transposed_vector_f32(s.m, s.n, s.a, s.x, s.y);
    else
        s.f64 ? matrix_vector_f64(s.m, s.n, s.a, s.x, s.y)
              : matrix_vector_f32(s.m, s.n, s.a, s.x, s.y);
    return 0;
}

static int call_api(void)
{
    return call_gemv(s.f64, s.transposed, s.m, s.n, s.a, s.x, s.y);
}

static int by_cublas(void)
{
    return peer_libraries.matrix_vector
               ? peer_libraries.matrix_vector(s.f64, s.transposed, s.m, s.n, tcr_deviceptr(s.a),
                                              tcr_deviceptr(s.x), tcr_deviceptr(s.y))
               : -1;
}

static void reset(void)
{
    spoil(s.y, (size_t)results() * element());
}

static int wrong(void)
{
    to_host(s.y, (size_t)results() * element());
    for (long i = 0; i < results(); i++)
        if (at(s.y, i) != s.expected[i])
            return 1;
    return 0;
}

static void expect(void)
{
    for (long i = 0; i < results(); i++)
        s.expected[i] = 0;
    for (long i = 0; i < s.m; i++)
        for (long j = 0; j < s.n; j++)
            s.expected[s.transposed ? j : i] +=
                at(s.a, i * s.n + j) * at(s.x, s.transposed ? i : j);
}

static void fill(void)
{
    for (long i = 0; i < s.m * s.n; i++)
        put(s.a, i, sixteenths((unsigned long)i));
    for (long i = 0; i < s.m + s.n; i++)
        put(s.x, i, sixteenths(1ul << 40 | (unsigned long)i));
    to_device(s.a, (size_t)(s.m * s.n) * element());
    to_device(s.x, (size_t)(s.m + s.n) * element());
}

static int both_directions(void)
{
    int bad = 0;
    fill();
    for (s.transposed = 0; s.transposed < 2; s.transposed++) {
        struct line line = {.limit = LIMIT_READ,
                            .reset = reset,
                            .call = call,
                            .wrong = wrong,
                            .rivals = {{"cuBLAS", by_cublas}}};
        line.pattern = s.transposed ? s.f64 ? "A^T x f64" : "A^T x f32"
                       : s.f64      ? "A x f64"
                                    : "A x f32";
        line.work = (double)element() * ((double)s.m * (double)s.n + (double)(s.m + s.n));
        snprintf(line.size, sizeof line.size, "%ld x %ld", s.m, s.n);
        expect();
        bad += measure(&line);
        line.call = call_api;
        line.pattern = s.transposed ? s.f64 ? "C API A^T x f64" : "C API A^T x f32"
                       : s.f64      ? "C API A x f64"
                                    : "C API A x f32";
        bad += measure(&line);
    }
    return bad;
}

int matrices(long divisor)
{
    double by = sqrt((double)divisor);
    int bad = 0;
    s.m = (long)(16384 / by) + 1;
    s.n = (long)(8192 / by) + 1;
    if (divisor == 1)
        s.m--, s.n--;
    s.a = resident((size_t)(s.m * s.n) * sizeof(double));
    s.x = resident((size_t)(s.m + s.n) * sizeof(double));
    s.y = resident((size_t)(s.m + s.n) * sizeof(double));
    s.expected = resident((size_t)(s.m + s.n) * sizeof(double));
    for (s.f64 = 1; s.f64 >= 0; s.f64--)
        bad += both_directions();
    gone(s.a);
    gone(s.x);
    gone(s.y);
    gone(s.expected);
    return bad;
}

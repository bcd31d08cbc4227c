/* SPDX-License-Identifier: MIT */
/* test_matrix.c: tcr_matrix.h on the host and on the simulated device. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../include/tcr.h"
#include "../../include/tcr_region.h"
#include "../../spec/contract.h"
#include "suites.h"

enum place { HOST, DEVICE, STREAM, PRESENT, PLACES };

struct matrix_case {
    int f64, transposed;
    long long m, n, lda, incx, incy;
    double alpha, beta;
    unsigned offset; /* of all arrays, in elements */
    enum place place;
};

enum { ROOM = 64 }; /* elements around each array, which nobody may change */

struct array {
    char *block, *host, *passed, *device;
    size_t bytes;
};

static size_t size_of(const struct matrix_case *c)
{
    return c->f64 ? 8 : 4;
}

static double get(const struct matrix_case *c, const void *at, long long k)
{
    return c->f64 ? ((const double *)at)[k] : (double)((const float *)at)[k];
}

/* Elements in all of the block: multiples of 1/16, whose products and sums are exact. */
static void make(const struct matrix_case *c, struct array *a, long long n, unsigned seed)
{
    const long long all = n + 2 * ROOM;

    a->bytes = (size_t)n * size_of(c);
    a->block = aligned_alloc(256, ((size_t)all * size_of(c) + 511) / 256 * 256);
    a->host = a->block + (size_t)(ROOM / 2 + c->offset) * size_of(c);
    for (long long k = 0; k < all; k++) {
        double v = (double)((k * 7919 + seed * 104729) % 255 - 127) / 16;

        if (c->f64)
            ((double *)(void *)a->block)[k] = v;
        else
            ((float *)(void *)a->block)[k] = (float)v;
    }
}

static bool put(const struct matrix_case *c, struct array *a)
{
    a->passed = a->host;
    a->device = NULL;
    if (c->place == PRESENT)
        return tcr_copyin(a->host, a->bytes) == 0;
    if (c->place == HOST)
        return true;
    a->device = tcr_malloc(a->bytes + (size_t)(c->offset + 1) * size_of(c));
    a->passed = a->device + c->offset * size_of(c);
    return a->device && (!a->bytes || !tcr_memcpy_to_device(a->passed, a->host, a->bytes));
}

static void take(const struct matrix_case *c, struct array *a)
{
    if (c->place == PRESENT)
        tcr_copyout(a->host, a->bytes);
    else if (c->place != HOST && a->bytes)
        tcr_memcpy_from_device(a->host, a->passed, a->bytes);
    tcr_free(a->device);
}

static long long place_of(long long k, long long n, long long inc)
{
    return inc > 0 ? k * inc : (k - n + 1) * inc;
}

static long long extent(long long n, long long inc)
{
    return n ? (n - 1) * llabs(inc) + 1 : 0;
}

/* What is expected in y's block, into `want`. */
static void expect(const struct matrix_case *c, const struct array *a, const struct array *x,
                   const struct array *y, char *want, size_t bytes)
{
    const long long results = c->transposed ? c->n : c->m, terms = c->transposed ? c->m : c->n;

    memcpy(want, y->block, bytes);
    for (long long i = 0; i < results; i++) {
        const long long at = place_of(i, results, c->incy);
        void *to = want + (y->host - y->block);
        double sum = 0;

        for (long long k = 0; k < terms && c->alpha != 0; k++)
            sum += get(c, a->host, c->transposed ? k * c->lda + i : i * c->lda + k) *
                   get(c, x->host, place_of(k, terms, c->incx));
        sum = c->alpha * sum + (c->beta != 0 ? c->beta * get(c, to, at) : 0);
        if (c->f64)
            ((double *)to)[at] = sum;
        else
            ((float *)to)[at] = (float)sum;
    }
}

/* 0, or 1 and a line. */
static int check(const struct matrix_case *c)
{
    const long long results = c->transposed ? c->n : c->m, terms = c->transposed ? c->m : c->n;
    const size_t bytes = (size_t)(extent(results, c->incy) + 2 * ROOM) * size_of(c);
    struct tcr_options o = {.size = sizeof o, .flags = c->place == STREAM ? TCR_STREAM : 0};
    struct array a, x, y;
    char *want = malloc(bytes);
    int error = -100, bad;

    make(c, &a, c->m ? (c->m - 1) * c->lda + c->n : 0, 1);
    make(c, &x, extent(terms, c->incx), 2);
    make(c, &y, extent(results, c->incy), 3);
    if (c->beta == 0 && results) /* is not read */
        memset(y.host + (size_t)place_of(0, results, c->incy) * size_of(c), 0xff, size_of(c));
    expect(c, &a, &x, &y, want, bytes);
    if (put(c, &a) && put(c, &x) && put(c, &y))
        error = tcr_gemv(c->f64 ? TCR_F64 : TCR_F32, c->transposed, c->m, c->n, c->alpha, a.passed,
                         c->lda, x.passed, c->incx, c->beta, y.passed, c->incy, &o);
    take(c, &a);
    take(c, &x);
    take(c, &y);
    bad = error || memcmp(want, y.block, bytes) != 0;
    if (bad)
        printf(
            "WRONG gemv f64=%d transposed=%d %lld x %lld lda=%lld inc=%lld,%lld alpha=%g beta=%g "
            "offset=%u place=%d: error %d\n",
            c->f64, c->transposed, c->m, c->n, c->lda, c->incx, c->incy, c->alpha, c->beta,
            c->offset, c->place, error);
    free(a.block);
    free(x.block);
    free(y.block);
    free(want);
    return bad;
}

/* Around granules, teams, warps, tiles and blocks. */
static const long long sides[][2] = {{0, 5},     {5, 0},   {1, 1},    {3, 2},    {7, 33},
                                     {33, 7},    {64, 64}, {130, 17}, {17, 130}, {1, 3000},
                                     {3000, 1},  {2, 700}, {700, 2},  {90, 129}, {257, 65},
                                     {700, 300}, {2, 9000}};
enum { SIDES = sizeof sides / sizeof *sides };

static int check_sides(int f64, int transposed, enum place place)
{
    static const double factors[][2] = {{1, 0}, {1, 1}, {-2, 0.5}, {0, 3}, {0.25, 0}};
    int bad = 0;

    for (int k = 0; k < SIDES && !bad; k++)
        for (int turn = 0; turn < 3 && !bad; turn++) {
            const int seed = k + turn * 5 + (int)place;
            struct matrix_case c = {.f64 = f64,
                                    .transposed = transposed,
                                    .m = sides[k][0],
                                    .n = sides[k][1],
                                    .lda = sides[k][1] + (turn ? seed % 5 : 0),
                                    .incx = turn == 2 ? seed % 2 ? 3 : -2 : 1,
                                    .incy = turn == 2 ? seed % 3 ? -1 : 2 : 1,
                                    .alpha = factors[seed % 5][0],
                                    .beta = factors[seed % 5][1],
                                    .offset = turn ? (unsigned)seed % 4 : 0,
                                    .place = place};

            if (c.lda == 0)
                c.lda = 1;
            bad += check(&c);
        }
    return bad;
}

START_TEST(on_host)
{
    struct matrix_case large = {.m = 20000, .n = 90, .lda = 90, .incx = 1, .incy = 1, .alpha = 1};

    setenv("TCR_TARGET", "host", 1);
    for (int place = 0; place < PLACES; place++)
        ck_assert_int_eq(check_sides(_i % 2, _i / 2, (enum place)place), 0);
    large.f64 = 1; /* sums of f32 would not be exact */
    large.transposed = _i / 2;
    ck_assert_int_eq(check(&large), 0);
    large.m = 90;
    large.n = large.lda = 20000;
    ck_assert_int_eq(check(&large), 0);
}
END_TEST

START_TEST(on_device)
{
    static const char *const sms[] = {"2", "8"};
    /* several rows at a time, whose last elements fill no granule */
    const struct matrix_case rows = {
        .f64 = _i % 2, .m = 700, .n = 301, .lda = 304, .incx = 1, .incy = 1, .alpha = 2, .beta = 1};
    /* by whole blocks, two rows at a time, and what is left by warps; or no row is left */
    struct matrix_case few = {.f64 = _i % 2,
                              .m = 75,
                              .n = 4099,
                              .lda = 4100,
                              .incx = 1,
                              .incy = -2,
                              .alpha = 1,
                              .beta = 1,
                              .place = DEVICE};

    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "required", 1);
    setenv("TCR_SIM_SMS", sms[_i / 4], 1);
    setenv("TCR_SIM_SEED", "5", 1); /* blocks in another order than that of their numbers */
    for (int place = _i / 4; place < PLACES; place += 2)
        ck_assert_int_eq(check_sides(_i % 2, _i / 2 % 2, (enum place)place), 0);
    if (_i / 2 % 2) /* these are not transposed */
        return;
    ck_assert_int_eq(check(&rows), 0);
    ck_assert_int_eq(check(&few), 0);
    few.m = 72;
    ck_assert_int_eq(check(&few), 0);
}
END_TEST

/* The order of sums does not depend on the run. */
START_TEST(same_bits)
{
    enum { M = 300, N = 150 };
    static float a[M * N], x[M], y[2][M];

    setenv(_i / 2 ? "TCR_BACKEND" : "TCR_TARGET", _i / 2 ? "sim" : "host", 1);
    if (_i / 2)
        setenv("TCR_TARGET", "device", 1);
    for (int k = 0; k < M * N; k++)
        a[k] = (float)sin(k);
    for (int k = 0; k < M; k++)
        x[k] = (float)cos(k);
    for (int turn = 0; turn < 2; turn++)
        ck_assert_int_eq(tcr_gemv_f32(_i % 2, M, N, 1.5, a, N, x, 1, 0, y[turn], 1), 0);
    ck_assert_int_eq(memcmp(y[0], y[1], sizeof y[0]), 0);
    for (int i = 0; i < (_i % 2 ? N : M); i++) {
        double sum = 0, size = 0;

        for (int k = 0; k < (_i % 2 ? M : N); k++) {
            double term = (double)(_i % 2 ? a[k * N + i] : a[i * N + k]) * (double)x[k];

            sum += term;
            size += fabs(term);
        }
        ck_assert(fabs((double)y[0][i] - 1.5 * sum) <= 1.5 * size * 0x1p-21);
    }
}
END_TEST

/* Calls on one stream share a workspace, which each leaves as it has found it: tickets and blocks'
 * results are zeros, for the next call on a device looks at them while it runs. */
static bool is_clean(const char *workspace, size_t size)
{
    const size_t tickets = TCR_TICKETS * sizeof(unsigned), slots = 256;
    char *copy = malloc(size);
    bool clean = tcr_memcpy_from_device(copy, workspace, size) == 0;

    for (size_t k = 0; k < size && clean; k++)
        clean = copy[k] == 0 || (k >= tickets && k < tickets + slots);
    free(copy);
    return clean;
}

START_TEST(workspace_is_left_clean)
{
    enum { M = 700, N = 300 };
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};
    double *a, *x, *y, *host = calloc(M * N, sizeof *host), sum;
    char *zeros;

    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "required", 1);
    for (int k = 0; k < M * N; k++)
        host[k] = k % 8;
    a = tcr_malloc(M * N * sizeof *a);
    x = tcr_malloc(M * sizeof *x);
    y = tcr_malloc(M * sizeof *y);
    ck_assert_int_eq(tcr_memcpy_to_device(a, host, M * N * sizeof *a), 0);
    ck_assert_int_eq(tcr_memcpy_to_device(x, host, M * sizeof *x), 0);
    ck_assert_int_eq(tcr_workspace_size(&o.workspace_size), 0);
    o.workspace = tcr_malloc(o.workspace_size);
    zeros = calloc(1, o.workspace_size);
    ck_assert_int_eq(tcr_memcpy_to_device(o.workspace, zeros, o.workspace_size), 0);
    ck_assert_int_eq(tcr_gemv(TCR_F64, 1, M, N, 1, a, N, x, 1, 0, y, 1, &o), 0);
    ck_assert(is_clean(o.workspace, o.workspace_size));
    ck_assert_int_eq(tcr_gemv(TCR_F64, 0, M, N, 1, a, N, x, 1, 0, y, 1, &o), 0);
    ck_assert(is_clean(o.workspace, o.workspace_size));
    ck_assert_int_eq(tcr_sum_rows(TCR_F64, 2, M * N / 2, a, M * N / 2, y, &o), 0);
    ck_assert(is_clean(o.workspace, o.workspace_size));
    ck_assert_int_eq(tcr_memcpy_from_device(host, y, 2 * sizeof *y), 0);
    ck_assert_double_eq(host[0] + host[1], 3.5 * M * N);
    ck_assert_int_eq(tcr_sum(TCR_F64, M * N, a, 1, &sum, &o), 0);
    ck_assert(is_clean(o.workspace, o.workspace_size));
    ck_assert_double_eq(sum, 3.5 * M * N);
    tcr_free(o.workspace);
    tcr_free(a);
    tcr_free(x);
    tcr_free(y);
    free(host);
    free(zeros);
}
END_TEST

START_TEST(arguments)
{
    static double a[64], x[8], y[8] = {3, 4};
    struct tcr_options o = {.size = sizeof o};
    const enum tcr_type t = TCR_F64;

    setenv(_i ? "TCR_BACKEND" : "TCR_TARGET", _i ? "sim" : "host", 1);
    ck_assert_int_eq(tcr_gemv(t, 0, 0, 8, 1, NULL, 8, NULL, 1, 0, NULL, 1, NULL), 0);
    ck_assert_int_eq(tcr_gemv(t, 1, 8, 0, 1, NULL, 8, NULL, 1, 0, NULL, 1, NULL), 0);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 0, NULL, 8, NULL, 1, 2, y, 1, &o), 0);
    ck_assert(y[0] == 6 && y[1] == 8);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 0, 1, NULL, 8, NULL, 1, 0.5, y, 1, &o), 0);
    ck_assert(y[0] == 3 && y[1] == 4);

    ck_assert_int_eq(tcr_gemv(TCR_I32, 0, 2, 8, 1, a, 8, x, 1, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, -2, 8, 1, a, 8, x, 1, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, -8, 1, a, 8, x, 1, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 7, x, 1, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, x, 0, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, x, 1, 0, y, 0, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, x, LLONG_MIN, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, NULL, 8, x, 1, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, NULL, 1, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, x, 1, 0, NULL, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, (char *)a + 4, 8, x, 1, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, x, 1, 0, x + 7, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, x, 1, 0, a + 15, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 1LL << 40, 1LL << 40, 1, a, 1LL << 40, x, 1, 0, y, 1, NULL),
                     TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 1, LLONG_MAX, 1, 0, a, 1, x, 1, 0, y, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_gemv(t, 0, 3, 8, 1, a, LLONG_MAX, x, 1, 0, y, 1, NULL), TCR_E_INVALID);
    o.flags = TCR_REPRODUCIBLE;
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, x, 1, 0, y, 1, &o), TCR_E_UNSUPPORTED);
    o.flags = 1u << 20;
    ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, x, 1, 0, y, 1, &o), TCR_E_INVALID);
    if (_i) {
        o.flags = TCR_STREAM;
        ck_assert_int_eq(tcr_gemv(t, 0, 2, 8, 1, a, 8, x, 1, 0, y, 1, &o), TCR_E_NOT_PRESENT);
    }
    ck_assert(y[0] == 3 && y[1] == 4);
}
END_TEST

Suite *suite_matrix(void)
{
    Suite *s = suite_create("matrix");
    TCase *h = tcase_create("host"), *d = tcase_create("device"), *a = tcase_create("arguments");

    tcase_add_loop_test(h, on_host, 0, 4);
    suite_add_tcase(s, h);
    tcase_add_loop_test(d, on_device, 0, 8);
    tcase_add_loop_test(d, same_bits, 0, 4);
    tcase_add_test(d, workspace_is_left_clean);
    tcase_set_timeout(d, 300);
#ifndef THREAD_SANITIZER /* for which the simulated device is too slow */
    suite_add_tcase(s, d);
#endif
    tcase_add_loop_test(a, arguments, 0, 2);
    suite_add_tcase(s, a);
    return s;
}

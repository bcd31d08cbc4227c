/* SPDX-License-Identifier: MIT */
/* test_gemm.c: products of matrices of tcr_matrix.h on the host and on the simulated device: in all
 * precisions the errors are below the bounds. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../include/tcr.h"
#include "suites.h"

enum place { HOST, DEVICE, STREAM, PRESENT, PLACES };
enum { PRECISIONS = TCR_PRECISION_F16X3 + 1 };

struct gemm_case {
    enum tcr_type type;
    enum tcr_precision precision;
    int a_transposed, b_transposed;
    long long m, n, k, batch;
    int spare;       /* elements between rows */
    unsigned offset; /* of all arrays, in elements */
    double alpha, beta, largest;
    bool one_sign; /* of A and B: what chains leave out all goes one way */
    enum place place;
    double worst; /* out: the error, in units of S */
};

struct array {
    char *host, *device, *passed;
    long long ld, next, n;
};

static size_t size_of(const struct gemm_case *c)
{
    return c->type == TCR_F64 ? 8 : 4;
}

static double get(const struct gemm_case *c, const struct array *a, long long k)
{
    return c->type == TCR_F64 ? ((const double *)(const void *)a->host)[k]
                              : (double)((const float *)(const void *)a->host)[k];
}

static void set(const struct gemm_case *c, struct array *a, long long k, double x)
{
    if (c->type == TCR_F64)
        ((double *)(void *)a->host)[k] = x;
    else
        ((float *)(void *)a->host)[k] = (float)x;
}

static double next_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*state * 0x1p-63;
}

static void make(const struct gemm_case *c, struct array *a, long long lines, long long length,
                 uint64_t seed)
{
    a->ld = length + c->spare;
    a->next = lines * a->ld;
    a->n = a->next * c->batch;
    a->host = malloc(((size_t)a->n + c->offset + 1) * size_of(c));
    a->host += c->offset * size_of(c);
    for (long long k = 0; k < a->n; k++)
        set(c, a, k, c->largest * (c->one_sign ? fabs(next_number(&seed)) : next_number(&seed)));
}

static bool put(const struct gemm_case *c, struct array *a)
{
    const size_t bytes = (size_t)a->n * size_of(c);

    a->passed = a->host;
    a->device = NULL;
    if (c->place == HOST)
        return true;
    if (c->place == PRESENT)
        return tcr_copyin(a->host, bytes) == 0;
    a->device = tcr_malloc(bytes + c->offset * size_of(c));
    a->passed = a->device + c->offset * size_of(c);
    return a->device && tcr_memcpy_to_device(a->passed, a->host, bytes) == 0;
}

static void take(const struct gemm_case *c, struct array *a, bool back)
{
    const size_t bytes = (size_t)a->n * size_of(c);

    if (c->place == PRESENT)
        tcr_copyout(a->host, bytes);
    else if (a->device && back)
        tcr_memcpy_from_device(a->host, a->passed, bytes);
    tcr_free(a->device);
}

static long long at(const struct array *a, int transposed, long long row, long long column,
                    long long batch)
{
    return batch * a->next + (transposed ? column * a->ld + row : row * a->ld + column);
}

/* What F16 cannot hold: elements are multiples of 2^-24. */
static double too_small(const struct gemm_case *c)
{
    return c->precision >= TCR_PRECISION_F16 ? 0x1p-25 * 2.1 * c->largest * (double)c->k : 0;
}

/* The greatest error in units of S into c->worst; false: something is wrong. */
static bool compare(struct gemm_case *c, const struct array *a, const struct array *b,
                    const struct array *was, const struct array *is)
{
    const double bound = tcr_gemm_bound(c->type, c->precision, c->k);

    c->worst = 0;
    for (long long p = 0; p < c->batch * c->m * is->ld; p++) {
        const long long i = p / is->ld % c->m, j = p % is->ld, batch = p / is->ld / c->m;
        const double old = get(c, was, p), got = get(c, is, p);
        long double sum = 0, size = 0;

        if (j >= c->n) {
            if (got != old)
                return false;
            continue;
        }
        for (long long k = 0; k < c->k && c->alpha != 0; k++) {
            const long double term = (long double)get(c, a, at(a, c->a_transposed, i, k, batch)) *
                                     (long double)get(c, b, at(b, c->b_transposed, k, j, batch));

            sum += (long double)c->alpha * term;
            size += fabsl((long double)c->alpha * term);
        }
        if (c->beta != 0) {
            sum += (long double)c->beta * (long double)old;
            size += fabsl((long double)c->beta * (long double)old);
        }
        const double error = (double)fabsl((long double)got - sum);

        if (!(error <= bound * (double)size + fabs(c->alpha) * too_small(c)))
            return false;
        if (size > 0 && error / (double)size > c->worst)
            c->worst = error / (double)size;
    }
    return true;
}

static int call(const struct gemm_case *c, const struct array *a, const struct array *b,
                struct array *to)
{
    const struct tcr_options o = {.size = sizeof o, .flags = c->place == STREAM ? TCR_STREAM : 0};

    return c->batch == 1 ? tcr_gemm(c->type, c->a_transposed, c->b_transposed, c->m, c->n, c->k,
                                    c->alpha, a->passed, a->ld, b->passed, b->ld, c->beta,
                                    to->passed, to->ld, c->precision, &o)
                         : tcr_gemm_batched(c->type, c->a_transposed, c->b_transposed, c->m, c->n,
                                            c->k, c->alpha, a->passed, a->ld, a->next, b->passed,
                                            b->ld, b->next, c->beta, to->passed, to->ld, to->next,
                                            c->batch, c->precision, &o);
}

/* 0, or 1 and a line. */
static int check(struct gemm_case *c)
{
    struct array a, b, to, was;
    int error = -100, bad;

    make(c, &a, c->a_transposed ? c->k : c->m, c->a_transposed ? c->m : c->k, 1);
    make(c, &b, c->b_transposed ? c->n : c->k, c->b_transposed ? c->k : c->n, 2);
    make(c, &to, c->m, c->n, 3);
    make(c, &was, c->m, c->n, 3);
    if (c->beta == 0) /* is not read */
        set(c, &to, 0, (double)NAN);
    if (put(c, &a) && put(c, &b) && put(c, &to))
        error = call(c, &a, &b, &to);
    take(c, &a, false);
    take(c, &b, false);
    take(c, &to, true);
    bad = error || !compare(c, &a, &b, &was, &to);
    if (bad)
        printf("WRONG gemm type=%d precision=%d transposed=%d,%d %lld x %lld, %lld terms, %lld "
               "times, spare=%d offset=%u alpha=%g beta=%g place=%d: error %d, %g of %g\n",
               c->type, c->precision, c->a_transposed, c->b_transposed, c->m, c->n, c->k, c->batch,
               c->spare, c->offset, c->alpha, c->beta, c->place, error, c->worst,
               tcr_gemm_bound(c->type, c->precision, c->k));
    free(a.host - c->offset * size_of(c));
    free(b.host - c->offset * size_of(c));
    free(to.host - c->offset * size_of(c));
    free(was.host - c->offset * size_of(c));
    return bad;
}

/* Around tiles, slabs and runs; little ones; edges. */
static const long long sides[][4] = {{1, 1, 1, 1},     {16, 16, 16, 9},  {7, 16, 11, 3},
                                     {65, 130, 33, 1}, {20, 9, 1057, 1}, {64, 32, 64, 2},
                                     {128, 64, 48, 1}, {3, 5, 0, 2}};
enum { SIDES = sizeof sides / sizeof *sides };

/* Of those, each or every fourth one, others at each place: sanitizers see what takes and brings
 * the matrices, which is the same for all, and not what a simulated device computes with them;
 * races do not depend on types. */
#if defined ADDRESS_SANITIZER || defined THREAD_SANITIZER
enum { SIDES_ON_DEVICE = 4 };
#else
enum { SIDES_ON_DEVICE = 1 };
#endif
#ifdef THREAD_SANITIZER
enum { TYPES_ON_HOST = 1 };
#else
enum { TYPES_ON_HOST = 2 };
#endif
static int side_step = 1;

static int check_sides(enum tcr_type type, enum tcr_precision precision, enum place place)
{
    static const double factors[][2] = {{1, 0}, {1, 1}, {-2, 0.5}, {0, 3}, {0.25, 0}};
    int bad = 0;

    for (int k = (int)place % side_step; k < SIDES; k += side_step) {
        const int seed = k + (int)place * 3 + (int)precision;
        struct gemm_case c = {.type = type,
                              .precision = precision,
                              .a_transposed = seed % 2,
                              .b_transposed = seed / 2 % 2,
                              .m = sides[k][0],
                              .n = sides[k][1],
                              .k = sides[k][2],
                              .batch = sides[k][3],
                              .spare = seed % 3 == 1   ? 3
                                       : seed % 3 == 2 ? 4
                                                       : 0,
                              .offset = seed % 4 == 3 ? 1 : 0,
                              .alpha = factors[seed % 5][0],
                              .beta = factors[seed % 5][1],
                              .largest = seed % 2 ? 1 : 16,
                              .place = place};

        bad += check(&c);
    }
    return bad;
}

START_TEST(on_host)
{
    struct gemm_case large = {
        .type = _i ? TCR_F64 : TCR_F32, .b_transposed = 1, .m = 300, .n = 520};

    setenv("TCR_TARGET", "host", 1);
    for (int place = 0; place < PLACES; place++)
        ck_assert_int_eq(check_sides(large.type, TCR_PRECISION_FULL, (enum place)place), 0);
    ck_assert_int_eq(check_sides(TCR_F32, TCR_PRECISION_BF16, HOST), 0);
    large.k = 130; /* two slabs */
    large.batch = 2;
    large.alpha = large.largest = 1;
    ck_assert_int_eq(check(&large), 0);
}
END_TEST

static void simulate(const char *arch)
{
    side_step = SIDES_ON_DEVICE;
    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "required", 1);
    setenv("TCR_SIM_ARCH", arch, 1);
    setenv("TCR_SIM_SMS", "2", 1);
    unsetenv("TCR_SIM_CXX"); /* its sums are long: optimised, whatever other tests have */
}

/* The older architecture has three of the precisions: code for each is compiled, and takes long. */
static const char *arch_of(int precision)
{
    return precision % 4 == 1 ? "80" : "90";
}

START_TEST(on_device)
{
    simulate(arch_of(_i));
    for (int place = 0; place < PLACES; place++)
        ck_assert_int_eq(check_sides(TCR_F32, (enum tcr_precision)_i, (enum place)place), 0);
    if (_i == 0)
        ck_assert_int_eq(check_sides(TCR_F64, TCR_PRECISION_FULL, DEVICE), 0);
}
END_TEST

/* Each precision is another one: fewer products give larger errors, and none is that of another
 * format.  Sums of a length at which the chains and runs matter. */
START_TEST(precisions_differ)
{
    double worst[PRECISIONS];

    simulate("90");
    for (int p = 0; p < PRECISIONS; p++) {
        struct gemm_case c = {.type = TCR_F32,
                              .precision = (enum tcr_precision)p,
                              .m = 20,
                              .n = 20,
                              .k = _i ? 1300 : 90,
                              .batch = 1,
                              .alpha = 1,
                              .largest = _i ? 16 : 1};

        ck_assert_int_eq(check(&c), 0);
        worst[p] = c.worst;
    }
    for (int p = TCR_PRECISION_TF32; p < PRECISIONS; p += 3) {
        ck_assert(worst[p] > worst[p + 1] && worst[p + 1] > 4 * worst[p + 2]);
        ck_assert(worst[p + 1] > worst[0]);
    }
    ck_assert(worst[TCR_PRECISION_BF16] > 4 * worst[TCR_PRECISION_TF32]);
    ck_assert(worst[TCR_PRECISION_BF16X3] > 4 * worst[TCR_PRECISION_TF32X3]);
    ck_assert(worst[TCR_PRECISION_F16] < 2 * worst[TCR_PRECISION_TF32]);
}
END_TEST

/* In two launches, and by the simulated device's stand-in for cuBLAS (sim_product.c), whose chains
 * are as long as they may be.  Sums are longer than the runs, and than the chains of most formats.
 * Each precision has one matrix transposed in one of them, and the other in the other.
 */
START_TEST(large)
{
    static const double factors[][2] = {{1, 0}, {-2, 0.5}};

    simulate(arch_of(_i % (PRECISIONS - 1) + 1));
    setenv("TCR_BLAS", _i < PRECISIONS - 1 ? "0" : "1", 1);
    const int k = _i % 2;
    struct gemm_case c = {.type = TCR_F32,
                          .precision = (enum tcr_precision)(_i % (PRECISIONS - 1) + 1),
                          .a_transposed = k,
                          .b_transposed = 1 - k,
                          .m = 13,
                          .n = 18,
                          .k = 2100,
                          .batch = 1 + k,
                          .spare = 3 * k,
                          .alpha = factors[k][0],
                          .beta = factors[k][1],
                          .largest = 16,
                          .one_sign = true,
                          .place = DEVICE};

    ck_assert_int_eq(check(&c), 0);
}
END_TEST

/* Tiles of all shapes, a shape for each precision, whose warps are not at C's edges, or some are;
 * of levels the sum is longer than one slab. */
START_TEST(whole_tiles)
{
    static const long long parts[][3] = {{70, 500, 140}, {100, 250, 70}, {70, 120, 70}};
    static const long long full[][3] = {{130, 128, 50}, {200, 64, 50}, {100, 70, 50}};
    const bool is_full = _i % PRECISIONS == TCR_PRECISION_FULL;

#ifdef ADDRESS_SANITIZER /* a format of each number of products */
    if (_i % PRECISIONS % 4 != 0)
        return;
#endif
    simulate("90");
    setenv("TCR_BLAS", "0", 1);
    for (int k = 0; k < (is_full ? 3 : 1); k++) {
        const long long *side = is_full ? full[k] : parts[_i % 3];
        struct gemm_case c = {.type = is_full && _i == 0 ? TCR_F64 : TCR_F32,
                              .precision = (enum tcr_precision)(_i % PRECISIONS),
                              .a_transposed = _i % 2,
                              .b_transposed = _i / 2 % 2,
                              .m = side[0],
                              .n = side[1],
                              .k = side[2],
                              .batch = 1,
                              .spare = _i % 3,
                              .alpha = 0.5,
                              .beta = _i % 5 == 3 ? 2 : 0,
                              .largest = 1,
                              .place = DEVICE};

        ck_assert_int_eq(check(&c), 0);
    }
}
END_TEST

/* Without memory for the parts, the kernels that need none compute. */
START_TEST(no_memory)
{
    struct gemm_case c = {.type = TCR_F32,
                          .precision = TCR_PRECISION_BF16X2,
                          .m = 52,
                          .n = 52,
                          .k = 52,
                          .batch = 1,
                          .alpha = 1,
                          .largest = 1,
                          .place = DEVICE};

    simulate("90");
    setenv("TCR_FAULT", "alloc:4", 1); /* behind the three matrices */
    ck_assert_int_eq(check(&c), 0);
}
END_TEST

/* An old device has full precision, whatever is asked for. */
START_TEST(old_device)
{
    struct gemm_case c = {.type = TCR_F32,
                          .precision = TCR_PRECISION_BF16,
                          .m = 20,
                          .n = 20,
                          .k = 40,
                          .batch = 1,
                          .alpha = 1,
                          .largest = 1};

    simulate("75");
    ck_assert_int_eq(check(&c), 0);
    ck_assert(c.worst <= tcr_gemm_bound(TCR_F32, TCR_PRECISION_FULL, c.k));
}
END_TEST

/* Infinities, NaN, and numbers that a format cannot hold, come out as they do in full. */
START_TEST(odd_numbers)
{
    enum { N = 52 }; /* large ones for a device that judges kernels */
    static float a[N * N], b[N * N], c[N * N], full[N * N];

    simulate("90");
    setenv("TCR_BLAS", _i == 2 ? "1" : "0", 1);
    for (int k = 0; k < N * N; k++) {
        a[k] = (float)(k % 7) - 3;
        b[k] = (float)(k % 5) - 2;
    }
    a[0] = INFINITY;
    a[3 * N + 4] = -INFINITY;
    a[5 * N + 5] = NAN;
    b[6 * N + 6] = INFINITY;
    a[8 * N + 1] = 3.4e38f; /* rounded to BF16 or TF32 it is an infinity, */
    b[1 * N + 8] = 0.125f;
    a[9 * N + 2] = 1e6f; /* in F16, too */
    ck_assert_int_eq(tcr_gemm_f32(0, 0, N, N, N, 1, a, N, b, N, 0, full, N, TCR_PRECISION_FULL), 0);
    for (int p = 1; p < PRECISIONS; p++) {
        const int side = _i == 1 ? 16 : N; /* little ones, too */

        ck_assert_int_eq(
            tcr_gemm_f32(0, 0, side, side, side, 1, a, N, b, N, 0, c, N, (enum tcr_precision)p), 0);
        if (_i == 1)
            ck_assert_int_eq(
                tcr_gemm_f32(0, 0, side, side, side, 1, a, N, b, N, 0, full, N, TCR_PRECISION_FULL),
                0);
        for (int k = 0; k < N * N; k++) {
            const double x = (double)c[k], y = (double)full[k];

            if (k / N < side && k % N < side)
                ck_assert(isnan(y) ? isnan(x) : x == y || fabs(x - y) <= 0.01 * fabs(y));
        }
    }
}
END_TEST

START_TEST(bounds)
{
    for (long long k = 1; k <= 8192; k *= 2)
        for (int p = 1; p < PRECISIONS; p++) {
            const double bound = tcr_gemm_bound(TCR_F32, (enum tcr_precision)p, k);

            ck_assert(bound > 0 && bound < 0.01);
            ck_assert(p % 3 == 1 ||
                      bound < tcr_gemm_bound(TCR_F32, (enum tcr_precision)(p - 1), k));
        }
    ck_assert(isnan(tcr_gemm_bound(TCR_F64, TCR_PRECISION_TF32, 8)));
    ck_assert(isnan(tcr_gemm_bound(TCR_I32, TCR_PRECISION_FULL, 8)));
    ck_assert_int_eq(tcr_gemm_precision(TCR_F32, 8192, 1e-2), TCR_PRECISION_BF16);
    ck_assert_int_eq(tcr_gemm_precision(TCR_F32, 8192, 2e-3), TCR_PRECISION_TF32);
    ck_assert_int_eq(tcr_gemm_precision(TCR_F32, 8192, 1e-3), TCR_PRECISION_BF16X3);
    ck_assert_int_eq(tcr_gemm_precision(TCR_F32, 8192, 1e-4), TCR_PRECISION_BF16X3);
    ck_assert_int_eq(tcr_gemm_precision(TCR_F32, 8192, 1e-5), TCR_PRECISION_TF32X3);
    ck_assert_int_eq(tcr_gemm_precision(TCR_F32, 100, 1e-5), TCR_PRECISION_FULL);
    ck_assert_int_eq(tcr_gemm_precision(TCR_F32, 8192, 1e-7), TCR_PRECISION_FULL);
    ck_assert_int_eq(tcr_gemm_precision(TCR_F64, 8192, 1e-2), TCR_PRECISION_FULL);
    ck_assert_int_eq(tcr_gemm_precision(TCR_F32, -1, 1), TCR_PRECISION_FULL);
}
END_TEST

START_TEST(arguments)
{
    static double a[64], b[64], c[64] = {3, 4};
    struct tcr_options o = {.size = sizeof o};
    const enum tcr_precision full = TCR_PRECISION_FULL;

    setenv(_i ? "TCR_BACKEND" : "TCR_TARGET", _i ? "sim" : "host", 1);
#define GEMM(type, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, p)                                \
    tcr_gemm(type, 0, 0, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, p, &o)
    ck_assert_int_eq(GEMM(TCR_F64, 0, 8, 8, 1, NULL, 8, NULL, 8, 0, NULL, 8, full), 0);
    ck_assert_int_eq(GEMM(TCR_F64, 1, 2, 8, 0, NULL, 8, NULL, 8, 2, c, 8, full), 0);
    ck_assert(c[0] == 6 && c[1] == 8);
    ck_assert_int_eq(GEMM(TCR_F64, 1, 2, 0, 1, NULL, 8, NULL, 8, 0.5, c, 8, full), 0);
    ck_assert(c[0] == 3 && c[1] == 4);
    ck_assert_int_eq(GEMM(TCR_I32, 2, 2, 2, 1, a, 8, b, 8, 0, c, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, a, 8, b, 8, 0, c, 8, TCR_PRECISION_TF32),
                     TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F32, 2, 2, 2, 1, a, 8, b, 8, 0, c, 8, (enum tcr_precision)99),
                     TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, -2, 2, 2, 1, a, 8, b, 8, 0, c, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, -2, 2, 1, a, 8, b, 8, 0, c, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, -2, 1, a, 8, b, 8, 0, c, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 4, 1, a, 3, b, 8, 0, c, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 4, 4, 1, a, 8, b, 3, 0, c, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 4, 4, 1, a, 8, b, 8, 0, c, 3, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, NULL, 8, b, 8, 0, c, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, a, 8, NULL, 8, 0, c, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, a, 8, b, 8, 0, NULL, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, a, 8, b, 8, 0, (char *)c + 4, 8, full),
                     TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, a, 8, b, 8, 0, a + 9, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, a, 8, b, 8, 0, b + 9, 8, full), TCR_E_INVALID);
    ck_assert_int_eq(
        GEMM(TCR_F64, 1LL << 40, 1LL << 40, 2, 1, a, 2, b, 1LL << 40, 0, c, 1LL << 40, full),
        TCR_E_INVALID);
    ck_assert_int_eq(
        tcr_gemm_batched(TCR_F64, 0, 0, 2, 2, 2, 1, a, 2, 0, b, 2, 0, 0, c, 2, 3, 2, full, NULL),
        TCR_E_INVALID); /* C's parts overlap */
    ck_assert_int_eq(
        tcr_gemm_batched(TCR_F64, 0, 0, 2, 2, 2, 1, a, 2, -4, b, 2, 0, 0, c, 2, 4, 2, full, NULL),
        TCR_E_INVALID);
    o.flags = TCR_REPRODUCIBLE;
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, a, 8, b, 8, 0, c, 8, full), TCR_E_UNSUPPORTED);
    o.flags = 1u << 20;
    ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, a, 8, b, 8, 0, c, 8, full), TCR_E_INVALID);
    if (_i) {
        o.flags = TCR_STREAM;
        ck_assert_int_eq(GEMM(TCR_F64, 2, 2, 2, 1, a, 8, b, 8, 0, c, 8, full), TCR_E_NOT_PRESENT);
    }
    ck_assert(c[0] == 3 && c[1] == 4);
#undef GEMM
}
END_TEST

Suite *suite_gemm(void)
{
    Suite *s = suite_create("gemm");
    TCase *h = tcase_create("host"), *d = tcase_create("device"), *a = tcase_create("arguments");

    tcase_add_loop_test(h, on_host, 0, TYPES_ON_HOST);
    suite_add_tcase(s, h);
    tcase_add_test(d, old_device);
    tcase_add_test(d, no_memory);
    tcase_add_loop_test(d, odd_numbers, 0, 3);
#ifdef ADDRESS_SANITIZER /* full precision, and the cheapest by us and by the stand-in */
    tcase_add_loop_test(d, precisions_differ, 0, 1);
    tcase_add_loop_test(d, on_device, TCR_PRECISION_FULL, TCR_PRECISION_FULL + 1);
    tcase_add_loop_test(d, large, TCR_PRECISION_BF16 - 1, TCR_PRECISION_BF16);
    tcase_add_loop_test(d, large, PRECISIONS + TCR_PRECISION_BF16 - 2,
                        PRECISIONS + TCR_PRECISION_BF16 - 1);
#else
    tcase_add_loop_test(d, on_device, 0, PRECISIONS);
    tcase_add_loop_test(d, precisions_differ, 0, 2);
    tcase_add_loop_test(d, large, 0, 2 * (PRECISIONS - 1));
#endif
    tcase_add_loop_test(d, whole_tiles, 0, PRECISIONS + 1);
    tcase_set_timeout(d, 300);
#ifndef THREAD_SANITIZER /* for which the simulated device is too slow */
    suite_add_tcase(s, d);
#endif
    tcase_add_test(a, bounds);
    tcase_add_loop_test(a, arguments, 0, 2);
    suite_add_tcase(s, a);
    return s;
}

/* SPDX-License-Identifier: MIT */
/* test_segments.c: tcr_segments.h on the host and on the simulated device. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../runtime/library/library.h"
#include "../library/cases.h"
#include "suites.h"
#include "test_library.h"

/* Errors in memory do not depend on values: where a simulated device takes long, fewer cases. */
#if defined THREAD_SANITIZER || defined ADDRESS_SANITIZER
enum { STEP = 15, FAULTS = 2, ENDS = 10 };
#else
enum { STEP = 8, FAULTS = 5, ENDS = 100 };
#endif
/* Races, where there are threads: in the larger ones. */
#ifdef THREAD_SANITIZER
enum { STEP_ON_HOST = 5 };
#else
enum { STEP_ON_HOST = 1 };
#endif

static int check(enum tcr_type type, enum place place, enum shape shape, long long n,
                 long long length, int seed)
{
    struct segments_case c = {.of = {.type = type,
                                     .offset = (unsigned)seed % 5,
                                     .pattern = (enum pattern)(seed % N_PATTERNS),
                                     .ready = seed % 2,
                                     .place = place},
                              .shape = shape,
                              .wide = seed / 2 % 2,
                              .n = n,
                              .length = length,
                              .gap = seed % 3 * 3};

    return check_segments(&c);
}

/* Around granules of 16 bytes, teams and warps. */
static const long long lengths[] = {0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 33, 64, 100, 129, 300};
enum { N_LENGTHS = sizeof lengths / sizeof *lengths };

static int check_shapes(enum tcr_type type, enum place place, int first, int step, bool all)
{
    int bad = 0;

    for (int k = first; k < N_LENGTHS; k += step)
        for (int shape = 0; shape < N_SHAPES && bad == 0; shape++) {
            const int seed = k + shape + (int)type + (int)place;

            if (!all && (k / 8 + shape + (int)type) % 2) /* not by the seed, which gives the rest */
                continue;
            bad += check(type, place, (enum shape)shape, 1 + (seed * 13) % 70, lengths[k], seed);
        }
    return bad;
}

/* Of the cases of many elements, which are of four kinds, double precision has all and each other
 * type every fourth: how segments are shared out does not depend on the type, and its size has
 * others beside it. */
static bool has_large(enum tcr_type type, int kind)
{
    return type == TCR_F64 || (int)type % 4 == kind;
}

/* Rows of whole granules of 16 bytes on the device, so many that warps take groups of them, with
 * one to eight granules for a lane of each; and a few long ones, of which two blocks or more have
 * parts.  A multiprocessor's blocks are enough for both.
 */
static int check_whole(enum tcr_type type, int kind)
{
    static const long long granules[] = {1, 2, 3, 25, 40, 100, 200};
    enum { N_GRANULES = sizeof granules / sizeof *granules };
    const long long each = 16 / (long long)type_size[type];
    struct segments_case c = {.of = {.type = type, .place = PLACE_DEVICE},
                              .shape = SHAPE_ROWS,
                              .n = 340 + kind,
                              .gap = kind % 2 * each};
    int bad = 0;

    for (int k = kind % 3; k < N_GRANULES && bad == 0; k += 3) {
        c.of.pattern = (enum pattern)((kind + k) % N_PATTERNS);
        c.length = granules[k] * each;
        bad += check_segments(&c);
    }
    c.gap = 0;
    c.length = 2048 * each + kind % 3;
    c.n = type == TCR_F64 ? 70 * each : each; /* the array ends with a granule */
    return bad + check_segments(&c);
}

START_TEST(on_host)
{
    enum tcr_type type = (enum tcr_type)(TCR_I8 + _i);

    setenv("TCR_TARGET", "host", 1);
    for (int place = 0; place < N_PLACES; place++)
        ck_assert_int_eq(check_shapes(type, (enum place)place, 0, STEP_ON_HOST, true), 0);
    /* with threads, and a segment that all of them share */
    if (has_large(type, 0))
        ck_assert_int_eq(check(type, PLACE_HOST, SHAPE_MIXED, 3000, 500, 3), 0);
    if (has_large(type, 1))
        ck_assert_int_eq(check(type, PLACE_HOST, SHAPE_HUGE, 1000, 400, 0), 0);
    if (has_large(type, 2))
        ck_assert_int_eq(check(type, PLACE_HOST, SHAPE_ROWS, 3, 300000, 5), 0);
}
END_TEST

START_TEST(on_device)
{
    enum tcr_type type = (enum tcr_type)(TCR_I8 + _i);

    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "required", 1); /* the host would be an error */
    if (_i % 2) {
        setenv("TCR_SIM_SEED", "5", 1); /* blocks in another order than that of their numbers */
        setenv("TCR_SIM_SMS", "1", 1);  /* and fewer of them */
    }
    /* of each length half of the shapes, and the other half of the type of the other sign or kind;
     * wide floats are alone: with all */
    for (int place = 0; place < N_PLACES; place++)
        ck_assert_int_eq(
            check_shapes(type, (enum place)place, (_i + place) % STEP, STEP, type >= TCR_F32), 0);
    /* more pieces than one block has; rows that are left whole; a segment that blocks share */
    if (has_large(type, 0))
        ck_assert_int_eq(check(type, PLACE_DEVICE, SHAPE_MIXED, 400, 70, 3), 0);
    if (has_large(type, 1))
        ck_assert_int_eq(check(type, PLACE_DEVICE, SHAPE_ROWS, 9000, 2, 4), 0);
    if (has_large(type, 2))
        ck_assert_int_eq(check(type, PLACE_STREAM, SHAPE_HUGE, 200, 150, _i), 0);
    if (has_large(type, 3))
        ck_assert_int_eq(check(type, PLACE_HOST, SHAPE_ROWS, 1, 40000, _i + 1), 0);
}
END_TEST

START_TEST(whole_granules)
{
    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_SIM_SMS", "1", 1);
    setenv("TCR_TARGET", "required", 1);
    ck_assert_int_eq(check_whole((enum tcr_type)(TCR_I8 + _i), _i), 0);
}
END_TEST

static bool always(void)
{
    return true;
}

/* A part of what a real device is asked (ends.c): this one says what is read beside an array. */
START_TEST(ends)
{
    const struct test_case of = {.allocate = NULL};

    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "required", 1);
    setenv("TCR_STRICT", "1", 1);
    ck_assert_int_eq(check_ends(&of, _i * ENDS, ENDS, always), 0);
}
END_TEST

/* The same bits whatever the number of threads. */
START_TEST(threads_do_not_matter)
{
    enum { N = 200000, SEGMENTS = 40 };
    double *x = malloc(N * sizeof *x), first[SEGMENTS], again[SEGMENTS];
    int64_t offsets[SEGMENTS + 1];

    setenv("TCR_TARGET", "host", 1);
    setenv("OMP_NUM_THREADS", "1", 1);
    for (int i = 0; i < N; i++)
        x[i] = sin(i) * exp(i % 40);
    for (int k = 0; k <= SEGMENTS; k++)
        offsets[k] = k < 20 ? k * 7 : N - (SEGMENTS - k) * 11; /* one is large */
    ck_assert_int_eq(tcr_sum_segments_f64(SEGMENTS, offsets, x, N, first), 0);
    for (int k = 0; k < SEGMENTS; k++) {
        ck_assert_int_eq(tcr_sum_f64(offsets[k + 1] - offsets[k], x + offsets[k], 1, &again[k]), 0);
        ck_assert(first[k] == again[k]);
    }
    free(x);
}
END_TEST

/* Where nothing is, and what cannot be. */
START_TEST(arguments)
{
    static double x[24];
    static const int fine[3] = {0, 2, 4}, falling[4] = {0, 9, 3, 12}, below[3] = {-1, 2, 4},
                     beyond[3] = {0, 2, 25}, back[3] = {4, 2, 0};
    double r[24] = {7};
    struct tcr_options o = {.size = sizeof o},
                       exact = {.size = sizeof o, .flags = TCR_REPRODUCIBLE};
    const enum tcr_type f64 = TCR_F64, i32 = TCR_I32;

    setenv(_i ? "TCR_BACKEND" : "TCR_TARGET", _i ? "sim" : "host", 1);
    ck_assert_int_eq(tcr_sum_rows(f64, 0, 5, NULL, 5, NULL, NULL), 0);
    ck_assert_int_eq(tcr_sum_segments(f64, 0, i32, NULL, NULL, 0, NULL, NULL), 0);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 0, NULL, 0, r, NULL), 0);
    ck_assert(r[0] == 0 && r[1] == 0);
    ck_assert_int_eq(tcr_sum_rows(f64, 1, 24, x, 0, r, &o), 0); /* of one row, any */
    ck_assert_int_eq(tcr_sum_segments(f64, 2, i32, fine, x, 24, r, &o), 0);

    ck_assert_int_eq(tcr_sum_rows(f64, -1, 5, x, 5, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, -5, x, 5, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 5, x, 4, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 5, x, -5, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 5, NULL, 5, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 5, x, 5, NULL, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 5, (char *)x + 4, 5, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 5, x, 5, (char *)r + 4, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 5, x, 5, x + 9, NULL), TCR_E_INVALID); /* overlap */
    ck_assert_int_eq(tcr_sum_rows(TCR_BOOL, 2, 5, x, 5, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows((enum tcr_type)99, 2, 5, x, 5, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 1LL << 40, 1LL << 40, x, 1LL << 40, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, LLONG_MAX, 0, x, 0, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 1, LLONG_MAX, x, 0, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 3, 5, x, LLONG_MAX, r, NULL), TCR_E_INVALID);
    o.flags = 1u << 20;
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 5, x, 5, r, &o), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_rows(f64, 2, 5, x, 5, r, &exact), TCR_E_UNSUPPORTED);
    ck_assert_int_eq(tcr_maximum_rows(f64, 2, 5, x, 5, r, &exact), 0);

    ck_assert_int_eq(tcr_sum_segments(f64, -1, i32, fine, x, 24, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, LLONG_MAX, i32, fine, x, 24, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 2, i32, NULL, x, 24, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 2, i32, (char *)fine + 1, x, 24, r, NULL),
                     TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 2, TCR_BOOL, fine, x, 24, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 2, TCR_F32, fine, x, 24, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 2, i32, fine, x, -1, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 2, i32, fine, x, 3, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 3, i32, falling, x, 24, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 2, i32, below, x, 24, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 2, i32, beyond, x, 24, r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(f64, 2, i32, back, x, 24, r, NULL), TCR_E_INVALID);
}
END_TEST

/* Offsets of any kind, on the device: an error, and nothing outside of x is read.  In a stream
 * segments between them count as empty. */
START_TEST(wild_offsets)
{
    enum { N = 300, SIZE = 1000 };
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};
    int *x, host[SIZE];
    long long *result, got[N];
    int64_t offsets[N + 1], *device;
    uint64_t random = 1 + (uint64_t)_i;

    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "required", 1);
    x = tcr_malloc(SIZE * sizeof *x);
    result = tcr_malloc(N * sizeof *result);
    device = tcr_malloc(sizeof offsets);
    for (int k = 0; k < SIZE; k++)
        host[k] = 1;
    for (int k = 0; k <= N; k++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        offsets[k] = _i == 0 ? (int64_t)random : (int64_t)(random >> 40) % (SIZE + 20) - _i;
    }
    tcr_memcpy_to_device(x, host, sizeof host);
    tcr_memcpy_to_device(device, offsets, sizeof offsets);
    ck_assert_int_eq(tcr_sum_segments(TCR_I32, N, TCR_I64, device, x, SIZE, result, NULL),
                     TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_segments(TCR_I32, N, TCR_I64, device, x, SIZE, result, &o), 0);
    ck_assert_int_eq(tcr_memcpy_from_device(got, result, sizeof got), 0);
    for (int k = 0; k < N; k++)
        if (offsets[k] < 0 || offsets[k] > offsets[k + 1] || offsets[k + 1] > SIZE)
            ck_assert_int_eq(got[k], 0);
    tcr_free(x);
    tcr_free(device);
    tcr_free(result);
}
END_TEST

/* Whatever fails on the way: right, or an error that says so. */
START_TEST(every_failure)
{
    static const char *const kinds[] = {"init",   "alloc", "copy", "module",
                                        "launch", "sync",  "lost"};
    enum { ROWS = 10, LENGTH = 30 };
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};
    static float x[ROWS * LENGTH];
    char value[30];
    float *device;
    double sums[ROWS], *on_device;

    snprintf(value, sizeof value, "%s:%d", kinds[_i / FAULTS], _i % FAULTS + 1);
    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "device", 1);
    setenv("TCR_FAULT", value, 1);
    for (int i = 0; i < ROWS * LENGTH; i++)
        x[i] = (float)(i / LENGTH);
    device = tcr_malloc(sizeof x);
    on_device = tcr_malloc(sizeof sums);
    if (device && tcr_memcpy_to_device(device, x, sizeof x))
        return;
    for (int round = 0; round < 3; round++) {
        ck_assert_int_eq(tcr_sum_rows_f32(ROWS, LENGTH, x, LENGTH, sums), 0);
        for (int k = 0; k < ROWS; k++)
            ck_assert_double_eq(sums[k], k * LENGTH);
        if (!device || !on_device || tcr_sum_rows_f32(ROWS, LENGTH, device, LENGTH, on_device) ||
            tcr_sum_rows(TCR_F32, ROWS, LENGTH, device, LENGTH, on_device, &o) ||
            tcr_memcpy_from_device(sums, on_device, sizeof sums))
            continue;
        for (int k = 0; k < ROWS; k++)
            ck_assert_double_eq(sums[k], k * LENGTH);
    }
    tcr_free(device);
    tcr_free(on_device);
}
END_TEST

/* Present arrays: the results count where they are newer, on either side. */
START_TEST(present)
{
    static float x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static double sums[2] = {-1, -1};
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};

    setenv("TCR_BACKEND", "sim", 1);
    ck_assert_int_eq(tcr_sum_rows(TCR_F32, 2, 4, x, 4, sums, &o), TCR_E_NOT_PRESENT);
    ck_assert_int_eq(tcr_copyin(x, sizeof x), 0);
    ck_assert_int_eq(tcr_sum_rows(TCR_F32, 2, 4, x, 4, sums, &o), TCR_E_NOT_PRESENT);
    ck_assert_int_eq(tcr_copyin(sums, sizeof sums), 0);
    ck_assert_int_eq(tcr_sum_rows(TCR_F32, 2, 4, x, 4, sums, _i ? &o : NULL), 0);
    ck_assert_double_eq(sums[0], -1); /* the device has them */
    ck_assert_int_eq(tcr_copyout(sums, sizeof sums), 0);
    ck_assert_double_eq(sums[0], 10);
    ck_assert_double_eq(sums[1], 26);
    tcr_delete(x, sizeof x);
}
END_TEST

Suite *suite_segments(void)
{
    Suite *s = suite_create("segments");
    TCase *h = tcase_create("host"), *d = tcase_create("device"), *a = tcase_create("arguments"),
          *e = tcase_create("ends");

    add_types(h, on_host);
    tcase_add_test(h, threads_do_not_matter);
    suite_add_tcase(s, h);
    add_types_on_device(d, on_device);
    add_types_on_device(d, whole_granules);
    tcase_add_loop_test(d, wild_offsets, 0, 6);
    tcase_add_loop_test(d, every_failure, 0, 7 * FAULTS);
    tcase_set_timeout(d, 300);
    tcase_add_loop_test(e, ends, 0, 5);
    tcase_set_timeout(e, 300);
#ifndef THREAD_SANITIZER /* for which the simulated device is too slow */
    suite_add_tcase(s, d);
    suite_add_tcase(s, e);
#endif
    tcase_add_loop_test(a, arguments, 0, 2);
    tcase_add_loop_test(a, present, 0, 2);
    suite_add_tcase(s, a);
    return s;
}

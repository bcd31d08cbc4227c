/* SPDX-License-Identifier: MIT */
/* test_library.c: tcr_reduce.h on the host and on the simulated device. */
#define _GNU_SOURCE
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../runtime/call/summary.h"
#include "../library/cases.h"
#include "../../runtime/library/library.h"
#include "suites.h"
#include "test_library.h"

/* Around chunks, tiles and warps. */
static const long long sizes[] = {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 255, 256, 257, 511, 513};
enum { N_SIZES = sizeof sizes / sizeof *sizes };

/* The patterns of values to try: all of them.  Data races do not depend on values; nor do errors in
 * memory and undefined behaviour on this side, where a simulated device computes with them.  On
 * that device a type has a sixth of the pairs of a size and a pattern, and six types have them
 * all. */
#if defined THREAD_SANITIZER
enum { FIRST_ON_HOST = PATTERN_WIDE, STEP_ON_HOST = 4, PLACE_STEP_ON_HOST = 2 };
#else
enum { FIRST_ON_HOST = 0, STEP_ON_HOST = 1, PLACE_STEP_ON_HOST = 1 };
#endif
#if defined THREAD_SANITIZER || defined ADDRESS_SANITIZER
enum { FIRST_ON_DEVICE = PATTERN_WIDE, STEP_ON_DEVICE = 4, FOR_THREADS = 100001 };
#else
enum { FIRST_ON_DEVICE = 0, STEP_ON_DEVICE = 1, FOR_THREADS = 300001 };
#endif
enum { SHARED_ON_DEVICE = 6 };
static int first_pattern = FIRST_ON_HOST, pattern_step = STEP_ON_HOST, shared = 1;

/* Has the type this pair? */
static bool has_pair(enum tcr_type type, int size, int pattern)
{
    return (size + pattern + (int)type) % shared == 0;
}

static void use_simulated_device(void)
{
    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "device", 1);
    first_pattern = FIRST_ON_DEVICE;
    pattern_step = STEP_ON_DEVICE;
    shared = SHARED_ON_DEVICE;
}

static int check_sizes(enum tcr_type type, enum place place, long long incx, long long incy)
{
    int bad = 0;

    for (int s = 0; s < N_SIZES; s++)
        for (int p = first_pattern; p < N_PATTERNS && bad == 0; p += pattern_step) {
            if (!has_pair(type, s, p))
                continue;
            struct test_case c = {.type = type,
                                  .n = sizes[s],
                                  .incx = incx,
                                  .incy = incy,
                                  .offset = (unsigned)(s + p) % 5,
                                  .pattern = (enum pattern)p,
                                  .place = place,
                                  .ready = (s + p) % 2};

            bad += check_case(&c);
        }
    return bad;
}

static int check_large(enum tcr_type type, enum place place, long long n)
{
    struct test_case c = {.type = type, .n = n, .incx = 1, .incy = 1, .offset = 3, .place = place};
    int bad = check_case(&c);

    c.pattern = PATTERN_WIDE;
    c.ready = true;
    bad += check_case(&c);
    for (int p = PATTERN_NAN; p <= PATTERN_INF && n < 5000; p++) {
        c.pattern = (enum pattern)p;
        bad += check_case(&c);
    }
    return bad;
}

/* ---- the host ---- */

START_TEST(on_host)
{
    enum tcr_type type = (enum tcr_type)(TCR_I8 + _i);

    setenv("TCR_TARGET", "host", 1);
    for (int place = 0; place < N_PLACES; place++)
        ck_assert_int_eq(check_sizes(type, (enum place)place, 1, 1), 0);
    ck_assert_int_eq(check_sizes(type, PLACE_HOST, 2, 1), 0);
    ck_assert_int_eq(check_sizes(type, PLACE_HOST, 1, -3), 0);
    ck_assert_int_eq(check_sizes(type, PLACE_HOST, -1, 7), 0);
    /* more than a chunk, and with threads */
    ck_assert_int_eq(check_large(type, PLACE_HOST, TCR_CHUNK_BYTES + 5), 0);
    ck_assert_int_eq(check_large(type, PLACE_HOST, FOR_THREADS), 0);
}
END_TEST

/* TCR_REPRODUCIBLE: the bits of a plain loop over exact sums (tests/library/reproducible.c). */
static int check_bits(enum tcr_type type, enum place place, long long n, enum pattern pattern,
                      long long incx, long long incy)
{
    unsigned offset = (unsigned)(n + pattern) % 5;

    return check_case(&(struct test_case){.type = type,
                                          .n = n,
                                          .incx = incx,
                                          .incy = incy,
                                          .offset = offset,
                                          .pattern = pattern,
                                          .place = place,
                                          .reproducible = true});
}

static int check_same_bits(enum tcr_type type, enum place place, long long incx, long long incy)
{
    static const long long some[] = {0, 1, 2, 33, 257};
    int bad = 0;

    for (int s = 0; s < (int)(sizeof some / sizeof *some); s++)
        for (int p = first_pattern; p < N_PATTERNS; p += pattern_step)
            if (has_pair(type, s, p))
                bad += check_bits(type, place, some[s], (enum pattern)p, incx, incy);
    return bad + check_bits(type, place, 1300, PATTERN_SMALL, incx, incy) +
           check_bits(type, place, 5000, PATTERN_WIDE, incx, incy);
}

START_TEST(same_bits_on_host)
{
    enum tcr_type type = (enum tcr_type)(TCR_I8 + _i);

    setenv("TCR_TARGET", "host", 1);
    setenv("OMP_NUM_THREADS", _i % 2 ? "3" : "8", 1);
    for (int place = 0; place < N_PLACES; place += PLACE_STEP_ON_HOST)
        ck_assert_int_eq(check_same_bits(type, (enum place)place, 1, 1), 0);
    ck_assert_int_eq(check_same_bits(type, PLACE_HOST, 1, -3), 0);
    ck_assert_int_eq(check_same_bits(type, PLACE_HOST, 2, 1), 0);
    /* with threads */
    ck_assert_int_eq(check_bits(type, PLACE_HOST, FOR_THREADS, PATTERN_WIDE, 1, 1), 0);
}
END_TEST

/* Every table of instructions that this machine has gives what is right; they are chosen by
 * the machine, so this calls them by hand. */
START_TEST(instruction_sets)
{
    float x[200];
    struct tcr_host_part part = {.at = -1};
    const struct tcr_host_table *tables[] = {
        &tcr_host_table_baseline,
#ifdef __x86_64__
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &tcr_host_table_avx2
                                                                        : NULL,
#endif
    };

    for (int i = 0; i < 200; i++)
        x[i] = (float)(i % 50 == 33 ? -100 : i);
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        if (!tables[t])
            continue;
        tables[t]->chunk[TCR_LIBRARY_SUM][TCR_F32](200, x, x, NULL, &part);
        ck_assert_double_eq(part.value.f, 19900 - (33 + 83 + 133 + 183) - 400);
        part = (struct tcr_host_part){.at = -1, .first = 1000};
        tables[t]->chunk[TCR_LIBRARY_ARGMIN][TCR_F32](200, x, x, NULL, &part);
        ck_assert_int_eq(part.at, 1033);
        /* a later chunk without a smaller element */
        tables[t]->chunk[TCR_LIBRARY_ARGMIN][TCR_F32](200, x, x, NULL, &part);
        ck_assert_int_eq(part.at, 1033);
    }
}
END_TEST

/* The same bits for any number of threads, and in a child that cannot use the team. */
START_TEST(threads_do_not_matter)
{
    enum { N = 1000003 };
    double *x = malloc(N * sizeof *x), sum[3];
    pid_t child;
    int status;

    setenv("TCR_TARGET", "host", 1);
    for (int i = 0; i < N; i++)
        x[i] = sin(i) * exp(i % 40);
    ck_assert_int_eq(tcr_sum_f64(N, x, 1, &sum[0]), 0);
    child = fork();
    if (child == 0) {
        setenv("OMP_NUM_THREADS", "3", 1);
        _exit(tcr_sum_f64(N, x, 1, &sum[1]) != 0 || memcmp(&sum[0], &sum[1], sizeof *sum) != 0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    free(x);
}
END_TEST

/* The whole range of f64, which squares do not fit. */
START_TEST(norms_are_scaled)
{
    static const double factor[] = {0x1p-1070, 0x1p-600, 0x1p-511, 1, 0x1p486, 0x1p600, 0x1p1000};
    double x[700], norm;

    setenv(_i ? "TCR_BACKEND" : "TCR_TARGET", _i ? "sim" : "host", 1);
    for (size_t f = 0; f < sizeof factor / sizeof *factor; f++) {
        for (int i = 0; i < 700; i++)
            x[i] = i % 7 == 0 ? 4 * factor[f] : 0;
        ck_assert_int_eq(tcr_nrm2_f64(700, x, 1, &norm), 0);
        ck_assert_double_eq(norm, 40 * factor[f]);
    }
    for (int i = 0; i < 700; i++)
        x[i] = i % 3 == 0 ? 0x1p-600 : i % 3 == 1 ? 3 : 0x1p600;
    ck_assert_int_eq(tcr_nrm2_f64(700, x, 1, &norm), 0);
    ck_assert_double_eq_tol(norm / (0x1p600 * sqrt(233)), 1, 1e-14);
    ck_assert_int_eq(tcr_nrm2_f64(2, x, 1, &norm), 0);
    ck_assert_double_eq(norm, 3);
}
END_TEST

/* Data far from zero, near each other: a naive sum of squares would lose all of it. */
START_TEST(variance_is_shifted)
{
    enum { N = 5000 };
    static double x[N];
    static int64_t t[N];
    struct tcr_moments m;

    setenv(_i ? "TCR_BACKEND" : "TCR_TARGET", _i ? "sim" : "host", 1);
    for (int i = 0; i < N; i++) {
        x[i] = 1e9 + i % 5;
        t[i] = 1700000000000000000LL + i % 5;
    }
    ck_assert_int_eq(tcr_meanvar_f64(N, x, 1, &m), 0);
    ck_assert_double_eq(m.mean, 1e9 + 2);
    ck_assert_double_eq_tol(m.variance, 2, 1e-12);
    ck_assert_double_eq_tol(m.sample_variance, 2.0 * (double)N / (double)(N - 1), 1e-12);
    ck_assert_int_eq(tcr_meanvar_i64(N, t, 1, &m), 0);
    ck_assert_double_eq_tol(m.variance, 2, 1e-12);
    x[3] = (double)INFINITY;
    ck_assert_int_eq(tcr_meanvar_f64(N, x, 1, &m), 0);
    ck_assert(isinf(m.mean) && isnan(m.variance));
    x[4] = (double)NAN;
    ck_assert_int_eq(tcr_meanvar_f64(N, x, 1, &m), 0);
    ck_assert(isnan(m.mean) && isnan(m.variance));
}
END_TEST

/* ---- the simulated device ---- */

unsigned long long calls_on_device(enum tcr_library_operation operation, enum tcr_type type,
                                   unsigned flags)
{
    struct tcr_options o = {.size = sizeof o, .flags = flags};
    struct library_request q = {operation, type, 1, "", NULL, 1, 1, NULL, &o};
    struct library_region r;

    tcr_library_region(&r, &q);
    return tcr_stats_of(r.region)->device_calls;
}

/* So many bytes that one block does not have them all (runtime/device/grid.c). */
static long long more_than_a_block(enum tcr_type type)
{
    return 66000 / (long long)type_size[type] + 3;
}

START_TEST(on_device)
{
    enum tcr_type type = (enum tcr_type)(TCR_I8 + _i);
    static const enum place places[] = {PLACE_HOST, PLACE_PRESENT, PLACE_DEVICE,
                                        PLACE_STREAM_DEVICE, PLACE_STREAM};

    use_simulated_device();
    /* all patterns at one place, one at all */
    ck_assert_int_eq(check_sizes(type, places[_i % 5], 1, 1), 0);
    ck_assert_int_eq(check_sizes(type, places[(_i + 2) % 5], 1, 1), 0);
    ck_assert_int_eq(check_large(type, (enum place)(_i % N_PLACES), 4100), 0);
    /* of narrow types, every other one: each has the most elements */
    if (type_size[type] > 2 || _i % 2 == 0)
        ck_assert_int_eq(check_large(type, PLACE_STREAM, more_than_a_block(type)), 0);
    ck_assert_uint_gt(calls_on_device(TCR_LIBRARY_SUM, type, 0), 50 / shared);
}
END_TEST

START_TEST(on_device_with_increments)
{
    static const enum tcr_type types[] = {TCR_I8, TCR_F16, TCR_U64, TCR_F64};

    use_simulated_device();
    ck_assert_int_eq(check_sizes(types[_i], PLACE_HOST, 2, -3), 0);
    ck_assert_int_eq(check_sizes(types[_i], PLACE_STREAM, -1, 1), 0);
}
END_TEST

/* The bits of same_bits_on_host. */
START_TEST(same_bits_on_device)
{
    static const char *const archs[] = {"75", "80", "90"};
    enum tcr_type type = (enum tcr_type)(TCR_I8 + _i);

    use_simulated_device();
    setenv("TCR_SIM_ARCH", archs[_i % 3], 1);
    ck_assert_int_eq(check_same_bits(type, (enum place)(_i % N_PLACES), 1, 1), 0);
    ck_assert_int_eq(check_same_bits(type, PLACE_HOST, 2, -3), 0);
    ck_assert_int_eq(check_same_bits(type, PLACE_DEVICE, -1, 1), 0);
    if (type_size[type] > 2)
        ck_assert_int_eq(
            check_bits(type, PLACE_DEVICE, more_than_a_block(type), PATTERN_WIDE, 1, 1), 0);
    ck_assert_uint_gt(calls_on_device(TCR_LIBRARY_MEANVAR, type, TCR_REPRODUCIBLE), 1);
}
END_TEST

/* Whatever fails on the way: right, or an error that says so. */
START_TEST(every_failure)
{
    static const char *const kinds[] = {"init",   "alloc", "copy", "module",
                                        "launch", "sync",  "lost"};
    enum { N = 300 };
    static float x[N];
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};
    char value[30];
    float *device;
    double sum;
    int error;

    snprintf(value, sizeof value, "%s:%d", kinds[_i / 8], _i % 8 + 1);
    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "device", 1);
    setenv("TCR_FAULT", value, 1);
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    device = tcr_malloc(sizeof x);
    if (device && tcr_memcpy_to_device(device, x, sizeof x))
        return;
    for (int round = 0; round < 3; round++) {
        sum = -1;
        ck_assert_int_eq(tcr_sum_f32(N, x, 1, &sum), 0);
        ck_assert_double_eq(sum, 44850);
        sum = -1;
        error = device ? tcr_sum_f32(N, device, 1, &sum) : 0;
        ck_assert_double_eq(sum, error || !device ? -1 : 44850);
        sum = -1;
        error = device ? tcr_sum(TCR_F32, N, device, 1, &sum, &o) : 0;
        ck_assert_double_eq(sum, error || !device ? -1 : 44850);
    }
    tcr_free(device);
}
END_TEST

/* No code for the device: the host, where it can. */
START_TEST(no_code)
{
    float x[10] = {1, 2, 3}, *device;
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};
    double sum = -1;

    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_SIM_CXX", "/nonexistent", 1);
    device = tcr_malloc(sizeof x);
    ck_assert_int_eq(tcr_memcpy_to_device(device, x, sizeof x), 0);
    ck_assert_int_eq(tcr_sum_f32(10, device, 1, &sum), TCR_E_NO_IMAGE);
    ck_assert_int_eq(tcr_sum(TCR_F32, 10, device, 1, &sum, &o), TCR_E_NO_IMAGE);
    ck_assert_double_eq(sum, -1);
    ck_assert_int_eq(tcr_sum_f32(10, x, 1, &sum), 0);
    ck_assert_double_eq(sum, 6);
    tcr_free(device);
}
END_TEST

/* Device memory, when the device has gone. */
START_TEST(out_of_reach)
{
    float x[10] = {1, 2, 3}, *device;
    double sum = -1;
    pid_t child;
    int status;

    setenv("TCR_BACKEND", "sim", 1);
    device = tcr_malloc(sizeof x);
    ck_assert_int_eq(tcr_memcpy_to_device(device, x, sizeof x), 0);
    child = fork();
    if (child == 0) {
        struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};
        int bad = tcr_sum_f32(10, device, 1, &sum) != TCR_E_FORKED || sum != -1;

        bad += tcr_sum(TCR_F32, 10, device, 1, &sum, &o) != TCR_E_FORKED;
        bad += tcr_sum_f32(10, x, 1, &sum) != 0 || sum != 6;
        _exit(bad);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(tcr_sum_f32(10, device, 1, &sum), 0);
    ck_assert_double_eq(sum, 6);
    tcr_free(device);
}
END_TEST

/* The simulated device is slow where races are looked for, and a race of calls shows in few. */
#ifdef THREAD_SANITIZER
enum { ROUNDS = 5 };
#else
enum { ROUNDS = 20 };
#endif

static void *sum_often(void *device)
{
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};
    double sum;

    for (int round = 0; round < ROUNDS; round++) {
        ck_assert_int_eq(tcr_sum_f32(100, device, 1, &sum), 0);
        ck_assert_double_eq(sum, 100);
        ck_assert_int_eq(tcr_sum(TCR_F32, 100, device, 1, &sum, &o), 0);
        ck_assert_double_eq(sum, 100);
    }
    return NULL;
}

START_TEST(many_threads)
{
    float x[100], *device;
    pthread_t thread[6];

    setenv("TCR_BACKEND", "sim", 1);
    for (int i = 0; i < 100; i++)
        x[i] = 1;
    device = tcr_malloc(sizeof x);
    ck_assert_int_eq(tcr_memcpy_to_device(device, x, sizeof x), 0);
    for (int k = 0; k < 6; k++)
        ck_assert_int_eq(pthread_create(&thread[k], NULL, sum_often, device), 0);
    for (int k = 0; k < 6; k++)
        pthread_join(thread[k], NULL);
    tcr_free(device);
}
END_TEST

/* ---- arguments ---- */

START_TEST(wrong_arguments)
{
    double x[4] = {1, 2, 3, 4}, r = -1;
    long long at = -7;
    struct tcr_options o = {.size = sizeof o};
    const double *odd = (const double *)(const void *)((const char *)x + 1);

    setenv("TCR_TARGET", "host", 1);
    ck_assert_int_eq(tcr_sum(TCR_BOOL, 4, x, 1, &r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum((enum tcr_type)99, 4, x, 1, &r, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_f64(-1, x, 1, &r), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_f64(4, x, 0, &r), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_f64(4, NULL, 1, &r), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_f64(4, x, 1, NULL), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_f64(2, odd, 1, &r), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_f64(LLONG_MAX / 8, x, 2, &r), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_f64(4, x, LLONG_MIN, &r), TCR_E_INVALID);
    ck_assert_int_eq(tcr_sum_f64(1LL << 60, x, 1, &r), TCR_E_INVALID);
    ck_assert_int_eq(tcr_dot_f64(4, x, 1, NULL, 1, &r), TCR_E_INVALID);
    ck_assert_int_eq(tcr_dot_f64(4, x, 1, x, 0, &r), TCR_E_INVALID);
    ck_assert_int_eq(tcr_workspace_size(NULL), TCR_E_INVALID);
    o.flags = 1u << 30;
    ck_assert_int_eq(tcr_sum(TCR_F64, 4, x, 1, &r, &o), TCR_E_INVALID);
    o = (struct tcr_options){.size = 4};
    ck_assert_int_eq(tcr_sum(TCR_F64, 4, x, 1, &r, &o), TCR_E_INVALID);
    ck_assert_double_eq(r, -1);
    ck_assert_int_eq(tcr_argmin_f64(0, NULL, 1, &at), 0);
    ck_assert_int_eq(at, -1);
}
END_TEST

START_TEST(every_error_has_a_text)
{
    for (int e = 0; e >= TCR_E_BUSY; e--) {
        ck_assert_str_ne(tcr_strerror(e), tcr_strerror(1));
        for (int f = e + 1; f <= 0; f++)
            ck_assert_str_ne(tcr_strerror(e), tcr_strerror(f));
    }
}
END_TEST

void add_types(TCase *c, const TTest *test)
{
#if defined THREAD_SANITIZER
    static const enum tcr_type some[] = {TCR_I32, TCR_F64};
#elif defined ADDRESS_SANITIZER
    static const enum tcr_type some[] = {TCR_I8, TCR_I32, TCR_F16, TCR_F64};
#else
    enum tcr_type some[TCR_F64 - TCR_I8 + 1]; /* all */
    for (enum tcr_type type = TCR_I8; type <= TCR_F64; type++)
        some[type - TCR_I8] = type;
#endif
    for (size_t k = 0; k < sizeof some / sizeof *some; k++)
        tcase_add_loop_test(c, test, some[k] - TCR_I8, some[k] - TCR_I8 + 1);
}

void add_types_on_device(TCase *c, const TTest *test)
{
#if defined ADDRESS_SANITIZER || defined THREAD_SANITIZER
    tcase_add_loop_test(c, test, 0, 1);
    tcase_add_loop_test(c, test, TCR_F64 - TCR_I8, TCR_F64 - TCR_I8 + 1);
#else
    add_types(c, test);
#endif
}

Suite *suite_library(void)
{
    Suite *s = suite_create("library");
    TCase *c = tcase_create("host"), *d = tcase_create("device"), *a = tcase_create("arguments");
    TCase *t = tcase_create("threads");

    add_types(c, on_host);
    add_types(c, same_bits_on_host);
    tcase_add_test(c, instruction_sets);
    tcase_add_test(c, threads_do_not_matter);
    tcase_set_timeout(c, 300);
    suite_add_tcase(s, c);
    add_types_on_device(d, on_device);
    tcase_add_loop_test(d, on_device_with_increments, 0, 4);
    add_types_on_device(d, same_bits_on_device);
    tcase_add_loop_test(d, norms_are_scaled, 0, 2);
    tcase_add_loop_test(d, variance_is_shifted, 0, 2);
    tcase_add_loop_test(d, every_failure, 0, 7 * 8);
    tcase_add_test(d, no_code);
    tcase_add_test(d, out_of_reach);
    tcase_set_timeout(d, 300);
#ifndef THREAD_SANITIZER /* for which the simulated device is too slow */
    suite_add_tcase(s, d);
#endif
    tcase_add_test(t, many_threads);
    tcase_set_timeout(t, 300);
    suite_add_tcase(s, t);
    tcase_add_test(a, wrong_arguments);
    tcase_add_test(a, every_error_has_a_text);
    suite_add_tcase(s, a);
    return s;
}

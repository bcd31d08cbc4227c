/* SPDX-License-Identifier: MIT */
/*
 * device.c: the functions of tcr_reduce.h on a real device.  Compiled by tcr-cc, so that a
 * directive's call can be timed beside them.
 *
 *     device check [SECONDS]     every operation and type, streams, graphs, managed memory
 *     device small [SECONDS]     a part of it, for tools that slow the device down
 *     device ends [SECONDS]      rows and segments in memory of the driver's, as much as they need;
 *                                before, with a third argument, arrays of more than 2^31 elements
 *     device time                medians of synchronous calls, and of queued ones
 */
#include "cases.h"

#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int (*stream_create)(void **, unsigned);
static int (*stream_sync)(void *);
static int (*stream_destroy)(void *);
static int (*capture_begin)(void *, int);
static int (*capture_end)(void *, void **);
static int (*instantiate)(void **, void *, unsigned long long);
static int (*graph_launch)(void *, void *);
static int (*managed)(unsigned long long *, size_t, unsigned);
static int (*allocate)(unsigned long long *, size_t);
static int (*release)(unsigned long long);
static int (*retain)(void **, int);
static int (*push)(void *);

static void open_driver(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW), *context;
    const struct {
        const char *name;
        void *to;
    } symbols[] = {{"cuStreamCreate", &stream_create},
                   {"cuStreamSynchronize", &stream_sync},
                   {"cuStreamDestroy_v2", &stream_destroy},
                   {"cuStreamBeginCapture_v2", &capture_begin},
                   {"cuStreamEndCapture", &capture_end},
                   {"cuGraphInstantiateWithFlags", &instantiate},
                   {"cuGraphLaunch", &graph_launch},
                   {"cuMemAllocManaged", &managed},
                   {"cuMemAlloc_v2", &allocate},
                   {"cuMemFree_v2", &release},
                   {"cuDevicePrimaryCtxRetain", &retain},
                   {"cuCtxPushCurrent_v2", &push}};

    if (!library || tcr_device_count() == 0) {
        fputs("no device\n", stderr);
        exit(2);
    }
    for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++) {
        void *address = dlsym(library, symbols[k].name);
        memcpy(symbols[k].to, &address, sizeof address);
    }
    if (retain(&context, 0) || push(context))
        exit(2);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void wait_stream(void *stream)
{
    if (stream_sync(stream))
        printf("WRONG: cuStreamSynchronize\n");
}

static int check_types(double until)
{
    static const long long sizes[] = {0,    1,    2,    31,    33,    255,   256,    257,
                                      4095, 4096, 4097, 65535, 65536, 65537, 131073, 1000003};
    void *stream, *workspace;
    size_t size;
    int bad = 0;
    long cases = 0;

    tcr_workspace_size(&size);
    workspace = tcr_malloc(size);
    if (stream_create(&stream, 0) || !workspace)
        return 1;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int place = 0; place < N_PLACES; place++)
            for (int t = TCR_I8; t <= TCR_F64; t++)
                for (int p = 0; p < N_PATTERNS && bad < 40 && now() < until; p++) {
                    struct test_case c = {.type = (enum tcr_type)t,
                                          .n = sizes[s],
                                          .incx = 1,
                                          .incy = 1,
                                          .offset = (unsigned)(s + (unsigned)p) % 5,
                                          .pattern = (enum pattern)p,
                                          .place = (enum place)place,
                                          .stream = p % 2 ? stream : NULL,
                                          .workspace = p % 3 ? workspace : NULL,
                                          .wait = wait_stream,
                                          .ready = (s + (size_t)p) % 3 == 0};

                    if (sizes[s] > 10000 && p > 1 && p != PATTERN_NAN && p != PATTERN_INF)
                        continue;
                    if (sizes[s] > 100000 && (place == PLACE_HOST || p > 1))
                        continue;
                    bad += check_case(&c);
                    cases++;
                    if (sizes[s] < 5000) {
                        c.incx = 3;
                        c.incy = -2;
                        bad += check_case(&c);
                    }
                }
    printf("types: %ld cases, %d wrong\n", cases, bad);
    stream_destroy(stream);
    tcr_free(workspace);
    return bad;
}

/* Rows and segments of all shapes, around granules, teams, warps and blocks. */
static int check_rows_and_segments(double until)
{
    static const long long lengths[] = {0, 1, 3, 4, 15, 16, 33, 100, 129, 1000, 40000};
    static const long long counts[] = {1, 7, 70, 3000, 200000};
    void *stream;
    int bad = 0, seed = 0;

    if (stream_create(&stream, 0))
        return 1;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++)
            for (int t = TCR_I8; t <= TCR_F64; t++)
                for (int shape = 0; shape < N_SHAPES && bad < 20 && now() < until; shape++) {
                    const struct segments_case c = {
                        .of = {.type = (enum tcr_type)t,
                               .offset = (unsigned)++seed % 5,
                               .pattern = (enum pattern)(seed / 5 % N_PATTERNS),
                               .place = (enum place)(seed / 3 % N_PLACES),
                               .stream = stream,
                               .wait = wait_stream},
                        .shape = (enum shape)shape,
                        .wide = seed / 2 % 2,
                        .n = counts[n],
                        .length = lengths[k],
                        .gap = seed % 3 * 3};

                    if (counts[n] * lengths[k] < 400000)
                        bad += check_segments(&c);
                }
    printf("rows and segments: %d cases, %d wrong\n", seed, bad);
    stream_destroy(stream);
    return bad;
}

/* ---- the driver's memory, which has no more bytes than an array ---- */

static double ends_at;

static bool go_on(void)
{
    return now() < ends_at;
}

static void *own_memory(size_t size)
{
    unsigned long long address = 0;

    return allocate(&address, size) ? NULL : (void *)(uintptr_t)address;
}

static void free_own(void *memory)
{
    if (memory && release((uintptr_t)memory))
        printf("WRONG: cuMemFree\n");
}

/* So many seconds in all. */
static int check_ends_of_memory(double seconds, bool small)
{
    struct test_case of = {.wait = wait_stream, .allocate = own_memory, .release = free_own};
    int bad;

    if (stream_create(&of.stream, 0))
        return 1;
    ends_at = now() + seconds / 2;
    bad = check_whole_rows(&of, small, go_on);
    ends_at += seconds / 2;
    bad += check_ends(&of, 0, 1000000, go_on);
    stream_destroy(of.stream);
    return bad;
}

/* Rows of ones, and one 3: more than 2^31 elements, and more than 2^31 rows.  The sum of all sums
 * says whether each was stored. */
static int check_long_rows(long long rows, long long length)
{
    const long long n = rows * length, at = n - 2;
    int8_t *x = own_memory((size_t)n), *part = malloc(1 << 26), three = 3;
    long long *sums = own_memory((size_t)rows * 8), sum = 0, last = 0;
    int error = 0;

    if (!x || !part || !sums) {
        printf("long rows: no memory\n");
        return 0;
    }
    memset(part, 1, 1 << 26);
    for (long long k = 0; k < n; k += 1 << 26)
        error |= tcr_memcpy_to_device(x + k, part, (size_t)(n - k < 1 << 26 ? n - k : 1 << 26));
    error |= tcr_memcpy_to_device(x + at, &three, 1);
    error |= tcr_sum_rows_i8(rows, length, x, length, sums);
    error |= tcr_sum_rows_i64(1, rows, (int64_t *)sums, rows, &sum);
    error |= tcr_memcpy_from_device(&last, sums + at / length, 8);
    printf("long rows: %lld of %lld, error %d, sum %lld, of the last %lld\n", rows, length, error,
           sum, last);
    free_own(x);
    free_own(sums);
    free(part);
    return error != 0 || sum != n + 2 || last != length + 2;
}

/* Three segments, the middle one of which has nearly all; offsets of 32 bits up to the last. */
static int check_long_segments(long long n, bool wide)
{
    const int64_t offsets[4] = {1, 8, n - 3, n};
    const int32_t narrow[4] = {1, 8, (int32_t)(n - 3), (int32_t)n};
    int8_t *x = own_memory((size_t)n), *part = malloc(1 << 26);
    long long *sums = own_memory(3 * 8), got[3] = {0};
    void *at = own_memory(wide ? sizeof offsets : sizeof narrow);
    int error;

    if (!x || !part || !sums || !at) {
        printf("long segments: no memory\n");
        return 0;
    }
    memset(part, 1, 1 << 26);
    error = tcr_memcpy_to_device(at, wide ? (const void *)offsets : narrow,
                                 wide ? sizeof offsets : sizeof narrow);
    for (long long k = 0; k < n; k += 1 << 26)
        error |= tcr_memcpy_to_device(x + k, part, (size_t)(n - k < 1 << 26 ? n - k : 1 << 26));
    error |= tcr_sum_segments(TCR_I8, 3, wide ? TCR_I64 : TCR_I32, at, x, n, sums, NULL);
    error |= tcr_memcpy_from_device(got, sums, sizeof got);
    printf("long segments: of %lld, error %d, sums %lld %lld %lld\n", n, error, got[0], got[1],
           got[2]);
    free_own(x);
    free_own(sums);
    free_own(at);
    free(part);
    return error != 0 || got[0] != 7 || got[1] != n - 11 || got[2] != 3;
}

static int check_long_ones(void)
{
    return check_long_rows((1LL << 31) + 9, 1) + check_long_rows((1LL << 27) + 3, 16) +
           check_long_rows(3, (1LL << 30) + 1) + check_long_segments((1LL << 31) - 1, false) +
           check_long_segments((1LL << 32) + 5, true);
}

/* TCR_REPRODUCIBLE: the bits of the exact sums that the host computes (reproducible.c). */
static int check_reproducible(void)
{
    static const long long sizes[] = {1, 33, 5000, 4099, 70001, 257};
    int bad = 0;
    long cases = 0;

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int t = TCR_I8; t <= TCR_F64; t++)
            for (int p = 0; p < N_PATTERNS && bad < 40; p++)
                for (int place = 0; place < N_PLACES; place++) {
                    struct test_case c = {.type = (enum tcr_type)t,
                                          .n = sizes[s],
                                          .incx = s % 2 ? -1 : 1,
                                          .incy = place % 2 ? 3 : 1,
                                          .offset = (unsigned)(s + (unsigned)p) % 5,
                                          .pattern = (enum pattern)p,
                                          .place = (enum place)place,
                                          .wait = wait_stream,
                                          .reproducible = true};

                    bad += check_case(&c);
                    cases++;
                }
    printf("reproducible: %ld cases, %d wrong\n", cases, bad);
    return bad;
}

/* Ones, and one 3, beyond 2^32 elements: known results. */
static int check_long(void)
{
    const long long n = 5000000011LL, at = 4999999999LL;
    char *x = tcr_malloc((size_t)n), *part = malloc(1 << 26), three = 3;
    long long sum = 0, place = 0;
    struct tcr_moments m;
    int bad = 0, error;

    if (!x || !part) {
        printf("long: no memory\n");
        return 0;
    }
    memset(part, 1, 1 << 26);
    for (long long k = 0; k < n; k += 1 << 26)
        tcr_memcpy_to_device(x + k, part, (size_t)(n - k < 1 << 26 ? n - k : 1 << 26));
    tcr_memcpy_to_device(x + at, &three, 1);
    error = tcr_sum_i8(n, (int8_t *)x, 1, &sum);
    bad += error != 0 || sum != n + 2;
    error |= tcr_argmax_i8(n, (int8_t *)x, 1, &place);
    bad += place != at;
    error |= tcr_dot_i8(n, (int8_t *)x, 1, (int8_t *)x, 1, &sum);
    bad += sum != n + 8;
    error |= tcr_meanvar_i8(n, (int8_t *)x, 1, &m);
    bad += fabs(m.mean - (1 + 2.0 / (double)n)) > 1e-15;
    printf("long: n=%lld, error %d, %d wrong\n", n, error, bad);
    tcr_free(x);
    free(part);
    return bad + (error != 0);
}

static int check_managed(void)
{
    unsigned long long address = 0;
    double *x, sum = 0, norm = 0;
    int error;

    if (managed(&address, 1000 * sizeof(double), 1)) {
        printf("managed: none here\n");
        return 0;
    }
    x = (double *)(uintptr_t)address;
    for (int i = 0; i < 1000; i++)
        x[i] = i;
    error = tcr_sum_f64(1000, x, 1, &sum) | tcr_amax_f64(999, x + 1, 1, &norm);
    printf("managed: error %d, %g %g\n", error, sum, norm);
    return error != 0 || sum != 499500 || norm != 999;
}

/* Sums that overflow on the way, by the library's workspaces and by the caller's. */
static int check_overflows(void)
{
    static const long long sizes[] = {300, 4097, 70001, 1000003, 20000000};
    struct test_case c = {.wait = wait_stream};
    void *workspace;
    size_t size;
    int bad = 0;

    tcr_workspace_size(&size);
    workspace = tcr_malloc(size);
    if (!workspace || stream_create(&c.stream, 1))
        return 1;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int k = 0; k < 4; k++) {
            c.n = sizes[s];
            c.ready = k % 2;
            c.workspace = k / 2 ? workspace : NULL;
            bad += check_overflow(&c);
        }
    printf("overflows: %d wrong\n", bad);
    stream_destroy(c.stream);
    tcr_free(workspace);
    return bad;
}

/* Sums back to back that overlap: each is that of its own array. */
static int check_ready(void)
{
    enum { ARRAYS = 40, N = 1 << 18 };
    struct tcr_options o = {.size = sizeof o,
                            .flags = TCR_STREAM | TCR_RESULT_ON_DEVICE | TCR_READY};
    double *x = tcr_malloc(ARRAYS * N * sizeof *x), *result = tcr_malloc(ARRAYS * sizeof *result);
    double *host = malloc(ARRAYS * N * sizeof *host), got[ARRAYS], want[ARRAYS];
    int bad = 0;

    if (!x || !result || !host || stream_create(&o.stream, 1))
        return 1;
    for (int k = 0; k < ARRAYS; k++) {
        want[k] = 0;
        for (int i = 0; i < N; i++)
            want[k] += host[k * N + i] = (i * 7 + k * 13) % 101;
    }
    tcr_memcpy_to_device(x, host, ARRAYS * N * sizeof *x);
    for (int round = 0; round < 50 && !bad; round++) {
        for (int k = 0; k < ARRAYS; k++) /* of all lengths */
            bad += tcr_sum(TCR_F64, N >> (k + round) % 3, x + k * N, 1, result + k, &o) != 0;
        for (int k = 0; k < ARRAYS; k++)
            bad += tcr_sum(TCR_F64, N, x + k * N, 1, result + k, &o) != 0;
        wait_stream(o.stream);
        tcr_memcpy_from_device(got, result, sizeof got);
        for (int k = 0; k < ARRAYS; k++)
            bad += got[k] != want[k];
    }
    printf("ready: %d wrong\n", bad);
    stream_destroy(o.stream);
    tcr_free(x);
    tcr_free(result);
    free(host);
    return bad;
}

/* Every call reads what the one before it stores. */
static int check_chains(unsigned rounds)
{
    struct test_case c = {.wait = wait_stream};
    int bad = 0;

    if (stream_create(&c.stream, 1))
        return 1;
    for (int type = TCR_I8; type <= TCR_F64; type++)
        for (c.incx = 1; c.incx <= 2; c.incx++) {
            c.type = (enum tcr_type)type;
            bad += check_chained(&c, rounds);
        }
    printf("chains: %d wrong\n", bad);
    stream_destroy(c.stream);
    return bad;
}

/* A loop stores, a reduction reads it, on and on, of data that stays on the device. */
static int check_loops(int rounds)
{
    enum { N = 5000 };
    static double x[N];
    int bad = 0;

#pragma tcr data create(x)
    for (int round = 0; round < rounds; round++) {
        double sum = 0;
#pragma tcr loop
        for (int i = 0; i < N; i++)
            x[i] = i % 7 + round;
#pragma tcr reduce(+ : sum)
        for (int i = 0; i < N; i++)
            sum += x[i];
        bad += sum != 14995.0 + 5000.0 * round;
    }
    printf("loops: %d wrong\n", bad);
    return bad;
}

static int check_graph(void)
{
    void *stream, *graph, *exec, *workspace;
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM | TCR_RESULT_ON_DEVICE};
    double *x = tcr_malloc(100000 * sizeof(double)), *result = tcr_malloc(8), got;
    double *host = calloc(100000, sizeof(double));
    int bad = 0, error;

    tcr_workspace_size(&o.workspace_size);
    o.workspace = workspace = tcr_malloc(o.workspace_size);
    if (!x || !result || !workspace || !host || stream_create(&stream, 0))
        return 1;
    o.stream = stream;
    tcr_memcpy_to_device(x, host, 100000 * sizeof(double));
    tcr_sum(TCR_F64, 1000, x, 1, result, &o); /* loads the code, which a capture forbids */
    wait_stream(stream);
    error = capture_begin(stream, 2);
    error |= tcr_sum(TCR_F64, 100000, x, 1, result, &o);
    error |= capture_end(stream, &graph) | instantiate(&exec, graph, 0);
    for (int k = 1; k < 4 && !error; k++) {
        for (int i = 0; i < 100000; i++)
            host[i] = k;
        tcr_memcpy_to_device(x, host, 100000 * sizeof(double));
        error = graph_launch(exec, stream);
        wait_stream(stream);
        tcr_memcpy_from_device(&got, result, 8);
        bad += got != 100000.0 * k;
    }
    printf("graph: error %d, %d wrong\n", error, bad);
    return bad + (error != 0);
}

static int check_errors(void)
{
    void *stream;
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM};
    double host[4] = {1, 2, 3, 4}, r = -7;
    int bad = 0;

    if (stream_create(&stream, 1))
        return 1;
    o.stream = stream;
    bad += tcr_sum(TCR_F64, 4, host, 1, &r, &o) != TCR_E_NOT_PRESENT || r != -7;
    o.workspace = host;
    o.workspace_size = 8;
    tcr_copyin(host, sizeof host);
    bad += tcr_sum(TCR_F64, 4, host, 1, &r, &o) != TCR_E_WORKSPACE || r != -7;
    o.workspace = NULL;
    bad += tcr_sum(TCR_F64, 4, host, 1, &r, &o) != 0;
    wait_stream(stream);
    bad += r != 10;
    o.flags |= TCR_REPRODUCIBLE;
    bad += tcr_sum(TCR_F64, 4, host, 1, &r, &o) != TCR_E_UNSUPPORTED;
    tcr_delete(host, sizeof host);
    printf("errors: %d wrong\n", bad);
    return bad;
}

/* ---- times ---- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double sink;

static void by_call_sum(const float *x, const float *y, long long n)
{
    (void)y;
    tcr_sum_f32(n, x, 1, &sink);
}
static void by_directive_sum(const float *x, const float *y, long long n)
{
    double s = 0;
    (void)y;
#pragma tcr reduce(+ : s) deviceptr(x)
    for (long long i = 0; i < n; i++)
        s += x[i];
    sink = s;
}
static void by_call_dot(const float *x, const float *y, long long n)
{
    tcr_dot_f32(n, x, 1, y, 1, &sink);
}
static void by_directive_dot(const float *x, const float *y, long long n)
{
    double s = 0;
#pragma tcr reduce(+ : s) deviceptr(x, y)
    for (long long i = 0; i < n; i++)
        s += (double)x[i] * y[i];
    sink = s;
}
static void by_call_sum64(const float *x, const float *y, long long n)
{
    (void)y;
    tcr_sum_f64(n / 2, (const double *)x, 1, &sink);
}
static void by_directive_sum64(const float *x_, const float *y, long long n)
{
    const double *x = (const double *)x_;
    double s = 0;
    (void)y;
#pragma tcr reduce(+ : s) deviceptr(x)
    for (long long i = 0; i < n / 2; i++)
        s += x[i];
    sink = s;
}
static void by_call_argmax(const float *x, const float *y, long long n)
{
    long long at;
    (void)y;
    tcr_argmax_f32(n, x, 1, &at);
}
static void by_call_meanvar(const float *x, const float *y, long long n)
{
    struct tcr_moments m;
    (void)y;
    tcr_meanvar_f32(n, x, 1, &m);
}
static void by_call_nrm2(const float *x, const float *y, long long n)
{
    (void)y;
    tcr_nrm2_f64(n / 2, (const double *)x, 1, &sink);
}
static void by_call_i8(const float *x, const float *y, long long n)
{
    long long sum;
    (void)y;
    tcr_sum_i8(4 * n, (const int8_t *)x, 1, &sum);
}
static void by_call_f16(const float *x, const float *y, long long n)
{
    (void)x;
    tcr_sum_f16(2 * n, (const uint16_t *)y, 1, &sink);
}

typedef void body(const float *x, const float *y, long long n);

static void report(const char *name, body *run, const float *x, const float *y, long long n,
                   double bytes)
{
    double t[101];

    for (int k = 0; k < 5; k++)
        run(x, y, n);
    for (int k = 0; k < 101; k++) {
        double start = now();
        run(x, y, n);
        t[k] = now() - start;
    }
    qsort(t, 101, sizeof *t, compare);
    printf("%-28s n=%-10lld median %9.2f us, least %9.2f us, %8.1f GB/s\n", name, n, t[50] * 1e6,
           t[0] * 1e6, bytes / t[50] * 1e-9);
    fflush(stdout);
}

/* Sums of other arrays each time, queued on a stream. */
static void report_queued(enum tcr_type type, const char *name, unsigned size, const float *x,
                          long long n, unsigned flags)
{
    enum { CALLS = 100, BYTES = 1 << 30 };
    struct tcr_options o = {.size = sizeof o, .flags = TCR_STREAM | TCR_RESULT_ON_DEVICE | flags};
    double *result = tcr_malloc(8), t[21];
    long long arrays = BYTES / (n * size);
    void *stream;

    if (!result || stream_create(&stream, 1))
        return;
    o.stream = stream;
    for (int k = 0; k < 21; k++) {
        double start = now();
        for (int j = 0; j < CALLS; j++)
            tcr_sum(type, n, (const char *)x + j % arrays * n * size, 1, result, &o);
        wait_stream(stream);
        t[k] = (now() - start) / CALLS;
    }
    qsort(t, 21, sizeof *t, compare);
    printf("sum %s, %d queued %14s n=%-10lld median %9.2f us a call, %8.1f GB/s\n", name, CALLS,
           flags & TCR_READY ? "ready" : "", n, t[10] * 1e6, size * (double)n / t[10] * 1e-9);
    stream_destroy(stream);
    tcr_free(result);
}

static void times(void)
{
    static const long long sizes[] = {4096, 1 << 20, 1 << 28};
    const long long most = 1 << 28;
    float *x = tcr_malloc((size_t)most * 4), *y = tcr_malloc((size_t)most * 4);
    float *host = malloc((size_t)most * 4);

    if (!x || !y || !host)
        return;
    for (long long i = 0; i < most; i++)
        host[i] = (float)(i % 1000) * 1e-3f;
    tcr_memcpy_to_device(x, host, (size_t)most * 4);
    for (long long i = 0; i < most; i++) /* 1.5 twice, as f16; 0.12 as f32 */
        memcpy(host + i, &(uint32_t){0x3e003e00}, sizeof *host);
    tcr_memcpy_to_device(y, host, (size_t)most * 4);
    for (int k = 0; k < 3; k++) {
        long long n = sizes[k];
        double bytes = 4 * (double)n;

        report("sum f32, function", by_call_sum, x, y, n, bytes);
        report("sum f32, directive", by_directive_sum, x, y, n, bytes);
        report("sum f64, function", by_call_sum64, x, y, n, bytes);
        report("sum f64, directive", by_directive_sum64, x, y, n, bytes);
        report("dot f32, function", by_call_dot, x, y, n, 2 * bytes);
        report("dot f32, directive", by_directive_dot, x, y, n, 2 * bytes);
        report("argmax f32, function", by_call_argmax, x, y, n, bytes);
        report("meanvar f32, function", by_call_meanvar, x, y, n, bytes);
        report("nrm2 f64, function", by_call_nrm2, x, y, n, bytes);
        report("sum i8, function", by_call_i8, x, y, n, bytes);
        report("sum f16, function", by_call_f16, x, y, n, bytes);
    }
    for (long long n = 1 << 14; n <= 1 << 28; n = n == 1 << 22 ? 1 << 28 : n * 4) {
        for (unsigned flags = 0; flags <= TCR_READY; flags += TCR_READY) {
            report_queued(TCR_F32, "f32", 4, x, n, flags);
            report_queued(TCR_F64, "f64", 8, x, n < 1 << 27 ? n : 1 << 27, flags);
            report_queued(TCR_F16, "f16", 2, y, n, flags);
            report_queued(TCR_I32, "i32", 4, x, n, flags);
        }
    }
}

int main(int argc, char **argv)
{
    int bad = 0;

    setvbuf(stdout, NULL, _IOLBF, 0); /* if it is stopped */
    open_driver();
    printf("%s, tcr %s\n", tcr_device_name(), tcr_version());
    if (argc > 1 && !strcmp(argv[1], "time")) {
        times();
        return 0;
    }
    if (argc > 1 && !strcmp(argv[1], "ends")) {
        bad = argc > 3 ? check_long_ones() : 0;
        bad += check_ends_of_memory(argc > 2 ? atof(argv[2]) : 30, argc <= 3);
        printf("%s\n", bad ? "FAILED" : "ok");
        return bad != 0;
    }
    bool small = argc > 1 && !strcmp(argv[1], "small");
    bad += check_errors() + check_graph();
    bad += check_chains(small ? 2 : 40) + check_loops(small ? 3 : 2000);
    if (!small)
        bad += check_managed() + check_long() + check_overflows() + check_ready() +
               check_reproducible();
    bad += check_rows_and_segments(now() + (small ? 20 : 1e9));
    bad += check_types(now() + (argc > 2 ? atof(argv[2]) : 1e9));
    printf("%s\n", bad ? "FAILED" : "ok");
    return bad != 0;
}

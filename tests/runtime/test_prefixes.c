/* SPDX-License-Identifier: MIT */
/* test_prefixes.c: tcr_scan.h on the host and on the simulated device. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../base/types.h"
#include "../../include/tcr.h"
#include "../../runtime/call/summary.h"
#include "../../runtime/device/grid.h"
#include "../../spec/contract.h"
#include "fake.h"
#include "suites.h"
#include "test_library.h"

enum place { HOST, DEVICE, STREAM, OWN_WORKSPACE, PRESENT, PLACES };
enum form { ARRAY, ROWS, NARROW, WIDE, FORMS };
enum { OPERATIONS = TCR_SCAN_XOR + 1 };

struct prefix_case {
    enum form form;
    enum place place;
    enum tcr_type type;
    enum tcr_scan_operation operation;
    bool exclusive, in_place;
    long long n, length, ldx, ldy; /* of an array: length */
    size_t shift_x, shift_y;       /* on the device: elements behind an allocation's first */
};

/* Elements as numbers; of halves, small integers alone are used. */
static double get(enum tcr_type type, const void *x, long long k)
{
    int exponent;
    unsigned bits;

    switch (type) {
    case TCR_I8:
        return ((const int8_t *)x)[k];
    case TCR_U8:
        return ((const uint8_t *)x)[k];
    case TCR_I16:
        return ((const int16_t *)x)[k];
    case TCR_U16:
        return ((const uint16_t *)x)[k];
    case TCR_I32:
        return ((const int32_t *)x)[k];
    case TCR_U32:
        return ((const uint32_t *)x)[k];
    case TCR_I64:
        return (double)((const int64_t *)x)[k];
    case TCR_U64:
        return (double)((const uint64_t *)x)[k];
    case TCR_F32:
        return (double)((const float *)x)[k];
    case TCR_F64:
        return ((const double *)x)[k];
    default:
        bits = ((const uint16_t *)x)[k];
        exponent = type == TCR_F16 ? (int)(bits >> 10 & 31) : (int)(bits >> 7 & 255);
        if (exponent == (type == TCR_F16 ? 31 : 255))
            return bits & 0x8000 ? -(double)INFINITY : (double)INFINITY;
        if (exponent == 0)
            return 0;
        return (bits & 0x8000 ? -1 : 1) *
               ldexp(type == TCR_F16 ? 1024 + (bits & 1023) : 128 + (bits & 127),
                     type == TCR_F16 ? exponent - 25 : exponent - 134);
    }
}

static void set(enum tcr_type type, void *x, long long k, double v)
{
    int exponent;
    unsigned bits = signbit(v) ? 0x8000u : 0;

    switch (type) {
    case TCR_I8:
    case TCR_U8:
        ((uint8_t *)x)[k] = (uint8_t)(long long)v;
        break;
    case TCR_I16:
    case TCR_U16:
        ((uint16_t *)x)[k] = (uint16_t)(long long)v;
        break;
    case TCR_I32:
    case TCR_U32:
        ((uint32_t *)x)[k] = (uint32_t)(long long)v;
        break;
    case TCR_I64:
        ((int64_t *)x)[k] = (int64_t)v;
        break;
    case TCR_U64:
        ((uint64_t *)x)[k] = (uint64_t)v;
        break;
    case TCR_F32:
        ((float *)x)[k] = (float)v;
        break;
    case TCR_F64:
        ((double *)x)[k] = v;
        break;
    default: /* a number that is one of the type */
        if (isinf(v))
            bits |= type == TCR_F16 ? 0x7c00u : 0x7f80u;
        else if (v != 0) {
            const double part = frexp(fabs(v), &exponent);
            bits |= type == TCR_F16
                        ? (unsigned)(exponent + 14) << 10 | ((unsigned)(part * 2048) & 1023u)
                        : (unsigned)(exponent + 126) << 7 | ((unsigned)(part * 256) & 127u);
        }
        ((uint16_t *)x)[k] = (uint16_t)bits;
    }
}

static bool is_float(enum tcr_type t)
{
    return t >= TCR_F16;
}

static double start_of(const struct prefix_case *c)
{
    const bool is_signed = tcr_type_is(c->type, TCR_CLASS_SIGNED);
    const double most = ldexp(1, (int)(8 * tcr_type_size(c->type)) - is_signed);

    switch (c->operation) {
    case TCR_SCAN_PRODUCT:
        return 1;
    case TCR_SCAN_MINIMUM:
        return is_float(c->type) ? (double)INFINITY : most - 1;
    case TCR_SCAN_MAXIMUM:
        return is_float(c->type) ? -(double)INFINITY : is_signed ? -most : 0;
    case TCR_SCAN_AND:
        return is_signed ? -1 : most - 1;
    default:
        return 0;
    }
}

/* Wide integers' greatest value is no double. */
static bool is_start(const struct prefix_case *c, const void *y, long long k)
{
    if (tcr_type_size(c->type) == 8 && !is_float(c->type) && c->operation >= TCR_SCAN_MINIMUM) {
        const uint64_t v = ((const uint64_t *)y)[k];

        if (c->operation == TCR_SCAN_AND ||
            (c->operation == TCR_SCAN_MINIMUM && c->type == TCR_U64))
            return v == UINT64_MAX;
        if (c->operation == TCR_SCAN_MINIMUM)
            return v == INT64_MAX;
    }
    return get(c->type, y, k) == start_of(c);
}

static double together(const struct prefix_case *c, double a, double b)
{
    const long long i = (long long)a, j = (long long)b;

    switch (c->operation) {
    case TCR_SCAN_SUM:
        return a + b;
    case TCR_SCAN_PRODUCT:
        return a * b;
    case TCR_SCAN_MINIMUM:
        return b < a ? b : a;
    case TCR_SCAN_MAXIMUM:
        return a < b ? b : a;
    case TCR_SCAN_AND:
        return (double)(i & j);
    case TCR_SCAN_OR:
        return (double)(i | j);
    default:
        return (double)(i ^ j);
    }
}

/* A segment of y from x; false: an element is wrong. */
static bool check_segment(const struct prefix_case *c, const void *x, const void *y,
                          long long from_x, long long from_y, long long n)
{
    double sum = 0, wrapped;
    char one[8];

    for (long long k = 0; k < n; k++) {
        const double e = get(c->type, x, from_x + k);
        const double before = sum;

        sum = k == 0 ? e : together(c, sum, e);
        set(c->type, one, 0, sum); /* modulo the type's range */
        wrapped = get(c->type, one, 0);
        if (!is_float(c->type))
            sum = wrapped;
        if (c->exclusive && k == 0) {
            if (!is_start(c, y, from_y))
                return false;
        } else if (get(c->type, y, from_y + k) != (c->exclusive ? before : sum)) {
            return false;
        }
    }
    return true;
}

/* Values of which all prefixes are exact. */
static double value(const struct prefix_case *c, unsigned k)
{
    const unsigned r = (k * 2654435761u) >> 8;

    if (c->operation == TCR_SCAN_PRODUCT && is_float(c->type))
        return k % 7 == 0 ? (k % 14 ? 2 : 0.5) : k % 3 ? 1 : -1;
    if (c->operation == TCR_SCAN_PRODUCT)
        return k % (tcr_type_size(c->type) == 8 ? 1000 : 11) == 3       ? 3
               : tcr_type_is(c->type, TCR_CLASS_UNSIGNED) || k % 2 == 0 ? 1
                                                                        : -1;
    if (tcr_type_size(c->type) == 2 && is_float(c->type)) /* sums stay small */
        return k % 2 ? 1 + (double)(k % 3) : -1 - (double)((k - 1) % 3);
    if (tcr_type_is(c->type, TCR_CLASS_UNSIGNED))
        return r % 100;
    return (double)(r % 100) - 50;
}

struct arrays {
    char *x, *y, *old, *device_x, *device_y;
    void *offsets, *device_offsets;
    size_t bytes_x, bytes_y, bytes_offsets;
    long long n_x, n_y;
};

static long long offset_of(const struct prefix_case *c, long long k)
{
    return k == 0 ? 2
                  : 2 + (k * c->length) - (k % 3 == 1 ? c->length / 2 : 0) +
                        (k % 5 == 4 && c->length > 3 ? c->length / 3 : 0);
}

static void make(const struct prefix_case *c, struct arrays *a)
{
    const size_t size = tcr_type_size(c->type);
    const bool segments = c->form >= NARROW;

    a->n_x = c->form == ARRAY  ? c->length
             : c->form == ROWS ? (c->n - 1) * c->ldx + c->length
                               : offset_of(c, c->n) + 5;
    a->n_y = c->form == ROWS ? (c->n - 1) * c->ldy + c->length : a->n_x;
    a->bytes_x = (size_t)a->n_x * size;
    a->bytes_y = (size_t)a->n_y * size;
    a->bytes_offsets = segments ? (size_t)(c->n + 1) * (c->form == WIDE ? 8 : 4) : 0;
    a->x = malloc(a->bytes_x + 8);
    a->y = malloc(a->bytes_y + 8);
    a->old = malloc(a->bytes_y + 8);
    a->offsets = malloc(a->bytes_offsets + 8);
    for (long long k = 0; k < a->n_x; k++)
        set(c->type, a->x, k, value(c, (unsigned)k));
    for (long long k = 0; k < a->n_y; k++)
        set(c->type, a->y, k, 5);
    if (c->in_place)
        memcpy(a->y, a->x, a->bytes_y);
    memcpy(a->old, a->y, a->bytes_y);
    for (long long k = 0; segments && k <= c->n; k++)
        if (c->form == WIDE)
            ((int64_t *)a->offsets)[k] = offset_of(c, k);
        else
            ((int32_t *)a->offsets)[k] = (int32_t)offset_of(c, k);
}

static int call(const struct prefix_case *c, const void *x, void *y, const void *offsets,
                long long size, const struct tcr_options *o)
{
    if (c->form == ARRAY)
        return tcr_scan(c->operation, c->exclusive, c->type, c->length, x, y, o);
    if (c->form == ROWS)
        return tcr_scan_rows(c->operation, c->exclusive, c->type, c->n, c->length, x, c->ldx, y,
                             c->ldy, o);
    return tcr_scan_segments(c->operation, c->exclusive, c->type, c->n,
                             c->form == WIDE ? TCR_I64 : TCR_I32, offsets, x, size, y, o);
}

/* On the device, with something in front of it and behind it. */
enum { AROUND = 0x5a, BEHIND_IT = 40 };

static char *to_device(const void *host, size_t bytes, size_t front)
{
    char *copy = malloc(front + bytes + BEHIND_IT), *device = tcr_malloc(front + bytes + BEHIND_IT);

    memset(copy, AROUND, front + bytes + BEHIND_IT);
    if (bytes)
        memcpy(copy + front, host, bytes);
    ck_assert(device && tcr_memcpy_to_device(device, copy, front + bytes + BEHIND_IT) == 0);
    free(copy);
    return device + front;
}

/* Back again; false: what is around it has changed. */
static bool from_device(void *host, const char *device, size_t bytes, size_t front)
{
    char *copy = malloc(front + bytes + BEHIND_IT);
    bool same = true;

    tcr_memcpy_from_device(copy, device - front, front + bytes + BEHIND_IT);
    for (size_t k = 0; k < front + bytes + BEHIND_IT; k++)
        same = same && ((k >= front && k < front + bytes) || copy[k] == AROUND);
    if (bytes)
        memcpy(host, copy + front, bytes);
    free(copy);
    return same;
}

static int run(const struct prefix_case *c, struct arrays *a)
{
    const size_t size = tcr_type_size(c->type), front_x = c->shift_x * size,
                 front_y = c->shift_y * size;
    struct tcr_options o = {.size = sizeof o};
    int error;

    if (c->place == HOST || c->place == PRESENT) {
        if (c->place == PRESENT) {
            tcr_copyin(a->x, a->bytes_x);
            tcr_copyin(a->y, a->bytes_y);
        }
        error = call(c, c->in_place ? a->y : a->x, a->y, a->offsets, a->n_x, &o);
        if (c->place == PRESENT) {
            tcr_copyout(a->x, a->bytes_x);
            tcr_copyout(a->y, a->bytes_y);
        }
        return error;
    }
    a->device_x = to_device(a->x, a->bytes_x, front_x);
    a->device_y = to_device(a->y, a->bytes_y, front_y);
    a->device_offsets = to_device(a->offsets, a->bytes_offsets, 0);
    o.flags = c->place == DEVICE ? 0 : TCR_STREAM;
    if (c->place == OWN_WORKSPACE) {
        ck_assert_int_eq(tcr_workspace_size(&o.workspace_size), 0);
        o.workspace = tcr_malloc(o.workspace_size + 1);
    }
    error = call(c, c->in_place ? a->device_y : a->device_x, a->device_y, a->device_offsets, a->n_x,
                 &o);
    if (!from_device(a->y, a->device_y, a->bytes_y, front_y) && !error)
        error = 1;
    tcr_free(a->device_x - front_x);
    tcr_free(a->device_y - front_y);
    tcr_free(a->device_offsets);
    tcr_free(o.workspace);
    return error;
}

/* 0, or 1 and a line. */
static int check(const struct prefix_case *c)
{
    struct arrays a;
    bool good;
    int error;

    make(c, &a);
    error = run(c, &a);
    good = error == 0;
    for (long long k = 0; k < (c->form == ARRAY ? 1 : c->n) && good; k++) {
        const long long from = c->form >= NARROW ? offset_of(c, k) : 0;
        const long long n = c->form >= NARROW ? offset_of(c, k + 1) - from : c->length;

        good = check_segment(c, a.x, a.y, c->form == ROWS ? k * c->ldx : from,
                             c->form == ROWS ? k * c->ldy : from, n);
    }
    for (long long k = 0; k < a.n_y && good; k++) { /* what is in no row or segment */
        const bool out = c->form == ROWS     ? k % c->ldy >= c->length
                         : c->form >= NARROW ? k < offset_of(c, 0) || k >= offset_of(c, c->n)
                                             : false;

        good = !out || get(c->type, a.y, k) == get(c->type, a.old, k);
    }
    if (!good)
        printf("WRONG scan operation=%d exclusive=%d in place=%d %s form=%d place=%d %lld of %lld: "
               "leading dimensions %lld %lld, shifted by %zu %zu, error %d\n",
               c->operation, c->exclusive, c->in_place, tcr_type_name(c->type), c->form, c->place,
               c->n, c->length, c->ldx, c->ldy, c->shift_x, c->shift_y, error);
    free(a.x);
    free(a.y);
    free(a.old);
    free(a.offsets);
    return !good;
}

static const long long lengths[][2] = {{1, 1}, {3, 7}, {40, 33}, {2, 6000}, {700, 9}, {1, 20000}};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* On the device a type has half of the lengths at two places, the others at the next two, and the
 * type of the other sign or kind those that it lacks.  (Not by the seed below: it gives the forms.)
 */
static bool has_length(enum tcr_type type, enum place place, int length)
{
    return (length + (int)type + (int)place / 2) % 2 == 0;
}

static int check_type(enum tcr_type type, enum place place, int operations, bool all)
{
    int bad = 0;

    for (int o = 0; o < (is_float(type) ? TCR_SCAN_AND : operations); o++)
        for (int k = 0; k < LENGTHS; k++) {
            if (!all && !has_length(type, place, k))
                continue;
            const int seed = k + o * 3 + (int)place + (int)type;
            struct prefix_case c = {.form = (enum form)(seed % FORMS),
                                    .place = place,
                                    .type = type,
                                    .operation = (enum tcr_scan_operation)o,
                                    .exclusive = seed / 4 % 2 != 0,
                                    .in_place = seed % 3 == 0,
                                    .n = lengths[k][0],
                                    .length = lengths[k][1]};

            c.ldx = c.length + (seed % 5 == 0 ? 3 : 0);
            c.ldy = c.in_place ? c.ldx : c.length + (seed % 2 ? 2 : 0);
            c.shift_x = (size_t)seed % 6;
            c.shift_y = seed % 7 < 5 ? c.shift_x : (size_t)seed % 4;
            bad += check(&c);
        }
    return bad;
}

static const enum tcr_type types[] = {TCR_I8,  TCR_U8,  TCR_I16, TCR_U16,  TCR_I32, TCR_U32,
                                      TCR_I64, TCR_U64, TCR_F16, TCR_BF16, TCR_F32, TCR_F64};

START_TEST(on_host)
{
    struct prefix_case large = {.type = types[_i], .form = ARRAY, .n = 1, .length = 300000};

    setenv("TCR_TARGET", "host", 1);
    for (int place = 0; place < PLACES; place++)
        ck_assert_int_eq(check_type(types[_i], (enum place)place, OPERATIONS, true), 0);
    ck_assert_int_eq(check(&large), 0); /* blocks and threads */
    large.exclusive = large.in_place = true;
    ck_assert_int_eq(check(&large), 0);
}
END_TEST

/* A device of so many multiprocessors has to do it. */
static void simulate(const char *multiprocessors)
{
    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_TARGET", "required", 1);
    setenv("TCR_SIM_SMS", multiprocessors, 1);
}

START_TEST(on_device)
{
    /* The code of all but sums takes long to compile: one integer of each width has it. */
    const bool sums =
        types[_i] == TCR_U8 || types[_i] == TCR_U16 || types[_i] == TCR_U32 || types[_i] == TCR_I64;

    simulate(_i % 2 ? "2" : "3");
    /* wide floats are alone: with all */
    for (int place = 0; place < PLACES; place++)
        ck_assert_int_eq(check_type(types[_i], (enum place)place,
                                    sums ? TCR_SCAN_SUM + 1 : OPERATIONS, types[_i] >= TCR_F32),
                         0);
}
END_TEST

/* Arrays that one tile of each block holds, of one word a thread and more, some that all blocks of
 * the device do not hold at once, and, on a stream, blocks that take turns. */
START_TEST(arrays_on_device)
{
    static const long long length[] = {1,    19,    1023,  1280,  2049,  4095,  4100,   8191,
                                       8193, 12799, 16383, 25603, 32769, 65537, 100003, 180001};
    static const enum tcr_type some[] = {TCR_F32, TCR_F64, TCR_I16, TCR_BF16, TCR_I8, TCR_F32};
    int bad = 0;

    simulate(_i % 2 ? "2" : "3");
    for (unsigned k = 0; k < sizeof length / sizeof *length; k++)
        for (int how = 0; how < 2; how++) {
            if (length[k] > 60000 &&
                how == (_i + (int)k) % 2) /* many elements one way of each type */
                continue;
            const int seed = (int)k + how * 5 + _i;
            struct prefix_case c = {.form = ARRAY,
                                    .place = seed % 3 == 0 ? STREAM : DEVICE,
                                    .type = some[_i],
                                    .operation = _i == 5 ? TCR_SCAN_PRODUCT
                                                         : (enum tcr_scan_operation)(seed % 4),
                                    .exclusive = seed / 2 % 2 != 0,
                                    .in_place = how == 1 && k % 2,
                                    .n = 1,
                                    .length = length[k],
                                    .shift_x = (size_t)(seed * 3 + how) % 17};

            c.shift_y = how == 0 || c.in_place ? c.shift_x : c.shift_x + k % 3;
            bad += check(&c);
        }
    ck_assert_int_eq(bad, 0);
}
END_TEST

/* Rows of one tile and of several, with fewer and more of them than warps have pieces: with and
 * without something between them, in place, at the same and at different places in a word of 16
 * bytes.  (A warp's tile has 256, 512 or 1024 elements.) */
START_TEST(rows_on_device)
{
    static const long long row[] = {1,    2,    3,    7,    15,   16,   17,   31,   32,
                                    33,   255,  256,  257,  480,  511,  512,  513,  1023,
                                    1024, 1025, 2816, 4095, 4096, 4097, 5889, 6144, 15360};
    static const enum tcr_type some[] = {TCR_F32, TCR_F64, TCR_I16, TCR_BF16, TCR_I8, TCR_U64};
    int bad = 0;

    simulate(_i % 2 ? "2" : "3");
    for (unsigned k = 0; k < sizeof row / sizeof *row; k++)
        for (int how = 0; how < 4; how++) {
            const int seed = (int)k + how * 5 + _i;
            struct prefix_case c = {.form = ROWS,
                                    .place = DEVICE,
                                    .type = some[_i],
                                    .operation = (enum tcr_scan_operation)(seed % 4),
                                    .exclusive = seed / 2 % 2 != 0,
                                    .in_place = how == 1,
                                    .n = how == 0 ? 1 : 1 + (row[k] < 400 ? 9000 / row[k] : 7),
                                    .length = row[k],
                                    .ldx = row[k] + (how == 3 ? 5 : 0)};
            c.ldy = c.in_place ? row[k] : row[k] + (how == 3 && k % 3 == 0 ? 3 : 0);
            c.shift_x = (size_t)seed % 5;
            c.shift_y = how < 2 ? c.shift_x : c.shift_x + (size_t)how % 3;
            bad += check(&c);
        }
    ck_assert_int_eq(bad, 0);
}
END_TEST

/* Few long rows and segments, of which many blocks have tiles, so many that they wait for each
 * other, or too many for that. */
START_TEST(long_parts_on_device)
{
    static const enum tcr_type some[] = {TCR_F32, TCR_F64, TCR_U8, TCR_I16, TCR_F32, TCR_BF16};
    static const char *const multiprocessors[] = {"1", "8", "20"};
    int bad = 0;

    simulate(multiprocessors[_i % 3]);
    for (int k = 0; k < 4; k++) {
        struct prefix_case c = {.form = k < 2    ? ROWS
                                        : k == 2 ? NARROW
                                                 : WIDE,
                                .place = DEVICE,
                                .type = some[_i],
                                .operation = _i == 4  ? TCR_SCAN_PRODUCT
                                             : k == 3 ? TCR_SCAN_MAXIMUM
                                                      : TCR_SCAN_SUM,
                                .exclusive = (_i + k) % 2 != 0,
                                .in_place = k % 2 != 0,
                                .n = k == 0 ? 2 : 9,
                                .length = k == 0 ? 61440 : 20000 + 7 * k,
                                .shift_x = (size_t)(_i + k) % 3};
        c.ldx = c.length;
        c.ldy = c.length + (_i == 3 && k == 0 ? 2 : 0);
        c.shift_y = c.in_place || _i % 2 ? c.shift_x : c.shift_x + (size_t)k % 2;
        bad += check(&c);
    }
    ck_assert_int_eq(bad, 0);
}
END_TEST

/* Segments of all lengths, many of them empty, with something in front of and behind them all. */
enum { SEGMENTS = 3000, FRONT = 37, BEHIND = 5000, SEGMENT_KINDS = 7 };

static long long make_segments(int64_t *offsets, int kind)
{
    long long at = FRONT;

    for (int k = 0; k <= SEGMENTS; k++) {
        const int r = (int)((unsigned)k * 2654435761u >> 16);

        offsets[k] = at;
        at += kind == 0   ? r % 3
              : kind == 1 ? (k < 2900 ? 0 : r % 400)
              : kind == 2 ? (k == 1700 ? 20000 : k % 2)
              : kind == 3 ? (k < 100 ? r % 300 : 0)
              : kind == 4 ? 17
              : kind == 5 ? r % 41
                          : 17 + (k == 2900) - (k == 2990); /* rows, but for a few */
    }
    return offsets[SEGMENTS] + BEHIND;
}

/* `behind`: so many elements behind an allocation's first on the device; below 0: on the host. */
static int scan_segments(int exclusive, const int64_t *offsets, long long size, const int32_t *x,
                         int32_t *y, int behind)
{
    const size_t bytes = (size_t)size * 4, front = behind > 0 ? (size_t)behind * 4 : 0;
    char *on[3];
    int error;

    if (behind < 0)
        return tcr_scan_segments(TCR_SCAN_SUM, exclusive, TCR_I32, SEGMENTS, TCR_I64, offsets, x,
                                 size, y, NULL);
    on[0] = to_device(x, bytes, front);
    on[1] = to_device(y, bytes, front);
    on[2] = to_device(offsets, (SEGMENTS + 1) * sizeof *offsets, 0);
    error = tcr_scan_segments(TCR_SCAN_SUM, exclusive, TCR_I32, SEGMENTS, TCR_I64, on[2], on[0],
                              size, on[1], NULL);
    if (!from_device(y, on[1], bytes, front) && !error)
        error = 1;
    tcr_free(on[0] - front);
    tcr_free(on[1] - front);
    tcr_free(on[2]);
    return error;
}

/* No sanitizer sees what the device does with types in rows, nor which offset it finds wrong; and
 * each kind of segments in one of four ways is enough for it.  Three apart, wrong ones still come
 * to all lanes. */
#ifdef ADDRESS_SANITIZER
enum { TYPES_IN_ROWS = 2, WRONG_ONES_APART = 13, WAYS_OF_A_KIND = 1 };
#else
enum { TYPES_IN_ROWS = 6, WRONG_ONES_APART = 7, WAYS_OF_A_KIND = 4 };
#endif

START_TEST(segments_on_device)
{
    static int64_t offsets[SEGMENTS + 1];
    const int kind = _i / WAYS_OF_A_KIND, exclusive = _i % 2;
    const int behind = (WAYS_OF_A_KIND == 1 ? kind / 2 % 2 : _i & 2) ? kind % 4 : -1;
    const long long size = make_segments(offsets, kind);
    int32_t *x = malloc((size_t)size * 4), *y = malloc((size_t)size * 4);

    simulate(exclusive ? "2" : "3");
    for (long long k = 0; k < size; k++) {
        x[k] = (int32_t)(k * 7919 % 1000);
        y[k] = -1;
    }
    ck_assert_int_eq(scan_segments(exclusive, offsets, size, x, y, behind), 0);
    for (long long k = 0; k < size; k++)
        ck_assert(y[k] == -1 || (k >= offsets[0] && k < offsets[SEGMENTS]));
    for (int s = 0; s < SEGMENTS; s++) {
        int32_t sum = 0;

        for (long long k = offsets[s]; k < offsets[s + 1]; k++) {
            ck_assert_int_eq(y[k], exclusive ? sum : sum + x[k]);
            sum += x[k];
        }
    }
    for (int s = 0; s <= SEGMENTS; s += 499) { /* offsets that cannot be */
        const int64_t right = offsets[s];

        offsets[s] = exclusive ? INT64_MIN + 3 : s == 0 ? size + 1 : offsets[s - 1] - 1;
        ck_assert_int_eq(scan_segments(0, offsets, size, x, y, behind), TCR_E_INVALID);
        offsets[s] = INT64_MAX;
        ck_assert_int_eq(scan_segments(0, offsets, size, x, y, behind), TCR_E_INVALID);
        offsets[s] = right;
    }
    free(x);
    free(y);
}
END_TEST

/* What has been traced since `trace` became the standard error has these words. */
static bool traced(FILE *trace, const char *words)
{
    char line[512];
    bool found = false;

    rewind(trace);
    while (fgets(line, sizeof line, trace))
        found = found || strstr(line, words);
    return found;
}

/* Long segments that are fewer than the device's warps could have pieces of are rows, too, if they
 * have one length; a line, if one of them is longer. */
enum { FEW_SEGMENTS = 1030, LONG_SEGMENT = 2110 };

START_TEST(few_segments_of_one_length)
{
    static int64_t offsets[FEW_SEGMENTS + 1];
    static int8_t x[FEW_SEGMENTS * LONG_SEGMENT], y[sizeof x];
    FILE *trace = tmpfile();
    char *on[3];

    ck_assert(trace && dup2(fileno(trace), 2) == 2);
    simulate("11");
    setenv("TCR_TRACE", "2", 1);
    for (int k = 0; k <= FEW_SEGMENTS; k++)
        offsets[k] = (int64_t)k * LONG_SEGMENT + (_i && k == 500);
    for (size_t k = 0; k < sizeof x; k++)
        x[k] = (int8_t)(k % 7);
    on[0] = to_device(x, sizeof x, 0);
    on[1] = to_device(y, sizeof y, 0);
    on[2] = to_device(offsets, sizeof offsets, 0);
    ck_assert_int_eq(tcr_scan_segments(TCR_SCAN_SUM, 0, TCR_I8, FEW_SEGMENTS, TCR_I64, on[2], on[0],
                                       sizeof x, on[1], NULL),
                     0);
    ck_assert(from_device(y, on[1], sizeof y, 0));
    for (int s = 0; s < FEW_SEGMENTS; s++) {
        uint8_t sum = 0;

        for (int64_t k = offsets[s]; k < offsets[s + 1]; k++) {
            sum = (uint8_t)(sum + x[k]);
            ck_assert_int_eq((uint8_t)y[k], sum);
        }
    }
    ck_assert(traced(trace, "tcr_scan_offsets sum i8"));
    ck_assert_int_eq(traced(trace, "tcr_scan_rows sum i8"), _i == 0);
    ck_assert_int_eq(traced(trace, "tcr_scan_segments sum i8"), _i == 1);
    for (int k = 0; k < 3; k++)
        tcr_free(on[k]);
    fclose(trace);
}
END_TEST

/* The blocks share the look at the offsets, and each has a tile, with which it tells of wrong ones:
 * sizes of as many tiles as there are and of a few elements less, at the same and at different
 * places in a word of 16 bytes, and one wrong offset, whichever it is (of most sizes, some). */
START_TEST(each_wrong_offset)
{
    enum { TILE = TCR_SCAN_LINE_THREADS * TCR_SCAN_LINE_EACH(4), LENGTH = 10 };
    static const size_t front[][2] = {{0, 0}, {4, 4}, {12, 0}}; /* bytes */
    static float x[2 * TILE];
    static int32_t offsets[2 * TILE / LENGTH + 1];
    const int size = (1 + _i / 6) * TILE - _i / 3 % 2 * LENGTH, n = size / LENGTH;
    const int step = _i < 2 ? WRONG_ONES_APART : 9 * WRONG_ONES_APART;
    const size_t bytes = (size_t)size * sizeof *x, *const at = front[_i % 3];
    char *from, *to;
    void *device;

    simulate("3");
    for (int k = 0; k <= n; k++)
        offsets[k] = k * LENGTH;
    from = to_device(x, bytes, at[0]);
    to = to_device(x, bytes, at[1]);
    device = tcr_malloc(sizeof offsets);
    for (int k = 0; k <= n; k = k < n && k + step > n ? n : k + step) {
        offsets[k] = k == 0 ? -1 : offsets[k - 1] - 1;
        tcr_memcpy_to_device(device, offsets, sizeof offsets);
        ck_assert_int_eq(
            tcr_scan_segments(TCR_SCAN_SUM, 0, TCR_F32, n, TCR_I32, device, from, size, to, NULL),
            TCR_E_INVALID);
        offsets[k] = k * LENGTH;
    }
    tcr_free(from - at[0]);
    tcr_free(to - at[1]);
    tcr_free(device);
}
END_TEST

/* NaN stays out of minima of rows, whose sums do not begin with -0. */
START_TEST(numbers_of_rows)
{
    static const float odd[] = {NAN, 3, NAN, 2, 1, NAN}, zeros[] = {-0.0f, -0.0f, -0.0f, -0.0f};
    float y[6];

    setenv(_i ? "TCR_BACKEND" : "TCR_TARGET", _i ? "sim" : "host", 1);
    if (_i)
        setenv("TCR_TARGET", "required", 1);
#define ROWS_OF(operation, exclusive, length, x)                                                   \
    ck_assert_int_eq(                                                                              \
        tcr_scan_rows(operation, exclusive, TCR_F32, 2, length, x, length, y, length, NULL), 0)
    ROWS_OF(TCR_SCAN_MINIMUM, 0, 3, odd);
    ck_assert(isinf(y[0]) && y[1] == 3 && y[2] == 3 && y[3] == 2 && y[4] == 1 && y[5] == 1);
    ROWS_OF(TCR_SCAN_MAXIMUM, 1, 3, odd);
    ck_assert(isinf(y[0]) && y[0] < 0 && isinf(y[1]) && y[2] == 3);
    ck_assert(isinf(y[3]) && y[3] < 0 && y[4] == 2 && y[5] == 2);
    ROWS_OF(TCR_SCAN_SUM, 0, 3, odd);
    ck_assert(isnan(y[0]) && isnan(y[2]) && y[3] == 2 && y[4] == 3 && isnan(y[5]));
    for (int exclusive = 0; exclusive < 2; exclusive++) {
        ROWS_OF(TCR_SCAN_SUM, exclusive, 2, zeros);
        for (int k = 0; k < 4; k++)
            ck_assert(y[k] == 0 && !signbit(y[k]));
    }
#undef ROWS_OF
}
END_TEST

/* Sums of floats are made in double; NaN stays out of minima; a sum does not begin with -0. */
START_TEST(numbers)
{
    static float x[3000], y[3000];
    const float odd[] = {NAN, 3, -1, NAN, 5}, zeros[] = {-0.0f, -0.0f};
    double sum = 0;

    setenv(_i ? "TCR_BACKEND" : "TCR_TARGET", _i ? "sim" : "host", 1);
    if (_i)
        setenv("TCR_TARGET", "required", 1);
    for (int k = 0; k < 3000; k++)
        x[k] = (float)sin(k) + 1;
    ck_assert_int_eq(tcr_scan_f32(TCR_SCAN_SUM, 0, 3000, x, y), 0);
    for (int k = 0; k < 3000; k++) {
        sum += (double)x[k];
        ck_assert(fabs((double)y[k] - sum) <= sum * 0x1.0001p-24);
    }
    ck_assert_int_eq(tcr_scan_f32(TCR_SCAN_MINIMUM, 0, 5, odd, y), 0);
    ck_assert(isinf(y[0]) && y[1] == 3 && y[2] == -1 && y[3] == -1 && y[4] == -1);
    ck_assert_int_eq(tcr_scan_f32(TCR_SCAN_MAXIMUM, 1, 5, odd, y), 0);
    ck_assert(isinf(y[0]) && isinf(y[1]) && y[2] == 3 && y[3] == 3 && y[4] == 3);
    ck_assert_int_eq(tcr_scan_f32(TCR_SCAN_SUM, 1, 2, zeros, y), 0);
    ck_assert(y[0] == 0 && !signbit(y[0]) && !signbit(y[1]));
    ck_assert_int_eq(tcr_scan_f32(TCR_SCAN_SUM, 0, 5, odd, y), 0);
    ck_assert(isnan(y[0]) && isnan(y[4]));
}
END_TEST

/* A launch for n rows of so many floats on a device of 4 multiprocessors, each of which holds 3
 * blocks of 8 warps. */
static struct tcr_launch launch_of_rows(long long n, long long length)
{
    static const struct tcr_base bases[] = {{.elem_size = 4}, {.elem_size = 4}};
    static const struct tcr_region region = {.flags = TCR_REGION_SCAN_LINE, .bases = bases};
    static struct tcr_scan_args args;
    struct tcr_launch l = {.args = &args};

    tcr_properties.multiprocessors = 4;
    args = (struct tcr_scan_args){.n = n, .length = length};
    ck_assert(tcr_grid_in_rows(&region) && !tcr_grid_short(&region));
    tcr_grid_rows(&l, &region, 256, 3);
    ck_assert_uint_eq(l.threads, 256);
    return l;
}

/* Blocks end with the pieces of their warps if there are enough for all; else all have some. */
START_TEST(blocks_of_rows)
{
    static const struct {
        long long n, length, piece;
        unsigned blocks;
        bool in_turns;
    } cases[] = {{1 << 20, 16, 64, 2048, true},  /* two tiles of 512 each */
                 {1 << 20, 100, 20, 6554, true}, /* four, which they fill better */
                 {6000, 16, 64, 12, false}, /* whole words, and a piece for each warp at most */
                 {5000, 16, 56, 12, false},
                 {1000, 16, 32, 12, false}, /* a tile, by some warps of each block */
                 {100, 16, 32, 4, false},
                 {10000, 4096, 1, 1250, true},
                 {95, 100000, 1, 12, false},
                 {5, 100000, 1, 5, false},
                 {1, 1, 512, 1, false}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const struct tcr_launch l = launch_of_rows(cases[k].n, cases[k].length);

        ck_assert_int_eq(l.grid.shared_copies, cases[k].piece);
        ck_assert_uint_eq(l.blocks, cases[k].blocks);
        ck_assert_int_eq(l.in_turns, cases[k].in_turns);
    }
}
END_TEST

/* A small array has as few words a thread as there are blocks for; a larger one 16, of which half
 * are in shared memory, where that has room for those of two blocks. */
START_TEST(blocks_of_arrays)
{
    static const struct {
        long long words, each;
        unsigned blocks;
    } cases[] = {{1, 1, 1},    {2048, 4, 1}, {2049, 2, 3},  {4096, 2, 4},
                 {8192, 2, 8}, {8193, 4, 5}, {32768, 8, 8}, {65536, 16, 8}};
    static const struct tcr_base bases[] = {{.elem_size = 4}, {.elem_size = 4}};
    static struct tcr_scan_args args;

    tcr_properties.multiprocessors = 4;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const bool middle = cases[k].each == 16;
        const struct tcr_region region = {
            .flags = TCR_REGION_SCAN_LINE, .bases = bases, .scan = middle ? 64 : 32, .block = 512};
        struct tcr_launch l = {.args = &args, .grid = {.n = 4 * cases[k].words}};

        tcr_grid_scan(&l, &region, 512, 2);
        ck_assert_int_eq(l.grid.shared_copies, cases[k].each);
        ck_assert_uint_eq(l.blocks, cases[k].blocks);
        ck_assert_uint_eq(l.shared, middle ? 9 * 8192 : 0);
    }
    tcr_properties.shared = 155000;
    ck_assert_int_eq(tcr_grid_middle_words(), 65536);
    tcr_properties.shared = 100000;
    ck_assert_int_eq(tcr_grid_middle_words(), 0);
}
END_TEST

/* Of a loop whose threads have 23 iterations in a tile at most, each block has one tile, of as few
 * as there are blocks for, or of more in a single block; unless there are too many. */
START_TEST(blocks_of_a_loop)
{
    static const struct {
        long long n, each;
        unsigned blocks, threads;
        long long together;
    } cases[] = {{1, 3, 1, 384, 0},
                 {1152, 3, 1, 384, 0},
                 {1153, 11, 1, 384, 0},
                 {4224, 11, 1, 384, 0},
                 {4225, 3, 4, 384, TCR_TOGETHER_BEFORE},
                 {4608, 3, 4, 384, TCR_TOGETHER_BEFORE},
                 {4609, 11, 2, 384, TCR_TOGETHER_BEFORE},
                 {33792, 11, 8, 384, TCR_TOGETHER_BEFORE},
                 {33793, 0, 6, 256, TCR_TOGETHER_BEFORE},
                 {70656, 0, 12, 256, TCR_TOGETHER_BEFORE},
                 {70657, 0, 12, 256, 1}};
    const struct tcr_region region = {.scan = 23}, given = {.scan = 23, .block = 64};

    tcr_properties.multiprocessors = 4;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct tcr_launch l = {.grid = {.n = cases[k].n}};

        tcr_grid_scan(&l, &region, TCR_SCAN_THREADS, 3);
        ck_assert_int_eq(l.grid.shared_copies, cases[k].each);
        ck_assert_uint_eq(l.blocks, cases[k].blocks);
        ck_assert_uint_eq(l.threads, cases[k].threads);
        ck_assert_int_eq(l.grid.together, cases[k].together);
        l = (struct tcr_launch){.grid = {.n = cases[k].n}};
        tcr_grid_scan(&l, &given, 64, 3);
        ck_assert(l.threads == 64 && l.grid.shared_copies == 0);
    }
}
END_TEST

START_TEST(arguments)
{
    static double x[16], y[16];
    static const int32_t falls[] = {0, 4, 2, 8}, leaves[] = {0, 20}, none[] = {0, 0};
    struct tcr_options o = {.size = sizeof o};

    setenv(_i ? "TCR_BACKEND" : "TCR_TARGET", _i ? "sim" : "host", 1);
    if (_i)
        setenv("TCR_TARGET", "required", 1);
#define SCAN(op, type, n, x, y) tcr_scan((enum tcr_scan_operation)(op), 0, type, n, x, y, &o)
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, 0, NULL, NULL), 0);
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, -1, x, y), TCR_E_INVALID);
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_BOOL, 2, x, y), TCR_E_INVALID);
    ck_assert_int_eq(SCAN(7, TCR_F64, 2, x, y), TCR_E_INVALID);
    ck_assert_int_eq(SCAN(TCR_SCAN_AND, TCR_F64, 2, x, y), TCR_E_INVALID);
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, 2, NULL, y), TCR_E_INVALID);
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, 2, x, NULL), TCR_E_INVALID);
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, 2, x, x + 1), TCR_E_INVALID);
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, 2, (char *)x + 4, y), TCR_E_INVALID);
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, LLONG_MAX, x, y), TCR_E_INVALID);
    ck_assert_int_eq(tcr_scan_rows(TCR_SCAN_SUM, 0, TCR_F64, 2, 4, x, 3, y, 4, &o), TCR_E_INVALID);
    ck_assert_int_eq(tcr_scan_rows(TCR_SCAN_SUM, 0, TCR_F64, 2, 4, x, 4, y, 3, &o), TCR_E_INVALID);
    ck_assert_int_eq(tcr_scan_rows(TCR_SCAN_SUM, 0, TCR_F64, 2, 4, x, 4, x, 5, &o), TCR_E_INVALID);
    ck_assert_int_eq(tcr_scan_rows(TCR_SCAN_SUM, 0, TCR_F64, LLONG_MAX, 4, x, 4, y, 4, &o),
                     TCR_E_INVALID);
#define SEGMENTS(n, type, offsets, size)                                                           \
    tcr_scan_segments(TCR_SCAN_SUM, 0, TCR_F64, n, type, offsets, x, size, y, &o)
    ck_assert_int_eq(SEGMENTS(3, TCR_I32, falls, 16), TCR_E_INVALID);
    ck_assert_int_eq(SEGMENTS(1, TCR_I32, leaves, 16), TCR_E_INVALID);
    ck_assert_int_eq(SEGMENTS(1, TCR_F32, falls, 16), TCR_E_INVALID);
    ck_assert_int_eq(SEGMENTS(1, TCR_I32, NULL, 16), TCR_E_INVALID);
    ck_assert_int_eq(SEGMENTS(-1, TCR_I32, falls, 16), TCR_E_INVALID);
    ck_assert_int_eq(SEGMENTS(1, TCR_I32, none, 0), 0);
    ck_assert_int_eq(SEGMENTS(1, TCR_I32, leaves, 0), TCR_E_INVALID);
    ck_assert_int_eq(SEGMENTS(0, TCR_I32, NULL, 16), 0);
    o.flags = TCR_REPRODUCIBLE;
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, 2, x, y), TCR_E_UNSUPPORTED);
    ck_assert_int_eq(SCAN(TCR_SCAN_MINIMUM, TCR_F64, 2, x, y), 0);
    o.flags = 1u << 20;
    ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, 2, x, y), TCR_E_INVALID);
    if (_i) {
        o.flags = TCR_STREAM;
        ck_assert_int_eq(SCAN(TCR_SCAN_SUM, TCR_F64, 2, x, y), TCR_E_NOT_PRESENT);
    }
#undef SCAN
#undef SEGMENTS
}
END_TEST

/* What the host does not do instead (scan.c: a look at offsets) is no call of the host's. */
START_TEST(nothing_on_the_host)
{
    struct library_arrays a = {.region = &fake_sum_region, .call = {.n = 5}};

    setenv("TCR_TARGET", "host", 1);
    setenv("TCR_SUMMARY", "1", 1);
    tcr_device_setup();
    ck_assert_int_eq(tcr_library_arrays(&a), 1);
    ck_assert_uint_eq(tcr_stats_of(&fake_sum_region)->host_calls, 0);
}
END_TEST

Suite *suite_prefixes(void)
{
    Suite *s = suite_create("prefixes");
    TCase *h = tcase_create("host"), *d = tcase_create("device"), *a = tcase_create("arguments");

    add_types(h, on_host);
    suite_add_tcase(s, h);
    add_types_on_device(d, on_device);
    tcase_add_loop_test(d, rows_on_device, 0, TYPES_IN_ROWS);
    tcase_add_loop_test(d, long_parts_on_device, 0, TYPES_IN_ROWS);
    tcase_add_loop_test(d, segments_on_device, 0, WAYS_OF_A_KIND * SEGMENT_KINDS);
    tcase_add_loop_test(d, few_segments_of_one_length, 0, 2);
    tcase_add_loop_test(d, each_wrong_offset, 0, 12);
    tcase_add_loop_test(d, arrays_on_device, 0, 6);
    tcase_add_loop_test(d, numbers, 0, 2);
    tcase_add_loop_test(d, numbers_of_rows, 0, 2);
    tcase_set_timeout(d, 300);
#ifndef THREAD_SANITIZER /* for which the simulated device is too slow */
    suite_add_tcase(s, d);
#endif
    tcase_add_loop_test(a, arguments, 0, 2);
    tcase_add_test(a, nothing_on_the_host);
    tcase_add_test(a, blocks_of_rows);
    tcase_add_test(a, blocks_of_arrays);
    tcase_add_test(a, blocks_of_a_loop);
    tcase_set_timeout(a, 60);
    suite_add_tcase(s, a);
    return s;
}

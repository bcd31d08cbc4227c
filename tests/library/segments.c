/* SPDX-License-Identifier: MIT */
/* segments.c: the functions of tcr_segments.h against plain loops. */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of a case: on the host, and as they are passed. */
struct arrays {
    long long *bounds; /* n + 1 */
    long long size;    /* elements of x */
    char *host_x, *block_x, *host_offsets;
    size_t x_bytes, offsets_bytes, result_bytes;
    char *x, *offsets;
    uint64_t *result, *got[2];
    char *alloc_x;
};

static long long length_of(const struct segments_case *c, long long k)
{
    switch (c->shape) {
    case SHAPE_MIXED:
        return (k * 7919 + 13) % (c->length + 1);
    case SHAPE_HUGE:
        return k == c->n / 2 ? c->length * c->n : k % 3;
    case SHAPE_EMPTY:
        return k == c->n / 3 || k == c->n - 1 ? c->length : 0;
    default:
        return c->length;
    }
}

static void make_arrays(const struct segments_case *c, struct arrays *a)
{
    const size_t size = type_size[c->of.type], wide = c->wide ? 8 : 4;
    long long at = c->shape == SHAPE_MIXED ? 3 : 0;

    a->bounds = calloc((size_t)c->n + 1, sizeof *a->bounds);
    for (long long k = 0; k <= c->n; k++) {
        a->bounds[k] = at;
        at += k < c->n ? length_of(c, k) : 0;
        at += c->shape == SHAPE_ROWS && k + 1 < c->n ? c->gap : 0;
    }
    a->size = at + (c->shape == SHAPE_MIXED ? 5 : 0);
    a->x_bytes = (size_t)a->size * size;
    a->block_x = aligned_alloc(256, (a->x_bytes + 64 * size + 511) / 256 * 256);
    a->host_x = a->block_x + c->of.offset * size;
    fill_elements(&c->of, a->host_x, a->size, 7 + (uint64_t)c->n);
    a->offsets_bytes = ((size_t)c->n + 1) * wide;
    a->host_offsets = malloc(a->offsets_bytes);
    for (long long k = 0; k <= c->n; k++) {
        int narrow = (int)a->bounds[k];
        memcpy(a->host_offsets + (size_t)k * wide,
               c->wide ? (void *)&a->bounds[k] : (void *)&narrow, wide);
    }
    a->result_bytes = (size_t)c->n * 8;
    for (int t = 0; t < 2; t++)
        a->got[t] = malloc(a->result_bytes + 8);
}

/* Exactly so many bytes, if there are some. */
static void *allocate(const struct segments_case *c, size_t bytes)
{
    return (c->of.allocate ? c->of.allocate : tcr_malloc)(bytes ? bytes : 1);
}

static void *on_device(const struct segments_case *c, const void *host, size_t bytes)
{
    void *device = allocate(c, bytes);

    if (device && bytes && tcr_memcpy_to_device(device, host, bytes))
        return NULL;
    return device;
}

/* Where the case wants them; false: no memory. */
static bool place_arrays(const struct segments_case *c, struct arrays *a)
{
    const size_t before = c->of.offset * type_size[c->of.type];

    if (c->of.place == PLACE_HOST || c->of.place == PLACE_PRESENT) {
        a->x = a->host_x;
        a->offsets = a->host_offsets;
        a->result = a->got[0];
        return c->of.place == PLACE_HOST || (!tcr_copyin(a->host_x, a->x_bytes) &&
                                             !tcr_copyin(a->host_offsets, a->offsets_bytes) &&
                                             !tcr_create(a->got[0], a->result_bytes));
    }
    a->alloc_x = allocate(c, before + a->x_bytes);
    a->x = a->alloc_x + before;
    a->offsets = on_device(c, a->host_offsets, a->offsets_bytes);
    a->result = allocate(c, a->result_bytes);
    return a->alloc_x && a->offsets && a->result &&
           (!a->x_bytes || !tcr_memcpy_to_device(a->x, a->host_x, a->x_bytes));
}

static void free_arrays(const struct segments_case *c, struct arrays *a)
{
    void (*release)(void *) = c->of.release ? c->of.release : tcr_free;

    if (c->of.place == PLACE_PRESENT) {
        tcr_delete(a->host_x, a->x_bytes);
        tcr_delete(a->host_offsets, a->offsets_bytes);
        tcr_delete(a->got[0], a->result_bytes);
    } else if (c->of.place != PLACE_HOST) {
        release(a->alloc_x);
        release(a->offsets);
        release(a->result);
    }
    free(a->got[0]);
    free(a->got[1]);
    free(a->bounds);
    free(a->block_x);
    free(a->host_offsets);
}

typedef int rows(enum tcr_type, long long, long long, const void *, long long, void *,
                 const struct tcr_options *);
typedef int segments(enum tcr_type, long long, enum tcr_type, const void *, const void *, long long,
                     void *, const struct tcr_options *);
static const struct {
    const char *name;
    rows *rows;
    segments *segments;
} operations[] = {{"sum", tcr_sum_rows, tcr_sum_segments},
                  {"minimum", tcr_minimum_rows, tcr_minimum_segments},
                  {"maximum", tcr_maximum_rows, tcr_maximum_segments},
                  {"argmin", tcr_argmin_rows, tcr_argmin_segments},
                  {"argmax", tcr_argmax_rows, tcr_argmax_segments}};
enum { SUM, MINIMUM, MAXIMUM, ARGMIN, ARGMAX, OPERATIONS };

/* The results of one call, into got[turn]. */
static int call(const struct segments_case *c, struct arrays *a, int operation, int turn)
{
    struct tcr_options o = {.size = sizeof o, .stream = c->of.stream, .workspace = c->of.workspace};
    const bool host = c->of.place == PLACE_HOST;
    void *result = host ? a->got[turn] : a->result;
    int error;

    memset(a->got[turn], 0x5a, a->result_bytes + 8);
    if (c->of.place >= PLACE_STREAM)
        o.flags |= TCR_STREAM | (c->of.ready ? TCR_READY : 0);
    if (c->of.workspace)
        tcr_workspace_size(&o.workspace_size);
    error = c->shape == SHAPE_ROWS
                ? operations[operation].rows(c->of.type, c->n, c->length, a->x, c->length + c->gap,
                                             result, &o)
                : operations[operation].segments(c->of.type, c->n, c->wide ? TCR_I64 : TCR_I32,
                                                 a->offsets, a->x, a->size, result, &o);
    if (c->of.place >= PLACE_STREAM && c->of.wait)
        c->of.wait(c->of.stream);
    if (!error && c->of.place == PLACE_PRESENT) {
        error = tcr_update_host(a->got[0], a->result_bytes);
        memcpy(a->got[turn], a->got[0], a->result_bytes);
    } else if (!error && !host && a->result_bytes) {
        error = tcr_memcpy_from_device(a->got[turn], result, a->result_bytes);
    }
    if (error)
        printf("%s: %s\n", operations[operation].name, tcr_strerror(error));
    return error;
}

static bool is_right(const struct segments_case *c, int operation, const struct expected *e,
                     uint64_t got)
{
    const long double want = operation == SUM ? e->sum : operation == MINIMUM ? e->least : e->most;
    double f;

    memcpy(&f, &got, sizeof f);
    if (operation >= ARGMIN)
        return (long long)got == (operation == ARGMIN ? e->argmin : e->argmax);
    if (!is_float(c->of.type))
        return got == (operation == SUM ? e->isum : integer_bits(c->of.type, want));
    if (operation == SUM)
        return isnan(want) ? isnan(f) : f == (double)want || fabsl(f - want) <= 0x1p-50L * e->asum;
    return f == (double)want && !(f == 0 && signbit(f));
}

/* What each segment has; to be freed. */
static struct expected *expect_segments(const struct segments_case *c, const struct arrays *a)
{
    struct expected *e = malloc((size_t)c->n * sizeof *e + 1);
    struct test_case one = c->of;

    one.incx = one.incy = 1;
    for (long long k = 0; k < c->n; k++) {
        const char *x = a->host_x + (size_t)a->bounds[k] * type_size[one.type];

        one.n = c->shape == SHAPE_ROWS ? c->length : a->bounds[k + 1] - a->bounds[k];
        expect_results(&one, x, x, &e[k]);
    }
    return e;
}

static int check_results(const struct segments_case *c, const struct arrays *a, int operation,
                         const struct expected *e)
{
    int bad = 0;

    for (long long k = 0; k < c->n && bad < 3; k++)
        if (!is_right(c, operation, &e[k], a->got[0][k])) {
            printf("WRONG %s of segment %lld: %#llx\n", operations[operation].name, k,
                   (unsigned long long)a->got[0][k]);
            bad++;
        }
    return bad;
}

int check_segments(const struct segments_case *c)
{
    struct arrays a = {0};
    struct expected *expected;
    int bad = 0;

    make_arrays(c, &a);
    expected = expect_segments(c, &a);
    if (!place_arrays(c, &a)) {
        printf("no memory\n");
        bad = 1;
    }
    for (int o = 0; o < OPERATIONS && !bad; o++) {
        bad = call(c, &a, o, 0) != 0;
        if (!bad)
            bad = check_results(c, &a, o, expected);
        /* a second time, every other of them; in a present array, the first results are gone by
         * then */
        uint64_t *first = malloc(a.result_bytes + 8);
        memcpy(first, a.got[0], a.result_bytes);
        if (!bad && (o + c->n + c->length) % 2 == 0 &&
            (call(c, &a, o, 1) || memcmp(first, a.got[1], a.result_bytes) != 0)) {
            printf("WRONG %s: other bits the second time\n", operations[o].name);
            bad = 1;
        }
        free(first);
    }
    if (bad)
        printf("    of %s, shape %d, n=%lld length=%lld gap=%lld offset=%u pattern=%d place=%d\n",
               type_name[c->of.type], c->shape, c->n, c->length, c->gap, c->of.offset,
               c->of.pattern, c->of.place);
    free(expected);
    free_arrays(c, &a);
    return bad;
}

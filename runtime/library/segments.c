/* SPDX-License-Identifier: MIT */
/* segments.c: the functions of tcr_segments.h: what a call asks for, and as what region. */
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../device/code.h"
#include "../ground/checked.h"
#include "../ground/inside.h"
#include "library.h"
#include "library_units.h"

/* The kernels' argument block. */
struct segments_args {
    TCR_SEGMENTS_ARGS(const void *, const void *, void *)
};
TCR_AGREED(sizeof(struct segments_args) == TCR_SEGMENTS_ARGS_BYTES, "struct segments_args");
TCR_AGREED((int)LIBRARY_ARRAYS_SLOTS >= (int)TCR_SEGMENTS_SLOTS, "room for the slots");

/* ---- regions ---- */

enum form { ROWS, NARROW, WIDE, FORMS };
enum { X, RESULT, OFFSETS, BASES };
enum { OPERATIONS = 5 };
static const struct {
    enum tcr_library_operation operation;
    const char *name;
} operations[OPERATIONS] = {{TCR_LIBRARY_SUM, "sum"},
                            {TCR_LIBRARY_MINIMUM, "minimum"},
                            {TCR_LIBRARY_MAXIMUM, "maximum"},
                            {TCR_LIBRARY_ARGMIN, "argmin"},
                            {TCR_LIBRARY_ARGMAX, "argmax"}};

static struct {
    struct tcr_region region;
    char name[32], kernel[32];
} regions[FORMS][LIBRARY_TYPES][OPERATIONS];
static pthread_once_t regions_once = PTHREAD_ONCE_INIT;

static void make_region(enum form form, unsigned type, unsigned operation,
                        const struct tcr_base *bases)
{
    static const struct tcr_var slots[TCR_SEGMENTS_SLOTS] = {{"result", TCR_MAX, TCR_U64},
                                                             {"result", TCR_MAX, TCR_U64},
                                                             {"result", TCR_MAX, TCR_U64},
                                                             {"result", TCR_MAX, TCR_U64}};
    unsigned t = type - TCR_I8;
    struct tcr_region *r = &regions[form][t][operation].region;
    char *name = regions[form][t][operation].name, *kernel = regions[form][t][operation].kernel;

    snprintf(name, sizeof regions[0][0][0].name, "tcr_%s_%s_%s", operations[operation].name,
             form == ROWS ? "rows" : "segments", tcr_type_name(type));
    snprintf(kernel, sizeof regions[0][0][0].kernel, "library_%s_segments",
             operations[operation].name);
    *r = (struct tcr_region){.unit = &tcr_library_units[LIBRARY_SEGMENTS_UNITS + t],
                             .kernel = kernel,
                             .file = name,
                             .flags = TCR_REGION_WRITES | TCR_REGION_PROVED,
                             .n_vars = TCR_SEGMENTS_SLOTS,
                             .vars = slots,
                             .n_bases = form == ROWS ? BASES - 1 : BASES,
                             .bases = bases,
                             .arg_size = sizeof(struct segments_args),
                             .block = TCR_SEGMENTS_THREADS,
                             .ops_per_iteration = 2};
}

static void make_regions(void)
{
    static struct tcr_base bases[FORMS][TCR_TYPES][BASES];

    for (unsigned f = 0; f < FORMS; f++)
        for (unsigned t = TCR_I8; t < TCR_TYPES; t++) {
            struct tcr_base *b = bases[f][t];

            b[X] = (struct tcr_base){.name = "x",
                                     .elem_size = (unsigned)tcr_type_size(t),
                                     .arg_offset = offsetof(struct segments_args, x),
                                     .parent = -1};
            b[RESULT] = (struct tcr_base){.name = "result",
                                          .elem_size = 8,
                                          .arg_offset = offsetof(struct segments_args, result),
                                          .flags = TCR_BASE_WRITTEN,
                                          .parent = -1};
            b[OFFSETS] = (struct tcr_base){.name = "offsets",
                                           .elem_size = f == WIDE ? 8 : 4,
                                           .arg_offset = offsetof(struct segments_args, offsets),
                                           .parent = -1};
            for (unsigned o = 0; o < OPERATIONS; o++)
                make_region((enum form)f, t, o, b);
        }
    tcr_code_compile = tcr_nvrtc_load;
}

/* ---- a call ---- */

static bool is_rows(const struct segments_request *q)
{
    return q->offset_type == TCR_BOOL;
}

/* Bytes of each of the arrays. */
struct sizes {
    size_t of[BASES];
};

/* An array of n elements of `size` bytes, which may be NULL if there are none? */
static bool is_array(const void *at, long long n, size_t size, size_t *bytes)
{
    return n >= 0 && (uintptr_t)at % size == 0 && (at || n == 0) &&
           tcr_bytes((unsigned long long)n, size, bytes) && tcr_is_memory((uintptr_t)at, *bytes);
}

static bool overlap(const void *a, size_t size, const void *b, size_t more)
{
    return (uintptr_t)a < (uintptr_t)b + more && (uintptr_t)b < (uintptr_t)a + size;
}

static int check_options(const struct segments_request *q)
{
    const struct tcr_options *o = q->options;

    if (!tcr_library_options_known(o))
        return TCR_E_INVALID;
    return o && (o->flags & TCR_REPRODUCIBLE) && tcr_library_is_rounded(q->operation, q->type)
               ? TCR_E_UNSUPPORTED
               : 0;
}

/* Elements from the first row's first to the last row's last, into q->size. */
static bool measure_rows(struct segments_request *q)
{
    long long all;

    if (q->n < 0 || q->length < 0 || q->length == LLONG_MAX || (q->n > 1 && q->ld < q->length))
        return false;
    q->size = 0;
    if (q->n <= 1)
        q->ld = q->length;
    if (q->n == 0 || q->length == 0)
        q->ld = 0;
    else if (__builtin_mul_overflow(q->n - 1, q->ld, &q->size) ||
             __builtin_add_overflow(q->size, q->length, &q->size))
        return false;
    /* the path through the rows (kernels/library/segments.cuh) */
    return !__builtin_mul_overflow(q->n, q->length + 1, &all) && all < LLONG_MAX / 2;
}

static int check(struct segments_request *q, struct sizes *s)
{
    if (q->type < TCR_I8 || q->type > TCR_F64)
        return TCR_E_INVALID;
    if (is_rows(q) ? !measure_rows(q)
                   : q->n < 0 || (q->offset_type != TCR_I32 && q->offset_type != TCR_I64))
        return TCR_E_INVALID;
    if (!is_array(q->x, q->size, tcr_library_element(q->type), &s->of[X]) ||
        !is_array(q->result, q->n, 8, &s->of[RESULT]))
        return TCR_E_INVALID;
    s->of[OFFSETS] = 0;
    if (!is_rows(q) && (q->n == LLONG_MAX || (q->n > 0 && !q->offsets) ||
                        (q->n > 0 && !is_array(q->offsets, q->n + 1, tcr_type_size(q->offset_type),
                                               &s->of[OFFSETS]))))
        return TCR_E_INVALID;
    if (overlap(q->result, s->of[RESULT], q->x, s->of[X]) ||
        overlap(q->result, s->of[RESULT], q->offsets, s->of[OFFSETS]))
        return TCR_E_INVALID;
    return check_options(q);
}

static int host(const void *request)
{
    return tcr_segments_host(request);
}

/* As a region: the steps of the path are its iterations. */
static int run(const struct segments_request *q, const struct sizes *s)
{
    const enum form form = is_rows(q) ? ROWS : q->offset_type == TCR_I64 ? WIDE : NARROW;
    struct segments_args args = {.n = q->n,
                                 .length = q->length,
                                 .ld = q->ld,
                                 .extent = q->size,
                                 .flags = form == ROWS   ? TCR_SEGMENTS_ROWS
                                          : form == WIDE ? TCR_SEGMENTS_WIDE
                                                         : 0};
    void *base[BASES] = {[X] = (void *)(uintptr_t)q->x,
                         [RESULT] = q->result,
                         [OFFSETS] = (void *)(uintptr_t)q->offsets};
    struct tcr_access access[BASES];
    unsigned operation = 0;
    struct library_arrays a = {.call = {.n = q->n + (form == ROWS ? q->n * q->length : q->size),
                                        .base = base,
                                        .args = &args,
                                        .accesses = access},
                               .options = q->options,
                               .host = host,
                               .request = q,
                               .bytes = (double)s->of[X] + (double)s->of[RESULT] +
                                        (double)s->of[OFFSETS]};

    while (operations[operation].operation != q->operation)
        operation++;
    a.call.n_accesses =
        tcr_library_accesses(access, form == ROWS ? BASES - 1 : BASES, s->of, RESULT, false, false);
    pthread_once(&regions_once, make_regions);
    a.region = &regions[form][q->type - TCR_I8][operation].region;
    return tcr_library_arrays(&a);
}

int tcr_segments_call(const struct segments_request *asked)
{
    struct segments_request q = *asked;
    struct sizes sizes;
    int error;

    if (!tcr_come_in())
        return TCR_E_BUSY;
    error = check(&q, &sizes);
    if (!error && q.n > 0)
        error = run(&q, &sizes);
    tcr_go_out();
    return error;
}

/* SPDX-License-Identifier: MIT */
/* scan.c: the functions of tcr_scan.h: what a call asks for, and as what region. */
#include "scan.h"
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../device/code.h"
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/grid.h"
#include "../present/memory.h"
#include "../ground/checked.h"
#include "../ground/inside.h"
#include "library.h"
#include "library_units.h"

/* ---- regions ---- */

/* A small array and a larger one (kernels/library/library_scan_short.cuh); rows that warps have
 * whole, and few long ones (kernels/library/library_scan_rows.cuh); segments; those that warps have
 * whole, and the look at their offsets (library_scan_segments.cuh). */
enum form {
    ARRAY,
    SMALL,
    MIDDLE,
    ROWS,
    FEW_ROWS,
    NARROW,
    WIDE,
    NARROW_SHORT,
    WIDE_SHORT,
    NARROW_LOOK,
    WIDE_LOOK,
    FORMS
};
enum { X, Y, OFFSETS, BASES };
enum {
    SMALL_BYTES = 16 << 20, /* of a small array, as far as is known before the device is open */
    ENOUGH_ROWS = 1024,     /* for the warps that have one to use all of a device's memory */
    /* elements for each warp: before, a launch takes longer than it saves; of segments that are
     * only faster if all have one length, more, as else it is lost */
    WORTH_LOOKING = 512,
    WORTH_LOOKING_LONG = 8192
};
static const struct {
    const char *name, *kernel;
} operations[TCR_SCAN_OPERATIONS] = {
    [TCR_SCAN_SUM] = {"sum", "add"},         [TCR_SCAN_PRODUCT] = {"product", "mul"},
    [TCR_SCAN_MINIMUM] = {"minimum", "min"}, [TCR_SCAN_MAXIMUM] = {"maximum", "max"},
    [TCR_SCAN_AND] = {"and", "and"},         [TCR_SCAN_OR] = {"or", "or"},
    [TCR_SCAN_XOR] = {"xor", "xor"}};

static struct {
    struct tcr_region region;
    char name[32], kernel[32];
} regions[FORMS][LIBRARY_TYPES][TCR_SCAN_OPERATIONS];
static pthread_once_t regions_once = PTHREAD_ONCE_INIT;

/* What is between "tcr_scan" and an operation's name for users, and where the kernels are. */
static const struct {
    const char *name, *kernel;
} forms[FORMS] = {[ARRAY] = {"", ""},
                  [SMALL] = {"", "short_"},
                  [MIDDLE] = {"", "middle_"},
                  [ROWS] = {"_rows", "rows_"},
                  [FEW_ROWS] = {"_rows", "parts_"},
                  [NARROW] = {"_segments", "parts_"},
                  [WIDE] = {"_segments", "parts_"},
                  [NARROW_SHORT] = {"_segments", "segments_"},
                  [WIDE_SHORT] = {"_segments", "segments_"},
                  [NARROW_LOOK] = {"_offsets", "look_"},
                  [WIDE_LOOK] = {"_offsets", "look_"}};

static bool is_wide(enum form form)
{
    return form == WIDE || form == WIDE_SHORT || form == WIDE_LOOK;
}

static void make_region(enum form form, unsigned t, unsigned operation,
                        const struct tcr_base *bases)
{
    /* are the offsets? of a look, also what they are, the first one, and the last one */
    static const struct tcr_var wrong[TCR_LOOK_SLOTS] = {
        {"result", TCR_MAX, TCR_U64}, {"first", TCR_MAX, TCR_U64}, {"last", TCR_MAX, TCR_U64}};
    const unsigned size = tcr_type_size(TCR_I8 + t);
    const bool look = form >= NARROW_LOOK, warps = form == ROWS || form >= NARROW_SHORT;
    struct tcr_region *r = &regions[form][t][operation].region;
    char *name = regions[form][t][operation].name, *kernel = regions[form][t][operation].kernel;

    snprintf(name, sizeof regions[0][0][0].name, "tcr_scan%s %s %s", forms[form].name,
             operations[operation].name, tcr_type_name(TCR_I8 + t));
    snprintf(kernel, sizeof regions[0][0][0].kernel, "library_scan_%s%s", forms[form].kernel,
             operations[operation].kernel);
    *r = (struct tcr_region){
        .unit = &tcr_library_units[(operation == TCR_SCAN_SUM ? LIBRARY_SCAN_UNITS
                                                              : LIBRARY_SCAN_OTHER_UNITS) +
                                   t],
        .kernel = kernel,
        .file = name,
        .flags = (look ? 0u : TCR_REGION_WRITES | TCR_REGION_PROVED | TCR_REGION_TELLS) |
                 (warps && form != ROWS ? 0u : (unsigned)TCR_REGION_SCAN_LINE),
        .n_vars = look ? TCR_LOOK_SLOTS : 1,
        .vars = wrong,
        .n_bases = form < NARROW ? BASES - 1 : BASES,
        .bases = bases,
        .arg_size = sizeof(struct tcr_scan_args),
        .ops_per_iteration = 2,
        .block = warps                             ? TCR_SCAN_THREADS
                 : form == SMALL || form == MIDDLE ? TCR_SCAN_SHORT_THREADS
                                                   : 0,
        .scan = warps            ? 0 /* they wait for no other block */
                : form == SMALL  ? TCR_SCAN_SHORT_WORDS * 16 / size
                : form == MIDDLE ? (TCR_SCAN_SHORT_WORDS + TCR_SCAN_SHORT_MORE) * 16 / size
                                 : TCR_SCAN_LINE_EACH(size)};
}

static void make_regions(void)
{
    static struct tcr_base bases[FORMS][LIBRARY_TYPES][BASES];

    for (unsigned f = 0; f < FORMS; f++)
        for (unsigned t = 0; t < LIBRARY_TYPES; t++) {
            struct tcr_base *b = bases[f][t];

            for (unsigned k = 0; k < BASES; k++)
                b[k] = (struct tcr_base){.elem_size = tcr_type_size(TCR_I8 + t), .parent = -1};
            b[X].name = "x";
            b[X].arg_offset = offsetof(struct tcr_scan_args, x);
            b[Y].name = "y";
            b[Y].arg_offset = offsetof(struct tcr_scan_args, result);
            b[Y].flags = TCR_BASE_WRITTEN;
            b[OFFSETS].name = "offsets";
            b[OFFSETS].arg_offset = offsetof(struct tcr_scan_args, offsets);
            b[OFFSETS].elem_size = is_wide((enum form)f) ? 8 : 4;
            for (unsigned o = 0; o < TCR_SCAN_OPERATIONS; o++)
                make_region((enum form)f, t, o, b);
        }
    tcr_code_compile = tcr_nvrtc_load;
}

/* ---- a call ---- */

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

/* Elements from the first row's first to the last row's last; -1: too many. */
static long long extent(const struct scan_request *q, long long ld)
{
    long long all;

    if (q->n == 0 || q->length == 0)
        return 0;
    return __builtin_mul_overflow(q->n - 1, ld, &all) ||
                   __builtin_add_overflow(all, q->length, &all)
               ? -1
               : all;
}

static bool check_form(struct scan_request *q)
{
    if (q->n < 0)
        return false;
    if (q->form == SCAN_ROWS) {
        if (q->length < 0 || (q->n > 1 && (q->ldx < q->length || q->ldy < q->length)))
            return false;
        if (q->n <= 1)
            q->ldx = q->ldy = q->length;
        q->size = extent(q, q->ldx);
    }
    return q->form != SCAN_SEGMENTS ||
           (q->n < LLONG_MAX && (q->offset_type == TCR_I32 || q->offset_type == TCR_I64));
}

static int check_options(const struct scan_request *q)
{
    const struct tcr_options *o = q->options;

    if (!tcr_library_options_known(o))
        return TCR_E_INVALID;
    return o && (o->flags & TCR_REPRODUCIBLE) && tcr_type_is_floating(q->type) &&
                   q->operation <= TCR_SCAN_PRODUCT
               ? TCR_E_UNSUPPORTED
               : 0;
}

static int check(struct scan_request *q, size_t bytes[BASES])
{
    if (q->type < TCR_I8 || q->type > TCR_F64 || (unsigned)q->operation >= TCR_SCAN_OPERATIONS ||
        (tcr_type_is_floating(q->type) && q->operation >= TCR_SCAN_AND) || !check_form(q))
        return TCR_E_INVALID;
    bytes[OFFSETS] = 0;
    if (!is_array(q->x, q->size, tcr_type_size(q->type), &bytes[X]) ||
        !is_array(q->y, q->form == SCAN_ROWS ? extent(q, q->ldy) : q->size, tcr_type_size(q->type),
                  &bytes[Y]))
        return TCR_E_INVALID;
    if (q->form == SCAN_SEGMENTS && q->n > 0 &&
        (!q->offsets ||
         !is_array(q->offsets, q->n + 1, tcr_type_size(q->offset_type), &bytes[OFFSETS])))
        return TCR_E_INVALID;
    if ((q->x == q->y ? q->ldx != q->ldy : overlap(q->y, bytes[Y], q->x, bytes[X])) ||
        overlap(q->y, bytes[Y], q->offsets, bytes[OFFSETS]))
        return TCR_E_INVALID;
    return check_options(q);
}

static int host(const void *request)
{
    return tcr_scan_host(request);
}

/* Iterations: elements; of segments one at least, that the offsets are looked at. */
static long long iterations(const struct scan_request *q)
{
    return q->form == SCAN_ROWS                       ? q->n * q->length
           : q->form == SCAN_SEGMENTS && q->size == 0 ? 1
                                                      : q->size;
}

/* Rows longer than a tile of the blocks that go along them all, and too few to be shared out. */
static bool are_few(const struct scan_request *q)
{
    const long long tile =
        (long long)TCR_SCAN_LINE_THREADS * (long long)TCR_SCAN_LINE_EACH(tcr_type_size(q->type));

    return q->n < ENOUGH_ROWS && q->length > tile;
}

/* Words of 16 bytes that are begun. */
static long long words_of(const struct scan_request *q)
{
    return (q->size * (long long)tcr_type_size(q->type) + 15) / 16;
}

static enum form form_of_array(const struct scan_request *q)
{
    /* a stream's workspace may have words for some blocks only */
    if (q->options && q->options->flags & TCR_STREAM)
        return ARRAY;
    /* what has room is known once the device is open */
    if (tcr_mode == TCR_MODE_READY ? tcr_grid_has_short(words_of(q))
                                   : words_of(q) <= SMALL_BYTES / 16)
        return SMALL;
    return tcr_mode == TCR_MODE_READY && words_of(q) + 1 <= tcr_grid_middle_words() ? MIDDLE
                                                                                    : ARRAY;
}

static enum form form_of(const struct scan_request *q)
{
    if (q->form == SCAN_ARRAY)
        return form_of_array(q);
    if (q->form == SCAN_ROWS)
        return are_few(q) ? FEW_ROWS : ROWS;
    return q->offset_type == TCR_I64 ? WIDE : NARROW;
}

/* Warps of all blocks that the device has at once. */
static long long most_warps(void)
{
    return (long long)tcr_properties.multiprocessors * 3 * (TCR_SCAN_THREADS / TCR_WARP);
}

/* `look`: the slots of a look at the offsets, which the host does not do by itself (1), or NULL. */
static int run_as(const struct scan_request *q, const size_t bytes[BASES], enum form form,
                  union tcr_slot *look)
{
    const bool rows = q->form == SCAN_ROWS;
    /* where there is something between rows or segments, it stays as it is */
    const bool partly = form >= NARROW || (rows && q->ldy != q->length);
    struct tcr_scan_args args = {.n = q->n,
                                 .length = look ? most_warps() : q->length,
                                 .ld = q->ldx,
                                 .result_ld = q->ldy,
                                 .extent = q->size,
                                 .flags = (q->exclusive ? TCR_LIBRARY_EXCLUSIVE : 0) |
                                          (rows            ? TCR_SEGMENTS_ROWS
                                           : is_wide(form) ? TCR_SEGMENTS_WIDE
                                                           : 0)};
    void *base[BASES] = {(void *)(uintptr_t)q->x, q->y, (void *)(uintptr_t)q->offsets};
    struct tcr_access access[BASES];
    struct library_arrays a = {.call = {.n = look ? q->n + 1 : iterations(q),
                                        .base = base,
                                        .args = &args,
                                        .accesses = access},
                               .options = q->options,
                               .host = look ? NULL : host,
                               .request = q,
                               .slot = look,
                               .bytes =
                                   (double)bytes[X] + (double)bytes[Y] + (double)bytes[OFFSETS]};

    a.call.n_accesses =
        tcr_library_accesses(access, form < NARROW ? BASES - 1 : BASES, bytes, Y, partly, false);
    pthread_once(&regions_once, make_regions);
    a.region = &regions[form][q->type - TCR_I8][q->operation].region;
    return tcr_library_arrays(&a);
}

/* Memory that no look brings to the device? */
static bool is_devices(const void *p)
{
    return tcr_memory_taken(p) || tcr_backend->pointer(p) == TCR_POINTER_DEVICE;
}

/* Are there enough segments for all warps of the device to have several pieces? */
static bool are_many(const struct scan_request *q)
{
    return q->n >= 4 * most_warps();
}

/* Is it worth a look whether warps may have whole segments?  If there are not many, these must have
 * one length, so that warps have the same work. */
static bool may_look(const struct scan_request *q, enum form form)
{
    if (form < NARROW || tcr_mode != TCR_MODE_READY ||
        (q->options && q->options->flags & TCR_STREAM))
        return false;
    if (q->size / most_warps() < (are_many(q) ? WORTH_LOOKING : WORTH_LOOKING_LONG) ||
        (!are_many(q) && q->n < ENOUGH_ROWS))
        return false;
    return is_devices(q->x) && is_devices(q->y) && is_devices(q->offsets);
}

/* Segments that all have one length are rows. */
static int run_even(const struct scan_request *q, long long first, long long last)
{
    const size_t size = tcr_type_size(q->type);
    const long long length = (last - first) / q->n;
    struct scan_request rows = *q;
    const size_t bytes[BASES] = {(size_t)(last - first) * size, (size_t)(last - first) * size};

    rows.form = SCAN_ROWS;
    rows.length = rows.ldx = rows.ldy = length;
    rows.size = last - first;
    rows.x = (const char *)q->x + (size_t)first * size;
    rows.y = (char *)q->y + (size_t)first * size;
    return run_as(&rows, bytes, form_of(&rows), NULL);
}

static int run(const struct scan_request *q, const size_t bytes[BASES])
{
    const enum form form = form_of(q);
    const size_t offsets[BASES] = {[OFFSETS] = bytes[OFFSETS]};
    union tcr_slot look[TCR_LOOK_SLOTS] = {{.u = 0}};
    int error;

    if (!may_look(q, form))
        return run_as(q, bytes, form, NULL);
    error = run_as(q, offsets, form == WIDE ? WIDE_LOOK : NARROW_LOOK, look);
    if (error < 0)
        return error;
    if (error > 0) /* the device has not looked */
        return run_as(q, bytes, form, NULL);
    if (look[0].u & TCR_OFFSETS_WRONG)
        return TCR_E_INVALID;
    if (!(look[0].u & TCR_OFFSETS_UNEVEN))
        return run_even(q, look[1].i, look[2].i);
    if (!are_many(q) || look[0].u & TCR_OFFSETS_LONG || ((uintptr_t)q->x - (uintptr_t)q->y) % 16)
        return run_as(q, bytes, form, NULL);
    return run_as(q, bytes, form == WIDE ? WIDE_SHORT : NARROW_SHORT, NULL);
}

static int call(struct scan_request *q)
{
    size_t bytes[BASES];
    int error;

    if (!tcr_come_in())
        return TCR_E_BUSY;
    error = check(q, bytes);
    if (!error && q->n > 0 && (q->size > 0 || q->form == SCAN_SEGMENTS))
        error = run(q, bytes);
    tcr_go_out();
    return error;
}

/* ---- by name ---- */

int tcr_scan(enum tcr_scan_operation operation, int exclusive, enum tcr_type type, long long n,
             const void *x, void *y, const struct tcr_options *options)
{
    struct scan_request q = {.operation = operation,
                             .exclusive = exclusive != 0,
                             .type = type,
                             .form = SCAN_ARRAY,
                             .n = 1,
                             .x = x,
                             .size = n,
                             .y = y,
                             .options = options};

    return call(&q);
}

int tcr_scan_rows(enum tcr_scan_operation operation, int exclusive, enum tcr_type type,
                  long long rows, long long length, const void *x, long long ldx, void *y,
                  long long ldy, const struct tcr_options *options)
{
    struct scan_request q = {.operation = operation,
                             .exclusive = exclusive != 0,
                             .type = type,
                             .form = SCAN_ROWS,
                             .n = rows,
                             .length = length,
                             .ldx = ldx,
                             .ldy = ldy,
                             .x = x,
                             .y = y,
                             .options = options};

    return call(&q);
}

int tcr_scan_segments(enum tcr_scan_operation operation, int exclusive, enum tcr_type type,
                      long long n, enum tcr_type offset_type, const void *offsets, const void *x,
                      long long size, void *y, const struct tcr_options *options)
{
    struct scan_request q = {.operation = operation,
                             .exclusive = exclusive != 0,
                             .type = type,
                             .form = SCAN_SEGMENTS,
                             .offset_type = offset_type,
                             .n = n,
                             .offsets = offsets,
                             .x = x,
                             .size = size,
                             .y = y,
                             .options = options};

    return call(&q);
}

#define TYPE(t, type, T, R, A)                                                                     \
    int tcr_scan_##t(enum tcr_scan_operation operation, int exclusive, long long n, const T *x,    \
                     T *y)                                                                         \
    {                                                                                              \
        return tcr_scan(operation, exclusive, type, n, x, y, NULL);                                \
    }
TCR_ELEMENT_TYPES(TYPE)

/* SPDX-License-Identifier: MIT */
/*
 * library.c: the functions of tcr_reduce.h: what a call asks for, where it runs, and what
 * the kernels' slots mean.
 */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "../call/region.h"
#include "../call/trace_call.h"
#include "../cuda/backend_cuda.h"
#include "../device/code.h"
#include "../device/device.h"
#include "../device/transfer.h"
#include "../ground/checked.h"
#include "../ground/inside.h"
#include "../ground/subnormals.h"
#include "../present/memory.h"
#include "library.h"
#include "library_units.h"

static const char *const operation_names[TCR_LIBRARY_OPERATIONS] = {
    "sum", "asum", "nrm2", "amax", "minimum", "maximum", "argmin", "argmax", "meanvar", "dot"};

size_t tcr_library_element(enum tcr_type type)
{
    return tcr_type_size(type);
}

size_t tcr_library_result_size(enum tcr_library_operation operation)
{
    return operation == TCR_LIBRARY_MEANVAR ? sizeof(struct tcr_moments) : 8;
}

bool tcr_library_is_rounded(enum tcr_library_operation operation, enum tcr_type type)
{
    switch (operation) {
    case TCR_LIBRARY_SUM:
    case TCR_LIBRARY_ASUM:
    case TCR_LIBRARY_DOT:
        return tcr_type_is_floating(type);
    case TCR_LIBRARY_NRM2:
        return tcr_type_is_floating(type) || tcr_library_element(type) > 1;
    default:
        return operation == TCR_LIBRARY_MEANVAR;
    }
}

bool tcr_library_is_exact(const struct library_request *q)
{
    return q->options && (q->options->flags & TCR_REPRODUCIBLE) &&
           tcr_library_is_rounded(q->operation, q->type);
}

/* ---- regions ---- */

enum form { DENSE, STRIDED, EXACT, EXACT_STRIDED, READY, FORMS };

static struct {
    struct tcr_region region;
    char name[20], kernel[28];
} regions[FORMS][LIBRARY_TYPES][TCR_LIBRARY_OPERATIONS];
static pthread_once_t regions_once = PTHREAD_ONCE_INIT;

/* The variables of an operation, as far as the runtime must know: sums of floating numbers
 * are made anew without tensor cores where they are not finite. */
static void set_variables(struct tcr_region *r, enum tcr_library_operation operation,
                          enum tcr_type type)
{
    static const struct tcr_var sums[] = {
        {"result", TCR_ADD, TCR_F64}, {"result", TCR_ADD, TCR_F64}, {"result", TCR_ADD, TCR_F64}};
    static const struct tcr_var moments[] = {
        {"result", TCR_ADD, TCR_F64}, {"result", TCR_ADD, TCR_F64}, {"shift", TCR_MAX, TCR_F64}};
    static const struct tcr_var other[] = {{"result", TCR_MAX, TCR_U64}};

    r->n_vars = 1;
    r->vars = other;
    if (operation == TCR_LIBRARY_MEANVAR) {
        r->n_vars = 3;
        r->vars = moments;
    } else if (tcr_library_is_rounded(operation, type)) {
        r->n_vars = operation == TCR_LIBRARY_NRM2 && type == TCR_F64 ? 3 : 1;
        r->vars = sums;
    }
}

static void set_shapes(struct tcr_region *r, enum tcr_library_operation operation)
{
    static const struct tcr_shape sums[] = {{TCR_SHAPE_EXACT, TCR_EXACT_SLOTS},
                                            {TCR_SHAPE_EXACT, TCR_EXACT_SLOTS},
                                            {TCR_SHAPE_EXACT, TCR_EXACT_SLOTS}};
    static const struct tcr_shape moments[] = {
        {TCR_SHAPE_EXACT, TCR_EXACT_SLOTS}, {TCR_SHAPE_EXACT, TCR_EXACT_SLOTS}, {0, 1}};

    r->shapes = operation == TCR_LIBRARY_MEANVAR ? moments : sums;
}

static void make_region(enum form form, enum tcr_library_operation operation, enum tcr_type type,
                        const struct tcr_base *bases)
{
    static const char *const suffix[FORMS] = {[EXACT_STRIDED] = "_strided", [READY] = "_ready"};
    static const unsigned first_unit[FORMS] = {0, LIBRARY_TYPES, LIBRARY_EXACT_UNITS,
                                               LIBRARY_EXACT_UNITS, 0};
    unsigned t = type - TCR_I8;
    struct tcr_region *r = &regions[form][t][operation].region;
    char *name = regions[form][t][operation].name, *kernel = regions[form][t][operation].kernel;

    snprintf(name, sizeof regions[0][0][0].name, "tcr_%s_%s", operation_names[operation],
             tcr_type_name(type));
    snprintf(kernel, sizeof regions[0][0][0].kernel, "library_%s%s", operation_names[operation],
             suffix[form] ? suffix[form] : "");
    *r = (struct tcr_region){.unit = &tcr_library_units[first_unit[form] + t],
                             .kernel = kernel,
                             .file = name,
                             .n_bases = operation == TCR_LIBRARY_DOT ? 2 : 1,
                             .bases = bases,
                             .arg_size = sizeof(struct library_args),
                             .ops_per_iteration = 2};
    set_variables(r, operation, type);
    if (form == EXACT || form == EXACT_STRIDED)
        set_shapes(r, operation);
}

static void make_regions(void)
{
    static struct tcr_base bases[TCR_TYPES][2];

    for (unsigned t = TCR_I8; t < TCR_TYPES; t++)
        for (unsigned b = 0; b < 2; b++)
            bases[t][b] =
                (struct tcr_base){.name = b ? "y" : "x",
                                  .elem_size = (unsigned)tcr_library_element((enum tcr_type)t),
                                  .arg_offset = (unsigned short)(b * TCR_LIBRARY_BASE_BYTES),
                                  .parent = -1};
    for (unsigned k = 0; k < FORMS * LIBRARY_TYPES * TCR_LIBRARY_OPERATIONS; k++) {
        enum tcr_library_operation o = (enum tcr_library_operation)(k % TCR_LIBRARY_OPERATIONS);
        enum tcr_type t = (enum tcr_type)(k / TCR_LIBRARY_OPERATIONS % LIBRARY_TYPES + TCR_I8);
        enum form form = (enum form)(k / TCR_LIBRARY_OPERATIONS / LIBRARY_TYPES);

        if (form < EXACT || form == READY || tcr_library_is_rounded(o, t))
            make_region(form, o, t, bases[t]);
    }
    tcr_code_compile = tcr_nvrtc_load;
}

static void set_base(struct library_region *r, unsigned k, const struct library_request *q,
                     const void *x, long long inc, long long *first, long long *step)
{
    long long apart = inc < 0 ? -inc : inc;

    *step = inc;
    *first = inc < 0 ? (q->n - 1) * apart : 0;
    r->base[k] = (void *)(uintptr_t)x;
    r->access[k] = (struct tcr_access){
        .base = k,
        .size = ((unsigned long long)(q->n - 1) * (unsigned long long)apart + 1) *
                tcr_library_element(q->type)};
}

static atomic_bool no_overlap;

void tcr_library_no_overlap(void)
{
    atomic_store(&no_overlap, true);
}

/* Only code for sm_90 and newer has kernels that overlap with the launch before. */
static bool may_overlap(const struct library_request *q)
{
    const unsigned both = TCR_STREAM | TCR_READY;

    return q->options && (q->options->flags & both) == both && tcr_properties.arch >= 90 &&
           !atomic_load_explicit(&no_overlap, memory_order_relaxed);
}

static enum form form_of(const struct library_request *q)
{
    bool strided = q->incx != 1 || (q->y && q->incy != 1);

    if (tcr_library_is_exact(q))
        return strided ? EXACT_STRIDED : EXACT;
    return strided ? STRIDED : may_overlap(q) ? READY : DENSE;
}

void tcr_library_region(struct library_region *r, const struct library_request *q)
{
    unsigned n = q->operation == TCR_LIBRARY_DOT ? 2 : 1;
    enum form form = form_of(q);

    pthread_once(&regions_once, make_regions);
    r->region = &regions[form][q->type - TCR_I8][q->operation].region;
    r->otherwise = form == READY ? &regions[DENSE][q->type - TCR_I8][q->operation].region : NULL;
    r->args = (struct library_args){.n = q->n};
    set_base(r, 0, q, q->x, q->incx, &r->args.x_first, &r->args.x_step);
    if (n == 2)
        set_base(r, 1, q, q->y, q->incy, &r->args.y_first, &r->args.y_step);
    r->call = (struct tcr_call){
        .n = q->n, .base = r->base, .args = &r->args, .n_accesses = n, .accesses = r->access};
}

/* ---- results ---- */

/* As tcr_library_norm of kernels/library/library_finish.cuh. */
static double norm(double small, double middle, double large)
{
    double s, m, low, high;

    if (large > 0 || isnan(large)) {
        if (middle > 0 || isnan(middle))
            large += middle * TCR_NRM2_DOWN * TCR_NRM2_DOWN;
        return sqrt(large) * (1 / TCR_NRM2_DOWN);
    }
    if (!(small > 0) || isnan(middle))
        return sqrt(middle);
    s = sqrt(small) * (1 / TCR_NRM2_UP);
    m = sqrt(middle);
    low = m < s ? m : s;
    high = m < s ? s : m;
    return high * sqrt(1 + low / high * (low / high));
}

/* Processors have NaNs of either sign. */
static double one_nan(double x)
{
    return isnan(x) ? (double)NAN : x;
}

/* On a stream, the kernel makes them. */
#define MOMENT_AT(member, k)                                                                       \
    TCR_AGREED_AT(struct tcr_moments, member, (k) * sizeof(double), sizeof(double))
MOMENT_AT(mean, TCR_MOMENT_MEAN);
MOMENT_AT(variance, TCR_MOMENT_VARIANCE);
MOMENT_AT(sample_variance, TCR_MOMENT_SAMPLE_VARIANCE);
TCR_AGREED(sizeof(struct tcr_moments) == TCR_MOMENTS * sizeof(double), "struct tcr_moments");

static struct tcr_moments moments(enum tcr_type type, long long n, const union tcr_slot *slot)
{
    const union tcr_slot *near = &slot[TCR_MEANVAR_SHIFT];
    double shift = tcr_type_is_floating(type)            ? near->f
                   : tcr_type_is(type, TCR_CLASS_SIGNED) ? (double)near->i
                                                         : (double)near->u;
    double sum = slot[TCR_MEANVAR_SUM].f, squares = slot[TCR_MEANVAR_SQUARES].f;
    double mean = sum / (double)n;

    if (!isinf(squares) || !isfinite(mean)) /* inf - inf otherwise */
        squares -= sum * mean;
    if (squares < 0)
        squares = 0;
    return (struct tcr_moments){one_nan(shift + mean), one_nan(squares / (double)n),
                                n > 1 ? one_nan(squares / (double)(n - 1)) : (double)NAN};
}

bool tcr_library_unfinished(enum tcr_library_operation operation, enum tcr_type type)
{
    switch (operation) {
    case TCR_LIBRARY_NRM2:
    case TCR_LIBRARY_MEANVAR:
        return true;
    case TCR_LIBRARY_AMAX:
        return tcr_type_is_floating(type) && type != TCR_F64;
    case TCR_LIBRARY_ARGMIN:
    case TCR_LIBRARY_ARGMAX:
        return !tcr_type_is_floating(type);
    default:
        return false;
    }
}

/* As kernels/library/library_finish.cuh. */
void tcr_library_finish(enum tcr_library_operation operation, enum tcr_type type, long long n,
                        const union tcr_slot *slot, union library_result *result)
{
    float f;
    uint32_t bits = (uint32_t)slot->u;

    result->u = slot->u;
    if (!tcr_library_unfinished(operation, type))
        return;
    switch (operation) {
    case TCR_LIBRARY_NRM2:
        if (type == TCR_F64)
            result->f =
                norm(slot[TCR_NRM2_SMALL].f, slot[TCR_NRM2_MIDDLE].f, slot[TCR_NRM2_LARGE].f);
        else
            result->f = sqrt(tcr_library_element(type) == 1 ? (double)slot->u : slot->f);
        break;
    case TCR_LIBRARY_MEANVAR:
        result->moments = moments(type, n, slot);
        break;
    case TCR_LIBRARY_AMAX:
        memcpy(&f, &bits, sizeof f);
        result->f = (double)f;
        break;
    default: /* no key was less than the greatest: all elements are the last in the order */
        if (slot->i < 0 && n > 0)
            result->i = 0;
    }
}

static union library_result empty_results[TCR_LIBRARY_OPERATIONS][TCR_TYPES];
static pthread_once_t empty_once = PTHREAD_ONCE_INIT;

static void make_empty_results(void)
{
    const double none = (double)NAN;

    for (unsigned t = TCR_I8; t < TCR_TYPES; t++) {
        bool is_signed = tcr_type_is(t, TCR_CLASS_SIGNED);
        unsigned long long most = ~0ull >> (64 - 8 * tcr_type_size(t) + is_signed);

        empty_results[TCR_LIBRARY_MEANVAR][t].moments = (struct tcr_moments){none, none, none};
        empty_results[TCR_LIBRARY_ARGMIN][t].i = empty_results[TCR_LIBRARY_ARGMAX][t].i = -1;
        empty_results[TCR_LIBRARY_MINIMUM][t].f = (double)INFINITY;
        empty_results[TCR_LIBRARY_MAXIMUM][t].f = (double)-INFINITY;
        if (!tcr_type_is_floating(t)) {
            empty_results[TCR_LIBRARY_MINIMUM][t].u = most;
            empty_results[TCR_LIBRARY_MAXIMUM][t].i = is_signed ? -(long long)most - 1 : 0;
        }
    }
}

const union library_result *tcr_library_empty(enum tcr_library_operation operation,
                                              enum tcr_type type)
{
    pthread_once(&empty_once, make_empty_results);
    return &empty_results[operation][type];
}

static int store(const struct library_request *q, const union library_result *result)
{
    size_t size = tcr_library_result_size(q->operation);

    if (q->options && (q->options->flags & TCR_RESULT_ON_DEVICE))
        return tcr_memory_to_device(q->result, result, size);
    memcpy(q->result, result, size);
    return 0;
}

/* The slots' result, of exact sums in a program that flushes subnormal numbers, too. */
static void finish(const struct library_request *q, const union tcr_slot *slot,
                   union library_result *result)
{
    uint64_t mode = tcr_subnormals_keep();

    tcr_library_finish(q->operation, q->type, q->n, slot, result);
    tcr_subnormals_restore(mode);
}

/* ---- a call ---- */

/* Is n times an increment of elements at x an array? */
static int check_array(const struct library_request *q, const void *x, long long inc)
{
    size_t size = tcr_library_element(q->type), bytes;

    if (inc == 0 || inc == LLONG_MIN)
        return TCR_E_INVALID;
    if (q->n == 0)
        return 0;
    if (!x || (uintptr_t)x % size != 0 ||
        !tcr_bytes((unsigned long long)q->n - 1, (unsigned long long)(inc < 0 ? -inc : inc),
                   &bytes) ||
        !tcr_bytes(bytes + 1, size, &bytes) || !tcr_is_memory((uintptr_t)x, bytes))
        return TCR_E_INVALID;
    return 0;
}

bool tcr_library_options_known(const struct tcr_options *o)
{
    static const unsigned flags = TCR_STREAM | TCR_RESULT_ON_DEVICE | TCR_REPRODUCIBLE | TCR_READY;

    return !o || (o->size >= sizeof *o && !(o->flags & ~flags));
}

static int check_options(const struct library_request *q)
{
    const struct tcr_options *o = q->options;

    if (!tcr_library_options_known(o))
        return TCR_E_INVALID;
    if (!o)
        return 0;
    return (o->flags & TCR_RESULT_ON_DEVICE) && (uintptr_t)q->result % 8 ? TCR_E_INVALID : 0;
}

static int check(const struct library_request *q)
{
    int error;

    if (q->type < TCR_I8 || q->type > TCR_F64 || q->n < 0 || !q->result)
        return TCR_E_INVALID;
    error = check_options(q);
    if (!error)
        error = check_array(q, q->x, q->incx);
    if (!error && q->operation == TCR_LIBRARY_DOT)
        error = check_array(q, q->y, q->incy);
    return error;
}

/* Can the host read an array?  Asked where the device is out of the question, and device
 * memory may be among what the program has. */
static bool readable(const struct library_request *q, const void *x, long long inc)
{
    const char *last = x;
    char byte;

    last += (q->n - 1) * (inc < 0 ? -inc : inc) * (long long)tcr_library_element(q->type);
    return tcr_peek(&byte, (uintptr_t)x, 1) && tcr_peek(&byte, (uintptr_t)last, 1);
}

static int host_obstacle(const struct library_request *q, enum tcr_mode mode)
{
    if (mode == TCR_MODE_IDLE || mode == TCR_MODE_READY)
        return 0; /* it has been looked at */
    if (mode == TCR_MODE_HOST && !tcr_backend_cuda.in_process())
        return 0;
    if (readable(q, q->x, q->incx) && (!q->y || readable(q, q->y, q->incy)))
        return 0;
    return tcr_device_state();
}

/* Before the device is open, and without CUDA in the process, an array is the host's. */
static bool surely_host(const struct library_request *q, enum tcr_mode mode)
{
    return mode == TCR_MODE_IDLE &&
           (double)q->n * (double)tcr_library_element(q->type) < LIBRARY_SURELY_HOST_BYTES &&
           !tcr_device_always() && !(tcr_backend->in_process && tcr_backend->in_process());
}

static int compute(const struct library_request *q, union library_result *result)
{
    enum tcr_mode mode = tcr_device_setup();
    struct library_region r;
    union tcr_slot slot[TCR_LIBRARY_SLOTS] = {
        {.u = 0}}; /* exact sums are added to what is in them */
    void *run;
    int done = 0;

    tcr_library_region(&r, q);
    if (!surely_host(q, mode) && tcr_region_wanted(r.region)) {
        done = tcr_region_attempt(r.region, &r.call, slot);
        mode = (enum tcr_mode)atomic_load(&tcr_mode);
    }
    if (done > 0) {
        finish(q, slot, result);
        return 0;
    }
    if (done == 0)
        done = host_obstacle(q, mode);
    if (done < 0)
        return done;
    run = tcr_region_host_begin(r.region, q->n, TCR_REASON_CHOICE,
                                surely_host(q, mode) ? "small" : NULL);
    if (tcr_library_is_exact(q)) {
        done = tcr_library_host_exact(q, slot);
        if (!done)
            finish(q, slot, result);
    } else {
        done = tcr_library_host(q, result);
    }
    if (run)
        tcr_trace_host_end(run);
    return done;
}

/* What is never used must not overflow. */
static long long used_increment(long long n, long long inc)
{
    return n == 1 && inc != 0 ? 1 : inc;
}

static int call_inside(struct library_request *q)
{
    union library_result result;
    int error;

    q->incx = used_increment(q->n, q->incx);
    q->incy = used_increment(q->n, q->incy);
    error = check(q);

    if (error)
        return error;
    if (q->options && (q->options->flags & TCR_STREAM) && tcr_library_streams())
        return tcr_library_is_exact(q) ? TCR_E_UNSUPPORTED : tcr_library_stream(q);
    if (q->n == 0)
        result = *tcr_library_empty(q->operation, q->type);
    else
        error = compute(q, &result);
    return error ? error : store(q, &result);
}

int tcr_library_call(const struct library_request *asked)
{
    struct library_request q = *asked;
    int error;

    if (!tcr_come_in())
        return TCR_E_BUSY;
    error = call_inside(&q);
    tcr_go_out();
    return error;
}

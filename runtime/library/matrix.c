/* SPDX-License-Identifier: MIT */
/* matrix.c: the functions of tcr_matrix.h: what a call asks for, and as what region. */
#include "matrix.h"
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
struct matrix_args {
    TCR_MATRIX_ARGS(const void *, void *)
};
TCR_AGREED(sizeof(struct matrix_args) == TCR_MATRIX_ARGS_BYTES, "struct matrix_args");
TCR_AGREED((int)LIBRARY_ARRAYS_SLOTS >= (int)TCR_MATRIX_SLOTS, "room for the slots");

/* ---- regions ---- */

enum { A, X, Y, BASES };
#define MOST (1LL << 56) /* rows or columns */

static struct {
    struct tcr_region region;
    char name[16];
} regions[2][LIBRARY_MATRIX_TYPES]; /* as it is, and transposed */
static pthread_once_t regions_once = PTHREAD_ONCE_INIT;

static void make_region(unsigned transposed, unsigned t)
{
    static const unsigned short at[BASES] = {offsetof(struct matrix_args, x),
                                             offsetof(struct matrix_args, vector),
                                             offsetof(struct matrix_args, result)};
    static const char *const names[BASES] = {"a", "x", "y"};
    static struct tcr_var slots[TCR_MATRIX_SLOTS];
    static struct tcr_base bases[LIBRARY_MATRIX_TYPES][BASES];
    char *name = regions[transposed][t].name;

    for (unsigned k = 0; k < TCR_MATRIX_SLOTS; k++)
        slots[k] = (struct tcr_var){"result", TCR_MAX, TCR_U64};
    for (unsigned k = 0; k < BASES; k++)
        bases[t][k] = (struct tcr_base){.name = names[k],
                                        .elem_size = (unsigned)tcr_type_size(TCR_F32 + t),
                                        .arg_offset = at[k],
                                        .flags = k == Y ? TCR_BASE_WRITTEN : 0,
                                        .parent = -1};
    snprintf(name, sizeof regions[0][0].name, "tcr_gemv_%s", tcr_type_name(TCR_F32 + t));
    regions[transposed][t].region =
        (struct tcr_region){.unit = &tcr_library_units[LIBRARY_MATRIX_UNITS + t],
                            .kernel = transposed ? "library_gemv_transposed" : "library_gemv",
                            .file = name,
                            .flags = TCR_REGION_WRITES | TCR_REGION_PROVED,
                            .n_vars = TCR_MATRIX_SLOTS,
                            .vars = slots,
                            .n_bases = BASES,
                            .bases = bases[t],
                            .arg_size = sizeof(struct matrix_args),
                            .block = TCR_SEGMENTS_THREADS,
                            .ops_per_iteration = 2};
}

static void make_regions(void)
{
    for (unsigned transposed = 0; transposed < 2; transposed++)
        for (unsigned t = 0; t < LIBRARY_MATRIX_TYPES; t++)
            make_region(transposed, t);
    tcr_code_compile = tcr_nvrtc_load;
}

/* ---- a call ---- */

/* The memory from an array's first byte on; bytes: 0 if it is not used. */
struct span {
    const void *at;
    size_t bytes;
};

static bool measure(struct span *s, const void *at, long long n, long long apart, size_t length,
                    size_t size)
{
    size_t elements;

    s->at = at;
    s->bytes = 0;
    if (n == 0 || length == 0)
        return true;
    return at && (uintptr_t)at % size == 0 &&
           tcr_bytes((unsigned long long)n - 1, (unsigned long long)apart, &elements) &&
           tcr_add_bytes(&elements, length) && tcr_bytes(elements, size, &s->bytes) &&
           tcr_is_memory((uintptr_t)at, s->bytes);
}

static bool overlap(const struct span *a, const struct span *b)
{
    return (uintptr_t)a->at < (uintptr_t)b->at + b->bytes &&
           (uintptr_t)b->at < (uintptr_t)a->at + a->bytes;
}

static int check_options(const struct tcr_options *o)
{
    if (!tcr_library_options_known(o))
        return TCR_E_INVALID;
    return o && o->flags & TCR_REPRODUCIBLE ? TCR_E_UNSUPPORTED : 0;
}

static long long distance(long long inc)
{
    return inc < 0 ? -inc : inc;
}

/* What is not used is set to what does no harm. */
static int check(struct matrix_request *q, struct span *s)
{
    const size_t size = tcr_type_size(q->type);
    const long long used = q->alpha != 0 ? 1 : 0;

    if (q->m < 0 || q->n < 0 || q->m > MOST || q->n > MOST || (q->m > 1 && q->lda < q->n) ||
        q->incx == 0 || q->incy == 0 || q->incx == LLONG_MIN || q->incy == LLONG_MIN)
        return TCR_E_INVALID;
    if (q->m <= 1)
        q->lda = q->n;
    if (tcr_matrix_terms(q) <= 1)
        q->incx = 1;
    if (tcr_matrix_results(q) <= 1)
        q->incy = 1;
    if (tcr_matrix_results(q) == 0)
        return check_options(q->options);
    if (!measure(&s[A], q->a, used * q->m, q->lda, (size_t)q->n, size) ||
        !measure(&s[X], q->x, used * tcr_matrix_terms(q), distance(q->incx), 1, size) ||
        !measure(&s[Y], q->y, tcr_matrix_results(q), distance(q->incy), 1, size) ||
        overlap(&s[Y], &s[A]) || overlap(&s[Y], &s[X]))
        return TCR_E_INVALID;
    return check_options(q->options);
}

/* Where element 0 is, in elements from an array's address. */
static long long first_of(long long n, long long inc)
{
    return inc < 0 && n > 0 ? (n - 1) * -inc : 0;
}

static struct matrix_args make_args(const struct matrix_request *q, const struct span *s)
{
    const long long size = (long long)tcr_type_size(q->type);
    const bool nothing = q->alpha == 0;
    return (struct matrix_args){.n = nothing && q->transposed ? 0 : q->m,
                                .length = nothing && !q->transposed ? 0 : q->n,
                                .ld = q->lda,
                                .extent = (long long)s[A].bytes / size,
                                .vector_first = first_of(tcr_matrix_terms(q), q->incx),
                                .vector_step = q->incx,
                                .result_first = first_of(tcr_matrix_results(q), q->incy),
                                .result_step = q->incy,
                                .alpha = q->alpha,
                                .beta = q->beta};
}

static int host(const void *request)
{
    return tcr_matrix_host(request);
}

static int run(const struct matrix_request *q, const struct span *s)
{
    struct matrix_args args = make_args(q, s);
    void *base[BASES] = {(void *)(uintptr_t)q->a, (void *)(uintptr_t)q->x, q->y};
    const size_t bytes[BASES] = {[A] = s[A].bytes, [X] = s[X].bytes, [Y] = s[Y].bytes};
    struct tcr_access access[BASES + 1];
    struct library_arrays a = {.call = {.n = (q->alpha != 0 ? q->m * q->n : 0) + q->m + q->n,
                                        .base = base,
                                        .args = &args,
                                        .accesses = access},
                               .options = q->options,
                               .host = host,
                               .request = q,
                               .bytes =
                                   (double)s[A].bytes + (double)s[X].bytes + (double)s[Y].bytes};

    /* what lies between y's elements is left as it is */
    a.call.n_accesses = tcr_library_accesses(access, BASES, bytes, Y, q->incy != 1, q->beta != 0);
    pthread_once(&regions_once, make_regions);
    a.region = &regions[q->transposed != 0][q->type - TCR_F32].region;
    return tcr_library_arrays(&a);
}

static int call(const struct matrix_request *asked)
{
    struct matrix_request q = *asked;
    struct span spans[BASES];
    int error;

    if (q.type != TCR_F32 && q.type != TCR_F64)
        return TCR_E_INVALID;
    if (!tcr_come_in())
        return TCR_E_BUSY;
    error = check(&q, spans);
    if (!error && tcr_matrix_results(&q) > 0)
        error = run(&q, spans);
    tcr_go_out();
    return error;
}

int tcr_gemv(enum tcr_type type, int transposed, long long m, long long n, double alpha,
             const void *a, long long lda, const void *x, long long incx, double beta, void *y,
             long long incy, const struct tcr_options *options)
{
    const struct matrix_request q = {type, transposed != 0, m, n, alpha, a, lda, x, incx, y, incy,
                                     beta, options};

    return call(&q);
}

int tcr_gemv_f32(int transposed, long long m, long long n, double alpha, const float *a,
                 long long lda, const float *x, long long incx, double beta, float *y,
                 long long incy)
{
    return tcr_gemv(TCR_F32, transposed, m, n, alpha, a, lda, x, incx, beta, y, incy, NULL);
}

int tcr_gemv_f64(int transposed, long long m, long long n, double alpha, const double *a,
                 long long lda, const double *x, long long incx, double beta, double *y,
                 long long incy)
{
    return tcr_gemv(TCR_F64, transposed, m, n, alpha, a, lda, x, incx, beta, y, incy, NULL);
}

/* SPDX-License-Identifier: MIT */
/* product.c: tcr_gemm of tcr_matrix.h: what a call asks for, and as what region. */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include "../../base/precision.h"
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "../device/code.h"
#include "../ground/checked.h"
#include "../ground/inside.h"
#include "../matmul/product_host.h"
#include "library.h"
#include "library_units.h"
#include "matrix.h"

/* ---- regions ---- */

enum { A, B, C, BASES };
#define MOST (1LL << 56) /* rows, columns, terms or products */

static struct {
    struct tcr_region region;
    struct tcr_product product;
    char name[24];
} regions[2][TCR_PRECISIONS]; /* of f32, f64 */
static pthread_once_t regions_once = PTHREAD_ONCE_INIT;

static void make_region(unsigned t, enum tcr_precision p)
{
    static const unsigned short at[BASES] = {offsetof(struct tcr_product_args, a),
                                             offsetof(struct tcr_product_args, b),
                                             offsetof(struct tcr_product_args, c)};
    static const char *const names[BASES] = {"a", "b", "c"};
    static struct tcr_base bases[2][BASES];
    const unsigned unit =
        p == TCR_PRECISION_FULL ? LIBRARY_PRODUCT_UNITS + t : LIBRARY_FAST_UNITS + (unsigned)p - 1;
    char *name = regions[t][p].name;

    for (unsigned k = 0; k < BASES; k++)
        bases[t][k] = (struct tcr_base){.name = names[k],
                                        .elem_size = tcr_type_size(TCR_F32 + t),
                                        .arg_offset = at[k],
                                        .flags = k == C ? TCR_BASE_WRITTEN : 0,
                                        .parent = -1};
    snprintf(name, sizeof regions[0][0].name, "tcr_gemm_%s, %s", tcr_type_name(TCR_F32 + t),
             tcr_precision_word(p));
    regions[t][p].product = (struct tcr_product){.kernel = "library_product",
                                                 .type = TCR_F32 + t,
                                                 .a = A,
                                                 .b = B,
                                                 .c = C,
                                                 .init = -1,
                                                 .fast = p ? "library_product_fast" : NULL,
                                                 .precision = (unsigned)p,
                                                 .given = 1};
    regions[t][p].region = (struct tcr_region){.unit = &tcr_library_units[unit],
                                               .kernel = "library_product",
                                               .file = name,
                                               .flags = TCR_REGION_WRITES | TCR_REGION_PROVED,
                                               .n_bases = BASES,
                                               .bases = bases[t],
                                               .arg_size = sizeof(struct tcr_product_args),
                                               .block = TCR_PRODUCT_THREADS,
                                               .ops_per_iteration = 2,
                                               .product = &regions[t][p].product};
}

static void make_regions(void)
{
    for (unsigned p = 0; p < TCR_PRECISIONS; p++)
        make_region(0, (enum tcr_precision)p);
    make_region(1, TCR_PRECISION_FULL);
    tcr_code_compile = tcr_nvrtc_load;
}

/* ---- a call ---- */

/* The rows of all products, and their bytes from the first one on; 0 if it is not `used`. */
static bool measure(const struct product_request *q, const struct product_matrix *x, bool used,
                    size_t *bytes)
{
    const size_t size = tcr_type_size(q->type);
    /* of a transposed one, memory has columns as rows */
    const long long down = x->across == 1 ? x->down : x->across;
    const long long rows = x->across == 1 ? x->rows : x->columns;
    const long long columns = x->across == 1 ? x->columns : x->rows;
    size_t elements, others;

    *bytes = 0;
    if (!used || rows == 0 || columns == 0 || q->batch == 0)
        return true;
    return x->at && (uintptr_t)x->at % size == 0 && x->next >= 0 &&
           tcr_bytes((unsigned long long)rows - 1, (unsigned long long)down, &elements) &&
           tcr_add_bytes(&elements, (size_t)columns) &&
           tcr_bytes((unsigned long long)q->batch - 1, (unsigned long long)x->next, &others) &&
           tcr_add_bytes(&elements, others) && tcr_bytes(elements, size, bytes) &&
           tcr_is_memory((uintptr_t)x->at, *bytes);
}

static bool overlap(const struct product_matrix *x, size_t size, const struct product_matrix *y,
                    size_t more)
{
    return (uintptr_t)x->at < (uintptr_t)y->at + more && (uintptr_t)y->at < (uintptr_t)x->at + size;
}

static int check_options(const struct tcr_options *o)
{
    if (!tcr_library_options_known(o))
        return TCR_E_INVALID;
    return o && o->flags & TCR_REPRODUCIBLE ? TCR_E_UNSUPPORTED : 0;
}

/* Are the products' parts of C apart? */
static bool is_apart(const struct product_request *q)
{
    long long rows;

    return q->batch <= 1 || q->c.rows == 0 || q->c.columns == 0 ||
           (!__builtin_mul_overflow(q->c.rows - 1, q->c.down, &rows) &&
            !__builtin_add_overflow(rows, q->c.columns, &rows) && q->c.next >= rows);
}

static bool is_size(long long n)
{
    return n >= 0 && n <= MOST;
}

static int check(const struct product_request *q, size_t bytes[BASES])
{
    const bool used = q->alpha != 0 && q->c.rows > 0 && q->c.columns > 0;

    if ((unsigned)q->precision >= TCR_PRECISIONS ||
        (q->type != TCR_F32 && q->precision != TCR_PRECISION_FULL) || !is_size(q->c.rows) ||
        !is_size(q->c.columns) || !is_size(q->a.columns) || !is_size(q->batch) || !is_apart(q) ||
        !measure(q, &q->a, used, &bytes[A]) || !measure(q, &q->b, used, &bytes[B]) ||
        !measure(q, &q->c, true, &bytes[C]) || overlap(&q->c, bytes[C], &q->a, bytes[A]) ||
        overlap(&q->c, bytes[C], &q->b, bytes[B]))
        return TCR_E_INVALID;
    return check_options(q->options);
}

static struct tcr_product_args make_args(const struct product_request *q)
{
    return (struct tcr_product_args){.m = q->c.rows,
                                     .n = q->c.columns,
                                     .k = q->alpha != 0 ? q->a.columns : 0,
                                     .batch = q->batch,
                                     .a_m = q->a.down,
                                     .a_k = q->a.across,
                                     .b_k = q->b.down,
                                     .b_n = q->b.across,
                                     .c_m = q->c.down,
                                     .c_n = q->c.across,
                                     .a_batch = q->a.next,
                                     .b_batch = q->b.next,
                                     .c_batch = q->c.next,
                                     .alpha = q->alpha,
                                     .beta = q->beta,
                                     .flags = q->beta != 0 ? 0 : TCR_PRODUCT_SETS};
}

static int host(const void *request)
{
    const struct product_request *q = request;
    struct tcr_product_call of = {.args = make_args(q), .type = q->type};

    of.args.a = (uintptr_t)q->a.at;
    of.args.b = (uintptr_t)q->b.at;
    of.args.c = (uintptr_t)q->c.at;
    return tcr_product_host(&of);
}

/* Multiplications, for the estimate of who is faster. */
static long long iterations(const struct product_request *q)
{
    const double all =
        (double)q->c.rows * (double)q->c.columns * (double)q->batch * ((double)q->a.columns + 1);

    return all < 0x1p61 ? (long long)all : 1LL << 61;
}

/* Does C have elements that are none of the products'?  They are left as they are. */
static bool has_gaps(const struct product_request *q)
{
    return (q->c.rows > 1 && q->c.down != q->c.columns) ||
           (q->batch > 1 && q->c.next != q->c.rows * q->c.columns);
}

static int run(const struct product_request *q, const size_t bytes[BASES])
{
    struct tcr_product_args args = make_args(q);
    void *base[BASES] = {(void *)(uintptr_t)q->a.at, (void *)(uintptr_t)q->b.at,
                         (void *)(uintptr_t)q->c.at};
    struct tcr_access access[BASES + 1];
    struct library_arrays a = {
        .call = {.n = iterations(q), .base = base, .args = &args, .accesses = access},
        .options = q->options,
        .host = host,
        .request = q,
        .bytes = (double)bytes[A] + (double)bytes[B] + (double)bytes[C]};

    a.call.n_accesses = tcr_library_accesses(access, BASES, bytes, C, has_gaps(q), q->beta != 0);
    pthread_once(&regions_once, make_regions);
    a.region = &regions[q->type - TCR_F32][q->precision].region;
    return tcr_library_arrays(&a);
}

static int call(const struct product_request *q)
{
    size_t bytes[BASES];
    int error;

    if (q->type != TCR_F32 && q->type != TCR_F64)
        return TCR_E_INVALID;
    if (!tcr_come_in())
        return TCR_E_BUSY;
    error = check(q, bytes);
    if (!error && q->c.rows > 0 && q->c.columns > 0 && q->batch > 0)
        error = run(q, bytes);
    tcr_go_out();
    return error;
}

/* ---- by name ---- */

/* What an array holds; false: its rows are longer than their distance.  Of one row alone that does
 * not matter. */
static bool set_matrix(struct product_matrix *x, const void *at, bool transposed, long long rows,
                       long long columns, long long ld, long long next)
{
    const long long lines = transposed ? columns : rows, length = transposed ? rows : columns;
    const long long down = lines > 1 ? ld : length;

    *x = (struct product_matrix){.at = at,
                                 .rows = rows,
                                 .columns = columns,
                                 .down = transposed ? 1 : down,
                                 .across = transposed ? down : 1,
                                 .next = next};
    return lines <= 1 || ld >= length;
}

int tcr_gemm_batched(enum tcr_type type, int a_transposed, int b_transposed, long long m,
                     long long n, long long k, double alpha, const void *a, long long lda,
                     long long a_next, const void *b, long long ldb, long long b_next, double beta,
                     void *c, long long ldc, long long c_next, long long batch,
                     enum tcr_precision precision, const struct tcr_options *options)
{
    struct product_request q = {.type = type,
                                .batch = batch,
                                .alpha = alpha,
                                .beta = beta,
                                .precision = precision,
                                .options = options};
    const bool one = batch <= 1;

    if (!set_matrix(&q.a, a, a_transposed != 0, m, k, lda, one ? 0 : a_next) ||
        !set_matrix(&q.b, b, b_transposed != 0, k, n, ldb, one ? 0 : b_next) ||
        !set_matrix(&q.c, c, false, m, n, ldc, one ? 0 : c_next))
        return TCR_E_INVALID;
    return call(&q);
}

int tcr_gemm(enum tcr_type type, int a_transposed, int b_transposed, long long m, long long n,
             long long k, double alpha, const void *a, long long lda, const void *b, long long ldb,
             double beta, void *c, long long ldc, enum tcr_precision precision,
             const struct tcr_options *options)
{
    return tcr_gemm_batched(type, a_transposed, b_transposed, m, n, k, alpha, a, lda, 0, b, ldb, 0,
                            beta, c, ldc, 0, 1, precision, options);
}

int tcr_gemm_f32(int a_transposed, int b_transposed, long long m, long long n, long long k,
                 double alpha, const float *a, long long lda, const float *b, long long ldb,
                 double beta, float *c, long long ldc, enum tcr_precision precision)
{
    return tcr_gemm(TCR_F32, a_transposed, b_transposed, m, n, k, alpha, a, lda, b, ldb, beta, c,
                    ldc, precision, NULL);
}

int tcr_gemm_f64(int a_transposed, int b_transposed, long long m, long long n, long long k,
                 double alpha, const double *a, long long lda, const double *b, long long ldb,
                 double beta, double *c, long long ldc)
{
    return tcr_gemm(TCR_F64, a_transposed, b_transposed, m, n, k, alpha, a, lda, b, ldb, beta, c,
                    ldc, TCR_PRECISION_FULL, NULL);
}

double tcr_gemm_bound(enum tcr_type type, enum tcr_precision precision, long long k)
{
    if ((type != TCR_F32 && type != TCR_F64) || (unsigned)precision >= TCR_PRECISIONS || k < 0 ||
        (type == TCR_F64 && precision != TCR_PRECISION_FULL))
        return (double)NAN;
    return tcr_precision_bound(type, precision, k);
}

enum tcr_precision tcr_gemm_precision(enum tcr_type type, long long k, double error)
{
    /* there are no bounds for a negative number of terms */
    return k < 0 ? TCR_PRECISION_FULL : tcr_precision_for(type, k, error);
}

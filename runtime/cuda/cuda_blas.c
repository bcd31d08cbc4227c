/* SPDX-License-Identifier: MIT */
/*
 * cuda_blas.c: products of matrices by cuBLAS, which is opened at run time.
 *
 * Opening it takes longer than most programs' products.  So the kernels of kernels/product.cuh
 * compute until what cuBLAS would have saved is about what opening it costs, as far as the
 * products' sizes tell: then no program is slower by more than that, and in each run the same calls
 * are its.  A program that has opened it already gets it at once, and so does one with TCR_BLAS=1.
 *
 * Of products with a precision it gets the parts of the elements, and adds up what tensor cores
 * make of them in chains that are short enough for the error (docs/numerics.md).  There its
 * workspace is the call's own, since calls on several streams share the handle.
 *
 * Where a lane repeats a product, what the library queued is queued again (cuda_capture.c).
 *
 * Its arithmetic is the type's own: of float it is told so (pedantic), for there is TF32; products
 * of double are, unless its own variables ask for emulation, and pedantic it would not use DMMA.
 */
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include "../../base/env_get.h"
#include "../../base/precision.h"
#include "../ground/env.h"
#include "../ground/loading.h"
#include "../ground/trace.h"
#include "backend_cuda.h"
#include "cuda_parts.h"

/* What it costs to open, and what it saves of each operation and call: measured on one H100. */
#define OPEN_SECONDS 0.3
#define SAVED_OF_OPERATION 5e-15
#define SAVED_OF_PARTS 1.5e-15
#define SAVED_OF_PARTS_TF32 3e-15
#define SAVED_OF_CALL 5e-6

typedef struct cublas *handle_of;
enum { CUBLAS_OP_N, CUBLAS_OP_T };
enum { CUBLAS_DEFAULT_MATH, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_FULL_REDUCTIONS = 16 };
enum { CUDA_R_32F = 0, CUDA_R_16F = 2, CUDA_R_16BF = 14 };
enum { CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_GEMM_DEFAULT = -1 };

#define GEMM(number)                                                                               \
    (handle_of, int, int, int, int, int, const number *, const number *, int, const number *, int, \
     const number *, number *, int)
#define GEMM_BATCHED(number)                                                                       \
    (handle_of, int, int, int, int, int, const number *, const number *, int, long long,           \
     const number *, int, long long, const number *, number *, int, long long, int)
#define GEMM_PARTS                                                                                 \
    (handle_of, int, int, int, int, int, const void *, const void *, int, int, long long,          \
     const void *, int, int, long long, const void *, void *, int, int, long long, int, int, int)
#define BLAS_CALLS(X)                                                                              \
    X(create, "cublasCreate_v2", (handle_of *))                                                    \
    X(set_stream, "cublasSetStream_v2", (handle_of, void *))                                       \
    X(set_workspace, "cublasSetWorkspace_v2", (handle_of, void *, size_t))                         \
    X(products_of_parts, "cublasGemmStridedBatchedEx", GEMM_PARTS)                                 \
    X(set_math, "cublasSetMathMode", (handle_of, int))                                             \
    X(product_f32, "cublasSgemm_v2", GEMM(float))                                                  \
    X(product_f64, "cublasDgemm_v2", GEMM(double))                                                 \
    X(products_f32, "cublasSgemmStridedBatched", GEMM_BATCHED(float))                              \
    X(products_f64, "cublasDgemmStridedBatched", GEMM_BATCHED(double))

static struct {
#define MEMBER(name, symbol, parameters) int(*name) parameters;
    BLAS_CALLS(MEMBER)
#undef MEMBER
} blas;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the handle, and while it is opened */
static _Atomic bool tried;
static handle_of handle; /* NULL: there is none */
static double saved;     /* seconds that it would have, so far; under the lock */

/* ---- opening it ---- */

static const char *const names[] = {"libcublas.so.13", "libcublas.so.12"};
enum { NAMES = sizeof names / sizeof *names };

static void *open_in(const char *directory, const char *below)
{
    char path[PATH_MAX];
    void *library = NULL;

    for (int i = 0; i < NAMES && !library; i++)
        if (snprintf(path, sizeof path, "%s%s%s", directory, below, names[i]) < (int)sizeof path)
            library = tcr_loading_open(path, RTLD_NOW | RTLD_LOCAL);
    return library;
}

/* The program's own, if it has one. */
static void *find_open(void)
{
    void *library = NULL;

    for (int i = 0; i < NAMES && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    return library;
}

/* In $TCR_CUDA_HOME, $CUDA_HOME, $CUDA_PATH, the loader's path, or /usr/local/cuda. */
static void *open_library(void)
{
    static const char *const variables[] = {"TCR_CUDA_HOME", "CUDA_HOME", "CUDA_PATH"};
    void *library = find_open();

    for (size_t v = 0; !library && v < sizeof variables / sizeof *variables; v++) {
        const char *home = tcr_env_get(variables[v]);

        if (home && *home == '/')
            library = open_in(home, "/lib64/");
    }
    if (!library)
        library = open_in("", "");
    return library ? library : open_in("/usr/local/cuda", "/lib64/");
}

static bool take_symbols(void *library)
{
    void *address;

#define TAKE(name, symbol, parameters)                                                             \
    address = dlsym(library, symbol);                                                              \
    memcpy(&blas.name, &address, sizeof address);                                                  \
    if (!address)                                                                                  \
        return false;
    BLAS_CALLS(TAKE)
#undef TAKE
    return true;
}

/* Under the lock, and in the context that it is to be used in. */
static void open_blas(void)
{
    void *library = open_library();

    tcr_loading_begin();
    if (!library || !take_symbols(library) || blas.create(&handle) != 0)
        handle = NULL;
    tcr_loading_end();
    tcr_trace(1, "products: %s",
              handle    ? "by cuBLAS from here on"
              : library ? "cuBLAS cannot be used"
                        : "there is no cuBLAS");
    atomic_store(&tried, true);
}

static bool is_worth_it(const struct tcr_product_call *of)
{
    const struct tcr_product_args *a = &of->args;
    const double operations = 2.0 * (double)a->m * (double)a->n * (double)a->k * (double)a->batch;
    const double each = !of->parts ? SAVED_OF_OPERATION
                        : tcr_precision_format(of->precision) == TCR_FORMAT_TF32
                            ? SAVED_OF_PARTS_TF32
                            : SAVED_OF_PARTS;

    saved += SAVED_OF_CALL + each * operations;
    return saved >= OPEN_SECONDS || tcr_config.blas == TCR_BLAS_ON || find_open();
}

/* ---- a product ---- */

/* Its matrices are by columns: rows go along the elements that are next to each other. */
struct columns {
    int transposed;
    long long ld;
};

/* Of a matrix whose element (row, column) is at row * row_step + column * column_step.  False: it
 * has no such form. */
static bool by_columns(long long rows, long long columns, long long row_step, long long column_step,
                       struct columns *to)
{
    *to = row_step == 1 ? (struct columns){CUBLAS_OP_N, column_step}
                        : (struct columns){CUBLAS_OP_T, row_step};
    return (row_step == 1 || column_step == 1) && to->ld <= INT_MAX &&
           to->ld >= (to->transposed ? columns : rows);
}

static int compute(const struct tcr_product_args *x, enum tcr_type type, const struct columns *a,
                   const struct columns *b, long long ld)
{
    const int m = (int)x->m, n = (int)x->n, k = (int)x->k;
    const int lda = (int)a->ld, ldb = (int)b->ld, ldc = (int)ld;
    const double beta = x->flags & TCR_PRODUCT_SETS ? 0 : x->beta;

    if (type == TCR_F64) {
        const double *A = (const double *)x->a, *B = (const double *)x->b;
        double *C = (double *)x->c;

        return x->batch == 1 ? blas.product_f64(handle, a->transposed, b->transposed, m, n, k,
                                                &x->alpha, A, lda, B, ldb, &beta, C, ldc)
                             : blas.products_f64(handle, a->transposed, b->transposed, m, n, k,
                                                 &x->alpha, A, lda, x->a_batch, B, ldb, x->b_batch,
                                                 &beta, C, ldc, x->c_batch, (int)x->batch);
    }
    const float *A = (const float *)x->a, *B = (const float *)x->b;
    const float alpha = (float)x->alpha, scale = (float)beta;
    float *C = (float *)x->c;

    return x->batch == 1 ? blas.product_f32(handle, a->transposed, b->transposed, m, n, k, &alpha,
                                            A, lda, B, ldb, &scale, C, ldc)
                         : blas.products_f32(handle, a->transposed, b->transposed, m, n, k, &alpha,
                                             A, lda, x->a_batch, B, ldb, x->b_batch, &scale, C, ldc,
                                             x->c_batch, (int)x->batch);
}

/* Opens it if that is worth it; 0: there is a handle, for this stream, and the lock is held. */
static int begin(const struct tcr_product_call *of, void *stream, int math)
{
    if (!tcr_loading_lock(&lock))
        return TCR_PRODUCT_BY_KERNEL;
    if (!atomic_load(&tried) && is_worth_it(of))
        open_blas();
    if (handle && blas.set_stream(handle, stream) == 0 && blas.set_math(handle, math) == 0)
        return 0;
    tcr_loading_unlock(&lock);
    return TCR_PRODUCT_BY_KERNEL;
}

/* With the lock; on a stream that is being captured, with workspace in ROOM, or on the lane's. */
static int compute_on(const struct tcr_product_args *x, enum tcr_type type, const struct columns *a,
                      const struct columns *b, void *stream, void *room)
{
    if (room && (blas.set_stream(handle, stream) != 0 ||
                 blas.set_workspace(handle, room, TCR_CUDA_PRODUCT_ROOM) != 0))
        return TCR_E_LAUNCH;
    return compute(x, type, a, b, x->c_n) == 0 ? 0 : TCR_E_LAUNCH;
}

static int product_of_elements(const struct tcr_product_call *of, struct tcr_product_args *x,
                               void *stream)
{
    const int math = of->type == TCR_F64 ? CUBLAS_DEFAULT_MATH : CUBLAS_PEDANTIC_MATH;
    void **captures = of->replay ? tcr_cuda_captures(of->replay) : NULL, *capturing, *room = NULL;
    struct tcr_cuda_repeated again;
    struct columns a, b;
    int error;

    if (x->k > INT_MAX || !by_columns(x->m, x->k, x->a_m, x->a_k, &a) ||
        !by_columns(x->k, x->n, x->b_k, x->b_n, &b))
        return TCR_PRODUCT_BY_KERNEL;
    memcpy(again.args, x, sizeof *x);
    again.type = (unsigned)of->type;
    if (captures && tcr_cuda_repeat(captures, &again, stream))
        return 0;
    error = begin(of, stream, math);
    if (error)
        return error;
    capturing = captures ? tcr_cuda_capture_begin(*captures, &again, &room) : NULL;
    error = capturing ? compute_on(x, of->type, &a, &b, capturing, room) : TCR_E_LAUNCH;
    if (capturing && tcr_cuda_capture_end(*captures, &again, capturing, !error, stream))
        error = 0;
    else if (capturing && blas.set_stream(handle, stream) != 0)
        error = TCR_E_LAUNCH;
    else
        error = compute_on(x, of->type, &a, &b, stream, NULL);
    tcr_loading_unlock(&lock);
    return error;
}

/* ---- a product of parts ---- */

/* One side's parts, by columns: the sum's terms are next to each other. */
struct side {
    uintptr_t at;
    long long rows, plane;
};

/* C of what the library is asked for, or more of it; x, a and b are by columns, and of the
 * transposed product (`turned`) it is b that has the part. */
static int add_terms(const struct tcr_product_call *of, const struct tcr_product_args *x,
                     const struct side *a, const struct side *b, bool turned,
                     const struct tcr_precision_call *c)
{
    const unsigned format = tcr_precision_format(of->precision);
    const int type = format == TCR_FORMAT_TF32   ? CUDA_R_32F
                     : format == TCR_FORMAT_BF16 ? CUDA_R_16BF
                                                 : CUDA_R_16F;
    const long long bytes = tcr_precision_bytes(of->precision), ld = of->parts->pitch / bytes;
    const uintptr_t at_a = a->at + (uintptr_t)((turned ? 0 : c->part * a->plane) + c->from * bytes);
    const uintptr_t at_b = b->at + (uintptr_t)((turned ? c->part * b->plane : 0) + c->from * bytes);
    const float alpha = (float)x->alpha, beta = c->follows ? 1 : 0;

    return blas.products_of_parts(
        handle, CUBLAS_OP_T, CUBLAS_OP_N, (int)x->m, (int)x->n, (int)c->terms, &alpha,
        (const void *)at_a, type, (int)ld, a->rows * ld, (const void *)at_b, type, (int)ld,
        b->rows * ld, &beta, (void *)x->c, CUDA_R_32F, (int)x->c_n, x->c_batch, (int)x->batch,
        format == TCR_FORMAT_TF32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F,
        CUBLAS_GEMM_DEFAULT);
}

/* x is the product by columns; if it is the transposed one, its A is B.  The sums have zeros behind
 * their last term, up to a round number. */
static int product_of_parts(const struct tcr_product_call *of, const struct tcr_product_args *x,
                            bool turned, void *stream)
{
    const struct tcr_product_parts *parts = of->parts;
    const struct side a = {parts->a, of->args.m, parts->a_plane},
                      b = {parts->b, of->args.n, parts->b_plane};
    const long long terms = parts->pitch / tcr_precision_bytes(of->precision);
    struct tcr_precision_call c = {.terms = 0};
    int error;

    if (terms > INT_MAX || tcr_precision_chain(of->precision) == 0)
        return TCR_PRODUCT_BY_KERNEL;
    error = begin(of, stream, CUBLAS_FULL_REDUCTIONS);
    if (error)
        return error;
    error = blas.set_workspace(handle, parts->room, TCR_CUDA_PRODUCT_ROOM);
    while (!error && tcr_precision_next(of->precision, terms, &c))
        error = add_terms(of, x, turned ? &b : &a, turned ? &a : &b, turned, &c);
    tcr_loading_unlock(&lock);
    return error ? TCR_PRODUCT_BY_KERNEL : 0;
}

int tcr_cuda_product(const struct tcr_product_call *of, void *stream)
{
    struct tcr_product_args x = of->args;
    const bool turned = x.c_m != 1;

    if (tcr_config.blas == TCR_BLAS_OFF || (atomic_load(&tried) && !handle))
        return TCR_PRODUCT_BY_KERNEL;
    if (turned)
        tcr_product_turn(&x);
    /* times 0 it reads nothing, where C has a NaN of a NaN */
    if (x.m > INT_MAX || x.n > INT_MAX || x.batch > INT_MAX || x.c_m != 1 || x.c_n < x.m ||
        x.c_n > INT_MAX || x.alpha == 0 || (x.beta == 0 && !(x.flags & TCR_PRODUCT_SETS)))
        return TCR_PRODUCT_BY_KERNEL;
    return of->parts ? product_of_parts(of, &x, turned, stream)
                     : product_of_elements(of, &x, stream);
}

void tcr_cuda_blas_fork(bool before)
{
    if (before)
        pthread_mutex_lock(&lock);
    else
        pthread_mutex_unlock(&lock);
}

/* SPDX-License-Identifier: MIT */
/*
 * tcr_matrix.h: products of a matrix and a vector, and of matrices, as plain C functions; part of
 * tcr.h.
 *
 *     tcr_gemv(type, transposed, m, n, alpha, a, lda, x, incx, beta, y, incy, options)
 *
 * y = alpha A x + beta y, or y = alpha A^T x + beta y if `transposed` is not 0.  A has m rows of n
 * elements, row after row: element (i, j) is a[i * lda + j], lda in elements and at least n (of one
 * row, any).  x has n elements and y m; transposed, x has m and y n.  Their increments are those of
 * tcr_reduce.h and of the BLAS.  (The BLAS's matrices are column after column: its dgemv with 'T'
 * is this one without, with m and n exchanged.)
 *
 * Types: TCR_F32 and TCR_F64; alpha and beta are double.  If beta is 0, y is not read; if alpha is
 * 0, A and x are not.  y must not overlap A nor x.  Of the arrays' place and alignment, of options
 * and of errors holds what tcr_segments.h says: TCR_REPRODUCIBLE is TCR_E_UNSUPPORTED.
 *
 * Products of f32 are added up in float in chains of at most eight, and these in double; those of
 * f64 in double: the error bound is no worse than that of the sequential loop in the type.  Results
 * do not depend on the number of threads, nor on the run on one device.
 */
#ifndef TCR_MATRIX_H
#define TCR_MATRIX_H

#include "tcr_reduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Errors: TCR_E_INVALID (m or n negative, lda < n, an increment of 0, NULL, an array that is not
 * aligned, leaves the address space or overlaps y, a type or flag that does not exist); the others
 * as in tcr_reduce.h.  Without results, all addresses may be NULL. */
int tcr_gemv(enum tcr_type type, int transposed, long long m, long long n, double alpha,
             const void *a, long long lda, const void *x, long long incx, double beta, void *y,
             long long incy, const struct tcr_options *options);

/* The same for each type, with NULL for the options. */
int tcr_gemv_f32(int transposed, long long m, long long n, double alpha, const float *a,
                 long long lda, const float *x, long long incx, double beta, float *y,
                 long long incy);
int tcr_gemv_f64(int transposed, long long m, long long n, double alpha, const double *a,
                 long long lda, const double *x, long long incx, double beta, double *y,
                 long long incy);

/*
 *     tcr_gemm(type, a_transposed, b_transposed, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc,
 *              precision, options)
 *
 * C = alpha A B + beta C, where A is m by k, B is k by n and C is m by n, row after row as above;
 * with a_transposed, the array holds A's transpose, of k rows of m elements, and b_transposed the
 * same of B.  (The BLAS's matrices are column after column: with m and n, A and B exchanged, this
 * is its gemm.)  tcr_gemm_batched does so `batch` times: A of product i begins at a + i * a_next
 * elements, and so on; a_next and b_next may be 0, c_next is such that the products' parts of C are
 * apart, each behind the one before.
 *
 * Types: TCR_F32 and TCR_F64.  If beta is 0, C is not read; if alpha is 0, A and B are not.  C must
 * not overlap A nor B.  The rest is as above.
 *
 * Precision.  TCR_PRECISION_FULL adds up in the type, as the loop does: its error is at most (k +
 * 3) v S, where S is |alpha| sum of |a b| + |beta c| and v is 2^-24 or 2^-53.  The others are for
 * TCR_F32 (else TCR_E_INVALID), and are a permission: the device's tensor cores multiply elements
 * that are rounded to TF32 (11 bits), BF16 (8 bits) or F16 (11 bits, up to 65504, multiples of
 * 2^-24).  X2 adds what the rounding has left of A, X3 what it has left of A and of B.  Sums are
 * made in float. The error is at most tcr_gemm_bound() times S; docs/numerics.md says more.
 * Infinities, NaN and numbers that F16 cannot hold come out as with TCR_PRECISION_FULL.  The host,
 * and devices before sm_80, have TCR_PRECISION_FULL whatever is asked.
 */
enum tcr_precision {
    TCR_PRECISION_FULL,
    TCR_PRECISION_TF32,
    TCR_PRECISION_TF32X2,
    TCR_PRECISION_TF32X3,
    TCR_PRECISION_BF16,
    TCR_PRECISION_BF16X2,
    TCR_PRECISION_BF16X3,
    TCR_PRECISION_F16,
    TCR_PRECISION_F16X2,
    TCR_PRECISION_F16X3
};

/* Errors: as tcr_gemv; TCR_E_INVALID, too, for a precision that does not exist or is not for the
 * type, for parts of C that overlap, and for more than 2^56 rows, columns, terms or products. */
int tcr_gemm(enum tcr_type type, int a_transposed, int b_transposed, long long m, long long n,
             long long k, double alpha, const void *a, long long lda, const void *b, long long ldb,
             double beta, void *c, long long ldc, enum tcr_precision precision,
             const struct tcr_options *options);
int tcr_gemm_batched(enum tcr_type type, int a_transposed, int b_transposed, long long m,
                     long long n, long long k, double alpha, const void *a, long long lda,
                     long long a_next, const void *b, long long ldb, long long b_next, double beta,
                     void *c, long long ldc, long long c_next, long long batch,
                     enum tcr_precision precision, const struct tcr_options *options);

/* The same for each type, with NULL for the options. */
int tcr_gemm_f32(int a_transposed, int b_transposed, long long m, long long n, long long k,
                 double alpha, const float *a, long long lda, const float *b, long long ldb,
                 double beta, float *c, long long ldc, enum tcr_precision precision);
int tcr_gemm_f64(int a_transposed, int b_transposed, long long m, long long n, long long k,
                 double alpha, const double *a, long long lda, const double *b, long long ldb,
                 double beta, double *c, long long ldc);

/* The error bound of sums of k terms, relative to S above; NaN of what does not exist. */
double tcr_gemm_bound(enum tcr_type type, enum tcr_precision precision, long long k);
/* The fastest precision whose bound for sums of k terms is at most `error`; TCR_PRECISION_FULL if
 * there is none.  Never one of F16, whose bound does not hold for small numbers. */
enum tcr_precision tcr_gemm_precision(enum tcr_type type, long long k, double error);

#ifdef __cplusplus
}
#endif
#endif

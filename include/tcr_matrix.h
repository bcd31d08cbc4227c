/* SPDX-License-Identifier: MIT */
/*
 * tcr_matrix.h: products of a matrix and a vector, as plain C functions; part of tcr.h.
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

#ifdef __cplusplus
}
#endif
#endif

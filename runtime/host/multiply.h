/* SPDX-License-Identifier: MIT */
/*
 * multiply.h: the innermost part of a product of matrices on the host.
 *
 * multiply.c is compiled once for each instruction set, as ops.c is.  Products and sums are rounded
 * one by one, in the order of the sum: the result has the bits of the loops in C, whichever table
 * is used.
 */
#ifndef TCR_HOST_MULTIPLY_H
#define TCR_HOST_MULTIPLY_H

#pragma GCC visibility push(hidden)

enum { TCR_MULTIPLY_ROWS = 4 };

struct tcr_multiply_table {
    int bytes; /* of a row of b and of the sums */
    /* sum[i][j] += a[k][i] * b[k][j], for ascending k < terms, i < TCR_MULTIPLY_ROWS and as many j
     * as `bytes` hold; rows of sums are `pitch` elements apart. */
    void (*f32)(long long terms, const float *a, const float *b, float *sum, long long pitch);
    void (*f64)(long long terms, const double *a, const double *b, double *sum, long long pitch);
};
extern const struct tcr_multiply_table tcr_multiply_table_baseline;
#ifdef __x86_64__
extern const struct tcr_multiply_table tcr_multiply_table_avx2, tcr_multiply_table_avx512;
#endif

#pragma GCC visibility pop

#endif

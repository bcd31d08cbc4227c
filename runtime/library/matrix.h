/* SPDX-License-Identifier: MIT */
/* matrix.h: the functions of tcr_matrix.h, inside. */
#ifndef TCR_LIBRARY_MATRIX_H
#define TCR_LIBRARY_MATRIX_H

#include <stdbool.h>
#include "../../include/tcr.h"

#pragma GCC visibility push(hidden)

struct matrix_request {
    enum tcr_type type; /* TCR_F32, TCR_F64 */
    bool transposed;
    long long m, n;
    double alpha;
    const void *a;
    long long lda;
    const void *x;
    long long incx;
    void *y;
    long long incy;
    double beta;
    const struct tcr_options *options;
};

/* Elements of y and of x. */
static inline long long tcr_matrix_results(const struct matrix_request *q)
{
    return q->transposed ? q->n : q->m;
}
static inline long long tcr_matrix_terms(const struct matrix_request *q)
{
    return q->transposed ? q->m : q->n;
}

/* The host's arithmetic.  0 or TCR_E_NO_MEMORY. */
int tcr_matrix_host(const struct matrix_request *q);

/* ---- products of matrices ---- */

/* A matrix as the kernels have it: element (row, column) is at row * down + column * across. */
struct product_matrix {
    const void *at;
    long long rows, columns, down, across, next; /* next: to that of the next product */
};

struct product_request {
    enum tcr_type type; /* TCR_F32, TCR_F64 */
    struct product_matrix a, b, c;
    long long batch;
    double alpha, beta;
    enum tcr_precision precision;
    const struct tcr_options *options;
};

#pragma GCC visibility pop

#endif

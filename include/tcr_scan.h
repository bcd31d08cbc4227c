/* SPDX-License-Identifier: MIT */
/*
 * tcr_scan.h: prefix sums of arrays, of the rows of a matrix and of segments of an array, as plain
 * C functions; part of tcr.h.
 *
 *     tcr_scan(operation, exclusive, type, n, x, y, options)
 *
 * y[k] is x[0], ..., x[k] together, or, if `exclusive` is not 0, x[0], ..., x[k - 1], and y[0] what
 * changes nothing: 0 of sums, 1 of products, the type's greatest value (or infinity) of minima, the
 * least of maxima, all bits or none.
 *
 *     tcr_scan_rows(operation, exclusive, type, rows, length, x, ldx, y, ldy, options)
 *
 * The same of each row of `length` elements, of which row k begins at x[k * ldx] and y[k * ldy];
 * both distances are at least `length` (of one row, any).  With ldx = length, these are the
 * segments of equal length of an array.
 *
 *     tcr_scan_segments(operation, exclusive, type, n, offset_type, offsets, x, size, y, options)
 *
 * The same of each segment, x[offsets[k]] up to x[offsets[k + 1]]; offsets are as in
 * tcr_segments.h.  x and y have `size` elements; those of y that are in no segment stay as they
 * are.
 *
 * y may be x (with ldy = ldx); apart from that it must not overlap x nor the offsets.  Of the
 * arrays' place and alignment, of options and errors holds what tcr_segments.h says: with
 * TCR_REPRODUCIBLE, sums and products of floating types are TCR_E_UNSUPPORTED.
 *
 * Integers are exact, modulo the type's range.  Sums of f16, bf16 and f32 are made in double and
 * rounded once for each result; the error bound of those of f64, and of products, is no worse than
 * the sequential loop's.  Minima and maxima leave NaNs out; bit operators are for integers
 * (TCR_E_INVALID else).  Floating results on the host do not depend on the number of threads, on
 * one device not on the run.
 */
#ifndef TCR_SCAN_H
#define TCR_SCAN_H

#include "tcr_reduce.h"

#ifdef __cplusplus
extern "C" {
#endif

enum tcr_scan_operation {
    TCR_SCAN_SUM,
    TCR_SCAN_PRODUCT,
    TCR_SCAN_MINIMUM,
    TCR_SCAN_MAXIMUM,
    TCR_SCAN_AND,
    TCR_SCAN_OR,
    TCR_SCAN_XOR
};

/* Errors: as those of tcr_sum_segments; TCR_E_INVALID, too, for an operation that does not exist or
 * is not for the type. */
int tcr_scan(enum tcr_scan_operation operation, int exclusive, enum tcr_type type, long long n,
             const void *x, void *y, const struct tcr_options *options);
int tcr_scan_rows(enum tcr_scan_operation operation, int exclusive, enum tcr_type type,
                  long long rows, long long length, const void *x, long long ldx, void *y,
                  long long ldy, const struct tcr_options *options);
int tcr_scan_segments(enum tcr_scan_operation operation, int exclusive, enum tcr_type type,
                      long long n, enum tcr_type offset_type, const void *offsets, const void *x,
                      long long size, void *y, const struct tcr_options *options);

/* The first for each type, with NULL for the options: int tcr_scan_f64(enum tcr_scan_operation,
 * int exclusive, long long n, const double *x, double *y), and so on. */
#define TCR_DECLARE_(t, type, T, R, A)                                                             \
    int tcr_scan_##t(enum tcr_scan_operation operation, int exclusive, long long n, const T *x,    \
                     T *y);
TCR_ELEMENT_TYPES(TCR_DECLARE_)
#undef TCR_DECLARE_

#ifdef __cplusplus
}
#endif
#endif

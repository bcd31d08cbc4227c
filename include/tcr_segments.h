/* SPDX-License-Identifier: MIT */
/*
 * tcr_segments.h: reductions of the rows of a matrix, and of segments of an array, as plain C
 * functions; part of tcr.h.  They do to each row or segment what the function of tcr_reduce.h
 * without the ending does to an array: sum, minimum, maximum, argmin, argmax.
 *
 *     tcr_sum_rows(type, rows, length, x, ld, result, options)
 *
 * Row k has `length` elements from x[k * ld] on; ld is in elements, at least `length` (of one row,
 * any).
 *
 *     tcr_sum_segments(type, n, offset_type, offsets, x, size, result, options)
 *
 * Segment k has the elements from x[offsets[k]] up to, and without, x[offsets[k + 1]]: there are
 * n + 1 offsets, which do not decrease, from 0 to `size`, the number of elements of x.  The first
 * need not be 0, nor the last one `size`.  They are int32_t (TCR_I32) or int64_t (TCR_I64).
 *
 * result[k] is that of row or segment k.  Results have 8 bytes and are those of the table in
 * tcr_reduce.h, as are NaNs, zeros and elements without any: of an empty segment, sums are 0,
 * minima and maxima the other end of the type, places -1.  Places are counted from the start of the
 * row or segment.  What is said there of numbers of elements, alignment and where arrays may be
 * holds for x, offsets and result alike: each may be in host memory, on the device, or present.
 * `result` must not overlap x or the offsets.
 *
 * Floating sums are made in double and have an error bound no worse than that of the sequential
 * loop in the elements' type.  (A sum of f64 whose parts leave the range of double is not a number
 * or infinite, as it may be in that loop.)  They do not depend on the number of threads, nor on the
 * run on one device.  One huge segment among small ones is shared by all blocks or threads.
 *
 * Options as in tcr_reduce.h, but: TCR_RESULT_ON_DEVICE and TCR_READY change nothing, and with
 * TCR_REPRODUCIBLE floating sums are TCR_E_UNSUPPORTED.  With TCR_STREAM all arrays must be on the
 * device, `result`, too.
 *
 * They return 0 or a negative TCR_E_* code.  Offsets that decrease, or leave x, are
 * TCR_E_INVALID, and what the results hold then is not said; nothing outside of x is read.
 * On a device's stream nobody can be told: there, such a segment's result is that of an empty one.
 */
#ifndef TCR_SEGMENTS_H
#define TCR_SEGMENTS_H

#include "tcr_reduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The operations.
 * Errors: TCR_E_INVALID (a number that is negative, ld < length, NULL, an array that is not
 * aligned, leaves the address space or overlaps the results, offsets as above, a type or flag that
 * does not exist); the others as in tcr_reduce.h.  Without rows or segments all addresses may be
 * NULL. */
#define TCR_OPERATIONS_OF_SEGMENTS(X) X(sum) X(minimum) X(maximum) X(argmin) X(argmax)
#define TCR_DECLARE_(op)                                                                           \
    int tcr_##op##_rows(enum tcr_type type, long long rows, long long length, const void *x,       \
                        long long ld, void *result, const struct tcr_options *options);            \
    int tcr_##op##_segments(enum tcr_type type, long long n, enum tcr_type offset_type,            \
                            const void *offsets, const void *x, long long size, void *result,      \
                            const struct tcr_options *options);
TCR_OPERATIONS_OF_SEGMENTS(TCR_DECLARE_)
#undef TCR_DECLARE_

/* The same for each type: int tcr_sum_rows_f64(long long rows, long long length, const double *x,
 * long long ld, double *result); int tcr_sum_segments_f64(long long n, const int64_t *offsets,
 * const double *x, long long size, double *result); and so on, with NULL for the options. */
#define TCR_DECLARE_OF_(op, t, T, R)                                                               \
    int tcr_##op##_rows_##t(long long rows, long long length, const T *x, long long ld,            \
                            R *result);                                                            \
    int tcr_##op##_segments_##t(long long n, const int64_t *offsets, const T *x, long long size,   \
                                R *result);
#define TCR_DECLARE_(t, type, T, R, A)                                                             \
    TCR_DECLARE_OF_(sum, t, T, R)                                                                  \
    TCR_DECLARE_OF_(minimum, t, T, R)                                                              \
    TCR_DECLARE_OF_(maximum, t, T, R)                                                              \
    TCR_DECLARE_OF_(argmin, t, T, long long)                                                       \
    TCR_DECLARE_OF_(argmax, t, T, long long)
TCR_ELEMENT_TYPES(TCR_DECLARE_)
#undef TCR_DECLARE_
#undef TCR_DECLARE_OF_

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/* calls.h: what nests.c has as loops, as calls of the C API.  Arrays are present; 0, or an error.
 */
#ifndef NESTS_CALLS_H
#define NESTS_CALLS_H

#include "peers.h"

/* y[i] of row i: double; of SUM_I32 and ARGMAX_F32 long long. */
int call_rows(enum fold fold, long rows, long length, const void *a, void *y);
/* Sums of a[offsets[i]] up to a[offsets[i + 1]]; a has `size` elements. */
int call_segments(long segments, const int *offsets, long size, const float *a, double *y);
/* y = A x or A^T x of m rows and n columns. */
int call_gemv(int f64, int transposed, long m, long n, const void *a, const void *x, void *y);

#endif

/* SPDX-License-Identifier: MIT */
/* What nests.c has as loops, as calls of the C API. */
#include "calls.h"
#include "tcr.h"

int call_rows(enum fold fold, long rows, long length, const void *a, void *y)
{
    switch (fold) {
    case SUM_F64:
        return tcr_sum_rows(TCR_F64, rows, length, a, length, y, NULL);
    case SUM_I32:
        return tcr_sum_rows(TCR_I32, rows, length, a, length, y, NULL);
    case SUM_F16:
        return tcr_sum_rows(TCR_F16, rows, length, a, length, y, NULL);
    case MAX_F32:
        return tcr_maximum_rows(TCR_F32, rows, length, a, length, y, NULL);
    case ARGMAX_F32:
        return tcr_argmax_rows(TCR_F32, rows, length, a, length, y, NULL);
    default:
        return tcr_sum_rows(TCR_F32, rows, length, a, length, y, NULL);
    }
}

int call_segments(long segments, const int *offsets, long size, const float *a, double *y)
{
    return tcr_sum_segments(TCR_F32, segments, TCR_I32, offsets, a, size, y, NULL);
}

int call_gemv(int f64, int transposed, long m, long n, const void *a, const void *x, void *y)
{
    return tcr_gemv(f64 ? TCR_F64 : TCR_F32, transposed, m, n, 1, a, n, x, 1, 0, y, 1, NULL);
}

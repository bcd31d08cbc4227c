/* SPDX-License-Identifier: MIT */
/* segments_calls.c: the functions of tcr_segments.h by name. */
#include "library.h"

#define OPERATION(op, OP)                                                                          \
    int tcr_##op##_rows(enum tcr_type type, long long rows, long long length, const void *x,       \
                        long long ld, void *result, const struct tcr_options *options)             \
    {                                                                                              \
        const struct segments_request q = {.operation = TCR_LIBRARY_##OP,                          \
                                           .type = type,                                           \
                                           .offset_type = TCR_BOOL,                                \
                                           .n = rows,                                              \
                                           .length = length,                                       \
                                           .ld = ld,                                               \
                                           .x = x,                                                 \
                                           .result = result,                                       \
                                           .options = options};                                    \
                                                                                                   \
        return tcr_segments_call(&q);                                                              \
    }                                                                                              \
    int tcr_##op##_segments(enum tcr_type type, long long n, enum tcr_type offset_type,            \
                            const void *offsets, const void *x, long long size, void *result,      \
                            const struct tcr_options *options)                                     \
    {                                                                                              \
        const struct segments_request q = {.operation = TCR_LIBRARY_##OP,                          \
                                           .type = type,                                           \
                                           .offset_type = offset_type,                             \
                                           .n = n,                                                 \
                                           .x = x,                                                 \
                                           .offsets = offsets,                                     \
                                           .size = size,                                           \
                                           .result = result,                                       \
                                           .options = options};                                    \
                                                                                                   \
        return offset_type == TCR_BOOL ? TCR_E_INVALID : tcr_segments_call(&q);                    \
    }
OPERATION(sum, SUM)
OPERATION(minimum, MINIMUM)
OPERATION(maximum, MAXIMUM)
OPERATION(argmin, ARGMIN)
OPERATION(argmax, ARGMAX)

#define OF_TYPE(op, t, type, T, R)                                                                 \
    int tcr_##op##_rows_##t(long long rows, long long length, const T *x, long long ld, R *result) \
    {                                                                                              \
        return tcr_##op##_rows(type, rows, length, x, ld, result, NULL);                           \
    }                                                                                              \
    int tcr_##op##_segments_##t(long long n, const int64_t *offsets, const T *x, long long size,   \
                                R *result)                                                         \
    {                                                                                              \
        return tcr_##op##_segments(type, n, TCR_I64, offsets, x, size, result, NULL);              \
    }
#define TYPE(t, type, T, R, A)                                                                     \
    OF_TYPE(sum, t, type, T, R)                                                                    \
    OF_TYPE(minimum, t, type, T, R)                                                                \
    OF_TYPE(maximum, t, type, T, R)                                                                \
    OF_TYPE(argmin, t, type, T, long long)                                                         \
    OF_TYPE(argmax, t, type, T, long long)
TCR_ELEMENT_TYPES(TYPE)

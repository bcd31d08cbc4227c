/* SPDX-License-Identifier: MIT */
/* library_calls.c: the functions of tcr_reduce.h by name. */
#include "../../spec/contract.h"
#include "library.h"

#define OPERATION(op, OP)                                                                          \
    int tcr_##op(enum tcr_type type, long long n, const void *x, long long incx, void *result,     \
                 const struct tcr_options *options)                                                \
    {                                                                                              \
        const struct library_request q = {TCR_LIBRARY_##OP, type,   n, x, NULL, incx, 1,           \
                                          result,           options};                              \
                                                                                                   \
        return tcr_library_call(&q);                                                               \
    }
OPERATION(sum, SUM)
OPERATION(asum, ASUM)
OPERATION(nrm2, NRM2)
OPERATION(amax, AMAX)
OPERATION(minimum, MINIMUM)
OPERATION(maximum, MAXIMUM)
OPERATION(argmin, ARGMIN)
OPERATION(argmax, ARGMAX)
OPERATION(meanvar, MEANVAR)

int tcr_dot(enum tcr_type type, long long n, const void *x, long long incx, const void *y,
            long long incy, void *result, const struct tcr_options *options)
{
    const struct library_request q = {TCR_LIBRARY_DOT, type, n, x, y, incx, incy, result, options};

    return tcr_library_call(&q);
}

#define OF_TYPE(op, t, type, T, R)                                                                 \
    int tcr_##op##_##t(long long n, const T *x, long long incx, R *result)                         \
    {                                                                                              \
        return tcr_##op(type, n, x, incx, result, NULL);                                           \
    }
#define TYPE(t, type, T, R, A)                                                                     \
    OF_TYPE(sum, t, type, T, R)                                                                    \
    OF_TYPE(asum, t, type, T, A)                                                                   \
    OF_TYPE(nrm2, t, type, T, double)                                                              \
    OF_TYPE(amax, t, type, T, A)                                                                   \
    OF_TYPE(minimum, t, type, T, R)                                                                \
    OF_TYPE(maximum, t, type, T, R)                                                                \
    OF_TYPE(argmin, t, type, T, long long)                                                         \
    OF_TYPE(argmax, t, type, T, long long)                                                         \
    OF_TYPE(meanvar, t, type, T, struct tcr_moments)                                               \
    int tcr_dot_##t(long long n, const T *x, long long incx, const T *y, long long incy,           \
                    R *result)                                                                     \
    {                                                                                              \
        return tcr_dot(type, n, x, incx, y, incy, result, NULL);                                   \
    }
TCR_ELEMENT_TYPES(TYPE)

/* SPDX-License-Identifier: MIT */
/*
 * tcr_reduce.h: reductions of arrays as plain C functions; part of tcr.h.
 *
 *     sum        x0 + x1 + ...                    dot      x0 y0 + x1 y1 + ...
 *     asum       |x0| + |x1| + ...                nrm2     sqrt(x0^2 + x1^2 + ...)
 *     amax       max |xi| (the maximum norm)      meanvar  mean and variance, in one pass
 *     minimum, maximum                            argmin, argmax: the first place of it
 *
 * Each is there once for all types, tcr_sum(type, ...), and once for each type,
 * tcr_sum_f32(...).  No directive, no C++ and no tcr-cc is needed.
 *
 * Arrays.  Element k of n is x[k * incx], for negative incx x[(k - n + 1) * incx], as
 * in the BLAS.  incx is in elements and never 0.  n may exceed 2^32.  x is aligned to
 * its element, to no more.  It is host memory, memory of the device (tcr_malloc,
 * tcr_deviceptr, the device's own API), managed memory, or host memory that is present
 * (tcr_copyin): then the newer copy is the one that counts.
 *
 * Results have 8 bytes, whatever the type, so that sums of narrow types do not overflow:
 *
 *                             f16 bf16 f32 f64   i8 .. i64               u8 .. u64
 *     sum, dot                double             long long               unsigned long long
 *     asum, amax              double             unsigned long long      unsigned long long
 *     nrm2                    double             double                  double
 *     minimum, maximum        double             long long               unsigned long long
 *     argmin, argmax          long long          long long               long long
 *     meanvar                 struct tcr_moments
 *
 * Integer results are exact, modulo 2^64 where they overflow.  Floating sums have an error
 * bound no worse than that of the sequential loop in the elements' type (numerics: f16,
 * bf16 and f32 are added up in double; products of two f16, bf16 or f32 are exact); minima,
 * maxima and places are exact.  nrm2 neither overflows nor underflows on the way (three
 * accumulators: Anderson, "Algorithm 978: Safe Scaling in the Level 1 BLAS", ACM TOMS 44,
 * 2017).  meanvar subtracts a point near the data first and combines partial results
 * (Chan, Golub, LeVeque, "Algorithms for Computing the Sample Variance", The American
 * Statistician 37, 1983); differences of 64-bit integers are exact.  Floating results
 * on the host do not depend on the number of threads, on one device not on the run.
 *
 * NaN: sum, dot, asum, nrm2, amax and meanvar are NaN if an element is.  minimum, maximum,
 * argmin and argmax leave NaNs out, as C's fmin and fmax.  -0.0 equals 0.0, and a minimum
 * or maximum that is zero is 0.0.
 *
 * Without elements (n = 0, or NaNs only where they are left out): sum, dot, asum, nrm2 and
 * amax are 0; minimum is +infinity or the type's greatest value, maximum -infinity or the
 * least; argmin and argmax are -1; mean and variance are NaN.  With n = 0, x may be NULL.
 *
 * Where it runs.  On the device if the data is there or the estimate says that copying it
 * pays (TCR_TARGET as for loops), else on the host, on the threads of the program's OpenMP
 * runtime if there is one.  If the device cannot have it (no code for it in the library,
 * no memory), the host does it; data that only the device can read is then an error, with the
 * reason's code.  A result is never wrong silently: where an error is returned, *result is as
 * it was.
 *
 * All calls are thread-safe.  They return 0 or a negative TCR_E_* code.
 */
#ifndef TCR_REDUCE_H
#define TCR_REDUCE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Element types.  f16 and bf16 are the bits of IEEE binary16 and bfloat16 in a uint16_t, so
 * that every C compiler can have them. */
#ifndef TCR_TYPE_KNOWN
#define TCR_TYPE_KNOWN
enum tcr_type {
    TCR_BOOL, /* not an element type of these functions */
    TCR_I8,
    TCR_U8,
    TCR_I16,
    TCR_U16,
    TCR_I32,
    TCR_U32,
    TCR_I64,
    TCR_U64,
    TCR_F16,
    TCR_BF16,
    TCR_F32,
    TCR_F64
};
#endif

struct tcr_moments {
    double mean;
    double variance;        /* sum of (x - mean)^2, divided by n */
    double sample_variance; /* divided by n - 1; NaN for n < 2 */
};

enum tcr_flags {
    TCR_STREAM = 1,           /* queue the call on `stream` and return; see struct tcr_options */
    TCR_RESULT_ON_DEVICE = 2, /* the result's address is device memory */
    TCR_REPRODUCIBLE = 4,     /* the same bits everywhere, see below */
    TCR_READY = 8             /* the arrays do not depend on what the stream still has to do */
};

/* How a call is made.  NULL stands for all zeros: at once, result on the host.  Set it to
 * zeros and `size` to its sizeof: fields may be added at the end.
 *
 * With TCR_STREAM the call is put behind what is in `stream` (a CUstream or cudaStream_t of the
 * device's primary context; NULL: its default stream) and returns.  The arrays, the
 * workspace and the result must stay until the stream has come past it; the result is there
 * then.  A result in pageable host memory makes the call wait.  The arrays must be on the device
 * already (TCR_E_NOT_PRESENT else).  Without a device, the call is made at once, on the host.
 *
 * `workspace` is device memory, aligned to 16 bytes, of tcr_workspace_size() bytes or more
 * (TCR_E_WORKSPACE else), which no other call uses at the same time; it need not be
 * initialised.  NULL: the library keeps workspaces of its own.  While a stream is
 * captured into a graph, a workspace must be given.  Calls without TCR_STREAM use none.
 *
 * With TCR_READY (and TCR_STREAM) the caller says that the arrays are ready: nothing that is in
 * the stream before the call, and may still be running, writes them.  They may then be read while
 * that work ends, so that calls back to back overlap; the result is written after it, as
 * without the flag.  It is a promise: what is read while it is written gives any result.
 * Without TCR_STREAM, or where launches cannot overlap, the flag changes nothing.
 *
 * With TCR_REPRODUCIBLE, results have the same bits on the host, for any number of threads, on
 * every device and for all increments: floating sum, asum and dot, nrm2 and meanvar are
 * made of sums without rounding, each rounded once to double.  What is added are the elements,
 * and products and distances rounded to double (those of f16, bf16 and f32 are exact in it, but
 * for distances).  A NaN or infinities of both signs give NaN.  All else is exact anyway.  On a
 * device's stream such sums are TCR_E_UNSUPPORTED (nrm2 of i8 and u8 is not, for it is exact). */
struct tcr_options {
    size_t size;
    unsigned flags; /* enum tcr_flags */
    void *stream;
    void *workspace;
    size_t workspace_size; /* bytes */
};

/* Bytes that are enough for any call.  0 without a device.  Errors: TCR_E_LOST, TCR_E_FORKED,
 * TCR_E_INVALID (size is NULL). */
int tcr_workspace_size(size_t *size);

/* The operations.  `result` is of the type in the table above.
 * Errors: TCR_E_INVALID (n < 0, an increment of 0, NULL, an array that is not aligned or
 * leaves the address space, a type or flag that does not exist); TCR_E_UNSUPPORTED;
 * TCR_E_WORKSPACE; TCR_E_NO_MEMORY; TCR_E_NOT_PRESENT, TCR_E_PARTIAL (with TCR_STREAM);
 * and if the data is out of the host's reach: TCR_E_NO_DEVICE, TCR_E_NO_IMAGE, TCR_E_COPY,
 * TCR_E_LAUNCH, TCR_E_DEVICE, TCR_E_LOST, TCR_E_FORKED. */
#define TCR_OPERATIONS_OF_ONE(X)                                                                   \
    X(sum) X(asum) X(nrm2) X(amax) X(minimum) X(maximum) X(argmin) X(argmax) X(meanvar)
#define TCR_DECLARE_(op)                                                                           \
    int tcr_##op(enum tcr_type type, long long n, const void *x, long long incx, void *result,     \
                 const struct tcr_options *options);
TCR_OPERATIONS_OF_ONE(TCR_DECLARE_)
#undef TCR_DECLARE_
int tcr_dot(enum tcr_type type, long long n, const void *x, long long incx, const void *y,
            long long incy, void *result, const struct tcr_options *options);

/* The same for each type: int tcr_sum_f64(long long n, const double *x, long long incx,
 * double *result), and so on, with NULL for the options. */
#define TCR_ELEMENT_TYPES(X)                                                                       \
    X(i8, TCR_I8, int8_t, long long, unsigned long long)                                           \
    X(u8, TCR_U8, uint8_t, unsigned long long, unsigned long long)                                 \
    X(i16, TCR_I16, int16_t, long long, unsigned long long)                                        \
    X(u16, TCR_U16, uint16_t, unsigned long long, unsigned long long)                              \
    X(i32, TCR_I32, int32_t, long long, unsigned long long)                                        \
    X(u32, TCR_U32, uint32_t, unsigned long long, unsigned long long)                              \
    X(i64, TCR_I64, int64_t, long long, unsigned long long)                                        \
    X(u64, TCR_U64, uint64_t, unsigned long long, unsigned long long)                              \
    X(f16, TCR_F16, uint16_t, double, double)                                                      \
    X(bf16, TCR_BF16, uint16_t, double, double)                                                    \
    X(f32, TCR_F32, float, double, double)                                                         \
    X(f64, TCR_F64, double, double, double)
#define TCR_DECLARE_(t, type, T, R, A)                                                             \
    int tcr_sum_##t(long long n, const T *x, long long incx, R *result);                           \
    int tcr_dot_##t(long long n, const T *x, long long incx, const T *y, long long incy,           \
                    R *result);                                                                    \
    int tcr_asum_##t(long long n, const T *x, long long incx, A *result);                          \
    int tcr_nrm2_##t(long long n, const T *x, long long incx, double *result);                     \
    int tcr_amax_##t(long long n, const T *x, long long incx, A *result);                          \
    int tcr_minimum_##t(long long n, const T *x, long long incx, R *result);                       \
    int tcr_maximum_##t(long long n, const T *x, long long incx, R *result);                       \
    int tcr_argmin_##t(long long n, const T *x, long long incx, long long *result);                \
    int tcr_argmax_##t(long long n, const T *x, long long incx, long long *result);                \
    int tcr_meanvar_##t(long long n, const T *x, long long incx, struct tcr_moments *result);
TCR_ELEMENT_TYPES(TCR_DECLARE_)
#undef TCR_DECLARE_

#ifdef __cplusplus
}
#endif
#endif

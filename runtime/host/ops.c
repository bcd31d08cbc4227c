/* SPDX-License-Identifier: MIT */
/*
 * ops.c: chunks of the operations of tcr_reduce.h, for one instruction set
 * (TCR_HOST_TABLE: the table's name).
 *
 * Loops are written for the compiler to make vectors of: lanes beside each other, which
 * meet at the end, so that floating additions need not be reordered.
 */
#include <math.h>
#include <string.h>
#include "ops.h"
#include "values.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define PRAGMA(words) _Pragma(#words)

/* Accumulators of a chunk: enough to hide the latency of additions. */
enum { LANES = 64 };
#define EACH_LANE PRAGMA(omp simd) for (int l = 0; l < LANES; l++)

/* The sum of TERM(i) for i < n, of type W. */
#define ADD_UP(W, sum, TERM)                                                                       \
    W sum = 0;                                                                                     \
    {                                                                                              \
        long long i = 0;                                                                           \
        if (n >= LANES) {                                                                          \
            W lane[LANES];                                                                         \
            EACH_LANE                                                                              \
            lane[l] = TERM(l);                                                                     \
            for (i = LANES; i + LANES <= n; i += LANES)                                            \
                EACH_LANE                                                                          \
            lane[l] += TERM(i + l);                                                                \
            for (int half = LANES / 2; half > 0; half /= 2)                                        \
                for (int l = 0; l < half; l++)                                                     \
                    lane[l] += lane[l + half];                                                     \
            sum = lane[0];                                                                         \
        }                                                                                          \
        for (; i < n; i++)                                                                         \
            sum += TERM(i);                                                                        \
    }

/* The best of TERM(i), which replaces a worse one: a NaN never does. */
#define PICK(W, best, first, compare, TERM)                                                        \
    W best = first;                                                                                \
    {                                                                                              \
        long long i = 0;                                                                           \
        if (n >= LANES) {                                                                          \
            W lane[LANES];                                                                         \
            for (int l = 0; l < LANES; l++)                                                        \
                lane[l] = first;                                                                   \
            for (; i + LANES <= n; i += LANES)                                                     \
                EACH_LANE                                                                          \
            lane[l] = TERM(i + l) compare lane[l] ? TERM(i + l) : lane[l];                         \
            for (int l = 0; l < LANES; l++)                                                        \
                best = lane[l] compare best ? lane[l] : best;                                      \
        }                                                                                          \
        for (; i < n; i++)                                                                         \
            best = TERM(i) compare best ? TERM(i) : best;                                          \
    }

/* Of each type (type.h):
 *     TYPE   its short name          T      an element
 *     V      its value               KEEP   the part's field for a value
 *     BITS   |x| by its bits, as a number that is ordered as |x| is; NaN greatest
 *     SUM, ABSOLUTE, PRODUCT         in which a chunk's terms are added up
 *     LEAST, GREATEST                ends of its range
 *     DISTANCE(x)                    x less the shift, as double */
#define FLOATING 1
#define KEEP f
#define SUM double
#define ABSOLUTE double
#define PRODUCT double
#define LEAST (-INFINITY)
#define GREATEST INFINITY
#define DISTANCE(x) ((double)(x)-shift->f)

#define V float
#define T uint16_t
#define TYPE f16
#define BITS int16_t
#define SAME_BITS(bits) float_bits(value_f16((uint16_t)(bits)))
#include "type.h"
#define TYPE bf16
#define BITS int16_t
#define SAME_BITS(bits) float_bits(value_bf16((uint16_t)(bits)))
#include "type.h"
#undef T
#define T float
#define TYPE f32
#define BITS int32_t
#define SAME_BITS(bits) ((uint32_t)(bits))
#include "type.h"
#undef T
#undef V
#define V double
#define T double
#define TYPE f64
#define BITS int64_t
#define SAME_BITS(bits) ((uint64_t)(bits))
#define SCALED 1
#include "type.h"
#undef SCALED
#undef T
#undef V
#undef FLOATING
#undef KEEP
#undef SUM
#undef ABSOLUTE
#undef PRODUCT
#undef LEAST
#undef GREATEST
#undef DISTANCE

/* Integers: sums of 64 bits modulo 2^64, as unsigned ones. */
#define FLOATING 0
#define TYPE i8
#define T int8_t
#define V int8_t
#define KEEP i
#define SUM int32_t
#define ABSOLUTE uint32_t
#define PRODUCT int32_t
#define LEAST INT8_MIN
#define GREATEST INT8_MAX
#define DISTANCE(x) (double)((long long)(x)-shift->i)
#include "integer.h"

#define TYPE u8
#define T uint8_t
#define V uint8_t
#define KEEP u
#define SUM uint32_t
#define ABSOLUTE uint32_t
#define PRODUCT uint32_t
#define LEAST 0
#define GREATEST UINT8_MAX
#define DISTANCE(x) (double)((long long)(x)-shift->i)
#include "integer.h"

#define TYPE i16
#define T int16_t
#define V int16_t
#define KEEP i
#define SUM int32_t
#define ABSOLUTE uint32_t
#define PRODUCT int64_t
#define LEAST INT16_MIN
#define GREATEST INT16_MAX
#define DISTANCE(x) (double)((long long)(x)-shift->i)
#include "integer.h"

#define TYPE u16
#define T uint16_t
#define V uint16_t
#define KEEP u
#define SUM uint32_t
#define ABSOLUTE uint32_t
#define PRODUCT uint64_t
#define LEAST 0
#define GREATEST UINT16_MAX
#define DISTANCE(x) (double)((long long)(x)-shift->i)
#include "integer.h"

#define TYPE i32
#define T int32_t
#define V int32_t
#define KEEP i
#define SUM int64_t
#define ABSOLUTE uint64_t
#define PRODUCT uint64_t
#define LEAST INT32_MIN
#define GREATEST INT32_MAX
#define DISTANCE(x) (double)((long long)(x)-shift->i)
#include "integer.h"

#define TYPE u32
#define T uint32_t
#define V uint32_t
#define KEEP u
#define SUM uint64_t
#define ABSOLUTE uint64_t
#define PRODUCT uint64_t
#define LEAST 0
#define GREATEST UINT32_MAX
#define DISTANCE(x) (double)((long long)(x)-shift->i)
#include "integer.h"

#define TYPE i64
#define T int64_t
#define V int64_t
#define KEEP i
#define SUM uint64_t
#define ABSOLUTE uint64_t
#define PRODUCT uint64_t
#define LEAST INT64_MIN
#define GREATEST INT64_MAX
#define DISTANCE(x) distance_i64(x, shift->i)
#include "integer.h"

#define TYPE u64
#define T uint64_t
#define V uint64_t
#define KEEP u
#define SUM uint64_t
#define ABSOLUTE uint64_t
#define PRODUCT uint64_t
#define LEAST 0
#define GREATEST UINT64_MAX
#define DISTANCE(x) distance_u64(x, shift->u)
#include "integer.h"

#define ROW(op)                                                                                    \
    {                                                                                              \
        [TCR_I8] = op##_i8, [TCR_U8] = op##_u8, [TCR_I16] = op##_i16, [TCR_U16] = op##_u16,        \
        [TCR_I32] = op##_i32, [TCR_U32] = op##_u32, [TCR_I64] = op##_i64, [TCR_U64] = op##_u64,    \
        [TCR_F16] = op##_f16, [TCR_BF16] = op##_bf16, [TCR_F32] = op##_f32, [TCR_F64] = op##_f64   \
    }
const struct tcr_host_table TCR_HOST_TABLE = {{[TCR_LIBRARY_SUM] = ROW(sum),
                                               [TCR_LIBRARY_ASUM] = ROW(asum),
                                               [TCR_LIBRARY_NRM2] = ROW(nrm2),
                                               [TCR_LIBRARY_AMAX] = ROW(amax),
                                               [TCR_LIBRARY_MINIMUM] = ROW(minimum),
                                               [TCR_LIBRARY_MAXIMUM] = ROW(maximum),
                                               [TCR_LIBRARY_ARGMIN] = ROW(argmin),
                                               [TCR_LIBRARY_ARGMAX] = ROW(argmax),
                                               [TCR_LIBRARY_MEANVAR] = ROW(meanvar),
                                               [TCR_LIBRARY_DOT] = ROW(dot)}};

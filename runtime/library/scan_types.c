/* SPDX-License-Identifier: MIT */
/*
 * scan_types.c: prefix sums of a part of an array on the host, for each type and operation.
 *
 * Integers are combined in 64 bits, of which the type's are the right ones; floating numbers in
 * double.  A part's own sums begin anew, and what is before them is joined to each: so the results
 * are the same whether one thread does the parts in turn or several do.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "../../base/types.h"
#include "../host/values.h"
#include "scan.h"

/* To a 16-bit format with so many fraction bits from double, rounded once, to nearest even. */
static uint16_t round_to_16(double x, int fraction, int least)
{
    const int bias = 1 - least;
    const uint16_t sign = signbit(x) ? 0x8000 : 0,
                   most = (uint16_t)(0x7fff >> fraction << fraction);
    int exponent;
    double scaled;
    long units;

    if (isnan(x))
        return (uint16_t)(sign | most | 1u << (fraction - 1));
    x = fabs(x);
    if (isinf(x))
        return sign | most;
    if (x == 0)
        return sign;
    frexp(x, &exponent);
    exponent = exponent - 1 < least ? least : exponent - 1;
    if (exponent > bias)
        return sign | most;
    scaled = ldexp(x, fraction - exponent); /* exact: it has no more than 53 bits */
    units = lrint(scaled);
    if (scaled - (double)units > 0.5 || scaled - (double)units < -0.5)
        units += scaled > (double)units ? 1 : -1; /* the program rounds in another direction */
    units += (long)(exponent - least) << fraction;
    return units >= (long)most ? sign | most : (uint16_t)(sign | units);
}

#define STORE_f16(x) round_to_16(x, 10, -14)
#define STORE_bf16(x) round_to_16(x, 7, -126)
#define STORE_f32(x) ((float)(x))
#define STORE_f64(x) (x)

/* One pass: `own` is what the part's elements so far come to. */
#define PASS(T, LOAD, STORE, JOIN)                                                                 \
    for (long long k = from; k < to; k++) {                                                        \
        const __typeof__(own) e = LOAD(((const T *)p->x)[k]);                                      \
        const __typeof__(own) before = own;                                                        \
                                                                                                   \
        own = JOIN(own, e);                                                                        \
        if (p->y)                                                                                  \
            ((T *)p->y)[k] = (T)STORE(JOIN(start, p->exclusive ? before : own));                   \
    }                                                                                              \
    own = JOIN(start, own);

#define ADD(a, b) ((a) + (b))
#define MULTIPLY(a, b) ((a) * (b))
#define LEAST(a, b) ((b) < (a) ? (b) : (a)) /* a NaN never gets in */
#define GREATEST(a, b) ((a) < (b) ? (b) : (a))
#define AND(a, b) ((a) & (b))
#define OR(a, b) ((a) | (b))
#define XOR(a, b) ((a) ^ (b))

#define FLOATING(name, T)                                                                          \
    static void part_##name(const struct scan_part *p, long long from, long long to,               \
                            union scan_carry *carry)                                               \
    {                                                                                              \
        const double start = carry->f;                                                             \
        double own = tcr_scan_start(p->operation, p->type).f;                                      \
                                                                                                   \
        switch (p->operation) {                                                                    \
        case TCR_SCAN_SUM:                                                                         \
            PASS(T, (double)value_##name, STORE_##name, ADD)                                       \
            break;                                                                                 \
        case TCR_SCAN_PRODUCT:                                                                     \
            PASS(T, (double)value_##name, STORE_##name, MULTIPLY)                                  \
            break;                                                                                 \
        case TCR_SCAN_MINIMUM:                                                                     \
            PASS(T, (double)value_##name, STORE_##name, LEAST)                                     \
            break;                                                                                 \
        default:                                                                                   \
            PASS(T, (double)value_##name, STORE_##name, GREATEST)                                  \
        }                                                                                          \
        carry->f = own;                                                                            \
    }
FLOATING(f16, uint16_t)
FLOATING(bf16, uint16_t)
FLOATING(f32, float)
FLOATING(f64, double)

#define PLAIN(x) (x)
#define UNSIGNED_PASS(T, W, JOIN)                                                                  \
    {                                                                                              \
        const unsigned long long start = carry->u;                                                 \
        unsigned long long own = tcr_scan_start(p->operation, p->type).u;                          \
                                                                                                   \
        PASS(T, (unsigned long long)(W), PLAIN, JOIN)                                              \
        carry->u = own;                                                                            \
        break;                                                                                     \
    }
#define INTEGER(name, T, W, member)                                                                \
    static void part_##name(const struct scan_part *p, long long from, long long to,               \
                            union scan_carry *carry)                                               \
    {                                                                                              \
        switch (p->operation) {                                                                    \
        case TCR_SCAN_SUM:                                                                         \
            UNSIGNED_PASS(T, W, ADD)                                                               \
        case TCR_SCAN_PRODUCT:                                                                     \
            UNSIGNED_PASS(T, W, MULTIPLY)                                                          \
        case TCR_SCAN_AND:                                                                         \
            UNSIGNED_PASS(T, W, AND)                                                               \
        case TCR_SCAN_OR:                                                                          \
            UNSIGNED_PASS(T, W, OR)                                                                \
        case TCR_SCAN_XOR:                                                                         \
            UNSIGNED_PASS(T, W, XOR)                                                               \
        case TCR_SCAN_MINIMUM: {                                                                   \
            const W start = carry->member;                                                         \
            W own = tcr_scan_start(p->operation, p->type).member;                                  \
                                                                                                   \
            PASS(T, (W), PLAIN, LEAST)                                                             \
            carry->member = own;                                                                   \
            break;                                                                                 \
        }                                                                                          \
        default: {                                                                                 \
            const W start = carry->member;                                                         \
            W own = tcr_scan_start(p->operation, p->type).member;                                  \
                                                                                                   \
            PASS(T, (W), PLAIN, GREATEST)                                                          \
            carry->member = own;                                                                   \
        }                                                                                          \
        }                                                                                          \
    }
INTEGER(i8, int8_t, long long, i)
INTEGER(u8, uint8_t, unsigned long long, u)
INTEGER(i16, int16_t, long long, i)
INTEGER(u16, uint16_t, unsigned long long, u)
INTEGER(i32, int32_t, long long, i)
INTEGER(u32, uint32_t, unsigned long long, u)
INTEGER(i64, int64_t, long long, i)
INTEGER(u64, uint64_t, unsigned long long, u)

void tcr_scan_part(const struct scan_part *p, long long from, long long to, union scan_carry *carry)
{
    static void (*const parts[TCR_TYPES])(const struct scan_part *, long long, long long,
                                          union scan_carry *) = {
        [TCR_I8] = part_i8,   [TCR_U8] = part_u8,     [TCR_I16] = part_i16, [TCR_U16] = part_u16,
        [TCR_I32] = part_i32, [TCR_U32] = part_u32,   [TCR_I64] = part_i64, [TCR_U64] = part_u64,
        [TCR_F16] = part_f16, [TCR_BF16] = part_bf16, [TCR_F32] = part_f32, [TCR_F64] = part_f64};

    parts[p->type](p, from, to, carry);
}

union scan_carry tcr_scan_start(enum tcr_scan_operation operation, enum tcr_type type)
{
    const bool floating = tcr_type_is_floating(type);
    const bool is_signed = tcr_type_is(type, TCR_CLASS_SIGNED);
    const unsigned long long most = ~0ull >> (64 - 8 * tcr_type_size(type) + is_signed);
    union scan_carry c = {.u = 0};

    switch (operation) {
    case TCR_SCAN_PRODUCT:
        if (floating)
            c.f = 1;
        else
            c.u = 1;
        break;
    case TCR_SCAN_MINIMUM:
        if (floating)
            c.f = (double)INFINITY;
        else
            c.u = most;
        break;
    case TCR_SCAN_MAXIMUM:
        if (floating)
            c.f = (double)-INFINITY;
        else
            c.i = is_signed ? -(long long)most - 1 : 0;
        break;
    case TCR_SCAN_AND:
        c.u = ~0ull;
        break;
    default:
        if (floating)
            c.f = 0;
    }
    return c;
}

union scan_carry tcr_scan_join(enum tcr_scan_operation operation, enum tcr_type type,
                               union scan_carry a, union scan_carry b)
{
    const bool floating = tcr_type_is_floating(type);
    const bool is_signed = tcr_type_is(type, TCR_CLASS_SIGNED);
    bool first;

    switch (operation) {
    case TCR_SCAN_SUM:
        if (floating)
            a.f += b.f;
        else
            a.u += b.u;
        break;
    case TCR_SCAN_PRODUCT:
        if (floating)
            a.f *= b.f;
        else
            a.u *= b.u;
        break;
    case TCR_SCAN_MINIMUM:
        first = floating ? !(b.f < a.f) : is_signed ? a.i <= b.i : a.u <= b.u;
        return first ? a : b;
    case TCR_SCAN_MAXIMUM:
        first = floating ? !(a.f < b.f) : is_signed ? a.i >= b.i : a.u >= b.u;
        return first ? a : b;
    case TCR_SCAN_AND:
        a.u &= b.u;
        break;
    case TCR_SCAN_OR:
        a.u |= b.u;
        break;
    case TCR_SCAN_XOR:
        a.u ^= b.u;
    }
    return a;
}

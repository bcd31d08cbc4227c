/* SPDX-License-Identifier: MIT */
/* values.h: elements as numbers that the host computes with. */
#ifndef TCR_HOST_VALUES_H
#define TCR_HOST_VALUES_H

#include <stdint.h>
#include <string.h>

static inline uint32_t float_bits(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline float bits_float(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* binary16 and bfloat16 as float; no arithmetic on subnormal floats, which a program
 * may have had flushed to zero. */
static inline float value_f16(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16, bits = (uint32_t)(h & 0x7fffu) << 13;
    float tiny = (float)(int)(h & 0x3ffu) * 0x1p-24f;
    uint32_t normal = bits + (bits >= 0x0f800000u ? 0x70000000u : 0x38000000u);

    return bits_float(sign | (bits < 0x00800000u ? float_bits(tiny) : normal));
}
static inline float value_bf16(uint16_t h)
{
    return bits_float((uint32_t)h << 16);
}

/* Of the other types: spec/types.def's name and element. */
#define TCR_PLAIN_VALUE(name, T)                                                                   \
    static inline T value_##name(T x)                                                              \
    {                                                                                              \
        return x;                                                                                  \
    }
TCR_PLAIN_VALUE(bool, _Bool)
TCR_PLAIN_VALUE(i8, int8_t)
TCR_PLAIN_VALUE(u8, uint8_t)
TCR_PLAIN_VALUE(i16, int16_t)
TCR_PLAIN_VALUE(u16, uint16_t)
TCR_PLAIN_VALUE(i32, int32_t)
TCR_PLAIN_VALUE(u32, uint32_t)
TCR_PLAIN_VALUE(i64, int64_t)
TCR_PLAIN_VALUE(u64, uint64_t)
TCR_PLAIN_VALUE(f32, float)
TCR_PLAIN_VALUE(f64, double)
#undef TCR_PLAIN_VALUE

/* x - k of integers of 64 bits, with one rounding. */
static inline double distance_i64(int64_t x, int64_t k)
{
    return (double)((x >> 32) - (k >> 32)) * 0x1p32 + (double)((x & 0xffffffff) - (k & 0xffffffff));
}
static inline double distance_u64(uint64_t x, uint64_t k)
{
    return (double)((int64_t)(x >> 32) - (int64_t)(k >> 32)) * 0x1p32 +
           (double)((int64_t)(x & 0xffffffff) - (int64_t)(k & 0xffffffff));
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * half.cuh: tcr_half (IEEE binary16) and tcr_bf16, the device forms of _Float16
 * and __bf16.
 *
 * Storage classes: they convert to float for arithmetic and round to nearest
 * even when stored, as the C types do with excess precision.  NVRTC is given no
 * header but ours, so cuda_fp16.h cannot serve.
 */
#pragma once
#include "bits.cuh"

/* Double to float, rounding to odd: a second rounding to at most 22 bits is then right. */
TCR_DEVICE float tcr_round_odd(double x)
{
    float f = (float)x;
    double back = (double)f;
    unsigned bits = tcr_float_bits(f);
    if (back == x || x != x)
        return f;
    if ((back > x) == (x > 0))
        --bits; /* rounded away from zero (to infinity, perhaps): one step back */
    return tcr_bits_float(bits | 1u);
}

#ifdef TCR_SIM /* a device has instructions for it: intrinsics.cuh */

/* Float to binary16, to nearest even. */
TCR_DEVICE unsigned short tcr_half_from_float(float x)
{
    unsigned bits = tcr_float_bits(x), sign = bits >> 16 & 0x8000u;
    bits &= 0x7fffffffu;
    if (bits > 0x7f800000u)
        return (unsigned short)(sign | 0x7e00u);
    if (bits >= 0x477ff000u) /* 65520 and above */
        return (unsigned short)(sign | 0x7c00u);
    if (bits < 0x38800000u) { /* below 2^-14: adding 1/2 leaves multiples of 2^-24 */
        float aligned = tcr_bits_float(bits) + 0.5f;
        return (unsigned short)(sign | (tcr_float_bits(aligned) - 0x3f000000u));
    }
    bits += 0xfffu + (bits >> 13 & 1u);
    return (unsigned short)(sign | (bits - 0x38000000u) >> 13);
}

TCR_DEVICE float tcr_half_to_float(unsigned short half)
{
    unsigned sign = (half & 0x8000u) << 16, bits = (half & 0x7fffu) << 13;
    if (bits >= 0x0f800000u) /* infinite or NaN */
        return tcr_bits_float(sign | bits | 0x7f800000u);
    if (bits < 0x00800000u) { /* zero or subnormal: a multiple of 2^-24 */
        float tiny = (float)(half & 0x3ffu) * 5.9604644775390625e-8f;
        return tcr_bits_float(sign | tcr_float_bits(tiny));
    }
    return tcr_bits_float(sign | (bits + 0x38000000u));
}

/* Rounding twice does no harm: float has more than twice the digits, and two. */
TCR_DEVICE unsigned short tcr_half_add(unsigned short a, unsigned short b)
{
    return tcr_half_from_float(tcr_half_to_float(a) + tcr_half_to_float(b));
}

#endif

#if defined TCR_SIM || TCR_ARCH < 80

/* Float to bfloat16, to nearest even. */
TCR_DEVICE unsigned short tcr_bf16_from_float(float x)
{
    unsigned bits = tcr_float_bits(x);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (unsigned short)(bits >> 16 | 0x40u);
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
TCR_DEVICE unsigned short tcr_bf16_add(unsigned short a, unsigned short b)
{
    return tcr_bf16_from_float(tcr_bits_float((unsigned)a << 16) +
                               tcr_bits_float((unsigned)b << 16));
}

#endif

/* What the two classes share.  `Format` says how to convert. */
template <class Format> struct tcr_short_float {
    unsigned short bits;

    tcr_short_float() = default;
    TCR_DEVICE tcr_short_float(float x) : bits(Format::from(x))
    {
    }
    TCR_DEVICE tcr_short_float(double x) : bits(Format::from(tcr_round_odd(x)))
    {
    }
    template <class T>
    TCR_DEVICE tcr_short_float(T x) : bits(Format::from(tcr_round_odd((double)x)))
    {
    }
    TCR_DEVICE operator float() const
    {
        return Format::to(bits);
    }
    TCR_DEVICE tcr_short_float &operator+=(tcr_short_float x)
    {
        bits = Format::add(bits, x.bits);
        return *this;
    }
    template <class T> TCR_DEVICE tcr_short_float &operator+=(T x)
    {
        return *this = tcr_short_float((float)*this + x);
    }
    template <class T> TCR_DEVICE tcr_short_float &operator-=(T x)
    {
        return *this = tcr_short_float((float)*this - x);
    }
    template <class T> TCR_DEVICE tcr_short_float &operator*=(T x)
    {
        return *this = tcr_short_float((float)*this * x);
    }
    template <class T> TCR_DEVICE tcr_short_float &operator/=(T x)
    {
        return *this = tcr_short_float((float)*this / x);
    }
    TCR_DEVICE tcr_short_float &operator++()
    {
        return *this += 1.0f;
    }
    TCR_DEVICE tcr_short_float &operator--()
    {
        return *this -= 1.0f;
    }
    TCR_DEVICE tcr_short_float operator++(int)
    {
        tcr_short_float old = *this;
        ++*this;
        return old;
    }
    TCR_DEVICE tcr_short_float operator--(int)
    {
        tcr_short_float old = *this;
        --*this;
        return old;
    }
};

struct tcr_half_format {
    TCR_DEVICE static unsigned short from(float x)
    {
        return tcr_half_from_float(x);
    }
    TCR_DEVICE static float to(unsigned short bits)
    {
        return tcr_half_to_float(bits);
    }
    TCR_DEVICE static unsigned short add(unsigned short a, unsigned short b)
    {
        return tcr_half_add(a, b);
    }
};

struct tcr_bf16_format {
    TCR_DEVICE static unsigned short from(float x)
    {
        return tcr_bf16_from_float(x);
    }
    TCR_DEVICE static float to(unsigned short bits)
    {
        return tcr_bits_float((unsigned)bits << 16);
    }
    TCR_DEVICE static unsigned short add(unsigned short a, unsigned short b)
    {
        return tcr_bf16_add(a, b);
    }
};

typedef tcr_short_float<tcr_half_format> tcr_half;
typedef tcr_short_float<tcr_bf16_format> tcr_bf16;

/* sum + e, for an accumulator that may be known to be 0 still. */
template <class Format, class E>
TCR_DEVICE tcr_short_float<Format> tcr_plus(tcr_short_float<Format> sum, E e)
{
    return tcr_short_float<Format>((float)sum + e);
}
template <class Format>
TCR_DEVICE tcr_short_float<Format> tcr_plus(tcr_short_float<Format> sum, tcr_short_float<Format> e)
{
    return sum.bits == 0 ? e : tcr_short_float<Format>((float)sum + (float)e);
}

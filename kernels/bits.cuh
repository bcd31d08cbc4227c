/* SPDX-License-Identifier: MIT */
/* bits.cuh: the bits of a float and back, for which a device has intrinsics;
 * bit-fields. */
#pragma once
#include "assign.cuh"

#ifdef TCR_SIM

TCR_DEVICE unsigned tcr_float_bits(float x)
{
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}
TCR_DEVICE float tcr_bits_float(unsigned bits)
{
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}
TCR_DEVICE unsigned long long tcr_double_bits(double x)
{
    unsigned long long bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}
TCR_DEVICE double tcr_bits_double(unsigned long long bits)
{
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}
#endif

/* The values from first to last of a switch are one case. */
template <class T> TCR_DEVICE T tcr_case(T value, long long first, long long last)
{
    return value >= (T)first && value <= (T)last ? (T)first : value;
}

/* to = from, for arrays, too. */
template <class T> TCR_DEVICE void tcr_assign(T &to, const T &from)
{
    to = from;
}
template <class T, unsigned n> TCR_DEVICE void tcr_assign(T (&to)[n], const T (&from)[n])
{
    for (unsigned i = 0; i < n; i++)
        tcr_assign(to[i], from[i]);
}

/* Bytes that hold bits first .. first + n - 1. */
#define TCR_BITS_BYTES(first, n) (((first) % 8 + (n) + 7) / 8)

/* Bits first .. first + n - 1 of a record, lowest first, as a bit-field of type
 * T has them.  n is at most 32. */
template <class T, long long first, int n, class Record> TCR_DEVICE T tcr_bits(const Record &record)
{
    const unsigned char *at = (const unsigned char *)&record + first / 8;
    const int shift = (int)(first % 8);
    unsigned long long bits = 0;
    for (int k = 0; k < TCR_BITS_BYTES(first, n); k++)
        bits |= (unsigned long long)at[k] << 8 * k;
    bits = bits >> shift << (64 - n);
    return (T)-1 < (T)0 ? (T)((long long)bits >> (64 - n)) : (T)(bits >> (64 - n));
}

/* The bit-field op= y, which is computed in type Promoted; its value, as C promotes it, before or
 * after.  Of the bytes that hold it, the other bits stay. */
template <class T, class Promoted, long long first, int n, class Do, tcr_assign_value value,
          class Record, class V>
TCR_DEVICE Promoted tcr_change_bits(Record &record, V y)
{
    unsigned char *at = (unsigned char *)&record + first / 8;
    const int shift = (int)(first % 8);
    const Promoted was = (Promoted)tcr_bits<T, first, n>(record);
    const unsigned long long mask = ~0ull >> (64 - n) << shift;
    const unsigned long long bits = (unsigned long long)(T)Do::of(was, y) << shift & mask;
    for (int k = 0; k < TCR_BITS_BYTES(first, n); k++)
        at[k] = (unsigned char)((at[k] & ~(mask >> 8 * k)) | bits >> 8 * k);
    return value == tcr_assign_before ? was : (Promoted)tcr_bits<T, first, n>(record);
}

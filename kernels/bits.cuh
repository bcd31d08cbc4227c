/* bits.cuh: the bits of a float and back, in a form that every compiler turns into nothing. */
#pragma once
#include "intrinsics.cuh"

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

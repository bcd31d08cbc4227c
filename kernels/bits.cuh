/* bits.cuh: the bits of a float and back.  A device has intrinsics for it. */
#pragma once
#include "intrinsics.cuh"

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
#endif

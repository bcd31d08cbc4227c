/*
 * math.cuh: the classification macros of math.h, which C applies to any
 * floating type.  Everything else of math.h goes by its own name: the device
 * compiler has it built in.
 */
#pragma once
#include "half.cuh"

TCR_DEVICE unsigned long long tcr_magnitude(double x)
{
    return tcr_double_bits(x) & 0x7fffffffffffffffull;
}
TCR_DEVICE int tcr_isnan(double x)
{
    return tcr_magnitude(x) > 0x7ff0000000000000ull;
}
TCR_DEVICE int tcr_isinf(double x)
{
    return tcr_magnitude(x) == 0x7ff0000000000000ull;
}
TCR_DEVICE int tcr_isfinite(double x)
{
    return tcr_magnitude(x) < 0x7ff0000000000000ull;
}
TCR_DEVICE int tcr_isnormal(float x)
{
    unsigned magnitude = tcr_float_bits(x) & 0x7fffffffu;
    return magnitude >= 0x00800000u && magnitude < 0x7f800000u;
}
TCR_DEVICE int tcr_isnormal(double x)
{
    return tcr_magnitude(x) >= 0x0010000000000000ull && tcr_isfinite(x);
}
TCR_DEVICE int tcr_signbit(double x)
{
    return (int)(tcr_double_bits(x) >> 63);
}

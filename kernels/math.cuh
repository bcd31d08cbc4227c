/* SPDX-License-Identifier: MIT */
/*
 * math.cuh: the classification, comparison and constant macros of math.h, which
 * C applies to any floating type.  Everything else of math.h goes by its own
 * name: the device compiler has it built in.
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
/* 1 and -1: gcc's isinf tells the sign */
TCR_DEVICE int tcr_isinf_sign(double x)
{
    return tcr_isinf(x) ? 1 - 2 * tcr_signbit(x) : 0;
}

/* Comparisons that are quiet on NaN, as all of a device's are. */
TCR_DEVICE int tcr_isgreater(double x, double y)
{
    return x > y;
}
TCR_DEVICE int tcr_isgreaterequal(double x, double y)
{
    return x >= y;
}
TCR_DEVICE int tcr_isless(double x, double y)
{
    return x < y;
}
TCR_DEVICE int tcr_islessequal(double x, double y)
{
    return x <= y;
}
TCR_DEVICE int tcr_islessgreater(double x, double y)
{
    return x < y || x > y;
}
TCR_DEVICE int tcr_isunordered(double x, double y)
{
    return tcr_isnan(x) || tcr_isnan(y);
}

/* INFINITY, HUGE_VAL and NAN, quiet and without a payload. */
TCR_DEVICE float tcr_inff()
{
    return tcr_bits_float(0x7f800000u);
}
TCR_DEVICE double tcr_inf()
{
    return tcr_inff();
}
TCR_DEVICE float tcr_nanf()
{
    return tcr_bits_float(0x7fc00000u);
}
TCR_DEVICE double tcr_nan()
{
    return tcr_nanf();
}

/* The number of zeros below the lowest 1; there must be one. */
TCR_DEVICE int tcr_ctz(unsigned x)
{
    return tcr_ffs((int)x) - 1;
}
TCR_DEVICE int tcr_ctzll(unsigned long long x)
{
    return tcr_ffsll((long long)x) - 1;
}

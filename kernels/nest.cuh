/* SPDX-License-Identifier: MIT */
/*
 * nest.cuh: iteration numbers of collapsed loops.
 */
#pragma once
#include "intrinsics.cuh"

/* rest modulo n, and rest becomes rest / n.  Divisions of 64 bits are several
 * times dearer than those of 32, which nearly every nest gets by with. */
TCR_DEVICE long long tcr_divide(long long &rest, long long n)
{
    long long r;
    if ((unsigned long long)(rest | n) >> 32 == 0) {
        unsigned q = (unsigned)rest / (unsigned)n;
        r = (unsigned)rest - q * (unsigned)n;
        rest = q;
    } else {
        long long q = rest / n;
        r = rest - q * n;
        rest = q;
    }
    return r;
}

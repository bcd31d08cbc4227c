/*
 * chain.cuh: how many MMAs may follow each other in one FP32 accumulator.
 *
 * Tensor cores align the terms of a sum to the greatest exponent and truncate
 * (Fasi, Higham, Mikaitis, Pranesh, PeerJ CS e330), so a long chain drifts:
 * each chain starts from 0, is this many pushes long, and its result is added
 * up in double.  chain(R) counts MMAs instead: tcr_chained (vars.cuh).
 */
#pragma once
#include "intrinsics.cuh"

#define TCR_CHAIN 4

/* In an MMA against a matrix of ones all columns of the result are equal, and
 * the first two are held by the lanes 0, 4, 8, ...: those lanes count. */
TCR_DEVICE bool tcr_counts()
{
    return tcr_lane() % 4 == 0;
}

template <class T> TCR_DEVICE void tcr_clear(T d[4])
{
    d[0] = d[1] = d[2] = d[3] = 0;
}

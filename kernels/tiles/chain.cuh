/* SPDX-License-Identifier: MIT */
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

/* B that adds in column n what stands in A at k = n modulo 8, for operands of 16
 * bits: `one` there, and else zeros.  Each number of the result is then a sum of two
 * of a lane's own values in m16n8k16 (of one in k8), and all lanes count: the sums
 * are an eighth as long as against ones alone, with as much less to align.  An
 * infinity makes NaN of its row (0 * Inf). */
TCR_DEVICE unsigned tcr_select_own(unsigned short one)
{
    const unsigned column = tcr_lane() / 4, k = tcr_lane() % 4 * 2;
    return column == k ? one : column == k + 1 ? (unsigned)one << 16 : 0;
}
TCR_DEVICE double tcr_add_up(const float d[4])
{
    return ((double)d[0] + (double)d[1]) + ((double)d[2] + (double)d[3]);
}

template <class T> TCR_DEVICE void tcr_clear(T d[4])
{
    d[0] = d[1] = d[2] = d[3] = 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * shuffle.cuh: the plain warp-shuffle reduction, the baseline of the figures.
 * Each thread adds elements a grid apart in float; then lanes, warps and, in a
 * second launch, blocks.
 *
 * After J. Luitjens, "Faster Parallel Reductions on Kepler", NVIDIA developer
 * blog, 2014.
 */
#pragma once
#include "variant.cuh"

template <class T>
TCR_DEVICE void tcr_shuffle(tcr_ptr<const T> in, const tcr_level &A, const tcr_grid &G)
{
    const long long step = (long long)tcr_blocks() * tcr_threads();
    long long at = (long long)tcr_block() * tcr_threads() + tcr_thread();
    float sum = 0;

    for (; at < G.n; at += step)
        sum += (float)in[at];
    sum = tcr_combine_block<tcr_op_add>(sum, 0.0f);
    if (tcr_thread() == 0)
        tcr_leave(A.out, G, tcr_blocks() == 1, tcr_block(), sum);
}
TCR_DEVICE void tcr_shuffle_first(const tcr_level &A, const tcr_grid &G)
{
    tcr_shuffle(A.in, A, G);
}
TCR_DEVICE void tcr_shuffle_later(const tcr_level &A, const tcr_grid &G)
{
    tcr_shuffle(tcr_cast<const float>(A.in), A, G);
}
TCR_VARIANT(shuffle, tcr_shuffle_first)
TCR_VARIANT(shuffle_later, tcr_shuffle_later)

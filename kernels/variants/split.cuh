/* SPDX-License-Identifier: MIT */
/*
 * split.cuh: one launch; the first A.cores blocks add a part of the array on the
 * CUDA cores, the others the rest of it on the tensor cores.
 *
 * After the split variant of Navarro et al. (recurrence.cuh).  Blocks are
 * combined as in the product.
 */
#pragma once
#include "variant.cuh"

typedef tcr_vars<tcr_sum<tcr_summand>> tcr_split_vars;

/* Eight at a time, in pairs; the pairs' sum is added in double. */
TCR_DEVICE void tcr_split_cores(const tcr_level &A, tcr_split_vars::tiles &tiles)
{
    const long long step = A.cores * tcr_threads() * 8;
    long long at = ((long long)tcr_block() * tcr_threads() + tcr_thread()) * 8;

    for (; at < A.on_cores; at += step) {
        tcr_eight x = tcr_load_eight(A.in, at, A.on_cores);
        const float low = ((float)x.e[0] + (float)x.e[1]) + ((float)x.e[2] + (float)x.e[3]);
        const float high = ((float)x.e[4] + (float)x.e[5]) + ((float)x.e[6] + (float)x.e[7]);
        tiles.head.total += (double)(low + high);
    }
}

/* R matrices of a warp in a chain. */
TCR_DEVICE void tcr_split_mma(const tcr_level &A, const tcr_grid &G, tcr_split_vars::tiles &tiles)
{
    enum { R = TCR_VARIANT_R };
    const long long warps = tcr_threads() / 32;
    const long long step = (tcr_blocks() - A.cores) * warps * (256 * R);
    long long first = ((tcr_block() - A.cores) * warps + tcr_thread() / 32) * (256 * R);

    for (first += A.on_cores; first < G.n; first += step) {
        tcr_begin(tiles);
        TCR_UNROLL
        for (int r = 0; r < R; ++r) {
            tcr_eight x = tcr_load_eight(A.in, first + r * 256 + 8 * tcr_lane(), G.n);
            tcr_converge();
            tiles.head.push<8>(x.e);
        }
        tcr_promote(tiles);
    }
}

TCR_DEVICE void tcr_split(const tcr_level &A, const tcr_grid &G)
{
    tcr_split_vars::tiles tiles;
    const bool on_cores = tcr_block() < A.cores;

    tcr_start(tiles);
    if (!on_cores)
        tcr_split_mma(A, G, tiles);
    tcr_settle(tiles);
    if (on_cores)
        tcr_split_cores(A, tiles);
    tcr_leave_partials<0>(G, tiles);
    if (!tcr_is_last(G))
        return;
    tcr_gather_results<0>(G, tiles);
    if (tcr_thread() == 0)
        *G.ticket = 0;
}
TCR_VARIANT(split, tcr_split)

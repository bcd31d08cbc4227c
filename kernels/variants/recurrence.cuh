/* SPDX-License-Identifier: MIT */
/*
 * recurrence.cuh: one launch for each level, each of which leaves one number of
 * the elements' own type for R matrices.
 *
 * After the recurrence variant of Navarro, Carrasco, Barrientos, Riquelme and
 * Vega, "GPU Tensor Cores for Fast Arithmetic Reductions", IEEE TPDS 32(1),
 * 2021.  There a second product adds the sums of the rows; here three shuffles
 * do, for the accumulator's rows lie across the lanes.  What a level leaves must
 * be an operand of the next one's products, so sums of half overflow.
 */
#pragma once
#include "variant.cuh"

TCR_DEVICE void tcr_recurrence(const tcr_level &A, const tcr_grid &G)
{
    enum { R = TCR_VARIANT_R };
    const long long warp = (long long)tcr_block() * (tcr_threads() / 32) + tcr_thread() / 32;
    const long long first = warp * (256 * R);
    tcr_vars<tcr_sum<tcr_summand>>::tiles tiles;

    if (first >= G.n)
        return;
    tcr_start(tiles);
    tcr_begin(tiles);
    TCR_UNROLL
    for (int r = 0; r < R; ++r) {
        tcr_eight x = tcr_load_eight(A.in, first + r * 256 + 8 * tcr_lane(), G.n);
        tcr_converge();
        tiles.head.push<8>(x.e);
    }
    tcr_promote(tiles);
    tcr_settle(tiles);
    const float sum = (float)tcr_value(tcr_combine_warp<tcr_op_add>(tiles.head.result()));
    if (tcr_lane() == 0)
        tcr_leave(tcr_cast<tcr_summand>(A.out), G, G.n <= 256 * R, (unsigned long long)warp, sum);
}
TCR_VARIANT(recurrence, tcr_recurrence)

/* SPDX-License-Identifier: MIT */
/*
 * tile_f64.cuh: sums of double with the errors of their additions (pair.cuh).
 *
 * DMMA computes as IEEE fused multiply-adds, so a chain of it is no more exact than
 * additions one by one.  Therefore each lane adds its values itself, and the tensor
 * cores, against a B of ones, add up what its roundings cut off: eight values of
 * each lane in one m16n8k16, or one in m8n8k4.  Fewer values than that cost
 * additions, where there is the larger one (docs/kernels.md has the measurements).
 */
#pragma once
#include "chain.cuh"
#include "cores.cuh"

struct tcr_tile_f64 {
    typedef tcr_pair wide;
    enum { per_mma = 0 };
    tcr_pair total;
    double d[4];

    TCR_DEVICE void start()
    {
        total = 0.0;
        tcr_clear(d);
    }
    TCR_DEVICE void begin()
    {
    }
    template <int U> TCR_DEVICE void push(const double *x)
    {
#if TCR_ARCH >= 90
        enum { whole = U / 8 * 8 };
        TCR_UNROLL
        for (int at = 0; at < whole; at += 8) {
            const double ones[4] = {1.0, 1.0, 1.0, 1.0};
            double a[8];
            TCR_UNROLL
            for (int u = 0; u < 8; ++u)
                a[u] = total.cut(x[at + u]);
            tcr_mma_f64_k16(d, a, ones);
        }
        TCR_UNROLL
        for (int u = whole; u < U; ++u)
            total.add(x[u]);
#else
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
#if TCR_ARCH >= 80
            tcr_mma_f64(d, total.cut(x[u]), 1.0);
#else
            total.add(x[u]);
#endif
        }
#endif
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
        total.rest += tcr_counts() ? d[0] + d[2] : 0;
    }
    TCR_DEVICE void add(double x)
    {
        total.add(x);
    }
    TCR_DEVICE tcr_pair result() const
    {
        return total;
    }
};

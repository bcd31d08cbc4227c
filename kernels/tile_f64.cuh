/*
 * tile_f64.cuh: sums of double with the errors of their additions (pair.cuh).
 *
 * m8n8k4 (DMMA) computes as IEEE fused multiply-adds, so a chain of it is no more
 * exact than additions one by one.  Therefore each lane adds its values itself,
 * and the tensor cores, each lane one element of A, B all ones, add up what its
 * roundings cut off.  Both are hidden behind the loads.
 */
#pragma once
#include "chain.cuh"
#include "cores.cuh"

struct tcr_tile_f64 {
    typedef tcr_pair wide;
    enum { per_mma = 0 };
    tcr_pair total;
    double d[2];

    TCR_DEVICE void start()
    {
        total = 0.0;
        d[0] = d[1] = 0;
    }
    TCR_DEVICE void begin()
    {
    }
    template <int U> TCR_DEVICE void push(const double *x)
    {
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
#if TCR_ARCH >= 80
            tcr_mma_f64(d, total.cut(x[u]), 1.0);
#else
            total.add(x[u]);
#endif
        }
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
        total.rest += tcr_counts() ? d[0] : 0;
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

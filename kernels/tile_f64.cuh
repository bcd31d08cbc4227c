/*
 * tile_f64.cuh: sums of double by m8n8k4 (DMMA), each lane one element of A, B
 * all ones.  It computes as IEEE fused multiply-adds, so the accumulator is
 * kept from the first push to the last.
 */
#pragma once
#include "chain.cuh"
#include "cores.cuh"

#if TCR_ARCH >= 80

struct tcr_tile_f64 {
    typedef double wide;
    enum { per_mma = 0 };
    double d[2], total;

    TCR_DEVICE void start()
    {
        d[0] = d[1] = 0;
    }
    TCR_DEVICE void begin()
    {
    }
    template <int U> TCR_DEVICE void push(const double *x)
    {
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            tcr_mma_f64(d, x[u], 1.0);
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
        total = tcr_counts() ? d[0] : 0;
    }
    TCR_DEVICE void add(double x)
    {
        total += x;
    }
    TCR_DEVICE double result() const
    {
        return total;
    }
};

#else
typedef tcr_cores_sum<double> tcr_tile_f64;
#endif

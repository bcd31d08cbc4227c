/*
 * tile_f64.cuh: sums in double with the errors of their additions (pair.cuh).
 *
 * m8n8k4 (DMMA) computes as IEEE fused multiply-adds, so a chain of it is no more
 * exact than additions one by one.  Therefore each lane adds its values itself,
 * and the tensor cores, each lane one element of A, B all ones, add up what its
 * roundings cut off.  For double that is hidden behind the loads; for float, with
 * twice as many values a byte, it is not (docs/performance.md).
 */
#pragma once
#include "chain.cuh"
#include "cores.cuh"

/* T: double, or a type whose values double has. */
template <class T> struct tcr_tile_double {
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
    template <int U> TCR_DEVICE void push(const T *x)
    {
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
#if TCR_ARCH >= 80
            tcr_mma_f64(d, total.cut((double)x[u]), 1.0);
#else
            total.add((double)x[u]);
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
    TCR_DEVICE void add(T x)
    {
        total.add((double)x);
    }
    TCR_DEVICE tcr_pair result() const
    {
        return total;
    }
};

typedef tcr_tile_double<double> tcr_tile_f64;

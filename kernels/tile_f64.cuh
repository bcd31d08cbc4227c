/*
 * tile_f64.cuh: sums of double with the errors of their additions, on the CUDA
 * cores: seven additions a value, which the memory's rate leaves room for.  A
 * chain of m8n8k4 is as fast there, and no more exact than the loop's own.
 */
#pragma once
#include "cores.cuh"

struct tcr_tile_f64 {
    typedef tcr_pair wide;
    enum { per_mma = 0 };
    tcr_pair total;

    TCR_DEVICE void start()
    {
        total = 0.0;
    }
    TCR_DEVICE void begin()
    {
    }
    template <int U> TCR_DEVICE void push(const double *x)
    {
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            total.add(x[u]);
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
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

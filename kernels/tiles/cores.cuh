/* SPDX-License-Identifier: MIT */
/*
 * cores.cuh: the tile that uses no tensor core: one accumulator a lane.
 *
 * Every tile has this interface.  All lanes of a warp call all but `add`
 * together.
 *
 *     wide         type of a partial result: unsigned long long, long long, double,
 *                  tcr_pair
 *     per_mma      values of a lane that fill one MMA of a chain; 0: a chain has no end
 *     start()      before the first chain
 *     begin()      before each chain (chain.cuh)
 *     push<U>(x)   take U values of each lane
 *     promote()    after each chain
 *     settle()     after the last chain: `total` is now this lane's share, so
 *                  that the shares of the lanes add up to the whole
 *     add(x)       take one value of this lane; after settle
 *     result()     this lane's share
 */
#pragma once
#include "ops.cuh"
#include "pair.cuh"

/* Values of T kept as Lane: of the same range and at least T's precision. */
template <class T, class Op, class Lane, class Wide> struct tcr_cores {
    typedef Wide wide;
    enum { per_mma = 0 };
    Lane total;

    TCR_DEVICE void start()
    {
        total = (Lane)Op::template identity<T>();
    }
    TCR_DEVICE void begin()
    {
    }
    template <int U> TCR_DEVICE void push(const T *x)
    {
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            add(x[u]);
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
    }
    TCR_DEVICE void add(T x)
    {
        total = Op::of(total, (Lane)x);
    }
    TCR_DEVICE Wide result() const
    {
        return (Wide)total;
    }
};

/* Sums of floating types on the CUDA cores are kept in double. */
template <class T> using tcr_cores_sum = tcr_cores<T, tcr_op_add, double, tcr_pair>;

/* SPDX-License-Identifier: MIT */
/*
 * tile_f16.cuh: sums of tcr_half and tcr_bf16, m16n8k16 with FP32 accumulators
 * (on Turing: two m16n8k8, binary16 only).
 */
#pragma once
#include "chain.cuh"
#include "cores.cuh"

struct tcr_mma_half {
    TCR_DEVICE static void sum(float d[4], const unsigned a[4])
    {
        const unsigned own = tcr_select_own(0x3c00);
#if TCR_ARCH >= 80
        const unsigned b[2] = {own, own};
        tcr_mma_f16(d, a, b);
#else
        tcr_mma_f16_k8(d, a, own);
        tcr_mma_f16_k8(d, a + 2, own);
#endif
    }
};

#if TCR_ARCH >= 80
struct tcr_mma_brain {
    TCR_DEVICE static void sum(float d[4], const unsigned a[4])
    {
        const unsigned own = tcr_select_own(0x3f80), b[2] = {own, own};
        tcr_mma_bf16(d, a, b);
    }
};
#endif

template <class T, class Mma> struct tcr_tile_short {
    typedef tcr_pair wide;
    enum { per_mma = 8 };
    float d[4];
    double total;

    TCR_DEVICE void start()
    {
        total = 0;
    }
    TCR_DEVICE void begin()
    {
        tcr_clear(d);
    }
    template <int U> TCR_DEVICE void push(const T *x)
    {
        TCR_UNROLL
        for (int at = 0; at < U; at += 8) {
            unsigned a[4];
            TCR_UNROLL
            for (int r = 0; r < 4; ++r) {
                const int i = at + 2 * r;
                a[r] = (i < U ? (unsigned)x[i].bits : 0u) |
                       (i + 1 < U ? (unsigned)x[i + 1].bits << 16 : 0u);
            }
            Mma::sum(d, a);
        }
    }
    TCR_DEVICE void promote()
    {
        total += tcr_add_up(d);
    }
    TCR_DEVICE void settle()
    {
    }
    TCR_DEVICE void add(T x)
    {
        total += (double)(float)x;
    }
    TCR_DEVICE double result() const
    {
        return total;
    }
};

typedef tcr_tile_short<tcr_half, tcr_mma_half> tcr_tile_f16;
#if TCR_ARCH >= 80
typedef tcr_tile_short<tcr_bf16, tcr_mma_brain> tcr_tile_bf16;
#else
typedef tcr_cores_sum<tcr_bf16> tcr_tile_bf16;
#endif

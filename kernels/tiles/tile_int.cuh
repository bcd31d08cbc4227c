/* SPDX-License-Identifier: MIT */
/*
 * tile_int.cuh: sums of integers of S = 1, 2, 4, 8 bytes by m16n8k32 on unsigned
 * bytes (on Turing m8n8k16), exact modulo 2^64 (or the range of the type: wraps).
 *
 * A holds the values' own bytes.  B selects: column n of the result is the sum
 * of byte plane n mod S.  In the fragments of A, byte i of any register stands
 * at k = i mod 4, and the registers 2 and 3 at k >= 16; so for 8-byte values the
 * lower words go to the registers 0 and 1 and the upper words to 2 and 3.
 * A chain adds at most 255 * 32 * 8 * TCR_CHAIN to a 32-bit accumulator.
 */
#pragma once
#include "chain.cuh"
#include "cores.cuh"

/* wraps: the result is wanted modulo the range of T, so that values of 4 bytes can be added
 * up before they go to the tensor cores; those of 8 can in any case. */
template <class T, bool wraps = true> struct tcr_tile_int {
    typedef unsigned long long wide;
    enum {
        size = (int)sizeof(T),
        per_mma = 16 / size /* values of a lane that fill A */
    };
    int d[4];
    unsigned long long even, odd; /* the two planes (columns) that this lane's d holds */
    unsigned long long total;

    TCR_DEVICE void start()
    {
        even = odd = 0;
    }
    TCR_DEVICE void begin()
    {
        tcr_clear(d);
    }

    /* B at column lane / 4 for the lower (b[0]) and upper (b[1]) half of k. */
    TCR_DEVICE static void select(unsigned b[2])
    {
        const unsigned column = tcr_lane() / 4;
        if constexpr (size == 1)
            b[0] = 0x01010101u;
        else if constexpr (size == 2)
            b[0] = 0x00010001u << 8 * (column % 2);
        else
            b[0] = 1u << 8 * (column % 4);
        b[1] = b[0];
        if constexpr (size == 8) {
            b[0] = column < 4 ? b[0] : 0;
            b[1] = column < 4 ? 0 : b[1];
        }
    }

    TCR_DEVICE void multiply(const unsigned a[4])
    {
        unsigned b[2];
        select(b);
#if TCR_ARCH >= 80
        tcr_mma_u8(d, a, b);
#else
        tcr_mma_u8_k16(d, a[0], b[0]);
        tcr_mma_u8_k16(d + 2, a[1], b[0]);
        tcr_mma_u8_k16(d, a[2], b[1]);
        tcr_mma_u8_k16(d + 2, a[3], b[1]);
#endif
    }

    /* Put value number v of a lane into A. */
    TCR_DEVICE static void place(unsigned a[4], int v, T x)
    {
        if constexpr (size == 8) {
            a[v] = (unsigned)x;
            a[v + 2] = (unsigned)((unsigned long long)x >> 32);
        } else if constexpr (size == 4) {
            a[v] = (unsigned)x;
        } else if constexpr (size == 2) {
            a[v / 2] |= (unsigned)(unsigned short)x << 16 * (v % 2);
        } else {
            a[v / 4] |= (unsigned)(unsigned char)x << 8 * (v % 4);
        }
    }

    template <int U> TCR_DEVICE void push(const T *x)
    {
        if constexpr ((size == 8 || (wraps && size == 4)) && U > per_mma) {
            T sum[per_mma];
            TCR_UNROLL
            for (int u = 0; u < U; ++u)
                sum[u % per_mma] =
                    u < per_mma
                        ? x[u]
                        : (T)((unsigned long long)sum[u % per_mma] + (unsigned long long)x[u]);
            return push<per_mma>(sum);
        }
        TCR_UNROLL
        for (int at = 0; at < U; at += per_mma) {
            unsigned a[4] = {0, 0, 0, 0};
            TCR_UNROLL
            for (int v = 0; v < per_mma; ++v)
                if (at + v < U)
                    place(a, v, x[at + v]);
            multiply(a);
        }
    }
    TCR_DEVICE void promote()
    {
        even += (unsigned)d[0] + (unsigned)d[2];
        odd += (unsigned)d[1] + (unsigned)d[3];
    }
    TCR_DEVICE void settle()
    {
        const unsigned column = tcr_lane() % 4 * 2;
        total = 0;
        if (column < size) {
            total = even << 8 * column;
            if constexpr (size > 1)
                total += odd << 8 * (column + 1);
        }
    }
    TCR_DEVICE void add(T x)
    {
        total += (unsigned long long)x;
    }
    TCR_DEVICE unsigned long long result() const
    {
        return total;
    }
};

/* SPDX-License-Identifier: MIT */
/*
 * tile_f32.cuh: sums of float.
 *
 * On sm_90 in double, by groups of a lane's values: where the greatest of a group is
 * not too far from the least, their sum in double is exact, whatever the order, and
 * only the group's sum is added with the error of the addition (pair.cuh).  Else each
 * value is.  So the result is what twice double's precision gives, for a quarter of
 * the additions (docs/kernels.md compares this with slices and with DMMA).
 *
 * Elsewhere by three BF16 slices, m16n8k16:
 *
 * The 24 bits of a significand are cut into 8 + 8 + 8, which BF16 holds
 * exactly.  The second and third slices are carried 2^8 and 2^16 times too
 * large and multiplied back by B, so that they stay exact down to the smallest
 * subnormal.  An infinity becomes NaN here (Inf - Inf): whoever gets a
 * non-finite result runs again on the plain path.
 */
#pragma once
#include "chain.cuh"
#include "cores.cuh"

#if TCR_ARCH == 90 && !defined TCR_F32_SLICES

/* The sum of n values, added in pairs. */
template <int n> TCR_DEVICE double tcr_sum_in_pairs(const float *x)
{
    if constexpr (n == 1)
        return (double)x[0];
    else
        return tcr_sum_in_pairs<n / 2>(x) + tcr_sum_in_pairs<n - n / 2>(x + n / 2);
}

/* Is any sum of these values in double exact?  All are multiples of the least one's last
 * place, 2^-23 of it, and n of the greatest stay below 2n times its power of two: so that
 * 53 bits hold the sum, 29 - log2(n) binades may lie between the two. */
template <int n> TCR_DEVICE bool tcr_sum_is_exact(const float *x)
{
    static_assert(n <= 8, "binades for so many");
    constexpr unsigned binades = n <= 2 ? 28 : n <= 4 ? 27 : 26;
    unsigned greatest = 0, least = ~0u; /* of |x| as bits; the least, less 1, of those not 0 */
    TCR_UNROLL
    for (int u = 0; u < n; ++u) {
        const unsigned size = tcr_float_bits(x[u]) & 0x7fffffffu;
        greatest = size > greatest ? size : greatest;
        least = size - 1 < least ? size - 1 : least;
    }
    return greatest - (least + 1) <= binades << 23;
}

struct tcr_tile_f32 {
    typedef tcr_pair wide;
    enum { per_mma = 0, group = 8 };
    tcr_pair total;

    TCR_DEVICE void start()
    {
        total = 0.0;
    }
    TCR_DEVICE void begin()
    {
    }
    template <int n> TCR_DEVICE void take(const float *x)
    {
        if (n > 1 && tcr_sum_is_exact<n>(x)) {
            total.add(tcr_sum_in_pairs<n>(x));
        } else {
            TCR_UNROLL
            for (int u = 0; u < n; ++u)
                total.add((double)x[u]);
        }
    }
    template <int U> TCR_DEVICE void push(const float *x)
    {
        enum { whole = U / group * group };
        TCR_UNROLL
        for (int at = 0; at < whole; at += group)
            take<group>(x + at);
        if constexpr (whole < U)
            take<U - whole>(x + whole);
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
    }
    TCR_DEVICE void add(float x)
    {
        total.add((double)x);
    }
    TCR_DEVICE tcr_pair result() const
    {
        return total;
    }
};

/* Sums of double whose terms are numbers that float has. */
struct tcr_tile_f64_of_floats : tcr_tile_f32 {
    template <int U> TCR_DEVICE void push(const double *x)
    {
        float y[U];
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            y[u] = (float)x[u];
        tcr_tile_f32::push<U>(y);
    }
    TCR_DEVICE void add(double x)
    {
        total.add(x);
    }
};

#else
typedef tcr_tile_f64 tcr_tile_f64_of_floats;
#if TCR_ARCH >= 80

struct tcr_tile_f32 {
    typedef tcr_pair wide;
    enum { per_mma = 8 };   /* of the first slices */
    float high[4], rest[4]; /* first slices; second and third: small beside the first */
    double total;

    TCR_DEVICE void start()
    {
        total = 0;
    }
    TCR_DEVICE void begin()
    {
        tcr_clear(high);
        tcr_clear(rest);
    }

    /* Cut x; the slices are the upper halves of slice[]. */
    TCR_DEVICE static void cut(unsigned slice[3], float x)
    {
        slice[0] = tcr_float_bits(x) & 0xffff0000u;
        x = (x - tcr_bits_float(slice[0])) * 256.0f;
        slice[1] = tcr_float_bits(x) & 0xffff0000u;
        x = (x - tcr_bits_float(slice[1])) * 256.0f;
        slice[2] = tcr_float_bits(x);
    }

    template <int U> TCR_DEVICE void push(const float *x)
    {
        const unsigned by[3] = {tcr_select_own(0x3f80), tcr_select_own(0x3b80),
                                tcr_select_own(0x3780)}; /* 1, 2^-8, 2^-16 */
        const unsigned b[3][2] = {{by[0], by[0]}, {by[1], by[1]}, {by[2], by[2]}};
        TCR_UNROLL
        for (int at = 0; at < U; at += 8) {
            unsigned a[3][4];
            TCR_UNROLL
            for (int r = 0; r < 4; ++r) {
                unsigned even[3], odd[3];
                cut(even, at + 2 * r < U ? x[at + 2 * r] : 0.0f);
                cut(odd, at + 2 * r + 1 < U ? x[at + 2 * r + 1] : 0.0f);
                TCR_UNROLL
                for (int s = 0; s < 3; ++s)
                    a[s][r] = even[s] >> 16 | (odd[s] & 0xffff0000u);
            }
            tcr_mma_bf16(rest, a[2], b[2]);
            tcr_mma_bf16(rest, a[1], b[1]);
            tcr_mma_bf16(high, a[0], b[0]);
        }
    }
    TCR_DEVICE void promote()
    {
        total += tcr_add_up(high) + tcr_add_up(rest);
    }
    TCR_DEVICE void settle()
    {
    }
    TCR_DEVICE void add(float x)
    {
        total += (double)x;
    }
    TCR_DEVICE double result() const
    {
        return total;
    }
};

#else
typedef tcr_cores_sum<float> tcr_tile_f32;
#endif
#endif

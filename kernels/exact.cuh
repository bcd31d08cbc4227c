/*
 * exact.cuh: sums of floating numbers without any rounding, so that neither the
 * order nor the grid can be seen in the result.
 *
 * Each lane has a window of exponents in which it keeps a few bins.  A value
 * is added to the first bin, a floating number whose last place is worth
 * 2^(top - 47): what rounding cuts off is computed exactly and goes to the next
 * bin, 48 binary places below.  If nothing is left behind the last bin, nothing
 * was lost.  Bins start anew for each group of values, so that they cannot
 * leave their binade, and go to integers after it.
 *
 * What does not fit in the window goes to the block's digits (exact_digits.cuh)
 * one by one, and the window moves to where the values are.  That is slower, but
 * as exact.
 *
 * Source of the extraction: J. Demmel and H. D. Nguyen, "Parallel Reproducible
 * Summation", IEEE Trans. Computers 64(7), 2015; P. Ahrens, J. Demmel and H. D.
 * Nguyen, "Algorithms for Efficient Reproducible Floating Point Summation", ACM
 * TOMS 46(3), 2020.  They drop what is left behind the last bin; here it is kept.
 */
#pragma once
#include "exact_digits.cuh"

/* Bins in double: places of 53 - 5 bits, as groups have at most 2^4 values. */
struct tcr_exact_double {
    typedef double real;
    typedef unsigned long long bits;
    typedef long long bin;
    enum { digits = 53, step = 48, least = -1074, most = 1016, bias = 1023, groups = 2047 };
    TCR_DEVICE static bits bits_of(double x)
    {
        return tcr_double_bits(x);
    }
    TCR_DEVICE static double of_bits(bits x)
    {
        return tcr_bits_double(x);
    }
    TCR_DEVICE static unsigned magnitude(double x)
    {
        return (unsigned)(tcr_double_bits(x) >> 32) & 0x7fffffffu;
    }
    TCR_DEVICE static unsigned exponent(unsigned magnitude)
    {
        return magnitude >> 20;
    }
    TCR_DEVICE static unsigned limit(int top)
    {
        return (unsigned)(top + bias) << 20;
    }
    TCR_DEVICE static unsigned rest(double x)
    {
        return magnitude(x) | (unsigned)tcr_double_bits(x);
    }
};

/* Bins in float, of 24 - 5 bits. */
struct tcr_exact_float {
    typedef float real;
    typedef unsigned bits;
    typedef int bin;
    enum { digits = 24, step = 19, least = -149, most = 120, bias = 127, groups = 511 };
    TCR_DEVICE static bits bits_of(float x)
    {
        return tcr_float_bits(x);
    }
    TCR_DEVICE static float of_bits(bits x)
    {
        return tcr_bits_float(x);
    }
    TCR_DEVICE static unsigned magnitude(float x)
    {
        return tcr_float_bits(x) & 0x7fffffffu;
    }
    TCR_DEVICE static unsigned exponent(unsigned magnitude)
    {
        return magnitude >> 23;
    }
    TCR_DEVICE static unsigned limit(int top)
    {
        return (unsigned)(top + bias) << 23;
    }
    TCR_DEVICE static unsigned rest(float x)
    {
        return magnitude(x);
    }
};

/* The block's digits of variable number `id`. */
template <int id> TCR_DEVICE tcr_exact_digits &tcr_exact_shared()
{
    TCR_SHARED tcr_exact_digits digits;
    return digits;
}

/* A tile (cores.cuh) for values of T, with K bins of Format. */
template <class T, int id, class Format, int K> struct tcr_tile_exact {
    typedef typename Format::real real;
    typedef long long wide;
    enum {
        group = 16,
        none = Format::least - 1, /* no window yet: nothing fits */
        lowest = Format::least + Format::step * K - 1
    };
    typename Format::bin bin[K]; /* bin k counts 2^(top + 1 - step * (k + 1)) */
    int top;                     /* what fits is below 2^top */
    int groups;                  /* until a bin might overflow */
    unsigned kept;               /* additions to the digits */

    TCR_DEVICE static tcr_exact_digits &digits()
    {
        return tcr_exact_shared<id>();
    }
    TCR_DEVICE static typename Format::bits start_bits(int top, int k)
    {
        const unsigned exponent = (unsigned)(top + 5 - Format::step * k + Format::bias);
        return (typename Format::bits)(2 * exponent + 1) << (Format::digits - 2);
    }

    TCR_DEVICE void start()
    {
        TCR_UNROLL
        for (int k = 0; k < K; ++k)
            bin[k] = 0;
        top = none;
        groups = Format::groups;
        kept = 0;
        tcr_exact_clear(digits());
    }
    TCR_DEVICE void begin()
    {
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
    }

    /* x to the bins a; what is left of it. */
    TCR_DEVICE static real extract(real *a, real x)
    {
        TCR_UNROLL
        for (int k = 0; k < K; ++k) {
            const real sum = a[k] + x;
            x -= sum - a[k];
            a[k] = sum;
        }
        return x;
    }
    TCR_DEVICE void open(real *a) const
    {
        TCR_UNROLL
        for (int k = 0; k < K; ++k)
            a[k] = Format::of_bits(start_bits(top, k));
    }
    TCR_DEVICE void close(const real *a)
    {
        TCR_UNROLL
        for (int k = 0; k < K; ++k)
            bin[k] += (typename Format::bin)(Format::bits_of(a[k]) - start_bits(top, k));
        if (--groups == 0)
            empty();
    }
    TCR_DEVICE static int place(int top, int k)
    {
        return top + 1 - Format::step * (k + 1) + TCR_EXACT_BIAS;
    }
    /* The bins to the digits. */
    TCR_DEVICE void empty()
    {
        for (int k = 0; k < K; ++k) {
            tcr_exact_add_integer(digits(), bin[k], place(top, k));
            bin[k] = 0;
        }
        groups = Format::groups;
        keep();
    }
    /* 2^18 times a few additions of 1024 threads cannot make a digit overflow. */
    TCR_DEVICE void keep()
    {
        if (++kept % (1u << 18) == 0)
            tcr_exact_carry(digits());
    }

    template <int U> TCR_DEVICE void push(const T *x)
    {
        TCR_UNROLL
        for (int at = 0; at < U; at += group)
            take<(U < group ? U : group)>(x + at);
    }
    TCR_DEVICE void add(T x)
    {
        take<1>(&x);
    }

    template <int N> TCR_DEVICE void take(const T *x)
    {
        unsigned most = 0, left = 0;
        real a[K];
        open(a);
        TCR_UNROLL
        for (int u = 0; u < N; ++u) {
            const unsigned m = Format::magnitude((real)x[u]);
            most = m > most ? m : most;
            left |= Format::rest(extract(a, (real)x[u]));
        }
        if (top == none || most >= Format::limit(top) || left)
            take_slowly<N>(x);
        else
            close(a);
    }

    /* A group that does not fit.  A loop that is not unrolled, on values in registers. */
    template <int N> TCR_DEVICE void take_slowly(const T *x)
    {
        unsigned most = 0;
        TCR_UNROLL
        for (int u = 0; u < N; ++u) {
            const unsigned m = Format::magnitude((real)x[u]);
            most = Format::limit(Format::bias + 1) > m && m > most ? m : most;
        }
        move((int)Format::exponent(most) - Format::bias + 2);
        for (int u = 0; u < N; ++u) {
            real y = (real)x[0];
            TCR_UNROLL
            for (int k = 1; k < N; ++k)
                y = u == k ? (real)x[k] : y;
            add_slowly(y);
        }
    }
    TCR_DEVICE void add_slowly(real y)
    {
        if (Format::magnitude(y) < Format::limit(top)) {
            real a[K];
            open(a);
            y = extract(a, y);
            close(a);
        }
        if (y != 0) { /* a NaN, too */
            tcr_exact_add_number(digits(), (double)y);
            keep();
        }
    }
    /* The window for values below 2^to, with some room for larger ones. */
    TCR_DEVICE void move(int to)
    {
        to = (to + 1024 + 7) / 8 * 8 - 1024;
        to = to < lowest ? lowest : to > Format::most ? Format::most : to;
        if (top != none)
            empty();
        top = to;
    }

    /* The lanes' bins to the digits, those of a warp together where their windows
     * are the same; to the block's partial results. */
    TCR_DEVICE void leave(const tcr_grid &G, int slot)
    {
        int common = top;
        TCR_UNROLL
        for (int mask = 16; mask > 0; mask /= 2) {
            const int other = tcr_shfl_xor(common, mask);
            common = other > common ? other : common;
        }
        if (top != common && top != none)
            empty();
        tcr_converge();
        TCR_UNROLL
        for (int k = 0; k < K; ++k) {
            long long x = top == common ? (long long)bin[k] : 0;
            long long low = tcr_combine_warp<tcr_op_add>(x & 0xffffffffll);
            long long high = tcr_combine_warp<tcr_op_add>(x >> 32);
            if (tcr_lane() == 0 && common != none) {
                tcr_exact_add_integer(digits(), low, place(common, k));
                tcr_exact_add_integer(digits(), high, place(common, k) + 32);
            }
        }
        tcr_exact_leave(digits(), G, slot);
    }
    TCR_DEVICE static void gather(const tcr_grid &G, int slot)
    {
        tcr_exact_gather(G, slot);
    }
};

/* An exact sum of T, number `id` of the region's. */
template <class T, int id, class Tile> struct tcr_exact_var {
    typedef T value, number;
    enum { count = 1, slots = TCR_EXACT_SLOTS, exact = 1 };
    typedef tcr_op_add op;
    typedef Tile tile;
    typedef typename Tile::wide wide;
};
template <class T, int id>
using tcr_exact = tcr_exact_var<T, id, tcr_tile_exact<T, id, tcr_exact_double, 2>>;

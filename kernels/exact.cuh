/* SPDX-License-Identifier: MIT */
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

enum {
    TCR_EXACT_GROUP = 16, /* values at most from the start of a bin to its end */
    TCR_EXACT_STEP = 48,  /* 53 binary digits, less those that so many values need */
    TCR_EXACT_LEAST = -1074,
    TCR_EXACT_EXTRA = 2 /* bins more for a group that does not fit */
};

/* The upper word of a value without its sign, which orders values by size. */
template <class T> struct tcr_exact_size {
    enum { shift = 23, bias = 127 };
    TCR_DEVICE static unsigned of(T x)
    {
        return tcr_float_bits((float)x) & 0x7fffffffu;
    }
};
template <> struct tcr_exact_size<double> {
    enum { shift = 20, bias = 1023 };
    TCR_DEVICE static unsigned of(double x)
    {
        return (unsigned)(tcr_double_bits(x) >> 32) & 0x7fffffffu;
    }
};

/* Not 0 if x is not. */
TCR_DEVICE unsigned tcr_exact_rest(double x)
{
    const unsigned long long bits = tcr_double_bits(x);
    return ((unsigned)(bits >> 32) & 0x7fffffffu) | (unsigned)bits;
}

/* One lane's window and its K bins; T is the type of the values. */
template <class T, int K> struct tcr_exact_window {
    typedef tcr_exact_size<T> size;
    enum {
        none = TCR_EXACT_LEAST - 1, /* no window yet: nothing fits */
        /* windows whose bins and whose limit are normal numbers */
        deepest = TCR_EXACT_LEAST + TCR_EXACT_STEP * K - 1,
        lowest = deepest > 1 - (int)size::bias ? deepest : 1 - (int)size::bias,
        beyond = size::bias < 1023 ? size::bias + 1 : 1016
    };
    long long bin[K]; /* bin k counts 2^(top + 1 - STEP * (k + 1)) */
    int top;          /* what fits is below 2^top */

    TCR_DEVICE void start()
    {
        TCR_UNROLL
        for (int k = 0; k < K; ++k)
            bin[k] = 0;
        top = none;
    }
    TCR_DEVICE bool fits(unsigned most) const
    {
        return top != none && most < (unsigned)(top + size::bias) << size::shift;
    }
    /* A bin starts at 1.5 * 2^(top + 5), for k = 0, in the middle of a binade. */
    TCR_DEVICE unsigned long long start_bits(int k) const
    {
        const unsigned exponent = (unsigned)(top + 5 - TCR_EXACT_STEP * k + 1023);
        return (unsigned long long)(2 * exponent + 1) << 51;
    }
    TCR_DEVICE int place(int k) const
    {
        return top + 1 - TCR_EXACT_STEP * (k + 1) + TCR_EXACT_BIAS;
    }

    /* Bins for the values of a group: begin, add, and their sums to the integers. */
    TCR_DEVICE void open(double *a, int n) const
    {
        TCR_UNROLL
        for (int k = 0; k < n; ++k)
            a[k] = tcr_bits_double(start_bits(k));
    }
    /* x to n bins; what is left of it. */
    template <int n> TCR_DEVICE static double extract(double *a, double x)
    {
        TCR_UNROLL
        for (int k = 0; k < n; ++k) {
            const double sum = a[k] + x;
            x -= sum - a[k];
            a[k] = sum;
        }
        return x;
    }
    TCR_DEVICE void close(const double *a, tcr_exact_digits &to)
    {
        unsigned full = 0;
        TCR_UNROLL
        for (int k = 0; k < K; ++k) {
            bin[k] += (long long)(tcr_double_bits(a[k]) - start_bits(k));
            full |= (unsigned)(bin[k] >> 32) + 0x20000000u;
        }
        if (full >> 30) /* from 2^61 on; a group adds 2^51 */
            empty(to);
    }

    TCR_DEVICE void empty(tcr_exact_digits &to)
    {
        TCR_UNROLL
        for (int k = 0; k < K; ++k) {
            tcr_exact_add_integer(to, bin[k], place(k));
            bin[k] = 0;
        }
    }
    /* To values below 2^to_top, with some room for larger ones. */
    TCR_DEVICE void move(int to_top, tcr_exact_digits &to)
    {
        to_top = (to_top + 1024 + 7) / 8 * 8 - 1024;
        to_top = to_top < lowest ? lowest : to_top > beyond ? beyond : to_top;
        if (top != none)
            empty(to);
        top = to_top;
    }
};

/* A group of n values that does not fit: the window moves to the greatest of them,
 * and gets more bins for this once.  What then is left goes to the digits. */
template <class T, int K>
TCR_APART void tcr_exact_take_slowly(tcr_exact_window<T, K> &w, const T *x, int n,
                                     tcr_exact_digits &to)
{
    typedef tcr_exact_window<T, K> window;
    typedef typename window::size size;
    double a[K + TCR_EXACT_EXTRA];
    unsigned most = 0;

    TCR_ROLL
    for (int u = 0; u < n; ++u) {
        const unsigned m = size::of(x[u]);
        most = m >> size::shift <= 2 * size::bias && m > most ? m : most; /* finite */
    }
    w.move((int)(most >> size::shift) - size::bias + 2, to);
    const bool more = w.top >= window::deepest + TCR_EXACT_STEP * TCR_EXACT_EXTRA;
    w.open(a, K + TCR_EXACT_EXTRA);
    TCR_ROLL
    for (int u = 0; u < n; ++u) {
        double y = (double)x[u];
        if (w.fits(size::of(x[u]))) {
            y = window::template extract<K>(a, y);
            y = more ? window::template extract<TCR_EXACT_EXTRA>(a + K, y) : y;
        }
        if (y != 0) /* a NaN, too */
            tcr_exact_add_number(to, (double)y);
    }
    w.close(a, to);
    TCR_UNROLL
    for (int k = K; k < K + TCR_EXACT_EXTRA && more; ++k)
        tcr_exact_add_integer(to, (long long)(tcr_double_bits(a[k]) - w.start_bits(k)), w.place(k));
}

/* The lanes' bins to the digits, those of a warp together where their windows are
 * the same. */
template <class T, int K>
TCR_APART void tcr_exact_empty_warp(tcr_exact_window<T, K> &w, tcr_exact_digits &to)
{
    typedef tcr_exact_window<T, K> window;
    int common = w.top;
    TCR_UNROLL
    for (int mask = 16; mask > 0; mask /= 2) {
        const int other = tcr_shfl_xor(common, mask);
        common = other > common ? other : common;
    }
    if (w.top != common && w.top != window::none)
        w.empty(to);
    tcr_converge();
    TCR_UNROLL
    for (int k = 0; k < K; ++k) {
        long long x = w.top == common ? w.bin[k] : 0;
        long long low = tcr_combine_warp<tcr_op_add>(x & 0xffffffffll);
        long long high = tcr_combine_warp<tcr_op_add>(x >> 32);
        if (tcr_lane() == 0 && common != window::none) {
            w.top = common;
            tcr_exact_add_integer(to, low, w.place(k));
            tcr_exact_add_integer(to, high, w.place(k) + 32);
        }
    }
}

/* The block's digits of variable number `id`. */
template <int id> TCR_DEVICE tcr_exact_digits &tcr_exact_shared()
{
    TCR_SHARED tcr_exact_digits digits;
    return digits;
}

/* A tile (cores.cuh) for values of T, with K bins in each window. */
template <class T, int id, int K> struct tcr_tile_exact {
    typedef long long wide;
    enum { per_mma = 0 };
    tcr_exact_window<T, K> window;

    TCR_DEVICE static tcr_exact_digits &digits()
    {
        return tcr_exact_shared<id>();
    }
    TCR_DEVICE void start()
    {
        window.start();
        tcr_exact_clear(digits());
    }
    TCR_DEVICE void begin()
    {
    }
    template <int U> TCR_DEVICE void push(const T *x)
    {
        TCR_UNROLL
        for (int at = 0; at < U; at += TCR_EXACT_GROUP)
            take<(U < TCR_EXACT_GROUP ? U : TCR_EXACT_GROUP)>(x + at);
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
    }
    TCR_DEVICE void add(T x)
    {
        take<1>(&x);
    }

    template <int N> TCR_DEVICE void take(const T *x)
    {
        unsigned most = 0, left = 0;
        double a[K];
        window.open(a, K);
        TCR_UNROLL
        for (int u = 0; u < N; ++u) {
            const unsigned m = tcr_exact_size<T>::of(x[u]);
            most = m > most ? m : most;
            left |= tcr_exact_rest(window.template extract<K>(a, (double)x[u]));
        }
        if (window.fits(most) && !left) {
            window.close(a, digits());
            return;
        }
        /* copies, so that the originals can stay in registers */
        tcr_exact_window<T, K> copy = window;
        T rest[N];
        TCR_UNROLL
        for (int u = 0; u < N; ++u)
            rest[u] = x[u];
        tcr_exact_take_slowly(copy, rest, N, digits());
        window = copy;
    }

    TCR_DEVICE void leave(const tcr_grid &G, int slot)
    {
        tcr_exact_window<T, K> copy = window;
        tcr_exact_empty_warp(copy, digits());
        tcr_exact_leave(digits(), G, slot);
    }
    TCR_DEVICE static void gather(const tcr_grid &G, int slot)
    {
        const tcr_grid copy = G; /* of what stays a parameter */
        tcr_exact_gather(copy, slot);
    }
};

/* An exact sum of T, number `id` of the region's.  Numbers up to 2^80 apart (of
 * float and the shorter types, 2^62) fit in one window. */
template <class T, int id> struct tcr_exact {
    typedef T value, number;
    enum { count = 1, slots = TCR_EXACT_SLOTS, exact = 1 };
    typedef tcr_op_add op;
    typedef tcr_tile_exact<T, id, (sizeof(T) == 8 ? 3 : 2)> tile;
    typedef typename tile::wide wide;
};

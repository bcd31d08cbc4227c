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
    enum { digits = 53, step = 48, least = -1074, bias = 1023, extra = 2 };
    TCR_DEVICE static bits bits_of(double x)
    {
        return tcr_double_bits(x);
    }
    TCR_DEVICE static double of_bits(bits x)
    {
        return tcr_bits_double(x);
    }
    /* 2^30 and above: one more group might make it overflow. */
    TCR_DEVICE static unsigned fullness(long long bin)
    {
        return (unsigned)(bin >> 32) + 0x20000000u;
    }
    /* Not 0, if x is not. */
    TCR_DEVICE static unsigned rest(double x)
    {
        const unsigned long long bits = tcr_double_bits(x);
        return ((unsigned)(bits >> 32) & 0x7fffffffu) | (unsigned)bits;
    }
};

/* Bins in float, of 24 - 5 bits. */
struct tcr_exact_float {
    typedef float real;
    typedef unsigned bits;
    typedef int bin;
    enum { digits = 24, step = 19, least = -149, bias = 127, extra = 4 };
    TCR_DEVICE static bits bits_of(float x)
    {
        return tcr_float_bits(x);
    }
    TCR_DEVICE static float of_bits(bits x)
    {
        return tcr_bits_float(x);
    }
    TCR_DEVICE static unsigned fullness(int bin)
    {
        return (unsigned)bin + 0x20000000u;
    }
    TCR_DEVICE static unsigned rest(float x)
    {
        return tcr_float_bits(x) & 0x7fffffffu;
    }
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

/* One lane's window and its K bins; T is the type of the values. */
template <class T, class Format, int K> struct tcr_exact_window {
    typedef typename Format::real real;
    typedef tcr_exact_size<T> size;
    enum {
        extra = Format::extra,    /* bins for a group that does not fit */
        none = Format::least - 1, /* no window yet: nothing fits */
        /* windows whose bins and whose limit are normal numbers */
        deepest = Format::least + Format::step * K - 1,
        lowest = deepest > -(int)size::bias + 1 ? deepest : -(int)size::bias + 1,
        beyond = size::bias + 1 < Format::bias ? size::bias + 1 : Format::bias - 7
    };
    typename Format::bin bin[K]; /* bin k counts 2^(top + 1 - step * (k + 1)) */
    int top;                     /* what fits is below 2^top */

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
    TCR_DEVICE typename Format::bits start_bits(int k) const
    {
        const unsigned exponent = (unsigned)(top + 5 - Format::step * k + Format::bias);
        return (typename Format::bits)(2 * exponent + 1) << (Format::digits - 2);
    }
    TCR_DEVICE int place(int k) const
    {
        return top + 1 - Format::step * (k + 1) + TCR_EXACT_BIAS;
    }

    /* Bins for the values of a group: begin, add, and their sums to the integers. */
    TCR_DEVICE void open(real *a, int n) const
    {
        TCR_UNROLL
        for (int k = 0; k < n; ++k)
            a[k] = Format::of_bits(start_bits(k));
    }
    /* x to n bins; what is left of it. */
    template <int n> TCR_DEVICE static real extract(real *a, real x)
    {
        TCR_UNROLL
        for (int k = 0; k < n; ++k) {
            const real sum = a[k] + x;
            x -= sum - a[k];
            a[k] = sum;
        }
        return x;
    }
    TCR_DEVICE void close(const real *a, tcr_exact_digits &to)
    {
        unsigned full = 0;
        TCR_UNROLL
        for (int k = 0; k < K; ++k) {
            bin[k] += (typename Format::bin)(Format::bits_of(a[k]) - start_bits(k));
            full |= Format::fullness(bin[k]);
        }
        if (full >> 30)
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
template <class T, class Format, int K>
TCR_APART void tcr_exact_take_slowly(tcr_exact_window<T, Format, K> &w, const T *x, int n,
                                     tcr_exact_digits &to)
{
    typedef tcr_exact_window<T, Format, K> window;
    typedef typename window::size size;
    typename Format::real a[K + window::extra];
    unsigned most = 0;

    TCR_ROLL
    for (int u = 0; u < n; ++u) {
        const unsigned m = size::of(x[u]);
        most = m >> size::shift <= 2 * size::bias && m > most ? m : most; /* finite */
    }
    w.move((int)(most >> size::shift) - size::bias + 2, to);
    const bool more = w.top >= window::deepest + Format::step * window::extra;
    w.open(a, K + window::extra);
    TCR_ROLL
    for (int u = 0; u < n; ++u) {
        typename Format::real y = (typename Format::real)x[u];
        if (w.fits(size::of(x[u]))) {
            y = window::template extract<K>(a, y);
            y = more ? window::template extract<window::extra>(a + K, y) : y;
        }
        if (y != 0) /* a NaN, too */
            tcr_exact_add_number(to, (double)y);
    }
    w.close(a, to);
    TCR_UNROLL
    for (int k = K; k < K + window::extra && more; ++k)
        tcr_exact_add_integer(to, (long long)(Format::bits_of(a[k]) - w.start_bits(k)), w.place(k));
}

/* The lanes' bins to the digits, those of a warp together where their windows are
 * the same. */
template <class T, class Format, int K>
TCR_DEVICE void tcr_exact_empty_warp(tcr_exact_window<T, Format, K> &w, tcr_exact_digits &to)
{
    typedef tcr_exact_window<T, Format, K> window;
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
        long long x = w.top == common ? (long long)w.bin[k] : 0;
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

/* A tile (cores.cuh) for values of T, with K bins of Format. */
template <class T, int id, class Format, int K> struct tcr_tile_exact {
    typedef typename Format::real real;
    typedef long long wide;
    enum { group = 16 };
    tcr_exact_window<T, Format, K> window;

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
        for (int at = 0; at < U; at += group)
            take<(U < group ? U : group)>(x + at);
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
        real a[K];
        window.open(a, K);
        TCR_UNROLL
        for (int u = 0; u < N; ++u) {
            const unsigned m = tcr_exact_size<T>::of(x[u]);
            most = m > most ? m : most;
            left |= Format::rest(window.template extract<K>(a, (real)x[u]));
        }
        if (window.fits(most) && !left) {
            window.close(a, digits());
            return;
        }
        /* copies, so that the originals can stay in registers */
        tcr_exact_window<T, Format, K> copy = window;
        T rest[N];
        TCR_UNROLL
        for (int u = 0; u < N; ++u)
            rest[u] = x[u];
        tcr_exact_take_slowly(copy, rest, N, digits());
        window = copy;
    }

    TCR_DEVICE void leave(const tcr_grid &G, int slot)
    {
        tcr_exact_empty_warp(window, digits());
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

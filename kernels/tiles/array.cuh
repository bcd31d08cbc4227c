/* SPDX-License-Identifier: MIT */
/*
 * array.cuh: variables of several numbers, each reduced for itself: short
 * sections of arrays, sums that stand side by side, complex sums.
 */
#pragma once
#include "tile_f64.cuh"

template <class T, int N> struct tcr_array {
    T e[N];

    TCR_DEVICE T &operator[](long long k)
    {
        return e[k];
    }
    TCR_DEVICE T &at(int k)
    {
        return e[k];
    }
};

/* Number k of a value: of a scalar, itself. */
template <class T> TCR_DEVICE T &tcr_number(T &x, int)
{
    return x;
}
template <class T, int N> TCR_DEVICE T &tcr_number(tcr_array<T, N> &x, int k)
{
    return x.e[k];
}

/* N tiles side by side; T is the value of all N.  The interface is that of a
 * tile (cores.cuh), with result(k). */
template <class Tile, class T, class Number, int N> struct tcr_tile_array {
    typedef typename Tile::wide wide;
    enum { per_mma = Tile::per_mma };
    Tile tile[N];

    TCR_DEVICE void start()
    {
        TCR_UNROLL
        for (int k = 0; k < N; ++k)
            tile[k].start();
    }
    TCR_DEVICE void begin()
    {
        TCR_UNROLL
        for (int k = 0; k < N; ++k)
            tile[k].begin();
    }
    template <int U> TCR_DEVICE void push(T *x)
    {
        TCR_UNROLL
        for (int k = 0; k < N; ++k) {
            Number y[U];
            TCR_UNROLL
            for (int u = 0; u < U; ++u)
                y[u] = tcr_number(x[u], k);
            tile[k].template push<U>(y);
        }
    }
    TCR_DEVICE void promote()
    {
        TCR_UNROLL
        for (int k = 0; k < N; ++k)
            tile[k].promote();
    }
    TCR_DEVICE void settle()
    {
        TCR_UNROLL
        for (int k = 0; k < N; ++k)
            tile[k].settle();
    }
    TCR_DEVICE void add(T &x)
    {
        TCR_UNROLL
        for (int k = 0; k < N; ++k)
            tile[k].add(tcr_number(x, k));
    }
    TCR_DEVICE wide result(int k = 0) const
    {
        return tile[k].result();
    }
};

#if TCR_ARCH >= 80

/* More than two sums of double: eight of them share one accumulator, each in a
 * column of its own, for which B has a column of ones and else zeros.  That takes
 * as many MMAs as sums apart, and an eighth of their registers.  An infinity makes
 * NaN of its neighbours (0 * Inf): a non-finite result is computed again without. */
template <class T, int N> struct tcr_tile_f64_columns {
    typedef tcr_pair wide;
    enum { per_mma = 0 };
    double d[(N + 7) / 8][2];
    tcr_pair total[N];

    TCR_DEVICE void start()
    {
        TCR_UNROLL
        for (int g = 0; g < (N + 7) / 8; ++g)
            d[g][0] = d[g][1] = 0;
    }
    TCR_DEVICE void begin()
    {
    }
    template <int U> TCR_DEVICE void push(T *x)
    {
        const int column = (int)tcr_lane() / 4; /* that this lane holds of B */
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            TCR_UNROLL
            for (int k = 0; k < N; ++k)
                tcr_mma_f64(d[k / 8], tcr_number(x[u], k), column == k % 8 ? 1.0 : 0.0);
        }
    }
    TCR_DEVICE void promote()
    {
    }
    /* The lane holds the columns 2 (lane mod 4) and the next of D. */
    TCR_DEVICE void settle()
    {
        TCR_UNROLL
        for (int k = 0; k < N; ++k)
            total[k] = (int)tcr_lane() % 4 == k % 8 / 2 ? d[k / 8][k % 2] : 0.0;
    }
    TCR_DEVICE void add(T &x)
    {
        TCR_UNROLL
        for (int k = 0; k < N; ++k)
            total[k].add(tcr_number(x, k));
    }
    TCR_DEVICE tcr_pair result(int k = 0) const
    {
        return total[k];
    }
};

#endif

template <class Tile, class T, class Number, int N> struct tcr_array_tile {
    typedef tcr_tile_array<Tile, T, Number, N> type;
};
#if TCR_ARCH >= 80
template <class T, int N> struct tcr_array_tile<tcr_tile_f64, T, double, N> {
    typedef tcr_tile_f64_columns<T, N> type;
};
template <class T> struct tcr_array_tile<tcr_tile_f64, T, double, 2> {
    typedef tcr_tile_array<tcr_tile_f64, T, double, 2> type;
};
#endif

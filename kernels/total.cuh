/* SPDX-License-Identifier: MIT */
/*
 * total.cuh: sums of integers that are wider than their terms.
 *
 * tile_int.cuh adds up unsigned bytes, and so has sums of T modulo T's range only where T
 * is signed.  Here a signed term is shifted by its range's half, to be unsigned, and the
 * shifts are taken off again by their number.
 */
#pragma once
#include "vars.cuh"

template <class T> struct tcr_unsigned {
    typedef T type;
};
template <> struct tcr_unsigned<signed char> {
    typedef unsigned char type;
};
template <> struct tcr_unsigned<short> {
    typedef unsigned short type;
};
template <> struct tcr_unsigned<int> {
    typedef unsigned type;
};
template <> struct tcr_unsigned<long long> {
    typedef unsigned long long type;
};

template <class T> struct tcr_tile_shifted {
    typedef unsigned long long wide;
    typedef typename tcr_unsigned<T>::type unsigned_type;
    enum : unsigned { half = 1u << (8 * sizeof(T) - 1) };
    enum { per_mma = tcr_tile_int<unsigned_type, false>::per_mma };
    tcr_tile_int<unsigned_type, false> tile;
    unsigned long long terms;

    TCR_DEVICE void start()
    {
        tile.start();
        terms = 0;
    }
    TCR_DEVICE void begin()
    {
        tile.begin();
    }
    template <int U> TCR_DEVICE void push(const T *x)
    {
        unsigned_type y[U];
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            y[u] = (unsigned_type)((unsigned)x[u] ^ half);
        tile.template push<U>(y);
        terms += U;
    }
    TCR_DEVICE void promote()
    {
        tile.promote();
    }
    TCR_DEVICE void settle()
    {
        tile.settle();
        tile.total -= terms * (unsigned long long)half;
    }
    TCR_DEVICE void add(T x)
    {
        tile.total += (unsigned long long)(long long)x;
    }
    TCR_DEVICE unsigned long long result() const
    {
        return tile.result();
    }
};

template <class T, int shifted> struct tcr_total_tile {
    typedef tcr_tile_int<T, false> type;
};
template <class T> struct tcr_total_tile<T, 1> {
    typedef tcr_tile_shifted<T> type;
};

/* Terms of T, a sum of 64 bits. */
template <class T>
struct tcr_total
    : tcr_var<T, tcr_op_add,
              typename tcr_total_tile<T, ((T)-1 < (T)1 && sizeof(T) < 8 ? 1 : 0)>::type> {
    typedef unsigned long long number;
};

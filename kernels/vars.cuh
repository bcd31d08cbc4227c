/* SPDX-License-Identifier: MIT */
/*
 * vars.cuh: the reduction classes, and lists of them.
 *
 * tcr_vars<V...> is what a region reduces; tcr_vars<V...>::value holds one value
 * of each, tcr_get<k> names the k-th.
 */
#pragma once
#include "array.cuh"
#include "tile_f32.cuh"
#include "tile_f16.cuh"
#include "tile_int.cuh"

template <class T, class O, class Tile> struct tcr_var {
    typedef T value, number;
    enum { count = 1, slots = 1, exact = 0 };
    typedef O op;
    typedef Tile tile;
    typedef typename Tile::wide wide;
};

/* The tile that sums a type. */
template <class T> struct tcr_sum_tile {
    typedef tcr_tile_int<T> type;
};
template <> struct tcr_sum_tile<double> {
    typedef tcr_tile_f64 type;
};
template <> struct tcr_sum_tile<float> {
    typedef tcr_tile_f32 type;
};
template <> struct tcr_sum_tile<tcr_half> {
    typedef tcr_tile_f16 type;
};
template <> struct tcr_sum_tile<tcr_bf16> {
    typedef tcr_tile_bf16 type;
};
template <> struct tcr_sum_tile<bool> { /* b + b' != 0 */
    typedef tcr_cores<bool, tcr_op_lor, unsigned, unsigned long long> type;
};

/* Types in which a lane keeps values of T: sums, products, bits; and least and
 * greatest, where rounding cannot happen and the narrowest type is the fastest. */
template <class T, int is_float, int is_signed> struct tcr_lane_types {
    typedef unsigned long long wide, least, least_wide;
};
template <class T> struct tcr_lane_types<T, 0, 1> {
    typedef unsigned long long wide;
    typedef long long least, least_wide;
};
template <class T, int is_signed> struct tcr_lane_types<T, 1, is_signed> {
    typedef double wide, least_wide;
    typedef float least;
};
template <> struct tcr_lane_types<double, 1, 1> {
    typedef double wide, least_wide, least;
};
template <class T>
using tcr_lanes =
    tcr_lane_types<T, tcr_is_float<T>::yes, (tcr_is_float<T>::yes || ((T)-1 < (T)1) ? 1 : 0)>;

template <class T, class Op>
using tcr_wide_var =
    tcr_var<T, Op, tcr_cores<T, Op, typename tcr_lanes<T>::wide, typename tcr_lanes<T>::wide>>;
template <class T, class Op>
using tcr_least_var =
    tcr_var<T, Op,
            tcr_cores<T, Op, typename tcr_lanes<T>::least, typename tcr_lanes<T>::least_wide>>;

template <class T> using tcr_sum = tcr_var<T, tcr_op_add, typename tcr_sum_tile<T>::type>;
template <class T> using tcr_sum_of_floats = tcr_var<T, tcr_op_add, tcr_tile_f64_of_floats>;
template <class T> using tcr_prod = tcr_wide_var<T, tcr_op_mul>;
template <class T> using tcr_min = tcr_least_var<T, tcr_op_min>;
template <class T> using tcr_max = tcr_least_var<T, tcr_op_max>;
template <class T> using tcr_and = tcr_wide_var<T, tcr_op_and>;
template <class T> using tcr_or = tcr_wide_var<T, tcr_op_or>;
template <class T> using tcr_xor = tcr_wide_var<T, tcr_op_xor>;
template <class T> using tcr_land = tcr_wide_var<T, tcr_op_land>;
template <class T> using tcr_lor = tcr_wide_var<T, tcr_op_lor>;

/* N variables of class V as one, whose value is T. */
template <class V, int N, class T = tcr_array<typename V::value, N>> struct tcr_several {
    typedef T value;
    typedef typename V::value number;
    enum { count = N, slots = N, exact = 0 };
    typedef typename V::op op;
    typedef typename tcr_array_tile<typename V::tile, T, number, N>::type tile;
    typedef typename tile::wide wide;
};

/* One value, and one tile, of each variable. */
template <class... V> struct tcr_values {
};
template <class V, class... Rest> struct tcr_values<V, Rest...> {
    typename V::value head;
    tcr_values<Rest...> tail;
};
template <class... V> struct tcr_tiles {
};
template <class V, class... Rest> struct tcr_tiles<V, Rest...> {
    typename V::tile head;
    tcr_tiles<Rest...> tail;
};

/* The least number of a lane's values that fill one MMA of a chain, of those
 * tiles that have chains; 0: none has. */
template <class... V> struct tcr_per_mma {
    enum { value = 0 };
};
template <class V, class... Rest> struct tcr_per_mma<V, Rest...> {
    enum {
        head = (int)V::tile::per_mma,
        rest = (int)tcr_per_mma<Rest...>::value,
        value = head == 0                  ? rest
                : rest == 0 || head < rest ? head
                                           : rest
    };
};

template <class... V> struct tcr_vars {
    typedef tcr_values<V...> value;
    typedef tcr_tiles<V...> tiles;
    enum {
        chain = 0, /* MMAs of a chain; 0: as chain.cuh has it */
        per_mma = tcr_per_mma<V...>::value
    };
    /* result slots */
    enum { slots = (0 + ... + (int)V::slots) };
    enum { exact = (0 | ... | (int)V::exact) }; /* any of them (exact.cuh) */
    /* registers that the values of one iteration take, in bytes */
    enum {
        bytes = (0 + ... + (int)(sizeof(typename V::value) < 4 ? 4 : sizeof(typename V::value)))
    };
};

/* The same variables, with at most R MMAs in a chain: chain(R). */
template <class Vars, int R> struct tcr_chained : Vars {
    enum { chain = R };
};

/* Pushes of U values that make a chain. */
template <class Vars, int U> TCR_DEVICE constexpr int tcr_chain_pushes()
{
    if constexpr (Vars::chain == 0)
        return TCR_CHAIN;
    else if constexpr (Vars::per_mma == 0)
        return Vars::chain;
    else {
        constexpr int mmas = (U + Vars::per_mma - 1) / Vars::per_mma;
        return Vars::chain > mmas ? Vars::chain / mmas : 1;
    }
}

template <int K, class V, class... Rest> TCR_DEVICE auto &tcr_get(tcr_values<V, Rest...> &v)
{
    if constexpr (K == 0)
        return v.head;
    else
        return tcr_get<K - 1>(v.tail);
}

/* Every value to its operator's identity. */
template <class V, class... Rest> TCR_DEVICE void tcr_reset(tcr_values<V, Rest...> &v)
{
    TCR_UNROLL
    for (int k = 0; k < V::count; ++k)
        tcr_number(v.head, k) = V::op::template identity<typename V::number>();
    if constexpr (sizeof...(Rest) > 0)
        tcr_reset(v.tail);
}

/* The steps of cores.cuh, for every variable. */
template <class V, class... Rest> TCR_DEVICE void tcr_start(tcr_tiles<V, Rest...> &t)
{
    t.head.start();
    if constexpr (sizeof...(Rest) > 0)
        tcr_start(t.tail);
}
template <class V, class... Rest> TCR_DEVICE void tcr_begin(tcr_tiles<V, Rest...> &t)
{
    t.head.begin();
    if constexpr (sizeof...(Rest) > 0)
        tcr_begin(t.tail);
}
/* U values in chains of their own, of at most `most`. */
template <int U, int most, class Tile, class T> TCR_DEVICE void tcr_push_parts(Tile &tile, T *x)
{
    if constexpr (most == 0 || U <= most) {
        tile.template push<U>(x);
    } else {
        tile.template push<most>(x);
        tile.promote();
        tile.begin();
        tcr_push_parts<U - most, most>(tile, x + most);
    }
}
/* R: MMAs of a chain, or 0. */
template <int U, int K, int R = 0, class Values, class V, class... Rest>
TCR_DEVICE void tcr_push(tcr_tiles<V, Rest...> &t, Values *v)
{
    typename V::value x[U];
    TCR_UNROLL
    for (int u = 0; u < U; ++u)
        x[u] = tcr_get<K>(v[u]);
    tcr_push_parts<U, R * V::tile::per_mma>(t.head, x);
    if constexpr (sizeof...(Rest) > 0)
        tcr_push<U, K + 1, R>(t.tail, v);
}
template <class V, class... Rest> TCR_DEVICE void tcr_promote(tcr_tiles<V, Rest...> &t)
{
    t.head.promote();
    if constexpr (sizeof...(Rest) > 0)
        tcr_promote(t.tail);
}
template <class V, class... Rest> TCR_DEVICE void tcr_settle(tcr_tiles<V, Rest...> &t)
{
    t.head.settle();
    if constexpr (sizeof...(Rest) > 0)
        tcr_settle(t.tail);
}
/* Sums of double may overflow on the way to a result that does not: the others are
 * kept in a wider type.  A bit of tcr_grid::plain says that it happened to number k, which
 * is then scaled down. */
#define TCR_SCALE 2.938735877055719e-39 /* 2^-128 */
#define TCR_SCALE_BACK 3.402823669209385e38
TCR_DEVICE bool tcr_scaled(unsigned plain, long long k)
{
    return k < TCR_SCALED_NUMBERS && plain >> (k + TCR_SCALED_BIT) & 1;
}
template <class Number, class Op> struct tcr_scales {
    enum { yes = 0 };
};
template <> struct tcr_scales<double, tcr_op_add> {
    enum { yes = 1 };
};

/* K: the first number of t.head. */
template <int K = 0, class V, class... Rest>
TCR_DEVICE void tcr_add(tcr_tiles<V, Rest...> &t, tcr_values<V, Rest...> &v, unsigned plain)
{
    if constexpr (tcr_scales<typename V::number, typename V::op>::yes) {
        TCR_UNROLL
        for (int k = 0; k < V::count; ++k)
            tcr_number(v.head, k) *= tcr_scaled(plain, K + k) ? TCR_SCALE : 1.0;
    }
    t.head.add(v.head);
    if constexpr (sizeof...(Rest) > 0)
        tcr_add<K + V::count>(t.tail, v.tail, plain);
}

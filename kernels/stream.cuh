/* SPDX-License-Identifier: MIT */
/*
 * stream.cuh: arrays that the loop reads from element to element, 16 bytes at
 * a time.
 *
 * A body that says which of its reads are such streams is run for V consecutive
 * iterations of each lane, where V elements of the narrowest stream are 16 bytes,
 * so that every load moves 16 bytes whatever the type.  All loads of a lane's
 * share of a tile are on their way before the first value is used.
 *
 * Bases need not be aligned.  The narrowest stream is brought to a multiple of 16
 * by leaving a few iterations in front to the scalar loop; another one that then
 * is not at such a multiple is read at the multiples around it, and shifted.
 */
#pragma once
#include "ptr.cuh"

/* Which stream, for overloads. */
template <int K> struct tcr_index {
};

/* The types of a body's streams. */
template <class... T> struct tcr_streams {
    enum { count = (int)sizeof...(T) };
};
template <class S> struct tcr_stream_facts;
template <class T> struct tcr_stream_facts<tcr_streams<T>> {
    enum { least = (int)sizeof(T), sum = (int)sizeof(T), anchor = 0 };
};
template <class T, class... Rest> struct tcr_stream_facts<tcr_streams<T, Rest...>> {
    typedef tcr_stream_facts<tcr_streams<Rest...>> rest;
    enum {
        is_least = (int)sizeof(T) <= (int)rest::least,
        least = is_least ? (int)sizeof(T) : (int)rest::least, /* bytes of the narrowest element */
        anchor = is_least ? 0 : rest::anchor + 1,             /* and whose that is */
        sum = (int)sizeof(T) + rest::sum                      /* bytes of an iteration */
    };
};

/* U elements of each stream, as loaded. */
template <int U, class S> struct tcr_held {
};
template <int U, class T, class... Rest> struct tcr_held<U, tcr_streams<T, Rest...>> {
    tcr_vector v[U * (int)sizeof(T) / 16];
    tcr_held<U, tcr_streams<Rest...>> rest;
};

/* Element u of consecutive vectors. */
template <class T> TCR_DEVICE T tcr_vector_element(const tcr_vector *v, int u)
{
    const unsigned *w = v[u * (int)sizeof(T) / 16].w;
    const int at = u * (int)sizeof(T) % 16;
    if constexpr (sizeof(T) == 8) {
        union {
            unsigned long long bits;
            T x;
        } e;
        e.bits = w[at / 4] | (unsigned long long)w[at / 4 + 1] << 32;
        return e.x;
    } else if constexpr (sizeof(T) == 4) {
        union {
            unsigned bits;
            T x;
        } e;
        e.bits = w[at / 4];
        return e.x;
    } else if constexpr (sizeof(T) == 2) {
        union {
            unsigned short bits;
            T x;
        } e;
        e.bits = (unsigned short)(w[at / 4] >> 8 * (at % 4));
        return e.x;
    } else {
        union {
            unsigned char bits;
            T x;
        } e;
        e.bits = (unsigned char)(w[at / 4] >> 8 * (at % 4));
        return e.x;
    }
}
template <int K, class T, int U, class First, class... Rest>
TCR_DEVICE T tcr_held_element(const tcr_held<U, tcr_streams<First, Rest...>> &h, int u)
{
    if constexpr (K == 0)
        return tcr_vector_element<T>(h.v, u);
    else
        return tcr_held_element<K - 1, T>(h.rest, u);
}

/* How a body reads its streams: what is held, or the place itself. */
template <class Held> struct tcr_held_reads {
    const Held &held;
    int u;
    template <int K, class T> TCR_DEVICE T at(const T &) const
    {
        return tcr_held_element<K, T>(held, u);
    }
};
struct tcr_place_reads {
    template <int K, class T> TCR_DEVICE const T &at(const T &place) const
    {
        return place;
    }
};

/* n vectors of what begins m bytes after w. */
template <int n>
TCR_DEVICE void tcr_shift_words(tcr_vector *v, unsigned (&w)[4 * n + 4], unsigned m)
{
    TCR_UNROLL
    for (int i = 0; i < 4 * n + 2; ++i)
        w[i] = m & 8 ? w[i + 2] : w[i];
    TCR_UNROLL
    for (int i = 0; i < 4 * n + 1; ++i)
        w[i] = m & 4 ? w[i + 1] : w[i];
    TCR_UNROLL
    for (int i = 0; i < 4 * n; ++i)
        v[i / 4].w[i % 4] = tcr_funnel(w[i], w[i + 1], m % 4 * 8);
}

/* The n vectors from p on, which is m bytes beyond a multiple of 16. */
template <int n, bool shifted>
TCR_DEVICE void tcr_load_vectors(tcr_vector *v, const char *p, unsigned m)
{
    if constexpr (!shifted) {
        TCR_UNROLL
        for (int q = 0; q < n; ++q)
            tcr_load(v[q], p + 16 * q);
    } else {
        unsigned w[4 * n + 4];
        TCR_UNROLL
        for (int q = 0; q <= n; ++q) {
            tcr_vector x;
            tcr_load_again(x, p - m + 16 * q);
            TCR_UNROLL
            for (int i = 0; i < 4; ++i)
                w[4 * q + i] = x.w[i];
        }
        tcr_shift_words<n>(v, w, m);
    }
}

/* Load the streams' elements of a lane: C chunks of V iterations, 32 * V apart. */
template <int K, int V, int C, bool shifted, class Body, class Args, class T, class... Rest>
TCR_DEVICE void tcr_load_streams(tcr_held<V * C, tcr_streams<T, Rest...>> &h, const Args &A,
                                 long long it)
{
    enum { n = V * (int)sizeof(T) / 16 };
    const char *p = tcr_bytes_at(Body::stream(tcr_index<K>(), A, it));
    const unsigned m = shifted ? (unsigned)(unsigned long long)p % 16 : 0;
    TCR_UNROLL
    for (int c = 0; c < C; ++c)
        tcr_load_vectors<n, shifted>(h.v + c * n, p + c * 32 * V * (int)sizeof(T), m);
    if constexpr (sizeof...(Rest) > 0)
        tcr_load_streams<K + 1, V, C, shifted, Body>(h.rest, A, it);
}

/* Are the streams from K on at multiples of 16 at iteration `it`? */
template <int K, class Body, class Args>
TCR_DEVICE bool tcr_streams_aligned(const Args &A, long long it)
{
    if constexpr (K == Body::streams::count || Body::streams::count == 1)
        return true;
    else
        return (unsigned long long)tcr_bytes_at(Body::stream(tcr_index<K>(), A, it)) % 16 == 0 &&
               tcr_streams_aligned<K + 1, Body>(A, it);
}

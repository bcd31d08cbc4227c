/* SPDX-License-Identifier: MIT */
/*
 * first.cuh: the first place of a least key.
 *
 * A lane's tiles come in order, so that it takes a place of theirs only for a smaller key;
 * single iterations, lanes and blocks are combined by key and place.  A key of all ones stands for
 * "not this one", and the place -1 for "none".
 */
#pragma once
#include "combine.cuh"

/* A partial result. */
struct tcr_found {
    unsigned long long key, at;

    tcr_found() = default;
    tcr_found(const tcr_found &) = default;
    tcr_found &operator=(const tcr_found &) = default;
    TCR_DEVICE tcr_found(unsigned long long k, unsigned long long a) : key(k), at(a)
    {
    }
    TCR_DEVICE tcr_found(const volatile tcr_found &f) : key(f.key), at(f.at)
    {
    }
    TCR_DEVICE void operator=(const tcr_found &f) volatile
    {
        key = f.key;
        at = f.at;
    }
};
TCR_DEVICE tcr_found tcr_shfl_xor(tcr_found f, int mask)
{
    return tcr_found(tcr_shfl_xor(f.key, mask), tcr_shfl_xor(f.at, mask));
}

/* An iteration's key and place.  K: unsigned, or unsigned long long.  With `last`, of equal keys
 * the last place counts: places are kept such that the later one is the smaller number, and -1
 * stays the greatest. */
template <class K, bool last = false> struct tcr_candidate {
    K key;
    long long at;

    tcr_candidate() = default;
    TCR_DEVICE tcr_candidate(K k, long long a) : key(k), at(last ? -2 - a : a)
    {
    }
    TCR_DEVICE explicit tcr_candidate(const tcr_found &f) : key((K)f.key), at((long long)f.at)
    {
    }
    TCR_DEVICE operator tcr_found() const
    {
        return tcr_found(key, (unsigned long long)at);
    }
    TCR_DEVICE explicit operator long long() const /* the result slot */
    {
        return last ? -2 - at : at;
    }
};

/* The type of keys of so many bytes, in a lane. */
template <int bytes> struct tcr_key_type {
    typedef unsigned type;
};
template <> struct tcr_key_type<8> {
    typedef unsigned long long type;
};

struct tcr_op_first {
    template <class T> TCR_DEVICE static T identity()
    {
        return T((decltype(T::key))~0ull, -1);
    }
    TCR_DEVICE static tcr_found of(tcr_found a, tcr_found b)
    {
        return b.key < a.key || (b.key == a.key && b.at < a.at) ? b : a;
    }
};

template <class K, bool last = false> struct tcr_tile_first {
    typedef tcr_found wide;
    typedef tcr_candidate<K, last> candidate;
    enum { per_mma = 0 };
    candidate total;

    TCR_DEVICE void start()
    {
        total = tcr_op_first::identity<candidate>();
    }
    TCR_DEVICE void begin()
    {
    }
    template <int U> TCR_DEVICE void push(const candidate *x)
    {
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (x[u].key < total.key || (last && x[u].key == total.key && x[u].at != -1))
                total = x[u];
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
    }
    TCR_DEVICE void add(const candidate &x)
    {
        if (x.key < total.key || (x.key == total.key && x.at < total.at))
            total = x;
    }
    TCR_DEVICE tcr_found result() const
    {
        return total;
    }
};

template <class K, bool last = false>
using tcr_first = tcr_var<tcr_candidate<K, last>, tcr_op_first, tcr_tile_first<K, last>>;

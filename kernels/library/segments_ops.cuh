/* SPDX-License-Identifier: MIT */
/*
 * segments_ops.cuh: what segments.cuh does to elements.
 *
 * An operation has a lane's share of up to TCR_SEGMENTS_CHUNK elements as `narrow`, and as `wide`
 * what comes of several of these.  Both have a value and a place, which only argmin and argmax use.
 * NaN: in sums they stay; else no NaN takes the place of a number, and a place of NaNs is none.
 */
#pragma once
#include "library_values.cuh"

template <class T> struct tcr_segments_args {
    TCR_SEGMENTS_ARGS(tcr_ptr<const T>, tcr_ptr<const int>, tcr_ptr<unsigned long long>)
};
static_assert(sizeof(tcr_segments_args<double>) == TCR_SEGMENTS_ARGS_BYTES, "the runtime's");

template <class V, class P> struct tcr_part {
    V value;
    P at;
};

/* The types in which elements are compared and added. */
template <bool first, class A, class B> struct tcr_either {
    typedef A type;
};
template <class A, class B> struct tcr_either<false, A, B> {
    typedef B type;
};
template <class T> struct tcr_segment_numbers {
    typedef tcr_element_facts<T> facts;
    typedef typename tcr_either<facts::is_signed, int, unsigned>::type word;
    typedef typename tcr_either<facts::is_signed, long long, unsigned long long>::type long_word;
    typedef typename tcr_either<facts::is_float, double, long_word>::type wide;
    typedef typename tcr_either<facts::is_float, float, word>::type small;
    typedef typename tcr_either<facts::is_wide, wide, small>::type compared;
    /* sums of 8 and 16 bits stay below 2^32 in a chunk */
    typedef typename tcr_either<!facts::is_float && sizeof(T) < 4, word, wide>::type added;
};

template <class N, class T> TCR_DEVICE N tcr_number_of(T x)
{
    if constexpr (tcr_element_facts<T>::is_float && sizeof(T) == 2)
        return (N)(float)x;
    else
        return (N)x;
}

/* As 64 bits, and back. */
template <class T> struct tcr_segment_words {
    typedef typename tcr_segment_numbers<T>::wide number;
    TCR_DEVICE static unsigned long long word(number x)
    {
        if constexpr (tcr_element_facts<T>::is_float)
            return tcr_double_bits(x);
        else
            return (unsigned long long)x;
    }
    TCR_DEVICE static number value(unsigned long long bits)
    {
        if constexpr (tcr_element_facts<T>::is_float)
            return tcr_bits_double(bits);
        else
            return (number)bits;
    }
};

/* ---- sums ---- */

template <class T> struct tcr_segment_sum : tcr_segment_words<T> {
    typedef T element;
    typedef tcr_segments_args<T> args;
    enum : bool { multiplies = false };
    typedef tcr_part<typename tcr_segment_numbers<T>::added, unsigned> narrow;
    typedef tcr_part<typename tcr_segment_numbers<T>::wide, long long> wide;

    template <class Part> TCR_DEVICE static Part none()
    {
        Part p;
        p.value = 0;
        p.at = 0;
        return p;
    }
    TCR_DEVICE static void take(narrow &p, T x, unsigned)
    {
        p.value += tcr_number_of<decltype(p.value)>(x);
    }
    template <class Part> TCR_DEVICE static Part join(Part a, const Part &b)
    {
        a.value += b.value;
        return a;
    }
    template <class Part> TCR_DEVICE static Part from_lane(Part p, int mask)
    {
        p.value = tcr_shfl_xor(p.value, mask);
        return p;
    }
    TCR_DEVICE static wide widen(const narrow &p, long long)
    {
        wide w;
        w.value = p.value;
        w.at = 0;
        return w;
    }
    TCR_DEVICE static unsigned long long bits(const wide &p, bool)
    {
        return tcr_segment_sum::word(p.value);
    }
};

/* ---- the least and the greatest ---- */

/* The number that all others are better than, in the result, too; NaN among places, where an
 * infinity may be the first of its kind. */
template <class T, bool greatest, bool place> struct tcr_segment_worst {
    template <class V> TCR_DEVICE static V value()
    {
        typedef tcr_element_facts<T> facts;
        if constexpr (facts::is_float) {
            return (V)tcr_bits_float(place ? 0x7fc00000u : greatest ? 0xff800000u : 0x7f800000u);
        } else {
            const unsigned long long most =
                ~0ull >> (64 - 8 * (int)sizeof(T) + (facts::is_signed ? 1 : 0));
            return greatest ? facts::is_signed ? (V)(-(long long)most - 1) : (V)0 : (V)most;
        }
    }
};

template <class T, bool greatest> struct tcr_segment_extreme : tcr_segment_words<T> {
    typedef T element;
    typedef tcr_segments_args<T> args;
    enum : bool { multiplies = false };
    typedef tcr_part<typename tcr_segment_numbers<T>::compared, unsigned> narrow;
    typedef tcr_part<typename tcr_segment_numbers<T>::wide, long long> wide;

    template <class Part> TCR_DEVICE static Part none()
    {
        Part p;
        p.value = tcr_segment_worst<T, greatest, false>::template value<decltype(p.value)>();
        p.at = 0;
        return p;
    }
    template <class V> TCR_DEVICE static V better(V a, V b)
    {
        return (greatest ? b > a : b < a) ? b : a;
    }
    TCR_DEVICE static void take(narrow &p, T x, unsigned)
    {
        p.value = better(p.value, tcr_number_of<decltype(p.value)>(x));
    }
    template <class Part> TCR_DEVICE static Part join(Part a, const Part &b)
    {
        a.value = better(a.value, b.value);
        return a;
    }
    template <class Part> TCR_DEVICE static Part from_lane(Part p, int mask)
    {
        p.value = tcr_shfl_xor(p.value, mask);
        return p;
    }
    TCR_DEVICE static wide widen(const narrow &p, long long)
    {
        wide w;
        w.value = p.value;
        w.at = 0;
        return w;
    }
    TCR_DEVICE static unsigned long long bits(const wide &p, bool)
    {
        return tcr_segment_extreme::word(p.value + 0); /* 0.0 for -0.0 */
    }
};
template <class T> using tcr_segment_least = tcr_segment_extreme<T, false>;
template <class T> using tcr_segment_greatest = tcr_segment_extreme<T, true>;

/* ---- their places ---- */

template <class T, bool greatest> struct tcr_segment_place : tcr_segment_words<T> {
    typedef T element;
    typedef tcr_segments_args<T> args;
    enum : bool { multiplies = false };
    typedef tcr_part<typename tcr_segment_numbers<T>::compared, unsigned> narrow;
    typedef tcr_part<typename tcr_segment_numbers<T>::wide, long long> wide;
    enum : unsigned { nowhere = ~0u };
    enum : long long { nowhere_at_all = 0x7fffffffffffffff };

    template <class Part> TCR_DEVICE static Part none()
    {
        Part p;
        p.value = tcr_segment_worst<T, greatest, true>::template value<decltype(p.value)>();
        p.at = sizeof p.at == 4 ? (decltype(p.at))nowhere : (decltype(p.at))nowhere_at_all;
        return p;
    }
    template <class V> TCR_DEVICE static bool is_better(V best, V x)
    {
        if constexpr (tcr_element_facts<T>::is_float) /* best: perhaps NaN yet */
            return x == x && !(greatest ? best >= x : best <= x);
        else
            return greatest ? x > best : x < best;
    }
    /* A lane's elements come in their order. */
    TCR_DEVICE static void take(narrow &p, T x, unsigned at)
    {
        const auto value = tcr_number_of<decltype(p.value)>(x);
        const bool better = is_better(p.value, value);
        p.value = better ? value : p.value;
        p.at = better ? at : p.at;
    }
    template <class Part> TCR_DEVICE static Part join(const Part &a, const Part &b)
    {
        return is_better(a.value, b.value) || (a.value == b.value && b.at < a.at) ? b : a;
    }
    template <class Part> TCR_DEVICE static Part from_lane(Part p, int mask)
    {
        p.value = tcr_shfl_xor(p.value, mask);
        p.at = tcr_shfl_xor(p.at, mask);
        return p;
    }
    TCR_DEVICE static wide widen(const narrow &p, long long first)
    {
        wide w;
        w.value = p.value;
        w.at = p.at == nowhere ? (long long)nowhere_at_all : first + p.at;
        return w;
    }
    /* No integer was better than the worst: all are equal, and the first is their first. */
    TCR_DEVICE static unsigned long long bits(const wide &p, bool empty)
    {
        const bool none = p.at == nowhere_at_all;
        const long long otherwise = tcr_element_facts<T>::is_float || empty ? -1 : 0;
        return (unsigned long long)(none ? otherwise : p.at);
    }
};
template <class T> using tcr_segment_place_of_least = tcr_segment_place<T, false>;
template <class T> using tcr_segment_place_of_greatest = tcr_segment_place<T, true>;

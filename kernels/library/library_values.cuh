/* SPDX-License-Identifier: MIT */
/*
 * library_values.cuh: a call's arguments, and what is asked of an element's type.
 */
#pragma once
#include "tcr_device.cuh"
#include "total.cuh"

/* The library's argument block. */
template <class T> struct tcr_library_args {
    TCR_LIBRARY_ARGS(tcr_ptr<const T>, tcr_ptr<double>)
};
static_assert(sizeof(tcr_library_args<double>) == TCR_LIBRARY_ARGS_BYTES, "the runtime's");

/* ---- values ---- */

template <class T> struct tcr_element_facts { /* integers */
    typedef typename tcr_unsigned<T>::type magnitude;
    enum { is_float = 0, is_signed = (T)-1 < (T)1, is_wide = sizeof(T) == 8 };
};
template <> struct tcr_element_facts<tcr_half> {
    typedef unsigned magnitude;
    enum { is_float = 1, is_signed = 1, is_wide = 0 };
};
template <> struct tcr_element_facts<tcr_bf16> : tcr_element_facts<tcr_half> {
};
template <> struct tcr_element_facts<float> : tcr_element_facts<tcr_half> {
};
template <> struct tcr_element_facts<double> {
    typedef unsigned long long magnitude;
    enum { is_float = 1, is_signed = 1, is_wide = 1 };
};

/* The bits of |x|, for floating types, which are ordered as their numbers are, NaN above
 * infinity; |x| for integers. */
template <class T> TCR_DEVICE typename tcr_element_facts<T>::magnitude tcr_magnitude(T x)
{
    typedef typename tcr_element_facts<T>::magnitude M;
    if constexpr (!tcr_element_facts<T>::is_float)
        return x < 0 ? (M)((M)0 - (M)x) : (M)x;
    else if constexpr (sizeof(T) == 8)
        return tcr_double_bits(x) & 0x7fffffffffffffffull;
    else
        return tcr_float_bits((float)x) & 0x7fffffffu;
}

/* A key that orders elements, all ones for NaN; from above if `down`. */
template <bool down, class T> TCR_DEVICE typename tcr_element_facts<T>::magnitude tcr_key(T x)
{
    typedef typename tcr_element_facts<T>::magnitude U;
    typedef tcr_element_facts<T> facts;
    if constexpr (!facts::is_float) {
        const U half = facts::is_signed ? (U)((U)1 << (8 * sizeof(U) - 1)) : (U)0;
        const U key = (U)((U)x ^ half);
        return down ? (U)~key : key;
    } else {
        U key;
        bool nan, negative;
        if constexpr (sizeof(T) == 8) {
            key = tcr_double_bits(x + 0.0); /* 0.0 for -0.0 */
            nan = x != x;
        } else {
            const float f = (float)x;
            key = tcr_float_bits(f + 0.0f);
            nan = f != f;
        }
        negative = key >> (8 * sizeof(U) - 1);
        key = negative ? (U)~key : (U)(key | (U)1 << (8 * sizeof(U) - 1));
        if (down)
            key = (U)~key;
        return nan ? (U) ~(U)0 : key;
    }
}

/* Integers near the data are subtracted as integers. */
template <class T, int is_float> struct tcr_shift_type {
    typedef long long type;
};
template <class T> struct tcr_shift_type<T, 1> {
    typedef double type;
};
template <> struct tcr_shift_type<unsigned long long, 0> {
    typedef unsigned long long type;
};

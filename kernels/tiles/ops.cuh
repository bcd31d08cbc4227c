/* SPDX-License-Identifier: MIT */
/*
 * ops.cuh: the reduction operators: identity, and how two partial results
 * combine.
 *
 * `of` takes the wide types in which partial results live: unsigned long long
 * (integers, modulo 2^64), long long (least and greatest of signed integers)
 * and double.
 */
#pragma once
#include "half.cuh"

template <class T> struct tcr_is_float {
    enum { yes = 0 };
};
template <> struct tcr_is_float<tcr_half> {
    enum { yes = 1 };
};
template <> struct tcr_is_float<tcr_bf16> {
    enum { yes = 1 };
};
template <> struct tcr_is_float<float> {
    enum { yes = 1 };
};
template <> struct tcr_is_float<double> {
    enum { yes = 1 };
};

/* The ends of a type's range; infinities where it has them. */
template <class T> TCR_DEVICE T tcr_highest()
{
    if constexpr (tcr_is_float<T>::yes)
        return (T)tcr_bits_float(0x7f800000u);
    else if constexpr ((T)-1 < (T)1) /* signed */
        return (T)(((1ull << (8 * sizeof(T) - 2)) - 1) * 2 + 1);
    else
        return (T)~0ull;
}
template <class T> TCR_DEVICE T tcr_lowest()
{
    if constexpr (tcr_is_float<T>::yes)
        return (T)tcr_bits_float(0xff800000u);
    else if constexpr ((T)-1 < (T)1)
        return (T)(-tcr_highest<T>() - 1);
    else
        return (T)0;
}

/* -0.0, and not 0.0, leaves every number what it is: compilers drop that addition. */
struct tcr_op_add {
    template <class T> TCR_DEVICE static T identity()
    {
        if constexpr (tcr_is_float<T>::yes)
            return (T)tcr_bits_float(0x80000000u);
        else
            return (T)0;
    }
    template <class W> TCR_DEVICE static W of(W a, W b)
    {
        return a + b;
    }
};

struct tcr_op_mul {
    template <class T> TCR_DEVICE static T identity()
    {
        return (T)1;
    }
    template <class W> TCR_DEVICE static W of(W a, W b)
    {
        return a * b;
    }
};

/* As `if (b < a) a = b`: a NaN never gets in. */
struct tcr_op_min {
    template <class T> TCR_DEVICE static T identity()
    {
        return tcr_highest<T>();
    }
    template <class W> TCR_DEVICE static W of(W a, W b)
    {
        return b < a ? b : a;
    }
};

struct tcr_op_max {
    template <class T> TCR_DEVICE static T identity()
    {
        return tcr_lowest<T>();
    }
    template <class W> TCR_DEVICE static W of(W a, W b)
    {
        return a < b ? b : a;
    }
};

struct tcr_op_and {
    template <class T> TCR_DEVICE static T identity()
    {
        return (T)~0ull;
    }
    template <class W> TCR_DEVICE static W of(W a, W b)
    {
        return a & b;
    }
};

struct tcr_op_or {
    template <class T> TCR_DEVICE static T identity()
    {
        return (T)0;
    }
    template <class W> TCR_DEVICE static W of(W a, W b)
    {
        return a | b;
    }
};

struct tcr_op_xor {
    template <class T> TCR_DEVICE static T identity()
    {
        return (T)0;
    }
    template <class W> TCR_DEVICE static W of(W a, W b)
    {
        return a ^ b;
    }
};

struct tcr_op_land {
    template <class T> TCR_DEVICE static T identity()
    {
        return (T)1;
    }
    template <class W> TCR_DEVICE static W of(W a, W b)
    {
        return (W)(a != 0 && b != 0);
    }
};

struct tcr_op_lor {
    template <class T> TCR_DEVICE static T identity()
    {
        return (T)0;
    }
    template <class W> TCR_DEVICE static W of(W a, W b)
    {
        return (W)(a != 0 || b != 0);
    }
};

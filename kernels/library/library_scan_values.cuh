/* SPDX-License-Identifier: MIT */
/* library_scan_values.cuh: what the kernels of tcr_scan.h get, and how they see elements. */
#pragma once
#include "complex.cuh"
#include "scan.cuh"

template <class T> struct tcr_library_scan_args {
    TCR_LIBRARY_SCAN_ARGS(tcr_ptr<const T>, tcr_ptr<T>, tcr_ptr<const void>)
    TCR_DEVICE bool inclusive() const
    {
        return !(flags & TCR_LIBRARY_EXCLUSIVE);
    }
};
static_assert(sizeof(tcr_library_scan_args<double>) == TCR_LIBRARY_SCAN_ARGS_BYTES,
              "the runtime's");

/* The same of a loop that is nothing but prefix sums (library_scan_loop.cuh): what its variable is
 * before, as a word. */
template <class T> struct tcr_loop_scan_args : tcr_library_scan_args<T> {
    unsigned long long start;
};
static_assert(sizeof(tcr_loop_scan_args<double>) == TCR_LOOP_SCAN_ARGS_BYTES, "the runtime's");
template <class T, bool loop> struct tcr_scan_args_of {
    typedef tcr_library_scan_args<T> type;
};
template <class T> struct tcr_scan_args_of<T, true> {
    typedef tcr_loop_scan_args<T> type;
};
/* What is in front of the first element of a line. */
template <class Line, bool loop, class Args>
TCR_DEVICE typename Line::number tcr_scan_start_of(const Args &A)
{
    if constexpr (loop)
        return tcr_to_carried<typename Line::var>(tcr_of_word<typename Line::element>(A.start));
    else
        return Line::start();
}

/* What sums begin with: 0.0, where -0.0 is what changes nothing. */
template <class T, class Op> TCR_DEVICE T tcr_library_scan_start()
{
    const T x = Op::template identity<T>();
    return x == (T)0 ? (T)0 : x;
}

template <class Op> struct tcr_is_sum {
    enum { yes = 0 };
};
template <> struct tcr_is_sum<tcr_op_add> {
    enum { yes = 1 };
};

/* One element's value; of minima and maxima a NaN is none. */
template <class T, class Op> TCR_DEVICE T tcr_library_scan_value(T x)
{
    if constexpr (tcr_is_float<T>::yes) {
        if (tcr_is_order<Op>::yes && x != x)
            return Op::template identity<T>();
    }
    if constexpr (tcr_is_sum<Op>::yes)
        return x; /* to which 0.0 is added */
    else
        return x == (T)0 ? (T)0 : x; /* not -0.0 */
}

/* Blocks of a multiprocessor, as far as registers go. */
template <class T, class Op> struct tcr_scan_blocks {
    enum {
        factors = tcr_carry_facts<tcr_var<T, Op, typename tcr_sum_tile<T>::type>>::factor,
        line = factors ? 1 : 2,
        rows = factors ? 2 : 3
    };
};

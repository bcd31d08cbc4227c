/* SPDX-License-Identifier: MIT */
/*
 * library_scan.cuh: the kernels behind tcr_scan.h, for one element type: prefix sums of an array
 * (scan.cuh), of rows, and of segments between offsets.
 */
#pragma once
#include "library_scan_parts.cuh"

template <class T, class Op> struct tcr_library_scan_array {
    typedef tcr_vars<tcr_var<T, Op, typename tcr_sum_tile<T>::type>> vars;
    typedef tcr_library_scan_args<T> args;
    enum { inclusive = TCR_SCAN_ASKED, resets = 0 };
    struct held {
    };
    TCR_DEVICE static void start(const args &, typename vars::value &v)
    {
        tcr_get<0>(v) = tcr_library_scan_start<T, Op>();
    }
    TCR_DEVICE static void input(const args &A, long long i, typename vars::value &v, unsigned &,
                                 held &)
    {
        tcr_get<0>(v) = tcr_library_scan_value<T, Op>(TCR_LOAD(A.x[i]));
    }
    TCR_DEVICE static void scan(const args &A, long long i, typename vars::value &v, const held &)
    {
        TCR_STORE(A.result[i]) = tcr_get<0>(v);
    }
};

/* The kernels of an operation, for arrays and for parts of them. */
#define TCR_LIBRARY_SCAN(T, name)                                                                  \
    typedef tcr_library_scan_args<T> tcr_scan_args_##name;                                         \
    typedef tcr_library_scan_array<T, tcr_op_##name> tcr_scan_array_##name;                        \
    TCR_KERNEL_SCAN_OF(library_scan_##name, tcr_scan_args_##name, tcr_scan_array_##name,           \
                       TCR_LIBRARY_SCAN_EACH(sizeof(T)),                                           \
                       (tcr_scan_blocks<T, tcr_op_##name>::array))                                 \
    TCR_KERNEL_SCAN_PARTS(library_scan_parts_##name, T, tcr_op_##name)                             \
    TCR_KERNEL_SCAN_ROWS(library_scan_rows_##name, T, tcr_op_##name)
#define TCR_LIBRARY_SCAN_OTHERS(T)                                                                 \
    TCR_LIBRARY_SCAN(T, mul)                                                                       \
    TCR_LIBRARY_SCAN(T, min)                                                                       \
    TCR_LIBRARY_SCAN(T, max)
#define TCR_LIBRARY_SCAN_BITS(T)                                                                   \
    TCR_LIBRARY_SCAN(T, and)                                                                       \
    TCR_LIBRARY_SCAN(T, or)                                                                        \
    TCR_LIBRARY_SCAN(T, xor)

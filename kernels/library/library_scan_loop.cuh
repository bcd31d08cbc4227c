/* SPDX-License-Identifier: MIT */
/*
 * library_scan_loop.cuh: the kernels of tcr_scan.h for loops that are nothing but the prefix sums
 * of an array (tcr_region.plain_scan): of one that all blocks hold at once, and of longer ones.
 *
 * They differ in two things: what is in front of the first element is the loop's variable, and what
 * it is behind the last one goes to the host, as from the kernels of other loops (scan.cuh).
 */
#pragma once
#include "library_scan_short.cuh"

#define TCR_KERNEL_SCAN_PLAIN(name, T)                                                             \
    TCR_KERNEL_ENTRY_OF(TCR_SCAN_SHORT_THREADS, (tcr_scan_blocks<T, tcr_op_add>::line))            \
    name##_short(const tcr_loop_scan_args<T> A, const tcr_grid G)                                  \
    {                                                                                              \
        tcr_short_scan<T, tcr_op_add, false, true>(A, G).run();                                    \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name##_short, tcr_loop_scan_args<T>)                                         \
    TCR_KERNEL_ENTRY_OF(TCR_SCAN_LINE_THREADS, (tcr_scan_blocks<T, tcr_op_add>::line))             \
    name##_long(const tcr_loop_scan_args<T> A, const tcr_grid G)                                   \
    {                                                                                              \
        tcr_line_scan<T, tcr_op_add, false, true>(A, G).run();                                     \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name##_long, tcr_loop_scan_args<T>)

/* SPDX-License-Identifier: MIT */
/*
 * library_scan.cuh: the kernels behind tcr_scan.h, for one element type: prefix sums of an array,
 * of rows, and of segments between offsets.
 */
#pragma once
#include "library_scan_short.cuh"

/* The kernels of an operation, for arrays and for parts of them. */
#define TCR_LIBRARY_SCAN(T, name)                                                                  \
    TCR_KERNEL_SCAN_SHORT(library_scan_short_##name, T, tcr_op_##name, false)                      \
    TCR_KERNEL_SCAN_SHORT(library_scan_middle_##name, T, tcr_op_##name, true)                      \
    TCR_KERNEL_SCAN_LINE(library_scan_##name, T, tcr_op_##name, false)                             \
    TCR_KERNEL_SCAN_LINE(library_scan_parts_##name, T, tcr_op_##name, true)                        \
    TCR_KERNEL_SCAN_ROWS(library_scan_rows_##name, T, tcr_op_##name)                               \
    TCR_KERNEL_SCAN_SEGMENTS(library_scan_segments_##name, T, tcr_op_##name)                       \
    TCR_KERNEL_SCAN_LOOK(library_scan_look_##name, T)
#define TCR_LIBRARY_SCAN_OTHERS(T)                                                                 \
    TCR_LIBRARY_SCAN(T, mul)                                                                       \
    TCR_LIBRARY_SCAN(T, min)                                                                       \
    TCR_LIBRARY_SCAN(T, max)
#define TCR_LIBRARY_SCAN_BITS(T)                                                                   \
    TCR_LIBRARY_SCAN(T, and)                                                                       \
    TCR_LIBRARY_SCAN(T, or)                                                                        \
    TCR_LIBRARY_SCAN(T, xor)

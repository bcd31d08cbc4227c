/* SPDX-License-Identifier: MIT */
/*
 * library_scan.cuh: the kernels behind tcr_scan.h, for one element type: prefix sums of an array,
 * of rows, and of segments between offsets (scan.cuh).
 *
 * Rows and segments are one line of elements in which a new one begins the sums anew.  Of segments,
 * a thread looks for its element's among the offsets, from where it has found the last one.
 */
#pragma once
#include "library_scan_rows.cuh"

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

/* Where an element is. */
struct tcr_library_scan_place {
    long long segment;   /* from where the next one is looked for; -1: from the beginning */
    bool begins, within; /* a segment; some segment */
};

template <class T>
TCR_DEVICE long long tcr_scan_offset(const tcr_library_scan_args<T> &A, long long k)
{
    return A.flags & TCR_SEGMENTS_WIDE ? (long long)tcr_cast<const long long>(A.offsets)[k]
                                       : (long long)tcr_cast<const int>(A.offsets)[k];
}

/* The last of n + 1 offsets that is not above e, behind h.segment; -1: there is none. */
template <class T>
TCR_DEVICE void tcr_scan_find(const tcr_library_scan_args<T> &A, long long e,
                              tcr_library_scan_place &h)
{
    long long low = h.segment, high = A.n + 1, step = 1;
    while (low + step < high) {
        if (tcr_scan_offset(A, low + step) > e)
            high = low + step;
        else
            low += step;
        step *= 2;
        if (low + step >= high)
            step = high - low > 1 ? (high - low) / 2 : 1;
        if (high - low == 1)
            break;
    }
    h.segment = low;
    h.within = low >= 0 && low < A.n && e < A.extent;
    h.begins = h.within && tcr_scan_offset(A, low) == e;
}

/* Do the offsets from `i` on, each so many further, decrease or leave the array? */
template <class T>
TCR_DEVICE bool tcr_scan_offsets_bad(const tcr_library_scan_args<T> &A, long long i)
{
    const long long by = A.extent > 0 ? A.extent : 1;
    bool bad = false;
    TCR_ROLL
    for (long long k = i; k <= A.n; k += by) {
        const long long x = tcr_scan_offset(A, k);
        bad |= x < 0 || x > A.extent || (k > 0 && tcr_scan_offset(A, k - 1) > x);
    }
    return bad;
}

template <class T, class Op> struct tcr_library_scan_parts : tcr_library_scan_array<T, Op> {
    typedef tcr_library_scan_args<T> args;
    typedef typename tcr_library_scan_array<T, Op>::vars vars;
    typedef tcr_library_scan_place held;
    enum { inclusive = TCR_SCAN_ASKED, resets = 1 };

    TCR_DEVICE static void row(const args &A, long long i, long long &row, long long &column)
    {
        if (i >> 32 == 0 && A.length >> 32 == 0) { /* which is short work */
            row = (unsigned)i / (unsigned)A.length;
            column = (unsigned)i % (unsigned)A.length;
        } else {
            row = i / A.length;
            column = i % A.length;
        }
    }
    TCR_DEVICE static void input(const args &A, long long i, typename vars::value &v,
                                 unsigned &reset, held &h)
    {
        long long at = i;
        if (A.flags & TCR_SEGMENTS_ROWS) {
            long long r, c;
            row(A, i, r, c);
            h.begins = c == 0;
            h.within = true;
            at = r * A.ld + c;
        } else {
            tcr_scan_find(A, i, h);
            reset = tcr_scan_offsets_bad(A, i) ? (unsigned)TCR_SCAN_WRONG : 0u;
        }
        if (h.begins)
            reset |= 1u;
        if (h.within)
            tcr_get<0>(v) = tcr_library_scan_value<T, Op>(TCR_LOAD(A.x[at]));
    }
    TCR_DEVICE static void scan(const args &A, long long i, typename vars::value &v, const held &h)
    {
        long long at = i;
        if (!h.within)
            return;
        if (A.flags & TCR_SEGMENTS_ROWS) {
            long long r, c;
            row(A, i, r, c);
            at = r * A.result_ld + c;
        }
        TCR_STORE(A.result[at]) =
            h.begins && !A.inclusive() ? tcr_library_scan_start<T, Op>() : tcr_get<0>(v);
    }
};

/* The kernels of an operation, for arrays and for parts of them. */
#define TCR_LIBRARY_SCAN(T, name)                                                                  \
    typedef tcr_library_scan_args<T> tcr_scan_args_##name;                                         \
    typedef tcr_library_scan_array<T, tcr_op_##name> tcr_scan_array_##name;                        \
    typedef tcr_library_scan_parts<T, tcr_op_##name> tcr_scan_parts_##name;                        \
    TCR_KERNEL_SCAN(library_scan_##name, tcr_scan_args_##name, tcr_scan_array_##name,              \
                    TCR_LIBRARY_SCAN_EACH(sizeof(T)))                                              \
    TCR_KERNEL_SCAN(library_scan_parts_##name, tcr_scan_args_##name, tcr_scan_parts_##name,        \
                    TCR_LIBRARY_SCAN_EACH(sizeof(T) + 1))                                          \
    TCR_KERNEL_SCAN_ROWS(library_scan_rows_##name, T, tcr_op_##name,                               \
                         TCR_LIBRARY_ROWS_EACH(sizeof(T)))
#define TCR_LIBRARY_SCAN_OTHERS(T)                                                                 \
    TCR_LIBRARY_SCAN(T, mul)                                                                       \
    TCR_LIBRARY_SCAN(T, min)                                                                       \
    TCR_LIBRARY_SCAN(T, max)
#define TCR_LIBRARY_SCAN_BITS(T)                                                                   \
    TCR_LIBRARY_SCAN(T, and)                                                                       \
    TCR_LIBRARY_SCAN(T, or)                                                                        \
    TCR_LIBRARY_SCAN(T, xor)

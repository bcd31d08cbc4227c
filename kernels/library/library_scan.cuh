/* SPDX-License-Identifier: MIT */
/*
 * library_scan.cuh: the kernels behind tcr_scan.h, for one element type: prefix sums of an array,
 * of rows, and of segments between offsets (scan.cuh).
 *
 * Segments, and rows that are few and longer than a tile, are one line of elements in which a new
 * one begins the sums anew.  Where that is, is marked before a tile's elements are read: a warp
 * looks for the first offset in the tile, and the threads go along the offsets from there.
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

/* Where a tile's elements are, by their numbers in the tile. */
struct tcr_library_scan_place {
    long long x, result; /* where its first one is */
    unsigned next_row;   /* from this one on they are in the next row */
    unsigned from, to;   /* those of any row or segment */
};

template <class T>
TCR_DEVICE long long tcr_scan_offset(const tcr_library_scan_args<T> &A, long long k)
{
    return A.flags & TCR_SEGMENTS_WIDE ? (long long)tcr_cast<const long long>(A.offsets)[k]
                                       : (long long)tcr_cast<const int>(A.offsets)[k];
}

/* How many lanes of the warp say so? */
TCR_DEVICE unsigned tcr_scan_count(bool x)
{
    unsigned n = x;
    TCR_UNROLL
    for (int mask = 1; mask < 32; mask *= 2)
        n += tcr_shfl_xor(n, mask);
    return n;
}

/* The first of n + 1 offsets that is not below e, or n + 1: a warp looks at 32 of them at a time,
 * at first where it would be if all segments had one length. */
template <class T>
TCR_DEVICE long long tcr_scan_find(const tcr_library_scan_args<T> &A, long long e)
{
    long long low = 0, high = A.n + 1, step = 1;
    long long from =
        (long long)((double)e * ((double)A.n / (double)(A.extent > 0 ? A.extent : 1))) - 15;
    from = from + 32 > high ? high - 32 : from;
    from = from < 0 ? 0 : from;
    TCR_ROLL
    while (low < high) {
        const long long at = from + tcr_lane() * step;
        const unsigned below = tcr_scan_count(at < high && tcr_scan_offset(A, at) < e);
        const long long next = from + below * step;
        high = below < 32 && next < high ? next : high;
        low = below > 0 ? next - step + 1 : low;
        from = low;
        step = (high - low + 31) / 32;
    }
    return low;
}

/* Do the offsets from `from` on, up to `to`, decrease or leave the array?  (This thread's.) */
template <class T>
TCR_DEVICE bool tcr_scan_offsets_bad(const tcr_library_scan_args<T> &A, long long from,
                                     long long to)
{
    bool bad = false;
    TCR_ROLL
    for (long long k = from + tcr_thread(); k < to; k += tcr_threads()) {
        const long long x = tcr_scan_offset(A, k);
        bad |= x < 0 || x > A.extent || (k > 0 && tcr_scan_offset(A, k - 1) > x);
    }
    return bad;
}

template <class T, class Op> struct tcr_library_scan_parts : tcr_library_scan_array<T, Op> {
    typedef tcr_library_scan_args<T> args;
    typedef typename tcr_library_scan_array<T, Op>::vars vars;
    typedef tcr_library_scan_place place;
    enum { inclusive = TCR_SCAN_ASKED, resets = 1 };

    /* Element x of all, in a tile: 0 where it is in front of it, n where it is behind it. */
    TCR_DEVICE static unsigned within(long long x, long long first, unsigned n)
    {
        return x <= first ? 0 : x < first + n ? (unsigned)(x - first) : n;
    }
    /* Rows are longer than a tile. */
    TCR_DEVICE static void mark_row(const args &A, long long first, unsigned n,
                                    unsigned char *begins, place &h)
    {
        if (tcr_thread() != 0)
            return;
        const long long row = first / A.length, column = first - row * A.length;
        const unsigned next_row = within(A.length, column, n);
        h = {row * A.ld + column, row * A.result_ld + column, next_row, 0, n};
        if (column == 0)
            begins[0] = 1;
        else if (next_row < n)
            begins[next_row] = 1;
    }
    TCR_DEVICE static bool mark(const args &A, long long first, unsigned n, long long number,
                                long long count, unsigned char *begins, place &h)
    {
        if (A.flags & TCR_SEGMENTS_ROWS) {
            mark_row(A, first, n, begins, h);
            return false;
        }
        if (tcr_thread() == 0)
            h = {first, first, n, within(tcr_scan_offset(A, 0), first, n),
                 within(A.n > 0 ? tcr_scan_offset(A, A.n) : 0, first, within(A.extent, first, n))};
        TCR_ROLL
        for (long long k = tcr_scan_find(A, first) + tcr_thread(); k <= A.n; k += tcr_threads()) {
            const long long at = tcr_scan_offset(A, k);
            if (at >= first + n)
                break;
            if (at >= first) /* or they are wrong */
                begins[at - first] = 1;
        }
        /* a tile's share of the offsets is looked at */
        const double share = (double)(A.n + 1) / (double)count;
        const long long to =
            number + 1 < count ? (long long)(share * (double)(number + 1)) : A.n + 1;
        return tcr_scan_offsets_bad(A, (long long)(share * (double)number),
                                    to < A.n + 1 ? to : A.n + 1);
    }
    TCR_DEVICE static void input(const args &A, unsigned i, typename vars::value &v, const place &h)
    {
        if (i >= h.from && i < h.to)
            tcr_get<0>(v) = tcr_library_scan_value<T, Op>(
                TCR_LOAD(A.x[h.x + i + (i >= h.next_row ? A.ld - A.length : 0)]));
    }
    TCR_DEVICE static void scan(const args &A, unsigned i, typename vars::value &v, const place &h)
    {
        if (i >= h.from && i < h.to)
            TCR_STORE(A.result[h.result + i + (i >= h.next_row ? A.result_ld - A.length : 0)]) =
                tcr_get<0>(v);
    }
};

/* The kernels of an operation, for arrays and for parts of them. */
#define TCR_LIBRARY_SCAN(T, name)                                                                  \
    typedef tcr_library_scan_args<T> tcr_scan_args_##name;                                         \
    typedef tcr_library_scan_array<T, tcr_op_##name> tcr_scan_array_##name;                        \
    typedef tcr_library_scan_parts<T, tcr_op_##name> tcr_scan_parts_##name;                        \
    TCR_KERNEL_SCAN_OF(library_scan_##name, tcr_scan_args_##name, tcr_scan_array_##name,           \
                       TCR_LIBRARY_SCAN_EACH(sizeof(T)),                                           \
                       (tcr_scan_blocks<T, tcr_op_##name>::array))                                 \
    TCR_KERNEL_SCAN_OF(library_scan_parts_##name, tcr_scan_args_##name, tcr_scan_parts_##name,     \
                       TCR_LIBRARY_SCAN_EACH(sizeof(T) + 1),                                       \
                       (tcr_scan_blocks<T, tcr_op_##name>::parts))                                 \
    TCR_KERNEL_SCAN_ROWS(library_scan_rows_##name, T, tcr_op_##name)
#define TCR_LIBRARY_SCAN_OTHERS(T)                                                                 \
    TCR_LIBRARY_SCAN(T, mul)                                                                       \
    TCR_LIBRARY_SCAN(T, min)                                                                       \
    TCR_LIBRARY_SCAN(T, max)
#define TCR_LIBRARY_SCAN_BITS(T)                                                                   \
    TCR_LIBRARY_SCAN(T, and)                                                                       \
    TCR_LIBRARY_SCAN(T, or)                                                                        \
    TCR_LIBRARY_SCAN(T, xor)

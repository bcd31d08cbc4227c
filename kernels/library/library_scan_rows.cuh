/* SPDX-License-Identifier: MIT */
/*
 * library_scan_rows.cuh: prefix sums of rows, of which no block needs another one's.
 *
 * Blocks take pieces in turns: some neighbouring rows, as many as fill a tile, or several tiles if
 * a row is a large part of one.  A block goes along its piece tile by tile, and has what is in
 * front of a tile from the one before.  (Where there are few rows, and long ones, tiles of all
 * blocks go along all rows instead: library_scan.cuh.)
 *
 * In a tile, each warp reads its elements lane by lane, and passes them through shared memory, from
 * where each lane takes a run of neighbours; results go back the same way (scan.cuh).  A thread
 * divides by the rows' length once for each of these three walks, and counts from there on.
 */
#pragma once
#include "library_scan_values.cuh"

/* What a walk knows of an element: how many its row has from it on, and where it lies. */
struct tcr_rows_walk {
    unsigned left;
    long long at;
};

/* The rows of a tile: it begins in row `row` with its element `column`. */
struct tcr_rows_tile {
    long long row, column;
    unsigned n; /* elements */
};

/* Lengths as a tile of them sees them: a longer row ends in no tile that it begins in. */
enum : unsigned { TCR_ROWS_ENDLESS = 1u << 30 };

template <class T> struct tcr_rows_shape {
    const tcr_library_scan_args<T> &A;
    unsigned length;
    /* From an element to that of 32 further: whole rows, and elements besides */
    unsigned rows_on, on;

    TCR_DEVICE static unsigned clip(long long x)
    {
        return x < (long long)TCR_ROWS_ENDLESS ? (unsigned)x : (unsigned)TCR_ROWS_ENDLESS;
    }
    TCR_DEVICE explicit tcr_rows_shape(const tcr_library_scan_args<T> &a)
        : A(a), length(clip(a.length)), rows_on(32 / length), on(32 % length)
    {
    }
    /* Element i behind the tile's first one: row and column. */
    TCR_DEVICE tcr_rows_tile behind(const tcr_rows_tile &t, unsigned i) const
    {
        const unsigned first = clip(A.length - t.column);
        if (i < first)
            return {t.row, t.column + i, 0};
        const unsigned beyond = i - first, rows = beyond / length;
        return {t.row + 1 + rows, (long long)(beyond - rows * length), 0};
    }
    TCR_DEVICE tcr_rows_walk walk(const tcr_rows_tile &t, unsigned i, long long ld) const
    {
        const tcr_rows_tile e = behind(t, i);
        return {clip(A.length - e.column), e.row * ld + e.column};
    }
    /* By 32 elements. */
    TCR_DEVICE void step(tcr_rows_walk &w, long long ld) const
    {
        const bool over = w.left <= on;
        w.left += (over ? length : 0u) - on;
        w.at += (long long)rows_on * ld + on + (over ? ld - A.length : 0);
    }
    /* Elements from element i on to the next that begins a row. */
    TCR_DEVICE unsigned to_begin(const tcr_rows_tile &t, unsigned i) const
    {
        const tcr_rows_tile e = behind(t, i);
        return e.column == 0 ? 0u : clip(A.length - e.column);
    }
};

template <class T, class Op, int U, int threads> struct tcr_rows_scan {
    typedef tcr_vars<tcr_var<T, Op, typename tcr_sum_tile<T>::type>> vars;
    typedef tcr_scan_carry<vars, true> carry;
    typedef tcr_library_scan_args<T> args;

    const args &A;
    const tcr_rows_shape<T> shape;

    TCR_DEVICE explicit tcr_rows_scan(const args &a) : A(a), shape(a)
    {
    }
    TCR_DEVICE static T *room()
    {
        TCR_SHARED unsigned long long words[(sizeof(T) * U * threads + 7) / 8];
        return (T *)words;
    }
    TCR_DEVICE static carry one(T x)
    {
        typename vars::value v;
        carry c;
        tcr_get<0>(v) = x;
        tcr_set_list(c.x, v);
        c.reset = 0;
        return c;
    }
    /* A tile's elements, a run of neighbours in each thread.  `dense`: nothing is between rows. */
    template <bool dense> TCR_DEVICE void take(T (&x)[U], const tcr_rows_tile &t) const
    {
        const unsigned first = tcr_thread() / 32 * (32 * U) + tcr_lane();
        tcr_rows_walk w = {0, t.row * A.ld + t.column + first};
        if constexpr (!dense)
            w = shape.walk(t, first, A.ld);
        TCR_UNROLL
        for (unsigned u = 0; u < U; ++u) {
            x[u] = Op::template identity<T>();
            if (first + u * 32 < t.n)
                x[u] = TCR_LOAD(A.x[dense ? w.at + u * 32 : w.at]);
            if constexpr (!dense)
                shape.step(w, A.ld);
        }
        tcr_lanes_meet(0xffffffffu); /* the last tile's results have left */
        TCR_UNROLL
        for (unsigned u = 0; u < U; ++u)
            room()[first + u * 32] = tcr_library_scan_value<T, Op>(x[u]);
        tcr_lanes_meet(0xffffffffu);
        TCR_UNROLL
        for (unsigned u = 0; u < U; ++u)
            x[u] = room()[run() + u];
    }
    template <bool dense> TCR_DEVICE void leave(const tcr_rows_tile &t) const
    {
        const unsigned first = tcr_thread() / 32 * (32 * U) + tcr_lane();
        tcr_rows_walk w = {0, t.row * A.result_ld + t.column + first};
        if constexpr (!dense)
            w = shape.walk(t, first, A.result_ld);
        tcr_lanes_meet(0xffffffffu);
        TCR_UNROLL
        for (unsigned u = 0; u < U; ++u) {
            if (first + u * 32 < t.n)
                TCR_STORE(A.result[dense ? w.at + u * 32 : w.at]) = room()[first + u * 32];
            if constexpr (!dense)
                shape.step(w, A.result_ld);
        }
    }
    /* The first element of this thread's run. */
    TCR_DEVICE static unsigned run()
    {
        return tcr_thread() / 32 * (32 * U) + tcr_lane() * U;
    }
    /* Which elements of the run begin a row: a bit each. */
    TCR_DEVICE unsigned begins(const tcr_rows_tile &t) const
    {
        unsigned bits = 0;
        TCR_ROLL
        for (unsigned u = shape.to_begin(t, run()); u < U; u += shape.length)
            bits |= 1u << u;
        return bits;
    }
    /* `so_far`: what is in front of the tile, and then of the next one. */
    template <bool dense> TCR_DEVICE void tile(const tcr_rows_tile &t, carry &so_far) const
    {
        const bool own = A.inclusive();
        const unsigned bits = begins(t);
        const carry start = one(tcr_library_scan_start<T, Op>());
        carry before, all = tcr_nothing<carry>();
        T x[U];

        take<dense>(x, t);
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            all = tcr_join(bits >> u & 1 ? start : all, one(x[u]));
        all.reset = bits != 0;
        tcr_scan_block(before, all);
        carry c = tcr_join(so_far, before);
        so_far = tcr_join(so_far, all);
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            const carry front = bits >> u & 1 ? start : c;
            typename vars::value v;
            c = tcr_join(front, one(x[u]));
            tcr_get_list(v, own ? c.x : front.x);
            room()[run() + (unsigned)u] = tcr_get<0>(v);
        }
        leave<dense>(t);
    }
    /* Rows of a piece. */
    TCR_DEVICE static long long rows(const args &A)
    {
        const long long size = (long long)U * tcr_threads(), enough = A.n / (4 * tcr_blocks());
        if (A.length <= size / 8)
            return size / A.length;
        const long long several = (8 * size - 1) / A.length + 1;
        return enough < 1 ? 1 : several < enough ? several : enough;
    }
    template <bool dense> TCR_DEVICE void go() const
    {
        const long long size = (long long)U * tcr_threads(), each = rows(A);
        TCR_ROLL
        for (long long row = tcr_block() * each; row < A.n; row += tcr_blocks() * each) {
            long long left = (A.n - row < each ? A.n - row : each) * A.length;
            tcr_rows_tile t = {row, 0, 0};
            carry so_far = tcr_nothing<carry>();
            TCR_ROLL
            for (; left > 0; left -= size) {
                t.n = (unsigned)(left < size ? left : size);
                tile<dense>(t, so_far);
                t = shape.behind(t, t.n);
            }
        }
    }
};

#define TCR_KERNEL_SCAN_ROWS(name, T, op, unroll)                                                  \
    TCR_KERNEL_ENTRY_OF(TCR_SCAN_THREADS, (tcr_scan_blocks<T, op>::rows))                          \
    name(const tcr_library_scan_args<T> A, const tcr_grid G)                                       \
    {                                                                                              \
        const tcr_rows_scan<T, op, unroll, TCR_SCAN_THREADS> rows(A);                              \
        if (A.ld == A.length && A.result_ld == A.length)                                           \
            rows.template go<true>();                                                              \
        else                                                                                       \
            rows.template go<false>();                                                             \
        if (tcr_block() == 0 && tcr_thread() == 0)                                                 \
            G.result[0].u = 0;                                                                     \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_library_scan_args<T>)

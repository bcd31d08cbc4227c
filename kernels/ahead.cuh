/* SPDX-License-Identifier: MIT */
/*
 * ahead.cuh: iterations of levels whose reads are made ahead (rewriter/plan/plan_ahead.c): a thread
 * reads what several of its iterations need before it does the first of them.
 *
 * A Body has, besides `run`,
 *
 *     early       what an iteration reads ahead; `bytes` of it
 *     first       reads it
 *     levels      where these are several, an iteration is a tcr_spot, and inner() is the number of
 *                 iterations of the innermost one
 *     if_apart    only where the call's arrays do not overlap (tcr_grid::trips)
 *
 * Of several levels, a warp has 32 neighbours of the innermost one and goes on to the next row, so
 * that what rows read alike is in its registers, or near.  Warps of a block have neighbouring
 * columns, and blocks rows of as many as can be: no iteration's number is divided.  (Tiles of the
 * iteration space as in Nguyen, Satish, Chhugani, Kim and Dubey, "3.5-D Blocking Optimization for
 * Stencil Computations", SC 2010, without its shared memory.)
 */
#pragma once
#include "nest.cuh"
#include "reduce.cuh"

/* Row: the number of an iteration of all levels but the innermost. */
struct tcr_spot {
    long long row, at;
};

/* Iterations of a thread at a time, for so many bytes of reads. */
TCR_DEVICE constexpr int tcr_ahead_of(int bytes)
{
    return bytes > 48 ? 1 : bytes > 32 ? 2 : 4;
}

enum {
    TCR_AHEAD_THREADS = 256, /* so that there are registers for all reads (TCR_REGION_AHEAD) */
    TCR_PATCH_ROWS = 8,      /* fewer are not worth it, */
    TCR_PATCH_AT = 64,       /* nor are shorter ones */
    TCR_PATCH_WASTE = 8,     /* of so many lanes, one may have nothing to do */
    TCR_PATCH_TURNS = 16,    /* parts of a group, at most, */
    TCR_PATCH_LEAST = 16,    /* where each has so many rows */
};

/* sums: is something reduced? */
template <bool sums, class Vars, class Body, class Args> struct tcr_ahead {
    enum { B = tcr_ahead_of((int)Body::bytes) };
    const Args &A;
    typename Vars::tiles &tiles;
    unsigned plain;

    template <bool ahead, class Spot>
    TCR_DEVICE void run(const Spot &spot, const typename Body::early &e) const
    {
        if constexpr (sums) {
            typename Vars::value v;
            tcr_reset(v);
            Body::template run<ahead>(A, spot, v, e);
            tcr_add(tiles, v, plain);
        } else {
            Body::template run<ahead>(A, spot, e);
        }
    }
    template <int N, class Spot> TCR_DEVICE void several(const Spot (&spot)[N]) const
    {
        typename Body::early e[N];
        TCR_UNROLL
        for (int k = 0; k < N; ++k)
            Body::first(A, spot[k], e[k]);
        TCR_UNROLL
        for (int k = 0; k < N; ++k)
            run<true>(spot[k], e[k]);
    }
    TCR_DEVICE auto spot_of(long long it) const
    {
        if constexpr (Body::levels > 1) {
            tcr_spot spot = {it, 0};
            spot.at = tcr_divide(spot.row, Body::inner(A));
            return spot;
        } else {
            return it;
        }
    }
    /* Neighbouring lanes have neighbouring iterations. */
    TCR_DEVICE void line(long long n) const
    {
        const long long step = (long long)tcr_blocks() * tcr_threads();
        long long it = (long long)tcr_block() * tcr_threads() + tcr_thread();
        if constexpr (B > 1) {
            TCR_ROLL
            for (; it + (B - 1) * step < n; it += B * step) {
                decltype(spot_of(it)) spot[B];
                TCR_UNROLL
                for (int k = 0; k < B; ++k)
                    spot[k] = spot_of(it + k * step);
                several<B>(spot);
            }
        }
        TCR_ROLL
        for (; it < n; it += step) {
            const decltype(spot_of(it)) spot[1] = {spot_of(it)};
            several<1>(spot);
        }
    }
    /* Nothing is read ahead. */
    TCR_DEVICE void in_place(long long n) const
    {
        const long long step = (long long)tcr_blocks() * tcr_threads();
        typename Body::early nothing;
        TCR_ROLL
        for (long long it = (long long)tcr_block() * tcr_threads() + tcr_thread(); it < n;
             it += step)
            run<false>(spot_of(it), nothing);
    }
    /* A part of a column. */
    TCR_DEVICE void down(long long row, long long end, long long at) const
    {
        if constexpr (B > 1) {
            TCR_ROLL
            for (; row + B <= end; row += B) {
                tcr_spot spot[B];
                TCR_UNROLL
                for (int k = 0; k < B; ++k)
                    spot[k] = {row + k, at};
                several<B>(spot);
            }
        }
        TCR_ROLL
        for (; row < end; ++row) {
            const tcr_spot spot[1] = {{row, at}};
            several<1>(spot);
        }
    }
    /* Lanes without a column, if strips are so wide. */
    TCR_DEVICE static long long idle(long long columns, long long width)
    {
        return (columns + width - 1) / width * width - columns;
    }
    /* Into how many parts strips are cut, so that all groups have as many parts as the others, or
     * nearly: the larger, the better. */
    TCR_DEVICE static long long cuts(long long rows, long long strips, unsigned groups)
    {
        long long parts = groups / strips;
        for (unsigned turns = 1; parts * strips < (long long)turns * groups / 16 * 15; ++turns) {
            const long long more = (turns + 1ll) * groups / strips;
            if (turns == TCR_PATCH_TURNS || more * TCR_PATCH_LEAST > rows)
                break;
            parts = more;
        }
        return parts < 1 ? 1 : parts < rows ? parts : rows;
    }
    /* Strips of as many columns as some warps have lanes, cut into parts, one for each group of
     * such warps.  Groups one behind the other have strips one beside the other: together they go
     * along whole rows, of which the memory keeps little open at a time. */
    TCR_DEVICE void patches(long long rows, long long columns) const
    {
        const unsigned warps = tcr_threads() / 32, warp = tcr_thread() / 32;
        unsigned across = warps;
        while (across % 2 == 0 && idle(columns, 32ll * across) > columns / TCR_PATCH_WASTE)
            across /= 2;
        const long long width = 32ll * across, strips = (columns + width - 1) / width;
        const unsigned here = warps / across, group = tcr_block() * here + warp / across;
        const unsigned groups = tcr_blocks() * here;
        const long long parts = cuts(rows, strips, groups);
        const unsigned lane = warp % across * 32 + tcr_lane();
        TCR_ROLL
        for (long long tile = group; tile < parts * strips; tile += groups) {
            const long long part = tile / strips, at = (tile - part * strips) * width + lane;
            if (at < columns)
                down(rows * part / parts, rows * (part + 1) / parts, at);
        }
    }
    TCR_DEVICE void all(const tcr_grid &G) const
    {
        if constexpr (Body::if_apart) {
            if (!G.trips) {
                in_place(G.n);
                return;
            }
        }
        if constexpr (Body::levels > 1) {
            const long long columns = Body::inner(A);
            if (columns >= TCR_PATCH_AT && G.n >= columns * TCR_PATCH_ROWS) {
                patches(G.n / columns, columns);
                return;
            }
        }
        line(G.n);
    }
};

template <class Vars, class Body, class Args>
TCR_DEVICE void tcr_reduce_ahead(const Args &A, const tcr_grid &G)
{
    typename Vars::tiles tiles;
    tcr_start(tiles);
    tcr_settle(tiles);
    tcr_ahead<true, Vars, Body, Args>{A, tiles, G.plain}.all(G);
    tcr_sync_block();
    tcr_finish<Vars, tcr_copies<>>(G, tiles);
}

template <class Body, class Args> TCR_DEVICE void tcr_map_ahead(const Args &A, const tcr_grid &G)
{
    tcr_vars<>::tiles none;
    tcr_ahead<false, tcr_vars<>, Body, Args>{A, none, 0}.all(G);
}

#define TCR_KERNEL_MAP_AHEAD(name, args, body)                                                     \
    TCR_KERNEL_ENTRY_OF(TCR_AHEAD_THREADS, 4) name(const args A, const tcr_grid G)                 \
    {                                                                                              \
        tcr_map_ahead<body>(A, G);                                                                 \
        tcr_leave_written(G);                                                                      \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
#define TCR_KERNEL_AHEAD(name, args, vars, body)                                                   \
    TCR_KERNEL_ENTRY_OF(TCR_AHEAD_THREADS, 4) name(const args A, const tcr_grid G)                 \
    {                                                                                              \
        tcr_reduce_ahead<vars, body>(A, G);                                                        \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)

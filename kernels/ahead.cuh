/* SPDX-License-Identifier: MIT */
/*
 * ahead.cuh: iterations of levels whose reads are made ahead (rewriter/plan/plan_ahead.c): a thread
 * reads what several of its iterations need before it does the first of them.
 *
 * A Body has, besides `run`,
 *
 *     early       what an iteration reads ahead; `bytes` of it
 *     first       reads it
 *     levels      where these are several, an iteration is a tcr_spot, inner() is the number of
 *                 iterations of the innermost one, middle() of the one around it, of three, and
 *                 begin() what the innermost one's variable begins with
 *     rows        and so many neighbours in a column are done at once
 *     if_apart    only where the call's arrays do not overlap (tcr_grid::trips)
 *
 * Where nothing is reduced and there are many iterations, blocks take patches of a few rows in the
 * order of the rows: all that the device has at a time lies together, and the memory keeps few
 * pages open.  Where something is reduced, who has which must not depend on time: if rows share
 * reads, blocks have such patches at fixed distances, and their warps meet after each (else they
 * drift apart).
 *
 * Else, of several levels, a warp has 32 neighbours of the innermost one and goes on to the next
 * row, so that what rows read alike is in its registers, or near.  Warps of a block have
 * neighbouring columns, and blocks rows of as many as can be: no iteration's number is divided.
 * (Tiles of the iteration space as in Nguyen, Satish, Chhugani, Kim and Dubey, "3.5-D Blocking
 * Optimization for Stencil Computations", SC 2010, without its shared memory.)
 */
#pragma once
#include "nest.cuh"
#include "reduce.cuh"

/* Iterations of the innermost level, of the one around it, and of all others together. */
struct tcr_spot {
    long long outer, row, at;
};

enum {
    TCR_AHEAD_THREADS = 256, /* so that there are registers for all reads (TCR_REGION_AHEAD) */
    TCR_PATCH_ROWS = 8,      /* fewer are not worth it, */
    TCR_PATCH_AT = 64,       /* nor are shorter ones */
    TCR_PATCH_WASTE = 8,     /* of so many lanes, one may have nothing to do */
    TCR_PATCH_EVEN = 32,     /* columns that fill lines of the cache */
    TCR_PATCH_TURNS = 16,    /* parts of a group, at most, */
    TCR_PATCH_LEAST = 16,    /* where each has so many rows; */
    TCR_PATCH_MANY = 3,      /* low ones of a block, at least, where something is reduced, */
    TCR_PATCH_SHARING = 4,   /* and so many rows are done at once */
};

/* Iterations of levels whose patches blocks take in turns: what fewer of them touch fits into the
 * cache, and to ask takes longer than it saves. */
#ifdef TCR_SIM
#define TCR_TURNS_FROM (1ll << 15) /* so that tests come to it */
#define TCR_WIDE_FROM 64
#else
#define TCR_TURNS_FROM (1ll << 25)
#define TCR_WIDE_FROM 1024 /* columns, for patches that begin where the loop's variable is even */
#endif

/* Numbers of what a block does, from its own on, then in the order in which blocks ask.  All
 * threads call next(), each time after take(), which goes on while they work. */
struct tcr_turns {
    unsigned taken, odd;

    TCR_DEVICE tcr_turns() : taken(0), odd(0)
    {
    }
    TCR_DEVICE void take(const tcr_grid &G)
    {
        if (tcr_thread() == 0)
            taken = tcr_blocks() + tcr_atomic_add(G.ticket + 1, 1u);
    }
    TCR_DEVICE unsigned next()
    {
        TCR_SHARED unsigned place[2]; /* in turns: one may still be read */
        if (tcr_thread() == 0)
            place[odd] = taken;
        tcr_sync_block();
        odd ^= 1;
        return place[odd ^ 1];
    }
};

/* sums: is something reduced? */
template <bool sums, class Vars, class Body, class Args> struct tcr_ahead {
    enum { B = TCR_AHEAD_OF((int)Body::bytes) };
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
            tcr_spot spot = {0, it, 0};
            spot.at = tcr_divide(spot.row, Body::inner(A));
            if constexpr (Body::levels > 2) {
                spot.outer = spot.row;
                spot.row = tcr_divide(spot.outer, Body::middle(A));
            }
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
    /* A part of a column, of so many rows. */
    TCR_DEVICE void down(tcr_spot from, long long rows) const
    {
        if constexpr (Body::rows > 1) {
            TCR_ROLL
            for (; rows >= Body::rows; rows -= Body::rows) {
                tcr_spot spot[Body::rows];
                TCR_UNROLL
                for (int k = 0; k < Body::rows; ++k)
                    spot[k] = {from.outer, from.row + k, from.at};
                several<Body::rows>(spot);
                from.row += Body::rows;
            }
        }
        TCR_ROLL
        for (; rows > 0; --rows) {
            const tcr_spot spot[1] = {from};
            several<1>(spot);
            ++from.row;
        }
    }
    /* Rows of all levels but the innermost, from `row` to `end`. */
    TCR_DEVICE void column(long long row, long long end, long long at) const
    {
        if constexpr (Body::levels > 2) {
            const long long middle = Body::middle(A);
            TCR_ROLL
            while (row < end) {
                tcr_spot from = {row, 0, at};
                from.row = tcr_divide(from.outer, middle);
                const long long left = middle - from.row;
                const long long rows = end - row < left ? end - row : left;
                down(from, rows);
                row += rows;
            }
        } else {
            down({0, row, at}, end - row);
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
     * along whole rows, of which the memory keeps little open at a time.  Wide rows are cut where
     * the loop's variable is even: if rows begin with lines of the cache, no warp writes a part of
     * one. `low`: cut into parts of a few rows. */
    template <bool low>
    TCR_DEVICE void patches(const tcr_grid &G, long long rows, long long columns) const
    {
        const unsigned warps = tcr_threads() / 32, warp = tcr_thread() / 32;
        const long long before =
            columns >= TCR_WIDE_FROM ? Body::begin(A) & (TCR_PATCH_EVEN - 1) : 0;
        const long long all = before + columns;
        unsigned across = warps;
        while (across % 2 == 0 && idle(all, 32ll * across) > columns / TCR_PATCH_WASTE)
            across /= 2;
        const long long width = 32ll * across, strips = (all + width - 1) / width;
        const unsigned here = warps / across, lane = warp % across * 32 + tcr_lane();
        const bool takes = takes_turns(G.n);
        const bool are_low = low || takes;
        const long long parts = are_low ? (rows + TCR_PATCH_ROWS - 1) / TCR_PATCH_ROWS
                                        : cuts(rows, strips, tcr_blocks() * here);
        tcr_turns turns;
        TCR_ROLL
        for (long long turn = tcr_block(); turn * here < parts * strips;) {
            if (takes)
                turns.take(G);
            const long long tile = turn * here + warp / across, part = tile / strips;
            const long long at = (tile - part * strips) * width + lane - before;
            const long long first = are_low ? part * TCR_PATCH_ROWS : rows * part / parts;
            const long long end = are_low ? first + TCR_PATCH_ROWS : rows * (part + 1) / parts;
            if (at >= 0 && at < columns)
                column(first, end < rows ? end : rows, at);
            if (low)
                tcr_sync_block();
            turn = takes ? turns.next() : turn + tcr_blocks();
        }
    }
    /* Do blocks take patches of a few rows in turns?  Only where nothing is reduced, so that it
     * does not matter who has which. */
    TCR_DEVICE static bool takes_turns(long long n)
    {
        return !sums && Body::levels > 1 && n >= TCR_TURNS_FROM;
    }
    /* Are there so many low patches, at fixed distances, that it hardly matters if the last ones
     * leave some blocks idle? */
    TCR_DEVICE static bool many(long long n)
    {
        return n / TCR_PATCH_ROWS >= (long long)TCR_PATCH_MANY * tcr_threads() * tcr_blocks();
    }
    /* false: rows are too short for patches, or too few. */
    TCR_DEVICE bool in_patches(const tcr_grid &G) const
    {
        constexpr bool may_be_low = sums && (int)Body::rows >= TCR_PATCH_SHARING;
        if constexpr (Body::levels > 1) {
            const long long columns = Body::inner(A);
            if (columns >= TCR_PATCH_AT && G.n >= columns * TCR_PATCH_ROWS) {
                if (may_be_low && many(G.n))
                    patches<may_be_low>(G, G.n / columns, columns);
                else
                    patches<false>(G, G.n / columns, columns);
                return true;
            }
        }
        return false;
    }
    TCR_DEVICE void all(const tcr_grid &G) const
    {
        if constexpr (Body::if_apart) {
            if (!G.trips) {
                in_place(G.n);
                return;
            }
        }
        if (!in_patches(G))
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
    const tcr_ahead<false, tcr_vars<>, Body, Args> ahead{A, none, 0};
    ahead.all(G);
    if (!ahead.takes_turns(G.n)) {
        tcr_leave_written(G);
        return;
    }
    tcr_sync_block();
    if (tcr_is_last(G) && tcr_thread() == 0) {
        G.ticket[0] = G.ticket[1] = 0;
        if (G.tag)
            tcr_tell(G, 0, 0);
    }
}

#define TCR_KERNEL_MAP_AHEAD(name, args, body)                                                     \
    TCR_KERNEL_ENTRY_OF(TCR_AHEAD_THREADS, 4) name(const args A, const tcr_grid G)                 \
    {                                                                                              \
        tcr_map_ahead<body>(A, G);                                                                 \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
#define TCR_KERNEL_AHEAD(name, args, vars, body)                                                   \
    TCR_KERNEL_ENTRY_OF(TCR_AHEAD_THREADS, 4) name(const args A, const tcr_grid G)                 \
    {                                                                                              \
        tcr_reduce_ahead<vars, body>(A, G);                                                        \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)

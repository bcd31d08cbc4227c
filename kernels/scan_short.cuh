/* SPDX-License-Identifier: MIT */
/*
 * scan_short.cuh: prefix sums of a loop whose iterations all blocks have at once, and its kernel.
 *
 * Each block has one tile, of as few iterations a thread as the launch has chosen
 * (tcr_grid.shared_copies), and waits once for what the blocks before it come to
 * (scan_before.cuh).
 */
#pragma once
#include "scan_before.cuh"

/* A tile of few iterations a thread, which no other thread needs: in each of U rows of a warp's 32
 * neighbours, a lane has one. */
template <class Body, int U> struct tcr_scan_rows_tile {
    typedef typename Body::vars vars;
    typedef typename vars::value value;
    typedef tcr_scan_carry_of<Body> carry;

    typename Body::held kept[U];
    carry ahead[U]; /* of each row, what this lane's scan phase has in front of it in the warp */
    unsigned n;     /* iterations */

    TCR_DEVICE static unsigned place(int u)
    {
        return tcr_thread() / 32 * (32 * U) + (unsigned)u * 32 + tcr_lane();
    }
    /* What the lanes up to this one come to in each row; rows are under way together. */
    TCR_DEVICE void add_lanes()
    {
        TCR_UNROLL
        for (unsigned by = 1; by < 32; by *= 2) {
            TCR_UNROLL
            for (int u = 0; u < U; ++u) {
                const carry other = tcr_their_carry(ahead[u], tcr_of_lower{by});
                if (tcr_lane() >= by)
                    ahead[u] = tcr_join(other, ahead[u]);
            }
        }
    }
    /* The input phase of the iterations from `first` on; what the warp's come to. */
    template <class Args> TCR_DEVICE carry input(const Args &A, long long first)
    {
        carry all = tcr_nothing<carry>();
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            value v;
            ahead[u].reset = 0;
            tcr_reset(v);
            if (place(u) < n)
                Body::input(A, first + place(u), v, ahead[u].reset, kept[u]);
            tcr_set_list(ahead[u].x, v);
        }
        add_lanes();
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            const carry row = tcr_their_carry(ahead[u], tcr_of_last{});
            if (!Body::inclusive) {
                ahead[u] = tcr_their_carry(ahead[u], tcr_of_lower{1});
                if (tcr_lane() == 0)
                    ahead[u] = tcr_nothing<carry>();
            }
            ahead[u] = tcr_join(all, ahead[u]);
            all = tcr_join(all, row);
        }
        return all;
    }
    /* The scan phase, from what is in front of the warp. */
    template <class Args> TCR_DEVICE void scan(const Args &A, long long first, const carry &c)
    {
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            value v;
            tcr_get_list(v, tcr_join(c, ahead[u]).x);
            if (place(u) < n)
                Body::scan(A, first + place(u), v, kept[u]);
        }
    }
};

/* A tile of more, through shared memory. */
template <class Body, int U, class Memory>
struct tcr_scan_runs_tile : tcr_scan_tile<Body, U, TCR_SCAN_ONCE_THREADS, Memory> {
    typedef tcr_scan_tile<Body, U, TCR_SCAN_ONCE_THREADS, Memory> tile;
    typedef typename tile::carry carry;

    template <class Args> TCR_DEVICE carry input(const Args &A, long long first)
    {
        this->turn = 0;
        this->all = tile::input(A, first);
        tcr_scan_warp(this->before, this->all);
        return this->all;
    }
    template <class Args> TCR_DEVICE void scan(const Args &A, long long first, const carry &c)
    {
        tile::scan(A, first, tcr_join(c, this->before));
    }
};

template <class Body, int U, class Tile, class Args> struct tcr_scan_once {
    enum : unsigned { threads = TCR_SCAN_ONCE_THREADS };
    typedef typename Tile::carry carry;

    const Args &A;
    const tcr_grid &G;
    const carry &start; /* of the loop */
    const tcr_scan_before<carry, threads, TCR_SCAN_ONCE_BLOCKS> before;

    TCR_DEVICE tcr_scan_once(const Args &a, const tcr_grid &g, const carry &s)
        : A(a), G(g), start(s), before(g)
    {
    }
    TCR_DEVICE void tile(unsigned block) const
    {
        const long long size = (long long)U * threads, from = block * size;
        Tile t;
        t.n = (unsigned)(G.n - from < size ? G.n - from : size);
        const carry all = t.input(A, from), ahead = before.front(block, all, start);
        if (block == tcr_blocks() - 1 && tcr_thread() == threads - 32)
            tcr_scan_end<carry>() = tcr_join(ahead, all);
        t.scan(A, from, ahead);
    }
    TCR_DEVICE void done() const
    {
        const bool has_last = tcr_block() == (G.together ? tcr_blocks() - 1 : 0);
        tcr_leave_scan<carry>(G, has_last, (int)Body::vars::slots);
    }
};

/* Of few iterations a thread, or of some, where a thread of the other form has U. */
template <class Body, int U, class Memory, class Args>
TCR_DEVICE void tcr_scan_at_once(const Args &A, const tcr_grid &G,
                                 const tcr_scan_carry_of<Body> &start)
{
    enum {
        some = U < TCR_SCAN_SOME ? U : TCR_SCAN_SOME,
        few = U < TCR_SCAN_FEW ? U : TCR_SCAN_FEW
    };
    typedef tcr_scan_once<Body, few, tcr_scan_rows_tile<Body, few>, Args> short_rows;
    typedef tcr_scan_once<Body, some, tcr_scan_runs_tile<Body, some, Memory>, Args> runs;

    if (G.shared_copies == few)
        tcr_scan_own_tile(short_rows(A, G, start), G);
    else
        tcr_scan_own_tile(runs(A, G, start), G);
}

/* Has this block the last tile, of U iterations a thread?  Without others that it may wait for,
 * block 0 has all. */
TCR_DEVICE bool tcr_has_last_tile(const tcr_grid &G, int U)
{
    return tcr_block() ==
           (G.together ? (G.n - 1) / ((long long)U * tcr_threads()) % tcr_blocks() : 0);
}

template <class Body, int U, class Args>
TCR_DEVICE void tcr_scan_loop(const Args &A, const tcr_grid &G)
{
    typename Body::vars::value v;
    tcr_scan_carry_of<Body> start;

    Body::start(A, v);
    tcr_set_list(start.x, v);
    start.reset = 0;
    if (G.shared_copies) {
        tcr_scan_at_once<Body, U, tcr_scan_memory<Body, U * TCR_SCAN_THREADS>>(A, G, start);
        return;
    }
    tcr_scan<Body, U, TCR_SCAN_THREADS>(A, G, start);
    tcr_leave_scan<tcr_scan_carry_of<Body>>(G, tcr_has_last_tile(G, U), (int)Body::vars::slots);
}

/* Blocks of the one form's threads, and of the other's. */
#define TCR_KERNEL_SCAN_OF(name, args, body, unroll, blocks)                                       \
    TCR_KERNEL_ENTRY_OF(TCR_SCAN_ONCE_THREADS, blocks)                                             \
    name(const args A, const tcr_grid G)                                                           \
    {                                                                                              \
        tcr_scan_loop<body, unroll>(A, G);                                                         \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
#define TCR_KERNEL_SCAN(name, args, body, unroll) TCR_KERNEL_SCAN_OF(name, args, body, unroll, 2)

/* SPDX-License-Identifier: MIT */
/*
 * scan_short.cuh: prefix sums of a loop whose iterations all blocks have at once, and its kernel.
 *
 * Each block has one tile (scan.cuh), of as few iterations a thread as the launch has chosen
 * (tcr_grid.shared_copies), and waits once for what the blocks before it come to: nobody waits for
 * a block with a higher number.  These are read by as many warps as it takes, 32 each, which leave
 * what they come to in shared memory.  A block's own is stored in several places, of which another
 * block looks at one.
 *
 * All is combined in the order of the iterations, by trees that depend on the grid alone.
 */
#pragma once
#include "scan.cuh"

template <class Body, int U, class Memory, class Args> struct tcr_scan_once {
    enum : unsigned {
        threads = TCR_SCAN_ONCE_THREADS,
        warps = threads / 32,
        groups = TCR_SCAN_ONCE_BLOCKS / 32, /* of blocks */
        places = TCR_SCAN_TURNS             /* there is one turn alone */
    };
    static_assert(warps + groups < 32, "room for what they come to");
    typedef tcr_scan_tile<Body, (int)U, (int)threads, Memory> tile;
    typedef typename tile::carry carry;

    const Args &A;
    const tcr_grid &G;
    const tcr_scan_words<carry> words;

    TCR_DEVICE tcr_scan_once(const Args &a, const tcr_grid &g) : A(a), G(g), words(g)
    {
    }
    /* What each warp comes to, and what 32 blocks do. */
    TCR_DEVICE static carry *fronts()
    {
        return tcr_scan_scratch<carry>();
    }
    TCR_DEVICE static carry *seen()
    {
        return tcr_scan_scratch<carry>() + warps;
    }
    /* What the block's warps before that number come to. */
    TCR_DEVICE static carry of_warps(unsigned warp)
    {
        carry x[warps];
        TCR_UNROLL
        for (unsigned k = 0; k < warps; ++k)
            x[k] = k < warp ? fronts()[k] : tcr_nothing<carry>();
        TCR_UNROLL
        for (unsigned by = 1; by < warps; by *= 2) {
            TCR_UNROLL
            for (unsigned k = 0; k + by < warps; k += 2 * by)
                x[k] = tcr_join(x[k], x[k + by]);
        }
        return x[0];
    }
    /* What the block comes to, for all to see, by some lanes of a warp. */
    TCR_DEVICE void publish(unsigned block, const carry &all) const
    {
        if (tcr_lane() < places)
            tcr_publish(words.at(tcr_lane(), block), all, words.first);
    }
    /* What those of 32 blocks that are before this one come to. */
    TCR_DEVICE carry look(unsigned block, unsigned group) const
    {
        const unsigned i = group * 32 + tcr_lane();
        unsigned long long half[carry::parts][2];
        carry all = tcr_nothing<carry>(), before;
        if (i < block) {
            const unsigned long long *const at = words.at(block % places, i);
            tcr_ask(half, at);
            all = tcr_await<carry>(half, at, words.first);
        }
        tcr_scan_warp(before, all);
        return all;
    }
    /* What is before the loop, and in all blocks before this one. */
    TCR_DEVICE carry blocks_before(unsigned block, carry all) const
    {
        const unsigned n = (block + 31) / 32;
        TCR_ROLL
        for (unsigned group = tcr_thread() / 32; group < n; group += warps) {
            const carry some = look(block, group);
            if (tcr_lane() == 0)
                seen()[group] = some;
        }
        tcr_sync_block();
        TCR_ROLL
        for (unsigned group = 0; group < n; ++group)
            all = tcr_join(all, seen()[group]);
        return all;
    }
    /* What is in front of this warp; `start`: of the loop. */
    TCR_DEVICE carry front(const tile &t, const carry &start) const
    {
        const unsigned warp = tcr_thread() / 32;
        if (tcr_lane() == 0)
            fronts()[warp] = t.all;
        tcr_sync_block();
        if (warp == warps - 1 && tcr_blocks() > 1) /* the first ones look at other blocks */
            publish(t.block, of_warps(warps));
        const carry ahead = of_warps(warp);
        return tcr_join(tcr_blocks() > 1 ? blocks_before(t.block, start) : start, ahead);
    }
    TCR_DEVICE void work(unsigned block, const carry &start) const
    {
        const long long size = (long long)U * threads, from = block * size;
        tile t;
        t.turn = 0;
        t.block = block;
        t.n = (unsigned)(G.n - from < size ? G.n - from : size);
        t.all = t.input(A, from);
        tcr_scan_warp(t.before, t.all);
        const carry ahead = front(t, start);
        if (block == tcr_blocks() - 1 && tcr_thread() == threads - 32)
            tcr_scan_end<carry>() = tcr_join(ahead, t.all);
        t.scan(A, from, tcr_join(ahead, t.before));
    }
    TCR_DEVICE void run(const carry &start) const
    {
        const bool alone = !G.together && tcr_blocks() > 1; /* one block has the tiles of all */
        const unsigned from = tcr_block(), to = !alone ? from + 1 : from == 0 ? tcr_blocks() : 0;
        TCR_ROLL
        for (unsigned block = from; block < to; ++block) {
            if (block > from)
                tcr_sync_block();
            work(block, start);
        }
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
    if (few < some && G.shared_copies == few)
        tcr_scan_once<Body, few, Memory, Args>(A, G).run(start);
    else
        tcr_scan_once<Body, some, Memory, Args>(A, G).run(start);
}

/* Has this block the last tile?  In the first form each block has one, in the other one they are of
 * U iterations a thread; without others that it may wait for, block 0 has all. */
TCR_DEVICE bool tcr_has_last_tile(const tcr_grid &G, int U)
{
    if (!G.together)
        return tcr_block() == 0;
    if (G.shared_copies)
        return tcr_block() == tcr_blocks() - 1;
    return tcr_block() == (G.n - 1) / ((long long)U * tcr_threads()) % tcr_blocks();
}

template <class Body, int U, class Args>
TCR_DEVICE void tcr_scan_loop(const Args &A, const tcr_grid &G)
{
    typename Body::vars::value v;
    tcr_scan_carry_of<Body> start;

    Body::start(A, v);
    tcr_set_list(start.x, v);
    start.reset = 0;
    if (G.shared_copies)
        tcr_scan_at_once<Body, U, tcr_scan_memory<Body, U * TCR_SCAN_THREADS>>(A, G, start);
    else
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

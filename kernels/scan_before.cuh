/* SPDX-License-Identifier: MIT */
/*
 * scan_before.cuh: prefix sums of which each block has one tile: what is in front of a warp.
 *
 * A block publishes what its tile comes to, and waits once for the blocks before it: nobody waits
 * for a block with a higher number.  These are read by as many warps as it takes, 32 each, which
 * leave what they come to in shared memory.  A block's own is stored in several places, of which
 * another block looks at one.
 *
 * All is combined in the order of the iterations, by trees that depend on the grid alone.
 */
#pragma once
#include "scan.cuh"

/* What the first `count` of up to 16 carries come to, in all lanes of a warp: with few
 * instructions, as all warps of a block ask at the same time. */
template <class Carry> TCR_DEVICE Carry tcr_scan_some(const Carry *c, unsigned count)
{
    const unsigned k = tcr_lane() & 15;
    Carry all = k < count ? c[k] : tcr_nothing<Carry>(), before;
    tcr_scan_warp<16>(before, all);
    return all;
}

/* Of blocks of so many threads, at most so many. */
template <class Carry, unsigned threads, unsigned blocks> struct tcr_scan_before {
    enum : unsigned {
        warps = threads / 32,
        groups = blocks / 32,
        places = TCR_SCAN_TURNS /* there is one turn alone */
    };
    static_assert(warps <= 16 && warps + groups < 32, "room for what they come to");
    const tcr_scan_words<Carry> words;

    TCR_DEVICE explicit tcr_scan_before(const tcr_grid &G) : words(G)
    {
    }
    /* What each warp comes to, and what 32 blocks do; the scratch has one more (tcr_scan_end). */
    TCR_DEVICE static Carry *fronts()
    {
        return tcr_scan_scratch<Carry>();
    }
    TCR_DEVICE static Carry *seen()
    {
        return fronts() + warps;
    }
    /* What the block comes to, for all to see, by some lanes of a warp. */
    TCR_DEVICE void publish(unsigned block) const
    {
        const Carry all = tcr_scan_some(fronts(), warps);
        if (tcr_lane() < places)
            tcr_publish(words.at(tcr_lane(), block), all, words.first);
    }
    /* What those of 32 blocks that are before this one come to. */
    TCR_DEVICE Carry look(unsigned block, unsigned group) const
    {
        const unsigned i = group * 32 + tcr_lane();
        unsigned long long half[Carry::parts][2];
        Carry all = tcr_nothing<Carry>(), before;
        if (i < block) {
            const unsigned long long *const at = words.at(block % places, i);
            tcr_ask(half, at);
            all = tcr_await<Carry>(half, at, words.first);
        }
        tcr_scan_warp(before, all);
        return all;
    }
    /* What is before the first block, and in all blocks before this one. */
    TCR_DEVICE Carry blocks_before(unsigned block, Carry all) const
    {
        const unsigned n = (block + 31) / 32;
        TCR_ROLL
        for (unsigned group = tcr_thread() / 32; group < n; group += warps) {
            const Carry some = look(block, group);
            if (tcr_lane() == 0)
                seen()[group] = some;
        }
        tcr_sync_block();
        TCR_ROLL
        for (unsigned group = 0; group < n; ++group)
            all = tcr_join(all, seen()[group]);
        return all;
    }
    /* What is in front of this warp, which comes to `own`; `start`: of the first block. */
    TCR_DEVICE Carry front(unsigned block, const Carry &own, const Carry &start) const
    {
        const unsigned warp = tcr_thread() / 32;
        if (tcr_lane() == 0)
            fronts()[warp] = own;
        tcr_sync_block();
        if (warp == warps - 1 && tcr_blocks() > 1) /* the first ones look at other blocks */
            publish(block);
        const Carry ahead = tcr_scan_some(fronts(), warp);
        return tcr_join(tcr_blocks() > 1 ? blocks_before(block, start) : start, ahead);
    }
};

/* Each block has its own tile; where they are not all there at once, one block has those of all.
 * The kernel's end is in here once more for each form of a tile: what is executed together is to be
 * near, as it is fetched anew in each launch. */
template <class Scan> TCR_DEVICE void tcr_scan_own_tile(const Scan &s, const tcr_grid &G)
{
    const bool alone = !G.together && tcr_blocks() > 1;
    const unsigned from = tcr_block(), to = !alone ? from + 1 : from == 0 ? tcr_blocks() : 0;
    TCR_ROLL
    for (unsigned block = from; block < to; ++block) {
        if (block > from)
            tcr_sync_block();
        s.tile(block);
    }
    s.done();
}

/* SPDX-License-Identifier: MIT */
/*
 * library_scan_short.cuh: prefix sums of an array that a device's blocks can have whole, one tile
 * each.
 *
 * There the time is that of the launch and of the way from block to block, and no tile waits for
 * another turn.  So nothing is copied ahead: a tile stays in shared memory from its first reading
 * to its results.  As each block asks for a word of each other one, there is one to a
 * multiprocessor, of so many warps as that makes (runtime/device/grid.c), and the first of its
 * warps asks.
 */
#pragma once
#include "library_scan_line.cuh"

template <class T, class Op> struct tcr_short_scan {
    typedef tcr_library_scan_args<T> args;
    typedef tcr_line<T, Op, TCR_SCAN_SHORT_EACH(sizeof(T))> line;
    typedef tcr_line_tile<line> room;
    typedef typename line::number number;
    typedef tcr_scan_carry<tcr_vars<typename line::var>, false> carry;
    typedef tcr_scan_words<carry, 5> all_words;
    typedef typename all_words::asked asked;
    enum : unsigned { each = line::each, size = line::size, a_word = line::a_word };

    const args &A;
    const tcr_grid &G;
    const all_words words;
    unsigned skew; /* elements in front of x that a word of 16 bytes has */
    bool dense;

    TCR_DEVICE tcr_short_scan(const args &a, const tcr_grid &g)
        : A(a), G(g), words(g), skew(tcr_line_skew<T>(tcr_bytes_at(a.x))), dense(false)
    {
        dense = skew == tcr_line_skew<T>(tcr_bytes_at(A.result));
        skew = dense ? skew : 0;
    }
    TCR_DEVICE static unsigned in_block()
    {
        return tcr_threads() * each;
    }
    TCR_DEVICE static room own_room()
    {
        return {(tcr_vector *)tcr_shared_room() + tcr_thread() / 32 * (32 * line::words)};
    }
    /* The warps' sums: of the tile's runs, and of other blocks' tiles. */
    enum { RUNS, TILES };
    TCR_DEVICE static number *warps(int of)
    {
        TCR_SHARED unsigned long long all[2][32 * ((sizeof(number) + 7) / 8)];
        return (number *)all[of];
    }
    /* This warp's part of a tile. */
    TCR_DEVICE tcr_rows_tile place(unsigned turn, unsigned block) const
    {
        const long long at =
            ((long long)turn * tcr_blocks() + block) * in_block() + tcr_thread() / 32 * size;
        return {0, at - skew, at - skew, 0, G.n, at < skew ? skew - (unsigned)at : 0u};
    }
    /* What a word's elements come to, one after the other. */
    TCR_DEVICE static number sum_of(const typename room::word &w)
    {
        number all = line::value(w.element[0]);
        TCR_UNROLL
        for (unsigned v = 1; v < a_word; ++v)
            all = Op::of(all, line::value(w.element[v]));
        return all;
    }
    /* What the threads of the block have, one after the other; `before`: those before this one. */
    TCR_DEVICE static number sum(number *warp, number all, number &before)
    {
        tcr_line_lanes<Op>(all, 0);
        before = tcr_warp_up(all, 1);
        if (tcr_lane() == 0)
            before = line::nothing();
        if (tcr_lane() == 31)
            warp[tcr_thread() / 32] = all;
        tcr_sync_block();
        const unsigned warps = tcr_threads() / 32, own = tcr_thread() / 32;
        all = tcr_lane() < warps ? warp[tcr_lane()] : line::nothing();
        tcr_line_lanes<Op>(all, 0);
        const number ahead = tcr_warp_from(all, (own + 31) & 31);
        if (own > 0)
            before = Op::of(ahead, before);
        return tcr_warp_from(all, warps - 1);
    }
    /* What the tiles between the block's last one and this one come to. */
    TCR_DEVICE number between(asked &a, unsigned turn, unsigned block) const
    {
        if (tcr_thread() < 32) {
            number all = words.some(a, turn, block, 32).x.head;
            tcr_line_lanes<Op>(all, 0);
            if (tcr_lane() == 31)
                *warps(TILES) = all;
        }
        tcr_sync_block();
        return *warps(TILES);
    }
    TCR_DEVICE void read(const tcr_rows_tile &t) const
    {
        if (!dense) {
            read_apart(t);
        } else if (t.at < t.end) {
            own_room().fetch(A.x, t.at, t.part(size));
            tcr_copies_begun();
            tcr_copies_wait();
        }
    }
    /* Elements that have another place in a word than their results, some at a time. */
    enum : unsigned { at_once = 8 };
    TCR_DEVICE void read_apart(const tcr_rows_tile &t) const
    {
        TCR_ROLL
        for (unsigned i = tcr_lane(); i < size; i += 32 * at_once) {
            T x[at_once];
            TCR_UNROLL
            for (unsigned u = 0; u < at_once; ++u)
                x[u] = t.at + i + u * 32 < t.end ? (T)TCR_LOAD(A.x[t.at + i + u * 32])
                                                 : line::no_element();
            TCR_UNROLL
            for (unsigned u = 0; u < at_once; ++u)
                own_room().element(i + u * 32) = x[u];
        }
    }
    TCR_DEVICE void write(const tcr_rows_tile &t) const
    {
        if (dense) {
            if (t.at < t.end)
                own_room().leave(A.result, t.at, t.part(size));
            return;
        }
        TCR_ROLL
        for (unsigned i = tcr_lane(); i < size && t.at + i < t.end; i += 32)
            TCR_STORE(A.result[t.at + i]) = own_room().element(i);
    }
    /* The run's prefixes in its place, behind what is in front of it. */
    TCR_DEVICE void scan(number front) const
    {
        const bool own = A.inclusive();
        TCR_UNROLL
        for (unsigned k = 0; k < line::words; ++k) {
            typename room::word w = own_room().word_of(k);
            number in_word = front;
            front = Op::of(front, sum_of(w));
            TCR_UNROLL
            for (unsigned v = 0; v < a_word; ++v) {
                const number with = Op::of(in_word, line::value(w.element[v]));
                w.element[v] = line::result(own ? with : in_word);
                in_word = with;
            }
            own_room().set_word(k, w);
        }
    }
    /* A block's tile; `so_far`: what the tiles up to its last one come to, and then this one. */
    TCR_DEVICE void tile(unsigned turn, unsigned block, number &so_far) const
    {
        const tcr_rows_tile t = place(turn, block);
        number all = line::nothing(), before;
        asked a;

        read(t);
        tcr_lanes_meet(0xffffffffu);
        TCR_UNROLL
        for (unsigned k = 0; k < line::words; ++k) {
            const number one = sum_of(own_room().word_of(k));
            all = k ? Op::of(all, one) : one;
        }
        carry c = tcr_nothing<carry>();
        c.x.head = sum(warps(RUNS), all, before);
        if (tcr_thread() == 0)
            tcr_publish(words.at(turn, block), c, words.first + turn);
        all = c.x.head;
        if (tcr_thread() < 32)
            words.ask(a, turn, block, 32);
        if (G.together)
            tcr_await_blocks(&G.hall->arrived, tcr_blocks());
        so_far = Op::of(so_far, between(a, turn, block));
        scan(Op::of(so_far, before));
        so_far = Op::of(so_far, all);
        tcr_lanes_meet(0xffffffffu);
        write(t);
        tcr_sync_block(); /* shared memory is used again */
    }
    TCR_DEVICE void keep(unsigned block, const number &so_far) const
    {
        carry c = tcr_nothing<carry>();
        c.x.head = so_far;
        if (tcr_thread() == 0)
            words.keep(block, c);
        tcr_sync_block();
    }
    /* A block's own, or, by one of them with the same trees, all. */
    TCR_DEVICE void run() const
    {
        const unsigned turns =
            (unsigned)((skew + G.n - 1) / ((long long)in_block() * tcr_blocks()) + 1);
        const bool one = !G.together && tcr_blocks() > 1;
        unsigned turn = one && tcr_block() > 0 ? turns : 0, block = tcr_block();
        number so_far = line::start();
        TCR_ROLL
        while (turn < turns) {
            if (one && turn > 0)
                so_far = words.keeps(block).x.head;
            tile(turn, block, so_far);
            if (one)
                keep(block, so_far);
            block += one;
            turn += !one || block == tcr_blocks();
            block = block == tcr_blocks() ? 0 : block;
            if (one && turn == 0)
                so_far = line::start();
        }
        if (tcr_block() == 0 && tcr_thread() == 0)
            (G.tag ? (tcr_slot *)G.partial : G.result)->u = 0;
        tcr_leave_scanned(G, 1, turns);
    }
};

#define TCR_KERNEL_SCAN_SHORT(name, T, op)                                                         \
    TCR_KERNEL_ENTRY_OF((tcr_scan_blocks<T, op>::short_threads), 1)                                \
    name(const tcr_library_scan_args<T> A, const tcr_grid G)                                       \
    {                                                                                              \
        tcr_short_scan<T, op>(A, G).run();                                                         \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_library_scan_args<T>)

/* SPDX-License-Identifier: MIT */
/*
 * segments.cuh: a sum, minimum, maximum, or the place of one, of each of many segments of an array
 * (tcr_segments.h): rows of a matrix, or what lies between neighbouring offsets.
 *
 * The path that takes first a segment's elements and then its end, and so on to the last segment,
 * is cut into as many pieces of equal length as there are warps (segments_warp.cuh): neither one
 * huge segment nor many empty ones hold up a warp.  What is left at the pieces' ends, the block
 * joins, and then the block that ends last, in the order of the pieces: results do not depend on
 * the run. (Of many rows no warp gets a part.)
 *
 * Source of the cut: Merrill and Garland, "Merge-based parallel sparse matrix-vector
 * multiplication" (SC 2016).
 */
#pragma once
#include "combine.cuh"
#include "segments_rows.cuh"

/* ---- a block's pieces, and all blocks' ---- */

/* What a block leaves for the last one: words. */
enum { TCR_HEAD, TCR_TAIL = 3, TCR_BAD = 6, TCR_CARRY_WORDS = TCR_SEGMENTS_SLOTS * 2 };

TCR_DEVICE volatile unsigned long long *tcr_carry(const tcr_grid &G, unsigned block)
{
    return (volatile unsigned long long *)G.partial + (unsigned long long)block * TCR_CARRY_WORDS;
}
template <class Op>
TCR_DEVICE void tcr_leave_piece(volatile unsigned long long *at, const tcr_end_piece<Op> &p)
{
    at[0] = (unsigned long long)p.segment;
    at[1] = Op::word(p.part.value);
    at[2] = (unsigned long long)p.part.at;
}
template <class Op>
TCR_DEVICE tcr_end_piece<Op> tcr_take_piece(const volatile unsigned long long *at)
{
    tcr_end_piece<Op> p;
    p.segment = (long long)at[0];
    p.part.value = Op::value(at[1]);
    p.part.at = (long long)at[2];
    p.closed = false;
    return p;
}

/* By one thread: what the warps have left becomes results, and the block's own two ends. */
template <class Op>
TCR_DEVICE void tcr_join_warps(const tcr_segments<Op> &S, tcr_end_piece<Op> (*of)[2],
                               unsigned warps, tcr_end_piece<Op> &head, tcr_end_piece<Op> &tail)
{
    head.segment = tail.segment = -1;
    head.part = tail.part = Op::template none<typename Op::wide>();
    TCR_ROLL
    for (unsigned w = 0; w < warps; ++w) {
        const tcr_end_piece<Op> &first = of[w][0];
        if (first.segment >= 0) {
            tcr_end_piece<Op> &open = tail.segment >= 0 ? tail : head; /* began here, or before */
            open.part = Op::join(open.part, first.part);
            open.segment = first.segment;
            if (first.closed && tail.segment >= 0) {
                S.store(tail.segment, tail.part, false);
                tail.segment = -1;
            }
        }
        if (of[w][1].segment >= 0)
            tail = of[w][1];
    }
}

enum : unsigned { TCR_HEADS_NEAR = 4 }; /* blocks behind a segment's first, for one lane */

/* What the blocks from number k on have of a segment.  By all lanes of a warp. */
template <class Op>
TCR_DEVICE typename Op::wide tcr_join_far(const tcr_grid &G, long long segment, unsigned k)
{
    typename Op::wide all = Op::template none<typename Op::wide>();
    bool mine = true;
    TCR_ROLL
    for (k += tcr_lane(); tcr_warp_ballot(mine) == TCR_ALL_LANES; k += 32) {
        tcr_end_piece<Op> head;
        head.segment = -1;
        if (k < tcr_blocks())
            head = tcr_take_piece<Op>(tcr_carry(G, k) + TCR_HEAD);
        mine = head.segment == segment;
        if (mine)
            all = Op::join(all, head.part);
    }
    tcr_segments<Op>::combine(all);
    return all;
}

/* By the block that ends last.  A lane has the segment that a block has begun, and looks at the
 * next few blocks: one block after the other would be one read after the other. */
template <class Op> TCR_DEVICE void tcr_join_blocks(const tcr_segments<Op> &S, const tcr_grid &G)
{
    TCR_ROLL
    for (unsigned base = tcr_thread() / 32 * 32; base < tcr_blocks(); base += tcr_threads()) {
        const unsigned b = base + tcr_lane();
        tcr_end_piece<Op> tail, head[TCR_HEADS_NEAR];
        tail.segment = -1;
        tail.part = Op::template none<typename Op::wide>();
        if (b < tcr_blocks())
            tail = tcr_take_piece<Op>(tcr_carry(G, b) + TCR_TAIL);
        TCR_UNROLL
        for (unsigned i = 0; i < TCR_HEADS_NEAR; ++i) {
            head[i].segment = -1;
            if (b + 1 + i < tcr_blocks())
                head[i] = tcr_take_piece<Op>(tcr_carry(G, b + 1 + i) + TCR_HEAD);
        }
        bool more = tail.segment >= 0;
        TCR_UNROLL
        for (unsigned i = 0; i < TCR_HEADS_NEAR; ++i) {
            more = more && head[i].segment == tail.segment;
            if (more)
                tail.part = Op::join(tail.part, head[i].part);
        }
        unsigned far = tcr_warp_ballot(more);
        TCR_ROLL
        for (; far; far &= far - 1) {
            const unsigned of = (unsigned)tcr_ffs((int)far) - 1;
            const typename Op::wide rest = tcr_join_far<Op>(G, tcr_warp_from(tail.segment, of),
                                                            base + of + 1 + TCR_HEADS_NEAR);
            if (of == tcr_lane())
                tail.part = Op::join(tail.part, rest);
        }
        if (tail.segment >= 0)
            S.store(tail.segment, tail.part, false);
    }
}

/* Has some block seen bad offsets?  For the host; and the room is left as zeros. */
TCR_DEVICE void tcr_end_segments(const tcr_grid &G)
{
    int bad = 0;
    TCR_ROLL
    for (unsigned b = tcr_thread(); b < tcr_blocks(); b += tcr_threads())
        bad |= tcr_carry(G, b)[TCR_BAD] != 0;
    bad = tcr_combine_block<tcr_op_or, unsigned long long>((unsigned long long)bad, 0) != 0;
    TCR_ROLL
    for (unsigned k = tcr_thread(); k < tcr_blocks() * TCR_CARRY_WORDS; k += tcr_threads())
        tcr_carry(G, 0)[k] = 0;
    if (tcr_thread() == 0) {
        G.result[0].u = (unsigned long long)bad;
        *G.ticket = 0;
    }
}

/* Where each row is in one piece, all results are there. */
TCR_DEVICE void tcr_end_whole(const tcr_grid &G)
{
    if (tcr_block() == 0 && tcr_thread() == 0)
        G.result[0].u = 0;
}

template <class Op> TCR_DEVICE void tcr_run_segments(const typename Op::args &A, const tcr_grid &G)
{
    TCR_SHARED tcr_end_piece<Op> ends[32][2];
    TCR_SHARED tcr_cut cuts[33];
    TCR_SHARED unsigned bad[32];
    const unsigned warps = tcr_threads() / 32, warp = tcr_thread() / 32;
    const long long pieces = (long long)tcr_blocks() * warps,
                    first = (long long)tcr_block() * warps;
    tcr_segments<Op> S(A);

    if constexpr (!Op::multiplies) {
        if (tcr_even_rows<Op>::are(S, pieces)) {
            tcr_even_rows<Op>::run(S, first + warp, pieces);
            tcr_end_whole(G);
            return;
        }
    }
    const tcr_cut mine = S.cut(first + warp, pieces);
    if (tcr_lane() == 0) {
        cuts[warp] = mine;
        ends[warp][0].segment = ends[warp][1].segment = -1;
    }
    if (warp == 0) {
        const tcr_cut end = S.cut(first + warps, pieces);
        if (tcr_lane() == 0)
            cuts[warps] = end;
    }
    tcr_sync_block();
    S.run(cuts[warp], cuts[warp + 1], ends[warp]);
    if (S.whole_rows(pieces)) {
        tcr_end_whole(G);
        return;
    }
    const bool wrong = tcr_lanes_any(S.bad, TCR_ALL_LANES);
    if (tcr_lane() == 0)
        bad[warp] = wrong;
    tcr_sync_block();
    if (tcr_thread() == 0) {
        volatile unsigned long long *const carry = tcr_carry(G, tcr_block());
        tcr_end_piece<Op> head, tail;
        unsigned any = 0;
        tcr_join_warps<Op>(S, ends, warps, head, tail);
        tcr_leave_piece<Op>(carry + TCR_HEAD, head);
        tcr_leave_piece<Op>(carry + TCR_TAIL, tail);
        for (unsigned w = 0; w < warps; ++w)
            any |= bad[w];
        carry[TCR_BAD] = any;
    }
    if (!tcr_is_last(G))
        return;
    tcr_join_blocks<Op>(S, G);
    tcr_sync_block();
    tcr_end_segments(G);
}

#define TCR_SEGMENTS_KERNEL(name, T, op)                                                           \
    TCR_KERNEL_ENTRY_OF(TCR_SEGMENTS_THREADS, 3)                                                   \
    name(const tcr_segments_args<T> A, const tcr_grid G)                                           \
    {                                                                                              \
        tcr_run_segments<op>(A, G);                                                                \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_segments_args<T>)

/* What a unit is. */
#define TCR_SEGMENTS(T)                                                                            \
    TCR_SEGMENTS_KERNEL(library_sum_segments, T, tcr_segment_sum<T>)                               \
    TCR_SEGMENTS_KERNEL(library_minimum_segments, T, tcr_segment_least<T>)                         \
    TCR_SEGMENTS_KERNEL(library_maximum_segments, T, tcr_segment_greatest<T>)                      \
    TCR_SEGMENTS_KERNEL(library_argmin_segments, T, tcr_segment_place_of_least<T>)                 \
    TCR_SEGMENTS_KERNEL(library_argmax_segments, T, tcr_segment_place_of_greatest<T>)

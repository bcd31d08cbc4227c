/* SPDX-License-Identifier: MIT */
/*
 * lines.cuh: the end of the library's kernels, at once and on a stream
 * (runtime/library/library_stream.c).
 *
 * At once, the blocks leave partial results and take a ticket, as a region's do (combine.cuh).
 * On a stream each block leaves its results in lines that say of themselves that they are
 * there: every half of a number comes with a flag, in a store of eight bytes, which nobody
 * sees a part of.  One block looks at the lines until all are there.  So no store has to have
 * arrived before the next one, as with a ticket, which takes two more ways through memory.
 * That block clears the lines: they are zeros before a launch and after it.
 *
 * What tensor cores have spoilt, infinities and NaNs, or what has overflowed on the way, the
 * block itself adds up again, so that no second launch has to look.
 *
 * Source of the flags: the LL protocol of NCCL.
 */
#pragma once
#include "first.cuh"

/* What is in a line; the flag.  SCALED: TCR_SCALE times the sum. */
enum { TCR_LINE_EMPTY, TCR_LINE_WHOLE, TCR_LINE_SCALED };

template <class W> struct tcr_line_fits {
    enum { numbers = sizeof(W) / 8 };
    static_assert(sizeof(W) % 8 == 0 && 2 * numbers <= TCR_LINE_WORDS, "two words a number");
};

/* A partial result as words, and back. */
TCR_DEVICE void tcr_to_words(unsigned long long *w, double x)
{
    w[0] = tcr_double_bits(x);
}
TCR_DEVICE void tcr_to_words(unsigned long long *w, unsigned long long x)
{
    w[0] = x;
}
TCR_DEVICE void tcr_to_words(unsigned long long *w, long long x)
{
    w[0] = (unsigned long long)x;
}
TCR_DEVICE void tcr_to_words(unsigned long long *w, const tcr_pair &x)
{
    w[0] = tcr_double_bits(x.sum);
    w[1] = tcr_double_bits(x.rest);
}
TCR_DEVICE void tcr_to_words(unsigned long long *w, const tcr_found &x)
{
    w[0] = x.key;
    w[1] = x.at;
}
TCR_DEVICE void tcr_from_words(double &x, const unsigned long long *w)
{
    x = tcr_bits_double(w[0]);
}
TCR_DEVICE void tcr_from_words(unsigned long long &x, const unsigned long long *w)
{
    x = w[0];
}
TCR_DEVICE void tcr_from_words(long long &x, const unsigned long long *w)
{
    x = (long long)w[0];
}
TCR_DEVICE void tcr_from_words(tcr_pair &x, const unsigned long long *w)
{
    x.sum = tcr_bits_double(w[0]);
    x.rest = tcr_bits_double(w[1]);
}
TCR_DEVICE void tcr_from_words(tcr_found &x, const unsigned long long *w)
{
    x = tcr_found(w[0], w[1]);
}

/* Of slot k of block b. */
TCR_DEVICE unsigned long long *tcr_line(const tcr_grid &G, int k, unsigned b)
{
    return (unsigned long long *)G.partial +
           ((unsigned long long)k * tcr_blocks() + b) * TCR_LINE_WORDS;
}

/* By one thread. */
template <class W>
TCR_DEVICE void tcr_leave_line(const tcr_grid &G, int k, const W &x, unsigned flag)
{
    enum { n = tcr_line_fits<W>::numbers };
    unsigned long long bits[n], *line = tcr_line(G, k, tcr_block());

    tcr_to_words(bits, x);
    TCR_UNROLL
    for (int i = 0; i < n; ++i) {
        const unsigned long long high = (unsigned long long)flag << 32;
        const unsigned long long w[2] = {(unsigned)bits[i] | high, bits[i] >> 32 | high};
        tcr_store_words(line + 2 * i, w);
    }
}

/* Wait for block b's line and clear it; the flag. */
template <class W> TCR_DEVICE unsigned tcr_take_line(const tcr_grid &G, int k, unsigned b, W &x)
{
    enum { n = tcr_line_fits<W>::numbers };
    const unsigned long long zeros[2] = {0, 0};
    unsigned long long w[2 * n], bits[n], there, *line = tcr_line(G, k, b);

    do { /* the flags of a line are equal, or some not there yet */
        TCR_UNROLL
        for (int i = 0; i < n; ++i)
            tcr_load_words(w + 2 * i, line + 2 * i);
        there = w[0];
        TCR_UNROLL
        for (int i = 1; i < 2 * n; ++i)
            there &= w[i];
    } while (there >> 32 == TCR_LINE_EMPTY);
    TCR_UNROLL
    for (int i = 0; i < n; ++i) {
        tcr_store_words(line + 2 * i, zeros);
        bits[i] = (unsigned)w[2 * i] | w[2 * i + 1] << 32;
    }
    tcr_from_words(x, bits);
    return (unsigned)(w[0] >> 32);
}

/* What thread 0 of the block says.  The block meets between two questions. */
TCR_DEVICE bool tcr_first_thread_says(bool yes)
{
    TCR_SHARED unsigned said;
    if (tcr_thread() == 0)
        said = yes;
    tcr_sync_block();
    return said != 0;
}

/* How a launch ends. */
struct tcr_end {
    bool lines; /* on a stream */
    bool early; /* the launches before are still to be waited for, before anything is written */
};

/* ---- what a block leaves ---- */

/* By one thread: the result, where there is no other block. */
template <int K, class V>
TCR_DEVICE void tcr_leave_share(const tcr_grid &G, const typename V::wide &x, const tcr_end &end)
{
    if (tcr_blocks() == 1)
        tcr_leave_result<V>(G, K, x);
    else if (end.lines)
        tcr_leave_line(G, K, x, TCR_LINE_WHOLE);
    else
        *tcr_partial<typename V::wide>(G, K, tcr_block()) = x;
}

template <int K, class V, class... Rest>
TCR_DEVICE void tcr_leave_shares(const tcr_grid &G, const tcr_tiles<V, Rest...> &t,
                                 const tcr_end &end)
{
    typedef typename V::wide W;
    const W x = tcr_combine_block<typename V::op, W>(t.head.result(), tcr_wide_identity<V>());

    if (K == 0 && end.early)
        tcr_follow();
    if (tcr_thread() == 0)
        tcr_leave_share<K, V>(G, x, end);
    if constexpr (sizeof...(Rest) > 0)
        tcr_leave_shares<K + 1>(G, t.tail, end);
}

/* By their bits, which takes less time than arithmetic.  The rest may have overflowed where
 * the sum has not: finding what an addition cuts off takes a difference of its own. */
TCR_DEVICE bool tcr_is_finite(const tcr_pair &x)
{
    return (tcr_double_bits(x.sum) >> 52 & 0x7ff) != 0x7ff &&
           (tcr_double_bits(x.rest) >> 52 & 0x7ff) != 0x7ff;
}
TCR_DEVICE tcr_pair tcr_times(const tcr_pair &x, double by)
{
    tcr_pair y;
    y.sum = x.sum * by;
    y.rest = x.rest * by;
    return y;
}

/* tcr_combine_block where it is rarely called. */
template <class W> TCR_APART W tcr_add_up_block(W x, W identity)
{
    return tcr_combine_block<tcr_op_add, W>(x, identity);
}

/* Add up this block's share again.  Copies, so that the originals can stay where they are. */
template <class V, class Share>
TCR_APART void tcr_leave_again(const typename Share::args A, const tcr_grid G)
{
    typedef typename V::wide W;
    enum { scales = tcr_scales<typename V::number, typename V::op>::yes };
    const Share share(A, G);
    tcr_tiles<V> t;

    share.take_plain(t, TCR_PLAIN | (scales ? 1u << TCR_SCALED_BIT : 0));
    const W x = tcr_add_up_block<W>(t.head.result(), tcr_wide_identity<V>());
    if (tcr_thread() != 0)
        return;
    if (tcr_blocks() > 1) {
        tcr_leave_line(G, 0, x, scales ? TCR_LINE_SCALED : TCR_LINE_WHOLE);
    } else {
        if constexpr (scales)
            tcr_leave_unscaled<V>(G, 0, tcr_times(x, TCR_SCALE_BACK));
        else
            tcr_leave_unscaled<V>(G, 0, x);
    }
}

/* The same of a floating sum.  Thread 0 does not wait for the others before it leaves what
 * can stand.  At once, the host looks at the result. */
template <class V, class Share>
TCR_DEVICE void tcr_leave_sum(const tcr_grid &G, const tcr_tiles<V> &t, const Share &share,
                              const tcr_end &end)
{
    typedef typename V::wide W;
    const W x = tcr_combine_block<typename V::op, W>(t.head.result(), tcr_wide_identity<V>());
    const bool good = !end.lines || tcr_is_finite(x);

    if (end.early)
        tcr_follow();
    if (tcr_thread() == 0 && good)
        tcr_leave_share<0, V>(G, x, end);
    if (end.lines && !tcr_first_thread_says(good))
        tcr_leave_again<V, Share>(share.A, G);
}

/* ---- the blocks together ---- */

/* Slot k of block b; the flag. */
template <class W>
TCR_DEVICE unsigned tcr_take_share(const tcr_grid &G, int k, unsigned b, const tcr_end &end, W &x)
{
    if (end.lines)
        return tcr_take_line(G, k, b, x);
    x = W(*tcr_partial<W>(G, k, b));
    return TCR_LINE_WHOLE;
}

template <int K, class V, class... Rest>
TCR_DEVICE void tcr_gather_shares(const tcr_grid &G, const tcr_tiles<V, Rest...> &t,
                                  const tcr_end &end)
{
    typedef typename V::wide W;
    W x = tcr_wide_identity<V>();

    TCR_ROLL
    for (unsigned b = tcr_thread(); b < tcr_blocks(); b += tcr_threads()) {
        W y;
        tcr_take_share(G, K, b, end, y);
        x = V::op::of(x, y);
    }
    tcr_sync_block(); /* all lanes together again */
    x = tcr_combine_block<typename V::op, W>(x, tcr_wide_identity<V>());
    if (tcr_thread() == 0)
        tcr_leave_result<V>(G, K, x);
    if constexpr (sizeof...(Rest) > 0)
        tcr_gather_shares<K + 1>(G, t.tail, end);
}

/* The same of a sum of double: some shares may be scaled, or the whole overflow on the way. */
template <class V> TCR_DEVICE void tcr_gather_sum(const tcr_grid &G, const tcr_end &end)
{
    typedef typename V::wide W;
    W x = tcr_wide_identity<V>(), scaled = tcr_wide_identity<V>();

    TCR_ROLL
    for (unsigned b = tcr_thread(); b < tcr_blocks(); b += tcr_threads()) {
        W y;
        const bool whole = tcr_take_share(G, 0, b, end, y) == TCR_LINE_WHOLE;
        scaled = scaled + (whole ? tcr_times(y, TCR_SCALE) : y);
        x = x + (whole ? y : W(tcr_bits_float(0x7fc00000u))); /* NaN: look at the other */
    }
    tcr_sync_block(); /* all lanes together again */
    x = tcr_combine_block<typename V::op, W>(x, tcr_wide_identity<V>());
    const bool good = !end.lines || tcr_is_finite(x);
    if (tcr_thread() == 0 && good)
        tcr_leave_result<V>(G, 0, x);
    if (!end.lines || tcr_first_thread_says(good))
        return;
    scaled = tcr_add_up_block<W>(scaled, tcr_wide_identity<V>());
    if (tcr_thread() == 0)
        tcr_leave_unscaled<V>(G, 0, tcr_times(scaled, TCR_SCALE_BACK));
}

/* ---- the end ---- */

/* A floating sum that tensor cores may spoil, or that may overflow on the way. */
template <class V> struct tcr_may_be_spoilt {
    enum { yes = 0 };
};
template <class T, class Tile> struct tcr_may_be_spoilt<tcr_var<T, tcr_op_add, Tile>> {
    enum { yes = tcr_is_float<T>::yes };
};
template <class T> struct tcr_may_be_spoilt<tcr_var<T, tcr_op_add, tcr_cores_sum<T>>> {
    enum { yes = 0 };
};

/* Combine the blocks' shares.  In one block, this is true: its thread 0 has left the results. */
template <class V, class... Rest, class Share>
TCR_DEVICE bool tcr_finish_share(const tcr_grid &G, const tcr_tiles<V, Rest...> &t,
                                 const Share &share, const tcr_end &end)
{
    enum { sum = sizeof...(Rest) == 0 && tcr_may_be_spoilt<V>::yes };
    enum { scales = sum && tcr_scales<typename V::number, typename V::op>::yes };

    if constexpr (sum)
        tcr_leave_sum<V>(G, t, share, end);
    else
        tcr_leave_shares<0>(G, t, end);
    if (tcr_blocks() == 1)
        return true;
    if (!(end.lines ? tcr_block_gathers(G.ticket) : tcr_is_last(G)))
        return false;
    if constexpr (scales)
        tcr_gather_sum<V>(G, end);
    else
        tcr_gather_shares<0>(G, t, end);
    if (!end.lines && tcr_thread() == 0)
        *G.ticket = 0;
    return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * combine.cuh: from lanes to one value, in an order that depends on nothing but
 * the shape of the grid, so that results are the same in every run.
 */
#pragma once
#include "vars.cuh"

/* TCR_STEPS is for the steps by which a warp or block combines its values, TCR_REST for the
 * iterations that fill no tile.  These loops stand at a kernel's end and run once or a few times.
 * In regions they stay loops, which saves code and compile time (docs/performance.md, Compiling).
 * The library's kernels are compiled once, and their calls are the shortest: there they are
 * unrolled. */
#ifdef TCR_ENDS_UNROLLED
#define TCR_STEPS TCR_UNROLL
#define TCR_REST
#else
#define TCR_STEPS TCR_ROLL
#define TCR_REST TCR_ROLL
#endif

template <class Op, class W> TCR_DEVICE W tcr_combine_warp(W x)
{
    TCR_STEPS
    for (int mask = 16; mask > 0; mask /= 2)
        x = Op::of(x, tcr_shfl_xor(x, mask));
    return x;
}

/* All threads of the block call it; thread 0 gets the result. */
template <class Op, class W> TCR_DEVICE W tcr_combine_block(W x, W identity)
{
    /* not as W: g++ would guard a static variable of a class against a second start */
    TCR_SHARED unsigned long long room[32 * sizeof(W) / sizeof(unsigned long long)];
    W *const scratch = (W *)room;
    const unsigned lane = tcr_lane(), warps = tcr_threads() / 32;

    x = tcr_combine_warp<Op>(x);
    if (lane == 0)
        scratch[tcr_thread() / 32] = x;
    tcr_sync_block();
    if (tcr_thread() < 32) {
        x = lane < warps ? scratch[lane] : identity;
        x = tcr_combine_warp<Op>(x);
    }
    tcr_sync_block(); /* scratch may be used again */
    return x;
}

/* The same of kernels with so many results that a copy for each would take long to compile. */
enum { TCR_FEW_RESULTS = 4 };
template <class Op, class W> TCR_APART W tcr_combine_block_apart(W x, W identity)
{
    return tcr_combine_block<Op, W>(x, identity);
}
template <bool few, class Op, class W> TCR_DEVICE W tcr_combine_one(W x, W identity)
{
    if constexpr (few)
        return tcr_combine_block<Op, W>(x, identity);
    else
        return tcr_combine_block_apart<Op, W>(x, identity);
}

/* Where block b leaves its partial result for slot k. */
template <class W> TCR_DEVICE volatile W *tcr_partial(const tcr_grid &G, long long k, unsigned b)
{
    tcr_slot *slot = (tcr_slot *)G.partial + ((unsigned long long)k * tcr_blocks() + b);
    return (volatile W *)slot;
}

template <class V> TCR_DEVICE typename V::wide tcr_wide_identity()
{
    return (typename V::wide)V::op::template identity<typename V::number>();
}

/* This lane's share of number k of a variable. */
template <class V> TCR_DEVICE typename V::wide tcr_share(const typename V::tile &tile, int k)
{
    if constexpr (V::count == 1)
        return tile.result();
    else
        return tile.result(k);
}

/* This block's partial results, from slot K on.  Exact sums (exact.cuh) have
 * their own form of them. */
template <int K, class V, class... Rest>
TCR_DEVICE void tcr_leave_partials(const tcr_grid &G, tcr_tiles<V, Rest...> &t)
{
    typedef typename V::wide W;
    if constexpr (V::exact) {
        t.head.leave(G, K);
    } else {
        constexpr bool few = K + (V::count + ... + (int)Rest::count) <= TCR_FEW_RESULTS;
        TCR_UNROLL
        for (int k = 0; k < V::count; ++k) {
            W x = tcr_share<V>(t.head, k);
            x = tcr_combine_one<few, typename V::op, W>(x, tcr_wide_identity<V>());
            if (tcr_thread() == 0)
                *tcr_partial<W>(G, K + k, tcr_block()) = x;
        }
    }
    if constexpr (sizeof...(Rest) > 0)
        tcr_leave_partials<K + V::slots>(G, t.tail);
}

template <class Op> struct tcr_is_truth {
    enum { yes = 0 };
};
template <> struct tcr_is_truth<tcr_op_land> {
    enum { yes = 1 };
};
template <> struct tcr_is_truth<tcr_op_lor> {
    enum { yes = 1 };
};

template <class V> TCR_DEVICE void tcr_store(tcr_slot *slot, typename V::wide x)
{
    if constexpr (tcr_is_truth<typename V::op>::yes)
        slot->i = x != 0;
    else if constexpr (tcr_is_float<typename V::number>::yes)
        slot->f = tcr_value(x);
    else
        slot->i = (long long)(typename V::number)x;
}

/* Result k as it is.  With a tag, who looks at the slot need not wait for the kernel's end:
 * each half of the value comes together with the tag, in a store of eight bytes, which
 * nobody sees a part of.  (So does the LL protocol of NCCL; no fence is needed.) */
template <class V>
TCR_DEVICE void tcr_leave_unscaled(const tcr_grid &G, long long k, typename V::wide x)
{
    if (G.tag == 0) {
        tcr_store<V>(&G.result[k], x);
    } else {
        const unsigned long long tag = (unsigned long long)G.tag << 32;
        volatile unsigned long long *half = (volatile unsigned long long *)&G.result[k];
        tcr_slot value;
        tcr_store<V>(&value, x);
        half[0] = (unsigned)value.u | tag;
        half[1] = value.u >> 32 | tag;
    }
}

struct alignas(16) tcr_whole_slot {
    unsigned long long value, rest;
};

/* The same without a tag of one among many: all bytes of the slot, so that neighbouring lanes'
 * slots go to the host as one piece. */
template <class V>
TCR_DEVICE void tcr_leave_whole(const tcr_grid &G, long long k, typename V::wide x)
{
    tcr_slot value;
    if (G.tag != 0) {
        tcr_leave_unscaled<V>(G, k, x);
        return;
    }
    tcr_store<V>(&value, x);
    *(tcr_whole_slot *)&G.result[k] = {value.u, 0};
}

/* Result k. */
template <class V>
TCR_DEVICE void tcr_leave_result(const tcr_grid &G, long long k, typename V::wide x)
{
    if constexpr (tcr_scales<typename V::number, typename V::op>::yes) {
        if (tcr_scaled(G.plain, k)) {
            x.sum *= TCR_SCALE_BACK;
            x.rest *= TCR_SCALE_BACK;
        }
    }
    tcr_leave_unscaled<V>(G, k, x);
}

/* The results of the whole grid; called by one block when all have left theirs. */
template <int K, class V, class... Rest>
TCR_DEVICE void tcr_gather_results(const tcr_grid &G, tcr_tiles<V, Rest...> &t)
{
    typedef typename V::wide W;
    if constexpr (V::exact) {
        V::tile::gather(G, K);
    } else {
        constexpr bool few = K + (V::count + ... + (int)Rest::count) <= TCR_FEW_RESULTS;
        for (int k = 0; k < V::count; ++k) {
            W x = tcr_wide_identity<V>();
            for (unsigned b = tcr_thread(); b < tcr_blocks(); b += tcr_threads())
                x = V::op::of(x, (W)*tcr_partial<W>(G, K + k, b));
            x = tcr_combine_one<few, typename V::op, W>(x, tcr_wide_identity<V>());
            if (tcr_thread() == 0)
                tcr_leave_result<V>(G, K + k, x);
        }
    }
    if constexpr (sizeof...(Rest) > 0)
        tcr_gather_results<K + V::slots>(G, t.tail);
}

/* The same of the only block: nothing has to be waited for. */
template <int K, class V, class... Rest>
TCR_DEVICE void tcr_only_results(const tcr_grid &G, const tcr_tiles<V, Rest...> &t)
{
    typedef typename V::wide W;
    constexpr bool few = K + (V::count + ... + (int)Rest::count) <= TCR_FEW_RESULTS;
    TCR_UNROLL
    for (int k = 0; k < V::count; ++k) {
        W x = tcr_combine_one<few, typename V::op, W>(tcr_share<V>(t.head, k),
                                                      tcr_wide_identity<V>());
        if (tcr_thread() == 0)
            tcr_leave_result<V>(G, K + k, x);
    }
    if constexpr (sizeof...(Rest) > 0)
        tcr_only_results<K + V::count>(G, t.tail);
}

/* Does this block finish last?  Every block asks once, after its partials. */
TCR_DEVICE bool tcr_is_last(const tcr_grid &G)
{
    TCR_SHARED unsigned last;
    if (tcr_thread() == 0) /* the partials before it, the others' partials after it */
        last = tcr_atomic_ticket(G.ticket) == tcr_blocks() - 1;
    tcr_sync_block();
    return last != 0;
}

/* The end of a kernel with a tag, whose blocks all have written: true for one thread. */
TCR_DEVICE bool tcr_all_written(const tcr_grid &G)
{
    if (G.tag == 0)
        return false;
    tcr_sync_block();
    if (tcr_thread() != 0)
        return false;
    if (tcr_blocks() == 1) {
        tcr_fence();
        return true;
    }
    if (tcr_atomic_ticket(G.ticket) != tcr_blocks() - 1)
        return false;
    *G.ticket = 0;
    return true;
}

/* Result k of such a kernel. */
TCR_DEVICE void tcr_tell(const tcr_grid &G, int k, unsigned long long x)
{
    const unsigned long long tag = (unsigned long long)G.tag << 32;
    volatile unsigned long long *half = (volatile unsigned long long *)&G.result[k];
    half[0] = (unsigned)x | tag;
    half[1] = x >> 32 | tag;
}

/* Result k, known when the grid's last block has the others' parts. */
TCR_DEVICE void tcr_leave_number(const tcr_grid &G, int k, unsigned long long x)
{
    if (G.tag)
        tcr_tell(G, k, x);
    else
        G.result[k].u = x;
}

/* The end of a kernel that reduces nothing: with a tag, it says that all is written. */
TCR_DEVICE void tcr_leave_written(const tcr_grid &G)
{
    if (tcr_all_written(G))
        tcr_tell(G, 0, 0);
}

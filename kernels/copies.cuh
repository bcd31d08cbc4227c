/* SPDX-License-Identifier: MIT */
/*
 * copies.cuh: sections of any length, updated at computed places.
 *
 * Every thread has a copy of the section in device memory, which starts at the
 * operator's identity; element k of the threads' copies lie side by side, so
 * that a warp that updates one element, and the combination, touch whole lines.
 * Then each block combines its threads' copies, a warp an element, and the last
 * block the blocks', in the order of combine.cuh.  No atomics: floating sums
 * are the same in every run.
 *
 * The runtime chooses a grid for which the copies fit in memory and do not
 * outnumber the iterations; their layout is that of tcr_grid::copies.
 */
#pragma once
#include "combine.cuh"

/* The kernel's arguments, as the body gets them. */
template <class Args> struct tcr_with_grid {
    const Args &args;
    const tcr_grid &grid;
};

/* Subscript x of a section's next dimension, of `count`; -1: beyond. */
TCR_DEVICE long long tcr_within(long long outer, long long x, long long count)
{
    return outer < 0 || x < 0 || x >= count ? -1 : outer * count + x;
}

/* Bytes of the copies of one section, with the spare element, for what must not be in it. */
template <class T> TCR_DEVICE unsigned long long tcr_copies_size(const tcr_grid &G, int section)
{
    const unsigned long long threads = (unsigned long long)tcr_blocks() * tcr_threads();
    return threads * sizeof(T) * (unsigned long long)(G.count[section] + TCR_COPY_SPARE);
}

/* A thread's own copy. */
template <class T> struct tcr_copy {
    T *first;
    unsigned long long threads; /* from element to element */
    long long count;

    TCR_DEVICE tcr_copy(const tcr_grid &G, unsigned long long at, int section)
    {
        threads = (unsigned long long)tcr_blocks() * tcr_threads();
        first = (T *)((char *)G.copies + at);
        first += (unsigned long long)tcr_block() * tcr_threads() + tcr_thread();
        count = G.count[section];
    }
    /* Place k, or, for one beyond the section, the spare element. */
    TCR_DEVICE T &at(long long k, bool &stray) const
    {
        const bool beyond = k < 0 || k >= count;
        stray |= beyond;
        return first[threads * (unsigned long long)(beyond ? count : k)];
    }
};

/* All sections of a region; `at` is where the copies of the first begin, `slot`
 * where its results do. */
template <class... V> struct tcr_copies {
    enum { sections = 0 };
    TCR_DEVICE static void start(const tcr_grid &, unsigned long long, int)
    {
    }
    TCR_DEVICE static void leave(const tcr_grid &, unsigned long long, int, long long)
    {
    }
    TCR_DEVICE static void gather(const tcr_grid &, int, long long)
    {
    }
};

template <class V, class... Rest> struct tcr_copies<V, Rest...> {
    typedef typename V::value T;
    typedef typename V::wide W;
    enum { sections = 1 + (int)sizeof...(Rest) };

    TCR_DEVICE static void start(const tcr_grid &G, unsigned long long at, int section)
    {
        tcr_copy<T> copy(G, at, section);
        for (long long k = 0; k < copy.count + TCR_COPY_SPARE; ++k)
            copy.first[copy.threads * (unsigned long long)k] = V::op::template identity<T>();
        tcr_copies<Rest...>::start(G, at + tcr_copies_size<T>(G, section), section + 1);
    }

    /* This block's partial results. */
    TCR_DEVICE static void leave(const tcr_grid &G, unsigned long long at, int section,
                                 long long slot)
    {
        tcr_copy<T> copy(G, at, section);
        const T *block = copy.first - tcr_thread();
        for (long long k = tcr_thread() / 32; k < copy.count; k += tcr_threads() / 32) {
            W x = tcr_wide_identity<V>();
            for (unsigned t = tcr_lane(); t < tcr_threads(); t += 32)
                x = V::op::of(x, (W)block[copy.threads * (unsigned long long)k + t]);
            tcr_converge();
            x = tcr_combine_warp<typename V::op>(x);
            if (tcr_lane() == 0)
                *tcr_partial<W>(G, slot + k, tcr_block()) = x;
        }
        tcr_copies<Rest...>::leave(G, at + tcr_copies_size<T>(G, section), section + 1,
                                   slot + copy.count);
    }

    /* The whole grid's; called by the last block. */
    TCR_DEVICE static void gather(const tcr_grid &G, int section, long long slot)
    {
        for (long long k = tcr_thread() / 32; k < G.count[section]; k += tcr_threads() / 32) {
            W x = tcr_wide_identity<V>();
            for (unsigned b = tcr_lane(); b < tcr_blocks(); b += 32)
                x = V::op::of(x, (W)*tcr_partial<W>(G, slot + k, b));
            tcr_converge();
            x = tcr_combine_warp<typename V::op>(x);
            if (tcr_lane() == 0)
                tcr_leave_unscaled<V>(G, slot + k, x); /* never scaled */
        }
        tcr_copies<Rest...>::gather(G, section + 1, slot + G.count[section]);
    }
};

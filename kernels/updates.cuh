/* SPDX-License-Identifier: MIT */
/*
 * updates.cuh: sections of integers, updated at computed places in any order.
 *
 * Sums modulo 2^n, bits, least and greatest do not depend on the order of their terms.  So a
 * block has G.shared_copies copies of the sections in shared memory, a power of two of them,
 * which its threads update by atomics, and which are added to one copy in device memory at the
 * end; of sections too long for that, all threads update the one in device memory.  The last
 * block hands on what is there.
 *
 * The copies of an element lie side by side, and a lane has that of its number: with 32 copies
 * lanes never meet, nor do they in a bank.  A word's 0 is the operator's identity, so that
 * zeros are where all copies start (tcr_word_of).
 *
 * An update waits in registers until the lane's next iterations have been read (tcr_pending):
 * loads do not pass by the updates before them.  One in device memory then waits in the thread's
 * own place in shared memory (tcr_waiting) for as long as the next ones are of the same element,
 * for which all threads would queue up.
 */
#pragma once
#include "atomic.cuh"
#include "reduce.cuh"

/* ---- words ---- */

/* What the atomics do to words; a flipped one is what its value lacks of the identity, and not
 * what it has beyond it. */
enum tcr_word_kind { tcr_word_add, tcr_word_or, tcr_word_xor, tcr_word_max };
template <class Op> struct tcr_word_op {
    enum { kind = tcr_word_add, flipped = 0 };
};
template <> struct tcr_word_op<tcr_op_or> {
    enum { kind = tcr_word_or, flipped = 0 };
};
template <> struct tcr_word_op<tcr_op_and> {
    enum { kind = tcr_word_or, flipped = 1 };
};
template <> struct tcr_word_op<tcr_op_xor> {
    enum { kind = tcr_word_xor, flipped = 0 };
};
template <> struct tcr_word_op<tcr_op_max> {
    enum { kind = tcr_word_max, flipped = 0 };
};
template <> struct tcr_word_op<tcr_op_min> {
    enum { kind = tcr_word_max, flipped = 1 };
};

template <class T> struct tcr_word_for {
    typedef typename tcr_atomic_word<TCR_WORD_BYTES(sizeof(T))>::type type;
};

template <class Op, class T> TCR_DEVICE typename tcr_word_for<T>::type tcr_word_of(T x)
{
    typedef typename tcr_word_for<T>::type W;
    const W start = (W)Op::template identity<T>(), w = (W)x;
    return tcr_word_op<Op>::flipped ? start - w : w - start;
}
template <class Op, class T> TCR_DEVICE T tcr_word_value(typename tcr_word_for<T>::type w)
{
    typedef typename tcr_word_for<T>::type W;
    const W start = (W)Op::template identity<T>();
    return (T)(tcr_word_op<Op>::flipped ? start - w : start + w);
}

template <int kind, class W> struct tcr_word_both {
    TCR_DEVICE static W of(W a, W b)
    {
        return kind == tcr_word_add   ? a + b
               : kind == tcr_word_or  ? a | b
               : kind == tcr_word_xor ? a ^ b
               : a < b                ? b
                                      : a;
    }
};

template <int kind, class W> TCR_DEVICE void tcr_word_update(W *at, W x)
{
    if constexpr (kind == tcr_word_add)
        tcr_atomic_add(at, x);
    else if constexpr (kind == tcr_word_or)
        tcr_atomic_or(at, x);
    else if constexpr (kind == tcr_word_xor)
        tcr_atomic_xor(at, x);
    else if (tcr_atomic_look(at) < x) /* it only grows */
        tcr_atomic_max(at, x);
}

/* The same in shared memory, which has instructions for 4 bytes only.  Nobody reads a word
 * before all have been updated, and a carry may come late. */
template <int kind> TCR_DEVICE void tcr_word_update_shared(unsigned *at, unsigned x)
{
    tcr_word_update<kind>(at, x);
}
template <int kind>
TCR_DEVICE void tcr_word_update_shared(unsigned long long *at, unsigned long long x)
{
    if constexpr (kind == tcr_word_max) {
        tcr_word_update<kind>(at, x);
    } else {
        unsigned *const half = (unsigned *)at;
        const unsigned low = (unsigned)x;
        unsigned high = (unsigned)(x >> 32);
        if constexpr (kind == tcr_word_add)
            high += tcr_atomic_add(half, low) > ~low;
        else if (low)
            tcr_word_update<kind>(half, low);
        if (high)
            tcr_word_update<kind>(half + 1, high);
    }
}

/* ---- sections ---- */

/* A thread's update of an element in device memory that waits for more of them; none: k is -1. */
template <class W> struct tcr_waiting {
    long long k;
    W x;
};

/* A section, as a thread knows it. */
template <class V> struct tcr_counted {
    typedef typename V::value T;
    typedef typename tcr_word_for<T>::type W;
    typedef typename V::op op;
    enum { kind = (int)tcr_word_op<op>::kind };
    long long count;
    unsigned long long shared; /* bytes before its copies in shared memory, */
    W *device;                 /* and its copy in device memory */
    unsigned copies;
    bool waits; /* updates do: in shared memory are places for them */

    TCR_DEVICE W *shared_word(unsigned long long k) const
    {
        return (W *)((char *)tcr_shared_room() + shared) + k;
    }
    TCR_DEVICE tcr_waiting<W> *waiting() const
    {
        static_assert(sizeof(tcr_waiting<W>) == TCR_WAITING_BYTES, "the runtime's");
        return (tcr_waiting<W> *)((char *)tcr_shared_room() + shared) + tcr_thread();
    }
    TCR_DEVICE void update(long long k, W x) const
    {
        if (copies) {
            tcr_word_update_shared<(int)kind>(
                shared_word((unsigned)k * copies + (tcr_lane() & (copies - 1))), x);
            return;
        }
        if (waits) {
            tcr_waiting<W> *const last = waiting();
            const tcr_waiting<W> was = *last;
            const bool more = was.k == k;
            *last = {k, more ? tcr_word_both<(int)kind, W>::of(was.x, x) : x};
            if (more || was.k < 0)
                return;
            k = was.k;
            x = was.x;
        }
        update_device(k, x);
    }
    TCR_DEVICE void update_device(long long k, W x) const
    {
        if (tcr_warp_agrees((unsigned long long)k)) { /* else they queue up */
            x = tcr_combine_warp<tcr_word_both<(int)kind, W>>(x);
            if (tcr_lane() == 0)
                tcr_word_update<(int)kind>(device + k, x);
        } else {
            tcr_word_update<(int)kind>(device + k, x);
        }
    }
};

/* The lane's last update of a section, before it is made. */
template <class V> struct tcr_pending {
    long long k;
    typename tcr_word_for<typename V::value>::type x;
};

/* What the body calls an element.  As an object it is what a copy starts with: what the body
 * makes of that, folded into the element, is what it makes of the element. */
template <class V> struct tcr_place {
    typedef typename V::value T;
    const tcr_counted<V> &section;
    tcr_pending<V> &pending;
    long long k; /* -1: none */

    TCR_DEVICE operator T() const
    {
        return V::op::template identity<T>();
    }
    TCR_DEVICE T operator=(const tcr_place &) const
    {
        return *this;
    }
    template <class X> TCR_DEVICE T operator=(X x) const
    {
        const T value = (T)x;
        if (k >= 0) {
            if (pending.k >= 0)
                section.update(pending.k, pending.x);
            pending.k = k;
            pending.x = tcr_word_of<typename V::op, T>(value);
        }
        return value;
    }
#define TCR_PLACE_OPERATOR(op)                                                                     \
    template <class X> TCR_DEVICE T operator op(X x) const                                         \
    {                                                                                              \
        T value = *this;                                                                           \
        value op x;                                                                                \
        return *this = value;                                                                      \
    }
    TCR_PLACE_OPERATOR(+=)
    TCR_PLACE_OPERATOR(-=)
    TCR_PLACE_OPERATOR(&=)
    TCR_PLACE_OPERATOR(|=)
    TCR_PLACE_OPERATOR(^=)
#undef TCR_PLACE_OPERATOR
    TCR_DEVICE T operator++() const
    {
        return *this = (T)1;
    }
    TCR_DEVICE T operator--() const
    {
        return *this = (T)-1;
    }
    TCR_DEVICE T operator++(int) const
    {
        return *this = (T)1;
    }
    TCR_DEVICE T operator--(int) const
    {
        return *this = (T)-1;
    }
};

template <class V> struct tcr_updated {
    const tcr_counted<V> &section;
    tcr_pending<V> &pending;

    TCR_DEVICE tcr_place<V> at(long long k, bool &stray) const
    {
        const bool beyond = k < 0 || k >= section.count;
        stray |= beyond;
        return {section, pending, beyond ? -1 : k};
    }
};

template <class V>
TCR_DEVICE tcr_updated<V> tcr_updated_of(const tcr_counted<V> &section, tcr_pending<V> &pending)
{
    return {section, pending};
}

/* All sections of a region. */
template <class... V> struct tcr_updates {
    enum { sections = 0 };
    struct places {
        TCR_DEVICE unsigned long long find(const tcr_grid &, int, unsigned long long shared,
                                           unsigned long long)
        {
            return shared;
        }
        TCR_DEVICE void leave() const
        {
        }
    };
    struct pending {
        TCR_DEVICE void clear()
        {
        }
        TCR_DEVICE void make(const places &)
        {
        }
    };
    TCR_DEVICE static void gather(const tcr_grid &, const places &, long long)
    {
    }
};

template <class V, class... Rest> struct tcr_updates<V, Rest...> {
    typedef tcr_updates<Rest...> rest;
    typedef tcr_counted<V> section;
    typedef typename section::T T;
    typedef typename section::W W;
    enum { sections = 1 + (int)sizeof...(Rest) };

    struct places {
        section head;
        typename rest::places tail;

        /* Returns the bytes of shared memory. */
        TCR_DEVICE unsigned long long find(const tcr_grid &G, int k, unsigned long long shared,
                                           unsigned long long device)
        {
            head.count = G.count[k];
            head.copies = G.shared_copies == TCR_UPDATES_WAIT ? 0 : (unsigned)G.shared_copies;
            head.waits = G.shared_copies == TCR_UPDATES_WAIT;
            head.shared = shared;
            head.device = (W *)((char *)G.copies + device);
            shared += head.waits ? TCR_WAITING_BYTES * (unsigned long long)tcr_threads()
                                 : TCR_WORDS_BYTES(head.count * head.copies, sizeof(W));
            if (head.waits)
                head.waiting()->k = -1;
            device += TCR_WORDS_BYTES(head.count, sizeof(W));
            return tail.find(G, k + 1, shared, device);
        }
        /* The block's copies in shared memory to the one in device memory, and what waits. */
        TCR_DEVICE void leave() const
        {
            if (head.waits && head.waiting()->k >= 0)
                head.update_device(head.waiting()->k, head.waiting()->x);
            for (unsigned k = tcr_thread(); head.copies && k < head.count; k += tcr_threads()) {
                W x = 0;
                for (unsigned c = 0; c < head.copies; ++c) /* from a bank of its own */
                    x = tcr_word_both<(int)section::kind, W>::of(
                        x, *head.shared_word(k * head.copies +
                                             ((c + tcr_lane()) & (head.copies - 1))));
                if (x)
                    tcr_word_update<(int)section::kind>(head.device + k, x);
            }
            tail.leave();
        }
    };

    struct pending {
        tcr_pending<V> head;
        typename rest::pending tail;

        TCR_DEVICE void clear()
        {
            head.k = -1;
            tail.clear();
        }
        TCR_DEVICE void make(const places &p)
        {
            if (head.k >= 0)
                p.head.update(head.k, head.x);
            tail.make(p.tail);
        }
    };

    TCR_DEVICE static void gather(const tcr_grid &G, const places &p, long long slot)
    {
        enum { together = 8 }; /* loads, which take long */
        const unsigned step = tcr_threads();
        for (long long k = tcr_thread(); k < p.head.count; k += together * step) {
            W w[together];
            TCR_UNROLL
            for (int j = 0; j < together; ++j)
                w[j] = k + j * step < p.head.count ? tcr_atomic_look(p.head.device + k + j * step)
                                                   : (W)0;
            TCR_UNROLL
            for (int j = 0; j < together; ++j)
                if (k + j * step < p.head.count)
                    tcr_leave_whole<V>(G, slot + k + j * step,
                                       (typename V::wide)tcr_word_value<typename V::op, T>(w[j]));
        }
        rest::gather(G, p.tail, slot + p.head.count);
    }
};

/* The kernel's arguments, as the body gets them. */
template <class Args, class Updates> struct tcr_with_updates {
    const Args &args;
    const typename Updates::places &places;
    typename Updates::pending &pending;
};
template <int k, class Places, class Pending>
TCR_DEVICE auto tcr_section_of(const Places &places, Pending &pending)
{
    if constexpr (k == 0)
        return tcr_updated_of(places.head, pending.head);
    else
        return tcr_section_of<k - 1>(places.tail, pending.tail);
}
/* What the body calls section k. */
template <int k, class With> TCR_DEVICE auto tcr_section(const With &W)
{
    return tcr_section_of<k>(W.places, W.pending);
}

/* ---- the kernel ---- */

/* Tiles as those of tcr_run_tiles. */
template <int U, class Vars, class Body, class Updates, class Args>
TCR_DEVICE void tcr_run_update_tiles(const Args &A, const typename Updates::places &places,
                                     typename Vars::tiles &tiles, long long n_tiles)
{
    const long long warps = (long long)tcr_blocks() * (tcr_threads() / 32);
    long long tile = (long long)tcr_block() * (tcr_threads() / 32) + tcr_thread() / 32;

    while (tile < n_tiles) {
        tcr_begin(tiles);
        for (int r = 0; r < tcr_chain_pushes<Vars, U>() && tile < n_tiles; ++r, tile += warps) {
            const long long it = tile * (32 * U) + tcr_lane();
            typename Vars::value v[U];
            typename Updates::pending pending[U];
            TCR_UNROLL
            for (int u = 0; u < U; ++u) {
                tcr_reset(v[u]);
                pending[u].clear();
                Body::run(tcr_with_updates<Args, Updates>{A, places, pending[u]}, it + 32 * u,
                          v[u]);
            }
            tcr_converge();
            TCR_UNROLL
            for (int u = 0; u < U; ++u)
                pending[u].make(places);
            tcr_converge();
            tcr_push<U, 0, Vars::chain>(tiles, v);
        }
        tcr_promote(tiles);
    }
}

/* The iterations from `it` on, one by one. */
template <class Vars, class Body, class Updates, class Args>
TCR_DEVICE void tcr_run_update_rest(const Args &A, const tcr_grid &G,
                                    const typename Updates::places &places,
                                    typename Vars::tiles &tiles, unsigned long long it)
{
    const unsigned long long step = (unsigned long long)tcr_blocks() * tcr_threads();

    it += (unsigned long long)tcr_block() * tcr_threads() + tcr_thread();
    TCR_REST
    for (; it < (unsigned long long)G.n; it += step) {
        typename Vars::value v;
        typename Updates::pending pending;
        tcr_reset(v);
        pending.clear();
        Body::run(tcr_with_updates<Args, Updates>{A, places, pending}, (long long)it, v);
        pending.make(places);
        tcr_add(tiles, v, G.plain);
    }
}

template <int U, class Vars, class Body, class Updates, class Args>
TCR_DEVICE void tcr_reduce_updates(const Args &A, const tcr_grid &G)
{
    const long long n_tiles = G.plain ? 0 : G.n / (32 * U);
    unsigned long long *const room = (unsigned long long *)tcr_shared_room();
    typename Updates::places places;
    typename Vars::tiles tiles;
    const unsigned words = (unsigned)(places.find(G, 0, 0, 0) / sizeof *room);

    for (unsigned k = tcr_thread(); k < words && G.shared_copies > 0; k += tcr_threads())
        room[k] = 0;
    tcr_sync_block();
    tcr_start(tiles);
    tcr_run_update_tiles<U, Vars, Body, Updates>(A, places, tiles, n_tiles);
    tcr_settle(tiles);
    tcr_run_update_rest<Vars, Body, Updates>(A, G, places, tiles,
                                             (unsigned long long)n_tiles * (32 * U));
    tcr_sync_block(); /* the block's copies are what they will be */
    places.leave();
    tcr_fence();
    tcr_sync_block();
    tcr_leave_partials<0>(G, tiles);
    if (!tcr_is_last(G))
        return;
    tcr_gather_results<0>(G, tiles);
    Updates::gather(G, places, Vars::slots);
    if (tcr_thread() == 0)
        *G.ticket = 0;
}

/* With sections of integers, the updates of which may be made in any order. */
#define TCR_KERNEL_UPDATES(name, args, vars, body, updates, unroll)                                \
    TCR_KERNEL_ENTRY name(const args A, const tcr_grid G)                                          \
    {                                                                                              \
        tcr_reduce_updates<unroll, vars, body, updates>(A, G);                                     \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)

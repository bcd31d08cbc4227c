/* SPDX-License-Identifier: MIT */
/*
 * reduce.cuh: the single-pass kernel.
 *
 * A warp takes tiles of 32 * U consecutive iterations: lane l runs the body for
 * l, l + 32, ... so that neighbouring lanes read neighbouring elements, and the
 * U loads of a lane are in flight together.  The values go to the tensor cores
 * in chains (chain.cuh).  What fills no tile, and everything when G.plain asks
 * for it, is taken one value a lane on the CUDA cores.  Then lanes, warps and
 * blocks are combined, the blocks by the last of them to finish.
 *
 * Source of the single-pass scheme: chained MMA reduction of Navarro, Carrasco,
 * Barrientos, Riquelme and Vega, "GPU Tensor Cores for Fast Arithmetic
 * Reductions" (IEEE TPDS 2021), here without shared memory and with FP64
 * promotion.
 */
#pragma once
#include "copies.cuh"
#include "exact.cuh"
#include "stream.cuh"

template <int bytes> struct tcr_unroll {
    enum { value = TCR_UNROLL_OF(bytes) };
};

#ifndef TCR_VECTORS
#define TCR_VECTORS (TCR_LANE_BYTES / 16)
#endif

template <int U, class Vars, class Body, class Args>
TCR_DEVICE void tcr_run_tiles(const Args &A, typename Vars::tiles &tiles, long long n_tiles)
{
    const long long warps = (long long)tcr_blocks() * (tcr_threads() / 32);
    long long tile = (long long)tcr_block() * (tcr_threads() / 32) + tcr_thread() / 32;

    while (tile < n_tiles) {
        tcr_begin(tiles);
        for (int r = 0; r < tcr_chain_pushes<Vars, U>() && tile < n_tiles; ++r, tile += warps) {
            const long long it = tile * (32 * U) + tcr_lane();
            typename Vars::value v[U];
            TCR_UNROLL
            for (int u = 0; u < U; ++u) {
                tcr_reset(v[u]);
                Body::run(A, it + 32 * u, v[u]);
            }
            tcr_converge();
            tcr_push<U, 0, Vars::chain>(tiles, v);
        }
        tcr_promote(tiles);
    }
}

/* What is left when the tiles are settled: combine the lanes' shares. */
template <class Vars, class Copies>
TCR_DEVICE void tcr_finish(const tcr_grid &G, typename Vars::tiles &tiles)
{
    if constexpr (Copies::sections > 0) {
        tcr_sync_block(); /* the threads' copies are what they will be */
        Copies::leave(G, 0, 0, Vars::slots);
        tcr_fence();
    } else if constexpr (!Vars::exact) {
        if (tcr_blocks() == 1) {
            if (G.tag == TCR_TAG_WRITTEN)
                tcr_fence();
            tcr_only_results<0>(G, tiles);
            return;
        }
    }
    tcr_leave_partials<0>(G, tiles);
    if (!tcr_is_last(G))
        return;
    tcr_gather_results<0>(G, tiles);
    Copies::gather(G, 0, Vars::slots);
    if (tcr_thread() == 0)
        *G.ticket = 0;
}

/* The iterations of this block's tiles, of `size` iterations from `first` on, one by one. */
template <class Body, class Vars, class Args>
TCR_DEVICE void tcr_run_one_by_one(const Args &A, typename Vars::tiles &tiles, long long first,
                                   long long n_tiles, int size, unsigned plain)
{
    const long long warps = (long long)tcr_blocks() * (tcr_threads() / 32);
    long long tile = (long long)tcr_block() * (tcr_threads() / 32) + tcr_thread() / 32;

    TCR_ROLL
    for (; tile < n_tiles; tile += warps) {
        TCR_ROLL
        for (int at = (int)tcr_lane(); at < size; at += 32) {
            typename Vars::value v;
            tcr_reset(v);
            Body::run(A, first + tile * size + at, v);
            tcr_add(tiles, v, plain);
        }
    }
}

/* This block's share of the iterations, where every lane loads the elements of its own.
 * `take` has it added up, in tiles as far as they go, and `take_plain` once more without
 * tensor cores (tcr_grid::plain). */
template <int U, class Vars, class Body, class Args> struct tcr_share_by_lanes {
    typedef typename Vars::tiles tiles_type;
    typedef Args args;
    const Args &A;
    const tcr_grid &G;
    long long n_tiles;

    TCR_DEVICE tcr_share_by_lanes(const Args &a, const tcr_grid &g)
        : A(a), G(g), n_tiles(g.plain ? 0 : g.n / (32 * U))
    {
    }
    /* Make out here and not later what it is. */
    TCR_DEVICE void know()
    {
        tcr_know(n_tiles);
    }
    template <bool ask = false> TCR_DEVICE void take(tiles_type &tiles) const
    {
        tcr_start(tiles);
        tcr_run_tiles<U, Vars, Body>(A, tiles, n_tiles);
        tcr_settle(tiles);
        take_rest(tiles, G.plain);
    }
    TCR_DEVICE void take_plain(tiles_type &tiles, unsigned plain) const
    {
        tcr_start(tiles);
        tcr_settle(tiles);
        tcr_run_one_by_one<Body, Vars>(A, tiles, 0, n_tiles, 32 * U, plain);
        take_rest(tiles, plain);
    }
    /* What fills no tile. */
    TCR_DEVICE void take_rest(tiles_type &tiles, unsigned plain) const
    {
        const unsigned long long step = (unsigned long long)tcr_blocks() * tcr_threads();
        unsigned long long it = (unsigned long long)n_tiles * (32 * U);
        it += (unsigned long long)tcr_block() * tcr_threads() + tcr_thread();
        TCR_REST
        for (; it < (unsigned long long)G.n; it += step) {
            typename Vars::value v;
            tcr_reset(v);
            Body::run(A, (long long)it, v);
            tcr_add(tiles, v, plain);
        }
    }
};

template <int U, class Vars, class Body, class Copies = tcr_copies<>, class Args>
TCR_DEVICE void tcr_reduce(const Args &A, const tcr_grid &G)
{
    const tcr_share_by_lanes<U, Vars, Body, Args> share(A, G);
    typename Vars::tiles tiles;

    Copies::start(G, 0, 0);
    share.take(tiles);
    tcr_finish<Vars, Copies>(G, tiles);
}

/* So many of `most` iterations that their values, of so many bytes, take 128 at most. */
TCR_DEVICE constexpr int tcr_group_of(int most, int bytes)
{
    return most == 1 || most * bytes <= 128 ? most : tcr_group_of(most / 2, bytes);
}

/* How a lane takes its share of a tile of streams: C chunks of V consecutive
 * iterations, in groups that go to the tensor cores together. */
template <class Vars, class Streams> struct tcr_share_of_tile {
    typedef tcr_stream_facts<Streams> facts;
    enum {
        V = 16 / (int)facts::least,
        together = TCR_STREAM_TOGETHER((int)facts::least, (int)facts::sum, (int)Vars::bytes),
        group = tcr_group_of((int)together, (int)Vars::bytes),
        wanted = 16 * TCR_VECTORS / (int)facts::sum,
        U = wanted < together ? together : wanted / together * together,
        C = U / V,
        groups = U / group,
        pushes = tcr_chain_pushes<Vars, (int)group>(), /* of a chain, */
        tiles = pushes > groups ? pushes / groups : 1, /* and tiles */
        /* in bytes of registers: all that is loaded, and the values of a group */
        fits = U * (int)facts::sum <= 160 && group * (int)Vars::bytes <= 128
    };
};

/* Tiles of consecutive iterations from `first` on, where all streams are at multiples of
 * 16 bytes, or not all are. */
template <class Vars, class Body, class Args>
TCR_DEVICE void tcr_run_streams(const Args &A, typename Vars::tiles &tiles, long long first,
                                long long n_tiles, bool aligned)
{
    typedef tcr_share_of_tile<Vars, typename Body::streams> share;
    typedef tcr_held<share::U, typename Body::streams> held;
    const long long warps = (long long)tcr_blocks() * (tcr_threads() / 32);
    long long tile = (long long)tcr_block() * (tcr_threads() / 32) + tcr_thread() / 32;

    while (tile < n_tiles) {
        tcr_begin(tiles);
        for (int r = 0; r < share::tiles && tile < n_tiles; ++r, tile += warps) {
            const long long it = first + tile * (32 * share::U) + tcr_lane() * share::V;
            held h;
            if (Body::streams::count == 1 || aligned)
                tcr_load_streams<0, share::V, share::C, false, Body>(h, A, it);
            else
                tcr_load_streams<0, share::V, share::C, true, Body>(h, A, it);
            TCR_UNROLL
            for (int g = 0; g < share::groups; ++g) {
                typename Vars::value v[share::group];
                TCR_UNROLL
                for (int k = 0; k < share::group; ++k) {
                    const int u = g * share::group + k;
                    tcr_reset(v[k]);
                    Body::run(A, it + u / share::V * (32 * share::V) + u % share::V, v[k],
                              tcr_held_reads<held>{h, u});
                }
                tcr_converge();
                tcr_push<share::group, 0, Vars::chain>(tiles, v);
                if ((g + 1) % share::pushes == 0 && g + 1 < share::groups) {
                    tcr_promote(tiles);
                    tcr_begin(tiles);
                }
            }
        }
        tcr_promote(tiles);
    }
}

/* A body without its streams. */
template <class Body> struct tcr_by_place {
    template <class Args, class Value>
    TCR_DEVICE static void run(const Args &A, long long it, Value &v)
    {
        Body::run(A, it, v, tcr_place_reads());
    }
};

/* A share as above, where every lane loads runs of elements. */
template <class Vars, class Body, class Args> struct tcr_share_in_vectors {
    typedef tcr_share_of_tile<Vars, typename Body::streams> share;
    typedef tcr_stream_facts<typename Body::streams> facts;
    typedef typename Vars::tiles tiles_type;
    typedef Args args;
    enum { size = 32 * (int)share::U };
    const Args &A;
    const tcr_grid &G;
    long long first, n_tiles;
    bool aligned;

    TCR_DEVICE tcr_share_in_vectors(const Args &a, const tcr_grid &g)
        : A(a), G(g), first(0), n_tiles(0), aligned(true)
    {
        if (!G.plain && G.n >= size + 256) {
            const char *anchor = tcr_bytes_at(Body::stream(tcr_index<facts::anchor>(), A, 0));
            first = (long long)(-(unsigned long long)anchor % 128 / facts::least); /* a line */
            aligned = tcr_streams_aligned<0, Body>(A, first);
            const int beyond = aligned ? 0 : share::V; /* that loads reach beyond the tiles */
            first += beyond;
            n_tiles = (G.n - first - beyond) / size;
        }
    }
    TCR_DEVICE void know()
    {
        tcr_know(first);
        tcr_know(n_tiles);
    }
    /* `ask`: the code around the tiles is such that ptxas has more loads in flight for narrow
     * types, and less of it is ready before the kernel waits (library.cuh). */
    template <bool ask = false> TCR_DEVICE void take(tiles_type &tiles) const
    {
        tcr_start(tiles);
        if (!ask || n_tiles > 0)
            tcr_run_streams<Vars, Body>(A, tiles, first, n_tiles, aligned);
        tcr_settle(tiles);
        take_rest(tiles, G.plain);
    }
    TCR_DEVICE void take_plain(tiles_type &tiles, unsigned plain) const
    {
        tcr_start(tiles);
        tcr_settle(tiles);
        tcr_run_one_by_one<tcr_by_place<Body>, Vars>(A, tiles, first, n_tiles, size, plain);
        take_rest(tiles, plain);
    }
    /* The iterations in front of the tiles, and those behind. */
    TCR_DEVICE void take_rest(tiles_type &tiles, unsigned plain) const
    {
        const unsigned long long step = (unsigned long long)tcr_blocks() * tcr_threads();
        const long long done = n_tiles > 0 ? n_tiles * size : 0;
        long long it = (long long)tcr_block() * tcr_threads() + tcr_thread();
        TCR_REST
        for (; it < G.n - done; it += (long long)step) {
            typename Vars::value v;
            tcr_reset(v);
            Body::run(A, it < first ? it : it + done, v, tcr_place_reads());
            tcr_add(tiles, v, plain);
        }
    }
};

/* With many variables or streams there are no registers for it. */
template <class Vars, class Body, class Args,
          bool fits = tcr_share_of_tile<Vars, typename Body::streams>::fits>
struct tcr_share_of_streams {
    typedef tcr_share_in_vectors<Vars, Body, Args> type;
};
template <class Vars, class Body, class Args> struct tcr_share_of_streams<Vars, Body, Args, false> {
    typedef tcr_share_by_lanes<tcr_unroll<Vars::bytes>::value, Vars, tcr_by_place<Body>, Args> type;
};

template <class Vars, class Body, class Args>
TCR_DEVICE void tcr_reduce_streams(const Args &A, const tcr_grid &G)
{
    const typename tcr_share_of_streams<Vars, Body, Args>::type share(A, G);
    typename Vars::tiles tiles;

    share.template take<true>(tiles);
    tcr_finish<Vars, tcr_copies<>>(G, tiles);
}

/* A region without reduction variables: nothing to combine. */
template <class Body, class Args> TCR_DEVICE void tcr_map(const Args &A, const tcr_grid &G)
{
    const unsigned long long step = (unsigned long long)tcr_blocks() * tcr_threads();
    unsigned long long it = (unsigned long long)tcr_block() * tcr_threads() + tcr_thread();

    for (; it < (unsigned long long)G.n; it += step)
        Body::run(A, (long long)it);
}
#define TCR_KERNEL_MAP(name, args, body)                                                           \
    TCR_KERNEL_ENTRY name(const args A, const tcr_grid G)                                          \
    {                                                                                              \
        tcr_map<body>(A, G);                                                                       \
        tcr_leave_written(G);                                                                      \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)

/* A region's kernel.  A body that is long, or has loops of its own, is better
 * run with an unroll of 1: TCR_KERNEL_UNROLL. */
#define TCR_KERNEL_UNROLL(name, args, vars, body, unroll)                                          \
    TCR_KERNEL_ENTRY name(const args A, const tcr_grid G)                                          \
    {                                                                                              \
        tcr_reduce<unroll, vars, body>(A, G);                                                      \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
/* A body that has streams. */
#define TCR_KERNEL_STREAMS(name, args, vars, body)                                                 \
    TCR_KERNEL_ENTRY name(const args A, const tcr_grid G)                                          \
    {                                                                                              \
        tcr_reduce_streams<vars, body>(A, G);                                                      \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
/* A body that keeps elements in registers (keep.cuh) in calls whose arrays do not overlap
 * (tcr_grid::trips). */
template <class Body, bool apart> struct tcr_body_given {
    template <class Args> TCR_DEVICE static void run(const Args &A, long long it)
    {
        Body::template run<apart>(A, it);
    }
    template <class Args, class Value>
    TCR_DEVICE static void run(const Args &A, long long it, Value &v)
    {
        Body::template run<apart>(A, it, v);
    }
};
#define TCR_KERNEL_MAP_GIVEN(name, args, body)                                                     \
    TCR_KERNEL_ENTRY name(const args A, const tcr_grid G)                                          \
    {                                                                                              \
        if (G.trips)                                                                               \
            tcr_map<tcr_body_given<body, true>>(A, G);                                             \
        else                                                                                       \
            tcr_map<tcr_body_given<body, false>>(A, G);                                            \
        tcr_leave_written(G);                                                                      \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
#define TCR_KERNEL_UNROLL_GIVEN(name, args, vars, body, unroll)                                    \
    TCR_KERNEL_ENTRY name(const args A, const tcr_grid G)                                          \
    {                                                                                              \
        if (G.trips)                                                                               \
            tcr_reduce<unroll, vars, tcr_body_given<body, true>>(A, G);                            \
        else                                                                                       \
            tcr_reduce<unroll, vars, tcr_body_given<body, false>>(A, G);                           \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
#define TCR_KERNEL_GIVEN(name, args, vars, body)                                                   \
    TCR_KERNEL_UNROLL_GIVEN(name, args, vars, body, tcr_unroll<vars::bytes>::value)
/* With sections of which every thread has a copy; the body gets the grid, too.
 * Its loads cannot pass by the updates before: no unrolling. */
#define TCR_KERNEL_COPIES(name, args, vars, body, copies)                                          \
    TCR_KERNEL_ENTRY name(const args A, const tcr_grid G)                                          \
    {                                                                                              \
        tcr_reduce<1, vars, body, copies>(tcr_with_grid<args>{A, G}, G);                           \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
#define TCR_KERNEL(name, args, vars, body)                                                         \
    TCR_KERNEL_UNROLL(name, args, vars, body, tcr_unroll<vars::bytes>::value)

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

/* Iterations of one lane in flight, for values of so many bytes: enough loads to
 * cover the latency of memory, few enough to stay in registers. */
template <int bytes> struct tcr_unroll {
    enum { value = bytes <= 4 ? 16 : bytes <= 16 ? 8 : bytes <= 32 ? 4 : bytes <= 64 ? 2 : 1 };
};

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

template <int U, class Vars, class Body, class Copies = tcr_copies<>, class Args>
TCR_DEVICE void tcr_reduce(const Args &A, const tcr_grid &G)
{
    const long long n_tiles = G.plain ? 0 : G.n / (32 * U);
    typename Vars::tiles tiles;

    Copies::start(G, 0, 0);
    tcr_start(tiles);
    tcr_run_tiles<U, Vars, Body>(A, tiles, n_tiles);
    tcr_settle(tiles);

    const unsigned long long step = (unsigned long long)tcr_blocks() * tcr_threads();
    unsigned long long it = (unsigned long long)n_tiles * (32 * U);
    it += (unsigned long long)tcr_block() * tcr_threads() + tcr_thread();
    for (; it < (unsigned long long)G.n; it += step) {
        typename Vars::value v;
        tcr_reset(v);
        Body::run(A, (long long)it, v);
        tcr_add(tiles, v, G.plain);
    }

    if constexpr (Copies::sections > 0) {
        tcr_sync_block(); /* the threads' copies are what they will be */
        Copies::leave(G, 0, 0, Vars::slots);
        tcr_fence();
    }
    tcr_leave_partials<0>(G, tiles);
    if (!tcr_is_last(G))
        return;
    tcr_gather_results<0>(G, tiles);
    Copies::gather(G, 0, Vars::slots);
    if (tcr_thread() == 0) {
        *G.ticket = 0;
        tcr_fence_system();
    }
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

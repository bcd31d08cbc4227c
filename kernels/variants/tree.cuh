/* SPDX-License-Identifier: MIT */
/*
 * tree.cuh: the textbook's trees in shared memory, one element a thread, one
 * number a block, one launch for each level.
 *
 * Kernels 1 (interleaved addressing, divergent branches) and 3 (sequential
 * addressing) of M. Harris, "Optimizing Parallel Reduction in CUDA", NVIDIA,
 * 2007; a block may have any multiple of 32 threads here.
 */
#pragma once
#include "variant.cuh"

struct tcr_tree_divergent {
    TCR_DEVICE static void add(float *s)
    {
        const unsigned t = tcr_thread(), width = tcr_threads();

        for (unsigned stride = 1; stride < width; stride *= 2) {
            if (t % (2 * stride) == 0 && t + stride < width)
                s[t] += s[t + stride];
            tcr_sync_block();
        }
    }
};

struct tcr_tree_sequential {
    TCR_DEVICE static void add(float *s)
    {
        const unsigned t = tcr_thread();

        for (unsigned width = tcr_threads(), half; width > 1; width = half) {
            half = (width + 1) / 2;
            if (t + half < width)
                s[t] += s[t + half];
            tcr_sync_block();
        }
    }
};

template <class Tree, class T>
TCR_DEVICE void tcr_tree(tcr_ptr<const T> in, const tcr_level &A, const tcr_grid &G)
{
    TCR_SHARED float s[1024];
    const long long at = (long long)tcr_block() * tcr_threads() + tcr_thread();

    s[tcr_thread()] = at < G.n ? (float)in[at] : 0.0f;
    tcr_sync_block();
    Tree::add(s);
    if (tcr_thread() == 0)
        tcr_leave(A.out, G, tcr_blocks() == 1, tcr_block(), s[0]);
}
template <class Tree> TCR_DEVICE void tcr_tree_first(const tcr_level &A, const tcr_grid &G)
{
    tcr_tree<Tree>(A.in, A, G);
}
template <class Tree> TCR_DEVICE void tcr_tree_later(const tcr_level &A, const tcr_grid &G)
{
    tcr_tree<Tree>(tcr_cast<const float>(A.in), A, G);
}
TCR_VARIANT(tree_divergent, tcr_tree_first<tcr_tree_divergent>)
TCR_VARIANT(tree_divergent_later, tcr_tree_later<tcr_tree_divergent>)
TCR_VARIANT(tree_sequential, tcr_tree_first<tcr_tree_sequential>)
TCR_VARIANT(tree_sequential_later, tcr_tree_later<tcr_tree_sequential>)

/* SPDX-License-Identifier: MIT */
/*
 * variant.cuh: what the kernels of the literature's variants share.
 *
 * They are beside the product for comparison only (bench/figures), and are
 * compiled with
 *
 *     TCR_VARIANT_TYPE     type of the elements: tcr_half or float
 *     TCR_VARIANT_R        MMAs of a chain
 *     TCR_VARIANT_CHAIN    the same for the product's kernel; 0: its own
 *
 * Variants that need several launches run one kernel for each level: it reads
 * G.n numbers and leaves fewer in A.out.  A level that leaves one alone puts it
 * into G.result.
 */
#pragma once
#include "tcr_device.cuh"

typedef TCR_VARIANT_TYPE tcr_summand;

struct tcr_level {
    tcr_ptr<const tcr_summand> in; /* later levels: of another type, where the kernel says so */
    tcr_ptr<float> out;
    long long on_cores; /* split: elements that take no MMA, */
    long long cores;    /* and the blocks for them */
};

#define TCR_VARIANT(name, function)                                                                \
    TCR_KERNEL_ENTRY name(const tcr_level A, const tcr_grid G)                                     \
    {                                                                                              \
        function(A, G);                                                                            \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_level)

/* Eight elements that follow each other: a lane's share of an MMA's A, in one
 * load of 16 bytes, or two. */
struct alignas(16) tcr_eight {
    tcr_summand e[8];
};

/* Those from `at` on, a multiple of 8; zeros beyond n. */
TCR_DEVICE tcr_eight tcr_load_eight(tcr_ptr<const tcr_summand> in, long long at, long long n)
{
    tcr_eight x;
    if (at + 8 <= n)
        return tcr_cast<const tcr_eight>(in)[at / 8];
    TCR_UNROLL
    for (int k = 0; k < 8; ++k)
        x.e[k] = at + k < n ? in[at + k] : tcr_summand(0.0f);
    return x;
}

/* Called by one thread of each block (or warp): its level's value number k. */
template <class T>
TCR_DEVICE void tcr_leave(tcr_ptr<T> out, const tcr_grid &G, bool alone, unsigned long long k,
                          float x)
{
    if (alone)
        G.result[0].f = (double)x;
    else
        TCR_STORE(out[k]) = T(x);
}

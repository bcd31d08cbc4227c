/* SPDX-License-Identifier: MIT */
/*
 * sim_intrinsics.h: the names of intrinsics.cuh on the simulated device.
 *
 * Plain C++17 without a library header: a unit's device text must compile in a
 * fraction of a second.  Whatever needs the other threads goes through the
 * table that the runtime puts into `tcr_sim` before the first launch.
 */
#pragma once
#include "sim_table.h"

#define TCR_DEVICE inline
/* Blocks run one after another, so one copy serves them all. */
#define TCR_SHARED static
#define TCR_SIM_EXPORT __attribute__((visibility("default")))
#define TCR_KERNEL_ENTRY static void
#define TCR_KERNEL_ENTRY_OF(threads, blocks) static void
/* The way in: parameters by address, as the runtime cannot pass a struct it does not know. */
#define TCR_KERNEL_EXPORT(name, args)                                                              \
    extern "C" TCR_SIM_EXPORT void tcr_sim_##name(const void *a, const void *g)                    \
    {                                                                                              \
        name(*(const args *)a, *(const tcr_grid *)g);                                              \
    }

extern "C" {
TCR_SIM_EXPORT const struct tcr_sim_table *tcr_sim;
}

TCR_DEVICE unsigned tcr_thread()
{
    return tcr_sim->place->thread;
}
TCR_DEVICE unsigned tcr_threads()
{
    return tcr_sim->place->threads;
}
TCR_DEVICE unsigned tcr_block()
{
    return tcr_sim->place->block;
}
TCR_DEVICE unsigned tcr_blocks()
{
    return tcr_sim->place->blocks;
}
TCR_DEVICE unsigned tcr_lane()
{
    return tcr_sim->place->thread & 31u;
}

TCR_DEVICE void tcr_sync_block()
{
    tcr_sim->sync_block();
}
/* One host thread runs all of the device's: memory is always in order. */
TCR_DEVICE void tcr_fence()
{
}
TCR_DEVICE void tcr_fence_host()
{
}
/* Launches run one after another. */
TCR_DEVICE void tcr_let_follow()
{
}
TCR_DEVICE void tcr_follow()
{
}
template <class T> TCR_DEVICE void tcr_know(T &)
{
}
TCR_DEVICE void tcr_settle_word(unsigned &)
{
}
TCR_DEVICE void tcr_store_words(unsigned long long *p, const unsigned long long w[2])
{
    tcr_sim->access(p, 16, TCR_SIM_WRITE);
    p[0] = w[0];
    p[1] = w[1];
}
TCR_DEVICE void tcr_load_words(unsigned long long w[2], const unsigned long long *p)
{
    tcr_sim->access(p, 16, TCR_SIM_READ);
    w[0] = p[0];
    w[1] = p[1];
}
/* Blocks run in any order: here it is the last one. */
TCR_DEVICE bool tcr_block_gathers(unsigned *ticket)
{
    TCR_SHARED bool last;
    if (tcr_thread() == 0) {
        last = ++*ticket == tcr_blocks();
        *ticket = last ? 0 : *ticket;
    }
    tcr_sync_block();
    return last;
}
/* A thread is not interrupted between two places where it waits. */
template <class T> TCR_DEVICE T tcr_atomic_compare_swap(T *at, T old, T now)
{
    const T was = *at;
    *at = was == old ? now : was;
    return was;
}
template <class T> TCR_DEVICE T tcr_atomic_add(T *at, T by)
{
    const T old = *at;
    *at = old + by;
    return old;
}
template <class T> TCR_DEVICE T tcr_atomic_and(T *at, T by)
{
    const T old = *at;
    *at = old & by;
    return old;
}
template <class T> TCR_DEVICE T tcr_atomic_or(T *at, T by)
{
    const T old = *at;
    *at = old | by;
    return old;
}
template <class T> TCR_DEVICE T tcr_atomic_xor(T *at, T by)
{
    const T old = *at;
    *at = old ^ by;
    return old;
}
template <class T> TCR_DEVICE T tcr_atomic_max(T *at, T by)
{
    const T old = *at;
    *at = old < by ? by : old;
    return old;
}
template <class T> TCR_DEVICE T tcr_atomic_look(const T *at)
{
    return *at;
}
TCR_DEVICE unsigned tcr_atomic_ticket(unsigned *at)
{
    return (*at)++;
}

template <class T> TCR_DEVICE T tcr_shfl_xor(T x, int mask)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a shuffle moves 32 or 64 bits");
    tcr_sim->shfl_xor(&x, sizeof x, mask);
    return x;
}

template <class T> TCR_DEVICE T tcr_lanes_xor(T x, int mask, unsigned lanes)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a shuffle moves 32 or 64 bits");
    tcr_sim->lanes_xor(&x, sizeof x, mask, lanes);
    return x;
}
TCR_DEVICE bool tcr_lanes_any(bool x, unsigned lanes)
{
    int any = x;
    for (int mask = 1; mask < 32; mask *= 2)
        if ((lanes & 1u << (tcr_lane() ^ (unsigned)mask)) != 0)
            any |= tcr_lanes_xor(any, mask, lanes);
    return any != 0;
}
TCR_DEVICE unsigned tcr_lanes_from(unsigned x, unsigned from, unsigned lanes)
{
    x = tcr_lane() == from ? x : 0;
    for (int mask = 1; mask < 32; mask *= 2)
        if ((lanes & 1u << (tcr_lane() ^ (unsigned)mask)) != 0)
            x |= tcr_lanes_xor(x, mask, lanes);
    return x;
}
TCR_DEVICE void tcr_lanes_meet(unsigned lanes)
{
    tcr_lanes_xor(0, 0, lanes);
}
template <class T> TCR_DEVICE T tcr_warp_from(T x, unsigned from)
{
    TCR_SHARED T room[TCR_MOST_THREADS];
    room[tcr_thread()] = x;
    tcr_lanes_meet(0xffffffffu);
    x = room[tcr_thread() - tcr_lane() + (from & 31)];
    tcr_lanes_meet(0xffffffffu);
    return x;
}
template <class T> TCR_DEVICE T tcr_warp_up(T x, unsigned by)
{
    return tcr_warp_from(x, tcr_lane() < by ? tcr_lane() : tcr_lane() - by);
}
TCR_DEVICE unsigned tcr_warp_ballot(bool x)
{
    unsigned bits = (unsigned)x << tcr_lane();
    for (int mask = 1; mask < 32; mask *= 2)
        bits |= tcr_lanes_xor(bits, mask, 0xffffffffu);
    return bits;
}
TCR_DEVICE void tcr_sync_some(unsigned id, unsigned threads)
{
    tcr_sim->sync_some(id, threads);
}
TCR_DEVICE void tcr_sync_blocks(unsigned *arrived, unsigned blocks)
{
    ++*arrived;
    tcr_sim->sync_blocks(arrived, blocks);
}
/* Each goes on when all have come so far. */
TCR_DEVICE void tcr_await_blocks(unsigned *arrived, unsigned blocks)
{
    if (tcr_thread() == 0)
        tcr_sim->sync_blocks(arrived, blocks);
    tcr_sync_block();
}
/* Who asks may be alone. */
TCR_DEVICE bool tcr_warp_agrees(unsigned long long)
{
    return false;
}
TCR_DEVICE void tcr_soon(const char *)
{
}
TCR_DEVICE void *tcr_shared_room()
{
    TCR_SHARED unsigned long long room[TCR_SHARED_MOST / sizeof(unsigned long long)];
    return room;
}

TCR_DEVICE void tcr_mma_f64(double d[2], double a, double b)
{
    tcr_sim->mma(TCR_SIM_MMA_F64, d, &a, &b);
}
TCR_DEVICE void tcr_mma_f64_k16(double d[4], const double a[8], const double b[4])
{
    tcr_sim->mma(TCR_SIM_MMA_F64_K16, d, a, b);
}
TCR_DEVICE void tcr_mma_f16(float d[4], const unsigned a[4], const unsigned b[2])
{
    tcr_sim->mma(TCR_SIM_MMA_F16, d, a, b);
}
TCR_DEVICE void tcr_mma_bf16(float d[4], const unsigned a[4], const unsigned b[2])
{
    tcr_sim->mma(TCR_SIM_MMA_BF16, d, a, b);
}
TCR_DEVICE void tcr_mma_tf32(float d[4], const unsigned a[4], const unsigned b[2])
{
    tcr_sim->mma(TCR_SIM_MMA_TF32, d, a, b);
}
TCR_DEVICE unsigned tcr_to_tf32(float x)
{
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return bits | 0x400000u;
    return (bits + 0x1000u) & 0xffffe000u;
}
TCR_DEVICE void tcr_mma_u8(int d[4], const unsigned a[4], const unsigned b[2])
{
    tcr_sim->mma(TCR_SIM_MMA_U8, d, a, b);
}
TCR_DEVICE void tcr_mma_f16_k8(float d[4], const unsigned a[2], unsigned b)
{
    tcr_sim->mma(TCR_SIM_MMA_F16_K8, d, a, &b);
}
TCR_DEVICE void tcr_mma_u8_k16(int d[2], unsigned a, unsigned b)
{
    tcr_sim->mma(TCR_SIM_MMA_U8_K16, d, &a, &b);
}

TCR_DEVICE void tcr_load(tcr_vector &v, const char *p)
{
    tcr_sim->access(p, sizeof v, TCR_SIM_READ);
    __builtin_memcpy(&v, p, sizeof v);
}
TCR_DEVICE void tcr_load_again(tcr_vector &v, const char *p)
{
    tcr_load(v, p);
}
TCR_DEVICE void tcr_load_now(tcr_vector &v, const char *p)
{
    tcr_load(v, p);
}
TCR_DEVICE void tcr_load_partly(tcr_vector &v, const char *p)
{
    tcr_sim->access(p, sizeof v, TCR_SIM_COPY);
    __builtin_memcpy(&v, p, sizeof v);
}
/* Copies are done at once. */
template <int Bytes> TCR_DEVICE void tcr_copy_async(void *to, const char *from, bool there)
{
    if (!there) {
        __builtin_memset(to, 0, Bytes);
        return;
    }
    tcr_sim->access(from, Bytes, TCR_SIM_READ);
    __builtin_memcpy(to, from, Bytes);
}
TCR_DEVICE void tcr_copies_begun()
{
}
TCR_DEVICE void tcr_copies_wait()
{
}
TCR_DEVICE void tcr_copy_vector(tcr_vector *to, const char *from)
{
    tcr_copy_async<16>(to, from, true);
}
template <int n> TCR_DEVICE void tcr_copies_wait_but()
{
}
template <class At> TCR_DEVICE void tcr_load_matrices(unsigned x[4], At at)
{
    const int lane = (int)tcr_lane();
    for (int u = 0; u < 4; ++u)
        x[u] = ((const unsigned *)at(8 * u + lane / 4))[lane % 4];
}
TCR_DEVICE void tcr_store_shared(unsigned *to, const tcr_vector &v)
{
    __builtin_memcpy(to, &v, sizeof v);
}
TCR_DEVICE void tcr_store_shared_two(float *to, float first, float second)
{
    to[0] = first;
    to[1] = second;
}
TCR_DEVICE void tcr_load_shared(tcr_vector &v, const tcr_vector *from)
{
    __builtin_memcpy(&v, from, sizeof v);
}
TCR_DEVICE void tcr_store_vector(char *to, const tcr_vector &v)
{
    tcr_sim->access(to, sizeof v, TCR_SIM_WRITE);
    __builtin_memcpy(to, &v, sizeof v);
}
TCR_DEVICE float tcr_product_fma(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}
TCR_DEVICE double tcr_product_fma(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}
TCR_DEVICE unsigned tcr_funnel(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> by);
}

#include "sim_math.h"
#include "sim_ptr.h"

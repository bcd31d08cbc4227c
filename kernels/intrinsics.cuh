/* SPDX-License-Identifier: MIT */
/*
 * intrinsics.cuh: all of the hardware that the kernels use.
 *
 * No other header contains a CUDA keyword, built-in or inline PTX, so that the
 * same headers run on the simulated device (TCR_SIM), where sim_intrinsics.h
 * emulates what is here.
 */
#pragma once
#include "contract.h"

/* What one load moves at most. */
struct tcr_vector {
    unsigned w[4];
};

#ifdef TCR_SIM

#include "sim_intrinsics.h"

/* The simulated device runs a warp's lanes in step where it matters. */
#define tcr_converge() ((void)0)
#define TCR_UNROLL
#define TCR_ROLL
#define TCR_APART static inline

#else

#define TCR_ARCH (__CUDA_ARCH__ / 10)
#define TCR_DEVICE __device__ inline
#define TCR_SHARED __shared__
#define TCR_UNROLL _Pragma("unroll") /* the loop that follows, whole */
#define TCR_ROLL _Pragma("unroll 1")
#define TCR_APART static __device__ __noinline__ /* what is rarely called */
/* A block of any size must be able to start. */
#define TCR_KERNEL_ENTRY extern "C" __global__ void __launch_bounds__(TCR_MOST_THREADS)
/* The same of blocks of so many threads at most, of which a multiprocessor is to hold so many. */
#define TCR_KERNEL_ENTRY_OF(threads, blocks)                                                       \
    extern "C" __global__ void __launch_bounds__(threads, blocks)
#define TCR_KERNEL_EXPORT(name, args) /* the simulated device's way in */

TCR_DEVICE unsigned tcr_thread()
{
    return threadIdx.x;
}
TCR_DEVICE unsigned tcr_threads()
{
    return blockDim.x;
}
TCR_DEVICE unsigned tcr_block()
{
    return blockIdx.x;
}
TCR_DEVICE unsigned tcr_blocks()
{
    return gridDim.x;
}
TCR_DEVICE unsigned tcr_lane()
{
    return threadIdx.x & 31u;
}

TCR_DEVICE void tcr_sync_block()
{
    __syncthreads();
}
/* Bring the lanes of a warp together again: mma.sync.aligned asks for it. */
TCR_DEVICE void tcr_converge()
{
    __syncwarp();
}
TCR_DEVICE void tcr_fence()
{
    __threadfence();
}
/* The same of what the host reads. */
TCR_DEVICE void tcr_fence_host()
{
    __threadfence_system();
}
/* For kernels that the runtime may launch ahead (struct tcr_launch).  The stream's launch
 * behind this one may start from here on, when all blocks have come so far. */
TCR_DEVICE void tcr_let_follow()
{
#if TCR_ARCH >= 90
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
/* Wait until the launches before have ended.  Launched otherwise: nothing. */
TCR_DEVICE void tcr_follow()
{
#if TCR_ARCH >= 90
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
/* Have the value in a register from here on. */
template <class T> TCR_DEVICE void tcr_know(T &x)
{
    static_assert(sizeof(T) == 8, "a number or pointer");
    asm volatile("" : "+l"(x));
}
TCR_DEVICE void tcr_settle_word(unsigned &x)
{
    asm volatile("" : "+r"(x));
}
/* Two words at a multiple of 16, of which other threads see each whole or not at all. */
TCR_DEVICE void tcr_store_words(unsigned long long *p, const unsigned long long w[2])
{
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1,%2};" ::"l"(p), "l"(w[0]), "l"(w[1])
                 : "memory");
}
TCR_DEVICE void tcr_load_words(unsigned long long w[2], const unsigned long long *p)
{
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0,%1}, [%2];"
                 : "=l"(w[0]), "=l"(w[1])
                 : "l"(p)
                 : "memory");
}
/* Is it this block that may wait for all others?  It takes the place of one block, and the
 * others wait for earlier launches only, all of whose blocks have started.  Where the device
 * has a place for one block alone, it must be the last to start: blocks start in their
 * order, which CUDA does not promise (CUB's scans need it, too). */
TCR_DEVICE bool tcr_block_gathers(unsigned *)
{
    return blockIdx.x == gridDim.x - 1;
}
/* Take the next number.  What the taker has seen before that, who takes a later one
 * sees afterwards. */
TCR_DEVICE unsigned tcr_atomic_ticket(unsigned *at)
{
    unsigned old;
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(old) : "l"(at) : "memory");
    return old;
}
TCR_DEVICE unsigned tcr_atomic_add(unsigned *at, unsigned by)
{
    return atomicAdd(at, by);
}
TCR_DEVICE unsigned long long tcr_atomic_add(unsigned long long *at, unsigned long long by)
{
    return atomicAdd(at, by);
}
TCR_DEVICE float tcr_atomic_add(float *at, float by)
{
    return atomicAdd(at, by);
}
TCR_DEVICE double tcr_atomic_add(double *at, double by)
{
    return atomicAdd(at, by);
}
template <class T> TCR_DEVICE T tcr_atomic_and(T *at, T by)
{
    return atomicAnd(at, by);
}
template <class T> TCR_DEVICE T tcr_atomic_or(T *at, T by)
{
    return atomicOr(at, by);
}
template <class T> TCR_DEVICE T tcr_atomic_xor(T *at, T by)
{
    return atomicXor(at, by);
}
template <class T> TCR_DEVICE T tcr_atomic_max(T *at, T by)
{
    return atomicMax(at, by);
}
/* The value in memory now, whatever the thread has read there before. */
template <class T> TCR_DEVICE T tcr_atomic_look(const T *at)
{
    return *(const volatile T *)at;
}
/* Compare and swap: returns the value before, and stores `now` if that was `old`. */
TCR_DEVICE unsigned tcr_atomic_compare_swap(unsigned *at, unsigned old, unsigned now)
{
    return atomicCAS(at, old, now);
}
TCR_DEVICE unsigned long long
tcr_atomic_compare_swap(unsigned long long *at, unsigned long long old, unsigned long long now)
{
    return atomicCAS(at, old, now);
}

template <class T> TCR_DEVICE T tcr_shfl_xor(T x, int mask)
{
    return __shfl_xor_sync(0xffffffffu, x, mask);
}

/* The same among some of a warp's lanes, a bit each: `mask` leads to another one of them.  Do all
 * of them have it false?  Wait for them, and see what they have written. */
template <class T> TCR_DEVICE T tcr_lanes_xor(T x, int mask, unsigned lanes)
{
    return __shfl_xor_sync(lanes, x, mask);
}
/* What lane `from` of them has. */
template <class T> TCR_DEVICE T tcr_lanes_from(T x, unsigned from, unsigned lanes)
{
    return __shfl_sync(lanes, x, (int)from);
}
TCR_DEVICE bool tcr_lanes_any(bool x, unsigned lanes)
{
    return __any_sync(lanes, x) != 0;
}
TCR_DEVICE void tcr_lanes_meet(unsigned lanes)
{
    __syncwarp(lanes);
}
/* Of all lanes of the warp: what lane `from` has, where each may ask another one. */
template <class T> TCR_DEVICE T tcr_warp_from(T x, unsigned from)
{
    return __shfl_sync(0xffffffffu, x, (int)from);
}
/* What the lane has that is so many before this one; a lane that has none before it, its own. */
template <class T> TCR_DEVICE T tcr_warp_up(T x, unsigned by)
{
    return __shfl_up_sync(0xffffffffu, x, by);
}
/* A bit for each lane of the warp: is x true there? */
TCR_DEVICE unsigned tcr_warp_ballot(bool x)
{
    return __ballot_sync(0xffffffffu, x);
}
/* Barrier `id`, of 1 to 7, for so many threads of the block: whole warps.  (Where the number is no
 * constant, the kernel takes up all 16 of the block.) */
TCR_DEVICE void tcr_sync_some(unsigned id, unsigned threads)
{
#define TCR_SYNC_(k)                                                                               \
    case k:                                                                                        \
        asm volatile("bar.sync " #k ", %0;" ::"r"(threads) : "memory");                            \
        break;
    switch (id) {
        TCR_SYNC_(1)
        TCR_SYNC_(2)
        TCR_SYNC_(3)
        TCR_SYNC_(4)
        TCR_SYNC_(5)
        TCR_SYNC_(6)
        TCR_SYNC_(7)
    }
#undef TCR_SYNC_
}

/* Wait, with one thread of each, for so many blocks, all of which are there at once.  `arrived` is
 * theirs alone, and was 0 in the beginning.  What one of them has written, the others see. */
TCR_DEVICE void tcr_sync_blocks(unsigned *arrived, unsigned blocks)
{
    unsigned mine, now;
    __threadfence();
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;"
                 : "=r"(mine)
                 : "l"(arrived)
                 : "memory");
    const unsigned all = (mine / blocks + 1) * blocks;
    do
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
    while ((int)(now - all) < 0);
    __threadfence();
}

/* For all threads of blocks that are there at once and wait for what others of them write: here
 * they need nothing.  (The simulated device has to know.) */
TCR_DEVICE void tcr_await_blocks(unsigned *, unsigned)
{
}

/* Are all lanes of the warp here, with the same x?  May be asked in divergent code: if the mask
 * is full, it is so for every lane. */
TCR_DEVICE bool tcr_warp_agrees(unsigned long long x)
{
    int same = 0;
    if (__activemask() == 0xffffffffu)
        __match_all_sync(0xffffffffu, x, &same);
    return same != 0;
}

/* The 128 bytes there will be read soon. */
TCR_DEVICE void tcr_soon(const char *p)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
}

/* The block's shared memory of the launch's choice, at a multiple of 16. */
TCR_DEVICE void *tcr_shared_room()
{
    extern __shared__ tcr_vector tcr_room[];
    return tcr_room;
}

/* Leading zeros; 1 + the place of the lowest 1, or 0; how many ones; an odd number of them? */
TCR_DEVICE int tcr_clz(unsigned x)
{
    return __clz((int)x);
}
TCR_DEVICE int tcr_clzll(unsigned long long x)
{
    return __clzll((long long)x);
}
TCR_DEVICE int tcr_ffs(int x)
{
    return __ffs(x);
}
TCR_DEVICE int tcr_ffsll(long long x)
{
    return __ffsll(x);
}
TCR_DEVICE unsigned tcr_popc(unsigned x)
{
    return (unsigned)__popc(x);
}
TCR_DEVICE int tcr_parity(unsigned x)
{
    return __popc(x) & 1;
}
TCR_DEVICE int tcr_parityll(unsigned long long x)
{
    return __popcll(x) & 1;
}

/* The bytes in the other order. */
TCR_DEVICE unsigned tcr_bswap(unsigned x)
{
    return __byte_perm(x, 0, 0x0123);
}
TCR_DEVICE unsigned long long tcr_bswapll(unsigned long long x)
{
    return (unsigned long long)tcr_bswap((unsigned)x) << 32 | tcr_bswap((unsigned)(x >> 32));
}
TCR_DEVICE unsigned short tcr_bswap16(unsigned short x)
{
    return (unsigned short)(tcr_bswap(x) >> 16);
}

/* The instruction that loads, and its hint.  A unit that needs others defines these first. */
#ifndef TCR_LOAD_BY
#define TCR_LOAD_BY "ld.global.nc"
#endif
#ifndef TCR_HINT
#define TCR_HINT ".L1::no_allocate"
#endif
/* 16 bytes at a multiple of 16 that no thread writes while the kernel runs. */
TCR_DEVICE void tcr_load(tcr_vector &v, const char *p)
{
    asm volatile(TCR_LOAD_BY TCR_HINT ".v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3])
                 : "l"(p));
}
/* The same, of what a thread may have written, as long as others do not meanwhile. */
TCR_DEVICE void tcr_load_now(tcr_vector &v, const char *p)
{
    const uint4 x = *(const uint4 *)p;
    v = {{x.x, x.y, x.z, x.w}};
}
/* The same of lines that are read once: they do not take the place of others in the
 * multiprocessor's cache. */
TCR_DEVICE void tcr_load_passing(tcr_vector &v, const char *p)
{
    asm volatile("ld.global.L1::no_allocate.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3])
                 : "l"(p)
                 : "memory");
}
/* A number that the kernel reads once, before anything is written there: it does not take the place
 * of what is read again. */
template <class T> TCR_DEVICE T tcr_load_once(const T *p)
{
    union {
        T value;
        unsigned word;
        unsigned long long wide;
    } x;
    if constexpr (sizeof(T) == 8)
        asm volatile("ld.global.nc.L1::no_allocate.u64 %0, [%1];" : "=l"(x.wide) : "l"(p));
    else if constexpr (sizeof(T) == 4)
        asm volatile("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(x.word) : "l"(p));
    else
        x.value = *p;
    return x.value;
}
/* The same as tcr_load, of lines that are read again soon. */
TCR_DEVICE void tcr_load_again(tcr_vector &v, const char *p)
{
    asm volatile(TCR_LOAD_BY ".v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3])
                 : "l"(p));
}
/* The same, where some of the bytes need not have been written. */
TCR_DEVICE void tcr_load_partly(tcr_vector &v, const char *p)
{
    tcr_load_again(v, p);
}
/* Begin to copy an element to shared memory, or zeros where it is not there; the thread's copies
 * so far belong together; wait for all of the thread's.  Others see them behind a barrier. */
template <int Bytes> TCR_DEVICE void tcr_copy_async(void *to, const char *from, bool there)
{
    static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16, "what cp.async copies");
#if TCR_ARCH >= 80
    if constexpr (Bytes == 16) /* which are not kept in the multiprocessor's cache */
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                         (unsigned)__cvta_generic_to_shared(to)),
                     "l"(from), "r"(there ? 16 : 0)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(
                         (unsigned)__cvta_generic_to_shared(to)),
                     "l"(from), "n"(Bytes), "r"(there ? Bytes : 0)
                     : "memory");
#else
    TCR_UNROLL
    for (int k = 0; k < Bytes / 4; ++k)
        ((unsigned *)to)[k] = there ? ((const unsigned *)from)[k] : 0u;
#endif
}
TCR_DEVICE void tcr_copies_begun()
{
#if TCR_ARCH >= 80
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
TCR_DEVICE void tcr_copies_wait()
{
#if TCR_ARCH >= 80
    asm volatile("cp.async.wait_group 0;" ::: "memory");
#endif
}
/* The same of 16 bytes at multiples of 16, which are not read again; and wait for all of the
 * thread's copies but the last `n` that belong together. */
TCR_DEVICE void tcr_copy_vector(tcr_vector *to, const char *from)
{
#if TCR_ARCH >= 80
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
        "l"(from)
        : "memory");
#else
    *(uint4 *)to = *(const uint4 *)from;
#endif
}
template <int n> TCR_DEVICE void tcr_copies_wait_but()
{
#if TCR_ARCH >= 80
    asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory");
#endif
}
/* 16 bytes to shared memory, from there, and to device memory, at multiples of 16. */
TCR_DEVICE void tcr_store_shared(unsigned *to, const tcr_vector &v)
{
    *(uint4 *)to = make_uint4(v.w[0], v.w[1], v.w[2], v.w[3]);
}
/* Two numbers at a multiple of 8. */
TCR_DEVICE void tcr_store_shared_two(float *to, float first, float second)
{
    *(float2 *)to = make_float2(first, second);
}
TCR_DEVICE void tcr_load_shared(tcr_vector &v, const tcr_vector *from)
{
    const uint4 x = *(const uint4 *)from;
    v = {{x.x, x.y, x.z, x.w}};
}
TCR_DEVICE void tcr_store_vector(char *to, const tcr_vector &v)
{
    *(uint4 *)to = make_uint4(v.w[0], v.w[1], v.w[2], v.w[3]);
}
/* Four matrices of 8 rows of 16 bytes from shared memory: at(l) is the address of row l % 8 of
 * matrix l / 8, and a lane gets the word lane % 4 of each one's row lane / 4.  All lanes together.
 */
template <class At> TCR_DEVICE void tcr_load_matrices(unsigned x[4], At at)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"((unsigned)__cvta_generic_to_shared(at((int)tcr_lane())))
                 : "memory");
}
TCR_DEVICE float tcr_product_fma(float a, float b, float c)
{
    return __fmaf_rn(a, b, c);
}
TCR_DEVICE double tcr_product_fma(double a, double b, double c)
{
    return __fma_rn(a, b, c);
}
/* The lower half of high:low >> by, by < 32. */
TCR_DEVICE unsigned tcr_funnel(unsigned low, unsigned high, unsigned by)
{
    return __funnelshift_r(low, high, by);
}

TCR_DEVICE unsigned tcr_float_bits(float x)
{
    return __float_as_uint(x);
}
TCR_DEVICE float tcr_bits_float(unsigned bits)
{
    return __uint_as_float(bits);
}
TCR_DEVICE unsigned long long tcr_double_bits(double x)
{
    return (unsigned long long)__double_as_longlong(x);
}
TCR_DEVICE double tcr_bits_double(unsigned long long bits)
{
    return __longlong_as_double((long long)bits);
}

/* 1.0f / sqrtf(x), each rounded to nearest.  Where x is not far from 1, one question serves both;
 * the steps are those by which the device compiler computes each of them there.  (The inverse must
 * be approximated anew: that of the root is not near enough for 256 of these floats.) */
TCR_DEVICE float tcr_root_inverse(float x)
{
    if (__float_as_uint(x) - 0x20000000u > 0x40000000u) /* 2^-63 to 2^65 */
        return 1.0f / sqrtf(x);
    float about, inverse;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(about) : "f"(x));
    const float s = __fmul_rn(x, about);
    const float root = __fmaf_rn(__fmaf_rn(-s, s, x), __fmul_rn(0.5f, about), s);
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(root));
    return __fmaf_rn(inverse, __fmaf_rn(-root, inverse, 1.0f), inverse);
}

/* Between float and the bits of a binary16, to nearest even. */
TCR_DEVICE unsigned short tcr_half_from_float(float x)
{
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}
TCR_DEVICE float tcr_half_to_float(unsigned short bits)
{
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
    return x;
}

/* a + b in binary16: what float arithmetic rounded to binary16 gives too. */
TCR_DEVICE unsigned short tcr_half_add(unsigned short a, unsigned short b)
{
    unsigned short sum;
    asm("add.rn.f16 %0, %1, %2;" : "=h"(sum) : "h"(a), "h"(b));
    return sum;
}

#if TCR_ARCH >= 80

/* Float to bfloat16, to nearest even; and a * 1 + b in bfloat16. */
TCR_DEVICE unsigned short tcr_bf16_from_float(float x)
{
    unsigned short bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}
TCR_DEVICE unsigned short tcr_bf16_add(unsigned short a, unsigned short b)
{
    unsigned short sum;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(sum) : "h"(a), "h"((unsigned short)0x3f80), "h"(b));
    return sum;
}

/* m8n8k4, d += a * b */
TCR_DEVICE void tcr_mma_f64(double d[2], double a, double b)
{
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+d"(d[0]), "+d"(d[1])
                 : "d"(a), "d"(b));
}

#if TCR_ARCH >= 90
/* m16n8k16 */
TCR_DEVICE void tcr_mma_f64_k16(double d[4], const double a[8], const double b[4])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]),
                   "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
}
#endif

/* m16n8k16 */
TCR_DEVICE void tcr_mma_f16(float d[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* m16n8k16 */
TCR_DEVICE void tcr_mma_bf16(float d[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* Float to TF32, to nearest, ties away from zero: the bits of a float whose last 13 are 0. */
TCR_DEVICE unsigned tcr_to_tf32(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return bits & 0xffffe000u;
}
/* m16n8k8 */
TCR_DEVICE void tcr_mma_tf32(float d[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* m16n8k32 on unsigned bytes, modulo 2^32 */
TCR_DEVICE void tcr_mma_u8(int d[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

#else /* Turing: the two forms that it has */

/* m16n8k8 */
TCR_DEVICE void tcr_mma_f16_k8(float d[4], const unsigned a[2], unsigned b)
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b));
}

/* m8n8k16 on unsigned bytes, modulo 2^32 */
TCR_DEVICE void tcr_mma_u8_k16(int d[2], unsigned a, unsigned b)
{
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+r"(d[0]), "+r"(d[1])
                 : "r"(a), "r"(b));
}

#endif
#endif

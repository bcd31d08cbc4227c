/* SPDX-License-Identifier: MIT */
/*
 * cpu.c: what the host has.
 *
 * Of vectors, the compiler's __builtin_cpu_supports will not do: its library keeps the answer in a
 * variable that the linker puts behind the program's variables, where a static array of 2 GiB moves
 * it out of reach.  The bits are those of Intel's Software Developer's Manual, volume 1, 14.3
 * and 15.2.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "../../base/env_get.h"
#include "cpu.h"

#ifdef __x86_64__
#include <cpuid.h>

enum { YMM_STATE = 0x06, ZMM_STATE = 0xe6 }; /* of XCR0 */

static unsigned saved_state(void)
{
    unsigned low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static enum tcr_vectors ask(void)
{
    const unsigned basic = bit_FMA | bit_AVX | bit_OSXSAVE, second = bit_AVX2 | bit_BMI2,
                   wide = bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
    unsigned a, b, c, d, state;

    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & basic) != basic)
        return TCR_VECTORS_BASELINE;
    state = saved_state();
    if ((state & YMM_STATE) != YMM_STATE || !__get_cpuid_count(7, 0, &a, &b, &c, &d) ||
        (b & second) != second)
        return TCR_VECTORS_BASELINE;
    return (state & ZMM_STATE) == ZMM_STATE && (b & wide) == wide ? TCR_VECTORS_AVX512
                                                                  : TCR_VECTORS_AVX2;
}

#else

static enum tcr_vectors ask(void)
{
    return TCR_VECTORS_BASELINE;
}

#endif

enum tcr_vectors tcr_cpu_vectors(void)
{
    static _Atomic int known = -1;
    int vectors = atomic_load_explicit(&known, memory_order_relaxed);

    if (vectors < 0) {
        vectors = (int)ask(); /* takes long in a virtual machine */
        atomic_store_explicit(&known, vectors, memory_order_relaxed);
    }
    return (enum tcr_vectors)vectors;
}

int tcr_host_threads(void)
{
    const char *asked = tcr_env_get("OMP_NUM_THREADS");
    cpu_set_t set;
    long n = asked ? strtol(asked, NULL, 10) : 0;

    if (n <= 0 && sched_getaffinity(0, sizeof set, &set) == 0)
        n = CPU_COUNT(&set);
    return n > 0 && n < 65536 ? (int)n : 1;
}

/* SPDX-License-Identifier: MIT */
/* subnormals.h: arithmetic with subnormal numbers where the program has turned it off, as
 * linking with -ffast-math does: sums without rounding need them. */
#ifndef TCR_SUBNORMALS_H
#define TCR_SUBNORMALS_H

#include <stdint.h>

#if defined __x86_64__ || (defined __i386__ && defined __SSE__)

enum { TCR_FLUSHES = 0x8040 }; /* MXCSR: results to zero, operands taken as zero */

/* From here on this thread keeps them; the mode that was, for tcr_subnormals_restore. */
static inline uint64_t tcr_subnormals_keep(void)
{
    unsigned mode = __builtin_ia32_stmxcsr();

    if (mode & TCR_FLUSHES)
        __builtin_ia32_ldmxcsr(mode & ~(unsigned)TCR_FLUSHES);
    return mode;
}

static inline void tcr_subnormals_restore(uint64_t mode)
{
    if (mode & TCR_FLUSHES)
        __builtin_ia32_ldmxcsr((unsigned)mode);
}

#elif defined __aarch64__

static inline uint64_t tcr_subnormals_keep(void)
{
    uint64_t mode;

    __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
    if (mode >> 24 & 1)
        __asm__ volatile("msr fpcr, %0" : : "r"(mode & ~(UINT64_C(1) << 24)) : "memory");
    return mode;
}

static inline void tcr_subnormals_restore(uint64_t mode)
{
    if (mode >> 24 & 1)
        __asm__ volatile("msr fpcr, %0" : : "r"(mode) : "memory");
}

#else

static inline uint64_t tcr_subnormals_keep(void)
{
    return 0;
}

static inline void tcr_subnormals_restore(uint64_t mode)
{
    (void)mode;
}

#endif
#endif

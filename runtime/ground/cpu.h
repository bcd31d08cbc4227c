/* SPDX-License-Identifier: MIT */
/*
 * cpu.h: which vectors the host has, and how many threads.
 */
#ifndef TCR_CPU_H
#define TCR_CPU_H

enum tcr_vectors {
    TCR_VECTORS_BASELINE,
    TCR_VECTORS_AVX2,  /* with FMA and BMI2 */
    TCR_VECTORS_AVX512 /* F, BW, DQ and VL, and all of the above */
};

/* The widest vectors that this processor has and whose registers the operating system saves.
 * Asks the processor once.  Thread-safe. */
enum tcr_vectors tcr_cpu_vectors(void);
/* The address of NAME_avx512, NAME_avx2 or NAME_baseline, of which elsewhere only the last is
 * there. */
#ifdef __x86_64__
#define TCR_FOR_VECTORS(name)                                                                      \
    (tcr_cpu_vectors() == TCR_VECTORS_AVX512 ? &name##_avx512                                      \
     : tcr_cpu_vectors() == TCR_VECTORS_AVX2 ? &name##_avx2                                        \
                                             : &name##_baseline)
#else
#define TCR_FOR_VECTORS(name) (&name##_baseline)
#endif
#pragma GCC visibility push(hidden)
/* How many threads the process should use: OMP_NUM_THREADS, or its processors. */
int tcr_host_threads(void);
#pragma GCC visibility pop

#endif

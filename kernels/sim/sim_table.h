/* SPDX-License-Identifier: MIT */
/*
 * sim_table.h: what the simulated device offers to the code that runs on it.
 *
 * The runtime compiles a unit's device text into a shared object and hands it
 * this table.  The header is C and C++, and includes nothing: both sides read
 * it, and every compile of a unit pays for its length.
 */
#ifndef TCR_SIM_TABLE_H
#define TCR_SIM_TABLE_H

#ifdef __cplusplus
extern "C" {
#endif

/* The running thread. */
struct tcr_sim_place {
    unsigned thread, threads, block, blocks;
};

/* The instructions mma.sync; names as in intrinsics.cuh. */
enum tcr_sim_mma {
    TCR_SIM_MMA_F64,     /* m8n8k4 */
    TCR_SIM_MMA_F16,     /* m16n8k16 */
    TCR_SIM_MMA_BF16,    /* m16n8k16 */
    TCR_SIM_MMA_U8,      /* m16n8k32 */
    TCR_SIM_MMA_F16_K8,  /* m16n8k8 */
    TCR_SIM_MMA_U8_K16,  /* m8n8k16 */
    TCR_SIM_MMA_TF32,    /* m16n8k8 */
    TCR_SIM_MMA_S8,      /* m16n8k32 */
    TCR_SIM_MMA_F64_K4,  /* m16n8k4 */
    TCR_SIM_MMA_F64_K8,  /* m16n8k8 */
    TCR_SIM_MMA_F64_K16, /* m16n8k16 */
    TCR_SIM_MMAS
};

/* What a checked pointer is about to do with the bytes it names. */
enum tcr_sim_access {
    TCR_SIM_READ,  /* all must be allocated, and written before */
    TCR_SIM_WRITE, /* all must be allocated; they count as written from now on */
    TCR_SIM_PLACE, /* all must be allocated: they are going to be read or written */
    TCR_SIM_TOUCH, /* a struct, of which some member is used: some must be allocated */
    TCR_SIM_COPY   /* a struct is read as a whole: all must be allocated, and some of it
                      written before; there may be padding */
};

/* Calls do not return when they fail: the launch ends with an error. */
struct tcr_sim_table {
    const struct tcr_sim_place *place;
    void (*sync_block)(void);
    void (*sync_some)(unsigned id, unsigned threads);
    void (*sync_blocks)(const void *which, unsigned blocks); /* called by one thread of each */
    void (*shfl_xor)(void *value, unsigned size, int mask);
    void (*lanes_xor)(void *value, unsigned size, int mask, unsigned lanes);
    void (*mma)(unsigned instruction, void *d, const void *a, const void *b);
    void (*access)(const volatile void *address, unsigned long size, unsigned kind);
};

#ifdef __cplusplus
}
#endif
#endif

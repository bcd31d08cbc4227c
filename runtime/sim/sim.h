/* SPDX-License-Identifier: MIT */
/*
 * sim.h: the parts of the simulated device.
 *
 * Device memory is a range of addresses of its own that host code cannot touch;
 * kernels are the unit's device text, compiled by the host's C++ compiler and
 * run thread by thread on fibers.  One lock in backend_sim.c serialises all of
 * it: nothing here is thread-safe by itself.
 */
#ifndef TCR_SIM_H
#define TCR_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../../include/tcr_region.h"
#include "../../kernels/sim/sim_table.h"
#include "../../spec/contract.h"

#pragma GCC visibility push(hidden)

#define TCR_SIM_MESSAGE 512 /* bytes of an error message */

/* sim_memory.c */

/* Reserve addresses for `capacity` bytes of device memory.  0 or a TCR_E_* code. */
int tcr_sim_memory_init(size_t capacity, bool check);
/* `size` >= 1 bytes, 256-aligned, poisoned; NULL: out of device (or host) memory. */
void *tcr_sim_memory_alloc(size_t size);
/* False: not the address of an allocation. */
bool tcr_sim_memory_free(void *device);
/* Is the address in the device's range (allocated or not)? */
bool tcr_sim_memory_owns(const void *address);
/* Copies and fills.  False: the device side is not inside one live allocation. */
bool tcr_sim_memory_write(void *device, const void *host, size_t size);
bool tcr_sim_memory_read(void *host, const void *device, size_t size);
bool tcr_sim_memory_fill(void *device, int byte, size_t size);
bool tcr_sim_memory_copy(void *to, const void *from, size_t size);
/* Make all allocations accessible, for a kernel, and inaccessible again. */
void tcr_sim_memory_show(void);
void tcr_sim_memory_hide(void);
/* A kernel's access.  NULL: fine.  Otherwise what is wrong, for a person. */
const char *tcr_sim_memory_access(uintptr_t address, size_t size, enum tcr_sim_access kind);
/* What an address outside of what may be accessed is. */
const char *tcr_sim_memory_describe(uintptr_t address);

/* sim_fiber.c */

struct tcr_sim_fiber {
    void *sp;           /* while it does not run */
    char *stack;        /* lowest usable byte */
    size_t size;        /* bytes of stack */
    void *sanitizer[2]; /* AddressSanitizer's fake stack, ThreadSanitizer's fiber */
    void *context;      /* ucontext_t, where the C library switches; else NULL */
};

/* Have it switch although the switch in assembly would do: for tests, before the first launch. */
extern bool tcr_sim_contexts;

/* Give the fiber a stack.  0 or TCR_E_NO_MEMORY. */
int tcr_sim_fiber_create(struct tcr_sim_fiber *f);
/* Have it start `entry` when it is next switched to; `entry` must not return. */
void tcr_sim_fiber_prepare(struct tcr_sim_fiber *f, void (*entry)(void));
/* From the calling thread's own stack to a fiber's, until that switches back. */
void tcr_sim_fiber_enter(struct tcr_sim_fiber *f);
/* From the running fiber back; `last`: it will not be entered again. */
void tcr_sim_fiber_leave(struct tcr_sim_fiber *f, bool last);
/* First statement of a fiber's entry. */
void tcr_sim_fiber_started(struct tcr_sim_fiber *f);
/* Forget what an abandoned fiber left on its stack. */
void tcr_sim_fiber_abandon(struct tcr_sim_fiber *f);

/* sim_fault.c */

/* Until disarm(), a fault of the calling thread while *fiber is not NULL
 * throws that fiber's stack away and calls landing(signal, address) on it,
 * which must not return. */
void tcr_sim_fault_arm(struct tcr_sim_fiber *const *fiber,
                       void (*landing)(int signal, uintptr_t address));
void tcr_sim_fault_disarm(void);

/* sim_mma.c */

/* One mma.sync of a whole warp: the lanes' registers.  False: this
 * architecture does not have the instruction. */
bool tcr_sim_mma(enum tcr_sim_mma instruction, unsigned arch, void *const d[TCR_WARP],
                 const void *const a[TCR_WARP], const void *const b[TCR_WARP]);
const char *tcr_sim_mma_name(enum tcr_sim_mma instruction);
/* The sum of products of TCR_FORMAT_* numbers in so many words, a multiple of 8, one chain from 0
 * on; the bits of a float. */
uint32_t tcr_sim_chain(unsigned which, unsigned arch, const void *a, const void *b, int words);

/* sim_product.c */

struct tcr_product_call;
/* A product of parts; false: something is not in device memory. */
bool tcr_sim_product(const struct tcr_product_call *of, unsigned arch);

/* sim_compile.c */

struct tcr_sim_module {
    void *handle;             /* of dlopen */
    uintptr_t begin, end;     /* where its code and data are */
    uintptr_t data, data_end; /* of these, what it may change: its shared memory */
};

/* Compile and load; `message` is filled when that fails.  0 or TCR_E_NO_IMAGE. */
int tcr_sim_module_load(struct tcr_sim_module *module, const struct tcr_unit *unit, unsigned arch,
                        char message[TCR_SIM_MESSAGE]);
/* NULL: no such kernel. */
void *tcr_sim_module_kernel(const struct tcr_sim_module *module, const char *name);

/* sim_run.c */

struct tcr_sim_job {
    const struct tcr_sim_module *module; /* NULL in tests: code of the program itself */
    void (*kernel)(const void *args, const void *grid);
    const void *args, *grid;
    unsigned blocks, threads;
    unsigned arch;
    uint64_t seed; /* 0: blocks and threads in ascending order */
    bool together; /* blocks may wait for each other */
};

/* The table for the code that run() will run. */
extern const struct tcr_sim_table tcr_sim_device_table;
/* Run all blocks.  False: a fault, a wrong access or a deadlock; see `message`. */
bool tcr_sim_run(const struct tcr_sim_job *job, char message[TCR_SIM_MESSAGE]);

#pragma GCC visibility pop

#endif

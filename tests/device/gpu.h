/* SPDX-License-Identifier: MIT */
/* gpu.h: what the device tests need of the CUDA driver.  A call that fails ends
 * the program: a test that cannot run has failed. */
#ifndef TEST_GPU_H
#define TEST_GPU_H

#include <cuda.h>
#include "../../include/tcr_region.h"
#include "../../spec/contract.h"

#define GPU(call) gpu_check((call), #call, __FILE__, __LINE__)
void gpu_check(CUresult result, const char *call, const char *file, int line);

/* The arguments of the tests' regions: lb, step and one array. */
struct args {
    long long lb, step;
    CUdeviceptr a;
};

extern const char gpu_ceiling[]; /* kernels read_1, 2, 4, 8 that read and do nothing else */
extern int gpu_sms;              /* multiprocessors */
extern unsigned gpu_arch;        /* compute capability × 10 */

void gpu_open(void);
/* Compile and load device text.  The cubin is kept in `file` when that is not
 * NULL, and read from there when it exists. */
CUmodule gpu_build(const char *text, const char *file);
CUfunction gpu_function(CUmodule module, const char *name);

/* Blocks that fill the device. */
unsigned gpu_full_grid(CUfunction f, unsigned block);
/* The same, but no more threads than elements. */
unsigned gpu_grid_for(CUfunction f, unsigned block, size_t n);

/* Launch a region on n elements at a (asynchronous); gpu_result(s) waits. */
void gpu_launch(CUfunction f, CUdeviceptr a, long long n, unsigned plain, unsigned grid,
                unsigned block);
/* The same with the results at `into` in device memory. */
void gpu_launch_into(CUfunction f, CUdeviceptr a, long long n, unsigned plain, unsigned grid,
                     unsigned block, CUdeviceptr into);
/* The same with arguments of another form. */
void gpu_launch_with(CUfunction f, void *args, long long n, unsigned plain, unsigned grid,
                     unsigned block);
/* The same of a kernel of the library as on a stream (kernels/library/lines.cuh), while the launch
 * before it ends. */
void gpu_launch_ahead(CUfunction f, void *args, long long n, unsigned grid, unsigned block);
union tcr_slot gpu_result(void);
void gpu_results(union tcr_slot *slots, int n);

/* Median time in seconds of `repeat` calls of launch(context). */
double gpu_time(void (*launch)(void *), void *context, int repeat);

#endif

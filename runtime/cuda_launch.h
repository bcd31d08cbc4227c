/* SPDX-License-Identifier: MIT */
/* cuda_launch.h: parts of the cuda backend.  The types are those of cuda.h. */
#ifndef TCR_CUDA_LAUNCH_H
#define TCR_CUDA_LAUNCH_H

#include "backend.h"

#pragma GCC visibility push(hidden)

typedef int CUresult;
typedef struct CUctx_st *CUcontext;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
enum { CUDA_SUCCESS = 0 };

/* cuda_launch.c.  Find what newer drivers have; without it nothing is replayed, or
 * launched ahead. */
void tcr_cuda_launch_open(void *driver);
/* Launch by what l->replay remembers.  False: nothing was launched. */
bool tcr_cuda_replay(const struct tcr_launch *l, void **parameters);
void tcr_cuda_forget(void *replay);
/* Launch so that the kernel's blocks may be brought to the device while the stream's launch
 * before it ends.  False: nothing was launched. */
bool tcr_cuda_launch_ahead(const struct tcr_launch *l, void **parameters);
/* Look at the upper half of *word for a while.  False: ask the driver. */
bool tcr_cuda_look(const void *word, unsigned tag);

/* cuda_process.c: has the program, or a library of it, opened the driver? */
bool tcr_cuda_in_process(void);

#pragma GCC visibility pop

#endif

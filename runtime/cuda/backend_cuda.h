/* SPDX-License-Identifier: MIT */
/* backend_cuda.h: the CUDA driver as a backend. */
#ifndef TCR_BACKEND_CUDA_H
#define TCR_BACKEND_CUDA_H

#include "../backend/backend.h"

#pragma GCC visibility push(hidden)

extern const struct tcr_backend tcr_backend_cuda;

/* Fork handlers: the locks of cuda_blas.c and of cuda_pinned.c. */
void tcr_cuda_blas_fork(bool before);
void tcr_cuda_pinned_fork(bool before);

#pragma GCC visibility pop

#endif

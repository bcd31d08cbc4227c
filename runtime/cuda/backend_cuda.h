/* SPDX-License-Identifier: MIT */
/* backend_cuda.h: the CUDA driver as a backend. */
#ifndef TCR_BACKEND_CUDA_H
#define TCR_BACKEND_CUDA_H

#include "../backend/backend.h"

#pragma GCC visibility push(hidden)

extern const struct tcr_backend tcr_backend_cuda;

/* cuda_blas.c: fork handler, its lock. */
void tcr_cuda_blas_fork(bool before);

#pragma GCC visibility pop

#endif

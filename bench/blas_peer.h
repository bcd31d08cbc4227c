/* SPDX-License-Identifier: MIT */
/*
 * blas_peer.h: cuBLAS as the programs of products/ and precision/ call it: opened when they run,
 * with a handle of its own.
 */
#ifndef BLAS_PEER_H
#define BLAS_PEER_H

#include <dlfcn.h>
#include <time.h>

struct cublas;
enum { BLAS_DEFAULT, BLAS_PEDANTIC = 2, BLAS_TF32 = 3 };

static struct {
    int (*create)(struct cublas **);
    int (*math)(struct cublas *, int);
    int (*f32)(struct cublas *, int, int, int, int, int, const float *, const float *, int,
               const float *, int, const float *, float *, int);
    int (*f32_batched)(struct cublas *, int, int, int, int, int, const float *, const float *, int,
                       long long, const float *, int, long long, const float *, float *, int,
                       long long, int);
    int (*f64)(struct cublas *, int, int, int, int, int, const double *, const double *, int,
               const double *, int, const double *, double *, int);
    int (*wait)(void);
    struct cublas *handle;
} blas;

static void *blas_find(void *library, const char *name)
{
    return library ? dlsym(library, name) : NULL;
}

/* False: there is none. */
static int blas_open(void)
{
    void *library = dlopen("libcublas.so.13", RTLD_NOW);
    if (!library)
        library = dlopen("libcublas.so.12", RTLD_NOW);
    *(void **)&blas.create = blas_find(library, "cublasCreate_v2");
    *(void **)&blas.math = blas_find(library, "cublasSetMathMode");
    *(void **)&blas.f32 = blas_find(library, "cublasSgemm_v2");
    *(void **)&blas.f32_batched = blas_find(library, "cublasSgemmStridedBatched");
    *(void **)&blas.f64 = blas_find(library, "cublasDgemm_v2");
    *(void **)&blas.wait = blas_find(dlopen("libcuda.so.1", RTLD_NOW), "cuCtxSynchronize");
    return blas.create && blas.math && blas.f32 && blas.f32_batched && blas.f64 && blas.wait &&
           blas.create(&blas.handle) == 0;
}

/* s */
static double blas_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif

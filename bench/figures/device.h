/* SPDX-License-Identifier: MIT */
/* device.h: data on the device, its exact sum, and CUB; C entries of device.cu. */
#ifndef FIGURES_DEVICE_H
#define FIGURES_DEVICE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum element { ELEMENT_F16, ELEMENT_F32, N_ELEMENTS };
enum distribution {
    NORMAL,  /* mean 0, variance 1 */
    UNIFORM, /* [0, 1) */
    STEPS,   /* -1, 0, 1: sums are exact in every type */
    N_DISTRIBUTIONS
};

/* All return 0 or the CUDA runtime's error code. */

/* Element i is a function of i alone. */
int device_fill(enum element e, enum distribution d, void *array, long long n);
/* Exact, then rounded to long double. */
int device_exact_sum(enum element e, const void *array, long long n, long double *sum);

/* CUB's DeviceReduce, asynchronous: halves added in half (half), or anything
 * added in float.  The result is a half or a float.  scratch NULL: *size is set. */
int device_cub(enum element e, int half, void *scratch, size_t *size, const void *in, void *out,
               long long n);
/* 30000 for 3.0.0. */
int device_cub_version(void);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/* device.cu: random data on the device, its exact sum, and CUB. */
#include "device.h"
#include <cub/device/device_reduce.cuh>
#include <cub/version.cuh>
#include <cuda_fp16.h>

/* splitmix64 of i */
static __device__ unsigned long long random_bits(unsigned long long i)
{
    unsigned long long x = (i + 1) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

/* Box and Muller's; what is too small for exact_sum is 0. */
static __device__ float normal(unsigned long long bits)
{
    const float u = ((float)(unsigned)(bits >> 40) + 0.5f) * 0x1p-24f;
    const float v = (float)(unsigned)(bits & 0xffffffu) * 0x1p-24f;
    const float x = sqrtf(-2 * logf(u)) * cospif(2 * v);
    return fabsf(x) < 0x1p-38f ? 0 : x;
}

template <class T> static __global__ void fill(T *a, long long n, int distribution)
{
    const long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        const unsigned long long bits = random_bits((unsigned long long)i);
        const float x = distribution == NORMAL    ? normal(bits)
                        : distribution == UNIFORM ? (float)(unsigned)(bits >> 40) * 0x1p-24f
                                                  : (float)(bits % 3) - 1;
        a[i] = (T)x;
    }
}

/* In units of 2^-31 and 2^-62, each modulo 2^64: elements are multiples of
 * 2^-62 of less than 8, and the sums of fewer than 2^32 of them fit. */
struct fixed {
    unsigned long long high, low;
};

template <class T> static __global__ void exact_sum(const T *a, long long n, fixed *sum)
{
    const long long step = (long long)gridDim.x * blockDim.x;
    fixed mine = {0, 0};
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        const double x = (double)(float)a[i] * 0x1p31, whole = floor(x);
        mine.high += (unsigned long long)(long long)whole;
        mine.low += (unsigned long long)((x - whole) * 0x1p31);
    }
    atomicAdd(&sum->high, mine.high);
    atomicAdd(&sum->low, mine.low);
}

enum { BLOCKS = 1024, THREADS = 256 };

int device_fill(enum element e, enum distribution d, void *array, long long n)
{
    if (e == ELEMENT_F16)
        fill<<<BLOCKS, THREADS>>>((__half *)array, n, d);
    else
        fill<<<BLOCKS, THREADS>>>((float *)array, n, d);
    return cudaDeviceSynchronize();
}

int device_exact_sum(enum element e, const void *array, long long n, long double *sum)
{
    fixed *on_device, f;
    int error = cudaMalloc(&on_device, sizeof f);
    if (error)
        return error;
    cudaMemset(on_device, 0, sizeof f);
    if (e == ELEMENT_F16)
        exact_sum<<<BLOCKS, THREADS>>>((const __half *)array, n, on_device);
    else
        exact_sum<<<BLOCKS, THREADS>>>((const float *)array, n, on_device);
    error = cudaMemcpy(&f, on_device, sizeof f, cudaMemcpyDeviceToHost);
    cudaFree(on_device);
    *sum = (long double)(long long)f.high * 0x1p-31L + (long double)f.low * 0x1p-62L;
    return error;
}

int device_cub(enum element e, int half, void *scratch, size_t *size, const void *in, void *out,
               long long n)
{
    if (e == ELEMENT_F32)
        return cub::DeviceReduce::Sum(scratch, *size, (const float *)in, (float *)out, n);
    if (half)
        return cub::DeviceReduce::Sum(scratch, *size, (const __half *)in, (__half *)out, n);
    return cub::DeviceReduce::Reduce(scratch, *size, (const __half *)in, (float *)out, n,
                                     cuda::std::plus<float>(), 0.0f);
}

int device_cub_version(void)
{
    return CUB_VERSION;
}

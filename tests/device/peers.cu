/* SPDX-License-Identifier: MIT */
/* CUB's sums, for compare.c: order of the types as there. */
#include <cub/device/device_reduce.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T>
static int sum(void *scratch, size_t *size, const void *a, void *out, long long n)
{
    if (n < 1ll << 31) /* 32-bit offsets where they do: that is the faster */
        return (int)cub::DeviceReduce::Sum(scratch, *size, (const T *)a, (T *)out, (int)n);
    return (int)cub::DeviceReduce::Sum(scratch, *size, (const T *)a, (T *)out, n);
}

extern "C" int cub_sum(int type, void *scratch, size_t *size, const void *a, void *out, long long n)
{
    static int (*const sums[])(void *, size_t *, const void *, void *, long long) = {
        sum<double>,    sum<float>, sum<__half>, sum<__nv_bfloat16>,
        sum<long long>, sum<int>,   sum<short>,  sum<signed char>};
    return sums[type](scratch, size, a, out, n);
}

extern "C" int cub_version(void)
{
    return CUB_VERSION;
}

/* SPDX-License-Identifier: MIT */
/* CUB: reductions of segments of equal length, histograms. */
#include "../peers.h"
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cuda/std/utility>
#include <cuda_fp16.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace
{
/* Memory that grows and stays. */
struct memory {
    void *at = nullptr;
    size_t size = 0;
    void *of(size_t wanted)
    {
        if (wanted > size) {
            cudaFree(at);
            size = cudaMalloc(&at, wanted) == cudaSuccess ? wanted : 0;
            at = size ? at : nullptr;
        }
        return at;
    }
};
memory scratch, result;

/* CUB's manner: once without memory for the size, then for the result. */
template <class F> int twice(F call)
{
    size_t size = 0;
    if (call((void *)nullptr, size) != cudaSuccess)
        return -1;
    void *at = scratch.of(size ? size : 1);
    return at && call(at, size) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;
}

struct offset {
    long length;
    __host__ __device__ long operator()(long i) const
    {
        return i * length;
    }
};

struct widen {
    __host__ __device__ float operator()(__half x) const
    {
        return __half2float(x);
    }
};

struct add {
    template <class... A> static cudaError_t call(void *at, size_t &size, A... a) requires requires
    {
        cub::DeviceSegmentedReduce::Sum(at, size, a...);
    }
    {
        return cub::DeviceSegmentedReduce::Sum(at, size, a...);
    }
};

struct most {
    template <class... A> static cudaError_t call(void *at, size_t &size, A... a) requires requires
    {
        cub::DeviceSegmentedReduce::Max(at, size, a...);
    }
    {
        return cub::DeviceSegmentedReduce::Max(at, size, a...);
    }
};

struct place {
    template <class... A> static cudaError_t call(void *at, size_t &size, A... a) requires requires
    {
        cub::DeviceSegmentedReduce::ArgMax(at, size, a...);
    }
    {
        return cub::DeviceSegmentedReduce::ArgMax(at, size, a...);
    }
};

/* Newer versions take a length instead of offsets. */
template <class Fold, class In, class Out> int fixed_segments(long rows, long length, In a, Out y)
{
    if constexpr (requires(size_t size) { Fold::call((void *)nullptr, size, a, y, (int64_t)1, 1); })
        return twice([=](void *at, size_t &size) {
            return Fold::call(at, size, a, y, (int64_t)rows, (int)length);
        });
    else
        return -1;
}

template <class Fold, class In, class Out> int offset_segments(long rows, long length, In a, Out y)
{
    auto first =
        thrust::make_transform_iterator(thrust::make_counting_iterator(0l), offset{length});
    return twice(
        [=](void *at, size_t &size) { return Fold::call(at, size, a, y, rows, first, first + 1); });
}

template <class Fold, class In, class Out>
int segments_of(int fixed, long rows, long length, In a, Out y)
{
    return fixed ? fixed_segments<Fold>(rows, length, a, y)
                 : offset_segments<Fold>(rows, length, a, y);
}

/* Each of the two has a pair of its own, of a place and a value. */
int places(int fixed, long rows, long length, const float *a)
{
    void *pairs = result.of((size_t)rows * sizeof(cub::KeyValuePair<int, float>));
    if (!pairs)
        return -1;
    return fixed ? fixed_segments<place>(rows, length, a, (cuda::std::pair<int, float> *)pairs)
                 : offset_segments<place>(rows, length, a, (cub::KeyValuePair<int, float> *)pairs);
}

int segments(enum fold fold, int fixed, long rows, long length, const void *a, void *y)
{
    switch (fold) {
    case SUM_F32:
        return segments_of<add>(fixed, rows, length, (const float *)a, (float *)y);
    case SUM_F64:
        return segments_of<add>(fixed, rows, length, (const double *)a, (double *)y);
    case SUM_I32:
        return segments_of<add>(fixed, rows, length, (const int *)a, (int *)y);
    case SUM_F16:
        return segments_of<add>(fixed, rows, length,
                                thrust::make_transform_iterator((const __half *)a, widen{}),
                                (float *)y);
    case MAX_F32:
        return segments_of<most>(fixed, rows, length, (const float *)a, (float *)y);
    case ARGMAX_F32:
        return places(fixed, rows, length, (const float *)a);
    }
    return -1;
}

int histogram(long n, const int *key, int bins, int *h_host)
{
    int *h = (int *)result.of((size_t)bins * sizeof *h);
    if (!h || twice([=](void *at, size_t &size) {
                  return cub::DeviceHistogram::HistogramEven(at, size, key, h, bins + 1, 0, bins,
                                                             n);
              }) != 0)
        return -1;
    return cudaMemcpy(h_host, h, (size_t)bins * sizeof *h, cudaMemcpyDeviceToHost) == cudaSuccess
               ? 0
               : -1;
}

int version()
{
    return CUB_VERSION;
}
} // namespace

extern "C" const struct peer_cub nests_cub = {version, segments, histogram};

/* SPDX-License-Identifier: MIT */
/* CUB's inclusive sum, with its temporary memory kept from call to call, and a copy. */
#include "../peers.h"
#include <cub/device/device_scan.cuh>
#include <cstdio>

namespace
{
void *scratch;
size_t room;

template <class T> int sum(long n, const void *a, void *out)
{
    size_t size = 0;
    if (cub::DeviceScan::InclusiveSum(nullptr, size, (const T *)a, (T *)out, n) != cudaSuccess)
        return -1;
    if (size > room) {
        cudaFree(scratch);
        room = cudaMalloc(&scratch, size) == cudaSuccess ? size : 0;
        if (room == 0)
            return -1;
    }
    return cub::DeviceScan::InclusiveSum(scratch, size, (const T *)a, (T *)out, n) == cudaSuccess &&
                   cudaDeviceSynchronize() == cudaSuccess
               ? 0
               : -1;
}

int inclusive(enum element element, long n, const void *a, void *out)
{
    switch (element) {
    case ELEMENT_F32:
        return sum<float>(n, a, out);
    case ELEMENT_F64:
        return sum<double>(n, a, out);
    case ELEMENT_I32:
        return sum<int>(n, a, out);
    default:
        return sum<long long>(n, a, out);
    }
}

int copy(void *to, const void *from, size_t bytes)
{
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice) == cudaSuccess &&
                   cudaDeviceSynchronize() == cudaSuccess
               ? 0
               : -1;
}

void versions(char *text, size_t size)
{
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    snprintf(text, size, "CUDA %d.%d, CUB %d.%d.%d", runtime / 1000, runtime / 10 % 100,
             CUB_VERSION / 100000, CUB_VERSION / 100 % 1000, CUB_VERSION % 100);
}
} // namespace

extern "C" const struct peer_scan scan_peers = {versions, copy, inclusive};

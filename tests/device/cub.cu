/* CUB's sum of the same arrays, for comparison. */
#include <cub/device/device_reduce.cuh>
#include <algorithm>
#include <cstdio>

template <class T> static void measure(const char *name)
{
    const long long n = 1ll << 30;
    T *a, *out;
    void *scratch = nullptr;
    size_t size = 0;
    float times[20];
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    if (cudaMalloc(&a, n * sizeof(T)) || cudaMalloc(&out, sizeof(T)))
        return;
    cudaMemset(a, 0, n * sizeof(T));
    cub::DeviceReduce::Sum(scratch, size, a, out, n);
    if (cudaMalloc(&scratch, size))
        return;
    for (int i = -2; i < 20; i++) {
        cudaEventRecord(begin);
        cub::DeviceReduce::Sum(scratch, size, a, out, n);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        if (i >= 0)
            cudaEventElapsedTime(&times[i], begin, end);
    }
    std::sort(times, times + 20);
    printf("CUB  %s sum, 2^30 elements: %.0f GB/s\n", name, n * sizeof(T) / (times[10] * 1e6));
    cudaFree(a);
    cudaFree(out);
    cudaFree(scratch);
}

int main()
{
    measure<double>("f64");
    measure<float>("f32");
    measure<int>("i32");
    return 0;
}

/* SPDX-License-Identifier: MIT */
#include "host.h"

#include <omp.h>

__extension__ typedef _Float16 half_float;

double host_sum(int half, const void *array, long long n)
{
    const half_float *h = array;
    const float *f = array;
    float sum = 0;
    if (half) {
#pragma omp parallel for simd reduction(+ : sum)
        for (long long i = 0; i < n; i++)
            sum += (float)h[i];
    } else {
#pragma omp parallel for simd reduction(+ : sum)
        for (long long i = 0; i < n; i++)
            sum += f[i];
    }
    return (double)sum;
}

int host_threads(void)
{
    return omp_get_max_threads();
}

/* SPDX-License-Identifier: MIT */
/* Floating sums: infinities and NaN, and the same bits in every run. */
#include "checks.h"
#include "gpu.h"
#include "../kernels/regions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state = 7;

static double uniform(void)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(state >> 11) * 0x1p-53;
}

static CUfunction build_sum(enum tcr_type type, CUmodule *module)
{
    char *text = region_one(type, TCR_ADD, NULL, "sum", 0);
    *module = gpu_build(text, NULL);
    free(text);
    return gpu_function(*module, "sum");
}

static double sum_with(CUfunction f, enum tcr_type type, CUdeviceptr a, size_t n, void *array,
                       const double *special, unsigned n_special, unsigned plain)
{
    for (size_t i = 0; i < n; i++)
        region_put_float(type, array, i, 1.0);
    for (unsigned s = 0; s < n_special; s++)
        region_put_float(type, array, 100 + 777 * s, special[s]);
    GPU(cuMemcpyHtoD(a, array, n * region_types[type].size));
    gpu_launch(f, a, (long long)n, plain, gpu_full_grid(f, 256), 256);
    return gpu_result().f;
}

void check_non_finite(void)
{
    const double lists[3][2] = {{INFINITY, 1}, {-INFINITY, NAN}, {INFINITY, -INFINITY}};
    const size_t n = 1 << 16;
    void *array = malloc(n * 8);
    CUdeviceptr a;
    int bad = 0;
    if (!array)
        exit(1);
    GPU(cuMemAlloc(&a, n * 8));
    for (int t = TCR_F16; t <= TCR_F64; t++) {
        CUmodule module;
        CUfunction f = build_sum((enum tcr_type)t, &module);
        for (int l = 0; l < 3; l++) {
            double tensor = sum_with(f, (enum tcr_type)t, a, n, array, lists[l], 2, 0);
            double plain = sum_with(f, (enum tcr_type)t, a, n, array, lists[l], 2, 1);
            double want = lists[l][0] + lists[l][1];
            bool ok = !isfinite(tensor) && (isnan(want) ? isnan(plain) : plain == want);
            if (!ok)
                printf("%s: want %g, tensor cores %g, plain %g\n", region_types[t].name, want,
                       tensor, plain);
            bad += !ok;
        }
        GPU(cuModuleUnload(module));
    }
    GPU(cuMemFree(a));
    free(array);
    check_row("infinities and NaN", bad, "%d wrong", bad);
}

void check_repeat(void)
{
    const size_t n = (1 << 24) + 77;
    const int runs = 50;
    void *array = malloc(n * 8);
    CUdeviceptr a;
    int different = 0;
    if (!array)
        exit(1);
    GPU(cuMemAlloc(&a, n * 8));
    for (int t = TCR_F16; t <= TCR_F64; t++) {
        CUmodule module;
        CUfunction f = build_sum((enum tcr_type)t, &module);
        for (size_t i = 0; i < n; i++)
            region_put_float((enum tcr_type)t, array, i, uniform() - 0.5);
        GPU(cuMemcpyHtoD(a, array, n * region_types[t].size));
        unsigned long long first = 0;
        for (int r = 0; r < runs; r++) {
            gpu_launch(f, a, (long long)n, 0, gpu_full_grid(f, 256), 256);
            unsigned long long bits = gpu_result().u;
            if (r == 0)
                first = bits;
            different += bits != first;
        }
        GPU(cuModuleUnload(module));
    }
    GPU(cuMemFree(a));
    free(array);
    check_row("the same bits in every run", different, "4 types, %d runs each, %d different", runs,
              different);
}

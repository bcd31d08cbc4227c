/* SPDX-License-Identifier: MIT */
/* Resident sums beside the read-only ceiling of the card, measured in the same run. */
#include "checks.h"
#include "gpu.h"
#include "../kernels/regions.h"

#include <stdio.h>
#include <stdlib.h>

enum { REPEAT = 20 };

struct reading {
    CUfunction f;
    CUdeviceptr p, out;
    long long n;
    unsigned grid, block;
};

static void launch_reading(void *context)
{
    struct reading *r = context;
    void *parameters[] = {&r->p, &r->n, &r->out};
    GPU(cuLaunchKernel(r->f, r->grid, 1, 1, r->block, 1, 1, 0, NULL, parameters, NULL));
}

/* Best of several shapes, in bytes per second. */
static double ceiling(CUdeviceptr a, double bytes, CUdeviceptr out)
{
    static const char *const names[] = {"read_1", "read_2", "read_4", "read_8"};
    static const unsigned blocks[] = {256, 512, 1024};
    CUmodule module = gpu_build(gpu_ceiling, NULL);
    double best = 0;
    for (int k = 0; k < 4; k++)
        for (int b = 0; b < 3; b++)
            for (unsigned waves = 1; waves <= 16; waves *= 4) {
                struct reading r = {gpu_function(module, names[k]), a, out,
                                    (long long)(bytes / 16),        0, blocks[b]};
                r.grid = gpu_full_grid(r.f, r.block) * waves;
                double rate = bytes / gpu_time(launch_reading, &r, REPEAT / 2);
                best = rate > best ? rate : best;
            }
    GPU(cuModuleUnload(module));
    return best;
}

struct summing {
    CUfunction f;
    CUdeviceptr a;
    long long n;
    unsigned grid, block;
};

static void launch_sum(void *context)
{
    struct summing *s = context;
    gpu_launch(s->f, s->a, s->n, 0, s->grid, s->block);
}

static double rate(CUfunction f, CUdeviceptr a, long long n, unsigned size, unsigned grid,
                   unsigned block)
{
    struct summing s = {f, a, n, grid, block};
    return (double)n * size / gpu_time(launch_sum, &s, REPEAT);
}

static const enum tcr_type measured[] = {TCR_F64, TCR_F32, TCR_F16, TCR_BF16,
                                         TCR_I64, TCR_I32, TCR_I16, TCR_I8};

/* Bytes of no pattern: zeros take less power, and that may show as speed. */
static CUdeviceptr fill(size_t bytes)
{
    const size_t part = (size_t)64 << 20;
    CUdeviceptr a;
    unsigned *random = malloc(part), x = 1;
    if (!random)
        exit(1);
    for (size_t i = 0; i < part / 4; i++)
        random[i] = x = x * 1664525u + 1013904223u;
    GPU(cuMemAlloc(&a, bytes));
    for (size_t at = 0; at < bytes; at += part)
        GPU(cuMemcpyHtoD(a + at, random, part));
    free(random);
    return a;
}

void check_speed(void)
{
    const size_t bytes = (size_t)8 << 30;
    CUdeviceptr a = fill(bytes), out;
    int slow = 0;
    GPU(cuMemAlloc(&out, sizeof(unsigned)));
    double top = ceiling(a, (double)bytes, out);
    printf("read-only ceiling: %.0f GB/s\n", top * 1e-9);
    double share[2] = {0};
    for (size_t m = 0; m < sizeof measured / sizeof *measured; m++) {
        unsigned size = region_types[measured[m]].size;
        long long n = 1ll << 30;
        char *text = region_one(measured[m], TCR_ADD, NULL, "sum", 0);
        CUmodule module = gpu_build(text, NULL);
        CUfunction f = gpu_function(module, "sum");
        double r = rate(f, a, n, size, gpu_full_grid(f, 256), 256);
        printf("%-4s sum, 2^30 elements: %.0f GB/s, %.1f%% of the ceiling\n",
               region_types[measured[m]].name, r * 1e-9, 100 * r / top);
        if (m < 2) {
            share[m] = r / top;
            slow += r < 0.95 * top;
        }
        GPU(cuModuleUnload(module));
        free(text);
    }
    GPU(cuMemFree(a));
    GPU(cuMemFree(out));
    check_row("read-only bandwidth", slow, "ceiling %.0f GB/s; f64 8 GB %.1f%%, f32 4 GB %.1f%%",
              top * 1e-9, 100 * share[0], 100 * share[1]);
}

void check_shapes(void)
{
    static const int unrolls[] = {2, 4, 8, 16};
    static const unsigned blocks[] = {128, 256, 512, 1024};
    const long long n = 1ll << 29;
    CUdeviceptr a = fill((size_t)n * 8);
    for (size_t m = 0; m < sizeof measured / sizeof *measured; m++)
        for (int u = 0; u < 4; u++) {
            char *text = region_one(measured[m], TCR_ADD, NULL, "sum", unrolls[u]);
            CUmodule module = gpu_build(text, NULL);
            CUfunction f = gpu_function(module, "sum");
            printf("%-4s unroll %-2d GB/s for blocks of 128, 256, 512, 1024 × waves 1, 4:",
                   region_types[measured[m]].name, unrolls[u]);
            for (int b = 0; b < 4; b++)
                for (unsigned waves = 1; waves <= 4; waves *= 4)
                    printf(" %.0f", rate(f, a, n, region_types[measured[m]].size,
                                         gpu_full_grid(f, blocks[b]) * waves, blocks[b]) *
                                        1e-9);
            printf("\n");
            GPU(cuModuleUnload(module));
            free(text);
        }
    GPU(cuMemFree(a));
}

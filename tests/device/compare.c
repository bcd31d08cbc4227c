/* SPDX-License-Identifier: MIT */
/*
 * The kernels beside CUB's and cuBLAS's, in the runtime's shapes (runtime/device/grid.c).
 *
 *     compare DIRECTORY            the cubins of `device_test cubins`
 *     compare DIRECTORY loads      the instructions that load, alone
 *     compare DIRECTORY profile    two launches of each sum alone, for a profiler
 *
 * Repetitions are interleaved: each competitor in turn, on the same data, so that
 * clocks and temperature are the same for all.  Medians; "noise" is the distance of
 * the 10th from the 90th percentile, of the noisier one.
 */
#include "gpu.h"
#include "../kernels/regions.h"
#include "../../runtime/backend/backend.h"
#include "../../runtime/device/device.h"
#include "../../runtime/device/grid.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int cub_sum(int type, void *scratch, size_t *size, const void *a, void *out, long long n);
int cub_version(void);

struct tcr_properties tcr_properties; /* what grid.c and tuning.c ask for */

enum { REPEAT = 21, LINE = 200, BACK_TO_BACK = 200 };
#define LARGE ((size_t)8 << 30)

static const enum tcr_type types[] = {TCR_F64, TCR_F32, TCR_F16, TCR_BF16,
                                      TCR_I64, TCR_I32, TCR_I16, TCR_I8};
static CUdeviceptr data, out, scratch;
static size_t scratch_size;
static const char *directory;

struct job {
    void (*launch)(struct job *, CUdeviceptr);
    CUfunction f;
    int type, arrays; /* arrays: 2 for a product with itself */
    long long n;
    unsigned grid, block;
    size_t apart; /* bytes between the arrays of launches back to back; 0: the same array */
    int (*blas)(void *, long long, const void *, long long, const void *, long long, void *);
    void *handle;
};

static void launch_tcr(struct job *j, CUdeviceptr at)
{
    struct {
        long long lb, step;
        CUdeviceptr a, b;
    } args = {0, 1, at, at + LARGE / 2};
    gpu_launch_with(j->f, &args, j->n, 0, j->grid, j->block);
}

/* A kernel of tcr_sum on a stream, ahead (runtime/cuda/cuda_launch.c). */
static void launch_library(struct job *j, CUdeviceptr at)
{
    struct {
        TCR_LIBRARY_ARGS(CUdeviceptr, CUdeviceptr)
    } args = {at, at, 0, 1, 0, 1, out, j->n, TCR_LIBRARY_ON_STREAM, 0};
    gpu_launch_ahead(j->f, &args, j->n, j->grid, j->block);
}

static void launch_cub(struct job *j, CUdeviceptr at)
{
    if (cub_sum(j->type, (void *)scratch, &scratch_size, (const void *)at, (void *)out, j->n))
        exit(1);
}

static void launch_blas(struct job *j, CUdeviceptr at)
{
    if (j->blas(j->handle, j->n, (const void *)at, 1, (const void *)(at + LARGE / 2), 1,
                (void *)out))
        exit(1);
}

/* Reads and nothing else. */
static void launch_reading(struct job *j, CUdeviceptr p)
{
    void *parameters[] = {&p, &j->n, &out};
    GPU(cuLaunchKernel(j->f, j->grid, 1, 1, j->block, 1, 1, 0, NULL, parameters, NULL));
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Seconds of one launch, or of many back to back. */
static double time_once(struct job *j, int times)
{
    static CUevent begin, end;
    float ms;
    if (!begin) {
        GPU(cuEventCreate(&begin, CU_EVENT_DEFAULT));
        GPU(cuEventCreate(&end, CU_EVENT_DEFAULT));
    }
    GPU(cuEventRecord(begin, NULL));
    for (int k = 0; k < times; k++)
        j->launch(j, data + (j->apart ? (size_t)k * j->apart % LARGE : 0));
    GPU(cuEventRecord(end, NULL));
    GPU(cuEventSynchronize(end));
    GPU(cuEventElapsedTime(&ms, begin, end));
    return (double)ms * 1e-3 / times;
}

/* Medians of n_jobs jobs; returns the noise. */
static double interleave(struct job *jobs, int n_jobs, int times, double *median)
{
    double t[4][REPEAT], noise = 0;
    for (int k = -2; k < REPEAT; k++)
        for (int j = 0; j < n_jobs; j++) {
            double seconds = time_once(&jobs[j], times);
            if (k >= 0)
                t[j][k] = seconds;
        }
    for (int j = 0; j < n_jobs; j++) {
        qsort(t[j], REPEAT, sizeof t[j][0], by_value);
        median[j] = t[j][REPEAT / 2];
        noise = fmax(noise, (t[j][REPEAT * 9 / 10] - t[j][REPEAT / 10]) / median[j]);
    }
    return noise;
}

static CUfunction load(const char *what, int type, const char *kernel)
{
    char file[500];
    snprintf(file, sizeof file, "%s/%s%s.sm_%u.cubin", directory, what, region_types[type].name,
             gpu_arch);
    CUmodule module = gpu_build(NULL, file);
    return gpu_function(module, kernel);
}

/* As the runtime launches it. */
static void shape(struct job *j)
{
    struct tcr_var var = {"sum", TCR_ADD, (unsigned char)j->type};
    struct tcr_base bases[2] = {{.elem_size = region_types[j->type].size},
                                {.elem_size = region_types[j->type].size}};
    struct tcr_region region = {.n_vars = 1,
                                .vars = &var,
                                .n_bases = (unsigned)j->arrays,
                                .bases = bases,
                                .ops_per_iteration = 1};
    struct tcr_launch l;
    unsigned threads = tcr_grid_tuning(&region).threads;
    tcr_grid_shape(&l, &region, threads, gpu_full_grid(j->f, threads) / (unsigned)gpu_sms, j->n);
    j->grid = l.blocks;
    j->block = l.threads;
}

static void fill(int type, size_t bytes)
{
    const size_t part = (size_t)16 << 20;
    unsigned size = region_types[type].size;
    char *host = malloc(part);
    unsigned long long x = 1;
    if (!host)
        exit(1);
    for (size_t i = 0; i < part / size; i++) {
        x = x * 6364136223846793005ull + 1442695040888963407ull;
        if (region_types[type].is_float)
            region_put_float((enum tcr_type)type, host, i, (double)(x >> 11) * 0x1p-53);
        else
            region_put_int((enum tcr_type)type, host, i, x >> 8);
    }
    for (size_t at = 0; at < bytes; at += part)
        GPU(cuMemcpyHtoD(data + at, host, part));
    free(host);
}

static struct job ours(const char *what, int type, int arrays, long long n)
{
    struct job j = {.launch = launch_tcr, .type = type, .arrays = arrays, .n = n};
    j.f = load(what, type, "sum");
    shape(&j);
    return j;
}

static struct job ours_on_stream(const char *what, int type, const char *kernel, long long n)
{
    struct job j = {.launch = launch_library, .type = type, .arrays = 1, .n = n};
    j.f = load(what, type, kernel);
    shape(&j);
    return j;
}

static struct job reading(void)
{
    struct job best = {.launch = launch_reading, .n = (long long)(LARGE / 16)};
    static const char *const names[] = {"read_1", "read_2", "read_4", "read_8"};
    CUmodule module = gpu_build(gpu_ceiling, NULL);
    double least = 1;
    for (int k = 0; k < 4; k++)
        for (unsigned block = 256; block <= 1024; block *= 2)
            for (unsigned waves = 1; waves <= 16; waves *= 4) {
                struct job j = best;
                double seconds[1];
                j.f = gpu_function(module, names[k]);
                j.block = block;
                j.grid = gpu_full_grid(j.f, block) * waves;
                interleave(&j, 1, 1, seconds);
                if (seconds[0] < least) {
                    least = seconds[0];
                    best.f = j.f;
                    best.grid = j.grid;
                    best.block = j.block;
                }
            }
    return best;
}

static struct job cub(int k, long long n)
{
    struct job j = {.launch = launch_cub, .type = k, .n = n};
    size_t size = 0;
    if (cub_sum(k, NULL, &size, (const void *)data, (void *)out, n))
        exit(1);
    if (size > scratch_size) {
        if (scratch)
            GPU(cuMemFree(scratch));
        GPU(cuMemAlloc(&scratch, size));
        scratch_size = size;
    }
    return j;
}

static void large_sums(struct job read)
{
    for (int k = 0; k < 8; k++) {
        unsigned size = region_types[types[k]].size;
        long long n = (long long)(LARGE / size);
        fill(types[k], LARGE);
        struct job jobs[3] = {ours("", types[k], 1, n), cub(k, n), read};
        double t[3], noise = interleave(jobs, 3, 1, t);
        printf(
            "%-4s sum, 8 GiB: %.0f GB/s, %.1f %% of %.0f; CUB %.0f; tcr/CUB %.3f; noise %.1f %%\n",
            region_types[types[k]].name, (double)LARGE / t[0] * 1e-9, 100 * t[2] / t[0],
            (double)LARGE / t[2] * 1e-9, (double)LARGE / t[1] * 1e-9, t[1] / t[0], 100 * noise);
        fflush(stdout);
    }
}

/* cuBLAS's products where the library is there. */
static bool open_blas(struct job *j, int type)
{
    static void *library, *handle;
    int (*create)(void **), (*mode)(void *, int);
    if (!library)
        library = dlopen("libcublas.so.13", RTLD_NOW);
    if (!library)
        library = dlopen("libcublas.so.12", RTLD_NOW);
    if (!library)
        return false;
    *(void **)&create = dlsym(library, "cublasCreate_v2");
    *(void **)&mode = dlsym(library, "cublasSetPointerMode_v2");
    *(void **)&j->blas = dlsym(library, type == TCR_F64 ? "cublasDdot_v2_64" : "cublasSdot_v2_64");
    if (!create || !mode || !j->blas || (!handle && create(&handle)))
        return false;
    j->handle = handle;
    j->launch = launch_blas;
    return mode(handle, 1) == 0; /* the result stays on the device */
}

static void large_products(struct job read)
{
    for (int k = 0; k < 2; k++) {
        long long n = (long long)(LARGE / 2 / region_types[types[k]].size);
        fill(types[k], LARGE);
        struct job jobs[3] = {ours("dot_", types[k], 2, n), read, {.n = n}};
        int n_jobs = 2 + open_blas(&jobs[2], types[k]);
        double t[3], noise = interleave(jobs, n_jobs, 1, t);
        printf("%-4s dot, 8 GiB: %.0f GB/s, %.1f %% of %.0f; ", region_types[types[k]].name,
               (double)LARGE / t[0] * 1e-9, 100 * t[1] / t[0], (double)LARGE / t[1] * 1e-9);
        if (n_jobs == 3)
            printf("cuBLAS %.0f; tcr/cuBLAS %.3f; ", (double)LARGE / t[2] * 1e-9, t[2] / t[0]);
        printf("noise %.1f %%\n", 100 * noise);
    }
}

/* Of one array, which then is in the L2 cache, or of others each time. */
static void small_sums(bool others)
{
    for (int k = 0; k < 8; k++) {
        fill(types[k], LARGE);
        printf("%-4s sum, back to back, %s, us, tcr, ready, CUB, ratios:",
               region_types[types[k]].name, others ? "others" : "same");
        for (int power = 14; power <= 22; power += 2) {
            struct job jobs[3] = {ours_on_stream("library_", types[k], "sum", 1ll << power),
                                  ours_on_stream("library_", types[k], "sum_ready", 1ll << power),
                                  cub(k, 1ll << power)};
            double t[3];
            for (int j = 0; j < 3 && others; j++)
                jobs[j].apart = (size_t)region_types[types[k]].size << power;
            interleave(jobs, 3, BACK_TO_BACK, t);
            printf("  2^%d %.2f %.2f %.2f %.2f %.2f", power, t[0] * 1e6, t[1] * 1e6, t[2] * 1e6,
                   t[2] / t[0], t[2] / t[1]);
        }
        printf("\n");
        fflush(stdout);
    }
}

/* The two instructions that can load what a predecessor may still write, both ways to
 * launch: medians of ld.global.nc's and ld.global's. */
static void loads(void)
{
    for (int k = 0; k < 8; k++) {
        fill(types[k], LARGE);
        printf("%-4s sum, ld.global.nc / ld.global, us, as is and ready:",
               region_types[types[k]].name);
        for (int power = 14; power <= 30; power += power < 22 ? 4 : 8) {
            struct job jobs[4] = {ours_on_stream("library_", types[k], "sum", 1ll << power),
                                  ours_on_stream("coherent_", types[k], "sum", 1ll << power),
                                  ours_on_stream("library_", types[k], "sum_ready", 1ll << power),
                                  ours_on_stream("coherent_", types[k], "sum_ready", 1ll << power)};
            double t[4];
            for (int j = 0; j < 4; j++)
                jobs[j].apart = (size_t)region_types[types[k]].size << power;
            double noise = interleave(jobs, 4, power < 30 ? BACK_TO_BACK : 2, t);
            printf("  2^%d %.2f / %.2f, %.2f / %.2f (noise %.1f %%)", power, t[0] * 1e6, t[1] * 1e6,
                   t[2] * 1e6, t[3] * 1e6, 100 * noise);
        }
        printf("\n");
        fflush(stdout);
    }
}

/* ---- energy ---- */

static int (*total_energy)(void *, unsigned long long *);
static void *nvml_device;

static bool open_nvml(void)
{
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    int (*init)(void), (*get)(unsigned, void **);
    if (!library)
        return false;
    *(void **)&init = dlsym(library, "nvmlInit_v2");
    *(void **)&get = dlsym(library, "nvmlDeviceGetHandleByIndex_v2");
    *(void **)&total_energy = dlsym(library, "nvmlDeviceGetTotalEnergyConsumption");
    return init && get && total_energy && !init() && !get(0, &nvml_device);
}

/* Picojoules for a byte, over about `seconds`. */
static double energy(struct job *j, double seconds)
{
    unsigned long long before = 0, after = 0, launches = 0;
    double start;
    time_once(j, 100); /* the counter moves ten times a second */
    total_energy(nvml_device, &before);
    for (start = now(); now() - start < seconds; launches += 50)
        time_once(j, 50);
    total_energy(nvml_device, &after);
    return (double)(after - before) * 1e9 / ((double)launches * (double)LARGE);
}

static void energies(void)
{
    enum { TURNS = 5 };
    for (int k = 0; k < 6; k++) {
        long long n = (long long)(LARGE / region_types[types[k]].size);
        fill(types[k], LARGE);
        struct job jobs[2] = {ours("", types[k], 1, n), cub(k, n)};
        double e[2][TURNS];
        for (int turn = 0; turn < TURNS; turn++)
            for (int j = 0; j < 2; j++)
                e[j][turn] = energy(&jobs[j], 1.0);
        for (int j = 0; j < 2; j++)
            qsort(e[j], TURNS, sizeof e[j][0], by_value);
        printf("%-4s energy, pJ/B: tcr %.1f (%.1f to %.1f), CUB %.1f (%.1f to %.1f)\n",
               region_types[types[k]].name, e[0][1], e[0][0], e[0][2], e[1][1], e[1][0], e[1][2]);
        fflush(stdout);
    }
}

static void profiled(void)
{
    for (int k = 0; k < 8; k++) {
        struct job j = ours("", types[k], 1, (long long)(LARGE / region_types[types[k]].size));
        fill(types[k], LARGE);
        j.launch(&j, data);
        j.launch(&j, data);
    }
    GPU(cuCtxSynchronize());
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    directory = argv[1];
    gpu_open();
    tcr_properties.arch = gpu_arch;
    tcr_properties.multiprocessors = (unsigned)gpu_sms;
    GPU(cuMemAlloc(&data, LARGE));
    GPU(cuMemAlloc(&out, 16));
    if (argc > 2 && !strcmp(argv[2], "profile")) {
        profiled();
        return 0;
    }
    if (argc > 2 && !strcmp(argv[2], "loads")) {
        loads();
        return 0;
    }
    fill(TCR_F64, LARGE);
    struct job read = reading();
    printf("CUB %d.%d.%d\n", cub_version() / 100000, cub_version() / 100 % 1000,
           cub_version() % 100);
    large_sums(read);
    large_products(read);
    small_sums(false);
    small_sums(true);
    loads();
    if (open_nvml())
        energies();
    return 0;
}

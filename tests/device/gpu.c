/* SPDX-License-Identifier: MIT */
#include "gpu.h"
#include "../../rewriter/images/images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCKS = 132 * 64, MOST_VARS = 16, SLOT = sizeof(union tcr_slot) };

/* Reads and nothing else: U loads of 16 bytes in flight a thread. */
const char gpu_ceiling[] =
    "template <int U> __device__ void read(const uint4 *p, long long n, unsigned *out)\n"
    "{\n"
    "    const long long step = (long long)gridDim.x * blockDim.x;\n"
    "    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    unsigned x = 0;\n"
    "    for (; i + (U - 1) * step < n; i += U * step) {\n"
    "        uint4 v[U];\n"
    "#pragma unroll\n"
    "        for (int u = 0; u < U; ++u)\n"
    "            v[u] = p[i + u * step];\n"
    "#pragma unroll\n"
    "        for (int u = 0; u < U; ++u)\n"
    "            x ^= v[u].x ^ v[u].y ^ v[u].z ^ v[u].w;\n"
    "    }\n"
    "    for (; i < n; i += step)\n"
    "        x ^= p[i].x ^ p[i].y ^ p[i].z ^ p[i].w;\n"
    "    if (x == 0x12345678u)\n"
    "        *out = x;\n"
    "}\n"
    "#define READ(U) extern \"C\" __global__ void read_##U(const uint4 *p, long long n,\\\n"
    "                                                      unsigned *out) { read<U>(p, n, out); }\n"
    "READ(1) READ(2) READ(4) READ(8)\n";

int gpu_sms;
unsigned gpu_arch;
static CUdeviceptr partial, lines, ticket, result;

void gpu_check(CUresult status, const char *call, const char *file, int line)
{
    const char *why = "?";
    if (status == CUDA_SUCCESS)
        return;
    cuGetErrorString(status, &why);
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, why);
    exit(1);
}

void gpu_open(void)
{
    CUdevice device;
    CUcontext context;
    int major, minor;
    char name[100];
    GPU(cuInit(0));
    GPU(cuDeviceGet(&device, 0));
    GPU(cuDeviceGetName(name, sizeof name, device));
    GPU(cuDevicePrimaryCtxRetain(&context, device));
    GPU(cuCtxSetCurrent(context));
    GPU(cuDeviceGetAttribute(&gpu_sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    GPU(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    GPU(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    gpu_arch = (unsigned)(major * 10 + minor);
    GPU(cuMemAlloc(&partial, MOST_BLOCKS * MOST_VARS * TCR_PARTIAL_BYTES));
    GPU(cuMemAlloc(&lines, MOST_BLOCKS * TCR_LINE_BYTES));
    GPU(cuMemsetD8(lines, 0, MOST_BLOCKS * TCR_LINE_BYTES));
    GPU(cuMemAlloc(&ticket, sizeof(unsigned)));
    GPU(cuMemsetD32(ticket, 0, 1));
    GPU(cuMemAlloc(&result, MOST_VARS * SLOT));
    printf("device: %s, %d multiprocessors, sm_%u\n", name, gpu_sms, gpu_arch);
}

static void *read_file(const char *file)
{
    FILE *in = file ? fopen(file, "rb") : NULL;
    if (!in)
        return NULL;
    fseek(in, 0, SEEK_END);
    size_t size = (size_t)ftell(in);
    rewind(in);
    char *bytes = calloc(size + 1, 1);
    if (!bytes || fread(bytes, 1, size, in) != size)
        exit(1);
    fclose(in);
    return bytes;
}

CUmodule gpu_build(const char *text, const char *file)
{
    CUmodule module;
    void *kept = read_file(file);
    if (kept) {
        GPU(cuModuleLoadData(&module, kept));
        free(kept);
        return module;
    }
    struct image_list list;
    char *log;
    if (images_compile(text, "", &gpu_arch, 1, false, &list, &log)) {
        fprintf(stderr, "%s\n", log);
        exit(1);
    }
    GPU(cuModuleLoadData(&module, list.images[0].bytes));
    FILE *out = file ? fopen(file, "wb") : NULL;
    if (out) {
        fwrite(list.images[0].bytes, 1, list.images[0].size, out);
        fclose(out);
    }
    images_free(&list);
    return module;
}

CUfunction gpu_function(CUmodule module, const char *name)
{
    CUfunction f;
    GPU(cuModuleGetFunction(&f, module, name));
    return f;
}

unsigned gpu_full_grid(CUfunction f, unsigned block)
{
    int blocks;
    GPU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, (int)block, 0));
    return (unsigned)(blocks * gpu_sms);
}

unsigned gpu_grid_for(CUfunction f, unsigned block, size_t n)
{
    const size_t most = gpu_full_grid(f, block), wanted = (n + block - 1) / block;
    return (unsigned)(wanted < most ? wanted : most);
}

static struct tcr_grid grid_of(long long n, CUdeviceptr partials, CUdeviceptr into, unsigned plain)
{
    return (struct tcr_grid){.n = n,
                             .partial = (void *)partials,
                             .ticket = (unsigned *)ticket,
                             .result = (union tcr_slot *)into,
                             .plain = plain};
}

static void launch(CUfunction f, void *args, long long n, unsigned plain, unsigned grid,
                   unsigned block, CUdeviceptr into)
{
    struct tcr_grid g = grid_of(n, partial, into, plain);
    void *parameters[] = {args, &g};
    if (grid > MOST_BLOCKS)
        grid = MOST_BLOCKS;
    GPU(cuLaunchKernel(f, grid, 1, 1, block, 1, 1, 0, NULL, parameters, NULL));
}

void gpu_launch(CUfunction f, CUdeviceptr a, long long n, unsigned plain, unsigned grid,
                unsigned block)
{
    gpu_launch_into(f, a, n, plain, grid, block, result);
}

void gpu_launch_into(CUfunction f, CUdeviceptr a, long long n, unsigned plain, unsigned grid,
                     unsigned block, CUdeviceptr into)
{
    struct args args = {0, 1, a};

    launch(f, &args, n, plain, grid, block, into);
}

void gpu_launch_with(CUfunction f, void *args, long long n, unsigned plain, unsigned grid,
                     unsigned block)
{
    launch(f, args, n, plain, grid, block, result);
}

void gpu_launch_ahead(CUfunction f, void *args, long long n, unsigned grid, unsigned block)
{
    struct tcr_grid g = grid_of(n, lines, result, 0);
    void *parameters[] = {args, &g};
    CUlaunchAttribute overlap = {.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
                                 .value.programmaticStreamSerializationAllowed = 1};
    CUlaunchConfig config = {.gridDimX = grid < MOST_BLOCKS ? grid : MOST_BLOCKS,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = block,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .attrs = &overlap,
                             .numAttrs = 1};
    GPU(cuLaunchKernelEx(&config, f, parameters, NULL));
}

void gpu_results(union tcr_slot *slots, int n)
{
    unsigned left;
    GPU(cuCtxSynchronize());
    memset(slots, 0, (size_t)n * SLOT);
    for (int k = 0; k < n; k++) /* the other half of a slot is padding, never written */
        GPU(cuMemcpyDtoH(&slots[k], result + (CUdeviceptr)(k * SLOT), 8));
    GPU(cuMemcpyDtoH(&left, ticket, sizeof left));
    if (left != 0) {
        fprintf(stderr, "the ticket was left at %u\n", left);
        exit(1);
    }
}

union tcr_slot gpu_result(void)
{
    union tcr_slot slot;
    gpu_results(&slot, 1);
    return slot;
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double gpu_time(void (*launch)(void *), void *context, int repeat)
{
    CUevent begin, end;
    float times[100];
    GPU(cuEventCreate(&begin, CU_EVENT_DEFAULT));
    GPU(cuEventCreate(&end, CU_EVENT_DEFAULT));
    launch(context);
    for (int i = 0; i < repeat; i++) {
        GPU(cuEventRecord(begin, NULL));
        launch(context);
        GPU(cuEventRecord(end, NULL));
        GPU(cuEventSynchronize(end));
        GPU(cuEventElapsedTime(&times[i], begin, end));
    }
    qsort(times, (size_t)repeat, sizeof *times, by_value);
    GPU(cuEventDestroy(begin));
    GPU(cuEventDestroy(end));
    return (double)times[repeat / 2] * 1e-3;
}

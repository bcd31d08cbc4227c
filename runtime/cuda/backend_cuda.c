/* SPDX-License-Identifier: MIT */
/*
 * backend_cuda.c: the CUDA driver API, opened at run time.
 *
 * No CUDA header is needed: the few types and numbers are declared here, after
 * cuda.h of CUDA 13.0; they are part of the driver's stable binary interface.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../base/env_get.h"
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "../backend/local_rank.h"
#include "../ground/driver_files.h"
#include "../ground/loading.h"
#include "../ground/thread_data.h"
#include "backend_cuda.h"
#include "cuda_parts.h"

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUmod_st *CUmodule;

enum {
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
    CUDA_ERROR_UNKNOWN = 999,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
    COMPUTE_MODE_DEFAULT = 0, /* as many processes as there are */
    CU_MEMORYTYPE_DEVICE = 2,
    CU_MEMHOSTALLOC_PORTABLE = 1,
    CU_MEMHOSTALLOC_DEVICEMAP = 2,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6
};

/* What is used of the driver: name here, name in the library, parameters.  The
 * enumerations that the driver takes are ints. */
#define DRIVER_CALLS(X)                                                                            \
    X(init, "cuInit", (unsigned flags))                                                            \
    X(device_count, "cuDeviceGetCount", (int *count))                                              \
    X(device_get, "cuDeviceGet", (CUdevice * device, int ordinal))                                 \
    X(device_name, "cuDeviceGetName", (char *name, int size, CUdevice device))                     \
    X(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, CUdevice device))      \
    X(device_memory, "cuDeviceTotalMem_v2", (size_t * bytes, CUdevice device))                     \
    X(context_retain, "cuDevicePrimaryCtxRetain", (CUcontext * context, CUdevice device))          \
    X(context_push, "cuCtxPushCurrent_v2", (CUcontext context))                                    \
    X(context_pop, "cuCtxPopCurrent_v2", (CUcontext * context))                                    \
    X(alloc, "cuMemAlloc_v2", (CUdeviceptr * address, size_t size))                                \
    X(free, "cuMemFree_v2", (CUdeviceptr address))                                                 \
    X(host_alloc, "cuMemHostAlloc", (void **address, size_t size, unsigned flags))                 \
    X(host_free, "cuMemFreeHost", (void *address))                                                 \
    X(host_register, "cuMemHostRegister_v2", (void *address, size_t size, unsigned flags))         \
    X(host_unregister, "cuMemHostUnregister", (void *address))                                     \
    X(host_device, "cuMemHostGetDevicePointer_v2",                                                 \
      (CUdeviceptr * device, void *host, unsigned flags))                                          \
    X(stream_create, "cuStreamCreate", (CUstream * stream, unsigned flags))                        \
    X(stream_destroy, "cuStreamDestroy_v2", (CUstream stream))                                     \
    X(stream_sync, "cuStreamSynchronize", (CUstream stream))                                       \
    X(copy_to, "cuMemcpyHtoDAsync_v2",                                                             \
      (CUdeviceptr to, const void *from, size_t size, CUstream stream))                            \
    X(copy_from, "cuMemcpyDtoHAsync_v2",                                                           \
      (void *to, CUdeviceptr from, size_t size, CUstream stream))                                  \
    X(copy_within, "cuMemcpyDtoDAsync_v2",                                                         \
      (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream))                            \
    X(fill, "cuMemsetD8Async", (CUdeviceptr to, unsigned char byte, size_t size, CUstream stream)) \
    X(module_load, "cuModuleLoadDataEx",                                                           \
      (CUmodule * module, const void *image, unsigned n, int *options, void **values))             \
    X(module_unload, "cuModuleUnload", (CUmodule module))                                          \
    X(function, "cuModuleGetFunction", (CUfunction * function, CUmodule module, const char *name)) \
    X(occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor",                                    \
      (int *blocks, CUfunction function, int threads, size_t shared))                              \
    X(function_set, "cuFuncSetAttribute", (CUfunction function, int attribute, int value))         \
    X(launch, "cuLaunchKernel",                                                                    \
      (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,       \
       unsigned bz, unsigned shared, CUstream stream, void **parameters, void **extra))            \
    X(pointer, "cuPointerGetAttributes",                                                           \
      (unsigned n, int *attributes, void **values, CUdeviceptr address))                           \
    X(error_name, "cuGetErrorName", (CUresult error, const char **name))

static struct {
#define MEMBER(name, symbol, parameters) CUresult(*name) parameters;
    DRIVER_CALLS(MEMBER)
#undef MEMBER
} cu;

static const struct {
    size_t offset;
    const char *symbol;
} symbols[] = {
#define SYMBOL(name, symbol, parameters) {offsetof(__typeof__(cu), name), symbol},
    DRIVER_CALLS(SYMBOL)
#undef SYMBOL
};

static CUdevice device;
static CUcontext context;
static struct tcr_properties properties;
static _Atomic bool is_lost;
static _Thread_local char last_error[160];
TCR_THREAD_DATA(last_error);

/* After these the context is unusable for the rest of the process. */
static bool sticky(CUresult r)
{
    static const short codes[] = {CUDA_ERROR_DEINITIALIZED,
                                  46,  /* DEVICE_UNAVAILABLE */
                                  201, /* INVALID_CONTEXT */
                                  214, /* ECC_UNCORRECTABLE */
                                  220, /* NVLINK_UNCORRECTABLE */
                                  226, /* CONTAINED */
                                  700, /* ILLEGAL_ADDRESS */
                                  702, /* LAUNCH_TIMEOUT */
                                  709, /* CONTEXT_IS_DESTROYED */
                                  710, /* ASSERT */
                                  714, /* HARDWARE_STACK_ERROR */
                                  715, /* ILLEGAL_INSTRUCTION */
                                  716, /* MISALIGNED_ADDRESS */
                                  717, /* INVALID_ADDRESS_SPACE */
                                  718, /* INVALID_PC */
                                  719, /* LAUNCH_FAILED */
                                  721, /* TENSOR_MEMORY_LEAK */
                                  810, /* MPS_CLIENT_TERMINATED */
                                  911, /* EXTERNAL_DEVICE */
                                  CUDA_ERROR_UNKNOWN};

    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++)
        if (r == codes[k])
            return true;
    return false;
}

/* 0, or note the driver's error and return ours: `otherwise`, unless memory
 * ran out or the context is gone. */
static int check(CUresult r, const char *what, int otherwise)
{
    const char *name = NULL;

    if (r == CUDA_SUCCESS)
        return 0;
    if (cu.error_name(r, &name) != CUDA_SUCCESS || !name)
        name = "an unknown error";
    snprintf(last_error, sizeof last_error, "%s (%d, %s)", name, r, what);
    if (sticky(r)) {
        is_lost = true;
        return TCR_E_LOST;
    }
    return r == CUDA_ERROR_OUT_OF_MEMORY ? TCR_E_NO_MEMORY : otherwise;
}

int tcr_cuda_check(int result, const char *what, int otherwise)
{
    return check(result, what, otherwise);
}

const void *tcr_cuda_context(void)
{
    return context;
}

/* The driver reads variables that name, among others, a library to load into the process
 * (CUDA_INJECTION64_PATH).  A program that has more rights than its user gets it only if it has
 * opened it by itself. */
static bool may_open(void)
{
    if (!tcr_secure_program() || tcr_cuda_in_process())
        return true;
    snprintf(last_error, sizeof last_error,
             "it is not opened in a program with more rights than its user");
    return false;
}

static int open_driver(void **driver)
{
    void *library;

    if (!may_open())
        return TCR_E_NO_DRIVER;
    library = *driver = tcr_loading_open("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();

        snprintf(last_error, sizeof last_error, "%s", why ? why : "libcuda.so.1 cannot be opened");
        return TCR_E_NO_DRIVER;
    }
    for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++) {
        void *address = dlsym(library, symbols[k].symbol);

        if (!address) {
            snprintf(last_error, sizeof last_error, "the driver is too old: it has no %s",
                     symbols[k].symbol);
            return TCR_E_NO_DRIVER;
        }
        memcpy((char *)&cu + symbols[k].offset, &address, sizeof address);
    }
    tcr_cuda_launch_open(library);
    tcr_cuda_capture_open(library);
    return 0;
}

/* What the device is, asked before there is a context. */
static int query(struct tcr_properties *p)
{
    int multiprocessors = 0, major = 0, minor = 0, shared = 0, mode = 0;
    int error =
        check(cu.device_name(p->name, sizeof p->name, device), "cuDeviceGetName", TCR_E_NO_DEVICE);
    const struct {
        int attribute, *value;
    } asked[] = {{CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major},
                 {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor},
                 {CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, &mode},
                 {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &multiprocessors},
                 {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &shared}};

    for (size_t k = 0; k < sizeof asked / sizeof *asked && !error; k++)
        error = check(cu.device_attribute(asked[k].value, asked[k].attribute, device),
                      "cuDeviceGetAttribute", TCR_E_NO_DEVICE);
    if (!error)
        error = check(cu.device_memory(&p->memory, device), "cuDeviceTotalMem", TCR_E_NO_DEVICE);
    if (mode != COMPUTE_MODE_DEFAULT)
        tcr_cuda_end_later(false);
    p->arch = (unsigned)(major * 10 + minor);
    p->shared = shared > TCR_SHARED_ROOM + TCR_SHARED_REST ? (unsigned)shared - TCR_SHARED_REST
                                                           : TCR_SHARED_ROOM;
    p->multiprocessors = multiprocessors > 0 ? (unsigned)multiprocessors : 1;
    return error;
}

/* Between two calls that take long (device/start.c). */
static int go_on(void)
{
    if (!tcr_loading_step())
        return 0;
    snprintf(last_error, sizeof last_error, "the program ends");
    return TCR_E_NO_DEVICE;
}

/* Find the device and retain its context: last, so that nothing is held after a
 * failure. */
static int open_context(void)
{
    int error = check(cu.init(0), "cuInit", TCR_E_NO_DEVICE), count = 0;

    if (!error)
        error = check(cu.device_count(&count), "cuDeviceGetCount", TCR_E_NO_DEVICE);
    if (!error && count == 0)
        error = check(CUDA_ERROR_NO_DEVICE, "cuDeviceGetCount", TCR_E_NO_DEVICE);
    if (!error)
        error = check(cu.device_get(&device, tcr_device_ordinal(count)), "cuDeviceGet",
                      TCR_E_NO_DEVICE);
    if (!error)
        error = query(&properties);
    if (!error)
        error = go_on();
    if (!error)
        error =
            check(cu.context_retain(&context, device), "cuDevicePrimaryCtxRetain", TCR_E_NO_DEVICE);
    return error;
}

static int cuda_init(void)
{
    static const char *const files[] = {"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/dxg"};
    void *library = NULL;
    const bool own = !tcr_cuda_in_process();
    int error;

    if (own)
        tcr_driver_files_look();
    error = open_driver(&library);
    if (!error)
        error = go_on();
    tcr_cuda_end_later(!error && own);
    if (error && library)
        dlclose(library);
    /* from here on it stays, come what may: a thread that has called it comes by its code again
     * when it ends */
    if (!error)
        error = open_context();
    if (own)
        tcr_driver_files_are(files, error ? 0 : sizeof files / sizeof *files);
    return error;
}

static int cuda_properties(struct tcr_properties *p)
{
    *p = properties;
    return 0;
}

static int cuda_bind(void)
{
    return check(cu.context_push(context), "cuCtxPushCurrent", TCR_E_DEVICE);
}

static void cuda_unbind(void)
{
    CUcontext popped;

    cu.context_pop(&popped);
}

static int cuda_alloc(void **address, size_t size)
{
    CUdeviceptr d = 0;
    int error = check(cu.alloc(&d, size), "cuMemAlloc", TCR_E_NO_MEMORY);

    *address = (void *)(uintptr_t)d;
    return error;
}

static int cuda_free(void *address)
{
    return check(cu.free((CUdeviceptr)(uintptr_t)address), "cuMemFree", TCR_E_DEVICE);
}

enum {
    PINNED = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP
}; /* or registered, the same */

/* A mapping of ours, if the driver takes it; else it has one itself. */
static int pinned(void **host, size_t size)
{
    *host = tcr_cuda_map(size);
    if (*host && cu.host_register(*host, size, PINNED) == CUDA_SUCCESS)
        return 0;
    if (*host)
        tcr_cuda_unmap(*host);
    return check(cu.host_alloc(host, size, PINNED), "cuMemHostAlloc", TCR_E_NO_MEMORY);
}

static int cuda_host_free(void *host)
{
    int error;

    if (!tcr_cuda_is_mapped(host))
        return check(cu.host_free(host), "cuMemFreeHost", TCR_E_DEVICE);
    error = check(cu.host_unregister(host), "cuMemHostUnregister", TCR_E_DEVICE);
    if (!error)
        tcr_cuda_unmap(host);
    return error;
}

static int cuda_host_alloc(void **host, void **address, size_t size)
{
    CUdeviceptr d = 0;
    int error = pinned(host, size);

    if (error)
        return error;
    error = check(cu.host_device(&d, *host, 0), "cuMemHostGetDevicePointer", TCR_E_DEVICE);
    if (error)
        cuda_host_free(*host);
    *address = (void *)(uintptr_t)d;
    return error;
}

/* A plain stream: it waits for earlier work on the default stream, such as
 * what the program's own CUDA code has queued there. */
static int cuda_stream_create(void **stream)
{
    CUstream s = NULL;
    int error = check(cu.stream_create(&s, 0), "cuStreamCreate", TCR_E_DEVICE);

    *stream = s;
    return error;
}

static int cuda_stream_destroy(void *stream)
{
    return check(cu.stream_destroy(stream), "cuStreamDestroy", TCR_E_DEVICE);
}

static int cuda_sync(void *stream)
{
    return check(cu.stream_sync(stream), "cuStreamSynchronize", TCR_E_DEVICE);
}

static int cuda_wait(void *stream, const void *word, unsigned tag)
{
    int error;

    if (tcr_cuda_look(word, tag))
        return 0;
    error = cuda_sync(stream);
    return error ? error : 1;
}

static int cuda_copy_to(void *to, const void *from, size_t size, void *stream)
{
    return check(cu.copy_to((CUdeviceptr)(uintptr_t)to, from, size, stream), "cuMemcpyHtoDAsync",
                 TCR_E_COPY);
}

static int cuda_copy_from(void *to, const void *from, size_t size, void *stream)
{
    return check(cu.copy_from(to, (CUdeviceptr)(uintptr_t)from, size, stream), "cuMemcpyDtoHAsync",
                 TCR_E_COPY);
}

static int cuda_copy_within(void *to, const void *from, size_t size, void *stream)
{
    return check(
        cu.copy_within((CUdeviceptr)(uintptr_t)to, (CUdeviceptr)(uintptr_t)from, size, stream),
        "cuMemcpyDtoDAsync", TCR_E_COPY);
}

static int cuda_fill(void *to, int byte, size_t size, void *stream)
{
    return check(cu.fill((CUdeviceptr)(uintptr_t)to, (unsigned char)byte, size, stream),
                 "cuMemsetD8Async", TCR_E_COPY);
}

/* The image of a kind for this device.  A cubin runs on its own major version
 * with the same or a greater minor (sm_80 on 86, not sm_90 on 100), PTX on
 * anything as new or newer: the greatest such. */
static const struct tcr_image *choose_image(const struct tcr_unit *unit, unsigned kind)
{
    const struct tcr_image *best = NULL;

    for (unsigned k = 0; k < unit->n_images; k++) {
        const struct tcr_image *i = &unit->images[k];

        if (i->kind == kind && i->arch <= properties.arch &&
            (kind == TCR_IMAGE_PTX || i->arch / 10 == properties.arch / 10) &&
            (!best || i->arch > best->arch))
            best = i;
    }
    return best;
}

/* Is it the image that the driver cannot use, now and later? */
static bool unusable(CUresult r)
{
    return r == CUDA_ERROR_INVALID_IMAGE || r == CUDA_ERROR_NO_BINARY_FOR_GPU ||
           r == CUDA_ERROR_INVALID_PTX || r == CUDA_ERROR_JIT_COMPILER_NOT_FOUND ||
           r == CUDA_ERROR_UNSUPPORTED_PTX_VERSION || r == CUDA_ERROR_JIT_COMPILATION_DISABLED;
}

static int load_image(void **module, const struct tcr_image *image)
{
    char log[96] = "";
    int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    CUmodule m = NULL;
    CUresult r = cu.module_load(&m, image->bytes, 2, options, values);
    int error = check(r, "cuModuleLoadDataEx", TCR_E_DEVICE);

    *module = m;
    if (error && log[0]) {
        size_t used = strlen(last_error);

        log[strcspn(log, "\n")] = '\0';
        snprintf(last_error + used, sizeof last_error - used, ": %s", log);
    }
    return unusable(r) ? TCR_E_NO_IMAGE : error;
}

/* The cubin; if there is none that the driver takes, the PTX, which it must
 * compile first. */
static int cuda_module_load(void **module, const struct tcr_unit *unit)
{
    static const unsigned kinds[] = {TCR_IMAGE_CUBIN, TCR_IMAGE_PTX};
    int error = TCR_E_NO_IMAGE;

    snprintf(last_error, sizeof last_error, "%u images, none for sm_%u", unit->n_images,
             properties.arch);
    for (unsigned k = 0; k < 2 && error == TCR_E_NO_IMAGE; k++) {
        const struct tcr_image *image = choose_image(unit, kinds[k]);

        if (image)
            error = load_image(module, image);
    }
    return error;
}

static int cuda_module_unload(void *module)
{
    return check(cu.module_unload(module), "cuModuleUnload", TCR_E_DEVICE);
}

static int cuda_function(void **function, void *module, const char *kernel)
{
    CUfunction f = NULL;
    int error = check(cu.function(&f, module, kernel), "cuModuleGetFunction", TCR_E_DEVICE);

    *function = f;
    return error;
}

static int cuda_occupancy(unsigned *blocks, void *function, unsigned threads)
{
    int n = 0;
    int error = check(cu.occupancy(&n, function, (int)threads, 0), "cuOccupancyMaxActiveBlocks",
                      TCR_E_DEVICE);

    *blocks = n > 0 ? (unsigned)n : 0;
    return error;
}

static int cuda_launch(const struct tcr_launch *l)
{
    struct tcr_grid grid = l->grid;
    void *parameters[] = {(void *)(uintptr_t)l->args, &grid};
    int error = 0;

    /* always the same, as other threads may launch the kernel, too; it takes half a microsecond */
    if (l->shared > TCR_SHARED_ROOM && !(l->replay && tcr_cuda_replays(l)))
        error = check(cu.function_set(l->function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                      (int)properties.shared),
                      "cuFuncSetAttribute", TCR_E_LAUNCH);
    if (error)
        return error;
    if ((l->replay && tcr_cuda_replay(l, parameters)) ||
        (grid.together && grid.together != TCR_TOGETHER_BEFORE &&
         tcr_cuda_launch_together(l, parameters)) ||
        (l->ahead && tcr_cuda_launch_ahead(l, parameters)))
        return 0;
    if (grid.together != TCR_TOGETHER_BEFORE)
        grid.together = 0; /* the device may have less room than it says, or another program's */
    return check(cu.launch(l->function, l->blocks, 1, 1, l->threads, 1, 1, l->shared, l->stream,
                           parameters, NULL),
                 "cuLaunchKernel", TCR_E_LAUNCH);
}

/* This query gives zeros for host memory that the driver has never seen, the
 * everyday case here; the one for a single attribute calls that an error. */
static enum tcr_pointer cuda_pointer(const void *address)
{
    unsigned type = 0, managed = 0;
    int owner = -1;
    int attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void *values[] = {&type, &managed, &owner};

    if (cu.pointer(3, attributes, values, (CUdeviceptr)(uintptr_t)address) != CUDA_SUCCESS)
        return TCR_POINTER_HOST;
    if (managed)
        return TCR_POINTER_SHARED;
    if (type != CU_MEMORYTYPE_DEVICE)
        return TCR_POINTER_HOST;
    return owner == device ? TCR_POINTER_DEVICE : TCR_POINTER_FOREIGN;
}

static bool cuda_lost(void)
{
    return is_lost;
}

static const char *cuda_error_name(void)
{
    return last_error[0] ? last_error : "no error";
}

const struct tcr_backend tcr_backend_cuda = {
    .name = "cuda",
    .init = cuda_init,
    .end = tcr_cuda_end_seconds,
    .properties = cuda_properties,
    .bind = cuda_bind,
    .unbind = cuda_unbind,
    .alloc = cuda_alloc,
    .free = cuda_free,
    .host_alloc = cuda_host_alloc,
    .host_free = cuda_host_free,
    .stream_create = cuda_stream_create,
    .stream_destroy = cuda_stream_destroy,
    .sync = cuda_sync,
    .wait = cuda_wait,
    .copy_to = cuda_copy_to,
    .copy_from = cuda_copy_from,
    .fill = cuda_fill,
    .copy_within = cuda_copy_within,
    .module_load = cuda_module_load,
    .module_unload = cuda_module_unload,
    .function = cuda_function,
    .occupancy = cuda_occupancy,
    .launch = cuda_launch,
    .product = tcr_cuda_product,
    .product_room = TCR_CUDA_PRODUCT_ROOM,
    .forget = tcr_cuda_forget,
    .pointer = cuda_pointer,
    .lost = cuda_lost,
    .error_name = cuda_error_name,
    .in_process = tcr_cuda_in_process,
    .stream_check = tcr_cuda_stream_check,
    .event_create = tcr_cuda_event_create,
    .event_destroy = tcr_cuda_event_destroy,
    .event_record = tcr_cuda_event_record,
    .event_done = tcr_cuda_event_done,
    .event_wait = tcr_cuda_event_wait,
    .stream_wait = tcr_cuda_stream_wait,
};

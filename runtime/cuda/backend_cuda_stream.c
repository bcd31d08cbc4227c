/* SPDX-License-Identifier: MIT */
/*
 * backend_cuda_stream.c: what calls on the program's own streams, and staged copies, need of the
 * CUDA driver.
 *
 * Opened at the first such call: programs without one run with drivers that lack these.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include "cuda_parts.h"

typedef struct CUevent_st *CUevent;

enum { CU_EVENT_DISABLE_TIMING = 2, LAST_SPECIAL_STREAM = 2 };

#define STREAM_CALLS(X)                                                                            \
    X(stream_context, "cuStreamGetCtx", (CUstream stream, CUcontext * context))                    \
    X(stream_wait, "cuStreamWaitEvent", (CUstream stream, CUevent event, unsigned flags))          \
    X(event_create, "cuEventCreate", (CUevent * event, unsigned flags))                            \
    X(event_destroy, "cuEventDestroy_v2", (CUevent event))                                         \
    X(event_record, "cuEventRecord", (CUevent event, CUstream stream))                             \
    X(event_query, "cuEventQuery", (CUevent event))                                                \
    X(event_sync, "cuEventSynchronize", (CUevent event))

static struct {
#define MEMBER(name, symbol, parameters) int(*name) parameters;
    STREAM_CALLS(MEMBER)
#undef MEMBER
    bool complete;
} cu;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_calls(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD), *address;

    cu.complete = library != NULL;
    if (!library)
        return;
#define TAKE(name, symbol, parameters)                                                             \
    address = dlsym(library, symbol);                                                              \
    memcpy(&cu.name, &address, sizeof address);                                                    \
    cu.complete = cu.complete && address;
    STREAM_CALLS(TAKE)
#undef TAKE
}

/* Of another context it would be an error that looks like a broken device. */
int tcr_cuda_stream_check(void *stream)
{
    CUcontext its = NULL;

    pthread_once(&once, open_calls);
    if (!cu.complete)
        return TCR_E_NO_DRIVER;
    if ((uintptr_t)stream <= LAST_SPECIAL_STREAM)
        return 0;
    if (cu.stream_context(stream, &its) != CUDA_SUCCESS || its != tcr_cuda_context())
        return TCR_E_INVALID;
    return 0;
}

int tcr_cuda_event_create(void **event)
{
    CUevent e = NULL;
    int error;

    pthread_once(&once, open_calls);
    if (!cu.complete)
        return TCR_E_NO_DRIVER;
    error =
        tcr_cuda_check(cu.event_create(&e, CU_EVENT_DISABLE_TIMING), "cuEventCreate", TCR_E_DEVICE);
    *event = e;
    return error;
}

int tcr_cuda_event_destroy(void *event)
{
    return tcr_cuda_check(cu.event_destroy(event), "cuEventDestroy", TCR_E_DEVICE);
}

int tcr_cuda_event_record(void *event, void *stream)
{
    return tcr_cuda_check(cu.event_record(event, stream), "cuEventRecord", TCR_E_DEVICE);
}

bool tcr_cuda_event_done(void *event)
{
    return cu.event_query(event) == CUDA_SUCCESS;
}

int tcr_cuda_event_wait(void *event)
{
    return tcr_cuda_check(cu.event_sync(event), "cuEventSynchronize", TCR_E_DEVICE);
}

int tcr_cuda_stream_wait(void *stream, void *event)
{
    return tcr_cuda_check(cu.stream_wait(stream, event, 0), "cuStreamWaitEvent", TCR_E_DEVICE);
}

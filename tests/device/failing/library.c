/* SPDX-License-Identifier: MIT */
/* A library in front of the driver's (libcuda.so.1), or with -DBLAS of cuBLAS, in which some calls
 * fail: FAIL_CALLS is a list NAME:N,..., of calls by their short names below, of which the N-th
 * fails; with NAME:N+ all later ones, too.  At the end it says on standard error how many there
 * were. REAL is the path of the library behind it; run.sh says how it is linked. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *real(const char *name)
{
    void *library = dlopen(REAL, RTLD_NOW), *found = library ? dlsym(library, name) : NULL;

    if (!found)
        abort();
    return found;
}

/* Shall this one of NAME's calls fail? */
static int fails(const char *name, int number)
{
    const char *all = getenv("FAIL_CALLS"), *at = all ? strstr(all, name) : NULL;
    const size_t length = strlen(name);
    char *end;
    long n;

    if (!at || at[length] != ':')
        return 0;
    n = strtol(at + length + 1, &end, 10);
    return *end == '+' ? number >= n : number == n;
}

#define CALL(symbol, name, parameters, arguments)                                                  \
    static _Atomic int name##_calls;                                                               \
    int symbol parameters;                                                                         \
    int symbol parameters                                                                          \
    {                                                                                              \
        if (fails(#name, ++name##_calls))                                                          \
            return ERROR;                                                                          \
        return ((int(*) parameters)(uintptr_t)real(#symbol))arguments;                             \
    }

#ifdef BLAS
enum { ERROR = 14 }; /* CUBLAS_STATUS_INTERNAL_ERROR */
CALL(cublasSetStream_v2, set_stream, (void *handle, void *stream), (handle, stream))
CALL(cublasSetWorkspace_v2, set_workspace, (void *handle, void *room, size_t size),
     (handle, room, size))
__attribute__((destructor)) static void say(void)
{
    fprintf(stderr, "calls: set_stream %d set_workspace %d\n", set_stream_calls,
            set_workspace_calls);
}
#else
enum { ERROR = 999 }; /* CUDA_ERROR_UNKNOWN */
CALL(cuGraphLaunch, launch, (void *exec, void *stream), (exec, stream))
CALL(cuGraphInstantiateWithFlags, instantiate, (void *exec, void *graph, unsigned long long flags),
     (exec, graph, flags))
CALL(cuStreamBeginCapture_v2, capture, (void *stream, int mode), (stream, mode))
CALL(cuStreamEndCapture, captured, (void *stream, void *graph), (stream, graph))
CALL(cuStreamCreate, stream, (void *stream, unsigned flags), (stream, flags))
__attribute__((destructor)) static void say(void)
{
    fprintf(stderr, "calls: launch %d instantiate %d capture %d captured %d stream %d\n",
            launch_calls, instantiate_calls, capture_calls, captured_calls, stream_calls);
}
#endif

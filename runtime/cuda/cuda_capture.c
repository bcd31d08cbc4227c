/* SPDX-License-Identifier: MIT */
/*
 * cuda_capture.c: a library's call that a lane makes again and again, as a graph.
 *
 * On the card and driver of docs/performance.md, a small product of matrices by cuBLAS takes 20 us
 * of which the kernel is half; the same kernels launched as a graph take 10.  What the library
 * queues is captured when the same call has come a few times: making the graph takes as long as ten
 * calls.  The library's workspace is then the lane's own, for graphs of several lanes may run at
 * the same time.
 *
 * It is captured on a stream of its own, which is no blocking one: on the lane's stream, other
 * threads' calls on the legacy stream would fail meanwhile.
 */
#include <stdlib.h>
#include <string.h>
#include "backend_cuda.h"
#include "cuda_parts.h"

enum { CU_STREAM_NON_BLOCKING = 1, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1 };

#define CAPTURE_CALLS(X)                                                                           \
    X(stream_create, "cuStreamCreate", (CUstream * stream, unsigned flags))                        \
    X(stream_destroy, "cuStreamDestroy_v2", (CUstream stream))                                     \
    X(begin, "cuStreamBeginCapture_v2", (CUstream stream, int mode))                               \
    X(end, "cuStreamEndCapture", (CUstream stream, CUgraph * graph))

static struct {
    CAPTURE_CALLS(TCR_CUDA_MEMBER)
} cu;
static bool has_capture;

/* A call, and how often it has come. */
struct call {
    struct tcr_cuda_repeated of;
    unsigned times; /* 0: none is here */
    CUgraphExec exec;
};

enum { CALLS = 8, OFTEN = 4 };
struct captures {
    struct call call[CALLS];
    unsigned next;   /* the one that makes room */
    void *workspace; /* NULL: none yet */
    bool failed;     /* nothing more is captured */
};

void tcr_cuda_capture_open(void *driver)
{
#define SYMBOL(name, symbol, parameters) {&cu.name, symbol},
    static const struct tcr_cuda_symbol symbols[] = {CAPTURE_CALLS(SYMBOL)};
#undef SYMBOL

    has_capture = tcr_cuda_find_calls(driver, symbols, sizeof symbols / sizeof *symbols) &&
                  tcr_cuda_has_graphs;
}

static void drop(struct call *c)
{
    if (c->exec)
        tcr_cuda_graphs.exec_destroy(c->exec);
    *c = (struct call){.times = 0};
}

/* The call among those that are remembered, or in place of the oldest. */
static struct call *note(struct captures *all, const struct tcr_cuda_repeated *of)
{
    struct call *c;

    for (unsigned k = 0; k < CALLS; k++)
        if (all->call[k].times > 0 && memcmp(&all->call[k].of, of, sizeof *of) == 0)
            return &all->call[k];
    c = &all->call[all->next++ % CALLS];
    drop(c);
    memcpy(&c->of, of, sizeof *of);
    return c;
}

bool tcr_cuda_repeat(void **captures, const struct tcr_cuda_repeated *of, void *stream)
{
    struct captures *all = *captures;
    struct call *c;

    if (!has_capture)
        return false;
    if (!all)
        all = *captures = calloc(1, sizeof *all);
    if (!all || all->failed)
        return false;
    c = note(all, of);
    if (c->times < OFTEN)
        c->times++;
    if (!c->exec)
        return false;
    all->failed =
        tcr_cuda_graphs.launch(c->exec, stream) != CUDA_SUCCESS; /* the library will say why */
    return !all->failed;
}

static void *workspace(struct captures *all)
{
    if (!all->workspace && tcr_backend_cuda.alloc(&all->workspace, TCR_CUDA_PRODUCT_ROOM) != 0)
        all->workspace = NULL;
    return all->workspace;
}

void *tcr_cuda_capture_begin(void *captures, const struct tcr_cuda_repeated *of, void **room)
{
    struct captures *all = captures;
    CUstream stream = NULL;

    if (!all || all->failed)
        return NULL;
    if (note(all, of)->times < OFTEN)
        return NULL;
    all->failed = true; /* until it has gone well */
    *room = workspace(all);
    if (!*room || cu.stream_create(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS)
        return NULL;
    if (cu.begin(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL) == CUDA_SUCCESS)
        return stream;
    cu.stream_destroy(stream);
    return NULL;
}

bool tcr_cuda_capture_end(void *captures, const struct tcr_cuda_repeated *of, void *captured,
                          bool right, void *stream)
{
    struct captures *all = captures;
    struct call *c = note(all, of);
    CUgraph graph = NULL;
    bool made = cu.end(captured, &graph) == CUDA_SUCCESS && graph && right &&
                tcr_cuda_graphs.instantiate(&c->exec, graph, 0) == CUDA_SUCCESS;

    if (!made)
        c->exec = NULL;
    if (graph)
        tcr_cuda_graphs.destroy(graph);
    cu.stream_destroy(captured);
    all->failed = !made || tcr_cuda_graphs.launch(c->exec, stream) != CUDA_SUCCESS;
    return !all->failed;
}

void tcr_cuda_capture_forget(void *captures)
{
    struct captures *all = captures;

    if (!all)
        return;
    for (unsigned k = 0; k < CALLS; k++)
        drop(&all->call[k]);
    if (all->workspace)
        tcr_backend_cuda.free(all->workspace);
    free(all);
}

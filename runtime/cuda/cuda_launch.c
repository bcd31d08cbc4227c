/* SPDX-License-Identifier: MIT */
/*
 * cuda_launch.c: short ways to launch a kernel and to learn that it is done.
 *
 * On the card and driver of docs/performance.md, cuLaunchKernel takes 4.3 us of
 * the caller's time and cuGraphLaunch of the same kernel 1.7 us, 0.5 us more where
 * parameters have changed; a word in host memory is seen 2 us before
 * cuStreamSynchronize returns.  Launches ahead (programmatic dependent launches, CUDA
 * Programming Guide) overlap with the end of the launch before them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "../ground/trace.h"
#include "cuda_parts.h"

typedef struct CUgraphNode_st *CUgraphNode;

struct kernel_node { /* CUDA_KERNEL_NODE_PARAMS_v2 */
    CUfunction function;
    unsigned grid[3], block[3], shared;
    void **parameters, **extra;
    void *kernel;
    CUcontext context;
};

/* Those that make a graph of a kernel. */
#define KERNEL_CALLS(X)                                                                            \
    X(create, "cuGraphCreate", (CUgraph * graph, unsigned flags))                                  \
    X(add, "cuGraphAddKernelNode_v2",                                                              \
      (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n_before,              \
       const struct kernel_node *kernel))                                                          \
    X(set_attribute, "cuGraphKernelNodeSetAttribute",                                              \
      (CUgraphNode node, int attribute, const void *value))                                        \
    X(change, "cuGraphExecKernelNodeSetParams_v2",                                                 \
      (CUgraphExec exec, CUgraphNode node, const struct kernel_node *kernel))

struct launch_attribute { /* CUlaunchAttribute; the value is a union */
    int id;
    char padding[4];
    int value[16];
};
struct launch_config { /* CUlaunchConfig */
    unsigned grid[3], block[3], shared;
    CUstream stream;
    struct launch_attribute *attributes;
    unsigned n_attributes;
};
enum {
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
    CU_FUNC_ATTRIBUTE_PTX_VERSION = 5
};

#define AHEAD_CALLS(X)                                                                             \
    X(launch, "cuLaunchKernelEx",                                                                  \
      (const struct launch_config *config, CUfunction function, void **parameters, void **extra))  \
    X(function_attribute, "cuFuncGetAttribute", (int *value, int attribute, CUfunction function))

struct tcr_cuda_graphs tcr_cuda_graphs;
bool tcr_cuda_has_graphs;
static struct {
    KERNEL_CALLS(TCR_CUDA_MEMBER)
} kernels;
static struct {
    AHEAD_CALLS(TCR_CUDA_MEMBER)
} ahead;
static bool has_kernels, has_ahead;

/* A kernel that a lane has launched, and how it did so last. */
struct kept {
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec; /* NULL: one launch so far */
    void *function;   /* NULL: none */
    unsigned way, blocks, threads, shared, arg_size;
    struct tcr_grid grid;
    void *args;
};

/* A program has more loops than one would think, and a graph costs ten launches to make. */
enum { SETS = 32, WAYS = 4 };
struct replay {
    struct kept kept[SETS][WAYS];
    unsigned char next[SETS]; /* of each set, the one that makes room */
    bool failed;              /* no more graphs on this lane */
    void *captures;           /* cuda_capture.c's */
};

bool tcr_cuda_find_calls(void *driver, const struct tcr_cuda_symbol *symbols, size_t n)
{
    bool all = true;

    for (size_t k = 0; k < n; k++) {
        void *address = dlsym(driver, symbols[k].name);

        all = all && address;
        memcpy(symbols[k].to, &address, sizeof address);
    }
    return all;
}

void tcr_cuda_launch_open(void *driver)
{
#define GRAPH_SYMBOL(name, symbol, parameters) {&tcr_cuda_graphs.name, symbol},
#define KERNEL_SYMBOL(name, symbol, parameters) {&kernels.name, symbol},
#define AHEAD_SYMBOL(name, symbol, parameters) {&ahead.name, symbol},
    static const struct tcr_cuda_symbol of_graphs[] = {TCR_CUDA_GRAPH_CALLS(GRAPH_SYMBOL)},
                                        of_kernels[] = {KERNEL_CALLS(KERNEL_SYMBOL)},
                                        of_ahead[] = {AHEAD_CALLS(AHEAD_SYMBOL)};
#undef GRAPH_SYMBOL
#undef KERNEL_SYMBOL
#undef AHEAD_SYMBOL

    tcr_cuda_has_graphs =
        tcr_cuda_find_calls(driver, of_graphs, sizeof of_graphs / sizeof *of_graphs);
    has_kernels = tcr_cuda_find_calls(driver, of_kernels, sizeof of_kernels / sizeof *of_kernels) &&
                  tcr_cuda_has_graphs;
    has_ahead = tcr_cuda_find_calls(driver, of_ahead, sizeof of_ahead / sizeof *of_ahead);
}

/* Only code for sm_90 and newer waits for the launch before it (tcr_follow of
 * kernels/intrinsics.cuh), whatever the device. */
bool tcr_cuda_launch_ahead(const struct tcr_launch *l, void **parameters)
{
    struct launch_attribute overlap = {.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
                                       .value = {1}};
    struct launch_config config = {.grid = {l->blocks, 1, 1},
                                   .block = {l->threads, 1, 1},
                                   .shared = l->shared,
                                   .stream = l->stream,
                                   .attributes = &overlap,
                                   .n_attributes = 1};
    int ptx = 0;

    return has_ahead &&
           ahead.function_attribute(&ptx, CU_FUNC_ATTRIBUTE_PTX_VERSION, l->function) ==
               CUDA_SUCCESS &&
           ptx >= 90 && ahead.launch(&config, l->function, parameters, NULL) == CUDA_SUCCESS;
}

static void forget_graph(struct kept *k)
{
    if (k->exec)
        tcr_cuda_graphs.exec_destroy(k->exec);
    if (k->graph)
        tcr_cuda_graphs.destroy(k->graph);
    k->exec = NULL;
    k->graph = NULL;
}

static void drop(struct kept *k)
{
    forget_graph(k);
    free(k->args);
    *k = (struct kept){0};
}

/* Must the driver see to it that all blocks are on the device at once?  Of those that wait for
 * blocks before them alone there are no more than the device holds, and they start in their order
 * (tcr_block_gathers of kernels/intrinsics.cuh). */
static bool is_cooperative(const struct tcr_grid *grid)
{
    return grid->together && grid->together != TCR_TOGETHER_BEFORE;
}

/* All blocks are on the device at once, or nothing is launched. */
bool tcr_cuda_launch_together(const struct tcr_launch *l, void **parameters)
{
    struct launch_attribute together = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value = {1}};
    struct launch_config config = {.grid = {l->blocks, 1, 1},
                                   .block = {l->threads, 1, 1},
                                   .shared = l->shared,
                                   .stream = l->stream,
                                   .attributes = &together,
                                   .n_attributes = 1};

    return has_ahead && ahead.launch(&config, l->function, parameters, NULL) == CUDA_SUCCESS;
}

static bool is_same(const struct kept *k, const struct tcr_launch *l)
{
    return k->blocks == l->blocks && k->threads == l->threads && k->shared == l->shared &&
           k->arg_size == l->arg_size && memcmp(&k->grid, &l->grid, sizeof k->grid) == 0 &&
           memcmp(k->args, l->args, l->arg_size) == 0;
}

static bool remember(struct kept *k, const struct tcr_launch *l)
{
    void *args = k->args && k->arg_size == l->arg_size ? k->args : realloc(k->args, l->arg_size);

    if (!args)
        return false;
    k->args = args;
    k->blocks = l->blocks;
    k->threads = l->threads;
    k->shared = l->shared;
    k->arg_size = l->arg_size;
    k->grid = l->grid;
    memcpy(args, l->args, l->arg_size);
    return true;
}

static bool build(struct kept *k, const struct kernel_node *kernel)
{
    const int together[16] = {1}; /* CUlaunchAttributeValue */

    return kernels.create(&k->graph, 0) == CUDA_SUCCESS &&
           kernels.add(&k->node, k->graph, NULL, 0, kernel) == CUDA_SUCCESS &&
           (!is_cooperative(&k->grid) ||
            kernels.set_attribute(k->node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, together) ==
                CUDA_SUCCESS) &&
           tcr_cuda_graphs.instantiate(&k->exec, k->graph, 0) == CUDA_SUCCESS;
}

static bool prepare(struct kept *k, const struct tcr_launch *l, void **parameters)
{
    struct kernel_node kernel = {.function = l->function,
                                 .grid = {l->blocks, 1, 1},
                                 .block = {l->threads, 1, 1},
                                 .shared = l->shared,
                                 .parameters = parameters};

    if (k->exec && is_same(k, l))
        return true;
    if (k->exec && is_cooperative(&k->grid) != is_cooperative(&l->grid))
        forget_graph(k);
    if (!remember(k, l))
        return false;
    return k->exec ? kernels.change(k->exec, k->node, &kernel) == CUDA_SUCCESS : build(k, &kernel);
}

static unsigned set_of(const void *function)
{
    return (unsigned)(((uintptr_t)function * 0x9e3779b97f4a7c15u) >> 32) % SETS;
}

static struct kept *find(struct replay *r, const struct tcr_launch *l)
{
    struct kept *set = r->kept[set_of(l->function)];

    for (unsigned k = 0; k < WAYS; k++)
        if (set[k].function == l->function && set[k].way == l->way)
            return &set[k];
    return NULL;
}

bool tcr_cuda_replays(const struct tcr_launch *l)
{
    struct replay *r = *l->replay;
    const struct kept *k = r && !r->failed ? find(r, l) : NULL;

    return k && k->exec && k->shared >= l->shared;
}

static void make_room(struct replay *r, const struct tcr_launch *l)
{
    const unsigned set = set_of(l->function);
    struct kept *k = &r->kept[set][r->next[set]++ % WAYS];

    drop(k);
    k->function = l->function;
    k->way = l->way;
}

static struct replay *of_lane(void **replay)
{
    if (!*replay)
        *replay = calloc(1, sizeof(struct replay));
    return *replay;
}

void **tcr_cuda_captures(void **replay)
{
    struct replay *r = replay ? of_lane(replay) : NULL;

    return r ? &r->captures : NULL;
}

/* The first launch of a kernel only notes that there was one: a program with few of
 * them does not pay for a graph. */
bool tcr_cuda_replay(const struct tcr_launch *l, void **parameters)
{
    struct replay *r;
    struct kept *k;

    if (!has_kernels)
        return false;
    r = of_lane(l->replay);
    if (!r || r->failed)
        return false;
    k = find(r, l);
    if (!k) {
        make_room(r, l);
        return false;
    }
    if (prepare(k, l, parameters) && tcr_cuda_graphs.launch(k->exec, l->stream) == CUDA_SUCCESS)
        return true;
    r->failed = true; /* a plain launch will say why, if it fails, too */
    return false;
}

void tcr_cuda_forget(void *replay)
{
    struct replay *r = replay;

    for (unsigned set = 0; set < SETS; set++)
        for (unsigned k = 0; k < WAYS; k++)
            drop(&r->kept[set][k]);
    tcr_cuda_capture_forget(r->captures);
    free(r);
}

/* As long as what is saved is more than a thousandth of it: the driver's own waiting, which keeps
 * the processor as busy, returns 2 us after the word is there.  A kernel that has failed leaves
 * nothing: the driver will tell. */
bool tcr_cuda_look(const void *word, unsigned tag)
{
    enum { LOOKS = 64 }; /* from one look at the clock to the next */
    const double longest = 2e-3;
    const _Atomic unsigned long long *at = word;
    double begin = 0;

    for (unsigned k = 1;; k++) {
        if (atomic_load_explicit(at, memory_order_acquire) >> 32 == tag)
            return true;
#if defined __x86_64__ || defined __i386__
        __builtin_ia32_pause();
#endif
        if (k % LOOKS != 0)
            continue;
        if (k == LOOKS)
            begin = tcr_now();
        else if (tcr_now() - begin > longest)
            return false;
    }
}

/* SPDX-License-Identifier: MIT */
/* cuda_parts.h: parts of the cuda backend.  The types are those of cuda.h. */
#ifndef TCR_CUDA_PARTS_H
#define TCR_CUDA_PARTS_H

#include <stdbool.h>
#include "../backend/backend.h"

#pragma GCC visibility push(hidden)

typedef int CUresult;
typedef struct CUctx_st *CUcontext;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphExec_st *CUgraphExec;
enum { CUDA_SUCCESS = 0 };

/* backend_cuda.c.  0, or `otherwise` or what is nearer, for tcr_backend_cuda.error_name;
 * the context. */
int tcr_cuda_check(int result, const char *what, int otherwise);
const void *tcr_cuda_context(void);

/* backend_cuda_stream.c: calls of struct tcr_backend. */
int tcr_cuda_stream_check(void *stream);
int tcr_cuda_event_create(void **event);
int tcr_cuda_event_destroy(void *event);
int tcr_cuda_event_record(void *event, void *stream);
bool tcr_cuda_event_done(void *event);
int tcr_cuda_event_wait(void *event);
int tcr_cuda_stream_wait(void *stream, void *event);

/* cuda_launch.c.  Find what newer drivers have; without it nothing is replayed, or
 * launched ahead. */
void tcr_cuda_launch_open(void *driver);
struct tcr_cuda_symbol {
    void *to; /* a pointer to a function */
    const char *name;
};
/* False: the driver has not all of them. */
bool tcr_cuda_find_calls(void *driver, const struct tcr_cuda_symbol *symbols, size_t n);
/* What is done with a graph, however it has been made; NULL without tcr_cuda_has_graphs. */
#define TCR_CUDA_GRAPH_CALLS(X)                                                                    \
    X(instantiate, "cuGraphInstantiateWithFlags",                                                  \
      (CUgraphExec * exec, CUgraph graph, unsigned long long flags))                               \
    X(launch, "cuGraphLaunch", (CUgraphExec exec, CUstream stream))                                \
    X(exec_destroy, "cuGraphExecDestroy", (CUgraphExec exec))                                      \
    X(destroy, "cuGraphDestroy", (CUgraph graph))
#define TCR_CUDA_MEMBER(name, symbol, parameters) CUresult(*name) parameters;
extern struct tcr_cuda_graphs {
    TCR_CUDA_GRAPH_CALLS(TCR_CUDA_MEMBER)
} tcr_cuda_graphs;
extern bool tcr_cuda_has_graphs; /* from tcr_cuda_launch_open on */
/* Launch by what l->replay remembers.  False: nothing was launched. */
bool tcr_cuda_replay(const struct tcr_launch *l, void **parameters);
/* Is there a graph of it, or of the same kernel with as much shared memory? */
bool tcr_cuda_replays(const struct tcr_launch *l);
void tcr_cuda_forget(void *replay);
/* What cuda_capture.c keeps for the lane: a place for it, NULL at first; or NULL. */
void **tcr_cuda_captures(void **replay);
/* Launch so that the kernel's blocks may be brought to the device while the stream's launch
 * before it ends.  False: nothing was launched. */
bool tcr_cuda_launch_ahead(const struct tcr_launch *l, void **parameters);
/* Launch only if all blocks can be on the device at once, and so wait for each other.  False:
 * nothing was launched. */
bool tcr_cuda_launch_together(const struct tcr_launch *l, void **parameters);
/* Look at the upper half of *word for a while.  False: ask the driver. */
bool tcr_cuda_look(const void *word, unsigned tag);

/* cuda_blas.c: a call of struct tcr_backend. */
int tcr_cuda_product(const struct tcr_product_call *of, void *stream);
enum { TCR_CUDA_PRODUCT_ROOM = 32 << 20 }; /* what cuBLAS's manual advises for Hopper */

/* cuda_capture.c: calls of the library that a lane repeats, each by the bytes of all that it
 * depends on. */
struct tcr_cuda_repeated {
    unsigned char args[sizeof(struct tcr_product_args)];
    unsigned type;
};
void tcr_cuda_capture_open(void *driver);
/* Queue it as it was captured.  False: it has not been, and the library is to be called. */
bool tcr_cuda_repeat(void **captures, const struct tcr_cuda_repeated *of, void *stream);
/* A stream on which the call is to be captured, with *room as the library's workspace of
 * TCR_CUDA_PRODUCT_ROOM bytes; NULL: it is not worth it, or cannot be. */
void *tcr_cuda_capture_begin(void *captures, const struct tcr_cuda_repeated *of, void **room);
/* Behind the call on that stream, which went well or not; queues it on the lane's stream.  False:
 * nothing is queued. */
bool tcr_cuda_capture_end(void *captures, const struct tcr_cuda_repeated *of, void *captured,
                          bool right, void *stream);
void tcr_cuda_capture_forget(void *captures);

/* cuda_end.c: may the system take the driver down behind the end of this process, or (false) is it
 * to wait for that? */
void tcr_cuda_end_later(bool later);
/* How long that wait takes, as expected; seconds. */
double tcr_cuda_end_seconds(void);
/* The files of this process whose paths begin so are given back by the system after its end. */
void tcr_cuda_hand_over(const char *prefix);

/* cuda_pinned.c: a mapping in huge pages, of at least one, that is not the driver's as yet; NULL:
 * there is none to be had.  Is it one?  And away with it. */
void *tcr_cuda_map(size_t size);
bool tcr_cuda_is_mapped(const void *host);
void tcr_cuda_unmap(void *host);

/* cuda_process.c: has the program, or a library of it, opened the driver? */
bool tcr_cuda_in_process(void);

#pragma GCC visibility pop

#endif

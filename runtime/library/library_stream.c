/* SPDX-License-Identifier: MIT */
/*
 * library_stream.c: calls of tcr_reduce.h on the program's own streams.
 *
 * A call is one launch, ahead of the end of the launch before it (struct tcr_launch).
 * Nothing here waits for the device, except for find_room where a workspace's room has to grow:
 * what else the host does to a result, the kernel does (kernels/library/lines.cuh,
 * library_finish.cuh).
 *
 * A workspace has the tickets, the slots, a result on its way to the host, and the blocks'
 * partial results, zeros before a launch and after it.  The library's own are used again when
 * their last call has passed its event, or behind it.
 */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "../call/product.h"
#include "../call/summary.h"
#include "../device/code.h"
#include "../device/device.h"
#include "../device/grid.h"
#include "../device/pool.h"
#include "../device/stats.h"
#include "../ground/inside.h"
#include "../ground/why.h"
#include "../map/plan.h"
#include "library.h"

#define SLOTS_AT (TCR_TICKETS * sizeof(unsigned))
#define RESULT_AT (SLOTS_AT + 64)
#define LINES_AT (SLOTS_AT + 256)
TCR_AGREED(SLOTS_AT + TCR_LIBRARY_SLOTS * sizeof(union tcr_slot) <= RESULT_AT, "room for slots");
TCR_AGREED(RESULT_AT + sizeof(struct tcr_moments) <= LINES_AT, "room for a result");

/* Threads of 2048 on a multiprocessor, in the smallest blocks. */
#define MOST_BLOCKS 64

struct workspace {
    struct workspace *next;
    char *memory;
    size_t size;
    void *room; /* of products of matrices, or NULL */
    size_t room_size;
    void *event, *stream; /* of its last call */
    bool own, waiting;    /* waiting: for the event */
};

static pthread_mutex_t workspaces_lock = PTHREAD_MUTEX_INITIALIZER;
static struct workspace *workspaces; /* not in use by a thread */

static size_t workspace_size(void)
{
    return LINES_AT + sizeof(struct tcr_hall) +
           (size_t)tcr_properties.multiprocessors * MOST_BLOCKS * TCR_LIBRARY_SLOTS *
               TCR_LINE_BYTES;
}

int tcr_workspace_size(size_t *size)
{
    struct tcr_why why = {.wanted = false};
    int error;

    if (!size)
        return TCR_E_INVALID;
    if (!tcr_come_in())
        return TCR_E_BUSY;
    error = tcr_device_open(&why);
    tcr_go_out();
    if (error == TCR_E_LOST || error == TCR_E_FORKED)
        return error;
    *size = error ? 0 : workspace_size();
    return 0;
}

bool tcr_library_streams(void)
{
    struct tcr_why why = {.wanted = false};
    int error = tcr_device_open(&why);

    return !error || error == TCR_E_LOST || error == TCR_E_FORKED;
}

static void workspace_free(struct workspace *w)
{
    if (w->event)
        tcr_backend->event_destroy(w->event);
    if (w->memory)
        tcr_backend->free(w->memory);
    if (w->room)
        tcr_backend->free(w->room);
    free(w);
}

/* The first that is free; else one that the stream's own order keeps apart. */
static struct workspace *workspace_find(void *stream)
{
    struct workspace **at, **behind = NULL, *found;

    pthread_mutex_lock(&workspaces_lock);
    for (at = &workspaces; *at; at = &(*at)->next) {
        if (tcr_backend->event_done((*at)->event))
            break;
        if ((*at)->stream == stream)
            behind = at;
    }
    if (!*at && behind)
        at = behind;
    found = *at;
    if (found) {
        found->waiting = at == behind;
        *at = found->next;
    }
    pthread_mutex_unlock(&workspaces_lock);
    return found;
}

static int workspace_new(struct workspace **w, void *stream)
{
    struct workspace *fresh = calloc(1, sizeof *fresh);
    void *memory = NULL;
    int error;

    if (!fresh)
        return TCR_E_NO_MEMORY;
    fresh->own = true;
    fresh->size = workspace_size();
    error = tcr_device_alloc(&memory, fresh->size);
    fresh->memory = memory;
    if (!error)
        error = tcr_backend->event_create(&fresh->event);
    if (!error)
        error = tcr_backend->fill(fresh->memory, 0, fresh->size, stream);
    if (error)
        workspace_free(fresh);
    else
        *w = fresh;
    return error;
}

/* The caller's, in *given, or one of the library's. */
static int workspace_get(struct workspace **w, struct workspace *given, const struct tcr_options *o)
{
    if (o->workspace) {
        *given = (struct workspace){.memory = o->workspace, .size = o->workspace_size};
        *w = given;
        if (given->size < workspace_size() || (uintptr_t)o->workspace % 16 != 0)
            return TCR_E_WORKSPACE;
        return 0;
    }
    *w = workspace_find(o->stream);
    if (!*w)
        return workspace_new(w, o->stream);
    return (*w)->waiting ? tcr_backend->stream_wait(o->stream, (*w)->event) : 0;
}

static void workspace_put(struct workspace *w, void *stream, bool good)
{
    if (!w || !w->own)
        return;
    if (!good || tcr_backend->event_record(w->event, stream)) {
        tcr_backend->sync(stream); /* what is queued may use it */
        workspace_free(w);
        return;
    }
    w->stream = stream;
    pthread_mutex_lock(&workspaces_lock);
    w->next = workspaces;
    workspaces = w;
    pthread_mutex_unlock(&workspaces_lock);
}

/* ---- the launch ---- */

struct queue {
    struct tcr_region *region, *otherwise; /* otherwise: as in struct library_region */
    struct tcr_call *call;
    const struct tcr_options *options;
    int (*launch)(struct queue *s);
    const struct library_request *q; /* of one result */
    struct library_args *args;
    struct tcr_plan plan;
    struct tcr_stats *stats;
    struct workspace *w;
    void *stream;
};

/* Nobody knows what is in a caller's workspace: zeros, as far as the launch will use it. */
static int clear_lines(const struct queue *s, unsigned blocks)
{
    if (s->w->own || blocks == 1) /* which leaves no lines */
        return 0;
    return tcr_backend->fill(
        s->w->memory, 0, LINES_AT + (size_t)blocks * s->region->n_vars * TCR_LINE_BYTES, s->stream);
}

/* A launch whose blocks leave so many bytes each. */
static struct tcr_launch make_launch(const struct queue *s, void *slots, size_t block_bytes)
{
    struct tcr_launch l = {.function = s->stats->function,
                           .stream = s->stream,
                           .args = s->call->args,
                           .arg_size = s->region->arg_size,
                           .grid = {.n = s->call->n,
                                    .partial = s->w->memory + LINES_AT,
                                    .ticket = (unsigned *)(void *)s->w->memory,
                                    .result = slots}};
    size_t room = (s->w->size - LINES_AT) / block_bytes;

    if (s->region->scan) /* launch_scan() */
        return l;
    tcr_grid_shape(&l, s->region, s->stats->threads, s->stats->per_multiprocessor, s->call->n);
    if (l.blocks > room)
        l.blocks = (unsigned)room;
    return l;
}

static int launch_kernel(struct queue *s, void *slots)
{
    struct tcr_launch l = make_launch(s, slots, (size_t)s->region->n_vars * TCR_LINE_BYTES);
    int error = clear_lines(s, l.blocks);

    l.ahead = true;
    return error ? error : tcr_backend->launch(&l);
}

/* Results are arrays: the kernel finds a ticket of 0, and leaves what the blocks had as zeros. */
static int launch_arrays(struct queue *s)
{
    struct tcr_launch l =
        make_launch(s, s->w->memory + SLOTS_AT, (size_t)s->region->n_vars * TCR_PARTIAL_BYTES);
    int error = s->w->own ? 0 : tcr_backend->fill(s->w->memory, 0, LINES_AT, s->stream);

    tcr_plan_about_to_start(&s->plan);
    return error ? error : tcr_backend->launch(&l);
}

/* The blocks of prefix sums wait for each other, by words in the workspace, which are zeros before;
 * the library's own workspaces have zeros after each call, too. */
static int launch_scan(struct queue *s)
{
    struct tcr_launch l = make_launch(s, s->w->memory + SLOTS_AT, TCR_PARTIAL_BYTES);
    const size_t each = TCR_SCAN_BYTES(1, s->region->n_vars), head = sizeof(struct tcr_hall);
    const size_t room = (s->w->size - LINES_AT - head) / each;
    int error;

    tcr_grid_scan(&l, s->region, s->stats->threads, s->stats->per_multiprocessor);
    if (l.blocks > room) { /* some have several turns */
        l.blocks = (unsigned)room;
        l.grid.together = l.blocks > 1;
    }
    if ((s->call->n - 1) / ((long long)s->region->scan * l.threads * l.blocks) >= UINT_MAX - 2)
        return TCR_E_UNSUPPORTED; /* there are no more tags */
    l.grid.hall = (struct tcr_hall *)(void *)(s->w->memory + LINES_AT);
    l.grid.rows = s->w->memory + LINES_AT + head;
    l.grid.trips = 1;
    error = s->w->own
                ? 0
                : tcr_backend->fill(s->w->memory, 0, LINES_AT + head + l.blocks * each, s->stream);
    tcr_plan_about_to_start(&s->plan);
    if (!error)
        error = tcr_backend->launch(&l);
    if (!error && s->w->own)
        error = tcr_backend->fill(s->w->memory + LINES_AT, 0, head + l.blocks * each, s->stream);
    return error;
}

/* Room of so many bytes in the call's workspace, in *room; NULL: there is none.  In the caller's,
 * it is what others do not need; the library's own get memory for it that is kept with them. */
static void find_room(struct workspace *w, size_t size, void **room)
{
    *room = NULL;
    if (size == 0)
        return;
    if (!w->own) {
        const size_t from = (workspace_size() + 255) / 256 * 256;

        if (w->size >= from && w->size - from >= size)
            *room = w->memory + from;
        return;
    }
    if (w->room_size < size) {
        if (w->room) {
            tcr_backend->event_wait(w->event);
            tcr_backend->free(w->room);
        }
        w->room = NULL;
        w->room_size = tcr_device_alloc(&w->room, size) == 0 ? size : 0;
    }
    if (w->room_size >= size)
        *room = w->room;
}

/* The vendor's library is left alone, whose own workspace the program's streams would share. */
static int launch_product(struct queue *s)
{
    struct tcr_why why = {.wanted = false};
    struct tcr_product_call of;
    struct tcr_product_kernels kernels;
    void *room;
    int error;

    tcr_product_given(s->region, s->call, &of);
    error = tcr_product_kernels(s->region, s->stats, &of, &kernels, &why);
    tcr_plan_about_to_start(&s->plan);
    if (error)
        return error;
    find_room(s->w, tcr_product_room(&of, &kernels, false), &room);
    return tcr_product_queue(&of, &kernels, false, room, s->stream);
}

static int launch_one(struct queue *s)
{
    const struct library_request *q = s->q;
    bool on_device = q->options->flags & TCR_RESULT_ON_DEVICE;
    char *result = on_device ? q->result : s->w->memory + RESULT_AT;
    int error;

    s->args->result = result;
    s->args->flags = TCR_LIBRARY_ON_STREAM;
    error = launch_kernel(s, tcr_library_unfinished(q->operation, q->type) ? s->w->memory + SLOTS_AT
                                                                           : result);
    if (!error && !on_device)
        error = tcr_backend->copy_from(q->result, result, tcr_library_result_size(q->operation),
                                       s->stream);
    return error;
}

/* The arrays' device addresses, into the arguments. */
static int find_arrays(struct queue *s, struct tcr_why *why)
{
    struct tcr_plan *p = &s->plan;
    int error = tcr_plan_make(p, s->region, s->call, why);

    if (!error)
        error = tcr_plan_locate(p, why);
    for (unsigned k = 0; k < s->region->n_bases && !error; k++)
        if (p->section[k].how == TCR_HOW_COPY || p->section[k].how == TCR_HOW_SHARED)
            error = TCR_E_NOT_PRESENT;
    return error ? error : tcr_plan_map(p, NULL, why);
}

static int find_kernel(struct queue *s, struct tcr_why *why)
{
    s->stats = tcr_stats_of(s->region);
    return s->stats ? tcr_code_kernel(s->region, s->stats, tcr_grid_tuning(s->region).threads, why)
                    : TCR_E_NO_MEMORY;
}

static int queue_located(struct queue *s, struct tcr_why *why)
{
    struct workspace given;
    int error = find_kernel(s, why);

    if (error && s->otherwise) { /* code for older devices has none */
        s->region = s->otherwise;
        error = find_kernel(s, why);
        if (!error)
            tcr_library_no_overlap();
    }
    if (error)
        return error;
    error = workspace_get(&s->w, &given, s->options);
    if (!error) {
        error = s->launch(s);
        if (error)
            tcr_device_check();
    }
    workspace_put(s->w, s->stream, error == 0);
    if (!error)
        atomic_fetch_add_explicit(&s->stats->device_calls, 1, memory_order_relaxed);
    return error;
}

static int queue_bound(struct queue *s, struct tcr_why *why)
{
    int error;

    s->plan.section = NULL;
    s->plan.device_only = 0;
    error = find_arrays(s, why);
    if (!error)
        error = queue_located(s, why);
    tcr_plan_release(&s->plan);
    tcr_plan_end(&s->plan);
    return error;
}

/* Without elements: the result is known. */
static int queue_empty(const struct library_request *q)
{
    const union library_result *result = tcr_library_empty(q->operation, q->type);
    size_t size = tcr_library_result_size(q->operation);

    if (q->options->flags & TCR_RESULT_ON_DEVICE)
        return tcr_backend->copy_to(q->result, result, size, q->options->stream);
    memcpy(q->result, result, size);
    return 0;
}

/* The device and the stream, to be used until the device is unbound. */
static int bind_stream(void *stream)
{
    int error = tcr_device_state();

    if (!error)
        error = tcr_device_bind();
    if (error)
        return error;
    error = tcr_backend->stream_check(stream);
    if (error)
        tcr_device_unbind();
    return error;
}

int tcr_library_stream(const struct library_request *q)
{
    struct tcr_why why = {.wanted = false};
    struct library_region r;
    struct queue s = {.options = q->options,
                      .stream = q->options->stream,
                      .launch = launch_one,
                      .q = q,
                      .call = &r.call,
                      .args = &r.args};
    int error = bind_stream(s.stream);

    if (error)
        return error;
    if (q->n == 0) {
        error = queue_empty(q);
    } else {
        tcr_library_region(&r, q);
        s.region = r.region;
        s.otherwise = r.otherwise;
        error = queue_bound(&s, &why);
    }
    tcr_device_unbind();
    return error;
}

int tcr_library_stream_arrays(struct tcr_region *region, struct tcr_call *call,
                              const struct tcr_options *options)
{
    struct tcr_why why = {.wanted = false};
    struct queue s = {.region = region,
                      .call = call,
                      .options = options,
                      .launch = region->product ? launch_product
                                : region->scan  ? launch_scan
                                                : launch_arrays,
                      .stream = options->stream};
    int error = bind_stream(s.stream);

    if (error)
        return error;
    error = queue_bound(&s, &why);
    tcr_device_unbind();
    return error;
}

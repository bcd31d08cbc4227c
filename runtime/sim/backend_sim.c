/* SPDX-License-Identifier: MIT */
/*
 * backend_sim.c: the simulated device as a backend (TCR_BACKEND=sim).
 *
 * Queues are not simulated: everything is done at once, under one lock.  A
 * kernel that fails takes the context with it, as on a real device.
 *
 * Environment: TCR_SIM_ARCH (of spec/archs.def), TCR_SIM_SMS, TCR_SIM_MEMORY
 * (bytes, or with a suffix K, M, G), TCR_SIM_SEED (order of blocks and threads),
 * TCR_SIM_DEVICES (how many there are: their number tells them apart, nothing else),
 * TCR_SIM_CHECK=0 (reading what was never written is no error), TCR_SIM_CXX,
 * TCR_SIM_CACHE (see sim_module.c).
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "../backend/local_rank.h"
#include "../ground/checked.h"
#include "../ground/env.h"
#include "../ground/thread_data.h"
#include "backend_sim.h"
#include "sim.h"

enum {
    THREADS_PER_MULTIPROCESSOR = 512,
    MOST_TOGETHER = 8192 /* threads of blocks that wait for each other: each has a stack */
};

static struct {
    pthread_mutex_t lock;
    unsigned arch, multiprocessors;
    int ordinal, count;
    size_t memory;
    uint64_t seed;
    atomic_bool lost;
} device = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct function {
    const struct module *module;
    void (*kernel)(const void *args, const void *grid);
    struct function *next;
};

struct module {
    struct tcr_sim_module code;
    struct function *functions;
};

static _Thread_local char error_text[TCR_SIM_MESSAGE + 64];
TCR_THREAD_DATA(error_text);

/* `what` may be NULL where the runtime says what it was doing. */
static int failed(int code, const char *what, const char *why)
{
    snprintf(error_text, sizeof error_text, "simulated device: %s%s%s", what ? what : "",
             what ? ": " : "", why);
    return code;
}

static int sim_init(void)
{
    device.arch = (unsigned)tcr_env_number("TCR_SIM_ARCH");
    device.multiprocessors = (unsigned)tcr_env_number("TCR_SIM_SMS");
    device.memory = tcr_env_number("TCR_SIM_MEMORY");
    device.seed = tcr_env_number("TCR_SIM_SEED");
    device.count = (int)tcr_env_number("TCR_SIM_DEVICES");
    device.ordinal = tcr_device_ordinal(device.count);
    if (device.ordinal < 0)
        return failed(TCR_E_NO_DEVICE, NULL, "TCR_DEVICE names none that is there");
    int error = tcr_sim_memory_init(device.memory, tcr_env_number("TCR_SIM_CHECK") != 0);
    return error ? failed(error, NULL, "cannot reserve the addresses") : 0;
}

static int sim_properties(struct tcr_properties *p)
{
    *p = (struct tcr_properties){.arch = device.arch,
                                 .multiprocessors = device.multiprocessors,
                                 .memory = device.memory,
                                 .shared = TCR_SHARED_MOST,
                                 .many_blocks = true};
    if (device.count == 1)
        snprintf(p->name, sizeof p->name, "simulated device (sm_%u)", device.arch);
    else
        snprintf(p->name, sizeof p->name, "simulated device %d of %d (sm_%u)", device.ordinal,
                 device.count, device.arch);
    return 0;
}

static int sim_bind(void)
{
    return device.lost ? failed(TCR_E_LOST, "bind", "the context was lost") : 0;
}

static void sim_unbind(void)
{
}

/* Take the lock, if there still is a device. */
static int enter(const char *what)
{
    pthread_mutex_lock(&device.lock);
    if (!device.lost)
        return 0;
    pthread_mutex_unlock(&device.lock);
    return failed(TCR_E_LOST, what, "the context was lost");
}

static void leave(void)
{
    pthread_mutex_unlock(&device.lock);
}

static int sim_alloc(void **memory, size_t size)
{
    int error = enter("alloc");
    if (error)
        return error;
    *memory = tcr_sim_memory_alloc(size);
    leave();
    return *memory ? 0 : failed(TCR_E_NO_MEMORY, "alloc", "out of device memory");
}

static int sim_free(void *memory)
{
    int error = enter("free");
    if (error)
        return error;
    bool ok = tcr_sim_memory_free(memory);
    leave();
    return ok ? 0 : failed(TCR_E_INVALID, "free", "not the address of an allocation");
}

static int sim_host_alloc(void **host, void **device_address, size_t size)
{
    *host = *device_address =
        size <= TCR_MOST_BYTES ? aligned_alloc(256, (size + 255) / 256 * 256) : NULL;
    return *host ? 0 : failed(TCR_E_NO_MEMORY, "host_alloc", "out of host memory");
}

static int sim_host_free(void *host)
{
    free(host);
    return 0;
}

/* A copy waits in its queue until the queue is waited for or has a launch: as
 * late as a device may be, so that host memory which is reused or read too
 * early shows. */
struct copy {
    void *device, *host;
    size_t size;
    bool to_device;
};

struct stream {
    struct copy *waiting;
    size_t n, room;
    unsigned long done; /* copies, before those that wait */
    int error;          /* of one that an event has had done, for the next call that waits */
    struct stream *next;
};

static struct stream *streams; /* under the lock */

static int sim_stream_create(void **stream)
{
    struct stream *s = calloc(1, sizeof *s);

    *stream = s;
    if (!s)
        return failed(TCR_E_NO_MEMORY, "stream_create", "out of host memory");
    pthread_mutex_lock(&device.lock);
    s->next = streams;
    streams = s;
    pthread_mutex_unlock(&device.lock);
    return 0;
}

static int sim_stream_destroy(void *stream)
{
    struct stream *s = stream, **at = &streams;

    pthread_mutex_lock(&device.lock);
    while (*at && *at != s)
        at = &(*at)->next;
    if (*at)
        *at = s->next;
    pthread_mutex_unlock(&device.lock);
    free(s->waiting);
    free(s);
    return 0;
}

/* Do the first n copies that wait; with the lock held.  After an error nothing waits. */
static int flush_some(struct stream *s, size_t n)
{
    int error = s->error;

    s->error = 0;
    for (size_t i = 0; i < n && !error; i++) {
        const struct copy *c = &s->waiting[i];
        bool ok = c->to_device ? tcr_sim_memory_write(c->device, c->host, c->size)
                               : tcr_sim_memory_read(c->host, c->device, c->size);
        if (!ok)
            error = failed(TCR_E_COPY, c->to_device ? "copy_to" : "copy_from",
                           "not inside one allocation");
    }
    n = error ? s->n : n;
    s->n -= n;
    s->done += n;
    if (s->n)
        memmove(s->waiting, s->waiting + n, s->n * sizeof *s->waiting);
    return error;
}

static int flush(struct stream *s)
{
    return s ? flush_some(s, s->n) : 0;
}

static int sim_sync(void *stream)
{
    int error = enter("sync");
    if (error)
        return error;
    error = flush(stream);
    leave();
    return error;
}

/* A launch has ended when it returns: what is still to be done is in the queue. */
static int sim_wait(void *stream, const void *word, unsigned tag)
{
    (void)word;
    (void)tag;
    int error = sim_sync(stream);
    return error ? error : 1;
}

static int queue(struct stream *s, struct copy c, const char *what)
{
    struct stream now = {.waiting = &c, .n = 1}; /* no queue: at once */
    int error = enter(what);
    if (error)
        return error;
    if (!s) {
        error = flush(&now);
        leave();
        return error;
    }
    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : 16;
        struct copy *grown = realloc(s->waiting, room * sizeof *grown);
        if (!grown) {
            leave();
            return failed(TCR_E_NO_MEMORY, what, "out of host memory");
        }
        s->waiting = grown;
        s->room = room;
    }
    s->waiting[s->n++] = c;
    leave();
    return 0;
}

static int sim_copy_to(void *to, const void *host, size_t size, void *stream)
{
    return queue(stream, (struct copy){to, (void *)(uintptr_t)host, size, true}, "copy_to");
}

static int sim_copy_from(void *host, const void *from, size_t size, void *stream)
{
    return queue(stream, (struct copy){(void *)(uintptr_t)from, host, size, false}, "copy_from");
}

static int sim_copy_within(void *to, const void *from, size_t size, void *stream)
{
    int error = enter("copy_within");
    if (error)
        return error;
    error = flush(stream);
    if (!error && !tcr_sim_memory_copy(to, from, size))
        error = failed(TCR_E_COPY, "copy_within", "not inside one allocation");
    leave();
    return error;
}

static int sim_fill(void *to, int byte, size_t size, void *stream)
{
    int error = enter("fill");
    if (error)
        return error;
    error = flush(stream);
    if (!error && !tcr_sim_memory_fill(to, byte, size))
        error = failed(TCR_E_COPY, "fill", "not inside one allocation");
    leave();
    return error;
}

static int sim_module_load(void **module, const struct tcr_unit *unit)
{
    char message[TCR_SIM_MESSAGE] = "";
    struct module *m = calloc(1, sizeof *m);

    if (!m)
        return failed(TCR_E_NO_MEMORY, NULL, "out of host memory");
    int error = enter("module_load");
    if (error) {
        free(m);
        return error;
    }
    leave(); /* dlopen() may wait for a constructor whose loop needs the lock */
    error = tcr_sim_module_load(&m->code, unit, device.arch, message);
    if (error) {
        free(m);
        return failed(error, NULL, message);
    }
    *module = m;
    return 0;
}

static int sim_module_unload(void *module)
{
    struct module *m = module;
    while (m->functions) {
        struct function *f = m->functions;
        m->functions = f->next;
        free(f);
    }
    free(m);
    return 0;
}

static int sim_function(void **function, void *module, const char *kernel)
{
    struct module *m = module;
    void *entry = tcr_sim_module_kernel(&m->code, kernel);
    if (!entry)
        return failed(TCR_E_NO_IMAGE, "function", kernel);
    struct function *f = malloc(sizeof *f);
    if (!f)
        return failed(TCR_E_NO_MEMORY, "function", "out of host memory");
    f->module = m;
    memcpy(&f->kernel, &entry, sizeof entry);
    int error = enter("function");
    if (error) {
        free(f);
        return error;
    }
    f->next = m->functions;
    m->functions = f;
    leave();
    *function = f;
    return 0;
}

static bool is_block(unsigned threads)
{
    return threads >= TCR_WARP && threads <= TCR_MOST_THREADS && threads % TCR_WARP == 0;
}

static int sim_occupancy(unsigned *blocks, void *function, unsigned threads)
{
    (void)function;
    if (!is_block(threads))
        return failed(TCR_E_INVALID, "occupancy", "not a multiple of 32 up to 1024");
    *blocks = threads >= THREADS_PER_MULTIPROCESSOR ? 1 : THREADS_PER_MULTIPROCESSOR / threads;
    return 0;
}

static int sim_launch(const struct tcr_launch *l)
{
    const struct function *f = l->function;
    char message[TCR_SIM_MESSAGE] = "";
    struct tcr_grid grid = l->grid;

    if (grid.together && l->blocks * l->threads > MOST_TOGETHER) /* as a device may refuse it */
        grid.together = 0;
    struct tcr_sim_job job = {
        .module = &f->module->code,
        .kernel = f->kernel,
        .args = l->args,
        .grid = &grid,
        .blocks = l->blocks,
        .threads = l->threads,
        .arch = device.arch,
        .seed = device.seed,
        .together = grid.together != 0,
    };

    if (l->shared > TCR_SHARED_MOST)
        return failed(TCR_E_LAUNCH, "launch", "too much shared memory");
    if (!is_block(l->threads) || l->blocks == 0)
        return failed(TCR_E_LAUNCH, "launch",
                      "no blocks, or not a multiple of 32 threads up to 1024");
    int error = enter("launch");
    if (error)
        return error;
    error = flush(l->stream);
    bool ok = error || tcr_sim_run(&job, message);
    if (!ok)
        device.lost = true;
    leave();
    return ok ? error : failed(TCR_E_LAUNCH, "launch", message);
}

static int sim_product(const struct tcr_product_call *of, void *stream)
{
    int error;
    bool good;

    if (!of->parts || tcr_config.blas != TCR_BLAS_ON)
        return TCR_PRODUCT_BY_KERNEL;
    error = enter("product");
    if (error)
        return error;
    error = flush(stream);
    good = error || tcr_sim_product(of, device.arch);
    leave();
    return good ? error : failed(TCR_E_LAUNCH, "product", "not inside one allocation");
}

static int sim_stream_check(void *stream)
{
    (void)stream;
    return 0;
}

/* What waited in a stream when it was recorded: its first `upto` copies. */
struct event {
    struct stream *stream; /* which may be gone */
    unsigned long upto;
};

static int sim_event_create(void **event)
{
    *event = calloc(1, sizeof(struct event));
    return *event ? 0 : failed(TCR_E_NO_MEMORY, "event_create", "out of host memory");
}

static int sim_event_destroy(void *event)
{
    free(event);
    return 0;
}

static int sim_event_record(void *event, void *stream)
{
    struct event *e = event;
    struct stream *s = stream;
    int error = enter("event_record");
    if (error)
        return error;
    e->stream = s;
    e->upto = s ? s->done + s->n : 0;
    leave();
    return 0;
}

/* Have what the event stands for done: as late as a device may. */
static int sim_event_wait(void *event)
{
    const struct event *e = event;
    int error = enter("event_wait");
    if (error)
        return error;
    struct stream *s = streams;
    while (s && s != e->stream)
        s = s->next;
    if (s && e->upto > s->done)
        error = flush_some(s, e->upto - s->done);
    leave();
    return error;
}

static bool sim_event_done(void *event)
{
    const struct event *e = event;
    int error = sim_event_wait(event);

    if (error && e->stream && enter("event_done") == 0) {
        e->stream->error = error;
        leave();
    }
    return true;
}

static int sim_stream_wait(void *stream, void *event)
{
    (void)stream;
    return sim_event_wait(event);
}

static enum tcr_pointer sim_pointer(const void *address)
{
    return tcr_sim_memory_owns(address) ? TCR_POINTER_DEVICE : TCR_POINTER_HOST;
}

static bool sim_lost(void)
{
    return device.lost;
}

static const char *sim_error_name(void)
{
    return error_text;
}

const struct tcr_backend tcr_backend_sim = {
    .name = "sim",
    .flags = TCR_BACKEND_EXACT | TCR_BACKEND_ALWAYS | TCR_BACKEND_JUDGES,
    .init = sim_init,
    .properties = sim_properties,
    .bind = sim_bind,
    .unbind = sim_unbind,
    .alloc = sim_alloc,
    .free = sim_free,
    .host_alloc = sim_host_alloc,
    .host_free = sim_host_free,
    .stream_create = sim_stream_create,
    .stream_destroy = sim_stream_destroy,
    .sync = sim_sync,
    .wait = sim_wait,
    .copy_to = sim_copy_to,
    .copy_from = sim_copy_from,
    .fill = sim_fill,
    .copy_within = sim_copy_within,
    .module_load = sim_module_load,
    .module_unload = sim_module_unload,
    .function = sim_function,
    .occupancy = sim_occupancy,
    .launch = sim_launch,
    .product = sim_product,
    .pointer = sim_pointer,
    .lost = sim_lost,
    .error_name = sim_error_name,
    .stream_check = sim_stream_check,
    .event_create = sim_event_create,
    .event_destroy = sim_event_destroy,
    .event_record = sim_event_record,
    .event_done = sim_event_done,
    .event_wait = sim_event_wait,
    .stream_wait = sim_stream_wait,
};

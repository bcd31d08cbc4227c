/* SPDX-License-Identifier: MIT */
/*
 * fault.c: a backend around another one that makes the n-th call of a kind
 * fail (TCR_FAULT), so that every way out can be tried.
 *
 * Injected failures happen instead of the call.  Releases never fail, but the
 * `lost` count makes every call fail from the n-th on, as a sticky error does.
 */
#include <stdatomic.h>
#include <string.h>
#include "../ground/env.h"
#include "../ground/thread_data.h"
#include "backend.h"
#include "fault.h"

static const struct tcr_backend *inner;
static struct tcr_backend wrapped;
static unsigned long limit[TCR_FAULT_KINDS];
static _Atomic unsigned long count[TCR_FAULT_KINDS];
static _Atomic bool gone;
static _Thread_local const char *injected; /* NULL: the inner backend failed last */
TCR_THREAD_DATA(injected);

static const char *const texts[TCR_FAULT_KINDS] = {
    "injected failure (init)",     "injected failure (alloc)",  "injected failure (copy)",
    "injected failure (module)",   "injected failure (launch)", "injected failure (sync)",
    "injected loss of the device", "injected wrong result"};

/* Is it this call's turn? */
static bool due(enum tcr_fault kind)
{
    injected = NULL;
    if (limit[TCR_FAULT_LOST] &&
        atomic_fetch_add(&count[TCR_FAULT_LOST], 1) + 1 >= limit[TCR_FAULT_LOST])
        gone = true;
    if (gone) {
        injected = texts[TCR_FAULT_LOST];
        return true;
    }
    if (limit[kind] && atomic_fetch_add(&count[kind], 1) + 1 == limit[kind])
        injected = texts[kind];
    return injected != NULL;
}

bool tcr_fault_alters(void)
{
    return limit[TCR_FAULT_WRONG] &&
           atomic_fetch_add(&count[TCR_FAULT_WRONG], 1) + 1 == limit[TCR_FAULT_WRONG];
}

bool tcr_fault_injected(void)
{
    return injected || gone;
}

static int fault_init(void)
{
    injected = NULL;
    if (limit[TCR_FAULT_INIT] &&
        atomic_fetch_add(&count[TCR_FAULT_INIT], 1) + 1 == limit[TCR_FAULT_INIT]) {
        injected = texts[TCR_FAULT_INIT];
        return TCR_E_NO_DEVICE;
    }
    return inner->init();
}

static int fault_alloc(void **device, size_t size)
{
    return due(TCR_FAULT_ALLOC) ? TCR_E_NO_MEMORY : inner->alloc(device, size);
}

static int fault_host_alloc(void **host, void **device, size_t size)
{
    return due(TCR_FAULT_ALLOC) ? TCR_E_NO_MEMORY : inner->host_alloc(host, device, size);
}

static int fault_sync(void *stream)
{
    return due(TCR_FAULT_SYNC) ? TCR_E_DEVICE : inner->sync(stream);
}

static int fault_wait(void *stream, const void *word, unsigned tag)
{
    return due(TCR_FAULT_SYNC) ? TCR_E_DEVICE : inner->wait(stream, word, tag);
}

static int fault_event_wait(void *event)
{
    return due(TCR_FAULT_SYNC) ? TCR_E_DEVICE : inner->event_wait(event);
}

static int fault_copy_to(void *device, const void *host, size_t size, void *stream)
{
    return due(TCR_FAULT_COPY) ? TCR_E_COPY : inner->copy_to(device, host, size, stream);
}

/* Eight bytes in the middle of what has come over are changed, of whatever type they are. */
static int alter(unsigned char *host, size_t size, void *stream)
{
    size_t middle = size / 2 / 8 * 8;
    int error = inner->sync(stream);

    for (size_t i = middle; !error && i < middle + 8 && i < size; i++)
        host[i] ^= 0x10;
    return error;
}

static int fault_copy_from(void *host, const void *device, size_t size, void *stream)
{
    int error = due(TCR_FAULT_COPY) ? TCR_E_COPY : inner->copy_from(host, device, size, stream);

    return !error && tcr_fault_alters() ? alter(host, size, stream) : error;
}

static int fault_fill(void *device, int byte, size_t size, void *stream)
{
    return due(TCR_FAULT_COPY) ? TCR_E_COPY : inner->fill(device, byte, size, stream);
}

static int fault_copy_within(void *to, const void *from, size_t size, void *stream)
{
    return due(TCR_FAULT_COPY) ? TCR_E_COPY : inner->copy_within(to, from, size, stream);
}

static int fault_module_load(void **module, const struct tcr_unit *unit)
{
    return due(TCR_FAULT_MODULE) ? TCR_E_DEVICE : inner->module_load(module, unit);
}

static int fault_function(void **function, void *module, const char *kernel)
{
    return due(TCR_FAULT_MODULE) ? TCR_E_DEVICE : inner->function(function, module, kernel);
}

static int fault_launch(const struct tcr_launch *l)
{
    return due(TCR_FAULT_LAUNCH) ? TCR_E_LAUNCH : inner->launch(l);
}

static int fault_product(const struct tcr_product_call *of, void *stream)
{
    if (!inner->product)
        return TCR_PRODUCT_BY_KERNEL;
    return due(TCR_FAULT_LAUNCH) ? TCR_E_LAUNCH : inner->product(of, stream);
}

static bool fault_lost(void)
{
    return gone || inner->lost();
}

static const char *fault_error_name(void)
{
    return injected ? injected : inner->error_name();
}

const struct tcr_backend *tcr_fault_wrap(const struct tcr_backend *backend,
                                         const struct tcr_config *config)
{
    inner = backend;
    memcpy(limit, config->fault, sizeof limit);
    wrapped = *backend;
    wrapped.init = fault_init;
    wrapped.alloc = fault_alloc;
    wrapped.host_alloc = fault_host_alloc;
    wrapped.sync = fault_sync;
    wrapped.wait = fault_wait;
    wrapped.event_wait = fault_event_wait;
    wrapped.copy_to = fault_copy_to;
    wrapped.copy_from = fault_copy_from;
    wrapped.fill = fault_fill;
    wrapped.copy_within = fault_copy_within;
    wrapped.module_load = fault_module_load;
    wrapped.function = fault_function;
    wrapped.launch = fault_launch;
    wrapped.product = fault_product;
    wrapped.lost = fault_lost;
    wrapped.error_name = fault_error_name;
    return &wrapped;
}

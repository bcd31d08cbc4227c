/* SPDX-License-Identifier: MIT */
/* memory.c: the rest of tcr.h: what device there is, and device memory by hand.
 *
 * What tcr_malloc took from a device is listed, so that tcr_free knows it from
 * host memory, also when the device is gone by then. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/transfer.h"
#include "../ground/checked.h"
#include "../ground/inside.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "../mirror/mirror.h"
#include "memory.h"
#include "present.h"
#include "present_table.h"

static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
static struct tcr_table taken; /* by device address; under the lock */
static atomic_bool any;

void tcr_memory_fork(bool before)
{
    if (before)
        pthread_mutex_lock(&memory_lock);
    else
        pthread_mutex_unlock(&memory_lock);
}

static int open_quietly(void)
{
    struct tcr_why why = {.wanted = false};

    return tcr_device_open(&why);
}

/* In a signal handler that has interrupted the runtime: as far as it has been opened. */
static bool is_open(void)
{
    int error;

    if (!tcr_come_in())
        return tcr_device_state() == 0;
    error = open_quietly();
    tcr_go_out();
    return error == 0;
}

int tcr_device_count(void)
{
    return is_open();
}

const char *tcr_device_name(void)
{
    return is_open() ? tcr_properties.name : "host";
}

static void *device_malloc(size_t size)
{
    struct tcr_present *e = calloc(1, sizeof *e);
    int error;

    if (!e)
        return NULL;
    if (tcr_device_bind()) {
        free(e);
        return NULL;
    }
    error = tcr_device_alloc(&e->alloc, size);
    if (!error) {
        e->host = (uintptr_t)e->alloc;
        e->size = size;
        pthread_mutex_lock(&memory_lock);
        error = tcr_table_insert(&taken, e);
        atomic_store(&any, true);
        pthread_mutex_unlock(&memory_lock);
        if (error)
            tcr_backend->free(e->alloc);
    } else {
        tcr_trace(1, "tcr_malloc(%zu): %s: %s", size, tcr_strerror(error),
                  tcr_backend->error_name());
        tcr_device_check();
    }
    tcr_device_unbind();
    if (!error)
        return (void *)e->host;
    free(e);
    return NULL;
}

void *tcr_malloc(size_t size)
{
    void *memory = NULL;
    bool hosts = false;

    if (size == 0)
        size = 1;
    if (size > TCR_MOST_BYTES || !tcr_come_in())
        return NULL;
    if (!tcr_present_unheeded() && open_quietly() == 0)
        memory = device_malloc(size);
    else
        hosts = true;
    tcr_go_out();
    return hosts ? malloc(size) : memory; /* as the program's own, outside: heap.c notes it */
}

bool tcr_memory_any(void)
{
    return atomic_load_explicit(&any, memory_order_relaxed);
}

bool tcr_memory_taken(const void *device)
{
    struct tcr_present *e;
    bool found;

    if (!tcr_memory_any()) /* all threads of a team may ask at once, in each loop */
        return false;
    pthread_mutex_lock(&memory_lock);
    found = tcr_table_find(&taken, (uintptr_t)device, 1, &e) == 1;
    pthread_mutex_unlock(&memory_lock);
    return found;
}

enum tcr_pointer tcr_memory_kind(const void *address)
{
    enum tcr_pointer kind = TCR_POINTER_HOST;

    if (tcr_memory_taken(address))
        return TCR_POINTER_DEVICE;
    if (atomic_load(&tcr_mode) == TCR_MODE_READY && tcr_device_bind() == 0) {
        kind = tcr_backend->pointer(address);
        tcr_device_unbind();
    }
    return kind;
}

static bool is_devices(const void *address)
{
    enum tcr_pointer kind;

    if (open_quietly() != 0)
        return tcr_memory_taken(address);
    kind = tcr_memory_kind(address);
    return kind == TCR_POINTER_DEVICE || kind == TCR_POINTER_FOREIGN;
}

bool tcr_memory_devices(const void *address)
{
    bool found;

    if (!tcr_come_in())
        return tcr_memory_any() && tcr_memory_taken(address);
    found = is_devices(address);
    tcr_go_out();
    return found;
}

/* True: it was the device's. */
static bool device_free(void *device)
{
    struct tcr_present *e;
    bool found;

    pthread_mutex_lock(&memory_lock);
    found = tcr_table_find(&taken, (uintptr_t)device, 1, &e) == 1 && e->alloc == device;
    if (found)
        tcr_table_remove(&taken, e);
    pthread_mutex_unlock(&memory_lock);
    if (!found)
        return false;
    free(e);
    if (tcr_device_state() == 0 && tcr_device_bind() == 0) {
        tcr_backend->free(device);
        tcr_device_unbind();
    }
    return true;
}

void tcr_free(void *device)
{
    bool freed;

    if (!device || !tcr_come_in()) /* which leaves it allocated */
        return;
    freed = device_free(device);
    tcr_go_out();
    if (!freed)
        free(device);
}

static int copy(void *to, const void *from, size_t size, bool to_device)
{
    struct tcr_lane *lane;
    int error = tcr_device_bind();

    if (error)
        return error;
    error = tcr_lane_get(&lane);
    if (!error) {
        error = to_device ? tcr_copy_to(lane, to, from, size, NULL)
                          : tcr_copy_from(lane, to, from, size);
        if (!error && to_device)
            error = tcr_backend->sync(lane->stream);
        if (error) {
            tcr_trace(1, "copying %zu bytes %s the device: %s: %s", size, to_device ? "to" : "from",
                      tcr_strerror(error), tcr_backend->error_name());
            tcr_device_check();
        }
        tcr_lane_put(lane, error == 0);
    }
    tcr_device_unbind();
    return error;
}

static int copy_inside(void *to, const void *from, size_t size, bool to_device)
{
    int error;

    if (size == 0)
        return 0;
    if (!to || !from || !tcr_is_memory((uintptr_t)to, size) ||
        !tcr_is_memory((uintptr_t)from, size))
        return TCR_E_INVALID;
    error = open_quietly();
    if (tcr_present_unheeded() && !is_devices(to_device ? to : from)) {
        memmove(to, from, size); /* what was asked for as the device's */
        return 0;
    }
    if (!error) { /* by the driver, which must not meet protected memory */
        int guest = tcr_mirror_guest_begin((uintptr_t)(to_device ? from : to), size, !to_device);

        error = copy(to, from, size, to_device);
        tcr_mirror_guest_end(guest);
        return error;
    }
    if (tcr_memory_taken(to_device ? to : from))
        return error;
    memmove(to, from, size);
    return 0;
}

int tcr_memory_to_device(void *device, const void *host, size_t size)
{
    return copy_inside(device, host, size, true);
}

static int memory_copy(void *to, const void *from, size_t size, bool to_device)
{
    int error;

    if (!tcr_come_in())
        return TCR_E_BUSY;
    error = copy_inside(to, from, size, to_device);
    tcr_go_out();
    return error;
}

int tcr_memcpy_to_device(void *device, const void *host, size_t size)
{
    return memory_copy(device, host, size, true);
}

int tcr_memcpy_from_device(void *host, const void *device, size_t size)
{
    return memory_copy(host, device, size, false);
}

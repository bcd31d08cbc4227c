/* SPDX-License-Identifier: MIT */
/*
 * acc_calls.c: OpenACC's functions for data and memory.
 *
 * tcr-rewrite has the unit call these in place of the compiler's library, which knows nothing of
 * what is present for us.  What they return is the host's address, as from a library without a
 * device: code that uses it runs on the host.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../include/tcr.h"
#include "../../include/tcr_region.h"
#include "memory.h"

static void act(const char *name, unsigned kind, unsigned verb, unsigned flags, const void *at,
                size_t size)
{
    const struct tcr_data_item item = {"address", verb};
    const struct tcr_data data = {name, 0, kind, flags, 1, &item};
    struct tcr_data_part part = {
        .address = at, .element = 1, .n_levels = 1, .level = {{0, (long long)size, -1}}};

    if (kind == TCR_DATA_ENTER)
        tcr_data_enter(&data, &part);
    else if (kind == TCR_DATA_EXIT)
        tcr_data_exit(&data, &part);
    else
        tcr_data_update(&data, &part);
}

#define ADDRESS(name, ...)                                                                         \
    void *tcr_acc_##name(void *at, size_t size);                                                   \
    void *tcr_acc_##name(void *at, size_t size)                                                    \
    {                                                                                              \
        act("acc_" #name, __VA_ARGS__, at, size);                                                  \
        return at;                                                                                 \
    }
#define PLAIN(name, ...)                                                                           \
    void tcr_acc_##name(void *at, size_t size);                                                    \
    void tcr_acc_##name(void *at, size_t size)                                                     \
    {                                                                                              \
        act("acc_" #name, __VA_ARGS__, at, size);                                                  \
    }
/* All is done when it returns. */
#define ASYNC(name, ...)                                                                           \
    void tcr_acc_##name(void *at, size_t size, int queue);                                         \
    void tcr_acc_##name(void *at, size_t size, int queue)                                          \
    {                                                                                              \
        (void)queue;                                                                               \
        act("acc_" #name, __VA_ARGS__, at, size);                                                  \
    }
#define ACC_CALL(name, form, kind, verb, flags) form(name, TCR_DATA_##kind, TCR_DATA_##verb, flags)
#include "../../spec/acc_calls.def"

int tcr_acc_is_present(void *at, size_t size);
int tcr_acc_is_present(void *at, size_t size)
{
    return tcr_is_present(at, size ? size : 1);
}

/*
 * Memory of acc_malloc is the host's, and an address of the device the host's of the same data:
 * what loops do with either they do on the device all the same.  What is present is copied there.
 * Memory that another library has allocated on the device, or a file that calls that library's
 * acc_malloc, is the device's.
 */
static void copy_hosts(const char *name, void *to, const void *from, size_t size, bool fetch,
                       bool send)
{
    if (fetch)
        act(name, TCR_DATA_UPDATE, TCR_DATA_TO_HOST, TCR_DATA_IF_PRESENT, from, size);
    memmove(to, from, size);
    if (send)
        act(name, TCR_DATA_UPDATE, TCR_DATA_TO_DEVICE, TCR_DATA_IF_PRESENT, to, size);
}

/* From one place of the device to another, by the host. */
static int copy_between(void *to, const void *from, size_t size)
{
    void *buffer = malloc(size);
    int error = buffer ? tcr_memcpy_from_device(buffer, from, size) : TCR_E_NO_MEMORY;

    if (!error)
        error = tcr_memcpy_to_device(to, buffer, size);
    free(buffer);
    return error;
}

static int copy_devices(const char *name, void *to, bool to_device, const void *from,
                        bool from_device, size_t size)
{
    int error;

    if (to_device && from_device)
        return copy_between(to, from, size);
    if (to_device) {
        act(name, TCR_DATA_UPDATE, TCR_DATA_TO_HOST, TCR_DATA_IF_PRESENT, from, size);
        return tcr_memcpy_to_device(to, from, size);
    }
    error = tcr_memcpy_from_device(to, from, size);
    if (!error)
        act(name, TCR_DATA_UPDATE, TCR_DATA_TO_DEVICE, TCR_DATA_IF_PRESENT, to, size);
    return error;
}

static void copy(const char *name, void *to, const void *from, size_t size, bool fetch, bool send)
{
    bool to_device, from_device;
    int error;

    if (size == 0)
        return;
    to_device = tcr_memory_devices(to);
    from_device = tcr_memory_devices(from);
    if (!to_device && !from_device) {
        copy_hosts(name, to, from, size, fetch, send);
        return;
    }
    error = copy_devices(name, to, to_device, from, from_device, size);
    if (error) {
        fprintf(stderr, "tcr: %s() of %zu bytes from %p to %p: %s\n", name, size, from, to,
                tcr_strerror(error));
        abort();
    }
}

#define COPY(name, fetch, send)                                                                    \
    void tcr_acc_##name(void *to, void *from, size_t size);                                        \
    void tcr_acc_##name(void *to, void *from, size_t size)                                         \
    {                                                                                              \
        copy("acc_" #name, to, from, size, fetch, send);                                           \
    }                                                                                              \
    void tcr_acc_##name##_async(void *to, void *from, size_t size, int queue);                     \
    void tcr_acc_##name##_async(void *to, void *from, size_t size, int queue)                      \
    {                                                                                              \
        (void)queue;                                                                               \
        copy("acc_" #name, to, from, size, fetch, send);                                           \
    }
COPY(memcpy_to_device, false, true)
COPY(memcpy_from_device, true, false)
COPY(memcpy_device, true, true)

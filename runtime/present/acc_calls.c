/* SPDX-License-Identifier: MIT */
/*
 * acc_calls.c: OpenACC's functions for data and memory.
 *
 * tcr-rewrite has the unit call these in place of the compiler's library, which knows nothing of
 * what is present for us.  What they return is the host's address, as from a library without a
 * device: code that uses it runs on the host.
 */
#include <stdbool.h>
#include <string.h>
#include "../../include/tcr.h"
#include "../../include/tcr_region.h"

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
 */
static void copy(const char *name, void *to, const void *from, size_t size, bool fetch, bool send)
{
    if (size == 0)
        return;
    if (fetch)
        act(name, TCR_DATA_UPDATE, TCR_DATA_TO_HOST, TCR_DATA_IF_PRESENT, from, size);
    memmove(to, from, size);
    if (send)
        act(name, TCR_DATA_UPDATE, TCR_DATA_TO_DEVICE, TCR_DATA_IF_PRESENT, to, size);
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

/* SPDX-License-Identifier: MIT */
/*
 * acc_calls.c: OpenACC's functions for data, in units whose data directives are ours.
 *
 * tcr-rewrite has the unit call these in place of the compiler's library, which knows nothing of
 * what is present for us.  What they return is the host's address, as from a library without a
 * device: code that uses it runs on the host.
 */
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
#define ACC_ADDRESS(name)
#include "../../spec/acc_calls.def"
#undef ACC_CALL
#undef ACC_ADDRESS

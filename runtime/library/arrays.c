/* SPDX-License-Identifier: MIT */
/* arrays.c: where a call of the library runs whose results are an array. */
#include <stdatomic.h>
#include <stdint.h>
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "../call/region.h"
#include "../call/trace_call.h"
#include "../cuda/backend_cuda.h"
#include "../device/device.h"
#include "../device/transfer.h"
#include "library.h"

/* Can the host use the arrays?  Asked where the device is out of the question, and device memory
 * may be among what the program has. */
static bool readable(const struct tcr_call *call)
{
    char byte;

    for (unsigned k = 0; k < call->n_accesses; k++) {
        const struct tcr_access *a = &call->accesses[k];
        uintptr_t first = (uintptr_t)call->base[a->base];

        if (!(a->flags & TCR_ACCESS_NEVER) &&
            (!tcr_peek(&byte, first, 1) || !tcr_peek(&byte, first + a->size - 1, 1)))
            return false;
    }
    return true;
}

static int host_obstacle(const struct tcr_call *call, enum tcr_mode mode)
{
    if (mode == TCR_MODE_IDLE || mode == TCR_MODE_READY)
        return 0; /* it has been looked at */
    if (mode == TCR_MODE_HOST && !tcr_backend_cuda.in_process())
        return 0;
    return readable(call) ? 0 : tcr_device_state();
}

unsigned tcr_library_accesses(struct tcr_access *access, unsigned n, const size_t *bytes,
                              unsigned result, bool partly, bool also_read)
{
    for (unsigned k = 0; k < n; k++)
        access[k] = (struct tcr_access){
            .base = k, .flags = bytes[k] ? 0 : TCR_ACCESS_NEVER, .size = bytes[k]};
    if (also_read)
        access[n] = access[result];
    access[result].flags |= TCR_ACCESS_WRITE | (partly ? TCR_ACCESS_SOFT : 0);
    return n + also_read;
}

/* Before the device is open, and without CUDA in the process, an array is the host's. */
static bool surely_host(const struct library_arrays *a, enum tcr_mode mode)
{
    return mode == TCR_MODE_IDLE && a->bytes < LIBRARY_SURELY_HOST_BYTES && !tcr_device_always() &&
           !(tcr_backend->in_process && tcr_backend->in_process());
}

int tcr_library_arrays(struct library_arrays *a)
{
    union tcr_slot own[LIBRARY_ARRAYS_SLOTS] = {{.u = 0}}; /* a product leaves none */
    union tcr_slot *const slot = a->slot ? a->slot : own;
    enum tcr_mode mode;
    void *run;
    int done = 0;

    if (a->options && (a->options->flags & TCR_STREAM) && tcr_library_streams())
        return tcr_library_stream_arrays(a->region, &a->call, a->options);
    mode = tcr_device_setup();
    if (!surely_host(a, mode) && tcr_region_wanted(a->region)) {
        done = tcr_region_attempt(a->region, &a->call, slot);
        mode = (enum tcr_mode)atomic_load(&tcr_mode);
    }
    if (done > 0)
        return slot[0].u && !a->slot ? TCR_E_INVALID : 0;
    if (done == 0)
        done = host_obstacle(&a->call, mode);
    if (done < 0)
        return done;
    if (!a->host)
        return 1;
    run = tcr_region_host_begin(a->region, a->call.n, TCR_REASON_CHOICE,
                                surely_host(a, mode) ? "small" : NULL);
    done = a->host(a->request);
    if (run)
        tcr_trace_host_end(run);
    return done;
}

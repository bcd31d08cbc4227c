/* SPDX-License-Identifier: MIT */
/* copies.c: memory for the copies of a loop's sections, and the grid that goes with it. */
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/pool.h"
#include "../ground/checked.h"
#include "copies.h"
#include "decide.h"

/* Of sections with copies: as many threads as are worth it, within an eighth of
 * the device's memory.  Depends on n, the sections and the device only. */
static int set_copies(struct tcr_launch *l, const struct tcr_results *r, struct tcr_why *why)
{
    double most = (double)tcr_properties.memory / 8 / (double)r->copy;
    double wanted = tcr_copies_threads((double)l->grid.n, (double)r->copy);
    double room = (double)l->blocks * l->threads;
    unsigned long long threads;

    if (most < TCR_WARP)
        return tcr_refuse(why, TCR_E_NO_MEMORY,
                          "the sections are too large for a copy in each thread: %llu bytes",
                          r->copy);
    wanted = wanted < room ? wanted : room;
    wanted = wanted < most ? wanted : most;
    threads = wanted < TCR_WARP ? TCR_WARP : (unsigned long long)wanted / TCR_WARP * TCR_WARP;
    if (threads < l->threads)
        l->threads = (unsigned)threads;
    l->blocks = (unsigned)(threads / l->threads);
    return 0;
}

/* All threads update the copy in device memory; their last updates wait, where there is room. */
static void set_waiting(struct tcr_launch *l, const struct tcr_results *r)
{
    const unsigned bytes = r->n_sections * l->threads * TCR_WAITING_BYTES;

    if (bytes > TCR_SHARED_ROOM)
        return;
    l->grid.shared_copies = TCR_UPDATES_WAIT;
    l->shared = bytes;
}

/* One copy in more shared memory than every device has.  Blocks clear it and hand it on,
 * which pays with some iterations for each number; those that wait for others do no good. */
static void set_large_words(struct tcr_launch *l, const struct tcr_results *r)
{
    unsigned long long room = tcr_properties.shared + TCR_SHARED_REST, blocks;

    if (r->words > tcr_properties.shared || (unsigned long long)l->grid.n / 8 < r->slots) {
        set_waiting(l, r);
        return;
    }
    l->grid.shared_copies = 1;
    l->shared = (unsigned)r->words;
    blocks = room / (r->words + TCR_SHARED_REST / 4) * tcr_properties.multiprocessors;
    if (l->blocks > blocks)
        l->blocks = (unsigned)blocks;
}

/* Of sections that all threads share: as many copies of them in a block's shared memory
 * as it has room for. */
static void set_words(struct tcr_launch *l, const struct tcr_results *r)
{
    if (r->words > TCR_SHARED_ROOM) {
        set_large_words(l, r);
        return;
    }
    for (unsigned copies = TCR_SHARED_COPIES; copies > 0; copies /= 2) {
        unsigned long long size = 0;

        for (unsigned k = 0; k < r->n_sections; k++)
            size += TCR_WORDS_BYTES(r->count[k] * copies, r->word[k]);
        if (size <= TCR_SHARED_ROOM) {
            l->grid.shared_copies = copies;
            l->shared = (unsigned)size;
            return;
        }
    }
}

int tcr_copies_get(struct tcr_launch *l, const struct tcr_results *r, size_t *size,
                   struct tcr_why *why)
{
    size_t each = r->words > 0 ? (size_t)r->words : (size_t)r->copy, n = 1;
    int error = 0;

    if (r->words > 0) {
        set_words(l, r);
    } else {
        error = set_copies(l, r, why);
        n = (size_t)l->blocks * l->threads;
    }
    if (error)
        return error;
    error = tcr_bytes(each, n, size) ? tcr_pool_alloc(&l->grid.copies, size) : TCR_E_NO_MEMORY;
    return error ? tcr_refuse_device(why, error, "allocating the sections' copies") : 0;
}

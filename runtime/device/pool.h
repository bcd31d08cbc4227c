/* SPDX-License-Identifier: MIT */
/* pool.h: device memory kept for reuse; lanes, a stream and its buffers each. */
#ifndef TCR_POOL_H
#define TCR_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include "../../include/tcr_region.h"
#include "../../spec/contract.h"

#pragma GCC visibility push(hidden)

/* The backend's alloc and host_alloc; when memory is short, what is kept here
 * and in idle lanes is given back and they are called again. */
int tcr_device_alloc(void **device, size_t size);
int tcr_pinned_alloc(void **host, void **device, size_t size);

/* Set by who has device memory to spare when it is short: true, some has been given back. */
extern bool (*_Atomic tcr_pool_more)(void);

/* `*size` bytes of device memory (rounded up in *size), from what was freed
 * before where it fits. */
int tcr_pool_alloc(void **device, size_t *size);
void tcr_pool_free(void *device, size_t size);
/* Give everything that is kept, lanes too, back to the device. */
void tcr_pool_trim(void);

/* Pinned memory for copies (stage.c): more threads than a few need such large buffers to be busy,
 * and fewer than three would have one side wait for the other. */
#define TCR_STAGE_BYTES ((size_t)8 << 20)
#define TCR_STAGES 4
struct tcr_stage {
    void *host;  /* NULL: not allocated yet */
    void *event; /* the last copy from or to it is done */
    bool busy;   /* there is such a copy, and nobody has waited for it */
};

/* Words of prefix sums for a launch. */
struct tcr_words {
    size_t bytes;
    unsigned tags;       /* numbers that it marks them with, */
    unsigned first, way; /* of which this is the first; and tcr_launch.way */
    const void *alike;   /* all launches of this kernel with as many bytes and tags, */
    long long n; /* and so many iterations if this is not 0, write the same words; or NULL */
};

/* What one running call needs for itself: a stream, scratch memory, results. */
struct tcr_lane {
    struct tcr_lane *next;
    void *stream;
    void *scratch; /* device: the tickets; from TCR_LANE_HALL on a struct tcr_hall; from
                      TCR_LANE_SPARE on TCR_SPARE_BYTES zeros and as many of litter; from
                      TCR_LANE_HEAD on the blocks' partial results */
    size_t scratch_size;
    union tcr_slot *result; /* host's and device's address of the result slots */
    void *result_device;
    size_t n_result;
    struct tcr_stage stage[TCR_STAGES];
    unsigned turn, lacking; /* the next of them; those at the end that there is no memory for */
    void *replay;           /* the backend's: of its launches */
    void *words;            /* device: of prefix sums (spec/contract.h), or NULL */
    size_t words_size;
    unsigned tags;            /* that have been used in them */
    struct tcr_words last[2]; /* the last launch, and the one before */
};

#define TCR_LANE_HALL (TCR_TICKETS * sizeof(unsigned))
#define TCR_LANE_SPARE ((TCR_LANE_HALL + sizeof(struct tcr_hall) + 63) / 64 * 64)
#define TCR_LANE_HEAD (TCR_LANE_SPARE + 2 * TCR_SPARE_BYTES)

int tcr_lane_get(struct tcr_lane **lane);
/* `good` false: something failed on it; it is not used again. */
void tcr_lane_put(struct tcr_lane *lane, bool good);
/* Room for n result slots and `partials` bytes of block partials. */
int tcr_lane_reserve(struct tcr_lane *lane, size_t n_result, size_t partials);

/* Words for a launch: w->bytes, tags and alike are given. */
int tcr_lane_words(struct tcr_lane *lane, struct tcr_words *w);

/* Fork handler: its lock. */
void tcr_pool_fork(bool before);

#pragma GCC visibility pop

#endif

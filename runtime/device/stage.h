/* SPDX-License-Identifier: MIT */
/*
 * stage.h: large copies through pinned memory, which the host's threads fill or empty while
 * the device copies.
 *
 * The driver copies pageable memory at 8 to 15 GB/s, pinned memory at the rate of the link
 * (docs/performance.md).
 */
#ifndef TCR_STAGE_H
#define TCR_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include "pool.h"

#pragma GCC visibility push(hidden)

/* Between `stage` and the host: the bytes [from, to) of a part; `stage` has the first of them.
 * The rules of tcr_crew_work hold, and each [from, to) begins at a multiple of TCR_CREW_SLICE.
 * False: it cannot be done. */
typedef bool tcr_stage_move(void *of, char *stage, size_t from, size_t to);

/* A stretch of device memory, and how its bytes get to or from the host. */
struct tcr_part {
    char *device;
    size_t size;
    tcr_stage_move *move;
    void *of;
};

/* To the device: all has been read from the host when it returns, and is queued in the lane's
 * stream.  0, an error of the device, or TCR_E_INVALID: a move has said false. */
int tcr_stage_to(struct tcr_lane *lane, const struct tcr_part *part);
/* From the device: the parts one after the other, and all has arrived when it returns.  After an
 * error, copies may be on their way into the lane's buffers, not into the host's memory: the
 * caller says what has failed, and then waits for the stream. */
int tcr_stage_from(struct tcr_lane *lane, const struct tcr_part *part, size_t n);

#pragma GCC visibility pop

#endif

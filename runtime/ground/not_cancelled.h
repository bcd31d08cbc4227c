/* SPDX-License-Identifier: MIT */
/*
 * not_cancelled.h: the thread cannot be cancelled here.
 *
 * A loop and a directive are no points of cancellation, and a thread whose cancellation is
 * asynchronous may be cancelled in a loop at any time.  The runtime has locks meanwhile, and calls
 * of the system and of the driver in which a thread that is cancelled would end.
 */
#ifndef TCR_NOT_CANCELLED_H
#define TCR_NOT_CANCELLED_H

#include "cancel.h"
#include "inside.h"

/* The thread may end here, and is not within the runtime then: what runs at its end may free memory
 * and have loops.  Nothing is held any more. */
static inline void tcr_not_cancelled_end(const struct tcr_cancel *before)
{
    const sig_atomic_t inside = tcr_inside;

    tcr_inside = 0;
    tcr_cancel_set_back(before);
    tcr_inside = inside;
}

static inline struct tcr_cancel tcr_not_cancelled_begin(void)
{
    struct tcr_cancel before;

    tcr_cancel_off(&before);
    return before;
}

/* Until the end of the block, by whatever way that is left. */
#define TCR_NOT_CANCELLED                                                                          \
    const struct tcr_cancel tcr_cancel_before                                                      \
        __attribute__((unused, cleanup(tcr_not_cancelled_end))) = tcr_not_cancelled_begin()

#endif

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

#include <pthread.h>
#include "inside.h"

static inline int tcr_cancel_off(void)
{
    int before;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

/* The thread may end here, and is not within the runtime then: what runs at its end may free memory
 * and have loops.  Nothing is held any more. */
static inline void tcr_cancel_set_back(const int *before)
{
    const sig_atomic_t inside = tcr_inside;

    if (*before != PTHREAD_CANCEL_ENABLE)
        return;
    tcr_inside = 0;
    pthread_setcancelstate(*before, NULL);
    tcr_inside = inside;
}

/* Until the end of the block, by whatever way that is left. */
#define TCR_NOT_CANCELLED                                                                          \
    const int tcr_cancel_before __attribute__((unused, cleanup(tcr_cancel_set_back))) =            \
        tcr_cancel_off()

#endif

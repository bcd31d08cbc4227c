/* SPDX-License-Identifier: MIT */
/*
 * inside.h: is this thread inside the runtime?
 *
 * A signal handler may interrupt it there, with locks held and lists half changed, and come
 * to a loop or call a function of tcr.h itself.  Whoever enters the runtime says so; who finds
 * the thread inside takes no lock, allocates nothing and makes no device call: a loop runs on
 * the host (present/interrupted.h), a function returns TCR_E_BUSY.
 */
#ifndef TCR_INSIDE_H
#define TCR_INSIDE_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "cancel.h"

#pragma GCC visibility push(hidden)

extern _Thread_local volatile sig_atomic_t tcr_inside;

/* A thread that may be cancelled at any time is not, while it is inside. */
void tcr_inside_begin(void);
void tcr_inside_end(void);

/* False: the thread is inside already, and this is a signal handler. */
static inline bool tcr_come_in(void)
{
    if (tcr_inside)
        return false;
    if (tcr_cancel_any_time())
        tcr_inside_begin();
    tcr_inside = 1;
    atomic_signal_fence(memory_order_seq_cst);
    return true;
}

static inline void tcr_go_out(void)
{
    atomic_signal_fence(memory_order_seq_cst);
    tcr_inside = 0;
    tcr_inside_end();
}

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/* inside.c: see inside.h. */
#include "inside.h"
#include "thread_data.h"

_Thread_local volatile sig_atomic_t tcr_inside;
TCR_THREAD_DATA(tcr_inside);

static _Thread_local struct tcr_cancel_held around;
TCR_THREAD_DATA(around);

void tcr_inside_begin(void)
{
    tcr_cancel_hold(&around);
}

void tcr_inside_end(void)
{
    tcr_cancel_release(&around);
}

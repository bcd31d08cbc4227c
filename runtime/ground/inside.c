/* SPDX-License-Identifier: MIT */
/* inside.c: see inside.h. */
#include "inside.h"
#include "thread_data.h"

_Thread_local volatile sig_atomic_t tcr_inside;
TCR_THREAD_DATA(tcr_inside);

static _Thread_local struct {
    bool off;
    struct tcr_cancel before;
} around;
TCR_THREAD_DATA(around);

void tcr_inside_begin(void)
{
    tcr_cancel_off(&around.before);
    around.off = true;
}

void tcr_inside_end(void)
{
    if (!around.off)
        return;
    around.off = false;
    tcr_cancel_set_back(&around.before);
}

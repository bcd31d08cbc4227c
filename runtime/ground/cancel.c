/* SPDX-License-Identifier: MIT */
/* cancel.c: see cancel.h. */
#include "cancel.h"
#include <pthread.h>
#include <stdatomic.h>
#include "thread_data.h"

_Thread_local bool tcr_any_time;
TCR_THREAD_DATA(tcr_any_time);

/* Not by the program: what it has said stays. */
static int change_type(int type)
{
    const bool said = tcr_any_time;
    int before;

    pthread_setcanceltype(type, &before);
    tcr_any_time = said;
    return before;
}

bool tcr_cancel_type_is_any_time(void)
{
    const int type = change_type(PTHREAD_CANCEL_DEFERRED);

    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        change_type(type);
    return type == PTHREAD_CANCEL_ASYNCHRONOUS;
}

void tcr_cancel_off(struct tcr_cancel *before)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before->state);
    before->type = PTHREAD_CANCEL_DEFERRED;
    if (tcr_any_time || !&tcr_mirror_wraps)
        before->type = change_type(PTHREAD_CANCEL_DEFERRED);
}

void tcr_cancel_set_back(const struct tcr_cancel *before)
{
    /* In this order: what ends a thread that has been cancelled meanwhile is then the change of the
     * type, which leaves PTHREAD_CANCELED for pthread_join(); that of the state leaves NULL (glibc
     * 2.36). */
    if (before->state == PTHREAD_CANCEL_ENABLE)
        pthread_setcancelstate(before->state, NULL);
    if (before->type == PTHREAD_CANCEL_ASYNCHRONOUS)
        change_type(before->type);
}

/* A handler that comes in between finds either depth 0, and gives back what it has found itself
 * (cancellation is off already), or another depth, and touches nothing. */
void tcr_cancel_hold(struct tcr_cancel_held *held)
{
    struct tcr_cancel before;

    if (held->depth > 0) {
        held->depth++;
        return;
    }
    tcr_cancel_off(&before);
    atomic_signal_fence(memory_order_seq_cst); /* tcr_any_time is as it was */
    held->depth = 1;
    atomic_signal_fence(memory_order_seq_cst);
    held->before = before;
}

void tcr_cancel_release(struct tcr_cancel_held *held)
{
    const struct tcr_cancel before = held->before;

    if (held->depth != 1) {
        held->depth -= held->depth > 0;
        return;
    }
    atomic_signal_fence(memory_order_seq_cst);
    held->depth = 0;
    tcr_cancel_set_back(&before);
}

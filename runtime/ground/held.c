/* SPDX-License-Identifier: MIT */
/*
 * held.c: see held.h.
 *
 * A loop that is left by longjmp() does not come to its end: the next of the thread finds that it
 * stands no deeper in the stack, and takes its place.
 */
#include "held.h"
#include <pthread.h>
#include <stddef.h>
#include "thread_data.h"

/* In programs that see what their threads say. */
extern const char tcr_mirror_wraps __attribute__((weak));

_Thread_local bool tcr_any_time;
TCR_THREAD_DATA(tcr_any_time);

static const char only = 0; /* its address is the token of a loop that had none */

static _Thread_local struct {
    const char *frame; /* of the loop; NULL: the thread is not held */
    const void *run;
    int before;
} held;
TCR_THREAD_DATA(held);

bool tcr_held_asked(void)
{
    int type;

    if (tcr_any_time || &tcr_mirror_wraps)
        return tcr_any_time;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    if (type == PTHREAD_CANCEL_DEFERRED)
        return false;
    pthread_setcanceltype(type, NULL);
    return true;
}

bool tcr_held_begin(void)
{
    const char *here = __builtin_frame_address(0);

    if (held.frame && here < held.frame)
        return false;
    if (!held.frame)
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &held.before);
    held.frame = here;
    return true;
}

void *tcr_held_token(void *run)
{
    held.run = run ? run : &only;
    return (void *)(size_t)held.run;
}

bool tcr_held_for(const void *run)
{
    return run && held.run == run;
}

bool tcr_held_alone(const void *run)
{
    return run == &only;
}

void tcr_held_end(void)
{
    held.run = held.frame = NULL;
    pthread_setcancelstate(held.before, NULL);
}

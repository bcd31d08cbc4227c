/* SPDX-License-Identifier: MIT */
/*
 * held.c: see held.h.
 *
 * A loop that is left by longjmp() does not come to its end: the next of the thread finds that it
 * stands no deeper in the stack, and takes its place.  Three things cannot be told in this way:
 *
 *  - a next loop that stands deeper is taken for one inside of the loop that was left.  Its end
 *    does not release the thread, which cannot be cancelled until a loop of the old depth ends;
 *  - the loop of a handler whose alternate stack lies above the thread's own seems to follow on the
 *    loop that the handler has interrupted, and takes its place: behind the handler's loop the
 *    thread can be cancelled in the middle of the other;
 *  - a loop of a function that the compiler has put into a loop of one thread stands in the same
 *    frame as that loop, and takes its place: the rest of the outer loop can be cancelled, which
 *    holds nothing that others wait for.
 *
 * To ask the system on which stack the thread is would be a new call, which the program may have
 * forbidden.
 */
#include "held.h"
#include <stddef.h>
#include "cancel.h"
#include "thread_data.h"

static const char only = 0; /* its address is the token of a loop that had none */

static _Thread_local struct {
    const char *frame; /* of the loop; NULL: the thread is not held */
    const void *run;
    struct tcr_cancel_held cancel;
} held;
TCR_THREAD_DATA(held);

bool tcr_held_begin(void)
{
    const char *here = __builtin_frame_address(0);

    if (held.frame && here < held.frame)
        return false;
    if (!held.frame)
        tcr_cancel_hold(&held.cancel);
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
    tcr_cancel_release(&held.cancel);
}

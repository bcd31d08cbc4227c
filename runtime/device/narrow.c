/* SPDX-License-Identifier: MIT */
/*
 * narrow.c: see narrow.h.
 *
 * A loop that is left by longjmp() does not come to its end: the next of the thread then sets the
 * number of threads right, and so does a loop inside of a loop, too early, which costs time only.
 */
#include <stdbool.h>
#include <stddef.h>
#include "../ground/team.h"
#include "../ground/thread_data.h"
#include "device.h"
#include "narrow.h"

static const char only = 0; /* its address is the token of a loop that had none */

static _Thread_local struct {
    int before; /* threads; 0: as many as ever */
    const void *run;
} narrowed;
TCR_THREAD_DATA(narrowed);

bool tcr_narrow_asked(void)
{
    return narrowed.before != 0 || tcr_device_beginning();
}

void *tcr_narrow_begin(void *run)
{
    if (!tcr_device_beginning()) {
        if (narrowed.before)
            tcr_team_widen(narrowed.before);
        narrowed.before = 0;
        return run;
    }
    if (!narrowed.before)
        narrowed.before = tcr_team_narrow();
    if (!narrowed.before)
        return run;
    narrowed.run = run ? run : &only;
    return (void *)(size_t)narrowed.run;
}

bool tcr_narrow_end(const void *run)
{
    if (narrowed.before && narrowed.run == run) {
        tcr_team_widen(narrowed.before);
        narrowed.before = 0;
    }
    return run == &only;
}

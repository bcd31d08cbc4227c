/* SPDX-License-Identifier: MIT */
/*
 * timed.c: the times of host loops, where neither the table nor the trace notes them.
 *
 * A loop may be left by longjmp(), and never end; so nothing is allocated for one.  A thread has
 * room for a few that are inside of each other, and what is there longest is given up.  The token
 * is an odd number, as no pointer is: which place, and which of the loops that had it.
 */
#include <stdint.h>
#include "../ground/thread_data.h"
#include "../ground/trace.h"
#include "choose.h"

enum { PLACES = 8 };

static _Thread_local struct {
    struct tcr_asked asked;
    uintptr_t token;
    double start;
} place[PLACES];
TCR_THREAD_DATA(place);
static _Thread_local uintptr_t serial;
TCR_THREAD_DATA(serial);

void *tcr_timed_begin(const struct tcr_region *region)
{
    struct tcr_asked asked = tcr_choose_take(region);
    uintptr_t token = ++serial << 1 | 1;

    if (!asked.stats)
        return NULL;
    place[serial % PLACES].asked = asked;
    place[serial % PLACES].token = token;
    place[serial % PLACES].start = tcr_now();
    return (void *)token;
}

bool tcr_timed_end(void *token)
{
    const uintptr_t at = (uintptr_t)token >> 1;

    if (!((uintptr_t)token & 1))
        return false;
    if (place[at % PLACES].token == (uintptr_t)token) {
        tcr_choose_host(&place[at % PLACES].asked, tcr_now() - place[at % PLACES].start);
        place[at % PLACES].token = 0;
    }
    return true;
}

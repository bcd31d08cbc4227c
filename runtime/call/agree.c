/* SPDX-License-Identifier: MIT */
/*
 * agree.c: teams whose threads need not agree who has a loop.
 *
 * The threads of a team come to a loop that they share (`omp for`) one by one, and all of them must
 * go the same way: so one of them asks, and tells the others, which takes two barriers.  Where the
 * host has all loops for good, that is wasted.  But two threads that look may see that at different
 * times, so that one waits at a barrier to which the other never comes.
 *
 * Therefore the word has both: that nobody needs to agree (NO_NEED), and how many threads have
 * begun to.  NO_NEED is set only while there are none, in one step.  A thread that has begun leaves
 * when all threads of its team have: behind the first barrier.  If one thread of a team has begun
 * and another one has not come yet, the first is still counted, and NO_NEED cannot be set between
 * them: the second begins, too.  A thread that is cancelled in between is counted for ever, and
 * NO_NEED is never set; nor is it in the child of a fork that came in between.
 */
#include <stdatomic.h>
#include "../device/device.h"
#include "../ground/env.h"
#include "../ground/thread_data.h"
#include "../present/present.h"
#include "nvtx.h"
#include "region.h"

enum { NO_NEED = 1, THREAD = 2 };

static _Atomic unsigned long long word;

/* By this thread, the last time: for TCR_COMPARE, which may not have been read as yet. */
static _Thread_local const struct tcr_region *entered;
TCR_THREAD_DATA(entered);

/* No device will ever be asked, and nobody wants to know of the calls. */
static bool host_for_good(void)
{
    return atomic_load(&tcr_mode) == TCR_MODE_HOST && tcr_config.target != TCR_TARGET_REQUIRED &&
           !tcr_present_any() && !tcr_config.noted && tcr_config.trace == 0 &&
           !tcr_config.compare && !tcr_nvtx_on();
}

int tcr_team_enter(const struct tcr_region *region)
{
    const bool forced = region->flags & TCR_REGION_FORCE_DEVICE;

    if (!forced && (atomic_load_explicit(&word, memory_order_acquire) & NO_NEED))
        return 0;
    if (tcr_config.compare || tcr_mode == TCR_MODE_NEW)
        entered = region;
    if (!(atomic_fetch_add(&word, THREAD) & NO_NEED) || forced)
        return 1;
    atomic_fetch_sub(&word, THREAD);
    return 0;
}

bool tcr_team_shares(const struct tcr_region *region)
{
    return entered == region;
}

void tcr_team_agreed(void)
{
    unsigned long long none = 0;

    if (atomic_fetch_sub(&word, THREAD) == THREAD && host_for_good())
        atomic_compare_exchange_strong(&word, &none, NO_NEED);
}

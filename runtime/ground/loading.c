/* SPDX-License-Identifier: MIT */
/* loading.c: see loading.h. */
#define _GNU_SOURCE
#include "loading.h"
#include "trace.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static const double long_wait = 3; /* seconds: opening a library usually takes milliseconds */

const char tcr_loading_reason[] =
    "another thread has been opening a library for seconds, perhaps because this loop is run by "
    "the constructor of one";

static atomic_int loading; /* threads that are opening libraries */
static atomic_bool leaving;
static _Atomic double last_seen; /* tcr_now() when one of them last began or ended */

void tcr_loading_begin(void)
{
    atomic_store(&last_seen, tcr_now());
    atomic_fetch_add(&loading, 1);
}

void tcr_loading_end(void)
{
    atomic_store(&last_seen, tcr_now());
    atomic_fetch_sub(&loading, 1);
}

void tcr_loading_leave(bool now)
{
    atomic_store(&leaving, now);
}

bool tcr_loading_leaving(void)
{
    return atomic_load(&leaving);
}

void *tcr_loading_open(const char *path, int flags)
{
    void *library;

    tcr_loading_begin();
    library = dlopen(path, flags);
    tcr_loading_end();
    return library;
}

bool tcr_loading_lock(pthread_mutex_t *lock)
{
    for (;;) {
        struct timespec until;
        int error;

        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        error = pthread_mutex_timedlock(lock, &until);
        if (error != ETIMEDOUT)
            return error == 0;
        if (atomic_load(&loading) > 0 && tcr_now() - atomic_load(&last_seen) > long_wait)
            return false;
    }
}

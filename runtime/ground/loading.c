/* SPDX-License-Identifier: MIT */
/* loading.c: see loading.h. */
#define _GNU_SOURCE
#include "loading.h"
#include "thread_data.h"
#include "trace.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static const double long_open = 3; /* seconds: opening a library usually takes milliseconds */
double tcr_loading_long_held = 20; /* compiling, and opening a device, may take seconds */

const char tcr_loading_reason[] = "another thread has been opening a library or a device for "
                                  "seconds, perhaps because this loop is "
                                  "run by the constructor of a library";

static atomic_int loading; /* threads that are opening libraries */
static atomic_int holders; /* threads that have such a lock */
static atomic_bool leaving;
static _Thread_local void (*at_steps)(void);
TCR_THREAD_DATA(at_steps);
static _Atomic double last_seen; /* tcr_now() when one of these last began or ended */

static void note(atomic_int *threads, int more)
{
    atomic_store(&last_seen, tcr_now());
    atomic_fetch_add(threads, more);
}

void tcr_loading_begin(void)
{
    note(&loading, 1);
}

void tcr_loading_end(void)
{
    note(&loading, -1);
}

void tcr_loading_leave(bool now)
{
    atomic_store(&leaving, now);
}

void tcr_loading_at_steps(void (*function)(void))
{
    at_steps = function;
}

bool tcr_loading_step(void)
{
    if (at_steps)
        at_steps();
    return tcr_loading_leaving();
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

/* Of libraries that are not ours (a driver, say), and of dlsym(), nobody tells when they wait for
 * the loader, so a lock that is held for very long counts like a library that is being opened. */
static bool is_late(void)
{
    const double since = tcr_now() - atomic_load(&last_seen);
    return (atomic_load(&loading) > 0 && since > long_open) ||
           (atomic_load(&holders) > 0 && since > tcr_loading_long_held);
}

bool tcr_loading_lock(pthread_mutex_t *lock)
{
    for (;;) {
        struct timespec until;
        int error;

        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        error = pthread_mutex_timedlock(lock, &until);
        if (error == 0)
            note(&holders, 1);
        if (error != ETIMEDOUT)
            return error == 0;
        if (is_late())
            return false;
    }
}

void tcr_loading_unlock(pthread_mutex_t *lock)
{
    note(&holders, -1);
    pthread_mutex_unlock(lock);
}

/* SPDX-License-Identifier: MIT */
/*
 * loading.h: locks under which libraries are opened.
 *
 * dlopen() runs the constructors of a library under the dynamic loader's lock.  If one has a
 * loop, its thread asks for a lock of ours while it holds the loader's; another thread may hold
 * ours and wait for the loader's.  So nobody waits for these locks for ever: whoever finds the
 * holder within dlopen() for long gives up, and its loop runs on the host.
 */
#ifndef TCR_LOADING_H
#define TCR_LOADING_H

#include <pthread.h>
#include <stdbool.h>

/* dlopen(), where a lock taken by tcr_loading_lock is held. */
void *tcr_loading_open(const char *path, int flags);
/* Around other calls that open libraries there. */
void tcr_loading_begin(void);
void tcr_loading_end(void);

/* False: the lock is not held, for its holder has been opening a library for seconds. */
bool tcr_loading_lock(pthread_mutex_t *lock);

/* What is then said. */
extern const char tcr_loading_reason[];

#endif

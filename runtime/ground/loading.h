/* SPDX-License-Identifier: MIT */
/*
 * loading.h: locks under which libraries are opened.
 *
 * dlopen() runs the constructors of a library under the dynamic loader's lock.  If one has a
 * loop, its thread asks for a lock of ours while it holds the loader's; another thread may hold
 * ours and wait for the loader's.  So nobody waits for these locks for ever: a thread that finds
 * others within dlopen() for long gives up, and its loop runs on the host.
 */
#ifndef TCR_LOADING_H
#define TCR_LOADING_H

#include <pthread.h>
#include <stdbool.h>

/* dlopen(), for a thread that holds a lock taken by tcr_loading_lock.  NULL: dlerror(). */
void *tcr_loading_open(const char *path, int flags);
/* To be called before and after other functions that open libraries under such a lock. */
void tcr_loading_begin(void);
void tcr_loading_end(void);

/* Takes the lock; false: the caller does not have it, for threads with such locks have been opening
 * libraries for seconds, or have had the locks for many. */
bool tcr_loading_lock(pthread_mutex_t *lock);
void tcr_loading_unlock(pthread_mutex_t *lock);

/* Seconds after which the lock of another thread counts as stuck; for tests. */
extern double tcr_loading_long_held;

/* The process is about to end, and waits for a thread that opens a library and has it do what takes
 * long: which asks between two such steps whether to go on. */
void tcr_loading_leave(bool now);
bool tcr_loading_leaving(void);
/* The same between two such steps, where the thread does besides what it has said here. */
bool tcr_loading_step(void);
void tcr_loading_at_steps(void (*function)(void));

/* The reason to give then (tcr_refuse, with TCR_E_BUSY). */
extern const char tcr_loading_reason[];

#endif

/* SPDX-License-Identifier: MIT */
/*
 * held.h: a thread that may be cancelled at any time is not, while others work for its loop.
 *
 * A loop that only computes may be cancelled wherever it is, if its thread says so
 * (PTHREAD_CANCEL_ASYNCHRONOUS).  With tcr-cc, the threads of OpenMP share such a loop on the host:
 * what they have in common would be left half done.
 */
#ifndef TCR_HELD_H
#define TCR_HELD_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* A host loop is about to begin: the thread is held.  False: it is already, for a loop around. */
bool tcr_held_begin(void);
/* Its token for tcr_region_host_end is that, or NULL.  Returns the token that it has now. */
void *tcr_held_token(void *run);
/* Is a token that of the loop for which the thread is held?  Is it nobody else's? */
bool tcr_held_for(const void *run);
bool tcr_held_alone(const void *run);
/* That loop has ended: here the thread may be cancelled. */
void tcr_held_end(void);

#pragma GCC visibility pop

#endif

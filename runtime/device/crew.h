/* SPDX-License-Identifier: MIT */
/*
 * crew.h: a few threads of the runtime's own, which share work on large stretches of
 * host memory with the thread that asks.
 *
 * One core moves about a sixth of what the link to a device does (docs/performance.md).  The
 * threads start with the first such work: a process that never copies much has none.
 */
#ifndef TCR_CREW_H
#define TCR_CREW_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Work on the bytes [from, to); false: it cannot be done.  Called by several threads at once; it
 * takes no lock, has no thread-local variables, and may be called a second time for the same
 * bytes, in the child of a fork. */
typedef bool tcr_crew_work(void *of, size_t from, size_t to);

/* Have [0, size) worked on in slices that begin at multiples of TCR_CREW_SLICE, and wait.  False:
 * some of it could not be done. */
bool tcr_crew_run(size_t size, tcr_crew_work *work, void *of);

#define TCR_CREW_SLICE ((size_t)128 << 10)
#define TCR_CREW_LEAST ((size_t)1 << 20) /* less is done by the calling thread alone */

/* Fork handlers: its lock; in the child, no thread is left. */
void tcr_crew_fork(bool before);
void tcr_crew_child(void);

/* For tests: the threads that help, instead of what the machine suggests; -1: ask it. */
extern int tcr_crew_for_test;

#pragma GCC visibility pop

#endif

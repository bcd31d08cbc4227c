/* SPDX-License-Identifier: MIT */
/*
 * narrow.h: while the device is started beside them, host loops leave the thread that does it a
 * processor, and of many three, since the driver has more threads.
 *
 * A team as large as the machine waits for its member that the thread displaces, again and again:
 * so a start of 0.22 s takes 0.37 s, and costs the loops 0.31 s; with a thread less 0.03 s
 * (docs/performance.md).
 */
#ifndef TCR_NARROW_H
#define TCR_NARROW_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* A host loop is about to begin, whose token for tcr_region_host_end that is, or NULL.  Returns
 * the token that it has now. */
void *tcr_narrow_begin(void *run);
/* It has ended.  True: there is nothing else to do, as the token was of here. */
bool tcr_narrow_end(const void *run);
/* Has this thread, or had just now, any reason to call the two? */
bool tcr_narrow_asked(void);

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/* nvtx.h: ranges around regions in the time line of a profiler. */
#ifndef TCR_NVTX_H
#define TCR_NVTX_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tcr_region;

/* Is there a profiler that takes ranges?  The first call loads it; calls of other threads in the
 * meantime return false at once.  Thread-safe; not for signal handlers. */
bool tcr_nvtx_on(void);
/* Begin a range of this thread, called "tcr FILE:LINE" followed by `what`.  Returns whether one
 * has begun: then the same thread ends it by tcr_nvtx_pop. */
bool tcr_nvtx_push(const struct tcr_region *region, const char *what);
void tcr_nvtx_pop(void);

#pragma GCC visibility pop

#endif

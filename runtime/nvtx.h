/* SPDX-License-Identifier: MIT */
/* nvtx.h: ranges around regions in the time line of a profiler. */
#ifndef TCR_NVTX_H
#define TCR_NVTX_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tcr_region;

/* Is there a profiler that takes ranges?  It is loaded by the first call. */
bool tcr_nvtx_on(void);
/* Begin a range of this thread, "tcr FILE:LINE" and `what`.  true: tcr_nvtx_pop is to end it. */
bool tcr_nvtx_push(const struct tcr_region *region, const char *what);
void tcr_nvtx_pop(void);

#pragma GCC visibility pop

#endif

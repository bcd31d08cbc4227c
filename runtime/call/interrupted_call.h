/* SPDX-License-Identifier: MIT */
/* interrupted_call.h: a region's loop in a signal handler, while its thread is inside. */
#ifndef TCR_INTERRUPTED_CALL_H
#define TCR_INTERRUPTED_CALL_H

#include "../../include/tcr_region.h"

#pragma GCC visibility push(hidden)

/* The loop runs on the host.  Returns if its data is the host's, and ends the process with a
 * message else. */
void tcr_interrupted_call(const struct tcr_region *region, const struct tcr_call *call);

#pragma GCC visibility pop

#endif

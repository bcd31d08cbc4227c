/* SPDX-License-Identifier: MIT */
/*
 * shut_in.h: does the program filter its system calls, or close the driver's descriptors?
 *
 * A filter is made for the calls that the program makes, and may end it for any other one; a driver
 * may not work without descriptors that nobody knows to be its own.  So from then on the runtime
 * opens no file, starts no thread and opens no device, and at exit it leaves everything as it is.
 * Noticed in programs that tcr-cc has linked (runtime/wrap/).
 */
#ifndef TCR_SHUT_IN_H
#define TCR_SHUT_IN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Why loops are the host's then; NULL: they need not be. */
extern const char *_Atomic tcr_shut_in_reason;
/* One of two reasons. */
extern const char tcr_filters[], tcr_closes[];

static inline bool tcr_shut_in(void)
{
    return atomic_load_explicit(&tcr_shut_in_reason, memory_order_relaxed) != NULL;
}

#pragma GCC visibility pop

#endif

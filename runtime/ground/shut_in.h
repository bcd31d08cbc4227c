/* SPDX-License-Identifier: MIT */
/*
 * shut_in.h: does the program filter its system calls?
 *
 * A filter is made for the calls that the program makes, and may end it for any other one.  So from
 * then on the runtime opens no file, starts no thread and opens no device, and at exit it leaves
 * everything as it is.  Noticed in programs that tcr-cc has linked (runtime/wrap/).
 */
#ifndef TCR_SHUT_IN_H
#define TCR_SHUT_IN_H

#include <stdatomic.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

extern atomic_bool tcr_filters;
/* Why loops are the host's then. */
extern const char tcr_shut_in_reason[];

static inline bool tcr_shut_in(void)
{
    return atomic_load_explicit(&tcr_filters, memory_order_relaxed);
}

#pragma GCC visibility pop

#endif

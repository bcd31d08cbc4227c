/* SPDX-License-Identifier: MIT */
/*
 * keep_errno.h: errno as the program has it.
 *
 * A loop, a directive and a successful malloc() leave errno alone, whatever the runtime calls
 * in their place.
 */
#ifndef TCR_KEEP_ERRNO_H
#define TCR_KEEP_ERRNO_H

#include <errno.h>

static inline void tcr_errno_set_back(const int *kept)
{
    errno = *kept;
}

/* The first declaration of a block, by whatever way that is left. */
#define TCR_KEEP_ERRNO                                                                             \
    const int tcr_errno_kept __attribute__((unused, cleanup(tcr_errno_set_back))) = errno

#endif

/* SPDX-License-Identifier: MIT */
/* local_rank.h: which of several devices this process uses. */
#ifndef TCR_LOCAL_RANK_H
#define TCR_LOCAL_RANK_H

#pragma GCC visibility push(hidden)

/* The ordinal, from 0 to count - 1, of the device for this process: TCR_DEVICE if that is set,
 * else the number that a launcher of parallel programs gave this process among those of its
 * machine, modulo count, else 0.  -1, with a warning: TCR_DEVICE names a device that is not
 * there.  The count is at least 1. */
int tcr_device_ordinal(int count);

/* That number; -1: there is no launcher, or none that is known. */
long tcr_local_rank(void);

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/* host_data.h: loops that OpenMP has work on the host's data. */
#ifndef TCR_HOST_DATA_H
#define TCR_HOST_DATA_H

#include "../map/plan.h"

#pragma GCC visibility push(hidden)

/* Is it such a loop? */
static inline bool tcr_works_on_host_data(const struct tcr_region *region)
{
    return region->flags & TCR_REGION_HOST_DATA;
}

/* Refuses one that may use what is present on the device.  The plan is made. */
int tcr_host_data_check(const struct tcr_plan *p, struct tcr_why *why);

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/* host_data.h: loops that OpenMP has work on the host's data. */
#ifndef TCR_HOST_DATA_H
#define TCR_HOST_DATA_H

#include "../map/plan.h"
#include "../present/present.h"

#pragma GCC visibility push(hidden)

/* Is it such a loop?  With a reduction only where OpenMP's data directives are the program's. */
static inline bool tcr_works_on_host_data(const struct tcr_region *region)
{
    return (region->flags & TCR_REGION_HOST_DATA) && (region->n_vars == 0 || tcr_present_openmp());
}

/* Refuses one that may use what is present on the device.  The plan is made. */
int tcr_host_data_check(const struct tcr_plan *p, struct tcr_why *why);

#pragma GCC visibility pop

#endif

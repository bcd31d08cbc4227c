/* SPDX-License-Identifier: MIT */
/* plain_scan.h: loops that are nothing but the prefix sums of an array (tcr_region.plain_scan). */
#ifndef TCR_PLAIN_SCAN_H
#define TCR_PLAIN_SCAN_H

#include <stdbool.h>
#include "../backend/backend.h"
#include "../device/stats.h"
#include "plan.h"

#pragma GCC visibility push(hidden)

/* A call by one of their kernels. */
struct tcr_plain_scan_call {
    struct tcr_loop_scan_args args;
    struct tcr_base base;   /* x, and */
    struct tcr_region form; /* what the launch's shape is asked of: a call of tcr_scan() */
};

/* May such a kernel have the call, whose sections are mapped?  Then *l gets it, with its arguments
 * and its shape, which *c keeps; false: the region's own kernel is to run. */
bool tcr_plain_scan(const struct tcr_plan *p, struct tcr_stats *stats, struct tcr_launch *l,
                    struct tcr_plain_scan_call *c);

#pragma GCC visibility pop

#endif

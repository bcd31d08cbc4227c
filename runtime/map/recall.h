/* SPDX-License-Identifier: MIT */
/* recall.h: answers of order.c that still hold. */
#ifndef TCR_RECALL_H
#define TCR_RECALL_H

#include <stdbool.h>
#include "../../include/tcr_region.h"

#pragma GCC visibility push(hidden)

/* Is it known whether the call's iterations may be run in any order?  Then *order is 0 if they
 * may, else TCR_SEQUENTIAL. */
bool tcr_order_recall(const struct tcr_region *region, const struct tcr_call *call, int *order);
/* The same where the host's loop is all that it is asked for: the program may have promised it. */
bool tcr_order_settled(const struct tcr_region *region, const struct tcr_call *call, int *order);
/* It has been found out. */
void tcr_order_keep(const struct tcr_region *region, const struct tcr_call *call, int order);

#pragma GCC visibility pop

#endif

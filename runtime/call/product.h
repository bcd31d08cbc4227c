/* SPDX-License-Identifier: MIT */
/* product.h: regions that are products of matrices (tcr_region.product). */
#ifndef TCR_PRODUCT_H
#define TCR_PRODUCT_H

#include "../backend/backend.h"
#include "../device/stats.h"
#include "../map/plan.h"

#pragma GCC visibility push(hidden)

/* Runs a call whose sections are mapped.  1: done; 0: it is none, or not worth it, and nothing has
 * been done: the region's own kernel is to run; or a negative error. */
int tcr_product_run(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_stats *stats,
                    struct tcr_why *why);

/* Which product the call is; false: none.  `of` has no addresses. */
bool tcr_product_find(const struct tcr_region *region, const struct tcr_call *call,
                      struct tcr_product_call *of);
/* By the backend's library or `kernel`, queued on the stream; 0 or a negative error. */
int tcr_product_queue(const struct tcr_product_call *of, void *kernel, void *stream);

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/* product.h: regions that are products of matrices (tcr_region.product). */
#ifndef TCR_PRODUCT_H
#define TCR_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>
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
/* The product that the C API asks for, with device addresses once they are mapped; false: the
 * region is another one. */
bool tcr_product_given(const struct tcr_region *region, const struct tcr_call *call,
                       struct tcr_product_call *of);
/* Its precision, and the kernels of that, once tcr_code_kernel has been called. */
struct tcr_product_kernels {
    void *main, *split; /* split: NULL if it is not to be used */
};
int tcr_product_kernels(const struct tcr_region *region, struct tcr_stats *stats,
                        struct tcr_product_call *of, struct tcr_product_kernels *kernels,
                        struct tcr_why *why);
/* Bytes of device memory with which it is faster: for the parts of its elements, until it is done.
 * 0: none.  `library` as for tcr_product_queue(). */
size_t tcr_product_room(const struct tcr_product_call *of,
                        const struct tcr_product_kernels *kernels, bool library);
/* By the kernels or, where that is allowed, the backend's `library`, queued on the stream; `room`
 * has as many bytes as that, or is NULL.  0 or a negative error. */
int tcr_product_queue(const struct tcr_product_call *of, const struct tcr_product_kernels *kernels,
                      bool library, void *room, void *stream);

#pragma GCC visibility pop

#endif

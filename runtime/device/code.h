/* SPDX-License-Identifier: MIT */
/* code.h: units' modules and regions' kernels. */
#ifndef TCR_CODE_H
#define TCR_CODE_H

#include <stdbool.h>
#include "../../include/tcr_region.h"
#include "../ground/why.h"
#include "stats.h"

#pragma GCC visibility push(hidden)

/* The region's kernel, its unit loaded at need; stats->function is set. */
int tcr_code_kernel(struct tcr_region *region, struct tcr_stats *stats, unsigned threads,
                    struct tcr_why *why);

/* A kernel of the region's product, once tcr_code_kernel has been called: the one in full, the one
 * of its precision, and what is launched around that (kernels/product_parts.cuh). */
enum tcr_product_code { TCR_CODE_FULL, TCR_CODE_FAST, TCR_CODE_SPLIT };
int tcr_code_product(const struct tcr_region *region, struct tcr_stats *stats,
                     enum tcr_product_code which, void **kernel, struct tcr_why *why);

/* A kernel of the region's plain prefix sums, in stats->plain; the same. */
int tcr_code_plain(const struct tcr_region *region, struct tcr_stats *stats,
                   enum tcr_plain_which which);

/* The same for every unit with the same code, as where a library is closed and opened again;
 * NULL: not known.  It outlives the unit. */
const void *tcr_code_identity(struct tcr_unit *unit);

/* Where the unit has no image for the device: makes one, if it is set (nvrtc_load.c).
 * Returns TCR_E_NO_IMAGE for what it does not take. */
extern int (*tcr_code_compile)(void **module, const struct tcr_unit *unit);

/* Fork handler: its lock. */
void tcr_code_fork(bool before);

#pragma GCC visibility pop

#endif

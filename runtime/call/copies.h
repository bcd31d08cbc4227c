/* SPDX-License-Identifier: MIT */
/* copies.h: memory for the copies of a loop's sections, and the grid that goes with it. */
#ifndef TCR_COPIES_H
#define TCR_COPIES_H

#include "../backend/backend.h"
#include "../ground/why.h"
#include "results.h"

#pragma GCC visibility push(hidden)

/* Of a launch whose grid is right for the iterations: l->grid.copies, *size bytes of the pool's,
 * which the caller gives back; fewer threads, where each has copies of its own; and shared memory
 * for others.  Depends on the iterations, the sections and the device only. */
int tcr_copies_get(struct tcr_launch *l, const struct tcr_results *r, size_t *size,
                   struct tcr_why *why);

#pragma GCC visibility pop

#endif

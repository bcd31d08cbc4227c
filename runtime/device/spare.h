/* SPDX-License-Identifier: MIT */
/*
 * spare.h: host memory for what was sent to the device, kept for the next call.
 *
 * Memory that is new to the process costs as much in page faults as a copy through one thread.
 */
#ifndef TCR_SPARE_H
#define TCR_SPARE_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* At least `size` bytes, aligned to 64; NULL: no memory. */
void *tcr_spare_get(size_t size);
void tcr_spare_put(void *memory); /* may be NULL */

/* Fork handler: its lock. */
void tcr_spare_fork(bool before);

#pragma GCC visibility pop

#endif

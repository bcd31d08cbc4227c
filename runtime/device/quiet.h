/* SPDX-License-Identifier: MIT */
/* quiet.h: reading memory before a device is known, without system calls that a shut-in program
 * may not make. */
#ifndef TCR_QUIET_H
#define TCR_QUIET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Is that the time?  Then these are as tcr_peek of transfer.h. */
bool tcr_quiet(void);
bool tcr_quiet_readable(uintptr_t from, size_t size);
bool tcr_quiet_read(void *to, uintptr_t from, size_t size);

#pragma GCC visibility pop

#endif

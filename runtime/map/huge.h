/* SPDX-License-Identifier: MIT */
/* huge.h: pages of large blocks. */
#ifndef TCR_HUGE_H
#define TCR_HUGE_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

#define TCR_HUGE_LEAST ((size_t)8 << 20)

/* A new block of so many bytes: where it may have a mirror, the system is asked for huge pages. */
void tcr_huge(const void *start, size_t size);

/* For tests: is it asked?  As the process is, at the first question. */
bool tcr_huge_wanted(void);

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/* learnt_path.h: where programs keep what they have measured (TCR_LEARN). */
#ifndef TCR_LEARNT_PATH_H
#define TCR_LEARNT_PATH_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* The directory, of the user's cache.  False: there is none, or `size` bytes cannot hold its name.
 */
bool tcr_learnt_path(char *path, size_t size);

#pragma GCC visibility pop

#endif

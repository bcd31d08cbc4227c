/* SPDX-License-Identifier: MIT */
/* sim_headers.h: the kernel headers, as files for the compiler of the simulated device. */
#ifndef TCR_SIM_HEADERS_H
#define TCR_SIM_HEADERS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* SHA-256 of all of them, in hexadecimal. */
extern const char tcr_kernel_headers_digest[];

/* Write them into a trusted directory, and remove them from it. */
bool tcr_sim_headers_write(int directory);
void tcr_sim_headers_remove(int directory);

/* Whoever compiles in a directory of a cache has them beside it, in one that stays: its name,
 * until the process ends.  It is made where it is not there.  NULL: that cannot be, or what is
 * there is not what it should be. */
const char *tcr_sim_headers_kept(int cache);

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/* driver_here.h: what is looked at before the program begins, which may forbid calls of the system
 * later on. */
#ifndef TCR_DRIVER_HERE_H
#define TCR_DRIVER_HERE_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

extern bool tcr_driver_here; /* there are files of a device's driver */
extern double tcr_began;     /* when the program did */

/* May the process have mirrors, as far as its variables say? */
bool tcr_mirrors_wanted(void);

#pragma GCC visibility pop

#endif

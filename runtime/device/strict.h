/* SPDX-License-Identifier: MIT */
/* strict.h: may the host do what the device does not get? */
#ifndef TCR_STRICT_H
#define TCR_STRICT_H

#include <stdbool.h>
#include "../ground/why.h"

#pragma GCC visibility push(hidden)

/* A loop (why->region), or a call of the C API (NULL), does not get the
 * device.  Does not return if that is to end the program. */
void tcr_strict_check(const struct tcr_why *why);
/* Will anybody read why? */
bool tcr_strict_asks(void);

#pragma GCC visibility pop

#endif

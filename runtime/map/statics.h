/* SPDX-License-Identifier: MIT */
/* statics.h: the program's variables that live as long as it does, by its table of symbols. */
#ifndef TCR_STATICS_H
#define TCR_STATICS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The variable that an address points into: [*lo, *hi).  False: none is known, as in a program
 * whose symbols are stripped; or the address is close to the end of one, and another one begins
 * there, which a pointer to before its first element may mean. */
bool tcr_statics_find(uintptr_t address, uintptr_t *lo, uintptr_t *hi);

#pragma GCC visibility pop

#endif

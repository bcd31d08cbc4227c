/* SPDX-License-Identifier: MIT */
/*
 * guests.h: ranges of memory that somebody uses who cannot take a fault.
 *
 * A guest says which range, and then looks at the pages; who protects pages says so in their
 * states, and then looks for guests.  One of the two sees the other.
 */
#ifndef TCR_MIRROR_GUESTS_H
#define TCR_MIRROR_GUESTS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Returns what tcr_guests_leave takes.  ask: the system may be asked who this is. */
int tcr_guests_come(uintptr_t lo, uintptr_t hi, bool ask);
void tcr_guests_leave(int guest);
bool tcr_guests_in(uintptr_t lo, uintptr_t hi);
/* The thread leaves frames without a word, and with them those of its guests. */
void tcr_guests_jump(void);

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/*
 * ledger.h: the units that this user has compiled, known by their SHA-256.
 *
 * The link of a whole program uses the text of a unit only if this user's own
 * compilation has put it into the object: what a third party's object holds is
 * never used.  The ledger is a file of digests, 32 bytes each, in the user's state
 * directory ($XDG_STATE_HOME/tcr/units, else ~/.local/state/tcr/units; or what
 * TCR_UNITS names).  It holds no secret, and nothing of it stands in an object, so
 * that the same input still gives the same object for everybody.
 *
 * File and directory must be trusted (trusted_file.h).  Of more than LEDGER_MOST digests, the older
 * half is forgotten.
 */
#ifndef TCR_LEDGER_H
#define TCR_LEDGER_H

#include <stdbool.h>
#include <stddef.h>

#include "sha256.h"

enum { LEDGER_MOST = 1 << 18 };

/* Note that this user has compiled the unit.  Returns NULL, or why that could not be
 * written; for this process it is noted all the same. */
const char *ledger_add(const unsigned char digest[SHA256_BYTES]);

/* Has this user compiled the unit? */
bool ledger_holds(const unsigned char digest[SHA256_BYTES]);

/* Why the file is of no use; NULL: it is, or there is none yet. */
const char *ledger_why(void);

#endif

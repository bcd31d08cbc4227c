/* SPDX-License-Identifier: MIT */
/* learnt_file.h: the file of a program in the user's cache directory, for the next run. */
#ifndef TCR_LEARNT_FILE_H
#define TCR_LEARNT_FILE_H

#include <stdbool.h>
#include "learnt.h"

#pragma GCC visibility push(hidden)

/* False: there is none, or it is not trusted, or not whole; `l` is empty then.  After the
 * environment has been read. */
bool tcr_learnt_read(struct tcr_learnt *l);
/* In place of the one that is there, as a whole or not at all: then the cause is said. */
bool tcr_learnt_write(const struct tcr_learnt *l);

#pragma GCC visibility pop

#endif

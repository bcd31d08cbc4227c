/* SPDX-License-Identifier: MIT */
/*
 * target.h: the machine that the compiler compiles for, and its runtime.
 */
#ifndef TCR_TARGET_H
#define TCR_TARGET_H

#include <stdbool.h>

#include "compiler.h"
#include "../command/options.h"

/* The machine of this very program, as target_foreign() names others. */
extern const char target_own[];

/* The options of the command that choose a target; compiler.h's `chosen`. */
struct words target_options(const struct command *c);

/* As Debian names directories: aarch64-linux-gnu.  NULL: that of tcr-cc itself, or
 * not known.  Asks the compiler at most once in a process. */
const char *target_foreign(const struct compiler *cc);

/* The directory of the runtime for it: DIR/aarch64-linux-gnu or DIR, where DIR is
 * TCR_LIBDIR or the installation's; NULL if there is none. */
const char *target_libdir(const struct compiler *cc);

/* Has it pointers of 64 bits?  There is no runtime for others. */
bool target_is_wide(const struct compiler *cc);

/* Why there is none, and what to do (words_alloc). */
char *target_missing(const struct compiler *cc);

/* May a library, static or shared, be linked for the target?  True where that cannot
 * be told. */
bool target_takes(const struct compiler *cc, const char *path);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * repeat.h: the options that the link of a whole program repeats when it compiles a
 * unit once more.
 *
 * An object is data.  What it says of its unit's options is taken only if it is in
 * this list: options that change what the machine code means or how good it is, and
 * that name no program, plugin or file.
 */
#ifndef TCR_REPEAT_H
#define TCR_REPEAT_H

#include "../command/options.h"

/* May an object ask for this option? */
bool repeat_allows(const char *word);

/* The same, of tcr-rewrite's options. */
bool repeat_allows_own(const char *word);

/* Add what a link needs of an option of the compilation, if anything: preprocessed text that
 * is compiled without messages needs few.  False if the option is one that no link may
 * repeat. */
bool repeat_take(struct words *to, const struct arg *arg);

#endif

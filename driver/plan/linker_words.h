/* SPDX-License-Identifier: MIT */
/*
 * linker_words.h: what tells the linker to take another function than the one that is defined
 * under a name.
 */
#ifndef TCR_LINKER_WORDS_H
#define TCR_LINKER_WORDS_H

#include "../command/options.h"

#define LINKER_LIST "-Wl,"

/* The words that one argument hands to the linker: a and b of -Wl,a,b, or the word of -Xlinker.
 * None if it is another argument. */
struct words linker_words_of(const struct arg *arg);

/* The linker's words of the command, one after the other: for the functions below. */
struct words linker_words(const struct command *c);

/* What on the command line may replace functions of any name, for a message: a script, options
 * that stand in a file.  NULL: nothing. */
const char *linker_replaces_any(const struct command *c, const struct words *all);

/* May an input that is neither object nor archive?  Linker scripts that only list system
 * libraries, as -lm and -lc often are, do not. */
bool linker_script_replaces(const char *bytes, size_t size);

/* Do the options (--wrap, --defsym) replace the function `name`? */
bool linker_replaces(const struct words *all, const char *name);

/* Are a shared library's own definitions those that its calls reach (-Bsymbolic)? */
bool linker_binds_symbols(const struct words *all);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * held.h: messages of a program, held back until it is known which the user is
 * to see.
 */
#ifndef TCR_HELD_H
#define TCR_HELD_H

#include <stdbool.h>

#include "pragmas.h"

/* The name of a new, empty file in memory: a full disk must not swallow what is
 * said about it.  Without such files, `instead`. */
char *held_new(char *instead);

/* Give the user what the program printed. */
void held_print(const char *path);

/* The same of a compiler that got the user's own text, less what it says of our pragmas and of
 * those that are taken over: `about_rewritten` is the file of what a compiler has said of the
 * rewritten text (NULL: nothing is taken over; pragmas.h).  Returns what it said of pragmas;
 * without `print`, only that is done. */
struct pragmas held_print_plain(const char *path, const char *about_rewritten, bool print);

/* Only what tcr-rewrite itself had to say, marked [tcr], with the lines and
 * notes that belong to it: what the preprocessor said, it will say again.
 * That libclang cannot parse the unit is news only if the compiler can: it is
 * kept back for `later`. */
void held_print_own(const char *path, bool later);

/* Did the program, tcr-rewrite apart, say anything?  Print that, if asked to. */
bool held_others(const char *path, bool print);

/* Does the text stand in what the program said? */
bool held_says(const char *path, const char *text);

/* The message that says that the program failed for want of room, memory or the
 * like, and not because of the text that it was given; else NULL.  `nothing` if it
 * said nothing. */
char *held_trouble(const char *path, char *nothing);

#endif

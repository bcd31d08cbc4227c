/* SPDX-License-Identifier: MIT */
/*
 * gather.h: messages as JSON (gcc's -fdiagnostics-format=json), which is one array
 * for each program that is run: a command of one compilation must print one.
 */
#ifndef TCR_GATHER_H
#define TCR_GATHER_H

#include <stdbool.h>
#include <stddef.h>

#include "pragmas.h"

/* From here on, messages are gathered. */
void gather_begin(void);
bool gathering(void);

/* Take in what a program printed.  `ours`: only arrays of tcr-rewrite, with or without
 * (`later`) the message that libclang cannot parse the unit; see held_print_own. */
enum gather_which { GATHER_ALL, GATHER_OWN, GATHER_OWN_LATER, GATHER_COUNT };
/* Messages that call a pragma unknown are left out if it is ours, or taken over: with `about`, what
 * a compiler has said of the rewritten text, if that does not name its place.  With GATHER_COUNT,
 * nothing is taken. */
struct said {
    const char *text;
    size_t size;
};
struct pragmas gather_text(const char *text, size_t size, enum gather_which which,
                           const struct said *about);
/* A message of tcr-cc itself. */
void gather_message(const char *level, const char *text);

/* Is there something to print? */
bool gather_any(void);
/* Print all that was gathered. */
void gather_end(void);

#endif

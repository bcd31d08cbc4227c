/* SPDX-License-Identifier: MIT */
/*
 * message.h: what tcr-cc itself has to say, on stderr, in the compilers' form.
 */
#ifndef TCR_MESSAGE_H
#define TCR_MESSAGE_H

#include <stdbool.h>

/* From now on there are no warnings (-w). */
void message_quiet(void);

/* "tcr-cc: warning: ..." */
void message_warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* "tcr-cc: error: ..."; returns 1, the exit status that goes with it. */
int message_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Would a compiler that writes to our standard error use colours?  gcc does not know
 * NO_COLOR. */
bool message_colors(bool clang);

#endif

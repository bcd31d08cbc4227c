/* SPDX-License-Identifier: MIT */
/* trace.h: the runtime's messages, and their clock. */
#ifndef TCR_TRACE_H
#define TCR_TRACE_H

#include <stddef.h>
#include <stdio.h>

#pragma GCC visibility push(hidden)

/* One line on stderr at TCR_TRACE >= level. */
void tcr_trace(int level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* At once, so that lines of threads and processes do not mix. */
void tcr_write(FILE *to, const char *text, size_t size);
double tcr_now(void); /* seconds, monotonic */

#pragma GCC visibility pop

#endif

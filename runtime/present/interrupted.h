/* SPDX-License-Identifier: MIT */
/* interrupted.h: loops in a signal handler, while their thread is at another one. */
#ifndef TCR_INTERRUPTED_H
#define TCR_INTERRUPTED_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A loop runs on the host that uses bytes of [lo, hi), or of which nothing is known but whether it
 * writes; a single object is read, or has been written.  They return if its data is the host's, and
 * end the process with a message else. */
void tcr_interrupted_bytes(const char *file, unsigned line, uintptr_t lo, uintptr_t hi,
                           bool writes);
void tcr_interrupted_loop(const char *file, unsigned line, bool writes);
void tcr_interrupted_object(uintptr_t at, unsigned long long size, bool writes);
_Noreturn void tcr_interrupted_stop(const char *file, unsigned line, const char *what);

#pragma GCC visibility pop

#endif

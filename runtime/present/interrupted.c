/* SPDX-License-Identifier: MIT */
/*
 * interrupted.c: loops and directives that a signal handler reaches while its thread is inside
 * the runtime (inside.h).
 *
 * A loop is the host's.  What it needs must be in the host's memory: if some of it may be newer
 * on the device, or what it writes is there, the process ends with a message, for it cannot be
 * copied from here.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../ground/checked.h"
#include "interrupted.h"
#include "present.h"

/* Not by stdio, whose locks may be held, too. */
_Noreturn void tcr_interrupted_stop(const char *file, unsigned line, const char *what)
{
    char text[512];
    int length = snprintf(text, sizeof text,
                          "tcr: %s:%u: %s in a signal handler that has interrupted the runtime\n",
                          file, line, what);

    if (length > 0)
        (void)!write(STDERR_FILENO, text,
                     (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
    abort();
}

void tcr_interrupted_bytes(const char *file, unsigned line, uintptr_t lo, uintptr_t hi, bool writes)
{
    if (tcr_present_perhaps(lo, hi, !writes))
        tcr_interrupted_stop(file, line, "the loop uses data that is on the device, and runs");
}

void tcr_interrupted_loop(const char *file, unsigned line, bool writes)
{
    tcr_interrupted_bytes(file, line, 0, UINTPTR_MAX, writes);
}

void tcr_interrupted_object(uintptr_t at, unsigned long long size, bool writes)
{
    tcr_interrupted_bytes("signal handler", 0, at, tcr_end(at, size), writes);
}

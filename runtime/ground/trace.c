/* SPDX-License-Identifier: MIT */
/* trace.c: the runtime's messages, and their clock. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <string.h>
#include <time.h>
#include "env.h"
#include "trace.h"

double tcr_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void tcr_trace(int level, const char *fmt, ...)
{
    char line[2048] = "tcr: ";
    const size_t start = strlen(line), most = sizeof line - start - 4;
    int length;
    va_list ap;

    if (tcr_config.trace < level)
        return;
    va_start(ap, fmt);
    length = vsnprintf(line + start, most, fmt, ap);
    va_end(ap);
    if (length < 0)
        return;
    strcat(line, (size_t)length < most ? "\n" : "...\n");
    tcr_write(stderr, line, strlen(line));
}

void tcr_write(FILE *to, const char *text, size_t size)
{
    flockfile(to);
    fwrite(text, 1, size, to);
    fflush(to);
    funlockfile(to);
}

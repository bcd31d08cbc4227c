/* SPDX-License-Identifier: MIT */
/*
 * message.c: what tcr-cc itself has to say.
 */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gather.h"

static bool quiet;

void message_quiet(void)
{
    quiet = true;
}

bool message_colors(bool clang)
{
    const char *term = getenv("TERM"), *without = getenv("NO_COLOR");

    return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0 &&
           !(clang && without && *without);
}

static void say(const char *level, const char *fmt, va_list ap)
{
    char text[2000];

    /* One write a message: parallel builds must not mix lines. */
    vsnprintf(text, sizeof text, fmt, ap);
    if (gathering())
        gather_message(level, text);
    else
        fprintf(stderr, "tcr-cc: %s: %s\n", level, text);
}

void message_warning(const char *fmt, ...)
{
    va_list ap;

    if (quiet)
        return;
    va_start(ap, fmt);
    say("warning", fmt, ap);
    va_end(ap);
}

int message_error(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    say("error", fmt, ap);
    va_end(ap);
    return 1;
}

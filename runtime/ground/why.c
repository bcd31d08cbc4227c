/* SPDX-License-Identifier: MIT */
/* why.c: see why.h. */
#include <stdarg.h>
#include <stdio.h>
#include "why.h"

int tcr_refuse(struct tcr_why *why, int error, const char *fmt, ...)
{
    why->error = error;
    why->device = why->injected = false;
    if (why->wanted) {
        va_list ap;

        va_start(ap, fmt);
        vsnprintf(why->text, sizeof why->text, fmt, ap);
        va_end(ap);
    }
    return error;
}

/* SPDX-License-Identifier: MIT */
/* copied.c: see copied.h. */
#include "copied.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64 }; /* more directives than that are counted with the functions */

static struct tcr_copied all[MOST];
static unsigned used = 1; /* the first one has no name */
static struct tcr_copied *current = all;

static const char *end_of(const char *file)
{
    size_t length = strlen(file), most = sizeof all[0].file - 1;

    return file + (length > most ? length - most : 0);
}

void tcr_copied_by(const char *file, unsigned line)
{
    current = all;
    if (!file)
        return;
    for (unsigned k = 1; k < used && current == all; k++)
        if (all[k].line == line && strcmp(all[k].file, end_of(file)) == 0)
            current = &all[k];
    if (current == all && used < MOST) {
        current = &all[used++];
        snprintf(current->file, sizeof current->file, "%s", end_of(file));
        current->line = line;
    }
    current->times++;
}

void tcr_copied_add(unsigned long long to, unsigned long long from, double seconds)
{
    if (current == all)
        current->times++;
    current->to += to;
    current->from += from;
    current->seconds += seconds;
}

const struct tcr_copied *tcr_copied_next(const struct tcr_copied *last)
{
    unsigned k = last ? (unsigned)(last - all) + 1 : 0;

    while (k < used && all[k].to + all[k].from == 0)
        k++;
    return k < used ? &all[k] : NULL;
}

void tcr_copied_clear(void)
{
    used = 1;
    memset(all, 0, sizeof all);
    current = all;
}

/* SPDX-License-Identifier: MIT */
/*
 * search.c: which compiler a name stands for.
 *
 * Several programs may stand before the compiler on PATH under its name: we, ccache, a
 * script.  Each takes the next one that is not itself, and with two of them that search PATH
 * from its start, each would find the other for ever:
 *
 *     PATH=OURS:CCACHE:/usr/bin     gcc is us, we call ccache's gcc, which calls ours
 *
 * So a program that we have called in this chain (TCR_PASSED) is passed over; and one that
 * stands before our link is not taken as long as there is one behind it, for it has had its
 * turn:
 *
 *     PATH=CCACHE:OURS:/usr/bin     gcc is ccache, it calls ours, and we call /usr/bin/gcc
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "../system/file.h"
#include "../system/words.h"

static const char variable[] = "TCR_PASSED";

static bool has_passed(const char *path)
{
    const char *list = getenv(variable);
    size_t length = strlen(path);

    while (list && *list) {
        size_t n = strcspn(list, ":");

        if (n == length && strncmp(list, path, n) == 0)
            return true;
        list += n + (list[n] == ':');
    }
    return false;
}

void search_passed(const char *path)
{
    const char *list = getenv(variable);

    if (!has_passed(path))
        setenv(variable, list && *list ? words_format("%s:%s", list, path) : path, 1);
}

struct search search_path(const char *name, bool masked)
{
    char *candidate, *first = NULL, *any = NULL, *fresh = NULL, *behind = NULL;
    struct file_walk walk = {0};
    struct search found = {0};

    while ((candidate = file_next_on_path(name, &walk)) != NULL) {
        if (first == NULL)
            first = candidate;
        if (file_is_self(candidate)) {
            found.again = true;
            continue;
        }
        if (candidate[0] != '/') { /* another program wherever one stands */
            if (found.relative == NULL)
                found.relative = candidate;
            continue;
        }
        if (any == NULL)
            any = candidate;
        if (has_passed(candidate))
            continue;
        if (fresh == NULL)
            fresh = candidate;
        if (behind == NULL && found.again)
            behind = candidate;
    }
    /* Where all have passed, the depth (TCR_DEPTH) ends it, if it does not end by itself. */
    found.path = masked && behind ? behind : fresh ? fresh : any;
    found.shadowed = found.path != first;
    return found;
}

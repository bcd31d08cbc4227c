/* SPDX-License-Identifier: MIT */
/*
 * search.h: which compiler a name stands for.
 */
#ifndef TCR_SEARCH_H
#define TCR_SEARCH_H

#include <stdbool.h>

struct search {
    char *path;     /* the program to run; NULL: none */
    bool again;     /* this very program has that name on PATH, too */
    char *relative; /* the first file found by an entry of PATH that is not absolute: passed over */
    bool shadowed;  /* another file would be found by the name alone */
};

/* Look for the program `name` on PATH.  `masked`: we were called by that name, through a
 * link; the one that comes after the link on PATH is meant. */
struct search search_path(const char *name, bool masked);

/* For tcr-cc further down the chain of calls: `path` is called now. */
void search_passed(const char *path);

#endif

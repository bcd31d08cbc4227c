/* SPDX-License-Identifier: MIT */
/*
 * scan.h: may a unit hold a directive?
 *
 * Reads bytes, not C: the file and the headers that it can reach are searched
 * for `tcr` in a pragma; not those in /usr/include and the compiler's own
 * directories.  No preprocessing is done, so that the answer for a unit without
 * directives costs well under a millisecond; it errs on the side of "maybe", and
 * tcr-rewrite, which sees the preprocessed text, decides.
 */
#ifndef TCR_SCAN_H
#define TCR_SCAN_H

#include "../system/file.h"
#include "options.h"

enum scan_answer {
    SCAN_NO,    /* there is none */
    SCAN_MAYBE, /* one could come out of a macro or an unknown header */
    SCAN_YES    /* the text of one is there; it may still be inactive */
};

/* What is the same for all units of a command. */
struct scan_context {
    struct words quote_dirs; /* -iquote */
    struct words dirs;       /* of all other options and variables */
    struct words forced;     /* -include and -imacros files */
    bool macro_word;         /* a -D holds the word tcr */
    bool accept;             /* omp and acc directives count, too */
    bool *uses_api;          /* set when a unit includes tcr.h */
};

struct scan_context scan_context(const struct command *c, bool accept, bool *uses_api);

/* Scan one unit.  `text` may be given where the file cannot be read by name
 * (standard input); else it is NULL. */
enum scan_answer scan_unit(const struct scan_context *ctx, const char *path,
                           const struct file *text);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * names.h: which definition of a function the linker will take.
 *
 * What cannot be told for sure is not told: then a loop stays on the host.
 */
#ifndef TCR_NAMES_H
#define TCR_NAMES_H

#include "inputs.h"

/* All that is defined in the objects under one name. */
struct name {
    const char *text;
    const struct object *object; /* that the linker takes; NULL: *why it is not known */
    const char *why;
};

struct names {
    struct name *list;
    size_t n;
};

/* The names of all functions that the link defines, each once.  `c` says which
 * of them the linker is told to replace (--wrap, --defsym). */
struct names names_resolve(const struct inputs *in, const struct command *c);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * units.h: the other units of a link, as tcr-cc describes them to tcr-rewrite.
 *
 * The description is a file of NUL-terminated records, whose first letter says
 * what they are; numbers are decimal:
 *
 *     m OFFSET SIZE PATH   the unit's own text: a piece of an object or archive
 *     d DIR                what its relative names start from; there need be no such directory
 *     p ID                 a directive that waits for functions of other units
 *     b WHY                nothing can be done for it: no function is to be had
 *     u OFFSET SIZE PATH   another unit's text; of it, up to the next `u`:
 *     n NAME               its source
 *     a WORD               a word of its preprocessing command
 *     f INDEX NAME         the function NAME is in the INDEX-th of them
 *     x NAME               what is called NAME cannot be had, for the reason that
 *     w WHY                ... follows
 *     s INDEX              the INDEX-th of them can be made anew: the linker will know its
 *                          static variable NAME as tcr_static_INDEX_NAME if the new object does
 */
#ifndef TCR_UNITS_H
#define TCR_UNITS_H

#include "../source/options.h"
#include "../source/source.h"

struct other_unit {
    const char *path, *name;
    size_t offset, size;
    struct options opt;
    char **words; /* of the preprocessing command, NULL-terminated */
    size_t n_words;
    bool can_be_remade; /* then its static variables can have names */
    void *parsed;       /* by ast_unit.c: NULL, not yet */
};

struct link_name {
    const char *name;
    size_t unit;
    const char *why; /* NULL: it is in that unit */
};

struct units {
    char *text; /* of the description */
    const char *path, *directory;
    size_t offset, size;
    const char *why; /* no function is to be had; NULL: they are */
    size_t *pending;
    size_t n_pending;
    struct other_unit *list;
    size_t n;
    struct link_name *names;
    size_t n_names;
};

/* Read the description opt->link, and load the unit's text with room for the
 * others.  Returns 0, or negative errno after an error message (-EINVAL: no such
 * description). */
int units_load(struct units *u, struct source *src, const struct options *opt);
void units_free(struct units *u);
/* Did the directive wait for the link? */
bool units_pending(const struct units *u, size_t id);

#endif

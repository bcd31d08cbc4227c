/* SPDX-License-Identifier: MIT */
/*
 * statics.h: static variables of a unit that the loops of others read, when those call
 * functions of it (whole.h).
 *
 * In the text of such a loop, tcr-rewrite calls them tcr_static_UNIT_NAME; its object asks the
 * linker for that.  So the unit is compiled once more, with such a name for its variable, which
 * no other than the objects of this link can see.
 */
#ifndef TCR_STATICS_H
#define TCR_STATICS_H

#include "../system/words.h"

struct static_variable {
    size_t unit; /* its number, in the order of the description that tcr-rewrite gets */
    char *name;  /* in its unit */
};

struct statics {
    struct static_variable *list;
    size_t n;
};

/* Add those that the new object at `path` asks for.  Returns 0 or negative errno. */
int statics_want(struct statics *s, const char *path);

bool statics_wanted(const struct statics *s, size_t unit);

/* Declare, at the end of the unit's text, the names of those that are wanted of it.  Returns 0 or
 * negative errno. */
int statics_declare(const struct statics *s, size_t unit, const char *text);

#endif

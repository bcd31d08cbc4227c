/* SPDX-License-Identifier: MIT */
/*
 * response.h: response files, @FILE.
 */
#ifndef TCR_RESPONSE_H
#define TCR_RESPONSE_H

#include <stdbool.h>

#include "../system/words.h"

/* Add `word`, or, if it is @FILE and FILE can be read, the words of FILE, in
 * which there may be others.  What the compilers refuse (a file that names itself,
 * a directory, more files than they take) stays as it is, since it is for them to say,
 * and sets `refused`.  Returns whether a file was read. */
bool response_expand(struct words *w, const char *word, bool *refused);

#endif

/* SPDX-License-Identifier: MIT */
/* other_words.h: the words of OpenMP's and OpenACC's directives (spec/others.def), and which of
 * them another one is near to. */
#ifndef TCR_OTHER_WORDS_H
#define TCR_OTHER_WORDS_H

#include "source.h"

/* What stands in a clause's brackets. */
enum other_argument { OTHER_ANY, OTHER_LIST, OTHER_NUMBER, OTHER_WORDS };

/* Is word[0..n) one of the names of directives?  One of OpenMP's may hold several, joined by
 * underscores: `target_data`. */
bool other_has_name(enum origin origin, const char *word, size_t n);
bool other_has_clause(enum origin origin, const char *word);
/* Of other compilers, as a name or a clause. */
bool other_is_foreign(const char *word);
/* Is it the name of a directive there? */
bool other_is_foreign_name(const char *word);

/* What the brackets of a clause hold, which then are needed. */
enum other_argument other_argument(enum origin origin, const char *word);

/* The nearest of each, or NULL. */
const char *other_near_name(enum origin origin, const char *word);
const char *other_near_clause(enum origin origin, const char *word);

/* "OpenMP", "OpenACC" */
const char *other_title(enum origin origin);
/* The next of a list with blanks between them (*at is where to go on), NULL at its end (arena). */
const char *other_next(const char *list, size_t *at);

#endif

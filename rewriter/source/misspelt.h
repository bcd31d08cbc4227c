/* SPDX-License-Identifier: MIT */
/* misspelt.h: words of OpenMP's and OpenACC's directives that neither has, but nearly, and clauses
 * that cannot be read. */
#ifndef TCR_MISSPELT_H
#define TCR_MISSPELT_H

#include "construct.h"
#include "diag.h"

/* Warns of each, and marks the constructs: a compiler may leave out the directive without saying
 * so. What only a newer standard or another compiler has is near to nothing, and no business of
 * ours. d NULL: only marks.  Then come the pragmas that begin with nearly `omp` or `acc`. */
void misspelt_look(struct diag *d, const struct source *src, struct construct *all, size_t n,
                   unsigned accept);

/* "omp" or "acc", if the word with which a pragma begins is nearly that, and what follows at `at`
 * of the text is one of its directives (then p->origin is set); else NULL.  Only for those in
 * `accept`. */
const char *misspelt_namespace(struct pragma *p, const char *text, size_t at, unsigned accept);

#endif

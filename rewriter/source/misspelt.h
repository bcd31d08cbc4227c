/* SPDX-License-Identifier: MIT */
/* misspelt.h: words of OpenMP's and OpenACC's directives that neither has, but nearly, and clauses
 * that cannot be read. */
#ifndef TCR_MISSPELT_H
#define TCR_MISSPELT_H

#include "construct.h"
#include "diag.h"

/* Warns of each: a compiler may leave out the directive without saying so.  What only a
 * newer standard or another compiler has is near to nothing, and no business of ours. */
void misspelt_warn(struct diag *d, const struct construct *c);

#endif

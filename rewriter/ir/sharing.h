/* SPDX-License-Identifier: MIT */
/*
 * sharing.h: do the user's constructs on a loop have a copy of their own of a variable
 * from outside, so that it keeps its value there?
 *
 * The answer is in their lists, or follows by the rules of OpenMP 5.2, section 5.1.1,
 * and OpenACC 3.3, sections 2.6.1 and 2.6.2 (docs/openmp-openacc.md has them in a
 * table).  It holds for constructs that the compiler heeds; all others mean nothing.
 */
#ifndef TCR_SHARING_H
#define TCR_SHARING_H

#include "region.h"

/* `counter`: the constructs share the iterations that d counts. */
bool sharing_keeps(const struct region *r, const struct decl *d, bool counter);
/* Of a loop that a team of OpenMP's threads shares: do they share the variable, too? */
bool sharing_of_team(const struct region *r, const struct decl *d);
/* Has a `target` construct of its own a copy of a variable that it lists nowhere? */
bool sharing_target_copies(const struct facts *f, const struct construct *c, const struct decl *d);

#endif

/* SPDX-License-Identifier: MIT */
/* refusal.h: how a refused directive is spoken of, in messages and in reports. */
#ifndef TCR_REFUSAL_H
#define TCR_REFUSAL_H

#include "region.h"

/* What a refusal begins with. */
const char *refusal_title(const struct region *r, bool werror);
/* Is what it is about somewhere else than the directive?  And what is said there. */
bool refusal_is_elsewhere(const struct region *r);
extern const char refusal_cause[];
/* A refused directive is a warning with position and reason. */
void refusal_say(struct diag *d, const struct region *r);

#endif

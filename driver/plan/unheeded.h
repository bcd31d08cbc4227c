/* SPDX-License-Identifier: MIT */
/*
 * unheeded.h: units whose directives nobody heeds, in programs that may keep data on the device.
 *
 * tcr-rewrite has failed, or could not read the unit.  Its loops run as they stand, and are right
 * as long as the host's memory is the newest: so the object has a mark (../../spec/unheeded.h), by
 * which the runtime keeps nothing on the device for directives, in the whole program.
 */
#ifndef TCR_PLAN_UNHEEDED_H
#define TCR_PLAN_UNHEEDED_H

#include "stage.h"

/* Make u->text the user's text with the mark.  False: it cannot be made, or there is nothing in it
 * for which what others keep on the device would matter. */
bool unheeded_text(const struct plan *p, const struct toolset *t, const struct unit *u);

/* Does the unit lack a mark that it needs?  As far as its own file shows. */
bool unheeded_needed(const struct plan *p, const struct unit *u);

#endif

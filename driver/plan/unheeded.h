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

enum unheeded {
    UNHEEDED_NONE,   /* nothing in it for which what others keep on the device would matter: by its
                        preprocessed text, or by its file where that cannot be had */
    UNHEEDED_MARKED, /* u->text is the user's text with the mark */
    UNHEEDED_FAILED  /* it needs a mark, which could not be made */
};
enum unheeded unheeded_mark(const struct plan *p, const struct toolset *t, const struct unit *u);

#endif

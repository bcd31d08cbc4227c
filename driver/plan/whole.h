/* SPDX-License-Identifier: MIT */
/*
 * whole.h: the link of a whole program, where --tcr-whole-program stands at the link.
 *
 * Loops that call functions of other units have been left on the host when
 * their unit was compiled.  Its object keeps what is needed to do that again
 * (kept.h), with the other units' texts at hand.  The new objects take the old
 * ones' places in the link; nothing of the user's is changed.
 *
 * Objects are data: only texts are used that this user's compilation has put there, or that
 * the user vouches for; what runs is this link's compiler, with the options of repeat.h.
 */
#ifndef TCR_WHOLE_H
#define TCR_WHOLE_H

#include "inputs.h"

struct whole {
    struct inputs inputs;
    bool any;    /* some object was made anew: the runtime is needed */
    int outcome; /* an error: there is to be no link */
    int archive; /* negative errno: an archive could not be copied */
};

/* Make anew what waits for the link of p->command, whose own objects are
 * objects[i] in the place of the i-th argument.  With nothing that waits, looks
 * at the files' headers and does nothing; without the option, warns of what waits. */
struct whole whole_link(const struct plan *p, char *const *objects);

/* What stands for the i-th argument in the link; NULL: itself. */
char *whole_word(struct whole *w, const struct command *c, size_t arg);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * link.h: the runtime is added where something is linked that needs it.
 *
 * Adding it always would be simpler, but not honest: -lm and -ldl at the end
 * of every link change the answers of configure scripts ("is sqrt in libc?").
 * So the objects and archives of the command are searched for a symbol of
 * ours first; a program without one is linked by the untouched command.
 */
#ifndef TCR_LINK_H
#define TCR_LINK_H

#include "../compiler/compiler.h"
#include "../command/options.h"

/* Does the command link something that calls the runtime? */
bool link_needs_runtime(const struct command *c, bool uses_api);

/* Where libraries are looked for, and the file of -lNAME; NULL if there is none. */
struct words link_path(const struct command *c);
char *link_library(const struct words *dirs, const char *name, bool is_static);

/* Add the runtime and what it needs to a link command.  `link_static`: libtcr.a
 * in a shared object, too.  Returns 0, or 1 after an error message. */
int link_add_runtime(struct words *argv, const struct command *c, const struct compiler *cc,
                     bool link_static);

#endif

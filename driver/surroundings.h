/* SPDX-License-Identifier: MIT */
/*
 * surroundings.h: what --tcr-doctor says of the user's side: directories, links, MPI.
 */
#ifndef TCR_SURROUNDINGS_H
#define TCR_SURROUNDINGS_H

#include "compiler/compiler.h"

/* A line for each; `libdir` is the runtime's directory, or NULL. */
void surroundings_tell(const struct compiler *cc, const char *libdir);

#endif

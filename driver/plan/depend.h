/* SPDX-License-Identifier: MIT */
/*
 * depend.h: the depfile (-MD and its kin) of a rewritten unit.
 */
#ifndef TCR_DEPEND_H
#define TCR_DEPEND_H

#include "../compiler/compiler.h"
#include "../command/options.h"

/* Name the depfile and its target as the whole command would have: added to
 * the preprocessing command of `input`, where the compiler would choose other
 * names. */
void depend_add(struct words *argv, const struct command *c, const struct arg *input,
                const struct compiler *cc, enum compiler_kind kind);

/* Take the variables that ask for depfiles out of the environment, and put them back:
 * these are written when a unit is preprocessed, which is once. */
enum { DEPEND_VARIABLES = 2 };
void depend_hide(char *values[DEPEND_VARIABLES]);
void depend_show(char *const values[DEPEND_VARIABLES]);

#endif

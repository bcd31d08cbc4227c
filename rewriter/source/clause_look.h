/* SPDX-License-Identifier: MIT */
/* clause_look.h: do the clauses of OpenMP's and OpenACC's directives have the arguments that they
 * must have?  What the names and expressions in them are is for a parser of C (ast_check.c). */
#ifndef TCR_CLAUSE_LOOK_H
#define TCR_CLAUSE_LOOK_H

#include "construct.h"
#include "diag.h"

/* Warns of each that has not (d NULL: says nothing), and marks the construct as malformed.  `all`:
 * those of the unit, among which are declarations of operators. */
void clause_look(struct diag *d, const struct construct *all, size_t n, struct construct *c);

#endif

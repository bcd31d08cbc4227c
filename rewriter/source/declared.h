/* SPDX-License-Identifier: MIT */
/*
 * declared.h: the reductions that a unit declares by `omp declare reduction`.
 *
 * For each of its types, text behind the unit's own (which only libclang sees) makes functions of
 * the combiner and the initialiser:
 *
 *     static T tcr_combine_K(T omp_out, T omp_in) { COMBINER; return omp_out; }
 *     static T tcr_initial_K(T omp_orig) { T omp_priv INITIALISER; return omp_priv; }
 */
#ifndef TCR_DECLARED_H
#define TCR_DECLARED_H

#include "source.h"

struct declared {
    const char *name;              /* a word, or an operator */
    const char *type;              /* as the directive writes it */
    const char *combiner;          /* a statement without its semicolon */
    const char *combine, *initial; /* what these functions are called */
    const char *merge;             /* and that of the host (emit_declared.c) */
    bool takes_orig;               /* the latter looks at omp_orig */
    size_t begin, end;             /* of the directive, in the text */
};

/* Finds them, and puts the functions behind the text. */
void declared_take(struct source *src);

/* Is there one of that name?  None is, where a block of a function declares one, too. */
bool declared_find(const struct source *src, const char *name, size_t length);

#endif

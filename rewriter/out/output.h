/* SPDX-License-Identifier: MIT */
/*
 * output.h: the rewritten unit.
 */
#ifndef TCR_OUTPUT_H
#define TCR_OUTPUT_H

#include "../source/construct.h"
#include "../plan/plan.h"
#include "../text/text.h"

struct output_options {
    bool readable;           /* for people: no line markers, headers folded to #include */
    enum user_openmp openmp; /* which of the user's omp pragmas stay */
    const struct facts *facts;
    unsigned accept;  /* whose constructs are taken over */
    bool takes_calls; /* and OpenACC's functions for data are the runtime's */
};

/* The whole rewritten text: the unit with every region's host text in place,
 * `tail` at its end.  The runtime contract is put ahead of it. */
void output_unit(const struct source *src, struct plan *const *plans, size_t n, const char *tail,
                 const struct output_options *opt, struct buf *out);

#endif

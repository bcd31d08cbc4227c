/*
 * output.h: the rewritten unit.
 */
#ifndef TCR_OUTPUT_H
#define TCR_OUTPUT_H

#include "region.h"
#include "text.h"

enum user_openmp { USER_OPENMP_OFF, USER_OPENMP_SIMD, USER_OPENMP_ON };

struct output_options {
    bool readable;           /* for people: no line markers, headers folded to #include */
    enum user_openmp openmp; /* which of the user's omp pragmas stay */
};

/* The whole rewritten text: the unit with every region's host text in place,
 * `tail` at its end.  The runtime contract is put ahead of it. */
void output_unit(const struct source *src, struct region *const *regions, size_t n,
                 const char *tail, const struct output_options *opt, struct buf *out);

#endif

/* SPDX-License-Identifier: MIT */
/* runs.h: writes that leave gaps, but of which it is known where: the rows of a block, every
 * third element, one member of each structure. */
#ifndef TCR_RUNS_H
#define TCR_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include "../ground/affine.h"
#include "plan.h"

#pragma GCC visibility push(hidden)

enum { TCR_RUN_LEVELS = 4, TCR_RUNS_MOST = 4 };

/* `run` bytes from `lo` (from the base address) on, and again at all sums of multiples of the
 * levels' strides.  The smallest stride comes first, and each is at least as large as all that the
 * levels before it reach over: no byte is in two runs. */
struct tcr_runs {
    long long lo;
    size_t run;
    unsigned n;
    struct {
        size_t stride, count;
    } level[TCR_RUN_LEVELS];
};

/* Of which sections is all of the written hull surely written?  The hulls are known. */
void tcr_runs_dense(struct tcr_plan *p, const struct tcr_nest *nest);
/* Else, if all that is written of base k is, and is runs of at most TCR_RUNS_MOST kinds: these, in
 * the section; none: it is not, or there is no memory. */
void tcr_runs_find(struct tcr_plan *p, const struct tcr_nest *nest, unsigned k);
/* Call visit() with each stretch [from, to) of the runs within [lo, hi), which are bytes from the
 * base address. */
typedef void tcr_run_visit(void *of, long long from, long long to);
void tcr_runs_walk(const struct tcr_runs *r, long long lo, long long hi, tcr_run_visit *visit,
                   void *of);

#pragma GCC visibility pop

#endif

/* SPDX-License-Identifier: MIT */
/* advise.h: the page of TCR_ADVISE. */
#ifndef TCR_ADVISE_H
#define TCR_ADVISE_H

#include <stdbool.h>
#include <stdio.h>
#include "../device/stats.h"

#pragma GCC visibility push(hidden)

/* The regions that have run, the one that took longest first, as HTML or as text; `seconds`: of the
 * process so far.  Under summary.c's lock. */
void tcr_advise(FILE *out, bool html, struct tcr_stats *const *list, size_t n, double seconds);

#pragma GCC visibility pop

#endif

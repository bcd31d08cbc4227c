/* SPDX-License-Identifier: MIT */
/*
 * learn.h: what earlier runs of the program have measured (TCR_LEARN), and what this one leaves for
 * the next.
 *
 * A file for each program, in the user's cache directory.  It is read once and replaced as a
 * whole at exit: of runs at the same time, the last counts.
 */
#ifndef TCR_LEARN_H
#define TCR_LEARN_H

#include "../device/stats.h"

#pragma GCC visibility push(hidden)

/* A region has been met for the first time: what is known of it.  Under summary.c's lock. */
void tcr_learn_region(struct tcr_stats *s);
/* The file is read at the first loop only with TCR_LEARN=1: else when loops have taken a moment,
 * the call that is to come included (seconds), since a short program makes no call of the system
 * that it would not have made.  Not under the lock. */
void tcr_learn_in_time(double seconds);
/* What is known of all regions, if it has not been read yet.  Under the lock. */
void tcr_learn_regions(struct tcr_stats *all);
/* The device is open: if it is another card than that of before, its times are forgotten.  Cheap.
 */
void tcr_learn_card(void);
/* At exit, of all regions; under the same lock. */
void tcr_learn_keep(const struct tcr_stats *all);
/* At exit, where that lock cannot be had. */
void tcr_learn_hindered(void);
/* Why nothing is kept of a run of which something should be; NULL: there is none.  After that,
 * under the lock. */
const char *tcr_learn_not_kept(void);

#pragma GCC visibility pop

#endif

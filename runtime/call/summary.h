/* SPDX-License-Identifier: MIT */
/* summary.h: each region's statistics. */
#ifndef TCR_SUMMARY_H
#define TCR_SUMMARY_H

#include <stdbool.h>
#include "../../include/tcr_region.h"
#include "../device/stats.h"

#pragma GCC visibility push(hidden)

/* The region's, or NULL when out of memory. */
struct tcr_stats *tcr_stats_of(struct tcr_region *region);
/* Count a reason for the host (stats may be NULL); true: it is a new one. */
bool tcr_stats_reason(struct tcr_stats *stats, enum tcr_reason_kind kind, const char *text);
/* Count calls that nobody has looked at, and that have taken as long as the last that was. */
#define TCR_TOO_LONG "it has had such calls, and a question takes too long"
void tcr_stats_waited(struct tcr_stats *stats, unsigned calls);
/* The device's times are those of another card. */
void tcr_stats_forget_device(void);
/* All regions know what earlier runs have measured (learn.h). */
void tcr_stats_learn(void);
/* Fork: the child starts counting anew. */
void tcr_stats_clear(void);
/* Fork handler: their lock. */
void tcr_stats_fork(bool before);

#pragma GCC visibility pop

#endif

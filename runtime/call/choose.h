/* SPDX-License-Identifier: MIT */
/* choose.h: which side has a call: estimates, measurements, and the device's start. */
#ifndef TCR_CHOOSE_H
#define TCR_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>
#include "../../include/tcr_region.h"
#include "../device/stats.h"
#include "../ground/why.h"
#include "../map/plan.h"
#include "model.h"

#pragma GCC visibility push(hidden)

/* A question that the thread's current call has asked, for whoever measures it; stats NULL: none.
 */
struct tcr_asked {
    struct tcr_stats *stats;
    struct tcr_question question;
    struct tcr_answer answer;
};

/* Before the device is open: could it pay?  Never touches the driver itself, but may have a thread
 * of its own do so.  0, or TCR_ESTIMATE: the host. */
int tcr_choose_early(struct tcr_plan *p, struct tcr_stats *stats, struct tcr_why *why);
/* When it is open, and the plan's sections are known to be there or not. */
int tcr_choose_late(struct tcr_plan *p, struct tcr_stats *stats, struct tcr_why *why);

/* A call begins: nothing has been asked yet. */
void tcr_choose_begin(void);
/* Are loops whose data stays the device's, all together, at present or with this call? */
bool tcr_choose_together(void);
/* The device has done it, or `failed`, in so many seconds.  `first`: its start, or the loading of
 * its kernel, was part of them; `once` of them have brought data there that stays. */
void tcr_choose_device(double seconds, double once, bool first, bool failed);
/* The host is about to do it: what has been asked, if it was by this region. */
struct tcr_asked tcr_choose_take(const struct tcr_region *region);
void tcr_choose_host(const struct tcr_asked *asked, double seconds);

/* ---- calls that are settled: the host has them, and nothing is looked at ---- */

/* Before the arguments are known: as long as no device is open. */
bool tcr_settled(const struct tcr_region *region);
/* And with them: the same arrays as when that was decided, or iterations that must stay in order.
 * *order: as tcr_region_order says. */
bool tcr_settled_call(const struct tcr_region *region, const struct tcr_call *call, int *order);
/* The same where the order is the program's to know. */
bool tcr_settled_arrays(const struct tcr_region *region, long long n, void *const *base);
/* Such a call, of n iterations, is about to run. */
void tcr_settled_ran(const struct tcr_region *region, long long n);

/* ---- times of host loops, where nothing else notes them ---- */

/* For tcr_region_host_end; NULL: the loop need not be timed. */
void *tcr_timed_begin(const struct tcr_region *region);
/* Is it a token of that kind?  Then it ends. */
bool tcr_timed_end(void *token);

#pragma GCC visibility pop

#endif
